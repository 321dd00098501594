// Where the hexes are. World units: a hex is 100 wide, so that widths in look.toml
// (hundredths of a hex) are world units as they stand.

/** @typedef {import('../types.js').GridSpec} GridSpec */
/** @typedef {import('../types.js').HexSpec} HexSpec */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, w: number, h: number}} Rect */

export const RADIUS = 50;
export const HEIGHT = RADIUS * Math.sqrt(3);
const COLUMN_STEP = RADIUS * 1.5;

/** Corner k of a hex round its centre: east, then counter-clockwise. */
export const CORNERS = Array.from({ length: 6 }, (_, k) => ({
  x: RADIUS * Math.cos((-k * Math.PI) / 3),
  y: RADIUS * Math.sin((-k * Math.PI) / 3),
}));

export class Grid {
  /**
   * @param {GridSpec} spec
   * @param {HexSpec[]} hexes
   */
  constructor(spec, hexes) {
    this.spec = spec;
    /** @type {Map<string, HexSpec>} */
    this.hexes = new Map();
    /** @type {Map<string, Point>} */
    this.centres = new Map();
    /** @type {(string | null)[]} the hex at column * rows + row, for looking up points */
    this.cells = new Array(spec.columns * spec.rows).fill(null);
    /** @type {Map<string, [number, number]>} */
    this.cellOf = new Map();
    for (const hex of hexes) {
      const [column, row] = hex.at ?? numbers(hex.id);
      this.cellOf.set(hex.id, [column, row]);
      this.hexes.set(hex.id, hex);
      this.centres.set(hex.id, this.place(column, row));
      const c = column - spec.first_column;
      const r = row - spec.first_row;
      if (c >= 0 && c < spec.columns && r >= 0 && r < spec.rows) this.cells[c * spec.rows + r] = hex.id;
    }
    /** The rectangle that holds every hex. @type {Rect} */
    this.bounds = {
      x: 0,
      y: 0,
      w: COLUMN_STEP * (spec.columns - 1) + 2 * RADIUS,
      h: Math.max(HEIGHT, ...[...this.centres.values()].map((centre) => centre.y + HEIGHT / 2)),
    };
  }

  /** @param {number} column @returns {boolean} whether the column lies half a hex lower */
  lower(column) {
    const even = column % 2 === 0;
    return even === (this.spec.even_columns === "south");
  }

  /** @param {number} column @param {number} row @returns {Point} */
  place(column, row) {
    return {
      x: RADIUS + (column - this.spec.first_column) * COLUMN_STEP,
      y: HEIGHT * (0.5 + (row - this.spec.first_row) + (this.lower(column) ? 0.5 : 0)),
    };
  }

  /** @param {string} id @returns {Point} the centre; the origin for a hex that is not there */
  centre(id) {
    return this.centres.get(id) ?? { x: 0, y: 0 };
  }

  /** @param {string} id */
  has(id) {
    return this.centres.has(id);
  }

  /** @param {number} x @param {number} y @returns {string | null} the hex under a point of the world */
  at(x, y) {
    const { columns, rows, first_column: first } = this.spec;
    const guess = Math.round((x - RADIUS) / COLUMN_STEP);
    let best = null;
    let least = RADIUS * RADIUS;
    for (let c = guess - 1; c <= guess + 1; c++) {
      if (c < 0 || c >= columns) continue;
      const cx = RADIUS + c * COLUMN_STEP;
      const shift = this.lower(c + first) ? 0.5 : 0;
      const r = Math.round(y / HEIGHT - 0.5 - shift);
      if (r < 0 || r >= rows) continue;
      const cy = HEIGHT * (0.5 + r + shift);
      const d = (x - cx) ** 2 + (y - cy) ** 2;
      if (d < least) {
        least = d;
        best = this.cells[c * rows + r];
      }
    }
    return best;
  }

  /** @param {string} id @returns {string[]} the hexes next to it: SE, NE, N ... in corner order */
  neighbours(id) {
    const centre = this.centre(id);
    /** @type {string[]} */
    const found = [];
    for (let k = 0; k < 6; k++) {
      const angle = -(k + 0.5) * (Math.PI / 3);
      const other = this.at(centre.x + HEIGHT * Math.cos(angle), centre.y + HEIGHT * Math.sin(angle));
      if (other) found.push(other);
    }
    return found;
  }

  /**
   * The two ends of the hexside between neighbours, and which side of `a` it is.
   * @param {string} a @param {string} b @returns {[Point, Point]}
   */
  side(a, b) {
    const ca = this.centre(a);
    const cb = this.centre(b);
    const turn = (-Math.atan2(cb.y - ca.y, cb.x - ca.x) / (Math.PI / 3) + 12) % 6;
    const k = Math.floor(turn + 1e-6) % 6;
    const p = CORNERS[k];
    const q = CORNERS[(k + 1) % 6];
    return [{ x: ca.x + p.x, y: ca.y + p.y }, { x: ca.x + q.x, y: ca.y + q.y }];
  }

  /** @param {string} id @param {number} [inset] @returns {string} an SVG path of the hex's outline */
  outline(id, inset = 0) {
    const c = this.centre(id);
    const f = (RADIUS - inset) / RADIUS;
    return "M" + CORNERS.map((p) => `${(c.x + p.x * f).toFixed(1)} ${(c.y + p.y * f).toFixed(1)}`).join("L") + "Z";
  }

  /**
   * The hex next to this one in a direction of the arrow keys.
   * @param {string} id @param {"up" | "down" | "left" | "right"} way
   */
  step(id, way) {
    const [column, row] = this.cellOf.get(id) ?? numbers(id);
    const target = way === "up" ? this.place(column, row - 1)
      : way === "down" ? this.place(column, row + 1)
      // Left and right zigzag: keep to the row so that going there and back returns.
      : this.place(column + (way === "left" ? -1 : 1), row);
    return this.at(target.x, target.y);
  }
}

/** @param {string} id @returns {[number, number]} column and row printed in a hex number; hexes with other names carry `at` */
export function numbers(id) {
  return [Number.parseInt(id.slice(0, 2), 10), Number.parseInt(id.slice(2, 4), 10)];
}
