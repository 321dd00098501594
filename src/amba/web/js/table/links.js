// The window with the links: one's own seat, invitations to hand out, passing a seat on, and the link to watch.

import { el } from "../dom.js";
import { whoAmI } from "../calls.js";
import { askTable } from "../seat.js";
import { notice } from "./notices.js";

/** @typedef {import('./table.js').Table} Table */

/** @param {string} token */
const url = (token) => new URL(`table.html#${token}`, document.baseURI).href;

/** @param {Table} table */
export function showLinks(table) {
  const page = el("div", { class: "links" });
  fill(table, page);
  table.menuBar.dialog("Links to this table", page);
}

/** @param {Table} table @param {HTMLElement} page */
function fill(table, page) {
  const { last } = table.menuBar;
  const invitations = last?.invitations ?? {};
  const again = () => fill(table, page);
  const ask = async (/** @type {string} */ t, /** @type {string} */ side) => {
    const answer = await table.wire.ask({ t, side }).catch(() => ({ t: "refused", text: "The line is down." }));
    if (answer.t === "refused") notice(/** @type {any} */ (answer).text ?? "Not now.");
    else if (last) {
      const { [side]: _, ...others } = invitations;
      last.invitations = answer.t === "invited" ? { ...others, [side]: /** @type {any} */ (answer).link } : others;
    }
    again();
  };
  const button = (/** @type {string} */ text, /** @type {() => void} */ does) => el("button", { type: "button", onclick: does }, text);
  const rows = Object.entries(invitations).flatMap(([side, link]) => [
    linkRow(`Invite: ${table.sideTitle(side)}`, url(link)),
    ...(last?.host ? [mailRow(table, link)] : []),
    el("div", { class: "row" }, button("Take this link back", () => void ask("revoke", side)), button("Another link instead", () => void ask("invite", side))),
  ]);
  if (rows.length) rows.unshift(el("p", {}, "The first browser that opens an invitation gets the seat; then the link is used up."));
  const open = table.board.sides.map(({ key }) => key).filter((side) => !invitations[side] && (table.seat.sides.includes(side) || (last?.host && table.menuBar.seats[side] === "open")));
  for (const side of open) rows.push(el("div", { class: "row" }, button(table.seat.sides.includes(side) ? `Pass my seat on: ${table.sideTitle(side)}` : `Invite: ${table.sideTitle(side)}`, () => void ask("invite", side))));
  if (!table.seat.watch) rows.push(el("p", { class: "quiet" }, "This seat is yours alone. To play on with another device of yours, open this link there; show it to nobody."), linkRow("This seat", url(table.token)));
  if (last?.watch) rows.push(linkRow("To watch", url(last.watch)));
  page.replaceChildren(...rows);
}

/** Mail an invitation, where the server sends mail. @param {Table} table @param {string} link */
function mailRow(table, link) {
  const input = el("input", { type: "email", required: true, maxlength: "254", placeholder: "friend@example.org", "aria-label": "Mail address of whom you invite" });
  const send = el("button", { type: "submit" }, "Mail it");
  const form = el("form", { class: "link-row mail-row", hidden: true }, el("span", {}, "By mail"), input, send);
  void whoAmI().then((server) => (form.hidden = !server.mail));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send.disabled = true;
    const body = JSON.stringify({ mail: input.value.trim(), token: link });
    void askTable(table.token, "invite", { method: "POST", headers: { "content-type": "application/json" }, body }).then(async (response) => {
      const answer = await response?.json().catch(() => null);
      send.disabled = false;
      if (response?.ok) input.value = "";
      notice(response?.ok ? "The invitation is on its way." : answer?.error ?? "The mail could not be sent.");
    });
  });
  return form;
}

/** @param {string} title @param {string} href */
export function linkRow(title, href) {
  const input = el("input", { type: "text", readonly: true, value: href, "aria-label": title, onfocus: () => input.select() });
  return el("div", { class: "link-row" }, el("span", {}, title), input, el("button", { type: "button", onclick: () => void navigator.clipboard?.writeText(href).then(() => (input.value = "Copied"), () => input.select()) }, "Copy"));
}
