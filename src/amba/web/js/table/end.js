// The end: who has won and by what, what it cost, how the points went, whether the dice were honest, and another game.

import { el, svg } from "../dom.js";
import { askTable } from "../seat.js";
import { luckTable } from "./luck.js";
import { saveReport } from "./report.js";
import { Story, titleOf } from "./story.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../types.js').Result} Result */
/** @typedef {{turn: string | number, value: number}} Point */

/** So many turns are asked for one by one. */
const MOST_TURNS = 40;
const FIGHTS = 4;

export class End {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    /** @type {Promise<import('./luck.js').Ledger | null> | undefined} */
    this.asked = undefined;
    /** @type {SVGElement | null} the points by turn */
    this.graphed = null;
    /** the invitation to another game that waits for this seat @type {string | undefined} */
    this.link = undefined;
  }

  /** @param {Result} result @param {string} [key] of the dice, shown now that it can be */
  show(result, key) {
    this.dialog?.remove();
    const points = el("div", { class: "end-points" });
    const luck = el("div", { class: "end-luck" }, el("p", { class: "quiet" }, "Working out the luck ..."));
    const dialog = el("dialog", { class: "end", "aria-labelledby": "end-title" },
      el("h2", { id: "end-title" }, "The game is over"),
      el("p", { class: "end-result" }, result.text || result.level || ""),
      el("h3", {}, "What it cost"), this.losses(), points, ...this.fights(), luck, this.dice(key), this.keepsakes(), this.again());
    dialog.addEventListener("close", () => dialog.remove());
    this.dialog = dialog;
    document.body.append(dialog);
    dialog.showModal();
    void this.course().then((course) => {
      this.graphed = course.length > 1 ? this.graph(course) : null;
      if (this.graphed) points.replaceChildren(el("h3", {}, "How it went"), this.graphed);
    });
    void this.ledger().then((found) => luck.replaceChildren(...(found?.rolls.length ? [el("h3", {}, "Luck"), luckTable(found, this.table, (n, hex) => this.visit(n, hex))] : [])));
  }

  /** The whole story, read anew from the log this seat has. */
  story() {
    const story = new Story(() => "");
    story.read(this.table.side.log.entries);
    return story;
  }

  losses() {
    const { table } = this;
    const all = this.story().fights.flatMap((fight) => fight.losses);
    const rows = table.board.sides.map((side) => {
      const own = all.filter((loss) => table.theatre.sideOf(loss.piece) === side.key);
      const count = (/** @type {string} */ what) => own.filter((loss) => loss.what === what).length;
      return el("tr", {}, el("th", { scope: "row" }, side.title), el("td", {}, String(count("eliminated"))), el("td", {}, String(count("captured"))), el("td", {}, String(count("step"))));
    });
    return el("table", { class: "end-losses" }, el("thead", {}, el("tr", {}, el("td", {}), ...["Units lost", "Captured", "Steps"].map((text) => el("th", { scope: "col" }, text)))), el("tbody", {}, ...rows));
  }

  /** The fights that cost most, each leading to its moment. */
  fights() {
    const costly = this.story().fights.filter((fight) => fight.dice && fight.losses.length).sort((a, b) => b.losses.length - a.losses.length).slice(0, FIGHTS);
    if (!costly.length) return [];
    const go = (/** @type {import('./story.js').Fight} */ fight) => this.visit(fight.n, fight.hex);
    return [el("h3", {}, "The costliest fights"), el("ul", { class: "end-fights" }, ...costly.map((fight) => el("li", {}, el("button", { type: "button", onclick: () => go(fight) }, titleOf(fight)), ` ${fight.losses.length} lost`)))];
  }

  /** Back to a moment of the game. @param {number} n @param {string} hex */
  visit(n, hex) {
    this.dialog?.close();
    this.table.replay.visit(n);
    this.table.go([hex], []);
  }

  /** What the dice gave and what was hidden; asked once. @returns {Promise<import('./luck.js').Ledger | null>} */
  ledger() {
    this.asked ??= askTable(this.table.token, "luck").then((answer) => (answer?.ok ? answer.json() : null)).catch(() => null);
    return this.asked;
  }

  /** Everything opened, and a report to keep. */
  keepsakes() {
    const open = async () => {
      const found = await this.ledger();
      if (!found) return;
      this.dialog?.close();
      this.table.open(found.view);
    };
    const save = el("button", { type: "button", onclick: async () => {
      save.disabled = true;
      await saveReport(this.table, this, await this.ledger());
      save.disabled = false;
    } }, "Save a report");
    return el("div", { class: "row" }, ...(this.table.secrets ? [el("button", { type: "button", onclick: () => void open() }, "Open both sides")] : []), save);
  }

  /** The points at the end of every turn, asked of the server one by one. @returns {Promise<Point[]>} */
  async course() {
    const { table } = this;
    const value = (/** @type {import('../types.js').View} */ view) => table.victory.keys.map((key) => view.tracks?.find((one) => one.key === key)).find(Boolean)?.value;
    const turns = table.replay.turns().slice(-MOST_TURNS);
    /** @type {Point[]} */
    const found = [];
    for (const [i, { turn }] of turns.entries()) {
      const n = turns[i + 1]?.n ?? table.view.n;
      const answer = n === table.view.n ? { view: table.view } : await table.wire.ask({ t: "replay", n }).catch(() => null);
      const points = answer?.view ? Number(value(answer.view)) : Number.NaN;
      if (Number.isFinite(points)) found.push({ turn, value: points });
    }
    return found;
  }

  /** @param {Point[]} course */
  graph(course) {
    const values = course.map((point) => point.value);
    const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
    const x = (/** @type {number} */ i) => 34 + (i * 430) / Math.max(1, course.length - 1);
    const y = (/** @type {number} */ v) => 104 - ((v - low) / (high - low)) * 88;
    const box = svg("svg", { viewBox: "0 0 480 126", class: "graph", role: "img", "aria-label": `Points by turn: ${course.map(({ turn, value }) => `turn ${turn}: ${value}`).join(", ")}` });
    box.innerHTML = `<path d="M34 104H466M34 16V104" class="axis"/><text x="28" y="20">${high}</text><text x="28" y="108">${low}</text>`
      + `<path d="M${course.map((point, i) => `${x(i).toFixed(1)} ${y(point.value).toFixed(1)}`).join("L")}" class="curve"/>`
      + course.map((point, i) => `<circle cx="${x(i).toFixed(1)}" cy="${y(point.value).toFixed(1)}" r="3.500"><title>Turn ${point.turn}: ${point.value}</title></circle><text x="${x(i).toFixed(1)}" y="121" class="turn">${point.turn}</text>`).join("");
    return box;
  }

  /** @param {string} [key] */
  dice(key) {
    const verdict = el("span", { role: "status" });
    const check = el("button", { type: "button", onclick: async () => {
      verdict.textContent = " Checking ...";
      const response = await askTable(this.table.token, "verify");
      const answer = await response?.json().catch(() => null);
      verdict.textContent = ` ${answer?.text ?? answer?.error ?? "The check could not be made."}`;
    } }, "Check the dice");
    const promise = el("p", { class: "quiet promise" });
    void this.table.mixing.verdict().then((text) => (promise.textContent = text));
    return el("div", { class: "dice-key" }, check, verdict, promise, key ? el("p", { class: "quiet" }, "Their key: ", el("code", {}, key)) : null);
  }

  again() {
    if (this.link) return el("div", { class: "row again" }, ...this.invitation(this.link));
    return el("div", { class: "row again" },
      el("button", { type: "button", class: "primary", onclick: () => void this.rematch(false) }, "Play again"),
      el("button", { type: "button", onclick: () => void this.rematch(true) }, "Swap sides"),
      el("button", { type: "button", onclick: () => this.dialog?.close() }, "Look at the board"));
  }

  /** The same table again, perhaps with the chairs exchanged. @param {boolean} swap */
  async rematch(swap) {
    const response = await askTable(this.table.token, "rematch", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ swap }) });
    const answer = await response?.json().catch(() => null);
    const row = this.dialog?.querySelector(".again");
    const mine = answer?.link ?? answer?.mine?.[0] ?? answer?.watch;
    if (!response?.ok || !mine) row?.append(el("p", { class: "warning" }, answer?.error ?? "The table could not be opened."));
    else if (!answer.invited?.length) location.assign(seatUrl(mine));
    else row?.replaceChildren(el("p", {}, "The other player finds the invitation at this table, and is called."), el("a", { class: "button primary", href: seatUrl(mine) }, "To my seat"));
  }

  /** The other side wants to play again. @param {string | undefined} link */
  invited(link) {
    if (!link) return;
    this.link = link;
    const row = this.dialog?.querySelector(".again");
    if (row) row.replaceChildren(...this.invitation(link));
    else this.table.menuBar.dialog("Another game?", el("div", { class: "row again" }, ...this.invitation(link)));
  }

  /** @param {string} link */
  invitation(link) {
    return [el("p", {}, "The other side wants to play again: a new table is laid."), el("a", { class: "button primary", href: seatUrl(link) }, "To the new table")];
  }
}

/** @param {string} token */
const seatUrl = (token) => new URL(`table.html#${token}`, document.baseURI).href;
