"""Vehicles where others meet them: how they stand, what they count, and that men do not walk into those of the enemy."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.core.event import Placed
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    AA_MOUNT,
    ABANDONED,
    BOGGED,
    BYPASS,
    CREST,
    CREST_BITS,
    DOWN_1,
    DOWN_2,
    DUG,
    EXPOSED,
    GUN_OFF,
    GUNS,
    HULL_DOWN,
    IMMOBILE,
    MOTION,
    NEW_HEX,
    OFF_TRACK,
    OVER_DUNE,
    SHAKEN,
    SHOCKED,
    STUNNED,
    TCA,
    UNKNOWN_KILL,
    VCA,
    VEHICLES,
    WORK_KINDS,
    WRECK,
)
from amba.games.hollow.field import RIM
from amba.games.hollow.rules.captured import crew_nation, is_captured
from amba.games.hollow.rules.common import ADVANCING
from amba.games.hollow.rules.r064_commanders import commander_of, commander_value
from amba.games.hollow.rules.r191_works import kinds_at, shelter_at
from amba.games.hollow.state import HollowState

STATES = (
    (WRECK, "{vehicle} is a wreck."),
    (ABANDONED, "{vehicle} is abandoned."),
    (STUNNED, "The crew of {vehicle} is stunned."),
    (SHOCKED, "The crew of {vehicle} is shocked."),
    (UNKNOWN_KILL, "Nobody in {vehicle} can act."),
)
"""What keeps everybody in a vehicle from doing anything, and how it is said."""
HELPLESS = sum(1 << mark for mark, _ in STATES)
MORALE = {"italian": (7, 7), "american": (7, 6)}
"""Of crews behind armour, and in armed vehicles without; British, German and others 8 and 7."""


@rule("64")
def is_manned(s: HollowState, vehicle: int) -> bool:
    """Whether somebody is in it who could do something: neither wreck nor abandoned, the crew neither stunned nor shocked."""
    return not s.marks[vehicle] & HELPLESS


def is_stuck(s: HollowState, vehicle: int) -> bool:
    return s.has(vehicle, BOGGED) or s.has(vehicle, IMMOBILE)


@rule("176.71", "176.72")
def is_mobile(s: HollowState, vehicle: int) -> bool:
    """Neither bogged nor immobilised, with a crew that can drive."""
    return is_manned(s, vehicle) and not is_stuck(s, vehicle)


@rule("64")
def refuse_unmanned(s: HollowState, vehicle: int, number: str = "64") -> Refusal | None:
    """Why nobody in it can do anything."""
    text = next((text for mark, text in STATES if s.has(vehicle, mark)), "")
    return Refusal(number, text, {"vehicle": s.world.names.pieces[vehicle]}) if text else None


@rule("176.71", "176.72")
def refuse_stuck(s: HollowState, vehicle: int) -> Refusal | None:
    """Who is bogged neither leaves his hex nor turns his hull, nor does who is immobilised."""
    if is_mobile(s, vehicle):
        return None
    name = {"vehicle": s.world.names.pieces[vehicle]}
    if s.has(vehicle, BOGGED):
        return Refusal("176.72", "{vehicle} is bogged.", name)
    return Refusal("176.71", "{vehicle} is immobilised.", name) if s.has(vehicle, IMMOBILE) else refuse_unmanned(s, vehicle)


@rule("132", "188.191", "137.3")
def is_held(s: HollowState, vehicle: int) -> bool:
    """In bypass, at a crest or under a trench: it neither turns nor goes where it likes."""
    return s.has(vehicle, BYPASS) or s.position(vehicle) == RIM or s.has(vehicle, DUG)


@rule("176.74")
def is_moving_target(s: HollowState, vehicle: int) -> bool:
    """In motion, or it has entered a hex, bypassed or been in motion in this player turn, even if it got stuck at that."""
    return s.has(vehicle, MOTION) or s.has(vehicle, NEW_HEX)


@rule("29")
def enemies_driving(s: HollowState, side: int, place: int) -> list[int]:
    """Vehicles of the other side in a hex that somebody is in."""
    if not s.has_armour:
        return []
    return [v for v in s.vehicles_at(place) if s.side[v] != side and not s.has(v, WRECK) and not s.has(v, ABANDONED)]


@rule("29")
def refuse_vehicle_hex(s: HollowState, units: Sequence[int], here: int, to: int, pace: str) -> Refusal | None:
    """Men go into the hex of an enemy vehicle only in the advance, to fight it at close quarters."""
    if pace == ADVANCING or not enemies_driving(s, s.side[units[0]], to):
        return None
    return Refusal("29", "An enemy vehicle is in {place}: men go there only in the advance.", {"place": s.world.names.places[to]})


@rule("29", "137.3", "137.6", "137.71")
def refuse_parking(s: HollowState, vehicle: int, place: int) -> Refusal | None:
    """Where a vehicle may be set up: not among enemies, nor where it could never have got."""
    name = {"place": s.world.names.places[place], "vehicle": s.world.names.pieces[vehicle]}
    if s.seen_at(place, s.side[vehicle]) or enemies_driving(s, s.side[vehicle], place):
        return Refusal("4", "The enemy is in {place}.", name)
    if s.field.has(place, "crag", "broken_crag", "building", "large_building", "rubble", "marsh"):
        return Refusal("29", "{vehicle} cannot stand in {place}.", name)
    if "ditch" in kinds_at(s, place, s.side[vehicle]):
        return Refusal("137.71", "In {place} is an anti-tank ditch.", name)
    v = s.vehicle(vehicle)
    if shelter_at(s, place, s.side[vehicle]) == "trench" and not (v.is_tracked or v.is_armoured or v.gun):
        return Refusal("137.6", "In {place} is a trench: of vehicles only tracks, armour and guns are set up there.", name)
    return None


@rule("4", "32")
def park(s: HollowState, vehicle: int, place: int) -> None:
    """A vehicle is set up, pointing across the map; a crew that cannot button up is exposed."""
    columns = [hex[0] for hex in s.field.hex_of.values()]
    spine = 1 if 2 * s.field.hex_of[place][0] < min(columns) + max(columns) else 4
    s.do(Placed("4", vehicle, s.at[vehicle], place))
    for first in (VCA, TCA):
        s.point("32", vehicle, first, spine)
    s.mark("64", vehicle, EXPOSED, is_always_exposed(s, vehicle))
    if any(WORK_KINDS[s.face[work]] == "trench" for work in s.works_at(place)) or s.field.has(place, "trench"):
        dig_in_vehicle(s, vehicle)


@rule("137.3")
def dig_in_vehicle(s: HollowState, vehicle: int) -> None:
    """A vehicle that is set up under a trench is hull down there, and leaves it only backwards."""
    for mark in (HULL_DOWN, DUG):
        s.mark("137.3", vehicle, mark)


@rule("64", "VN 15.a", "VN 16.b")
def is_always_exposed(s: HollowState, vehicle: int) -> bool:
    """Vehicles whose crew cannot button up; the ammunition carrier of the SMV 90/53 is an SMV 47/32."""
    v = s.vehicle(vehicle)
    return v.is_armoured and (v.note == "15" or (v.note == "16" and not v.gun) or "always CE" in v.remark)


@rule("177.2")
def value_without_gun(s: HollowState, vehicle: int) -> int:
    """2 for an armoured vehicle whose gun has been taken out, 1 for another."""
    return 2 if s.vehicle(vehicle).is_armoured else 1


@rule("177", "177.1")
def desert_value(s: HollowState, piece: int) -> int:
    """A tenth of what a vehicle or gun costs, rounded up, even if its main armament is out of order."""
    led = commander_value(s, piece) if s.is_vehicle(piece) else 0
    if s.is_vehicle(piece) and s.has(piece, GUN_OFF):
        return value_without_gun(s, piece) + led
    bpv = s.vehicle(piece).bpv if s.is_vehicle(piece) else s.gun(piece).bpv
    return -(-bpv // 10) + led


@rule("177")
def desert_points(s: HollowState, side: int) -> int:
    """For the enemy's wrecks and abandoned vehicles and the guns he has lost, and for vehicles of one's own that left the map where they should."""
    if not s.has_armour:
        return 0
    theirs = s.world.pool(1 - side, s.world.first_vehicle, VEHICLES)
    lost = [v for v in theirs if (s.is_on_map(v) and (s.has(v, WRECK) or s.has(v, ABANDONED))) or s.at[v] == s.world.box["eliminated"]]
    guns = [gun for gun in s.world.pool(1 - side, s.world.first_gun, GUNS) if s.at[gun] == s.world.box["eliminated"]]
    left = [piece for piece in s.here[s.world.exited[side]] if s.is_vehicle(piece) or s.is_gun(piece)]
    return sum(
        desert_value(s, piece) for piece in (*lost, *guns, *left) if not is_captured(s, piece)
    )  # C: what was taken counts for its captors once


@rule("4", "64")
def fighting_vehicles(s: HollowState, side: int) -> bool:
    """Whether a side has vehicles on the map, or still to come, that are not lost."""
    if not s.has_armour:
        return False
    coming = any(s.is_vehicle(p) for p in s.here[s.world.entry[side]])
    return coming or any(not s.has(v, ABANDONED) for v in s.vehicles(side))


def crest_point(s: HollowState, piece: int) -> int:
    """The corner of its hex at which a vehicle stands at the crest of a wadi: a hexspine."""
    return sum(1 << i for i, mark in enumerate(CREST_BITS) if s.has(piece, mark))


@rule("188.18", "188.22")
def crest_sides(spine: int) -> tuple[int, int]:
    """The two hexsides that meet at a corner."""
    return spine, (spine + 1) % 6


def crest_sides_of(s: HollowState, vehicle: int) -> tuple[int, int]:
    return crest_sides(crest_point(s, vehicle))


@rule("188.18")
def stand_at_crest(s: HollowState, number: str, vehicle: int, spine: int | None) -> None:
    """A vehicle is at the crest, at a corner of its hex; or no longer."""
    s.mark(number, vehicle, CREST, spine is not None)
    for i, mark in enumerate(CREST_BITS):
        s.mark(number, vehicle, mark, bool((spine or 0) >> i & 1))


@rule("192.2")
def strays_from_track(s: HollowState, here: int, to: int) -> bool:
    """Whether a hex through which a track or road runs is entered another way."""
    field = s.field
    ways, hex = field.track_sides | field.road_sides, field.hex_of[to]
    return frozenset((field.hex_of[here], hex)) not in ways and any(hex in pair for pair in ways)


@rule("77", "137.3", "188.18", "190.31", "192.2")
def leave_posture(s: HollowState, number: str, vehicle: int, to: int) -> None:
    """A vehicle that moves to another hex is neither hull down nor dug in nor at a crest any more; whether it goes over a dune crest, or leaves a track aside, counts as long as it is there."""
    s.mark("192.2", vehicle, OFF_TRACK, strays_from_track(s, s.at[vehicle], to))
    s.mark("190.31", vehicle, OVER_DUNE, s.field.side(s.at[vehicle], to, "dune_crest"))
    for mark in (HULL_DOWN, DOWN_1, DOWN_2, DUG):
        s.mark(number, vehicle, mark, False)
    stand_at_crest(s, number, vehicle, None)


@rule("77")
def come_up(s: HollowState, vehicle: int) -> None:
    """Who starts or turns gives up the place where only his turret showed."""
    if s.has(vehicle, DOWN_1) or s.has(vehicle, DOWN_2):
        for mark in (HULL_DOWN, DOWN_1, DOWN_2):
            s.mark("77", vehicle, mark, False)


@rule("64")
def crew_morale(s: HollowState, vehicle: int) -> int:
    """That of the nation's best squads in an armoured vehicle, of its best first line in another; with an armour leader his own."""
    found = commander_of(s, vehicle)
    if found is not None:
        return found.morale
    behind_armour, in_the_open = MORALE.get(crew_nation(s, vehicle), (8, 7))
    return behind_armour if s.vehicle(vehicle).is_armoured else in_the_open


