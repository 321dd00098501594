// Several actions fit what was pointed at: a list beside the hex, each with a number key.

import { byId, el } from "../dom.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../types.js').Choice} Choice */

/** So few need no numbers. */
export const FEW = 1;
/** A longer note has a line of its own. */
const SHORT = 24;

/** @param {Table} table @param {Choice[]} choices @param {string | null} hex */
export function showPick(table, choices, hex) {
  const box = byId("pick");
  box.hidden = choices.length === 0;
  document.body.classList.toggle("picking", choices.length > FEW);
  if (!choices.length) return;
  const pick = (/** @type {Choice} */ choice) => {
    box.hidden = true;
    document.body.classList.remove("picking");
    // Whose odds have been read while pointing at it here needs no second word, like a button.
    if (table.hand.isRead(choice)) void table.hand.commit(choice);
    else void table.hand.propose(choice, "mouse");
  };
  const look = (/** @type {Choice} */ choice) => void table.hand.pointAt(choice, choices);
  box.replaceChildren(...choices.map((choice) => el("button", { type: "button", onclick: () => pick(choice), onpointerenter: () => look(choice), onfocus: () => look(choice) },
    choice.label, choice.note ? el("small", { class: choice.note.length > SHORT ? "sentence" : "" }, choice.note) : null)));
  if (choices.length > FEW) [...box.children].slice(0, 9).forEach((node, i) => node.append(el("kbd", { "aria-hidden": "true" }, String(i + 1))));
  // A click meant for a hex must not fall on the list.
  const clear = new Set([...Object.keys(table.shown.stacks), ...table.hand.choices.next().keys()]);
  const spot = table.map.roomBeside(hex, [...clear], box.offsetWidth, box.offsetHeight);
  box.style.left = `${spot.x}px`;
  box.style.top = `${spot.y}px`;
}
