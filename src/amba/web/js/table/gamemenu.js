// Undo, asking, resigning, links, the log file, help.

import { el } from "../dom.js";
import { choose, language, LANGUAGES, nameOf } from "../languages.js";
import { nextTheme } from "../theme.js";
import { Adviser } from "./adviser.js";
import { Clock, inWords } from "./clock.js";
import { showLinks } from "./links.js";
import { notice } from "./notices.js";
import { callMe, canPush, dontCallMe, isCalled, whoAmI } from "../calls.js";
import { askTable, saveLog } from "../seat.js";
import { forgetGame, keep, recall } from "../store.js";
import { inkOn, sideMark } from "./sides.js";
import { togglePanel } from "./panel.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../types.js').Welcome} Welcome */

const KEYS = [
  ["Arrows", "move the hex cursor; with Shift, pan"], ["Enter", "choose, confirm"], ["Tab", "next unit that can act; after the last one, or after Esc twice, out of the map"], ["N", "next unit that can act, round and round"], ["W", "the whole stack; so do a double click, or Shift and drag; a double click on an enemy brings everybody against him"], ["Shift and click an enemy, or put a counter down on him", "everybody against him, and the dice fall once the odds on the screen have been read"], ["Shift and drag over the ground", "a box: all in it together; a click sends each as near as it can get, a drag of one of them keeps their shape; Ctrl and click (or Shift and W) takes a stack in or out"], ["Shift pressed while you drag", "whoever you pass over comes along: one of each stack if you drag one, whole stacks if you drag a stack"], ["Alt or Ctrl and drag", "a way of your own, hex by hex"], ["J", "next place that can be chosen"], ["H", "a hint: what a planner would do here; against bots and on one screen"], ["1 … 9", "the buttons beside the prompt"], ["Backspace", "step back, undo"], ["Esc", "let go"],
  ["+ − 0 .", "zoom in, zoom out, whole map, centre"], ["[ ]", "replay one back, one forward; with Shift, by turns"], ["P", "replay: play and pause"], ["/", "find a unit or a place"], ["K", "the map's key"], ["D", "a note of your own at the cursor; the right mouse button draws arrows"], ["O", "to the settings, where there are many; then Tab"], ["?", "this help"],
];

export class GameMenu {
  /** @param {HTMLElement} host @param {Table} table */
  constructor(host, table) {
    this.table = table;
    this.players = el("div", { class: "players" });
    this.undoButton = el("button", { type: "button", class: "undo-button", title: "Undo (Backspace)", onclick: () => this.undo() }, "Undo");
    const item = (/** @type {string} */ text, /** @type {() => void} */ does) => el("button", { type: "button", role: "menuitem", onclick: () => { this.more.open = false; does(); } }, text);
    this.askUndo = item("Ask to take back", () => void this.ask("ask_undo", "Asked the other player."));
    this.resign = item("Resign", () => this.choose("Resign this game?", "The other side wins at once.", ["Resign", () => void this.ask("resign")]));
    this.claim = item("Claim the game", () => this.offerClaim());
    this.explain = item("", () => this.setExplain(!this.explains));
    this.howItEnded = item("How it ended", () => this.showEnd(table.view.result ?? null));
    this.explains = recall("explain", false);
    this.passes = item("", () => {
      table.passing.turn();
      this.refresh();
    });
    this.remove = item("Delete this table", () => this.choose("Delete this table?", "The game and its log are gone for everybody. Save the log first if you wish to keep it.", ["Delete it", () => void this.deleteTable()]));
    this.remove.hidden = true;
    this.callMe = item("Call me when it is my turn", () => void this.turnCall());
    this.callMe.hidden = true;
    this.clock = new Clock(() => this.refresh());
    this.draw = item("Offer a draw", () => void this.ask("offer_draw", "The draw is offered."));
    this.more = el("details", { class: "more" }, el("summary", { "aria-label": "More" }, "⋯"), el("div", { class: "more-list", role: "menu" },
      this.askUndo, this.draw, this.claim, this.resign, this.explain, this.passes,
      this.howItEnded,
      item("The briefing", () => table.briefing.show()),
      ...(table.seat.watch ? [] : [item("A turn with a guide", () => table.briefing.begin())]),
      item("Links to this table", () => showLinks(table)),
      item("The dice", () => table.mixing.show()),
      item("Save the log", () => void saveLog(table.token)), this.remove,
      this.callMe, item("Sound: on or off", () => (table.call.turnSound(), notice(table.call.sounds ? "You will hear when it is your turn." : "No sound."))),
      item("Dark or light", () => notice(`Colours: ${nextTheme()}.`)),
      item("Keys and help", () => this.help()),
      ...LANGUAGES.map((code) => el("button", { type: "button", role: "menuitemradio", "aria-checked": String(code === language()), translate: "no", lang: code, onclick: () => choose(code) }, `${code === language() ? "✓ " : ""}${nameOf(code)}`))));
    this.panelButton = el("button", { type: "button", class: "panel-toggle", "aria-label": "Side panel", title: "Side panel", onclick: () => togglePanel() }, "☰");
    this.adviser = new Adviser(table);
    host.append(this.players, this.adviser.button, this.undoButton, this.more, this.panelButton);
    document.addEventListener("click", (event) => {
      if (event.target instanceof Node && !this.more.contains(event.target)) this.more.open = false;
    });
    /** @type {Welcome | null} */
    this.last = null;
    /** @type {string | null} the server's public key for Web Push */
    this.key = null;
    /** @type {Record<string, boolean>} */
    this.online = {};
    /** who sits where: "bot", "taken" or "open" @type {Record<string, string>} */
    this.seats = {};
  }

