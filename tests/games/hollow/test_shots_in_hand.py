"""What a reader with the rulebook in hand asked of shots, machine guns and captured tanks, and was answered wrongly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from amba.games.hollow.frames import FirePhase
from amba.games.hollow.orders_armour import Engage
from amba.games.hollow.rules.armour.r033_engaging import engagement_of
from amba.games.hollow.rules.armour.r037_watching import harm
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_vehicle_guns import fire, lawful

STONES = {"hammada": "L5"}
ASSAULT_GUN = "xV1 H5 it-smv-m41-75-18 @3"


def odds(t: Drill, order: str) -> dict[str, Fraction]:
    return {chance.label: chance.chance for chance in t.preview(order).odds}


def asked(t: Drill) -> int:
    """Who decides now."""
    found = t.game.decision(t.s)
    assert found is not None
    return found.who


def test_186_16_a_shell_aimed_at_a_lorry_among_stones_has_one_less_on_its_dice_to_kill() -> None:
    """10 or less with +1 hits; a shell of 75 mm destroys what has no armour below 12 and burns it at 6 or less, of dice that are one lower among stones. A 12 stays a dud."""
    there = f"{ASSAULT_GUN} ; aV1 L5 br-30-cwt-lorry @3"
    plain, stones = fire(there, "axis"), fire(there, "axis", words=STONES)
    line = ("to kill: hammada, on the dice", "-1", "186.16")
    assert line not in plain.preview("engage xV1 aV1 he").items
    assert line in stones.preview("engage xV1 aV1 he").items
    assert line not in stones.preview("engage xV1 aV1").items, "solid shot"
    assert odds(stones, "engage xV1 aV1 he")["burns"] > odds(plain, "engage xV1 aV1 he")["burns"]
    hits, burns = Fraction(30, 36), odds(stones, "engage xV1 aV1 he")["burns"]
    assert burns == Fraction(1, 36) * Fraction(35, 36) + (hits - Fraction(1, 36)) * Fraction(21, 36)
    lawful(stones, "engage xV1 aV1 he")


def test_186_16_not_at_armour_nor_at_what_is_armoured_in_part() -> None:
    t = fire(f"{ASSAULT_GUN} ; aV1 L5 br-a9 @3", "axis", words=STONES)
    assert not any(rule == "186.16" for _, _, rule in t.preview("engage xV1 aV1 he").items)
    part = fire("aV1 H5 br-a9-cs @3; xV1 L5 it-smv-m41m-90-53 @3", "allied", words=STONES, date="1943-07-15", land="mediterranean islands")
    assert not any(rule == "186.16" for _, _, rule in part.preview("engage aV1 xV1 he").items)


def test_186_16_the_chance_by_which_standing_orders_fire_has_the_stones_in_it() -> None:
    text = "aV1 E5 br-30-cwt-lorry @3; xV1 H5 it-m14-41 @9"
    chances = []
    for words in ({}, {"hammada": "E5"}):
        t = fire(text, "axis", words=words)
        order = Engage(t.piece("xV1"), t.piece("aV1"), "he")
        chances.append(harm(t.s, engagement_of(t.s, FirePhase(1, "prep"), order)))
        assert chances[-1] == sum(chance for label, chance in odds(t, "engage xV1 aV1 he").items() if label not in {"misses", "is not hurt"})
    assert chances[0] < chances[1]


def test_vn_27_b_the_gun_of_the_furgone_is_not_taken_out() -> None:
    t = fire("xV1 E5 it-fiat-508-furgone @3; x1 E5 it-346; a1 P5 br-457", "axis")
    assert t.refused("strip xV1 x1").rule == "VN 27.b"


@pytest.mark.parametrize(("dice", "broken"), [("4,5", False), ("4,6", True), ("5,6", True)])
def test_c_the_machine_guns_of_a_captured_tank_break_down_two_sooner(dice: str, broken: bool) -> None:
    t = fire("aV1 E5 it-m13-40 @3; x1 H5 it-346", "allied")
    t.do("rake aV1 H5", f"roll {dice}")
    assert t.has("aV1", "bow_broken") == broken
    own = fire("xV1 E5 it-m13-40 @3; a1 H5 br-457", "axis")
    own.do("rake xV1 H5", "roll 5,6")
    assert not own.has("xV1", "bow_broken")


def test_191_51_the_panel_of_an_overrun_names_the_guns_that_see_the_belly_over_a_sangar() -> None:
    """The gun in the sangar and one behind it, in the arc; not the one beside it, nor one farther than six hexes."""
    text = (
        "xV1 D5 it-m14-41 @3 motion; a1 E6 br-228 dug_in +aG1; aG1 E6 br-oqf-2-pdr @9; aF1 E6 sangar; aG2 H6 br-oqf-2-pdr @9; a2 H6 br-228 +aG2; "
        "aG3 E2 br-oqf-2-pdr @7; a3 E2 br-228 +aG3; aG4 M8 br-oqf-2-pdr @9; a4 M8 br-228 +aG4"
    )
    t = drill({}, text, "axis", date="1942-07-01", tracks={"allied_chance": 20})
    t.do("wheel xV1")
    below = {what[:17] for what, _, rule in t.preview("overrun E6").items if rule == "191.51"}
    assert below == {"OQF 2-pdr (aG1) m", "OQF 2-pdr (aG2) m"}
    men = text.replace("dug_in +aG1; aG1 E6 br-oqf-2-pdr @9; aF1 E6 sangar", "+aG1; aG1 E6 br-oqf-2-pdr @9")
    bare = drill({}, men, "axis", date="1942-07-01", tracks={"allied_chance": 20})
    bare.do("wheel xV1")
    assert not any(rule == "191.51" for _, _, rule in bare.preview("overrun E6").items), "no sangar"


def test_c_so_does_a_captured_machine_gun_that_fires_at_armour() -> None:
    t = fire("aV1 E5 it-l3-35 @3; xV1 G5 it-l3-35 @9", "allied", date="1940-12-01")
    t.do("pierce aV1 xV1", "roll 4,5")
    assert t.has("aV1", "bow_broken"), "an 11 in the hands of those who know it"


def test_16_a_gun_that_is_asked_at_every_step_fires_once_for_each_point_too() -> None:
    """Hidden units ask: the two-pounder has kept its rate, and the tank has spent one point."""
    asks = {"allied_chance": 0, "allied_hidden": 2}
    t = drill({}, "aG1 L5 br-oqf-2-pdr @9; a1 L5 br-228 +aG1; xV1 E5 it-m14-41 @3 motion", "axis", date="1942-07-01", tracks=asks)
    t.do("wheel xV1", "ahead F5")
    assert asked(t) == 0
    t.do("engage aG1 xV1", "roll 1,6")
    assert asked(t) == 0
    assert t.refused("engage aG1 xV1").rule == "16"


def test_16_35_a_tank_that_moves_has_shots_of_gun_and_machine_gun_of_an_m11_39() -> None:
    """They are two arms, and each fires once for a point: a 37 in the bow, and machine guns that are the main armament."""
    t = drill({}, "xV1 E5 it-m11-39 @3; aV1 H5 br-lt-mk-vib @9 motion", "allied", date="1940-12-01", tracks={"axis_chance": 1})
    t.do("wheel aV1", "ahead G5")
    shots = []
    while t.rolls == "to hit":
        shots.append(t.s.frames[-1].name)
        t.do("roll 6,3")
    assert sorted(shots) == ["gun shot", "pierce shot"]


FIAT = "xV1 E5 it-fiat-611a"
AFRICA: dict[str, Any] = {"date": "1941-02-01", "land": "east africa"}


def powers(t: Drill, order: str) -> dict[str, str]:
    return {what: value for what, value, _ in t.preview(order).items if what.endswith(" gun")}


def test_35_vn_20_the_gun_in_the_turrets_rear_points_where_the_turret_does_not() -> None:
    """4 in the rear of the hull, 2 in the rear of the turret (611A, 611B)."""
    for key in ("it-fiat-611b", "it-fiat-611a"):
        ahead = fire(f"xV1 E5 {key} @3; a1 B5 br-457; a2 H5 br-457", "axis", **AFRICA)
        assert powers(ahead, "rake xV1 B5 rear") == {"rear gun": "6"}
        turned = fire(f"xV1 E5 {key} @3/9; a1 B5 br-457; a2 H5 br-457", "axis", **AFRICA)
        assert powers(turned, "rake xV1 B5 rear") == {"rear gun": "4"}
        assert powers(turned, "rake xV1 H5 rear") == {"rear gun": "2"}
        lawful(turned, "rake xV1 H5 rear")


def test_35_the_gun_in_the_turrets_rear_is_silent_while_the_main_armament_fires() -> None:
    t = fire(f"{FIAT} @3; a1 B5 br-457; a2 H5 br-457", "axis", **AFRICA)
    assert powers(t, "rake xV1 B5") == {"coaxial gun": "8", "rear gun": "4"}, "the turret is turned round for its two"
    t.do("rake xV1 H5 coaxial", "roll 6,6")
    assert powers(t, "rake xV1 B5 rear") == {"rear gun": "4"}
    gun = fire("xV1 E5 it-fiat-611b @3; a1 B5 br-457; aV1 L5 br-lt-mk-vib @9", "axis", **AFRICA)
    gun.do("engage xV1 aV1", "roll 6,4")
    assert powers(gun, "rake xV1 B5 rear") == {"rear gun": "4"}


def test_35_the_gun_in_the_turrets_rear_is_silent_too_after_a_shot_within_the_rate() -> None:
    """Not while the main armament fires, nor after: its rate lets it fire again, and takes no shot back."""
    t = fire(f"{FIAT} @3; a1 B5 br-457; a2 H5 br-457", "axis", **AFRICA)
    t.do("rake xV1 H5 coaxial", "roll 1,6")
    while t.rolls:
        t.do("roll 2")
    assert not t.has("xV1", "coaxial_fired")
    assert powers(t, "rake xV1 B5 rear") == {"rear gun": "4"}
    gun = fire("xV1 E5 it-fiat-611b @3; a1 B5 br-457; aV1 L5 br-lt-mk-vib @9", "axis", **AFRICA)
    gun.do("engage xV1 aV1", "roll 1,6")
    assert "engage xV1 aV1" in gun.menu()
    assert powers(gun, "rake xV1 B5 rear") == {"rear gun": "4"}


def test_mn_f_the_hulls_rear_gun_is_taken_out_and_the_turrets_stays() -> None:
    t = fire(f"{FIAT} @3; x1 E5 it-346; a1 B5 br-457", "axis", **AFRICA)
    t.do("strip xV1 x1")
    assert powers(t, "rake xV1 B5 rear") == {"rear gun": "2"}
    assert t.refused("strip xV1 x1").rule == "MN F"


def test_145_an_impossible_shot_at_men_may_hit_on_two_ones_too() -> None:
    """8 with +7 and the lower die twice: two ones are 10; half of those hit on a third die, one of three critically."""
    t = drill({}, "xV1 E5 it-m14-41 @3 motion; a1 K6 br-457; aV1 Q5 br-a9 @9", "axis")
    t.do("wheel xV1", "ahead F5")
    assert odds(t, "shell xV1 K6")["misses"] == Fraction(71, 72)
    lawful(t, "shell xV1 K6")
    lawful(t, "shell xV1 K6 area")
    t.do("shell xV1 K6", "roll 1,1", "roll 1")
    assert t.rolls == "burst"


def test_mn_j_and_63_a_shot_beyond_the_reach_of_a_gun_is_refused_for_its_reach() -> None:
    t = fire("xV1 A5 it-l3-cc @3; aV1 N5 br-a9 @9", "axis", date="1940-12-01")
    found = t.refused("engage xV1 aV1")
    assert (found.rule, found.text) == ("MN J", "xV1 reaches from 0 to 12 hexes; to 99N5 it is 13.")
    near = fire("a1 F5 br-457; xG1 E5 it-mortaio-81-14 @3; x1 E5 it-227 +xG1", "axis")
    assert near.refused("shell xG1 F5 area").rule == "63"


def test_191_52_191_3_a_gun_whose_crew_is_in_a_sangar_is_in_it_and_must_be_pushed_out() -> None:
    """In a position file the crew's mark is enough; the gun's own marks win, and read back."""
    text = "a1 E5 br-228 +aG1 dug_in; aG1 E5 br-oqf-2-pdr @3{}; aF1 E5 sangar; aV1 E5 br-quad-fat @3; x1 P5 it-346"
    inside = drill({}, text.format(""))
    assert inside.has("aG1", "dug_in")
    assert inside.refused("hook aV1 aG1").rule == "191.52"
    assert "push aG1 E5 in" not in inside.menu()
    document = inside.game.position(inside.s)
    document["pieces"]["aG1"]["marks"] = []
    beside = Drill(inside.game, document)
    assert not beside.has("aG1", "dug_in")
    again = Drill(inside.game, inside.game.position(beside.s))
    assert again.s.marks == beside.s.marks
    assert beside.refused("push aG1 E5 in").rule == "191.3", "nobody inside reaches it"


def test_29_a_tank_is_no_cover_against_its_own_fire() -> None:
    alone = fire("a1 L5 br-457; xV1 L5 it-m14-41 @9", "axis")
    assert not any(rule == "29" for _, _, rule in alone.preview("rake xV1 L5").items)
    assert not any(rule == "29" for _, _, rule in alone.preview("shell xV1 L5").items)
    lawful(alone, "rake xV1 L5")
    wreck = fire("a1 L5 br-457; xV1 L5 it-m14-41 @9; xV2 L5 it-m14-41 wreck @9", "axis")
    assert ("beside a vehicle or wreck", "+1", "29") in wreck.preview("rake xV1 L5").items


def test_176_75_what_is_mounted_in_the_bow_of_a_stuck_vehicle_does_not_bear_on_its_own_hex() -> None:
    for mark in ("bogged", "immobile"):
        t = fire(f"a1 L5 br-457; xV1 L5 it-smv-m41-75-18 @9 {mark}", "axis")
        assert t.refused("shell xV1 L5").rule == "176.75"
        tank = fire(f"a1 L5 br-457; xV1 L5 it-m14-41 @9 {mark}", "axis")
        assert tank.refused("rake xV1 L5 bow").rule == "176.75"
        assert "shell xV1 L5" in tank.menu(), "the turret turns"
    assert "shell xV1 L5" in fire("a1 L5 br-457; xV1 L5 it-smv-m41-75-18 @9", "axis").menu()


def test_51_31_who_is_in_a_vehicle_or_in_its_tow_is_told_so() -> None:
    text = "aV1 L5 br-quad-fat @9; a1 aV1-aboard br-228 +aG1; aG1 aV1-aboard br-oqf-25-pdr; a2 P5 br-457; xV1 E5 it-m14-41 @3"
    t = fire(text, "allied")
    assert (t.refused("engage aG1 xV1").rule, t.refused("engage aG1 xV1").text) == ("51", "aG1 is in the tow of aV1.")
    men = fire("aV1 L5 br-30-cwt-lorry @9; a1 aV1-aboard br-457; a2 P5 br-457; xV1 E5 it-m14-41 @3", "allied")
    assert (men.refused("dig a1").rule, men.refused("dig a1").text) == ("31", "a1 is in aV1.")


def test_63_a_gun_that_has_fired_is_told_that_and_not_that_its_crew_fired_something_else() -> None:
    t = fire("aG1 L5 br-oqf-2-pdr @9 first_fired; a1 L5 br-228 +aG1 first_fired; xV1 E5 it-m14-41 @3", "axis", "defence")
    assert t.refused("engage aG1 xV1").text == "aG1 has fired already."


def test_32_within_a_hex_the_panel_has_the_number_to_kill_of_every_facing() -> None:
    """47 at once: 10 and 1; the M11/39's armour is -2 in front (3) and -4 (1) elsewhere; 1 more from behind."""
    t = fire("xV1 L5 it-m11-39 @9; aV1 L5 br-valentine-ii @3", "allied", date="1941-01-01")
    below = {what: value for what, value, _ in t.preview("engage aV1 xV1").items if "destroyed below" in what}
    assert below == {
        "rear of the hull or turret: destroyed below": "11",
        "side of the hull or turret: destroyed below": "10",
        "front of the hull or turret: destroyed below": "8",
    }
    lawful(t, "engage aV1 xV1")


