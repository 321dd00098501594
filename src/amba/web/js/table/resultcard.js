// What came of a fight, at its hex, until it is dismissed: column, dice, row, losses, retreats, in the shape of the printed table.
// Several fights are leafed through in the order in which they were fought.

import { byId, el, ruleNumber } from "../dom.js";
import { counterPicture } from "./counter.js";
import { drawn, isBare } from "./log.js";
import { readingOf, titleOf } from "./story.js";

/** @typedef {import('./story.js').Fight} Fight */
/** @typedef {import('./story.js').Loss} Loss */
/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Chart} Chart */
/** @typedef {import('./mapview.js').MapView} MapView */

/** So many rows and columns of the table stand round the one that was read. */
const ROWS = 2;
const COLUMNS = 1;
/** @type {Record<string, string>} */
const FATES = { eliminated: "eliminated", captured: "captured", step: "loses a step" };

/**
 * @typedef {object} CardDesk
 * @property {Board} board
 * @property {MapView} map
 * @property {(key: string) => string} sideTitle
 * @property {(key: string) => string} accent
 * @property {() => string[]} keepClear   hexes a card should not lie over
 * @property {(hex: string) => void} go
 * @property {(n: number) => void} moment   look at the board as it was then
 * @property {(fight: Fight | null, reading: import('./story.js').Reading | null) => void} shown   which fight is being read, and where in the charts
 */

export class ResultCard {
  /** @param {CardDesk} desk */
  constructor(desk) {
    this.desk = desk;
    this.host = byId("result");
    this.specs = new Map(desk.board.pieces.map((piece) => [piece.key, piece]));
    /** @type {Fight[]} */
    this.fights = [];
    this.at = 0;
    /** @type {Chart[]} */
    this.charts = [];
    /** where it lies beside its hex, in pixels of the screen */
    this.offset = { x: 0, y: 0 };
    desk.map.followers.push(() => this.follow());
  }

  /** @returns {Fight | null} */
  get fight() {
    return this.fights[this.at] ?? null;
  }

  /** @param {Fight[]} fights new or grown @param {boolean} fresh a fight of one's own: it takes the place of all before it */
  tell(fights, fresh) {
    const added = fights.filter((fight) => !this.fights.includes(fight));
    if (added.length) this.host.classList.remove("whole");
    if (added.length && fresh) this.fights = [];
    this.fights.push(...added);
    if (fresh && added.length) this.at = this.fights.length - 1;
    if (added.length || (this.fight && fights.includes(this.fight))) this.draw();
  }

  /** @param {Fight} fight */
  open(fight) {
    if (!this.fights.includes(fight)) this.fights.push(fight);
    this.at = this.fights.indexOf(fight);
    this.draw();
    this.desk.go(fight.hex);
    this.place();
  }

  /** Away with the one that is read, and on to the next. @returns {boolean} whether there was one */
  dismiss() {
    if (!this.fight) return false;
    this.fights.splice(this.at, 1);
    this.at = Math.max(0, Math.min(this.at, this.fights.length - 1));
    this.draw();
    return true;
  }

  clear() {
    this.fights = [];
    this.at = 0;
    this.draw();
  }

  /** Taken back: what was told of it goes too. @param {number} n what stays */
  cut(n) {
    this.fights = this.fights.filter((fight) => fight.n <= n);
    this.at = Math.max(0, Math.min(this.at, this.fights.length - 1));
    this.draw();
  }

  /** Where there is little room a touch on its title opens the whole card. @param {Fight} fight */
  unfold(fight) {
    this.host.classList.toggle("whole");
    this.desk.go(fight.hex);
  }

  /** @param {number} step */
  leaf(step) {
    this.at = (this.at + step + this.fights.length) % this.fights.length;
    this.draw();
    if (this.fight?.hex) this.desk.go(this.fight.hex);
    this.place();
  }

