// From per-hex facts to shaded ground: a height field through every hex's centre and corners,
// lit from the north-west, tinted by terrain. Pure arithmetic, so that it can run in a worker.

import { CORNERS, Grid, HEIGHT, RADIUS } from "./grid.js";
import { fbm, noise } from "./noise.js";
import { contours } from "./contours.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').HexSpec} HexSpec */

/**
 * @typedef {object} Relief
 * @property {number} width      samples
 * @property {number} height
 * @property {number} step       world units per sample
 * @property {number} origin     world x and y of the first sample
 * @property {Uint8ClampedArray} pixels   RGBA
 * @property {Float32Array[]} lines       contour lines, x and y in turn
 * @property {Float32Array[]} strong      every fifth contour
 * @property {number} interval   metres between contours
 * @property {Float32Array[]} coast       closed outlines of water
 */

/** How far the ground is drawn beyond the outermost hexes, so that the map's edge is straight. */
export const BLEED = 26;

/** @param {Pick<Board, "grid" | "hexes" | "look">} board @param {number} samples @returns {Relief} */
export function makeRelief(board, samples) {
  const grid = new Grid(board.grid, board.hexes);
  const w = grid.bounds.w + 2 * BLEED;
  const h = grid.bounds.h + 2 * BLEED;
  const step = Math.max(2, Math.sqrt((w * h) / samples));
  const width = Math.ceil(w / step);
  const height = Math.ceil(h / step);
  const field = { width, height, step, origin: -BLEED };

  const heights = heightField(grid, field);
  const soft = blur(heights, width, height, Math.max(1, Math.round(6 / step)), 2);
  const range = extent(soft);
  const rough = roughened(soft, field, range);
  const tints = tintField(grid, board, field);
  const unknown = unknownField(grid, field);
  const pixels = shade(rough, soft, tints, unknown, field, range);
  const interval = contourInterval(range.high - range.low);
  const coarse = Math.max(1, Math.round(6 / step));
  const drawn = contours(soft, field, coarse, range.low, range.high, interval);
  const lines = drawn.lines.flatMap((line) => known(line, unknown, field));
  const strong = drawn.strong.flatMap((line) => known(line, unknown, field));
  return { ...field, pixels, lines, strong, interval, coast: coastline(grid, board) };
}

/** @param {Board["look"]} look @param {HexSpec} hex */
export function isWater(look, hex) {
  return look.terrain?.[hex.terrain]?.texture === "water";
}

/** @typedef {{width: number, height: number, step: number, origin: number}} Field */

/** @param {Grid} grid @param {Field} field @returns {Float32Array} metres, through centres and corners */
function heightField(grid, { width, height, step, origin }) {
  const out = new Float32Array(width * height).fill(Number.NaN);
  for (const hex of grid.hexes.values()) {
    if (hex.terrain === "none") continue;
    const middle = hex.elevation ?? 0;
    const round = hex.corners?.length === 6 ? hex.corners : Array(6).fill(middle);
    const c = grid.centre(hex.id);
    for (let k = 0; k < 6; k++) {
      const p = CORNERS[k];
      const q = CORNERS[(k + 1) % 6];
      fillTriangle(out, width, height,
        (c.x - origin) / step, (c.y - origin) / step, middle,
        (c.x + p.x - origin) / step, (c.y + p.y - origin) / step, round[k],
        (c.x + q.x - origin) / step, (c.y + q.y - origin) / step, round[(k + 1) % 6]);
    }
  }
  const unknown = Uint8Array.from(out, (v) => (Number.isNaN(v) ? 1 : 0));
  spread(out, width, height);
  // Beyond the last hexes nothing is known: let the ground run out softly rather than in streaks.
  const far = blur(out, width, height, Math.max(2, Math.round(34 / step)), 2);
  for (let k = 0; k < out.length; k++) if (unknown[k]) out[k] = far[k];
  return out;
}

/**
 * @param {Float32Array} out @param {number} width @param {number} height
 * @param {number} ax @param {number} ay @param {number} az @param {number} bx @param {number} by @param {number} bz
 * @param {number} cx @param {number} cy @param {number} cz
 */
function fillTriangle(out, width, height, ax, ay, az, bx, by, bz, cx, cy, cz) {
  const area = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy);
  const top = Math.max(0, Math.floor(Math.min(ay, by, cy)));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by, cy)));
  const left = Math.max(0, Math.floor(Math.min(ax, bx, cx)));
  const right = Math.min(width - 1, Math.ceil(Math.max(ax, bx, cx)));
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const u = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / area;
      const v = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / area;
      const t = 1 - u - v;
      if (u >= -1e-4 && v >= -1e-4 && t >= -1e-4) out[y * width + x] = u * az + v * bz + t * cz;
    }
  }
}

