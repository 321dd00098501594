// The player aids: charts in their printed shape, saying where each comes from; and the rules, searched.

import { el, ruleNumber } from "../dom.js";

/** @typedef {import('../types.js').Chart} Chart */
/** @typedef {import('../types.js').Rule} Rule */
/** @typedef {import('../types.js').SourceNote} SourceNote */

/** @type {Record<string, string>} */
const SOURCES = {
  rulebook: "From the rulebook",
  history: "From published history",
  terrain: "Worked out from real elevations",
  reconstruction: "A reconstruction: the printed one is unknown to us",
};

/** @type {Record<string, string>} */
const IN_PART = { rulebook: "from the rulebook", history: "from published history", terrain: "from real elevations", reconstruction: "reconstructed" };

/** @param {string | undefined} source one or several words of the data files @param {string} [note] */
export function provenance(source, note) {
  if (!source) return null;
  const [first, ...others] = source.split(/[ ,]+/).filter(Boolean);
  const words = [SOURCES[first] ?? first, ...others.map((other) => `in part ${IN_PART[other] ?? other}`)].join("; ");
  return el("p", { class: `provenance source-${others.includes("reconstruction") ? "reconstruction" : first}` }, el("span", { class: "seal", "aria-hidden": "true" }), words, note ? el("span", { translate: "no", lang: "en" }, `. ${note}`) : "");
}

/** A cell as people read it: keys of data files have their spaces back. @param {unknown} cell */
const inWords = (cell) => String(cell).replaceAll("_", " ");

/** @param {HTMLElement} page @param {Chart[]} charts */
export function showCharts(page, charts) {
  page.replaceChildren(...charts.map((chart) => {
    const head = el("tr", {}, ...chart.head.map((cell) => el("th", { scope: "col", class: "short" }, inWords(cell))));
    const rows = chart.rows.map((row) => el("tr", {}, ...row.map((cell, i) => (i ? el("td", { class: String(cell).length < 16 ? "short" : "" }, inWords(cell)) : el("th", { scope: "row", class: "short" }, inWords(cell))))));
    return el("details", { class: "chart", open: true },
      el("summary", {}, chart.title, chart.rule ? " " : "", chart.rule ? el("span", { class: "rule", "data-rule": chart.rule, tabindex: "0" }, ruleNumber(chart.rule)) : ""),
      el("div", { class: "chart-scroll", tabindex: "0", role: "region", "aria-label": chart.title }, el("table", { "data-chart": chart.key }, el("thead", {}, head), el("tbody", {}, ...rows))),
      provenance(chart.source, chart.note));
  }));
}

/** The column a fight would use, lit in the charts whose column of that name has every result that may come: others have one called the same. @param {HTMLElement} page @param {string | undefined} column @param {string[]} results */
export function lightColumn(page, column, results) {
  for (const table of page.querySelectorAll("table")) {
    const heads = [...table.querySelectorAll("thead th")].map((th) => th.textContent);
    const found = column ? heads.indexOf(column) : -1;
    const cells = [...table.rows].map((row) => row.cells[found]?.textContent);
    const at = found >= 0 && results.length && results.every((result) => cells.includes(result)) ? found : -1;
    lightCellsOf(table, at);
  }
}

/** One column of a table, or none. @param {HTMLTableElement} table @param {number} at */
function lightCellsOf(table, at) {
  for (const row of table.rows) [...row.cells].forEach((cell, i) => cell.classList.toggle("lit", at >= 0 && i === at));
  // A wide table is moved so that the column is seen.
  const [scroller, lit] = [table.parentElement, table.rows[0]?.cells[at]];
  if (scroller && lit) scroller.scrollLeft = Math.max(0, lit.offsetLeft + lit.offsetWidth - scroller.clientWidth + 4);
}

/** The cell a fight was read from: its row, its column, and itself. @param {HTMLElement} page @param {import('./story.js').Reading | null} reading */
export function lightReading(page, reading) {
  for (const cell of page.querySelectorAll(".hit, .lit-row")) cell.classList.remove("hit", "lit-row");
  if (!reading) return;
  lightColumn(page, undefined, []);
  const table = page.querySelector(`table[data-chart="${CSS.escape(reading.chart.key)}"]`);
  const row = table?.querySelector("tbody")?.children[reading.row];
  if (!(table instanceof HTMLTableElement) || !(row instanceof HTMLTableRowElement)) return;
  lightCellsOf(table, reading.column);
  for (const cell of row.cells) cell.classList.add("lit-row");
  row.cells[reading.column]?.classList.add("hit");
}

/** The cells and rows that speak of the case on the screen; the first of them is brought into sight. @param {HTMLElement} page @param {[string, string, string][]} cells chart, row, column or none */
export function lightCells(page, cells) {
  for (const cell of page.querySelectorAll(".case, .case-row")) cell.classList.remove("case", "case-row");
  for (const [key, head, column] of cells) {
    const table = page.querySelector(`table[data-chart="${CSS.escape(key)}"]`);
    const row = [...(table?.querySelectorAll("tbody tr") ?? [])].find((one) => one.firstElementChild?.textContent === inWords(head));
    const heads = [...(table?.querySelectorAll("thead th") ?? [])].map((th) => th.textContent);
    row?.classList.add("case-row");
    const cell = column ? row?.children[heads.indexOf(inWords(column))] : row?.firstElementChild;
    cell?.classList.add("case");
  }
  page.querySelector(".case")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The rows that speak of here and now: the ground pointed at, the turn. @param {HTMLElement} page @param {Record<string, string[]>} wanted chart -> heads of rows */
export function lightRows(page, wanted) {
  for (const [key, heads] of Object.entries(wanted)) {
    const words = heads.map((head) => head.toLowerCase());
    for (const row of page.querySelectorAll(`table[data-chart="${CSS.escape(key)}"] tbody tr`)) {
      row.classList.toggle("present", words.includes((row.firstElementChild?.textContent ?? "").toLowerCase()));
    }
  }
}

/** @param {HTMLElement} page @param {Rule[]} rules @param {SourceNote[]} notes */
export function showRules(page, rules, notes) {
  const list = el("dl", { class: "rules" });
  const fill = (/** @type {string} */ wanted) => {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = rules.filter((rule) => words.every((word) => rule.number.startsWith(word) || `${rule.title} ${rule.gist}`.toLowerCase().includes(word)));
    list.replaceChildren(...hits.slice(0, 300).flatMap((rule) => [
      el("dt", {}, el("span", { class: "number" }, rule.number), ` ${rule.title}`, rule.status && rule.status !== "enforced" ? el("span", { class: "quiet" }, ` (${rule.status})`) : null),
      el("dd", {}, rule.gist),
    ]));
    if (!hits.length) list.append(el("dd", { class: "quiet" }, "No rule has these words."));
  };
  const search = el("input", { type: "search", placeholder: "Search the rules", "aria-label": "Search the rules" });
  search.addEventListener("input", () => fill(search.value));
  fill("");
  page.replaceChildren(search, list, ...(notes.length ? [el("h2", {}, "Where the data comes from"), ...notes.map((note) => el("div", { class: "source-note" }, el("strong", {}, note.file), provenance(note.source, note.note)))] : []));
}
