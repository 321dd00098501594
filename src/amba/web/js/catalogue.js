// A catalogue of texts: English sentences with named or numbered gaps, and what they are in another language. Draws nothing.

/** @typedef {{test: RegExp, names: string[], to: string, weight: number}} Pattern */

const GAP = /\{(\w+)\}/g;
/** How deep a text may stand in a gap of another. */
const DEEP = 4;
/** More than a name: words in small letters that follow one another. */
const SENTENCE = /(^|\s)\p{Ll}{2,}\s+\p{Ll}{2,}/u;
/** Where a text of several parts may be taken apart, if nobody knows it as a whole, and what joins them again; the last only if every part is known. */
const SEAMS = /** @type {[RegExp, string][]} */ ([[/(?<=[.!?…]) (?=\p{L}|\d)/u, " "], [/ · /, " · "], [/, /, ", "], [/; /, "; "], [/: /, ": "], [/ and /, " and "]]);

/** What may stand in a gap: the fewer words a text has of its own, the less, or "{0} of {1}" would take half a page for itself. @param {number} weight @param {boolean} leads it begins with the gap */
function gapOf(weight, leads) {
  if (weight < (leads ? 8 : 4)) return "(\\S+?)";
  if (!leads) return "(.+?)";
  return weight < 14 ? "((?:[^·.;:]|(?<=\\d)\\.(?=\\d))+?)" : "(.{1,70}?)";
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export class Catalogue {
  /** @param {Record<string, string>} entries English -> the other language */
  constructor(entries) {
    /** @type {Map<string, string>} */
    this.exact = new Map();
    /** @type {Map<string, Pattern[]>} by their first word, or "" if they begin with a gap */
    this.patterns = new Map();
    /** @type {Map<string, string>} */
    this.known = new Map();
    /** @type {Set<string>} */
    this.missing = new Set();
    for (const [from, to] of Object.entries(entries)) {
      this.learn(from, to);
      // A question stands without the side it is put to, where that stands beside it.
      const [who, ...rest] = from.split(": ");
      if (rest.length && /^(\{side\}|\p{Lu}\p{Ll}+)$/u.test(who) && to.includes(": ")) this.learn(capital(rest.join(": ")), capital(to.slice(to.indexOf(": ") + 2)));
    }
    for (const list of this.patterns.values()) list.sort((a, b) => b.weight - a.weight);
  }

  /** @param {string} from @param {string} to */
  learn(from, to) {
    const names = [...from.matchAll(GAP)].map(([, name]) => name);
    if (!names.length) {
      this.exact.set(from, to);
      return;
    }
    const fixed = from.split(GAP).filter((_, i) => i % 2 === 0);
    const weight = fixed.join("").length;
    const source = fixed.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(gapOf(weight, !fixed[0]));
    const first = /^[^\s{]+(?=\s)/.exec(from)?.[0] ?? "";
    const list = this.patterns.get(first) ?? [];
    list.push({ test: new RegExp(`^${source}$`, "su"), names, to, weight });
    this.patterns.set(first, list);
  }

  /** @param {string} text with whatever space around it @returns {string} */
  translate(text) {
    const [, before, bare, after] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? ["", "", text, ""];
    let found = this.known.get(bare);
    if (found === undefined) {
      const line = bare.replace(/\s+/g, " ");
      const known = this.told(line, 0) ?? (bare.includes("\n") ? bare.split("\n").map((part) => this.translate(part)).join("\n") : this.parts(line, 0, 0));
      if (known === null && /\p{Ll}{2}/u.test(bare)) this.missing.add(bare);
      found = known ?? bare;
      this.known.set(bare, found);
      this.known.set(found, found);
    }
    return before + found + after;
  }

  /** A text as the catalogue has it. @param {string} text @param {number} depth @returns {string | null} */
  whole(text, depth) {
    // A name at the end of a line keeps its full stop.
    const exact = this.exact.get(text) ?? (text.endsWith(".") ? this.exact.get(text.slice(0, -1))?.concat(".") : undefined);
    if (exact !== undefined) return exact;
    if (depth >= DEEP) return null;
    const first = /^\S+(?=\s)/.exec(text)?.[0] ?? "";
    for (const list of first ? [this.patterns.get(first), this.patterns.get("")] : [this.patterns.get("")]) {
      for (const { test, names, to } of list ?? []) {
        const match = test.exec(text);
        if (!match) continue;
        const values = new Map(names.map((name, i) => [name, this.value(match[i + 1], depth + 1)]));
        return to.replace(GAP, (gap, name) => values.get(name) ?? gap);
      }
    }
    return null;
  }

  /** A text as the catalogue has it, or one that is put to somebody: "Allies: ...". @param {string} text @param {number} depth @returns {string | null} */
  told(text, depth) {
    const at = text.indexOf(": ");
    // What is known word by word goes before what only fits a gap.
    const exact = at < 2 || this.exact.has(text) ? undefined : this.exact.get(text.slice(at + 2));
    const whole = exact === undefined ? this.whole(text, depth) : null;
    if (whole !== null || at < 2) return whole;
    const rest = exact ?? this.whole(text.slice(at + 2), depth);
    return rest === null ? null : `${this.value(text.slice(0, at), depth + 1)}: ${rest}`;
  }

  /** What stands in a gap: a name, a number, or another text. @param {string} text @param {number} depth */
  value(text, depth) {
    const bare = text.trim();
    const found = this.told(bare, depth) ?? this.parts(bare, 0, depth);
    return found === null ? text : text.replace(bare, () => found);
  }

  /** A text of several, part by part; null if none of them is known. @param {string} text @param {number} from the first seam to try @param {number} depth @returns {string | null} */
  parts(text, from, depth) {
    for (let i = from; i < SEAMS.length; i++) {
      const [seam, joint] = SEAMS[i];
      const split = text.split(seam);
      const found = split.length > 1 ? this.runs(split, joint, i, depth) : [];
      const known = found.filter((part) => part.known).length;
      if (!known || (i === SEAMS.length - 1 && known < found.length)) continue;
      for (const part of found) if (!part.known && SENTENCE.test(part.text)) this.missing.add(part.text);
      return found.map((part) => part.text).join(this.joint(joint));
    }
    return null;
  }

  /** Parts that belong together are taken together, as many as the catalogue knows. @param {string[]} split @param {string} joint @param {number} seam @param {number} depth */
  runs(split, joint, seam, depth) {
    /** @type {{text: string, known: boolean}[]} */
    const found = [];
    for (let k = 0; k < split.length;) {
      let end = k ? split.length : split.length - 1;
      let text = null;
      for (; end > k && text === null; end--) text = this.told(split.slice(k, end).join(joint), depth);
      if (text !== null) {
        found.push({ text, known: true });
        k = end + 1;
        continue;
      }
      const inner = this.parts(split[k], seam + 1, depth);
      found.push({ text: inner ?? split[k], known: inner !== null });
      k++;
    }
    return found;
  }

  /** @param {string} joint */
  joint(joint) {
    return joint === " and " ? ` ${this.exact.get("and") ?? "and"} ` : joint;
  }
}
