// The slider: the game from its start as this seat saw it, at rest or playing. Looking back never touches the game.

import { el } from "../dom.js";
import { keep, recall } from "../store.js";

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').LogEntry} LogEntry */
/** @typedef {import('./wire.js').Wire} Wire */

/** How long a moment stays on the screen at the plain speed. */
const MOMENT_MS = 1100;
const SPEEDS = [["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"], ["10", "10×"]];

/**
 * @typedef {object} ReplayDesk
 * @property {(view: View | null, n: number) => void} show   null: back to the present
 * @property {() => LogEntry[]} entries
 * @property {(n: number) => void} fork   play on from there, at another table
 */

export class Replay {
  /** @param {HTMLElement} host @param {Wire} wire @param {ReplayDesk} desk */
  constructor(host, wire, desk) {
    this.wire = wire;
    this.desk = desk;
    this.last = 0;
    this.at = 0;
    this.asking = false;
    this.playing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.slider = el("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Replay" });
    this.ticks = el("div", { class: "ticks", "aria-hidden": "true" });
    this.label = el("output", {});
    const button = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ does) => el("button", { type: "button", title, "aria-label": title, onclick: does }, text);
    this.playButton = button("▶", "Play from here (P)", () => this.toggle());
    this.playButton.classList.add("play");
    this.speed = el("select", { "aria-label": "Speed", title: "Speed" }, ...SPEEDS.map(([value, text]) => el("option", { value, selected: value === recall("speed", "1") }, text)));
    this.speed.addEventListener("change", () => keep("speed", this.speed.value));
    this.live = el("button", { type: "button", class: "primary", onclick: () => this.present(), hidden: true }, "To the present");
    this.fork = el("button", { type: "button", class: "fork-here", title: "Play on from this moment at a table of your own", onclick: () => desk.fork(this.at) }, "Fork here");
    host.append(button("«", "The turn before (Shift+[)", () => this.turn(-1)), button("‹", "One back ([)", () => this.step(-1)), this.playButton, button("›", "One forward (])", () => this.step(1)), button("»", "The next turn (Shift+])", () => this.turn(1)),
      el("div", { class: "slide" }, this.slider, this.ticks), this.speed, this.label, this.live, this.fork);
    this.slider.addEventListener("input", () => {
      const to = Number(this.slider.value);
      this.stop();
      void this.go(to);
    });
  }

  get away() {
    return this.at < this.last;
  }

  /** @param {number} n the newest entry */
  grow(n) {
    const away = this.away;
    this.last = n;
    this.slider.max = String(n);
    if (!away || this.at > n) this.at = n;
    this.markTurns();
    this.mark();
  }

  mark() {
    this.slider.value = String(this.at);
    const turn = this.desk.entries().findLast((entry) => entry.n <= this.at)?.turn;
    this.slider.setAttribute("aria-valuetext", `${turn === undefined || turn === null ? "" : `turn ${turn}, `}${this.at} of ${this.last}`);
    this.label.textContent = `${this.at} of ${this.last}`;
    this.live.hidden = !this.away;
    this.fork.hidden = !this.away;
    this.playButton.textContent = this.playing ? "❚❚" : "▶";
    this.playButton.title = this.playing ? "Pause (P)" : "Play from here (P)";
    this.playButton.setAttribute("aria-label", this.playButton.title);
  }

  /** Where turns begin. @returns {{n: number, turn: string | number}[]} */
  turns() {
    /** @type {{n: number, turn: string | number}[]} */
    const found = [];
    for (const { n, turn } of this.desk.entries()) {
      if (turn !== undefined && turn !== null && turn !== found.at(-1)?.turn) found.push({ n: Math.max(0, n - 1), turn });
    }
    return found;
  }

  markTurns() {
    const turns = this.turns();
    const key = turns.map(({ n }) => n).join() + this.last;
    if (this.ticks.dataset.key === key) return;
    this.ticks.dataset.key = key;
    this.ticks.replaceChildren(...turns.map(({ n, turn }) => {
      const tick = el("span", { title: `Turn ${turn}`, onclick: () => { this.stop(); void this.go(n); } });
      tick.style.left = `${(100 * n) / Math.max(1, this.last)}%`;
      return tick;
    }));
  }

  /** The moment of a log entry; the newest is the present. @param {number} n */
  visit(n) {
    this.stop();
    if (n < this.last || this.away) void this.go(n);
  }

  /** @param {number} by */
  step(by) {
    this.stop();
    void this.go(Math.max(0, Math.min(this.last, this.at + by)));
  }

  /** To the beginning of a turn. @param {number} way */
  turn(way) {
    this.stop();
    const starts = this.turns().map(({ n }) => n);
    const to = way < 0 ? starts.findLast((n) => n < this.at) ?? 0 : starts.find((n) => n > this.at) ?? this.last;
    void this.go(to);
  }

  toggle() {
    if (this.playing) this.stop();
    else this.play(this.away ? this.at : 0);
  }

  /** From there to the present, moment by moment. @param {number} from */
  play(from) {
    this.playing = true;
    void this.go(from).then(() => this.next());
  }

  stop() {
    this.playing = false;
    clearTimeout(this.timer);
    this.mark();
  }

  next() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.timer = setTimeout(() => {
      if (!this.playing) return;
      // Entries that say nothing are passed over.
      const then = this.desk.entries().find((entry) => entry.n > this.at)?.n ?? this.last;
      if (then >= this.last) {
        this.present();
        return;
      }
      void this.go(then).then(() => this.next());
    }, MOMENT_MS / Number(this.speed.value));
  }

  present() {
    this.stop();
    this.at = this.last;
    this.mark();
    this.desk.show(null, this.last);
  }

  /** @param {number} n */
  async go(n) {
    if (n >= this.last) {
      this.present();
      return;
    }
    this.at = n;
    this.mark();
    // Sliding fast: one question at a time, and then the one for where the hand is by now.
    if (this.asking) return;
    this.asking = true;
    for (let wanted = -1; wanted !== this.at && this.away;) {
      wanted = this.at;
      const answer = await this.wire.ask({ t: "replay", n: wanted }).catch(() => null);
      if (answer?.view && this.at === wanted && this.away) this.desk.show(answer.view, wanted);
    }
    this.asking = false;
  }
}
