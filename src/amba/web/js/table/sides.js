// What tells the sides apart for every eye: besides its colour, each has a shape, on counters, flags, the small map and its name.

import { svg } from "../dom.js";

/** @typedef {import('../types.js').Board} Board */

/** So much is cut off a corner of the second side's counters. */
const CUT = 9;

/** @param {Board} board @param {string | undefined} side @returns {boolean} whether its counters have cut corners: every second side's do */
export function isCut(board, side) {
  return board.sides.findIndex((one) => one.key === side) % 2 === 1;
}

/** The outline of a counter, 60 by 60 round its middle. @param {boolean} cut @param {number} inset @param {number} round */
export function outline(cut, inset, round) {
  const r = 30 - inset;
  if (!cut) return `M${-r} ${-r + round}Q${-r} ${-r} ${-r + round} ${-r}H${r - round}Q${r} ${-r} ${r} ${-r + round}V${r - round}Q${r} ${r} ${r - round} ${r}H${-r + round}Q${-r} ${r} ${-r} ${r - round}Z`;
  const c = CUT - inset * 0.4;
  return `M${-r} ${-r + c}L${-r + c} ${-r}H${r - c}L${r} ${-r + c}V${r - c}L${r - c} ${r}H${-r + c}L${-r} ${r - c}Z`;
}

/** The coloured header of a counter. @param {boolean} cut */
export function headerPath(cut) {
  return cut ? "M-28.500-21.500-21.500-28.500H21.500L28.500-21.500V-18H-28.500Z" : "M-28.500-24.500Q-28.500-28.500-24.500-28.500H24.500Q28.500-28.500 28.500-24.500V-18H-28.500Z";
}

/** A flag on a pole: a pennant, or a flag with a swallow's tail. @param {boolean} cut */
export function flagPath(cut) {
  return cut ? "M0 12V-10H14L9.500-5.500 14-1H0" : "M0 12V-10L14-5.500 0-1";
}

/** The side's shape before its name. @param {Board} board @param {string} side */
export function sideMark(board, side) {
  const mark = svg("svg", { viewBox: "-32 -32 64 64", class: "side-mark", "aria-hidden": "true" });
  mark.append(svg("path", { d: isCut(board, side) ? "M-30-10-10-30H10L30-10V10L10 30H-10L-30 10Z" : outline(false, 2, 3) }));
  return mark;
}

/** Ink that can be read on a colour. @param {string} colour "#rrggbb" */
export function inkOn(colour) {
  const n = Number.parseInt(colour.slice(1), 16);
  const part = (/** @type {number} */ shift) => {
    const c = ((n >> shift) & 255) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  const light = 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0);
  // Whichever of the two has the greater contrast; on any colour one of them has 4.5 or more.
  return 1.05 / (light + 0.05) > (light + 0.05) / 0.0515 ? "#ffffff" : "#0d0602";
}
