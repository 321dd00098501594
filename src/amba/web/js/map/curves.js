// Smooth lines for roads, rivers and names: chains of points become splines.

/** @typedef {import('./grid.js').Point} Point */

/**
 * Join edges that meet into long lines, going straight on where lines cross, so that each edge is drawn once.
 * @param {[Point, Point][]} edges
 * @returns {Point[][]}
 */
export function chain(edges) {
  const name = (/** @type {Point} */ p) => `${Math.round(p.x)},${Math.round(p.y)}`;
  /** @type {Map<string, {point: Point, to: Set<string>}>} */
  const nodes = new Map();
  for (const [a, b] of edges) {
    for (const [p, q] of [[a, b], [b, a]]) {
      const node = nodes.get(name(p)) ?? { point: p, to: new Set() };
      node.to.add(name(q));
      nodes.set(name(p), node);
    }
  }
  const used = new Set();
  const key = (/** @type {string} */ a, /** @type {string} */ b) => (a < b ? `${a}|${b}` : `${b}|${a}`);
  const walk = (/** @type {string} */ from, /** @type {string} */ to) => {
    const line = [node(from).point];
    let [before, here] = [from, to];
    for (;;) {
      used.add(key(before, here));
      line.push(node(here).point);
      const ahead = straightest(before, here);
      if (!ahead) return line;
      [before, here] = [here, ahead];
    }
  };
  const node = (/** @type {string} */ id) => /** @type {{point: Point, to: Set<string>}} */ (nodes.get(id));
  const straightest = (/** @type {string} */ before, /** @type {string} */ here) => {
    const p = node(before).point;
    const q = node(here).point;
    let best = null;
    let most = -0.6; // a line never doubles back on itself
    for (const id of node(here).to) {
      if (used.has(key(here, id))) continue;
      const r = node(id).point;
      const cosine = ((q.x - p.x) * (r.x - q.x) + (q.y - p.y) * (r.y - q.y))
        / (Math.hypot(q.x - p.x, q.y - p.y) * Math.hypot(r.x - q.x, r.y - q.y));
      if (cosine > most) [most, best] = [cosine, id];
    }
    return best;
  };
  /** @type {Point[][]} */
  const lines = [];
  const ends = [...nodes.keys()].sort((a, b) => odd(b) - odd(a));
  function odd(/** @type {string} */ id) {
    const degree = node(id).to.size;
    return degree === 1 ? 2 : degree % 2;
  }
  for (const id of ends) for (const to of node(id).to) if (!used.has(key(id, to))) lines.push(walk(id, to));
  return lines;
}

/**
 * A curve through every point (a cardinal spline), as points close together.
 * @param {Point[]} points @param {number} [tension] 0 straight, 1 loose @param {number} [pieces] per edge
 * @returns {Point[]}
 */
export function spline(points, tension = 0.5, pieces = 8) {
  if (points.length < 3) return points;
  /** @type {Point[]} */
  const out = [points[0]];
  const closed = same(points[0], points[points.length - 1]);
  for (let i = 0; i < points.length - 1; i++) {
    const p1 = points[i];
    const p2 = points[i + 1];
    const p0 = points[i - 1] ?? (closed ? points[points.length - 2] : p1);
    const p3 = points[i + 2] ?? (closed ? points[1] : p2);
    for (let k = 1; k <= pieces; k++) {
      const t = k / pieces;
      const t2 = t * t;
      const t3 = t2 * t;
      const h1 = 2 * t3 - 3 * t2 + 1;
      const h2 = -2 * t3 + 3 * t2;
      const h3 = (t3 - 2 * t2 + t) * tension;
      const h4 = (t3 - t2) * tension;
      out.push({
        x: h1 * p1.x + h2 * p2.x + h3 * (p2.x - p0.x) + h4 * (p3.x - p1.x),
        y: h1 * p1.y + h2 * p2.y + h3 * (p2.y - p0.y) + h4 * (p3.y - p1.y),
      });
    }
  }
  return out;
}

/** @param {Point} p @param {Point} q */
function same(p, q) {
  return Math.abs(p.x - q.x) + Math.abs(p.y - q.y) < 1;
}

/** @param {Point[]} points @returns {Path2D} */
export function trace(points) {
  const path = new Path2D();
  points.forEach((p, i) => (i ? path.lineTo(p.x, p.y) : path.moveTo(p.x, p.y)));
  return path;
}

/** @param {Float32Array[]} lines x and y in turn @returns {Path2D} with corners rounded off */
export function traceFlat(lines) {
  const path = new Path2D();
  for (const line of lines) {
    const closed = line.length > 6 && line[0] === line[line.length - 2] && line[1] === line[line.length - 1];
    path.moveTo(line[0], line[1]);
    for (let i = 2; i < line.length - 2; i += 2) {
      path.quadraticCurveTo(line[i], line[i + 1], (line[i] + line[i + 2]) / 2, (line[i + 1] + line[i + 3]) / 2);
    }
    path.lineTo(line[line.length - 2], line[line.length - 1]);
    if (closed) path.closePath();
  }
  return path;
}

/**
 * Walk along a line at even distances.
 * @param {Point[]} points @param {number} every @param {number} [start]
 * @returns {{x: number, y: number, angle: number}[]}
 */
export function along(points, every, start = every / 2) {
  const out = [];
  let want = start;
  let gone = 0;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1];
    const b = points[i];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    while (length > 0 && want <= gone + length) {
      const t = (want - gone) / length;
      out.push({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, angle: Math.atan2(b.y - a.y, b.x - a.x) });
      want += every;
    }
    gone += length;
  }
  return out;
}

/** @param {Point[]} points */
export function lengthOf(points) {
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += Math.hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
  return sum;
}
