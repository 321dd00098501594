// Ground close up: short strokes that run downhill, closer and heavier where it is steep, as on engraved maps. They stay crisp at any zoom.

import { CORNERS } from "./grid.js";
import { scatter } from "./noise.js";

/** @typedef {import('./grid.js').Grid} Grid */
/** @typedef {import('../types.js').HexSpec} HexSpec */
/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Pen */

/** From this scale on there is room for them. */
const FROM = 0.75;
const INK = [58, 44, 74];

/** The slope of each of a hex's six triangles, in metres for each unit of the map. @param {HexSpec} hex @returns {{x: number, y: number}[]} */
function slopes(hex) {
  const middle = hex.elevation ?? 0;
  const round = hex.corners?.length === 6 ? hex.corners : Array(6).fill(middle);
  return CORNERS.map((p, k) => {
    const q = CORNERS[(k + 1) % 6];
    const [a, b] = [round[k] - middle, round[(k + 1) % 6] - middle];
    const area = p.x * q.y - p.y * q.x;
    return { x: (a * q.y - b * p.y) / area, y: (b * p.x - a * q.x) / area };
  });
}

/** The slope that a tenth of the map's ground exceeds. @param {Iterable<HexSpec>} hexes */
export function steepness(hexes) {
  const all = [...hexes].filter((hex) => hex.terrain !== "none").flatMap((hex) => slopes(hex).map(({ x, y }) => Math.hypot(x, y))).sort((a, b) => a - b);
  return Math.max(1e-6, all[Math.floor(all.length * 0.9)] ?? 1);
}

/**
 * @param {Pen} pen @param {Grid} grid @param {HexSpec[]} seen @param {number} steep as of `steepness` @param {number} scale
 */
export function drawHachures(pen, grid, seen, steep, scale) {
  const fade = Math.min(1, (scale - FROM) / 0.6);
  if (fade <= 0) return;
  pen.lineCap = "round";
  for (const weight of [0, 1]) {
    pen.beginPath();
    for (const hex of seen) {
      if (hex.terrain === "none") continue;
      const c = grid.centre(hex.id);
      const [column, row] = grid.cellOf.get(hex.id) ?? [0, 0];
      const random = scatter(column * 211 + row * 17 + 3);
      const falls = slopes(hex);
      for (let i = 0; i < 168; i++) {
        const k = i % 6;
        const [u, v] = [Math.sqrt(random()), random()];
        const [p, q] = [CORNERS[k], CORNERS[(k + 1) % 6]];
        const x = c.x + u * (p.x + (q.x - p.x) * v);
        const y = c.y + u * (p.y + (q.y - p.y) * v);
        const size = Math.hypot(falls[k].x, falls[k].y);
        const share = Math.min(1.2, size / steep);
        // Level ground has none; the steeper it is, the more of them are drawn.
        if (random() > share * share || share < 0.22) continue;
        // Slopes away from the light are drawn heavier.
        const dark = falls[k].x + falls[k].y < 0 ? 1 : 0;
        if (dark !== weight) continue;
        const length = 1.6 + 3 * share;
        pen.moveTo(x, y);
        pen.lineTo(x - (falls[k].x / size) * length, y - (falls[k].y / size) * length);
      }
    }
    pen.strokeStyle = `rgba(${INK.join()}, ${(weight ? 0.34 : 0.2) * fade})`;
    pen.lineWidth = weight ? 0.65 : 0.45;
    pen.stroke();
  }
}
