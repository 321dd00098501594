// The story of the game in sentences; each line leads to its hex.

import { el, ruleNumber } from "../dom.js";
import { die } from "./dice.js";

/** @typedef {import('../types.js').LogEntry} LogEntry */

export class LogPanel {
  /**
   * @param {HTMLElement} host
   * @param {{go: (hexes: string[], pieces: string[]) => void, moment: (n: number) => void, sideTitle: (key: string) => string, accent: (key: string) => string}} desk
   */
  constructor(host, desk) {
    this.desk = desk;
    this.list = el("ol", { class: "log", "aria-label": "Log", tabindex: "0" });
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
        this.list.append(el("li", { class: "log-turn" }, String(entry.turn) === "0" ? "Set-up" : typeof entry.turn === "number" || /^\d+$/.test(entry.turn) ? `Turn ${entry.turn}` : String(entry.turn)));
      }
      this.list.append(this.item(entry));
    }
    if (atEnd || !entries.length) this.list.scrollTop = this.list.scrollHeight;
  }

  /** The reasons bots kept to themselves while the game was on. @param {Record<string, string>} reasons by entry */
  explain(reasons) {
    this.reset(this.entries.map((entry) => (reasons[entry.n] ? { ...entry, why: reasons[entry.n] } : entry)));
  }

  /** Take back what came after n. @param {number} n */
  cut(n) {
    this.reset(this.entries.filter((entry) => entry.n <= n));
  }

  /** Where the board on the screen stands in the story. @param {number | null} n null: at the present */
  mark(n) {
    let here = null;
    for (const item of this.list.querySelectorAll(".log-entry")) {
      const own = Number(item.getAttribute("data-n"));
      item.classList.toggle("later", n !== null && own > n);
      item.classList.remove("here");
      if (n !== null && own <= n) here = item;
    }
    here?.classList.add("here");
    if (n === null) this.list.scrollTop = this.list.scrollHeight;
    else if (here instanceof HTMLElement) this.list.scrollTop = here.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollTop = 0;
  }

  /** @param {LogEntry} entry */
  item(entry) {
    const item = el("li", { class: "log-entry", "data-n": entry.n });
    item.style.setProperty("--side", this.desk.accent(entry.by ?? ""));
    let cast = "";
    for (const [i, { text: words, ...line }] of entry.lines.entries()) {
      // Dice that say nothing but their pips stand before the sentence that reads them.
      if (isBare({ ...line, text: words }) && i < entry.lines.length - 1) {
        cast += `${drawn(line)}<span class="unseen">${words} </span>`;
        continue;
      }
      // A sentence begins with a capital, unless it begins with a counter's own name.
      const named = line.pieces?.includes(words.split(/[^\w-]/, 1)[0]);
      const sentence = named ? words : words.charAt(0).toUpperCase() + words.slice(1);
      const dice = cast + drawn(line);
      cast = "";
      const there = Boolean(line.hexes?.length || line.pieces?.length);
      const go = () => {
        this.desk.moment(entry.n);
        if (there) this.desk.go(line.hexes ?? [], line.pieces ?? []);
      };
      // A span with a button's manners: a real button would not flow with the sentence.
      const text = el("span", { role: "button", tabindex: "0", class: "log-text", title: "To this moment", onclick: go }, sentence);
      text.addEventListener("keydown", (event) => event.key === "Enter" && go());
      const row = el("div", { class: "log-line" });
      row.innerHTML = dice;
      row.append(text, " ", line.rule ? el("span", { class: "rule", "data-rule": line.rule, tabindex: "0" }, ruleNumber(line.rule)) : "");
      item.append(row);
    }
    if (entry.why) item.append(el("p", { class: "log-why" }, entry.why));
    return item;
  }
}

/** Whether a line says no more than its dice show. @param {{text: string, dice?: number[]}} line */
export function isBare({ text, dice }) {
  return Boolean(dice?.length) && /^Dice: [\d, ]+\.$/.test(text);
}

/** The dice of a line. @param {{dice?: number[], sum?: boolean}} line @returns {string} markup */
export function drawn({ dice = [], sum = false }) {
  return dice.map((value, i) => die(value, sum && i === 0)).join("");
}
