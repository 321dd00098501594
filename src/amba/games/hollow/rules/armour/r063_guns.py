"""Guns, those that men serve and those of vehicles: who serves one, which way it points, and why it may not fire."""

from __future__ import annotations

from typing import NamedTuple

from amba.core.decision import Refusal
from amba.games.hollow.armoury import Ordnance, Vehicle
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    BOGGED,
    BUSY,
    DUG,
    EXPOSED,
    FINAL,
    FIRED,
    FIRST,
    GUN_GONE,
    GUNS,
    IMMOBILE,
    MAIN_DONE,
    MALFUNCTION,
    MELEE,
    MOTION,
    MOVED,
    NEW_HEX,
    PREP,
    SECOND_DONE,
    SECOND_GUN,
    SERVED,
    SHAKEN,
    TCA,
    VCA,
    WEAPONS,
    WRECK,
)
from amba.games.hollow.field import IN, RIM
from amba.games.hollow.rules.armour.r032_arcs import SPINES, apart, in_arc
from amba.games.hollow.rules.armour.r033_exposure import comes_before_bow
from amba.games.hollow.rules.armour.r035_printed_notes import fires_standing_only, second_rate, words_of
from amba.games.hollow.rules.common import refuse_not_own, refuse_state
from amba.games.hollow.rules.r007_look import Look, elevation
from amba.games.hollow.rules.r017_weapons import has_fired
from amba.games.hollow.rules.r029_vehicles import enemies_driving, is_manned
from amba.games.hollow.rules.r188_wadis import front_of, may_fire_from_crest
from amba.games.hollow.rules.r191_works import is_apart, shelter_at
from amba.games.hollow.state import HollowState

COVER = ("woods", "building", "large_building", "rubble")
SPENT = {"prep": PREP, "first": FIRST, "final": FINAL, "advancing": FIRED, "bounding": FIRED}
"""What a gun that has fired in a phase is marked with."""
BOUNDING = "bounding"
"""The kind of fire of a vehicle on its way."""
SECOND_BREAKDOWN = 12
"""A printed number is the main gun's."""
SPENT_LIGHT = SPENT | {"prep": FIRED}
RIFLE, MORTAR = "ATR", "MTR"
"""How the list of ordnance calls anti-tank rifles, and ends the names of mortars."""
OVER_THE_AREA = "A mortar fires over the area."
FULL_LEVEL = 2
"""In half levels."""
TOO_LOW = "From its crest {gun} does not fire a level or more down."


def guns_of(s: HollowState, side: int) -> list[int]:
    """A side's guns on the map."""
    return [gun for gun in s.world.pool(side, s.world.first_gun, GUNS) if s.is_on_map(gun)]


def guns_at(s: HollowState, place: int, side: int) -> list[int]:
    return [gun for gun in s.here[place] if s.is_gun(gun) and s.side[gun] == side]


class Arms(NamedTuple):
    """A gun as its counter has it, on wheels or in a vehicle."""

    nation: str
    gun: str
    mount: str
    range: tuple[int, int] | None
    rof: int
    breakdown: int
    ammo: str
    is_rifle: bool = False
    is_mortar: bool = False


@rule("63", "35", "VN 7.a")
def arms_of(s: HollowState, piece: int) -> Arms | None:
    """The gun of a counter; None for a vehicle that has only machine guns, a flamethrower, or nothing. Where machine guns are the main armament it is the second one, in the bow of the M11/39 (note 7)."""
    if s.is_weapon(piece):
        light = s.weapon(piece)
        is_rifle, is_mortar = light.kind == "atr", light.kind == "mortar"
        return (
            Arms(light.nation, light.gun, "T", (light.least, light.range), light.rate, light.breakdown, "", is_rifle, is_mortar)
            if light.gun
            else None
        )
    if s.is_gun(piece):
        gun = s.gun(piece)
        return Arms(gun.nation, gun.gun, gun.mount, gun.range, gun.rof, gun.breakdown, gun.ammo, gun.type == RIFLE, gun.type == MORTAR)
    known: dict[tuple[int, bool], Arms | None] = s.world.tables["arms of vehicles"]
    key = s.face[piece], s.has(piece, SECOND_GUN)
    if key not in known:
        known[key] = _arms_aboard(s, piece)
    return known[key]


def _arms_aboard(s: HollowState, piece: int) -> Arms | None:
    v = s.vehicle(piece)
    if has_two_guns(s, piece) and s.has(piece, SECOND_GUN):
        return Arms(
            v.nation,
            v.sa[1:],
            v.turret if v.sa.startswith("T") else "NT",
            v.range,
            second_rate(v.remark),
            SECOND_BREAKDOWN,
            ammunition_of(v, second=True),
        )
    kind = v.gun or v.sa[1:]
    if not kind or not s.world.armoury.ordnance[kind].calibre:
        return None
    mount = v.turret if v.has_turret and (v.ma if v.gun else v.sa).startswith("T") else "NT"
    ammo = ammunition_of(v, second=False) if v.gun and v.sa else v.ammo
    rate = v.rof if v.gun else second_rate(v.remark)  # the printed rate is the main armament's, be it machine guns
    return Arms(v.nation, kind, mount, v.range, rate, v.breakdown, ammo, "J" in v.notes or kind == RIFLE, kind.endswith(MORTAR))


