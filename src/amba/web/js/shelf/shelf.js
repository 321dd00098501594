// The shelf: the games there are, and this browser's games to go on with.

import { byId, el } from "../dom.js";
import { languageMenu } from "../languages.js";
import { nextTheme } from "../theme.js";
import { askTable } from "../seat.js";
import { forgetGame, myGames } from "../store.js";
import { clockWords, moveWords, turnWords, withoutSide } from "../standing.js";
import { gameCard } from "./card.js";
import { showLobby } from "./lobby.js";
import { showMe } from "./me.js";
import { afterStart } from "./start.js";

/** @typedef {import('../types.js').GameCard} GameCard */

/** More than that are not asked about one by one. */
const ASKED = 12;

function showGoing() {
  const games = myGames();
  byId("continue").hidden = games.length === 0;
  byId("games-going").replaceChildren(...games.map((game, i) => {
    const turn = el("span", {}, [game.scenario, game.turn].filter(Boolean).join(" · "));
    const move = el("span", { class: "move" }, game.line);
    const clock = el("span", { class: "quiet clock" });
    const item = el("li", { class: game.mine && !game.over ? "mine" : "" },
      el("a", { href: `table.html#${game.token}` }, el("strong", {}, game.title), turn, move, clock,
        el("span", { class: "quiet" }, game.sides.length ? `as ${game.sides.join(" and ")}` : "watching", " · ", el("time", {}, new Date(game.when).toLocaleString()))),
      el("button", { type: "button", title: "Forget this game on this browser", "aria-label": `Forget ${game.title}`, onclick: () => { forgetGame(game.token); showGoing(); } }, "✕"));
    if (i < ASKED && !game.over) void refresh(game, item, turn, move, clock);
    return item;
  }));
}

/** The other side may have moved since this browser looked. @param {import('../store.js').Kept} game @param {HTMLElement} item @param {HTMLElement} turn @param {HTMLElement} move @param {HTMLElement} clock */
async function refresh(game, item, turn, move, clock) {
  const response = await askTable(game.token, "now");
  if (!response?.ok) return;
  const now = await response.json();
  turn.textContent = [now.scenario, turnWords(now.turn)].filter(Boolean).join(" · ");
  const who = String(now.who ?? "");
  move.textContent = moveWords(now.mine, game.names?.[who] ?? who, withoutSide(now.prompt, who), now.over);
  item.classList.toggle("mine", now.mine);
  clock.textContent = clockWords(now.clock, now.mine, now.claim);
  item.classList.toggle("claims", Boolean(now.claim));
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

byId("theme").before(languageMenu());
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
void showLobby();
void showMe(showGoing);
