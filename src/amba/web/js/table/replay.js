// The slider: the game from its start as this seat saw it. Looking back never touches the game.

import { el } from "../dom.js";

/** @typedef {import('../types.js').View} View */
/** @typedef {import('./wire.js').Wire} Wire */

export class Replay {
  /** @param {HTMLElement} host @param {Wire} wire @param {(view: View | null, n: number) => void} show null: back to the present */
  constructor(host, wire, show) {
    this.wire = wire;
    this.show = show;
    this.last = 0;
    this.at = 0;
    this.asking = false;
    this.slider = el("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Replay" });
    this.label = el("output", {});
    const step = (/** @type {number} */ by, /** @type {string} */ text, /** @type {string} */ title) => el("button", { type: "button", title, "aria-label": title, onclick: () => this.step(by) }, text);
    this.live = el("button", { type: "button", class: "primary", onclick: () => this.present(), hidden: true }, "To the present");
    host.append(step(-1, "◀", "One back ([)"), this.slider, step(1, "▶", "One forward (])"), this.label, this.live);
    this.slider.addEventListener("input", () => void this.go(Number(this.slider.value)));
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
    this.mark();
  }

  mark() {
    this.slider.value = String(this.at);
    this.label.textContent = `${this.at} of ${this.last}`;
    this.live.hidden = !this.away;
  }

  /** @param {number} by */
  step(by) {
    void this.go(Math.max(0, Math.min(this.last, this.at + by)));
  }

  present() {
    this.at = this.last;
    this.mark();
    this.show(null, this.last);
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
      if (answer?.view && this.at === wanted && this.away) this.show(answer.view, wanted);
    }
    this.asking = false;
  }
}
