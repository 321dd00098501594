// The engraver's marks that tell terrain apart without colour: one small drawing per texture word of look.toml.

import { scatter } from "./noise.js";
import { HEIGHT, RADIUS } from "./grid.js";

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Pen */

/** @param {() => number} random @param {number} count @param {number} room @returns {{x: number, y: number}[]} spread inside a hex */
function spots(random, count, room) {
  /** @type {{x: number, y: number}[]} */
  const found = [];
  for (let tries = 0; found.length < count && tries < count * 14; tries++) {
    const x = (random() * 2 - 1) * RADIUS;
    const y = (random() * 2 - 1) * (HEIGHT / 2);
    // Inside the hex, away from its rim, and not on top of one another.
    if (Math.abs(x) + Math.abs(y) / Math.sqrt(3) > RADIUS - 7 || Math.abs(y) > HEIGHT / 2 - 6) continue;
    if (found.every((p) => Math.hypot(p.x - x, (p.y - y) * 1.3) > room)) found.push({ x, y });
  }
  return found.sort((a, b) => a.y - b.y);
}

/** @type {Record<string, (pen: Pen, random: () => number) => void>} */
const MARKS = {
  stipple(pen, random) {
    for (const { x, y } of spots(random, 26, 9)) {
      pen.beginPath();
      pen.arc(x, y, 0.7 + random() * 0.6, 0, 7);
      pen.fill();
    }
  },
  scrub(pen, random) {
    for (const { x, y } of spots(random, 9, 20)) {
      pen.beginPath();
      for (const lean of [-3.2, 0, 3.2]) {
        pen.moveTo(x + lean * 0.25, y + 2);
        pen.lineTo(x + lean, y - 3.4 + Math.abs(lean) * 0.4);
      }
      pen.stroke();
    }
  },
  hatch(pen, random) {
    pen.beginPath();
    for (const { x, y } of spots(random, 22, 13)) {
      pen.moveTo(x - 3.5, y + 3.5);
      pen.lineTo(x + 3.5, y - 3.5);
    }
    pen.stroke();
  },
  hills(pen, random) {
    for (const { x, y } of spots(random, 6, 27)) {
      const w = 7 + random() * 4;
      pen.beginPath();
      pen.moveTo(x - w, y + 3.5);
      pen.quadraticCurveTo(x - w * 0.45, y - 5.5, x, y - 5.2);
      pen.quadraticCurveTo(x + w * 0.5, y - 5, x + w, y + 3.5);
      pen.stroke();
      pen.beginPath();
      for (const t of [0.3, 0.55, 0.8]) {
        pen.moveTo(x + w * t, y - 4 + t * 5);
        pen.lineTo(x + w * t + 1.6, y + 3 + t * 1.5);
      }
      pen.stroke();
    }
  },
  peaks(pen, random) {
    for (const { x, y } of spots(random, 5, 30)) {
      const h = 11 + random() * 6;
      const w = h * 0.85;
      pen.beginPath();
      pen.moveTo(x - w, y + h * 0.4);
      pen.lineTo(x - w * 0.35, y - h * 0.2);
      pen.lineTo(x, y - h * 0.62);
      pen.lineTo(x + w * 0.4, y - h * 0.08);
      pen.lineTo(x + w, y + h * 0.4);
      pen.stroke();
      pen.beginPath();
      pen.moveTo(x, y - h * 0.62);
      pen.lineTo(x + w * 0.4, y - h * 0.08);
      pen.lineTo(x + w, y + h * 0.4);
      pen.lineTo(x + w * 0.28, y + h * 0.3);
      pen.lineTo(x + w * 0.14, y - h * 0.05);
      pen.closePath();
      pen.fill();
    }
  },
  cliffs(pen, random) {
    for (const { x, y } of spots(random, 5, 28)) {
      pen.beginPath();
      pen.moveTo(x - 12, y - 2);
      pen.bezierCurveTo(x - 5, y - 5, x + 5, y - 1, x + 12, y - 4);
      for (let t = -10; t <= 10; t += 4) {
        pen.moveTo(x + t, y - 3);
        pen.lineTo(x + t + 0.8, y + 4 + random() * 3);
      }
      pen.stroke();
    }
  },
  dunes(pen, random) {
    for (const { x, y } of spots(random, 7, 24)) {
      pen.beginPath();
      pen.moveTo(x - 9, y + 2);
      pen.quadraticCurveTo(x - 2, y - 5, x + 2, y - 1);
      pen.quadraticCurveTo(x + 5, y + 2, x + 9, y);
      pen.stroke();
    }
  },
  marsh(pen, random) {
    for (const { x, y } of spots(random, 8, 21)) {
      pen.beginPath();
      pen.moveTo(x - 7, y + 2);
      pen.lineTo(x + 7, y + 2);
      pen.moveTo(x - 4, y + 5);
      pen.lineTo(x + 4, y + 5);
      for (const lean of [-2.6, 0, 2.6]) {
        pen.moveTo(x + lean * 0.4, y + 1.5);
        pen.lineTo(x + lean, y - 4);
      }
      pen.stroke();
    }
  },
  stones(pen, random) {
    for (const { x, y } of spots(random, 17, 13)) {
      const r = 1.2 + random() * 1.9;
      pen.beginPath();
      for (let k = 0; k < 5; k++) {
        const angle = (k * 2 * Math.PI) / 5 + random();
        pen.lineTo(x + r * Math.cos(angle), y + r * 0.8 * Math.sin(angle));
      }
      pen.closePath();
      if (random() < 0.5) pen.fill();
      else pen.stroke();
    }
  },
  crags(pen, random) {
    for (const { x, y } of spots(random, 7, 22)) {
      const r = 5 + random() * 3;
      pen.beginPath();
      pen.moveTo(x - r, y + r * 0.5);
      pen.lineTo(x - r * 0.4, y - r * 0.7);
      pen.lineTo(x + r * 0.3, y - r * 0.4);
      pen.lineTo(x + r, y + r * 0.5);
      pen.closePath();
      pen.stroke();
      pen.beginPath();
      pen.moveTo(x + r * 0.3, y - r * 0.4);
      pen.lineTo(x + r, y + r * 0.5);
      pen.lineTo(x + r * 0.1, y + r * 0.5);
      pen.closePath();
      pen.fill();
    }
  },
  rubble(pen, random) {
    for (const { x, y } of spots(random, 22, 10)) {
      pen.fillRect(x - 2, y - 1.5, 2 + random() * 3, 2 + random() * 2.4);
    }
  },
  houses(pen, random) {
    for (const { x, y } of spots(random, 3, 26)) house(pen, x * 0.7, y * 0.7, 15 + random() * 5, 11 + random() * 4);
  },
  court(pen) {
    house(pen, -2, 0, 46, 34);
    pen.save();
    pen.globalCompositeOperation = "source-over";
    pen.fillStyle = "rgba(240, 224, 186, 0.95)";
    pen.fillRect(-12, -7, 20, 14);
    pen.strokeRect(-12, -7, 20, 14);
    pen.restore();
  },
  bushes(pen, random) {
    for (const { x, y } of spots(random, 13, 15)) {
      const r = 2.6 + random() * 1.4;
      pen.beginPath();
      pen.arc(x - r * 0.7, y, r, Math.PI, 0);
      pen.arc(x + r * 0.8, y, r * 0.8, Math.PI, 0);
      pen.closePath();
      pen.stroke();
    }
  },
  grove(pen) {
    for (let row = -1; row <= 1; row++) {
      for (let k = -1; k <= 1; k++) {
        const x = k * 21 + row * 6;
        const y = row * 22;
        pen.beginPath();
        pen.arc(x, y, 5.2, 0, 7);
        pen.stroke();
        pen.beginPath();
        pen.arc(x + 0.8, y + 0.8, 3.6, -0.6, 2.6);
        pen.fill();
      }
    }
  },
  rows(pen) {
    pen.beginPath();
    for (let y = -28; y <= 28; y += 8) {
      const half = Math.min(34, RADIUS - Math.abs(y) / Math.sqrt(3) - 10);
      for (let x = -half; x < half; x += 6) {
        pen.moveTo(x, y + 1);
        pen.lineTo(x + 3, y - 1);
      }
    }
    pen.stroke();
  },
  palms(pen, random) {
    for (const { x, y } of spots(random, 7, 21)) {
      pen.beginPath();
      pen.moveTo(x, y + 6);
      pen.quadraticCurveTo(x + 1.5, y, x + 0.5, y - 4);
      for (const [dx, dy] of [[-7, -1], [-5, -6], [0, -9], [5, -7], [7, -1]]) {
        pen.moveTo(x + 0.5, y - 4);
        pen.quadraticCurveTo(x + dx * 0.5, y - 4 + dy * 0.9, x + dx, y - 2 + dy * 0.5);
      }
      pen.stroke();
    }
  },
  ring(pen) {
    pen.save();
    pen.lineWidth = 3.4;
    pen.setLineDash([3.2, 1.6]);
    pen.beginPath();
    pen.arc(0, 4, 15, 0.5, 2 * Math.PI - 0.1);
    pen.stroke();
    pen.restore();
  },
  ditch(pen) {
    pen.save();
    pen.lineWidth = 3;
    pen.beginPath();
    pen.moveTo(-30, 6);
    for (const [x, y] of [[-18, 6], [-18, -4], [-4, -4], [-4, 6], [10, 6], [10, -4], [24, -4], [24, 6], [31, 6]]) pen.lineTo(x, y);
    pen.stroke();
    pen.restore();
  },
  trees(pen, random) {
    for (const { x, y } of spots(random, 11, 17)) {
      const r = 3.4 + random() * 1.6;
      pen.beginPath();
      pen.arc(x, y - r * 0.4, r, 0, 7);
      pen.stroke();
      pen.beginPath();
      pen.arc(x + r * 0.15, y - r * 0.3, r * 0.72, -0.6, 2.4);
      pen.fill();
      pen.beginPath();
      pen.moveTo(x, y + r * 0.6);
      pen.lineTo(x, y + r * 1.2);
      pen.stroke();
    }
  },
};

/** A flat-roofed house with its shadow. @param {Pen} pen @param {number} x @param {number} y @param {number} w @param {number} h */
function house(pen, x, y, w, h) {
  pen.save();
  pen.fillRect(x - w / 2 + 2.5, y - h / 2 + 2.5, w, h);
  pen.fillStyle = "rgba(176, 138, 98, 0.95)";
  pen.strokeStyle = "rgba(60, 34, 18, 0.9)";
  pen.fillRect(x - w / 2, y - h / 2, w, h);
  pen.strokeRect(x - w / 2, y - h / 2, w, h);
  pen.restore();
}

/**
 * @param {Pen} pen already moved to the hex's centre
 * @param {string} texture @param {number} seed @param {string} ink
 */
export function drawTexture(pen, texture, seed, ink) {
  const draw = MARKS[texture];
  if (!draw) return;
  pen.strokeStyle = ink;
  pen.fillStyle = ink;
  pen.lineWidth = 0.9;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  draw(pen, scatter(seed));
}
