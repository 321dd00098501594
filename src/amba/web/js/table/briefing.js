// Before the first turn: what this is about, how it is won, who is there, what is special, three hints. And a first turn with a guide at one's side.
// The words are the game's own (look/briefings.toml); forces are counted from the board. Both can be called up again from the menu.

import { byId, el } from "../dom.js";
import { keep, recall } from "../store.js";
import { counterPicture } from "./counter.js";
import { say } from "./notices.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {{situation: string, goal?: string, rules?: string[], hints?: Record<string, string[]>, steps?: Step[]}} Words   steps: of a lesson, for all of its turns */
/** @typedef {{at: string, turn?: number, says: string}} Step   at: the phase, or the kind of question; turn: only in this one */

/** So many kinds of counters stand for a side's forces. */
const KINDS = 7;

export class Briefing {
  /** @param {Table} table @param {string} scenario */
  constructor(table, scenario) {
    this.table = table;
    this.scenario = scenario;
    /** @type {Words | undefined} */
    this.words = undefined;
    /** @type {Step[]} */
    this.steps = [];
    this.guiding = false;
    /** the turn in which the guide was asked for @type {string | number | undefined} */
    this.turn = undefined;
    this.strip = byId("guide");
    this.loaded = this.load();
  }

  async load() {
    const response = await fetch(`/api/games/${encodeURIComponent(this.table.board.game)}/briefings`).catch(() => null);
    const found = response?.ok ? await response.json().catch(() => null) : null;
    this.words = found?.scenario?.[this.scenario];
    this.steps = found?.guide ?? [];
  }

  get name() {
    return `${this.table.board.game}/${this.scenario}`;
  }

  /** At this table: the turn for which the guide is there, or false once it was sent away. */
  get guided() {
    return `guided.${this.table.token}`;
  }

  /** Once for every scenario, to those who play it, at its beginning. A guide that was there before the page was opened anew is there again, and in a lesson always. */
  async offer() {
    const { seat, view } = this.table;
    const left = recall(this.guided, /** @type {string | number | boolean | null} */ (null));
    const isNew = await this.greet();
    if (isNew || seat.watch || view.result || left === false) return;
    await this.loaded;
    if (left === null && !this.words?.steps) return;
    this.begin();
    if (left !== null && left !== true) this.turn = left;
    this.follow();
  }

  /** @returns {Promise<boolean>} whether there was a briefing to show */
  async greet() {
    const seen = recall("briefed", /** @type {string[]} */ ([]));
    const turn = this.table.view.tracks?.find((track) => track.key === "turn");
    const begun = this.table.side.log.entries.some((entry) => this.table.seat.sides.includes(entry.by ?? ""));
    if (this.table.seat.watch || this.table.view.result || begun || seen.includes("*") || seen.includes(this.name) || !turn) return false;
    await this.loaded;
    if (!this.words || document.querySelector("dialog[open]")) return false;
    this.show();
    return true;
  }

  show() {
    const { words } = this;
    if (!words) return;
    keep("briefed", [...new Set([...recall("briefed", /** @type {string[]} */ ([])), this.name])]);
    const body = el("div", { class: "briefing-body" });
    const dialog = el("dialog", { class: "briefing", "aria-labelledby": "briefing-title" }, el("h2", { id: "briefing-title" }, this.table.about?.title ?? this.table.board.title), body);
    const screens = [() => this.first(words), () => this.second(words)];
    const turn = (/** @type {number} */ i) => {
      const last = i === screens.length - 1;
      const next = el("button", { type: "button", class: "primary", onclick: () => (last ? dialog.close() : turn(i + 1)) }, last ? "Begin" : "Next");
      body.replaceChildren(...screens[i](), el("div", { class: "row" },
        i ? el("button", { type: "button", onclick: () => turn(i - 1) }, "Back") : el("button", { type: "button", onclick: () => dialog.close() }, "Skip"),
        last && !words.steps && this.steps.length && !this.table.seat.watch ? el("button", { type: "button", onclick: () => { dialog.close(); this.begin(); } }, "Begin with a guide") : null,
        next, el("span", { class: "quiet" }, `${i + 1} of ${screens.length}`)));
      next.focus();
    };
    dialog.addEventListener("close", () => {
      dialog.remove();
      byId("map").focus({ preventScroll: true });
      // In a lesson the guide stays at one's side, unless it was sent away.
      if (words.steps && !this.table.seat.watch && !this.guiding && recall(this.guided, /** @type {unknown} */ (null)) !== false) this.begin();
    });
    document.body.append(dialog);
    dialog.showModal();
    turn(0);
  }

  /** Situation, goal, forces. @param {Words} words */
  first(words) {
    const { table } = this;
    const goal = words.goal ?? table.view.tracks?.find((track) => track.key === "goal")?.text ?? "";
    const mine = table.seat.sides.map((key) => table.sideTitle(key)).join(" and ");
    return [
      el("p", {}, words.situation),
      el("h3", {}, "The goal"), el("p", {}, goal),
      el("h3", {}, "The forces"), ...table.board.sides.map((side) => this.forces(side.key)),
      mine ? el("p", { class: "briefing-mine" }, `You lead: ${mine}.`) : null,
    ].filter((node) => node !== null);
  }

