"""The machine guns of vehicles: arcs, ranges, strength, breakdown, notes; fire on the way; first fire by standing order (35)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from amba.core.event import Said
from amba.core.game import Game
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read
from tests.games.hollow.tanks import Drill, drill


def fire(
    text: str, phasing: str = "allied", phase: str = "prep", words: dict[str, str] | None = None, date: str = "1942-06-01", **more: Any
) -> Drill:
    return drill(words or {}, text, phasing, date, phase=phase, **more)


def lawful(t: Drill, order: str) -> None:
    """Law 7 for one order: what its preview shows is what every die brings."""
    found = t.preview(order)
    assert sum((chance.chance for chance in found.odds), Fraction(0)) == 1
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, *t.words(order))) == []


TANKS = "xV1 E5 it-m13-40 @3"


def test_35_a_tank_rakes_men_with_bow_and_turret_together() -> None:
    """M13/40: 4 in the bow, 4 beside the gun; 8 together within 8 hexes."""
    t = fire(f"{TANKS}; a1 H5 br-457", "axis")
    lawful(t, "rake xV1 H5")
    assert t.preview("rake xV1 H5").column == "8"
    assert t.preview("rake xV1 H5 coaxial").column == "4"
    t.do("rake xV1 H5", "roll 6,3", "roll 5")
    assert t.has("xV1", "bow_fired", "coaxial_fired")
    assert t.refused("rake xV1 H5").rule == "35"


def test_35_the_bow_keeps_to_the_arc_of_the_hull_and_the_turret_is_turned() -> None:
    t = fire(f"{TANKS}; a1 B5 br-457", "axis")
    assert t.refused("rake xV1 B5 bow").rule == "35"
    found = t.preview("rake xV1 B5")
    assert found.column == "4", "the turret's alone"
    assert any(what.startswith("A: the gun is turned") for what, _, _ in found.items)
    lawful(t, "rake xV1 B5")
    t.do("rake xV1 B5", "roll 3,4")
    assert t.game.view(t.s, 1)["pieces"]["xV1"]["turret"] in {7, 9, 11}


def test_35_ranges_and_halves() -> None:
    far = fire(f"{TANKS}; a1 O5 br-457", "axis")
    assert far.preview("rake xV1 O5").column == "6", "the bow's 4 beyond 8 hexes is 2, the turret's 4 reaches 12"
    near = fire(f"{TANKS}; a1 F5 br-457", "axis")
    assert near.preview("rake xV1 F5").column == "16", "twice in the next hex"
    moving = fire(f"{TANKS} motion; a1 F5 br-457", "axis", "advancing")
    assert moving.preview("rake xV1 F5").column == "8"
    assert fire(f"{TANKS} motion; a1 F5 br-457", "axis").refused("rake xV1 F5").rule == "135"


def test_35_the_gun_on_the_roof_wants_open_hatches() -> None:
    shut = fire("aV1 E5 br-stuart-i-a-honey @3; x1 B5 it-346")
    assert shut.refused("rake aV1 B5 aa").rule == "35"
    t = fire("aV1 E5 br-stuart-i-a-honey @3 exposed; x1 B5 it-346")
    assert t.preview("rake aV1 B5 aa").column == "2"
    assert t.preview("rake aV1 B5").column == "6", "4 in the turret, 2 on the roof; the bow does not bear"


def test_35_each_gun_breaks_down_by_itself_and_the_main_armament_keeps_its_rate() -> None:
    t = fire(f"{TANKS}; a1 H5 br-457", "axis")
    t.do("rake xV1 H5", "roll 6,6")
    assert t.has("xV1", "bow_broken", "coaxial_broken")
    light = fire("aV1 E5 br-lt-mk-vib @3; x1 H5 it-346")
    light.do("rake aV1 H5", "roll 1,6")
    assert not light.has("aV1", "coaxial_fired"), "its rate is 1"


def test_35_small_guns_fire_in_bursts() -> None:
    t = fire("xV1 E5 it-ab-41 @3; a1 H5 br-457", "axis")
    assert t.preview("rake xV1 H5 cannon").column == "4"
    lawful(t, "rake xV1 H5 cannon")
    t.do("rake xV1 H5 cannon", "roll 5,2")
    assert t.has("xV1", "prep_fired")
    assert fire("xV1 E5 it-m13-40 @3; a1 H5 br-457", "axis").refused("rake xV1 H5 cannon").rule == "35"


def test_35_why_machine_guns_do_not_fire() -> None:
    t = fire(f"{TANKS} stunned; a1 H5 br-457; xV2 E7 it-autocarro-l", "axis")
    assert t.refused("rake xV1 H5").rule == "64"
    assert t.refused("rake xV2 H5").rule == "35", "a lorry has no arms"
    t = fire(f"{TANKS}; a1 H5 br-457; x1 H5 it-346; aV1 H6 br-matilda-ii", "axis")
    assert t.refused("rake xV1 H5").rule == "8"
    assert t.refused("rake xV1 H6").rule == "35", "a shut tank is not hurt"
    assert t.refused("rake aV1 H5").rule == "35", "not yours"


def test_33_31_fire_on_the_way_is_half_and_aims_worse() -> None:
    """Case C: 2 for a turret besides the 2 of case B; 2 more for the few points spent in the hex."""
    t = drill({}, "aV1 E5 br-crusader-i @3 motion exposed; xV1 J5 it-m13-40 @9; x1 G5 it-346")
    t.do("wheel aV1")
    assert t.refused("engage aV1 xV1").rule == "35", "nothing spent yet"
    t.do("ahead F5")
    found = t.preview("engage aV1 xV1")
    assert {what.split(":")[0] for what, _, _ in found.items if ":" in what} >= {"B", "C", "C2"}
    lawful(t, "engage aV1 xV1")
    assert t.preview("rake aV1 G5 coaxial").column == "2", "4, twice in the next hex, half on the way, half in motion"
    lawful(t, "rake aV1 G5")
    t.do("engage aV1 xV1", "roll 6,5")
    assert t.refused("engage aV1 xV1").rule == "63", "once"
    t.do("brake", "stand", "done", "done")


def test_8_who_has_fired_machine_guns_in_prep_fire_does_not_drive() -> None:
    t = fire("aV1 E5 br-crusader-i @3; x1 H5 it-346")
    t.do("rake aV1 H5", "roll 6,5", "done")
    while (decision := t.game.decision(t.s)) is not None and decision.kind != "movement":
        t.do("done")
    assert t.refused("wheel aV1").rule == "8"


def test_16_machine_guns_of_vehicles_answer_movers_by_standing_order() -> None:
    t = drill({}, "a1 H5 br-457; xV1 E5 it-m13-40 @3", tracks={"axis_chance": 20})
    t.do("walk a1 G5")
    assert t.rolls == "machine guns"
    t.do("roll 3,4")


def test_17_187_16_machine_guns_of_vehicles_hit_who_is_on_the_way() -> None:
    """Bow and turret have 4 each: enemies up to four hexes before the target, in a straight row, are hit by the same dice."""
    t = fire(f"{TANKS}; a1 H6 br-457; a2 G6 br-457", "axis")
    events = t.do("rake xV1 H6", "roll 6,4")
    assert [event.values[0] for event in events if isinstance(event, Said) and event.what == "shot"] == ["99H6", "99G6"]


def test_187_16_a_lorry_that_moved_in_a_deir_is_safe_where_a_wreck_would_not_hinder() -> None:
    """From higher ground a wreck in a deir hinders nothing."""
    for level, hit in (("", 2), ("E5", 1)):
        words = {"deir": "G6", **({"level_1": level} if level else {})}
        t = fire("aV1 E5 br-stuart-i-a-honey @5/5; xV1 G6 it-autocarro-l @9 moved; x1 H6 it-346", words=words)
        events = t.do("rake aV1 H6 coaxial", "roll 6,5")
        assert len([event for event in events if isinstance(event, Said) and event.what == "shot"]) == hit


def test_33_4_machine_guns_that_are_the_main_armament_try_to_kill_armour() -> None:
    """Mk VIB at an L3/35 from the front, two hexes away: 4, +1 for the range, less 1 for its armour of -4: 3 destroys, 4 stuns. The list gives it two rolls, of which the better counts."""
    for dice, marks in (("3", ("wreck",)), ("4", ("recalled",)), ("5", ())):
        t = fire("aV1 E5 br-lt-mk-vib @3; xV1 G5 it-l3-35 @9", date="1941-03-01")
        lawful(t, "pierce aV1 xV1")
        t.do("pierce aV1 xV1", "roll 4,3", "roll 12", f"roll {dice}")
        assert t.has("xV1", *marks)
        assert t.has("aV1", "coaxial_fired")
    t = fire("aV1 E5 br-lt-mk-vib @3; xV1 G5 it-autocarro-l @9; aV2 E6 br-crusader-i @3; xV2 G6 it-l3-35 @9", date="1941-03-01")
    assert t.refused("pierce aV1 xV1").rule == "35", "a lorry is raked"
    assert t.refused("pierce aV2 xV2").rule == "35", "it has a gun"


def test_mn_a_two_rolls_to_kill_with_twin_machine_guns() -> None:
    t = fire("xV1 E5 it-l3-35 @3; aV1 G5 br-lt-mk-vib @9", "axis", date="1941-03-01")
    lawful(t, "pierce xV1 aV1")
    t.do("pierce xV1 aV1", "roll 4,3", "roll 9", "roll 3", "roll 2")
    assert t.has("aV1", "wreck"), "the better of the two"


# notes of the vehicles


def test_vn_3_a_the_l3_aa_fires_its_bow_with_shut_hatches_and_its_roof_with_open_ones() -> None:
    shut = fire("xV1 E5 it-l3-aa @3; a1 H5 br-457", "axis", date="1941-03-01")
    assert shut.preview("rake xV1 H5").column == "2"
    t = fire("xV1 E5 it-l3-aa @3 exposed; a1 H5 br-457; a2 B5 br-457", "axis", date="1941-03-01")
    assert t.refused("rake xV1 H5 bow").rule == "VN 3.a"
    assert t.preview("rake xV1 H5 aa").column == "2"
    assert t.refused("rake xV1 B5").rule == "VN 3.a", "the roof keeps to the hull's arc, and the bow wants shut hatches"


def test_vn_3_b_the_l3_aa_exchanges_its_two_machine_guns_until_the_advance() -> None:
    t = drill({}, "xV1 E5 it-l3-aa @3 aa_broken; a1 P5 br-457; x1 B5 it-346", "axis", "1941-03-01")
    t.do("swap xV1")
    assert t.has("xV1", "exposed", "busy")
    assert t.refused("wheel xV1").rule == "54"
    for _ in range(4):
        t.do("done")
    assert t.has("xV1", "bow_broken")
    assert not t.has("xV1", "aa_broken")
    whole = drill({}, "xV1 E5 it-l3-aa @3; a1 P5 br-457", "axis", "1941-03-01")
    assert whole.refused("swap xV1").rule == "VN 3.b"


def test_vn_5_a_the_l3_lf_breaks_its_bow_gun_and_loses_its_flames_on_11() -> None:
    t = fire("xV1 E5 it-l3-lf @3; a1 F5 br-457", "axis", date="1941-03-01")
    assert t.preview("rake xV1 F5 flame").column == "30"
    lawful(t, "rake xV1 F5 flame")
    t.do("rake xV1 F5 flame", "roll 6,5")
    assert t.has("xV1", "gun_gone")
    t = fire("xV1 E5 it-l3-lf @3; a1 H5 br-457", "axis", date="1941-03-01")
    t.do("rake xV1 H5", "roll 6,5")
    assert t.has("xV1", "bow_broken")


def test_vn_7_a_the_m11_has_a_gun_in_the_bow_and_machine_guns_in_a_turret_for_one() -> None:
    t = fire("xV1 E5 it-m11-39 @3 exposed; a1 H5 br-457; aV1 J5 br-crusader-i @9", "axis", date="1940-12-01")
    assert t.refused("rake xV1 H5").rule == "VN 7.a"
    assert t.preview("engage xV1 aV1").items[0][0] == "vehicle at 5", "the bow gun does not mind"
    shut = fire("xV1 E5 it-m11-39 @3/9; a1 H5 br-457", "axis", date="1940-12-01")
    assert shut.preview("rake xV1 H5").column == "4", "the turret turns by itself"
    shut.do("rake xV1 H5", "roll 6,5")
    assert not shut.has("xV1", "coaxial_broken"), "the 11 is the gun's"


def test_mn_c_without_a_turret_the_roof_keeps_to_the_arc_of_the_hull() -> None:
    t = fire("xV1 E5 it-smv-m42-75-18 @3 exposed; a1 H5 br-457; a2 B5 br-457", "axis")
    assert t.preview("rake xV1 H5 aa").column == "2"
    assert t.refused("rake xV1 B5 aa").rule == "35"


def test_mn_c_optional_guns_are_there_where_the_counter_has_them() -> None:
    assert fire(f"{TANKS} exposed; a1 H5 br-457", "axis").refused("rake xV1 H5 aa").rule == "35"
    assert fire(f"{TANKS} exposed aa_mount; a1 H5 br-457", "axis").preview("rake xV1 H5 aa").column == "2"


def on_the_roof(kind: str) -> tuple[str, bool]:
    """The column of a gun on a vehicle's roof, and whether it fires backwards."""
    hatches = " exposed" if kind == "it-smv-90-53-ammunition-carrier" else ""
    t = fire(f"xV1 E5 {kind} @3 aa_mount{hatches}; a1 H5 br-457; a2 B5 br-457", "axis", date="1942-12-01")
    return t.preview("rake xV1 H5 aa").column, "rake xV1 B5 aa" in t.menu()


