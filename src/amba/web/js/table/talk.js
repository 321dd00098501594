// Chat with those at the table, and notes of one's own.

import { el } from "../dom.js";
import { notice } from "./notices.js";

/** @typedef {import('../types.js').ChatLine} ChatLine */

export class Talk {
  /** @param {HTMLElement} page @param {(text: string) => Promise<string>} send why it did not arrive; empty if it did @param {(key: string) => string} sideTitle */
  constructor(page, send, sideTitle) {
    this.sideTitle = sideTitle;
    this.list = el("ol", { class: "chat", "aria-label": "Chat", tabindex: "0" });
    const input = el("input", { type: "text", maxlength: "500", placeholder: "Say something", "aria-label": "Say something" });
    const form = el("form", { class: "chat-form" }, input, el("button", { type: "submit" }, "Send"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      // What did not arrive stays where it was typed.
      void send(text).then((trouble) => {
        if (trouble) notice(`Not said: ${trouble}`);
        else if (input.value.trim() === text) input.value = "";
      });
    });
    page.append(this.list, form);
  }

  /** @param {ChatLine[]} lines */
  reset(lines) {
    this.list.replaceChildren();
    lines.forEach((line) => this.add(line));
  }

  /** @param {ChatLine} line */
  add(line) {
    this.list.append(el("li", {}, el("strong", {}, line.by ? this.sideTitle(line.by) : "Table"), el("span", { translate: "no" }, ` ${line.text}`)));
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/** Notes of one's own. What has been typed is never overwritten by what is stored, and is stored as soon as there is a line. */
export class Notes {
  /** @param {HTMLElement} page @param {(text: string) => Promise<string>} store why it is not kept; empty if it is */
  constructor(page, store) {
    this.store = store;
    this.area = el("textarea", { "aria-label": "Notes of your own", placeholder: "Only you see these notes." });
    this.saved = el("p", { class: "quiet", "aria-live": "polite" });
    this.unsaved = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.area.addEventListener("input", () => {
      this.unsaved = true;
      this.saved.textContent = "";
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.keep(), 700);
    });
    page.replaceChildren(this.area, this.saved);
  }

  /** As stored; at opening, and whenever the line is back. @param {string} text */
  set(text) {
    if (this.unsaved) void this.keep();
    else this.area.value = text;
  }

  async keep() {
    const text = this.area.value;
    const trouble = await this.store(text);
    if (!trouble && text === this.area.value) this.unsaved = false;
    this.saved.textContent = trouble ? `Not kept yet: ${trouble}` : "Kept.";
  }
}
