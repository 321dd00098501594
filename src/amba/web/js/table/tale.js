// The other side's turn, told: where his pieces came from, which way they went, where dice fell. It stays until one's own first order.

import { byId, el, svg } from "../dom.js";
import { counterMarkup } from "./counter.js";
import { marches } from "./story.js";

/** @typedef {import('../types.js').LogEntry} LogEntry */
/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('./story.js').Fight} Fight */
/** @typedef {import('./story.js').March} March */
/** @typedef {import('../map/grid.js').Grid} Grid */

/** An arrow ends so far before the middle of its hex, so that its head is seen beside the counter. */
const SHORT = 36;
const BURST = "M0-17 4.500-6.500 15.500-9 9.500 1.500 17 9.500 6 9 2 19-3.500 9.500-14.500 13-9 3.500-17-4-6.500-5.500Z";

/**
 * @typedef {object} TaleDesk
 * @property {Board} board
 * @property {(key: string) => string} sideTitle
 * @property {(key: string) => string} accent
 * @property {(from: number) => void} replay   from that entry to the present
 * @property {(fight: Fight) => void} read     what came of a fight
 * @property {(piece: string) => string} sideOf
 */

export class Tale {
  /** @param {SVGSVGElement} layer @param {Grid} grid @param {TaleDesk} desk @param {Element} counters the ghosts lie under these */
  constructor(layer, grid, desk, counters) {
    this.grid = grid;
    this.desk = desk;
    this.host = byId("tale");
    this.specs = new Map(desk.board.pieces.map((piece) => [piece.key, piece]));
    this.ghosts = svg("g", { class: "ghosts" });
    layer.insertBefore(this.ghosts, counters);
    this.arrows = svg("g", { class: "arrows" });
    layer.append(this.arrows);
    /** @type {LogEntry[]} what others did since one's own last order */
    this.entries = [];
    /** @type {Fight[]} */
    this.fights = [];
  }

  /** @param {LogEntry[]} entries @param {Fight[]} fights */
  add(entries, fights) {
    this.entries.push(...entries);
    this.fights.push(...fights.filter((fight) => !this.fights.includes(fight)));
  }

  /** Taken back. @param {number} n what stays */
  cut(n) {
    this.entries = this.entries.filter((entry) => entry.n <= n);
    this.fights = this.fights.filter((fight) => fight.n <= n);
    if (!this.entries.length) this.end();
  }

  end() {
    this.entries = [];
    this.fights = [];
    this.hide();
  }

  hide() {
    this.ghosts.replaceChildren();
    this.arrows.replaceChildren();
    this.host.hidden = true;
    this.host.replaceChildren();
  }

  get isShown() {
    return !this.host.hidden;
  }

  /** @param {string} title whose turn it was, or since when @param {string[]} mine the sides of this seat @returns {string} what is said of it, for those who cannot see it */
  show(title, mine) {
    const ways = marches(this.entries);
    const losses = this.fights.flatMap((fight) => fight.losses);
    if (!ways.length && !this.fights.length && !losses.length) return "";
    this.draw(ways);
    const count = (/** @type {number} */ n, /** @type {string} */ one, /** @type {string} */ many) => (n ? [`${n} ${n === 1 ? one : many}`] : []);
    const lost = (/** @type {string} */ who, /** @type {boolean} */ own) => {
      const theirs = losses.filter((loss) => mine.includes(this.desk.sideOf(loss.piece)) === own);
      const whole = theirs.filter((loss) => loss.what !== "step").length;
      return theirs.length ? [`${who} lost ${[...count(whole, "unit", "units"), ...count(theirs.length - whole, "step", "steps")].join(" and ")}`] : [];
    };
    const dice = this.fights.filter((fight) => fight.dice);
    const facts = [...count(ways.length, "move", "moves"), ...count(dice.length, "fight", "fights"), ...lost("you", true), ...lost("they", false)].join(", ");
    const from = Math.max(0, (this.entries[0]?.n ?? 1) - 1);
    const read = this.fights.length > 1 ? (dice.length === this.fights.length ? `The ${this.fights.length} fights` : `The ${this.fights.length} cards`) : dice.length ? "The fight" : "The losses";
    this.host.replaceChildren(
      el("p", {}, el("strong", {}, title), ` ${facts}`),
      el("button", { type: "button", onclick: () => this.desk.replay(from) }, "▶ Replay"),
      ...(this.fights.length ? [el("button", { type: "button", onclick: () => this.desk.read(this.fights[0]) }, read)] : []),
      el("button", { type: "button", "aria-label": "Put the arrows away", title: "Put the arrows away", onclick: () => this.end() }, "✕"));
    this.host.hidden = false;
    return `${title} ${facts}.`;
  }

  /** Those who went the same way share an arrow. @param {March[]} ways */
  draw(ways) {
    /** @type {Map<string, March[]>} */
    const groups = new Map();
    for (const way of ways) {
      const path = way.path.filter((id) => this.grid.has(id));
      if (path.length < 2) continue;
      const key = `${this.desk.sideOf(way.piece)} ${path.join()}`;
      groups.set(key, [...(groups.get(key) ?? []), { ...way, path }]);
    }
    const all = [...groups.values()];
    this.ghosts.innerHTML = all.map((group) => {
      const c = this.grid.centre(group[0].path[0]);
      const spec = this.specs.get(group[0].piece);
      return `<g class="counter past" transform="translate(${c.x} ${c.y})">${spec ? counterMarkup(this.desk.board, spec, { at: null }) : ""}</g>`;
    }).join("");
    this.arrows.innerHTML = all.map((group) => this.arrow(group)).join("");
    this.arrows.append(...this.fights.filter((fight) => this.grid.has(fight.hex)).map((fight) => this.burst(fight)));
  }

  /** @param {March[]} group */
  arrow(group) {
    const points = group[0].path.map((id) => this.grid.centre(id));
    const [a, b] = points.slice(-2);
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    points[points.length - 1] = { x: b.x - ((b.x - a.x) * SHORT) / far, y: b.y - ((b.y - a.y) * SHORT) / far };
    const d = `M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}`;
    const colour = this.desk.accent(this.desk.sideOf(group[0].piece));
    const tail = group[0].kind === "retreated" ? ' stroke-dasharray="4 9"' : "";
    const many = group.length > 1 ? `<g transform="translate(${points[0].x} ${points[0].y - 36})" class="cost"><g><rect x="-16" y="-11" width="32" height="20" rx="10"/><text y="4.500">× ${group.length}</text></g></g>` : "";
    return `<path d="${d}" class="arrow-edge"/><path d="${d}" class="arrow-line" stroke="${colour}"${tail} marker-end="url(#arrow)"/>${many}`;
  }

  /** @param {Fight} fight */
  burst(fight) {
    const c = this.grid.centre(fight.hex);
    const mark = svg("g", { class: "burst", transform: `translate(${c.x + 30} ${c.y - 32})` });
    mark.innerHTML = `<g><title>${fight.dice ? "A fight" : "Losses"}: click to read what came of it</title><path d="${BURST}"/></g>`;
    mark.addEventListener("pointerdown", (event) => event.stopPropagation());
    mark.addEventListener("click", () => this.desk.read(fight));
    return mark;
  }
}
