// The table: puts the parts together and keeps them in step with what the server says.

import { byId, el } from "../dom.js";
import { remember } from "./remember.js";
import { Painter } from "../map/painter.js";
import { MapView } from "./mapview.js";
import { Stacks } from "./stacks.js";
import { Signs } from "./signs.js";
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
import { MapFocus } from "./mapfocus.js";
import { GameMenu } from "./gamemenu.js";
import { Boxes } from "./boxes.js";
import { handOver } from "./curtain.js";
import { groundText } from "./stackpage.js";
import { notice, say, showRefusal } from "./notices.js";
import { useHands } from "./controls.js";
import { Call } from "./call.js";
import { Passing } from "./passing.js";
import { Ticker } from "./ticker.js";
import { Theatre } from "./theatre.js";
import { Formation } from "./formation.js";
import { March } from "./march.js";
import { Briefing } from "./briefing.js";
import { End } from "./end.js";
import { offerFork } from "./fork.js";
import { legend } from "./legend.js";
import { Victory } from "./victory.js";
import { Mixing } from "./mixing.js";
import { Plans } from "./plans.js";
import { FEW, showPick } from "./pick.js";
import { Facing } from "./facing.js";
import { asksNext, unitsAsked } from "./asking.js";
import { inkOn, sideMark } from "./sides.js";

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
    this.lights = new Lights(layer, this.painter.grid, board.look.sides ?? {});
    this.stacks = new Stacks(layer, board, this.painter.grid, () => this.map.window(), () => this.map.scale);
    this.signs = new Signs(layer, board, this.painter.grid, this.stacks.root);
    this.map.followers.push(() => this.stacks.rescale());
    this.lights.above(layer);
    this.facing = new Facing(this);
    this.hints = new Hints();
    this.mapFocus = new MapFocus(this);
    this.odds = new OddsPanel(byId("odds"), { isColumn: (title) => this.theatre.card.charts.some((chart) => chart.head.includes(title)), confirm: () => this.formation.confirm() || this.march.confirm() || this.hand.confirm() || this.hand.confirmForeseen(), cancel: () => this.formation.drop() || this.march.drop() || this.hand.cancel() });
    this.hand = new Hand({
      wire,
      isPiece: (arg) => this.pieces.has(arg),
      isPlace: (arg) => this.painter.grid.has(arg) || this.boxes.has(arg),
      stackAt: (hex) => this.view.stacks[hex] ?? [],
      say,
      changed: () => this.relight(),
      seek: () => this.mapFocus.seek(),
      offer: (choices, hex) => showPick(this, this.facing.offer(choices, hex) ? [] : choices, hex),
      narrow: (ends, hex) => this.facing.narrow(ends, hex), isAim: (choices) => this.facing.isAim(choices),
      showPreview: (preview, choice, armed) => this.mapFocus.showPreview(preview, choice, armed),
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
    this.formation = new Formation(this);
    this.end = new End(this);
    this.briefing = new Briefing(this, welcome.scenario ?? "");
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
    this.mixing = new Mixing(this);
    this.menuBar = new GameMenu(byId("menu"), this);
    this.key = new MapKey(board);
    this.passing = new Passing(this);
    this.call = new Call(board.title);
    this.ticker = new Ticker(byId("ticker"), (entry) => !this.seat.sides.includes(entry.by ?? ""), () => this.side.openPage("log"));
    /** @type {(back: boolean) => boolean} the next unit that can act */
    this.nextUnit = () => false;
    useHands(this);
    /** the side that held the screen last; none while the first dice wait */
    this.lastWho = this.view.decision?.who === "chance" ? "" : this.view.decision?.who ?? "";
    this.heard = 0;
    this.edition = welcome.edition;
    this.welcome(welcome);
    this.mapFocus.lookWhereItHappens();
    void this.briefing.offer();
  }

  /** Several units in hand: a stack, or more than one; null for one or none. */
  get several() {
    return this.formation?.active ? this.formation : this.march?.active ? this.march : null;
  }

  /** Whether nothing is on its way: no question without its answer, no order without its position, no map in motion. */
  get isAtRest() {
    return !this.wire.waiting.size && !this.hand.busy && !this.march.running && !this.map.isMoving;
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
    this.mixing.hear(welcome.dice);
    if (welcome.rematch !== this.end.link) this.end.invited(welcome.rematch);
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
      case "dice":
        this.mixing.hear(/** @type {any} */ (message));
        this.relight();
        break;
      case "rematch":
        this.end.invited(/** @type {any} */ (message).link);
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
        this.mixing.remember({ last: message.last });
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
    const passes = this.secrets && this.seat.sides.length > 1 && this.lastWho && who !== this.lastWho && this.seat.sides.includes(who);
    this.lastWho = who && who !== "chance" ? who : this.lastWho;
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
    this.call.set(menu !== null && this.seat.sides.length === 1);
    this.replay.grow(view.n);
    if (this.replay.away) return;
    this.present(paths);
  }

  /** @param {Record<string, string[]>} [paths] */
  present(paths) {
    this.mapFocus.restore();
    this.march.members = [];
    this.formation.members = [];
    this.draw(this.view, paths);
    this.theatre.settle(this.view);
    document.body.classList.remove("looking-back");
    this.side.log.mark(null);
    this.hand.reset(this.view, this.seat.watch ? null : this.menu, this.edition);
    this.mapFocus.attend();
    void this.hand.foresee();
    void this.overlays.refresh();
    const { decision, result } = this.view;
    if (result) say(`The game is over. ${result.text}`);
    else if (decision) say(`${this.sideTitle(decision.who)}: ${decision.prompt}`);
    this.menuBar.refresh();
    this.passing.consider();
    this.briefing.follow();
    this.remember();
  }

  /** This browser's list of games says how each stands. */
  remember() { remember(this); }

  /** @param {View} view @param {Record<string, string[]>} [paths] */
  draw(view, paths) {
    this.shown = view;
    this.stacks.show(view, paths);
    this.map.standClear(this.mapFocus.centres(Object.keys(view.stacks)));
    this.lights.showBuilt(view.lines ?? [], this.board.look.lines ?? {});
    this.map.veil.dataset.veil = view.veil ?? "";
    this.signs.show(view);
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

  /** A finished game as nobody saw it while it was on. @param {View} view */
  open(view) {
    this.draw({ ...this.view, pieces: view.pieces, stacks: view.stacks, unknown: {} });
    document.body.classList.add("looking-back");
    notice("Both sides lie open.");
  }

  /** Light what can be clicked. */
  relight() {
    const { choices, active } = this.hand;
    const several = this.several;
    const next = several ? several.next() : active ? choices.next() : new Map();
    const chosen = new Set([...(several ? several.members : choices.chosen), ...(active ? this.view.party ?? [] : [])]);
    this.stacks.light([...next.keys()].filter((arg) => this.pieces.has(arg)), chosen);
    this.lights.light(new Map([...next].filter(([arg]) => this.painter.grid.has(arg))));
    this.tray.show(this.shown, next, chosen);
    this.prompt.show(this.view, active, several ? several.prompt() : this.mixing.waitingText() ?? asksNext(this, next));
    this.prompt.showFight(this.replay.away ? null : this.theatre.badge());
    const ready = active && !this.hand.armed ? choices.ready() : [];
    const joiners = this.march?.joiners() ?? [];
    // Many of them stand in the list beside the hex; in the bar too they would push the map about.
    this.prompt.showButtons(active ? choices.buttons() : [], active ? choices.openHeads() : [], ready.length > FEW && !standsInBar(ready.length, next.size) ? [] : ready, this.view.tracks?.find((track) => track.key === this.view.decision?.kind)?.text, this.mixing.goOn() ?? this.menuBar.end ?? (joiners.length ? { label: this.march.allLabel, does: () => void this.march.gather(this.march.joiners()) } : this.march.placeable() ? { label: "Place the rest for me", does: () => void this.march.place() } : undefined));
    this.prompt.showLeft(...unitsAsked(this));
    this.lights.showAbout(this.replay.away ? [] : this.prompt.hexesIn(this.view.decision?.prompt ?? ""));
    this.side.showHex(this.cursor);
    this.theatre.card.makeRoom(this.theatre.wanted);
    this.mapFocus.makeRoom();
    document.body.classList.toggle("mine", active);
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
