// Rule numbers anywhere on the page show their gist when pointed at or focused.

import { el } from "../dom.js";

/** @typedef {import('../types.js').Rule} Rule */

export class Hints {
  constructor() {
    /** @type {Map<string, Rule>} */
    this.rules = new Map();
    /** @type {HTMLElement | null} the number it tells of */
    this.about = null;
    this.box = el("div", { class: "hint", role: "tooltip", id: "hint", hidden: true });
    document.body.append(this.box);
    const enter = (/** @type {Event} */ event) => {
      const target = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
      if (target instanceof HTMLElement) this.show(target);
    };
    const leave = (/** @type {Event} */ event) => {
      if (event.target instanceof Element && event.target.closest("[data-rule]")) this.box.hidden = true;
    };
    document.addEventListener("pointerover", enter);
    document.addEventListener("focusin", enter);
    document.addEventListener("pointerout", leave);
    document.addEventListener("focusout", leave);
    // What was pointed at is drawn anew with the next question, and nothing says that the pointer has left it.
    new MutationObserver(() => {
      if (!this.box.hidden && !this.about?.isConnected) this.box.hidden = true;
    }).observe(document.body, { childList: true, subtree: true });
  }

  /** @param {Rule[]} rules */
  learn(rules) {
    for (const rule of rules) this.rules.set(rule.number, rule);
  }

  /** The rule, or the nearest one above it. @param {string} number @returns {Rule | undefined} */
  find(number) {
    for (let n = number; n; n = n.replace(/\.?[^.]*$/, "")) {
      const rule = this.rules.get(n) ?? this.rules.get(`${n}.0`);
      if (rule) return rule;
    }
    return undefined;
  }

  /** @param {HTMLElement} target */
  show(target) {
    const number = target.dataset.rule ?? "";
    const rule = this.find(number);
    if (!rule) return;
    this.box.replaceChildren(el("strong", {}, `${rule.number} ${rule.title}`), el("p", {}, rule.gist), rule.status && rule.status !== "enforced" ? el("p", { class: "quiet" }, rule.status) : "");
    this.box.hidden = false;
    this.about = target;
    target.setAttribute("aria-describedby", "hint");
    const at = target.getBoundingClientRect();
    const own = this.box.getBoundingClientRect();
    this.box.style.left = `${Math.max(8, Math.min(innerWidth - own.width - 8, at.left))}px`;
    this.box.style.top = `${at.bottom + own.height + 8 < innerHeight ? at.bottom + 6 : Math.max(8, at.top - own.height - 6)}px`;
  }
}
