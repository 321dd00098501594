// What a printed sheet has round the map: neatline, title, key, scale, north, credit.

import { CORNERS } from "./grid.js";
import { drawTexture } from "./textures.js";
import { dashes, sideSample } from "./lines.js";
import { drawSymbol, SERIF } from "./places.js";

/** @typedef {import('./painter.js').Painter} Painter */
/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Pen */

/** The paper's margins round the outermost hexes, in world units. */
export const FRAME = { side: 62, top: 130, bottom: 330 };

const INK = "#33231a";

/** @param {Pen} pen @param {Painter} painter @param {number} scale */
export function drawFrame(pen, painter, scale) {
  const { paper, sheet, board } = painter;
  pen.fillStyle = "#f3e9d2";
  pen.fillRect(paper.x, paper.y, paper.w, paper.h);
  pen.strokeStyle = INK;
  pen.lineWidth = Math.max(1.2, 0.7 / scale);
  pen.strokeRect(sheet.x - 12, sheet.y - 12, sheet.w + 24, sheet.h + 24);
  pen.lineWidth = Math.max(3.4, 1.4 / scale);
  pen.strokeRect(sheet.x - 5, sheet.y - 5, sheet.w + 10, sheet.h + 10);

  pen.fillStyle = INK;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `52px ${SERIF}`;
  spaced(pen, board.title.toUpperCase(), sheet.x + sheet.w / 2, paper.y + 52, 7, sheet.w);

  const y = sheet.y + sheet.h + 46;
  drawKey(pen, painter, sheet.x + 4, y, sheet.w * 0.72);
  drawScale(pen, painter, sheet.x + sheet.w * 0.76, y + 24, sheet.w * 0.2);
  drawNorth(pen, sheet.x + sheet.w - 34, y + 92);
  if (board.credit) {
    pen.textAlign = "left";
    pen.fillStyle = "rgba(51, 35, 26, 0.75)";
    pen.font = `italic 14px ${SERIF}`;
    pen.fillText(board.credit, sheet.x + 4, paper.y + paper.h - 22, sheet.w - 8);
  }
}

/** @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {number} gap @param {number} room */
function spaced(pen, text, x, y, gap, room) {
  const letters = [...text];
  const widths = letters.map((letter) => pen.measureText(letter).width);
  const total = widths.reduce((a, b) => a + b, 0) + gap * (letters.length - 1);
  const f = Math.min(1, (room * 0.96) / total);
  pen.save();
  pen.translate(x, y);
  pen.scale(f, f);
  let at = -total / 2;
  letters.forEach((letter, i) => {
    pen.fillText(letter, at + widths[i] / 2, 0);
    at += widths[i] + gap;
  });
  pen.restore();
}

/** What the map shows and how: each entry draws itself round the pen's origin, 56 by 44. @param {import('../types.js').Board} board */
export function keyEntries(board) {
  const { look } = board;
  const used = (/** @type {string[]} */ kinds) => new Set(kinds);
  /** @type {{title: string, part: "ground" | "lines" | "places", draw: (pen: Pen) => void}[]} */
  const entries = [];
  const terrains = used(board.hexes.map((hex) => hex.terrain));
  for (const [kind, style] of Object.entries(look.terrain ?? {})) {
    if (!terrains.has(kind) || kind === "none") continue;
    entries.push({ part: "ground", title: style.title ?? kind, draw: (pen) => {
      pen.save();
      pen.scale(0.52, 0.52);
      pen.beginPath();
      for (const p of CORNERS) pen.lineTo(p.x, p.y);
      pen.closePath();
      pen.fillStyle = style.colour ?? "#e8d9b0";
      pen.fill();
      pen.strokeStyle = "rgba(48, 30, 18, 0.6)";
      pen.lineWidth = 1.6;
      pen.stroke();
      drawTexture(pen, style.texture ?? "none", 41, "rgba(70, 38, 20, 0.55)");
      pen.restore();
    } });
  }
  const stroke = (/** @type {import('../types.js').LineLook} */ style, /** @type {boolean} */ rail) => (/** @type {Pen} */ pen) => {
    const width = style.width ?? 2;
    const bend = new Path2D("M-26 5C-14 -8 -6 8 4 1S20 -8 26 -3");
    if (style.casing) {
      pen.strokeStyle = style.casing;
      pen.lineWidth = width + 2.4;
      pen.stroke(bend);
    }
    pen.strokeStyle = style.colour ?? INK;
    pen.lineWidth = width;
    pen.setLineDash(dashes(style.dash));
    pen.stroke(bend);
    pen.setLineDash([]);
    if (rail) {
      pen.lineWidth = 1.4;
      pen.beginPath();
      for (let t = -22; t <= 22; t += 9) { pen.moveTo(t, -6); pen.lineTo(t, 6); }
      pen.stroke();
    }
  };
  const lines = used(board.lines.map((line) => line.kind));
  for (const [kind, style] of Object.entries(look.lines ?? {})) if (lines.has(kind)) entries.push({ part: "lines", title: style.title ?? kind, draw: stroke(style, kind.includes("rail")) });
  const sides = used(board.hexsides.map((side) => side.kind));
  for (const [kind, style] of Object.entries(look.hexsides ?? {})) if (sides.has(kind)) entries.push({ part: "lines", title: style.title ?? kind, draw: sideSample(style) });
  const places = used(board.places.map((place) => place.kind));
  for (const [kind, style] of Object.entries(look.places ?? {})) if (places.has(kind)) entries.push({ part: "places", title: style.title ?? kind, draw: (pen) => drawSymbol(pen, style.symbol ?? kind, 2) });
  return entries;
}

