// The counters on the map: stacks that show their depth, open like a fan, and glide when they move.

import { escape, still, svg } from "../dom.js";
import { counterMarkup, counterText, UNKNOWN } from "./counter.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../map/grid.js').Grid} Grid */

const LIFT = 3.6;
const MOST_SHOWN = 6;
/** Pixels of a counter in an open stack. */
const FAN_LEAST = 54;
const FAN_MOST = 84;

export class Stacks {
  /** @param {SVGSVGElement} layer @param {Board} board @param {Grid} grid @param {() => import('../map/grid.js').Rect} room the part of the world in sight @param {() => number} scale */
  constructor(layer, board, grid, room, scale) {
    this.room = room;
    this.scale = scale;
    this.board = board;
    this.grid = grid;
    this.specs = new Map(board.pieces.map((piece) => [piece.key, piece]));
    this.root = svg("g", { class: "stacks" });
    this.fanRoot = svg("g", { class: "fan" });
    layer.append(this.root, this.fanRoot);
    /** @type {Map<string, {node: SVGElement, art: string}>} */
    this.nodes = new Map();
    /** @type {View | null} */
    this.view = null;
    /** @type {string | null} */
    this.open = null;
    this.fannedAt = 0;
    /** who of a hex could be taken together @type {(at: string) => string[]} */
    this.company = () => [];
    /** @type {Set<string>} */
    this.lit = new Set();
    /** @type {Set<string>} */
    this.chosen = new Set();
  }

  /** @param {View} view @param {Record<string, string[]>} [paths] the way each piece went to where it is now */
  show(view, paths = {}) {
    this.view = view;
    const seen = this.arrange(paths);
    for (const [id, { node }] of this.nodes) {
      if (seen.has(id)) continue;
      node.remove();
      this.nodes.delete(id);
    }
    if (this.open) this.fan(view.stacks[this.open]?.length > 1 ? this.open : null);
  }

  /** Every counter to its place; what is chosen lies on top of its stack. @param {Record<string, string[]>} [paths] @returns {Set<string>} what is on the map */
  arrange(paths = {}) {
    const seen = new Set();
    const stacks = Object.entries(this.view?.stacks ?? {}).filter(([at]) => this.grid.has(at)).map(([at, keys]) => /** @type {[string, string[]]} */ (
      [at, keys.some((key) => this.chosen.has(key)) ? [...keys.filter((key) => !this.chosen.has(key)), ...keys.filter((key) => this.chosen.has(key))] : keys]));
    for (const [at, keys] of stacks) {
      const centre = this.grid.centre(at);
      const first = Math.max(0, keys.length - MOST_SHOWN);
      keys.forEach((key, i) => {
        const id = key === "?" ? `?${at}${i}` : key;
        seen.add(id);
        const depth = Math.max(0, i - first);
        // Stacks grow upward more than downward: below the hex's middle stands the place's name.
        const shift = depth - Math.min(MOST_SHOWN - 1, keys.length - 1) * 0.16;
        this.place(id, key, at, centre.x + shift * LIFT, centre.y - shift * LIFT, i < first, paths[key]);
      });
    }
    // Paint order is document order: lower hexes after upper ones, tops of stacks last. Only what is out of order moves.
    const order = stacks.flatMap(([at, keys]) => keys.map((key, i) => ({ node: this.nodes.get(key === "?" ? `?${at}${i}` : key)?.node, y: this.grid.centre(at).y, i })));
    order.sort((a, b) => a.y - b.y || a.i - b.i);
    let last = /** @type {Element | null} */ (null);
    for (const { node } of order) {
      if (!node) continue;
      const wanted = last ? last.nextElementSibling : this.root.firstElementChild;
      if (wanted !== node) this.root.insertBefore(node, wanted);
      last = node;
    }
    return seen;
  }

  /** @param {string} id @param {string} key @param {string} at @param {number} x @param {number} y @param {boolean} hidden @param {string[]} [path] */
  place(id, key, at, x, y, hidden, path) {
    let entry = this.nodes.get(id);
    if (!entry) {
      entry = { node: svg("g", { class: "counter", "data-piece": key, role: "img" }), art: "" };
      this.nodes.set(id, entry);
      this.root.append(entry.node);
    }
    const { node } = entry;
    this.draw(entry, key);
    node.setAttribute("data-hex", at);
    if (path && !still.matches) this.walk(node, path, x, y);
    node.style.transform = `translate(${x}px, ${y}px)`;
    node.style.display = hidden ? "none" : "";
  }

