"""Who is in or on a vehicle, what it tows, how much it carries, and how men get down from it (31, 51)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.core.event import Placed
from amba.games.hollow.book import rule
from amba.games.hollow.counters import EXPOSED, FINAL, FIRED, HAZARD, IMMOBILE, PREP, WRECK
from amba.games.hollow.field import RIM
from amba.games.hollow.rules.common import Item, Line, item_lines, sum_of
from amba.games.hollow.rules.r006_stacking import load_of, refuse_crowd
from amba.games.hollow.rules.r029_vehicles import bears_arms, crest_sides_of, enemies_driving
from amba.games.hollow.rules.r188_wadis import front_of, is_on_bank, may_face, take_crest
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

SQUAD, HALF = 10, 5
"""Portage points of a squad, and of a half-squad or crew, where everything counts against the vehicle's points."""
RIDERS, RIDERS_LOAD, RIDERS_FROM = 2, 5, "1943"
"""On a tank: half-squads, portage points of weapons, and from which year on."""
LEADERS = 4
"""So many leaders ride along for nothing."""
AMMUNITION, HEAVY = 4, 100
"""Portage points that the ammunition of a towed gun takes; twice that from 100 mm."""


def hold_of(s: HollowState, vehicle: int) -> int:
    """The box of what a vehicle carries and tows."""
    return s.world.first_hold + vehicle - s.world.first_vehicle


def is_aboard(s: HollowState, piece: int) -> bool:
    return s.at[piece] >= s.world.first_hold


def carrier_of(s: HollowState, piece: int) -> int:
    """The vehicle that carries or tows a counter; -1 if none does."""
    return s.world.first_vehicle + s.at[piece] - s.world.first_hold if is_aboard(s, piece) else -1


def passengers(s: HollowState, vehicle: int) -> list[int]:
    """Men and leaders in or on a vehicle."""
    return [p for p in s.here[hold_of(s, vehicle)] if s.is_unit(p)]


@rule("51")
def towed_by(s: HollowState, vehicle: int) -> int:
    """The gun that a vehicle tows, or has on its back; -1 if none."""
    return next((p for p in s.here[hold_of(s, vehicle)] if s.is_gun(p)), -1)


@rule("31")
def takes_riders(s: HollowState, vehicle: int) -> bool:
    """From 1943 on men ride on tanks: closed ones on tracks that carry nobody inside."""
    v = s.vehicle(vehicle)
    return not v.pp and v.is_tracked and v.is_armoured and not v.is_open and str(s.plan.data.get("date", ""))[:4] >= RIDERS_FROM


@rule("31")
def riders(s: HollowState, vehicle: int) -> list[int]:
    """Who sits on a tank, in the open."""
    return [] if s.vehicle(vehicle).pp else passengers(s, vehicle)


@rule("31")
def leaning_out(s: HollowState, vehicle: int) -> list[int]:
    """Who has fired over the sides of an open armoured vehicle in this player turn, and can be hit there."""
    if not s.vehicle(vehicle).is_armoured or not s.has(vehicle, EXPOSED):
        return []
    return [unit for unit in passengers(s, vehicle) if any(s.has(unit, mark) for mark in (PREP, FIRED, FINAL))]


def room_of(s: HollowState, vehicle: int) -> tuple[int, int]:
    """Half-squads, or 0 where everything counts against its points, and portage points."""
    v = s.vehicle(vehicle)
    return (RIDERS, RIDERS_LOAD) if takes_riders(s, vehicle) else (v.seats, v.pp)


@rule("31", "VN 25.d")
def room_items(s: HollowState, vehicle: int) -> list[Item]:
    """Its portage points, less what the ammunition of a gun in tow takes."""
    v, gun = s.vehicle(vehicle), towed_by(s, vehicle)
    found = [Item("carries", room_of(s, vehicle)[1], "31")]
    if gun >= 0:
        calibre = s.world.armoury.ordnance[s.gun(gun).gun].calibre
        found.append(Item("ammunition of the gun", -AMMUNITION * (2 if calibre >= HEAVY else 1), "VN 25.d" if v.note == "25" else "51"))
    return found


def size_of(s: HollowState, unit: int) -> int:
    """In half-squads; leaders take no room."""
    return 0 if s.is_leader(unit) else 2 if s.is_squad(unit) else 1


@rule("31")
def refuse_seats(s: HollowState, vehicle: int, more: Sequence[int]) -> Refusal | None:
    """So many squads or crews and so many points of weapons, where the list says so; else 10 points for a squad, 5 for a half-squad or crew, and their weapons. Four leaders at most."""
    (seats, points), units = room_of(s, vehicle), [*passengers(s, vehicle), *more]
    name = {"vehicle": s.world.names.pieces[vehicle]}
    if not points:
        return Refusal("31", "{vehicle} carries nobody.", name)
    if sum(s.is_leader(u) for u in units) > LEADERS:
        return Refusal("31", "{vehicle} would carry more than four leaders.", name)
    halves, weapons, room = sum(size_of(s, u) for u in units), sum(load_of(s, u) for u in units), room_items(s, vehicle)
    if seats and halves > seats:
        lines: tuple[Line, ...] = (("half-squads aboard with them", str(halves), "31"), ("room for", str(seats), "31"))
        return Refusal("31", "There is no more room in {vehicle}.", name, lines)
    need = weapons if seats else weapons + (SQUAD - HALF) * halves
    if need > max(0, sum_of(room)):
        lines = (("portage points aboard with them", str(need), "31"), *item_lines(room))
        return Refusal("31", "There is no more room in {vehicle}.", name, lines)
    return None


