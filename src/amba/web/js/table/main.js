// Opens the table named by the link: /table.html#TOKEN (the part after # never reaches a server's log).

import { byId, el } from "../dom.js";
import { seatOf, sitDown } from "../invitation.js";
import { Wire } from "./wire.js";
import { speaker } from "./titles.js";
import { spoken } from "../languages.js";
import { warm } from "../map/relief-client.js";

// The table's modules come while the line is being opened and the board fetched.
const parts = import("./table.js");
warm();

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').Welcome} Welcome */

const link = decodeURIComponent(location.hash.slice(1)) || new URLSearchParams(location.search).get("seat") || "";
const token = seatOf(link) || link;
// A used invitation in the address bar would open nothing elsewhere: there stands the seat itself.
if (token !== link) history.replaceState(null, "", `#${token}`);
addEventListener("hashchange", () => location.reload());

/** @type {Table | null} */
let table = null;
/** @type {Record<string, any>[]} messages that came while the board was on its way */
let early = [];
let opening = false;
let lost = false;

const wire = new Wire(token, hear, (state) => {
  const line = byId("line");
  if (state === "lost") {
    lost = true;
    line.hidden = false;
    line.className = "line lost";
    line.textContent = "The line is down. Trying again by itself; nothing is lost.";
  } else if (state === "open" && lost) {
    lost = false;
    line.className = "line back";
    line.textContent = "The line is back.";
    setTimeout(() => !lost && (line.hidden = true), 2500);
  }
});

/** @param {Record<string, any> & {t: string}} message */
function hear(message) {
  if (message.t === "welcome") {
    if (table) table.welcome(/** @type {any} */ (message));
    else if (!opening) void open(/** @type {any} */ (message));
    else early = [message];
  } else if (message.t === "error" && !table) {
    wire.end();
    if (message.code === "link") void accept();
    else fail(message.text ?? "This link opens no seat.");
  } else if (table) {
    table.hear(message);
  } else {
    early.push(message);
  }
}

/** The link is an invitation: take the seat, and open the table from it. */
async function accept() {
  const answer = await sitDown(token);
  if ("token" in answer) location.replace(`#${answer.token}`);
  else fail(answer.error);
}

/** @param {Welcome} welcome */
async function open(welcome) {
  opening = true;
  const response = await fetch(welcome.board_url);
  if (!response.ok) {
    fail("The board could not be fetched.");
    return;
  }
  const board = /** @type {Board} */ (await response.json());
  // Counters alike name the first that has their faces.
  const faces = new Map(board.pieces.map((piece) => [piece.key, piece.faces]));
  for (const piece of board.pieces) piece.faces = faces.get(/** @type {any} */ (piece.faces)) ?? piece.faces;
  document.title = `${board.title} · Amba`;
  byId("title").textContent = board.title;
  const { Table } = await parts;
  await spoken;
  wire.speak = speaker(board);
  table = new Table(board, wire, token, wire.speak(welcome));
  // For those who measure or try the page: whether it is at rest.
  Object.assign(globalThis, { ambaTable: table });
  for (const message of early) hear(/** @type {any} */ (wire.speak(message)));
}

/** @param {string} text */
function fail(text) {
  byId("map").replaceChildren(el("div", { class: "failure" }, el("h1", {}, text), el("p", {}, el("a", { href: "./" }, "To the shelf"))));
}

if (!token) {
  wire.end();
  fail("This page needs the link of a seat.");
}
