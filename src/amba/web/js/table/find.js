// Finding a unit or a place by its name: on a map with a hundred counters nobody should have to look for one.

import { el } from "../dom.js";
import { counterPicture } from "./counter.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').View} View */

const MOST = 12;

export class Find {
  /** @param {HTMLElement} host @param {Board} board @param {{view: () => View, go: (hexes: string[], pieces: string[]) => void, open: () => void}} desk */
  constructor(host, board, desk) {
    this.board = board;
    this.desk = desk;
    this.input = el("input", { type: "search", placeholder: "Find a unit or a place ( / )", "aria-label": "Find a unit or a place", "aria-controls": "found" });
    this.list = el("ul", { id: "found", class: "found", "aria-label": "Found" });
    host.append(this.input, this.list);
    this.input.addEventListener("input", () => this.show());
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.list.querySelector("button")?.click();
      if (event.key === "Escape") this.end();
    });
  }

  begin() {
    this.desk.open();
    this.input.focus();
    this.input.select();
  }

  end() {
    this.input.value = "";
    this.show();
    document.getElementById("map")?.focus({ preventScroll: true });
  }

  show() {
    const words = this.input.value.trim().toLowerCase();
    if (!words) {
      this.list.replaceChildren();
      return;
    }
    const view = this.desk.view();
    const fits = (/** @type {(string | undefined)[]} */ ...names) => names.some((name) => name?.toLowerCase().includes(words));
    const places = this.board.places.filter((place) => fits(place.title, place.hex)).map((place) => this.row(null, place.title, place.hex, () => this.desk.go([place.hex], [])));
    const pieces = this.board.pieces.filter((piece) => view.pieces[piece.key] && fits(piece.title, piece.designation, piece.code)).map((piece) => {
      const at = view.pieces[piece.key].at ?? "";
      const where = this.board.places.find((place) => place.hex === at)?.title ?? this.board.boxes.find((box) => box.id === at)?.title ?? at;
      return this.row(counterPicture(this.board, piece, view.pieces[piece.key], 34), piece.title, where, () => this.desk.go([], [piece.key]));
    });
    const all = [...places, ...pieces];
    const hex = this.board.hexes.find((spec) => spec.id === words);
    if (hex && !places.length) all.unshift(this.row(null, `Hex ${hex.id}`, "", () => this.desk.go([hex.id], [])));
    this.list.replaceChildren(...(all.length ? all.slice(0, MOST) : [el("li", { class: "quiet" }, "Nothing of that name.")]), all.length > MOST ? el("li", { class: "quiet" }, `and ${all.length - MOST} more`) : "");
  }

  /** @param {Node | null} sign @param {string} title @param {string} where @param {() => void} go */
  row(sign, title, where, go) {
    const leave = () => {
      go();
      document.getElementById("map")?.focus({ preventScroll: true });
    };
    return el("li", {}, el("button", { type: "button", onclick: leave }, sign, el("span", {}, title, where ? el("small", {}, where) : null)));
  }
}
