// A vehicle or gun on its counter: the silhouette turned to its facing, the turret to its own, and its state as shapes.

import { silhouetteOf } from "./silhouettes.js";

/** @typedef {import('../types.js').PieceSpec} PieceSpec */
/** @typedef {import('../types.js').PieceState} PieceState */

/** Marks that are drawn and need no plate beside the vehicle. */
const DRAWN = new Set(["exposed", "motion", "reverse", "bogged", "immobile", "stunned", "shocked", "unknown_kill", "abandoned", "wreck", "burning", "hull_down"]);

const DUST = '<path class="dust" d="M-9 20q-4 3-2 6M-3 20q-2 4 0 7M3 20q2 4 0 7M9 20q4 3 2 6"/>';
const BERM = '<path class="berm" d="M-19-9Q-10-17 0-17T19-9L17-3Q9-10 0-10T-17-3Z"/><path class="stones" d="M-14-9.500l4-2M-5-13.500h4M4-13.500h4M10-11l4 2"/>';
const MIRE = '<path class="mire" d="M-18 3q3-4 6 0t6 0 6 0 6 0 6 0M-18 9q3-4 6 0t6 0 6 0 6 0 6 0M-18 15q3-4 6 0t6 0 6 0 6 0 6 0"/>';
const SHED = '<path class="shed" d="M-13 14q-5 4-3 9 3 5 8 3M13 14q5 4 3 9"/><path class="broken-link" d="M-17-3h8M9-3h8"/>';
const STARS = '<g class="stars"><path d="M-11-14l1.400 3.200 3.400.300-2.600 2.300.800 3.300-3-1.800-3 1.800.800-3.300-2.600-2.300 3.400-.300ZM11-14l1.400 3.200 3.400.300-2.600 2.300.800 3.300-3-1.800-3 1.800.800-3.300-2.600-2.300 3.400-.300Z"/></g>';
const BOLT = '<path class="bolt" d="M3-17-6 1H-1L-3 15 7-4H2Z"/>';
const CROSS = '<path class="dead" d="M-15-15 15 15M15-15-15 15"/>';
const FLAMES = '<g class="flames"><path class="smoke" d="M4-4C-2-12 8-16 2-24S12-32 8-40C20-34 18-26 14-22S22-12 14-4Z"/><path class="fire" d="M-9 10C-13 0-5-2-6-11 0-8 1-4 2-1 4-4 4-7 3-10 10-4 12 4 8 10 4 14-5 14-9 10Z"/><path class="ember" d="M-4 10C-6 5-1 3-1-2 3 2 5 6 3 10Z"/></g>';

/** @param {number | undefined} hour of a clock that lies on the map */
const degrees = (hour) => (hour ?? 12) * 30;

/** Whether a counter shows a vehicle or gun from above. @param {PieceSpec} piece */
export const isSeenFromAbove = (piece) => Boolean(silhouetteOf(piece.top));

/** A gun that men serve turns as a whole: it has no hull. @param {PieceSpec | undefined} piece */
export const isGun = (piece) => ["gun", "field-gun", "anti-aircraft-gun", "mortar", "rifle"].includes(piece?.top ?? "");

/** The marks that still want a plate. @param {PieceSpec} piece @param {string[]} marks */
export function platesOf(piece, marks) {
  return isSeenFromAbove(piece) ? marks.filter((mark) => !DRAWN.has(mark)) : marks;
}

