// The chosen hex in full: its ground, its places, and every unit in it at a readable size.

import { el } from "../dom.js";
import { counterPicture } from "./counter.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').View} View */

/** A counter with more faces than that stands for whatever it is made to be: they are no steps of it. */
const MOST_FACES = 6;

/** @param {Board} board @param {string} hex @returns {string} the ground in words */
export function groundText(board, hex) {
  const spec = board.hexes.find((h) => h.id === hex);
  if (!spec) return board.boxes.find((box) => box.id === hex)?.title ?? hex;
  const terrain = (/** @type {string} */ key) => board.look.terrain?.[key]?.title ?? key;
  const names = board.places.filter((place) => place.hex === hex).map((place) => place.title);
  const sides = [...new Set(board.hexsides.filter((side) => side.a === hex || side.b === hex).map((side) => board.look.hexsides?.[side.kind]?.title ?? side.kind))];
  const lines = [...new Set(board.lines.filter((line) => line.hexes.includes(hex)).map((line) => board.look.lines?.[line.kind]?.title ?? line.kind))];
  return [
    [hex, ...names].filter(Boolean).join(" "),
    [terrain(spec.terrain), ...(spec.also ?? "").split(" ").filter((word) => word && word !== "-").map(terrain)].join(" and "),
    spec.elevation !== undefined ? `${Math.round(spec.elevation)} m` : "",
    ...lines, ...sides.map((side) => `${side} on a side`),
  ].filter(Boolean).join(", ");
}

/** @param {HTMLElement} page @param {Board} board @param {View} view @param {string | null} hex @param {(piece: string) => void} choose @param {Set<string>} lit */
export function showStack(page, board, view, hex, choose, lit) {
  if (!hex) {
    page.replaceChildren(el("p", { class: "quiet" }, "Point at a hex or a stack to see it here."));
    return;
  }
  const keys = [...(view.stacks[hex] ?? [])].reverse();
  const list = el("ul", { class: "units" });
  for (const key of keys) {
    const spec = board.pieces.find((piece) => piece.key === key);
    const state = view.pieces[key] ?? { at: hex };
    if (!spec) {
      list.append(el("li", {}, "An unknown piece"));
      continue;
    }
    const face = spec.faces[state.face ?? 0] ?? spec.faces[0] ?? {};
    const marks = (state.marks ?? []).map((mark) => board.look.marks?.[mark]?.title ?? mark);
    const item = el("li", { class: lit.has(key) ? "lit" : "" }, counterPicture(board, spec, state, 58),
      el("div", {}, el("strong", {}, spec.title), el("span", {}, [spec.kind.replaceAll("-", " "), spec.size].filter(Boolean).join(", ")), el("span", {}, face.text ?? ""),
        state.note ? el("span", { class: "quiet" }, state.note) : null,
        spec.faces.length > 1 && spec.faces.length <= MOST_FACES ? el("span", { class: "faces", title: "Its faces, front first" }, ...spec.faces.map((_, i) => {
          const picture = counterPicture(board, spec, { ...state, marks: [], face: i }, 30);
          if (i === (state.face ?? 0)) picture.classList.add("present");
          return picture;
        })) : null,
        marks.length ? el("span", { class: "marks" }, marks.join(", ")) : null,
        lit.has(key) ? el("button", { type: "button", onclick: () => choose(key) }, "Choose") : null));
    list.append(item);
  }
  const holder = view.places?.[hex];
  page.replaceChildren(...[
    el("h2", {}, groundText(board, hex)),
    holder ? el("p", {}, `Held by ${board.sides.find((side) => side.key === holder)?.title ?? holder}.`) : null,
    ...(view.signs ?? []).filter(({ at }) => at.split("/").includes(hex)).map((one) => el("p", {}, one.title || board.look.signs?.[one.kind]?.title || one.kind)),
    keys.length ? list : el("p", { class: "quiet" }, "No units here."),
  ].filter((node) => node !== null));
}
