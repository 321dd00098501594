// Joins mouse, fingers and keys to the table.

import { byId, el } from "../dom.js";
import { askedFor } from "./asking.js";
import { listenToPointer } from "./pointer.js";
import { listenToKeys } from "./keys.js";
import { DrawnWay } from "./way.js";
import { Sweep } from "./sweep.js";
import { notice, say, showRefusal } from "./notices.js";

/** @typedef {import('./table.js').Table} Table */

const TWICE_MS = 380;
const FAN_MS = 260;
const WHY_MS = 650;

/** @param {Table} table */
export function useHands(table) {
  const { map, hand, stacks } = table;
  const { grid } = table.painter;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fanTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let whyTimer;
  let pointed = "";
  /** @type {SVGElement | null} */
  let ghost = null;
  let dragged = "";
  /** what was asked when a counter was taken up: whoever is quicker waits for the answer */
  let takenUp = Promise.resolve();
  const { legs, way: legWords } = table.board.look.gestures ?? {};
  const way = new DrawnWay(grid, Boolean(legs?.length || legWords?.length));
  const sweep = new Sweep(table);
  let clicked = { hex: /** @type {string | null} */ (null), at: 0 };
  /** whether the last click chose a place before anything else: somebody to fight with */
  let named = false;
  /** Escape twice with nothing in hand: the next Tab leaves the map at once. */
  let letGo = 0;

  listenToPointer(map, {
    point({ hex, piece }) {
      if (table.facing.open) return;
      const key = `${hex}|${piece}|${table.facing.hourAt(hex) ?? ""}`;
      if (key === pointed) return;
      pointed = key;
      table.readHex(hex);
      table.overlays.pointAt(hex);
      table.facing.showArcs(hex, piece);
      clearTimeout(fanTimer);
      clearTimeout(whyTimer);
      if (stacks.open && hex !== stacks.open) stacks.fan(null);
      else if (hex && piece && !table.formation.active && (table.shown.stacks[hex]?.length ?? 0) > 1) fanTimer = setTimeout(() => stacks.fan(hex), FAN_MS);
      if (table.formation.active) void table.formation.point(hex);
      else if (table.march.active) void table.march.point(hex);
      else void hand.point(hex, piece);
      // With a unit in the hand, resting where it may not go says why.
      if (hand.active && !hand.armed && hand.choices.opened().length && hex && !hand.target(hex, piece)) {
        whyTimer = setTimeout(() => void hand.askWhy(hex, piece), WHY_MS);
      } else if (!byId("why").hidden) {
        showRefusal(null);
        table.lights.showTrouble([]);
      }
    },
    click({ hex, piece, touch, all, alt, at = performance.now() }) {
      clearTimeout(fanTimer);
      clearTimeout(whyTimer);
      if (alt && hex && hand.active) {
        void table.formation.toggleStack(hex);
        return;
      }
      if (table.formation.click(hex, piece, touch)) return;
      if (table.facing.open) {
        table.facing.click(touch);
        return;
      }
      if (all && hex) {
        // A finger needs the ground that the open stack lies on; another touch of the stack opens it again.
        if (touch) stacks.fan(null);
        void table.march.take(hex);
        return;
      }
      if (hex) table.setCursor(hex);
      const crowd = hex ? (table.shown.stacks[hex]?.length ?? 0) > 1 : false;
      // A finger opens the stack first; the next touch takes from it. An end of a move is no time for fans.
      if (touch && hex && crowd && stacks.open !== hex && !hand.choices.may(hex)) {
        stacks.fan(hex);
        return;
      }
      if (stacks.open && hex !== stacks.open) stacks.fan(null);
      if (!hand.active) {
        if (hex && crowd) stacks.fan(hex);
        return;
      }
      // Twice in the same stack: all of it.
      const twice = hex !== null && hex === clicked.hex && at - clicked.at < TWICE_MS;
      clicked = { hex, at: twice ? -TWICE_MS : at };
      if (twice && hex && table.march.company(hex).length > 1 && !table.march.active) {
        void table.march.take(hex);
        return;
      }
      if (twice && named) {
        void table.march.everybody();
        return;
      }
      // The first click names an enemy; a second one brings everybody.
      named = Boolean(hex && !table.march.active && !hand.choices.chosen.length && hand.choices.may(hex));
      void table.march.click(hex, piece).then((done) => (done ? undefined : hand.click(hex, piece, touch ? "touch" : "mouse"))).then(() => {
        if (hand.choices.chosen.length) stacks.fan(null);
        // An order from a leader to the unit he stands with: the same stack is to be opened again.
        if (hex && table.shown.stacks[hex]?.some((key) => hand.choices.may(key))) pointed = "";
      });
    },
    mayDrag: (piece) => hand.active && !table.replay.away && (hand.choices.may(piece) || hand.choices.mayBegin(piece)),
    dragStart(piece, whole) {
      clearTimeout(fanTimer); // a fan opening now would lie over where the counter is to go
      clearTimeout(whyTimer);
      const at = table.view.pieces[piece]?.at ?? null;
      stacks.fan(null);
      ghost = stacks.ghost(piece);
      if (ghost) map.layer.append(ghost);
      dragged = piece;
      way.begin(at);
      takenUp = Promise.resolve();
      sweep.begin(at, whole || table.march.members.includes(piece));
      // One of several taken together draws the others with it; so does Shift, from the start.
      if (table.march.members.includes(piece) || table.formation.members.includes(piece)) return;
      table.formation.drop();
      if (whole && at && table.march.company(at).includes(piece) && table.march.company(at).length > 1) {
        void table.march.take(at);
        return;
      }
      table.march.drop();
      if (!hand.choices.may(piece)) hand.cancel();
      hand.choices.chosen = [piece];
      table.mapFocus.held = true;
      takenUp = hand.advance(at, "look").finally(() => (table.mapFocus.held = false));
    },
    dragMove({ hex, alt, shift }, clientX, clientY) {
      const hour = table.march.active || table.formation.active ? null : table.facing.hourAt(hex);
      const p = hour && hex ? grid.centre(hex) : map.toWorld(clientX, clientY);
      if (ghost && hour && ghost.dataset.hour !== String(hour)) ghost.innerHTML = stacks.turned(dragged, hour);
      if (ghost) ghost.dataset.hour = String(hour ?? "");
      if (ghost) ghost.style.transform = `translate(${p.x}px, ${p.y}px)`;
      if (sweep.active || !table.formation.active) sweep.pass(dragged, hex, Boolean(shift), takenUp);
      if (table.formation.active) void table.formation.point(hex, sweep.active ? null : dragged);
      else if (table.march.active) void table.march.point(hex);
      else if (alt && hex && way.draw(hex)) table.lights.showPath(way.hexes);
      else void hand.point(hex, null);
    },
    dragEnd(spot) {
      ghost?.remove();
      ghost = null;
      if (sweep.end(spot?.hex ?? null)) return;
      if (table.formation.active) {
        if (spot?.hex && grid.has(spot.hex) && spot.hex !== table.view.pieces[dragged]?.at) void table.formation.go(spot.hex, dragged);
        return;
      }
      if (spot?.alt && way.endsAt(spot.hex)) {
        void table.march.walk(dragged, way.hexes);
        return;
      }
      if (table.march.active) {
        if (spot?.hex && spot.hex !== table.march.hex) void table.march.click(spot.hex, null);
        return;
      }
      void takenUp.then(() => {
        // The position may have changed under the hand: then there is nothing to put down.
        if (hand.choices.chosen[0] !== dragged || !spot?.hex || spot.hex === table.view.pieces[dragged]?.at) return;
        table.setCursor(spot.hex);
        table.facing.drop(spot.hex);
        const ends = hand.choices.finishing(spot.hex);
        // With Shift a fight whose odds have been read needs no second word, as with a click.
        if (spot.shift && (ends.length === 1 || hand.desk.isAim?.(ends)) && hand.isRead(ends[0])) void hand.commit(ends[0]);
        else void hand.click(spot.hex, null, "mouse");
      });
    },
    leave() {
      clearTimeout(fanTimer);
      clearTimeout(whyTimer);
      pointed = "";
      table.facing.showArcs(null, null);
    },
  });

  /** @param {boolean} back @param {boolean} [round] from the last to the first again @returns {boolean} */
  const nextUnit = (back, round = true) => {
    const { own, others } = askedFor(table);
    const movable = [...own, ...others];
    if (!movable.length) return false;
    table.march.drop();
    table.formation.drop();
    const now = hand.choices.chosen[0] ?? "";
    const at = movable.indexOf(now);
    const next = movable[(at + (back ? -1 : 1) + movable.length) % movable.length];
    hand.cancel();
    // Once round, and the key is the page's again: nobody is caught on the map.
    if (!round && at >= 0 && at === (back ? 0 : movable.length - 1)) return false;
    const hex = table.view.pieces[next]?.at ?? null;
    if (hex && grid.has(hex)) {
      table.setCursor(hex);
      map.reveal(grid.centre(hex));
    }
    hand.choices.chosen = [next];
    say(`${table.pieces.get(next)?.title ?? next}.`);
    void hand.advance(hex, "look");
    return true;
  };

  /** From one place that can be chosen to the next, the nearest to the unit in hand first. @param {boolean} back @returns {boolean} */
  const nextPlace = (back) => {
    const places = hand.active ? [...(table.several ?? hand.choices).next().keys()].filter((id) => grid.has(id)) : [];
    if (!places.length) return false;
    const from = table.view.pieces[hand.choices.chosen[0] ?? ""]?.at ?? "";
    if (grid.has(from)) {
      const c = grid.centre(from);
      const far = (/** @type {string} */ id) => Math.hypot(grid.centre(id).x - c.x, grid.centre(id).y - c.y);
      places.sort((a, b) => far(a) - far(b));
    }
    const at = places.indexOf(table.cursor ?? "");
    const next = places[at < 0 ? (back ? places.length - 1 : 0) : (at + (back ? -1 : 1) + places.length) % places.length];
    table.setCursor(next, true);
    map.reveal(grid.centre(next));
    void hand.point(next, null);
    return true;
  };

  table.nextUnit = nextUnit;

  map.host.addEventListener("blur", () => (letGo = 0));
  listenToKeys(map.host, {
    move(way) {
      letGo = 0;
      const from = table.cursor ?? Object.keys(table.view.stacks).find((id) => grid.has(id)) ?? table.board.hexes[0].id;
      const to = table.cursor ? grid.step(from, way) : from;
      if (!to) return;
      table.setCursor(to, true);
      map.reveal(grid.centre(to));
      if (table.formation.active) void table.formation.point(to);
      else void hand.point(to, null);
    },
    pan: (dx, dy) => map.pan(dx, dy),
    enter() {
      if (table.formation.confirm() || table.march.confirm() || hand.confirm()) return;
      if (table.formation.click(table.cursor, null, false)) return;
      if (table.march.active) {
        void table.march.click(table.cursor, null);
        return;
      }
      // What lies under the cursor comes before the odds on the screen, if it can be chosen.
      if (table.cursor && hand.active && hand.target(table.cursor, null)) void hand.click(table.cursor, null, "key");
      else if (!hand.confirmForeseen() && table.cursor) void hand.click(table.cursor, null, "key");
    },
    backspace() {
      if (!table.formation.drop() && !table.march.drop() && !hand.back()) table.menuBar.undo();
    },
    tab(back) {
      if (letGo > 1) return false;
      return nextUnit(back, false);
    },
    unit: (back) => nextUnit(back),
    stack(more) {
      const at = more ? table.cursor : table.view.pieces[hand.choices.chosen[0] ?? ""]?.at ?? table.cursor;
      if (more && at) void table.formation.toggleStack(at);
      else if (!at || table.march.company(at).length < 2) notice("No two units here could go together.");
      else void table.march.take(at);
    },
    place: nextPlace,
    escape() {
      const idle = !hand.choices.chosen.length && !hand.armed && !table.several && byId("result").hidden && !table.replay.away && !table.overlays.on;
      letGo = idle && document.activeElement === map.host ? letGo + 1 : 0;
      stacks.fan(null);
      byId("pick").hidden = true;
      document.body.classList.remove("picking");
      table.formation.setBoxing(false);
      if (table.formation.drop() || table.march.drop()) say("Let go.");
      else if (hand.choices.chosen.length || hand.armed) hand.cancel();
      else if (table.theatre.card.dismiss()) say("Dismissed.");
      else if (table.replay.away) table.replay.present();
      else if (table.overlays.on) table.overlays.clear();
      showRefusal(null);
      byId("key").hidden = true;
      map.host.focus({ preventScroll: true });
    },
    zoom: (factor) => map.zoom(factor),
    fit: () => map.fit(),
    centre: () => table.cursor && map.centreOn(grid.centre(table.cursor), 0.8),
    overlay: (letter) => table.overlays.press(letter),
    press(number) {
      const listed = byId("pick").hidden ? null : byId("pick").querySelectorAll("kbd")[number - 1]?.parentElement;
      if (!listed) return table.prompt.press(number);
      listed.click();
      return true;
    },
    help: () => table.menuBar.help(),
    key: () => table.key.toggle(),
    hint: () => void table.menuBar.adviser.ask(),
    note: () => (table.cursor ? table.plans.write(table.cursor) : notice("Choose a hex first.")),
    form: () => byId("form").querySelector("button")?.focus(),
    find: () => table.side.find.begin(),
    replay: (step) => table.replay.step(step),
    turn: (way) => table.replay.turn(way),
    play: () => table.replay.toggle(),
  });

  const button = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ does) => el("button", { type: "button", title, "aria-label": title, onclick: does }, text);
  byId("zoom").append(
    button("+", "Zoom in (+)", () => map.zoom(1.35)),
    button("−", "Zoom out (-)", () => map.zoom(1 / 1.35)),
    button("⤢", "The whole map (0)", () => map.fit()),
    button("Key", "Map key (k)", () => table.key.toggle()),
    button("✎", "Plans of your own: arrows and notes (or the right mouse button)", () => byId("zoom").classList.toggle("planning", table.plans.toggle())),
    button("⬚", "Take several stacks: draw a box round them (or Shift and drag over the ground)", () => table.formation.setBoxing(!table.formation.boxing)),
    button("◎", "Centre on the chosen hex (.)", () => (table.cursor ? map.centreOn(grid.centre(table.cursor), 0.8) : notice("Choose a hex first."))),
  );
}
