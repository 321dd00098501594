"""Men attack a vehicle by hand: the check before it, their number, what changes it, and what becomes of the vehicle (36, 197.4)."""

from __future__ import annotations

from fractions import Fraction

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ABANDONED, CX, EXPOSED, MOTION, PINNED, STORMED, WRECK
from amba.games.hollow.frames_crews import ArmourCheck, LuckyRoll, StormRoll
from amba.games.hollow.orders_crews import Storm
from amba.games.hollow.rules.armour.r035_machine_guns import machine_guns, why_silent
from amba.games.hollow.rules.armour.r064_crews import immobilise
from amba.games.hollow.rules.armour.r064_stun import destroy
from amba.games.hollow.rules.common import Item, refuse_not_own, refuse_state, sum_of
from amba.games.hollow.rules.dice import ONE_DIE, SUMS, at_most, fought_at_vehicle, roll_step
from amba.games.hollow.rules.r029_vehicles import is_manned, is_stuck
from amba.games.hollow.rules.r197_armour_check import highest_roll, may_attack_vehicle, takes_check
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

NUMBERS = {"squad": 5, "crew": 4, "half-squad": 3}
LEADER = 2
DESTROYED, IMMOBILISED, BURNS, NOTHING = "is destroyed", "is immobilised", "burns", "is not hurt"
LUCK = {1: BURNS, 2: DESTROYED, 3: IMMOBILISED}
"""An original 2 in an attack that could not succeed: what one more die brings."""


@rule("36")
def storm_number(s: HollowState, unit: int) -> int:
    """A squad 5, a crew 4, a half-squad 3, a leader 2."""
    return LEADER if s.is_leader(unit) else NUMBERS.get(s.squad(unit).kind, NUMBERS["half-squad"])


@rule("36", "176.75")
def defending_guns(s: HollowState, vehicle: int) -> int:
    """The firepower of the machine guns that its crew can turn on men of its hex: not the rear, not the bow of a vehicle that is stuck."""
    if not is_manned(s, vehicle):
        return 0
    guns = [gun for gun in machine_guns(s, vehicle) if gun.place != "rear" and (gun.place != "bow" or not is_stuck(s, vehicle))]
    return sum(gun.power for gun in guns if why_silent(s, vehicle, gun)[1] in {"", "it has fired already"})


@rule("36")
def storm_items(s: HollowState, unit: int, vehicle: int, less: int = 0) -> list[Item]:
    """What is added to the roll: motion, escorts, tired or pinned men; open hatches, no machine guns, no armour, no roof, a vehicle that is stuck. Its being at a crest does not matter."""
    v = s.vehicle(vehicle)
    friends = [u for u in s.units_at(s.at[vehicle], s.side[vehicle]) if s.is_good(u) and s.is_man(u)]
    listed = (
        (s.has(vehicle, MOTION), "in motion", 2), (not v.is_armoured, "no armour", -3), (v.is_armoured and v.is_open, "open on top", -2),
        (s.has(vehicle, EXPOSED), "crew exposed", -1), (not defending_guns(s, vehicle), "no machine gun that fires", -1), (is_stuck(s, vehicle), "stuck", -1),
        (s.has(unit, PINNED), "pinned men", 1), (s.has(unit, CX), "exhausted men", 1), (bool(less), "have fired before", less),
    )  # fmt: skip
    found = [Item(what, value, "36") for applies, what, value in listed if applies]
    guard = sum(2 if s.is_squad(u) else 1 for u in friends)
    return [*found, *([Item("men beside it", guard, "36")] if guard else [])]


def storm_result(s: HollowState, unit: int, vehicle: int, less: int, roll: int) -> str:
    """Less than the number destroys, exactly it immobilises; empty where one more die is rolled."""
    total, number = roll + sum_of(storm_items(s, unit, vehicle, less)), storm_number(s, unit)
    if total > number:
        return "" if roll == 2 else NOTHING
    return IMMOBILISED if total == number else DESTROYED


@rule("36")
def storm_chance(s: HollowState, unit: int, vehicle: int, less: int = 0) -> Fraction:
    """How likely the men are to dare it and to succeed; the luck of a 2 left out."""
    dares = Fraction(at_most(highest_roll(s, unit)), 36) if s.vehicle(vehicle).is_armoured else Fraction(1)
    won = sum(weight for roll, weight in SUMS if storm_result(s, unit, vehicle, less, roll) in {DESTROYED, IMMOBILISED})
    return dares * Fraction(won, 36)


