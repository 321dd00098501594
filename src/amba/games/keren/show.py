"""How the game is shown: labels, sentences, charts, the board."""

from __future__ import annotations

from typing import Any

from amba.core.decision import Action
from amba.core.event import UNKNOWN, Event, Said
from amba.games.keren.rules.r03_setup import waiting
from amba.games.keren.rules.r04_victory import points
from amba.games.keren.state import KerenState
from amba.games.keren.titles import BOX_TITLES, DEPTH, name_of, place_of, short_of
from amba.games.keren.world import COMMONWEALTH, ITALIAN, LOSSES, SIDES, TURN, Unit, World, factor_text
from amba.kit.hexgrid import DIRECTIONS
from amba.load.aids import Overlay, around_the_map, chart
from amba.load.maps import board_of

ORDERS = (
    ("place", "piece", "place"), ("rest",), *(("area", str(number)) for number in range(1, 17)), ("move", "piece", "place"), ("form", "piece"), ("join", "piece"), ("go", "place"), ("drop", "piece"), ("halt",),
    ("carry", "piece"), ("full", "piece"), ("add", "piece"), ("shoot",), ("assault", "place"), ("commit", "piece"), ("fight",),
    ("lose", "piece"), ("retreat", "piece", "place"), ("advance", "piece"), ("stay",), ("done",),
    *(("fire", "place", depth) for depth in DEPTH), *(("air", "piece", "place", depth) for depth in DEPTH),
    *(("face", "piece", way) for way in DIRECTIONS),
)  # fmt: skip

LABELS = {"rest": "Place the rest for me", "done": "End the phase", "halt": "Halt here", "shoot": "Fire", "fight": "Fight", "stay": "Stay"}

WITH = {
    "place": "Place {0} in {1}", "move": "Move {0} to {1}", "form": "Form a stack with {0}", "join": "{0} joins the stack", "go": "March to {0}",
    "drop": "Leave {0} here", "carry": "{0} carries supply", "full": "{0} stops carrying", "add": "{0} fires too", "assault": "Assault {0}",
    "commit": "{0} joins the assault", "lose": "Give up {0}", "retreat": "{0} retreats to {1}", "advance": "{0} advances",
    "fire": "Fire at {0}, {1}", "air": "{0} bombards {1}, {2}", "face": "{0} faces {1}", "roll": "The die shows {0}",
}  # fmt: skip
HEADS = {"place": "Place {0}", "move": "Move {0}", "air": "{0} bombards", "face": "Turn {0}", "go": "March"}

SAID = {
    "fire": "Fire at {0} in {1}: {2} factors, column {3}.",
    "assault": "Assault on {0}: {1} against {2}, column {3}.",
    "result": "Result {0}.",
    "modified": "Result {0} on a modified {1}.",
    "broken through": "The road to Keren is open.",
    "over": "The battle is over with {0} victory points.",
}
TEMPLATES = {
    "placed": "{piece} comes to {to}.",
    "moved": "{piece} moves from {origin} to {to}.",
    "retreated": "{piece} retreats from {origin} to {to}.",
    "removed": "{piece} is eliminated in {origin}.",
    "rolled": "Die: {dice}.",
    "controlled": "{place} is now {owner}.",
}
MARK_ON = {"suppressed": "{piece} is suppressed.", "out_of_supply": "{piece} is out of supply."}
MARK_OFF = {"suppressed": "{piece} rallies.", "out_of_supply": "{piece} is in supply again."}


def word(world: World, arg: str, depth: bool) -> str:
    """An argument as people say it."""
    if depth and arg in DEPTH:
        return DEPTH[arg]
    if arg in world.names.piece:
        return name_of(world, world.names.piece[arg])
    return place_of(world, world.names.place[arg]) if arg in world.names.place else arg


def label(s: KerenState, a: Action) -> str:
    """An action in words."""
    verb = a[0]
    if verb == "area":
        group = s.world.groups[s.scenario][int(a[1]) - 1]
        left = group.choose - len(group.units) + len(waiting(s, group))
        return f"Only those of {group.title}" + (f" ({left})" if left > 0 else "")
    words = [word(s.world, arg, verb in {"fire", "air"}) for arg in a[1:]]
    template = WITH.get(verb, LABELS.get(verb, verb.title()))
    try:
        return template.format(*words)
    except IndexError:
        return HEADS.get(verb, LABELS.get(verb, verb.title())).format(*words)


