"""Positions are in no circle of objects. A file of its own: no server may be playing beside it."""

from __future__ import annotations

import gc
import weakref
from random import Random
from typing import Any

import pytest

from amba.core.session import Session
from amba.core.state import State
from amba.load import registry
from amba.server.answers import Seat
from amba.server.table import Table


@pytest.mark.parametrize("key", registry.keys())
def test_no_position_waits_for_the_collector(key: str) -> None:
    """A position in a circle would stay until the whole memory is looked through: with many tables that stops everybody."""
    game = registry.open_game(key)
    seats, rng = dict.fromkeys(game.sides, "me"), Random(1)
    seat = Seat("", "t", tuple(range(len(game.sides))))

    def positions() -> int:
        return sum(isinstance(one, State) for one in gc.get_objects())

    gc.collect()
    gc.disable()
    before = positions()
    try:
        table = Table("t", Session(game, game.scenarios()[-1].key, {}, bytes(32), "x"), seats)
        left: list[weakref.ref[Any]] = [weakref.ref(table), weakref.ref(table.session)]
        for _ in range(40):
            menu, words = table.menu(seat), game.spell(table.session.menu.pick(rng))
            assert menu is not None
            for head in menu["heads"][:2]:
                table.tails(seat, table.n, tuple(head["a"]))
            table.preview(seat, table.n, words)
            table.act(seat, table.n, words)
            table.view(0)
            if table.is_over:
                break
        table.replay(seat, 1)
        assert positions() > before
        del table
        assert [one() for one in left] == [None, None]
        assert positions() == before
    finally:
        gc.enable()
