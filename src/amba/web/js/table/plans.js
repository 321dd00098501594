// Plans of one's own on the map: arrows and notes that nobody else sees. The right button draws, as on a chess board;
// the pencil does the same for fingers, and D writes a note where the keyboard's cursor is.

import { byId, el, escape, svg } from "../dom.js";
import { keep, recall } from "../store.js";
import { say } from "./notices.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {{arrows: [string, string][], notes: Record<string, string>}} Plan */

const SHORT = 20;

export class Plans {
  /** @param {Table} table @param {HTMLElement} page where they are listed */
  constructor(table, page) {
    this.table = table;
    this.key = `plans.${table.token}`;
    /** @type {Plan} */
    this.plan = recall(this.key, { arrows: [], notes: {} });
    this.node = svg("g", { class: "plans" });
    this.trail = svg("g", { class: "plans trail" });
    table.map.layer.append(this.node, this.trail);
    this.list = el("div", { class: "plan-list" });
    page.append(this.list);
    this.drawing = false;
    this.listen();
    this.draw();
  }

  listen() {
    const { map } = this.table;
    const { host } = map;
    /** @type {string | null} */
    let from = null;
    const hexAt = (/** @type {PointerEvent} */ event) => {
      const p = map.toWorld(event.clientX, event.clientY);
      return map.painter.grid.at(p.x, p.y);
    };
    const draws = (/** @type {PointerEvent} */ event) => event.button === 2 || (this.drawing && event.button === 0);
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    host.addEventListener("pointerdown", (event) => {
      if (!draws(event) || (event.target instanceof Element && event.target.closest("button, .panel, input"))) return;
      from = hexAt(event);
      event.preventDefault();
      event.stopImmediatePropagation();
    }, { capture: true });
    host.addEventListener("pointermove", (event) => {
      if (!from) return;
      const to = hexAt(event);
      this.trail.innerHTML = to && to !== from ? this.arrow(from, to) : "";
      event.stopImmediatePropagation();
    }, { capture: true });
    host.addEventListener("pointerup", (event) => {
      if (!from) return;
      const [a, b] = [from, hexAt(event)];
      from = null;
      this.trail.replaceChildren();
      event.stopImmediatePropagation();
      if (b && a !== b) this.toggleArrow(a, b);
      else if (b) this.write(b);
    }, { capture: true });
  }

  /** The pencil. @returns {boolean} whether it is in hand now */
  toggle() {
    this.drawing = !this.drawing;
    this.table.map.host.classList.toggle("planning", this.drawing);
    say(this.drawing ? "Planning: drag from hex to hex for an arrow, touch a hex for a note." : "Planning ended.");
    return this.drawing;
  }

  /** @param {string} a @param {string} b */
  toggleArrow(a, b) {
    const others = this.plan.arrows.filter(([from, to]) => from !== a || to !== b);
    this.plan.arrows = others.length < this.plan.arrows.length ? others : [...this.plan.arrows, [a, b]];
    this.store();
  }

  /** A line of one's own at a hex; an empty one is none. @param {string} hex */
  write(hex) {
    const input = el("input", { type: "text", maxlength: "60", value: this.plan.notes[hex] ?? "", "aria-label": `Your note at ${hex}`, placeholder: "Your note" });
    const form = el("form", { class: "plan-note panel" }, input);
    let open = true;
    const done = () => {
      // Taking the field away takes the focus from it: that is no second ending.
      if (!open) return;
      open = false;
      form.remove();
      const text = input.value.trim();
      if (text) this.plan.notes[hex] = text;
      else delete this.plan.notes[hex];
      this.store();
      byId("map").focus({ preventScroll: true });
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      done();
    });
    input.addEventListener("blur", done);
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      input.value = this.plan.notes[hex] ?? "";
      done();
    });
    const at = this.table.map.toHost(this.table.painter.grid.centre(hex));
    form.style.left = `${Math.max(8, Math.min(this.table.map.host.clientWidth - 220, at.x - 100))}px`;
    form.style.top = `${Math.max(8, at.y + 12)}px`;
    this.table.map.host.append(form);
    input.focus();
  }

  clear() {
    this.plan = { arrows: [], notes: {} };
    this.store();
  }

  store() {
    keep(this.key, this.plan);
    this.draw();
  }

  draw() {
    const { grid } = this.table.painter;
    const notes = Object.entries(this.plan.notes).filter(([hex]) => grid.has(hex));
    const arrows = this.plan.arrows.filter(([a, b]) => grid.has(a) && grid.has(b));
    this.node.innerHTML = arrows.map(([a, b]) => this.arrow(a, b)).join("") + notes.map(([hex, text]) => {
      const c = grid.centre(hex);
      const w = 14 + text.length * 7.4;
      return `<g transform="translate(${c.x} ${c.y + 40})" class="plan-text"><g><rect x="${-w / 2}" y="-11" width="${w}" height="21" rx="3"/><text y="4.500">${escape(text)}</text></g></g>`;
    }).join("");
    const count = arrows.length + notes.length;
    this.list.replaceChildren(...(count ? [
      el("h2", {}, "Your plans on the map"),
      el("ul", {}, ...notes.map(([hex, text]) => el("li", {}, el("button", { type: "button", onclick: () => this.table.go([hex], []) }, hex), ` ${text}`))),
      el("p", {}, arrows.length ? `${arrows.length} ${arrows.length === 1 ? "arrow" : "arrows"} ` : "", el("button", { type: "button", onclick: () => this.clear() }, "Wipe all")),
    ] : [el("p", { class: "quiet" }, "Draw arrows on the map with the right mouse button or the pencil, right-click a hex (or press D) for a note there. Only you see them.")]));
  }

  /** @param {string} a @param {string} b */
  arrow(a, b) {
    const { grid } = this.table.painter;
    const [p, q] = [grid.centre(a), grid.centre(b)];
    const far = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    const end = { x: q.x - ((q.x - p.x) * SHORT) / far, y: q.y - ((q.y - p.y) * SHORT) / far };
    const d = `M${p.x} ${p.y}L${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
    return `<path d="${d}" class="plan-edge"/><path d="${d}" class="plan-line" marker-end="url(#arrow)"/>`;
  }
}
