"""Clauses of part one that a second independent reader of the rulebook found played otherwise than the text says."""

from __future__ import annotations

from amba.games.hollow.game import Hollow
from amba.games.hollow.state import HollowState
from tests.games.hollow.table import give, read, refusal_of
from tests.games.hollow.test_letter import on_board, position


def done(game: Hollow, s: HollowState, *orders: str) -> None:
    for order in orders:
        found = refusal_of(game, s, *order.split())
        assert found is None, f"{order}: {found.text if found else ''}"
        give(game, s, *order.split())


def foreseen(game: Hollow, s: HollowState, order: str) -> list[tuple[str, ...]]:
    preview = game.preview(s, read(game, s, *order.split()))
    assert preview is not None
    return [tuple(item) for item in preview.items]


def test_189_162_the_hedge_of_rubble_stands_in_the_sum_of_a_shot() -> None:
    game = on_board(hillock="E2", rubble="E5")
    for place, protects in (("E6", True), ("E7", False)):
        s = position(game, f"a1 E2; x1 {place}", phase="prep")
        done(game, s, f"fire 99{place}", "add a1")
        assert (("behind a wall or hedge", "+1", "189.162") in foreseen(game, s, "shoot")) is protects
