// Places off the map: hands, pools, boxes. All of them stand on a page of the panel; what can be chosen now also lies
// in a tray over the map, so that nobody has to look for it.

import { el } from "../dom.js";
import { counterPicture } from "./counter.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').View} View */

/** Pieces a tray may show while a place on the map is being chosen. */
const MOST = 10;
/** More than these are folded up: an army in the tray leaves the map to be looked at. */
const ARMY = 20;

export class Boxes {
  /**
   * @param {HTMLElement} tray over the map @param {HTMLElement} page in the panel
   * @param {Board} board @param {(target: string) => void} choose @param {(at: string) => boolean} onMap
   * @param {() => void} cancel lets go of what is chosen
   */
  constructor(tray, page, board, choose, onMap, cancel) {
    this.cancel = cancel;
    this.tray = tray;
    this.page = page;
    this.board = board;
    this.choose = choose;
    this.onMap = onMap;
    this.specs = new Map(board.pieces.map((piece) => [piece.key, piece]));
    this.ids = new Set(board.boxes.map((box) => box.id));
    /** what is drawn now: a piece under a finger is not drawn anew unless something has changed */
    this.drawn = "";
    /** an army in the tray is shown whole */
    this.unfolded = false;
    /** draws the page, which waits until somebody opens it @type {(() => void) | null} */
    this.stale = null;
  }

  /** The page is being looked at: it is drawn, if anything has changed. */
  openPage() {
    this.stale?.();
    this.stale = null;
  }

  /** @param {View} view @param {Map<string, string>} next what can be chosen now @param {Set<string>} chosen */
  show(view, next, chosen) {
    const live = (/** @type {string} */ key) => next.has(key) || chosen.has(key);
    const rows = this.board.boxes.map((box) => ({ box, keys: view.stacks[box.id] ?? [] }));
    const about = [...rows.flatMap(({ keys }) => keys), ...next.keys(), ...chosen].map((key) => view.pieces[key]);
    const drawn = JSON.stringify([rows.map(({ keys }) => keys), about, [...next.keys()], [...chosen], view.unknown]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const now = rows.filter(({ box, keys }) => live(box.id) || keys.some(live)).map(({ box, keys }) => this.row(box.id, box.title, keys.length > 14 ? keys.filter(live) : keys, view, next, chosen));
    // Pieces on offer that stand nowhere yet.
    const homeless = [...new Set([...next.keys(), ...chosen])].filter((key) => this.specs.has(key) && !this.onMap(view.pieces[key]?.at ?? "") && !this.ids.has(view.pieces[key]?.at ?? ""));
    if (homeless.length) now.unshift(this.row("", "To choose from", homeless, view, next, chosen));
    this.tray.hidden = now.length === 0;
    // A large tray would lie over the very ground where the chosen piece is to go: it draws back to that piece.
    const waiting = this.tray.hidden ? [] : [...chosen].filter((key) => this.specs.has(key) && !this.onMap(view.pieces[key]?.at ?? ""));
    const crowd = rows.filter(({ box, keys }) => live(box.id) || keys.some(live)).reduce((sum, { keys }) => sum + keys.length, 0) + homeless.length;
    if (waiting.length && crowd > MOST && [...next.keys()].some(this.onMap)) {
      this.tray.replaceChildren(el("div", { class: "box" }, el("div", { class: "box-pieces" }, ...waiting.map((key) => this.piece(key, view, next, chosen)),
        el("button", { type: "button", class: "box-more", onclick: () => this.cancel() }, `${crowd - waiting.length} more`))));
    } else {
      this.tray.replaceChildren(...now);
      if (crowd > ARMY) this.tray.prepend(this.fold());
    }
    this.tray.classList.toggle("folded", crowd > ARMY && !waiting.length && !this.unfolded);
    this.stale = () => {
      const all = rows.filter(({ box, keys }) => keys.length || view.unknown?.[box.id]).map(({ box, keys }) => this.row(box.id, box.title, keys, view, next, chosen));
      this.page.replaceChildren(...(all.length ? all : [el("p", { class: "quiet" }, "Nothing stands off the map.")]));
    };
    if (!this.page.hidden) this.openPage();
  }

  /** Shows two rows of an army, or all of it. */
  fold() {
    const says = () => (this.unfolded ? "Fold" : "Show all");
    const button = el("button", { type: "button", class: "box-fold", "aria-expanded": String(this.unfolded), onclick: () => {
      this.unfolded = !this.unfolded;
      this.tray.classList.toggle("folded", !this.unfolded);
      button.setAttribute("aria-expanded", String(this.unfolded));
      button.textContent = says();
    } }, says());
    return button;
  }

  /** @param {string} id @param {string} title @param {string[]} keys @param {View} view @param {Map<string, string>} next @param {Set<string>} chosen */
  row(id, title, keys, view, next, chosen) {
    const hidden = (view.unknown?.[id] ?? 0) || keys.filter((key) => key === "?").length;
    return el("div", { class: "box" },
      next.has(id) ? el("button", { type: "button", class: "lit", "data-box": id, onclick: () => this.choose(id) }, title) : el("span", { class: "box-title" }, title),
      el("div", { class: "box-pieces" }, ...keys.filter((key) => key !== "?").map((key) => this.piece(key, view, next, chosen)), hidden ? el("span", { class: "quiet" }, `${hidden} face down`) : null));
  }

  /** @param {string} key @param {View} view @param {Map<string, string>} next @param {Set<string>} chosen */
  piece(key, view, next, chosen) {
    const spec = this.specs.get(key);
    if (!spec) return el("span", {}, key);
    const state = view.pieces[key] ?? { at: null };
    const picture = counterPicture(this.board, spec, state, 48);
    const text = [spec.title, spec.faces[state.face ?? 0]?.text].filter(Boolean).join(": ");
    if (!next.has(key) && !chosen.has(key)) {
      picture.title = text;
      return picture;
    }
    return el("button", { type: "button", class: `box-piece ${chosen.has(key) ? "chosen" : "lit"}`, "data-piece": key, title: text, onclick: () => this.choose(key) }, picture);
  }
}
