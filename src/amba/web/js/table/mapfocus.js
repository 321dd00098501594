// Which part of the map is in sight: what a choice is about is brought into sight, and nothing is moved without need.

import { byId } from "../dom.js";
import { around } from "./mapview.js";
import { hides, makeRoom } from "./room.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../map/grid.js').Point} Point */

export class MapFocus {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** the kind of choice that was last brought into sight */
    this.attended = "";
    /** the position in which something was last brought out from under the odds */
    this.clearedAt = -1;
    /** the whole map is shown, since one's own army does not stand on it yet */
    this.waits = false;
    /** a counter is being dragged: the ground stays under it */
    this.held = false;
    /** how often the map had been moved when it was opened; nobody has touched anything yet */
    this.openedAt = -1;
    for (const kind of ["pointerdown", "keydown", "wheel"]) addEventListener(kind, () => (this.openedAt = -1), { capture: true, passive: true });
    // The bar finds its words, and its height, only after the map has been opened.
    table.map.pushed = () => {
      if (this.openedAt === table.map.glides) this.comeClear(this.own());
    };
    table.map.followers.push(() => this.partOverlays());
    /** by how much the map was moved for the odds' sake, and where it came to lie */
    this.shifted = { dx: 0, dy: 0, x: 0, y: 0 };
  }

  /** The opening view: where the pieces are, as large as they fit. */
  lookWhereItHappens() {
    if (this.table.map.fitted) this.table.map.fit(); // the bar has its words only now
    const mine = this.own();
    // Before one's own army is set up, the whole map is what one wants to see.
    this.waits = !mine.length && !this.table.seat.watch;
    if (this.waits) {
      const points = this.centres(Object.keys(this.table.view.stacks));
      const there = around(points);
      this.table.map.across = points.length ? there.x + there.w / 2 : null;
      if (this.table.map.fitted) this.table.map.fit();
      return;
    }
    this.table.map.openOn(this.centres(Object.keys(this.table.view.stacks)), mine);
    this.comeClear(mine);
    this.attended = "";
    this.attend();
  }

  /** What stands under a panel where the map opens comes out from under it, by the shortest way that hides nothing else; one's own first. @param {Point[]} mine */
  comeClear(mine) {
    const { map } = this.table;
    const { left, top, width, height } = map.host.getBoundingClientRect();
    const [rim, edge] = [46 * map.scale, 64 * map.scale]; // a stack, which grows upward, and its name
    const panels = [...map.host.querySelectorAll(".overlays, .zoom, .boxes, .minimap, .tale")].map((node) => node.getBoundingClientRect()).filter((box) => box.width)
      .map((box) => ({ x: box.left - left - rim, y: box.top - top - rim, w: box.width + 2 * rim, h: box.height + 2 * rim }));
    const points = [...mine.map((p) => ({ ...map.toHost(p), weight: 3 })), ...this.centres(Object.keys(this.table.view.stacks)).map((p) => ({ ...map.toHost(p), weight: 1 }))];
    const isSeen = (/** @type {number} */ x, /** @type {number} */ y) => x > rim && x < width - rim && y > edge && y < height - rim && !panels.some((box) => x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h);
    // Whoever is to go somewhere has some ground before him on every side.
    const hasRoom = (/** @type {number} */ x, /** @type {number} */ y, room = 175 * map.scale) => x > room && x < width - room && y > room && y < height - room;
    const steps = [0, 45, -45, 90, -90, 135, -135, 180, -180];
    const shifts = steps.flatMap((dx) => steps.map((dy) => ({ dx, dy, cost: Math.hypot(dx, dy) / 100 })));
    for (const shift of shifts) for (const { x, y, weight } of points) shift.cost += isSeen(x + shift.dx, y + shift.dy) ? (hasRoom(x + shift.dx, y + shift.dy) ? 0 : weight / 6) : weight;
    const best = shifts.reduce((a, b) => (b.cost < a.cost ? b : a));
    if (best.dx || best.dy) map.pan(best.dx, best.dy);
    this.openedAt = map.glides;
  }

  /** Where one's own pieces stand. */
  own() {
    return this.centres(Object.values(this.table.view.pieces).filter((piece) => this.table.seat.sides.includes(piece.side ?? "")).map((piece) => piece.at ?? ""));
  }

  /** The army is set up: now it is brought near enough to be read, unless the hand has moved the map. */
  arrive() {
    const { table } = this;
    const left = [...table.hand.choices.next().keys()].some((key) => table.pieces.has(key) && !table.painter.grid.has(table.view.pieces[key]?.at ?? ""));
    if (!this.waits || left || !this.own().length) return;
    this.waits = false;
    if (table.map.fitted) this.lookWhereItHappens();
  }

  /** Once for each position: later the hand may move the map as it likes. @param {Point} point */
  keepInSight(point) {
    if (this.clearedAt === this.table.view.n) return;
    this.clearedAt = this.table.view.n;
    const host = this.table.map.host.getBoundingClientRect();
    const panel = byId("odds").getBoundingClientRect();
    const at = this.table.map.toHost(point);
    const rim = 64;
    const free = { left: rim, right: host.width - rim, top: rim, bottom: host.height - rim };
    const taken = { left: panel.left - host.left - rim, right: panel.right - host.left + rim, top: panel.top - host.top - rim, bottom: panel.bottom - host.top + rim };
    const covered = at.x > taken.left && at.x < taken.right && at.y > taken.top && at.y < taken.bottom;
    const onLeft = byId("odds").classList.contains("left");
    // Out from under the panel by the shorter way, so that the others stay where they are.
    if (host.width < 620) free.bottom = taken.top;
    else if (covered && taken.bottom < free.bottom && taken.bottom - at.y < (onLeft ? taken.right - at.x : at.x - taken.left)) free.top = taken.bottom;
    else if (covered && onLeft) free.left = taken.right;
    else if (covered) free.right = taken.left;
    const into = (/** @type {number} */ v, /** @type {number} */ low, /** @type {number} */ high) => Math.max(low, Math.min(Math.max(low, high), v));
    const [dx, dy] = [into(at.x, free.left, free.right) - at.x, into(at.y, free.top, free.bottom) - at.y];
    if (!dx && !dy) return;
    const { map } = this.table;
    map.pan(dx, dy);
    this.shifted = { dx: this.shifted.dx + dx, dy: this.shifted.dy + dy, x: map.x, y: map.y };
  }

  /** The fight is decided: the map goes back to where it was, unless the hand has moved it since. */
  restore() {
    const { dx, dy, x, y } = this.shifted;
    const { map } = this.table;
    this.shifted = { dx: 0, dy: 0, x: 0, y: 0 };
    if ((dx || dy) && Math.abs(map.x - x) < 1 && Math.abs(map.y - y) < 1) map.pan(-dx, -dy);
  }

  /** @param {string[]} hexes */
  centres(hexes) {
    return hexes.filter((id) => this.table.painter.grid.has(id)).map((id) => this.table.painter.grid.centre(id));
  }

  /** Where on the map there is something to choose. */
  concerned() {
    return this.centres([...this.table.hand.choices.next().keys()].map((arg) => this.table.view.pieces[arg]?.at ?? arg));
  }

  /** What floats over the map makes room for what can be chosen. */
  makeRoom() {
    if (!byId("boxes").hidden) makeRoom(this.table.map, byId("boxes"), ["", "up"], this.concerned());
    this.partOverlays();
  }

  /** The list of overlays steps back from the places to which what is in hand can go, and from those that are asked about, unless one of them is being read. */
  partOverlays() {
    const { map, hand, several, overlays, prompt, view } = this.table;
    const taken = several ?? (hand.choices.chosen.length ? hand.choices : null);
    const about = hand.active ? prompt.hexesIn(view.decision?.prompt ?? "") : [];
    const places = overlays.on ? [] : this.centres([...about, ...(taken?.next().keys() ?? [])]);
    byId("overlays").classList.toggle("gives-way", hides(map, byId("overlays"), places));
  }

  /** A new kind of choice that is about a place out of sight brings that place into sight. */
  attend() {
    this.arrive();
    const { decision } = this.table.view;
    const kind = `${decision?.who} ${decision?.kind}`;
    if (kind === this.attended) return;
    this.attended = kind;
    const about = this.centres(this.table.prompt.hexesIn(decision?.prompt ?? ""));
    const points = about.length ? about : this.table.hand.active ? this.concerned() : [];
    const seen = this.table.map.window();
    if (points.length && !points.some((p) => p.x > seen.x && p.x < seen.x + seen.w && p.y > seen.y && p.y < seen.y + seen.h)) this.table.map.reveal(points[0]);
  }

  /** Something is chosen, and every place for it lies out of sight, or too small to read: go there. */
  seek() {
    const points = this.concerned();
    const seen = this.table.map.window();
    // What comes onto the map is put down where one can read it; what stands there already is where the player left it.
    const comes = this.table.hand.choices.chosen.some((key) => this.table.pieces.has(key) && !this.table.painter.grid.has(this.table.view.pieces[key]?.at ?? ""));
    if (comes && !this.held && points.length && this.table.map.fitted && this.table.map.openOn(points, points, true)) return;
    if (!points.length || points.some((p) => p.x > seen.x && p.x < seen.x + seen.w && p.y > seen.y && p.y < seen.y + seen.h)) return;
    this.table.map.centreOn({ x: points.reduce((sum, p) => sum + p.x, 0) / points.length, y: points.reduce((sum, p) => sum + p.y, 0) / points.length }, 0);
  }

  /**
   * What an order would do, beside the map: the panel stands on the side where less is going on, and what the dice are about stays in sight beside it.
   * @param {import('../types.js').Preview | null} preview @param {import('../types.js').Choice | null} choice @param {boolean} armed
   */
  showPreview(preview, choice, armed) {
    const { table } = this;
    // One question at a time: whoever is asked something else lets go of those who waited for a second word, and pointing about takes no question away.
    if (!armed && table.several?.armed) return;
    if (armed && table.several) {
      table.march.drop();
      table.formation.drop();
    }
    const panel = byId("odds");
    table.odds.show(preview, choice, armed, Boolean(choice && table.hand.foreseen?.choice === choice && !table.hand.shown));
    const spots = [...(preview?.path ?? []), ...(choice ? choice.a.map((arg) => table.view.pieces[arg]?.at ?? arg) : [])].filter((arg) => table.painter.grid.has(arg)).slice(-1);
    const about = this.centres(spots.length ? spots : table.prompt.hexesIn(table.view.decision?.prompt ?? ""));
    const open = armed ? [] : this.concerned();
    const all = about.length + open.length ? [...about, ...open] : this.concerned();
    const right = all.filter((p) => table.map.toHost(p).x > table.map.host.clientWidth * 0.52).length;
    // Shown while pointing: nothing moves under the hand, and the panel stays clear of what it points at.
    const glance = !armed && Boolean(table.hand.shown) && about.length > 0;
    panel.classList.toggle("glance", glance);
    makeRoom(table.map, panel, right * 2 > all.length ? ["left", ""] : ["", "left"], glance ? about : [...about, ...about, ...this.concerned()]);
    if (!glance && preview?.odds?.length && about.length) this.keepInSight(about[0]);
    table.lights.showPath(preview?.path ?? [], preview?.odds?.length ? undefined : preview?.cost);
    table.side.lightColumn(preview?.column, (preview?.odds ?? []).map(({ label }) => label));
    table.side.lightCells(preview?.lit ?? []);
  }
}
