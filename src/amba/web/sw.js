// The service worker: shows a call to the table when no page is open, and opens the table when it is clicked.

const worker = /** @type {any} */ (self);

worker.addEventListener("push", (/** @type {any} */ event) => {
  /** @type {{title: string, body: string, tag: string, token: string}} */
  const call = event.data?.json() ?? { title: "Amba", body: "", tag: "", token: "" };
  event.waitUntil(show(call));
});

/** @param {{title: string, body: string, tag: string, token: string}} call */
async function show(call) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  // Whoever looks at this very table sees for himself.
  if (pages.some((/** @type {any} */ page) => page.visibilityState === "visible" && page.url.endsWith(`#${call.token}`))) return;
  await worker.registration.showNotification(call.title, { body: call.body, tag: call.tag, icon: "icon.svg", renotify: Boolean(call.tag), data: { token: call.token } });
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.token ?? ""));
});

/** @param {string} token */
async function open(token) {
  const url = new URL(token ? `table.html#${token}` : "./", worker.registration.scope).href;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => page.url === url);
  if (there) await there.focus();
  else await worker.clients.openWindow(url);
}
