"""What a shot is likely to do: exact chances from the table and the morale of the targets."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.games.hollow.frames import Shot
from amba.games.hollow.rules.dice import THREE_DICE, TWO_DICE, at_most
from amba.games.hollow.rules.r008_fire import is_veiled, power_of
from amba.games.hollow.rules.r010_fire_table import column, cowers, fire_result, shifted
from amba.games.hollow.rules.r011_modifiers import drm, feels_dust
from amba.games.hollow.rules.r012_morale import can_be_pinned, limit
from amba.games.hollow.rules.r029_targets import SOFT, vehicle_result
from amba.games.hollow.rules.r029_vehicles import crew_nerve
from amba.games.hollow.rules.r194_air import dust, has_third_die
from amba.games.hollow.rules.r194_dust import dust_modifier
from amba.games.hollow.rules.r197_nations import has_no_broken_side
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import Result

NOTHING = Result("-")
UNKNOWN_MORALE = 7
"""What one reckons with for a target one cannot identify."""


class Fate(NamedTuple):
    """The chances of one target."""

    gone: Fraction
    broken: Fraction
    pinned: Fraction


def table_result(s: HollowState, found: int | None, roll: int, vehicle: int = -1) -> Result:
    """The fire table's answer for men, or for a vehicle."""
    if vehicle >= 0:
        return vehicle_result(s, vehicle, found, roll)
    return fire_result(found, roll, s.world.fire) if found is not None else NOTHING


def tally(s: HollowState, shot: Shot, modifier: int, veiled: bool = False, vehicle: int = -1) -> tuple[dict[str, tuple[Result, int]], int]:
    """Every result of the table with the number of cases it has, and how many cases there are; cowering and dust included."""
    outcomes = THREE_DICE if has_third_die(s) else TWO_DICE
    power = power_of(s, shot)
    base = column(power // 2 if veiled else power)
    by_double = {double: cowers(s, shot, (1, 1 if double else 2)) for double in (False, True)}
    dusty = has_third_die(s) and feels_dust(s, shot)
    found: dict[str, tuple[Result, int]] = {}
    total = 0
    for (dice, _), weight in outcomes:
        total += weight
        here = shifted(base, by_double[dice[0] == dice[1]]) if base is not None else None
        extra = dust_modifier(dust(s), dice[2]) if len(dice) > 2 and dusty else 0
        roll = dice[0] + dice[1] + modifier + extra
        result = table_result(s, here, roll, vehicle)
        old = found.get(result.text)
        found[result.text] = (result, weight + (old[1] if old else 0))
    return found, total


def results(s: HollowState, shot: Shot, modifier: int, vehicle: int = -1) -> list[tuple[Result, Fraction]]:
    """Every result with its chance."""
    found, total = tally(s, shot, modifier, vehicle=vehicle)
    return [(result, Fraction(count, total)) for result, count in found.values()]


def passes(s: HollowState, side: int, target: int, modifier: int) -> tuple[int, int]:
    """In how many of 36 cases a target passes a check, and in how many exactly; an unknown one is taken for an average squad."""
    most = UNKNOWN_MORALE - modifier if s.side[target] != side and s.is_secret(target) else limit(s, target, modifier)
    return at_most(most), at_most(most) - at_most(most - 1)


def cases_of(s: HollowState, side: int, target: int, result: Result, count: int) -> tuple[int, int, int]:
    """Of 36 x `count` cases of one result: how many leave one of `count` targets gone, broken, pinned. A reduced squad counts as one that checks; anything smaller is gone. A kill reduces the broken whom it spares."""
    whole = 36 * count
    if s.is_vehicle(target):
        return _vehicle_cases(s, target, result, whole)
    is_broken = s.is_unit(target) and not s.is_secret(target) and s.is_broken(target)
    if result.text == "-":
        return 0, 0, 0
    if result.killed:
        gone = min(whole, 36 * result.killed)
        if is_broken:
            return (whole if is_small(s, side, target) else gone), 0, 0
        return gone, whole - gone, 0
    passed, exact = passes(s, side, target, result.check or 0)
    if result.only_pins:
        return 0, 0, 0 if is_broken else (36 - passed) * count
    lost = int(result.is_reduced and is_small(s, side, target))
    if is_broken:
        return 36 * lost + (36 - passed) * (count - lost), 0, 0
    return 36 * lost, (36 - passed) * (count - lost), exact * (count - lost)


def is_small(s: HollowState, side: int, target: int) -> bool:
    """Whether a target is smaller than a squad, as far as the side knows: it cannot be reduced."""
    return not (s.side[target] != side and s.is_secret(target)) and not (s.is_man(target) and s.squad(target).half is not None)


@rule("64", "66")
def _vehicle_cases(s: HollowState, vehicle: int, result: Result, whole: int) -> tuple[int, int, int]:
    """The same for a vehicle: lost or immobilised counts as gone; recalled, or stunned by a failed check, as broken."""
    if result.text in SOFT:
        return whole, 0, 0
    if result.killed or result.is_reduced:
        return 0, whole, 0
    return 0, (whole // 36 * (36 - at_most(crew_nerve(s, vehicle) - result.check)) if result.check is not None else 0), 0


def fates(s: HollowState, shot: Shot) -> list[Fate]:
    """Every target's chances over all rolls, in the order of the targets."""
    modifiers = [(drm(s, shot, target), is_veiled(s, shot, target), target if s.is_vehicle(target) else -1) for target in shot.targets]
    tallies = {modifier: tally(s, shot, *modifier) for modifier in set(modifiers)}
    found = []
    for target, modifier in zip(shot.targets, modifiers, strict=True):
        cases, total = tallies[modifier]
        alike = modifiers.count(modifier)
        gone = broken = pinned = 0
        for result, weight in cases.values():
            one = cases_of(s, shot.side, target, result, alike)
            gone, broken, pinned = gone + weight * one[0], broken + weight * one[1], pinned + weight * one[2]
        is_known = s.is_unit(target) and not (s.side[target] != shot.side and s.is_secret(target))
        if is_known and has_no_broken_side(s, target):
            gone, broken = gone + broken, 0
        if is_known and not can_be_pinned(s, target):
            pinned = 0
        whole = total * 36 * alike
        found.append(Fate(Fraction(gone, whole), Fraction(broken, whole), Fraction(pinned, whole)))
    return found


def hurt(s: HollowState, shot: Shot) -> Fraction:
    """The chance that the likeliest target breaks or is gone."""
    return max((one.gone + one.broken for one in fates(s, shot)), default=Fraction(0))
