"""OpenSpiel's own random simulations over every game, and our laws about what a player is told."""

from __future__ import annotations

from random import Random

import pytest

from amba.lab.openspiel import AmbaState, load
from amba.load.registry import keys, open_game

every_game = pytest.mark.parametrize("key", keys())


def shortest(key: str) -> str:
    return min(open_game(key).scenarios(), key=lambda found: found.turns).key


def step(state: AmbaState, rng: Random) -> None:
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(rng.choices([index for index, _ in outcomes], [chance for _, chance in outcomes])[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


@every_game
def test_random_play_keeps_to_the_rules_of_openspiel(key: str) -> None:
    game = load(key, shortest(key))
    state, rng = game.new_initial_state(), Random(5)
    for _ in range(150):
        if state.is_terminal():
            break
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        else:
            legal = state.legal_actions()
            assert legal == sorted(set(legal))
            assert legal, "a player who is asked can answer"
            assert all(0 <= action < game.num_distinct_actions() for action in legal)
        step(state, rng)


def test_a_whole_game_ends_with_one_winner() -> None:
    state, rng = load("cheren", "agordat").new_initial_state(), Random(2)
    while not state.is_terminal():
        step(state, rng)
    assert sorted(state.returns()) == [-1.0, 1.0]
    assert state.current_player() == -4


def test_a_clone_goes_its_own_way() -> None:
    state, rng = load("cheren", "agordat").new_initial_state(), Random(3)
    for _ in range(25):
        step(state, rng)
    twin = state.clone()
    before = str(twin), twin.now.key()
    for _ in range(25):
        step(state, rng)
    assert (str(twin), twin.now.key()) == before
    assert state.now.key() != before[1]


@every_game
def test_information_follows_from_what_a_side_sees(key: str) -> None:
    """Law 6: positions that a side cannot tell apart are one information state, as text and as tensor."""
    game = load(key, shortest(key))
    observer = game.make_py_observer()
    state, rng = game.new_initial_state(), Random(7)
    for _ in range(6):
        for _ in range(15):
            if not state.is_terminal():
                step(state, rng)
        for side in range(game.num_players()):
            other = AmbaState(game, game.inner.game.imagine(state.now, side, rng))
            if not state.said:
                assert other.information_state_string(side) == state.information_state_string(side)
                observer.set_from(state, side)
                seen = observer.tensor.copy()
                observer.set_from(other, side)
                assert (observer.tensor == seen).all()
