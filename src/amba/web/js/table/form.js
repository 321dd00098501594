// Many buttons at once are a form: actions that differ in their last word only are the values of one setting and share a row.

import { el } from "../dom.js";
import { keyOf } from "./choices.js";

/** @typedef {import('../types.js').Choice} Choice */

/** So many buttons may stand beside the prompt before they become a form. */
const MANY = 8;

/** @param {Choice[]} plain @returns {{rows: Choice[][], rest: Choice[]}} */
export function intoRows(plain) {
  if (plain.length <= MANY) return { rows: [], rest: plain };
  /** @type {Map<string, Choice[]>} */
  const groups = new Map();
  for (const choice of plain) {
    const key = keyOf(choice.a.slice(0, -1));
    groups.set(key, [...(groups.get(key) ?? []), choice]);
  }
  // A word of its own is no setting: it does something.
  const settings = [...groups].filter(([key]) => key !== "");
  if (!settings.some(([, choices]) => choices.length > 1)) return { rows: [], rest: plain };
  const rows = settings.map(([, choices]) => choices);
  const inside = new Set(rows.flat());
  return { rows, rest: plain.filter((choice) => !inside.has(choice)) };
}

/** What the labels of a row begin with, in whole words. @param {string[]} labels */
export function shared(labels) {
  if (labels.length < 2) return "";
  const words = labels.map((label) => label.split(" "));
  let count = 0;
  while (words.every((one) => one.length > count + 1 && one[count] === words[0][count])) count++;
  return words[0].slice(0, count).join(" ");
}

/** The words that all labels of a row begin with, or all but one: that one then stands whole. @param {string[]} labels */
export function titleOf(labels) {
  const whole = shared(labels);
  if (whole || labels.length < 3) return whole;
  return labels.map((odd) => shared(labels.filter((label) => label !== odd))).find(Boolean) ?? "";
}

/** @param {HTMLElement} host @param {Choice[][]} rows @param {(choice: Choice) => HTMLButtonElement} button @param {string} [now] how things are set */
export function showForm(host, rows, button, now = "") {
  host.hidden = rows.length === 0;
  const head = now ? [el("p", { class: "form-now" }, el("strong", {}, "Now: "), now)] : [];
  host.replaceChildren(...head, ...rows.map((choices) => {
    const title = titleOf(choices.map((choice) => choice.label));
    return el("div", { class: "form-row", role: "group", "aria-label": title || choices[0].label },
      title ? el("span", { class: "form-title" }, title) : null,
      ...choices.map((choice) => button(title && choice.label.startsWith(`${title} `) ? { ...choice, label: choice.label.slice(title.length + 1) } : choice)));
  }));
}