/** Carry known values outward into the unknown rim. @param {Float32Array} a @param {number} width @param {number} height */
function spread(a, width, height) {
  // Columns first (the ragged rim of a hex map is above and below), then rows.
  const sweep = (/** @type {number} */ count, /** @type {number} */ length, /** @type {(i: number, j: number) => number} */ at) => {
    for (let i = 0; i < count; i++) {
      let last = Number.NaN;
      for (let j = 0; j < length; j++) {
        const k = at(i, j);
        if (Number.isNaN(a[k])) a[k] = last;
        else last = a[k];
      }
      last = Number.NaN;
      for (let j = length - 1; j >= 0; j--) {
        const k = at(i, j);
        if (Number.isNaN(a[k])) a[k] = last;
        else last = a[k];
      }
    }
  };
  sweep(width, height, (x, y) => y * width + x);
  sweep(height, width, (y, x) => y * width + x);
}

/**
 * A box blur repeated: near enough to a Gaussian, and its cost does not grow with the radius.
 * @template {Float32Array} T
 * @param {T} source @param {number} width @param {number} height @param {number} radius @param {number} times
 */
function blur(source, width, height, radius, times) {
  let from = Float32Array.from(source);
  let to = new Float32Array(source.length);
  const pass = (/** @type {number} */ count, /** @type {number} */ length, /** @type {number} */ line, /** @type {number} */ stride) => {
    for (let i = 0; i < count; i++) {
      const base = i * line;
      let sum = 0;
      for (let j = -radius; j <= radius; j++) sum += from[base + Math.min(length - 1, Math.max(0, j)) * stride];
      for (let j = 0; j < length; j++) {
        to[base + j * stride] = sum / (2 * radius + 1);
        sum += from[base + Math.min(length - 1, j + radius + 1) * stride] - from[base + Math.max(0, j - radius) * stride];
      }
    }
    [from, to] = [to, from];
  };
  for (let t = 0; t < times; t++) {
    pass(height, width, width, 1);
    pass(width, height, 1, width);
  }
  return from;
}

/** 1 where the map says nothing of the ground, fading to 0: no slope is lit there. @param {Grid} grid @param {Field} field */
function unknownField(grid, { width, height, step, origin }) {
  const out = new Float32Array(width * height);
  const corners = CORNERS.map((p) => ({ x: p.x * 1.04, y: p.y * 1.04 }));
  for (const hex of grid.hexes.values()) {
    if (hex.terrain !== "none") continue;
    const c = grid.centre(hex.id);
    for (let k = 0; k < 6; k++) {
      const p = corners[k];
      const q = corners[(k + 1) % 6];
      fillTriangle(out, width, height,
        (c.x - origin) / step, (c.y - origin) / step, 1,
        (c.x + p.x - origin) / step, (c.y + p.y - origin) / step, 1,
        (c.x + q.x - origin) / step, (c.y + q.y - origin) / step, 1);
    }
  }
  return blur(out, width, height, Math.max(1, Math.round(16 / step)), 2);
}

/** The stretches of a line that run through known ground. @param {Float32Array} line x and y in turn @param {Float32Array} unknown @param {Field} field */
function known(line, unknown, { width, height, step, origin }) {
  /** @type {number[][]} */
  const found = [[]];
  for (let i = 0; i < line.length; i += 2) {
    const x = clamp(Math.round((line[i] - origin) / step), 0, width - 1);
    const y = clamp(Math.round((line[i + 1] - origin) / step), 0, height - 1);
    if (unknown[y * width + x] < 0.35) found[found.length - 1].push(line[i], line[i + 1]);
    else if (found[found.length - 1].length) found.push([]);
  }
  return found.filter((part) => part.length > 3).map((part) => Float32Array.from(part));
}

/** @param {Float32Array} a */
function extent(a) {
  let low = Infinity;
  let high = -Infinity;
  for (const v of a) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return Number.isFinite(low) ? { low, high: Math.max(high, low + 1) } : { low: 0, high: 1 };
}

/**
 * Crags and gullies finer than the data, only where the data says the ground is steep.
 * They are an engraver's texture, too small to move a slope from one hex to the next.
 * @param {Float32Array} heights @param {Field} field @param {{low: number, high: number}} range
 */
