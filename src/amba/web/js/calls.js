// Being called: by Web Push to this browser, by mail to who has an account. The server says which of them it can.

import { askTable } from "./seat.js";
import { keep, recall } from "./store.js";

/** @typedef {{kinds: string[], quiet: number[], zone: string, digest: boolean, mail: boolean}} Wishes */
/** @typedef {{push: string | null, mail: boolean, me: {mail: string, wishes: Wishes, games: import('./store.js').Kept[]} | null}} Me */

export const KINDS = [["turn", "My turn"], ["fight", "A fight that needs me"], ["message", "A message"], ["asked", "A request: a draw, taking back"], ["claim", "Time running out, a claim"], ["over", "The end of a game"]];

/** @returns {Wishes} as this browser keeps them */
export function myWishes() {
  return recall("wishes", { kinds: KINDS.map(([kind]) => kind), quiet: [], zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC", digest: false, mail: true });
}

/** @param {Wishes} wishes */
export function keepWishes(wishes) {
  keep("wishes", wishes);
}

/** @returns {Promise<Me>} */
export async function whoAmI() {
  const answer = await fetch("/api/me").catch(() => null);
  return answer?.ok ? answer.json() : { push: null, mail: false, me: null };
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

export function canPush() {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** This browser's subscription, asking for leave where it has none. @param {string} key the server's public key @returns {Promise<PushSubscription>} */
async function subscribe(key) {
  const worker = await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  if ((await Notification.requestPermission()) !== "granted") throw new Error("The browser does not allow notifications from this page.");
  return (await worker.pushManager.getSubscription()) ?? worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

/** Call this browser for a seat. @param {string} token @param {string} key @returns {Promise<string>} what came of it, in words */
export async function callMe(token, key) {
  try {
    const subscription = await subscribe(key);
    const answer = await askTable(token, "calls", { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ subscription: plain(subscription), wishes: myWishes() }) });
    if (!answer?.ok) return (await answer?.json().catch(() => null))?.error ?? "The server did not answer.";
    keep("called", [...new Set([...recall("called", /** @type {string[]} */ ([])), token])].slice(-60));
    return "This browser will be called when this table needs you.";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param {PushSubscription} subscription */
function plain(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}

/** @param {string} token @returns {Promise<string>} */
export async function dontCallMe(token) {
  const worker = await navigator.serviceWorker.getRegistration("/sw.js").catch(() => undefined);
  const subscription = await worker?.pushManager.getSubscription();
  if (subscription) await askTable(token, "calls", { method: "DELETE", headers: { "content-type": "application/json" }, body: JSON.stringify({ subscription: plain(subscription), wishes: myWishes() }) });
  keep("called", recall("called", /** @type {string[]} */ ([])).filter((other) => other !== token));
  return "This browser will not be called for this table.";
}

/** @param {string} token */
export function isCalled(token) {
  return recall("called", /** @type {string[]} */ ([])).includes(token);
}
