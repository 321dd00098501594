// Mouse, pen and fingers on the map: turns them into pans, pinches, points, clicks and drags of counters.

/** @typedef {import('./mapview.js').MapView} MapView */
/** @typedef {{hex: string | null, piece: string | null, touch: boolean, all?: string | null, alt?: boolean, shift?: boolean, at?: number}} Spot   all: on the handle of a whole stack, its first piece; alt: with the Alt or Ctrl key; shift: with Shift; at: when, by the hand and not by a page that is busy */

/**
 * @typedef {object} Listener
 * @property {(spot: Spot) => void} point      the pointer rests over this
 * @property {(spot: Spot) => void} click
 * @property {(piece: string) => boolean} mayDrag
 * @property {(piece: string, whole: boolean) => void} dragStart   whole: by its handle, or with Shift
 * @property {(spot: Spot, clientX: number, clientY: number) => void} dragMove
 * @property {(spot: Spot | null) => void} dragEnd
 * @property {() => void} leave
 */

/** @type {Spot} */
const NOWHERE = { hex: null, piece: null, touch: false };

/** @param {MapView} view @param {Listener} listener */
export function listenToPointer(view, listener) {
  const { host } = view;
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let start = { x: 0, y: 0 };
  let moved = false;
  /** @type {string | null} */
  let dragging = null;
  /** @type {string | null} */
  let grabbed = null;
  let whole = false;
  /** the counter that is held lies in the tray over the map: a click there is its button's */
  let fromTray = false;

  /** A counter in the tray that a mouse may lead away; a finger scrolls the tray. @param {PointerEvent} event */
  const inTray = (event) => (event.pointerType !== "touch" && event.target instanceof Element && event.target.closest(".boxes .box-piece")?.getAttribute("data-piece")) || null;

  /** @param {PointerEvent} event @param {string} [which] */
  const isOnPanel = (event, which = "button, .panel, input") => event.target instanceof Element && Boolean(event.target.closest(which));

  /** @param {PointerEvent} event @returns {Spot} */
  const spot = (event) => {
    const p = view.toWorld(event.clientX, event.clientY);
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const piece = under?.closest("[data-piece]")?.getAttribute("data-piece") ?? null;
    // Put down on the tray is put back.
    const hex = fromTray && under?.closest(".boxes") ? null : under?.closest("[data-hex]")?.getAttribute("data-hex") ?? view.painter.grid.at(p.x, p.y);
    const all = under?.closest("[data-all]")?.getAttribute("data-all") ?? null;
    return { hex, piece, touch: event.pointerType === "touch", all, alt: event.altKey || event.ctrlKey, shift: event.shiftKey, at: event.timeStamp };
  };

  host.addEventListener("pointerdown", (event) => {
    const held = inTray(event);
    fromTray = Boolean(held) && event.button === 0 && down.size === 0;
    if (event.button > 1 || (isOnPanel(event) && !fromTray)) return;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    start = { x: event.clientX, y: event.clientY };
    moved = false;
    const { piece: under, all } = spot(event);
    const piece = held ?? under ?? all;
    whole = Boolean(all) || event.shiftKey;
    if (dragging && down.size > 1) {
      // A second finger: it is the map that is meant.
      listener.dragEnd(null);
      dragging = null;
    }
    grabbed = down.size === 1 && event.button === 0 && piece && listener.mayDrag(piece) ? piece : null;
    if (!fromTray) host.focus({ preventScroll: true });
  });

  host.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) {
      // What lies under a panel is not pointed at; a list is about what was pointed at before.
      if (event.pointerType !== "touch" && !isOnPanel(event, ".pick")) listener.point(isOnPanel(event) ? NOWHERE : spot(event));
      return;
    }
    const far = Math.hypot(event.clientX - start.x, event.clientY - start.y);
    if (!moved && far > (event.pointerType === "touch" ? 9 : 5)) {
      moved = true;
      host.setPointerCapture(event.pointerId);
      if (grabbed && down.size === 1) {
        dragging = grabbed;
        listener.dragStart(dragging, whole);
      }
    }
    if (down.size === 2) {
      const [a, b] = [...down.entries()].map(([id, p]) => (id === event.pointerId ? { x: event.clientX, y: event.clientY } : p));
      const [oldA, oldB] = [...down.values()];
      const box = host.getBoundingClientRect();
      const ratio = Math.hypot(a.x - b.x, a.y - b.y) / Math.max(1, Math.hypot(oldA.x - oldB.x, oldA.y - oldB.y));
      view.pan((a.x + b.x - oldA.x - oldB.x) / 2, (a.y + b.y - oldA.y - oldB.y) / 2);
      view.zoom(ratio, (a.x + b.x) / 2 - box.left, (a.y + b.y) / 2 - box.top);
      moved = true;
    } else if (dragging) {
      listener.dragMove(spot(event), event.clientX, event.clientY);
    } else if (moved && !fromTray) {
      view.pan(event.clientX - before.x, event.clientY - before.y);
    }
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });

  const lift = (/** @type {PointerEvent} */ event) => {
    if (!down.delete(event.pointerId)) return;
    if (dragging) {
      listener.dragEnd(event.type === "pointerup" ? spot(event) : null);
      dragging = null;
    } else if (!moved && !fromTray && event.type === "pointerup") {
      listener.click(spot(event));
    }
    grabbed = null;
    fromTray = false;
  };
  host.addEventListener("pointerup", lift);
  host.addEventListener("pointercancel", lift);
  host.addEventListener("pointerleave", () => listener.leave());

  host.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = host.getBoundingClientRect();
    // A trackpad's two-finger swipe pans; a wheel or a pinch zooms.
    if (event.deltaX !== 0 && !event.ctrlKey) view.pan(-event.deltaX, -event.deltaY);
    else view.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016) * (event.deltaMode === 1 ? 20 : 1)), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
}
