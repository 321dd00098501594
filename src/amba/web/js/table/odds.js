// Before it is done: path and cost, what adds up to the column, and the exact chance of each result as bars.

import { el, escape, ruleNumber } from "../dom.js";
import { withLeft } from "../points.js";

/** @typedef {import('../types.js').Preview} Preview */
/** @typedef {import('../types.js').Choice} Choice */
/** @typedef {import('../types.js').Item} Item */

/** @param {Item[] | undefined} items @returns {HTMLElement | null} rows of label, value, rule */
export function itemTable(items) {
  if (!items?.length) return null;
  const table = el("table", { class: "items" });
  table.innerHTML = items.map(([label, value, rule]) => `<tr><td>${escape(String(label))}</td><td class="value">${escape(String(value ?? ""))}</td>`
    + `<td>${rule ? `<span class="rule" data-rule="${escape(rule)}" tabindex="0">${escape(ruleNumber(rule))}</span>` : ""}</td></tr>`).join("");
  return table;
}

/** @param {[number, number]} chance */
function percent([part, whole]) {
  const p = (100 * part) / whole;
  return p >= 10 || Number.isInteger(p) ? `${Math.round(p)}%` : `${p.toFixed(1)}%`;
}

export class OddsPanel {
  /** @param {HTMLElement} host @param {{confirm: () => void, cancel: () => void, isColumn: (title: string) => boolean}} desk */
  constructor(host, desk) {
    this.host = host;
    this.desk = desk;
    host.hidden = true;
  }

  /** @param {Preview | null} preview @param {Choice | null} choice @param {boolean} armed @param {boolean} [offered] it can be done from here, but other things too */
  show(preview, choice, armed, offered = false) {
    const worth = preview && (armed || preview.odds?.length || preview.items?.length || preview.warnings?.length);
    this.host.hidden = !worth;
    this.host.classList.toggle("armed", armed);
    if (!preview || !worth) {
      this.host.replaceChildren();
      return;
    }
    const odds = preview.odds ?? [];
    const bars = odds.map(({ label, chance, text, dice }) => {
      const row = el("li", { class: "odd" });
      row.innerHTML = `<span class="odd-label">${escape(label)}</span><span class="odd-bar"><span style="width:${((100 * chance[0]) / chance[1]).toFixed(2)}%"></span></span>`
        + `<span class="odd-chance" title="${chance[0]} in ${chance[1]}">${percent(chance)}</span><span class="odd-text">${escape(text === label ? "" : text ?? "")}${dice ? ` <span class="odd-dice"><span>die</span> ${escape(dice)}</span>` : ""}</span>`;
      return row;
    });
    // A long sum stands beside the chances, so that both are seen at once.
    this.host.classList.toggle("wide", bars.length > 0 && (preview.items?.length ?? 0) > 8);
    this.host.replaceChildren(...[
      el("h2", {}, preview.title || choice?.label || ""),
      preview.cost ? el("p", { class: "cost-line" }, `Points: ${withLeft(preview.cost)}`) : null,
      el("div", { class: "odds-body" },
        itemTable(preview.items),
        el("div", { class: "odds-chances" },
          preview.column ? el("p", { class: "column" }, / or (less|more)$/.test(preview.column) && !this.desk.isColumn(preview.column) ? "Needs " : "Column ", el("strong", {}, preview.column)) : null,
          preview.more ? el("p", { class: "more-points" }, preview.more) : null,
          bars.length ? el("ul", { class: "odds", "aria-label": "Chances" }, ...bars) : null,
          preview.sampled ? el("p", { class: "quiet" }, "Worked out by trying it many times; not exact.") : null)),
      ...(preview.warnings ?? []).map((text) => el("p", { class: "warning" }, text)),
      armed ? el("div", { class: "row" },
        el("button", { class: "primary", type: "button", onclick: () => this.desk.confirm() }, choice?.label ?? "Do it", el("kbd", {}, "Enter")),
        el("button", { type: "button", onclick: () => this.desk.cancel() }, "Not this", el("kbd", {}, "Esc"))) : null,
      offered ? el("div", { class: "row" }, el("button", { class: "primary", type: "button", onclick: () => this.desk.confirm() }, choice?.label ?? "Do it", el("kbd", {}, "Enter"))) : null,
    ].filter((node) => node !== null));
  }
}