def test_33_31_the_panel_of_a_shot_on_the_way_names_it_and_lights_the_chart() -> None:
    t = drill({}, "xV1 E5 it-m14-41 @3 motion; aV1 L5 br-a9 @9", "axis")
    t.do("wheel xV1", "ahead F5")
    found = t.preview("engage xV1 aV1")
    cases = [(what, value) for what, value, rule in found.items if rule == "33.31"]
    assert ("B: fire in the advancing fire phase or on the way", "+2") in cases
    assert ("to_hit_cases", "B", "modifier") in found.lit
    assert [value for _, value in cases[:4]] == ["+2", "+2", "+2", "+1"], "B, C, C2 and I"


def test_33_31_the_chart_is_lit_for_a_gun_that_is_turned_for_red_numbers_and_not_for_a_piat() -> None:
    turned = fire("xV1 E5 it-m14-41 @3; aV1 A5 br-a9 @3", "axis").preview("engage xV1 aV1").lit
    assert {("to_hit_cases", "A-ST", "modifier"), ("to_hit_cases", "A-more", "modifier"), ("to_hit", "vehicle red", "6")} <= set(turned)
    taken = fire("aV1 E5 br-marmon-herrington-iiv @3; xV1 L5 it-m14-41 @9", "allied").preview("engage aV1 xV1").lit
    assert ("to_hit", "vehicle red", "12") in taken
    piat = fire("xV1 G5 it-m14-41 @9; a1 E5 br-457 +aW1; aW1 E5 br-piat", "allied", date="1943-03-01", land="tunisia")
    assert not any(chart == "to_hit" for chart, _, _ in piat.preview("engage aW1 xV1").lit)


def test_32_the_machine_gun_of_what_has_no_turret_bears_in_the_arc_of_the_hull() -> None:
    t = drill({}, "aV1 E5 br-crusader-i @9; xV1 G5 ge-spw-251-smg @9; a1 E4 br-457; a2 J5 br-457", "axis", "1942-06-01", phase="prep")
    assert any(order.startswith("rake xV1 E4") for order in t.menu())
    assert not any(order.startswith("rake xV1 J5") for order in t.menu())