def is_crewed(s: HollowState, vehicle: int) -> bool:
    """Whether somebody is in it, fit to act or not."""
    return has_crew(s, vehicle) and not s.has(vehicle, ABANDONED)


@rule("64", "66")
def crew_nerve(s: HollowState, vehicle: int) -> int:
    """The highest roll with which its crew passes a check: its morale, one less once it has been stunned."""
    return crew_morale(s, vehicle) - s.has(vehicle, SHAKEN)


@rule("MN C", "VN 23.b", "VN 26.a", "VN 27.b")
def has_roof_gun(s: HollowState, vehicle: int) -> bool:
    """Its machine gun on the roof; an optional one where the scenario gives it, or the counter has it."""
    v = s.vehicle(vehicle)
    if s.has(vehicle, AA_MOUNT):
        return True
    if not v.aamg:
        return False
    given = v.key in s.plan.data.get("optional_aamg", ())
    return not v.aamg.startswith("opt") or given


@rule("176.71", "MN K")
def bears_arms(s: HollowState, vehicle: int) -> bool:
    """A vehicle whose only weapon is an optional machine gun on the roof is armed where it has that."""
    v = s.vehicle(vehicle)
    return has_roof_gun(s, vehicle) or (v.is_armed and not (v.ma == "AAMG" and v.aamg.startswith("opt")))


@rule("64", "MN K")
def has_crew(s: HollowState, vehicle: int) -> bool:
    """A crew of its own; the lorries of note K only where they are armed."""
    v = s.vehicle(vehicle)
    return v.has_crew or ("K" in v.notes and has_roof_gun(s, vehicle))
