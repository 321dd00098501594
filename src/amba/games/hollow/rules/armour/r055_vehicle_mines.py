"""Mines under vehicles: those against men, and anti-tank mines (55.8, 86.7)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.event import Said
from amba.core.steps import Frame, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import HIDDEN, WORK_KINDS, WRECK
from amba.games.hollow.frames import Effects
from amba.games.hollow.frames_crews import AntiTankMines, MineBlast, VehicleMines
from amba.games.hollow.rules.armour.r033_to_kill import ARMOUR
from amba.games.hollow.rules.armour.r064_crews import immobilise
from amba.games.hollow.rules.armour.r064_stun import destroy
from amba.games.hollow.rules.dice import ONE_DIE, fought_at_work, roll_step
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r012_morale import strike
from amba.games.hollow.rules.r029_targets import STAR_LINE
from amba.games.hollow.rules.r029_vehicles import is_stuck
from amba.games.hollow.rules.r031_aboard import passengers, riders
from amba.games.hollow.rules.r055_mines import DUMMY, find_dummy, is_known, mines_at, show_mines
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import COLUMNS
from amba.games.hollow.titles import title

ANTI_TANK = WORK_KINDS.index("anti-tank mines")
USUAL = 3
"""Factors of anti-tank mines where nothing else is said."""
BLAST, UNDER_PASSENGERS = 36, 16
"""The columns for the vehicle, and for those in it if it is only immobilised."""
BELLY = {0: 0, 1: 0, 2: 1, 3: 2, 4: 3, 6: 3, 8: 4, 11: 4, 14: 4, 18: 4, 26: 4}
"""What the least armour of the hull is worth from below."""
THIN = -5


def least_armour(s: HollowState, vehicle: int) -> int | None:
    """The weakest of its hull's facings; None where one has none."""
    v = s.vehicle(vehicle)
    facings = [one.hull for one in (v.front, v.side, v.rear)]
    return None if None in facings else min(one for one in facings if one is not None)


@rule("55.8", "86.7")
def is_thin(s: HollowState, vehicle: int) -> bool:
    """No armour, or so little that mines do not care."""
    least = least_armour(s, vehicle)
    return least is None or least <= THIN


@rule("55", "55.8", "55.81", "86.7")
def drive_onto_mines(s: HollowState, vehicle: int, to: int) -> None:
    """A vehicle that enters a mined hex is attacked; by those against men first. A dummy is found out."""
    attack(s, vehicle, to)
    for work in mines_at(s, to):
        if not s.points[work] and s.face[work] != DUMMY:
            find_dummy(s, work)


def attack(s: HollowState, vehicle: int, place: int) -> None:
    """All mines of a hex attack a vehicle; those against men first."""
    for work in [w for w in s.works_at(place) if s.face[w] == ANTI_TANK]:
        push(s, AntiTankMines(work, vehicle))
    for work in mines_at(s, place):
        if s.points[work]:
            push(s, VehicleMines(work, vehicle))


def is_mined(s: HollowState, place: int) -> bool:
    """Whether mines of any kind lie in a hex, known or not."""
    return any(s.face[w] == ANTI_TANK for w in s.works_at(place)) or any(s.points[work] for work in mines_at(s, place))


@rule("55", "86.7", "176.71")
def leaves_by_mines(s: HollowState, vehicle: int, edge: Frame) -> bool:
    """Whether a vehicle that leaves its hex is attacked there before it is gone: what they stop stands in their hex. It goes on by its edge otherwise."""
    if not is_mined(s, s.at[vehicle]):
        return False
    push(s, edge)
    attack(s, vehicle, s.at[vehicle])
    return True


@rule("55.83", "86.7")
def is_known_mined(s: HollowState, side: int, place: int) -> bool:
    """Whether a side knows of mines in a hex: nobody drives there unless he is told to."""
    return any(is_known(s, side, work) for work in (*mines_at(s, place), *(w for w in s.works_at(place) if s.face[w] == ANTI_TANK)))


def still_there(s: HollowState, vehicle: int) -> bool:
    return s.is_on_map(vehicle) and not s.has(vehicle, WRECK)


@rule("55", "55.83")
def read_vehicle_mines(s: HollowState, at: VehicleMines, dice: tuple[int, ...]) -> None:
    """The column of its factors: of armour only a kill immobilises it, or destroys what is immobile already; what has none, or hardly any, by the line for vehicles."""
    v, factors = at.vehicle, s.points[at.work]
    if not still_there(s, v):
        return
    result = mine_result(s, v, factors, dice[0])
    show_mines(s, at.work, result != "no effect")
    s.do(Said("55", "vehicle mines", (s.world.names.places[s.at[at.work]], title(s, v), result)))
    if result == "is immobilised":
        immobilise(s, "55", v, by_attack=True)
        shake_load(s, v, factors, dice[0])
    elif result != "no effect":
        destroy(s, v, burning=result == "burns")


