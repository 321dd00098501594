"""Two rules of the later system that players may choose: heat of battle and rate of fire."""

from __future__ import annotations

from typing import cast

import pytest

from amba.core.game import Game
from amba.games.hollow.rules.r012_heat import hardened
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import GAME, table
from tests.games.hollow.tanks import drill
from tests.games.hollow.test_fire import items

ON = {"heat": "on"}


def test_h_an_original_2_hardens_a_unit_and_rallies_it() -> None:
    t = table("a1 E5 broken desperate; aL2 E5; x1 T9", phase="rally", options=ON)
    t.do("rally a1", "roll 2")
    assert t.asked == "heat"
    t.do("roll 7")
    assert t.kind("a1") == "br-458"
    assert not t.has("a1", "broken")


def test_h_it_is_off_unless_chosen() -> None:
    t = table("a1 E5 broken; aL2 E5; x1 T9", phase="rally")
    t.do("rally a1", "roll 2")
    assert t.asked == "rally"


@pytest.mark.parametrize(
    ("options", "rules"),
    [({}, []), (ON, ["(H)"]), ({"heat": "full"}, ["(H)"]), ({"snipers": "on"}, ["(M)"]), ({"heat": "on", "snipers": "on"}, ["(H)", "(M)"])],
)
def test_h_m_a_shot_says_that_another_roll_may_follow(options: dict[str, str], rules: list[str]) -> None:
    """And law 7 holds no line of it to the roll alone."""
    t = table("a1 E5; a2 E5; x1 E7; x2 E7", phase="prep", options=options)
    found = t.preview("fire E7")
    told = [warning for warning in found.warnings if "calls for another roll" in warning]
    assert [warning.rstrip(".").rpartition(" ")[2] for warning in told] == rules
    assert odds_are_the_odds(cast("Game", GAME), t.s, GAME.read(t.s, t.action("fire E7"))) == []


def test_h_m_guns_and_tanks_that_fire_at_men_say_so_too() -> None:
    """Their own rolls call for nothing, the checks of the men do."""
    both = {"heat": "full", "snipers": "on"}
    gun = drill({}, "xG1 E5 it-cannone-47-32 @3; x1 E5 it-227 +xG1; a1 G6 br-457", phasing="axis", phase="prep", options=both)
    tank = drill({}, "xV1 E5 it-m13-40 @3; a1 G6 br-457", phasing="axis", phase="prep", options=both)
    for t, start in ((gun, "shell xG1 G6"), (tank, "rake xV1 G6")):
        order = next(order for order in t.menu() if order.startswith(start))
        told = [warning for warning in t.preview(order).warnings if "calls for another roll" in warning]
        assert [warning.rpartition(" (")[2] for warning in told] == ["H).", "M)."], order
        assert "at a check" in told[1]


@pytest.mark.parametrize(
    ("before", "after"),
    [("it-336", "it-346"), ("it-346", "it-347"), ("it-347", "it-447"), ("br-436", "br-447"), ("ge-467", "ge-468"), ("it-126", "it-136")],
)
def test_197_23_conscripts_who_harden_become_reservists_and_others_the_next_better(before: str, after: str) -> None:
    t = table("x1 E5; a1 T9")
    t.s.face[t.piece("x1")] = GAME.world.squad_face[before]
    found = hardened(t.s, t.piece("x1"))
    assert found is not None
    assert GAME.world.squads[found].key == after


def test_h_italians_who_are_not_elite_give_up_on_10_to_an_enemy_beside_them() -> None:
    """3 for Italians, 7 on the dice: 10."""
    t = table("x1 E8; a1 E5; a2 E9; a3 E5; x2 T9", phase="prep", options=ON)
    t.do("fire E8", "add a1", "add a3", "shoot", "roll 3,4", "roll 2")
    assert t.asked == "heat"
    t.do("roll 7")
    assert t.where("x1") == "allied-prisoners"
    t = table("x1 E8; a1 E5; a3 E5; x2 T9", phase="prep", options=ON)
    t.do("fire E8", "add a1", "add a3", "shoot", "roll 3,4", "roll 2", "roll 7")
    assert t.has("x1", "broken"), "nobody is near enough to give up to"


def test_r_a_coloured_die_within_its_rate_lets_a_machine_gun_fire_again() -> None:
    t = table("a1 E5 has aW3; x1 E8", phase="prep", options={"rate": "on"})
    t.do("fire E8", "add aW3", "shoot", "roll 2,6")
    assert t.asked == "rate"
    t.do("roll 2")
    assert not t.has("aW3", "fired")
    t.do("fire E8", "add aW3", "shoot", "roll 3,6", "roll 3")
    assert t.has("aW3", "fired")
    assert t.has("a1", "prep_fired")


def test_r_in_defence_a_gun_that_keeps_its_rate_is_not_halved() -> None:
    t = table("a1 D2; x1 G4 has xW2", tracks={"axis_otherwise": 1}, options={"rate": "on"})
    t.do("move a1", "go E3", "add xW2", "shoot", "roll 1,6", "roll 1")
    while t.rolls:
        t.do("roll 2")
    t.do("add xW2")
    assert "has fired in this defence" not in items(t)
