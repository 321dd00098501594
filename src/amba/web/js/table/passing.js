// Passes phases in which nothing can be done, for those who want it. Knows no rules: it looks at what is on offer.

import { keep, recall } from "../store.js";
import { notice, say } from "./notices.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../types.js').Menu} Menu */

/** In the order in which the menu goes through them. */
const WAYS = /** @type {const} */ (["never", "empty", "quiet", "silent"]);
/** @typedef {typeof WAYS[number]} Way */

/** @type {Record<Way, string>} */
const WORDS = { never: "Stops: in every phase", empty: "Stops: not in empty phases", quiet: "Stops: only where it matters", silent: "Stops: where it matters, no chits" };
/** @type {Record<Way, string>} */
const SAYS = {
  never: "You are asked in every phase.",
  empty: "Phases in which you can do nothing, or nothing of use, are passed for you.",
  quiet: "Passed for you: phases in which you can do nothing, or only what seldom matters.",
  silent: "Passed for you: phases in which you can do little, and every question that is only whether to play a chit.",
};
/** What ends a phase in every game; a game's look may name more that only lets it go on. */
const ENDS = ["done"];
/** Long enough to be seen, short enough not to be waited for. */
const PAUSE_MS = 250;
/** A hand that was on its way to the button arrives about so late. */
const LATE_MS = 700;

export class Passing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.resting = false;
    /** the phase in which this player was last asked something */
    this.phase = "";
    /** whether the last thing that happened can no longer be taken back: dice fell */
    this.cast = false;
    /** when a phase was last passed */
    this.passedAt = -Infinity;
  }

  /** Whether a click on the end of a phase was meant for the one that has just been passed. @param {import('../types.js').Choice} choice */
  isLate(choice) {
    return isEnd(choice, this.ends) && performance.now() - this.passedAt < LATE_MS;
  }

  /** Orders that only let the game go on, by their verbs. */
  get ends() {
    return this.table.board.look.gestures?.end ?? ENDS;
  }

  /** What happened. @param {import('../types.js').LogEntry[]} entries */
  hear(entries) {
    this.cast = entries.some((entry) => entry.lines.some((line) => line.dice?.length));
  }

  /** Under which name his wish is kept: a person from whom something is hidden must not learn from a quick answer that there was nothing to do. */
  get wish() {
    const { table } = this;
    const others = table.board.sides.filter((side) => !table.seat.sides.includes(side.key));
    const people = !others.length || others.some((side) => !(table.menuBar.last?.players?.[side.key] ?? "").startsWith("bot"));
    return table.secrets && people ? "pass-secret" : "pass";
  }

  /** @returns {Way} */
  get way() {
    return recall(this.wish, /** @type {Way} */ (this.wish === "pass" ? "empty" : "never"));
  }

  /** The menu's words for how it is now. */
  get words() {
    return WORDS[this.way];
  }

  /** To the next way. */
  turn() {
    const next = WAYS[(WAYS.indexOf(this.way) + 1) % WAYS.length];
    keep(this.wish, next);
    notice(SAYS[next]);
    this.phase = "";
    this.consider();
  }

  /** Not now: something was taken back to do it otherwise. */
  rest() {
    this.resting = true;
  }

  /** A position is on the screen: pass it, if there is nothing to do in it. */
  consider() {
    clearTimeout(this.timer);
    const { table } = this;
    if (this.resting) {
      this.resting = false;
      return;
    }
    if (table.seat.watch || table.replay.away || !table.hand.active) return;
    const { view } = table;
    const phase = `${view.decision?.who} ${view.sequence?.find((step) => step.now)?.key ?? view.decision?.kind}`;
    const begun = phase === this.phase;
    this.phase = phase;
    // Who has just done the last thing he could may still want to take it back.
    if ((begun && !this.cast) || !isEmpty(table.menu, this.way, this.ends, (key) => table.pieces.get(key)?.kind === "chit", (table.board.look.gestures?.calm ?? []).includes(view.decision?.kind ?? ""))) return;
    const n = table.view.n;
    this.timer = setTimeout(() => {
      if (table.view.n !== n || table.replay.away || !table.hand.active || table.hand.busy) return;
      const phase = table.view.sequence?.find((step) => step.now)?.title ?? "";
      say(`${phase}: nothing to do, passed.`);
      const end = table.menu?.actions.find((choice) => isEnd(choice, this.ends));
      if (!end) return;
      this.passedAt = performance.now();
      table.theatre.passedAt = n;
      void table.hand.commit(end);
    }, PAUSE_MS);
  }
}

/** @param {import('../types.js').Choice} choice @param {string[]} ends */
function isEnd(choice, ends) {
  return choice.a.length === 1 && ends.includes(choice.a[0]);
}

/** Whether nothing can be done but to go on, or nothing that somebody need be stopped for. @param {Menu | null} menu @param {Way} way @param {string[]} [ends] @param {(key: string) => boolean} [isChit] @param {boolean} [calm] a question of a kind that is passed where nothing hangs on it */
export function isEmpty(menu, way, ends = ENDS, isChit = () => false, calm = false) {
  if (!menu || way === "never") return false;
  const end = menu.actions.find((choice) => isEnd(choice, ends));
  if (!end) return false;
  const rest = [...menu.actions.filter((choice) => choice !== end), ...menu.heads];
  if (way === "empty") return rest.length === 0 || (calm && rest.every((choice) => choice.idle));
  return rest.every((choice) => choice.idle || (way === "silent" && choice.a.some(isChit)));
}
