"""14.0 At the end of the game."""

from __future__ import annotations

from amba.core.decision import Result
from amba.games.cheren.book import rule
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import SIDES


@rule("1.2", "14.0")
def points(s: CherenState) -> int:
    """Victory points of all Allied-controlled towns."""
    return sum(town.vp for town in s.world.towns if s.owner[town.hex])


@rule("14.0")
def result(s: CherenState) -> Result:
    """The victory level of the scenario for this many points."""
    score = points(s)
    levels = s.world.scenarios[s.scenario].data["victory"]["levels"]
    for level in levels:
        if level["from"] <= score <= level["to"]:
            if level["winner"] == "none":
                return Result(None, "Draw", f"Draw: {score} victory points.", score)
            winner = SIDES.index(level["winner"])
            name = f"{level['level']} {level['winner'].title()} victory"
            return Result(winner, name, f"{name}: {score} victory points.", score)
    raise ValueError(f"no victory level for {score} points")
