"""How the game is shown: labels, sentences, previews with exact odds, charts, overlays, the board."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from amba.core.decision import Action, Chance, Preview
from amba.core.event import UNKNOWN, Event, Said
from amba.core.flow import Flow, every_fall
from amba.games.cheren.rules.losses import retreats
from amba.games.cheren.rules.r03_stacking import is_overstacked
from amba.games.cheren.rules.r09_movement import allowance, bill, reach_of
from amba.games.cheren.rules.r11_combat import Assault, Fight, attackers, read_result, weigh
from amba.games.cheren.rules.r12_supply import draws_supply, is_in_supply, open_ways
from amba.games.cheren.rules.r14_victory import points
from amba.games.cheren.state import HARD, CherenState
from amba.games.cheren.world import ALLIED, BOXES, ITALIAN, ROADBLOCK, SIDES, TIGRE, TURN, WOLKAIT, Unit, World, points_text
from amba.load.aids import Overlay, around_the_map, chart, chart_of
from amba.load.maps import board_of

ORDERS = (
    ("move", "piece", "place"), ("done",), ("play", "piece"), ("play", "piece", "piece"), ("play", "piece", "place"),
    ("play", "piece", "rivers"), ("play", "piece", "roadblock"),
    ("attack", "place"), ("commit", "piece"), ("air",), ("fight",), ("lose", "piece"), ("retreat",), ("retreat", "piece", "place"), ("stand",),
    ("push",), ("hold",), ("advance", "piece"), ("stay",), ("check",), ("replace", "piece"), ("forfeit",), ("place", "piece", "place"),
    ("arrive",), ("postpone",), ("pass",),
)  # fmt: skip

LABELS = {
    "done": "End the phase", "fight": "Fight", "air": "Add air support", "retreat": "Retreat", "stand": "Stand, and lose a step more",
    "push": "Push", "hold": "No push", "stay": "Stay", "check": "Check supply", "forfeit": "Forfeit the replacement",
    "arrive": "Arrive at Kassala now", "postpone": "Arrive at Af Abed next turn", "pass": "Pass",
}  # fmt: skip

BOX_TITLES = {
    "reinforcements": "Reinforcements to come", "eliminated": "Eliminated", "air-support": "Air support",
    "cup": "Chit cup", "allied-hand": "Allied chits", "italian-hand": "Italian chits", "played": "Chits in play",
    "discarded": "Chits out of the game", "removed-by-allied": "Removed unseen by the Allies", "removed-by-italian": "Removed unseen by the Italians",
}  # fmt: skip

SAID = {
    "released": "The {0} garrison is released.",
    "loyal": "{0} stays Italian.",
    "storm": "The Allies land in {0} against its defenders.",
    "delayed": "{0} is delayed: no town of Tigre is free.",
    "roadblock": "The road at {0} is blocked.",
    "attack": "Attack on {0}: {1} against {2}, column {3}.",
    "result": "Result {0}.",
    "stands": "The defenders of {0} stand.",
    "cornered": "The defenders of {0} cannot all retreat and stand.",
    "push": "The attackers push at {0}.",
    "supply": "The {0} player checks supply.",
    "over": "The game is over with {0} Allied victory points.",
}


def name_of(world: World, piece: int) -> str:
    if piece == UNKNOWN:
        return "A chit"
    return world.units[piece].title if piece < world.first_chit else world.chit(piece).title


def place_of(world: World, place: int) -> str:
    if place >= world.hexes:
        return BOX_TITLES[BOXES[place - world.hexes]]
    name = world.grid.names[place]
    town = world.town_at.get(place)
    return f"{town.title} ({name})" if town else name


def label(s: CherenState, a: Action) -> str:
    """An action in words."""
    names = s.world.names
    words = [
        name_of(s.world, names.piece[arg]) if arg in names.piece else place_of(s.world, names.place[arg]) if arg in names.place else arg
        for arg in a[1:]
    ]
    verb = a[0]
    if len(a) == 1:
        return LABELS.get(verb, verb.title())
    if verb == "move":
        return f"Move {words[0]}" + (f" to {words[1]}" if len(words) > 1 else "")
    if verb == "attack":
        return f"Attack {words[0]}"
    if verb == "commit":
        return f"{words[0]} joins the attack"
    if verb == "lose":
        return f"{words[0]} loses a step"
    if verb == "play":
        return f"Play {words[0]}" + (f" on {words[1]}" if len(words) > 1 else "")
    return f"{verb.title()} {' to '.join(words)}"


def note(s: CherenState, a: Action) -> str:
    """A few words beside an action: the points left after a move."""
    if a[0] == "move" and len(a) == 3:
        unit, to = s.world.names.piece[a[1]], s.world.names.place[a[2]]
        cost = reach_of(s, unit).cost.get(to)
        if cost is not None:
            return points_text(allowance(s, unit) - cost)
    return ""


TEMPLATES: dict[str, str] = {
    "placed": "{piece} arrives at {to}.",
    "moved": "{piece} moves from {origin} to {to}.",
    "retreated": "{piece} retreats from {origin} to {to}.",
    "removed": "{piece} is eliminated at {origin}.",
    "drawn": "{piece} is drawn from the cup ({to}).",
    "revealed": "{piece} is played.",
    "joined": "{piece} goes over to the {new_side}.",
    "rolled": "Die: {dice}.",
    "controlled": "{place} is now {owner}.",
}
MARK_ON = {"low": "{piece} is in low supply.", "none": "{piece} is out of supply."}
MARK_OFF = {"low": "", "none": ""}


def sentence(world: World, event: Event) -> str:
    """An event as a sentence; empty for bookkeeping."""
    kind = type(event).__name__.lower()
    if isinstance(event, Said):
        values = [place_title(world, value) for value in event.values]
        return SAID[event.what].format(*values)
    fields = event._asdict()
    if kind == "marked":
        mark = world.names.marks[fields["mark"]]
        return (MARK_ON if fields["on"] else MARK_OFF).get(mark, "").format(piece=name_of(world, fields["piece"]))
    if kind == "flipped":
        piece = name_of(world, fields["piece"])
        return f"{piece} loses a step." if fields["new"] > fields["old"] else f"{piece} gets a step back."
    if kind == "tracked":
        return f"Turn {fields['new']} begins." if fields["track"] == TURN else ""
    if kind == "moved" and fields["origin"] >= world.hexes:
        return ""
    template = TEMPLATES.get(kind, "")
    if not template:
        return ""
    values_by_name: dict[str, Any] = {}
    if "piece" in fields:
        values_by_name["piece"] = name_of(world, fields["piece"])
    for field in ("origin", "to", "place"):
        if field in fields:
            values_by_name[field] = place_of(world, fields[field])
    if kind == "joined":
        values_by_name["new_side"] = SIDES[fields["new"]].title()
    if kind == "controlled":
        values_by_name["owner"] = SIDES[ALLIED if fields["new"] else ITALIAN].title()
    if kind == "rolled":
        values_by_name["dice"] = ", ".join(map(str, fields["dice"]))
    return template.format(**values_by_name)


def place_title(world: World, value: Any) -> Any:
    if isinstance(value, str):
        if value in world.names.place:
            return place_of(world, world.names.place[value])
        if value in world.names.piece:
            return name_of(world, world.names.piece[value])
        return value.title() if value in {"wolkait", "tigre", *SIDES} else value
    return value


def preview(flow: Flow[CherenState], s: CherenState, a: Action) -> Preview | None:
    """What an action would do; for an attack the odds as the rules themselves give them."""
    if flow.refuse(s, a, "14.0") is not None:
        return None
    world = s.world
    if a[0] == "move":
        unit, to = world.names.piece[a[1]], world.names.place[a[2]]
        found = reach_of(s, unit)
        path = tuple(world.names.places[place] for place in found.path(to))
        cost = f"{points_text(found.cost[to])} of {points_text(allowance(s, unit))}"
        return Preview(f"Move to {place_of(world, to)}", path, cost, bill(s, unit, found, to), warnings=tuple(_move_warnings(s, unit, to)))
    if a == ("done",) and s.frames[-1][0] in {"movement", "reaction", "combat", "exploitation"}:
        return Preview("End the phase", warnings=tuple(_crowded(s, s.frames[-1][1])))
    if a[0] == "attack":
        target = world.names.place[a[1]]
        everyone = tuple(attackers(s, target, s.frames[-1][1]))
        fight = weigh(s, target, everyone, False)
        return Preview(f"Attack on {place_of(world, target)} with all who can", (), "", fight_items(s, fight), world.combat.columns[fight.column])
    if a[0] in {"commit", "air", "fight"} and s.frames[-1][0] == "assault":
        return assault_preview(flow, s, a)
    return None


def _crowded(s: CherenState, side: int) -> list[str]:
    """3.1: what would be lost by ending the phase now."""
    places = sorted({s.at[unit] for unit in s.units(side)})
    return [
        f"{place_of(s.world, place)} holds {s.stacking(place)} where {s.world.stack_limit[place]} may stack: steps will be lost (3.1)."
        for place in places
        if is_overstacked(s, place)
    ]


def _move_warnings(s: CherenState, unit: int, to: int) -> list[str]:
    found = []
    if s.zoc(1 - s.side[unit])[to] >= HARD:
        found.append("Ends in a hard zone of control: the move stops there (4.0).")
    if not draws_supply(s, s.side[unit], to) and s.world.units[unit].village != to:
        found.append("No supply can be drawn there as things stand (12.0).")
    value = s.world.units[unit].stacks[s.face[unit]]
    if s.stacking(to) + value > s.world.stack_limit[to]:
        found.append(f"Over the stacking limit of {s.world.stack_limit[to]} at the end of the phase (3.1).")
    return found


def assault_preview(flow: Flow[CherenState], s: CherenState, a: Action) -> Preview:
    after = s.copy()
    if a[0] != "fight":
        flow.apply(after, a)
    step = flow.top(after)
    assert isinstance(step, Assault)
    fight = step.fight(after)
    title = f"Attack on {place_of(s.world, fight.target)}"
    odds: tuple[Chance, ...] = ()
    if flow.refuse(after, ("fight",), "14.0") is None:
        odds = every_fall(flow, after, ("fight",), 0, result_text)
    return Preview(title, (), "", fight_items(after, fight), s.world.combat.columns[fight.column], odds, False, tuple(fight_warnings(after, fight)))


def fight_items(s: CherenState, fight: Fight) -> tuple[tuple[str, str, str], ...]:
    """Both sides' strength and every shift, with rules."""
    cards = s.world.units
    rows = [(cards[unit].designation, str(s.strength(unit)), "11.0") for unit in fight.units]
    if fight.air:
        rows.append((cards[s.world.air].title, str(s.strength(s.world.air)), "11.3"))
    rows.append(("Attack", str(fight.attack), "11.0"))
    rows += [(f"against {cards[unit].designation}", str(s.strength(unit)), "11.0") for unit in s.here[fight.target]]
    rows.append(("Defence", str(fight.defence), "11.0"))
    rows.append(("Odds", f"{fight.odds[0]}-{fight.odds[1]}", "11.0"))
    rows += [(text, f"{by:+d} column", number) for text, by, number in fight.shifts]
    rows.append(("Column", s.world.combat.columns[fight.column], "11.5"))
    return tuple(rows)