  /** By Web Push, where server and browser have it. */
  async offerCall() {
    if (this.table.seat.watch || !canPush()) return;
    this.key = (await whoAmI()).push;
    this.callMe.hidden = !this.key;
    this.callMe.textContent = isCalled(this.table.token) ? "Do not call me any more" : "Call me when it is my turn";
  }

  async turnCall() {
    notice(await (isCalled(this.table.token) ? dontCallMe(this.table.token) : callMe(this.table.token, this.key ?? "")));
    void this.offerCall();
  }

  /** @param {Welcome} welcome */
  setPlayers(welcome) {
    void this.offerCall();
    this.last = welcome;
    this.clock.set(welcome.clock);
    Object.assign(this.online, welcome.online ?? {});
    this.seats = welcome.seats ?? {};
    this.explain.hidden = !Object.values(welcome.players ?? {}).some((kind) => kind.startsWith("bot"));
    this.setExplain(this.explains);
    this.refresh();
  }

  /** @param {Record<string, unknown>} message side -> whether there */
  presence(message) {
    for (const [side, there] of Object.entries(message)) if (typeof there === "boolean") this.online[side] = there;
    if (typeof message.side === "string") this.online[message.side] = Boolean(message.online);
    if (message.seats) this.seats = /** @type {Record<string, string>} */ (message.seats);
    this.refresh();
  }

  refresh() {
    const { table } = this;
    this.players.replaceChildren(...table.board.sides.map((side) => {
      const kind = this.last?.players?.[side.key] ?? "";
      const who = kind.startsWith("bot") ? `bot${kind.slice(3).replace(":", ", ")}` : this.seats[side.key] === "open" ? "nobody has sat down yet" : "";
      const mine = table.seat.sides.includes(side.key);
      const left = this.clock.runs && !kind.startsWith("bot") && table.view.decision?.who === side.key ? ` · ${this.clock.left() > 0 ? inWords(this.clock.left()) : "out of time"}` : "";
      const dot = el("span", { class: `player${table.view.decision?.who === side.key ? " deciding" : ""}${this.online[side.key] === false ? " away" : ""}`, title: `${side.title}${who ? `: ${who}` : ""}${this.online[side.key] === false ? " (away)" : ""}` }, sideMark(table.board, side.key), side.title, mine || kind.startsWith("bot") || this.seats[side.key] === "open" ? el("span", { class: "player-kind" }, mine ? " (you)" : kind.startsWith("bot") ? " (bot)" : " (empty)") : "", left);
      dot.style.setProperty("--side", table.accent(side.key));
      dot.style.setProperty("--side-ink", inkOn(table.accent(side.key)));
      return dot;
    }));
    this.howItEnded.hidden = !table.view.result;
    this.remove.hidden = !this.last?.host;
    const watching = Boolean(table.seat.watch) || Boolean(table.view.result);
    for (const button of [this.undoButton, this.askUndo, this.resign, this.draw, this.passes]) button.hidden = watching;
    this.passes.textContent = table.passing.words;
    this.adviser.refresh();
    const who = table.view.decision?.who ?? "";
    this.claim.hidden = watching || !this.clock.runs || table.seat.sides.includes(who) || this.clock.left() > 0;
  }