def test_vn_16_b_the_ammunition_carrier_has_two_to_the_front() -> None:
    assert on_the_roof("it-smv-90-53-ammunition-carrier") == ("2", False)


def test_vn_23_b_the_autocannone_65_17_has_two_to_the_front() -> None:
    assert on_the_roof("it-autocann-65-17-b") == ("2", False)


def test_vn_26_a_the_autocarretta_fires_four_all_round() -> None:
    assert on_the_roof("it-autocarretta") == ("4", True)


def test_vn_27_b_the_furgone_has_six_to_the_front_and_they_are_scrounged_as_one() -> None:
    assert on_the_roof("it-fiat-508-furgone") == ("6", False)
    t = fire("xV1 E5 it-fiat-508-furgone wreck; x1 E5 it-346; a1 P5 br-457", "axis", "rally", date="1942-12-01")
    t.do("scrounge x1 xV1", "roll 3")
    assert [t.s.weapon(w).key for w in t.s.weapons_of(t.piece("x1"))] == ["it-lmg"]


def test_mn_f_the_rear_gun_is_given_to_men_of_the_hex_and_all_guns_break_on_11() -> None:
    t = fire("xV1 E5 it-lancia-izm @3; x1 E5 it-346; a1 H5 br-457", "axis", date="1941-03-01", land="east africa")
    t.do("strip xV1 x1")
    assert t.has("xV1", "rear_gone")
    assert [t.s.weapon(w).key for w in t.s.weapons_of(t.piece("x1"))] == ["it-lmg"]
    assert t.refused("strip xV1 x1").rule == "MN F"
    t.do("rake xV1 H5", "roll 6,5")
    assert t.has("xV1", "coaxial_broken")


