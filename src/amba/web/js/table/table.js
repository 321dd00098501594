// The table: puts the parts together and keeps them in step with what the server says.

import { byId, el } from "../dom.js";
import { rememberGame } from "../store.js";
import { moveWords, turnWords, withoutSide } from "../standing.js";
import { Painter } from "../map/painter.js";
import { MapView } from "./mapview.js";
import { Stacks } from "./stacks.js";
import { Lights } from "./lights.js";
import { Hand, standsInBar } from "./hand.js";
import { Prompt } from "./prompt.js";
import { OddsPanel } from "./odds.js";
import { Overlays } from "./overlays.js";
import { Replay } from "./replay.js";
import { MapKey } from "./key.js";
import { Minimap } from "./minimap.js";
import { SidePanel } from "./sidepanel.js";
import { Hints } from "./hints.js";
import { Eye } from "./eye.js";
import { GameMenu } from "./gamemenu.js";
import { Boxes } from "./boxes.js";
import { handOver } from "./curtain.js";
import { groundText } from "./stackpage.js";
import { notice, say, showRefusal } from "./notices.js";
import { useHands } from "./controls.js";
import { Passing } from "./passing.js";
import { Ticker } from "./ticker.js";
import { Theatre } from "./theatre.js";
import { March } from "./march.js";
import { End } from "./end.js";
import { offerFork } from "./fork.js";
import { legend } from "./legend.js";
import { Victory } from "./victory.js";
import { Plans } from "./plans.js";
import { FEW, showPick } from "./pick.js";
import { makeRoom } from "./room.js";
import { symbolFor } from "./symbols.js";
import { flagPath, inkOn, isCut, sideMark } from "./sides.js";

/** @typedef {import('../types.js').Board} Board */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Menu} Menu */
/** @typedef {import('../types.js').Choice} Choice */
/** @typedef {import('../types.js').Welcome} Welcome */
/** @typedef {import('./wire.js').Wire} Wire */
/** @typedef {import('./wire.js').Message} Message */

