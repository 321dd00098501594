// What stands beside the map: turn, units, log, charts, rules, chat, notes.

import { el } from "../dom.js";
import { Panel, showPanel } from "./panel.js";
import { LogPanel } from "./log.js";
import { showTurn } from "./turn.js";
import { coach } from "./coach.js";
import { Find } from "./find.js";
import { showStack } from "./stackpage.js";
import { lightCells, lightColumn, lightReading, lightRows, showCharts, showRules } from "./charts.js";
import { Notes, Talk } from "./talk.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../types.js').View} View */
/** @typedef {{sideTitle: (key: string) => string, accent: (key: string) => string}} Names */

export class SidePanel {
  /** @param {HTMLElement} host @param {Table} table @param {Names} names */
  constructor(host, table, names) {
    this.table = table;
    this.names = names;
    this.panel = new Panel(host);
    const logPage = this.panel.add("log", "Log");
    if (!table.seat.watch) coach(logPage, this.aim(), () => this.openGuide(), () => table.key.toggle());
    this.log = new LogPanel(logPage, { ...names, go: (hexes, pieces) => table.go(hexes, pieces), moment: (n) => table.replay.visit(n) });
    this.turnPage = this.panel.add("turn", "Turn");
    const hexPage = this.panel.add("stack", "Hex");
    this.find = new Find(hexPage, table.board, { view: () => table.shown, go: (hexes, pieces) => table.go(hexes, pieces), open: () => this.openPage("stack") });
    this.stackPage = el("div", {});
    hexPage.append(this.stackPage);
    this.boxPage = this.panel.add("boxes", "Boxes", () => table.tray?.openPage());
    this.chartPage = this.panel.add("charts", "Charts", () => void this.loadCharts());
    this.rulePage = this.panel.add("rules", "Rules");
    this.talk = new Talk(this.panel.add("chat", "Chat"), (text) => this.tell({ t: "chat", text }), (key) => names.sideTitle(key));
    this.notePage = this.panel.add("notes", "Notes");
    this.notes = new Notes(this.notePage, (text) => this.tell({ t: "note", text }));
    this.panel.open("log");
    this.chartsLoaded = false;
    /** @type {HTMLDetailsElement | undefined} */
    this.guide = undefined;
    void this.loadRules();
    void this.loadCharts();
  }

  /** What the scenario is about, and whom one plays. */
  aim() {
    const { about, seat } = this.table;
    const sides = seat.sides.map((key) => this.names.sideTitle(key)).join(" and ");
    const goal = this.table.view.tracks?.find((track) => track.key === "goal")?.text ?? "";
    return about?.title ? `${about.title}. ${about.blurb ?? ""} Your side: ${sides}. ${goal}` : "";
  }

  /** Send words of one's own. @param {import('./wire.js').Message} message @returns {Promise<string>} why they did not arrive; empty if they did */
  async tell(message) {
    const answer = await this.table.wire.ask(message).catch(() => ({ t: "refused", text: "The line is down." }));
    return answer.t === "ok" ? "" : answer.text ?? "The server refused.";
  }

  /** Bring a page to the front, and on a phone the panel with it. @param {string} key */
  openPage(key) {
    this.panel.open(key);
    showPanel();
  }

  /** @param {string} part */
  async fetch(part) {
    const response = await fetch(`/api/games/${encodeURIComponent(this.table.board.game)}/${part}`).catch(() => null);
    return response?.ok ? response.json() : null;
  }

  async loadRules() {
    const [answer, guide] = await Promise.all([this.fetch("rules"), this.fetch("guide")]);
    this.table.hints.learn(answer?.rules ?? []);
    showRules(this.rulePage, answer?.rules ?? [], this.table.board.source_notes ?? []);
    if (guide?.html) {
      const body = el("div", { class: "guide" });
      // The guide is written in English only: better whole than in two languages.
      body.setAttribute("translate", "no");
      body.lang = "en";
      body.innerHTML = guide.html;
      this.guide = el("details", {}, el("summary", {}, "The player's guide"), body);
      this.rulePage.prepend(this.guide);
    }
  }

  openGuide() {
    this.openPage("rules");
    if (!this.guide) return;
    this.guide.open = true;
    this.guide.querySelector("summary")?.focus();
  }

  async loadCharts() {
    if (this.chartsLoaded) return;
    const charts = await this.fetch("charts");
    this.chartsLoaded = Boolean(charts);
    // Levels that are another scenario's would mislead: this one's stand under Turn.
    showCharts(this.chartPage, (charts ?? []).filter((/** @type {import('../types.js').Chart} */ chart) => chart.key !== "victory" || !this.table.victory.levels.length));
    this.chartPage.prepend(this.table.victory.page);
    this.table.theatre.learn(charts ?? []);
  }

  /** @param {[string, string, string][]} cells */
  lightCells(cells) {
    lightCells(this.chartPage, cells);
  }

  /** @param {string | undefined} column @param {string[]} results */
  lightColumn(column, results) {
    lightColumn(this.chartPage, column, results);
  }

  /** What a fight was read from. @param {import('./story.js').Reading | null} reading */
  lightReading(reading) {
    lightReading(this.chartPage, reading);
  }

  /** The rows about the ground pointed at, and the turn. */
  lightPresent() {
    const { board, shown, cursor } = this.table;
    const spec = board.hexes.find((hex) => hex.id === cursor);
    const words = spec ? [spec.terrain, ...(spec.also ?? "").split(" ")].filter((word) => word && word !== "-") : [];
    lightRows(this.chartPage, { terrain: words.flatMap((word) => [word, board.look.terrain?.[word]?.title ?? word]), turns: [String(shown.tracks?.find((track) => track.key === "turn")?.value ?? "")] });
  }

  /** @param {string} text */
  setNote(text) {
    this.notes.set(text);
  }

  /** @param {View} view */
  show(view) {
    showTurn(this.turnPage, view, this.names);
    this.showHex(this.table.cursor);
  }

  /** @param {string | null} hex */
  showHex(hex) {
    const { table } = this;
    if (!table.hand) return;
    this.lightPresent();
    const lit = new Set(table.hand.active ? table.hand.choices.next().keys() : []);
    showStack(this.stackPage, table.board, table.shown, hex, (piece) => void table.hand.click(hex, piece, "mouse"), lit);
  }
}
