// What runs over the map: roads and rails through hexes, rivers and walls along hexsides.

import { along, chain, spline, trace } from "./curves.js";
import { noise } from "./noise.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').LineLook} LineLook */
/** @typedef {import('./grid.js').Grid} Grid */
/** @typedef {import('./grid.js').Point} Point */
/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Pen */
/** @typedef {{kind: string, look: LineLook, points: Point[], path: Path2D, sides?: [Point, Point, Point][]}} Drawn */

/** @param {Board} board @param {Grid} grid @returns {Drawn[]} in the order of look.toml: the last lies on top */
export function prepareLines(board, grid) {
  const kinds = ordered(board.lines.map((line) => line.kind), board.look.lines);
  // A road goes exactly through what has a name, and takes the zigzag of hex centres easily elsewhere.
  const places = new Set(board.places.map((place) => spot(grid.centre(place.hex))));
  for (const line of board.lines) for (const id of [line.hexes[0], line.hexes[line.hexes.length - 1]]) places.add(spot(grid.centre(id)));
  return kinds.flatMap((kind) => {
    /** @type {[Point, Point][]} */
    const edges = [];
    for (const line of board.lines) {
      if (line.kind !== kind) continue;
      for (let i = 1; i < line.hexes.length; i++) {
        if (grid.has(line.hexes[i - 1]) && grid.has(line.hexes[i])) edges.push([grid.centre(line.hexes[i - 1]), grid.centre(line.hexes[i])]);
      }
    }
    const look = board.look.lines?.[kind] ?? {};
    return chain(edges).map((points) => {
      const curve = spline(eased(points, places), 0.6);
      return { kind, look, points: curve, path: trace(curve) };
    });
  });
}

/** @param {Board} board @param {Grid} grid @returns {Drawn[]} */
export function prepareHexsides(board, grid) {
  const kinds = ordered(board.hexsides.map((side) => side.kind), board.look.hexsides);
  return kinds.flatMap((kind) => {
    const look = board.look.hexsides?.[kind] ?? {};
    const mine = board.hexsides.filter((side) => side.kind === kind && grid.has(side.a) && grid.has(side.b));
    const style = look.style ?? "line";
    if (style === "line" || style === "wavy") {
      return chain(mine.map((side) => grid.side(side.a, side.b))).map((corners) => {
        const points = style === "wavy" ? meander(corners) : spline(corners, 0.35);
        return { kind, look, points, path: trace(points) };
      });
    }
    // Features that face one way are drawn side by side; the third point is the lower hex's centre.
    const height = (/** @type {string} */ id) => grid.hexes.get(id)?.elevation ?? 0;
    const sides = mine.map((side) => {
      const [p, q] = grid.side(side.a, side.b);
      const low = height(side.a) < height(side.b) ? side.a : side.b;
      return /** @type {[Point, Point, Point]} */ ([p, q, grid.centre(low)]);
    });
    return [{ kind, look, points: [], path: new Path2D(), sides }];
  });
}

/** @param {Point} p */
function spot(p) {
  return `${Math.round(p.x)},${Math.round(p.y)}`;
}

/** @param {Point[]} points @param {Set<string>} fixed */
function eased(points, fixed) {
  return points.map((p, i) => (i === 0 || i === points.length - 1 || fixed.has(spot(p)) ? p : {
    x: p.x * 0.56 + (points[i - 1].x + points[i + 1].x) * 0.22,
    y: p.y * 0.56 + (points[i - 1].y + points[i + 1].y) * 0.22,
  }));
}

/** @param {string[]} kinds @param {Record<string, unknown> | undefined} looks @returns {string[]} */
function ordered(kinds, looks) {
  const there = new Set(kinds);
  const known = Object.keys(looks ?? {}).filter((kind) => there.has(kind));
  return [...[...there].filter((kind) => !known.includes(kind)), ...known];
}

/** Bends between the corners of the hexsides, as water would make. @param {Point[]} corners */
function meander(corners) {
  const smooth = spline(corners, 0.6, 10);
  return smooth.map((p, i) => {
    const fade = Math.min(1, i / 6, (smooth.length - 1 - i) / 6);
    return {
      x: p.x + fade * (6.5 * noise(p.x / 19, p.y / 19) + 2 * noise(p.x / 7, p.y / 7)),
      y: p.y + fade * (6.5 * noise(p.x / 19 + 50, p.y / 19) + 2 * noise(p.x / 7, p.y / 7 + 30)),
    };
  });
}

/** @param {Pen} pen @param {Drawn[]} lines @param {number} scale screen pixels per world unit */
export function drawLines(pen, lines, scale) {
  pen.lineJoin = "round";
  // At small scales a line keeps a hair's width, or it would vanish.
  const width = (/** @type {LineLook} */ look) => Math.max(look.width ?? 2, 1.1 / scale);
  const isRail = (/** @type {Drawn} */ line) => (line.look.style ?? (line.kind.includes("rail") ? "rail" : "")) === "rail";
  for (const kind of new Set(lines.map((line) => line.kind))) {
    const mine = lines.filter((line) => line.kind === kind);
    pen.lineCap = "round";
    for (const { look, path } of mine) {
      if (!look.casing) continue;
      pen.strokeStyle = look.casing;
      pen.lineWidth = width(look) + Math.max(1.8, 1.4 / scale);
      pen.stroke(path);
    }
    for (const line of mine) {
      const { look, path } = line;
      pen.strokeStyle = look.colour ?? "#5a3a28";
      pen.lineWidth = width(look);
      const dash = dashes(look.dash);
      pen.lineCap = dash.length ? "butt" : "round";
      pen.setLineDash(isRail(line) ? [] : dash);
      pen.stroke(path);
      pen.setLineDash([]);
      if (isRail(line)) sleepers(pen, line, width(look));
    }
  }
}