export class Table {
  /** @param {Board} board @param {Wire} wire @param {string} token @param {Welcome} welcome */
  constructor(board, wire, token, welcome) {
    this.board = board;
    this.wire = wire;
    this.token = token;
    this.about = welcome.about;
    this.seat = welcome.seat;
    /** whether the board must be covered when it changes hands at one screen */
    this.secrets = true;
    /** @type {View} what the game is */
    this.view = welcome.view;
    /** @type {View} what is on the screen: differs while looking back */
    this.shown = welcome.view;
    /** @type {Menu | null} */
    this.menu = welcome.menu;
    /** @type {string | null} the hex under the keyboard's cursor or last clicked */
    this.cursor = null;
    this.pieces = new Map(board.pieces.map((piece) => [piece.key, piece]));
    this.boxes = new Set(board.boxes.map((box) => box.id));
    this.painter = new Painter(board);
    this.map = new MapView(byId("map"), this.painter);
    const { layer } = this.map;
    this.lights = new Lights(layer, this.painter.grid, board.look.sides ?? {}, (side) => flagPath(isCut(board, side)));
    this.stacks = new Stacks(layer, board, this.painter.grid, () => this.map.window(), () => this.map.scale);
    this.map.followers.push(() => this.stacks.rescale());
    this.lights.above(layer);
    this.hints = new Hints();
    this.eye = new Eye(this);
    this.odds = new OddsPanel(byId("odds"), { isColumn: (title) => this.theatre.card.charts.some((chart) => chart.head.includes(title)), confirm: () => this.march.confirm() || this.hand.confirm() || this.hand.confirmForeseen(), cancel: () => this.march.drop() || this.hand.cancel() });
    this.hand = new Hand({
      wire,
      isPiece: (arg) => this.pieces.has(arg),
      isPlace: (arg) => this.painter.grid.has(arg) || this.boxes.has(arg),
      stackAt: (hex) => this.view.stacks[hex] ?? [],
      say,
      changed: () => this.relight(),
      seek: () => this.eye.seek(),
      offer: (choices, hex) => showPick(this, choices, hex),
      showPreview: (preview, choice, armed) => {
        this.odds.show(preview, choice, armed, Boolean(choice && this.hand.foreseen?.choice === choice && !this.hand.shown));
        const spots = [...(preview?.path ?? []), ...(choice ? choice.a.map((arg) => this.view.pieces[arg]?.at ?? arg) : [])].filter((arg) => this.painter.grid.has(arg)).slice(-1);
        const about = this.eye.centres(spots.length ? spots : this.prompt.hexesIn(this.view.decision?.prompt ?? ""));
        // The panel stands on the side where less is going on, and what the dice are about stays in sight beside it.
        const open = armed ? [] : this.eye.concerned();
        const all = about.length + open.length ? [...about, ...open] : this.eye.concerned();
        const right = all.filter((p) => this.map.toHost(p).x > this.map.host.clientWidth * 0.52).length;
        makeRoom(this.map, byId("odds"), right * 2 > all.length ? ["left", ""] : ["", "left"], [...about, ...about, ...this.eye.concerned()]);
        if (preview?.odds?.length && about.length) this.eye.keepInSight(about[0]);
        this.lights.showPath(preview?.path ?? [], preview?.odds?.length ? undefined : preview?.cost);
        this.side.lightColumn(preview?.column);
      },
      showWhy: (why) => {
        showRefusal(why, () => this.lights.showTrouble([]));
        this.lights.showTrouble(why?.hexes ?? [], why?.rays);
      },
      complain: notice,
      giving: (preview) => this.theatre.foretell(preview),
    });
    const names = { mark: (/** @type {string} */ key) => (board.sides.some((side) => side.key === key) ? sideMark(board, key) : null), ink: (/** @type {string} */ key) => inkOn(this.accent(key)), sideTitle: (/** @type {string} */ key) => this.sideTitle(key), accent: (/** @type {string} */ key) => this.accent(key) };
    this.prompt = new Prompt(byId("prompt"), { ...names, act: (choice) => void (this.passing.isLate(choice) || this.hand.propose(choice, "mouse")), open: (choice) => void this.openHead(choice), point: (choice) => void this.hand.pointAt(choice), next: () => this.nextUnit(false), isHex: (word) => this.painter.grid.has(word), go: (hex) => this.go([hex], []) });
    this.theatre = new Theatre(this);
    this.march = new March(this);
    this.end = new End(this);
    this.stacks.company = (at) => (this.hand.active ? this.march.company(at) : []);
    this.victory = new Victory(board, welcome.scenario ?? "", () => this.side.openPage("charts"));
    this.side = new SidePanel(byId("side"), this, names);
    this.plans = new Plans(this, this.side.notePage);
    this.tray = new Boxes(byId("boxes"), this.side.boxPage, board, (target) => void this.chooseTarget(target), (at) => this.painter.grid.has(at), () => this.hand.cancel());
    this.overlays = new Overlays(byId("overlays"), board.overlays, wire, this.lights, {
      piece: () => this.hand.choices.chosen.find((arg) => this.pieces.has(arg)) ?? (this.cursor ? (this.view.stacks[this.cursor] ?? []).at(-1) ?? null : null),
      hex: () => this.cursor,
    }, board.areas ?? [], (spec, answer) => legend(spec, answer, board.look, names.sideTitle));
    this.replay = new Replay(byId("replay"), wire, { show: (view, n) => this.lookBack(view, n), entries: () => this.side.log.entries, fork: (n) => offerFork(this, n) });
    this.readout = el("span", { class: "readout", "aria-hidden": "true" });
    byId("replay").append(this.readout);
    this.minimap = new Minimap(byId("minimap"), this.map, names.accent);
    this.menuBar = new GameMenu(byId("menu"), this);
    this.key = new MapKey(board);
    this.passing = new Passing(this);
    this.ticker = new Ticker(byId("ticker"), (entry) => !this.seat.sides.includes(entry.by ?? ""), () => this.side.openPage("log"));
    /** @type {(back: boolean) => boolean} the next unit that can act */
    this.nextUnit = () => false;
    useHands(this);
    this.lastWho = this.view.decision?.who ?? "";
    this.heard = 0;
    this.edition = welcome.edition;
    this.welcome(welcome);
    this.eye.lookWhereItHappens();
  }

