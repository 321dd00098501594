// What the bar says about what is being chosen: how many can act, and what comes next.

import { symbolFor } from "./symbols.js";

/** @typedef {import('./table.js').Table} Table */

/** How many units can act; where they are only picked out (for a loss, for a fight), that. Chits are no units. @param {Table} table @returns {[number, string]} */
export function unitsAsked({ hand, pieces, board }) {
  const units = hand.active ? hand.movable().filter((key) => symbolFor(pieces.get(key)?.kind ?? "")) : [];
  const orders = [...hand.choices.heads, ...hand.choices.actions].filter(({ a }) => units.includes(a[1]));
  const joins = board.look.gestures?.join ?? [];
  const picked = !hand.choices.heads.length && orders.every(({ a }) => a.length === 2);
  return [units.length, !picked ? "can act" : orders.every(({ a }) => joins.includes(a[0])) ? "can join" : "to choose from"];
}

/** What is asked once something is chosen and more must be: in place of the prompt. @param {Table} table @param {Map<string, string>} next @returns {string | undefined} */
export function asksNext({ hand, painter, pieces, board, boxes, facing }, next) {
  const { choices } = hand;
  if (facing?.open && !hand.armed) return `${pieces.get(choices.chosen[0])?.title ?? choices.chosen[0]}, ${facing.hex}: choose which way it is to point.`;
  const [head] = choices.opened();
  const where = [...next.keys()].some((arg) => painter.grid.has(arg));
  const along = head && where ? comesAlong(choices, [...next.keys()].filter((arg) => pieces.has(arg)), pieces) : "";
  if (along) return `${head.label}: choose where, or a unit: ${along}.`;
  if (head) return `${head.label}: choose ${where ? "where" : "a unit"}.`;
  if (!choices.chosen.length || !next.size || hand.armed) return undefined;
  const names = choices.chosen.map((arg) => pieces.get(arg)?.title ?? board.boxes.find((box) => box.id === arg)?.title ?? arg);
  const what = where ? "a hex" : [...next.keys()].every((arg) => boxes.has(arg)) ? "a box" : "a unit";
  const also = choices.ready().length > 0;
  // What the lit places are for, where the unit could do something else as well: the order with a gap for the place.
  const [first] = next.keys();
  const order = choices.finishing(first)[0];
  const gap = also && order?.label.includes(first) ? ` (${order.label.replace(first, "...")})` : "";
  return `${names.join(", ")}: ${also ? "act with what is chosen, or choose" : "now choose"} ${what}${gap}.`;
}

/** What the lit units are for, where places are lit as well: the one order they all finish, with a gap for the unit. @param {import('./choices.js').Choices} choices @param {string[]} units @param {Map<string, import('../types.js').PieceSpec>} pieces */
function comesAlong(choices, units, pieces) {
  const labels = units.flatMap((unit) => choices.finishing(unit).map(({ label }) => label.replace(pieces.get(unit)?.title ?? unit, "...")));
  return labels.length && labels.every((label) => label === labels[0] && label.includes("...")) ? labels[0] : "";
}
