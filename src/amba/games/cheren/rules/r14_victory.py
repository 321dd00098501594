"""14.0 At the end of the game."""

from __future__ import annotations

from amba.core.decision import Result
from amba.core.game import level_of, who_wins
from amba.games.cheren.book import rule
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import SIDES


@rule("1.2", "14.0")
def points(s: CherenState) -> int:
    """Victory points of all Allied-controlled towns, and those of the bid."""
    return int(s.options["bid"]) + sum(town.vp for town in s.world.towns if s.owner[town.hex])


@rule("14.0")
def result(s: CherenState) -> Result:
    """The victory level of the scenario for this many points."""
    score = points(s)
    levels = s.world.scenarios[s.scenario].data["victory"]["levels"]
    level, winner = level_of(levels, score), who_wins(levels, SIDES, score)
    name = "Draw" if winner is None else f"{level['level']} {SIDES[winner].title()} victory"
    return Result(winner, name, f"{name}: {score} victory points.", score)
