"""Going through a game in a test: chance rolls by itself, whoever is asked is asked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from amba.core.decision import CHANCE, Decision
from amba.core.game import Game
from amba.core.state import State


def asked(game: Game, s: State, rng: Random) -> Iterator[Decision]:
    """Every decision of a side until the game is over; the caller makes it before he asks for the next."""
    while (decision := game.decision(s)) is not None:
        if decision.who == CHANCE:
            game.apply(s, rng.choice(game.outcomes(s))[0])
        else:
            yield decision
