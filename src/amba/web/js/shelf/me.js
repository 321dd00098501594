// Who asks: an account without a password for those who wish their games on several devices, and when to be called.

import { byId, el } from "../dom.js";
import { KINDS, isCalled, keepWishes, callMe, myWishes, whoAmI } from "../calls.js";
import { keep, myGames, recall } from "../store.js";

/** @typedef {import('../calls.js').Me} Me */
/** @typedef {import('../store.js').Kept} Kept */

/** @param {string} path @param {string} method @param {unknown} [body] @returns {Promise<any>} the answer, or null */
async function send(path, method, body) {
  const answer = await fetch(path, { method, headers: { "content-type": "application/json" }, body: body === undefined ? undefined : JSON.stringify(body) }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  return answer?.ok ? found : { error: found?.error ?? "The server did not answer." };
}

/** A mailed link: /#enter=KEY. @returns {Promise<string>} what to say */
async function enter() {
  const key = /^#enter=([\w-]+)$/.exec(location.hash)?.[1];
  if (!key) return "";
  history.replaceState(null, "", location.pathname);
  const owner = await send("/api/me/whose", "POST", { key });
  if (owner.error) return owner.error;
  if (owner.mail !== recall("mailed", "") && !(await isMe(owner.mail))) return "You are not signed in.";
  const answer = await send("/api/me", "POST", { key });
  return answer.error ?? "You are signed in. Your games follow you now.";
}

/**
 * Anybody can have a link mailed to himself and pass it on; whoever opened it would hand him his seats.
 * @param {string} mail @returns {Promise<boolean>}
 */
function isMe(mail) {
  return new Promise((answer) => {
    const dialog = el("dialog", { class: "me" }, el("h2", {}, "Is this you?"), el("p", {}, `This link signs this browser in as ${mail}.`),
      el("p", { class: "quiet" }, "All games of this browser then belong to that account, with their seats. Go on only with a link you asked for yourself."),
      el("div", { class: "row" }, el("button", { type: "button", class: "primary", onclick: () => dialog.close("yes") }, "Sign in"), el("button", { type: "button", onclick: () => dialog.close() }, "That is not me")));
    dialog.addEventListener("close", () => { dialog.remove(); answer(dialog.returnValue === "yes"); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** This browser's games join those of the others. @param {() => void} changed */
async function join(changed) {
  const gone = recall("gone", /** @type {string[]} */ ([]));
  const answer = await send("/api/me/games", "PUT", { games: myGames(), gone });
  if (!Array.isArray(answer.games)) return;
  keep("gone", []);
  const mine = new Map(myGames().map((game) => [game.token, game]));
  for (const game of /** @type {Kept[]} */ (answer.games)) if (!mine.has(game.token)) mine.set(game.token, game);
  keep("games", [...mine.values()].sort((a, b) => b.when - a.when).slice(0, 40));
  changed();
}

/** @param {() => void} changed the list of games is another one */
export async function showMe(changed) {
  const said = await enter();
  const me = await whoAmI();
  if (me.me) await join(changed);
  const button = byId("me");
  button.hidden = !(me.mail || me.push || me.me);
  button.textContent = me.me ? me.me.mail : "Calls and account";
  button.onclick = () => open(me, changed);
  if (said) byId("said").replaceChildren(el("p", { class: "said" }, said));
}

/** @param {Me} me @param {() => void} changed */
function open(me, changed) {
  const wishes = me.me?.wishes ?? myWishes();
  const out = el("p", { class: "quiet", role: "status" });
  const kinds = KINDS.map(([kind, title]) => {
    const box = el("input", { type: "checkbox", checked: wishes.kinds.includes(kind), value: kind });
    return { box, row: el("label", {}, box, ` ${title}`) };
  });
  const hours = (/** @type {number | undefined} */ hour) => el("select", {}, el("option", { value: "" }, "–"), ...Array.from({ length: 24 }, (_, i) => el("option", { value: i, selected: i === hour }, `${i}:00`)));
  const [from, to] = [hours(wishes.quiet[0]), hours(wishes.quiet[1])];
  const daily = el("input", { type: "checkbox", checked: wishes.digest });
  const mails = el("input", { type: "checkbox", checked: wishes.mail });
  const save = async () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
    const now = { kinds: kinds.filter(({ box }) => box.checked).map(({ box }) => box.value), quiet: from.value !== "" && to.value !== "" ? [Number(from.value), Number(to.value)] : [], zone, digest: daily.checked, mail: mails.checked };
    keepWishes(now);
    const answer = me.me ? await send("/api/me/wishes", "PUT", now) : {};
    if (me.push) for (const game of myGames().filter((one) => isCalled(one.token))) await callMe(game.token, me.push);
    out.textContent = answer.error ?? "Kept.";
    if (me.me) me.me.wishes = now;
  };
  const dialog = el("dialog", { class: "me" }, el("h2", {}, "Calls and account"),
    ...account(me, out, changed, () => dialog.close()),
    el("h3", {}, "When to be called"), ...kinds.map(({ row }) => row),
    el("label", { class: "row" }, "Quiet from ", from, " to ", to),
    me.me ? el("label", {}, mails, " By mail") : null, me.me ? el("label", {}, daily, " One mail a day, at six in the evening") : null,
    me.push ? el("p", { class: "quiet" }, "This browser is called for the tables where you choose “Call me” in the table's menu.") : null,
    out, el("div", { class: "row" }, el("button", { type: "button", class: "primary", onclick: () => void save() }, "Keep"), el("button", { type: "button", onclick: () => dialog.close() }, "Close")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Me} me @param {HTMLElement} out @param {() => void} changed @param {() => void} close */
function account(me, out, changed, close) {
  if (me.me) {
    const leave = async (/** @type {string} */ how) => {
      await send(`/api/me${how}`, "DELETE");
      close();
      void showMe(changed);
    };
    return [el("p", {}, `Signed in as ${me.me.mail}.`), el("div", { class: "row" }, el("button", { type: "button", onclick: () => void leave("") }, "Sign out"), el("button", { type: "button", onclick: () => confirm("Delete the account? The games stay.") && void leave("?forget=1") }, "Delete the account"))];
  }
  if (!me.mail) return [el("p", { class: "quiet" }, "This server sends no mail, so it has no accounts. Your games are kept in this browser.")];
  const mail = el("input", { type: "email", required: true, placeholder: "you@example.org", autocomplete: "email", "aria-label": "Mail address" });
  const form = el("form", { class: "row" }, mail, el("button", { type: "submit" }, "Mail me a link"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await send("/api/me/link", "POST", { mail: mail.value });
    keep("mailed", mail.value.trim().toLowerCase());
    out.textContent = answer.error ?? "A link is on its way. It works once, for twenty minutes.";
  });
  return [el("p", {}, "No account is needed to play. With one, your games follow you to your other devices, and you can be called by mail. There is no password: you are mailed a link."), form];
}
