// What stands on the map besides counters: signs (roadblocks, works, garrisons), who holds a place, and how many lie in a stack.
// Everything keeps a size that can be seen at every zoom.

import { escape, svg } from "../dom.js";
import { CORNERS } from "../map/grid.js";
import { flagPath, isCut } from "./sides.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Sign} Sign */
/** @typedef {import('../map/grid.js').Grid} Grid */

/** Drawings of signs, 24 by 24 round their middle. @type {Record<string, string>} */
const SYMBOLS = {
  block: "M-11-3.500H11V3.500H-11ZM-8 3.500-11 10M8 3.500 11 10M-5-3.500-8 3.500M2-3.500-1 3.500M9-3.500 6 3.500",
  works: "M-11 6V-1H-7V-6H-3V-1H3V-6H7V-1H11V6Z",
  garrison: "M0-11 10-7V1Q10 8 0 12-10 8-10 1V-7Z",
  depot: "M-9-2 0-9 9-2V9H-9ZM-4 9V2H4V9",
  gas: "M-8 7A5 5 0 0 1-7-3 6 6 0 0 1 4-6 5.500 5.500 0 0 1 9 7Z",
  fire: "M0-11Q9-2 7 5 4 11 0 11-4 11-7 5-8 0-3-3-3 1 0 2 3-3 0-11Z",
  star: "M0-11 3-3.500 11-3.500 4.500 1.500 7 10 0 5-7 10-4.500 1.500-11-3.500-3-3.500Z",
  gun: "M-11 4A5 5 0 1 0-1 4 5 5 0 1 0-11 4ZM-6 3 11-7",
  flag: "M-6 11V-10H9L5-5 9 0H-6",
};

/** A sign by itself, for the map's key. @param {Board} board @param {string} kind @param {string} [side] */
export function signMarkup(board, kind, side) {
  const look = board.look.signs?.[kind] ?? {};
  const rim = board.look.sides?.[side ?? ""]?.accent ?? "#2a1a10";
  return `<circle r="15" class="sign-plate" stroke="${escape(rim)}"/><path d="${SYMBOLS[look.symbol ?? "star"] ?? SYMBOLS.star}" class="sign-art" stroke="${escape(look.colour ?? "#5a1a10")}" fill="${escape(look.colour ?? "#5a1a10")}"/>`;
}

export class Signs {
  /** @param {SVGSVGElement} layer @param {Board} board @param {Grid} grid @param {Element} counters what is held lies under these, everything else over them */
  constructor(layer, board, grid, counters) {
    this.board = board;
    this.grid = grid;
    this.held = svg("g", { class: "held" });
    layer.insertBefore(this.held, counters);
    this.above = svg("g", { class: "signs" });
    counters.after(this.above);
    this.depths = svg("g", { class: "depths" });
    counters.after(this.depths);
    /** @type {Map<Element, string>} */
    this.drawn = new Map();
  }

  /** @param {View} view */
  show(view) {
    this.showHeld(view.places ?? {});
    this.put(this.above, Object.values(this.together(view.signs ?? [])).map((group) => group.map((sign, i) => this.sign(sign, i)).join("")).join("")
      + Object.entries(view.places ?? {}).filter(([id]) => this.grid.has(id)).map(([id, side]) => this.flag(id, side)).join(""));
    this.put(this.depths, Object.entries(view.stacks).filter(([id, keys]) => keys.length > 1 && this.grid.has(id)).map(([id, keys]) => this.depth(id, keys.length)).join(""));
  }

  /** What has not changed is not drawn again. @param {Element} node @param {string} markup */
  put(node, markup) {
    if (this.drawn.get(node) === markup) return;
    this.drawn.set(node, markup);
    node.innerHTML = markup;
  }

  /** Those of one place side by side. @param {Sign[]} signs @returns {Record<string, Sign[]>} */
  together(signs) {
    /** @type {Record<string, Sign[]>} */
    const found = {};
    for (const one of signs) (found[one.at] ??= []).push(one);
    return found;
  }

  /** The ground of a place in the colours of who holds it: what one sees from far away. @param {Record<string, string>} places */
  showHeld(places) {
    const sides = this.board.sides.map((side) => side.key);
    this.put(this.held, Object.entries(places).filter(([id]) => this.grid.has(id)).map(([id, side]) => {
      const colour = this.board.look.sides?.[side]?.accent ?? "#666";
      return `<path d="${this.grid.outline(id, 5)}" class="held-hex" fill="url(#side-${Math.max(0, sides.indexOf(side)) % 2})" style="--rim:${escape(colour)}"/>`;
    }).join(""));
  }

  /** @param {string} id @param {string} side */
  flag(id, side) {
    const c = this.grid.centre(id);
    const title = this.board.sides.find((one) => one.key === side)?.title ?? side;
    return `<g class="sign holder" transform="translate(${c.x + 38} ${c.y})"><g><title>Held by ${escape(title)}</title><path class="flag" transform="translate(-4 0)" d="${flagPath(isCut(this.board, side))}" fill="${escape(this.board.look.sides?.[side]?.accent ?? "#666")}"/></g></g>`;
  }

  /** @param {Sign} sign @param {number} i how many stand there already */
  sign({ at, kind, side, text, title }, i) {
    const look = this.board.look.signs?.[kind] ?? {};
    const [a, b] = at.split("/");
    if (!this.grid.has(a) || (b && !this.grid.has(b))) return "";
    const c = this.grid.centre(a);
    const d = b ? this.grid.centre(b) : null;
    const p = d ? { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 } : { x: c.x - 40 + i * 26, y: c.y + (i ? 30 : 0) };
    const words = title || look.title || kind;
    const letters = text ? `<text y="23" class="sign-text">${escape(text)}</text>` : "";
    const bar = d ? this.bar(c, d, look.colour ?? "#1d1d1d") : "";
    return `${bar}<g class="sign" data-sign="${escape(kind)}" transform="translate(${p.x} ${p.y})"><g><title>${escape(words)}</title>${signMarkup(this.board, kind, side)}${letters}</g></g>`;
  }

  /** A thick line along the hexside between two hexes. @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {string} colour */
  bar(a, b, colour) {
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    const [p, q] = CORNERS.map((corner) => ({ x: a.x + corner.x, y: a.y + corner.y })).sort((u, v) => away(u, angle, a) - away(v, angle, a)).slice(0, 2);
    return `<path d="M${p.x} ${p.y}L${q.x} ${q.y}" class="sign-bar" stroke="${escape(colour)}"/>`;
  }

  /** @param {string} id @param {number} count */
  depth(id, count) {
    const c = this.grid.centre(id);
    return `<g class="depth" transform="translate(${c.x - 30} ${c.y - 31})" aria-hidden="true"><g><circle r="8.500"/><text y="4.200">${count}</text></g></g>`;
  }
}

/** How far a corner points away from a direction. @param {{x: number, y: number}} p @param {number} angle @param {{x: number, y: number}} from */
function away(p, angle, from) {
  const turn = Math.abs(Math.atan2(p.y - from.y, p.x - from.x) - angle);
  return Math.min(turn, 2 * Math.PI - turn);
}
