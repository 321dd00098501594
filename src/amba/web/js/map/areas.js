// Named sets of hexes, outlined where look.toml gives them a line of their own.

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('./grid.js').Grid} Grid */
/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Pen */
/** @typedef {{key: string, colour: string, path: Path2D}} Outlined */

/**
 * The rim of a set of hexes as one path.
 * @param {Grid} grid @param {Iterable<string>} hexes
 */
export function rim(grid, hexes) {
  const inside = new Set(hexes);
  const path = new Path2D();
  for (const id of inside) {
    if (!grid.has(id)) continue;
    for (const other of grid.neighbours(id)) {
      if (inside.has(other)) continue;
      const [p, q] = grid.side(id, other);
      path.moveTo(p.x, p.y);
      path.lineTo(q.x, q.y);
    }
  }
  return path;
}

/** @param {Board} board @param {Grid} grid @returns {Outlined[]} */
export function prepareAreas(board, grid) {
  return board.areas.flatMap((area) => {
    const look = board.look.areas?.[area.key];
    return look?.colour ? [{ key: area.key, colour: look.colour, path: rim(grid, area.hexes) }] : [];
  });
}

/** @param {Pen} pen @param {Outlined[]} areas @param {number} scale */
export function drawAreas(pen, areas, scale) {
  for (const { colour, path } of areas) {
    pen.lineCap = "butt";
    pen.strokeStyle = colour;
    pen.globalAlpha = 0.22;
    pen.lineWidth = 11;
    pen.stroke(path);
    pen.globalAlpha = 0.95;
    pen.lineWidth = Math.max(2, 1.2 / scale);
    pen.setLineDash([10, 4, 2, 4]);
    pen.stroke(path);
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  }
}
