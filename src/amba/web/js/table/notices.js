// What the table says aloud: refusals with their reasons, small notices, and the live region for screen readers.

import { byId, el, ruleNumber } from "../dom.js";
import { itemTable } from "./odds.js";

/** @typedef {import('../types.js').Why} Why */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @type {string[]} */
let unsaid = [];

/** What happened and what is asked next come in one breath: neither may swallow the other. @param {string} text read by screen readers, not shown */
export function say(text) {
  if (!text) return;
  if (!unsaid.length) setTimeout(speak, 60);
  unsaid.push(text);
}

let said = "";

function speak() {
  const texts = [...new Set(unsaid)];
  unsaid = [];
  // The same words twice must be heard twice.
  const again = said === texts.join(" ") ? "\u00a0" : "";
  said = texts.join(" ") + again;
  // Each in a place of its own: so each finds its translation.
  byId("live").replaceChildren(...texts.map((text) => el("span", {}, `${text}${again}`, /[.!?:]$/.test(text) ? " " : ". ")));
}

/** @param {string} text @param {string} [rule] @param {number} [ms] */
export function notice(text, rule, ms = 5200) {
  const box = byId("notice");
  box.replaceChildren(el("p", {}, text, rule ? " " : "", rule ? el("span", { class: "rule", "data-rule": rule, tabindex: "0" }, ruleNumber(rule)) : ""));
  box.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (box.hidden = true), ms);
  say(text);
}

/** Long enough to read a sentence and its sum. */
const WHY_MS = 9000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let whyTimer;

/** Why not; it goes by itself. @param {Why | null} why @param {() => void} [gone] what it lit goes with it */
export function showRefusal(why, gone) {
  const box = byId("why");
  box.hidden = !why;
  clearTimeout(whyTimer);
  if (why) {
    whyTimer = setTimeout(() => {
      box.hidden = true;
      gone?.();
    }, WHY_MS);
  }
  if (!why) {
    box.replaceChildren();
    return;
  }
  box.replaceChildren(
    el("p", {}, el("span", { class: "no", "aria-hidden": "true" }, "✕"), " ", why.text ?? "Not allowed.", " ", why.rule ? el("span", { class: "rule", "data-rule": why.rule, tabindex: "0" }, ruleNumber(why.rule)) : ""),
    itemTable(why.items) ?? "",
  );
}
