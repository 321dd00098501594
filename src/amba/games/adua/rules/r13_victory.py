"""13.0 Victory."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from amba.core.decision import Result
from amba.core.steps import pop
from amba.games.adua.book import rule
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, EXITED, ITALIAN, SIDES

HALF = Fraction(1, 2)


def terms(s: AduaState) -> dict[str, Any]:
    found: dict[str, Any] = s.world.scenarios[s.scenario].data
    return found


def last_turn(s: AduaState) -> int:
    data = terms(s)
    return int(data["play"]["first_turn"]) + int(data["turns"]) - 1


@rule("13.0.points")
def points(s: AduaState) -> Fraction:
    """One for each eliminated Italian unit, a half for each that has lost two steps (three under the option), wherever it is."""
    enough = 3 if s.options["half_points"] == "three" else 2
    total = Fraction(0)
    for unit in s.world.combat[ITALIAN]:
        if s.at[unit] == s.world.box["eliminated"]:
            total += 1
        elif s.face[unit] >= enough:
            total += HALF
    return total


def victory(side: int, level: str, why: str, score: int) -> Result:
    """Who has won and how far, in words, and why."""
    return Result(side, level, f"{level.title()} {SIDES[side].title()} victory: {why}", score)


@rule("13.0.exit", "13.0.menelik")
def total_victory(s: AduaState) -> Result | None:
    """The Italians win outright when five points of combat value are through the passes, or when Menelik falls."""
    if s.tracks[EXITED] >= int(terms(s)["victory"]["exit"]):
        return victory(ITALIAN, "total", f"units with a combat value of {s.tracks[EXITED]} have reached Adua.", 100)
    if s.world.menelik >= 0 and s.at[s.world.menelik] == s.world.box["eliminated"]:
        return victory(ITALIAN, "total", "Menelik has fallen.", 100)
    return None


def levels_of(s: AduaState) -> dict[str, Any]:
    """The limits of the scenario; where it has others that are nearer to even, the option takes those."""
    found: dict[str, Any] = terms(s)["victory"]
    return {**found, **found.get("even", {})} if s.options["balance"] == "even" else found


@rule("13.0.levels")
def final(s: AduaState) -> Result:
    """The Italians lost so many units: up to one number a partial Italian, up to another a partial, above it a total Abyssinian victory."""
    levels = levels_of(s)
    lost = points(s)
    text = f"the Abyssinians have {float(lost):g} points."
    score = int(lost * 2)
    if lost <= Fraction(str(levels["italian_partial"])):
        return victory(ITALIAN, "partial", text, score)
    if lost <= Fraction(str(levels["abyssinian_partial"])):
        return victory(ABYSSINIAN, "partial", text, score)
    return victory(ABYSSINIAN, "total", text, score)


@rule("4.0")
def is_over(s: AduaState) -> bool:
    """A total victory, the last turn played, or no Italian unit left on the map."""
    return total_victory(s) is not None or s.turn > last_turn(s) or not s.units(ITALIAN)


def end_if_over(s: AduaState) -> None:
    """Clear the sequence of play when nothing can change any more."""
    if s.turn and is_over(s):
        while s.frames:
            pop(s)


def result(s: AduaState) -> Result | None:
    if s.frames:
        return None
    return total_victory(s) or final(s)
