// What the bar says about what is being chosen: how many can act, and what comes next.

import { symbolFor } from "./symbols.js";

/** @typedef {import('./table.js').Table} Table */

/** What the Tab key goes through: one's own first, then what one would act against. @param {Table} table @returns {{own: string[], others: string[]}} */
export function askedFor({ hand, view, theatre }) {
  const found = hand.active ? hand.movable() : [];
  const isOwn = (/** @type {string} */ key) => theatre.sideOf(key) === view.decision?.who;
  return { own: found.filter(isOwn), others: found.filter((key) => !isOwn(key)) };
}

/** How many of one's own units can act; where units are only picked out (for a loss, for a fight), how many of those. Chits are no units. @param {Table} table @returns {[number, string]} */
export function unitsAsked(table) {
  const { hand, pieces, board } = table;
  const { own, others } = askedFor(table);
  const isUnit = (/** @type {string} */ key) => symbolFor(pieces.get(key)?.kind ?? "");
  const [mine, theirs] = [own.filter(isUnit), others.filter(isUnit)];
  const units = [...mine, ...theirs];
  const orders = [...hand.choices.heads, ...hand.choices.actions].filter(({ a }) => units.includes(a[1]));
  const joins = board.look.gestures?.join ?? [];
  const picked = !hand.choices.heads.length && orders.every(({ a }) => a.length === 2);
  if (!picked) return mine.length ? [mine.length, "can act"] : [theirs.length, "to choose from"];
  return [units.length, orders.every(({ a }) => joins.includes(a[0])) ? "can join" : "to choose from"];
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
