"""Advice on a single order: a game's own, or what its evaluation gains by it, however the dice fall."""

from __future__ import annotations

from typing import cast

import pytest

from amba.bots import levels_of
from amba.bots.advice import advice_of
from amba.bots.evaluator import Evaluator
from amba.core.game import Game, judge
from amba.core.state import State
from amba.games.cheren.game import Cheren
from amba_wadi.game import Wadi

GAME = cast("Game", Wadi())


def at(phase: str, **units: str) -> State:
    return GAME.place({"game": "wadi", "scenario": "ford", "phase": phase, "units": units})


def advised(s: State, *words: str) -> float:
    advice = advice_of(GAME)
    assert advice is not None
    return advice(s, 0, judge(GAME, s, words))


def test_a_game_with_advice_keeps_it() -> None:
    game = cast("Game", Cheren())
    assert advice_of(game) is game.abilities.advice


def test_an_evaluation_is_enough_for_every_level() -> None:
    assert GAME.abilities.advice is None
    assert levels_of(GAME) == ["random", "beginner", "greedy", "planner", "searcher"]


def test_ending_a_phase_gains_nothing_and_taking_the_ford_does() -> None:
    s = at("band.movement", riders="0504", gun="1008")
    assert advised(s, "done") == 0
    assert advised(s, "move", "riders", "0604") > advised(s, "move", "riders", "0505")
    assert advised(s, "move", "riders", "0604") > 0


def test_an_attack_is_worth_the_average_over_the_die() -> None:
    s = at("band.combat", left="0705", right="0804", riders="0905", gun="0805")
    evaluation = GAME.abilities.evaluation
    assert evaluation is not None
    eyes = Evaluator(GAME, evaluation, 0)
    ready = s.copy()
    GAME.apply(ready, judge(GAME, s, ("attack", "0805")))
    worths = []
    for roll, _ in GAME.outcomes(ready):
        after = ready.copy()
        GAME.apply(after, roll)
        worths.append(eyes.value(after))
    assert len(set(worths)) > 1
    assert advised(s, "attack", "0805") == pytest.approx(sum(worths) / 6 - eyes.value(s))
