// Two players at one screen: when the choice passes to the other, the board is covered until they sit down.

import { el } from "../dom.js";
import { keep, recall } from "../store.js";

/** @param {string} title whose turn it is @returns {Promise<void>} when they are ready */
export function handOver(title) {
  if (recall("no-curtain", false)) return Promise.resolve();
  return new Promise((done) => {
    const box = el("input", { type: "checkbox", id: "no-curtain" });
    const dialog = el("dialog", { class: "curtain" },
      el("h2", {}, title),
      el("p", {}, "The choice is now theirs. Hand over the board."),
      el("button", { class: "primary", type: "button", autofocus: true, onclick: () => dialog.close() }, `${title}: ready`),
      el("label", {}, box, " Do not cover the board again"));
    dialog.addEventListener("close", () => {
      if (box.checked) keep("no-curtain", true);
      dialog.remove();
      done();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
