// Where a game's sentences call counters by their keys ("a1", "xL1"), people read and hear their titles instead.

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').View} View */

/** What is read by people; everything else in a message is for programs. */
const READ = new Set(["text", "label", "prompt", "note", "title", "why", "level", "cost"]);
/** Lists whose every word is read. */
const LISTS = new Set(["items", "warnings", "notes"]);
/** A counter's key in a sentence. */
const KEY = /\b[a-z][A-Za-z]*\d+\b/g;

/** A vehicle or gun is called by its type as soon as that is seen: what was bought, or taken, the board cannot know before. @param {Board} board @param {View | undefined} view */
function nameByType(board, view) {
  for (const spec of view ? board.pieces : []) {
    const face = view?.pieces[spec.key]?.face;
    const type = spec.top && face !== undefined ? spec.faces[face]?.name : undefined;
    if (type && !spec.title.startsWith(`${type} `)) spec.title = `${type} ${/\d+$/.exec(spec.key)?.[0] ?? ""}`.trim();
  }
}

/** @param {Board} board @returns {<T>(message: T) => T} what turns a message into one with titles */
export function speaker(board) {
  if (!board.look.call_by_title || board.pieces.every((piece) => piece.title === piece.key)) return (message) => message;
  const pieces = new Map(board.pieces.map((piece) => [piece.key, piece]));
  const titled = (/** @type {string} */ key) => pieces.get(key)?.title ?? key;
  // A vehicle is called by its type and number: "Matilda II 1", not "Matilda II (Matilda II 1)".
  const typed = board.pieces.filter((piece) => piece.top);
  const twice = (/** @type {string} */ title) => `${title.replace(/ \d+$/, "")} (${title})`;
  const say = (/** @type {string} */ text) => {
    const found = text.replace(KEY, titled);
    return found === text ? text : typed.reduce((before, { title }) => before.replaceAll(twice(title), title), found);
  };
  /** @param {any} value @param {string} name @param {boolean} read @returns {any} */
  const turn = (value, name, read) => {
    if (typeof value === "string") return read || READ.has(name) ? say(value) : value;
    if (Array.isArray(value)) return name === "a" || name === "values" ? value : value.map((one) => turn(one, "", read || LISTS.has(name)));
    if (!value || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, turn(one, key, read)]));
  };
  return (message) => {
    nameByType(board, /** @type {any} */ (message).view);
    return turn(message, "", false);
  };
}
