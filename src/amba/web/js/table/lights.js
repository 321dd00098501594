// What is drawn over the ground and under the counters: lit hexes, the path, overlays, rays, the keyboard's cursor.

import { escape, svg } from "../dom.js";
import { withLeft } from "../points.js";
import { CORNERS } from "../map/grid.js";

/** @typedef {import('../map/grid.js').Grid} Grid */
/** @typedef {import('../types.js').OverlayAnswer} OverlayAnswer */
/** @typedef {import('../types.js').Ray} Ray */

/** Tones with a pattern of their own, so that colour is never the only sign. */
const PATTERNS = `
<pattern id="tone-enemy" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="9" height="9" fill="#b3261e" fill-opacity=".14"/><path d="M0 0V9" stroke="#b3261e" stroke-opacity=".6" stroke-width="3"/></pattern>
<pattern id="tone-own" width="11" height="11" patternUnits="userSpaceOnUse"><rect width="11" height="11" fill="#1f5fa8" fill-opacity=".16"/><circle cx="5.500" cy="5.500" r="1.800" fill="#1f5fa8" fill-opacity=".6"/></pattern>
<pattern id="tone-blocked" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="#222" fill-opacity=".2"/><path d="M0 0 9 9M9 0 0 9" stroke="#222" stroke-opacity=".45" stroke-width="1.200"/></pattern>
<pattern id="tone-out" width="12" height="12" patternUnits="userSpaceOnUse"><rect width="12" height="12" fill="#8e2a7e" fill-opacity=".18"/><path d="M2 2 10 10M10 2 2 10" stroke="#8e2a7e" stroke-opacity=".65" stroke-width="1.600"/></pattern>
<pattern id="tone-hindered" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="10" height="10" fill="#d69e14" fill-opacity=".32"/><path d="M0 5H10" stroke="#7a5200" stroke-opacity=".6" stroke-width="1.600"/></pattern>
<pattern id="tone-blind" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="#1c1c3a" fill-opacity=".42"/><circle cx="4" cy="4" r="1.500" fill="#fff" fill-opacity=".55"/></pattern>
<pattern id="tone-both" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 0V9" stroke="#b3261e" stroke-opacity=".55" stroke-width="3"/><path d="M5 0V9" stroke="#1f5fa8" stroke-opacity=".6" stroke-width="3"/></pattern>
<marker id="arrow" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.400" markerHeight="3.400" orient="auto-start-reverse"><path d="M0 0 10 5 0 10Z" fill="context-stroke"/></marker>`;

/** @type {Record<string, string>} */
const TONES = {
  enemy: "url(#tone-enemy)", own: "url(#tone-own)", friend: "url(#tone-own)", blocked: "url(#tone-blocked)", out: "url(#tone-out)", bad: "url(#tone-out)", both: "url(#tone-both)",
  warning: "url(#tone-out)", hindered: "url(#tone-hindered)", blind: "url(#tone-blind)", clear: "rgba(46, 125, 70, .30)", reach: "rgba(46, 125, 70, .30)",
  seen: "rgba(46, 125, 70, .30)", good: "rgba(46, 125, 70, .30)", supply: "rgba(0, 121, 128, .30)", victory: "rgba(214, 158, 20, .40)", neutral: "rgba(90, 80, 70, .28)",
};

/** @type {Record<string, string>} */
const STROKES = { enemy: "#b3261e", own: "#1f5fa8", friend: "#1f5fa8", blocked: "#b3261e", warning: "#8e2a7e", clear: "#1f7a44", reach: "#1f7a44", out: "#8e2a7e", bad: "#8e2a7e", seen: "#1f7a44", good: "#1f7a44", supply: "#00727a", victory: "#b07d00" };

/** @param {string} tone @param {Record<string, {accent?: string}>} sides @returns {{fill: string, stroke: string}} */
function toneOf(tone, sides) {
  const at = Object.keys(sides).indexOf(tone);
  if (!TONES[tone] && at >= 0) return { fill: `url(#side-${at % 2})`, stroke: sides[tone].accent ?? "#444" };
  return { fill: TONES[tone] ?? TONES.neutral, stroke: STROKES[tone] ?? "#5a5046" };
}

/** A hex in the colours of a tone, for a legend. @param {string} tone @param {Record<string, {accent?: string}>} sides */
export function swatch(tone, sides) {
  const { fill, stroke } = toneOf(tone, sides);
  const box = svg("svg", { viewBox: "-13 -12 26 24", class: "swatch", "aria-hidden": "true" });
  box.append(svg("path", { d: "M12 0 6 10.400H-6L-12 0-6-10.400H6Z", fill, stroke, "stroke-width": 2 }));
  return box;
}

