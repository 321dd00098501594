"""Losing one's way by night, and following tracks (49.2, 192.2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from amba.core.game import Game
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read, said
from tests.games.hollow.tanks import Drill, drill

WAY = {"wadi": "K4 K5 K6 K4/K5 K5/K6", "cliff": "R4/R5 R4/Q5 R4/S5"}


def night(text: str, **more: Any) -> Drill:
    tracks = {"night": 1, "visibility": 4, **more.pop("tracks", {})}
    return drill(WAY, f"{text}; x1 Z9 it-346", tracks=tracks, lines="track C4 C5 C6", **more)


def test_49_2_by_day_nobody_rolls() -> None:
    d = night("a1 F4 br-457", tracks={"night": 0})
    d.do("walk a1 F5")
    assert d.where("a1") == "F5"


def test_49_2_who_keeps_his_way_gets_there() -> None:
    d = night("a1 F4 br-457")
    d.do("walk a1 F7")
    assert d.rolls == "stray"
    assert said(d.do("roll 10,1"), "stray").values == ("99F4", "keep their way")
    assert d.where("a1") == "F7"


@pytest.mark.parametrize(("die", "place"), [(1, "G5"), (3, "G5"), (4, "E5"), (6, "E5")])
def test_49_2_who_loses_it_comes_out_beside_it_and_halts(die: int, place: str) -> None:
    """They want to go south, to F5: to their left lies the south-east, to their right the south-west."""
    d = night("a1 F4 br-457")
    d.do("walk a1 F7", f"roll 11,{die}")
    assert d.where("a1") == place
    assert d.has("a1", "moved")
    assert not [order for order in d.menu() if order.startswith(("go ", "walk a1"))]


def test_49_2_where_nobody_can_go_they_stay() -> None:
    d = night("a1 A1 br-457")
    d.do("walk a1 A2", "roll 12,6")
    assert d.where("a1") == "A1"
    assert d.has("a1", "moved")


def test_192_2_a_track_is_followed_by_night() -> None:
    d = night("a1 C4 br-457; a2 F4 br-457")
    d.do("walk a1 C5")
    assert d.where("a1") == "C5"


def test_192_2_off_the_track_one_may_stray() -> None:
    d = night("a1 C4 br-457")
    d.do("walk a1 D4")
    assert d.rolls == "stray"


@pytest.mark.parametrize(
    ("text", "order"),
    [("a1 K4 br-457", "walk a1 K5"), ("a1 F4 br-457", "walk a1 F5 assault"), ("a1 F4 br-457; smoke1 F7 starshell", "walk a1 F5")],
)
def test_49_2_what_keeps_men_on_their_way(text: str, order: str) -> None:
    d = night(text)
    d.do(order)
    assert d.rolls == ""


def test_49_2_the_chance_stands_in_the_preview() -> None:
    d = night("a1 F4 br-457")
    found = d.preview("walk a1 F6")
    assert {chance.label: chance.chance for chance in found.odds} == {"keep their way": Fraction(33, 36), "lose their way": Fraction(3, 36)}
    assert odds_are_the_odds(cast("Game", d.game), d.s, read(d.game, d.s, "walk", "a1", "99F6")) == []
    assert d.preview("walk a1 F5 assault").odds == ()


def test_49_2_players_may_leave_it_out() -> None:
    d = night("a1 F4 br-457", options={"straying": "off"})
    d.do("walk a1 F5")
    assert d.where("a1") == "F5"


def test_49_2_leg_by_leg_one_roll_for_a_move() -> None:
    d = night("a1 F4 br-457")
    d.do("move a1", "go F5", "roll 7,1", "go F6")
    assert d.where("a1") == "F6"


def test_49_2_a_plan_is_made_for_those_who_keep_their_way() -> None:
    d = night("a1 F4 br-457")
    evaluation = d.game.abilities.evaluation
    assert evaluation is not None
    new = evaluation.undisturbed(d.s, 0)
    d.game.apply(new, read(d.game, new, "walk", "a1", "99F5"))
    assert d.game.names.places[new.at[d.piece("a1")]] == "99F5"
    assert d.s.options.get("straying", "on") == "on"