@rule("35", "145")
def has_two_guns(s: HollowState, vehicle: int) -> bool:
    """A gun beside its main gun: Lee, Grant, the first Churchill."""
    v = s.vehicle(vehicle)
    return bool(v.gun) and len(v.sa) > 1


def ammunition_of(v: Vehicle, second: bool) -> str:
    """What its line says of the one gun or the other: of the second behind its name, `75: s8`."""
    parts = [part.strip() for part in v.ammo.split(";")]
    return "; ".join(part for part in parts if part.startswith(f"{v.sa[1:]}:") == second)


@rule("35")
def done_mark(s: HollowState, vehicle: int, other: bool = False) -> int:
    """The mark of the gun that is served, or of the other, once it has fired in this player turn."""
    return SECOND_DONE if s.has(vehicle, SECOND_GUN) != other else MAIN_DONE


def serving(s: HollowState, piece: int) -> Arms:
    """The gun of a counter that has one."""
    found = arms_of(s, piece)
    assert found is not None
    return found


def shooters(s: HollowState, side: int) -> list[int]:
    """A side's guns and armed vehicles on the map, and the anti-tank weapons and mortars that its men carry."""
    light = s.world.light_faces
    carried = (
        [w for w in s.world.pool(side, s.world.first_weapon, WEAPONS) if s.is_on_map(w) and s.face[w] in light and s.owner_of(w) >= 0]
        if light
        else []
    )
    return [*guns_of(s, side), *carried, *(v for v in s.vehicles(side) if arms_of(s, v) is not None)]


@rule("63", "191.3", "137.3")
def crew_of(s: HollowState, gun: int) -> int:
    """The men who serve a gun: those it was given to, as long as they are with it, at a crest or below, in the work or outside; -1 where nobody does. A vehicle's crew is the vehicle."""
    if s.is_vehicle(gun):
        return gun
    crew = s.points[gun] - 1
    if s.is_weapon(gun):
        return crew
    is_there = crew >= 0 and s.is_on_map(crew) and s.at[crew] == s.at[gun] and s.position(crew) == s.position(gun)
    return crew if is_there and not is_apart(s, crew, gun) else -1


@rule("191.3", "137.3")
def refuse_apart(s: HollowState, gun: int) -> Refusal | None:
    """Men in a sangar or trench do not serve a gun outside it, nor men outside one that is in it."""
    unit = s.points[gun] - 1
    if not s.is_gun(gun) or unit < 0 or s.at[unit] != s.at[gun] or not is_apart(s, unit, gun):
        return None
    number = "191.3" if shelter_at(s, s.at[gun], s.side[gun]) == "sangar" else "137.3"
    return Refusal(number, "{unit} and {gun} are not both in the work.", {"unit": s.world.names.pieces[unit], "gun": s.world.names.pieces[gun]})


def ordnance_of(s: HollowState, gun: int) -> Ordnance:
    return s.world.armoury.ordnance[serving(s, gun).gun]


@rule("63")
def refuse_gunners(s: HollowState, side: int, kind: str, gun: int, again: bool = False) -> Refusal | None:
    """A gun in order, with a crew in good order that does nothing else, that has not fired yet in this phase, nor in the phases before that count together with it."""
    found = refuse_not_own(s, side, gun, "63", "vehicle" if s.is_vehicle(gun) else "weapon" if s.is_weapon(gun) else "gun")
    if found is not None:
        return found
    if s.is_vehicle(gun):
        return refuse_vehicle_fire(s, kind, gun) or (None if again else refuse_spent(s, kind, gun))
    name, crew = {"gun": s.world.names.pieces[gun]}, crew_of(s, gun)
    if arms_of(s, gun) is None:
        return Refusal("63", "{gun} is no gun.", name)
    if crew < 0 and (found := refuse_apart(s, gun)) is not None:
        return found
    if crew < 0 or not s.is_good(crew):
        return Refusal("63", "Nobody in good order serves {gun}.", name)
    if s.has(gun, MALFUNCTION):
        return Refusal("145", "{gun} is out of order.", name)
    if s.is_gun(gun) and has_fired(s, kind, crew) and not s.has(gun, SERVED) and refuse_spent(s, kind, gun) is None:
        return Refusal("63", "Those who serve {gun} have fired something else.", name)
    if s.is_weapon(gun) and (found := refuse_light(s, kind, gun, crew)) is not None:
        return found
    return refuse_state(s, crew, "fire a gun", (MELEE, BUSY)) or (None if again else refuse_spent(s, kind, gun))


