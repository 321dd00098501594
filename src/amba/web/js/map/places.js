// Towns, forts and peaks with their names, each name where it covers least.

import { growth, middleOf } from "./aside.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').PlaceSpec} PlaceSpec */
/** @typedef {import('./grid.js').Grid} Grid */
/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Pen */
/** @typedef {{place: PlaceSpec, symbol: string, x: number, y: number, tx: number, ty: number, size: number, w: number, choices: {x: number, y: number, cost: number}[]}} Named   choices: where else it may be written, and at what cost */

export const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", "URW Palladio L", Georgia, "Liberation Serif", serif';

const INK = "#2a1a10";

/** @param {PlaceSpec} place */
function fontOf(place) {
  const rank = place.rank ?? 1;
  const size = [11.5, 13.5, 16.5, 21][Math.min(3, rank)];
  return { size, font: `${rank >= 3 ? "bold " : rank === 2 ? "600 " : ""}${rank < 1 || place.kind === "place" ? "italic " : ""}${size}px ${SERIF}` };
}

/**
 * Choose for every place the side of its hex on which the name lies freest. Names stand outside the middle
 * of the hex, so that a counter there does not cover them.
 * @param {Board} board @param {Grid} grid @param {Pen} pen for measuring @param {import('./grid.js').Point[][]} waters rivers: no name cuts them
 * @returns {Named[]}
 */
export function prepareNames(board, grid, pen, waters) {
  const places = board.places.filter((place) => grid.has(place.hex)).sort((a, b) => (b.rank ?? 1) - (a.rank ?? 1));
  /** @type {{x: number, y: number, w: number, h: number, weight: number}[]} */
  const taken = [];
  for (const place of places) {
    const c = grid.centre(place.hex);
    // A stack grows upward and to the right.
    taken.push({ x: c.x - 33, y: c.y - 44, w: 78, h: 77, weight: 2 });
  }
  // Roads may be written over, but not gladly.
  for (const line of board.lines) {
    for (const id of line.hexes) {
      const c = grid.centre(id);
      taken.push({ x: c.x - 12, y: c.y - 12, w: 24, h: 24, weight: 0.4 });
    }
  }
  for (const river of waters) for (let i = 0; i < river.length; i += 3) taken.push({ x: river[i].x - 6, y: river[i].y - 6, w: 12, h: 12, weight: 1.6 });
  return places.map((place) => {
    const c = grid.centre(place.hex);
    const { size, font } = fontOf(place);
    pen.font = font;
    const w = pen.measureText(place.title).width + (place.badge ? size * 1.35 : 0);
    const h = size * 1.1;
    const choices = [
      { x: c.x - w / 2, y: c.y + 35, bias: 0 },
      { x: c.x - w / 2, y: c.y - 45 - h, bias: 0.2 },
      // Beyond the flag of who holds it.
      { x: c.x + 58, y: c.y - h / 2, bias: 0.25 },
      { x: c.x - 35 - w, y: c.y - h / 2, bias: 0.3 },
      { x: c.x + 24, y: c.y + 33, bias: 0.3 },
      { x: c.x - 24 - w, y: c.y + 33, bias: 0.35 },
      { x: c.x + 46, y: c.y - 30 - h, bias: 0.3 },
      { x: c.x - 35 - w, y: c.y - 30 - h, bias: 0.35 },
    ];
    const badness = (/** @type {{x: number, y: number, bias: number}} */ at) => {
      let sum = at.bias * size;
      const out = Math.max(0, 4 - at.x) + Math.max(0, at.x + w - grid.bounds.w + 4) + Math.max(0, 4 - at.y) + Math.max(0, at.y + h - grid.bounds.h + 4);
      sum += out * 20;
      for (const box of taken) {
        const ox = Math.min(at.x + w, box.x + box.w) - Math.max(at.x, box.x);
        const oy = Math.min(at.y + h, box.y + box.h) - Math.max(at.y, box.y);
        if (ox > 0 && oy > 0) sum += (ox * oy * box.weight) / 20;
      }
      return sum;
    };
    const weighed = choices.map((at) => ({ x: at.x, y: at.y + h / 2, cost: badness(at) }));
    const best = weighed.reduce((a, b) => (b.cost < a.cost ? b : a));
    taken.push({ x: best.x, y: best.y - h / 2, w, h, weight: 4 });
    return { place, symbol: board.look.places?.[place.kind]?.symbol ?? place.kind, x: c.x, y: c.y, tx: best.x, ty: best.y, size, w, choices: weighed };
  });
}