/** @param {string | undefined} dash @returns {number[]} */
export function dashes(dash) {
  return (dash ?? "").split(/[ ,]+/).map(Number).filter((n) => n > 0);
}

/** @param {Pen} pen @param {Drawn} line @param {number} width */
function sleepers(pen, line, width) {
  pen.lineWidth = width * 0.75;
  pen.lineCap = "butt";
  pen.beginPath();
  const half = width * 0.9 + 2.2;
  for (const { x, y, angle } of along(line.points, 9)) {
    const nx = Math.cos(angle + Math.PI / 2) * half;
    const ny = Math.sin(angle + Math.PI / 2) * half;
    pen.moveTo(x - nx, y - ny);
    pen.lineTo(x + nx, y + ny);
  }
  pen.stroke();
}

/** @param {Pen} pen @param {Drawn[]} drawn @param {number} scale */
export function drawHexsides(pen, drawn, scale) {
  pen.lineJoin = "round";
  for (const { look, path, sides } of drawn) {
    const colour = look.colour ?? "#3f7fa8";
    const width = Math.max(look.width ?? 3, 1.2 / scale);
    pen.strokeStyle = colour;
    pen.fillStyle = colour;
    pen.lineCap = "round";
    if (!sides) {
      if (look.casing) {
        pen.strokeStyle = look.casing;
        pen.lineWidth = width + Math.max(1.6, 1.2 / scale);
        pen.stroke(path);
        pen.strokeStyle = colour;
      }
      pen.lineWidth = width;
      pen.setLineDash(dashes(look.dash));
      pen.stroke(path);
      pen.setLineDash([]);
      continue;
    }
    for (const side of sides) drawSide(pen, side, look.style ?? "line", width);
  }
}

/** @param {Pen} pen @param {[Point, Point, Point]} side @param {string} style @param {number} width */
function drawSide(pen, [p, q, low], style, width) {
  const length = Math.hypot(q.x - p.x, q.y - p.y);
  const ux = (q.x - p.x) / length;
  const uy = (q.y - p.y) / length;
  // The normal points to the lower side.
  let nx = -uy;
  let ny = ux;
  const middle = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  if ((low.x - middle.x) * nx + (low.y - middle.y) * ny < 0) [nx, ny] = [-nx, -ny];
  const at = (/** @type {number} */ t, /** @type {number} */ out) => [p.x + ux * length * t + nx * out, p.y + uy * length * t + ny * out];
  pen.beginPath();
  if (style === "block") {
    // A bar across with two uprights: a barrier.
    const [ax, ay] = at(0.2, 0);
    const [bx, by] = at(0.8, 0);
    pen.lineWidth = width * 1.8;
    pen.lineCap = "butt";
    pen.moveTo(ax, ay);
    pen.lineTo(bx, by);
    for (const t of [0.24, 0.5, 0.76]) {
      const [cx, cy] = at(t, -width * 1.8);
      const [dx, dy] = at(t, width * 1.8);
      pen.moveTo(cx, cy);
      pen.lineTo(dx, dy);
    }
    pen.stroke();
    return;
  }
  pen.lineWidth = width;
  pen.moveTo(...xy(at(0.04, 0)));
  pen.lineTo(...xy(at(0.96, 0)));
  pen.stroke();
  pen.beginPath();
  if (style === "cliff") {
    pen.lineWidth = Math.max(0.9, width * 0.45);
    for (let t = 0.08; t <= 0.93; t += 0.085) {
      pen.moveTo(...xy(at(t, 0)));
      pen.lineTo(...xy(at(t, width + (Math.round(t * 100) % 2 ? 6 : 4))));
    }
    pen.stroke();
  } else if (style === "fort") {
    const tooth = Math.max(3.2, width * 1.2);
    for (let t = 0.1; t <= 0.86; t += 0.19) {
      pen.moveTo(...xy(at(t, 0)));
      pen.lineTo(...xy(at(t, tooth)));
      pen.lineTo(...xy(at(t + 0.09, tooth)));
      pen.lineTo(...xy(at(t + 0.09, 0)));
    }
    pen.fill();
  }
}

/** @param {number[]} pair @returns {[number, number]} */
function xy(pair) {
  return [pair[0], pair[1]];
}

/** A hexside of this kind for the map's key. @param {LineLook} look @returns {(pen: Pen) => void} */
export function sideSample(look) {
  return (pen) => {
    pen.strokeStyle = look.colour ?? "#3f7fa8";
    pen.fillStyle = pen.strokeStyle;
    pen.lineCap = "round";
    pen.lineJoin = "round";
    const width = look.width ?? 3;
    if (look.style && look.style !== "line" && look.style !== "wavy") {
      drawSide(pen, [{ x: -22, y: 0 }, { x: 22, y: 0 }, { x: 0, y: 20 }], look.style, width);
      return;
    }
    pen.lineWidth = width;
    pen.setLineDash(dashes(look.dash));
    pen.stroke(new Path2D("M-26 5C-14 -8 -6 8 4 1S20 -8 26 -3"));
    pen.setLineDash([]);
  };
}
