// A finished game as one HTML file to keep: result, cost, course, luck, pictures of the map, the whole log.

import { el, escape } from "../dom.js";
import { counterMarkup, UNKNOWN } from "./counter.js";
import { luckTable } from "./luck.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('./end.js').End} End */

/** Pixels across the map's picture. */
const WIDTH = 1400;
/** So many pictures: the beginning, the turns between, the end. */
const PICTURES = 4;
const STYLE = `body{font:16px/1.5 Georgia,serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#241a10;background:#fffdf6}h1,h2{font-weight:600}table{border-collapse:collapse;margin:.5em 0}th,td{padding:.2em .8em;border-bottom:1px solid #d8cbb0;text-align:left}
button{all:unset}figure{margin:1.2em 0}figcaption{font-style:italic}.map{width:100%;height:auto;display:block;border:1px solid #8a7a60}.graph{width:480px}.graph .axis{stroke:#8a7a60;fill:none}.graph .curve{stroke:#8c3b2a;stroke-width:2;fill:none}.graph text{font-size:11px;text-anchor:end}.graph .turn{text-anchor:middle}
ol.story{list-style:none;padding:0}ol.story li{border-left:4px solid var(--side,#999);padding:.1em .7em;margin:.3em 0}.unseen{display:none}`;

/** @param {Table} table @param {End} end @param {import('./luck.js').Ledger | null} ledger */
export async function saveReport(table, end, ledger) {
  const text = await report(table, end, ledger);
  const url = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  const link = el("a", { href: url, download: `${table.board.game}-report.html` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {Table} table @param {End} end @param {import('./luck.js').Ledger | null} ledger @returns {Promise<string>} */
export async function report(table, end, ledger) {
  const style = await fetch("css/map.css").then((answer) => answer.text()).catch(() => "");
  const title = `${table.board.title}: ${table.about?.title ?? ""}`;
  const figures = await pictures(table, ledger?.view);
  const luck = ledger?.rolls.length ? `<h2>Luck</h2>${luckTable(ledger, table, () => undefined).outerHTML}` : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${counterRules(style)}${STYLE}</style></head><body>`
    + `<h1>${escape(title)}</h1><p><strong>${escape(table.view.result?.text ?? "")}</strong></p><h2>What it cost</h2>${end.losses().outerHTML}`
    + `${end.graphed ? `<h2>How it went</h2>${end.graphed.outerHTML}` : ""}${figures}${luck}<h2>The story</h2>${story(table)}</body></html>`;
}

/** The rules that counters need, out of the table's own style. @param {string} style */
function counterRules(style) {
  return style.split("\n").filter((line) => /^\.(counter|symbol)/.test(line)).join("\n").replaceAll("var(--sans)", "sans-serif");
}

/** The map is in the file once; each picture lays its counters over it. @param {Table} table @param {View | undefined} opened the end with both sides open */
async function pictures(table, opened) {
  const { painter } = table.map;
  const { paper } = painter;
  const scale = WIDTH / paper.w;
  const canvas = el("canvas", { width: WIDTH, height: Math.round(paper.h * scale) });
  const pen = canvas.getContext("2d", { alpha: false });
  if (pen) painter.paint(pen, paper, scale);
  const box = `${paper.x} ${paper.y} ${paper.w} ${paper.h}`;
  const ground = `<svg width="0" height="0" style="position:absolute"><defs><image id="ground" x="${paper.x}" y="${paper.y}" width="${paper.w}" height="${paper.h}" href="${canvas.toDataURL("image/jpeg", 0.8)}"/></defs></svg>`;
  const turns = table.replay.turns();
  const step = Math.max(1, Math.ceil((turns.length - 1) / (PICTURES - 1)));
  const moments = turns.filter((_, i) => i % step === 0).slice(0, PICTURES - 1);
  const figures = [];
  for (const { turn, n } of moments) {
    const answer = await table.wire.ask({ t: "replay", n }).catch(() => null);
    if (answer?.view) figures.push(figure(table, answer.view, box, Number(turn) ? `Turn ${turn}` : "At the start"));
  }
  figures.push(figure(table, opened ? { ...table.view, pieces: opened.pieces, stacks: opened.stacks } : table.view, box, "At the end"));
  return `<h2>The map</h2>${ground}${figures.join("")}`;
}

/** @param {Table} table @param {View} view @param {string} box @param {string} caption */
function figure(table, view, box, caption) {
  const { grid } = table.painter;
  const stacks = Object.entries(view.stacks).filter(([at, keys]) => grid.has(at) && keys.length);
  const counters = stacks.map(([at, keys]) => {
    const c = grid.centre(at);
    const top = keys[keys.length - 1];
    const spec = table.pieces.get(top);
    const count = keys.length > 1 ? `<circle cx="-30" cy="-31" r="11" fill="#23160c"/><text x="-30" y="-26" font-size="14" fill="#ffe9a8" text-anchor="middle">${keys.length}</text>` : "";
    return `<g class="counter" transform="translate(${c.x} ${c.y})">${spec ? counterMarkup(table.board, spec, view.pieces[top] ?? { at }).replace(/<path [^>]*class="block"\/>/, "") : UNKNOWN}${count}</g>`;
  }).join("");
  return `<figure><svg class="map" viewBox="${box}" role="img" aria-label="${escape(caption)}"><use href="#ground"/>${counters}</svg><figcaption>${escape(caption)}</figcaption></figure>`;
}

/** @param {Table} table */
function story(table) {
  let turn = "";
  return `<ol class="story">${table.side.log.entries.map((entry) => {
    const head = String(entry.turn ?? "") !== turn ? `<h3>${Number(entry.turn) ? `Turn ${escape(String(entry.turn))}` : "Set-up"}</h3>` : "";
    turn = String(entry.turn ?? "");
    return `${head}<li style="--side:${escape(table.accent(entry.by ?? ""))}">${entry.lines.map((line) => escape(line.text)).join(" ")}</li>`;
  }).join("")}</ol>`;
}
