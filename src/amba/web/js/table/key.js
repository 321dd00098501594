// The map's key at the table: ground, lines, places, counters and marks, without leaving the position.

import { byId, el } from "../dom.js";
import { keyEntries } from "../map/furniture.js";
import { counterMarkup, markMarkup } from "./counter.js";
import { signMarkup } from "./signs.js";

/** @typedef {import('../types.js').Board} Board */

const PARTS = [["ground", "Ground"], ["lines", "Roads, rivers and hexsides"], ["places", "Places"]];

export class MapKey {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.host = byId("key");
    this.filled = false;
  }

  toggle() {
    if (this.host.hidden && !this.filled) this.fill();
    this.host.hidden = !this.host.hidden;
    if (!this.host.hidden) this.host.querySelector("button")?.focus();
    else byId("map").focus({ preventScroll: true });
  }

  fill() {
    this.filled = true;
    const entries = keyEntries(this.board);
    const parts = PARTS.flatMap(([part, title]) => section(title, entries.filter((entry) => entry.part === part).map((entry) => row(sample(entry.draw), entry.title))));
    this.host.replaceChildren(
      el("div", { class: "key-head" }, el("h2", {}, "Map key"), el("button", { type: "button", "aria-label": "Close the key", onclick: () => this.toggle() }, "✕")),
      ...parts, ...section("Counters", this.counters()), ...section("Marks on counters", this.marks()), ...section("Signs on the map", this.signs()));
  }

  /** One counter of each colour there is a word for. */
  counters() {
    const { look, pieces } = this.board;
    const seen = new Set();
    return pieces.flatMap((piece) => {
      const style = piece.colour ?? piece.side;
      const title = look.counters?.[style]?.title ?? look.sides?.[style]?.title ?? this.board.sides.find((side) => side.key === style)?.title;
      if (!title || seen.has(style)) return [];
      seen.add(style);
      return [row(picture("-32 -32 66 66", `<g class="counter">${counterMarkup(this.board, piece, { at: null })}</g>`, 44), title, piece.faces[0]?.text)];
    });
  }

  signs() {
    return Object.entries(this.board.look.signs ?? {}).map(([key, look]) => row(picture("-18 -18 36 36", signMarkup(this.board, key), 34), look.title ?? key));
  }

  marks() {
    return Object.entries(this.board.look.marks ?? {}).map(([key, look]) => row(picture("-1 -1 40 14", markMarkup(this.board, key, 0, 0).markup, 60, 21), look.title ?? key));
  }
}

/** @param {string} title @param {HTMLElement[]} rows */
function section(title, rows) {
  return rows.length ? [el("h3", {}, title), el("ul", { class: "key-rows" }, ...rows)] : [];
}

/** @param {Node} sign @param {string} title @param {string} [more] */
function row(sign, title, more) {
  return el("li", {}, sign, el("span", {}, title[0].toUpperCase() + title.slice(1), more ? el("small", {}, more) : null));
}

/** @param {(pen: CanvasRenderingContext2D) => void} draw */
function sample(draw) {
  const ratio = Math.min(3, devicePixelRatio || 1);
  const canvas = el("canvas", { width: 60 * ratio, height: 48 * ratio, "aria-hidden": "true", class: "key-sample" });
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.scale(ratio, ratio);
    pen.translate(30, 24);
    draw(pen);
  }
  return canvas;
}

/** @param {string} box @param {string} markup @param {number} width @param {number} [height] */
function picture(box, markup, width, height = width) {
  const span = el("span", { class: "key-picture", "aria-hidden": "true" });
  span.innerHTML = `<svg viewBox="${box}" width="${width}" height="${height}"><g class="counter">${markup}</g></svg>`;
  return span;
}
