// The bar that says whose choice it is, what about, under which rule, and holds the buttons.

import { translated } from "../languages.js";
import { byId, el, escape, ruleNumber } from "../dom.js";
import { withoutSide } from "../standing.js";
import { intoRows, showForm } from "./form.js";

/** @typedef {import('../types.js').Choice} Choice */
/** @typedef {import('../types.js').View} View */

/** A question of so many letters has its buttons below it: beside them it would be a column of single words. */
const LONG = 70;

export class Prompt {
  /** @param {HTMLElement} host @param {{act: (choice: Choice) => void, open: (choice: Choice) => void, point: (choice: Choice) => void, next: () => void, isHex: (word: string) => boolean, go: (hex: string) => void, sideTitle: (key: string) => string, accent: (key: string) => string, mark: (key: string) => Node | null, ink: (key: string) => string}} desk */
  constructor(host, desk) {
    this.desk = desk;
    this.who = el("span", { class: "who" });
    this.text = el("span", { class: "prompt-text" });
    this.badge = el("span", { class: "prompt-badge" });
    this.buttons = el("div", { class: "prompt-actions", role: "group", "aria-label": "Actions" });
    const follow = (/** @type {Event} */ event) => {
      const hex = event.target instanceof HTMLElement ? event.target.dataset.go : undefined;
      if (hex) desk.go(hex);
      return Boolean(hex);
    };
    this.text.addEventListener("click", follow);
    this.text.addEventListener("keydown", (event) => event.key === "Enter" && follow(event) && event.stopPropagation());
    this.left = el("span", {});
    /** what stands there now: nothing is drawn anew under a finger unless it has changed */
    this.drawn = { who: "", text: "", buttons: "" };
    this.nextUnit = el("button", { type: "button", class: "next-unit", title: "The next unit that can still act (Tab)", hidden: true, onclick: () => desk.next() }, this.left, el("kbd", { "aria-hidden": "true" }, "Tab"));
    host.append(el("div", { class: "prompt-line" }, this.who, this.badge, this.text), el("div", { class: "prompt-buttons" }, this.nextUnit, this.buttons));
  }

  /** @param {View} view @param {boolean} mine @param {string} [instead] text in place of the prompt */
  show(view, mine, instead) {
    const { decision, result } = view;
    if (result) {
      this.drawn = { ...this.drawn, who: "", text: "" };
      this.who.textContent = "The game is over";
      this.paint(result.winner ?? "");
      this.text.textContent = result.text || result.level || "";
      return;
    }
    if (!decision || this.drawn.who !== decision.who) this.who.replaceChildren(...(decision ? [this.desk.mark(decision.who) ?? "", this.desk.sideTitle(decision.who)] : []));
    this.drawn.who = decision?.who ?? "";
    this.paint(decision?.who ?? "");
    const rule = decision?.rule ? ` <span class="rule" data-rule="${escape(decision.rule)}" tabindex="0">${escape(ruleNumber(decision.rule))}</span>` : "";
    const text = instead ?? (decision ? withoutSide(decision.prompt, decision.who, this.desk.sideTitle(decision.who)) : "");
    // Whose player turn it is goes without saying, unless somebody decides in the other's.
    const turn = view.sequence?.find((step) => step.now)?.side ?? "";
    const when = !instead && turn && decision && turn !== decision.who ? `<span class="when">turn: ${escape(this.desk.sideTitle(turn))}</span> ` : "";
    const markup = (mine || instead ? "" : '<span class="waiting">waiting</span> ') + when + `<span translate="no">${this.linked(translated(text))}</span>` + rule;
    if (markup !== this.drawn.text) this.text.innerHTML = markup;
    this.text.parentElement?.classList.toggle("long", text.length > LONG);
    this.drawn.text = markup;
  }

  /** @param {string} side */
  paint(side) {
    this.who.style.setProperty("--side", this.desk.accent(side));
    this.who.style.setProperty("--side-ink", this.desk.ink(side));
  }

  /** The fight that the question belongs to. @param {Node | null} badge */
  showFight(badge) {
    this.badge.replaceChildren(...(badge ? [badge] : []));
  }

  /** The hexes a sentence names, each leading there. @param {string} text @returns {string[]} */
  hexesIn(text) {
    return [...new Set(text.match(/\b\w{3,6}\b/g) ?? [])].filter((word) => /\d/.test(word) && this.desk.isHex(word));
  }

  /** @param {string} text @returns {string} markup */
  linked(text) {
    const known = new Set(this.hexesIn(text));
    return escape(text).replace(/\b\w{3,6}\b/g, (word) => (known.has(word) ? `<span class="hex-link" role="button" tabindex="0" data-go="${word}">${word}</span>` : word));
  }

  /** @param {Choice[]} plain @param {Choice[]} heads @param {Choice[]} ready actions complete with what is chosen @param {string} [now] how things are set, for a form @param {{label: string, does: () => void}} [more] a gesture of the table's own */
  showButtons(plain, heads, ready, now, more) {
    const shown = JSON.stringify([plain, heads, ready, now, more?.label]);
    if (shown === this.drawn.buttons) return;
    this.drawn.buttons = shown;
    const button = (/** @type {Choice} */ choice, /** @type {string} */ kind, /** @type {(c: Choice) => void} */ does) =>
      el("button", { class: kind, type: "button", title: choice.note, onclick: (/** @type {Event} */ event) => this.pressed(event, () => does(choice)), onpointerenter: () => this.desk.point(choice), onfocus: () => this.desk.point(choice) }, choice.label || choice.a.join(" "));
    const { rows, rest } = intoRows(plain);
    // The label may be cut to what its row does not say already; what is done is the whole choice.
    showForm(byId("form"), rows, (shown) => button(shown, "", () => this.desk.act(plain.find((choice) => choice.a === shown.a) ?? shown)), now);
    const all = [
      ...ready.map((choice) => button(choice, "primary", this.desk.act)),
      ...heads.map((choice) => button(choice, "", this.desk.open)),
      ...(more ? [el("button", { type: "button", onclick: (/** @type {Event} */ event) => this.pressed(event, more.does) }, more.label)] : []),
      ...rest.map((choice) => button(choice, "", this.desk.act)),
    ];
    // Tab walks the units, so each button has a number key of its own: nobody is caught on the map.
    all.slice(0, 9).forEach((node, i) => {
      node.append(el("kbd", { "aria-hidden": "true" }, String(i + 1)));
      node.setAttribute("aria-keyshortcuts", String(i + 1));
    });
    this.buttons.replaceChildren(...all);
  }

  /** A hand that pressed a button goes back to the map, so that the next key is meant for it; whoever came by key stays. @param {Event} event @param {() => void} does */
  pressed(event, does) {
    if (event instanceof MouseEvent && event.detail > 0) byId("map").focus({ preventScroll: true });
    does();
  }

  /** How many units, on the map or off it, can still act, or what else they are asked about for. @param {number} count @param {string} [does] */
  showLeft(count, does = "can act") {
    this.nextUnit.hidden = count === 0;
    // A narrow screen has room for the number only.
    this.left.replaceChildren(String(count), el("span", { class: "left-words" }, ` ${count === 1 ? "unit" : "units"} ${does}`));
  }

  /** @param {number} number @returns {boolean} whether there was such a button */
  press(number) {
    const button = this.buttons.children[number - 1];
    if (!(button instanceof HTMLButtonElement)) return false;
    button.click();
    return true;
  }
}
