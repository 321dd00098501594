"""Dummies move, advance and are fired at as a concealed squad would be; what gives a squad away makes a dummy vanish."""

from __future__ import annotations

from amba.core.event import Said
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.r005_movement import allowance
from tests.games.hollow.table import GAME, table
from tests.games.hollow.test_works import work

UNSEEN = "x1 N5"
"""An enemy down in the wadi, who sees nothing of what goes on in the scrub."""


def test_42_a_dummy_walks_where_nobody_sees_it() -> None:
    t = table(f"aD1 C5 concealed; a2 E9; {UNSEEN}")
    t.do("walk aD1 C3")
    assert t.where("aD1") == "C3"
    assert t.has("aD1", "moved", "concealed")
    assert t.refused("walk aD1 C4").rule == "5"


def test_42_a_dummy_that_is_seen_moving_vanishes() -> None:
    t = table("aD1 C4 concealed; a2 P9; x1 E6")
    t.do("walk aD1 C3")
    assert t.where("aD1") == "eliminated"
    assert t.asked == "movement"


def test_42_a_dummy_has_the_factors_of_a_squad_of_its_side() -> None:
    t = table(f"aD1 C5 concealed; a1 E9; a7 E8; {UNSEEN}")
    assert allowance(t.s, t.piece("aD1"), [t.piece("aD1")], NORMAL) == 4
    t = table(f"aD1 C5 concealed; a7 E8; {UNSEEN}")  # the only squad is inexperienced
    assert allowance(t.s, t.piece("aD1"), [t.piece("aD1")], NORMAL) == 3
    t = table(f"aD1 C5 concealed; aL1 C5 concealed; a1 E9; {UNSEEN}")
    t.do("move aL1", "join aD1", "go C1")
    assert t.where("aD1") == t.where("aL1") == "C1"


def test_42_a_dummy_goes_by_assault_at_the_double_and_into_a_foxhole() -> None:
    t = table(f"aD1 C5 concealed; a2 E9; {UNSEEN}")
    t.do("walk aD1 C4 assault")
    assert t.has("aD1", "assault")
    t = table(f"aD1 C5 concealed; a2 E9; {UNSEEN}")
    t.do("move aD1", "double", "go C1", "halt")
    assert t.has("aD1", "double", "exhausted")
    t = table(f"aD1 C5 concealed; aF1 C5; a2 E9; {UNSEEN}")
    t.do("move aD1", "shelter", "halt")
    assert t.has("aD1", "dug_in")


def test_142_a_dummy_has_its_breath_back_with_the_others() -> None:
    t = table(f"aD1 C5 concealed exhausted; a2 E9; {UNSEEN}", phase="melee", phasing="axis")
    assert not t.has("aD1", "exhausted")


def test_42_fire_without_effect_leaves_a_dummy_and_any_result_removes_it() -> None:
    for roll, where in (("6,6", "C4"), ("1,2", "eliminated")):
        # The men who fire are hidden: to them alone it shows itself, as a question mark.
        t = table("aD1 C5 concealed; a2 P9; x1 E4 concealed hidden; x2 E4 concealed hidden", tracks={"axis_hidden": 1, "axis_chance": 10})
        t.do("move aD1", "go C4")
        assert t.rolls
        t.do(f"roll {roll}")
        assert t.where("aD1") == where


def test_42_two_dummies_and_a_squad_under_fire_are_all_the_same_to_the_firer() -> None:
    shown = []
    for who in ("aD1", "a1"):
        t = table(f"{who} C5 concealed; a2 P9; x1 E4 concealed hidden", tracks={"axis_hidden": 2})
        t.do(f"move {who}", "go C4")
        assert t.asked == "first fire"
        t.do("add x1")
        shown.append(t.preview("shoot")._replace(title=""))
    assert shown[0] == shown[1]


def test_42_a_dummy_advances() -> None:
    t = table(f"aD1 C5 concealed; a2 E9; {UNSEEN}", phase="advance")
    t.do("advance aD1 C4")
    assert t.where("aD1") == "C4"
    assert t.refused("advance aD1 C3").rule == "19"


def test_42_a_dummy_that_meets_somebody_vanishes_and_finds_nobody() -> None:
    for phase, order in (("movement", "walk aD1 C4"), ("advance", "advance aD1 C4")):
        for marks in ("concealed", "concealed hidden"):
            t = table(f"aD1 C5 concealed; a2 P9; x1 C4 {marks}", phase=phase)
            t.do(order)
            assert t.where("aD1") == "eliminated"
            assert t.has("x1", *marks.split())


def test_42_a_mixed_stack_finds_what_its_men_find() -> None:
    t = table("a1 C5 concealed; aD1 C5 concealed; x1 C4 concealed hidden")
    t.do("move a1", "join aD1", "go C4")
    assert not t.has("x1", "hidden")
    assert t.where("a1") == "C5"
    assert t.where("aD1") == "eliminated"


def test_56_a_dummy_in_the_wire_rolls_as_men_do() -> None:
    t = table(f"aD1 C5 concealed; xF1 C5 wire; a2 E9; {UNSEEN}", phase="prep")
    t.do("done")
    assert t.decision.kind == "wire"
    t.do("roll 3")
    assert t.s.points[t.piece("aD1")] == 3


def test_55_mines_go_off_under_a_dummy() -> None:
    t = table(f"aD1 C5 concealed; a2 E9; {UNSEEN}")
    work(t, "xF1", "C4", "known mines", 6)
    t.do("walk aD1 C4")
    assert t.decision.kind == "mines"
    t.do("roll 12")
    assert t.where("aD1") == "C4"


def test_42_a_question_mark_holds_nothing_until_it_is_turned_over() -> None:
    """Else a dummy in a village would be told from a squad by who is said to hold it."""
    held = {}
    for who in ("aD1", "a1"):
        t = table(f"{who} H6 concealed; a2 E9; {UNSEEN}", control={"axis": ["99H5"]})
        t.do(f"walk {who} H5")
        held[who] = GAME.view(t.s, 1)["places"]["99H5"]
    assert held == {"aD1": "axis", "a1": "axis"}
    t = table(f"a1 H5 concealed; a2 E9; {UNSEEN}", phase="advance", phasing="axis", turn=4, control={"axis": ["99H5"], "allied": ["99H9"]})
    t.do("done")
    found = GAME.result(t.s)
    assert found is not None
    assert found.winner == 0  # at the end everything is turned over


def test_16_men_are_watched_though_the_dummy_before_them_has_vanished() -> None:
    """What costs factors in the hex is seen: the dummy is gone, and the squad behind it may still be fired at there."""
    t = table("aD1 C5 concealed; a1 C5 concealed; aF1 C5; x1 F4", tracks={"axis_chance": 1})
    t.do("move aD1", "join a1")
    events = t.do("shelter")
    assert t.where("aD1") == "eliminated"
    assert any(isinstance(e, Said) and e.what == "by order" for e in events)
