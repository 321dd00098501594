// Reads the log as a player would tell it: fights with what came of them, losses, and the ways others went. Draws nothing.

/** @typedef {import('../types.js').LogEntry} LogEntry */
/** @typedef {import('../types.js').LogLine} LogLine */
/** @typedef {import('../types.js').Preview} Preview */

/** @typedef {{n: number, piece: string, what: string, hex: string, line: LogLine}} Loss */
/** @typedef {{n: number, piece: string, path: string[], kind: string}} March   the first hex is where it came from */

/**
 * Dice that fell over a hex, and everything that followed from them. Without dice: losses that no fight explains.
 * @typedef {object} Fight
 * @property {number} n           the entry in which the dice fell
 * @property {string} hex
 * @property {string} by          whose action led to it
 * @property {LogLine | null} head   the sentence that declared it
 * @property {LogLine[]} lines    dice, result and what followed, in order
 * @property {Loss[]} losses
 * @property {boolean} open       more may follow
 * @property {boolean} dice       false: losses without a fight
 * @property {Preview | null} preview   what was foretold, where this seat saw it
 */

/** What can follow from a fight; a march elsewhere ends its story. */
const AFTERMATH = new Set(["rolled", "said", "flipped", "removed", "retreated", "marked", "joined", "controlled", "revealed", "spent"]);

export class Story {
  /** @param {(piece: string) => string} whereabouts the hex a piece stood in before */
  constructor(whereabouts) {
    this.whereabouts = whereabouts;
    /** @type {Fight[]} */
    this.fights = [];
    /** @type {LogEntry | null} */
    this.last = null;
    /** the last side that acted */
    this.by = "";
    /** kinds of decisions that belong to no fight @type {Set<string>} */
    this.calm = new Set();
  }

  /** @returns {Fight | null} the fight whose consequences are still being worked out */
  get current() {
    const fight = this.fights.at(-1);
    return fight?.open && fight.dice ? fight : null;
  }

  /** Read on. @param {LogEntry[]} entries @returns {Fight[]} those that are new or have grown */
  read(entries) {
    const touched = new Set();
    for (const entry of entries) {
      if (entry.by && entry.by !== "chance") this.by = entry.by;
      const fight = entry.fight ? this.begin(entry, entry.fight) : this.goOn(entry);
      if (fight) touched.add(fight);
      this.last = entry;
    }
    return [...touched];
  }

  /** @param {LogEntry} entry @param {string} hex */
  begin(entry, hex) {
    const { last, current } = this;
    if (current && current.hex === hex && last?.by === "chance" && last.n === entry.n - 1) {
      this.add(current, entry.n, entry.lines);
      return current;
    }
    // What declared it stands in the entry before, or in this one.
    const before = last && last.n === entry.n - 1 ? last.lines.filter((line) => line.kind === "said" && line.hexes?.includes(hex)) : [];
    const head = before.at(-1) ?? entry.lines.find((line) => line.kind === "said" && (line.hexes?.includes(hex) || line.pieces?.length)) ?? null;
    if (current) {
      current.open = false;
      current.lines = current.lines.filter((line) => !before.includes(line));
    }
    /** @type {Fight} */
    const fight = { n: entry.n, hex, by: this.by, head, lines: [], losses: [], open: true, dice: true, preview: null };
    this.fights.push(fight);
    this.add(fight, entry.n, entry.lines);
    return fight;
  }

  /** @param {LogEntry} entry @returns {Fight | null} */
  goOn(entry) {
    const { current } = this;
    if (current) {
      const follows = entry.lines.every((line) => AFTERMATH.has(line.kind ?? "") ? line.kind !== "said" || !line.hexes?.length || line.hexes.includes(current.hex) : line.hexes?.includes(current.hex));
      if (follows) {
        this.add(current, entry.n, entry.lines);
        return current;
      }
      current.open = false;
    }
    const lines = entry.lines.filter((line) => line.lost);
    if (!lines.length) return null;
    // Losses that no fight explains: hunger, desertion, a rout cut off. Those of one moment are told together.
    const before = this.fights.at(-1);
    const together = before && !before.dice && this.last && before.n === this.last.n && before.by === this.by ? before : null;
    const found = together ?? { n: entry.n, hex: "", by: this.by, head: null, lines: [], losses: [], open: false, dice: false, preview: null };
    if (!together) this.fights.push(found);
    found.n = entry.n;
    this.add(found, entry.n, lines);
    found.hex ||= found.losses.find((loss) => loss.hex)?.hex ?? "";
    return found;
  }

