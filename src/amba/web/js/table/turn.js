// Where the game stands: turn, sequence of play with the present phase, tracks and victory.

import { el, ruleNumber } from "../dom.js";

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Track} Track */

/**
 * @param {HTMLElement} page @param {View} view
 * @param {{sideTitle: (key: string) => string, accent: (key: string) => string}} desk
 */
export function showTurn(page, view, desk) {
  const parts = [];
  for (const track of view.tracks ?? []) parts.push(trackRow(track));
  if (view.sequence?.length) {
    const list = el("ol", { class: "sequence", "aria-label": "Sequence of play" });
    let side = "";
    for (const step of view.sequence) {
      if (step.side && step.side !== side) {
        side = step.side;
        const head = el("li", { class: "sequence-side" }, desk.sideTitle(side));
        head.style.setProperty("--side", desk.accent(side));
        list.append(head);
      }
      list.append(el("li", step.now ? { class: "now", "aria-current": "step" } : {}, step.title, step.rule ? " " : "", step.rule ? el("span", { class: "rule", "data-rule": step.rule, tabindex: "0" }, ruleNumber(step.rule)) : ""));
    }
    parts.push(list);
  }
  page.replaceChildren(...parts);
  const now = page.querySelector(".now");
  if (now instanceof HTMLElement && page.parentElement) page.parentElement.scrollTop = Math.max(0, now.offsetTop - page.parentElement.clientHeight / 2);
}

/** @param {Track} track */
function trackRow({ title, value, of, text, words }) {
  const number = of ? `${value} of ${of}` : String(value);
  // A text that only says the number again says nothing.
  const more = text && ![number, String(value), `${title} ${value}`.toLowerCase()].includes(text.toLowerCase()) ? text : "";
  const row = el("div", { class: "track" }, el("span", { class: "track-title" }, title), words ? null : el("strong", {}, number), more ? el("span", { class: "track-text" }, more) : null);
  if (of && Number.isFinite(Number(value)) && of <= 40) {
    const strip = el("div", { class: "strip", "aria-hidden": "true" });
    for (let i = 1; i <= of; i++) strip.append(el("span", { class: i < Number(value) ? "past" : i === Number(value) ? "here" : "" }));
    row.append(strip);
  }
  return row;
}
