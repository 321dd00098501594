// What this browser keeps of a game for the shelf: scenario, turn, whose move.

import { rememberGame } from "../store.js";
import { moveWords, turnWords, withoutSide } from "../standing.js";

/** @param {import('./table.js').Table} table */
export function remember(table) {
  const { decision, result, tracks } = table.view;
  // While the first dice wait, it is the move of whoever's browser has not added to them.
  const awaited = table.mixing.awaited();
  const who = awaited[0] ?? decision?.who ?? "";
  const mine = awaited.length ? awaited.some((side) => table.seat.sides.includes(side)) : table.seat.sides.includes(who);
  const asked = awaited.length ? "The dice wait for your browser." : decision?.prompt ?? "";
  rememberGame({
    token: table.token, game: table.board.game, title: table.board.title, sides: table.seat.sides.map((side) => table.sideTitle(side)), when: Date.now(), scenario: table.about?.title, mine, over: Boolean(result), names: Object.fromEntries(table.board.sides.map((side) => [side.key, side.title])),
    turn: turnWords(tracks?.find((track) => track.key === "turn")), line: moveWords(mine, table.sideTitle(who), withoutSide(asked, who, table.sideTitle(who)), result?.text ?? ""),
  });
}