function roughened(heights, { width, height, step }, range) {
  const out = new Float32Array(heights.length);
  const reach = Math.max(1, Math.round(14 / step));
  const most = (range.high - range.low) * 0.10;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const k = y * width + x;
      const l = heights[y * width + Math.max(0, x - reach)];
      const r = heights[y * width + Math.min(width - 1, x + reach)];
      const u = heights[Math.max(0, y - reach) * width + x];
      const d = heights[Math.min(height - 1, y + reach) * width + x];
      const steep = Math.min(most, Math.abs(r - l) + Math.abs(d - u));
      const wx = (x * step) / 46;
      const wy = (y * step) / 46;
      const ridge = 1 - 2 * Math.abs(fbm(wx, wy, 4));
      out[k] = heights[k] + steep * 0.34 * (ridge - 0.5) + (range.high - range.low) * 0.0016 * fbm(wx * 2.1, wy * 2.1, 3);
    }
  }
  return out;
}

/** @param {string} colour "#rrggbb" @returns {[number, number, number]} */
export function rgb(colour) {
  const n = Number.parseInt(colour.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

/**
 * The terrain's colour at every sample; borders between terrains wander a little, as a painter's would.
 * @param {Grid} grid @param {Pick<Board, "look">} board @param {Field} field
 * @returns {Float32Array[]} red, green, blue
 */
function tintField(grid, board, { width, height, step, origin }) {
  const planes = [0, 1, 2].map(() => new Float32Array(width * height));
  /** @type {Map<string, [number, number, number]>} */
  const colours = new Map();
  const land = Object.values(board.look.terrain ?? {}).find((t) => t.texture !== "water")?.colour ?? "#e8d9b0";
  const fallback = rgb(land);
  for (const hex of grid.hexes.values()) {
    if (colours.has(hex.terrain)) continue;
    // Water is laid over the ground later with a drawn shore; under it lies plain land.
    const look = board.look.terrain?.[hex.terrain];
    colours.set(hex.terrain, look?.colour && look.texture !== "water" ? rgb(look.colour) : fallback);
  }
  const outside = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const px = x * step + origin;
      const py = y * step + origin;
      const wx = px + 17 * noise(px / 34, py / 34) + 5 * noise(px / 11 + 5, py / 11);
      const wy = py + 17 * noise(px / 34 + 71, py / 34 - 20) + 5 * noise(px / 11, py / 11 + 8);
      const id = grid.at(wx, wy) ?? beside(grid, wx, wy);
      const hex = id ? grid.hexes.get(id) : undefined;
      const colour = (hex && colours.get(hex.terrain)) ?? fallback;
      const k = y * width + x;
      outside[k] = grid.at(px, py) ? 0 : 1;
      planes[0][k] = colour[0];
      planes[1][k] = colour[1];
      planes[2][k] = colour[2];
    }
  }
  return planes.map((plane) => {
    // Beyond the last hexes the colour runs out softly, as the ground does.
    const far = blur(plane, width, height, Math.max(2, Math.round(34 / step)), 2);
    const whole = plane.map((v, k) => (outside[k] ? far[k] : v));
    return blur(whole, width, height, Math.max(1, Math.round(4 / step)), 1);
  });
}

/** The hex of the map's rim next to a point outside it: half the columns begin half a hex further in. @param {Grid} grid @param {number} x @param {number} y */
function beside(grid, x, y) {
  const { w, h } = grid.bounds;
  for (const inset of [0.05, 0.3, 0.6, 1]) {
    const id = grid.at(clamp(x, RADIUS * inset, w - RADIUS * inset), clamp(y, HEIGHT * inset, h - HEIGHT * inset));
    if (id) return id;
  }
  return null;
}

/** @param {number} v @param {number} a @param {number} b */
function clamp(v, a, b) {
  return Math.min(b, Math.max(a, v));
}

/** Light from the north-west mostly, with some from beside it, so that no slope goes dead. */
const LIGHTS = [[315, 0.62], [270, 0.16], [0, 0.16], [45, 0.06]].map(([azimuth, weight]) => {
  const a = (azimuth * Math.PI) / 180;
  const up = (42 * Math.PI) / 180;
  return { x: Math.sin(a) * Math.cos(up), y: -Math.cos(a) * Math.cos(up), z: Math.sin(up), weight };
});

/**
 * @param {Float32Array} heights @param {Float32Array} soft @param {Float32Array[]} tints @param {Float32Array} unknown
 * @param {Field} field @param {{low: number, high: number}} range
 */
