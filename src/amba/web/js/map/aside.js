// Names step aside for counters: of the places round its hex where a name may be written, it takes one that no stack covers.

/** @typedef {import('./grid.js').Point} Point */
/** @typedef {import('./grid.js').Rect} Rect */
/** @typedef {import('./places.js').Named} Named */

/** What a stack covers, round the middle of its hex: it grows upward and to the right. */
const STACK = { left: 33, right: 42, up: 42, down: 33 };
/** So much of a name may be covered before it is written elsewhere. */
const LITTLE = 0.06;
/** What a name that is wholly covered weighs, beside roads and rivers that it would be written over. */
const COVERED = 90;

/** How much larger a name is written, so that it can be read at this scale. @param {Named} name @param {number} scale */
export function growth({ place, size }, scale) {
  const rank = place.rank ?? 1;
  return Math.max(1, Math.min(rank > 1 ? 3 : 1.7, (8.5 + rank) / (size * scale)));
}

/** The middle of a name as it is written: it grows away from its hex, not into it. @param {Named} name @param {number} grow @returns {Point} */
export function middleOf({ x, y, tx, ty, size, w }, grow) {
  const beside = Math.abs(ty - y) < 30;
  return { x: tx + w / 2 + (beside ? Math.sign(tx - x) * (grow - 1) * (w / 2) : 0), y: ty + (beside ? 0 : Math.sign(ty - y) * (grow - 1) * size * 0.5) };
}

/** @param {Named} name @param {number} scale @returns {Rect} */
export function written(name, scale) {
  const grow = growth(name, scale);
  const { x, y } = middleOf(name, grow);
  return { x: x - (name.w * grow) / 2, y: y - name.size * grow * 0.5, w: name.w * grow, h: name.size * grow };
}

/** The part of a rectangle that others lie over. @param {Rect} box @param {Rect[]} others */
function coverOf(box, others) {
  let sum = 0;
  for (const other of others) {
    const wide = Math.min(box.x + box.w, other.x + other.w) - Math.max(box.x, other.x);
    const high = Math.min(box.y + box.h, other.y + other.h) - Math.max(box.y, other.y);
    if (wide > 0 && high > 0) sum += wide * high;
  }
  return sum / (box.w * box.h);
}

/**
 * The names as they are to be written while these stacks stand there. The greater ones come first and choose first.
 * @param {Named[]} names @param {Point[]} stands the middles of hexes with counters @param {number} scale @returns {Named[]}
 */
export function stepAside(names, stands, scale) {
  const stacks = stands.map((p) => ({ x: p.x - STACK.left, y: p.y - STACK.up, w: STACK.left + STACK.right, h: STACK.up + STACK.down }));
  /** @type {Rect[]} */
  const taken = [];
  return names.map((name) => {
    let found = name;
    let box = written(name, scale);
    if (coverOf(box, stacks) > LITTLE) {
      let least = Infinity;
      for (const { x, y, cost } of name.choices) {
        const tried = { ...name, tx: x, ty: y };
        const there = written(tried, scale);
        const sum = cost + COVERED * (coverOf(there, stacks) + coverOf(there, taken));
        if (sum < least) [least, found, box] = [sum, tried, there];
      }
    }
    taken.push(box);
    return found;
  });
}
