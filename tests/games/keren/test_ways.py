"""Chapters 7, 9 and 10: a way of one's own choosing, stacks on the march, facing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from amba.core.steps import top
from amba.games.keren.frames import March

if TYPE_CHECKING:
    from amba.games.keren.game import Keren

    from .conftest import Lay

TWO = ("2-camerons-a", "2-camerons-b")


def test_10_0_a_lone_unit_chooses_its_way(lay: Lay) -> None:
    """3624 is a point hex: passing through it counts (4.2)."""
    t = lay(units={"2-camerons-a": "3824"})
    t.do("march 2-camerons-a", "go 3624", "go 3523", "halt")
    assert t.where("2-camerons-a") == "3523"
    assert t.s.owner[t.hex("3624")] == 1
    assert t.refused("move 2-camerons-a 3522").rule == "10.2"
    assert t.refused("march 2-camerons-a").rule == "10.2"


def test_10_0_a_way_is_paid_for_step_by_step(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "3729"})
    t.do("march 2-camerons-a", "go 3730", "go 3729", "go 3730")
    assert top(t.s, March).spent == 3
    preview = t.preview("go 3731")
    assert preview is not None
    assert preview.cost == "4 of 14"


def test_8_1_a_lone_unit_stops_where_its_way_enters_a_zone(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "3731", "col-red-1": "3729"})
    t.do("march 2-camerons-a", "go 3730")
    assert t.refused("go 3731").rule == "8.1"
    assert t.menu() == [("halt",)]


def test_10_4_a_reinforcement_chooses_its_entry_hex_and_its_way(lay: Lay) -> None:
    t = lay("italian.movement", {"col-orange-1": "reserve", "col-orange-2": "reserve"}, turn=1)
    assert t.refused("form col-orange-1").rule == "10.4"
    t.do("march col-orange-1")
    assert t.refused("join col-orange-2").rule == "10.4"
    assert t.refused("go 0000").rule == "10.0"
    t.do("go 6005", "go 6004", "halt")
    assert t.where("col-orange-1") == "6004"
    assert t.has("col-orange-1", "moved")
    t.do("march col-orange-2", "halt")
    assert t.where("col-orange-2") == "reserve"
    t.do("move col-orange-2 6005")


def test_7_0_1_a_march_that_has_not_begun_is_called_off(keren: Keren, lay: Lay) -> None:
    t = lay(units=dict.fromkeys(TWO, "3731"))
    t.do("form 2-camerons-a", "join 2-camerons-b")
    assert keren.label(t.s, t.order("halt")) == "Call off the march"
    t.do("halt")
    assert not any(t.has(unit, "moved") for unit in TWO)
    t.do("form 2-camerons-b", "halt", "move 2-camerons-a 3730", "march 2-camerons-b", "go 3730")
    assert keren.label(t.s, t.order("halt")) == "Halt here"
    t.do("halt")
    assert all(t.has(unit, "moved") for unit in TWO)


def test_10_6_a_stack_pays_what_its_first_hex_costs(lay: Lay) -> None:
    """A gun of 4 points may be taken one hex into a precipice of 5: the infantry has paid 5 and goes on alone."""
    t = lay(units={"art-4-1": "2521", "2-camerons-a": "2521"})
    cost = t.s.world.ground.entry[t.hex("2520")]
    assert cost == 6
    t.do("form art-4-1", "join 2-camerons-a")
    preview = t.preview("go 2520")
    assert preview is not None
    assert preview.cost == "6 of 4"
    assert any("10.6" in warning for warning in preview.warnings)
    assert t.note("go 2520") == "0 left"
    t.do("go 2520")
    assert top(t.s, March).spent == cost
    assert not [words for words in t.menu() if words[0] == "go"]
    t.do("drop art-4-1")
    assert t.note("go 2521") == f"{14 - cost - t.s.world.ground.entry[t.hex('2521')]} left"
    t.do("halt")


def test_10_6_a_gun_enters_the_map_for_what_it_costs(lay: Lay) -> None:
    t = lay(units={"art-4-1": "2521"})
    preview = t.preview("move art-4-1 2520")
    assert preview is not None
    assert preview.cost == "6 of 4"
    assert preview.items == (("2520 ridge", "6", "10.1"),)


@pytest.mark.parametrize("unit", TWO)
def test_9_0_a_unit_turns_as_often_as_it_likes_also_after_moving(lay: Lay, unit: str) -> None:
    t = lay(units=dict.fromkeys(TWO, "3731"), facing="on")
    t.do(f"face {unit} s", f"face {unit} ne", f"move {unit} 3730", f"face {unit} s", f"face {unit} n", "done")
    assert t.asked() == "fire"
    assert t.refused(f"face {unit} s").rule == "5.0.5"
