// Dark, light, or as the system wishes.

import { keep, recall } from "./store.js";

const CYCLE = ["auto", "light", "dark"];

function show(/** @type {string} */ theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function applyTheme() {
  show(recall("theme", "auto"));
}

/** @returns {string} the theme now chosen */
export function nextTheme() {
  const next = CYCLE[(CYCLE.indexOf(recall("theme", "auto")) + 1) % CYCLE.length];
  keep("theme", next);
  show(next);
  return next;
}

applyTheme();
