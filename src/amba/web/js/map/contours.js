// Marching squares: lines of equal value through a field of samples, joined end to end.

/** @typedef {{width: number, height: number, step: number, origin: number}} Field */

/**
 * @param {Float32Array} values @param {Field} field @param {number} every use each n-th sample
 * @param {number} low @param {number} high @param {number} interval levels are low rounded up to the interval
 *   (a `low` of -0.5 with interval 1 asks for the single level 0.5)
 * @returns {{lines: Float32Array[], strong: Float32Array[]}}
 */
export function contours(values, field, every, low, high, interval) {
  /** @type {Float32Array[]} */
  const lines = [];
  /** @type {Float32Array[]} */
  const strong = [];
  const single = low < 0 && interval === 1;
  const first = single ? 0.5 : Math.ceil((low + 1e-6) / interval) * interval;
  for (let level = first; level < high; level += interval) {
    const found = oneLevel(values, field, every, level);
    if (!single && Math.round(level / interval) % 5 === 0) strong.push(...found);
    else lines.push(...found);
  }
  return { lines, strong };
}

/** @param {Float32Array} values @param {Field} field @param {number} every @param {number} level */
function oneLevel(values, { width, height, step, origin }, every, level) {
  // Each cell contributes segments between points on its edges; an edge has one number, so ends meet exactly.
  const columns = Math.floor((width - 1) / every);
  const rows = Math.floor((height - 1) / every);
  /** @type {Map<number, number[]>} */
  const next = new Map();
  /** @type {Map<number, [number, number]>} */
  const where = new Map();
  const at = (/** @type {number} */ i, /** @type {number} */ j) => values[j * every * width + i * every];
  const edge = (/** @type {number} */ i, /** @type {number} */ j, /** @type {0 | 1} */ upright) => {
    const id = ((j * (columns + 1)) + i) * 2 + upright;
    if (!where.has(id)) {
      const a = at(i, j);
      const b = upright ? at(i, j + 1) : at(i + 1, j);
      const t = (level - a) / (b - a);
      where.set(id, [origin + (i + (upright ? 0 : t)) * every * step, origin + (j + (upright ? t : 0)) * every * step]);
    }
    return id;
  };
  const join = (/** @type {number} */ a, /** @type {number} */ b) => {
    const p = next.get(a);
    if (p) p.push(b); else next.set(a, [b]);
    const q = next.get(b);
    if (q) q.push(a); else next.set(b, [a]);
  };
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const code = (at(i, j) > level ? 1 : 0) | (at(i + 1, j) > level ? 2 : 0) | (at(i + 1, j + 1) > level ? 4 : 0) | (at(i, j + 1) > level ? 8 : 0);
      if (code === 0 || code === 15) continue;
      const top = () => edge(i, j, 0);
      const right = () => edge(i + 1, j, 1);
      const bottom = () => edge(i, j + 1, 0);
      const left = () => edge(i, j, 1);
      switch (code) {
        case 1: case 14: join(left(), top()); break;
        case 2: case 13: join(top(), right()); break;
        case 3: case 12: join(left(), right()); break;
        case 4: case 11: join(right(), bottom()); break;
        case 6: case 9: join(top(), bottom()); break;
        case 7: case 8: join(left(), bottom()); break;
        case 5: join(left(), top()); join(right(), bottom()); break;
        default: join(top(), right()); join(left(), bottom());
      }
    }
  }
  return chains(next, where);
}

/** @param {Map<number, number[]>} next @param {Map<number, [number, number]>} where */
function chains(next, where) {
  /** @type {Float32Array[]} */
  const lines = [];
  const used = new Set();
  const follow = (/** @type {number} */ start) => {
    /** @type {number[]} */
    const line = [];
    let here = start;
    for (;;) {
      used.add(here);
      const point = /** @type {[number, number]} */ (where.get(here));
      line.push(point[0], point[1]);
      const ahead = next.get(here)?.find((id) => !used.has(id));
      if (ahead === undefined) break;
      here = ahead;
    }
    if (next.get(here)?.includes(start) && line.length > 6) line.push(line[0], line[1]);
    if (line.length >= 12) lines.push(Float32Array.from(line));
  };
  // Open lines first, from their ends; what is left are rings.
  for (const [id, joined] of next) if (joined.length === 1 && !used.has(id)) follow(id);
  for (const id of next.keys()) if (!used.has(id)) follow(id);
  return lines;
}