  draw() {
    const { fight, host } = this;
    host.hidden = !fight;
    const reading = fight?.dice ? readingOf(fight, this.charts) : null;
    this.desk.shown(fight, reading);
    if (!fight) {
      host.replaceChildren();
      return;
    }
    host.style.setProperty("--side", this.desk.accent(fight.by));
    const foretold = fight.preview?.column ?? "";
    const isForetold = reading && (!reading.chart.head.includes(foretold) || reading.chart.head[reading.column] === foretold);
    const odd = isForetold && fight.preview?.odds?.find(({ label }) => label === reading.result);
    const lost = fight.losses;
    // The result stands in the table already, the dice are drawn.
    const isPlain = (/** @type {import('../types.js').LogLine} */ line) => line.kind === "said" && line.values?.length === 1 && line.values[0] === reading?.result;
    const isTold = (/** @type {import('../types.js').LogLine} */ line) => !line.lost && !isBare(line) && !isPlain(line) && line.text !== fight.head?.text && !line.dice?.length;
    const rest = withDice(fight.lines).filter(({ line }) => isTold(line));
    const thrown = fight.lines.filter((line) => line.dice?.length);
    // Dice that several units threw in one fight stand in a row each, with whose they are; else the roll stands before what came of it.
    const pools = thrown.filter((line) => line.rule === thrown[0].rule && !isBare(line));
    const dice = pools.length > 1 ? [] : thrown.slice(0, 1);
    const cast = el("span", { class: "result-dice" });
    cast.innerHTML = dice.map(drawn).join("");
    // What declared it says all that a title would; where there is little room the title stands alone.
    const title = fight.dice && fight.head && innerWidth > 760 ? fight.head.text : titleOf(fight);
    host.replaceChildren(...[
      el("div", { class: "result-head" },
        el("h2", {}, el("button", { type: "button", class: "result-title", title: "Show the hex", onclick: () => this.unfold(fight) }, title)),
        el("button", { type: "button", class: "result-close", title: "Dismiss (Esc)", "aria-label": "Dismiss", onclick: () => this.dismiss() }, "✕")),
      fight.head && fight.head.text !== title ? el("p", { class: "result-sum" }, fight.head.text) : null,
      pools.length > 1 ? el("ul", { class: "result-pools", "aria-label": "Dice" }, ...pools.map((line) => poolRow(line))) : null,
      reading || dice.length ? el("div", { class: "result-row" }, cast, reading ? el("strong", { class: "result-cell" }, reading.result) : null,
        odd ? el("span", { class: "quiet" }, `${Math.round((100 * odd.chance[0]) / odd.chance[1])}% before the dice`) : null) : null,
      reading ? extract(reading) : null,
      lost.length ? el("ul", { class: "result-losses", "aria-label": "Losses" }, ...lost.map((loss) => this.loss(loss))) : null,
      rest.length ? el("ul", { class: "result-lines" }, ...rest.slice(0, 8).map(({ line, dice: own }) => toldRow(line, own)), rest.length > 8 ? el("li", { class: "quiet" }, `and ${rest.length - 8} more in the log`) : null) : null,
      !lost.length && !rest.length && !fight.open ? el("p", { class: "quiet" }, "Nobody is lost.") : null,
      this.fights.length > 1 ? el("div", { class: "result-pages" },
        el("button", { type: "button", "aria-label": "The fight before", onclick: () => this.leaf(-1) }, "‹"), el("span", {}, `${this.at + 1} of ${this.fights.length}`),
        el("button", { type: "button", "aria-label": "The next fight", onclick: () => this.leaf(1) }, "›"), el("button", { type: "button", onclick: () => this.clear() }, "Dismiss all")) : null,
    ].filter((node) => node !== null));
    this.place();
  }

  /** @param {Loss} loss */
  loss({ piece, what, hex, line }) {
    const spec = this.specs.get(piece);
    const picture = spec ? counterPicture(this.desk.board, spec, { at: null, face: 0 }, 34) : el("span", {});
    return el("li", { class: `fate-${what}` }, picture, el("span", {}, el("strong", {}, spec?.title ?? piece), ` ${FATES[what] ?? what}`, hex ? ` in ${this.nameOf(hex)}` : "", line.rule ? " " : "", line.rule ? el("span", { class: "rule", "data-rule": line.rule, tabindex: "0" }, ruleNumber(line.rule)) : ""));
  }

  /** @param {string} hex */
  nameOf(hex) {
    const place = this.desk.board.places.find((one) => one.hex === hex);
    return place ? `${place.title} (${hex})` : hex;
  }

  /** The fight a question is about comes to the front, where it has not been dismissed. @param {Fight | null} fight */
  turnTo(fight) {
    const at = fight ? this.fights.indexOf(fight) : -1;
    if (at < 0 || at === this.at) return;
    this.at = at;
    this.draw();
  }

