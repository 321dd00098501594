// Who is winning, always in sight: how many points there are, what they are worth, what is needed for more, and by when.

import { byId, el } from "../dom.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').View} View */
/** @typedef {[number, string]} Level   from so many points on */

/** Tracks that decide a game, where its look does not name one. */
const TRACKS = ["goal", "score", "points"];

export class Victory {
  /** @param {Board} board @param {string} scenario @param {() => void} open where it is told at length */
  constructor(board, scenario, open) {
    const look = board.look.victory?.[scenario];
    this.keys = look?.track ? [look.track] : TRACKS;
    /** @type {Level[]} */
    this.levels = look?.levels ?? [];
    this.also = look?.also ?? "";
    this.host = byId("victory");
    this.host.addEventListener("click", open);
    this.page = el("section", { class: "victory-page" });
  }

  /** @param {number} value @returns {number} the level that many points are worth */
  levelAt(value) {
    return this.levels.findLastIndex(([from]) => value >= from);
  }

  /** @param {View} view */
  show(view) {
    const track = this.keys.map((key) => view.tracks?.find((one) => one.key === key)).find(Boolean);
    this.host.hidden = !track;
    if (!track) return;
    const turn = view.tracks?.find((one) => one.key === "turn");
    // Levels that hang on the options of the game come with the track.
    this.levels = track.levels ?? this.levels;
    const value = Number(track.value);
    const at = this.levelAt(value);
    const higher = this.levels[at + 1];
    const now = this.levels.length ? this.levels[at]?.[1] ?? "" : track.of ? `of ${track.of} needed` : "";
    const next = higher ? `${higher[1]} from ${higher[0]}` : "";
    const when = turn?.of ? (Number(turn.value) ? `turn ${turn.value} of ${turn.of}` : `set-up, ${turn.of} turns`) : "";
    // A phone has room for the numbers alone.
    const needed = higher?.[0] ?? track.of ?? undefined;
    // Whose points they are stands there wherever it makes the bar no wider.
    const title = track.title.replace(" victory", "");
    const wide = `${title} ${track.value} ${now}`.length > Math.max(24, `${next} · ${when}`.length);
    this.host.replaceChildren(
      el("span", { class: wide ? "victory-now wide" : "victory-now" }, el("span", { class: "victory-title" }, `${title} `), el("strong", {}, String(track.value)), now ? el("span", { class: "victory-level" }, this.levels.length ? " · " : " ", now) : ""),
      el("span", { class: "victory-next" }, [next, when].filter(Boolean).join(" · ")),
      el("span", { class: "victory-brief" }, needed === undefined ? "" : `/ ${needed}`, turn?.of ? el("span", {}, Number(turn.value) ? `turn ${turn.value}/${turn.of}` : `${turn.of} turns`) : ""));
    this.host.title = [`${track.title}: ${track.value}`, now, next, when, track.text, this.also].filter(Boolean).join(". ");
    this.host.setAttribute("aria-label", `Victory: ${this.host.title}`);
    this.page.replaceChildren(...(this.levels.length ? [
      el("h2", {}, "Victory in this scenario"),
      el("table", { class: "levels" }, el("tbody", {}, ...this.levels.map(([from, words], i) => el("tr", i === at ? { class: "lit", "aria-current": "true" } : {},
        el("th", { scope: "row" }, `${i ? from : "below"}${i ? " or more" : ` ${this.levels[1]?.[0] ?? ""}`}`), el("td", {}, words), el("td", {}, i === at ? `now: ${track.value}` : ""))))),
      this.also ? el("p", { class: "quiet" }, this.also) : "",
    ] : []));
  }
}
