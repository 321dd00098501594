// How a game stands, in a few words: on the shelf and wherever it is remembered.

/** @typedef {import('./types.js').Track} Track */

/** @param {Track | null | undefined} track */
export function turnWords(track) {
  if (!track) return "";
  const date = track.text && !/^\d+$/.test(track.text) ? `, ${track.text}` : "";
  return track.words ? track.text ?? "" : `Turn ${track.value}${track.of ? ` of ${track.of}` : ""}${date}`;
}

/** A prompt without the side it begins with, where that stands beside it already. @param {string} prompt @param {string} who */
export function withoutSide(prompt, who) {
  if (!who || !prompt.toLowerCase().startsWith(`${who.toLowerCase()}: `)) return prompt;
  const rest = prompt.slice(who.length + 2);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** @param {boolean} mine @param {string} who the side's title @param {string} prompt @param {string} over the result */
export function moveWords(mine, who, prompt, over) {
  if (over) return `Over: ${over}`;
  return mine ? `Your move: ${prompt}` : `To move: ${who}`;
}
