// The player's hand on the board: from pointing to a finished action, by mouse, finger or key alike.

import { pause } from "../dom.js";
import { withLeft } from "../points.js";
import { Choices, keyOf } from "./choices.js";

/** @typedef {import('../types.js').Choice} Choice */
/** @typedef {import('../types.js').Preview} Preview */
/** @typedef {import('../types.js').Why} Why */
/** @typedef {import('../types.js').Action} Action */
/** @typedef {import('../types.js').Menu} Menu */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('./wire.js').Wire} Wire */
/** @typedef {"mouse" | "touch" | "key" | "look"} By   how it was chosen; a look never does anything by itself */

/**
 * What the hand needs from the table.
 * @typedef {object} Desk
 * @property {Wire} wire
 * @property {(arg: string) => boolean} isPiece
 * @property {(arg: string) => boolean} isPlace
 * @property {(hex: string) => string[]} stackAt      bottom to top
 * @property {(text: string) => void} say             to the live region
 * @property {() => void} changed                     light things anew
 * @property {() => void} seek                        what can be chosen next must be in sight
 * @property {(choices: Choice[], hex: string | null) => void} offer   several actions fit: let the player pick
 * @property {(preview: Preview | null, choice: Choice | null, armed: boolean) => void} showPreview
 * @property {(why: Why | null, hex: string | null) => void} showWhy
 * @property {(text: string, rule?: string) => void} complain
 * @property {(ends: Choice[], hex: string | null) => Choice[]} [narrow]   of several ends of a gesture, those the pointer means
 * @property {(choices: Choice[]) => boolean} [isAim]   they differ only in who of a stack is meant
 * @property {(preview: Promise<Preview> | undefined) => void} [giving]   an order is given; what was foretold of it
 */

/** How long a warning must have stood on the screen before a click counts as having read it. */
const READ_MS = 300;
/** How long a pointer rests on an enemy before the odds against him are worked out. */
const REST_MS = 180;

/**
 * Whether what can be done with what is chosen stands in the bar only: where so many places are lit that a list would lie far away or over them.
 * @param {number} ready @param {number} lit
 */
export function standsInBar(ready, lit) {
  return ready <= 3 && lit > 12;
}