  /** A counter of each kind with how many there are, on the map, set up or still to come. @param {string} side */
  forces(side) {
    const { board, view, boxes } = this.table;
    /** @type {Map<string, import('../types.js').PieceSpec[]>} */
    const kinds = new Map();
    let hidden = 0;
    const absent = new Set(view.absent ?? []);
    for (const [at, keys] of Object.entries(view.stacks)) {
      if (boxes.has(at) && /unused|not-in-play|spare|aside|stock|trench|removed|hand|deck|cup|eliminated/.test(at)) continue;
      for (const key of keys) {
        const spec = this.table.pieces.get(key);
        if (!spec) hidden += 1;
        else if (spec.kind !== "chit" && !absent.has(key) && (view.pieces[key]?.side ?? spec.side) === side) kinds.set(spec.kind, [...(kinds.get(spec.kind) ?? []), spec]);
      }
    }
    const groups = [...kinds].sort((a, b) => b[1].length - a[1].length);
    const total = groups.reduce((sum, [, all]) => sum + all.length, 0);
    const more = hidden && !this.table.seat.sides.includes(side) ? `, and ${hidden} that you cannot see` : "";
    const words = total || more ? `${total} ${total === 1 ? "counter" : "counters"}${more}` : "not to be seen yet";
    return el("div", { class: "briefing-forces" }, el("strong", {}, `${this.table.sideTitle(side)}: ${words}`),
      el("ul", {}, ...groups.slice(0, KINDS).map(([kind, all]) => el("li", { title: kind.replaceAll("-", " ") }, counterPicture(board, all[0], { ...view.pieces[all[0].key], marks: [] }, 38), ` × ${all.length}`))));
  }

  /** What is special, and three hints for whom one plays. @param {Words} words */
  second(words) {
    const { table } = this;
    const sides = table.seat.sides.length ? table.seat.sides : table.board.sides.map((side) => side.key);
    const list = (/** @type {string[]} */ items) => el("ul", {}, ...items.map((text) => el("li", {}, text)));
    return [
      el("h3", {}, "What is special"), list(words.rules ?? []),
      ...sides.flatMap((side) => (words.hints?.[side] ? [el("h3", {}, `Three hints: ${table.sideTitle(side)}`), list(words.hints[side])] : [])),
      el("p", { class: "quiet" }, "The whole guide stands under Rules; this page comes back from the menu ⋯."),
    ];
  }

  /** The guide walks along for one turn. */
  begin() {
    this.guiding = true;
    this.turn = this.table.view.tracks?.find((track) => track.key === "turn")?.value;
    this.follow();
  }

  end() {
    this.guiding = false;
    keep(this.guided, false);
    this.strip.hidden = true;
  }

  /** The step for what is asked now, as long as the first turn lasts. */
  follow() {
    if (!this.guiding) return;
    const { view, hand } = this.table;
    const turn = view.tracks?.find((track) => track.key === "turn")?.value;
    // A set-up is turn 0: the first turn is still to come.
    if (this.turn === 0 || this.turn === "0") this.turn = turn;
    keep(this.guided, this.turn ?? true);
    if ((turn !== this.turn && !this.words?.steps) || view.result) {
      this.tell(this.words?.steps ? "That was the lesson. The next one waits on the shelf." : "That was a whole turn. You know how it goes now; the guide comes back from the menu ⋯ whenever you want it.", true);
      this.guiding = false;
      keep(this.guided, false);
      return;
    }
    const phase = (view.sequence?.find((step) => step.now)?.key ?? "").split(".").at(-1);
    const kind = view.decision?.kind ?? "";
    const step = this.stepFor(kind, phase, Number(turn));
    if (!hand.active) this.tell("The other side is at work; the log tells what it does.", false);
    else if (step) this.tell(step.says, false);
    else this.tell("Read the question in the bar above: what glows answers it.", false);
  }

  /** A lesson's own step of this turn, one of any turn, then the game's guide; a step for just this question before one for its phase. @param {string} kind @param {string | undefined} phase @param {number} turn */
  stepFor(kind, phase, turn) {
    const own = this.words?.steps ?? [];
    const told = [...own.filter((one) => one.turn === turn), ...own.filter((one) => one.turn === undefined), ...this.steps];
    return told.find((one) => one.at === kind) ?? told.find((one) => one.at === phase);
  }

  /** @param {string} text @param {boolean} last */
  tell(text, last) {
    if (this.strip.dataset.text !== text || this.strip.hidden) say(text);
    this.strip.dataset.text = text;
    this.strip.replaceChildren(el("strong", {}, "Guide"), el("p", {}, text), el("button", { type: "button", onclick: () => this.end() }, last ? "Close" : "End the guide"));
    this.strip.hidden = false;
  }
}
