// Paints any window of the board at any scale. What depends only on the board is prepared once.

import { CORNERS, Grid, HEIGHT, RADIUS } from "./grid.js";
import { BLEED, isWater } from "./relief.js";
import { traceFlat } from "./curves.js";
import { drawTexture } from "./textures.js";
import { drawHexsides, drawLines, prepareHexsides, prepareLines } from "./lines.js";
import { drawNames, drawSymbols, prepareNames, SERIF } from "./places.js";
import { stepAside } from "./aside.js";
import { drawLabels, prepareLabels } from "./labels.js";
import { drawAreas, prepareAreas } from "./areas.js";
import { drawFrame, FRAME } from "./furniture.js";
import { drawHachures, steepness } from "./hachures.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').HexSpec} HexSpec */
/** @typedef {import('./grid.js').Rect} Rect */
/** @typedef {import('./relief-client.js').Ground} Ground */
/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Pen */

export class Painter {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.grid = new Grid(board.grid, board.hexes);
    /** @type {Ground | null} */
    this.ground = null;
    this.roads = prepareLines(board, this.grid);
    this.sides = prepareHexsides(board, this.grid);
    this.areas = prepareAreas(board, this.grid);
    const measure = /** @type {Pen} */ (document.createElement("canvas").getContext("2d"));
    const waters = this.sides.filter(({ look }) => look.style === "wavy").map(({ points }) => points);
    this.names = prepareNames(board, this.grid, measure, waters);
    this.labels = prepareLabels(board, this.grid, measure, waters, this.names.map(({ tx, ty, w, size }) => ({ x: tx, y: ty - size * 0.6, w, h: size * 1.2 })));
    /** where counters stand: names step aside for them @type {import('./grid.js').Point[]} */
    this.stands = [];
    this.steep = steepness(board.hexes);
    const { w, h } = this.grid.bounds;
    /** The ground, with its straight edge. @type {Rect} */
    this.sheet = { x: -BLEED, y: -BLEED, w: w + 2 * BLEED, h: h + 2 * BLEED };
    /** The ground with the printed margin round it. @type {Rect} */
    this.paper = { x: -FRAME.side, y: -FRAME.top, w: w + 2 * FRAME.side, h: h + FRAME.top + FRAME.bottom };
    this.water = board.hexes.filter((hex) => isWater(board.look, hex));
    this.waterColour = (this.water.length && board.look.terrain?.[this.water[0].terrain]?.colour) || "#a9c9d8";
  }

  /** @param {Ground} ground */
  setGround(ground) {
    this.ground = ground;
    this.contours = traceFlat(ground.lines);
    this.strong = traceFlat(ground.strong);
    this.coast = traceFlat(ground.coast);
  }

  /**
   * @param {Pen} pen @param {Rect} window what part of the world @param {number} scale pixels per world unit
   * @param {{bare?: boolean}} [options] bare: no numbers and no margin (small pictures)
   */
  paint(pen, window, scale, options = {}) {
    pen.save();
    pen.scale(scale, scale);
    pen.translate(-window.x, -window.y);
    const { sheet } = this;
    if (!options.bare) drawFrame(pen, this, scale);
    pen.save();
    pen.beginPath();
    pen.rect(sheet.x, sheet.y, sheet.w, sheet.h);
    pen.clip();
    const seen = this.board.hexes.filter((hex) => {
      const c = this.grid.centre(hex.id);
      return c.x > window.x - RADIUS && c.x < window.x + window.w + RADIUS && c.y > window.y - RADIUS && c.y < window.y + window.h + RADIUS;
    });
    this.paintGround(pen, seen, scale);
    if (!options.bare) drawHachures(pen, this.grid, seen, this.steep, scale);
    this.paintTextures(pen, seen, scale);
    this.paintWater(pen, scale);
    drawAreas(pen, this.areas, scale);
    drawHexsides(pen, this.sides, scale);
    drawLines(pen, this.roads, scale);
    this.paintGrid(pen, seen, scale);
    drawLabels(pen, this.labels, scale);
    drawSymbols(pen, this.names, scale);
    if (!options.bare) this.paintNumbers(pen, seen, scale);
    drawNames(pen, stepAside(this.names, options.bare ? [] : this.stands, scale), scale);
    pen.restore();
    pen.restore();
  }

  /** @param {Pen} pen @param {HexSpec[]} seen @param {number} scale */
  paintGround(pen, seen, scale) {
    const { ground, sheet } = this;
    if (!ground) {
      // Before the relief is worked out the plain tints stand in, so that the table can be used at once.
      pen.fillStyle = "#e6d8b4";
      pen.fillRect(sheet.x, sheet.y, sheet.w, sheet.h);
      for (const hex of seen) {
        pen.fillStyle = this.board.look.terrain?.[hex.terrain]?.colour ?? "#e6d8b4";
        pen.fill(this.hexPath(hex.id));
      }
      return;
    }
    pen.imageSmoothingEnabled = true;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(ground.bitmap, ground.origin - ground.step / 2, ground.origin - ground.step / 2, ground.width * ground.step, ground.height * ground.step);
    if (this.contours && this.strong && scale > 0.16) {
      pen.strokeStyle = "rgba(96, 52, 24, 0.20)";
      pen.lineWidth = Math.max(0.6, 0.55 / scale);
      pen.stroke(this.contours);
      pen.strokeStyle = "rgba(96, 52, 24, 0.34)";
      pen.lineWidth = Math.max(0.9, 0.8 / scale);
      pen.stroke(this.strong);
    }
  }

  /** @param {Pen} pen @param {HexSpec[]} seen @param {number} scale */
  paintTextures(pen, seen, scale) {
    if (scale < 0.22) return;
    const fade = Math.min(1, (scale - 0.22) / 0.25);
    for (const hex of seen) {
      const [column, row] = this.grid.cellOf.get(hex.id) ?? [0, 0];
      const c = this.grid.centre(hex.id);
      pen.save();
      pen.translate(c.x, c.y);
      for (const texture of this.texturesOf(hex)) drawTexture(pen, texture, column * 100 + row + 7, `rgba(70, 38, 20, ${0.36 * fade})`);
      pen.restore();
    }
  }

  /** The textures of a hex: its terrain's, and those further terrains' that say they lie over another. @param {HexSpec} hex */
  texturesOf(hex) {
    const looks = this.board.look.terrain ?? {};
    const over = (hex.also ?? "").split(" ").filter((word) => looks[word]?.over);
    const found = [hex.terrain, ...over].map((word) => looks[word]?.texture ?? "none");
    return new Set(found.filter((texture) => texture !== "none" && texture !== "water"));
  }

  /** @param {Pen} pen @param {number} scale */
  paintWater(pen, scale) {
    if (!this.water.length) return;
    if (!this.coast) {
      pen.fillStyle = this.waterColour;
      for (const hex of this.water) pen.fill(this.hexPath(hex.id));
      return;
    }
    pen.save();
    pen.fillStyle = this.waterColour;
    pen.fill(this.coast, "evenodd");
    pen.clip(this.coast, "evenodd");
    // Lines of the shore repeated outward and fading, as engravers drew the sea.
    pen.lineJoin = "round";
    for (const [width, alpha] of [[90, 0.05], [62, 0.06], [40, 0.07], [22, 0.09]]) {
      pen.strokeStyle = `rgba(40, 92, 128, ${alpha})`;
      pen.lineWidth = width;
      pen.stroke(this.coast);
    }
    pen.restore();
    pen.strokeStyle = "rgba(30, 66, 92, 0.85)";
    pen.lineWidth = Math.max(1.6, 1 / scale);
    pen.stroke(this.coast);
  }

  /** @param {string} id */
  hexPath(id) {
    const c = this.grid.centre(id);
    const path = new Path2D();
    for (const p of CORNERS) path.lineTo(c.x + p.x, c.y + p.y);
    path.closePath();
    return path;
  }

  /** @param {Pen} pen @param {HexSpec[]} seen @param {number} scale */
  paintGrid(pen, seen, scale) {
    if (scale < 0.09) return;
    pen.beginPath();
    for (const hex of seen) {
      if (hex.terrain === "none") continue;
      const c = this.grid.centre(hex.id);
      // Three sides of each hex draw the whole net once; the rest of the rim is drawn by the hexes there.
      const rim = this.grid.neighbours(hex.id).length < 6 ? 6 : 3;
      for (let k = 0; k < rim; k++) {
        const p = CORNERS[k];
        const q = CORNERS[(k + 1) % 6];
        pen.moveTo(c.x + p.x, c.y + p.y);
        pen.lineTo(c.x + q.x, c.y + q.y);
      }
    }
    pen.strokeStyle = `rgba(48, 30, 18, ${Math.min(0.42, 0.16 + scale * 0.34)})`;
    pen.lineWidth = Math.max(0.75, 0.6 / scale);
    pen.stroke();
  }

  /** @param {Pen} pen @param {HexSpec[]} seen @param {number} scale */
  paintNumbers(pen, seen, scale) {
    const alpha = Math.min(0.72, (scale - 0.5) * 1.6);
    if (alpha <= 0.02) return;
    pen.font = `8.5px ${SERIF}`;
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    pen.fillStyle = `rgba(52, 32, 20, ${alpha})`;
    for (const hex of seen) {
      if (hex.terrain === "none") continue;
      const c = this.grid.centre(hex.id);
      pen.fillText(hex.id, c.x, c.y - HEIGHT / 2 + 9);
    }
  }
}
