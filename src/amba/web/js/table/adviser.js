// A hint for whoever asks: what a planner would do here, lit on the map and said in a sentence.

import { el } from "../dom.js";
import { notice } from "./notices.js";

/** @typedef {import('./table.js').Table} Table */

/** Long enough to read an order and a reason, and to find the place. */
const HINT_MS = 14_000;

export class Adviser {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.thinking = false;
    this.button = el("button", { type: "button", class: "hint-button", title: "What would a planner do here? (H)", onclick: () => void this.ask() }, "Hint");
  }

  /** Whether whoever opened the table lets hints be asked for. */
  get allowed() {
    return this.table.menuBar.last?.hints !== false;
  }

  /** Against bots and on one screen: where another person plays, each plays alone. @returns {boolean} */
  get fair() {
    const { seat, board, menuBar } = this.table;
    return this.allowed && !seat.watch && board.sides.every(({ key }) => seat.sides.includes(key) || menuBar.seats[key] === "bot");
  }

  refresh() {
    const { table } = this;
    this.button.hidden = !this.fair || Boolean(table.view.result);
    this.button.disabled = this.thinking || !table.menu;
  }

  async ask() {
    const { table } = this;
    if (!this.fair) {
      notice(this.allowed ? "Another person plays here: hints are for games against bots and on one screen." : "Hints were ruled out when this table was opened.");
      return;
    }
    if (this.thinking || !table.menu || table.replay.away) return;
    this.wait(true);
    const { n } = table.view;
    const answer = await table.wire.ask({ t: "hint", n }).catch(() => null);
    this.wait(false);
    if (!answer || table.view.n !== n) return;
    if (answer.t === "refused") notice(answer.text ?? "The server refused.", answer.rule);
    else await this.show(answer.a, answer.label, answer.why, n);
  }

  /** @param {boolean} yes */
  wait(yes) {
    this.thinking = yes;
    this.button.classList.toggle("thinking", yes);
    this.refresh();
  }

  /** @param {string[]} action @param {string} label @param {string} why @param {number} n */
  async show(action, label, why, n) {
    const { table } = this;
    const { grid } = table.painter;
    const preview = await table.hand.preview({ a: action, label });
    if (table.view.n !== n) return;
    const hexes = [...new Set(action.slice(1).map((word) => table.view.pieces[word]?.at ?? word))].filter((id) => grid.has(id));
    const path = (preview.path?.length ?? 0) > 1 ? preview.path ?? [] : hexes;
    table.lights.showPath(path);
    table.lights.showAbout(hexes);
    if (hexes.length) table.map.reveal(grid.centre(hexes[hexes.length - 1]));
    notice(why ? `A hint: ${label}. Why: ${why}.` : `A hint: ${label}.`, undefined, HINT_MS);
  }
}
