// A few words for somebody who sits down for the first time. They stand in the panel, cover nothing, and come once.

import { el } from "../dom.js";
import { keep, recall } from "../store.js";

/**
 * @param {HTMLElement} page @param {string} aim what this is about, and whom one plays
 * @param {() => void} guide opens the player's guide @param {() => void} key opens the map's key
 */
export function coach(page, aim, guide, key) {
  if (recall("coached", false)) return;
  const done = () => {
    keep("coached", true);
    box.remove();
  };
  const box = el("section", { class: "coach", "aria-label": "First steps" },
    aim ? el("p", {}, aim) : null,
    el("p", {}, el("strong", {}, "First time here?"), " The bar above says whose choice it is and what about. What glows can be chosen: take a counter, then a place for it, by click, drag, touch or keys. Undo takes back whatever revealed nothing."),
    el("p", {}, "Point at what does not glow to hear why not. A rule number tells its rule when pointed at. How the game is won stands in the guide; how far you are, under Turn."),
    el("div", { class: "row" },
      el("button", { type: "button", onclick: guide }, "The player's guide"), el("button", { type: "button", onclick: key }, "The map's key"), el("button", { type: "button", class: "primary", onclick: done }, "Understood")));
  page.prepend(box);
}
