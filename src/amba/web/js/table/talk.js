// Chat with those at the table, and notes of one's own.

import { el } from "../dom.js";

/** @typedef {import('../types.js').ChatLine} ChatLine */

export class Talk {
  /** @param {HTMLElement} page @param {(text: string) => void} send @param {(key: string) => string} sideTitle */
  constructor(page, send, sideTitle) {
    this.sideTitle = sideTitle;
    this.list = el("ol", { class: "chat", "aria-label": "Chat", tabindex: "0" });
    const input = el("input", { type: "text", maxlength: "500", placeholder: "Say something", "aria-label": "Say something" });
    const form = el("form", { class: "chat-form" }, input, el("button", { type: "submit" }, "Send"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (text) send(text);
      input.value = "";
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
    this.list.append(el("li", {}, el("strong", {}, line.by ? this.sideTitle(line.by) : "Table"), ` ${line.text}`));
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/** @param {HTMLElement} page @param {string} text @param {(text: string) => void} store */
export function showNotes(page, text, store) {
  const area = el("textarea", { "aria-label": "Notes of your own", placeholder: "Only you see these notes." });
  area.value = text;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const saved = el("p", { class: "quiet", "aria-live": "polite" });
  area.addEventListener("input", () => {
    clearTimeout(timer);
    saved.textContent = "";
    timer = setTimeout(() => {
      store(area.value);
      saved.textContent = "Kept.";
    }, 700);
  });
  page.replaceChildren(area, saved);
}
