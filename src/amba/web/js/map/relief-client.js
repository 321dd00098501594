// Asks the worker for a board's relief and turns the answer into a bitmap that can be drawn.

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('./relief.js').Relief} Relief */
/** @typedef {Relief & {bitmap: ImageBitmap}} Ground */

/** @type {Worker | null} */
let worker = null;
let last = 0;
/** @type {Map<number, (relief: Relief) => void>} */
const waiting = new Map();

/** Start the worker before there is anything to do: its modules load beside the page's own. */
export function warm() {
  if (worker) return worker;
  worker = new Worker(new URL("./relief-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event) => {
    waiting.get(event.data.id)?.(event.data.relief);
    waiting.delete(event.data.id);
  };
  return worker;
}

/** @param {Board} board @param {number} samples @returns {Promise<Ground>} */
export async function ground(board, samples) {
  const busy = warm();
  const id = ++last;
  const relief = await new Promise((/** @type {(r: Relief) => void} */ done) => {
    waiting.set(id, done);
    const { grid, hexes, look } = board;
    busy.postMessage({ id, board: { grid, hexes, look: { terrain: look.terrain } }, samples });
  });
  const pixels = new Uint8ClampedArray(relief.pixels);
  const bitmap = await createImageBitmap(new ImageData(pixels, relief.width, relief.height));
  return { ...relief, bitmap };
}
