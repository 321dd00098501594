// Four ways to sit down: against a bot, two at one screen, with a friend by links, or watching two bots.

import { el } from "../dom.js";
import { askTable } from "../seat.js";
import { myGames } from "../store.js";
import { linkRow } from "../table/links.js";
import { provenance } from "../table/charts.js";

/** @typedef {import('../types.js').GameCard} GameCard */
/** @typedef {import('../types.js').NewTable} NewTable */
/** @typedef {import('../types.js').ScenarioCard} ScenarioCard */

const WAYS = [["bot", "Against a bot"], ["hotseat", "Two at this screen"], ["friend", "With a friend"], ["watch", "Watch two bots"]];
/** Where the server does not say which bots it has. */
const LEVELS = [["greedy", "3 Easy (greedy)"], ["random", "1 Aimless (random)"]];

/** How long a choice may take, in seconds. */
const PACES = [["0", "No limit"], ["600", "10 minutes a choice"], ["3600", "An hour a choice"], ["86400", "A day a choice"], ["259200", "3 days a choice"], ["604800", "A week a choice"]];

/** @param {string} label @param {[string, string][] | string[][]} choices @param {string} [chosen] */
function select(label, choices, chosen) {
  const input = el("select", {}, ...choices.map(([key, title]) => el("option", { value: key, selected: key === chosen }, title)));
  return { input, row: el("label", {}, el("span", {}, label), input) };
}

/** @param {GameCard} game @returns {HTMLElement} */
export function startForm(game) {
  // Somebody who has never sat down here begins with something short, against a bot that makes a beginner's mistakes.
  const first = shortest(game.scenarios);
  const isNew = myGames().length === 0;
  const scenario = select("Scenario", game.scenarios.map((s) => [s.key, s === first ? `${s.title} (the shortest)` : s.title]), isNew ? first?.key : undefined);
  const about = el("div", { class: "about" });
  const sources = el("div", { class: "about" });
  const ways = el("div", { class: "ways", role: "radiogroup", "aria-label": "How to play" });
  const side = select("Your side", []);
  const levels = game.levels?.length ? game.levels.map((level) => [level.key, level.title]) : LEVELS;
  const level = select("Level", levels, (isNew ? ["beginner", "greedy"] : ["planner", "greedy"]).find((wanted) => levels.some(([key]) => key === wanted)));
  const says = el("p", { class: "quiet" });
  const options = (game.options ?? []).map((option) => ({ option, ...select(option.title, option.choices.map((c) => [c.key, c.title]), option.default) }));
  const pace = select("Pace", PACES, "0");
  const shown = el("input", { type: "checkbox" });
  const shownRow = el("label", { class: "shown", title: "Anybody on this server may take the free seat or watch" }, shown, el("span", {}, "Show it in the lobby"));
  pace.input.title = "How long one choice may take before the other player may claim the game";
  const practice = el("input", { type: "checkbox" });
  const practises = el("label", { class: "practice", title: "The bot lets you take back rolls; the result says that it was practice" }, practice, el("span", {}, "Practice: rolls may be taken back"));
  const alone = el("input", { type: "checkbox" });
  const unaided = el("label", { class: "practice", title: "Nobody at this table may ask what a planner would do" }, alone, el("span", {}, "No hints"));
  let way = "bot";

  const refresh = () => {
    const now = game.scenarios.find((s) => s.key === scenario.input.value) ?? game.scenarios[0];
    about.replaceChildren(...describe(now));
    sources.replaceChildren((now && provenance(now.source, now.note)) ?? "");
    const kept = side.input.value;
    side.input.replaceChildren(...(now?.sides ?? []).map((s) => el("option", { value: s.key, selected: s.key === kept }, s.title)));
    side.row.hidden = way === "hotseat" || way === "watch";
    level.row.hidden = way === "hotseat" || way === "friend";
    pace.row.hidden = way !== "friend";
    shownRow.hidden = way !== "friend" && way !== "watch";
    practises.hidden = way !== "bot";
    unaided.hidden = way !== "bot" && way !== "hotseat";
    says.textContent = game.levels?.find((one) => one.key === level.input.value)?.says ?? "";
    says.hidden = level.row.hidden;
  };
  for (const [key, title] of WAYS) {
    const radio = el("input", { type: "radio", name: `way-${game.key}`, value: key, checked: key === way });
    radio.addEventListener("change", () => {
      way = key;
      refresh();
    });
    ways.append(el("label", {}, radio, el("span", {}, title)));
  }
  scenario.input.addEventListener("change", refresh);
  level.input.addEventListener("change", refresh);
  const start = el("button", { class: "primary", type: "submit" }, "Sit down");
  const trouble = el("p", { class: "warning", role: "alert", hidden: true });
  const form = el("form", { class: "start" }, scenario.row, about, ways, el("div", { class: "pair" }, side.row, level.row, pace.row, practises, unaided), shownRow, start, trouble, says, sources,
    options.length ? el("details", { class: "options" }, el("summary", {}, `Options (${options.length})`), ...options.map(({ option, row }) => el("div", {}, row, option.gist ? el("p", { class: "quiet" }, option.gist, option.rule ? ` (rule ${option.rule})` : "") : null))) : null);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const now = game.scenarios.find((s) => s.key === scenario.input.value) ?? game.scenarios[0];
    const bot = `bot:${level.input.value}`;
    const seats = Object.fromEntries(now.sides.map((s) => {
      const mine = s.key === side.input.value;
      return [s.key, way === "hotseat" ? "me" : way === "watch" ? bot : mine ? "me" : way === "friend" ? "link" : bot];
    }));
    start.disabled = true;
    const response = await fetch("/api/tables", {
      method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ game: game.key, scenario: now.key, options: Object.fromEntries(options.map(({ option, input }) => [option.key, input.value])), seats, pace: way === "friend" ? Number(pace.input.value) : 0, practice: way === "bot" && practice.checked, hints: !alone.checked }),
    }).catch(() => null);
    start.disabled = false;
    const answer = await response?.json().catch(() => null);
    if (response?.ok && shown.checked && !shownRow.hidden) await showInLobby(answer);
    if (response?.ok) afterStart(answer, game.title);
    else {
      trouble.hidden = false;
      trouble.textContent = answer?.text ?? answer?.error ?? "The table could not be opened.";
    }
  });
  refresh();
  return form;
}

