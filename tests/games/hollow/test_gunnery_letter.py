"""Guns and armour by the letter: how guns are turned on the way, whom shells over an area strike, overruns of guns, mines, recall, odds."""

from __future__ import annotations

from typing import cast

from amba.core.game import Game
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read
from tests.games.hollow.tanks import Drill, drill


def lawful(t: Drill, order: str) -> None:
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, *t.words(order))) == []


def cases(t: Drill, order: str) -> set[str]:
    """The cases of the roll to hit that a panel names."""
    return {what.split(":")[0] for what, _, _ in t.preview(order).items if ":" in what}


def test_33_31_on_its_way_a_turret_turns_for_nothing() -> None:
    """Case A does not arise in a vehicle's own movement phase; its turret points at what it has fired at."""
    t = drill({}, "aV1 E5 br-crusader-i @3/9 motion exposed; xV1 J5 it-m13-40 @9; x1 G5 it-346")
    t.do("wheel aV1", "ahead F5")
    assert cases(t, "engage aV1 xV1") >= {"B", "C"}
    assert "A" not in cases(t, "engage aV1 xV1")
    assert "A" not in cases(t, "rake aV1 G5 coaxial")
    lawful(t, "engage aV1 xV1")
    t.do("rake aV1 G5 coaxial", "roll 6,4")
    assert "ahead G5" not in t.menu()
    assert t.s.pointing(t.piece("aV1"), 1) == t.s.pointing(t.piece("aV1"), 0), "it looks ahead now"


def test_33_31_machine_guns_that_are_the_main_armament_turn_for_nothing_on_the_way_too() -> None:
    t = drill({}, "xV1 E5 it-l5-21 @3/9 motion; aV1 H5 br-lt-mk-vic @9", phasing="axis", date="1942-06-01")
    t.do("wheel xV1", "roll 5", "ahead F5")
    assert "A" not in cases(t, "pierce xV1 aV1")
    t.do("pierce xV1 aV1")
    assert t.s.pointing(t.piece("xV1"), 1) == t.s.pointing(t.piece("xV1"), 0)


def test_32_on_its_way_a_gun_without_turret_fires_where_its_bow_points() -> None:
    """The hull is turned for points before it fires; in a fire phase it is turned for case A."""
    t = drill({}, "xV1 E5 it-smv-m41-75-18 @3 motion; aV1 F8 br-crusader-i @1; a1 F8 br-457", phasing="axis", date="1942-06-01")
    t.do("wheel xV1", "ahead F5")
    assert t.refused("engage xV1 aV1").rule == "32"
    assert t.refused("shell xV1 F8").rule == "32"
    t.do("turn 5")
    assert "engage xV1 aV1" in t.menu()
    assert "A" not in cases(t, "engage xV1 aV1")
    t.do("brake", "stand")
    other = drill({}, "xV1 F5 it-smv-m41-75-18 @3; aV1 F8 br-crusader-i @1", phasing="axis", date="1942-06-01", phase="prep")
    assert "A" in cases(other, "engage xV1 aV1")
