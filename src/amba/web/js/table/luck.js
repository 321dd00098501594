// The luck of a game, roll by roll: steps each side could expect to lose, and those it lost.

import { el } from "../dom.js";
import { Story, titleOf } from "./story.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {{n: number, hex: string, expected: number[], rolled: number[]}} Roll */
/** @typedef {{sides: string[], rolls: Roll[], view: import('../types.js').View}} Ledger */

/** So many rolls are told, the luckiest and the unluckiest first. */
const TOLD = 8;

/** How lucky a roll was for the first side: what the enemy lost more than expected, less what it lost more itself. @param {Roll} roll */
export function luckOf({ expected, rolled }) {
  return (rolled[1] - expected[1]) - (rolled[0] - expected[0]);
}

/** @param {Roll[]} rolls @param {number} side */
export function sums(rolls, side) {
  return { expected: rolls.reduce((sum, roll) => sum + roll.expected[side], 0), rolled: rolls.reduce((sum, roll) => sum + roll.rolled[side], 0) };
}

/** In one sentence. @param {Ledger} ledger @param {(side: string) => string} title */
export function verdict({ sides, rolls }, title) {
  const luck = rolls.reduce((sum, roll) => sum + luckOf(roll), 0);
  if (Math.abs(luck) < 0.5) return "The dice were even.";
  return `Better dice: ${title(sides[luck > 0 ? 0 : 1])}, by ${Math.abs(luck).toFixed(1)} steps in all.`;
}

/** @param {Ledger} ledger @param {Table} table @param {(n: number, hex: string) => void} go */
export function luckTable(ledger, table, go) {
  const { sides, rolls } = ledger;
  const story = new Story(() => "");
  story.read(table.side.log.entries);
  const fightAt = (/** @type {number} */ n) => story.fights.findLast((fight) => fight.n <= n);
  const pair = (/** @type {{expected: number, rolled: number}} */ { expected, rolled }) => `${rolled} (expected ${expected.toFixed(1)})`;
  const told = [...rolls].sort((a, b) => Math.abs(luckOf(b)) - Math.abs(luckOf(a))).slice(0, TOLD).sort((a, b) => a.n - b.n);
  const rows = told.map((roll) => {
    const fight = fightAt(roll.n);
    const hex = fight?.hex ?? "";
    return el("tr", {}, el("th", { scope: "row" }, el("button", { type: "button", onclick: () => go(roll.n, hex) }, fight ? titleOf(fight) : roll.hex)),
      ...sides.map((_, i) => el("td", {}, pair({ expected: roll.expected[i], rolled: roll.rolled[i] }))));
  });
  return el("div", {}, el("p", {}, verdict(ledger, (side) => table.sideTitle(side))),
    el("table", { class: "end-luck-table" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Steps lost by"), ...sides.map((side) => el("th", { scope: "col" }, table.sideTitle(side))))),
      el("tbody", {}, el("tr", { class: "total" }, el("th", { scope: "row" }, `All ${rolls.length} rolls`), ...sides.map((_, i) => el("td", {}, pair(sums(rolls, i))))), ...rows)),
    el("p", { class: "quiet" }, "What follows from a roll by choice is chosen the same way for what was expected and for what fell."));
}
