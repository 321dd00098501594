// Names that belong to a stretch of ground rather than to a point, written along it letter by letter.

import { lengthOf, spline } from "./curves.js";
import { SERIF } from "./places.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').LabelSpec} LabelSpec */
/** @typedef {import('./grid.js').Grid} Grid */
/** @typedef {import('./grid.js').Point} Point */
/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Pen */
/** @typedef {{text: string, points: Point[], style: Style}} Written */
/** @typedef {{size: number, spread: number, ink: string, halo: string, italic: boolean, caps: boolean}} Style */

/** @type {Record<string, Style>} */
const STYLES = {
  sea: { size: 34, spread: 0.5, ink: "#2c5f86", halo: "", italic: true, caps: false },
  region: { size: 30, spread: 0.9, ink: "rgba(74, 38, 20, 0.6)", halo: "rgba(253, 244, 222, 0.35)", italic: false, caps: true },
  range: { size: 20, spread: 0.6, ink: "rgba(58, 34, 20, 0.82)", halo: "rgba(253, 244, 222, 0.5)", italic: true, caps: true },
  river: { size: 14, spread: 0.25, ink: "#1f5580", halo: "rgba(253, 246, 228, 0.85)", italic: true, caps: false },
  valley: { size: 17, spread: 0.5, ink: "rgba(58, 38, 20, 0.85)", halo: "rgba(253, 244, 222, 0.6)", italic: true, caps: true },
};

/** Pixels a letter should have on the screen. */
const READABLE = 11;

/** @param {Board} board @param {Grid} grid @returns {Written[]} */
export function prepareLabels(board, grid) {
  return board.labels.flatMap((label) => {
    const points = label.hexes.filter((id) => grid.has(id)).map((id) => ({ ...grid.centre(id) }));
    if (!points.length) return [];
    const style = STYLES[label.kind] ?? STYLES.region;
    if (points.length === 1) {
      const half = (label.text.length * style.size) / 2;
      points.unshift({ x: points[0].x - half, y: points[0].y });
      points[1].x += half;
    }
    // Read from left to right whatever way the hexes were listed.
    if (points[points.length - 1].x < points[0].x - 1) points.reverse();
    return [{ text: style.caps ? label.text.toUpperCase() : label.text, points: spline(softened(points), 0.8, 10), style }];
  });
}

/** Zigzag between hex centres is not wanted under letters. @param {Point[]} points */
function softened(points) {
  let line = points;
  for (let t = 0; t < 2; t++) {
    line = line.map((p, i) => (i === 0 || i === line.length - 1 ? p : {
      x: (line[i - 1].x + 2 * p.x + line[i + 1].x) / 4,
      y: (line[i - 1].y + 2 * p.y + line[i + 1].y) / 4,
    }));
  }
  return line;
}

/** @param {Pen} pen @param {Written[]} labels @param {number} scale */
export function drawLabels(pen, labels, scale) {
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  pen.lineJoin = "round";
  for (const { text, points, style } of labels) {
    let { size } = style;
    const font = (/** @type {number} */ s) => `${style.italic ? "italic " : ""}${s}px ${SERIF}`;
    pen.font = font(size);
    const room = lengthOf(points);
    const width = () => [...text].reduce((sum, letter) => sum + pen.measureText(letter).width, 0);
    // Far out the letters grow as far as their stretch has room; what still cannot be read is left out.
    const wanted = READABLE / scale;
    if (wanted > size) {
      size = Math.min(wanted, (size * room * 1.15) / width());
      if (size < wanted * 0.66) continue;
      pen.font = font(size);
    }
    const natural = width();
    // Long stretches are filled by spacing the letters out; short ones by writing smaller.
    let gap = Math.min(size * (0.4 + style.spread * 2.2), Math.max(size * 0.04, (room * 0.92 - natural) / Math.max(1, text.length - 1)));
    let total = natural + gap * (text.length - 1);
    if (total > room * 1.6) {
      const f = Math.max(0.6, (room * 1.6) / total);
      size *= f;
      pen.font = font(size);
      gap *= f;
      total *= f;
    }
    write(pen, text, points, total, gap, room, style, size);
  }
}

/**
 * @param {Pen} pen @param {string} text @param {Point[]} points @param {number} total @param {number} gap
 * @param {number} room @param {Style} style @param {number} size
 */
function write(pen, text, points, total, gap, room, style, size) {
  let at = (room - total) / 2;
  for (const letter of text) {
    const width = pen.measureText(letter).width;
    const { x, y, angle } = pointAt(points, at + width / 2);
    pen.save();
    pen.translate(x, y);
    pen.rotate(angle);
    if (style.halo) {
      pen.strokeStyle = style.halo;
      pen.lineWidth = size * 0.22;
      pen.strokeText(letter, 0, 0);
    }
    pen.fillStyle = style.ink;
    pen.fillText(letter, 0, 0);
    pen.restore();
    at += width + gap;
  }
}

/** A point along the line, going straight on beyond its ends. @param {Point[]} points @param {number} distance */
function pointAt(points, distance) {
  let gone = 0;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1];
    const b = points[i];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const last = i === points.length - 1;
    if (length > 0 && (distance <= gone + length || last)) {
      const t = (distance - gone) / length;
      return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, angle: Math.atan2(b.y - a.y, b.x - a.x) };
    }
    gone += length;
  }
  return { x: points[0].x, y: points[0].y, angle: 0 };
}
