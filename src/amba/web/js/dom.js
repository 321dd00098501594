// Small helpers for building the page: no framework, so these few lines are all there is.

/**
 * Make an element. Children may be strings or nodes; null is skipped.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | number | ((event: Event) => void) | undefined>} [props] attributes; on* are listeners
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** @param {string} tag @param {Record<string, string | number>} [props] @returns {SVGElement} */
export function svg(tag, props = {}) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props)) node.setAttribute(name, String(value));
  return node;
}

/** @param {string} text @returns {string} safe inside markup */
export function escape(text) {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node;
}

/** @param {number} ms @returns {Promise<void>} */
export function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** A rule's number as the rulebook prints it: what we have added to tell its parts from each other is for the machine. @param {string} rule */
export function ruleNumber(rule) {
  return rule.replace(/(\d)\.[a-z][a-z-]*$/, "$1");
}