/** The sides' own patterns: lines for the first, dots for the second, so that colour is not the only sign. @param {Record<string, {accent?: string}>} sides */
function sidePatterns(sides) {
  const [a = "#444", b = "#444"] = Object.values(sides).map((side) => side.accent ?? "#444");
  return `<pattern id="side-0" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="12" height="12" fill="${a}" fill-opacity=".1"/><path d="M0 0V12" stroke="${a}" stroke-opacity=".5" stroke-width="3"/></pattern>`
    + `<pattern id="side-1" width="12" height="12" patternUnits="userSpaceOnUse"><rect width="12" height="12" fill="${b}" fill-opacity=".12"/><circle cx="6" cy="6" r="2.200" fill="${b}" fill-opacity=".65"/></pattern>`;
}

/** Told apart by colour-blind eyes too, and each carries its title. */
const AREA_COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00", "#56b4e9"];

export class Lights {
  /** @param {SVGSVGElement} layer @param {Grid} grid @param {Record<string, {accent?: string}>} sides */
  constructor(layer, grid, sides) {
    this.grid = grid;
    this.sides = sides;
    const defs = svg("defs");
    defs.innerHTML = PATTERNS + sidePatterns(sides);
    const group = (/** @type {string} */ name) => {
      const node = svg("g", { class: name });
      layer.append(node);
      return node;
    };
    layer.append(defs);
    this.built = group("control built");
    this.overlay = group("overlay");
    this.hexes = group("lit-hexes");
    /** the lit hexes as they are drawn */
    this.shown = "";
    this.aboutHexes = group("about");
    this.fightHex = group("fight-hex");
    this.trouble = group("trouble");
    this.under = group("path-under");
    this.arcs = group("arcs");
  }

  /** What lies above the counters. @param {SVGSVGElement} layer */
  above(layer) {
    this.path = svg("g", { class: "path" });
    this.notes = svg("g", { class: "notes" });
    this.rays = svg("g", { class: "overlay" });
    this.stopped = svg("g", { class: "overlay" });
    this.cursor = svg("path", { class: "cursor" });
    layer.append(this.rays, this.stopped, this.cursor, this.path, this.notes);
  }

  /** Where a hull and a turret point: two wedges that open from the hex. @param {string | null} hex @param {number} [hull] hours of the clock @param {number} [turret] */
  showArcs(hex, hull, turret) {
    const wedge = (/** @type {number} */ hour, /** @type {string} */ name, /** @type {number} */ far) => {
      const c = this.grid.centre(hex ?? "");
      const at = (/** @type {number} */ turn) => `${c.x + far * Math.sin(turn)} ${c.y - far * Math.cos(turn)}`;
      const middle = (hour * Math.PI) / 6;
      return `<path class="arc ${name}" d="M${c.x} ${c.y}L${at(middle - Math.PI / 6)}A${far} ${far} 0 0 1 ${at(middle + Math.PI / 6)}Z"/>`;
    };
    this.arcs.innerHTML = hex && this.grid.has(hex) ? (hull ? wedge(hull, "hull-arc", 330) : "") + (turret ? wedge(turret, "turret-arc", 520) : "") : "";
  }

  /** @param {Map<string, string>} hexes each with its note */
  light(hexes) {
    const shown = JSON.stringify([...hexes]);
    if (shown === this.shown) return;
    this.shown = shown;
    const there = [...hexes.keys()].filter((id) => this.grid.has(id));
    this.hexes.innerHTML = there.map((id) => `<path d="${this.grid.outline(id, 2)}" class="lit-hex" data-hex="${id}"/>`).join("") + `<path d="${this.rim(new Set(there))}" class="lit-rim"/>`;
    if (this.notes) this.notes.innerHTML = [...hexes].filter(([id, note]) => note && this.grid.has(id)).map(([id, note]) => this.note(id, note)).join("");
  }

  /** The border of a set of hexes. @param {Set<string>} inside */
  rim(inside) {
    const parts = [];
    for (const id of inside) {
      const c = this.grid.centre(id);
      for (let k = 0; k < 6; k++) {
        const angle = -(k + 0.5) * (Math.PI / 3);
        const other = this.grid.at(c.x + 86.6 * Math.cos(angle), c.y + 86.6 * Math.sin(angle));
        if (other && inside.has(other)) continue;
        const p = CORNERS[k];
        const q = CORNERS[(k + 1) % 6];
        parts.push(`M${(c.x + p.x).toFixed(1)} ${(c.y + p.y).toFixed(1)}L${(c.x + q.x).toFixed(1)} ${(c.y + q.y).toFixed(1)}`);
      }
    }
    return parts.join("");
  }

