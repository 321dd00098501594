// The reader's language. Every text that reaches the page, whoever wrote it (client, game or server), goes through one catalogue here.
// English is what everything is written in: it needs no catalogue and costs nothing.

import { keep, recall } from "./store.js";
import { Catalogue } from "./catalogue.js";

export const LANGUAGES = ["en", "it", "de"];
const ATTRIBUTES = ["title", "aria-label", "placeholder", "alt"];
/** People's own words, what stands on counters, and what is no text. */
const LEFT = "[translate=no], .counter text, textarea, script, style, code";

/** The one chosen here, or else the first that the browser asks for and we have. @returns {string} */
export function language() {
  const wish = recall("language", "");
  if (LANGUAGES.includes(wish)) return wish;
  return (navigator.languages ?? []).map((name) => name.slice(0, 2).toLowerCase()).find((name) => LANGUAGES.includes(name)) ?? "en";
}

/** A language in its own words. @param {string} code */
export function nameOf(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** @param {string} code */
export function choose(code) {
  keep("language", code);
  location.reload();
}

/** A list to choose from. @returns {HTMLSelectElement} */
export function languageMenu() {
  const select = document.createElement("select");
  select.setAttribute("aria-label", "Language");
  select.setAttribute("title", "Language");
  select.setAttribute("translate", "no");
  select.className = "language";
  for (const code of LANGUAGES) select.add(new Option(nameOf(code), code, false, code === language()));
  select.addEventListener("change", () => choose(select.value));
  return select;
}

/** What is said of a text node or an attribute now, so that our own change is not read again. @type {WeakMap<Node, Map<string, string>>} */
const said = new WeakMap();

/** @param {Node} node @param {string} what @param {string} now @param {(text: string) => void} set @param {Catalogue} catalogue */
function renew(node, what, now, set, catalogue) {
  const known = said.get(node) ?? new Map();
  if (known.get(what) === now || !/\p{L}{2}/u.test(now)) return;
  const text = catalogue.translate(now);
  known.set(what, text);
  said.set(node, known);
  if (text !== now) set(text);
}

/** @param {Node} root @param {Catalogue} catalogue */
function translateTree(root, catalogue) {
  if (root instanceof Text) {
    if (!root.parentElement?.closest(LEFT)) renew(root, "text", root.data, (text) => (root.data = text), catalogue);
    return;
  }
  if (!(root instanceof Element)) return;
  for (const name of ATTRIBUTES) {
    const now = root.getAttribute(name);
    if (now) renew(root, name, now, (text) => root.setAttribute(name, text), catalogue);
  }
  for (const child of root.childNodes) translateTree(child, catalogue);
}

/** Translate what is there, and whatever comes. @param {Catalogue} catalogue */
export function watch(catalogue) {
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === "childList") for (const node of addedNodes) translateTree(node, catalogue);
      else if (type === "characterData") translateTree(target, catalogue);
      else if (attributeName && target instanceof Element) renew(target, attributeName, target.getAttribute(attributeName) ?? "", (text) => target.setAttribute(attributeName, text), catalogue);
    }
  });
  translateTree(document.documentElement, catalogue);
  observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ATTRIBUTES });
}

/** @type {Catalogue | null} */
let catalogue = null;

/** A text in the reader's language, for those who take it apart before they show it. @param {string} text */
export function translated(text) {
  return catalogue?.translate(text) ?? text;
}

async function speak() {
  const code = language();
  document.documentElement.lang = code;
  if (code === "en") return;
  const response = await fetch(`/api/languages/${code}`).catch(() => null);
  if (!response?.ok) return;
  catalogue = new Catalogue(await response.json());
  // For those who look after a translation: what it has no words for.
  Object.assign(globalThis, { ambaUntranslated: catalogue.missing });
  watch(catalogue);
}

/** Settled when the words are there. */
export const spoken = speak();