  async deleteTable() {
    const { token } = this.table;
    const response = await askTable(token, "", { method: "DELETE" });
    const answer = await response?.json().catch(() => null);
    if (!response?.ok) {
      notice(answer?.error ?? "The line is down.");
      return;
    }
    forgetGame(token);
    location.assign("./");
  }

  /** Whether the bots' reasons stand in the log. @param {boolean} yes */
  setExplain(yes) {
    this.explains = yes;
    keep("explain", yes);
    document.body.classList.toggle("explaining", yes);
    this.explain.textContent = yes ? "Let the bot keep its reasons" : "Let the bot explain itself";
  }

  offerClaim() {
    this.choose("Claim the game?", "The other side has left the table waiting longer than the pace you agreed on.",
      ["Claim the win", () => void this.ask("claim", undefined, { what: "win" })], ["Call it a draw", () => void this.ask("claim", undefined, { what: "draw" })]);
  }

  /** A question with its answers, and a way out. @param {string} title @param {string} text @param {...[string, () => void]} answers */
  choose(title, text, ...answers) {
    const dialog = el("dialog", {}, el("h2", {}, title), el("p", {}, text), el("div", { class: "row" },
      ...answers.map(([label, does], i) => el("button", { type: "button", class: i ? "" : "primary", onclick: () => { dialog.close(); does(); } }, label)),
      el("button", { type: "button", onclick: () => dialog.close() }, "Play on")));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  undo() {
    if (!this.table.march.undo()) void this.ask("undo");
  }

  /** @param {string} what @param {string} [done] @param {Record<string, unknown>} [more] */
  async ask(what, done, more = {}) {
    const answer = await this.table.wire.ask({ t: what, ...more }).catch(() => ({ t: "refused", text: "The line is down." }));
    if (answer.t === "refused" || answer.t === "error") notice(/** @type {any} */ (answer).text ?? "Not now.", /** @type {any} */ (answer).rule);
    else if (done) notice(done);
  }

  /** What somebody would take back, in the words of the log. @param {string} by @param {number | undefined} to the entries that would stay */
  backTo(by, to) {
    const gone = to === undefined ? [] : this.table.side.log.entries.filter((entry) => entry.n > to).flatMap((entry) => entry.lines.map((line) => line.text));
    if (!gone.length) return `${this.table.sideTitle(by)} asks to take back the last action.`;
    return `${this.table.sideTitle(by)} asks to take back: “${gone[0]}”${gone.length > 1 ? ` and what followed (${gone.length - 1} more in the log)` : ""}`;
  }

  /** @param {string} what @param {string} by @param {number} [to] */
  asked(what, by, to) {
    if (this.table.seat.watch) return;
    const text = what.includes("draw") ? `${this.table.sideTitle(by)} offers a draw.` : this.backTo(by, to);
    const kind = what.includes("draw") ? "answer_draw" : "answer_undo";
    this.forgetAsked();
    const dialog = el("dialog", { class: "asked" }, el("p", {}, text),
      el("div", { class: "row" },
        el("button", { class: "primary", type: "button", onclick: () => { dialog.close(); void this.ask(kind, undefined, { yes: true }); } }, "Yes"),
        el("button", { type: "button", onclick: () => { dialog.close(); void this.ask(kind, undefined, { yes: false }); } }, "No")));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** What was asked is void when the game goes on. */
  forgetAsked() {
    for (const dialog of document.querySelectorAll("dialog.asked")) dialog.remove();
  }

  /** The way to the report, once there is one: who was not there when it ended finds it too. */
  get end() {
    const { result } = this.table.view;
    return result ? { label: "How it ended", does: () => this.showEnd(result) } : undefined;
  }

  /** @param {import('../types.js').Result | null} result @param {string} [key] the dice's key, shown now that it can be */
  showEnd(result, key) {
    if (result) this.table.end.show(result, key);
  }

  help() {
    const overlays = this.table.board.overlays.map((overlay) => [overlay.letter.toUpperCase(), overlay.title]);
    this.dialog("Keys", el("dl", { class: "keys" }, ...[...KEYS, ...overlays].flatMap(([key, text]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, text)])),
      el("p", {}, "What is lit can be clicked. Click a unit and then where it goes, or drag it. Point at something that is not lit to hear why not. Touch a rule number to read it."));
  }

  /** @param {string} title @param {...Node} content */
  dialog(title, ...content) {
    const dialog = el("dialog", {}, el("h2", {}, title), ...content, el("div", { class: "row" }, el("button", { type: "button", class: "primary", onclick: () => dialog.close() }, "Close")));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}