  /** @param {string} key */
  sideTitle(key) {
    return this.board.sides.find((side) => side.key === key)?.title ?? (key === "chance" || key === "CHANCE" ? "Chance" : key);
  }

  /** @param {string} key */
  accent(key) {
    return this.board.look.sides?.[key]?.accent ?? "#7a6a58";
  }

  /** Everything from the start: at opening, and after every reconnection. @param {Welcome} welcome */
  welcome(welcome) {
    this.seat = welcome.seat;
    this.secrets = welcome.secrets ?? true;
    this.heard++;
    this.edition = welcome.edition;
    this.menuBar.forgetAsked();
    this.side.log.reset(welcome.log);
    this.side.talk.reset(welcome.chat ?? []);
    this.side.setNote(welcome.note ?? "");
    this.menuBar.setPlayers(welcome);
    this.view = welcome.view;
    this.theatre.welcome(welcome.log, welcome.view);
    this.take(welcome.view, welcome.menu);
  }

  /** @param {Message} message */
  hear(message) {
    this.edition = message.edition ?? this.edition;
    switch (message.t) {
      case "update": {
        const entries = /** @type {import('../types.js').LogEntry[]} */ (message.log ?? []);
        this.side.log.add(entries);
        this.passing.hear(entries);
        this.theatre.hear(entries, this.view);
        this.ticker.tell(entries);
        this.side.panel.news("log");
        this.menuBar.forgetAsked();
        say(entries.flatMap((entry) => entry.lines.map((line) => line.text)).join(" "));
        // What others did is pointed out; one's own hand was there.
        if (entries.some((entry) => this.seat.watch || !this.seat.sides.includes(entry.by ?? ""))) this.lights.flash(entries.flatMap((entry) => entry.lines.flatMap((line) => line.hexes ?? [])));
        this.menuBar.clock.set(message.clock);
        void this.change(message.view, message.menu ?? null, message.paths ?? {});
        break;
      }
      case "undone":
        this.heard++;
        this.menuBar.clock.set(message.clock);
        this.side.log.cut(message.n);
        this.theatre.cut(message.n);
        notice("Taken back.");
        this.passing.rest();
        this.take(message.view, message.menu ?? null);
        break;
      case "chat":
        this.side.talk.add(/** @type {any} */ (message));
        this.side.panel.news("chat");
        break;
      case "presence":
        this.menuBar.presence(/** @type {any} */ (message));
        break;
      case "asked":
        this.menuBar.asked(message.what, message.by, message.to);
        break;
      case "answered":
        if (message.text) notice(message.text);
        break;
      case "over":
        if (message.view) this.take(message.view, null);
        this.side.log.explain(message.reasons ?? {});
        this.menuBar.showEnd(message.result ?? this.view.result ?? null, message.key);
        break;
      case "refused":
      case "error":
        notice(message.text ?? "The server refused.", message.rule);
        break;
      default:
    }
  }

  /** A new position by somebody's action. @param {View} view @param {Menu | null} menu @param {Record<string, string[]>} [paths] the way each piece went */
  async change(view, menu, paths) {
    const ticket = ++this.heard;
    const who = view.decision?.who ?? "";
    const passes = this.secrets && this.seat.sides.length > 1 && who !== this.lastWho && this.seat.sides.includes(who);
    this.lastWho = who || this.lastWho;
    if (passes) {
      this.hand.reset(view, null);
      this.prompt.show(view, true);
      await handOver(this.sideTitle(who));
      // Another screen may have gone on meanwhile.
      if (ticket !== this.heard) return;
    }
    this.take(view, menu, paths);
  }

