"""Climbing cliffs, of hills and of wadis (82.2, 188.15)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from amba.core.game import Game
from amba.games.hollow.positions import describe
from amba.games.hollow.rules.r011_modifiers import line_modifiers, terrain_items
from amba.games.hollow.rules.r082_climbing import climb_items, height, lose_grip
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read, said
from tests.games.hollow.tanks import Drill, drill

HILL = {"level_1": "E5", "level_3": "K5", "cliff": "E4/E5 K4/K5", "wadi": "H5 H6 H5/H6", "wadi_cliff": "H5/I5 H5/H4", "level_2": "H4"}
MUD, MODERATE = 0, 3


def cliff(text: str, phase: str = "advance", **tracks: Any) -> Drill:
    return drill(HILL, f"{text}; x1 Z9 it-346", phase=phase, tracks={"ground": MODERATE, **tracks})


def place(d: Drill, name: str) -> int:
    return d.game.names.place[f"99{name}"]


def test_82_2_nobody_walks_or_advances_up_a_cliff() -> None:
    assert cliff("a1 E4 br-457", phase="movement").refused("walk a1 E5 assault").rule == "82.1"
    assert cliff("a1 E4 br-457").refused("advance a1 E5").rule == "82.1"


def test_82_2_a_level_is_climbed_in_one_advance_and_exhausts() -> None:
    d = cliff("a1 E4 br-457 +aW1; aW1 E4 br-lmg")
    events = d.do("climb a1 E5", "roll 11")
    assert said(events, "climb").values[3] == "gets there"
    assert (d.where("a1"), d.where("aW1")) == ("E5", "E5")
    assert d.has("a1", "exhausted", "moved")
    assert "climb a1 E4" not in d.menu()


@pytest.mark.parametrize(("kind", "left"), [("br-457", "E4"), ("br-247", "eliminated")])
def test_82_2_who_falls_is_cut_down_and_loses_his_weapons(kind: str, left: str) -> None:
    d = cliff(f"a1 E4 {kind} +aW1; aW1 E4 br-lmg")
    assert said(d.do("climb a1 E5", "roll 12"), "climb").values[3] == "falls"
    assert (d.where("a1"), d.where("aW1")) == (left, "eliminated")
    if left == "E4":
        assert d.s.squad(d.piece("a1")).kind != "squad"
        assert d.has("a1", "pinned")


def test_82_2_who_falls_on_the_way_down_lies_at_the_foot() -> None:
    d = cliff("a1 E5 br-457")
    d.do("climb a1 E4", "roll 12")
    assert d.where("a1") == "E4"


def test_82_2_a_high_cliff_takes_several_advances() -> None:
    d = cliff("a1 K4 br-457")
    assert height(d.s, d.piece("a1"), place(d, "K5")) == 3
    d.do("climb a1 K5", "roll 7")
    assert d.where("a1") == "K4"
    assert d.has("a1", "climbing", "busy")
    again = Drill(d.game, describe(d.s))
    assert again.has("a1", "climbing"), "a position file keeps it"


def test_82_2_a_climber_goes_on_where_he_is_and_nowhere_else() -> None:
    d = cliff("a1 K4 br-457 climbing busy climbed_2 climb_1 climb_2 exhausted")
    assert "climb a1 K5" in d.menu()
    d.do("climb a1 K5", "roll 5")
    assert d.where("a1") == "K5"
    assert not d.has("a1", "climbing")
    assert not d.has("a1", "busy")


def test_82_2_who_hangs_on_a_cliff_does_nothing_else() -> None:
    hanging = "a1 K4 br-457 climbing busy climbed_1 climb_1 climb_2"
    assert cliff(hanging, phase="movement").refused("walk a1 K3").rule
    assert cliff(hanging).refused("advance a1 K3").rule
    d = drill(HILL, f"{hanging}; x1 K3 it-346", phase="prep", tracks={"ground": MODERATE})
    assert d.refused("from a1 K3").rule


def test_82_2_fire_at_a_climber_has_minus_two_and_no_cover() -> None:
    d = cliff("a1 K4 br-457 climbing busy climbed_1 climb_1 climb_2", phase="prep")
    assert [(item.what, item.value) for item in line_modifiers(d.s, d.piece("x1"), d.piece("a1")) if item.rule == "82.2"] == [
        ("hangs on a cliff", -2)
    ]
    assert terrain_items(d.s, d.piece("x1"), d.piece("a1")) == []


def test_82_2_who_breaks_on_a_cliff_falls() -> None:
    d = cliff("a1 K4 br-457 climbing busy climbed_1 climb_1 climb_2 broken", phase="prep")
    lose_grip(d.s)
    assert d.s.squad(d.piece("a1")).kind != "squad"
    assert not d.has("a1", "climbing")


def test_188_15_the_cliff_of_a_wadi_and_that_of_the_hill_above_are_one() -> None:
    d = cliff("a1 H5 br-457")
    assert height(d.s, d.piece("a1"), place(d, "I5")) == 1
    assert height(d.s, d.piece("a1"), place(d, "H4")) == 3
    d.do("climb a1 I5", "roll 4")
    assert d.where("a1") == "I5"


def test_188_15_down_the_cliff_of_a_wadi_one_comes_into_its_bed() -> None:
    d = cliff("a1 I5 br-457")
    d.do("climb a1 H5", "roll 4")
    assert d.s.position(d.piece("a1")) == "in"


def test_142_23_the_exhausted_may_climb() -> None:
    d = cliff("a1 E4 br-457 exhausted")
    assert "climb a1 E5" in d.menu()


def test_82_2_what_makes_a_fall_likelier() -> None:
    d = cliff("a1 E4 br-436 exhausted", ground=MUD, night=1)
    assert sum(item.value for item in climb_items(d.s, d.piece("a1"))) == 4
    found = d.preview("climb a1 E5")
    assert {chance.label: chance.chance for chance in found.odds} == {"gets there": Fraction(21, 36), "falls": Fraction(15, 36)}
    assert odds_are_the_odds(cast("Game", d.game), d.s, read(d.game, d.s, "climb", "a1", "99E5")) == []


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("a1 E4 br-457 pinned", "climb a1 E5"),
        ("a1 E4 br-457 broken", "climb a1 E5"),
        ("a1 E4 br-457", "climb a1 E3"),
        ("a1 E4 br-457 +aW1; aW1 E4 br-hmg", "climb a1 E5"),
        ("a1 E4 br-457; x2 E5 it-346", "climb a1 E5"),
        ("aD1 E4", "climb aD1 E5"),
    ],
)
def test_82_2_who_may_not_climb(text: str, order: str) -> None:
    assert cliff(text).refused(order).rule == "82.2"
