"""Guns where men meet them: who serves one, where it is set up and emplaced, and what its shield and its pit are worth."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.core.event import Placed
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, CONCEALED, CREST, DUG, EMPLACED, MOVED, NEW_HEX, TCA
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.r110_mounts import refuse_astride
from amba.games.hollow.rules.r191_works import SAND, is_apart, is_soft, shelter_at
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

EMPLACEMENT, SHIELD, HAZARD = 2, 2, -2
CLOSED = ("building", "large_building", "rubble", "crag", "broken_crag")
"""Where no gun is brought."""
HARD = (*CLOSED, "wadi")
"""Where no pit is dug for one."""


@rule("63")
def refuse_serving(s: HollowState, unit: int, gun: int) -> Refusal | None:
    """A squad, half-squad or crew serves one gun, where a gun can stand."""
    names = {"unit": s.world.names.pieces[unit], "gun": s.world.names.pieces[gun], "place": s.world.names.places[s.at[unit]]}
    if not s.is_man(unit):
        return Refusal("63", "{unit} cannot serve a gun.", names)
    if (found := refuse_astride(s, unit)) is not None:
        return found
    if s.gun_of(unit) not in {-1, gun}:
        return Refusal("63", "{unit} serves another gun.", names)
    return Refusal("63", "No gun can stand in {place}.", names) if s.field.has(s.at[unit], *CLOSED) else _room_at(s, unit, gun)


@rule("191.3")
def _room_at(s: HollowState, unit: int, gun: int) -> Refusal | None:
    """At set-up in the work of the men; afterwards where the gun is."""
    inside = s.has(gun if s.at[gun] == s.at[unit] else unit, DUG)
    return refuse_room(s, unit, gun) if inside else None


@rule("191.3")
def refuse_room(s: HollowState, unit: int, gun: int) -> Refusal | None:
    """In a sangar a gun takes the room of two squads: beside it and its crew there is one more squad or crew."""
    place, side = s.at[unit], s.side[unit]
    if shelter_at(s, place, side) != "sangar":
        return None
    inside = [u for u in s.units_at(place, side) if u != unit and s.is_man(u) and s.has(u, DUG)]
    guns = [p for p in s.here[place] if s.is_gun(p) and p != gun and s.side[p] == side and s.has(p, DUG)]
    if guns or len(inside) > 1:
        return Refusal("191.3", "There is no room for a gun in the sangar of {place}.", {"place": s.world.names.places[place]})
    return None


@rule("191.3")
def refuse_sangar(s: HollowState, place: int, side: int, units: Sequence[int]) -> Refusal | None:
    """A sangar with a gun and its crew holds one squad or crew more."""
    if not s.has_armour or shelter_at(s, place, side) != "sangar":
        return None
    guns = [p for p in s.here[place] if s.is_gun(p) and s.side[p] == side and s.has(p, DUG)]
    crews = {s.points[gun] - 1 for gun in guns}
    others = {u for u in (*s.units_at(place, side), *units) if s.is_man(u) and u not in crews and (u in units or s.has(u, DUG))}
    if guns and len(others) > 1:
        return Refusal("191.3", "There is no more room in the sangar of {place}, with a gun in it.", {"place": s.world.names.places[place]})
    return None


@rule("176.2", "185.22", "190.41", "196.1", "196.2", "188.26")
def may_be_emplaced(s: HollowState, unit: int) -> bool:
    """On desert ground only where it is set up concealed, in sand or under a trench; elsewhere, and in broken and steppe terrain, wherever a pit can be dug. Never at a crest."""
    place = s.at[unit]
    if s.field.has(place, *HARD) or s.has(unit, CREST):
        return False
    field, hex = s.field, s.field.hex_of[place]
    if not field.is_desert(place) or hex in field.ground.kinds.broken or field.is_steppe(place):
        return True
    return s.has(unit, CONCEALED) or field.has(place, *SAND) or shelter_at(s, place, s.side[unit]) == "trench"


@rule("176.2")
def may_decline(s: HollowState, unit: int) -> bool:
    """A gun that is emplaced only by scrub or sand may be set up otherwise."""
    return s.field.has(s.at[unit], "scrub", *SAND) and shelter_at(s, s.at[unit], s.side[unit]) != "trench"


@rule("63", "176.2", "32")
def bring_gun(s: HollowState, unit: int, gun: int) -> None:
    """At set-up a gun is given to who serves it: in its pit, if there is one, and pointing across the map."""
    place = s.at[unit]
    s.spend("63", gun, unit + 1)
    s.do(Placed("63", gun, s.at[gun], place))
    columns = [hex[0] for hex in s.field.hex_of.values()]
    s.point("32", gun, TCA, 1 if 2 * s.field.hex_of[place][0] < min(columns) + max(columns) else 4)
    s.mark("54", gun, DUG, s.has(unit, DUG))
    emplace(s, unit, gun, may_be_emplaced(s, unit))


def emplace(s: HollowState, unit: int, gun: int, on: bool) -> None:
    for piece in (unit, gun):
        s.mark("176.2", piece, EMPLACED, on)


@rule("176.2", "190.41")
def emplacement(s: HollowState, unit: int) -> Item | None:
    """+2 for an emplaced gun and who serves it; +1 in sand, unless that is wet."""
    if not s.has(unit, EMPLACED):
        return None
    return Item("emplaced in sand", EMPLACEMENT // 2, "190.41") if is_soft(s, s.at[unit]) else Item("emplaced", EMPLACEMENT, "176.2")


@rule("63")
def is_pushing(s: HollowState, unit: int) -> bool:
    """Men who push a gun in this movement phase: an easy target whatever the ground."""
    if not (s.is_man(unit) and s.has(unit, BUSY) and s.has(unit, MOVED)):
        return False
    return any(s.is_gun(p) and s.side[p] == s.side[unit] and s.has(p, NEW_HEX) for p in s.here[s.at[unit]])


def in_arc_of(s: HollowState, gun: int, origin: int) -> bool:
    """Whether a hex lies in the arc that a gun points at."""
    spine, here, there = s.pointing(gun, TCA), s.field.hex_of[s.at[gun]], s.field.hex_of[origin]
    (ax, ay), (bx, by) = NEIGHBOURS[spine], NEIGHBOURS[(spine + 1) % 6]
    x, y = there[0] - here[0], there[1] - here[1]
    whole = ax * by - ay * bx
    return (x * by - y * bx) // whole >= 0 and (ax * y - ay * x) // whole >= 0


@rule("63", "191.4", "137.3")
def shield_item(s: HollowState, target: int, origin: int, cover: int) -> Item | None:
    """+2 for who serves a gun with a shield, against fire from its arc, if nothing else is worth as much; it comes on top of a trench alone."""
    gun = s.gun_of(target)
    if gun < 0 or is_apart(s, target, gun) or not s.gun(gun).has_gunshield or s.at[target] == origin or not in_arc_of(s, gun, origin):
        return None
    in_trench = s.has(target, DUG) and shelter_at(s, s.at[target]) == "trench"
    if in_trench:
        return Item("gunshield", SHIELD, "137.3")
    return Item("gunshield", SHIELD, "191.4" if s.has(target, DUG) else "63") if cover < SHIELD else None
