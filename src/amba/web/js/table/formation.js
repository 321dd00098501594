// Several stacks in one gesture: a box drawn round them takes them all; a click sends each as near to that place as it can get, a drag keeps their shape.
// Knows no rules: before each order the game is asked anew where that unit may go, and whoever cannot get nearer stays.

import { byId, pause, svg } from "../dom.js";
import { keyOf } from "./choices.js";
import { notice, say } from "./notices.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../types.js').Choice} Choice */
/** @typedef {import('../map/grid.js').Point} Point */
/** @typedef {{key: string, from: string, choice: Choice}} Step   one of them, from where it stands, by which order */

/** How long the pointer rests on a place before all are asked what they would meet there. */
const REST_MS = 220;
/** How long the other side may take to answer a move, before the march is given up: 25 ms each. */
const PATIENCE = 400;

export class Formation {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const { march = [], facing = [] } = table.board.look.gestures ?? {};
    this.verbs = new Set([...march, ...facing]);
    /** @type {string[]} */
    this.members = [];
    /** @type {Map<string, Choice[]>} where each of them may go */
    this.offers = new Map();
    /** the one by which they are dragged, if they are @type {string | null} */
    this.lead = null;
    /** @type {string | null} where they are shown to go */
    this.aim = null;
    /** @type {string | null} a place that waits for a second word */
    this.armed = null;
    /** the next drag draws a box, without the Shift key: for fingers */
    this.boxing = false;
    this.root = svg("g", { class: "path formation" });
    table.map.layer.append(this.root);
    this.listen();
  }

  get active() {
    return this.members.length > 0;
  }

  /** A box over the ground. */
  listen() {
    const { map } = this.table;
    /** @type {Point | null} */
    let from = null;
    const at = (/** @type {PointerEvent} */ event) => map.toWorld(event.clientX, event.clientY);
    map.host.addEventListener("pointerdown", (event) => {
      const on = event.target instanceof Element ? event.target : null;
      if (event.button || !this.table.hand.active || !(event.shiftKey || this.boxing) || on?.closest("button, .panel, input, [data-all]")) return;
      const piece = on?.closest("[data-piece]")?.getAttribute("data-piece") ?? "";
      if (!this.boxing && this.orders().some(({ a }) => a[1] === piece)) return;
      from = at(event);
      map.host.setPointerCapture(event.pointerId);
      event.stopImmediatePropagation();
    }, { capture: true });
    map.host.addEventListener("pointermove", (event) => {
      if (!from) return;
      this.drawBox(from, at(event));
      event.stopImmediatePropagation();
    }, { capture: true });
    map.host.addEventListener("pointerup", (event) => {
      if (!from) return;
      const [a, b] = [from, at(event)];
      from = null;
      this.root.replaceChildren();
      event.stopImmediatePropagation();
      const hex = map.painter.grid.at(b.x, b.y);
      // A box of no size is a click with Shift: everybody against whoever stands there.
      if (Math.hypot(a.x - b.x, a.y - b.y) * map.scale > 6) void this.enclose(a, b);
      else if (hex && !this.boxing) void this.table.march.storm(hex);
      this.setBoxing(false);
    }, { capture: true });
  }

  /** @param {boolean} on */
  setBoxing(on) {
    this.boxing = on && this.verbs.size > 0;
    this.table.map.host.classList.toggle("boxing", this.boxing);
    byId("zoom").classList.toggle("boxing", this.boxing);
    if (this.boxing) notice("Draw a box round the units that are to go together.");
  }

  /** What could be given to one of several. @returns {Choice[]} */
  orders() {
    const { choices } = this.table.hand;
    return [...choices.heads, ...choices.actions].filter(({ a }) => this.verbs.has(a[0]) && a.length > 1 && this.table.pieces.has(a[1]));
  }

  /** @param {Point} a @param {Point} b */
  drawBox(a, b) {
    this.root.innerHTML = `<rect class="box" x="${Math.min(a.x, b.x)}" y="${Math.min(a.y, b.y)}" width="${Math.abs(a.x - b.x)}" height="${Math.abs(a.y - b.y)}"/>`;
  }

  /** Everybody in a box who can go. @param {Point} a @param {Point} b */
  async enclose(a, b) {
    const { grid } = this.table.painter;
    const inside = (/** @type {string} */ hex) => {
      const c = grid.centre(hex);
      return grid.has(hex) && c.x >= Math.min(a.x, b.x) && c.x <= Math.max(a.x, b.x) && c.y >= Math.min(a.y, b.y) && c.y <= Math.max(a.y, b.y);
    };
    const able = new Set(this.orders().map((order) => order.a[1]));
    const found = Object.entries(this.table.view.stacks).filter(([hex]) => inside(hex)).flatMap(([, keys]) => keys.filter((key) => able.has(key)));
    if (found.length) await this.take(found);
    else notice("Nobody who can go stands in the box.");
  }

  /** A stack to those in hand, or out of it. @param {string} hex */
  async toggleStack(hex) {
    const able = new Set(this.orders().map((order) => order.a[1]));
    const here = (this.table.view.stacks[hex] ?? []).filter((key) => able.has(key));
    const before = this.active ? this.members : [...this.table.march.members, ...this.table.hand.choices.chosen.filter((key) => able.has(key))];
    const kept = before.filter((key) => !here.includes(key));
    await this.take(here.every((key) => before.includes(key)) ? kept : [...kept, ...here]);
  }

  /** One of them in or out. @param {string} key */
  async toggle(key) {
    await this.take(this.members.includes(key) ? this.members.filter((other) => other !== key) : [...this.members, key]);
  }

  /** @param {string[]} who */
  async take(who) {
    const { hand, march } = this.table;
    if (!hand.active || hand.busy || march.running) return;
    march.drop();
    hand.cancel();
    this.drop();
    this.members = who;
    const n = hand.n;
    const found = await Promise.all(who.map(async (key) => /** @type {[string, Choice[]]} */ ([key, await this.ask(key)])));
    // Others may have come to them meanwhile.
    if (n !== hand.n || this.members !== who) return;
    this.offers = new Map(found);
    this.table.relight();
    say(this.prompt());
  }

  /** Where one may go now. @param {string} key @returns {Promise<Choice[]>} */
  async ask(key) {
    const { hand, wire, painter } = this.table;
    const heads = hand.choices.heads.filter(({ a }) => this.verbs.has(a[0]) && a.length === 2 && a[1] === key);
    const answers = await Promise.all(heads.map((head) => wire.ask({ t: "tails", n: hand.n, a: head.a }).catch(() => null)));
    const plain = hand.choices.actions.filter(({ a }) => this.verbs.has(a[0]) && a[1] === key);
    return [...plain, ...answers.flatMap((answer) => /** @type {Choice[]} */ (answer?.actions ?? []))].filter(({ a }) => painter.grid.has(a[2]));
  }

  /** Lit: wherever any of them may go. @returns {Map<string, string>} */
  next() {
    return new Map([...this.offers.values()].flat().map(({ a }) => [a[2], ""]));
  }

  /** @returns {string} */
  prompt() {
    return `${this.members.length} units together: click where they are to go, each as near as it can get, or drag one of them to keep their shape.`;
  }

  /** Where one is to go: to the place itself, or as far and in the direction in which the leader is dragged. @param {string} key @param {string} hex @returns {Point} */
  goal(key, hex) {
    const { grid } = this.table.painter;
    const to = grid.centre(hex);
    if (!this.lead) return to;
    const [own, leads] = [this.at(key), this.at(this.lead)].map((place) => grid.centre(place));
    return { x: own.x + to.x - leads.x, y: own.y + to.y - leads.y };
  }

  /** @param {string} key */
  at(key) {
    return this.table.view.pieces[key]?.at ?? "";
  }

  /** The offer that brings one nearest to its goal; none, if it stands as near already. @param {string} key @param {Point} goal @param {string} hex where the pointer is @param {Choice[]} offers @returns {Choice | undefined} */
  best(key, goal, hex, offers) {
    const { grid } = this.table.painter;
    const off = (/** @type {string} */ place, /** @type {Point} */ from) => Math.round(Math.hypot(grid.centre(place).x - from.x, grid.centre(place).y - from.y));
    const start = grid.centre(this.at(key));
    const nearest = offers.filter(({ a }) => off(a[2], goal) < off(this.at(key), goal)).sort((a, b) => off(a.a[2], goal) - off(b.a[2], goal) || off(a.a[2], start) - off(b.a[2], start))[0];
    const ends = nearest ? offers.filter(({ a }) => keyOf(a.slice(0, 3)) === keyOf(nearest.a.slice(0, 3))) : [];
    return ends.length > 1 ? this.table.facing.towards(ends, hex) : nearest;
  }

  /** Those in front go first: they make room. @param {string} hex @returns {string[]} */
  inOrder(hex) {
    const { grid } = this.table.painter;
    const far = (/** @type {string} */ key) => Math.hypot(grid.centre(this.at(key)).x - this.goal(key, hex).x, grid.centre(this.at(key)).y - this.goal(key, hex).y);
    const ahead = (/** @type {string} */ key) => Math.hypot(grid.centre(this.at(key)).x - grid.centre(hex).x, grid.centre(this.at(key)).y - grid.centre(hex).y);
    return [...this.members].sort((a, b) => far(a) - far(b) || ahead(a) - ahead(b));
  }

  /** As it would go if nobody stood in another's way. @param {string} hex @returns {Step[]} */
  plan(hex) {
    return this.inOrder(hex).flatMap((key) => {
      const choice = this.best(key, this.goal(key, hex), hex, this.offers.get(key) ?? []);
      return choice ? [{ key, from: this.at(key), choice }] : [];
    });
  }

  /** While pointing: an arrow for each, and what they would meet there. @param {string | null} hex @param {string | null} [lead] dragged by this one */
  async point(hex, lead = null) {
    if (this.armed || (hex === this.aim && lead === this.lead)) return;
    this.aim = hex;
    this.lead = lead;
    const steps = hex && this.table.painter.grid.has(hex) ? this.plan(hex) : [];
    this.draw(steps);
    this.table.odds.show(null, null, false);
    await pause(REST_MS);
    if (!hex || this.aim !== hex || this.lead !== lead || this.armed || !steps.length) return;
    const warnings = await this.warnings(steps);
    if (this.aim === hex && this.lead === lead && !this.armed && this.active) this.table.odds.show({ title: this.title(steps.length, hex), warnings }, null, false);
  }

  /** @param {number} count @param {string} hex */
  title(count, hex) {
    return count < this.members.length ? `${count} of ${this.members.length} units towards ${hex}` : `${count} units towards ${hex}`;
  }

  /** What any of them is warned of, and how many. @param {Step[]} steps */
  async warnings(steps) {
    const previews = await Promise.all(steps.map(({ choice }) => this.table.hand.preview(choice)));
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const text of previews.flatMap((preview) => preview.warnings ?? [])) found.set(text, (found.get(text) ?? 0) + 1);
    return [...found].map(([text, count]) => (count > 1 ? `${count} ×: ${text}` : text));
  }

  /** @param {Step[]} steps */
  draw(steps) {
    const { grid } = this.table.painter;
    const line = (/** @type {Step} */ { from, choice }) => `M${grid.centre(from).x} ${grid.centre(from).y}L${grid.centre(choice.a[2]).x} ${grid.centre(choice.a[2]).y}`;
    const ways = [...new Set(steps.map(line))];
    this.root.innerHTML = ways.map((d) => `<path d="${d}" class="path-edge"/>`).join("") + ways.map((d) => `<path d="${d}" class="path-line" marker-end="url(#arrow)"/>`).join("");
  }

  /** @param {string | null} hex @param {string | null} piece @param {boolean} touch @returns {boolean} whether the click was for them */
  click(hex, piece, touch) {
    if (!this.active) return false;
    const able = piece && this.orders().some(({ a }) => a[1] === piece);
    if (piece && able) void this.toggle(piece);
    else if (!hex || !this.table.painter.grid.has(hex)) this.drop();
    else if (this.armed === hex || !touch) void this.go(hex, null);
    else void this.arm(hex);
    return true;
  }

  /** A finger has seen nothing yet: it says where first, and means it the second time. @param {string} hex */
  async arm(hex) {
    this.armed = null;
    await this.point(hex);
    const steps = this.plan(hex);
    const warnings = await this.warnings(steps);
    if (!this.active) return;
    this.armed = hex;
    this.table.odds.show({ title: this.title(steps.length, hex), warnings }, { a: [], label: "All of them go" }, true);
  }

  confirm() {
    if (!this.armed) return false;
    void this.go(this.armed, null);
    return true;
  }

  /** Let go. @returns {boolean} whether anything was held */
  drop() {
    this.root.replaceChildren();
    this.aim = null;
    this.lead = null;
    if (!this.active) return false;
    this.members = [];
    this.offers.clear();
    this.armed = null;
    this.table.odds.show(null, null, false);
    this.table.relight();
    return true;
  }

  /** One order after the other. @param {string} hex @param {string | null} lead */
  async go(hex, lead) {
    const { march, view } = this.table;
    this.lead = lead;
    const who = this.inOrder(hex).map((key) => ({ key, goal: this.goal(key, hex) }));
    this.drop();
    march.running = true;
    const kind = view.decision?.kind;
    let gone = 0;
    let broken = false;
    for (const { key, goal } of who) {
      const choice = this.best(key, goal, hex, await this.ask(key));
      if (!choice) continue;
      if (!await this.give(choice)) break;
      gone++;
      broken = !await this.isFree(kind);
      if (broken) break;
    }
    march.running = false;
    march.done = { n: this.table.view.n, count: gone };
    this.tell(gone, who.length, broken);
    byId("map").focus({ preventScroll: true });
  }

  /** @param {number} gone @param {number} all @param {boolean} broken something came between */
  tell(gone, all, broken) {
    if (!gone) notice("None of them can get nearer to it.");
    else if (broken && gone < all) notice(`${gone} of ${all} have gone; then something else was to be decided.`);
    else if (gone < all) notice(`${gone} of ${all} have gone; the others cannot get nearer.`);
    else say(`${gone} units have gone.`);
  }

  /** @param {Choice} choice @returns {Promise<boolean>} */
  async give(choice) {
    const { hand, march } = this.table;
    const n = hand.n;
    hand.busy = false;
    await hand.commit(choice);
    return march.moved(n);
  }

  /** Waits until this player is asked again; the other side may answer a move. @param {string | undefined} kind of the question @returns {Promise<boolean>} whether it is the same question */
  async isFree(kind) {
    for (let i = 0; i < PATIENCE && !this.table.hand.active; i++) await pause(25);
    return this.table.hand.active && this.table.view.decision?.kind === kind;
  }
}
