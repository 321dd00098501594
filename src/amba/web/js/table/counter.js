// One counter as a printed piece: colours, symbol, size, factors, designation, marks. 60 by 60 round its centre.

import { translated } from "../languages.js";
import { escape } from "../dom.js";
import { symbolFor } from "./symbols.js";
import { headerPath, isCut, outline } from "./sides.js";
import { farMarkup, isSeenFromAbove, platesOf, vehicleMarkup } from "./vehicle.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').PieceSpec} PieceSpec */
/** @typedef {import('../types.js').PieceState} PieceState */
/** @typedef {import('../types.js').MarkLook} MarkLook */

/** Shapes of status plates: a mark is told by its shape and its letters, never by colour alone. @type {Record<string, string>} */
const SHAPES = {
  triangle: "M0-5 5.500 4.500H-5.500Z",
  square: "M-4.500-4.500H4.500V4.500H-4.500Z",
  circle: "M-5 0A5 5 0 1 1 5 0A5 5 0 1 1-5 0Z",
  diamond: "M0-6 5.500 0 0 6-5.500 0Z",
  bar: "M-6-2.500H6V2.500H-6Z",
};

/** What somebody has done: an arrow for a march, a cross for a fight, a burst for a shot. @type {Record<string, string>} */
const ACTED = { bar: "M-3.800-3 -.500 0-3.800 3M.300-3 3.600 0 .300 3", diamond: "M-3.200-3.200 3.200 3.200M3.200-3.200-3.200 3.200", circle: "M0-4V4M-4 0H4M-2.700-2.700 2.700 2.700M2.700-2.700-2.700 2.700" };

/** @param {Board} board @param {PieceSpec} piece @param {string} [side] who holds it now */
export function coloursOf(board, piece, side) {
  const { look } = board;
  const style = piece.colours?.[side ?? ""] ?? piece.colour ?? "";
  const own = look.counters?.[style] ?? look.colours?.[style];
  const whose = look.sides?.[side ?? piece.side];
  // A piece that has changed sides shows it in its header even if its own colours stay.
  const turned = side && side !== piece.side ? whose : undefined;
  return {
    fill: own?.fill ?? look.sides?.[piece.colour ?? ""]?.fill ?? whose?.fill ?? "#cbbf9f",
    ink: own?.ink ?? look.sides?.[piece.colour ?? ""]?.ink ?? whose?.ink ?? "#1c1612",
    accent: turned?.accent ?? own?.accent ?? whose?.accent ?? "#6a4a2a",
    symbol: own?.symbol,
  };
}

/** Over a counter that a mark has as good as turned over: it is told from fresh ones at a glance. @param {boolean} cut */
const veil = (cut) => `<g class="veil"><path class="gauze" d="${outline(cut, 0.7, 4)}"/><path d="M-25 25 25-25"/></g>`;

/** @param {Board} board @param {PieceSpec} piece @param {PieceState} state @returns {string} markup */
export function counterMarkup(board, piece, state) {
  const { fill, ink, accent } = coloursOf(board, piece, state.side);
  const face = piece.faces[state.face ?? 0] ?? piece.faces[0] ?? {};
  const turned = Boolean(state.side && state.side !== piece.side);
  const header = piece.band || turned ? bandColour(board, piece.band, accent) : "";
  const cut = isCut(board, state.side ?? piece.side);
  const band = header ? `<path d="${headerPath(cut)}" fill="${header}"/>` : "";
  const above = isSeenFromAbove(piece);
  const symbol = above ? "" : symbolFor(face.kind ?? piece.kind);
  // A counter that may be one of many (bought in a battle of one's own) is drawn as what it is now.
  if (above) return aboveMarkup(board, face.top ? { ...piece, top: face.top, designation: face.name } : piece, state, { fill, ink, accent, cut, face });
  const name = symbol ? face.name ?? piece.designation ?? "" : piece.size ?? "";
  const nameInk = header ? (isLight(header) ? "#1c120a" : "#fffaf0") : ink;
  const parts = [
    `<path d="${outline(cut, 0, 4.5)}" transform="translate(2 3)" class="drop"/>`,
    `<path d="${outline(cut, 0, 4.5)}" fill="${fill}" class="card"/>`,
    `<path d="${outline(cut, 1.4, 3.4)}" class="bevel"/>`,
    band,
    face.reduced ? `<path d="${cut ? "M-29.300 11.500H29.300V21L21 29.300H-21L-29.300 21Z" : "M-29.300 11.500H29.300V29H-29.300Z"}" class="reduced"/>` : "",
    name ? fitted(name, 0, -20.4, 9.2, 52, `fill="${nameInk}" class="name"`) : "",
  ];
  if (symbol) {
    parts.push(
      piece.size && piece.size !== "-" ? `<text y="-12.2" class="size" fill="${ink}">${escape(piece.size)}</text>` : "",
      `<g transform="translate(0 -1.500)" style="--ink:${ink};--box:${mix(fill)}" class="symbol">${symbol}</g>`,
      piece.code ? `<text transform="translate(-20.500 -1.500)rotate(-90)" class="code" fill="${ink}">${escape(piece.code)}</text>` : "",
    );
  } else {
    parts.push(wordsOf(translated(piece.title), ink));
  }
  parts.push(
    factor(face.left, -16, ink, symbol ? 17 : 13),
    // A long figure on the right pushes the middle one aside.
    factor(face.middle, (face.right ?? "").length > 2 ? -3.5 : 0, ink, 12.5),
    factor(face.right, 16, ink, symbol ? 17 : 13),
    face.left && face.right && !face.middle && !/^[-+]/.test(face.right) ? `<path d="M-2.800 20.500H2.800" stroke="${ink}" stroke-width="1.800"/>` : "",
    (state.marks ?? []).some((key) => board.look.marks?.[key]?.veil) ? veil(cut) : "",
    doneMarkup(board, state.marks ?? [], cut),
    marksMarkup(board, (state.marks ?? []).filter((key) => !board.look.marks?.[key]?.done)),
    `<path d="${outline(cut, 0, 4.5)}" fill="${board.look.sides?.[state.side ?? piece.side]?.accent ?? accent}" class="block"/>`,
  );
  return parts.join("");
}