  /** @param {Fight} fight @param {number} n @param {LogLine[]} lines */
  add(fight, n, lines) {
    for (const line of lines) {
      fight.lines.push(line);
      const [piece] = line.pieces ?? [];
      if (line.lost && piece) fight.losses.push({ n, piece, what: line.lost, hex: line.hexes?.[0] ?? this.whereabouts(piece), line });
    }
  }

  /** What is decided now: a kind of question known from quiet times means that the fight is over. @param {string | undefined} kind */
  settle(kind) {
    const { current } = this;
    if (!current) this.calm.add(kind ?? "");
    else if (this.calm.has(kind ?? "")) current.open = false;
  }

  /** Something was taken back. @param {number} n what stays */
  cut(n) {
    this.fights = this.fights.filter((fight) => fight.n <= n);
    this.last = null;
  }
}

/** The ways pieces went, leg after leg, in the order in which they set out. @param {LogEntry[]} entries @returns {March[]} */
export function marches(entries) {
  /** @type {Map<string, March>} */
  const found = new Map();
  for (const entry of entries) {
    for (const { kind = "", pieces = [], hexes = [], path } of entry.lines) {
      if (!["moved", "retreated", "placed"].includes(kind) || !pieces[0] || !hexes.length) continue;
      const way = path ?? hexes;
      const before = found.get(pieces[0]);
      if (before && before.path.at(-1) === way[0]) before.path.push(...way.slice(1));
      else if (before) before.path.push(...way);
      else found.set(pieces[0], { n: entry.n, piece: pieces[0], path: [...way], kind });
    }
  }
  return [...found.values()].filter(({ path }) => path.length > 1 && path[0] !== path.at(-1));
}

/** What a fight was, in a few words: without what is told of its result. @param {Fight} fight */
export function titleOf(fight) {
  if (!fight.dice) return "Lost without a fight";
  const text = fight.head?.text ?? "A fight";
  return text.replace(/(: |, column ).*$/, "").replace(/\.$/, "");
}

/** The table's column and row a fight was read from. @typedef {{chart: import('../types.js').Chart, column: number, row: number, result: string}} Reading */

/** Where one line says column, row and result, in this order, nothing that was foretold of another fight matters. @param {string[]} values @param {import('../types.js').Chart[]} charts @returns {Reading | null} */
function wholeReading(values, charts) {
  for (const [at, wanted] of values.entries()) {
    for (const chart of charts) {
      const column = chart.head.indexOf(wanted, 1);
      const after = values.slice(at + 1);
      const row = column < 1 ? -1 : chart.rows.findIndex((one) => after.includes(String(one[0])) && after.slice(after.indexOf(String(one[0])) + 1).includes(String(one[column])));
      if (row >= 0) return { chart, column, row, result: String(chart.rows[row][column]) };
    }
  }
  return null;
}

/** Finds it in the charts by the words of the log: no rule is known here. Nothing where the row is not certain: a number on the dice may stand in a chart of something else. @param {Fight} fight @param {import('../types.js').Chart[]} charts @returns {Reading | null} */
export function readingOf(fight, charts) {
  // The head is one of the lines, if the fight has begun with it: what it adds to the die is added once.
  const lines = fight.lines.some((line) => line.text === fight.head?.text) ? fight.lines : [fight.head, ...fight.lines];
  const said = lines.filter((line) => line?.kind === "said").map((line) => (line?.values ?? []).map(String));
  const dice = fight.lines.find((line) => line.dice?.length)?.dice ?? [];
  const told = said.map((values) => wholeReading(values, charts)).find(Boolean);
  if (told) return told;
  const columns = [...(fight.preview?.column ? [fight.preview.column] : []), ...said.flat()];
  for (const wanted of columns) {
    for (const chart of charts) {
      const column = chart.head.indexOf(wanted, 1);
      if (column < 1) continue;
      const fits = chart.rows.map((row, i) => ({ i, head: String(row[0]), cell: String(row[column]) })).filter(({ cell }) => said.flat().includes(cell));
      // The row is what was said after the column, or else the die with what was added to it, or the die alone.
      const after = said.flatMap((values, i) => (values.includes(wanted) ? values.slice(values.indexOf(wanted) + 1) : i ? values : []));
      const added = after.map(Number).filter(Number.isFinite).reduce((sum, value) => sum + value, dice[0] ?? 0);
      const row = [...after, String(added), ...dice.map(String)].map((head) => fits.find((one) => one.head === head)).find(Boolean);
      if (row) return { chart, column, row: row.i, result: row.cell };
    }
  }
  return null;
}
