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

/** How far aside of its hexes a name may be written. */
const ASIDE = [0, -14, 14, -22, 22, -30, 30, -40, 40, -52, 52];

/**
 * @param {Board} board @param {Grid} grid @param {Pen} pen for measuring
 * @param {Point[][]} waters @param {import('./grid.js').Rect[]} names what is written beside towns @returns {Written[]}
 */
export function prepareLabels(board, grid, pen, waters, names) {
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
    const text = style.caps ? label.text.toUpperCase() : label.text;
    const line = spline(softened(points), 0.8, 10);
    pen.font = fontOf(style, style.size);
    const stretch = middleOf(line, widthOf(pen, text) + gapOf(style, style.size) * text.length);
    const costs = ASIDE.map((by) => Math.abs(by) * 0.02 + crossings(moved(stretch, by), style.size, waters, names));
    return [{ text, points: moved(line, ASIDE[costs.indexOf(Math.min(...costs))]), style }];
  });
}

/** @param {Style} style @param {number} size */
function fontOf(style, size) {
  return `${style.italic ? "italic " : ""}${size}px ${SERIF}`;
}

/** @param {Pen} pen @param {string} text */
function widthOf(pen, text) {
  return [...text].reduce((sum, letter) => sum + pen.measureText(letter).width, 0);
}

/** Letters are spaced out to fill a stretch, but never past reading. @param {Style} style @param {number} size */
function gapOf(style, size) {
  return size * (0.2 + style.spread * 0.7);
}

/** The part of a line that letters of this length will stand on. @param {Point[]} line @param {number} length */
function middleOf(line, length) {
  const room = lengthOf(line);
  return Array.from({ length: 25 }, (_, i) => pointAt(line, room / 2 + (i / 24 - 0.5) * Math.min(room, length)));
}

/** @param {Point[]} line @param {number} by to its right, seen along it */
function moved(line, by) {
  if (!by) return line;
  return line.map((p, i) => {
    const [a, b] = [line[Math.max(0, i - 1)], line[Math.min(line.length - 1, i + 1)]];
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: p.x - ((b.y - a.y) / far) * by, y: p.y + ((b.x - a.x) / far) * by };
  });
}

/** How much of a name would lie over water or other names. @param {Point[]} line @param {number} size @param {Point[][]} waters @param {import('./grid.js').Rect[]} names */
function crossings(line, size, waters, names) {
  const near = size * 0.7;
  return line.reduce((sum, p) => sum + (waters.some((river) => river.some((q) => Math.abs(p.x - q.x) < near && Math.abs(p.y - q.y) < near)) ? 1 : 0)
    + (names.some((box) => p.x > box.x - near && p.x < box.x + box.w + near && p.y > box.y - near && p.y < box.y + box.h + near) ? 1.5 : 0), 0);
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
    pen.font = fontOf(style, size);
    const room = lengthOf(points);
    // Far out the letters grow as far as their stretch has room; what still cannot be read is left out.
    const wanted = READABLE / scale;
    if (wanted > size) {
      size = Math.min(wanted, (size * room * 1.15) / widthOf(pen, text));
      if (size < wanted * 0.66) continue;
      pen.font = fontOf(style, size);
    }
    const natural = widthOf(pen, text);
    // Long stretches are filled by spacing the letters out; short ones by writing smaller.
    let gap = Math.min(gapOf(style, size), Math.max(size * 0.04, (room * 0.92 - natural) / Math.max(1, text.length - 1)));
    let total = natural + gap * (text.length - 1);
    if (total > room * 1.6) {
      const f = Math.max(0.6, (room * 1.6) / total);
      size *= f;
      pen.font = fontOf(style, size);
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
