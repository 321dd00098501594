// The story of the game in sentences; each line leads to its hex.

import { el, escape } from "../dom.js";
import { die } from "./dice.js";

/** @typedef {import('../types.js').LogEntry} LogEntry */

export class LogPanel {
  /**
   * @param {HTMLElement} host
   * @param {{go: (hexes: string[], pieces: string[]) => void, sideTitle: (key: string) => string, accent: (key: string) => string}} desk
   */
  constructor(host, desk) {
    this.desk = desk;
    this.list = el("ol", { class: "log", "aria-label": "Log" });
    host.append(this.list);
    /** @type {string | number | undefined} */
    this.turn = undefined;
    /** @type {LogEntry[]} */
    this.entries = [];
  }

  /** @param {LogEntry[]} entries */
  reset(entries) {
    this.list.replaceChildren();
    this.turn = undefined;
    this.entries = [];
    this.add(entries);
  }

  /** @param {LogEntry[]} entries */
  add(entries) {
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
    for (const entry of entries) {
      if (this.entries.length && entry.n <= this.entries[this.entries.length - 1].n) continue;
      this.entries.push(entry);
      if (entry.turn !== undefined && entry.turn !== null && entry.turn !== this.turn) {
        this.turn = entry.turn;
        this.list.append(el("li", { class: "log-turn" }, typeof entry.turn === "number" || /^\d+$/.test(entry.turn) ? `Turn ${entry.turn}` : String(entry.turn)));
      }
      this.list.append(this.item(entry));
    }
    if (atEnd || !entries.length) this.list.scrollTop = this.list.scrollHeight;
  }

  /** Take back what came after n. @param {number} n */
  cut(n) {
    this.reset(this.entries.filter((entry) => entry.n <= n));
  }

  /** @param {LogEntry} entry */
  item(entry) {
    const item = el("li", { class: "log-entry", "data-n": entry.n });
    item.style.setProperty("--side", this.desk.accent(entry.by ?? ""));
    for (const line of entry.lines) {
      const dice = (line.dice ?? []).map(die).join("");
      const there = Boolean(line.hexes?.length || line.pieces?.length);
      const row = el("div", there ? { class: "log-line there", role: "button", tabindex: "0" } : { class: "log-line" });
      row.innerHTML = `${dice}<span>${escape(line.text)}</span>${line.rule ? ` <span class="rule" data-rule="${escape(line.rule)}" tabindex="0">${escape(line.rule)}</span>` : ""}`;
      if (there) {
        const go = () => this.desk.go(line.hexes ?? [], line.pieces ?? []);
        row.addEventListener("click", go);
        row.addEventListener("keydown", (event) => event.key === "Enter" && go());
      }
      item.append(row);
    }
    return item;
  }
}