  /** @param {View} view @param {Menu | null} menu @param {Record<string, string[]>} [paths] */
  take(view, menu, paths) {
    this.view = view;
    this.menu = menu;
    this.replay.grow(view.n);
    if (this.replay.away) return;
    this.present(paths);
  }

  /** @param {Record<string, string[]>} [paths] */
  present(paths) {
    this.eye.restore();
    this.march.members = [];
    this.draw(this.view, paths);
    this.theatre.settle(this.view);
    document.body.classList.remove("looking-back");
    this.side.log.mark(null);
    this.hand.reset(this.view, this.seat.watch ? null : this.menu, this.edition);
    this.eye.attend();
    void this.hand.foresee();
    void this.overlays.refresh();
    const { decision, result } = this.view;
    if (result) say(`The game is over. ${result.text}`);
    else if (decision) say(`${this.sideTitle(decision.who)}: ${decision.prompt}`);
    this.menuBar.refresh();
    this.passing.consider();
    this.remember();
  }

  /** This browser's list of games says how each stands. */
  remember() {
    const { decision, result, tracks } = this.view;
    const mine = this.seat.sides.includes(decision?.who ?? "");
    rememberGame({
      token: this.token, game: this.board.game, title: this.board.title, sides: this.seat.sides.map((side) => this.sideTitle(side)), when: Date.now(), scenario: this.about?.title, mine, over: Boolean(result), names: Object.fromEntries(this.board.sides.map((side) => [side.key, side.title])),
      turn: turnWords(tracks?.find((track) => track.key === "turn")), line: moveWords(mine, this.sideTitle(decision?.who ?? ""), withoutSide(decision?.prompt ?? "", decision?.who ?? ""), result?.text ?? ""),
    });
  }

  /** @param {View} view @param {Record<string, string[]>} [paths] */
  draw(view, paths) {
    this.shown = view;
    this.stacks.show(view, paths);
    this.lights.showBuilt(view.lines ?? [], this.board.look.lines ?? {});
    this.lights.showControl(view.places ?? {});
    this.side.show(view);
    this.victory.show(view);
    this.minimap.show(view);
  }

  /** @param {View | null} view @param {number} n */
  lookBack(view, n) {
    if (!view) {
      this.present();
      return;
    }
    this.hand.reset({ ...this.view }, null);
    this.draw(view);
    this.tray.show(view, new Map(), new Set());
    this.theatre.tale.hide();
    document.body.classList.add("looking-back");
    this.side.log.mark(n);
    const entry = this.side.log.entries.findLast((one) => one.n <= n);
    const told = entry?.n === n ? entry.lines.map((line) => line.text).join(" ") : "";
    this.prompt.show(view, false, `Looking back: ${told || `entry ${n}.`}`);
    if (entry?.n === n) this.lights.flash(entry.lines.flatMap((line) => line.hexes ?? []));
    this.prompt.showButtons([], [], []);
  }

  /** Light what can be clicked. */
  relight() {
    const { choices, active } = this.hand;
    const marching = this.march?.active;
    const next = marching ? this.march.next() : active ? choices.next() : new Map();
    const chosen = new Set([...(marching ? this.march.members : choices.chosen), ...(active ? this.view.party ?? [] : [])]);
    this.stacks.light([...next.keys()].filter((arg) => this.pieces.has(arg)), chosen);
    this.lights.light(new Map([...next].filter(([arg]) => this.painter.grid.has(arg))));
    this.tray.show(this.shown, next, chosen);
    this.prompt.show(this.view, active, marching ? this.march.prompt() : this.asksNext(next));
    this.prompt.showFight(this.replay.away ? null : this.theatre.badge());
    const ready = active && !this.hand.armed ? choices.ready() : [];
    const joiners = this.march?.joiners() ?? [];
    // Many of them stand in the list beside the hex; in the bar too they would push the map about.
    this.prompt.showButtons(active ? choices.buttons() : [], active ? choices.openHeads() : [], ready.length > FEW && !standsInBar(ready.length, next.size) ? [] : ready, this.view.tracks?.find((track) => track.key === this.view.decision?.kind)?.text, joiners.length ? { label: `Everybody joins (${joiners.length})`, does: () => void this.march.gather(joiners) } : undefined);
    this.prompt.showLeft(active ? this.hand.movable().filter((key) => symbolFor(this.pieces.get(key)?.kind ?? "")).length : 0);
    this.lights.showAbout(this.replay.away ? [] : this.prompt.hexesIn(this.view.decision?.prompt ?? ""));
    this.side.showHex(this.cursor);
    this.theatre.card.makeRoom([...next.keys()]);
    if (!byId("boxes").hidden) makeRoom(this.map, byId("boxes"), ["", "up"], this.eye.concerned());
    document.body.classList.toggle("mine", active);
  }