/** The scenario with the fewest decisions, where there is a choice and they have been counted. @param {ScenarioCard[]} scenarios */
function shortest(scenarios) {
  if (scenarios.length < 2 || !scenarios.every((s) => s.decisions)) return undefined;
  return scenarios.reduce((best, s) => ((s.decisions ?? 0) < (best.decisions ?? 0) ? s : best));
}

/** How much of the rules a scenario needs. @type {Record<string, string>} */
const DIFFICULTIES = { easy: "easy to learn", middling: "of middling difficulty", hard: "needs many rules" };

/** @param {ScenarioCard | undefined} scenario */
function describe(scenario) {
  if (!scenario) return [];
  const facts = [scenario.sides.map((s) => s.title).join(" against "), scenario.turns ? `${scenario.turns} turns` : "", scenario.decisions ? `about ${scenario.decisions} decisions` : "", DIFFICULTIES[scenario.difficulty ?? ""] ?? ""].filter(Boolean).join(" · ");
  return [el("p", {}, scenario.blurb ?? ""), el("p", { class: "quiet facts" }, facts)];
}

/** @param {NewTable & {host?: string}} table */
async function showInLobby(table) {
  const seats = Object.fromEntries(Object.entries(table.links ?? {}).filter(([, token]) => token && !table.mine.includes(token)));
  const host = table.host ?? table.mine[0];
  if (host) await askTable(host, "lobby", { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ seats, watch: table.watch }) });
}

/** Go to the table; with links to send, show them first. @param {NewTable} table @param {string} title */
export function afterStart(table, title) {
  const mine = table.mine[0] ?? null;
  const url = (/** @type {string} */ token) => new URL(`table.html#${token}`, document.baseURI).href;
  const links = Object.entries(table.links ?? {}).filter(([, token]) => token && !table.mine.includes(token));
  if (!links.length) {
    location.assign(url(mine ?? table.watch));
    return;
  }
  const dialog = el("dialog", {}, el("h2", {}, title), el("p", {}, "Send this link to the other player. The first browser that opens it gets the seat; you find it again at the table, under Links."),
    ...links.map(([side, token]) => linkRow(side, url(/** @type {string} */ (token)))),
    linkRow("To watch", url(table.watch)),
    el("div", { class: "row" }, el("a", { class: "button primary", href: url(mine ?? table.watch) }, mine ? "To my seat" : "To the table"), el("button", { type: "button", onclick: () => dialog.close() }, "Stay here")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
