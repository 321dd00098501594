"""How the game is shown: labels, sentences, previews with exact odds, charts, overlays, the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from amba.core.decision import Action, Preview
from amba.core.event import Event, Said
from amba.core.flow import Flow, every_fall
from amba.games.ethiopia.rules.gordon import command_net
from amba.games.ethiopia.rules.r07_movement import allowance, bill, reach_of
from amba.games.ethiopia.rules.r08_supply import covered, fed_by_dumps, hungry_units, lives_off
from amba.games.ethiopia.rules.r10_combat import Fight, defenders, joiners, weigh
from amba.games.ethiopia.rules.r10_retreats import retreat_hexes
from amba.games.ethiopia.rules.r13_victory import GAS_PRICE, points
from amba.games.ethiopia.state import ROAD, EthiopiaState
from amba.games.ethiopia.world import (
    BOX_TITLES,
    BOXES,
    GARRISON_TRACKS,
    GAS_TURNS,
    ITALIAN,
    LOSSES,
    MOST_GARRISONS,
    SIDES,
    TURN,
    Unit,
    World,
    points_text,
)  # fmt: skip
from amba.load.aids import Overlay, around_the_map, chart, chart_of
from amba.load.maps import board_of

ORDERS = (
    ("move", "piece", "place"), ("rail", "piece", "place"), ("done",), ("fly", "piece", "place"), ("gas", "place"), ("attack", "place"),
    ("join", "piece"), ("all",), ("fight",), ("retreat",), ("losses",), ("lose", "piece"), ("retreat", "piece", "place"), ("stay", "piece"),
    ("advance", "piece"), ("garrison", "yes"), ("garrison", "no"), ("entrench", "place"), ("build", "piece", "place"), ("dump", "place"), ("feed", "piece"),
)  # fmt: skip
LABELS = {
    ("done",): "End the phase", ("fight",): "Fight", ("all",): "Everybody joins", ("retreat",): "Retreat", ("losses",): "Take it as losses",
    ("garrison", "yes"): "Leave a garrison", ("garrison", "no"): "Give the entrenchment up",
}  # fmt: skip
ENOUGH = {"pick-advance": "Nobody else advances", "rations": "Feed nobody else"}
"""Where 'done' ends a choice in the middle of a phase, not the phase."""
WORDS = {
    "move": "Move {0} to {1}", "rail": "{0} by rail to {1}", "fly": "Send {0} over {1}", "gas": "Use gas at {0}", "attack": "Attack {0}",
    "join": "{0} joins the attack", "lose": "{0} loses a point", "retreat": "{0} retreats to {1}", "stay": "{0} stays", "advance": "{0} advances",
    "entrench": "Dig in at {0}", "build": "{0} builds a road in {1}", "dump": "Name {0} a supply dump", "feed": "Feed {0}",
}  # fmt: skip
HEAD_WORDS = {"move": "Move {0}", "rail": "{0} by rail", "fly": "Send {0}", "retreat": "{0} retreats", "build": "{0} builds a road"}
SAID = {
    "result": "Attack on {0}: {1} to {2}, column {3}, {4:+d} to the die: {5}.",
    "gugsa": "Haile Selassie Gugsa goes over to the Italians.",
    "over": "The game is over with {0} Italian victory points.",
}
RESULTS = {
    "C": "contact: nothing happens", "ENG": "both sides are engaged", "EX": "exchange: both lose, the weaker all", "AE": "the attackers are eliminated",
    "DE": "the defenders are eliminated",
}  # fmt: skip
TEMPLATES = {
    "placed": "{piece} comes to {to}.", "moved": "{piece} moves from {origin} to {to}.", "retreated": "{piece} retreats from {origin} to {to}.",
    "removed": "{piece} is gone from {origin}.", "rolled": "Die: {dice}.",
}  # fmt: skip
MARK_ON = {
    "engaged": "{piece} is engaged.", "out": "{piece} is out of supply.", "garrison": "A garrison stays behind.", "dump": "The entrenchment becomes a supply dump.",
    "gas": "{piece} carries gas.",
}  # fmt: skip


def label(s: EthiopiaState, a: Action) -> str:
    """An action, or the beginning of one, in words."""
    if a == ("done",) and s.frames and s.frames[-1][0] in ENOUGH:
        return ENOUGH[s.frames[-1][0]]
    if a in LABELS:
        return LABELS[a]
    names = s.world.names
    words = []
    for arg in a[1:]:
        if arg in names.piece:
            words.append(s.card(names.piece[arg]).title)
        else:
            words.append(s.world.title_of(names.place[arg]) if arg in names.place else arg)
    template = WORDS.get(a[0], "")
    if "{1}" in template and len(words) == 1:
        template = HEAD_WORDS[a[0]]
    return template.format(*words) if template else " ".join(a)


def note(s: EthiopiaState, a: Action) -> str:
    """What a move leaves."""
    if a[0] == "move" and len(a) == 3:
        unit, to = s.world.names.piece[a[1]], s.world.names.place[a[2]]
        cost = reach_of(s, unit).cost.get(to)
        if cost is not None:
            return f"{points_text(allowance(s, unit) - cost)} left"
    return ""


def sentence(world: World, event: Event) -> str:
    """An event as a sentence; empty for bookkeeping."""
    kind = type(event).__name__.lower()
    if isinstance(event, Said):
        values = [world.title_of(world.names.place[v]) if isinstance(v, str) and v in world.names.place else v for v in event.values]
        return SAID[event.what].format(*values)
    fields = event._asdict()
    piece = world.units[fields["piece"]].title if "piece" in fields else ""
    if kind == "marked":
        return MARK_ON.get(world.names.marks[fields["mark"]], "").format(piece=piece) if fields["on"] else ""
    if kind == "flipped":
        return f"{piece} loses a point: {fields['new']} left." if fields["piece"] < world.fighting else ""
    if kind == "tracked":
        return f"Turn {fields['new']}: {world.dates[fields['new']]}." if fields["track"] == TURN else ""
    if kind == "controlled":
        if fields["new"] // ROAD != fields["old"] // ROAD:
            return f"A road is built in {world.title_of(fields['place'])}."
        return f"{world.title_of(fields['place'])} is now {SIDES[fields['new'] % ROAD - 1].title()}."
    if kind == "moved" and world.units[fields["piece"]].is_air:
        return f"{piece} over {world.title_of(fields['to'])}." if fields["to"] < world.hexes else ""
    values_by_name: dict[str, Any] = {"piece": piece, "dice": ", ".join(map(str, fields.get("dice", ())))}
    for field in ("origin", "to"):
        if field in fields:
            values_by_name[field] = world.title_of(fields[field])
    return TEMPLATES.get(kind, "").format(**values_by_name)


def preview(flow: Flow[EthiopiaState], s: EthiopiaState, a: Action) -> Preview | None:
    """What an action would do; for an attack the odds as the rules themselves give them."""
    if flow.refuse(s, a, "4.3") is not None:
        return None
    world = s.world
    if a[0] == "move":
        return move_preview(s, world.names.piece[a[1]], world.names.place[a[2]])
    if a[0] == "gas":
        items = (("one bomber shift counts double", "+1 column", "9.5"), ("price", f"-{GAS_PRICE} victory points", "9.5"))
        return Preview(f"Gas over {world.title_of(world.names.place[a[1]])}", (), f"{GAS_PRICE} victory points", items)
    if a[0] == "attack":
        side = s.frames[-1][1]
        target = world.names.place[a[1]]
        everyone = tuple(joiners(s, target, side))
        fight = weigh(s, side, target, everyone)
        return Preview(
            f"Attack on {world.title_of(target)} with all who can", (), "", fight_items(s, side, fight, everyone), world.combat.columns[fight.column]
        )
    if a[0] in {"join", "all", "fight"}:
        return battle_preview(flow, s, a)
    return None


def move_preview(s: EthiopiaState, unit: int, to: int) -> Preview:
    found = reach_of(s, unit)
    path = found.path(to)
    places = s.world.names.places
    warnings = []
    side = s.card(unit).side
    if s.card(unit).is_combat and to < s.world.hexes:
        if s.zoc(1 - side)[to]:
            warnings.append("Ends in an enemy zone (6.4).")
        if to not in covered(s, side) and not lives_off(s, unit, to):
            warnings.append("Farther than seven hexes from supply as things stand (8.1, 8.2).")
    cost = f"{points_text(found.cost[to])} of {points_text(allowance(s, unit))}"
    return Preview(f"Move to {s.world.title_of(to)}", tuple(places[p] for p in path), cost, bill(s, found, to), warnings=tuple(warnings))


def battle_preview(flow: Flow[EthiopiaState], s: EthiopiaState, a: Action) -> Preview:
    after = s.copy()
    if a[0] != "fight":
        flow.apply(after, a)
    _, side, target, joined = after.frames[-1]
    fight = weigh(after, side, target, joined)
    odds = every_fall(flow, after, ("fight",), 5, lambda cell: result_text(s, cell)) if flow.refuse(after, ("fight",), "4.3") is None else ()
    stuck = [s.card(u).title for u in s.combat_units(target, 1 - side) if not retreat_hexes(s, u, 1)]
    warnings = tuple(f"{title} has nowhere to retreat (10.8)." for title in stuck)
    items = fight_items(after, side, fight, joined)
    return Preview(f"Attack on {s.world.title_of(target)}", (), "", items, s.world.combat.columns[fight.column], odds, False, warnings)


def fight_items(s: EthiopiaState, side: int, fight: Fight, joined: Sequence[int]) -> tuple[tuple[str, str, str], ...]:
    """Both sides' points, every shift, and every letter of G1 with its sign."""
    rows = [(s.card(u).title, str(s.face[u]), "1.3") for u in joined]
    rows.append(("Attack", str(fight.attack), "10.4"))
    for u in defenders(s, fight.target, side):
        rows.append((s.card(u).title, str(s.defence(u)), "1.3" if u < s.world.fighting else "G3.a"))
    rows.append(("Defence", str(fight.defence), "10.4"))
    rows += [(text, f"{by:+d} column" + ("" if abs(by) == 1 else "s"), number) for text, by, number in fight.shifts]
    rows.append(("Column", s.world.combat.columns[fight.column], "10.4"))
    rows += [(f"({m.rule[-1]}) {m.label}", f"{m.by:+d} die", m.rule) for m in fight.modifiers]
    if len(fight.modifiers) > 1:
        rows.append(("To the die", f"{fight.die_modifier:+d}", "G1"))
    return tuple(rows)