@rule("37", "17", "197.1", "62")
def refuse_light(s: HollowState, kind: str, weapon: int, unit: int) -> Refusal | None:
    """A unit fires an anti-tank weapon or mortar instead of anything else, and no mortar after it has moved."""
    names = {"gun": s.world.names.pieces[weapon], "unit": s.world.names.pieces[unit]}
    if s.weapon(weapon).kind == "mortar" and s.has(unit, MOVED):
        return Refusal("62", "{unit} has moved, and does not set up a mortar.", names)
    others = [w for w in s.weapons_of(unit) if w != weapon and has_fired(s, kind, w)]
    if others or (not s.is_squad(unit) and has_fired(s, kind, unit)) or (kind == "advancing" and s.has(unit, PREP)):
        return Refusal("17", "{unit} has fired something else.", names)
    return None


def refuse_spent(s: HollowState, kind: str, gun: int) -> Refusal | None:
    if s.is_weapon(gun):
        return Refusal("63", "{gun} has fired already.", {"gun": s.world.names.pieces[gun]}) if has_fired(s, kind, gun) else None
    if s.is_vehicle(gun) and has_two_guns(s, gun):
        done = s.has(gun, done_mark(s, gun))
        return Refusal("35", "The gun of {gun} that its crew serves has fired already.", {"gun": s.world.names.pieces[gun]}) if done else None
    fired = (PREP, FIRED) if kind in {"advancing", "bounding"} else (FIRST, FINAL) if kind in {"final", "first"} else (PREP,)
    return Refusal("63", "{gun} has fired already.", {"gun": s.world.names.pieces[gun]}) if any(s.has(gun, mark) for mark in fired) else None


def is_beset(s: HollowState, vehicle: int) -> bool:
    """Whether an enemy that one knows of is in its hex: men, or a vehicle with somebody in it."""
    here, side = s.at[vehicle], s.side[vehicle]
    return any(not s.is_secret(p) for p in s.seen_at(here, side)) or bool(enemies_driving(s, side, here))


@rule("35", "64", "MN D", "MN E", "MN G", "MN J", "VN 16.a")
def refuse_vehicle_fire(s: HollowState, kind: str, vehicle: int) -> Refusal | None:
    """A vehicle with a gun in order and a crew that can do something; not one in motion in its own prep fire, nor a small turret with open hatches; notes D and G forbid some to fire after or in movement."""
    v, name = s.vehicle(vehicle), {"gun": s.world.names.pieces[vehicle]}
    if arms_of(s, vehicle) is None:
        return Refusal("35", "{gun} has no gun.", name)
    if not is_manned(s, vehicle):
        return Refusal("64", "Nobody in {gun} can fire.", name)
    if s.has(vehicle, MALFUNCTION) or s.has(vehicle, GUN_GONE):
        return Refusal("145", "The gun of {gun} is out of order.", name)
    if s.has(vehicle, MOTION) and kind == "prep":
        return Refusal("135", "{gun} is in motion, and does not fire in the prep fire phase.", name)
    if s.has(vehicle, MOTION) and "G" in v.notes:
        return Refusal("MN G", "{gun} does not fire in motion.", name)
    if fires_standing_only(s, vehicle) and (s.has(vehicle, MOTION) or kind == "bounding"):
        return Refusal("35", "{gun} fires neither on its way nor in motion.", name)
    if s.has(vehicle, NEW_HEX) and kind in {"advancing", "bounding"} and "D" in v.notes:
        return Refusal("MN D", "{gun} does not fire after it has moved to another hex.", name)
    if s.has(vehicle, EXPOSED) and ((v.turret in {"1MT", "RST"} and v.gun) or ("J" in v.notes and "E" in v.notes)):
        return Refusal("MN J" if "J" in v.notes else "64", "The crew of {gun} must shut the hatches to fire its gun.", name)
    if v.note == "16" and is_beset(s, vehicle):
        return Refusal("VN 16.a", "The enemy is in the hex of {gun}, whose gunners stand behind it.", name)
    if s.has(vehicle, SHAKEN) and "E" in v.notes:
        return Refusal("MN E", "{gun} was stunned and fires no more.", name)
    return None


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


def mark_gun(s: HollowState, gun: int, kind: str, on: bool = True) -> None:
    """The gun has fired in this phase, or fires on; its crew has fired in any case. A squad that fires a light weapon has its rifles left."""
    if s.is_weapon(gun):
        unit = s.owner_of(gun)
        for piece in (gun,) if s.is_squad(unit) else (gun, unit):
            s.mark("17", piece, SPENT_LIGHT[kind], on)
        if kind == "prep" and on:
            s.mark("8", unit, PREP)
        return
    two = s.is_vehicle(gun) and has_two_guns(s, gun)
    if two:
        s.mark("35", gun, done_mark(s, gun), on)
    s.mark("63", gun, SPENT[kind], on or (two and s.has(gun, done_mark(s, gun, other=True))))
    if on:
        s.mark("63", gun, SERVED)
    if on and not s.is_vehicle(gun):
        for mark in dict.fromkeys((SPENT[kind], SPENT_LIGHT[kind])):
            s.mark("63", crew_of(s, gun), mark)
