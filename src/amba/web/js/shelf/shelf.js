// The shelf: the games there are, and this browser's games to go on with.

import { byId, el } from "../dom.js";
import { nextTheme } from "../theme.js";
import { forgetGame, myGames } from "../store.js";
import { gameCard } from "./card.js";
import { afterStart } from "./start.js";

/** @typedef {import('../types.js').GameCard} GameCard */

function showGoing() {
  const games = myGames();
  byId("continue").hidden = games.length === 0;
  byId("games-going").replaceChildren(...games.map((game) => el("li", {},
    el("a", { href: `table.html#${game.token}` }, el("strong", {}, game.title), el("span", {}, game.sides.length ? `as ${game.sides.join(" and ")}` : "watching"), el("span", { class: "quiet" }, game.line), el("time", { class: "quiet" }, new Date(game.when).toLocaleString())),
    el("button", { type: "button", title: "Forget this game on this browser", "aria-label": `Forget ${game.title}`, onclick: () => { forgetGame(game.token); showGoing(); } }, "✕"))));
}

async function showGames() {
  const host = byId("games");
  const response = await fetch("/api/games").catch(() => null);
  host.removeAttribute("aria-busy");
  if (!response?.ok) {
    host.replaceChildren(el("p", {}, "The games could not be fetched. ", el("button", { type: "button", onclick: () => void showGames() }, "Try again")));
    return;
  }
  const games = /** @type {GameCard[]} */ (await response.json());
  host.replaceChildren(...games.map(gameCard));
}

byId("theme").addEventListener("click", () => (byId("live").textContent = `Colours: ${nextTheme()}`));
byId("import").addEventListener("change", async (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  if (!file) return;
  const response = await fetch("/api/import", { method: "POST", body: await file.text(), headers: { "content-type": "text/plain" } }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (response?.ok) afterStart(answer, file.name);
  else alert(answer?.text ?? answer?.error ?? "This file could not be read as a log.");
  input.value = "";
});
// Coming back with the browser's Back button should show the game just left.
addEventListener("pageshow", showGoing);
showGoing();
void showGames();
