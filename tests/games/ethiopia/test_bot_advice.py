"""The advice for bots: two advised sides finish a game, and advice never changes the position."""

from __future__ import annotations

from random import Random
from typing import cast

from amba.bots.greedy import best
from amba.core.decision import CHANCE
from amba.core.game import Game
from amba.games.ethiopia.game import Ethiopia
from tests.bots.walk import advice_of


def test_two_advised_sides_fight_october_to_the_end(game: Ethiopia) -> None:
    s = game.new("october", {})
    rng = Random(1)
    fights = 0
    while (decision := game.decision(s)) is not None:
        if decision.who == CHANCE:
            fights += 1
            action = rng.choice([action for action, _ in game.outcomes(s)])
        else:
            before = s.key()
            action = best(cast("Game", game), advice_of(cast("Game", game)), s, decision.who, rng)
            assert s.key() == before
        game.apply(s, action)
    found = game.result(s)
    assert found is not None
    assert fights > 0
    assert found.score >= 8, "an army on the march takes at least Adua, Axum and Adigrat"
