// What happened, shown where it happened: result cards, the other side's turn, and what went on since one left.

import { keep, recall } from "../store.js";
import { el } from "../dom.js";
import { say } from "./notices.js";
import { ResultCard } from "./resultcard.js";
import { Story, titleOf } from "./story.js";
import { Tale } from "./tale.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../types.js').LogEntry} LogEntry */
/** @typedef {import('../types.js').Preview} Preview */
/** @typedef {import('../types.js').View} View */

export class Theatre {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const names = { sideTitle: (/** @type {string} */ key) => table.sideTitle(key), accent: (/** @type {string} */ key) => table.accent(key) };
    this.story = new Story((piece) => table.view.pieces[piece]?.at ?? "");
    this.card = new ResultCard({
      ...names, board: table.board, map: table.map,
      // What may be chosen weighs more than what only stands there.
      keepClear: () => [...Object.keys(table.shown.stacks), ...this.wanted.flatMap((id) => [id, id, id])],
      go: (hex) => table.go([hex], []),
      moment: (n) => void table.replay.go(n),
      shown: (fight, reading) => {
        table.lights.showFight(fight?.hex ?? "");
        table.side?.lightReading(reading);
      },
    });
    this.tale = new Tale(table.map.layer, table.painter.grid, {
      ...names, board: table.board, sideOf: (piece) => this.sideOf(piece),
      replay: (from) => table.replay.play(from),
      read: (fight) => this.card.open(fight),
    }, table.stacks.root);
    /** @type {Preview | null} what the player read before he gave the order */
    this.foretold = null;
    this.since = "";
    this.told = "";
    /** an order of this seat is on its way */
    this.gave = false;
    /** the position in which a phase with nothing to do was passed for him: that is no order of his own */
    this.passedAt = -1;
    /** at a shared screen: whose turn is being told */
    this.teller = "";
  }

  /** @param {import('../types.js').Chart[]} charts */
  learn(charts) {
    this.card.charts = charts;
    this.card.draw();
  }

  /** The places of what may be chosen, units by where they stand. */
  get wanted() {
    const { table } = this;
    return [...table.hand.choices.next().keys()].map((id) => table.view.pieces[id]?.at ?? id);
  }

  /** @param {string} piece */
  sideOf(piece) {
    return this.table.view.pieces[piece]?.side ?? this.table.pieces.get(piece)?.side ?? "";
  }

  /** The sides whose eyes look on just now. */
  get mine() {
    const { seat, view } = this.table;
    if (seat.sides.length < 2) return seat.sides;
    return [view.decision?.who ?? seat.sides[0]].filter((side) => seat.sides.includes(side));
  }

  /** Everything from the start: fights of before are not told again, but what happened since one left is. @param {LogEntry[]} log @param {View} view */
  welcome(log, view) {
    const left = recall(`seen.${this.table.token}`, -1);
    this.story.fights = [];
    this.story.last = null;
    const fresh = left >= 0 && left < view.n ? log.filter((entry) => entry.n > left) : [];
    this.story.read(log.slice(0, log.length - fresh.length));
    const fights = this.story.read(fresh);
    if (!fresh.length) this.goOn();
    this.tale.end();
    if (fresh.some((entry) => this.isTheirs(entry))) {
      this.since = "Since you left:";
      this.tale.add(fresh.filter((entry) => this.isTold(entry)), fights);
      this.card.tell(fights, true);
      this.card.at = 0;
      this.card.draw();
    } else if (!fresh.length) {
      this.tellAgain(log);
    }
    this.settle(view);
  }

  /** The page was opened anew: a fight that was not over when it was closed still is not, and its card is there. */
  goOn() {
    const { current } = this.story;
    if (!current) return;
    const left = recall(`fight.${this.table.token}`, /** @type {{n: number, calm: string[]} | null} */ (null));
    current.open = left?.n === current.n;
    if (!current.open) return;
    this.story.calm = new Set(left?.calm);
    // After a dropped connection the card of it may still be there, as it was.
    this.card.fights = this.card.fights.filter((fight) => fight.n !== current.n);
    this.card.tell([current], true);
  }

  /** The page was opened anew: what the other side did since one's own last order is still told. @param {LogEntry[]} log */
  tellAgain(log) {
    const { seat } = this.table;
    const told = recall(`told.${this.table.token}`, -1);
    const since = log.slice(log.findLastIndex((entry) => this.mine.includes(entry.by ?? "")) + 1).filter((entry) => entry.n > told);
    const first = since.findIndex((entry) => this.isTheirs(entry));
    if (seat.watch || seat.sides.length > 1 || first < 0) return;
    const trail = since.slice(first);
    this.tale.add(trail.filter((entry) => this.isTold(entry)), this.story.fights.filter((fight) => fight.n >= trail[0].n));
  }

  /** @param {LogEntry} entry */
  isTheirs(entry) {
    return Boolean(entry.by) && entry.by !== "chance" && !this.mine.includes(entry.by ?? "");
  }

  /** What others did, and what chance did. @param {LogEntry} entry */
  isTold(entry) {
    return this.isTheirs(entry) || entry.by === "chance";
  }

  /** An order is given: what was read of it before belongs to what comes of it. @param {Promise<Preview> | undefined} preview */
  foretell(preview) {
    this.foretold = null;
    this.gave = true;
    void preview?.then((found) => (this.foretold = found.odds?.length ? found : null));
  }

  /** @param {LogEntry[]} entries @param {View} before the position they came from */
  hear(entries, before) {
    // An order that leaves no sentence was given by whoever was asked.
    const asked = before.decision?.who === "chance" ? undefined : before.decision?.who;
    const actor = [entries[0]?.by, asked, this.story.by].find((by) => by && by !== "chance") ?? "";
    if (entries.length) this.story.by = actor;
    const fights = this.story.read(entries);
    const silent = !entries.length && !this.gave;
    this.gave = false;
    const theirs = this.table.seat.watch || !this.mine.includes(actor);
    // Every fight of one's own begins a new page; those of the other side wait for one another.
    for (const fight of fights) if (this.foretold && !theirs && !fight.preview && fight.n > before.n) fight.preview = this.foretold;
    if (fights.some((fight) => fight.n > before.n)) this.foretold = null;
    // What one has chosen to lose oneself is no news.
    const news = fights.filter((fight) => fight.dice || theirs || fight.losses.some((loss) => !this.mine.includes(this.sideOf(loss.piece))));
    this.card.tell(news, !theirs || Boolean(this.table.seat.watch));
    // Nothing that could be told, and no order of this seat: whatever it was, it ends no tale.
    if (this.table.seat.watch || silent) return;
    const turn = before.sequence?.find((step) => step.now)?.side;
    if (this.table.seat.sides.length > 1) {
      // Two at one screen: the tale is of whoever acts, and for the other.
      if (this.teller !== actor && (!turn || turn === actor)) {
        this.tale.end();
        this.teller = actor;
      }
      this.tale.add(entries, fights);
      return;
    }
    // One's own orders in the other's turn (who is lost, whither he retreats) do not end the tale of it, nor does a phase that was passed for him.
    if (!theirs && before.n === this.passedAt) return;
    if (!theirs && (!turn || this.mine.includes(turn))) {
      this.tale.end();
      keep(`told.${this.table.token}`, before.n);
      this.since = "";
    } else if (!turn || !this.mine.includes(turn)) {
      this.tale.add(entries.filter((entry) => theirs && this.isTold(entry)), fights);
    }
  }

  /** @param {number} n what stays */
  cut(n) {
    this.story.cut(n);
    this.card.cut(n);
    this.tale.cut(n);
  }

  /** A position is on the screen. @param {View} view */
  settle(view) {
    this.story.settle(view.decision?.kind);
    const { table } = this;
    keep(`fight.${table.token}`, { n: this.story.current?.n ?? -1, calm: [...this.story.calm] });
    if (this.mine.includes(view.decision?.who ?? "")) this.card.turnTo(this.story.current);
    if (document.visibilityState === "visible") keep(`seen.${table.token}`, view.n);
    const turn = view.sequence?.find((step) => step.now)?.side;
    const mine = this.mine.includes(view.decision?.who ?? "") && (!turn || this.mine.includes(turn));
    const own = this.teller === (view.decision?.who ?? "") && table.seat.sides.length > 1;
    if (!this.tale.entries.length || (!mine && !this.since) || own || view.result) {
      this.tale.hide();
      return;
    }
    const side = this.tale.entries.find((entry) => entry.by !== "chance")?.by ?? "";
    const words = this.tale.show(this.since || `${table.sideTitle(side)}:`, this.mine);
    if (words && words !== this.told) say(words);
    this.told = words;
    this.card.place();
  }

  /** The fight that a question belongs to, as a way back to it. @returns {HTMLElement | null} */
  badge() {
    const fight = this.story.current;
    if (!fight) return null;
    return el("button", { type: "button", class: "fight-badge", title: "What came of it so far", onclick: () => this.card.open(fight) }, titleOf(fight));
  }
}
