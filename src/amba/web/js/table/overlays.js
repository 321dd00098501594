// Overlays, each one key: the server works them out, this shows one at a time.

import { el } from "../dom.js";
import { notice, say } from "./notices.js";

/** @typedef {import('../types.js').OverlaySpec} OverlaySpec */
/** @typedef {import('./wire.js').Wire} Wire */
/** @typedef {import('./lights.js').Lights} Lights */

const AREAS = "\u0000areas";

export class Overlays {
  /**
   * @param {HTMLElement} host @param {OverlaySpec[]} specs @param {Wire} wire @param {Lights} lights
   * @param {{piece: () => string | null, hex: () => string | null}} chosen
   * @param {import('../types.js').AreaSpec[]} areas
   * @param {(spec: OverlaySpec, answer: import('../types.js').OverlayAnswer) => Node[]} explain what its colours mean
   */
  constructor(host, specs, wire, lights, chosen, areas, explain) {
    this.areas = areas;
    this.explain = explain;
    const free = ["a", "g", "n", "q"].find((letter) => specs.every((spec) => spec.letter !== letter)) ?? "a";
    // The board itself names its areas: showing them needs no question.
    if (areas.length) specs = [...specs, { key: AREAS, title: "Areas", letter: free, needs: "" }];
    this.specs = specs;
    this.wire = wire;
    this.lights = lights;
    this.chosen = chosen;
    /** @type {OverlaySpec | null} */
    this.on = null;
    /** @type {string | null} where a pair of hexes begins: chosen when the overlay was put on */
    this.anchor = null;
    /** @type {string | null} where it ends: the hex pointed at since */
    this.aim = null;
    /** @type {string | null} a counter with a facing that the pointer is on */
    this.piece = null;
    this.asking = false;
    this.again = false;
    this.notes = el("div", { class: "overlay-notes", hidden: true });
    this.buttons = new Map(specs.map((spec) => [spec.key, el("button", {
      type: "button", "aria-pressed": "false", "data-key": spec.key, title: `${spec.title} (${spec.letter})${spec.needs ? `: of the chosen ${spec.needs === "piece" ? "unit" : spec.needs === "pair" ? "hex, to the hex pointed at" : "hex"}` : ""}`, onclick: () => void this.toggle(spec),
    }, el("kbd", {}, spec.letter.toUpperCase()), el("span", {}, spec.title))]));
    // On a small screen the list folds away behind one button.
    const fold = el("button", { type: "button", class: "overlays-fold", "aria-expanded": "false", onclick: () => fold.setAttribute("aria-expanded", String(host.classList.toggle("open"))) }, "Overlays");
    host.append(fold, ...this.buttons.values(), this.notes);
    this.fold = () => {
      host.classList.remove("open");
      fold.setAttribute("aria-expanded", "false");
    };
  }

  /** @param {string} letter @returns {boolean} whether there is such an overlay */
  press(letter) {
    const spec = this.specs.find((s) => s.letter === letter);
    if (spec) void this.toggle(spec);
    return Boolean(spec);
  }

  /** @param {OverlaySpec} spec */
  async toggle(spec) {
    this.fold();
    if (this.on?.key === spec.key) {
      this.clear();
      return;
    }
    this.on = spec;
    this.anchor = spec.needs === "pair" ? this.chosen.hex() : null;
    this.aim = null;
    await this.refresh(true);
  }

  /** The pointer or the keyboard's cursor is over another hex. @param {string | null} hex @param {boolean} [firmly] it was clicked or stepped to */
  pointAt(hex, firmly = false) {
    if (this.on?.needs !== "pair" || !hex || hex === this.aim) return;
    if (!this.anchor) {
      if (firmly) this.anchor = hex;
      else return;
    } else {
      this.aim = hex === this.anchor ? null : hex;
    }
    void this.refresh(firmly);
  }

  /** The pointer is on a counter with a facing, or has left it: an overlay about units follows it. @param {string | null} piece */
  pointAtPiece(piece) {
    if (piece === this.piece) return;
    this.piece = piece;
    if (this.on?.needs === "piece" && piece) void this.refresh();
  }

  /** What to send along: the chosen unit or hex, or "FROM,TO". @param {OverlaySpec} spec */
  argument(spec) {
    if (spec.needs === "piece") return this.piece ?? this.chosen.piece();
    if (spec.needs === "pair") return this.anchor && this.aim ? `${this.anchor},${this.aim}` : this.anchor;
    return spec.needs === "hex" ? this.chosen.hex() : null;
  }

  clear() {
    this.on = null;
    this.lights.showOverlay(null);
    this.notes.hidden = true;
    this.mark();
  }

  mark() {
    for (const [key, button] of this.buttons) button.setAttribute("aria-pressed", String(this.on?.key === key));
  }

  /** Ask again: after an action, or when the chosen unit or hex changed. @param {boolean} [asked] the player asked just now */
  async refresh(asked = false) {
    const spec = this.on;
    if (!spec) return;
    this.mark();
    if (spec.key === AREAS) {
      this.lights.showAreas(this.areas);
      this.notes.hidden = true;
      if (asked) say(`Areas: ${this.areas.map((area) => area.title).join(", ")}.`);
      return;
    }
    const arg = this.argument(spec);
    if (spec.needs && !arg) {
      this.lights.showOverlay(null);
      if (asked) notice(`${spec.title}: point at a ${spec.needs === "piece" ? "unit" : "hex"}.`);
      return;
    }
    // A pointer runs over many hexes: one question at a time, then the one for where it is by now.
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    const answer = await this.wire.ask({ t: "overlay", key: spec.key, arg }).catch(() => null);
    this.asking = false;
    if (this.again) {
      this.again = false;
      void this.refresh(asked);
      return;
    }
    if (!answer || this.on !== spec) return;
    if (answer.t === "refused") {
      notice(answer.text ?? "Not now.", answer.rule);
      this.clear();
      return;
    }
    const found = /** @type {import('../types.js').OverlayAnswer} */ (/** @type {unknown} */ (answer));
    this.lights.showOverlay(found);
    this.notes.replaceChildren(...this.explain(spec, found));
    this.notes.hidden = false;
    if (asked) say(this.notes.innerText);
  }
}