/** @param {Pen} pen @param {Painter} painter @param {number} x @param {number} y @param {number} room */
function drawKey(pen, painter, x, y, room) {
  const entries = keyEntries(painter.board);
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  const columns = Math.max(2, Math.floor(room / 260));
  entries.slice(0, columns * 4).forEach(({ title, draw }, i) => {
    pen.save();
    pen.translate(x + 30 + (i % columns) * (room / columns), y + 22 + Math.floor(i / columns) * 60);
    draw(pen);
    pen.fillStyle = INK;
    pen.font = `20px ${SERIF}`;
    pen.fillText(title[0].toUpperCase() + title.slice(1), 38, 1);
    pen.restore();
  });
}

/** Lengths of a scale bar, in kilometres. */
const LENGTHS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];

/** How long a scale bar is, in kilometres: the longest that fits. @param {number} unit of the map in a kilometre @param {number} room */
export function scaleLength(unit, room) {
  return LENGTHS.findLast((length) => length * unit <= room) ?? LENGTHS[0];
}

/** @param {Pen} pen @param {Painter} painter @param {number} x @param {number} y @param {number} room */
function drawScale(pen, painter, x, y, room) {
  const km = painter.board.grid.hex_km;
  if (!km) return;
  // A hex is hex_km from side to side, which is the column's height: 86.6 units.
  const unit = 86.6 / km;
  const length = scaleLength(unit, room);
  const parts = 4;
  for (let i = 0; i < parts; i++) {
    pen.fillStyle = i % 2 ? "#f3e9d2" : INK;
    pen.fillRect(x + (i * length * unit) / parts, y, (length * unit) / parts, 9);
  }
  pen.strokeStyle = INK;
  pen.lineWidth = 1.4;
  pen.strokeRect(x, y, length * unit, 9);
  pen.fillStyle = INK;
  pen.font = `17px ${SERIF}`;
  pen.textAlign = "center";
  const text = (/** @type {number} */ v) => (length < 1 ? `${Math.round(v * 1000)} m` : `${Number(v.toFixed(2))} km`);
  pen.fillText("0", x, y - 14);
  pen.fillText(text(length / 2), x + (length * unit) / 2, y - 14);
  pen.fillText(text(length), x + length * unit, y - 14);
  const interval = painter.ground?.interval;
  pen.font = `italic 16px ${SERIF}`;
  pen.textAlign = "left";
  const across = `One hex is ${km < 1 ? `${km * 1000} m` : `${km} km`} across`;
  const whole = `${across}${interval ? `; contours every ${interval} m` : ""}.`;
  // Where it would run into the arrow it has two lines.
  const lines = interval && pen.measureText(whole).width > room ? [`${across};`, `contours every ${interval} m.`] : [whole];
  lines.forEach((line, i) => pen.fillText(line, x, y + 34 + 20 * i, room));
}

/** @param {Pen} pen @param {number} x @param {number} y */
function drawNorth(pen, x, y) {
  pen.save();
  pen.translate(x, y);
  pen.strokeStyle = INK;
  pen.fillStyle = INK;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(0, -34);
  pen.lineTo(10, 26);
  pen.lineTo(0, 16);
  pen.closePath();
  pen.fill();
  pen.beginPath();
  pen.moveTo(0, -34);
  pen.lineTo(-10, 26);
  pen.lineTo(0, 16);
  pen.closePath();
  pen.stroke();
  pen.font = `bold 20px ${SERIF}`;
  pen.textAlign = "center";
  pen.fillText("N", 0, -46);
  pen.restore();
}
