// What may be done now, as far as the server has said: the menu's actions, its heads, and the tails asked for.
// Knows no rules: it only matches what has been pointed at with the arguments of the actions on offer.

/** @typedef {import('../types.js').Menu} Menu */
/** @typedef {import('../types.js').Choice} Choice */
/** @typedef {import('../types.js').Action} Action */

/** @param {Action} a */
export function keyOf(a) {
  return a.join("\u001f");
}

/** Whether they are one order at one place, and differ only in who of the stack there is meant, the first from the top. @param {Choice[]} choices */
export function differInAim(choices) {
  const [first] = choices;
  const beginning = (/** @type {Choice} */ { a }) => keyOf(a.slice(0, -1));
  return choices.length > 1 && first.a.length > 2 && choices.every((one) => beginning(one) === beginning(first) && /^\d+$/.test(one.a.at(-1) ?? ""));
}

export class Choices {
  /** @param {(arg: string) => boolean} isTarget whether an argument is a piece or a place, and so can be pointed at */
  constructor(isTarget) {
    this.isTarget = isTarget;
    /** @type {Choice[]} */
    this.actions = [];
    /** @type {Choice[]} */
    this.heads = [];
    /** @type {Map<string, Choice[]>} tails by head */
    this.tails = new Map();
    /** @type {string[]} what has been pointed at so far, in order */
    this.chosen = [];
  }

  /** @param {Menu | null} menu */
  reset(menu) {
    this.actions = menu?.actions ?? [];
    this.heads = menu?.heads ?? [];
    this.tails.clear();
    this.chosen = [];
  }

  /** @param {Choice} choice @returns {string[]} */
  targets(choice) {
    return choice.a.slice(1).filter(this.isTarget);
  }

  /** Every complete action known. */
  known() {
    return [...this.actions, ...[...this.tails.values()].flat()];
  }

  /** @param {Choice} choice @param {string[]} chosen */
  fits(choice, chosen) {
    const targets = this.targets(choice);
    return chosen.every((arg) => targets.includes(arg));
  }

  /** Actions that need nothing pointed at: they become buttons. */
  buttons() {
    return this.actions.filter((choice) => this.targets(choice).length === 0);
  }

  /** Heads without a piece or place: buttons that open further choices. */
  openHeads() {
    return this.heads.filter((choice) => this.targets(choice).length === 0);
  }

  /** Actions that are complete with what has been chosen. */
  ready() {
    if (!this.chosen.length) return [];
    const done = (/** @type {Choice} */ choice) => this.fits(choice, this.chosen) && this.targets(choice).every((arg) => this.chosen.includes(arg));
    // What was lit comes before what can be done there besides.
    return [...[...this.tails.values()].flat(), ...this.actions].filter(done);
  }

  /** Heads that are complete with what has been chosen, and whose tails are not here yet. */
  wanting() {
    return this.heads.filter((choice) => this.fits(choice, this.chosen) && this.targets(choice).every((arg) => this.chosen.includes(arg))
      && (this.chosen.length > 0 || this.targets(choice).length === 0) && !this.tails.has(keyOf(choice.a)));
  }

  /** Heads now open: their tails are what is being chosen from. */
  opened() {
    return this.heads.filter((choice) => this.chosen.length > 0 && this.fits(choice, this.chosen) && this.targets(choice).every((arg) => this.chosen.includes(arg)));
  }

  /** What can be pointed at next, with the note to show there. @returns {Map<string, string>} */
  next() {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const choice of [...this.known(), ...this.heads]) {
      if (!this.fits(choice, this.chosen)) continue;
      const left = this.targets(choice).filter((arg) => !this.chosen.includes(arg));
      if (!left.length) continue;
      // Arguments are chosen in their order: the next one is what to light.
      const note = left.length === 1 ? choice.note ?? "" : "";
      if (!found.get(left[0])) found.set(left[0], note);
    }
    return found;
  }

  /** @param {string} target @returns {boolean} whether it can be chosen after what is chosen already */
  may(target) {
    return this.next().has(target);
  }

  /** @param {string} target @returns {boolean} whether it can be chosen first */
  mayBegin(target) {
    const before = this.chosen;
    this.chosen = [];
    const yes = this.next().has(target);
    this.chosen = before;
    return yes;
  }

  /** Complete actions that choosing this target would finish. @param {string} target */
  finishing(target) {
    const chosen = [...this.chosen, target];
    return this.known().filter((choice) => this.fits(choice, chosen) && this.targets(choice).every((arg) => chosen.includes(arg)));
  }
}
