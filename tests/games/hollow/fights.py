"""Random play to the end, for tests of whole battles."""

from __future__ import annotations

from random import Random

from amba.core.decision import CHANCE
from amba.games.hollow.game import Hollow
from amba.games.hollow.state import HollowState


def fight(game: Hollow, s: HollowState, seed: int) -> set[str]:
    """To the end; the kinds of all decisions on the way."""
    rng = Random(seed)
    kinds: set[str] = set()
    for _ in range(20000):
        decision = game.decision(s)
        if decision is None:
            return kinds
        kinds.add(decision.kind)
        if decision.who == CHANCE:
            actions = game.outcomes(s)
            action = rng.choices([a for a, _ in actions], [w for _, w in actions])[0]
        else:
            action = game.legal(s).pick(rng)
        game.apply(s, action)
        assert not game.invariants(s)
    raise AssertionError("no end")
