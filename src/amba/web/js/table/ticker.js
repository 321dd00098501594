// Where the log is out of sight: the last things that happened, over the map's upper edge; a touch opens the log.

import { el } from "../dom.js";
import { drawn, isBare } from "./log.js";

/** @typedef {import('../types.js').LogEntry} LogEntry */

/** More would cover the map. */
const LINES = 3;
const STAYS_MS = 9000;

export class Ticker {
  /** @param {HTMLElement} host @param {(entry: LogEntry) => boolean} concerns what the player did not see coming @param {() => void} open the log */
  constructor(host, concerns, open) {
    this.host = host;
    this.concerns = concerns;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    host.addEventListener("click", () => {
      this.clear();
      open();
    });
  }

  /** @param {LogEntry[]} entries what has just happened */
  tell(entries) {
    const rows = entries.filter(this.concerns).flatMap((entry) => {
      let cast = "";
      return entry.lines.flatMap((line) => {
        if (isBare(line)) {
          cast += drawn(line);
          return [];
        }
        const row = el("span", { class: "ticker-line" });
        row.innerHTML = cast + drawn(line);
        row.append(line.text);
        cast = "";
        return [row];
      });
    });
    // One's own action begins a new page; what comes after it goes on.
    if (entries.some((entry) => entry.lines.length && !this.concerns(entry))) this.clear();
    if (!rows.length) return;
    this.host.replaceChildren(...[...this.host.children, ...rows].slice(-LINES));
    this.host.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.clear(), STAYS_MS);
  }

  clear() {
    this.host.hidden = true;
    this.host.replaceChildren();
  }
}