def fight_warnings(s: CherenState, fight: Fight) -> list[str]:
    stuck = [s.world.units[unit].title for unit in s.here[fight.target] if not retreats(s, unit)]
    return [f"{name} has nowhere to retreat: all must stand (11.7)." for name in stuck]


def result_text(cell: str) -> str:
    lost, lost_there, retreat = read_result(cell)

    def steps(count: int) -> str:
        return "nothing" if count == 0 else "1 step" if count == 1 else f"{count} steps"

    text = f"attacker loses {steps(lost)}, defender {steps(lost_there)}"
    return text + (", then retreats or loses 1 more" if retreat else "")


def tracks(s: CherenState) -> list[dict[str, Any]]:
    world = s.world
    turns = int(world.scenarios[s.scenario].data["turns"])
    day = date.fromisoformat(world.dates[s.turn])
    found: list[dict[str, Any]] = [
        {"key": "turn", "title": "Turn", "value": s.turn, "of": turns, "text": f"week of {day.day} {day:%B %Y}"},
        {"key": "score", "title": "Allied victory points", "value": points(s), "of": 0, "text": ""},
    ]
    for key, track in (("wolkait", WOLKAIT), ("tigre", TIGRE)):
        found.append(
            {
                "key": key,
                "title": f"{key.title()} garrison",
                "value": s.tracks[track],
                "of": 0,
                "text": "released" if s.tracks[track] else "at its posts",
            }
        )
    if s.tracks[ROADBLOCK]:
        found.append({"key": "roadblock", "title": "Roadblock", "value": 1, "of": 0, "text": world.names.places[s.roadblock]})
    return found


