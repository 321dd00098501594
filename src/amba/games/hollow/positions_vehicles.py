"""What a vehicle in a position file cannot be: states that shut each other out, or that its hex does not allow."""

from __future__ import annotations

from collections.abc import Iterable

from amba.core.game import BadPosition
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    ABANDONED,
    BOGGED,
    BURNING,
    BYPASS,
    CREST,
    CREST_BITS,
    EXPOSED,
    IMMOBILE,
    MOTION,
    REVERSE,
    TCA,
    VCA,
    WRECK,
)
from amba.games.hollow.rules.r029_vehicles import crest_point, is_always_exposed
from amba.games.hollow.rules.r031_aboard import carrier_of, is_aboard, refuse_load
from amba.games.hollow.state import HollowState

CORNERS = 6
TOGETHER = (
    (WRECK, MOTION, "a wreck is not in motion"),
    (WRECK, BOGGED, "a wreck is not bogged besides"),
    (WRECK, IMMOBILE, "a wreck is not immobilised besides"),
    (WRECK, ABANDONED, "a wreck is not abandoned besides"),
    (BOGGED, MOTION, "what is bogged is not in motion"),
    (IMMOBILE, MOTION, "what is immobilised is not in motion"),
    (BYPASS, CREST, "at a crest nobody is in bypass"),
)
"""Two states, and why nothing has both."""
NEEDS = (
    (REVERSE, MOTION, "only what is in motion is in reverse motion"),
    (BURNING, WRECK, "only a wreck burns"),
)
"""A state, and the one without which it cannot be."""


def check_vehicle(s: HollowState, key: str, vehicle: int) -> None:
    """Say what is wrong with it, with the line of the file; a crew on the map that cannot button up is exposed without being told so."""
    found = [why for one, other, why in TOGETHER if s.has(vehicle, one) and s.has(vehicle, other)]
    found += [why for one, other, why in NEEDS if s.has(vehicle, one) and not s.has(vehicle, other)]
    v = s.vehicle(vehicle)
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
    return ""


@rule("31", "51")
def check_loads(s: HollowState, keys: Iterable[str]) -> None:
    """Nobody is aboard for whom there would have been no room when he got in; said with the line of the first who is."""
    for key in keys:
        piece = s.world.names.piece[key]
        why = refuse_load(s, carrier_of(s, piece)) if is_aboard(s, piece) else None
        if why is not None:
            reckoned = "".join(f"; {what} {value}" for what, value, _ in why.items)
            raise BadPosition(f"{key} cannot be so: {why.text} ({why.rule}){reckoned}", key, "pieces")
