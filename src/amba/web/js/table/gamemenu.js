// Undo, asking, resigning, links, the log file, help.

import { el } from "../dom.js";
import { nextTheme } from "../theme.js";
import { notice } from "./notices.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../types.js').Welcome} Welcome */

const KEYS = [
  ["Arrows", "move the hex cursor; with Shift, pan"], ["Enter", "choose, confirm"], ["Tab", "next unit that can act"], ["1 … 9", "the buttons beside the prompt"], ["Backspace", "step back, undo"], ["Esc", "let go"],
  ["+ − 0 .", "zoom in, zoom out, whole map, centre"], ["[ ]", "replay one back, one forward"], ["?", "this help"],
];

export class GameMenu {
  /** @param {HTMLElement} host @param {Table} table */
  constructor(host, table) {
    this.table = table;
    this.players = el("div", { class: "players" });
    this.undoButton = el("button", { type: "button", title: "Undo (Backspace)", onclick: () => this.undo() }, "Undo");
    const item = (/** @type {string} */ text, /** @type {() => void} */ does) => el("button", { type: "button", role: "menuitem", onclick: () => { this.more.open = false; does(); } }, text);
    this.askUndo = item("Ask to take back", () => void this.ask("ask_undo", "Asked the other player."));
    this.resign = item("Resign", () => confirm("Resign this game?") && void this.ask("resign"));
    this.draw = item("Offer a draw", () => void this.ask("offer_draw", "The draw is offered."));
    this.more = el("details", { class: "more" }, el("summary", { "aria-label": "More" }, "⋯"), el("div", { class: "more-list", role: "menu" },
      this.askUndo, this.draw, this.resign,
      item("Links to this table", () => this.showLinks()),
      item("Save the log", () => location.assign(`/api/tables/${encodeURIComponent(table.token)}/log`)),
      item("Dark or light", () => notice(`Colours: ${nextTheme()}.`)),
      item("Keys and help", () => this.help())));
    this.panelButton = el("button", { type: "button", class: "panel-toggle", "aria-label": "Side panel", title: "Side panel", onclick: () => document.body.classList.toggle("panel-open") }, "☰");
    host.append(this.players, this.undoButton, this.more, this.panelButton);
    document.addEventListener("click", (event) => {
      if (event.target instanceof Node && !this.more.contains(event.target)) this.more.open = false;
    });
    /** @type {Welcome | null} */
    this.last = null;
    /** @type {Record<string, boolean>} */
    this.online = {};
  }

  /** @param {Welcome} welcome */
  setPlayers(welcome) {
    this.last = welcome;
    this.refresh();
  }

  /** @param {Record<string, unknown>} message side -> whether there */
  presence(message) {
    for (const [side, there] of Object.entries(message)) if (typeof there === "boolean") this.online[side] = there;
    if (typeof message.side === "string") this.online[message.side] = Boolean(message.online);
    this.refresh();
  }

  refresh() {
    const { table } = this;
    this.players.replaceChildren(...table.board.sides.map((side) => {
      const kind = this.last?.players?.[side.key] ?? "";
      const who = kind.startsWith("bot") ? `bot${kind.slice(3).replace(":", ", ")}` : kind === "link" ? "by link" : "";
      const mine = table.seat.sides.includes(side.key);
      const dot = el("span", { class: `player${table.view.decision?.who === side.key ? " deciding" : ""}${this.online[side.key] === false ? " away" : ""}`, title: `${side.title}${who ? `: ${who}` : ""}${this.online[side.key] === false ? " (away)" : ""}` }, mine ? `${side.title} (you)` : kind.startsWith("bot") ? `${side.title} (bot)` : side.title);
      dot.style.setProperty("--side", table.accent(side.key));
      return dot;
    }));
    const watching = Boolean(table.seat.watch) || Boolean(table.view.result);
    for (const button of [this.undoButton, this.askUndo, this.resign, this.draw]) button.hidden = watching;
  }

  undo() {
    void this.ask("undo");
  }

  /** @param {string} what @param {string} [done] @param {boolean} [yes] */
  async ask(what, done, yes) {
    const answer = await this.table.wire.ask(yes === undefined ? { t: what } : { t: what, yes }).catch(() => ({ t: "refused", text: "The line is down." }));
    if (answer.t === "refused" || answer.t === "error") notice(/** @type {any} */ (answer).text ?? "Not now.", /** @type {any} */ (answer).rule);
    else if (done) notice(done);
  }

  /** @param {string} what @param {string} by */
  asked(what, by) {
    if (this.table.seat.watch) return;
    const text = what.includes("draw") ? `${this.table.sideTitle(by)} offers a draw.` : `${this.table.sideTitle(by)} asks to take back the last action.`;
    const kind = what.includes("draw") ? "answer_draw" : "answer_undo";
    const dialog = el("dialog", { class: "asked" }, el("p", {}, text),
      el("div", { class: "row" },
        el("button", { class: "primary", type: "button", onclick: () => { dialog.close(); void this.ask(kind, undefined, true); } }, "Yes"),
        el("button", { type: "button", onclick: () => { dialog.close(); void this.ask(kind, undefined, false); } }, "No")));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  showLinks() {
    const { links = {}, watch } = this.last ?? {};
    const url = (/** @type {string} */ token) => new URL(`table.html#${token}`, document.baseURI).href;
    const rows = Object.entries(links).flatMap(([side, token]) => (token ? [linkRow(this.table.sideTitle(side), url(token))] : []));
    if (watch) rows.push(linkRow("To watch", url(watch)));
    this.dialog("Links to this table", ...(rows.length ? rows : [el("p", {}, "The links of the other seats are known only to the one who opened the table. This is yours:"), linkRow("This seat", url(this.table.token))]));
  }

  /** @param {import('../types.js').Result | null} result @param {string} [key] the dice's key, shown now that it can be */
  showEnd(result, key) {
    if (!result) return;
    this.dialog("The game is over", el("p", { class: "prompt-text" }, result.text || result.level || ""),
      key ? el("p", { class: "quiet dice-key" }, "The dice can now be checked. Their key: ", el("code", {}, key)) : el("span", {}),
      el("p", {}, "The slider below replays the game; the log can be saved from the menu."));
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

/** @param {string} title @param {string} url */
export function linkRow(title, url) {
  const input = el("input", { type: "text", readonly: true, value: url, "aria-label": title, onfocus: () => input.select() });
  return el("div", { class: "link-row" }, el("span", {}, title), input, el("button", { type: "button", onclick: () => void navigator.clipboard?.writeText(url).then(() => (input.value = "Copied"), () => input.select()) }, "Copy"));
}