  /** @param {string} id @param {string} text */
  note(id, text) {
    const c = this.grid.centre(id);
    // A hex has room for one word; the whole note is read out and stands in the title.
    const short = text.length > 5 ? text.split(" ")[0] : text;
    const w = 10 + short.length * 8;
    return `<g transform="translate(${c.x} ${c.y + 29})" class="note"><title>${escape(text)}</title><g><rect x="${-w / 2}" y="-9" width="${w}" height="17" rx="8.500"/><text y="4.600">${escape(short)}</text></g></g>`;
  }

  /** @param {string[]} path @param {string} [cost] */
  showPath(path, cost) {
    if (!this.path) return;
    const points = path.filter((id) => this.grid.has(id)).map((id) => this.grid.centre(id));
    if (points.length < 2) {
      this.path.innerHTML = "";
      return;
    }
    const d = `M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}`;
    const end = points[points.length - 1];
    const said = cost ? withLeft(cost) : "";
    const w = 16 + said.length * 7.4;
    this.path.innerHTML = `<path d="${d}" class="path-edge"/><path d="${d}" class="path-line" marker-end="url(#arrow)"/>`
      + points.slice(1, -1).map((p) => `<circle cx="${p.x}" cy="${p.y}" r="5"/>`).join("")
      + (cost ? `<g transform="translate(${end.x} ${end.y - 40})" class="cost"><g><rect x="${-w / 2}" y="-12" width="${w}" height="22" rx="11"/><text y="5">${escape(said)}</text></g></g>` : "");
  }

  /** What the prompt speaks of. @param {string[]} hexes */
  showAbout(hexes) {
    this.aboutHexes.innerHTML = hexes.filter((id) => this.grid.has(id)).map((id) => `<path d="${this.grid.outline(id, 3)}"/>`).join("");
  }

  /** The fight that is being read. @param {string} hex */
  showFight(hex) {
    this.fightHex.innerHTML = this.grid.has(hex) ? `<path d="${this.grid.outline(hex, 0)}"/>` : "";
  }

  /** What a refusal points at. @param {Iterable<string>} hexes @param {Ray[]} [rays] lines that something stops */
  showTrouble(hexes, rays = []) {
    this.trouble.innerHTML = [...hexes].filter((id) => this.grid.has(id)).map((id) => `<path d="${this.grid.outline(id, 4)}"/>`).join("");
    if (this.stopped) this.stopped.innerHTML = rays.filter(({ from, to }) => this.grid.has(from) && this.grid.has(to)).map((ray) => this.ray(ray, STROKES.blocked)).join("");
  }

  /** Where something just happened: a rim that fades. @param {Iterable<string>} hexes */
  flash(hexes) {
    const nodes = [...new Set(hexes)].filter((id) => this.grid.has(id)).slice(0, 40).map((id) => svg("path", { d: this.grid.outline(id, 3), class: "flash" }));
    this.under.append(...nodes);
    setTimeout(() => nodes.forEach((node) => node.remove()), 2200);
  }

  /** @param {string | null} id */
  showCursor(id) {
    this.cursor?.setAttribute("d", id ? this.grid.outline(id, -1) : "");
  }

  /** Lines that came into being in play, such as roads made on the way. @param {import('../types.js').LineSpec[]} lines @param {Record<string, import('../types.js').LineLook>} looks */
  showBuilt(lines, looks) {
    this.built.innerHTML = lines.map(({ kind, hexes }) => {
      const { colour = "#7a2e1d", width = 2.2 } = looks[kind] ?? {};
      const points = hexes.filter((id) => this.grid.has(id)).map((id) => this.grid.centre(id));
      return `<path fill="none" stroke="${escape(colour)}" stroke-width="${width * 1.6}" stroke-linecap="round" d="M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}"/>`;
    }).join("");
  }

  /** Named sets of hexes, each with its rim, a wash and its title. @param {import('../types.js').AreaSpec[]} areas */
  showAreas(areas) {
    this.overlay.innerHTML = areas.map(({ title, hexes }, i) => {
      const there = hexes.filter((id) => this.grid.has(id));
      if (!there.length) return "";
      const colour = AREA_COLOURS[i % AREA_COLOURS.length];
      const middle = there.map((id) => this.grid.centre(id)).reduce((sum, c) => ({ x: sum.x + c.x / there.length, y: sum.y + c.y / there.length }), { x: 0, y: 0 });
      return `<path d="${there.map((id) => this.grid.outline(id)).join("")}" fill="${colour}" fill-opacity=".22"/><path d="${this.rim(new Set(there))}" fill="none" stroke="${colour}" stroke-width="5" stroke-linecap="round"/>`
        + `<text x="${middle.x}" y="${middle.y}" class="overlay-text area-title">${escape(title)}</text>`;
    }).join("");
  }

