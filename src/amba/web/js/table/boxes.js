// Places off the map: hands, pools, boxes, with the pieces in them, and pieces that can be chosen but stand nowhere.

import { el } from "../dom.js";
import { counterPicture } from "./counter.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').View} View */

/**
 * @param {HTMLElement} host @param {Board} board @param {View} view
 * @param {Map<string, string>} next what can be chosen now @param {Set<string>} chosen
 * @param {(target: string) => void} choose @param {(arg: string) => boolean} onMap
 */
export function showBoxes(host, board, view, next, chosen, choose, onMap) {
  const specs = new Map(board.pieces.map((piece) => [piece.key, piece]));
  /** @param {string} key */
  const piece = (key) => {
    const spec = specs.get(key);
    if (!spec) return el("span", { class: "unknown-piece", title: "unknown" }, "?");
    const state = view.pieces[key] ?? { at: null };
    const lit = next.has(key);
    return el("button", { type: "button", class: `box-piece${lit ? " lit" : ""}${chosen.has(key) ? " chosen" : ""}`, "data-piece": key, title: spec.title, "aria-disabled": String(!lit && !chosen.has(key)), onclick: () => choose(key) }, counterPicture(board, spec, state, 46));
  };
  const rows = board.boxes.flatMap((box) => {
    const keys = view.stacks[box.id] ?? [];
    const hidden = view.unknown?.[box.id] ?? 0;
    const lit = next.has(box.id);
    if (!keys.length && !hidden && !lit) return [];
    const title = lit ? el("button", { type: "button", class: "lit", "data-box": box.id, onclick: () => choose(box.id) }, box.title) : el("span", { class: "box-title" }, box.title);
    return [el("div", { class: "box" }, title, el("div", { class: "box-pieces" }, ...keys.filter((key) => key !== "?").map(piece),
      hidden || keys.includes("?") ? el("span", { class: "quiet" }, `${hidden || keys.filter((key) => key === "?").length} face down`) : null))];
  });
  const boxIds = new Set(board.boxes.map((box) => box.id));
  const homeless = [...next.keys(), ...chosen].filter((key) => specs.has(key) && !onMap(view.pieces[key]?.at ?? "") && !boxIds.has(view.pieces[key]?.at ?? ""));
  if (homeless.length) rows.unshift(el("div", { class: "box" }, el("span", { class: "box-title" }, "To choose from"), el("div", { class: "box-pieces" }, ...[...new Set(homeless)].map(piece))));
  host.hidden = rows.length === 0;
  host.replaceChildren(...rows);
}
