// The dice of this table: what was promised about them, what this browser adds to them, and whether the promise was kept.

import { el } from "../dom.js";
import { askTable } from "../seat.js";
import { keep, recall } from "../store.js";
import { randomHex, sha256, sha256Text } from "../sha256.js";
import { notice } from "./notices.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {{promise: string, mixers: string[], commits: Record<string, string>, secrets: Record<string, string>, seal: string | null, practice?: boolean, taken?: number, patience?: number | null}} Dice   patience: seconds until one may go on without who has not opened his part */
/** @typedef {{promise: string, secret?: string, commits?: Record<string, string>, seal?: string, last?: string}} Kept   what this browser holds the server to */

export class Mixing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Dice | null} */
    this.dice = null;
    /** what is wrong with the dice @type {string} */
    this.wrong = "";
    /** when one may go on without the others, by this browser's clock */
    this.until = Number.POSITIVE_INFINITY;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @returns {Kept} */
  get kept() {
    return recall(`dice.${this.table.token}`, { promise: "" });
  }

  /** @param {Partial<Kept>} more */
  remember(more) {
    keep(`dice.${this.table.token}`, { ...this.kept, ...more });
  }

  /** @param {Dice | undefined} dice */
  hear(dice) {
    if (!dice) return;
    this.dice = dice;
    this.wait(dice.patience);
    if (!this.kept.promise) this.remember({ promise: dice.promise });
    if (this.kept.promise !== dice.promise) this.complain("The server has changed what it promised about the dice.");
    else if (dice.seal) this.checkSeal(dice);
    else void this.mix(dice);
  }

  /** @param {number | null | undefined} seconds until one may go on without the others */
  wait(seconds) {
    clearTimeout(this.timer);
    this.until = typeof seconds === "number" ? Date.now() + 1000 * seconds : Number.POSITIVE_INFINITY;
    if (typeof seconds === "number") this.timer = setTimeout(() => this.table.relight(), 1000 * seconds + 200);
  }

  /** The button for who has waited long enough for the others' part. @returns {{label: string, does: () => void} | undefined} */
  goOn() {
    const { dice, table } = this;
    if (!dice || dice.seal || Date.now() < this.until) return undefined;
    const mine = this.mine(dice);
    if (!mine.length || !mine.every((side) => dice.secrets[side])) return undefined;
    return { label: "Go on without the other's part", does: () => void table.menuBar.ask("go_on") };
  }

  /** @param {string} text */
  complain(text) {
    if (this.wrong !== text) notice(text);
    this.wrong = text;
  }

  /** The sides for which this browser mixes. @param {Dice} dice */
  mine(dice) {
    return this.table.seat.sides.filter((side) => dice.mixers.includes(side));
  }

  /** Commit, and when everybody has, open. @param {Dice} dice */
  async mix(dice) {
    const mine = this.mine(dice);
    if (!mine.length || this.table.view.result) return;
    const secret = this.kept.secret ?? randomHex(32);
    if (!this.kept.secret) this.remember({ secret });
    const commit = commitmentTo(secret);
    const committed = mine.every((side) => dice.commits[side] === commit);
    if (!committed && !Object.keys(dice.secrets).length) {
      await this.table.wire.ask({ t: "commit", c: commit }).catch(() => null);
      return;
    }
    if (!committed || !dice.mixers.every((side) => dice.commits[side]) || mine.every((side) => dice.secrets[side])) return;
    // From here on everybody is bound: nobody's secret was known when the others chose theirs.
    this.remember({ commits: dice.commits });
    await this.table.wire.ask({ t: "open", s: secret }).catch(() => null);
  }

  /** @param {Dice} dice */
  checkSeal(dice) {
    const { secret, commits, seal } = this.kept;
    const mine = this.mine(dice);
    if (seal && seal !== dice.seal) this.complain("The dice of this game were settled and have been changed.");
    else if (dice.seal !== sealOf(dice)) this.complain("The seal of the dice does not fit what the players added to them.");
    else if (secret && mine.some((side) => dice.secrets[side] !== secret)) this.complain("What this browser added to the dice is not in them.");
    else if (Object.keys(dice.secrets).some((side) => !dice.mixers.includes(side))) this.complain("Somebody added to the dice whom nobody was promised.");
    else if (commits && Object.entries(dice.secrets).some(([side, open]) => commits[side] && commits[side] !== commitmentTo(open))) this.complain("Somebody added something else to the dice than he was committed to.");
    else this.remember({ seal: dice.seal ?? "" });
  }

  /** The sides whose browsers have not added to the dice yet, while a die waits for them. @returns {string[]} */
  awaited() {
    const { dice, table } = this;
    if (!dice || dice.seal || table.view.decision?.who !== "chance") return [];
    const absent = dice.mixers.filter((side) => !dice.commits[side]);
    return absent.length ? absent : dice.mixers.filter((side) => !dice.secrets[side]);
  }

  /** What the table says while the dice wait. @returns {string | undefined} */
  waitingText() {
    const { dice, table } = this;
    if (!dice || dice.seal || !dice.mixers.length || table.view.decision?.who !== "chance") return undefined;
    const others = this.awaited().filter((side) => !table.seat.sides.includes(side));
    const names = others.map((side) => table.sideTitle(side)).join(" and ");
    if (others.some((side) => !dice.commits[side])) return `The first dice wait for ${names} to sit down: every player's browser adds to them.`;
    const added = this.mine(dice).every((side) => dice.secrets[side]);
    return others.length && added ? `Your browser has added its part to the dice; they wait for ${names}.` : "The dice are being mixed.";
  }

  /** When the game is over: whether the key that its log now shows is the one that was promised, and the log is as it was then. @returns {Promise<string>} */
  async verdict() {
    const { promise, seal, last } = this.kept;
    if (this.wrong) return this.wrong;
    if (!promise) return "";
    const lines = ((await (await askTable(this.table.token, "log"))?.text()) ?? "").trimEnd().split("\n");
    const head = JSON.parse(lines[0] || "{}");
    const { end, hash } = JSON.parse(lines[lines.length - 1] || "{}");
    // Logs of the first format promise otherwise.
    if (!end?.key || head.format !== "amba-log-2") return "";
    const mix = lines.map((line) => (line.startsWith('{"hash"') && line.includes('"mix":{') ? JSON.parse(line).mix : null)).find(Boolean);
    if (head.commitment !== promise || promiseOf(head, end.key) !== promise) return "The promise about the dice was broken: this is not the key that was promised.";
    if (seal && (!mix || sealOf({ promise, secrets: mix }) !== seal)) return "The promise about the dice was broken: they were settled otherwise.";
    if (mix && Object.keys(mix).some((side) => !head.mixers.includes(side))) return "The promise about the dice was broken: somebody added to them whom nobody was promised.";
    if (last && hash !== last) return "The game was changed after it was over: its last line is another one.";
    this.remember({ last: hash });
    return "This browser held the promise about the dice since it sat down, and it was kept.";
  }

  show() {
    const { dice, table } = this;
    if (!dice) return;
    const who = dice.mixers.map((side) => `${table.sideTitle(side)}: ${dice.secrets[side] ? "has added" : dice.commits[side] ? "is committed" : "not yet there"}`).join("; ");
    const rows = [
      el("p", {}, dice.mixers.length ? `Every player's browser adds to the dice, bound before it knows what the others add. ${who}.` : "The server alone throws the dice of this game: it promised its key before the first roll."),
      el("p", {}, dice.seal ? "The seal: all dice follow from what it stands for." : "The promise: a hash over the key of the dice and the game as it began."),
      el("p", {}, el("code", { class: "hash" }, dice.seal ?? dice.promise)),
      el("p", { class: "quiet" }, "This browser keeps it. When the game is over, save the log and check it: amba verify LOG --promise HASH"),
    ];
    const { last } = this.kept;
    if (last) rows.push(el("p", {}, "The last line of the log, by its hash: --last HASH checks how the game ended."), el("p", {}, el("code", { class: "hash" }, last)));
    if (dice.practice) rows.push(el("p", {}, "A practice game: bots let you take back rolls."));
    if (dice.taken) rows.push(el("p", {}, `Rolls taken back: ${dice.taken}. They stay in the log, and none is thrown twice.`));
    if (this.wrong) rows.push(el("p", { class: "warning" }, this.wrong));
    table.menuBar.dialog("The dice", ...rows);
  }
}

/** @param {string} secret */
function commitmentTo(secret) {
  return sha256Text(`amba dice secret ${secret}`);
}

/** @param {{promise: string, secrets: Record<string, string>}} dice */
function sealOf(dice) {
  return sha256Text(`amba dice seal ${dice.promise} ${canonical(dice.secrets)}`);
}

/** @param {Record<string, any>} head the log's first line @param {string} key in hexadecimal */
function promiseOf(head, key) {
  const { hash: _hash, commitment: _commitment, ...body } = head;
  const bytes = Uint8Array.from(key.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const parts = [new TextEncoder().encode("amba promise"), Uint8Array.of(bytes.length >> 8, bytes.length & 255), bytes, new TextEncoder().encode(canonical(body))];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return sha256(whole);
}

/** JSON with the keys in order, as the server writes it. @param {unknown} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(",")}}`;
}