export class Hand {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.choices = new Choices((arg) => desk.isPiece(arg) || desk.isPlace(arg));
    this.n = 0;
    /** @type {number | undefined} goes up when something is taken back */
    this.edition = undefined;
    this.active = false;
    /** @type {Choice | null} waits for Enter or a second click */
    this.armed = null;
    /** @type {Map<string, Promise<Preview>>} */
    this.previews = new Map();
    /** @type {string} the action whose preview is on the screen */
    this.shown = "";
    this.shownAt = Infinity;
    /** @type {{choice: Choice, at: number} | null} a fight whose odds stand on the screen without having been asked for */
    this.foreseen = null;
    this.busy = false;
  }

  /** A new position. @param {View} view @param {Menu | null} menu @param {number} [edition] */
  reset(view, menu, edition) {
    this.n = view.n;
    this.edition = edition;
    this.active = Boolean(menu);
    this.choices.reset(menu);
    this.armed = null;
    this.previews.clear();
    this.shown = "";
    this.foreseen = null;
    this.busy = false;
    this.desk.showPreview(null, null, false);
    this.desk.showWhy(null, null);
    this.desk.offer([], null);
    this.desk.changed();
  }

  cancel() {
    this.choices.chosen = [];
    this.armed = null;
    this.shown = "";
    this.desk.showPreview(null, null, false);
    this.desk.showWhy(null, null);
    this.desk.offer([], null);
    this.desk.changed();
  }

  /** One step back in choosing; false if nothing was chosen. */
  back() {
    if (this.armed) {
      this.armed = null;
      this.desk.showPreview(null, null, false);
    } else if (!this.choices.chosen.length) {
      return false;
    }
    this.choices.chosen.pop();
    this.desk.offer([], null);
    this.desk.changed();
    return true;
  }

  /**
   * What a click there means: the piece, the hex, or the only lit piece of the stack in the hex.
   * @param {string | null} hex @param {string | null} piece
   */
  target(hex, piece) {
    const { choices } = this;
    if (piece && choices.may(piece)) return piece;
    if (hex && choices.may(hex)) return hex;
    if (hex) {
      const lit = this.desk.stackAt(hex).filter((key) => choices.may(key));
      if (lit.length === 1) return lit[0];
      if (lit.length > 1 && !piece) return lit[lit.length - 1];
    }
    // Another unit while one is chosen: begin again with that one.
    if (piece && choices.mayBegin(piece)) return piece;
    if (hex) return this.desk.stackAt(hex).filter((key) => choices.mayBegin(key)).pop() ?? null;
    return null;
  }

  /**
   * @param {string | null} hex @param {string | null} piece
   * @param {By} by
   */
  async click(hex, piece, by) {
    if (!this.active || this.busy) return;
    const { choices } = this;
    this.desk.showWhy(null, null);
    if (this.armed && hex && choices.targets(this.armed).includes(piece ?? "") === false && choices.targets(this.armed).at(-1) === hex) {
      await this.commit(this.armed);
      return;
    }
    if (piece && choices.chosen.at(-1) === piece && !choices.may(piece)) {
      this.cancel();
      return;
    }
    const target = this.target(hex, piece);
    if (!target) {
      await this.askWhy(hex, piece);
      return;
    }
    if (this.armed) {
      // A different end for the same beginning.
      this.armed = null;
      choices.chosen.pop();
    }
    if (!choices.may(target)) choices.chosen = [];
    const forks = choices.ready().length > 0;
    choices.chosen.push(target);
    await this.advance(hex, by, forks);
  }

  /**
   * After something was chosen: fetch tails, finish, or light what comes next.
   * @param {string | null} hex @param {By} by @param {boolean} [forks] something else could have been done with what was chosen before
   */
  async advance(hex, by, forks = false) {
    const { choices } = this;
    this.desk.changed();
    const wanting = choices.wanting();
    if (wanting.length) {
      const n = this.n;
      await Promise.all(wanting.map(async (head) => {
        const answer = await this.desk.wire.ask({ t: "tails", n, a: head.a }).catch(() => null);
        if (n === this.n) choices.tails.set(keyOf(head.a), answer?.actions ?? []);
      }));
      if (n !== this.n) return;
      this.desk.changed();
      const count = choices.next().size;
      this.tell([wanting[0].label, count ? `${count} places to choose from, J steps through them.` : "Nowhere to go."]);
    }
    const ready = choices.ready();
    const more = choices.next().size > 0;
    if (ready.length === 1 && !more) await this.propose(ready[0], by, forks);
    else if (!more && this.desk.isAim?.(ready)) await this.aim(ready, hex);
    else if (ready.length && !standsInBar(ready.length, choices.next().size)) this.desk.offer(ready, hex);
    else this.desk.offer([], null);
    if (more) this.desk.seek();
  }

  /** At one of a stack: the top one's odds wait for a second word, the others stand in a list. @param {Choice[]} ready @param {string | null} hex */
  async aim(ready, hex) {
    const { n } = this;
    const chosen = keyOf(this.choices.chosen);
    const preview = await this.preview(ready[0]);
    if (n !== this.n || this.armed || keyOf(this.choices.chosen) !== chosen) return;
    if (preview.rolls && preview.odds?.length) {
      this.armed = ready[0];
      this.shown = keyOf(ready[0].a);
      this.shownAt = performance.now();
      this.desk.showPreview(preview, ready[0], true);
      this.desk.changed();
    }
    this.desk.offer(ready, hex);
  }

  /** @param {Choice} choice @returns {Promise<Preview>} */
  preview(choice) {
    const key = keyOf(choice.a);
    let asked = this.previews.get(key);
    if (!asked) {
      asked = this.desk.wire.ask({ t: "preview", n: this.n, a: choice.a }).then((m) => /** @type {Preview} */ (m), () => ({}));
      this.previews.set(key, asked);
    }
    return asked;
  }

  /**
   * A finished choice. A fight waits for a second word, unless it hangs on a button and its odds have been on the screen
   * already. A path or a warning waits on a touch screen and by keyboard; with a mouse it was on the screen while pointing,
   * unless the click came too fast to read it.
   * Where two ways part (a unit that could move, or throw something into that hex), what draws no path says its name first.
   * @param {Choice} choice @param {By} by @param {boolean} [forks]
   */
  async propose(choice, by, forks = false) {
    const n = this.n;
    const read = by === "mouse" && this.shown === keyOf(choice.a) && performance.now() - this.shownAt > READ_MS;
    const preview = await this.preview(choice);
    if (n !== this.n) return;
    // A server that does not say whether the dice fall: a button with odds surely rolls; a piece or hex may only be joining in.
    const rolls = preview.rolls ?? Boolean(preview.odds?.length && !(read && this.choices.targets(choice).length));
    const weighed = by !== "look" && !this.choices.targets(choice).length && this.isRead(choice);
    const waits = (rolls && !weighed) || (preview.warnings?.length && !read && !weighed) || (by !== "mouse" && preview.path?.length) || (forks && !preview.path?.length) || by === "look";
    if (waits) {
      this.armed = choice;
      this.shown = keyOf(choice.a);
      this.desk.offer([], null);
      this.desk.showPreview(preview, choice, true);
      this.tell([preview.title || choice.label, preview.cost ? `Points: ${withLeft(preview.cost)}` : "", ...(preview.warnings ?? []), "Enter to confirm."]);
      this.desk.changed();
      return;
    }
    await this.commit(choice);
  }

  /** @param {Choice} choice */
  async commit(choice) {
    if (this.busy) return;
    this.busy = true;
    this.desk.giving?.(this.previews.get(keyOf(choice.a)));
    this.desk.showPreview(null, null, false);
    this.desk.offer([], null);
    try {
      const answer = await this.desk.wire.ask({ t: "act", n: this.n, e: this.edition, a: choice.a });
      if (answer.t !== "refused") {
        // The position that it led to follows: a click before that would be meant for another one.
        this.busy = this.n < answer.n;
        return;
      }
      this.desk.complain(answer.text ?? "Refused.", answer.rule);
      this.cancel();
    } catch {
      this.desk.complain("The line is down; nothing was done.");
    }
    this.busy = false;
  }

  /** Sentence by sentence, so that each finds its translation. @param {string[]} sentences */
  tell(sentences) {
    for (const text of sentences.filter(Boolean)) this.desk.say(text);
  }

  confirm() {
    if (this.armed) {
      void this.commit(this.armed);
      return true;
    }
    return false;
  }

  /** Do what the odds on the screen are about; false if there are none. */
  confirmForeseen() {
    if (!this.foreseen || this.shown || this.busy) return false;
    void this.propose(this.foreseen.choice, "mouse");
    return true;
  }

  /** Whether the odds of a choice have stood on the screen long enough to be read. @param {Choice} choice */
  isRead(choice) {
    const key = keyOf(choice.a);
    const since = this.foreseen && keyOf(this.foreseen.choice.a) === key ? this.foreseen.at : this.shown === key ? this.shownAt : Infinity;
    return performance.now() - since > READ_MS;
  }

  /** The pointer rests here: show the path to it, or nothing. @param {string | null} hex @param {string | null} piece */
  async point(hex, piece) {
    if (!this.active || this.armed || this.busy) return;
    const { choices } = this;
    const target = piece && choices.may(piece) ? piece : hex && choices.may(hex) ? hex : null;
    const all = target ? choices.finishing(target) : [];
    const ends = this.desk.narrow?.(all, hex) ?? all;
    // Before anything is chosen only a fight says what it would bring, and only to a pointer that rests.
    const early = !choices.chosen.length;
    // Several shots at one hex differ in whom they are aimed at: the first, at the top of the stack, stands for them.
    if (ends.length !== 1 && !(early && ends.length > 1 && ends.length <= 4) && !this.desk.isAim?.(ends)) {
      if (this.shown) {
        this.shown = "";
        this.desk.showPreview(null, null, false);
        void this.foresee();
      }
      return;
    }
    const key = keyOf(ends[0].a);
    if (key === this.shown) return;
    this.shown = key;
    this.shownAt = Infinity; // not on the screen yet
    if (early) await pause(REST_MS);
    if (this.shown !== key || this.armed) return;
    const preview = await this.preview(ends[0]);
    if (this.shown !== key || this.armed || (early && !preview.odds?.length)) return;
    this.shownAt = performance.now();
    this.desk.showPreview(preview, ends[0], false);
  }

  /** Show what a button would do. Where one of a stack waits for the second word, it may be another of them. @param {Choice} choice @param {Choice[]} [others] in the same list */
  async pointAt(choice, others = []) {
    const waits = this.armed;
    if (!this.active || this.busy || (waits && !(others.includes(waits) && this.desk.isAim?.(others)))) return;
    const n = this.n;
    const preview = await this.preview(choice);
    if (n !== this.n || this.armed !== waits) return;
    if (waits) this.armed = choice;
    if (this.shown === keyOf(choice.a)) return;
    this.shown = keyOf(choice.a);
    this.shownAt = performance.now();
    this.desk.showPreview(preview, choice, Boolean(waits));
  }

  /** A fight being put together shows its odds all the while: they hang on a button, not on a hex. */
  async foresee() {
    const n = this.n;
    for (const choice of this.choices.buttons().slice(0, 4)) {
      const preview = await this.preview(choice);
      if (n !== this.n || this.armed || this.shown) return;
      if (preview.odds?.length) {
        if (!this.foreseen || keyOf(this.foreseen.choice.a) !== keyOf(choice.a)) this.foreseen = { choice, at: performance.now() };
        this.desk.showPreview(preview, choice, false);
        return;
      }
    }
  }

  /** Ask the referee why this cannot be done. @param {string | null} hex @param {string | null} piece */
  async askWhy(hex, piece) {
    const { choices } = this;
    const a = this.attempt(hex, piece);
    if (!a) return;
    const n = this.n;
    const why = /** @type {Why | null} */ (await this.desk.wire.ask({ t: "why", n, a }).catch(() => null));
    if (!why || n !== this.n || why.ok) return;
    this.desk.showWhy(why, hex);
    this.tell(["Not allowed.", why.rule ? `Rule ${why.rule}.` : "", why.text ?? ""]);
    if (!choices.opened().length) this.desk.changed();
  }

  /** The action the player seems to mean. @param {string | null} hex @param {string | null} piece @returns {Action | null} */
  attempt(hex, piece) {
    const { choices } = this;
    const [head] = choices.opened();
    if (head && hex) return [...head.a, this.wantsPiece(head) && piece ? piece : hex];
    const sample = [...choices.heads, ...choices.actions].find((choice) => choices.targets(choice).length > 0);
    if (!sample) return null;
    const first = sample.a.slice(1).find((arg) => choices.isTarget(arg)) ?? "";
    if (this.desk.isPiece(first)) {
      const key = piece ?? (hex ? this.desk.stackAt(hex).at(-1) : null);
      return key && this.desk.isPiece(key) ? [sample.a[0], key] : null;
    }
    return hex ? [sample.a[0], hex] : null;
  }

  /** Whether the open head's tails end in pieces. @param {Choice} head */
  wantsPiece(head) {
    const tail = this.choices.tails.get(keyOf(head.a))?.[0];
    const last = tail?.a.at(-1);
    return Boolean(last && this.desk.isPiece(last));
  }

  /** Pieces that can still begin something, in the order of the menu: for the Tab key. */
  movable() {
    const { choices } = this;
    const seen = new Set();
    for (const choice of [...choices.heads, ...choices.actions]) {
      const first = choices.targets(choice)[0];
      if (first && this.desk.isPiece(first)) seen.add(first);
    }
    return [...seen];
  }
}
