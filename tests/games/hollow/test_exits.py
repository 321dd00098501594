"""Leaving the map over the edge that a scenario names, and what it counts (177, 177.1)."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from amba.games.hollow.game import Hollow
from amba.games.hollow.rules.r029_vehicles import desert_points, desert_value
from amba.games.hollow.rules.r177_victory import account, points, winner
from amba.load.files import DataError
from tests.games.hollow.table import BREAKOUT, GAME, Table, table
from tests.games.hollow.tanks import drill
from tests.games.hollow.test_works import work


def breakout(text: str, **more: Any) -> Table:
    return table(text, scenario="breakout", **more)


def test_177_a_squad_that_leaves_over_the_named_edge_counts_its_two_points() -> None:
    t = breakout("a1 A3 has aW1; x1 Z5")
    t.do("exit a1 A3")
    assert t.where("a1") == t.where("aW1") == "allied-exited"
    assert points(t.s, 0) == 2
    assert points(t.s, 1) == 0


def test_177_1_who_leaves_counts_as_what_he_is_then() -> None:
    """A squad cut down to a half-squad counts one; a leader his one and his leadership."""
    t = breakout("a1 A3 br-247; aL2 A4; x1 Z5")
    t.do("exit a1 A3", "exit aL2 A4")
    assert points(t.s, 0) == 1 + 3


def test_177_the_way_to_the_edge_and_over_it_must_be_paid() -> None:
    """C4 is two hexes from the edge: two factors to it, one over it; E5 would take five of four."""
    t = breakout("a1 C4; a2 E5; x1 Z5")
    assert "exit a1 A4" in t.menu()
    found = t.refused("exit a2 A5")
    assert found.rule == "177"
    assert {what: value for what, value, _ in found.items}["off the map"] == "1"
    t.do("exit a1 A4")
    assert t.where("a1") == "allied-exited"


def test_54_188_13_out_of_a_foxhole_the_step_over_the_edge_costs_a_factor_more() -> None:
    t = breakout("a1 A3 dug_in; xF1 A3 foxhole; x1 Z5")
    t.do("move a1")
    assert t.preview("off").cost == "2 of 4"
    t.do("off")
    assert t.s.points[t.piece("a1")] == 2


def test_177_nobody_leaves_where_the_scenario_does_not_let_him() -> None:
    t = breakout("a1 B1; x1 GG5; x2 A5", phasing="axis")
    assert t.refused("exit x1 GG5").rule == "177"
    assert t.refused("exit x2 A5").rule == "177"
    assert not any(order.startswith(("exit", "off")) for order in t.menu())


def test_177_a_stack_leaves_together_at_the_end_of_its_march() -> None:
    t = breakout("a1 D4; aL1 D4; x1 Z5")
    t.do("move a1", "join aL1", "go A3")
    assert "off" in t.menu()
    t.do("off")
    assert t.where("a1") == t.where("aL1") == "allied-exited"
    assert t.asked == "movement"


def test_177_whoever_is_pinned_on_the_way_stays_on_the_map() -> None:
    """He is fired at in the hex at the edge before he leaves it; exactly passed, the check pins him."""
    t = breakout("a1 B4; x1 C4", tracks={"axis_chance": 1})
    t.do("exit a1 A4")
    assert t.rolls
    t.do("roll 3,4", "roll 7")
    assert t.has("a1", "pinned")
    assert t.where("a1") == "A4"
    assert points(t.s, 0) == 0


def test_55_mines_attack_who_leaves_the_map_out_of_them() -> None:
    t = breakout("a1 A4; x1 Z5")
    work(t, "xF1", "A4", "known mines", 6)
    t.do("exit a1 A4")
    assert t.rolls
    t.do("roll 2")
    assert t.where("a1") == "eliminated"


def test_177_in_the_advance_one_leaves_from_the_hex_at_the_edge() -> None:
    t = breakout("a1 A4; a2 B4; a3 A6 pinned; x1 Z5", phase="advance")
    t.do("exit a1")
    assert t.where("a1") == "allied-exited"
    assert t.refused("exit a2").rule == "177"
    assert t.refused("exit a3").rule == "142.6"


def test_42_a_question_mark_that_leaves_is_turned_over_and_a_dummy_is_gone() -> None:
    t = breakout("a1 A4 concealed; aD1 A6 concealed; x1 Z5")
    t.do("exit a1 A4", "exit aD1 A6")
    assert t.where("a1") == "allied-exited"
    assert t.where("aD1") == "eliminated"
    assert points(t.s, 0) == 2


def test_177_the_side_that_has_to_leave_wins_with_the_points_it_needs() -> None:
    t = breakout("a1 A4; a2 A5; x1 Z5")
    t.do("exit a1 A4")
    assert winner(t.s) == 1
    t.do("exit a2 A5")
    assert winner(t.s) == 0


def test_4_a_side_whose_last_men_have_left_as_they_should_has_not_lost() -> None:
    t = breakout("a1 A4; a2 A5; x1 Z5")
    t.do("exit a1 A4", "exit a2 A5", "done")
    result = GAME.result(t.s)
    assert result is not None
    assert result.winner == 0
    assert result.text.startswith("Victory for the Allied. Points for units that got away, of the Allied: 4, needed: "), (
        "who has won is said, and by what"
    )
    assert result.text.endswith("Victory points: Allied 4, Axis 0.")


def test_4_177_an_end_says_who_is_gone_and_what_lead_would_have_done() -> None:
    t = table("a1 E5; x1 eliminated")
    assert account(t.s).startswith("Nobody is left of the Axis.")
    assert "Nobody" not in account(table("a1 E5; x1 F9").s)
    told = {key: account(GAME.new(key, {})) for key in ("cub-cub", "halfaya")}
    assert "needed: 3. " in told["cub-cub"]
    assert "needed: 4 or a lead of 16 points. " in told["halfaya"]


def test_177_a_scenario_names_hexes_of_the_edge_only() -> None:
    over = Path(mkdtemp(prefix="hollow-exit-"))
    (over / "scenarios").mkdir()
    text = BREAKOUT.replace('"99A-A"', '"61C4"').replace("99", "61")
    (over / "scenarios" / "breakout.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="edge of the map"):
        Hollow(over).world.plan("breakout")


def test_177_a_vehicle_drives_off_the_map_where_its_side_may_leave_and_counts() -> None:
    t = drill({}, "aV1 B5 br-crusader-ii @9 motion; x1 W9 it-346")
    door = t.game.names.place["99A5"]
    t.s.plan = t.s.plan._replace(exits=(frozenset({door}), frozenset()))
    t.do("wheel aV1")
    assert t.refused("drive-off").rule == "177"
    t.do("ahead A5")
    t.do("drive-off")
    assert t.where("aV1") == "allied-exited"
    assert desert_points(t.s, 0) == desert_value(t.s, t.piece("aV1"))
