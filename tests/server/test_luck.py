"""The luck of a finished game, and both sides opened."""

from __future__ import annotations

from itertools import count

import pytest

from amba.core.decision import CHANCE
from amba.core.session import Session
from amba.load.registry import open_game
from amba.server.luck import luck_of, opened_view

POSITION = {
    "game": "cheren", "scenario": "campaign", "turn": 3, "phase": "allied.combat",
    "units": {"11-ind": "1507", "5-ind": "1609", "42-col-1": "1608", "2-col-1": "1608"},
}  # fmt: skip


def fought(seed: int) -> Session:
    game = open_game("cheren")
    session = Session(game, "campaign", {}, bytes([seed]) * 32, "luck", start=game.place(POSITION))
    for words in ("attack 1608", "commit 11-ind", "commit 5-ind", "fight"):
        session.act(0, game.read(session.state, tuple(words.split())))
    return session


def test_what_was_expected_is_the_mean_of_what_every_die_gives() -> None:
    by_die: dict[tuple[int, ...], tuple[float, ...]] = {}
    for seed in count():
        (roll,) = luck_of(fought(seed))
        assert roll.hex == "1608"
        by_die[roll.rolled] = roll.expected
        if len(by_die) > 2 or seed > 40:
            break
    assert len(by_die) > 1
    assert len(set(by_die.values())) == 1
    expected = next(iter(by_die.values()))
    for side in (0, 1):
        assert min(lost[side] for lost in by_die) <= expected[side] <= max(lost[side] for lost in by_die) + 1


def test_a_roll_is_numbered_as_its_line_in_the_log() -> None:
    session = fought(1)
    (roll,) = luck_of(session)
    assert session.done[roll.n - 1].by == CHANCE


@pytest.mark.parametrize(("key", "scenario"), [("keren", "first-battle"), ("hollow", "cub-cub"), ("cheren", "agordat")])
def test_an_opened_position_has_no_unknown_counter(key: str, scenario: str) -> None:
    game = open_game(key)
    s = game.new(scenario, {})
    view = opened_view(game, s)
    assert not any("?" in stack for stack in view["stacks"].values())
    for side in range(len(game.sides)):
        assert game.view(s, side)["pieces"].keys() <= view["pieces"].keys()