def result_text(s: EthiopiaState, cell: str) -> str:
    if cell in RESULTS:
        return RESULTS[cell]
    who = "attackers" if cell[0] == "A" else "defenders"
    count = cell[1:]
    hexes = "hex" if count == "1" else "hexes"
    instead = f" or lose {count} (G5)" if s.is_on("gordon5") else ""
    return f"the {who} retreat {count} {hexes}{instead}"


def tracks(s: EthiopiaState) -> list[dict[str, Any]]:
    last = s.world.last_turn(s.scenario)
    found: list[dict[str, Any]] = [
        {"key": "turn", "title": "Turn", "value": s.turn, "of": last, "text": s.world.dates[s.turn]},
        {"key": "score", "title": "Italian victory points", "value": points(s), "of": 0, "text": ""},
        {"key": "losses", "title": "Metropolitan points lost", "value": s.tracks[LOSSES], "of": 0, "text": ""},
    ]
    for side, name in enumerate(SIDES):
        found.append(
            {
                "key": f"{name}-garrisons",
                "title": f"{name.title()} garrisons",
                "value": s.tracks[GARRISON_TRACKS[side]],
                "of": MOST_GARRISONS,
                "text": "",
            }
        )
    if s.options["gas"] == "on":
        found.append({"key": "gas", "title": "Gas used", "value": s.tracks[GAS_TURNS], "of": 0, "text": ""})
    return found