  /** What is asked once something is chosen and more must be: in place of the prompt. @param {Map<string, string>} next @returns {string | undefined} */
  asksNext(next) {
    const { choices } = this.hand;
    const [head] = choices.opened();
    const where = [...next.keys()].some((arg) => this.painter.grid.has(arg));
    if (head) return `${head.label}: choose ${where ? "where" : "a unit"}.`;
    if (!choices.chosen.length || !next.size || this.hand.armed) return undefined;
    const names = choices.chosen.map((arg) => this.pieces.get(arg)?.title ?? this.board.boxes.find((box) => box.id === arg)?.title ?? arg);
    const what = where ? "a hex" : [...next.keys()].every((arg) => this.boxes.has(arg)) ? "a box" : "a unit";
    const also = choices.ready().length > 0;
    // What the lit places are for, where the unit could do something else as well: the order with a gap for the place.
    const [first] = next.keys();
    const order = choices.finishing(first)[0];
    const gap = also && order?.label.includes(first) ? ` (${order.label.replace(first, "...")})` : "";
    return `${names.join(", ")}: ${also ? "act with what is chosen, or choose" : "now choose"} ${what}${gap}.`;
  }

  /** A piece or box chosen from a list rather than on the map. @param {string} target */
  async chooseTarget(target) {
    if (this.pieces.has(target)) await this.hand.click(null, target, "mouse");
    else await this.hand.click(target, null, "mouse");
  }

  /** A head with nothing to point at: open it. @param {Choice} choice */
  async openHead(choice) {
    const answer = await this.wire.ask({ t: "tails", n: this.hand.n, a: choice.a }).catch(() => null);
    const tails = /** @type {Choice[]} */ (answer?.actions ?? []);
    if (tails.every((tail) => this.hand.choices.targets(tail).length === 0)) {
      showPick(this, tails, null);
      return;
    }
    this.hand.choices.tails.set(choice.a.join("\u001f"), tails);
    this.relight();
  }

  /** @param {string | null} hex @param {boolean} [aloud] */
  setCursor(hex, aloud = false) {
    this.cursor = hex;
    this.lights.showCursor(hex);
    this.side.showHex(hex);
    if (this.overlays.on?.needs === "pair") this.overlays.pointAt(hex, true);
    else if (this.overlays.on?.needs) void this.overlays.refresh();
    if (hex && aloud) {
      const note = this.hand.choices.next().get(hex);
      say([groundText(this.board, hex), this.stacks.read(hex) || "empty", note !== undefined ? `can be chosen${note ? `, ${note}` : ""}` : ""].filter(Boolean).join(". "));
    }
  }

  /** The hex under the pointer, in words. @param {string | null} hex */
  readHex(hex) {
    this.readout.textContent = hex ? groundText(this.board, hex) : "";
  }

  /** Show where something happened. @param {string[]} hexes @param {string[]} pieces */
  go(hexes, pieces) {
    const places = [...hexes, ...pieces.map((key) => this.shown.pieces[key]?.at ?? "")].filter((id) => this.painter.grid.has(id));
    if (!places.length) return;
    const last = places[hexes.length ? Math.min(places.length, hexes.length) - 1 : 0];
    this.setCursor(last);
    this.lights.showTrouble([]);
    this.map.centreOn(this.painter.grid.centre(last), 0.55);
  }
}
