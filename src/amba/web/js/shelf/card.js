// One game on the shelf: its picture or its map, what it is, its scenarios, options and what is reconstructed.

import { el } from "../dom.js";
import { provenance } from "../table/charts.js";
import { drawPicture } from "./picture.js";
import { startForm } from "./start.js";

/** @typedef {import('../types.js').GameCard} GameCard */

/** The game's own picture, or else its map. @param {GameCard} game @returns {HTMLElement} */
function pictureOf(game) {
  if (game.picture) return el("img", { class: "picture", src: game.picture, alt: game.title, loading: "lazy" });
  const canvas = el("canvas", { class: "picture", role: "img", "aria-label": `The map of ${game.title}` });
  // The picture is drawn when the card comes into sight: a shelf of many games opens at once.
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    void drawPicture(canvas, game);
  });
  watch.observe(canvas);
  return canvas;
}

/** @param {GameCard} game @returns {HTMLElement} */
export function gameCard(game) {
  const rebuilt = (game.provenance ?? []).filter((note) => note.source === "reconstruction");
  return el("article", { class: "card", "aria-labelledby": `game-${game.key}` },
    pictureOf(game),
    el("div", { class: "card-text" },
      el("h3", { id: `game-${game.key}` }, game.title, game.year && !game.title.includes(String(game.year)) ? el("span", { class: "year" }, ` ${game.year}`) : null),
      el("p", {}, game.blurb ?? ""),
      startForm(game),
      game.provenance?.length ? el("details", {}, el("summary", {}, rebuilt.length ? `What is reconstructed (${rebuilt.length} of ${game.provenance.length} files)` : "Where the data comes from"),
        ...game.provenance.map((note) => el("div", {}, el("strong", {}, note.file), provenance(note.source, note.note)))) : null));
}