/** @param {PieceSpec} piece @param {PieceState} state @returns {string} markup */
export function vehicleMarkup(piece, state) {
  const shape = silhouetteOf(piece.top);
  if (!shape) return "";
  const has = (/** @type {string} */ mark) => (state.marks ?? []).includes(mark);
  const hull = degrees(state.facing);
  // A turret that was blown off its ring lies askew.
  const turret = degrees(state.turret ?? state.facing) + (has("wreck") ? 37 : 0);
  const dead = has("wreck") || has("burning");
  const look = has("wreck") || has("burning") ? "wrecked" : has("abandoned") ? "empty" : "";
  const size = (shape.size ?? 1) * 0.93;
  const scale = `scale(${size})`;
  const hatch = shape.hatch && !dead ? hatchMarkup(shape.hatch, has("exposed"), has("abandoned")) : "";
  const parts = [
    dead ? "" : `<path class="bearing" d="M0-30 2.800-21.500 0-23-2.800-21.500Z" transform="rotate(${isGun(piece) ? turret : hull})"/>`,
    `<g transform="rotate(${hull}) ${scale}">`,
    has("motion") && !dead ? `<g${has("reverse") ? ' transform="rotate(180)"' : ""}>${DUST}</g>` : "",
    shape.hull,
    shape.turret || !hatch ? "" : hatch,
    has("immobile") && !dead ? SHED : "",
    "</g>",
    shape.turret ? `<g transform="${has("wreck") ? "translate(3 2) " : ""}rotate(${turret}) ${scale}">${shape.turret}${hatch}</g>` : "",
    has("hull_down") && !dead ? `<g transform="rotate(${hull})">${BERM}</g>` : "",
    has("bogged") && !dead ? MIRE : "",
    has("shocked") || has("unknown_kill") ? BOLT : has("stunned") ? STARS : "",
    has("wreck") && !has("burning") ? CROSS : "",
    has("burning") ? FLAMES : "",
  ];
  return `<g class="vehicle ${look}" transform="translate(0 1.500)">${parts.join("")}</g>`;
}

/** The commander looks out of an open hatch; a shut one is a plain lid. @param {[number, number]} at @param {boolean} open @param {boolean} empty */
function hatchMarkup([x, y], open, empty) {
  if (empty) return `<g transform="translate(${x} ${y})"><circle class="hole" r="2.600"/><path class="lid" d="M2.600-2.600A3.600 3.600 0 0 1 6.200 1L3.400 1.600Z"/></g>`;
  if (!open) return `<circle class="lid" cx="${x}" cy="${y}" r="2.600"/>`;
  return `<g transform="translate(${x} ${y})"><circle class="hole" r="3.200"/><path class="lid" d="M-3.200-.500A3.600 3.600 0 0 0-7.200 1.800L-4 2.800Z"/><circle class="head" r="2.100"/></g>`;
}

/** From far away: which way it points, whether it lives, and what is the matter, in strokes that stay readable. @param {PieceSpec} piece @param {PieceState} state */
export function farMarkup(piece, state) {
  if (!isSeenFromAbove(piece)) return "";
  const has = (/** @type {string} */ mark) => (state.marks ?? []).includes(mark);
  if (has("burning")) return `<g class="from-afar"><path class="fire" d="M-16 20C-24 0-8-4-10-24 0-16 4-8 4-2 8-8 8-14 6-20 20-8 24 10 16 20 8 28-10 28-16 20Z"/></g>`;
  if (has("wreck")) return '<g class="from-afar"><path class="dead" d="M-18-18 18 18M18-18-18 18"/></g>';
  const gun = isGun(piece);
  const arrow = gun ? "M0-24V10M-9-8 0-24 9-8M-12 14H12" : "M0-25 17 18 0 9-17 18Z";
  const state_ = has("stunned") || has("shocked") ? '<path class="bolt" d="M5-20-10 2H-1L-5 20 11-5H2Z"/>' : has("bogged") || has("immobile") ? '<path class="stuck" d="M-20 22H20"/>' : has("motion") ? `<path class="going" transform="rotate(${degrees(state.facing)})" d="M-8 22V29M0 20V29M8 22V29"/>` : has("hull_down") ? `<path class="going" transform="rotate(${degrees(state.facing)})" d="M-18-14Q0-32 18-14"/>` : "";
  return `<g class="from-afar"><path class="${gun ? "gun-arrow" : "arrow-head"}${has("abandoned") ? " empty" : ""}" d="${arrow}" transform="rotate(${degrees(gun ? state.turret : state.facing)})"/>${state_}</g>`;
}