def piece_face(unit: Unit, lost: int) -> dict[str, Any]:
    strength, mp = unit.strengths[lost], unit.mp
    text = f"strength {strength}, movement {mp}, {unit.steps - lost} of {unit.steps} steps, stacking {unit.stacks[lost]}"
    middle = f"({unit.stacks[lost]})" if unit.stacks[lost] > 1 else ""
    return {"left": str(strength), "middle": middle, "right": str(mp) if mp else "", "reduced": lost > 0, "steps": unit.steps - lost, "text": text}


OVERLAYS = (
    Overlay("zoc", "Zones of control", "z"),
    Overlay("supply", "Supply", "s"),
    Overlay("reach", "Reach of a unit", "r", "piece"),
    Overlay("victory", "Control and victory points", "v"),
)


def board(world: World, title: str) -> dict[str, Any]:
    badges = {town.key: str(town.vp) for town in world.towns if town.vp}
    found = board_of(world.map, world.look, badges)
    letters = {place.key: place.extra.get("letter", "") for place in world.map.places.values()}
    for place in found["places"]:
        place["letter"] = letters[place["key"]]
    pieces: list[dict[str, Any]] = []
    for unit in world.units:
        faces = [piece_face(unit, lost) for lost in range(unit.steps)]
        pieces.append(
            {
                "key": unit.key, "title": unit.title, "side": SIDES[unit.side], "kind": unit.kind, "size": unit.size, "colour": unit.colour,
                "designation": unit.designation, "code": unit.code, "band": unit.garrison, "faces": faces, "colours": {"allied": "native-allied"} if unit.native else {},
            }
        )  # fmt: skip
    for chit in world.chits:
        face = {"left": "", "middle": "", "right": "", "reduced": False, "text": chit.effect}
        pieces.append(
            {
                "key": chit.key, "title": chit.title, "side": SIDES[chit.side], "kind": "chit", "size": "★" if chit.star else "", "colour": SIDES[chit.side],
                "designation": chit.title, "code": "", "band": "", "faces": [face], "colours": {},
            }
        )  # fmt: skip
    titles = {side: world.look["sides"][side]["title"] for side in SIDES}
    return {**found, "game": "cheren", "title": title, **around_the_map(pieces, titles, BOX_TITLES, OVERLAYS, world.provenance())}


