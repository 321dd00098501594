// How a game stands, in a few words: on the shelf and wherever it is remembered.

/** @typedef {import('./types.js').Track} Track */

/** @param {Track | null | undefined} track */
export function turnWords(track) {
  if (!track) return "";
  const date = track.text && !/^\d+$/.test(track.text) ? `, ${track.text}` : "";
  return track.words ? track.text ?? "" : `Turn ${track.value}${track.of ? ` of ${track.of}` : ""}${date}`;
}

/** A prompt without the side it begins with, where that stands beside it already. @param {string} prompt @param {...string} names what the side may be called */
export function withoutSide(prompt, ...names) {
  const [side, ...more] = prompt.split(": ");
  if (!more.length || !names.some((name) => name && side.toLowerCase().replace(/s$/, "") === name.toLowerCase().replace(/s$/, ""))) return prompt;
  const rest = more.join(": ");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** @param {number} seconds */
function span(seconds) {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 100) return minutes === 1 ? "a minute" : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

/** @param {number} pace seconds a choice may take */
export function paceWords(pace) {
  return pace ? `${span(pace)} a choice` : "no limit of time";
}

/** What a card says of time: the pace, what is left of it, and whether one may claim. @param {{pace: number, left: number} | null | undefined} clock @param {boolean} mine @param {boolean} claim */
export function clockWords(clock, mine, claim) {
  if (!clock) return "";
  if (claim) return `${paceWords(clock.pace)} · you may claim the game`;
  if (clock.left <= 0) return `${paceWords(clock.pace)} · ${mine ? "your time is up: they may claim" : "their time is up"}`;
  return `${paceWords(clock.pace)} · ${span(clock.left)} left${mine ? " to you" : " to them"}`;
}

/** @param {boolean} mine @param {string} who the side's title @param {string} prompt @param {string} over the result */
export function moveWords(mine, who, prompt, over) {
  if (over) return `Over: ${over}`;
  return mine ? `Your move: ${prompt}` : `To move: ${who}`;
}