  /** Go hex by hex along the way it took, not across country. @param {SVGElement} node @param {string[]} path @param {number} x @param {number} y */
  walk(node, path, x, y) {
    const points = path.filter((id) => this.grid.has(id)).map((id) => this.grid.centre(id));
    if (points.length < 3) return;
    const from = getComputedStyle(node).transform;
    const steps = [{ transform: from }, ...points.slice(1, -1).map((p) => ({ transform: `translate(${p.x}px, ${p.y}px)` })), { transform: `translate(${x}px, ${y}px)` }];
    node.animate(steps, { duration: Math.min(1100, 120 * points.length), easing: "ease-in-out" });
  }

  /** @param {{node: SVGElement, art: string}} entry @param {string} key */
  draw(entry, key) {
    const spec = this.specs.get(key);
    const state = this.view?.pieces[key] ?? { at: null };
    const art = spec ? `${state.face ?? 0}|${(state.marks ?? []).join()}|${state.side ?? ""}|${state.facing ?? ""}|${state.turret ?? ""}` : "?";
    if (art === entry.art) return;
    entry.art = art;
    entry.node.innerHTML = `<g class="art">${spec ? counterMarkup(this.board, spec, state) : UNKNOWN}</g>`;
    entry.node.setAttribute("aria-label", spec ? counterText(this.board, spec, state) : "an unknown piece");
  }

  /** @param {Iterable<string>} lit @param {Iterable<string>} chosen */
  light(lit, chosen) {
    this.lit = new Set(lit);
    const before = [...this.chosen].join();
    this.chosen = new Set(chosen);
    if ([...this.chosen].join() !== before) this.arrange();
    for (const node of [...this.root.children, ...this.fanRoot.querySelectorAll(".counter")]) {
      const key = node.getAttribute("data-piece") ?? "";
      node.classList.toggle("lit", this.lit.has(key));
      node.classList.toggle("chosen", this.chosen.has(key));
    }
    // A lit piece under others shows through the top of its stack.
    for (const [at, keys] of Object.entries(this.view?.stacks ?? {})) {
      const top = this.nodes.get(keys[keys.length - 1])?.node;
      if (top && this.grid.has(at)) top.classList.toggle("lit-below", keys.some((key) => this.lit.has(key)) && !this.lit.has(keys[keys.length - 1]));
    }
  }

  /** The map was zoomed: an open stack keeps its size on the screen. */
  rescale() {
    const at = this.open;
    if (!at || Math.abs(this.fannedAt - this.scale()) < 0.01) return;
    this.fanRoot.replaceChildren();
    this.fan(at);
  }

