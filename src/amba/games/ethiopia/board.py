"""The board, its counters and charts, and the tracks beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from amba.games.ethiopia.book import rule
from amba.games.ethiopia.rules.r08_supply import dumps
from amba.games.ethiopia.rules.r09_air import italian_airfields
from amba.games.ethiopia.rules.r13_victory import early_points, levels_of, points
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import (
    ADDIS_ABABA,
    ETHIOPIAN,
    GARRISON_TRACKS,
    GAS_TURNS,
    ITALIAN,
    LOSSES,
    MOST_GARRISONS,
    RAIDS,
    RAIL_USED,
    SIDES,
    Unit,
    counted,
)
from amba.table.board import counter, face
from amba.table.signs import sign

COMING = 2
"""So many turns of arrival are told ahead."""
RAIDED = (("asmara", 1), ("adua", 2))
"""13.5: places whose loss ends the war, and their share of the track."""


def tracks(s: EthiopiaState) -> list[dict[str, Any]]:
    last = s.world.last_turn(s.scenario)
    found: list[dict[str, Any]] = [
        {"key": "turn", "title": "Turn", "value": s.turn, "of": last, "text": s.world.dates[s.turn]},
        {"key": "score", "title": "Italian victory points", "value": points(s), "of": 0, "text": "", "levels": level_words(s)},
        {"key": "losses", "title": "Metropolitan points lost", "value": s.tracks[LOSSES], "of": 0, "text": ""},
    ]
    for side, name in enumerate(SIDES):
        used = s.tracks[GARRISON_TRACKS[side]]
        found.append({"key": f"{name}-garrisons", "title": f"{name.title()} garrisons", "value": used, "of": MOST_GARRISONS, "text": ""})
    if s.options["gas"] == "on":
        found.append({"key": "gas", "title": "Gas used", "value": s.tracks[GAS_TURNS], "of": 0, "text": ""})
    return [*found, *(words(key, title, text) for key, title, text in told(s) if text)]


@rule("13.3")
def level_words(s: EthiopiaState) -> list[list[Any]]:
    """What so many points are worth under this game's options, for the bar: each level from so many on, in words."""
    titles = s.world.side_titles()
    levels = levels_of(s.world, s.scenario, s.options)
    return [[one["from"], f"{titles[one['winner']]}, {one['level'].lower()}" if one["winner"] in titles else "draw"] for one in levels]


def words(key: str, title: str, text: str) -> dict[str, Any]:
    """A track that says something and counts nothing."""
    return {"key": key, "title": title, "value": 0, "of": 0, "text": text, "words": True}


@rule("7.7", "12.1", "13.5", "13.6")
def told(s: EthiopiaState) -> Iterator[tuple[str, str, str]]:
    """What the rules count and no counter shows: who comes next, the train, an army in Asmara or Adua, since when Addis Ababa is held."""
    yield "coming", "Next to come", coming(s)
    if s.world.rail & {s.at[u] for u in s.on_map(ETHIOPIAN)}:
        yield "railway", "Djibouti railway", "has been used in this turn" if s.tracks[RAIL_USED] else "one unit may go by rail in this turn"
    places = [s.world.map.places[key].title for key, bit in RAIDED if s.tracks[RAIDS] & bit]
    again = "if it survives to the end of this one the war is over (13.5)"
    yield "raids", "The invader thrown back", f"an army was in {' and '.join(places)} at the end of the last turn: {again}" if places else ""
    since = s.tracks[ADDIS_ABABA]
    yield "addis-ababa", "Addis Ababa", f"held since the end of turn {since}: {counted(early_points(s), 'point')} (13.6)" if since else ""


def coming(s: EthiopiaState) -> str:
    """Who is due on the next turns of arrival, and who waits for room; those who escaped among them (7.9)."""
    due: dict[int, list[str]] = {}
    for unit in sorted(s.here[s.world.box["reinforcements"]]):
        due.setdefault(max(s.points[unit], s.turn), []).append(s.card(unit).title)
    return "; ".join(f"turn {turn}: {', '.join(due[turn])}" for turn in sorted(due)[:COMING])


def signs(s: EthiopiaState) -> list[dict[str, str]]:
    """What lies on the map and is no counter: the ends of the supply roads, Italian airfields, hunger, dumps cut off, an army that stays."""
    world, places = s.world, s.world.names.places
    found = [sign(places[h], "source", "italian", title="An end of the Italian supply roads (8.1)") for h in (world.massawa, *sorted(world.exits))]
    for half in world.airfields:
        found += [sign(places[h], "airfield", "italian", title=f"Airfield of the {half} (9.1)") for h in italian_airfields(s, half)]
    found += hunger(s)
    for dump in dumps(s):
        if s.points[dump]:
            title = f"A dump that has been cut off for {counted(s.points[dump], 'turn')} (G4.c)"
            found.append(sign(places[s.at[dump]], "cut-off", "italian", str(s.points[dump]), title))
    for key, bit in RAIDED:
        if s.tracks[RAIDS] & bit:
            found.append(sign(places[world.map.places[key].hex], "raid", "ethiopian", title="An army was here at the end of the last turn (13.5)"))
    return found


@rule("8.4", "8.5")
def hunger(s: EthiopiaState) -> list[dict[str, str]]:
    """How many turns the units of a hex have been out of supply: the most of them, and each in words."""
    hungry: dict[int, list[int]] = {}
    for unit in (*s.army(ITALIAN), *s.army(ETHIOPIAN)):
        if s.points[unit]:
            hungry.setdefault(s.at[unit], []).append(unit)
    found = []
    for place, units in sorted(hungry.items()):
        title = "Turns out of supply: " + ", ".join(f"{s.card(u).title} {s.points[u]}" for u in units) + " (8.5)"
        side = SIDES[s.card(units[0]).side]
        found.append(sign(s.world.names.places[place], "hunger", side, str(max(s.points[u] for u in units)), title))
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


def printed_face(unit: Unit, left: int) -> dict[str, Any]:
    if unit.kind == "entrenchment":
        return face("", "", "", f"entrenchment, {left} turns in supply")
    if not unit.is_combat:
        return face("", "", unit.move or "", f"movement {unit.move}")
    text = f"attack {left}, defence {min(left, unit.defence)}, movement {unit.move}"
    return face(left, unit.defence if unit.defence != unit.attack else "", unit.move, text, left < unit.attack, left)


def unit_counter(unit: Unit) -> dict[str, Any]:
    faces = [printed_face(unit, left) for left in range((3 if unit.kind == "entrenchment" else unit.attack) + 1)]
    return counter(unit, SIDES[unit.side], faces, kind=symbol(unit), colour=colour(unit), designation=unit.short, band=unit.army)
