"""What a shot is likely to do: exact chances from the table and the morale of the targets."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from amba.games.hollow.rules import hooks
from amba.games.hollow.rules.dice import at_most, numbers, three_dice, two_dice
from amba.games.hollow.rules.hooks import Shot
from amba.games.hollow.rules.r008_fire import column, drm, power_of
from amba.games.hollow.rules.r010_fire_table import COLUMNS, Result, fire_result
from amba.games.hollow.rules.r012_morale import limit
from amba.games.hollow.state import HollowState

UNKNOWN_MORALE = 7
"""What one reckons with for a target one cannot identify."""


class Fate(NamedTuple):
    """The chances of one target."""

    gone: Fraction
    broken: Fraction
    pinned: Fraction


def results(s: HollowState, shot: Shot, modifier: int) -> Iterator[tuple[Result, Fraction]]:
    """Every roll's result with its chance, cowering and dust included."""
    from amba.games.hollow.rules.r010_shots import cowers, shifted

    outcomes = three_dice() if hooks.third_die(s) else two_dice()
    total = sum(weight for _, weight in outcomes)
    base = column(power_of(s, shot))
    for action, weight in outcomes:
        dice = numbers(action)
        found = shifted(base, cowers(s, shot, dice)) if base is not None else None
        extra = hooks.third_die_modifier(s, dice[2]) if len(dice) > 2 else 0
        result = fire_result(found, dice[0] + dice[1] + modifier + extra) if found is not None else Result("-")
        yield result, Fraction(weight, total)


def passes(s: HollowState, side: int, target: int, modifier: int) -> tuple[int, int]:
    """In how many of 36 cases a target passes a check, and in how many exactly; an unknown one is taken for an average squad."""
    most = UNKNOWN_MORALE - modifier if s.side[target] != side and s.is_secret(target) else limit(s, target, modifier)
    return at_most(most), at_most(most) - at_most(most - 1)


def fate_of(s: HollowState, side: int, target: int, result: Result, count: int) -> Fate:
    """What one result does to one of `count` targets."""
    if result.text == "-":
        return Fate(Fraction(0), Fraction(0), Fraction(0))
    broken_already = s.is_unit(target) and not s.is_secret(target) and s.is_broken(target)
    if result.killed:
        gone = min(Fraction(1), Fraction(result.killed, count))
        return Fate(gone, Fraction(0) if broken_already else 1 - gone, Fraction(0))
    passed, exact = passes(s, side, target, result.check or 0)
    if result.only_pins:
        return Fate(Fraction(0), Fraction(0), Fraction(0) if broken_already else Fraction(36 - passed, 36))
    failed, pinned = Fraction(36 - passed, 36), Fraction(exact, 36)
    if broken_already:
        return Fate(failed, Fraction(0), Fraction(0))
    return Fate(Fraction(0), failed, pinned)


def fate(s: HollowState, shot: Shot, target: int) -> Fate:
    """A target's chances over all rolls. A reduced squad counts as one that checks."""
    alike = [t for t in shot.targets if drm(s, shot, t) == drm(s, shot, target)]
    gone = broken = pinned = Fraction(0)
    for result, chance in results(s, shot, drm(s, shot, target)):
        one = fate_of(s, shot.side, target, result, len(alike))
        gone += chance * one.gone
        broken += chance * one.broken
        pinned += chance * one.pinned
    return Fate(gone, broken, pinned)


def hurt(s: HollowState, shot: Shot) -> Fraction:
    """The chance that the likeliest target breaks or is gone."""
    fates = [fate(s, shot, target) for target in shot.targets]
    return max((one.gone + one.broken for one in fates), default=Fraction(0))


__all__ = ["COLUMNS", "Fate", "fate", "hurt", "results"]
