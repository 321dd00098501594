// The map in its window: pan, zoom, and sharp redrawing when the hand rests.
// While moving, bitmaps and counters are carried by one CSS transform; nothing is drawn.

import { stepAside } from "../map/aside.js";
import { ground } from "../map/relief-client.js";
import { still, svg } from "../dom.js";

/** @typedef {import('../map/painter.js').Painter} Painter */
/** @typedef {import('../map/grid.js').Point} Point */
/** @typedef {import('../map/grid.js').Rect} Rect */

/** A coarse relief comes at once, for the first picture; the fine one takes its place. */
const FIRST_SAMPLES = 45_000;
const SAMPLES = 620_000;
/** How long the first picture waits for its relief. */
const PATIENCE_MS = 700;
const MOST_PIXELS = 9_000_000;
const REST_MS = 130;
/** The scale below which a counter's figures cannot be read with ease: 32 pixels across. */
const READABLE = 0.534;
/** Below this, plates with letters give way to plain shapes. */
const FAR = 0.42;
/** Below this, a counter is a block in its side's colour. */
const TINY = 0.27;
/** On a phone the hex must hold a finger, and some ground must be in sight, too. */
const READABLE_BY_TOUCH = 0.48;

/** @param {Point[]} points @returns {Rect} */
export function around(points) {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/** The point with most others near it: the thick of things, not the empty middle between two fronts. @param {Point[]} points @returns {Point} */
function middleOf(points) {
  const near = (/** @type {Point} */ p) => points.filter((q) => Math.hypot(p.x - q.x, p.y - q.y) < 700).length;
  return points.reduce((best, p) => (near(p) > near(best) ? p : best));
}

/**
 * The thick of one's own men, and whoever stands before them: as much of both as fits into a window.
 * @param {Point[]} pieces @param {Point[]} mine @param {number} w @param {number} h the window's size @returns {Point}
 */
function frontOf(pieces, mine, w, h) {
  const c = middleOf(mine.length ? mine : pieces);
  const box = around(pieces.filter((p) => Math.abs(p.x - c.x) < 0.7 * w && Math.abs(p.y - c.y) < 0.7 * h));
  const near = (/** @type {number} */ v, /** @type {number} */ own, /** @type {number} */ far) => Math.max(own - far, Math.min(own + far, v));
  return { x: near(box.x + box.w / 2, c.x, 0.3 * w), y: near(box.y + box.h / 2, c.y, 0.3 * h) };
}

export class MapView {
  /** @param {HTMLElement} host @param {Painter} painter */
  constructor(host, painter) {
    this.host = host;
    this.painter = painter;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    /** @type {(() => void)[]} told after each change of the window */
    this.followers = [];
    /** told when what stands beside the map has moved it @type {() => void} */
    this.pushed = () => undefined;
    /** @type {(() => void)[]} told when the relief has been drawn */
    this.raised = [];
    this.world = document.createElement("div");
    this.world.className = "world";
    this.base = document.createElement("canvas");
    this.sharp = document.createElement("canvas");
    this.layer = /** @type {SVGSVGElement} */ (svg("svg", { class: "layer" }));
    /** fog or falling snow over the ground, beneath the counters */
    this.veil = document.createElement("div");
    this.veil.className = "veil";
    this.world.append(this.base, this.sharp, this.veil, this.layer);
    host.append(this.world);
    const { paper } = painter;
    this.layer.setAttribute("viewBox", `${paper.x} ${paper.y} ${paper.w} ${paper.h}`);
    for (const node of [this.base, this.veil, this.layer]) {
      Object.assign(node.style, { left: `${paper.x}px`, top: `${paper.y}px`, width: `${paper.w}px`, height: `${paper.h}px` });
    }
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    this.frame = 0;
    this.fitted = true;
    /** what the whole map, where it is too wide for the window, is shown round: a distance from its left edge @type {number | null} */
    this.across = null;
    this.glides = 0;
    this.drawMs = 0;
    this.opened = performance.now();
    /** where the window lies, and how much room the page has */
    this.lies = this.place();
    new ResizeObserver(() => this.resized()).observe(host);
    this.fit();
    host.style.setProperty("--scale", String(this.scale));
    void this.raise();
  }

  /** The relief: coarse for the first picture, then fine. */
  async raise() {
    const fine = ground(this.painter.board, SAMPLES, FIRST_SAMPLES, (coarse) => {
      this.painter.setGround(coarse);
      this.paintBase();
      this.paintSharp();
      this.host.dataset.relief = "coarse";
    });
    this.painter.setGround(await fine);
    this.paintBase();
    this.paintSharp();
    for (const raised of this.raised) raised();
    this.host.dataset.relief = "done";
  }

  /** The whole sheet, coarse: what shows at the edges while panning. */
  paintBase() {
    const { paper } = this.painter;
    const scale = Math.min(1600 / paper.w, 1200 / paper.h);
    this.base.width = Math.ceil(paper.w * scale);
    this.base.height = Math.ceil(paper.h * scale);
    const pen = this.base.getContext("2d", { alpha: false });
    if (pen) this.painter.paint(pen, paper, scale);
  }

  /** The part in sight with some rim, at the screen's own resolution. */
  paintSharp() {
    const started = performance.now();
    const { paper } = this.painter;
    const seen = this.window();
    const rim = 0.22;
    const left = Math.max(paper.x, seen.x - seen.w * rim);
    const top = Math.max(paper.y, seen.y - seen.h * rim);
    const right = Math.min(paper.x + paper.w, seen.x + seen.w * (1 + rim));
    const bottom = Math.min(paper.y + paper.h, seen.y + seen.h * (1 + rim));
    if (right <= left || bottom <= top) return;
    const ratio = devicePixelRatio || 1;
    const fine = this.scale * ratio;
    const scale = fine * Math.min(1, Math.sqrt(MOST_PIXELS / ((right - left) * (bottom - top) * fine * fine)));
    // Begin on a whole pixel of the screen, or everything drawn would be smeared over two.
    const area = { x: (Math.floor(left * fine + this.x * ratio) - this.x * ratio) / fine, y: (Math.floor(top * fine + this.y * ratio) - this.y * ratio) / fine, w: right - left, h: bottom - top };
    this.sharp.width = Math.ceil(area.w * scale);
    this.sharp.height = Math.ceil(area.h * scale);
    Object.assign(this.sharp.style, { left: `${area.x}px`, top: `${area.y}px`, width: `${this.sharp.width / scale}px`, height: `${this.sharp.height / scale}px` });
    const pen = this.sharp.getContext("2d", { alpha: false });
    if (pen) this.painter.paint(pen, area, scale);
    this.drawMs = performance.now() - started;
  }

  /** Counters stand elsewhere: names that one of them would cover are written anew beside it. @param {Point[]} stands */
  standClear(stands) {
    const written = () => stepAside(this.painter.names, this.painter.stands, this.scale).map(({ tx, ty }) => `${tx} ${ty}`).join();
    const before = written();
    this.painter.stands = stands;
    if (written() !== before) this.changed();
  }

  /** @returns {Rect} the part of the world in sight */
  window() {
    // As it was measured last: asking the page in the middle of a change would make it lay everything out at once.
    return { x: -this.x / this.scale, y: -this.y / this.scale, w: this.lies.wide / this.scale, h: this.lies.high / this.scale };
  }

  place() {
    const { left, top, width } = this.host.getBoundingClientRect();
    return { left, top, wide: this.host.clientWidth, high: this.host.clientHeight, room: `${innerWidth} ${innerHeight} ${width}` };
  }

  /** Another size of the page: the whole map is fitted anew. But where only the bar above has grown or shrunk, the ground stays where it is under the hand. */
  resized() {
    const before = this.lies;
    this.lies = this.place();
    if (this.fitted && this.lies.room !== before.room) {
      this.fit();
      return;
    }
    this.x += before.left - this.lies.left;
    this.y += before.top - this.lies.top;
    this.carry();
    this.pushed();
    this.changed();
  }

  carry() {
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  get isMoving() {
    return this.frame !== 0 || this.world.classList.contains("moving");
  }

  changed() {
    this.clamp();
    if (!this.frame) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.carry();
        for (const follow of this.followers) follow();
      });
    }
    this.world.classList.add("moving");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.world.classList.remove("moving");
      this.host.style.setProperty("--scale", String(this.scale));
      this.host.classList.toggle("far", this.scale < FAR);
      this.host.classList.toggle("tiny", this.scale < TINY);
      if (this.painter.ground || performance.now() - this.opened > PATIENCE_MS) this.paintSharp();
      else setTimeout(() => this.painter.ground || this.paintSharp(), PATIENCE_MS);
    }, REST_MS);
  }

  /** The sheet never leaves the window altogether. */
  clamp() {
    const { paper } = this.painter;
    this.scale = Math.min(5, Math.max(this.fitScale() * 0.6, this.scale));
    const margin = 120;
    this.x = Math.min(this.host.clientWidth - margin - paper.x * this.scale, Math.max(margin - (paper.x + paper.w) * this.scale, this.x));
    this.y = Math.min(this.host.clientHeight - margin - paper.y * this.scale, Math.max(margin - (paper.y + paper.h) * this.scale, this.y));
  }

  fitScale() {
    const { w, h } = this.painter.grid.bounds;
    return Math.min(this.host.clientWidth / (w + 90), this.host.clientHeight / (h + 90)) || 1;
  }

  /** The whole map in the window. */
  fit() {
    const { bounds } = this.painter.grid;
    this.glides++;
    this.scale = this.fitScale();
    // On a narrow screen the whole width would be too small to touch: fill the height and let the rest be panned to.
    if (this.host.clientWidth < 600) this.scale = Math.max(this.scale, Math.min(0.42, this.host.clientHeight / (bounds.h + 60)));
    this.x = (this.host.clientWidth - bounds.w * this.scale) / 2;
    this.y = (this.host.clientHeight - bounds.h * this.scale) / 2;
    if (this.x < 0 && this.host.clientWidth < 600) this.x = Math.min(10, Math.max(this.host.clientWidth - bounds.w * this.scale - 10, this.across === null ? 10 : this.host.clientWidth / 2 - this.across * this.scale));
    this.fitted = true;
    this.changed();
  }

  /**
   * A first view worth having: the pieces as large as they all fit, or, on a map too large for that, one's own at a size that can be read.
   * @param {Point[]} pieces @param {Point[]} mine @param {boolean} [gently] no larger than can be read @returns {boolean} whether the view has changed
   */
  openOn(pieces, mine, gently = false) {
    if (!pieces.length) return false;
    const { clientWidth: width, clientHeight: height } = this.host;
    const box = around(pieces);
    const margin = width > 900 ? 190 : 0; // what floats at the left
    const scale = Math.min(0.9, (width - margin) / (box.w + 240), height / (box.h + 240));
    const least = width < 600 ? READABLE_BY_TOUCH : READABLE;
    if (gently && this.scale >= least) return false;
    if (scale > least) {
      if (scale < this.scale * 1.2) return false;
      this.look(gently ? least : scale, { x: box.x + box.w / 2 - margin / 2 / scale, y: box.y + box.h / 2 }, margin);
    } else {
      if (this.scale >= least) return false;
      const front = frontOf(pieces, mine, (width - margin) / least, height / least);
      this.look(least, { x: front.x - margin / 2 / least, y: front.y }, margin);
    }
    return true;
  }

  /** @param {number} scale @param {Point} centre kept so that the sheet fills the window @param {number} [left] pixels that are covered there */
  look(scale, centre, left = 0) {
    const { w, h } = this.painter.grid.bounds;
    const inside = (/** @type {number} */ v, /** @type {number} */ size, /** @type {number} */ room, covered = 0) => (size <= room ? size / 2 : Math.min(size - room / 2 + 40, Math.max(room / 2 - 40 - covered / scale, v)));
    this.glides++; // a glide under way would carry the old scale on
    this.scale = scale;
    this.x = this.host.clientWidth / 2 - inside(centre.x, w, this.host.clientWidth / scale, left) * scale;
    this.y = this.host.clientHeight / 2 - inside(centre.y, h, this.host.clientHeight / scale) * scale;
    this.fitted = false;
    this.changed();
  }

  /** @param {number} dx @param {number} dy screen pixels */
  pan(dx, dy) {
    this.glides++;
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this.changed();
  }

  /** @param {number} factor @param {number} [cx] @param {number} [cy] the point of the host that stays */
  zoom(factor, cx = this.host.clientWidth / 2, cy = this.host.clientHeight / 2) {
    const scale = Math.min(5, Math.max(this.fitScale() * 0.6, this.scale * factor));
    const real = scale / this.scale;
    this.glides++;
    this.x = cx - (cx - this.x) * real;
    this.y = cy - (cy - this.y) * real;
    this.scale = scale;
    this.fitted = false;
    this.changed();
  }

  /** @param {Point} point @param {number} [least] zoom in to at least this scale */
  centreOn(point, least = 0) {
    const from = { x: this.x, y: this.y, scale: this.scale };
    const scale = Math.max(this.scale, least);
    const to = { x: this.host.clientWidth / 2 - point.x * scale, y: this.host.clientHeight / 2 - point.y * scale, scale };
    this.fitted = false;
    if (still.matches) {
      Object.assign(this, to);
      this.changed();
      return;
    }
    const started = performance.now();
    const mine = ++this.glides;
    const glide = (/** @type {number} */ now) => {
      if (mine !== this.glides) return; // the hand has taken over
      const t = Math.min(1, Math.max(0, (now - started) / 260));
      const e = 1 - (1 - t) ** 3;
      this.x = from.x + (to.x - from.x) * e;
      this.y = from.y + (to.y - from.y) * e;
      this.scale = from.scale + (to.scale - from.scale) * e;
      this.changed();
      if (t < 1) requestAnimationFrame(glide);
    };
    requestAnimationFrame(glide);
  }

  /** Bring a point into sight by the smallest shift that does it. @param {Point} point */
  reveal(point) {
    const at = this.toHost(point);
    const rim = Math.min(56, this.host.clientWidth / 8);
    const over = (/** @type {number} */ v, /** @type {number} */ size) => (v < rim ? rim - v : v > size - rim ? size - rim - v : 0);
    const dx = over(at.x, this.host.clientWidth);
    const dy = over(at.y, this.host.clientHeight);
    if (dx || dy) this.centreOn({ x: (this.host.clientWidth / 2 - this.x - dx) / this.scale, y: (this.host.clientHeight / 2 - this.y - dy) / this.scale });
  }

  /** Where a list of this size lies near a hex over the fewest of the places to keep clear. @param {string | null} hex @param {string[]} clear @param {number} w @param {number} h */
  roomBeside(hex, clear, w, h) {
    const { clientWidth: wide, clientHeight: high } = this.host;
    const inside = (/** @type {number} */ x, /** @type {number} */ y) => ({ x: Math.max(8, Math.min(wide - w - 8, x)), y: Math.max(8, Math.min(high - h - 8, y)) });
    if (!hex || !this.painter.grid.has(hex)) return inside(wide / 2, 60);
    const at = this.toHost(this.painter.grid.centre(hex));
    const half = 46 * this.scale;
    const others = clear.filter((id) => this.painter.grid.has(id)).map((id) => this.toHost(this.painter.grid.centre(id)));
    const box = this.host.getBoundingClientRect();
    // What floats already keeps its place.
    const panels = [...this.host.querySelectorAll(".overlays, .zoom, .boxes, .tale, .odds-panel, .minimap, .form, .result")].map((node) => node.getBoundingClientRect()).filter((r) => r.width && (r.width !== w || r.height !== h))
      .map((r) => ({ x: r.left - box.left, y: r.top - box.top, w: r.width, h: r.height }));
    const covered = (/** @type {{x: number, y: number}} */ p) => others.filter((c) => c.x > p.x - half && c.x < p.x + w + half && c.y > p.y - half && c.y < p.y + h + half).length
      + 5 * panels.filter((r) => r.x < p.x + w && p.x < r.x + r.w && r.y < p.y + h && p.y < r.y + r.h).length
      + (at.x > p.x && at.x < p.x + w && at.y > p.y && at.y < p.y + h ? 20 : 0);
    // Beside the hex, above or below it, then aslant; then the same beyond its neighbours. The nearest of those that hide least.
    const spots = [0, 1, 2, 3, 5, 7, 10].map((hexes) => half + 90 * this.scale * hexes).flatMap((off) => [
      inside(at.x + off, at.y - h / 2), inside(at.x - off - w, at.y - h / 2), inside(at.x - w / 2, at.y + off), inside(at.x - w / 2, at.y - off - h),
      inside(at.x + off, at.y + off), inside(at.x + off, at.y - off - h), inside(at.x - off - w, at.y + off), inside(at.x - off - w, at.y - off - h),
    ]);
    // Where it is crowded all around, a corner.
    spots.push(inside(8, 60), inside(wide, 60), inside(8, high), inside(wide, high));
    return spots.reduce((best, spot) => (covered(spot) < covered(best) ? spot : best));
  }

  /** @param {number} clientX @param {number} clientY @returns {Point} in the world */
  toWorld(clientX, clientY) {
    const box = this.host.getBoundingClientRect();
    return { x: (clientX - box.left - this.x) / this.scale, y: (clientY - box.top - this.y) / this.scale };
  }

  /** @param {Point} point @returns {Point} in the host */
  toHost(point) {
    return { x: point.x * this.scale + this.x, y: point.y * this.scale + this.y };
  }
}
