"""Position files: who holds a point hex (4.2.4), hexes with too many units (7.3), names of places, set-up areas (16.0)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

import amba
from amba.games.keren.rules.r03_setup import area_of, groups

if TYPE_CHECKING:
    from pathlib import Path

    from amba.games.keren.game import Keren

    from .conftest import Lay

TEXT = """
game = "keren"
turn = 3
phase = "{phase}"
[units]
2-camerons-a = "{hex}"
2-camerons-b = "{hex}"
2-camerons-c = "{hex}"
3-14-punjab-a = "{hex}"
3-14-punjab-b = "{hex}"
col-red-1 = "tigu"
"""


@pytest.mark.parametrize(
    ("phase", "hex", "due"), [("commonwealth.movement", "2420", 2), ("italian.fire", "3530", 1), ("administrative", "tunnel", 3)]
)
def test_7_3_a_position_with_too_many_units_is_loaded_and_mended(tmp_path: Path, phase: str, hex: str, due: int) -> None:
    path = tmp_path / "crowded.toml"
    path.write_text(TEXT.format(phase=phase, hex=hex))
    position = amba.load_position(path)
    for _ in range(due):
        assert position.decision is not None
        assert (position.decision.who, position.decision.kind, position.decision.rule) == (0, "overstack", "7.3")
        unit = next(order[1] for order in position.legal() if order[0] == "lose")
        position.do(f"lose {unit}")
    assert position.decision is not None
    assert position.decision.kind != "overstack"


def test_4_2_4_whoever_stands_in_a_point_hex_holds_it(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "2616", "col-red-1": "3621", "col-red-2": "tigu"}, control={"commonwealth": ["3621", "2212"]})
    assert [t.s.owner[t.hex(name)] for name in ("2616", "3621", "2212", "1711")] == [1, 0, 1, 0]


def test_10_5_the_hex_above_the_tunnel_is_not_the_tunnel(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "2521", "2-camerons-b": "2522"})
    above, under = t.preview("move 2-camerons-a 2622"), t.preview("move 2-camerons-b tunnel")
    assert above is not None
    assert under is not None
    assert (above.title, under.title) == ("Move to above the tunnel (2622)", "Move to the tunnel (2622)")


@pytest.mark.parametrize(("scenario", "reading"), list(product(("first-battle", "second-battle"), ("east", "literal"))))
def test_16_0_no_italian_sets_up_where_the_commonwealth_does(keren: Keren, scenario: str, reading: str) -> None:
    s = keren.new(scenario, {"reserve_area": reading})
    theirs = {h for g in groups(s) if g.side == 0 and g.turn == 0 for h in g.hexes} | set(keren.world.sources[0])
    for group in groups(s):
        if group.side == 1 and group.turn == 0:
            assert not area_of(s, group.units[0]) & theirs
