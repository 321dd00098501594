// Several stacks to one place by one drag: with Shift pressed on the way, whoever is passed over comes along.
// Who drags one counter takes one of each stack; who drags a whole stack takes whole stacks.

import { say } from "./notices.js";

/** @typedef {import('./table.js').Table} Table */

export class Sweep {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string[]} who has been taken along, the first one dragged */
    this.keys = [];
    /** the hexes whose stacks have been asked @type {Set<string>} */
    this.asked = new Set();
    /** Shift was up since the drag began: held from the start it only means the whole stack */
    this.ready = false;
    this.whole = false;
    /** what was asked of the game last */
    this.pending = Promise.resolve();
  }

  get active() {
    return this.keys.length > 1;
  }

  /** A counter is taken up. @param {string | null} at where it stood @param {boolean} whole with its stack */
  begin(at, whole) {
    this.keys = [];
    this.asked = new Set(at ? [at] : []);
    this.ready = false;
    this.whole = whole;
  }

  /** The hand comes to a hex. @param {string} dragged @param {string | null} hex @param {boolean} shift @param {Promise<void>} takenUp what was asked about the counter in hand */
  pass(dragged, hex, shift, takenUp) {
    if (!shift) this.ready = true;
    if (!shift || !this.ready || !hex || this.asked.has(hex)) return;
    const { formation, march, view } = this.table;
    const able = new Set(formation.orders().map(({ a }) => a[1]));
    if (!able.has(dragged)) return;
    const here = [...(view.stacks[hex] ?? [])].reverse().filter((key) => able.has(key));
    if (!here.length) return;
    this.asked.add(hex);
    if (!this.keys.length) this.keys = march.members.includes(dragged) ? [...march.members] : [dragged];
    this.keys = [...this.keys, ...(this.whole ? here : here.slice(0, 1))];
    const who = this.keys;
    say(`${who.length} units together.`);
    this.pending = takenUp.then(() => (this.keys === who ? formation.take(who) : undefined));
  }

  /** The counter is put down: all of them go as near to that place as they can. @param {string | null} hex @returns {boolean} whether several were in hand */
  end(hex) {
    if (!this.active) return false;
    const who = this.keys;
    this.keys = [];
    void this.pending.then(() => {
      const { formation, painter } = this.table;
      if (formation.members !== who) return;
      if (hex && painter.grid.has(hex)) void formation.go(hex, null);
      else formation.drop();
    });
    return true;
  }
}
