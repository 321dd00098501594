// Orders that end in a facing (an hour of a clock that lies on the map): the pointer's place in the hex says it, or a dial round the hex.

import { svg } from "../dom.js";
import { differInAim } from "./choices.js";
import { say } from "./notices.js";
import { isGun } from "./vehicle.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../types.js').Choice} Choice */

/** So far from the middle of a hex, in world units, a pointer says a direction. */
const OFF_CENTRE = 17;
const ARROW = "M0-74 15-50 6-50 6-40H-6V-50H-15Z";

/** @param {Choice} choice */
const hourOf = (choice) => Number(choice.a.at(-1));

export class Facing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.verbs = new Set(table.board.look.gestures?.facing ?? []);
    this.root = svg("g", { class: "dial" });
    table.map.layer.append(this.root);
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {Choice | null} the one that is lit */
    this.now = null;
    /** @type {string | null} */
    this.hex = null;
    /** where the pointer was last, in the world */
    this.at = { x: 0, y: 0 };
    /** a counter was put down off the middle of a hex: that says the facing at once @type {string | null} */
    this.dropped = null;
    const { host } = table.map;
    host.addEventListener("pointermove", (event) => {
      this.at = table.map.toWorld(event.clientX, event.clientY);
      if (this.hex && !event.buttons) this.follow();
    });
    host.addEventListener("pointerdown", (event) => (this.at = table.map.toWorld(event.clientX, event.clientY)));
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  get open() {
    return this.hex !== null;
  }

  /** Whether these are one order with several facings. @param {Choice[]} choices */
  fits(choices) {
    const [first] = choices;
    return choices.length > 1 && this.verbs.has(first.a[0]) && choices.every(({ a }) => a.length === first.a.length && a.slice(0, -1).join() === first.a.slice(0, -1).join());
  }

  /** Whether they differ in who of a stack is meant, and not in a facing. @param {Choice[]} choices */
  isAim(choices) {
    return differInAim(choices) && !this.fits(choices);
  }

  /** Of the facings in a hex, the one the pointer is nearest to; near the middle the cheapest. @param {Choice[]} choices @param {string} hex @returns {Choice} */
  towards(choices, hex) {
    const c = this.table.painter.grid.centre(hex);
    const [dx, dy] = [this.at.x - c.x, this.at.y - c.y];
    if (Math.hypot(dx, dy) < OFF_CENTRE) return choices[0];
    const hour = ((Math.atan2(dx, -dy) * 6) / Math.PI + 12) % 12;
    const off = (/** @type {Choice} */ choice) => Math.min(Math.abs(hourOf(choice) - hour), 12 - Math.abs(hourOf(choice) - hour));
    return choices.reduce((best, one) => (off(one) < off(best) ? one : best));
  }

  /** What a hovering or dragging pointer means. @param {Choice[]} ends @param {string | null} hex @returns {Choice[]} */
  narrow(ends, hex) {
    return hex && this.fits(ends) ? [this.towards(ends, hex)] : ends;
  }

  /** A counter dragged over a hex: the hour it would point at there; null where no facing is asked for. @param {string | null} hex */
  hourAt(hex) {
    const ends = hex ? this.table.hand.choices.finishing(hex) : [];
    return hex && this.fits(ends) ? hourOf(this.towards(ends, hex)) : null;
  }

  /** The counter was put down: unless that was in the middle, its place says the facing. @param {string} hex */
  drop(hex) {
    const c = this.table.painter.grid.centre(hex);
    this.dropped = Math.hypot(this.at.x - c.x, this.at.y - c.y) >= OFF_CENTRE ? hex : null;
  }

  /** Several orders fit: a dial, if they differ in their facing alone. @param {Choice[]} choices @param {string | null} hex @returns {boolean} */
  offer(choices, hex) {
    this.close();
    const place = hex ?? this.table.view.pieces[choices[0]?.a[1] ?? ""]?.at ?? null;
    if (!place || !this.fits(choices) || !this.table.painter.grid.has(place)) return false;
    if (this.dropped === place) {
      this.dropped = null;
      void this.table.hand.propose(this.towards(choices, place), "mouse");
      return true;
    }
    this.dropped = null;
    this.choices = choices;
    this.hex = place;
    this.light(choices[0]);
    this.table.relight();
    say("Which way? Arrow keys turn it, Enter sets it.");
    return true;
  }

  /** The arcs of a counter with a facing while the pointer is on it. @param {string | null} hex @param {string | null} piece */
  showArcs(hex, piece) {
    const { shown, pieces, lights, overlays } = this.table;
    const top = piece ?? (hex ? (shown.stacks[hex] ?? []).findLast((key) => shown.pieces[key]?.facing) : null) ?? null;
    const state = top ? shown.pieces[top] : null;
    const turns = state?.facing && !(state.marks ?? []).includes("wreck") ? state : null;
    lights.showArcs(turns?.at ?? null, isGun(pieces.get(top ?? "")) ? undefined : turns?.facing, turns?.turret);
    overlays.pointAtPiece(turns ? top : null);
  }

  close() {
    this.choices = [];
    this.now = null;
    this.hex = null;
    this.root.replaceChildren();
    this.table.map.layer.classList.remove("turning");
  }

  follow() {
    if (!this.hex) return;
    const best = this.towards(this.choices, this.hex);
    if (best !== this.now && (best !== this.choices[0] || !this.now)) this.light(best);
  }

  /** @param {Choice} choice */
  light(choice) {
    this.now = choice;
    this.draw();
    void this.table.hand.pointAt(choice);
  }

  draw() {
    if (!this.hex) return;
    const c = this.table.painter.grid.centre(this.hex);
    const grow = Math.max(1, 0.62 / this.table.map.scale);
    this.table.map.layer.classList.add("turning");
    const arrows = this.choices.map((choice) => `<g class="dial-arrow${choice === this.now ? " now" : ""}" data-hour="${hourOf(choice)}" transform="rotate(${hourOf(choice) * 30})"><path d="${ARROW}"/></g>`).join("");
    const piece = this.choices[0].a[1];
    const ghost = this.now ? this.table.stacks.turned(piece, hourOf(this.now)) : "";
    this.root.innerHTML = `<g transform="translate(${c.x} ${c.y})"><g transform="scale(${grow})"><circle class="dial-disc" r="76"/>${arrows}<g class="counter ghost">${ghost}</g></g></g>`;
  }

  /** A click while the dial is open. @param {boolean} touch a finger says the direction first, and means it the second time */
  click(touch) {
    if (!this.hex || !this.now) return;
    const c = this.table.painter.grid.centre(this.hex);
    const far = Math.hypot(this.at.x - c.x, this.at.y - c.y) / Math.max(1, 0.62 / this.table.map.scale);
    if (far > 150) {
      this.table.hand.back();
      return;
    }
    const wanted = far < OFF_CENTRE ? this.now : this.towards(this.choices, this.hex);
    if (touch && wanted !== this.now) this.light(wanted);
    else this.take(wanted);
  }

  /** @param {Choice} choice */
  take(choice) {
    this.close();
    void this.table.hand.propose(choice, "mouse");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.hex || !this.now || this.table.hand.armed) return;
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!way && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (!way) {
      this.take(this.now);
      return;
    }
    const round = [...this.choices].sort((a, b) => hourOf(a) - hourOf(b));
    const next = round[(round.indexOf(this.now) + way + round.length) % round.length];
    this.light(next);
    say(`${hourOf(next)} o'clock.`);
  }
}
