// A game's real map as the picture on its card.

import { Painter } from "../map/painter.js";
import { ground } from "../map/relief-client.js";

/** @typedef {import('../types.js').GameCard} GameCard */
/** @typedef {import('../types.js').Board} Board */

/** @param {HTMLCanvasElement} canvas @param {GameCard} game */
export async function drawPicture(canvas, game) {
  const scenario = game.scenarios[0]?.key ?? "";
  const response = await fetch(`/api/games/${encodeURIComponent(game.key)}/board?scenario=${encodeURIComponent(scenario)}`).catch(() => null);
  if (!response?.ok) return;
  const board = /** @type {Board} */ (await response.json());
  const painter = new Painter(board);
  paint(canvas, painter);
  painter.setGround(await ground(board, 130_000));
  paint(canvas, painter);
  canvas.dataset.drawn = "done";
}

/** @param {HTMLCanvasElement} canvas @param {Painter} painter */
function paint(canvas, painter) {
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(canvas.clientWidth * ratio);
  canvas.height = Math.round(canvas.clientHeight * ratio);
  const { w, h } = painter.grid.bounds;
  const scale = Math.max(canvas.width / w, canvas.height / h);
  const pen = canvas.getContext("2d", { alpha: false });
  // The map covers the card; what does not fit is cut off evenly.
  const window = { x: (w - canvas.width / scale) / 2, y: (h - canvas.height / scale) / 2, w: canvas.width / scale, h: canvas.height / scale };
  if (pen) painter.paint(pen, window, scale, { bare: true });
}
