// Questions about a table. The seat's token goes in a header: a path would stand in the logs of every proxy on the way.

/** @param {string} token @param {string} part what of the table: now, log, luck ... @param {RequestInit} [more] @returns {Promise<Response | null>} null when nobody answers */
export function askTable(token, part, more = {}) {
  return fetch(part ? `/api/table/${part}` : "/api/table", { ...more, headers: { authorization: `Bearer ${token}`, ...more.headers } }).catch(() => null);
}

/** A socket of one seat. @param {string} token @returns {WebSocket} */
export function openSocket(token) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/ws`, ["amba", `seat.${token}`]);
}

/** The log as a file for whoever asks. @param {string} token */
export async function saveLog(token) {
  const answer = await askTable(token, "log");
  if (!answer?.ok) return;
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "game.jsonl";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
