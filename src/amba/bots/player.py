"""A player at one table, for one side: what it chose, why, and what it still means to do."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from amba.bots import LEVELS, level_named
from amba.bots.think import choose
from amba.core.decision import Action, Side
from amba.core.game import Game
from amba.core.state import State


class Choice(NamedTuple):
    """An action and the reason for it, in words made of open facts only; empty when there is nothing to say."""

    action: Action
    why: str = ""


class Player:
    """Chooses for one side of one game. It is given positions its side cannot tell from the true one."""

    def __init__(self, game: Game, side: Side, level: str) -> None:
        level = level_named(level)
        if level not in LEVELS:
            raise ValueError(f"there is no bot {level!r}; there are: {', '.join(LEVELS)}")
        self.game = game
        self.side = side
        self.level = level

    def choose(self, s: State, rng: Random, limit: float | None = None) -> Choice:
        """An action. `limit` is in seconds; without it the work is counted, not timed, so that the same position and generator give the same answer."""
        return Choice(choose(self.game, s, self.side, self.level, rng, 1e9 if limit is None else limit))