/**
 * A vehicle or gun, seen from above: the silhouette fills the card, and the figures keep to its corners.
 * @param {Board} board @param {PieceSpec} piece @param {PieceState} state
 * @param {{fill: string, ink: string, accent: string, cut: boolean, face: import('../types.js').Face}} style
 */
function aboveMarkup(board, piece, state, { fill, ink, accent, cut, face }) {
  const side = board.look.sides?.[state.side ?? piece.side]?.accent ?? accent;
  return [
    `<path d="${outline(cut, 0, 4.5)}" transform="translate(2 3)" class="drop"/>`,
    `<path d="${outline(cut, 0, 4.5)}" fill="${fill}" class="card"/>`,
    `<path d="${outline(cut, 1.4, 3.4)}" class="bevel"/>`,
    `<g class="figures">${typeName(piece.designation ?? "", ink)}`,
    corner(face.left, -26, "start", ink),
    corner(face.right, 26, "end", ink),
    "</g>",
    doneMarkup(board, state.marks ?? [], cut),
    `<path d="${outline(cut, 0, 4.5)}" fill="${side}" class="block"/>`,
    `<g style="--ink:${ink};--paint:${fill}">${vehicleMarkup(piece, state)}${farMarkup(piece, state)}</g>`,
    marksMarkup(board, platesOf(piece, state.marks ?? []).filter((key) => !board.look.marks?.[key]?.done)),
  ].join("");
}

/** A long name is written smaller. @param {string} name @param {string} ink */
function typeName(name, ink) {
  return `<text y="-22" font-size="${Math.min(8, 96 / Math.max(1, name.length))}" fill="${ink}" class="name">${escape(name)}</text>`;
}

/** @param {string | undefined} text @param {number} x @param {"start" | "end"} anchor @param {string} ink */
function corner(text, x, anchor, ink) {
  return text ? `<text x="${x}" y="27" class="corner" style="text-anchor:${anchor}" fill="${ink}">${escape(text)}</text>` : "";
}

/** @param {Board} board @param {string | undefined} band @param {string} accent */
function bandColour(board, band, accent) {
  if (!band) return accent;
  if (band.startsWith("#")) return band;
  return board.look.bands?.[band] ?? board.look.counters?.[band]?.accent ?? board.look.sides?.[band]?.accent ?? accent;
}

/** @param {string | undefined} text @param {number} x @param {string} ink @param {number} size */
function factor(text, x, ink, size) {
  if (!text) return "";
  const wide = text.length > 2 ? size * 0.72 : size;
  return `<text x="${x}" y="26" class="factor" font-size="${wide}" fill="${ink}">${escape(text)}</text>`;
}

/** Text pressed together where it would run over. @param {string} text @param {number} x @param {number} y @param {number} size @param {number} room @param {string} attributes */
function fitted(text, x, y, size, room, attributes) {
  const guess = text.length * size * 0.58;
  const squeeze = guess > room ? ` textLength="${room}" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text x="${x}" y="${y}" font-size="${size}" ${attributes}${squeeze}>${escape(text)}</text>`;
}

/** A chit has words in place of a symbol. @param {string} title @param {string} ink */
function wordsOf(title, ink) {
  const lines = title.split(" ").slice(0, 3);
  return lines.map((word, i) => fitted(word, 0, -1 + (i - (lines.length - 1) / 2) * 11 + 3, 10.5, 52, `fill="${ink}" class="name"`)).join("");
}