@rule("31", "51")
def refuse_load(s: HollowState, vehicle: int) -> Refusal | None:
    """Who is aboard is in a vehicle of his own side that is on the map and has room for him; it tows one gun. In a wreck nothing is counted."""
    load, name = s.here[hold_of(s, vehicle)], {"vehicle": s.world.names.pieces[vehicle]}
    if not load:
        return None
    if not s.is_on_map(vehicle):
        return Refusal("31", "{vehicle} is not on the map.", name)
    if any(s.side[piece] != s.side[vehicle] for piece in load):
        return Refusal("31", "{vehicle} is the enemy's.", name)
    if sum(s.is_gun(piece) for piece in load) > 1:
        return Refusal("51", "{vehicle} tows one gun.", name)
    return refuse_seats(s, vehicle, ()) if passengers(s, vehicle) and not s.has(vehicle, WRECK) else None


def embark(s: HollowState, number: str, unit: int, vehicle: int) -> None:
    """The unit is in the vehicle with all it carries."""
    hold, weapons, place = hold_of(s, vehicle), s.weapons_of(unit), s.at[unit]
    for piece in (unit, *weapons):
        s.do(Placed(number, piece, place, hold))


@rule("31", "188.24")
def put_down(s: HollowState, number: str, unit: int, place: int) -> None:
    """The unit is in the hex with all it carries; from a vehicle at a crest it is at the crest, on the same side of the wadi."""
    vehicle, hold, weapons = carrier_of(s, unit), s.at[unit], s.weapons_of(unit)
    for piece in (unit, *weapons):
        s.do(Placed(number, piece, hold, place))
    stay_at_crest(s, vehicle, unit)
    s.claim(unit)


@rule("188.24", "188.26")
def stay_at_crest(s: HollowState, vehicle: int, unit: int) -> None:
    """Who leaves a vehicle at a crest, or what it puts down there, is at the crest on the same side of the wadi."""
    place = s.at[vehicle]
    if s.at[unit] == place and s.position(vehicle) == RIM and (towards := bank_of(s, vehicle)) >= 0:
        take_crest(s, unit, place, towards)


@rule("188.24")
def bank_of(s: HollowState, vehicle: int) -> int:
    """A hex on the bank at whose crest a vehicle stands; -1 if that lies off the map."""
    place = s.at[vehicle]
    here = s.field.hex_of[place]
    beside = [s.field.index.get((here[0] + NEIGHBOURS[side][0], here[1] + NEIGHBOURS[side][1])) for side in crest_sides_of(s, vehicle)]
    return next((there for there in beside if there is not None and may_face(s, place, there)), -1)


@rule("188.24", "188.161")
def refuse_apart(s: HollowState, unit: int, vehicle: int) -> Refusal | None:
    """A unit or gun of its hex is not where a vehicle stands: below its crest, or at that of the other bank."""
    names = {"unit": s.world.names.pieces[unit], "vehicle": s.world.names.pieces[vehicle]}
    if s.position(unit) != s.position(vehicle):
        return Refusal("188.24", "{unit} is not where {vehicle} stands, at the crest or below.", names)
    return refuse_across(s, unit, vehicle, front_of(s, unit)) if s.position(unit) == RIM else None


@rule("188.24", "188.161")
def refuse_across(s: HollowState, unit: int, vehicle: int, front: int) -> Refusal | None:
    """Who faces that way from the crest of a vehicle's hex has the wadi between himself and it."""
    towards = bank_of(s, vehicle)
    if towards < 0 or is_on_bank(s, s.at[vehicle], front, towards):
        return None
    return Refusal(
        "188.24", "{vehicle} stands on the other bank of the wadi.", {"unit": s.world.names.pieces[unit], "vehicle": s.world.names.pieces[vehicle]}
    )


@rule("31", "6")
def room_beside(s: HollowState, vehicle: int, unit: int) -> int:
    """Where a unit that must get out finds room: in the hex, or in one beside it without enemies; -1 if nowhere."""
    here, side = s.at[vehicle], s.side[vehicle]
    near = [here, *(there for there in s.field.around[here] if s.field.is_passable(here, there) and not s.counters_at(there, 1 - side))]
    room = (there for there in near if refuse_crowd(s, there, side, (unit,)) is None and not enemies_driving(s, side, there))
    return next(room, -1)


@rule("31")
def tumble_out(s: HollowState, number: str, unit: int) -> bool:
    """Who must get out at once does so, under fire as a crew that bails out; whether there was room for him."""
    place = room_beside(s, carrier_of(s, unit), unit)
    if place >= 0:
        put_down(s, number, unit, place)
        s.mark("176.711", unit, HAZARD)
    return place >= 0


@rule("51")
def drop_gun(s: HollowState, number: str, vehicle: int) -> None:
    """A gun in tow stands in the vehicle's hex."""
    gun = towed_by(s, vehicle)
    if gun >= 0:
        s.do(Placed(number, gun, s.at[gun], s.at[vehicle]))
        stay_at_crest(s, vehicle, gun)


def is_empty(s: HollowState, vehicle: int) -> bool:
    return not s.here[hold_of(s, vehicle)]


@rule("176.71")
def is_done_for(s: HollowState, vehicle: int) -> bool:
    """Immobilised, neither armed nor armoured, and nothing is left in it: a wreck."""
    return s.has(vehicle, IMMOBILE) and not bears_arms(s, vehicle) and not s.vehicle(vehicle).is_armoured and is_empty(s, vehicle)
