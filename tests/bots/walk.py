"""Going through a game in a test: chance rolls by itself, whoever is asked is asked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from amba.bots.advice import advice_of as any_advice
from amba.bots.playout import Luck
from amba.bots.quick import QuickPlayer
from amba.core.decision import CHANCE, Decision, Side
from amba.core.evaluation import Evaluation
from amba.core.game import Advice, Game
from amba.core.state import State


def asked(game: Game, s: State, rng: Random) -> Iterator[Decision]:
    """Every decision of a side until the game is over; the caller makes it before he asks for the next."""
    while (decision := game.decision(s)) is not None:
        if decision.who == CHANCE:
            game.apply(s, rng.choice(game.outcomes(s))[0])
        else:
            yield decision


def led(game: Game, s: State, sample: int) -> Iterator[Decision]:
    """Every decision of a side, with its answer by quick advice given after it, on the luck of a sample, until the game is over."""
    quick, luck = QuickPlayer(game, advice_of(game)), Luck(0.5, sample)
    while (decision := game.decision(s)) is not None:
        if decision.who == CHANCE:
            luck.roll(game, s, decision)
            continue
        yield decision
        action = quick.choose(s, decision.who, decision.kind)
        assert game.refuse(s, action) is None, action
        game.apply(s, action)


def evaluation_of(game: Game) -> Evaluation:
    evaluation = game.abilities.evaluation
    assert evaluation is not None
    return evaluation


def advice_of(game: Game) -> Advice:
    advice = any_advice(game)
    assert advice is not None
    return advice


def to_movement(game: Game, key: str, seed: int, times: int = 1) -> tuple[State, Side]:
    """The shortest scenario played at random to a phase that is planned."""
    planned = next(iter(evaluation_of(game).planned))
    s = game.new(min(game.scenarios(), key=lambda one: one.turns).key, {})
    rng, seen = Random(f"{key} {seed}"), set[tuple[int, ...]]()
    for decision in asked(game, s, rng):
        if decision.kind == planned:
            seen.add((decision.who, *s.tracks))
            if len(seen) > times:
                return s, decision.who
        game.apply(s, game.legal(s).pick(rng))
    raise AssertionError("no such phase")
