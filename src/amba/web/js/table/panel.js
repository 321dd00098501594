// The side panel and its tabs.

import { el } from "../dom.js";
import { keep, recall } from "../store.js";

/** Below this width the panel slides over the map; above it stands beside it. */
const NARROW = matchMedia("(max-width: 760px)");
/** A tablet held upright: the map has the screen until the panel is asked for. */
const UPRIGHT = matchMedia("(max-width: 999px) and (orientation: portrait)");

/** Open the panel if it is closed, and the other way round. On a wide screen the wish is remembered. */
export function togglePanel() {
  const { classList } = document.body;
  if (NARROW.matches) classList.toggle("panel-open");
  else keep("panel-closed", classList.toggle("panel-closed"));
}

/** Whatever is wanted from the panel must be seen. */
export function showPanel() {
  document.body.classList.add("panel-open");
  document.body.classList.remove("panel-closed");
}

if (recall("panel-closed", UPRIGHT.matches)) document.body.classList.add("panel-closed");

export class Panel {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Panel" });
    this.pages = el("div", { class: "pages" });
    host.append(this.tabs, this.pages);
    /** @type {Map<string, {tab: HTMLButtonElement, page: HTMLElement, opened?: () => void}>} */
    this.entries = new Map();
    this.current = "";
    this.tabs.addEventListener("keydown", (event) => {
      const keys = [...this.entries.keys()];
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const next = keys[(keys.indexOf(this.current) + step + keys.length) % keys.length];
      this.open(next);
      this.entries.get(next)?.tab.focus();
    });
  }

  /** @param {string} key @param {string} title @param {() => void} [opened] @returns {HTMLElement} the page to fill */
  add(key, title, opened) {
    const tab = el("button", { type: "button", role: "tab", id: `tab-${key}`, "aria-controls": `page-${key}`, "aria-selected": "false", tabindex: "-1", onclick: () => this.open(key) }, title);
    const page = el("div", { class: `page page-${key}`, role: "tabpanel", id: `page-${key}`, "aria-labelledby": `tab-${key}`, tabindex: "0", hidden: true });
    this.tabs.append(tab);
    this.pages.append(page);
    this.entries.set(key, { tab, page, opened });
    if (!this.current) this.open(key);
    return page;
  }

  /** @param {string} key */
  open(key) {
    this.current = key;
    for (const [name, { tab, page, opened }] of this.entries) {
      const on = name === key;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      page.hidden = !on;
      if (on) {
        tab.classList.remove("news");
        opened?.();
      }
    }
  }

  /** Something new on a page that is not open. @param {string} key */
  news(key) {
    if (this.current !== key) this.entries.get(key)?.tab.classList.add("news");
  }
}
