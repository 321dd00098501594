"""Which way a gun points, how far it is turned for a shot, and what it cannot be laid on."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BOGGED, DUG, IMMOBILE, TCA, VCA, WRECK
from amba.games.hollow.field import IN, RIM
from amba.games.hollow.rules.armour.r032_arcs import SPINES, apart, in_arc
from amba.games.hollow.rules.armour.r033_exposure import comes_before_bow
from amba.games.hollow.rules.armour.r035_printed_notes import words_of
from amba.games.hollow.rules.armour.r063_guns import BOUNDING, crew_of, serving
from amba.games.hollow.rules.r007_look import Look, elevation
from amba.games.hollow.rules.r188_wadis import front_of, may_fire_from_crest
from amba.games.hollow.state import HollowState

OVER_THE_AREA = "A mortar fires over the area."
FULL_LEVEL = 2
"""In half levels."""
TOO_LOW = "From its crest {gun} does not fire a level or more down."


@rule("32", "63")
def spine_towards(s: HollowState, gun: int, place: int) -> int:
    """The hexspine nearest to where a gun points from which it covers a hex."""
    now, here = s.pointing(gun, arc_of(s, gun)), s.at[gun]
    return now if here == place else min((spine for spine in SPINES if in_arc(s, here, spine, place)), key=lambda spine: (apart(now, spine), spine))


def turns_to(s: HollowState, gun: int, place: int) -> int:
    """How many hexspines it has to be turned to cover a hex; what men carry points anywhere."""
    return 0 if s.is_weapon(gun) else apart(s.pointing(gun, arc_of(s, gun)), spine_towards(s, gun, place))


@rule("33.31", "32")
def turned_for(s: HollowState, gun: int, place: int, kind: str) -> int:
    """How many hexspines it is turned for a shot: on its way, where points have been spent, a turret turns for nothing, and case A does not arise."""
    return 0 if kind == BOUNDING else turns_to(s, gun, place)


@rule("32")
def arc_of(s: HollowState, gun: int) -> int:
    """What is turned to aim: a gun or a turret, or the hull of a vehicle without one."""
    return VCA if s.is_vehicle(gun) and serving(s, gun).mount == "NT" else TCA


@rule("32", "63")
def aim_at(s: HollowState, gun: int, place: int) -> None:
    """The gun is turned to a hex; with a hull that turns, the turret goes along."""
    if s.is_weapon(gun):
        return
    first, spine = arc_of(s, gun), spine_towards(s, gun, place)
    turned = (spine - s.pointing(gun, first)) % 6
    s.point("32", gun, first, spine)
    if first == VCA and turned:
        s.point("32", gun, TCA, (s.pointing(gun, TCA) + turned) % 6)


@rule("188.18", "188.26", "137.3")
def refuse_crest_turn(s: HollowState, gun: int, place: int) -> Refusal | None:
    """At a crest, and dug in under a trench, no hull turns; a gun on a fixed mount keeps one of its protected hexsides in its arc."""
    name = {"gun": s.world.names.pieces[gun]}
    if s.is_weapon(gun) and not may_fire_from_crest(s, s.owner_of(gun), gun, place):
        return Refusal("188.17", "{gun} fires from the crest only to the front.", name)
    if arc_of(s, gun) == VCA:
        fixed = s.position(gun) == RIM or s.has(gun, DUG)
        return (
            Refusal("188.18" if s.position(gun) == RIM else "137.3", "{gun} does not turn its hull there.", name)
            if fixed and turns_to(s, gun, place)
            else None
        )
    if not s.is_gun(gun) or s.position(gun) != RIM or s.gun(gun).mount != "NT":
        return None
    front = front_of(s, gun)
    sides = {spine_towards(s, gun, place), (spine_towards(s, gun, place) + 1) % 6}
    kept = any((front + turn) % 6 in sides for turn in (-1, 0, 1))
    return None if kept else Refusal("188.26", "{gun} keeps to the crest that it faces.", name)


@rule("188.25")
def is_too_low(s: HollowState, firer: int, target: int, turns_hull: bool = False) -> bool:
    """Whether a target lies a full level or more below the crest at which a gun or vehicle stands; not in its own hex, nor down along the hexsides of the wadi alone, if no hull has to be turned for that."""
    if s.position(firer) != RIM:
        return False
    mine, there = s.viewpoint(firer), s.viewpoint(target)
    if mine.hex == there.hex or elevation(s.field.ground, there) > elevation(s.field.ground, mine) - FULL_LEVEL:
        return False
    along = there.position == IN and Look(s.field.ground, mine._replace(position=IN), there).is_confined
    return not along or turns_hull


@rule("188.25")
def refuse_downward(s: HollowState, gun: int, target: int) -> Refusal | None:
    """From a crest no gun fires at what is a full level lower; mortars do, and so do the weapons of men."""
    if s.is_weapon(gun) or serving(s, gun).is_mortar:
        return None
    turns_hull = arc_of(s, gun) == VCA and turns_to(s, gun, s.at[target]) > 0
    low = is_too_low(s, crew_of(s, gun), target, turns_hull)
    return Refusal("188.25", TOO_LOW, {"gun": s.world.names.pieces[gun]}) if low else None


@rule("33.3")
def refuse_target(s: HollowState, side: int, target: int) -> Refusal | None:
    """A vehicle of the enemy on the map that is no wreck yet."""
    name = {"vehicle": s.world.names.pieces[target]}
    if not s.is_vehicle(target):
        return Refusal("33.3", "{vehicle} is no vehicle.", name)
    if s.side[target] == side:
        return Refusal("33.3", "{vehicle} is your own.", name)
    if not s.is_on_map(target):
        return Refusal("33.3", "{vehicle} is not on the map.", name)
    return Refusal("33.3", "{vehicle} is a wreck already.", name) if s.has(target, WRECK) else None


@rule("63", "176.75", "MN J", "33.31", "32")
def refuse_reach(s: HollowState, gun: int, place: int, kind: str) -> Refusal | None:
    """Some guns have a least and a greatest range; a hull that is stuck does not turn, and one that is driven turns for points before its gun fires."""
    reach, away = serving(s, gun).range, s.field.range(s.at[gun], place)
    if (found := refuse_crest_turn(s, gun, place)) is not None:
        return found
    if "not fire through VCA" in words_of(s, gun) and away and in_arc(s, s.at[gun], s.pointing(gun, VCA), place):
        return Refusal("35", "{gun} does not fire over its own bow.", {"gun": s.world.names.pieces[gun]})
    if arc_of(s, gun) == VCA and (s.has(gun, BOGGED) or s.has(gun, IMMOBILE)):
        if not away and not comes_before_bow(s, gun):
            return Refusal("176.75", "{gun} is stuck, and its bow does not bear on its own hex.", {"gun": s.world.names.pieces[gun]})
        if away and turns_to(s, gun, place):
            return Refusal("176.75", "{gun} is stuck and cannot turn its hull.", {"gun": s.world.names.pieces[gun]})
    if kind == BOUNDING and arc_of(s, gun) == VCA and turns_to(s, gun, place):
        return Refusal("32", "On its way {gun} fires where its bow points: turn the hull first.", {"gun": s.world.names.pieces[gun]})
    if reach is None or reach[0] <= away <= reach[1]:
        return None
    number = "MN J" if s.is_vehicle(gun) and "J" in s.vehicle(gun).notes else "63"
    items = (("range", str(away), "63"), ("the gun reaches", f"{reach[0]} to {reach[1]}", number))
    values = {"gun": s.world.names.pieces[gun], "least": reach[0], "most": reach[1], "place": s.world.names.places[place], "away": away}
    return Refusal(number, "{gun} reaches from {least} to {most} hexes; to {place} it is {away}.", values, items)
