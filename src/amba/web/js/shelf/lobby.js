// The lobby: seats that wait for somebody, and games that may be watched.

import { byId, el } from "../dom.js";
import { paceWords, turnWords } from "../standing.js";

/** @typedef {{game: string, title: string, scenario: string, pace: number, by: string, players: Record<string, string>, seats: Record<string, string>, watch: string, turn: any, who: string | null, online: Record<string, boolean>, watching: number, at: number}} Shown */

export async function showLobby() {
  const answer = await fetch("/api/lobby").catch(() => null);
  /** @type {{open: Shown[], playing: Shown[]}} */
  const found = answer?.ok ? await answer.json() : { open: [], playing: [] };
  byId("lobby").hidden = !found.open.length && !found.playing.length;
  byId("lobby-tables").replaceChildren(...found.open.map(openTable), ...found.playing.map(playing));
}

/** @param {Shown} table */
function openTable(table) {
  const links = Object.entries(table.seats).map(([side, token]) => el("a", { class: "button", href: `table.html#${token}` }, `Play ${title(side)}`));
  return el("li", {}, el("div", {}, el("strong", {}, table.title), el("span", {}, [table.scenario, table.by && `opened by ${table.by}`].filter(Boolean).join(" · ")), el("span", { class: "quiet" }, paceWords(table.pace))), el("div", { class: "row" }, ...links));
}

/** @param {Shown} table */
function playing(table) {
  const facts = [table.scenario, turnWords(table.turn), table.who ? `to move: ${title(table.who)}` : ""].filter(Boolean).join(" · ");
  const eyes = table.watching === 1 ? "one watches" : table.watching ? `${table.watching} watch` : "nobody watches";
  return el("li", {}, el("div", {}, el("strong", {}, table.title), el("span", {}, facts), el("span", { class: "quiet" }, eyes)), el("div", { class: "row" }, el("a", { class: "button", href: `table.html#${table.watch}` }, "Watch")));
}

/** @param {string} side */
function title(side) {
  return side.charAt(0).toUpperCase() + side.slice(1);
}