def built_roads(s: EthiopiaState) -> list[dict[str, Any]]:
    """Roads made in play, stretch by stretch, in the form of the board's lines."""
    names = s.world.names.places
    pairs = sorted({(min(h, n), max(h, n)) for h in s.roads for n in s.road_neighbours(h)})
    return [{"kind": "road", "title": "", "hexes": [names[a], names[b]]} for a, b in pairs]


def symbol(unit: Unit) -> str:
    """What is drawn on the counter: levies carry the shield, the Guard its own mark."""
    if unit.kind == "infantry" and "levy" in unit.traits:
        return "irregular"
    if unit.kind == "infantry" and "guard" in unit.traits:
        return "guard"
    return {"bomber": "air", "fighter": "air", "entrenchment": "fort"}.get(unit.kind, unit.kind)


def colour(unit: Unit) -> str:
    if unit.is_air:
        return "air"
    return next((c for c in ("blackshirt", "colonial", "guard", "metropolitan") if c in unit.traits), SIDES[unit.side])


def face(unit: Unit, left: int) -> dict[str, Any]:
    if unit.kind == "entrenchment":
        return {"left": "", "middle": "", "right": "", "reduced": False, "text": f"entrenchment, {left} turns in supply"}
    if not unit.is_combat:
        return {"left": "", "middle": "", "right": str(unit.move or ""), "reduced": False, "text": f"movement {unit.move}"}
    text = f"attack {left}, defence {min(left, unit.defence)}, movement {unit.move}"
    middle = str(unit.defence) if unit.defence != unit.attack else ""
    return {"left": str(left), "middle": middle, "right": str(unit.move), "reduced": left < unit.attack, "steps": left, "text": text}


