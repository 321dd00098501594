// Fork here: what if? A board of one's own, or a game against a bot, from any moment of this one; which it leaves as it is.

import { el } from "../dom.js";
import { askTable } from "../seat.js";
import { notice } from "./notices.js";

/** @typedef {import('./table.js').Table} Table */

const BOT = "bot:planner";

/** @param {Table} table @param {number} n the moment */
export function offerFork(table, n) {
  const open = async (/** @type {Record<string, string>} */ seats) => {
    const response = await askTable(table.token, "fork", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ n, seats }) });
    const answer = await response?.json().catch(() => null);
    dialog.close();
    if (response?.ok) location.assign(new URL(`table.html#${answer.mine[0]}`, document.baseURI).href);
    else notice(answer?.error ?? "The fork could not be opened.");
  };
  const sides = table.board.sides;
  const against = (/** @type {string} */ mine) => Object.fromEntries(sides.map(({ key }) => [key, key === mine ? "me" : BOT]));
  const dialog = el("dialog", { class: "fork" }, el("h2", {}, "Fork here"),
    el("p", {}, `A new table begins after entry ${n}, with dice of its own. This game stays as it is; you find it under Continue.`),
    el("div", { class: "row" },
      el("button", { type: "button", class: "primary", onclick: () => void open({}) }, "A board of my own"),
      ...sides.map(({ key, title }) => el("button", { type: "button", onclick: () => void open(against(key)) }, `As ${title}, against a bot`)),
      el("button", { type: "button", onclick: () => dialog.close() }, "No")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
