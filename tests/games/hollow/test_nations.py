"""Italians, Axis minors and partisans, in play."""

from __future__ import annotations

import pytest

from amba.games.hollow.rules.r012_morale import break_unit, morale
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import interdiction_modifier
from amba.games.hollow.rules.r197_nations import capture_penalty, may_deploy
from tests.games.hollow.table import table


@pytest.mark.parametrize(("before", "after"), [("it-447", "it-346"), ("it-247", "it-136")])
def test_197_21_elite_men_who_fail_badly_become_reservists(before: str, after: str) -> None:
    t = table(f"a1 E5; x1 T9 {before}")
    break_unit(t.s, t.piece("x1"), missed_by=2)
    assert t.kind("x1") == after
    assert t.has("x1", "broken")


def test_197_23_bersaglieri_become_conscripts_not_reservists() -> None:
    t = table("a1 E5; x1 T9 it-347")
    break_unit(t.s, t.piece("x1"), missed_by=2)
    assert t.kind("x1") == "it-336"


def test_197_24_conscripts_are_inexperienced_and_reservists_are_not() -> None:
    t = table("a1 E5; x1 T9 it-336; x2 T8 it-346", phasing="axis")
    assert t.s.squad(t.piece("x1")).inexperienced
    assert not t.s.squad(t.piece("x2")).inexperienced
    t.do("move x1")
    assert t.preview("go T10").cost == "1 of 3"
    t.do("halt", "move x2")
    assert t.preview("go T7").cost == "1 of 4"


def test_197_21_only_elite_italians_deploy() -> None:
    t = table("a1 E5; x1 T9 it-447; x2 T8 it-346; x3 T7 br-457")
    assert [may_deploy(t.s, t.piece(key)) for key in ("x1", "x2", "x3")] == [True, False, True]


def test_197_3_italians_who_are_not_elite_are_captured_without_penalty() -> None:
    t = table("a1 E5; x1 T9 it-346; x2 T8 it-447; x3 T7 ge-467; xL1 T6")
    assert [capture_penalty(t.s, t.piece(key)) for key in ("x1", "x2", "x3", "xL1")] == [0, 1, 1, 1]


def test_197_25_partisans_are_gone_instead_of_broken() -> None:
    t = table("a1 E5; x1 T9 pa-337")
    break_unit(t.s, t.piece("x1"))
    assert t.where("x1") == "eliminated"


def test_198_1_broken_axis_minors_have_one_less_unless_elite() -> None:
    t = table("a1 E5; x1 T9 ax-347 broken; x2 T8 ax-447 broken; x3 T7 ax-347")
    assert [morale(t.s, t.piece(key)) for key in ("x1", "x2", "x3")] == [6, 7, 7]


def test_194_711_dust_makes_interdiction_milder_and_heavy_dust_prevents_it() -> None:
    t = table("a1 E5; x1 E8 broken", phase="rout", tracks={"dust": 1})
    assert [interdiction_modifier(dust(t.s), die) for die in range(1, 7)] == [0, -1, -1, -2, -2, -3]
    assert interdiction_modifier(dust(table("a1 E5; x1 E8", tracks={"dust": 3}).s)) is None


def test_194_711_example_a_7_rolls_8_and_4_and_runs_on() -> None:
    t = table("a1 E5; x1 E8 it-347 broken; x2 GG5", phase="rout", tracks={"dust": 1})
    t.do("rout x1")
    step = next(order for order in t.menu() if order.startswith("run"))
    t.do(step)
    assert t.asked == "interdiction"
    t.do("roll 8,4")
    assert t.s.is_on_map(t.piece("x1"))
    assert t.kind("x1") == "it-347"


def test_15_an_interdicted_unit_that_fails_is_reduced_and_a_12_is_the_end() -> None:
    for roll, kind, place in (("11", "it-137", None), ("12", "it-347", "eliminated")):
        t = table("a1 E5; x1 E8 it-347 broken; x2 GG5", phase="rout")
        t.do("rout x1")
        t.do(next(order for order in t.menu() if order.startswith("run")))
        t.do(f"roll {roll}")
        assert t.kind("x1") == kind
        assert place is None or t.where("x1") == place
