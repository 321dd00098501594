"""What is kept of grounds has a bound, however many scenarios a process lays."""

from __future__ import annotations

import gc

import pytest

from amba.games.hollow.boards import answers
from amba.games.hollow.boards.answers import Answers, Budget
from amba.games.hollow.boards.generate import generate
from amba.games.hollow.boards.ground import Placed, lay
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.game import Hollow
from amba.games.hollow.rules.r007_sight import is_open, sight
from amba.games.hollow.rules.r185_costs import ground_cost


def test_all_grounds_share_a_budget_and_the_fullest_begins_afresh() -> None:
    budget = Budget(10)
    big, small = Answers[int](budget), Answers[int](budget)
    for key in range(7):
        assert big.keep(key, -key) == -key
    for key in range(3):
        small.keep(key, key)
    assert (len(big), len(small)) == (7, 3)
    small.keep(3, 3)
    assert (dict(big), dict(small)) == ({}, {0: 0, 1: 1, 2: 2, 3: 3})
    assert budget.left == 6


def test_what_is_kept_twice_or_gone_is_not_counted_for_ever() -> None:
    budget = Budget(10)
    mine, gone = Answers[int](budget), Answers[int](budget)
    for key in range(6):
        gone.keep(key, key)
    del gone
    gc.collect()
    for _ in range(30):
        mine.keep("same", 1)
    assert len(mine) == 1
    for key in range(9):
        mine.keep(key, key)
    assert len(mine) == 10


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> int:
    for budget in (answers.SIGHTLINES, answers.OPEN_LINES):
        monkeypatch.setattr(budget, "most", 60)
        monkeypatch.setattr(budget, "left", 0)
    return 60


def test_7_lines_of_sight_are_the_same_however_little_is_kept(small: int) -> None:
    """All hexes of a ground looked at from two of them: with everything kept and with next to nothing."""
    ground = lay([[Placed(generate("hammada", 1, 1))]])
    hexes = [place for place in sorted(ground.name) if not ground.has(place, "wadi")]
    pairs = [(Viewpoint(a), Viewpoint(b)) for a in (hexes[3], hexes[len(hexes) // 2]) for b in hexes[::2]]
    first = [(is_open(ground, a, b), sight(ground, a, b).is_clear) for a, b in pairs]
    assert len(ground.memory) <= small
    assert len(ground.open_lines) <= small
    assert len(pairs) > 2 * small
    assert [(is_open(ground, a, b), sight(ground, a, b).is_clear) for a, b in pairs] == first
    assert all(open == clear for open, clear in first)


def test_what_steps_cost_and_how_far_hexes_are_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day of questions asks for every row of every map: a thousand hexes from each of a thousand."""
    for budget in (answers.ROWS, answers.STEPS):
        monkeypatch.setattr(budget, "most", 30)
        monkeypatch.setattr(budget, "left", 0)
    game = Hollow()
    field = game.world.plan("lesson-1").field
    for a in field.places:
        (x, y), row = field.hex_of[a], field.ranges(a)
        for b in field.places:
            across, along = abs(field.hex_of[b][0] - x), abs(field.hex_of[b][1] - y)
            assert row[b] == field.range(a, b) == max(across, (across + along) // 2)
        for b in field.around[a]:
            cost = ground_cost(field, a, b, "dry")
            assert cost == ground_cost(field, a, b, "dry")
    assert len(field._away) <= 31
    assert 0 < len(field.tables["ground costs"]) <= 31