function shade(heights, soft, tints, unknown, { width, height, step }, range) {
  const pixels = new Uint8ClampedArray(width * height * 4);
  // The steepest tenth of the ground should be strongly lit whatever the scale of the map.
  const scale = 1.15 / slopeAt(soft, width, height, step, 0.93);
  const flat = Math.sin((42 * Math.PI) / 180);
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, y - 1) * width;
    const down = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const k = y * width + x;
      const known = scale * Math.max(0, 1 - 1.9 * unknown[k]);
      const gx = ((heights[y * width + Math.min(width - 1, x + 1)] - heights[y * width + Math.max(0, x - 1)]) / (2 * step)) * known;
      const gy = ((heights[down + x] - heights[up + x]) / (2 * step)) * known;
      const length = Math.sqrt(gx * gx + gy * gy + 1);
      let light = 0;
      for (let i = 0; i < LIGHTS.length; i++) {
        const from = LIGHTS[i];
        const shine = (from.z - gx * from.x - gy * from.y) / length;
        if (shine > 0) light += from.weight * shine;
      }
      const lit = light / flat - 1; // 0 on the flat, negative in shadow
      const rise = (soft[k] - range.low) / (range.high - range.low);
      const dark = lit < 0 ? 0.62 * (1 - Math.exp(lit * 1.25)) : 0;
      const bright = lit > 0 ? 0.6 * (1 - Math.exp(-lit * 1.2)) : 0;
      const grain = (hashGrain(x, y) - 0.5) * 5;
      for (let c = 0; c < 3; c++) {
        let v = tints[c][k];
        // Height: lowlands a little greener and darker, heights paler and warmer.
        v *= HIGH[c] * rise + LOW[c] * (1 - rise);
        v += dark ? (SHADOW[c] - v) * dark : (255 * GLOW[c] - v) * bright;
        pixels[k * 4 + c] = v + grain;
      }
      pixels[k * 4 + 3] = 255;
    }
  }
  return pixels;
}

const LOW = [0.965, 0.99, 0.955];
const HIGH = [1.035, 1.0, 0.97];
/** Shade is cool and hills are warm: one is never taken for the other. */
const SHADOW = [52, 56, 104];
const GLOW = [1.0, 0.975, 0.9];

/** Paper grain. @param {number} x @param {number} y */
function hashGrain(x, y) {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return (h >>> 8) / 16777216;
}

/**
 * The slope that a share of the ground stays under.
 * @param {Float32Array} a @param {number} width @param {number} height @param {number} step @param {number} share
 */
function slopeAt(a, width, height, step, share) {
  /** @type {number[]} */
  const seen = [];
  for (let y = 2; y < height - 2; y += 3) {
    for (let x = 2; x < width - 2; x += 3) {
      const gx = (a[y * width + x + 1] - a[y * width + x - 1]) / (2 * step);
      const gy = (a[(y + 1) * width + x] - a[(y - 1) * width + x]) / (2 * step);
      seen.push(Math.hypot(gx, gy));
    }
  }
  seen.sort((p, q) => p - q);
  return Math.max(1e-3, seen[Math.floor(seen.length * share)] ?? 1);
}

/** @param {number} range metres @returns {number} a round contour interval that gives about a dozen lines */
function contourInterval(range) {
  for (const step of [5, 10, 20, 25, 50, 100, 200, 250, 500]) if (range / step <= 16) return step;
  return 1000;
}

/** Water's edge as closed lines, wandering a little inside the hexes it divides. @param {Grid} grid @param {Pick<Board, "look">} board */
function coastline(grid, board) {
  const hexes = [...grid.hexes.values()];
  if (!hexes.some((hex) => isWater(board.look, hex))) return [];
  const step = 7;
  const rim = 14; // samples of margin: water running off the map closes outside it, too far off for its shore lines to be seen
  const width = Math.ceil(grid.bounds.w / step) + 2 * rim;
  const height = Math.ceil(grid.bounds.h / step) + 2 * rim;
  const origin = -rim * step;
  const wet = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const px = x * step + origin;
      const py = y * step + origin;
      const wx = clamp(px + 9 * noise(px / 30 + 3, py / 30), 2, grid.bounds.w - 2);
      const wy = clamp(py + 9 * noise(px / 30, py / 30 + 40), HEIGHT * 0.52, grid.bounds.h - HEIGHT * 0.52);
      const id = grid.at(wx, wy) ?? grid.at(clamp(wx, RADIUS, grid.bounds.w - RADIUS), wy);
      const hex = id ? grid.hexes.get(id) : undefined;
      wet[y * width + x] = hex && isWater(board.look, hex) ? 1 : 0;
    }
  }
  const soft = blur(wet, width, height, 3, 2);
  for (let x = 0; x < width; x++) soft[x] = soft[(height - 1) * width + x] = 0;
  for (let y = 0; y < height; y++) soft[y * width] = soft[y * width + width - 1] = 0;
  return contours(soft, { width, height, step, origin }, 1, -0.5, 1, 1).lines;
}