def charts(world: World) -> list[dict[str, Any]]:
    terrain, chits = world.terrain_sheet, world.folder.sheet("chits.csv")
    keys = [[row[column] for column in ("terrain", "mp", "road", "stack", "shift")] for row in terrain.rows]
    effects = [[row["title"], row["side"], "yes" if row["star"] == "1" else "", row["effect"]] for row in chits.rows]
    return [
        chart("combat", "Combat table", "11.5", "die", world.combat),
        chart_of("terrain", "Terrain key", "1.1", terrain.provenance, ["terrain", "mp", "rd", "st", "cs"], keys),
        chart_of("chits", "Chits", "5.1", chits.provenance, ["chit", "side", "once", "effect"], effects),
        chart("victory", "Victory", "14.0", "from", world.victory),
    ]


def overlay(s: CherenState, key: str, arg: str) -> dict[str, Any]:
    """One layer drawn over the map."""
    layers: dict[str, Callable[[CherenState, str], dict[str, Any]]] = {
        "zoc": _zoc_layer, "supply": _supply_layer, "reach": _reach_layer, "victory": _victory_layer,
    }  # fmt: skip
    found: dict[str, Any] = {"hexes": {}, "paths": [], "rays": [], "notes": []}
    if key in layers:
        found |= layers[key](s, arg)
    return found


def _zoc_layer(s: CherenState, arg: str) -> dict[str, Any]:
    hexes = {}
    for place in range(s.world.hexes):
        values = [s.zoc(side)[place] for side in (0, 1)]
        if any(values):
            tone = "both" if all(values) else SIDES[0 if values[0] else 1]
            hexes[s.world.names.places[place]] = {"tone": tone, "text": "hard" if max(values) >= HARD else "soft"}
    return {"hexes": hexes, "notes": ["Hard: enter and stop. Soft: one point more. (4.0)"]}


def _supply_layer(s: CherenState, arg: str) -> dict[str, Any]:
    names = s.world.names
    hexes: dict[str, Any] = {}
    for side in (0, 1):
        for place in open_ways(s, side)[0]:
            hexes[names.places[place]] = {"tone": SIDES[side], "text": ""}
    out = [unit for side in (0, 1) for unit in s.units(side) if not is_in_supply(s, unit)]
    for unit in out:
        hexes[names.places[s.at[unit]]] = {"tone": "warning", "text": "out"}
    return {"hexes": hexes, "notes": [f"Out of supply: {name_of(s.world, unit)}" for unit in out]}


def _reach_layer(s: CherenState, arg: str) -> dict[str, Any]:
    unit = s.world.names.piece.get(arg, -1)
    if not 0 <= unit < s.world.first_chit or not s.is_on_map(unit):
        return {}
    total = allowance(s, unit)
    cost = reach_of(s, unit).cost
    return {"hexes": {s.world.names.places[p]: {"tone": "reach", "text": points_text(total - c)} for p, c in cost.items() if c <= total}}


def _victory_layer(s: CherenState, arg: str) -> dict[str, Any]:
    world = s.world
    return {"hexes": {world.names.places[t.hex]: {"tone": SIDES[0 if s.owner[t.hex] else 1], "text": f"{t.vp}"} for t in world.towns if t.vp}}