/** Who has acted is paler, with a small round sign at the right for what he did. @param {Board} board @param {string[]} marks @param {boolean} cut */
function doneMarkup(board, marks, cut) {
  const done = marks.filter((key) => board.look.marks?.[key]?.done);
  if (!done.length) return "";
  return `<path class="spent" d="${outline(cut, 0.7, 4)}"/>` + done.map((key, i) => doneSign(board, key, 30, -8 + i * 15)).join("");
}

/** @param {Board} board @param {string} key @param {number} x @param {number} y */
function doneSign(board, key, x, y) {
  const look = board.look.marks?.[key] ?? {};
  return `<g transform="translate(${x} ${y})" class="acted"><g><title>${escape(look.title ?? key)}</title><circle r="7" fill="${look.colour ?? "#55524a"}"/><path d="${ACTED[look.shape ?? "bar"] ?? ACTED.bar}"/></g></g>`;
}

/** @param {Board} board @param {string[]} marks */
function marksMarkup(board, marks) {
  // The plates stand on the counter's upper edge, right to left, and cover nothing that is printed.
  let right = 31;
  let y = -39.5;
  return marks.map((key) => {
    const { width } = markMarkup(board, key, right, y);
    if (right < 31 && right - width < -42) {
      // More than the counter is wide: a second row, rather than over the neighbour.
      right = 31;
      y -= 13;
    }
    const { markup } = markMarkup(board, key, right, y);
    right -= width + 1;
    return markup;
  }).join("");
}

/** One status plate; a positive x is its right edge. @param {Board} board @param {string} key @param {number} x @param {number} y */
export function markMarkup(board, key, x, y) {
  const look = board.look.marks?.[key] ?? {};
  if (look.done) return { width: 16, markup: doneSign(board, key, (x > 0 ? x - 8 : x) + 8, y + 6) };
  const short = look.short ?? key.slice(0, 3).toUpperCase();
  const width = 13 + short.length * 5;
  const left = x > 0 ? x - width - 1 : x;
  return { width, markup: `<g transform="translate(${left} ${y})" class="mark"><title>${escape(look.title ?? key)}</title>`
    + `<rect width="${width}" height="12" rx="2.500"/><g transform="translate(7 6)"><path class="pip" d="${SHAPES[look.shape ?? "square"] ?? SHAPES.square}" fill="${look.colour ?? "#8a1f1f"}"/></g>`
    + `<text x="${12}" y="9.100">${escape(short)}</text></g>` };
}

/** @param {string} colour "#rrggbb" */
function isLight(colour) {
  const n = Number.parseInt(colour.slice(1), 16);
  return 0.3 * ((n >> 16) & 255) + 0.59 * ((n >> 8) & 255) + 0.11 * (n & 255) > 105;
}

/** The symbol's box is a little lighter than the card. @param {string} colour */
function mix(colour) {
  const n = Number.parseInt(colour.slice(1), 16);
  const part = (/** @type {number} */ shift) => Math.round(((n >> shift) & 255) * 0.68 + 255 * 0.32);
  return isLight(colour) ? `rgb(${part(16)},${part(8)},${part(0)})` : "rgba(255,255,255,.16)";
}

/** What a screen reader says. @param {Board} board @param {PieceSpec} piece @param {PieceState} state */
export function counterText(board, piece, state) {
  const face = piece.faces[state.face ?? 0] ?? piece.faces[0] ?? {};
  const side = board.sides.find((s) => s.key === (state.side ?? piece.side))?.title ?? "";
  const marks = (state.marks ?? []).map((key) => board.look.marks?.[key]?.title ?? key);
  // Whole sentences stand at the end, so that they can be read (and translated) as sentences.
  const isSaid = Boolean(face.text?.endsWith("."));
  const list = [piece.title, side, piece.kind, (isSaid ? "" : face.text) || [face.left, face.middle, face.right].filter(Boolean).join("-"), face.reduced ? "reduced" : "", isSeenFromAbove(piece) ? state.note ?? "" : "", ...marks].filter(Boolean).join(", ");
  return isSaid ? `${list}: ${face.text}` : list;
}

/** A counter standing by itself in the page. @param {Board} board @param {PieceSpec} piece @param {PieceState} state @param {number} size */
export function counterPicture(board, piece, state, size) {
  const box = document.createElement("span");
  box.className = "counter-picture";
  box.innerHTML = `<svg viewBox="-32 -32 66 66" width="${size}" height="${size}" role="img" aria-label="${escape(counterText(board, piece, state))}"><g class="counter">${counterMarkup(board, piece, state)}</g></svg>`;
  return box;
}

/** The back of a piece that this seat may not identify. */
export const UNKNOWN = '<rect x="-28" y="-27" width="60" height="60" rx="4.500" class="drop"/><rect x="-30" y="-30" width="60" height="60" rx="4.500" fill="#8b8478" class="card"/>'
  + '<rect x="-28.600" y="-28.600" width="57.200" height="57.200" rx="3.400" class="bevel"/><text y="11" class="factor" font-size="32" fill="#2a2622">?</text>';