@rule("55", "31")
def shake_load(s: HollowState, vehicle: int, factors: int, roll: int) -> None:
    """Men in a vehicle without armour that mines have stopped, or on top of a tank, suffer what the mines do to men at the same roll; behind armour they are safe. Nobody is pinned there."""
    hurt(s, passengers(s, vehicle) if is_thin(s, vehicle) else riders(s, vehicle), factors, roll)


def hurt(s: HollowState, units: Sequence[int], factors: int, roll: int) -> None:
    """What a column of the fire table does to men at a roll; a pin is nothing to them."""
    found = fire_result(factors, roll, s.world.fire)
    if units and not found.only_pins:
        push(s, Effects(tuple(strike(s, found, tuple(units)))))


def mine_result(s: HollowState, vehicle: int, factors: int, roll: int) -> str:
    if is_thin(s, vehicle):
        number = STAR_LINE[COLUMNS.index(factors)]
        return "no effect" if roll > number else "is immobilised" if roll == number else "burns" if 2 * roll <= number else "is destroyed"
    if not fire_result(factors, roll, s.world.fire).killed:
        return "no effect"
    return "is destroyed" if is_stuck(s, vehicle) else "is immobilised"


@rule("86.7")
def factors_of(s: HollowState, work: int) -> int:
    return s.points[work] or USUAL


@rule("86.7")
def is_driven_onto(s: HollowState, work: int, die: int) -> bool:
    """At most their factors."""
    return die <= factors_of(s, work)


@rule("86.7")
def read_anti_tank(s: HollowState, at: AntiTankMines, dice: tuple[int, ...]) -> None:
    """Whether it drives onto one. They lie open from then on."""
    hit = is_driven_onto(s, at.work, dice[0])
    if not still_there(s, at.vehicle):
        return
    s.do(Said("86.7", "anti-tank mines", (s.world.names.places[s.at[at.work]], title(s, at.vehicle), "drives onto one" if hit else "gets through")))
    if hit:
        s.mark("86.7", at.work, HIDDEN, False)
        push(s, MineBlast(at.work, at.vehicle))


@rule("86.7")
def blast_result(s: HollowState, vehicle: int, roll: int) -> str:
    """Without armour it is destroyed, and burns on 6 or less; with armour, which is thin below, a kill of four burns it, any kill destroys it, and anything else immobilises it."""
    least = least_armour(s, vehicle)
    if is_thin(s, vehicle) or least is None:
        return "burns" if roll <= 6 else "is destroyed"
    killed = fire_result(BLAST, roll + BELLY[ARMOUR[least]], s.world.fire).killed
    return "burns" if killed >= 4 else "is destroyed" if killed else "is immobilised"


@rule("86.7", "31")
def shake_passengers(s: HollowState, vehicle: int, roll: int) -> None:
    """Men in or on an armoured vehicle that is stopped suffer what 16 factors do at the same roll, behind armour or not; nobody is pinned there."""
    hurt(s, passengers(s, vehicle), UNDER_PASSENGERS, roll)


@rule("86.7")
def read_blast(s: HollowState, at: MineBlast, dice: tuple[int, ...]) -> None:
    """What the mine does to the vehicle over it, and to those in it."""
    v = at.vehicle
    result = blast_result(s, v, dice[0])
    s.do(Said("86.7", "vehicle mines", (s.world.names.places[s.at[at.work]], title(s, v), result)))
    if result == "is immobilised":
        immobilise(s, "86.7", v, by_attack=True)
        shake_passengers(s, v, dice[0])
    else:
        destroy(s, v, burning=result == "burns")


def mine_title(s: HollowState, at: VehicleMines | AntiTankMines | MineBlast) -> dict[str, str]:
    return {"place": s.world.names.places[s.at[at.work]], "vehicle": title(s, at.vehicle)}


VEHICLE_MINES = roll_step(VehicleMines, "mines", "55", "Mines at {place} under {vehicle}", read_vehicle_mines, values=mine_title, over=fought_at_work)
ANTI_TANK_MINES = roll_step(
    AntiTankMines, "anti-tank mines", "86.7", "Does {vehicle} drive onto a mine at {place}?", read_anti_tank, ONE_DIE, mine_title, fought_at_work
)
MINE_BLAST = roll_step(MineBlast, "mine", "86.7", "A mine under {vehicle}", read_blast, values=mine_title, over=fought_at_work)
