// Asks the worker for a board's relief and turns the answer into a bitmap that can be drawn.

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('./relief.js').Relief} Relief */
/** @typedef {Relief & {bitmap: ImageBitmap}} Ground */

/** @type {Worker | null} */
let worker = null;
let last = 0;
/** @type {Map<string, (relief: Relief) => void>} */
const waiting = new Map();

/** Start the worker before there is anything to do: its modules load beside the page's own. */
export function warm() {
  if (worker) return worker;
  worker = new Worker(new URL("./relief-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event) => {
    const key = `${event.data.id} ${event.data.samples}`;
    waiting.get(key)?.(event.data.relief);
    waiting.delete(key);
  };
  return worker;
}

/**
 * @param {Board} board @param {number} samples @param {number} [first] so many for a first, coarse one @param {(coarse: Ground) => void} [begin] takes that
 * @returns {Promise<Ground>}
 */
export async function ground(board, samples, first = 0, begin = undefined) {
  const busy = warm();
  const id = ++last;
  const { grid, hexes, look } = board;
  const asked = [...(first && begin ? [first] : []), samples];
  const answers = asked.map((count) => new Promise((/** @type {(r: Relief) => void} */ done) => waiting.set(`${id} ${count}`, done)));
  busy.postMessage({ id, board: { grid, hexes, look: { terrain: look.terrain } }, samples: asked });
  if (begin && answers.length > 1) begin(await drawable(await answers[0]));
  return drawable(await /** @type {Promise<Relief>} */ (answers.at(-1)));
}

/** @param {Relief} relief @returns {Promise<Ground>} */
async function drawable(relief) {
  const pixels = new Uint8ClampedArray(relief.pixels);
  const bitmap = await createImageBitmap(new ImageData(pixels, relief.width, relief.height));
  return { ...relief, bitmap };
}