  /** @param {OverlayAnswer | null} answer */
  showOverlay(answer) {
    this.rays?.replaceChildren();
    if (!answer) {
      this.overlay.replaceChildren();
      return;
    }
    /** @type {Map<string, string[]>} */
    const tones = new Map();
    const there = Object.entries(answer.hexes ?? {}).filter(([id]) => this.grid.has(id));
    for (const [id, { tone = "neutral" }] of there) tones.set(tone, [...(tones.get(tone) ?? []), id]);
    // Each tone has a rim of its own; one that covers most of the map is its rim alone, or it would be a wash over everything.
    const wide = this.grid.hexes.size * 0.4;
    const hexes = [...tones].map(([tone, ids]) => {
      const { fill, stroke } = toneOf(tone, this.sides);
      return (ids.length > wide ? "" : `<path d="${ids.map((id) => this.grid.outline(id, 1)).join("")}" fill="${fill}"/>`) + `<path d="${this.rim(new Set(ids))}" class="overlay-rim" stroke="${stroke}"/>`;
    });
    hexes.push(...there.map(([id, { text }]) => {
      const c = this.grid.centre(id);
      return text ? `<text x="${c.x}" y="${c.y + 36}" class="overlay-text">${escape(text)}</text>` : "";
    }));
    const line = (/** @type {string[]} */ ids) => `M${ids.filter((id) => this.grid.has(id)).map((id) => { const c = this.grid.centre(id); return `${c.x} ${c.y}`; }).join("L")}`;
    const colour = (/** @type {string | undefined} */ tone) => STROKES[tone ?? ""] ?? this.sides[tone ?? ""]?.accent ?? "#00727a";
    const paths = (answer.paths ?? []).map(({ hexes: ids, tone }) => `<path d="${line(ids)}" class="overlay-path" stroke="${colour(tone)}" ${tone === "out" || tone === "blocked" ? 'stroke-dasharray="3 9"' : ""}/>`);
    const rays = (answer.rays ?? []).filter(({ from, to }) => this.grid.has(from) && this.grid.has(to)).map((ray) => this.ray(ray, colour(ray.tone)));
    this.overlay.innerHTML = [...hexes, ...paths].join("");
    // A ray passes over the counters: what stands in its way must not hide it.
    if (this.rays) this.rays.innerHTML = rays.join("");
  }

  /** From hex to hex, whole as far as it is free, dashed beyond what stops it. @param {Ray} ray @param {string} colour */
  ray({ from, to, tone, text, blocked }, colour) {
    const a = this.grid.centre(from);
    const b = this.grid.centre(to);
    const ids = (blocked ?? "").split("/").filter((id) => this.grid.has(id)).map((id) => this.grid.centre(id));
    const label = text ? `<text x="${b.x}" y="${b.y - 36}" class="overlay-text">${escape(text)}</text>` : "";
    const stroke = (/** @type {string} */ d, /** @type {boolean} */ dashed) => `<path d="${d}" class="ray-edge"/><path d="${d}" class="overlay-ray" stroke="${colour}" ${dashed ? 'stroke-dasharray="6 7"' : ""}/>`;
    const ends = `<circle cx="${a.x}" cy="${a.y}" r="5" fill="${colour}" class="ray-end"/><circle cx="${b.x}" cy="${b.y}" r="5" fill="${colour}" class="ray-end"/>`;
    if (!ids.length) return stroke(`M${a.x} ${a.y}L${b.x} ${b.y}`, tone === "blocked") + ends + label;
    const at = ids.reduce((sum, c) => ({ x: sum.x + c.x / ids.length, y: sum.y + c.y / ids.length }), { x: 0, y: 0 });
    // The point of the ray nearest to what stops it.
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const t = Math.min(1, Math.max(0, ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / length ** 2));
    const p = { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
    return stroke(`M${a.x} ${a.y}L${p.x} ${p.y}`, false) + stroke(`M${p.x} ${p.y}L${b.x} ${b.y}`, true) + ends
      + `<path d="M${p.x - 9} ${p.y - 9}l18 18m0 -18l-18 18" class="ray-stop"/>` + label;
  }
}
