// A way of one's own: the hexes a counter is drawn through with the Alt or Ctrl key held.

/** @typedef {import('../map/grid.js').Grid} Grid */

/** How densely the line between two hexes is looked at: a fraction of a hex. */
const STEP = 20;

export class DrawnWay {
  /** @param {Grid} grid @param {boolean} allowed whether a unit of this game may go leg by leg */
  constructor(grid, allowed) {
    this.grid = grid;
    this.allowed = allowed;
    /** @type {string[]} from where it stands to where it is drawn */
    this.hexes = [];
  }

  /** @param {string | null} from */
  begin(from) {
    this.hexes = from && this.grid.has(from) ? [from] : [];
  }

  /** On to a neighbour, or a step back. @param {string} hex @returns {boolean} whether a way is being drawn */
  draw(hex) {
    const last = this.hexes.at(-1);
    if (!this.allowed || !last) return false;
    if (hex === this.hexes.at(-2)) this.hexes.pop();
    else if (hex !== last && this.grid.has(hex)) this.hexes.push(...this.between(last, hex));
    return this.hexes.length > 1;
  }

  /** The hexes on the way to another: a quick hand is seen only here and there. @param {string} from @param {string} to @returns {string[]} without the first */
  between(from, to) {
    const [p, q] = [this.grid.centre(from), this.grid.centre(to)];
    const steps = Math.ceil(this.distance(from, to) / STEP);
    const found = [from];
    for (let i = 1; i <= steps; i++) {
      const hex = this.grid.at(p.x + ((q.x - p.x) * i) / steps, p.y + ((q.y - p.y) * i) / steps);
      if (hex && hex !== found.at(-1)) found.push(hex);
    }
    return found.slice(1);
  }

  /** @param {string | null} hex @returns {boolean} whether the way ends where the counter is put down */
  endsAt(hex) {
    return this.hexes.length > 1 && this.hexes.at(-1) === hex;
  }

  /** @param {string} a @param {string} b */
  distance(a, b) {
    const [p, q] = [this.grid.centre(a), this.grid.centre(b)];
    return Math.hypot(p.x - q.x, p.y - q.y);
  }
}