def test_mn_j_the_rifle_of_the_l3_cc_is_given_to_men_of_the_hex_or_scrounged() -> None:
    t = fire("xV1 E5 it-l3-cc @3; x1 E5 it-346; a1 H5 br-457", "axis", date="1940-12-01")
    t.do("strip xV1 x1")
    assert t.has("xV1", "gun_gone")
    assert [t.s.weapon(w).key for w in t.s.weapons_of(t.piece("x1"))] == ["it-solothurn"]
    assert t.refused("strip xV1 x1").rule == "MN F"
    wreck = fire("xV1 E5 it-l3-cc @3 wreck; x1 E5 it-346; a1 P5 br-457", "axis", "rally", date="1940-12-01")
    wreck.do("scrounge x1 xV1", "roll 1")
    assert [wreck.s.weapon(w).key for w in wreck.s.weapons_of(wreck.piece("x1"))] == ["it-solothurn"]


def test_mn_i_the_rear_gun_of_the_ab_40_goes_onto_its_roof_and_back() -> None:
    t = fire("xV1 E5 it-ab-40 @3; a1 H5 br-457", "axis", date="1941-06-01")
    assert t.refused("remount xV1").rule == "MN I", "the hatches are shut"
    t = fire("xV1 E5 it-ab-40 @3/9 exposed rear_broken; a1 H5 br-457", "axis", date="1941-06-01")
    t.do("remount xV1")
    assert t.has("xV1", "aa_mount", "aa_broken")
    t = fire("xV1 E5 it-ab-40 @3/9 exposed aa_mount; a1 H5 br-457; a2 B5 br-457", "axis", date="1941-06-01")
    assert t.preview("rake xV1 B5 aa").column == "2"
    assert "rake xV1 H5 aa" not in t.menu(), "it keeps to the turret's arc"
    t.do("remount xV1")
    assert not t.has("xV1", "aa_mount")


def test_mn_k_an_armed_lorry_has_a_crew_that_may_get_out() -> None:
    t = fire("xV1 H5 it-fiat-508-furgone @3; a1 E5 br-457; a2 E5 br-457; a3 E5 br-457", date="1942-12-01")
    t.do("fire H5", "shoot", "roll 2,4")
    assert t.has("xV1", "wreck")
    assert t.rolls == "survival"
    t.do("roll 2")
    assert [t.s.squad(u).key for u in t.s.units_at(t.s.at[t.piece("xV1")], 1)] == ["it-126v"]


def test_mn_e_a_tankette_that_was_stunned_fires_no_more_and_its_bow_fires_hull_down() -> None:
    t = fire("xV1 E5 it-l3-35 @3 shaken; a1 H5 br-457", "axis", date="1941-03-01")
    assert t.refused("rake xV1 H5").rule == "MN E"
    down = fire("xV1 E5 it-l3-35 @3 hull_down; a1 H5 br-457", "axis", date="1941-03-01")
    assert down.preview("rake xV1 H5").column == "4"
    assert fire(f"{TANKS} hull_down; a1 H5 br-457", "axis").refused("rake xV1 H5 bow").rule == "35"