  /** Spread a stack out so that each counter can be read and taken. @param {string | null} at */
  fan(at) {
    if (at === this.open && this.fanRoot.childElementCount) return;
    this.open = at;
    this.fanRoot.replaceChildren();
    const keys = (at && this.view?.stacks[at]) || [];
    if (!at || keys.length < 2) {
      this.open = null;
      this.part(null);
      return;
    }
    const across = Math.min(keys.length, keys.length > 8 ? 5 : 4);
    const down = Math.ceil(keys.length / across);
    const c = this.grid.centre(at);
    const room = this.room();
    // Large enough to read and to touch, whatever the map's scale, and never larger than that; as long as it fits.
    const shown = this.scale();
    const wanted = Math.max(FAN_LEAST, Math.min(FAN_MOST, 60 * shown));
    const grow = Math.min(wanted / (60 * shown), room.w / (across * 66 + 20), room.h / (down * 66 + 30));
    this.fannedAt = shown;
    const step = 65 * grow;
    const inside = (/** @type {number} */ v, /** @type {number} */ low, /** @type {number} */ high) => Math.max(low, Math.min(Math.max(low, high), v));
    // The counter that lay on top stays under the pointer; the others go to where there is room.
    const mirrored = c.x + (across - 1) * step > room.x + room.w - 40 * grow;
    const left = inside(mirrored ? c.x - (across - 1) * step : c.x, room.x + 40 * grow, room.x + room.w - 40 * grow - (across - 1) * step);
    const top = inside(c.y, room.y + 60 * grow, room.y + room.h - 40 * grow - (down - 1) * step);
    const tray = svg("rect", { class: "tray", x: left - 38 * grow, y: top - 43 * grow, width: (across - 1) * step + 76 * grow, height: (down - 1) * step + 81 * grow, rx: 10 * grow, "data-hex": at });
    this.fanRoot.append(tray);
    const company = this.company(at);
    if (company.length > 1) {
      // One handle for all of them: a click takes them together, a drag leads them away.
      const all = svg("g", { class: "take-all", "data-all": company[0], "data-hex": at, transform: `translate(${left - 38 * grow} ${top - 43 * grow}) scale(${grow})` });
      all.innerHTML = `<rect x="6" y="-13" width="78" height="22" rx="11"/><text x="45" y="3">All ${company.length} (W)</text>`;
      this.fanRoot.append(all);
    }
    // Top of the stack first: what one sees is what one reads first.
    [...keys].reverse().forEach((key, i) => {
      const node = svg("g", { class: "counter", "data-piece": key, "data-hex": at, role: "img" });
      const x = left + (mirrored ? across - 1 - (i % across) : i % across) * step;
      const y = top + Math.floor(i / across) * step;
      this.draw({ node, art: "" }, key);
      node.classList.toggle("lit", this.lit.has(key));
      node.classList.toggle("chosen", this.chosen.has(key));
      const there = `translate(${x}px, ${y}px) scale(${grow})`;
      node.style.transform = there;
      this.fanRoot.append(node);
      if (!still.matches) node.animate([{ transform: `translate(${c.x}px, ${c.y}px)` }, { transform: there }], { duration: 130, easing: "ease-out" });
    });
    this.part(tray);
  }

  /** Panels that lie over an open stack step back until it is closed. @param {SVGElement | null} tray */
  part(tray) {
    const fan = tray?.getBoundingClientRect();
    for (const panel of this.root.closest(".map")?.querySelectorAll(".overlays, .zoom, .minimap, .boxes, .tale, .result") ?? []) {
      const box = panel.getBoundingClientRect();
      panel.classList.toggle("yields", Boolean(fan && box.width && box.left < fan.right && box.right > fan.left && box.top < fan.bottom && box.bottom > fan.top));
    }
  }

  /** @param {string} at @returns {string} the hex's pieces in words */
  read(at) {
    const keys = [...(this.view?.stacks[at] ?? [])].reverse();
    return keys.map((key) => {
      const spec = this.specs.get(key);
      return spec ? counterText(this.board, spec, this.view?.pieces[key] ?? { at }) : "an unknown piece";
    }).join("; ");
  }

  /** A copy that follows the pointer while dragging. @param {string} key @returns {SVGElement | null} */
  ghost(key) {
    const entry = this.nodes.get(key);
    const spec = this.specs.get(key);
    if (!entry && !spec) return null;
    const copy = entry ? /** @type {SVGElement} */ (entry.node.cloneNode(true)) : svg("g");
    // From the tray.
    if (!entry && spec) copy.innerHTML = `<g class="art">${counterMarkup(this.board, spec, this.view?.pieces[key] ?? { at: null })}</g>`;
    copy.setAttribute("class", "counter ghost");
    copy.removeAttribute("data-piece");
    copy.removeAttribute("data-hex");
    return copy;
  }

  /** A counter as it would look pointing at an hour of the clock, its turret turned along. @param {string} key @param {number} hour @returns {string} markup */
  turned(key, hour) {
    const spec = this.specs.get(key);
    const state = this.view?.pieces[key];
    if (!spec || !state) return "";
    const turret = ((state.turret ?? hour) + hour - (state.facing ?? hour) + 24) % 12;
    return `<g class="art">${counterMarkup(this.board, spec, { ...state, facing: hour, turret })}</g>`;
  }

  /** @param {string} key */
  name(key) {
    return escape(this.specs.get(key)?.designation || this.specs.get(key)?.title || key);
  }
}
