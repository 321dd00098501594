// The whole map in a corner, with the window's frame, on maps too large to see at once.

import { isCut } from "./sides.js";

/** @typedef {import('./mapview.js').MapView} MapView */
/** @typedef {import('../types.js').View} View */

export class Minimap {
  /** @param {HTMLElement} host @param {MapView} view @param {(side: string) => string} accent */
  constructor(host, view, accent) {
    this.host = host;
    this.map = view;
    this.accent = accent;
    this.canvas = document.createElement("canvas");
    this.frame = document.createElement("div");
    this.frame.className = "minimap-frame";
    host.append(this.canvas, this.frame);
    const { w, h } = view.painter.grid.bounds;
    this.scale = Math.min(190 / w, 140 / h);
    this.canvas.width = Math.round(w * this.scale);
    this.canvas.height = Math.round(h * this.scale);
    view.followers.push(() => this.follow());
    view.raised.push(() => this.last && this.show(this.last));
    /** @type {View | null} */
    this.last = null;
    const go = (/** @type {PointerEvent} */ event) => {
      const box = this.canvas.getBoundingClientRect();
      const at = { x: (event.clientX - box.left) / this.scale, y: (event.clientY - box.top) / this.scale };
      view.pan(view.host.clientWidth / 2 - at.x * view.scale - view.x, view.host.clientHeight / 2 - at.y * view.scale - view.y);
    };
    host.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      host.setPointerCapture(event.pointerId);
      go(event);
    });
    host.addEventListener("pointermove", (event) => event.buttons && go(event));
  }

  follow() {
    const seen = this.map.window();
    const { w, h } = this.map.painter.grid.bounds;
    // Worth its place only when a good part of the map is out of sight.
    this.host.hidden = seen.w * seen.h > w * h * 0.6 || this.map.host.clientWidth < 620;
    const left = Math.max(0, seen.x) * this.scale;
    const top = Math.max(0, seen.y) * this.scale;
    Object.assign(this.frame.style, {
      left: `${left}px`, top: `${top}px`,
      width: `${Math.min(w, seen.x + seen.w) * this.scale - left}px`, height: `${Math.min(h, seen.y + seen.h) * this.scale - top}px`,
    });
  }

  /** @param {View} view */
  show(view) {
    this.last = view;
    const pen = this.canvas.getContext("2d");
    const { painter, base } = this.map;
    // The coarse picture comes with the relief.
    if (!pen || !painter.ground) return;
    const { paper, grid } = painter;
    const f = base.width / paper.w;
    pen.drawImage(base, -paper.x * f, -paper.y * f, grid.bounds.w * f, grid.bounds.h * f, 0, 0, this.canvas.width, this.canvas.height);
    for (const [at, keys] of Object.entries(view.stacks)) {
      if (!grid.has(at)) continue;
      const c = grid.centre(at);
      pen.fillStyle = this.accent(view.pieces[keys[keys.length - 1]]?.side ?? "");
      const [x, y] = [c.x * this.scale, c.y * this.scale];
      if (!isCut(painter.board, view.pieces[keys[keys.length - 1]]?.side)) {
        pen.fillRect(x - 2, y - 2, 4, 4);
        continue;
      }
      // The second side's are round, and have a rim.
      pen.beginPath();
      pen.arc(x, y, 2.6, 0, 7);
      pen.fill();
      pen.strokeStyle = "#fff8";
      pen.stroke();
    }
  }
}
