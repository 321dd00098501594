// The end: who has won and by what, what it cost, how the points went, whether the dice were honest, and another game.

import { el, svg } from "../dom.js";
import { linkRow } from "./gamemenu.js";
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
  }

  /** @param {Result} result @param {string} [key] of the dice, shown now that it can be */
  show(result, key) {
    this.dialog?.remove();
    const points = el("div", { class: "end-points" });
    const dialog = el("dialog", { class: "end", "aria-labelledby": "end-title" },
      el("h2", { id: "end-title" }, "The game is over"),
      el("p", { class: "end-result" }, result.text || result.level || ""),
      el("h3", {}, "What it cost"), this.losses(), points, ...this.fights(), this.dice(key), this.again());
    dialog.addEventListener("close", () => dialog.remove());
    this.dialog = dialog;
    document.body.append(dialog);
    dialog.showModal();
    void this.course().then((course) => course.length > 1 && points.replaceChildren(el("h3", {}, "How it went"), this.graph(course)));
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
    const go = (/** @type {import('./story.js').Fight} */ fight) => {
      this.dialog?.close();
      this.table.replay.visit(fight.n);
      this.table.go([fight.hex], []);
    };
    return [el("h3", {}, "The costliest fights"), el("ul", { class: "end-fights" }, ...costly.map((fight) => el("li", {}, el("button", { type: "button", onclick: () => go(fight) }, titleOf(fight)), ` ${fight.losses.length} lost`)))];
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
      const response = await fetch(`/api/tables/${encodeURIComponent(this.table.token)}/verify`).catch(() => null);
      const answer = await response?.json().catch(() => null);
      verdict.textContent = ` ${answer?.text ?? answer?.error ?? "The check could not be made."}`;
    } }, "Check the dice");
    return el("div", { class: "dice-key" }, check, verdict, key ? el("p", { class: "quiet" }, "Their key: ", el("code", {}, key)) : null);
  }

  again() {
    return el("div", { class: "row" },
      el("button", { type: "button", class: "primary", onclick: () => void this.rematch(false) }, "Play again"),
      el("button", { type: "button", onclick: () => void this.rematch(true) }, "Swap sides"),
      el("button", { type: "button", onclick: () => this.dialog?.close() }, "Look at the board"));
  }

  /** The same table again, perhaps with the chairs exchanged. @param {boolean} swapped */
  async rematch(swapped) {
    const { last } = this.table.menuBar;
    const players = Object.entries(last?.players ?? {});
    // Whoever asks sits at the seat that is called mine; the other is sent a link.
    const kinds = players.map(([side, kind]) => (kind.startsWith("bot") ? kind : this.table.seat.sides.includes(side) ? "me" : "link"));
    const seats = Object.fromEntries(players.map(([side], i) => [side, swapped ? kinds[(i + 1) % kinds.length] : kinds[i]]));
    const response = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: this.table.board.game, scenario: last?.scenario, options: last?.options ?? {}, seats }) }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    const row = this.dialog?.querySelector(".row");
    if (!response?.ok || !row) {
      row?.append(el("p", { class: "warning" }, answer?.error ?? "The table could not be opened."));
      return;
    }
    const url = (/** @type {string} */ token) => new URL(`table.html#${token}`, document.baseURI).href;
    const mine = answer.mine[0] ?? answer.watch;
    const others = Object.entries(answer.links ?? {}).filter(([, token]) => token && !answer.mine.includes(token));
    if (!others.length) {
      location.assign(url(mine));
      return;
    }
    for (const [side, token] of others) void this.table.wire.ask({ t: "chat", text: `Another game? ${this.table.sideTitle(side)}: ${url(String(token))}` }).catch(() => null);
    row.replaceChildren(el("p", {}, "The other player finds the link in the chat."), ...others.map(([side, token]) => linkRow(this.table.sideTitle(side), url(String(token)))), el("a", { class: "button primary", href: url(mine) }, "To my seat"));
  }
}
