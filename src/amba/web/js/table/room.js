// Panels make room: what floats over the map stands where it hides least of what can be chosen.

/** @typedef {import('./mapview.js').MapView} MapView */
/** @typedef {import('../map/grid.js').Point} Point */

/** How many of the points on the map lie under a panel. @param {MapView} map @param {HTMLElement} node @param {Point[]} points */
function hidden(map, node, points) {
  const host = map.host.getBoundingClientRect();
  const box = node.getBoundingClientRect();
  const rim = 30 * map.scale;
  return points.map((point) => map.toHost(point)).filter(({ x, y }) => x > box.left - host.left - rim && x < box.right - host.left + rim && y > box.top - host.top - rim && y < box.bottom - host.top + rim).length;
}

/** Whether a panel lies over any of the points. @param {MapView} map @param {HTMLElement} node @param {Point[]} points */
export function hides(map, node, points) {
  return points.length > 0 && hidden(map, node, points) > 0;
}

/**
 * Of the ways it may stand (each a class, "" for none), the first that hides fewest of the points.
 * @param {MapView} map @param {HTMLElement} node @param {string[]} ways the likeliest first @param {Point[]} points
 */
export function makeRoom(map, node, ways, points) {
  const stand = (/** @type {string} */ way) => ways.forEach((other) => other && node.classList.toggle(other, other === way));
  let best = { way: ways[0], count: Infinity };
  for (const way of ways) {
    stand(way);
    const count = points.length ? hidden(map, node, points) : 0;
    if (count < best.count) best = { way, count };
    if (!best.count) break;
  }
  stand(best.way);
}