  /** Beside the hex, over nothing that may be wanted. */
  place() {
    const { map } = this.desk;
    const { fight, host } = this;
    if (!fight || innerWidth <= 760) return;
    const spot = map.roomBeside(map.painter.grid.has(fight.hex) ? fight.hex : null, this.desk.keepClear(), host.offsetWidth, host.offsetHeight);
    const at = this.anchor();
    this.offset = { x: spot.x - at.x, y: spot.y - at.y };
    this.follow();
  }

  /** Whether it lies over settings that are being asked for. */
  isOverForm() {
    const form = byId("form");
    const [a, b] = [this.host.getBoundingClientRect(), form.getBoundingClientRect()];
    return !form.hidden && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  }

  /** What has been lit since must not lie under it. @param {string[]} lit */
  makeRoom(lit) {
    const { map } = this.desk;
    if (this.host.hidden || innerWidth <= 760) return;
    const [left, top] = [this.host.offsetLeft, this.host.offsetTop];
    const half = 40 * map.scale;
    const { grid } = map.painter;
    const under = lit.filter((id) => grid.has(id)).map((id) => map.toHost(grid.centre(id))).some((c) => c.x > left - half && c.x < left + this.host.offsetWidth + half && c.y > top - half && c.y < top + this.host.offsetHeight + half);
    if (under || this.isOverForm()) this.place();
  }

  /** Where its hex is on the screen. */
  anchor() {
    const { map } = this.desk;
    const { grid } = map.painter;
    return this.fight && grid.has(this.fight.hex) ? map.toHost(grid.centre(this.fight.hex)) : { x: 0, y: 0 };
  }

  /** The map moves, and the card with it, as long as there is room. */
  follow() {
    const { host } = this;
    if (host.hidden || innerWidth <= 760) return;
    const { clientWidth, clientHeight } = this.desk.map.host;
    const at = this.anchor();
    host.style.left = `${Math.max(8, Math.min(clientWidth - host.offsetWidth - 8, at.x + this.offset.x))}px`;
    host.style.top = `${Math.max(8, Math.min(clientHeight - host.offsetHeight - 8, at.y + this.offset.y))}px`;
  }
}

/** Each line with the dice that fell just before it: they belong to what it says. The first of all stand for themselves. @param {import('../types.js').LogLine[]} lines @returns {{line: import('../types.js').LogLine, dice: string}[]} */
function withDice(lines) {
  const first = lines.find((line) => line.dice?.length);
  let cast = "";
  return lines.map((line) => {
    const dice = cast;
    cast = isBare(line) && line !== first ? cast + drawn(line) : "";
    return { line, dice };
  });
}

/** @param {import('../types.js').LogLine} line @param {string} dice markup */
function toldRow(line, dice) {
  const row = el("li", {}, line.text);
  if (dice) row.insertAdjacentHTML("afterbegin", `<span class="result-dice">${dice}</span> `);
  return row;
}

/** A unit's dice, and what they came to. @param {import('../types.js').LogLine} line */
function poolRow(line) {
  const cast = el("span", { class: "result-dice" });
  cast.innerHTML = drawn(line);
  return el("li", {}, el("span", {}, line.text.replace(/: [\d, ]+\.$/, "")), cast);
}

/** The printed table round the cell that was read. @param {import('./story.js').Reading} reading */
function extract({ chart, column, row }) {
  const from = (/** @type {number} */ v, /** @type {number} */ by, /** @type {number} */ low, /** @type {number} */ size) => Math.max(low, Math.min(v - by, size - 2 * by - 1));
  const left = from(column, COLUMNS, 1, chart.head.length);
  const top = from(row, ROWS, 0, chart.rows.length);
  const columns = chart.head.map((_, i) => i).slice(left, left + 2 * COLUMNS + 1);
  const cell = (/** @type {string} */ text, /** @type {boolean} */ lit, /** @type {boolean} */ hit) => el("td", { class: hit ? "hit" : lit ? "lit" : "" }, text);
  return el("table", { class: "result-table", "aria-label": chart.title },
    el("thead", {}, el("tr", {}, el("th", {}, chart.head[0]), ...columns.map((i) => el("th", { class: i === column ? "lit" : "" }, chart.head[i])))),
    el("tbody", {}, ...chart.rows.slice(top, top + 2 * ROWS + 1).map((cells, r) => el("tr", {}, el("th", { class: r + top === row ? "lit" : "" }, String(cells[0])),
      ...columns.map((i) => cell(String(cells[i]), i === column || r + top === row, i === column && r + top === row))))));
}
