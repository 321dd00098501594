"""What a view leaves out: a game may say at once which pieces a side does not know, and it says the same as when it is asked about each."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from amba.core.session import Session
from amba.games.hollow import secrets
from amba.load.registry import open_game

SCENARIOS = {"adua": 0, "cheren": 0, "ethiopia": 0, "keren": 1, "hollow": 1}


def positions(key: str) -> Any:
    """Some positions of a random game."""
    game: Any = open_game(key)
    session = Session(game, game.scenarios()[SCENARIOS[key]].key, {}, b"k" * 32, "hidden")
    rng = Random(3)
    for _ in range(120):
        if session.decision is None:
            break
        session.act(session.decision.who, session.menu.pick(rng))
        if rng.random() < 0.2:
            yield game, session.state


@pytest.mark.parametrize("key", sorted(SCENARIOS))
def test_what_is_hidden_is_what_a_side_does_not_see(key: str) -> None:
    for game, s in positions(key):
        for side in (None, 0, 1):
            if key == "hollow":
                shown = secrets.shown_state(s, side)
                unseen = {piece for stack in shown.here for piece in stack if not secrets.sees(s, side, piece)}
                assert secrets.question_marks(s, side) & {piece for stack in shown.here for piece in stack} == unseen
            else:
                unseen = {piece for place in set(s.at) for piece in s.here[place] if not game.sees(s, side, piece)}
                assert set(game.hidden(s, side)) == unseen
            counts = game.view(s, side)["unknown"]
            assert sum(counts.values()) == len(unseen)


def test_pieces_alike_share_no_marks() -> None:
    """A game adds marks of its own to those of a piece."""
    for game, s in positions("cheren"):
        view = game.view(s, 0)
        marks = [id(piece["marks"]) for piece in view["pieces"].values()]
        assert len(set(marks)) == len(marks)
