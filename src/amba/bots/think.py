"""How a bot chooses. It knows a game only through the protocol, and is given a position its side cannot tell from the true one."""

from __future__ import annotations

from random import Random
from time import monotonic

from amba.core.decision import Action, Side
from amba.core.game import Advisor, Game
from amba.core.state import State


def choose(game: Game, s: State, side: Side, level: str, rng: Random, limit: float = 1.0) -> Action:
    """An action for the side that decides."""
    if level == "random" or not isinstance(game, Advisor):
        return game.legal(s).pick(rng)
    return best(game, game, s, side, rng, limit)


def best(game: Game, advisor: Advisor, s: State, side: Side, rng: Random, limit: float) -> Action:
    """The action that looks best by the game's own advice; a tie falls to the first, time over to the best so far."""
    until = monotonic() + limit
    menu = game.legal(s)
    found: Action | None = None
    top = float("-inf")
    heads = list(menu.heads)
    rng.shuffle(heads)
    for actions in (menu.plain, *map(menu.tails, heads)):
        for action in actions:
            value = advisor.advice(s, side, action)
            if value > top:
                top, found = value, action
        if found is not None and monotonic() > until:
            break
    return menu.pick(rng) if found is None else found