/** @param {Pen} pen @param {Named[]} names @param {number} scale */
export function drawSymbols(pen, names, scale) {
  for (const { place, symbol, x, y } of names) {
    pen.save();
    pen.translate(x, y);
    const grow = Math.max(1, Math.min(2, 0.34 / scale));
    pen.scale(grow, grow);
    pen.lineJoin = "round";
    (SYMBOLS[symbol] ?? SYMBOLS.village)(pen, place.rank ?? 1);
    pen.restore();
  }
}

/** @param {Pen} pen @param {Named[]} names @param {number} scale */
export function drawNames(pen, names, scale) {
  pen.textBaseline = "middle";
  pen.textAlign = "left";
  pen.lineJoin = "round";
  for (const name of names) {
    const { place, size, w } = name;
    const rank = place.rank ?? 1;
    // Far out, only the greater names stay, and they grow so that they can be read.
    if (scale < [0.3, 0.3, 0.19, 0.1][Math.min(3, rank)]) continue;
    const grow = growth(name, scale);
    const { x, y } = middleOf(name, grow);
    pen.save();
    pen.translate(x, y);
    pen.scale(grow, grow);
    pen.translate(-w / 2, 0);
    pen.font = fontOf(place).font;
    let left = 0;
    if (place.badge) {
      badge(pen, place.badge, size);
      left = size * 1.35;
    }
    pen.strokeStyle = "rgba(253, 246, 228, 0.86)";
    pen.lineWidth = size * 0.24;
    pen.strokeText(place.title, left, 0);
    pen.fillStyle = INK;
    pen.fillText(place.title, left, 0);
    pen.restore();
  }
}

/** A small seal before the name: points, a set-up letter. @param {Pen} pen @param {string} text @param {number} size */
function badge(pen, text, size) {
  const r = size * 0.56;
  pen.save();
  pen.translate(r, 0);
  pen.fillStyle = "#8c2f1b";
  pen.strokeStyle = "#fdf6e4";
  pen.lineWidth = 1.1;
  pen.beginPath();
  pen.arc(0, 0, r, 0, 7);
  pen.fill();
  pen.stroke();
  pen.fillStyle = "#fffaf0";
  pen.font = `bold ${size * (text.length > 1 ? 0.62 : 0.78)}px ${SERIF}`;
  pen.textAlign = "center";
  pen.fillText(text, 0, size * 0.03);
  pen.restore();
}

