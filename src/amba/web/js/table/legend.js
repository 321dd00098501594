// What the colours of an overlay mean: a swatch and a word for each, with how many hexes have it; and a sentence.

import { el } from "../dom.js";
import { swatch } from "./lights.js";

/** @typedef {import('../types.js').OverlayAnswer} OverlayAnswer */
/** @typedef {import('../types.js').OverlaySpec} OverlaySpec */
/** @typedef {import('../types.js').Look} Look */

/** @type {Record<string, string>} */
const WORDS = {
  own: "yours", friend: "yours", enemy: "the enemy's", both: "both sides", reach: "can be reached", seen: "seen", clear: "seen", hindered: "hindered", blind: "out of sight",
  blocked: "blocked", supply: "in supply", out: "out of supply", bad: "bad", good: "good", warning: "out of it", victory: "counts for victory", neutral: "neither side",
};
/** So many names are read at a glance; the rest is in the log or on the map. */
const MOST_NOTES = 4;

/** @param {OverlaySpec} spec @param {OverlayAnswer} answer @param {Look} look @param {(key: string) => string} sideTitle @returns {Node[]} */
export function legend(spec, answer, look, sideTitle) {
  const own = look.overlays?.[spec.key] ?? {};
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { tone = "neutral" } of Object.values(answer.hexes ?? {})) counts.set(tone, (counts.get(tone) ?? 0) + 1);
  for (const { tone = "neutral" } of answer.paths ?? []) if (!counts.has(tone)) counts.set(tone, 0);
  const rows = [...counts].map(([tone, count]) => el("li", {}, swatch(tone, look.sides ?? {}), el("span", {}, own.tones?.[tone] ?? (look.sides?.[tone] ? sideTitle(tone) : WORDS[tone] ?? tone)), count ? el("span", { class: "quiet" }, String(count)) : null));
  const notes = answer.notes ?? [];
  const more = notes.length > MOST_NOTES ? [`and ${notes.length - MOST_NOTES} more`] : [];
  const empty = !counts.size && !answer.rays?.length ? ["There is nothing to show of it here."] : [];
  const sentences = [...(own.says ? [own.says] : []), ...notes.slice(0, MOST_NOTES), ...more, ...empty];
  return [el("strong", {}, spec.title), ...(rows.length ? [el("ul", { class: "legend-rows" }, ...rows)] : []), ...sentences.map((text) => el("p", {}, text))];
}
