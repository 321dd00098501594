"""Rout, interdiction, surrender, failure to rout."""

from __future__ import annotations

from amba.games.hollow.rules.r015_flight import is_exposed, refuse_run
from amba.games.hollow.rules.r015_rout import _forces
from tests.games.hollow.table import table
from tests.games.hollow.tanks import drill


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
    t = table("a1 X6 broken; x1 X9", phase="rout")
    t.do("rout a1", "run X5")
    assert t.asked == "interdiction"
    t.do("roll 8")
    assert (t.where("a1"), t.kind("a1")) == ("X5", "br-247"), "cut down to half"
    t = table("a1 X6 broken; x1 X9", phase="rout")
    t.do("rout a1", "run X5", "roll 6", "run X4", "stop", "done")
    assert t.where("a1") == "X4"


def test_15_exactly_passed_it_runs_no_further() -> None:
    t = table("a1 X6 broken; x1 X8", phase="rout")
    t.do("rout a1", "run X5", "roll 7")
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


def test_15_broken_men_run_to_the_nearest_cover_they_can_reach() -> None:
    t = table("a1 E5 broken; x1 E8", phase="rout")
    t.do("rout a1")
    refused = t.refused("run E4")
    assert refused.rule == "15"
    assert refused.hexes == ("99F5",)
    t.do("run F5")
    assert [order for order in t.menu() if order.startswith("run")] == [], "in cover nobody runs on"
    t.do("stop", "done")
    assert t.where("a1") == "F5"


def test_15_cover_with_an_enemy_beside_it_is_none() -> None:
    t = table("a1 E5 broken; x1 E8; x2 G5", phase="rout")
    t.do("rout a1", "run E4")


def test_15_cover_beyond_four_factors_binds_only_who_runs_with_a_leader() -> None:
    """From K4 the building H5 costs 2 and the way there 2: four factors reach it, from L4 only six do."""
    t = table("a1 L4 broken; aL1 L4 broken; x1 P6", phase="rout")
    t.do("rout a1")
    assert {"run L3", "run K4", "run K5"} <= set(t.menu())
    t.do("along aL1")
    assert {order for order in t.menu() if order.startswith("run")} == {"run K5", "run K4"}


def test_15_a_leader_who_runs_along_gives_six_factors_and_is_interdicted_too() -> None:
    t = table("a1 X9 broken; aL1 X9 broken; x1 X10 has xW2", phase="rout")
    assert t.s.points[t.piece("a1")] == 0
    t.do("rout a1", "along aL1")
    assert t.refused("along aL1").rule == "15"
    for here in ("X8", "X7", "X6", "X5", "X4"):
        t.do(f"run {here}", "roll 2", "roll 2")
    t.do("run X3", "roll 2", "roll 2")
    assert t.asked == "running"
    assert t.menu() == ["stop"]
    assert (t.where("a1"), t.where("aL1")) == ("X3", "X3")


def test_15_an_unbroken_leader_may_run_along_and_does_not_advance_then() -> None:
    t = table("a1 X6 broken; aL1 X6; a2 X1; x1 X9", phase="rout")
    t.do("rout a1", "along aL1", "run X5")
    assert t.asked == "interdiction"
    t.do("roll 8")  # 7 and his -1: exactly passed
    assert t.asked == "rout", "who stays behind ends the run for the leader, too"
    assert t.where("aL1") == "X5"
    t.do("done")
    assert t.asked == "advance"
    assert t.refused("advance aL1 X4").rule == "15"


def test_15_who_is_stopped_stays_and_the_others_run_on() -> None:
    t = table("a1 X6 broken; aL1 X6 broken; x1 X9", phase="rout")
    t.do("rout a1", "along aL1", "run X5", "roll 7", "roll 2")  # a1 first: exactly 7
    assert t.asked == "running"
    t.do("run X4", "roll 2" if t.asked == "interdiction" else "stop")
    assert (t.where("a1"), t.where("aL1")) == ("X5", "X4")


