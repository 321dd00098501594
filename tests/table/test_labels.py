"""Labels are kept: each order its own, however alike two of them are, and never too many."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from amba.core.decision import CHANCE
from amba.core.order import Head
from amba.lab.fuzz import seeded_session
from amba.load.registry import open_game
from amba.table import sayings


@pytest.mark.parametrize(("key", "scenario"), [("cheren", "agordat"), ("keren", "first-battle"), ("adua", "albertone"), ("ethiopia", "october")])
def test_a_label_that_was_kept_is_the_label(key: str, scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sayings, "MOST_LABELS", 40)
    game: Any = open_game(key)
    session, rng, heads = seeded_session(game, scenario, {}, "labels"), Random(3), 0
    said = game.sayings
    for _ in range(60):
        decision = session.decision
        if decision is None:
            break
        assert decision.who != CHANCE
        menu = session.menu
        for order in (*menu.plain, *menu.heads):
            heads += isinstance(order, Head)
            kept = game.label(session.state, order)
            said.labels.clear()
            assert game.label(session.state, order) == kept
            assert game.label(session.state, order) == kept
        assert len(said.labels) <= 40
        session.act(decision.who, menu.pick(rng))
    assert heads


class One(NamedTuple):
    piece: int


class Other(NamedTuple):
    piece: int


def test_equal_tuples_of_two_types_have_two_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = open_game("cheren")
    said = game.sayings
    monkeypatch.setattr(said, "_label", lambda order, frame, piece: f"{type(order).__name__} in {frame}")
    assert tuple(One(1)) == tuple(Other(1))
    found = [said.label(order, frame) for order in (One(1), Other(1)) for frame in ("march", "fight")]
    assert found == ["One in march", "One in fight", "Other in march", "Other in fight"]
    said.labels.clear()
