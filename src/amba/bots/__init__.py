"""Players that see only what their side may see."""

from __future__ import annotations

from amba.core.game import Game

LEVELS = ("random", "beginner", "greedy", "planner", "searcher")
"""From careless to thoughtful."""
TITLES = {
    "random": "1 Aimless (random)", "beginner": "2 Beginner", "greedy": "3 Easy (greedy)", "planner": "4 Medium (planner)", "searcher": "5 Strong (searcher)",
}  # fmt: skip
"""By strength, the weakest first."""
SAYS = {
    "random": "Plays anything that is allowed.",
    "beginner": "Sees the fight before its nose, forgets some of its units every turn, and often takes the second best move.",
    "greedy": "Takes the best single move it sees, by the odds, and never looks further.",
    "planner": "Plans the whole phase: what to mass against, who goes where, what must be held.",
    "searcher": "Plays several plans out in its head, with the dice and what it cannot see, and takes the best.",
}
"""What each of them does, in a sentence."""
LIMITS = {"random": 1.0, "beginner": 1.0, "greedy": 1.0, "planner": 1.0, "searcher": 5.0}
"""Seconds for a decision at a table. A plan is made at the first decision of a phase; the others follow it at once."""
FORMER = {"steady": "greedy"}
"""Names of levels that old tables still have."""


class UnknownLevel(ValueError):
    """A game has no bot of this level."""


def level_named(name: str) -> str:
    """Today's name of a level."""
    return FORMER.get(name, name)


def level_for(game: Game, name: str) -> str:
    """The level this name means in a game; an error where the game has no such bot, so that random play is never reported as greedy."""
    level, there_are = level_named(name), levels_of(game)
    if level not in there_are:
        raise UnknownLevel(f"{game.title} has no bot {name!r}; there are: {', '.join(there_are)}")
    return level


def levels_of(game: Game) -> list[str]:
    """The levels that differ in this game: who has neither advice nor evaluation plays at random, who has no evaluation cannot plan."""
    if game.abilities.evaluation is not None:
        return list(LEVELS)
    return ["random"] if game.abilities.advice is None else ["random", "beginner", "greedy"]