def test_10_who_was_broken_before_a_kill_is_reduced_by_it() -> None:
    t = table("a8 E5; a1 E5; a2 E5; x1 E7; x2 E7 broken; x5 E7 broken", phase="prep")
    t.do("fire E7", "add a1", "add a2", "add a8", "shoot", "roll 1,1", "pick x1")
    assert t.where("x1") == "eliminated"
    assert t.kind("x2") == "it-136"
    assert t.kind("x5") == "it-247"


def test_15_nobody_runs_along_beside_a_known_enemy() -> None:
    """From X8 to the two hexes that lie beside X9 as well: that is no way from him. Nobody is drawn to cover here."""
    t = table("a1 X8 broken; x1 X9", phase="rout")
    here, foe = t.s.at[t.piece("a1")], t.s.at[t.piece("x1")]
    beside = [to for to in t.s.field.around[here] if t.s.field.range(to, foe) == 1]
    assert len(beside) == 2
    for to in beside:
        refusal = refuse_run(t.s, (t.piece("a1"),), 0, to)
        assert refusal is not None
        assert refusal.rule == "15"


def test_15_in_a_foxhole_one_is_not_in_the_open_under_the_enemys_guns() -> None:
    t = table("a1 E5 broken; a2 E4 broken dug_in; aF1 E4 foxhole; x1 E8 has xW2", phase="rout")
    foes = [t.piece("x1")]
    assert is_exposed(t.s, t.piece("a1"), foes)
    assert not is_exposed(t.s, t.piece("a2"), foes)


def test_176_32_mist_covers_nobody_who_runs_but_brush_in_between_does() -> None:
    t = table("a1 G2 broken; x1 G9 has xW2; a2 C6 broken; x2 C9", phase="rout", tracks={"mist": 1})
    assert is_exposed(t.s, t.piece("a1"), [t.piece("x1")]), "seven hexes of mist"
    assert not is_exposed(t.s, t.piece("a2"), [t.piece("x2")]), "behind the brush of C7"


def test_176_31_an_enemy_who_cannot_reach_them_does_not_end_men_who_cannot_run() -> None:
    """Within six hexes, but beyond the four of his rifles, an enemy forces nobody."""
    for place, lost in (("E8", True), ("E10", False)):
        t = table(f"a1 E5 broken; x1 {place}; x3 T9 has xW2", phase="rout")
        assert _forces(t.s, t.piece("a1"), t.piece("x1")) is lost


def test_15_a_pinned_leader_does_not_run_along() -> None:
    t = table("a1 E5 broken; aL1 E5 pinned; aL2 E5; x1 E8", phase="rout")
    t.do("rout a1")
    assert t.refused("along aL1").rule == "15"
    assert "along aL2" in t.menu()


def test_29_broken_men_run_from_an_armed_vehicle_too() -> None:
    """A tank beside them, or with them in the open under its guns, forces them as men would; a lorry does not, nor a tank without a crew."""
    t = drill({}, "aV1 H5 br-crusader-i @9; x1 G5 it-346 broken", "axis", phase="rout")
    assert t.refused("done").rule == "15"
    assert "rout x1" in t.menu()
    for harmless in ("it-autocarro-l", "br-crusader-i abandoned", "br-crusader-i stunned"):
        quiet = drill({}, f"aV1 H5 {harmless} @9; x1 G5 it-346 broken", "axis", phase="rout")
        assert "done" in quiet.menu(), harmless
    far = drill({}, "aV1 U5 br-crusader-i @9; x1 G5 it-346 broken", "axis", phase="rout")
    assert "done" in far.menu(), "beyond twelve hexes it has nobody under its guns"


def test_29_a_vehicle_takes_no_prisoners() -> None:
    """Who cannot run from a tank alone is lost; beside men he surrenders to them."""
    ring = "; ".join(f"aV{i} {place} br-crusader-i @9" for i, place in enumerate(("H5", "F5", "G4", "G6", "F6", "H6", "F4", "H4"), 1))
    t = drill({}, f"{ring}; x1 G5 it-346 broken", "axis", phase="rout")
    t.do("done")
    assert t.where("x1") == "eliminated"
