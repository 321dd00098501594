// A whole stack in one gesture: those taken together go to one place, order after order, as far as the game offers it.
// Knows no rules: every order is asked for anew before it is given, and the first that is no longer offered ends the march.

import { byId, pause } from "../dom.js";
import { leftIn } from "../points.js";
import { keyOf } from "./choices.js";
import { notice, say } from "./notices.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../types.js').Choice} Choice */
/** @typedef {import('../types.js').Preview} Preview */

/** How often something that must come is looked for, every 15 ms: a minute. */
const PATIENCE = 4000;
/** Kinds of questions in which units are placed before the first turn. */
const SET_UP = ["setup", "set-up"];

export class March {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.verbs = new Set(table.board.look.gestures?.march ?? []);
    /** @type {string[]} who goes, the leader first */
    this.members = [];
    this.hex = "";
    /** @type {Map<string, Map<string, Choice>>} place -> who can go there, and by which order */
    this.places = new Map();
    /** @type {string | null} a place that waits for a second word */
    this.armed = null;
    this.running = false;
    /** the last march: the position it led to, and of how many orders it was made */
    this.done = { n: -1, count: 0 };
  }

  get active() {
    return this.members.length > 0;
  }

  /** Those of a hex who can be taken together. @param {string} hex */
  company(hex) {
    const { choices } = this.table.hand;
    const able = new Set([...choices.heads, ...choices.actions].filter(({ a }) => this.verbs.has(a[0]) && a.length > 1).map(({ a }) => a[1]));
    return [...(this.table.view.stacks[hex] ?? [])].reverse().filter((key) => able.has(key));
  }

  /** The whole stack, or those named. @param {string} hex @param {string[]} [who] @returns {Promise<boolean>} whether there are several to take */
  async take(hex, who = this.company(hex)) {
    const { hand } = this.table;
    if (!hand.active || hand.busy || this.running || who.length < 2) return false;
    hand.cancel();
    this.members = who;
    this.hex = hex;
    await this.look();
    return true;
  }

  /** Where all of them can go. */
  async look() {
    const { hand, wire } = this.table;
    const { choices, n } = hand;
    const heads = this.members.flatMap((key) => choices.heads.filter(({ a }) => this.verbs.has(a[0]) && a.length === 2 && a[1] === key));
    await Promise.all(heads.filter((head) => !choices.tails.has(keyOf(head.a))).map(async (head) => {
      const answer = await wire.ask({ t: "tails", n, a: head.a }).catch(() => null);
      if (n === hand.n) choices.tails.set(keyOf(head.a), answer?.actions ?? []);
    }));
    if (n !== hand.n) return;
    this.places.clear();
    for (const choice of choices.known()) {
      const [verb, key, place] = choice.a;
      if (!this.verbs.has(verb) || choice.a.length !== 3 || !this.members.includes(key) || !this.table.painter.grid.has(place)) continue;
      const found = this.places.get(place) ?? new Map();
      if (!found.has(key)) found.set(key, choice);
      this.places.set(place, found);
    }
    for (const [place, found] of this.places) if (found.size < this.members.length) this.places.delete(place);
    this.table.relight();
    say(`${this.members.length} units together: ${this.places.size} places to choose from.`);
    if (!this.places.size) notice("There is no place where all of them can go. Click one to leave it out.");
  }

  /** The places to light, with what it costs the one who has least left. @returns {Map<string, string>} */
  next() {
    return new Map([...this.places].map(([place, found]) => {
      const notes = [...found.values()].map((choice) => choice.note ?? "").filter(Boolean);
      return [place, notes.sort((a, b) => leftIn(a) - leftIn(b))[0] ?? ""];
    }));
  }

  /** In what it is in hand now. @returns {string} */
  prompt() {
    return `${this.members.length} units together: choose where, or click one to leave it out.`;
  }

  /** Out if he is in, in if he is out. @param {string} key */
  async toggle(key) {
    const inside = this.members.includes(key);
    this.members = inside ? this.members.filter((other) => other !== key) : [...this.members, key];
    this.disarm();
    if (this.members.length > 1) {
      await this.look();
      return;
    }
    const [last] = this.members;
    this.drop();
    if (last) await this.table.hand.click(this.hex, last, "mouse");
  }

  /** The way of the first, while pointing. @param {string | null} hex */
  async point(hex) {
    const choice = hex ? this.places.get(hex)?.get(this.members[0]) : undefined;
    const { lights, hand } = this.table;
    if (!choice || this.armed) {
      if (!this.armed) lights.showPath([]);
      return;
    }
    const preview = await hand.preview(choice);
    if (this.active && !this.armed) lights.showPath(preview.path ?? [], preview.cost);
  }

  /** @param {string | null} hex @param {string | null} piece @returns {Promise<boolean>} whether the click was for the march */
  async click(hex, piece) {
    if (this.running) return true;
    if (!this.active) return false;
    if (piece && hex === this.hex && (this.members.includes(piece) || this.company(hex).includes(piece))) {
      await this.toggle(piece);
      return true;
    }
    if (!hex || !this.places.has(hex)) {
      this.drop();
      return false;
    }
    if (this.armed === hex) await this.go(hex);
    else await this.propose(hex);
    return true;
  }

  /** What any of them is warned of, all of them are. @param {string} hex */
  async propose(hex) {
    const { hand, odds } = this.table;
    const choices = [...(this.places.get(hex)?.values() ?? [])];
    const n = hand.n;
    const previews = await Promise.all(choices.map((choice) => hand.preview(choice)));
    if (n !== hand.n || !this.active) return;
    const warnings = [...new Set(previews.flatMap((preview) => preview.warnings ?? []))];
    if (!warnings.length && previews.every((preview) => !preview.odds?.length)) {
      await this.go(hex);
      return;
    }
    this.armed = hex;
    odds.show({ title: `${this.members.length} units to ${hex}`, warnings }, { a: [], label: `All ${this.members.length} go` }, true);
  }

  confirm() {
    if (!this.armed) return false;
    void this.go(this.armed);
    return true;
  }

  disarm() {
    this.armed = null;
    this.table.odds.show(null, null, false);
  }

  /** Let go. @returns {boolean} whether anything was held */
  drop() {
    if (!this.active) return false;
    this.members = [];
    this.places.clear();
    this.disarm();
    this.table.lights.showPath([]);
    this.table.relight();
    return true;
  }

  /** One order after the other. @param {string} hex */
  async go(hex) {
    const { hand, view } = this.table;
    const who = [...this.members];
    const verb = this.places.get(hex)?.get(who[0])?.a[0] ?? "";
    const started = view.n;
    this.drop();
    this.running = true;
    let gone = 0;
    for (const key of who) {
      const choice = await this.offered(verb, key, hex);
      if (!choice) break;
      const n = hand.n;
      hand.busy = false;
      await hand.commit(choice);
      if (!await this.moved(n)) break;
      gone++;
    }
    this.running = false;
    this.done = { n: this.table.view.n, count: gone };
    const name = (/** @type {string} */ key) => this.table.pieces.get(key)?.title ?? key;
    if (gone < who.length && this.table.view.n > started) notice(`${gone} of ${who.length} have gone; ${name(who[gone])} cannot follow.`);
    else if (gone < who.length) notice(`${name(who[0])} cannot go there now.`);
    byId("map").focus({ preventScroll: true });
  }

  /** One unit, hex by hex along a way of one's own; one Undo takes all of it back. @param {string} key @param {string[]} way from where it stands */
  async walk(key, way) {
    const { hand, board, pieces } = this.table;
    const { legs = [], way: words = [] } = board.look.gestures ?? {};
    if ((!legs.length && !words.length) || this.running || !hand.active) return;
    this.running = true;
    const [out, on, stop] = words;
    let orders = 0;
    let gone = 0;
    const give = async (/** @type {Choice | undefined} */ choice) => {
      if (!choice) return false;
      const n = hand.n;
      hand.busy = false;
      await hand.commit(choice);
      if (!await this.moved(n)) return false;
      orders++;
      return true;
    };
    if (legs.length || await give(this.plain([out, key]))) {
      for (const hex of way.slice(1)) {
        if (!await give(legs.length ? await this.offered(legs[0], key, hex) : this.plain([on, hex]))) break;
        gone++;
      }
      if (!legs.length) await give(this.plain([stop]));
    }
    this.running = false;
    this.done = { n: this.table.view.n, count: orders };
    this.table.lights.showPath([]);
    if (gone < way.length - 1) notice(`${pieces.get(key)?.title ?? key} gets no farther than ${way[gone]}.`);
  }

  /** An order that stands in the menu as it is. @param {string[]} words @returns {Choice | undefined} */
  plain(words) {
    const { hand } = this.table;
    return hand.active ? hand.choices.actions.find(({ a }) => keyOf(a) === keyOf(words)) : undefined;
  }

  /** The order as the game offers it in this position. @param {string} verb @param {string} key @param {string} hex @returns {Promise<Choice | undefined>} */
  async offered(verb, key, hex) {
    const { hand, wire } = this.table;
    if (!hand.active) return undefined;
    const fits = (/** @type {Choice} */ { a }) => a.length === 3 && a[0] === verb && a[1] === key && a[2] === hex;
    const plain = hand.choices.actions.find(fits);
    if (plain || !hand.choices.heads.some(({ a }) => a[0] === verb && a[1] === key)) return plain;
    const answer = await wire.ask({ t: "tails", n: hand.n, a: [verb, key] }).catch(() => null);
    return /** @type {Choice[]} */ (answer?.actions ?? []).find(fits);
  }

  /** Waits for the position after an order. @param {number} n the one before @returns {Promise<boolean>} */
  async moved(n) {
    const { hand } = this.table;
    // Until the position is there, the order was refused, or a line that was down is back: however slow the machines are.
    while (hand.busy) await pause(15);
    return hand.n > n;
  }

  /** Who could still join a fight that is being put together, where the game has no word for all of them. @returns {Choice[]} */
  joiners() {
    const { hand, board, pieces } = this.table;
    const verbs = [...(board.look.gestures?.join ?? []), ...(board.look.gestures?.all ?? [])];
    const found = hand.active && !hand.armed ? hand.choices.actions.filter(({ a }) => verbs.includes(a[0]) && a.length === 2 && pieces.has(a[1])) : [];
    const word = hand.choices.actions.some(({ a }) => a.length === 1 && ["all", "everybody"].includes(a[0]));
    return found.length > 1 && !word ? found : [];
  }

  /** Everybody who may still join, order after order. @param {Choice[]} choices each names one who joins */
  async gather(choices) {
    if (this.running) return;
    this.running = true;
    for (const { a } of choices) {
      const { hand } = this.table;
      const choice = hand.active ? hand.choices.actions.find((one) => keyOf(one.a) === keyOf(a)) : undefined;
      if (!choice) continue;
      const n = hand.n;
      hand.busy = false;
      await hand.commit(choice);
      if (!await this.moved(n)) break;
    }
    this.running = false;
  }

  /** Twice on an enemy: the first click has named him, the second brings everybody who can. @returns {Promise<boolean>} whether anybody was to be asked */
  async everybody() {
    for (let i = 0; i < PATIENCE && !this.table.isAtRest; i++) await pause(15);
    const { hand } = this.table;
    const ready = hand.choices.ready();
    // A stack of which one must be named: the top one is.
    if (!hand.armed && hand.desk.isAim?.(ready)) {
      const n = hand.n;
      await hand.commit(ready[0]);
      if (!await this.moved(n)) return false;
      for (let i = 0; i < PATIENCE && !this.table.isAtRest; i++) await pause(15);
    }
    const all = this.joiners();
    if (all.length) await this.gather(all);
    return all.length > 0;
  }

  /**
   * Everybody against an enemy, and the dice: with Shift, in one click. They fall at once where these odds have stood on the screen long enough to be read;
   * else they wait for a second word.
   * @param {string} hex
   */
  async storm(hex) {
    const { hand } = this.table;
    const target = hand.active && !hand.busy && !hand.choices.chosen.length ? hand.target(hex, null) : null;
    const [first] = target ? hand.choices.finishing(target) : [];
    if (!first || this.running) return;
    const read = hand.isRead(first);
    if ((await hand.preview(first)).rolls) {
      await hand.propose(first, read ? "mouse" : "look");
      return;
    }
    const n = hand.n;
    await hand.commit(first);
    if (!await this.moved(n)) return;
    await this.everybody();
    for (let i = 0; i < 200 && !this.table.isAtRest; i++) await pause(15);
    for (const choice of hand.choices.buttons()) {
      const preview = await hand.preview(choice);
      if (!preview.odds?.length) continue;
      if (read && preview.rolls !== false) await hand.commit(choice);
      else await hand.propose(choice, "look");
      return;
    }
  }

  /** What the gesture for all of them is called. */
  get allLabel() {
    const all = this.joiners();
    return (this.table.board.look.gestures?.all ?? []).includes(all[0]?.a[0]) ? `All of them (${all.length})` : `Everybody joins (${all.length})`;
  }

  /** Whether there is a set-up to be done, and the game has no word of its own for the rest of it. */
  placeable() {
    const { hand, view, pieces } = this.table;
    const { actions, heads } = hand.choices;
    return hand.active && SET_UP.includes(view.decision?.kind ?? "") && !actions.some(({ a }) => ["rest", "suggest"].includes(a[0])) && [...actions, ...heads].some(({ a }) => pieces.has(a[1]) && !this.table.facing.verbs.has(a[0]));
  }

  /** The rest of the set-up, as a bot would do it; one Undo takes all of it back. */
  async place() {
    const { hand, wire, view } = this.table;
    const before = view.n;
    const answer = await wire.ask({ t: "place", n: hand.n }).catch(() => ({ t: "refused", text: "The line is down; nothing was done.", n: before }));
    if (answer.t === "refused") notice(answer.text ?? "It could not be done.");
    else this.done = { n: answer.n, count: answer.n - before };
  }

  /** One word takes back what one gesture did. @returns {boolean} whether there was such a march */
  undo() {
    const { n, count } = this.done;
    if (count < 2 || n !== this.table.view.n) return false;
    this.done = { n: -1, count: 0 };
    this.running = true;
    void (async () => {
      for (let i = 0; i < count; i++) {
        const before = this.table.view.n;
        const answer = await this.table.wire.ask({ t: "undo" }).catch(() => ({ t: "refused" }));
        if (answer.t === "refused") break;
        for (let k = 0; k < PATIENCE && this.table.view.n === before; k++) await pause(15);
      }
      this.running = false;
    })();
    return true;
  }
}
