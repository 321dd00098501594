"""Rout, interdiction, surrender, failure to rout."""

from __future__ import annotations

from tests.games.hollow.table import table


def test_15_a_broken_unit_in_the_open_under_fire_must_run() -> None:
    t = table("a1 E5 broken; x1 E8", phase="rout")
    assert t.refused("done").rule == "15"
    t.do("rout a1")
    assert t.refused("run E6").rule == "15"
    assert t.refused("stop").rule == "15"


def test_15_it_drops_its_weapons_and_stops_in_cover() -> None:
    t = table("a1 G5 broken has aW1; x1 G9", phase="rout")
    t.do("rout a1", "run F5", "stop")
    assert t.where("aW1") == "G5"
    assert t.where("a1") == "F5"
    t.do("done")
    assert t.where("a1") == "F5"


def test_15_running_into_the_open_under_his_guns_is_interdicted() -> None:
    t = table("a1 E5 broken; x1 E8", phase="rout")
    t.do("rout a1", "run E4")
    assert t.asked == "interdiction"
    t.do("roll 8")
    assert (t.where("a1"), t.kind("a1")) == ("E4", "br-247"), "cut down to half"
    t = table("a1 E5 broken; x1 E8", phase="rout")
    t.do("rout a1", "run E4", "roll 6", "run E3", "stop", "done")
    assert t.where("a1") == "E3"


def test_15_exactly_passed_it_runs_no_further() -> None:
    t = table("a1 E5 broken; x1 E7", phase="rout")
    t.do("rout a1", "run E4", "roll 7")
    assert t.asked == "rout"


def test_176_31_only_an_enemy_within_six_hexes_eliminates_for_failure_to_rout() -> None:
    """At the edge of the map between two machine guns there is no way out; eight hexes away nobody is lost to them, six hexes away he is."""
    t = table("x1 X0 broken; x2 GG10; a1 EE5 has aW4; a2 Q5 has aW3", phase="rout")
    assert t.refused("rout x1").rule == "15"
    t.do("done")
    assert t.where("x1") == "X0"
    t = table("x1 X0 broken; x2 GG10; a1 CC4 has aW4; a2 S4 has aW3", phase="rout")
    t.do("done")
    assert t.where("x1") == "eliminated"


def test_15_who_has_run_as_far_as_he_could_has_not_failed_to_rout() -> None:
    t = table("a1 E3 broken ran; x1 E8 has xW2", phase="rout")
    t.do("done")
    assert t.where("a1") == "E3"


def test_179_who_cannot_rout_from_beside_the_enemy_surrenders() -> None:
    t = table("a1 E5 broken ran; x1 E6", phase="rout")
    t.do("done")
    assert t.where("a1") == "axis-prisoners"


def test_197_3_prisoners_do_not_escape() -> None:
    t = table("x1 E5 broken ran; x2 T9; a1 E6", phase="rout")
    t.do("done")
    assert t.where("x1") == "allied-prisoners"
    assert not any("x1" in order for order in t.menu())


def test_15_both_sides_rout_the_phasing_side_first() -> None:
    t = table("a1 G5; a2 A5 broken; x1 G8 broken", phase="rout")
    assert t.decision.who == 0
    t.do("done")
    assert t.decision.who == 1
    assert t.refused("done").rule == "15"