def sentence(world: World, event: Event) -> str:
    """An event as a sentence; empty for bookkeeping."""
    kind = type(event).__name__.lower()
    if isinstance(event, Said):
        return SAID[event.what].format(*(word(world, value, False) if isinstance(value, str) else value for value in event.values))
    fields = event._asdict()
    piece = name_of(world, fields["piece"]) if "piece" in fields else ""
    if kind == "marked":
        return (MARK_ON if fields["on"] else MARK_OFF).get(world.names.marks[fields["mark"]], "").format(piece=piece)
    if kind == "flipped":
        return flip_sentence(world, fields, piece)
    if kind == "tracked":
        return f"Turn {fields['new']} begins." if fields["track"] == TURN else ""
    values: dict[str, Any] = {"piece": piece}
    for field in ("origin", "to", "place"):
        if field in fields:
            values[field] = place_of(world, fields[field])
    if kind == "controlled":
        values["owner"] = world.look["sides"][SIDES[COMMONWEALTH if fields["new"] else ITALIAN]]["title"]
    if kind == "rolled":
        values["dice"] = ", ".join(map(str, fields["dice"]))
    return TEMPLATES.get(kind, "").format(**values)


def flip_sentence(world: World, fields: dict[str, Any], piece: str) -> str:
    if fields["piece"] != UNKNOWN and world.units[fields["piece"]].is_artillery:
        return f"{piece} has fired." if fields["new"] else ""
    return f"{piece} carries its supply." if fields["new"] else f"{piece} fights at full strength again."


def tracks(s: KerenState) -> list[dict[str, Any]]:
    data = s.world.scenarios[s.scenario].data
    half = "" if s.turn == 0 else ("morning" if s.turn % 2 else "afternoon")
    day, _, rest = str(data["first_day"]).partition(" ")
    text = f"{int(day) + (s.turn - 1) // 2} {rest}, {half}" if s.turn else "set-up"
    return [
        {"key": "turn", "title": "Turn", "value": s.turn, "of": s.turns, "text": text},
        {
            "key": "score",
            "title": "Commonwealth victory points",
            "value": points(s),
            "of": int(data["victory_points"]),
            "text": f"{s.tracks[LOSSES]:+d} from losses",
        },
    ]


def face(unit: Unit, side: int) -> dict[str, Any]:
    fire, assault = factor_text(unit.fire[side]), factor_text(unit.assault[side])
    what = "" if side == 0 else " (fired)" if unit.is_artillery else " (carrying supply)"
    text = f"fire {fire}, assault {assault}, movement {unit.move}{what}"
    return {"left": fire, "middle": "" if unit.is_air else assault, "right": str(unit.move or ""), "reduced": side > 0, "text": text}


OVERLAYS = (
    Overlay("zoc", "Zones of control", "z"),
    Overlay("supply", "Supply", "s"),
    Overlay("reach", "Reach of a unit", "r", "piece"),
    Overlay("sight", "Line of sight", "l", "pair"),
    Overlay("victory", "Point hexes", "v"),
)


def board(world: World, title: str) -> dict[str, Any]:
    badges = {p.key: f"+{p.extra['vp']}" for p in world.map.places.values() if "vp" in p.extra}
    found = board_of(world.map, world.look, badges)
    pieces = [
        {
            "key": unit.key, "title": unit.title, "side": SIDES[unit.side], "kind": unit.kind, "size": unit.size, "colour": SIDES[unit.side],
            "designation": short_of(unit), "code": unit.division if unit.side == COMMONWEALTH else "", "band": unit.band,
            "faces": [face(unit, 0)] if unit.is_air else [face(unit, 0), face(unit, 1)], "colours": {},
        }
        for unit in world.units
    ]  # fmt: skip
    titles = {side: world.look["sides"][side]["title"] for side in SIDES}
    return {**found, "game": "keren", "title": title, **around_the_map(pieces, titles, BOX_TITLES, OVERLAYS, world.provenance())}


def charts(world: World) -> list[dict[str, Any]]:
    return [
        chart("ranged", "Ranged fire table", "11.2", "die", world.ranged),
        chart("assault", "Assault table", "14.1", "roll", world.assault),
        chart("terrain", "Terrain key", "10.1", "terrain", world.terrain),
    ]
