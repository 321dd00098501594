"""What a vehicle in a position file cannot be: states that shut each other out, or that its hex does not allow."""

from __future__ import annotations

from collections.abc import Iterable

from amba.core.game import BadPosition
from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    ABANDONED,
    BOGGED,
    BROKEN,
    BURNING,
    BYPASS,
    BYPASS_LEFT,
    CREST,
    CREST_BITS,
    DOWN_1,
    DOWN_2,
    DUG,
    EXPOSED,
    HULL_DOWN,
    IMMOBILE,
    MOTION,
    PINNED,
    RECALLED,
    REVERSE,
    SHOCKED,
    STUNNED,
    TCA,
    UNKNOWN_KILL,
    VCA,
    WRECK,
)
from amba.games.hollow.field import features
from amba.games.hollow.rules.armour.r030_costs import mover_of
from amba.games.hollow.rules.armour.r132_bypass import OBSTACLES
from amba.games.hollow.rules.r029_vehicles import crest_point, is_always_exposed
from amba.games.hollow.rules.r031_aboard import carrier_of, is_aboard, refuse_load
from amba.games.hollow.rules.r185_costs import listed
from amba.games.hollow.state import HollowState

CORNERS = 6
TOGETHER = (
    (WRECK, MOTION, "a wreck is not in motion"),
    (WRECK, BOGGED, "a wreck is not bogged besides"),
    (WRECK, IMMOBILE, "a wreck is not immobilised besides"),
    (WRECK, ABANDONED, "a wreck is not abandoned besides"),
    *((WRECK, mark, "in a wreck there is no crew that could be so") for mark in (EXPOSED, STUNNED, SHOCKED, UNKNOWN_KILL, RECALLED)),
    (ABANDONED, MOTION, "what is abandoned is not in motion"),
    *((ABANDONED, mark, "what is abandoned has no crew that could be so") for mark in (EXPOSED, STUNNED, SHOCKED, UNKNOWN_KILL, RECALLED)),
    *((mark, MOTION, "a crew that is stunned or shocked has stopped") for mark in (STUNNED, SHOCKED, UNKNOWN_KILL)),
    (SHOCKED, UNKNOWN_KILL, "a crew is shocked, or it may be dead"),
    (BOGGED, MOTION, "what is bogged is not in motion"),
    (IMMOBILE, MOTION, "what is immobilised is not in motion"),
    (BYPASS, CREST, "at a crest nobody is in bypass"),
)
"""Two states, and why nothing has both."""
NEEDS = (
    (REVERSE, MOTION, "only what is in motion is in reverse motion"),
    (BURNING, WRECK, "only a wreck burns"),
    *((mark, HULL_DOWN, "down_1 and down_2 go with the mark hull_down") for mark in (DOWN_1, DOWN_2)),
    (BYPASS_LEFT, BYPASS, "bypass_left goes with the mark bypass"),
)
"""A state, and the one without which it cannot be."""


def check_vehicle(s: HollowState, key: str, vehicle: int) -> None:
    """Say what is wrong with it, with the line of the file; a crew on the map that cannot button up is exposed without being told so."""
    found = [why for one, other, why in TOGETHER if s.has(vehicle, one) and s.has(vehicle, other)]
    found += [why for one, other, why in NEEDS if s.has(vehicle, one) and not s.has(vehicle, other)]
    found += [f"{word} is said of men" for mark, word in ((BROKEN, "broken"), (PINNED, "pinned")) if s.has(vehicle, mark)]
    v = s.vehicle(vehicle)
    if s.has(vehicle, HULL_DOWN) and not s.has(vehicle, DUG):
        found += ["who starts is hull down no more"] if s.has(vehicle, MOTION) else []
        found += [] if v.is_armoured else ["what has no armour has no hull to hide"]
    if s.points[vehicle] < 0:
        found.append("points are spent or not: expected 0 or more")
    if not v.has_turret and s.pointing(vehicle, TCA) != s.pointing(vehicle, VCA):
        found.append("it has no turret: its gun points as the hull")
    if s.has(vehicle, EXPOSED) and not v.is_armoured:
        found.append("what has no armour has no hatches to be exposed in")
    if why := found[0] if found else misplaced(s, vehicle):
        raise BadPosition(f"{key} cannot be so: {why}", key, "pieces")
    if s.is_on_map(vehicle) and is_always_exposed(s, vehicle) and not (s.has(vehicle, WRECK) or s.has(vehicle, ABANDONED)):
        s.marks[vehicle] |= 1 << EXPOSED


def misplaced(s: HollowState, vehicle: int) -> str:
    """What its hex does not allow; empty if nothing is wrong, or it is off the map."""
    place = s.at[vehicle]
    if not s.is_on_map(vehicle):
        return ""
    if s.has(vehicle, CREST) and not s.field.is_wadi(place):
        return "there is no crest in a hex without a wadi"
    if any(s.has(vehicle, bit) for bit in CREST_BITS) and (not s.has(vehicle, CREST) or crest_point(s, vehicle) >= CORNERS):
        return "the corner of a crest is 0 to 5, counted by crest_1, crest_2 and crest_4, and goes with the mark crest"
    if s.has(vehicle, BYPASS) and not s.field.has(place, *OBSTACLES):
        return "it bypasses woods or a building, and there is none"
    return "" if s.has(vehicle, BYPASS) else barred_from(s, vehicle, place)


@rule("30")
def barred_from(s: HollowState, vehicle: int, place: int) -> str:
    """What grows or is built in the hex into which such a vehicle never gets, but by road."""
    hex, mover = s.field.hex_of[place], mover_of(s, vehicle)
    if any(hex in pair for pair in s.field.road_sides):
        return ""
    covers = [word for word in features(s.field.words(place)) if TERRAIN[word].kind == "cover"]
    barring = [word for word in covers if listed(word, mover, s.field.printed) == "no"]
    return f"it does not get into this ground: {TERRAIN[barring[0]].title.lower()}" if barring else ""


@rule("31", "51")
def check_loads(s: HollowState, keys: Iterable[str]) -> None:
    """Nobody is aboard for whom there would have been no room when he got in; said with the line of the first who is."""
    for key in keys:
        piece = s.world.names.piece[key]
        why = refuse_load(s, carrier_of(s, piece)) if is_aboard(s, piece) else None
        if why is not None:
            reckoned = "".join(f"; {what} {value}" for what, value, _ in why.items)
            raise BadPosition(f"{key} cannot be so: {why.text} ({why.rule}){reckoned}", key, "pieces")