OVERLAYS = (
    Overlay("zoc", "Zones of control", "z"),
    Overlay("supply", "Supply", "s"),
    Overlay("command", "Italian command", "c"),
    Overlay("reach", "Reach of a unit", "r", "piece"),
    Overlay("victory", "Control and victory points", "v"),
)


def board(world: World, title: str, scenario: str) -> dict[str, Any]:
    victory = world.scenarios[scenario].data["victory"]["places"] if scenario in world.scenarios else {}
    found = board_of(world.map, world.look, {key: str(value) for key, value in victory.items()})
    pieces = []
    for unit in world.units:
        most = 3 if unit.kind == "entrenchment" else unit.attack
        pieces.append(
            {
                "key": unit.key, "title": unit.title, "side": SIDES[unit.side], "kind": symbol(unit), "size": unit.size, "colour": colour(unit),
                "designation": unit.short, "code": "", "band": unit.army, "faces": [face(unit, left) for left in range(most + 1)], "colours": {},
            }
        )  # fmt: skip
    titles = {side: world.look["sides"][side]["title"] for side in SIDES}
    boxes = dict(zip(BOXES, BOX_TITLES, strict=True))
    return {**found, "game": "ethiopia", "title": title, **around_the_map(pieces, titles, boxes, OVERLAYS, world.provenance())}


def charts(world: World) -> list[dict[str, Any]]:
    turns = [[row["turn"], row["dates"], row["season"], row["event"]] for row in world.turn_sheet.rows]
    return [
        chart("combat", "Combat table", "10.7", "Die", world.combat),
        chart("terrain", "Terrain chart", "7.2", "Terrain", world.terrain_table),
        chart("supply", "Out of supply", "8.5", "Turns", world.supply_table),
        chart_of("turns", "Turn track", "4.3", world.turn_sheet.provenance, ["Turn", "Dates", "Season", "In history"], turns),
    ]


def overlay(s: EthiopiaState, key: str, arg: str) -> dict[str, Any]:
    layers: dict[str, Callable[[EthiopiaState, str], dict[str, Any]]] = {
        "zoc": _zoc_layer, "supply": _supply_layer, "command": _command_layer, "reach": _reach_layer, "victory": _victory_layer,
    }  # fmt: skip
    return {"hexes": {}, "paths": [], "rays": [], "notes": [], **(layers[key](s, arg) if key in layers else {})}


def _zoc_layer(s: EthiopiaState, arg: str) -> dict[str, Any]:
    hexes: dict[str, Any] = {}
    for place, name in enumerate(s.world.grid.names):
        who = [SIDES[side] for side in (0, 1) if s.zoc(side)[place]]
        if who:
            hexes[name] = {"tone": who[0] if len(who) == 1 else "both", "text": ""}
    return {"hexes": hexes, "notes": ["Enter an enemy zone and stop (6.4). Massif hexes have none (6.2)."]}


def _supply_layer(s: EthiopiaState, arg: str) -> dict[str, Any]:
    names = s.world.names
    hexes: dict[str, Any] = {}
    notes = []
    for side in (0, 1):
        for place in covered(s, side):
            tone = "both" if names.places[place] in hexes else SIDES[side]
            hexes[names.places[place]] = {"tone": tone, "text": ""}
        out = hungry_units(s, side)
        fed = fed_by_dumps(s, out) if side == ITALIAN else set()
        for unit in out:
            if unit not in fed:
                hexes[names.places[s.at[unit]]] = {"tone": "warning", "text": "out"}
                notes.append(f"Out of supply: {s.card(unit).title}")
    return {"hexes": hexes, "notes": notes}


def _command_layer(s: EthiopiaState, arg: str) -> dict[str, Any]:
    return {
        "hexes": {s.world.names.places[h]: {"tone": "italian", "text": ""} for h in command_net(s)},
        "notes": ["Five hexes from a headquarters (G6.c)."],
    }


def _reach_layer(s: EthiopiaState, arg: str) -> dict[str, Any]:
    unit = s.world.names.piece.get(arg, -1)
    if not 0 <= unit < s.world.fighting or s.card(unit).is_air or unit not in s.movable(s.card(unit).side):
        return {}
    total = allowance(s, unit)
    return {"hexes": {s.world.names.places[p]: {"tone": "reach", "text": points_text(total - c)} for p, c in reach_of(s, unit).cost.items()}}


def _victory_layer(s: EthiopiaState, arg: str) -> dict[str, Any]:
    world = s.world
    hexes = {}
    for key, value in world.scenarios[s.scenario].data["victory"]["places"].items():
        place = world.map.places[key].hex
        owner = s.controller(place)
        hexes[world.names.places[place]] = {"tone": SIDES[owner] if owner >= 0 else "both", "text": str(value)}
    return {"hexes": hexes}