/** @type {Record<string, (pen: Pen, rank: number) => void>} */
const SYMBOLS = {
  town(pen, rank) {
    const s = 7 + rank * 2;
    // A block of houses seen from above, with a street through it.
    pen.fillStyle = "#f8ecd0";
    pen.strokeStyle = INK;
    pen.lineWidth = 1.5;
    const houses = [[-1, -1, 0.9, 0.8], [0.12, -1, 0.88, 0.55], [-1, 0.02, 0.6, 0.9], [-0.2, 0.1, 0.45, 0.85], [0.42, -0.25, 0.58, 0.7], [0.5, 0.62, 0.5, 0.38]];
    pen.save();
    pen.rotate(-0.12);
    pen.beginPath();
    pen.arc(0, 0, s * 1.35, 0, 7);
    pen.fillStyle = "rgba(248, 236, 208, 0.75)";
    pen.fill();
    for (const [x, y, w, h] of houses) {
      pen.fillStyle = "#8f3324";
      pen.fillRect(x * s, y * s, w * s, h * s);
      pen.strokeStyle = "#3a140c";
      pen.lineWidth = 0.7;
      pen.strokeRect(x * s, y * s, w * s, h * s);
    }
    pen.restore();
  },
  city(pen, rank) {
    SYMBOLS.town(pen, rank + 1);
  },
  village(pen) {
    pen.fillStyle = "#f8ecd0";
    pen.strokeStyle = INK;
    pen.lineWidth = 1.4;
    for (const [x, y] of [[-5, 2], [4, 3.5], [0, -4.5]]) {
      pen.beginPath();
      pen.arc(x, y, 3.2, 0, 7);
      pen.fill();
      pen.stroke();
    }
  },
  place(pen) {
    pen.fillStyle = INK;
    pen.strokeStyle = "rgba(248, 236, 208, 0.9)";
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.arc(0, 0, 3.4, 0, 7);
    pen.fill();
    pen.stroke();
  },
  fort(pen) {
    star(pen, 13, 9, 4, "#f8ecd0");
  },
  peak(pen) {
    pen.fillStyle = INK;
    pen.beginPath();
    pen.moveTo(0, -8);
    pen.lineTo(7, 5);
    pen.lineTo(-7, 5);
    pen.closePath();
    pen.fill();
    pen.fillStyle = "#f8ecd0";
    pen.beginPath();
    pen.arc(0, 1.2, 1.5, 0, 7);
    pen.fill();
  },
  pass(pen) {
    pen.strokeStyle = INK;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(-9, 0, 7, -1.1, 1.1);
    pen.moveTo(9 - 7 * Math.cos(1.1), -7 * Math.sin(1.1));
    pen.arc(9, 0, 7, Math.PI + 1.1, Math.PI - 1.1, true);
    pen.stroke();
  },
  airfield(pen) {
    pen.strokeStyle = INK;
    pen.fillStyle = "#f8ecd0";
    pen.lineWidth = 1.4;
    pen.beginPath();
    pen.arc(0, 0, 9, 0, 7);
    pen.fill();
    pen.stroke();
    pen.fillStyle = INK;
    pen.fillRect(-1.4, -7, 2.8, 13);
    pen.fillRect(-7, -2.4, 14, 2.8);
    pen.fillRect(-3, 4, 6, 2);
  },
  port(pen) {
    pen.strokeStyle = INK;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(0, -7, 2.4, 0, 7);
    pen.moveTo(0, -4.5);
    pen.lineTo(0, 8);
    pen.moveTo(-5, -1.5);
    pen.lineTo(5, -1.5);
    pen.moveTo(-7, 3);
    pen.quadraticCurveTo(-5, 8.5, 0, 8.5);
    pen.quadraticCurveTo(5, 8.5, 7, 3);
    pen.stroke();
  },
  well(pen) {
    pen.strokeStyle = "#2f6d94";
    pen.fillStyle = "#f8ecd0";
    pen.lineWidth = 1.8;
    pen.beginPath();
    pen.arc(0, 0, 5.5, 0, 7);
    pen.fill();
    pen.stroke();
    pen.fillStyle = "#2f6d94";
    pen.beginPath();
    pen.arc(0, 0, 2, 0, 7);
    pen.fill();
  },
};

/** @param {Pen} pen @param {number} outer @param {number} inner @param {number} points @param {string} fill */
function star(pen, outer, inner, points, fill) {
  pen.beginPath();
  for (let i = 0; i < points * 2; i++) {
    const r = i % 2 ? inner * 0.75 : outer;
    const a = (i * Math.PI) / points + Math.PI / 4;
    pen.lineTo(r * Math.cos(a), r * Math.sin(a));
  }
  pen.closePath();
  pen.fillStyle = fill;
  pen.fill();
  pen.strokeStyle = "#3a140c";
  pen.lineWidth = 1.8;
  pen.stroke();
}

/** The symbol alone, for the legend. @param {Pen} pen @param {string} symbol @param {number} rank */
export function drawSymbol(pen, symbol, rank) {
  (SYMBOLS[symbol] ?? SYMBOLS.village)(pen, rank);
}
