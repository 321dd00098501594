"""What a shot is likely to do: exact chances from the table and the morale of the targets."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from amba.games.hollow.frames import Shot
from amba.games.hollow.rules.dice import THREE_DICE, TWO_DICE, at_most
from amba.games.hollow.rules.r008_fire import is_veiled, power_of
from amba.games.hollow.rules.r010_fire_table import column, cowers, fire_result, shifted
from amba.games.hollow.rules.r011_modifiers import drm, feels_dust
from amba.games.hollow.rules.r012_morale import limit
from amba.games.hollow.rules.r194_air import dust, has_third_die
from amba.games.hollow.rules.r194_dust import dust_modifier
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


def tally(s: HollowState, shot: Shot, modifier: int, veiled: bool = False) -> tuple[dict[str, tuple[Result, int]], int]:
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
        result = fire_result(here, dice[0] + dice[1] + modifier + extra, s.world.fire) if here is not None else NOTHING
        old = found.get(result.text)
        found[result.text] = (result, weight + (old[1] if old else 0))
    return found, total


def results(s: HollowState, shot: Shot, modifier: int) -> list[tuple[Result, Fraction]]:
    """Every result with its chance."""
    found, total = tally(s, shot, modifier)
    return [(result, Fraction(count, total)) for result, count in found.values()]


def passes(s: HollowState, side: int, target: int, modifier: int) -> tuple[int, int]:
    """In how many of 36 cases a target passes a check, and in how many exactly; an unknown one is taken for an average squad."""
    most = UNKNOWN_MORALE - modifier if s.side[target] != side and s.is_secret(target) else limit(s, target, modifier)
    return at_most(most), at_most(most) - at_most(most - 1)


def _cases(s: HollowState, side: int, target: int, result: Result, count: int) -> tuple[int, int, int]:
    """Of 36 x `count` cases of one result: how many leave one of `count` targets gone, broken, pinned. A reduced squad counts as one that checks."""
    whole = 36 * count
    is_broken = s.is_unit(target) and not s.is_secret(target) and s.is_broken(target)
    if result.text == "-":
        return 0, 0, 0
    if result.killed:
        gone = min(whole, 36 * result.killed)
        return gone, 0 if is_broken else whole - gone, 0
    passed, exact = passes(s, side, target, result.check or 0)
    if result.only_pins:
        return 0, 0, 0 if is_broken else (36 - passed) * count
    if is_broken:
        return (36 - passed) * count, 0, 0
    return 0, (36 - passed) * count, exact * count


def fates(s: HollowState, shot: Shot) -> list[Fate]:
    """Every target's chances over all rolls, in the order of the targets."""
    modifiers = [(drm(s, shot, target), is_veiled(s, shot, target)) for target in shot.targets]
    tallies = {modifier: tally(s, shot, *modifier) for modifier in set(modifiers)}
    found = []
    for target, modifier in zip(shot.targets, modifiers, strict=True):
        cases, total = tallies[modifier]
        alike = modifiers.count(modifier)
        gone = broken = pinned = 0
        for result, weight in cases.values():
            one = _cases(s, shot.side, target, result, alike)
            gone, broken, pinned = gone + weight * one[0], broken + weight * one[1], pinned + weight * one[2]
        whole = total * 36 * alike
        found.append(Fate(Fraction(gone, whole), Fraction(broken, whole), Fraction(pinned, whole)))
    return found


def hurt(s: HollowState, shot: Shot) -> Fraction:
    """The chance that the likeliest target breaks or is gone."""
    return max((one.gone + one.broken for one in fates(s, shot)), default=Fraction(0))