@rule("36")
def refuse_stormer(s: HollowState, side: int, a: Storm) -> Refusal | None:
    """Men in good order who have not done so in this phase, against a vehicle of the enemy in their hex with somebody in it."""
    found = refuse_not_own(s, side, a.unit, "36")
    if found is None and s.has(a.unit, STORMED):
        return Refusal("36", "{unit} has gone at a vehicle in this phase.", {"unit": s.world.names.pieces[a.unit]})
    if found is not None or not takes_check(s, a.unit):
        return found or refuse_state(s, a.unit, "attack a vehicle", (0,))
    names = {"unit": s.world.names.pieces[a.unit], "vehicle": s.world.names.pieces[a.vehicle]}
    if not s.is_vehicle(a.vehicle) or s.side[a.vehicle] == side or s.at[a.vehicle] != s.at[a.unit] or s.has(a.vehicle, WRECK):
        return Refusal("36", "{vehicle} is no vehicle of the enemy in the hex of {unit}.", names)
    return Refusal("36", "{vehicle} is abandoned: it can be seized.", names) if s.has(a.vehicle, ABANDONED) else None


@rule("36", "197.4", "198.2")
def storm(s: HollowState, unit: int, vehicle: int, less: int = 0) -> None:
    """Against armour the men check first whether they dare."""
    s.mark("36", unit, STORMED)
    push(s, ArmourCheck(unit, vehicle, less) if s.vehicle(vehicle).is_armoured else StormRoll(unit, vehicle, less))


@rule("36", "197.4", "198.2")
def read_armour_check(s: HollowState, at: ArmourCheck, dice: tuple[int, ...]) -> None:
    """Who fails does not attack."""
    dares = may_attack_vehicle(s, at.unit, dice[0])
    s.do(Said("36", "armour check", (s.world.names.pieces[at.unit], highest_roll(s, at.unit), "goes at it" if dares else "does not dare")))
    if dares:
        push(s, StormRoll(at.unit, at.vehicle, at.less))


@rule("36")
def read_storm(s: HollowState, at: StormRoll, dice: tuple[int, ...]) -> None:
    """The vehicle is destroyed with its crew, immobilised, or not hurt; a 2 that was not enough has one more die."""
    result = storm_result(s, at.unit, at.vehicle, at.less, dice[0])
    if not result:
        push(s, LuckyRoll(at.unit, at.vehicle))
        return
    say_storm(s, at, result)


def say_storm(s: HollowState, at: StormRoll | LuckyRoll, result: str) -> None:
    less = at.less if isinstance(at, StormRoll) else 0
    most = storm_number(s, at.unit) - sum_of(storm_items(s, at.unit, at.vehicle, less))
    s.do(Said("36", "storm", (s.world.names.pieces[at.unit], title(s, at.vehicle), most, result)))
    if result == IMMOBILISED:
        immobilise(s, "36", at.vehicle, by_attack=True, by_hand=True)
    elif result != NOTHING:
        destroy(s, at.vehicle, burning=result == BURNS, spares=False)


@rule("36")
def read_luck(s: HollowState, at: LuckyRoll, dice: tuple[int, ...]) -> None:
    """1 burns, 2 destroys, 3 immobilises."""
    say_storm(s, at, LUCK.get(dice[0], NOTHING))


def names_of(s: HollowState, at: ArmourCheck | StormRoll | LuckyRoll) -> dict[str, str]:
    return {"unit": s.world.names.pieces[at.unit], "vehicle": title(s, at.vehicle)}


ARMOUR_CHECK = roll_step(ArmourCheck, "armour check", "36", "Does {unit} dare to go at {vehicle}?", read_armour_check, values=names_of)
STORM_ROLL = roll_step(StormRoll, "storm", "36", "{unit} goes at {vehicle}", read_storm, values=names_of, over=fought_at_vehicle)
LUCKY_ROLL = roll_step(LuckyRoll, "lucky", "36", "{unit} may be lucky", read_luck, ONE_DIE, names_of, fought_at_vehicle)
