"""The guided first turn of docs/games/adua.md can be played as it is told."""

from __future__ import annotations

import re
from pathlib import Path

from amba.core.steps import top
from amba.games.adua.frames import ChooseCombat
from tests.games.adua.helpers import GAME, Table

GUIDE = (Path(__file__).parents[3] / "docs/games/adua.md").read_text(encoding="utf-8")


def test_the_guided_first_turn(table: Table) -> None:
    table.s = GAME.new("albertone", {})
    table.do("order albertone entrench viii-ascari", "order albertone entrench vi-ascari", "done")
    table.do("move i-ascari 0813", "move i-mountain 1011", "done")
    assert table.asks == "movement"  # nobody is in reach, so nobody was asked about firing
    table.do("move gabeiehu-fv2 0713", "move gabeiehu-fv5 0714", "move gabeiehu-fv3 0814", "move gabeiehu-fv4 0914", "done", "mass i-ascari", "done")
    shares = {GAME.names.pieces[unit]: dice for unit, _, dice in top(table.s, ChooseCombat).shares}
    assert shares == {"gabeiehu-fv2": 2, "gabeiehu-fv5": 3, "gabeiehu-fv3": 3, "gabeiehu-fv4": 0}
    preview = table.preview("resolve i-ascari")
    assert preview is not None
    dice = [int(value.split()[0]) for label, value, _ in preview.items if label.endswith("rolls")]
    assert dice == [2, 3, 0, 3, 8]  # eight dice of four veterans, eight of the Ascari
    for hex in ("0813", "1011", "0713", "0714", "0814", "0914", "0812"):
        assert hex in GUIDE


def test_the_guide_tells_the_numbers_of_the_data() -> None:
    levels = GAME.world.scenarios["albertone"].data["victory"]
    assert f"the limits are {levels['italian_partial']} and {levels['abyssinian_partial']} points" in GUIDE
    assert f"a combat value of {levels['exit']} at Adua" in GUIDE
    orders = sum(unit.command for unit in GAME.world.units)
    assert f"can give {orders} orders a turn" in GUIDE
    found = re.search(r"(\w+) points are options", GUIDE)
    assert found is not None
    assert found.group(1) == {11: "eleven", 12: "twelve"}[len(GAME.options())]
