// An invitation becomes a seat of this browser's own. The seat's secret is made here and kept before it is sent: asked twice, it is the same seat.

import { askTable } from "./seat.js";
import { keep, recall } from "./store.js";
import { randomHex } from "./sha256.js";

/** The seat this browser has from an invitation, if it opened it before. @param {string} link @returns {string} */
export function seatOf(link) {
  return recall("seats", /** @type {Record<string, string>} */ ({}))[link] ?? "";
}

/** @param {string} link @returns {Promise<{token: string} | {error: string}>} */
export async function sitDown(link) {
  const token = seatOf(link) || randomHex(24);
  keep("seats", { ...recall("seats", {}), [link]: token });
  const response = await askTable(link, "seat", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token }) });
  const answer = await response?.json().catch(() => null);
  if (response?.ok) return { token: answer.token };
  if (answer?.code === "taken" || answer?.code === "seat") {
    const { [link]: _, ...others } = recall("seats", /** @type {Record<string, string>} */ ({}));
    keep("seats", others);
  }
  return { error: answer?.error ?? "The server did not answer. Open the link again." };
}
