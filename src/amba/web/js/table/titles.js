// Where a game's sentences call counters by their keys ("a1", "xL1"), people read and hear their titles instead.

/** @typedef {import('../types.js').Board} Board */

/** What is read by people; everything else in a message is for programs. */
const READ = new Set(["text", "label", "prompt", "note", "title", "why", "level", "cost"]);
/** Lists whose every word is read. */
const LISTS = new Set(["items", "warnings", "notes"]);

/** @param {Board} board @returns {<T>(message: T) => T} what turns a message into one with titles */
export function speaker(board) {
  const titles = new Map(board.pieces.filter((piece) => piece.title !== piece.key).map((piece) => [piece.key, piece.title]));
  if (!board.look.call_by_title || !titles.size) return (message) => message;
  // A vehicle is called by its type and number: "Matilda II 1", not "Matilda II (Matilda II 1)".
  const typed = board.pieces.filter((piece) => piece.top).map((piece) => [`${piece.title.replace(/ \d+$/, "")} (${piece.title})`, piece.title]);
  const named = (/** @type {string} */ text) => text.replace(/\b[a-z][A-Za-z]*\d+\b/g, (word) => titles.get(word) ?? word);
  const say = (/** @type {string} */ text) => {
    const found = named(text);
    return found === text ? text : typed.reduce((before, [twice, once]) => before.replaceAll(twice, once), found);
  };
  /** @param {any} value @param {string} name @param {boolean} read @returns {any} */
  const turn = (value, name, read) => {
    if (typeof value === "string") return read || READ.has(name) ? say(value) : value;
    if (Array.isArray(value)) return name === "a" || name === "values" ? value : value.map((one) => turn(one, "", read || LISTS.has(name)));
    if (!value || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, turn(one, key, read)]));
  };
  return (message) => turn(message, "", false);
}
