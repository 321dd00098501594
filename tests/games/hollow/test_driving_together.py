"""Driving where two paragraphs meet: what a reader of 176.7x, 188.18, 190.511, 192.1 and the base chart expects of their combinations."""

from __future__ import annotations

import pytest

from amba.core.decision import Preview
from tests.games.hollow.tanks import drill
from tests.games.hollow.test_vehicle_guns import fire


def test_176_75_who_is_immobilised_on_its_way_may_still_turn_its_turret() -> None:
    t = drill({"hammada": "F5"}, "aV1 E5 br-daimler-ac @3 motion")
    t.do("wheel aV1", "ahead F5", "roll 11")
    assert t.has("aV1", "immobile")
    assert t.refused("turn 5").rule == "176.71"
    assert t.refused("ahead G6").rule == "176.71"
    t.do("turret 7", "stand")
    assert t.has("aV1", "moved")


def test_176_75_an_engine_that_fails_leaves_the_turret_free_too() -> None:
    t = drill({}, "aV1 E5 br-crusader-ii @3")
    t.do("wheel aV1", "start", "roll 12")
    assert t.has("aV1", "immobile")
    assert t.refused("ahead F5").rule == "176.71"
    t.do("turret 5", "stand")


def test_176_75_a_whole_drive_that_ends_so_asks_about_the_turret() -> None:
    t = drill({"hammada": "F5"}, "aV1 E5 br-daimler-ac @3 motion")
    t.do("drive aV1 F5 3", "roll 11")
    assert "turret 5" in t.menu()
    t.do("stand")


def test_176_75_nobody_is_asked_without_a_turret_nor_without_points() -> None:
    t = drill({"hammada": "F5"}, "xV1 E5 ge-spw-251-1 @3 motion", phasing="axis")
    t.do("drive xV1 F5 3", "roll 11")
    assert t.has("xV1", "immobile", "moved")
    bogged = drill({"sand": "F5"}, "aV1 E5 br-crusader-ii @3 motion")
    bogged.do("wheel aV1", "ahead F5", "roll 12")
    assert bogged.has("aV1", "bogged", "moved"), "who bogs has ended its phase (176.721)"


def test_176_75_who_is_immobilised_in_a_platoon_may_still_turn_its_turret() -> None:
    cars = "xV1 E5 it-fiat-611a @3 motion; xV2 E6 it-fiat-611a @3 motion"
    t = drill({"hammada": "F5"}, cars, phasing="axis", date="1941-02-06", land="east africa", tracks={"ground": 3})
    t.do("platoon xV1 xV2", "step xV1 F5 3", "impulse", "roll 12")
    assert t.has("xV1", "immobile")
    assert not t.has("xV1", "moved")
    t.do("roll-on", "wheel xV1")
    assert t.refused("ahead G6").rule == "176.71"
    t.do("turret 7", "stand")
    assert t.has("xV1", "moved")
    assert t.refused("wheel xV1").rule


MUD = {"ground": 0}


def lines(preview: Preview) -> dict[str, str]:
    return {str(item[0]): str(item[1]) for item in preview.items}


def test_176_721_mud_is_nothing_to_who_drives_into_a_building() -> None:
    t = drill({"building": "F5", "vineyard": "F4"}, "aV1 E5 br-crusader-ii @3 motion", tracks=MUD)
    t.do("wheel aV1")
    assert "soft ground" not in lines(t.preview("ahead F5"))
    assert lines(t.preview("ahead F4"))["soft ground"] == "+1"


def test_176_721_from_a_hill_straight_into_a_bed_is_an_abrupt_change() -> None:
    ground = {"level_1": "E5", "wadi": "F5", "vineyard": "F5"}
    t = drill(ground, "aV1 E5 br-crusader-ii @3 motion")
    t.do("wheel aV1")
    assert lines(t.preview("ahead F5"))["abrupt change of level"] == "+1"
    assert "abrupt change of level" not in lines(t.preview("edge F5")), "to the crest it is one level"


def test_176_721_out_of_the_bed_onto_a_hill_is_one_too_but_not_from_the_crest() -> None:
    ground = {"wadi": "E5", "level_1": "F5", "vineyard": "F5"}
    t = drill(ground, "aV1 E5 br-crusader-iii @3 motion")
    t.do("wheel aV1")
    assert lines(t.preview("ahead F5"))["abrupt change of level"] == "+1"
    high = drill(ground, "aV1 E5 br-a13-mk-ii @3 motion crest crest_1")
    high.do("wheel aV1")
    assert "abrupt change of level" not in lines(high.preview("ahead F5"))


def test_188_18_straight_to_a_crest_costs_the_ground_of_the_hex_with_its_sand() -> None:
    t = drill({"wadi": "F5", "sand": "F5"}, "aV1 E5 br-crusader-ii @3 motion")
    t.do("wheel aV1")
    assert t.preview("edge F5").cost == "3 of 15"
    assert t.preview("ahead F5").cost == "5 of 15"


def test_188_18_a_wall_a_slope_or_a_dune_crest_on_the_way_to_a_crest_costs_what_it_costs() -> None:
    over = drill({"wadi": "F5", "wall": "E5/F5"}, "aV1 E5 br-crusader-ii @3 motion")
    over.do("wheel aV1")
    assert over.preview("edge F5").cost == "2 of 15"
    up = drill({"wadi": "F5", "level_1": "F5"}, "aV1 E5 br-crusader-ii @3 motion")
    up.do("wheel aV1")
    assert up.preview("edge F5").cost == "5 of 15"
    track = drill({"wadi": "F5", "scrub": "F5"}, "aV1 E5 br-crusader-ii @3 motion", lines="track E5 F5")
    track.do("wheel aV1")
    assert track.preview("edge F5").cost == "1 of 15"


def test_30_only_a_closed_tank_with_shut_hatches_and_nobody_on_it_breaks_into_a_building() -> None:
    shut = drill(
        {"building": "F5", "rubble": "F4"},
        "aV1 E5 br-crusader-ii @3 motion; aV2 E5 br-carrier-a-bren @3 motion; aV3 E5 br-crusader-ii @3 motion exposed",
    )
    shut.do("wheel aV1")
    assert {"ahead F5", "ahead F4"} <= set(shut.menu())
    shut.do("hatch open")
    for to in ("F5", "F4"):
        assert shut.refused(f"ahead {to}").rule == "30"


@pytest.mark.parametrize(
    ("ground", "cost"),
    [
        ({"deir": "E5", "lip": "E5/F5"}, "1 1/2 of 15"),
        ({"deir": "F5", "lip": "E5/F5"}, "1/2 of 15"),
        ({"low_dune": "E5 F5", "dune_crest": "E5/F5"}, "1 1/2 of 15"),
        ({"hillock": "F5"}, "1 1/2 of 15"),
        ({"high_dune": "E5 F5", "dune_crest": "E5/F5"}, "1 1/2 of 15"),
    ],
)
def test_190_511_a_road_spares_neither_the_lip_nor_the_dune_crest_nor_the_hillock(ground: dict[str, str], cost: str) -> None:
    t = drill(ground, "aV1 E5 br-crusader-ii @3 motion exposed", lines="road E5 F5")
    t.do("wheel aV1")
    assert t.preview("ahead F5").cost == cost


def test_190_511_men_pay_for_a_dune_crest_on_a_road_too() -> None:
    t = drill({"low_dune": "E5 F5", "dune_crest": "E5/F5"}, "a1 E5 br-457", lines="road E5 F5")
    assert lines(t.preview("walk a1 F5"))["dune crest"] == "1"


TANK_AHEAD = "xV1 F5 it-m13-40 @9"


def test_188_22_past_a_tank_of_the_enemy_costs_four_points_more() -> None:
    t = drill({}, f"aV1 E5 br-crusader-ii @3 motion; {TANK_AHEAD}; xV2 F4 it-m13-40 @9 wreck")
    t.do("wheel aV1")
    assert lines(t.preview("ahead F5"))["vehicle or wreck in the way"] == "4"
    assert t.preview("ahead F5").cost == "5 of 15"
    assert t.preview("ahead F4").cost == "3 of 15"


def test_29_beside_a_tank_to_which_it_can_do_nothing_a_vehicle_does_not_stay() -> None:
    car = drill({}, f"aV1 E5 br-daimler-sc-dingo @3 motion; {TANK_AHEAD}")
    car.do("wheel aV1", "ahead F5")
    assert car.refused("brake").rule == "29"
    car.do("ahead G5", "brake")
    tank = drill({}, f"aV1 E5 br-crusader-ii @3 motion; {TANK_AHEAD}")
    tank.do("wheel aV1", "ahead F5", "brake", "stand")
    assert tank.where("aV1") == "F5"


def test_29_who_could_not_drive_on_does_not_go_there() -> None:
    t = drill({}, f"aV1 E5 br-daimler-sc-dingo @3 motion; {TANK_AHEAD}")
    t.do("wheel aV1")
    t.s.spend("30", t.piece("aV1"), 2 * t.s.vehicle(t.piece("aV1")).mp - 10)
    t.s.changed_by_hand()
    found = t.refused("ahead F5")
    assert found.text == "A tank of the enemy is in 99F5, to which aV1 can do nothing: it has no points to drive on, and does not stay there."
    assert found.items[-2:] == (("points left", "5", "30"), ("left there", "0", "30"))


def test_29_no_whole_drive_and_nobody_on_foot_goes_there() -> None:
    t = drill({}, f"aV1 E5 br-crusader-ii @3 motion; a1 E6 br-457; {TANK_AHEAD}")
    assert t.refused("drive aV1 F5 3").text == "A tank of the enemy is in 99F5: a vehicle goes there leg by leg."
    assert t.refused("walk a1 F5").rule == "29"
    mixed = drill({}, f"aV1 E5 br-crusader-ii @3 motion; x1 F5 it-346; {TANK_AHEAD}")
    mixed.do("wheel aV1")
    assert mixed.refused("ahead F5").rule == "29"
    assert mixed.refused("overrun F5").rule == "72"


RIDDEN = "xV1 E5 it-l3-35 @3; x1 xV1-aboard it-346"


def test_181_223_riders_get_down_from_a_tank_whose_crew_does_not_dare_to_drive() -> None:
    t = drill({}, RIDDEN, phasing="axis", date="1943-05-10", land="tunisia")
    t.do("wheel xV1", "roll 9")
    assert t.refused("start").rule == "181.223"
    t.do("unload xV1")
    assert t.where("x1") == "E5"
    assert t.spent("xV1") == 0
    whole = drill({}, RIDDEN, phasing="axis", date="1943-05-10", land="tunisia")
    whole.do("drive xV1 F5 3", "roll 9", "alight x1", "stand")
    assert whole.has("xV1", "moved")


def test_187_12_a_wagon_is_a_vehicle_at_a_lip_and_none_on_a_hillock() -> None:
    t = drill({"deir": "E5", "lip": "E5/F5"}, "xV1 E5 it-carro @3 motion", phasing="axis")
    t.do("wheel xV1")
    assert t.preview("ahead F5").cost == "2 of 10"
    up = drill({"hillock": "F5"}, "xV1 E5 it-carro @3 motion", phasing="axis")
    up.do("wheel xV1")
    assert up.preview("ahead F5").cost == "1 of 10"


def test_192_1_a_track_takes_its_point_off_what_reverse_comes_to() -> None:
    t = drill({"hammada": "D5"}, "aV1 E5 br-crusader-ii @3 motion", lines="track D5 E5; track E5 D4")
    t.do("wheel aV1")
    assert t.preview("back D5").cost == "7 of 15", "four times two, less one"
    assert t.preview("back D4").cost == "3 of 15"
    plain = drill({"hammada": "F5"}, "aV1 E5 br-crusader-ii @3 motion", lines="track E5 F5")
    plain.do("wheel aV1")
    assert plain.preview("ahead F5").cost == "1 of 15"


def test_176_72_a_standing_tank_creeps_into_woods_and_is_spared_the_three() -> None:
    t = drill({"woods": "F5"}, "aV1 E5 br-a13-mk-ii @3; aV2 E6 br-crusader-iii @3 motion")
    t.do("wheel aV1")
    assert "at half the allotment" not in lines(t.preview("creep F5"))
    t.do("creep F5", "roll 2", "roll 2")
    assert t.where("aV1") == "F5"
    assert t.left("aV1") == 0
    going = drill({"woods": "F5"}, "aV1 E5 br-crusader-iii @3 motion")
    going.do("wheel aV1")
    assert going.refused("creep F5").rule == "30", "in motion it may spend all its points with care"
    assert going.preview("ahead F5 carefully").cost == "15 of 15"


def test_64_hatches_stay_as_they_are_once_the_vehicle_has_fired_on_its_way() -> None:
    t = drill({}, "aV1 E5 br-crusader-iii @3 motion; xV1 K5 it-m13-40 @9 wreck; xV2 K6 it-m13-40 @9")
    t.do("wheel aV1", "ahead F5", "engage aV1 xV2", "roll 6,6")
    assert t.refused("hatch open").rule == "64"
    t.do("ahead G6")
    assert t.refused("hatch open").text == "aV1 has fired: its hatches stay as they are."


@pytest.mark.parametrize(("shot", "target"), [("rake aV1 K6", "x1 K6 it-346"), ("pierce aV1 xV1", "xV1 K6 it-m13-40 @9")])
def test_8_64_a_machine_gun_that_keeps_its_rate_has_fired_all_the_same(shot: str, target: str) -> None:
    t = fire(f"aV1 E5 br-lt-mk-vib @3; {target}")
    t.do(shot, "roll 1,6")
    assert not t.has("aV1", "coaxial_fired")
    while t.rolls:
        t.do("roll 6" if t.rolls == "morale" else "roll 12")
    t.do("done", "done")
    assert t.refused("wheel aV1").text == "aV1 has fired in the prep fire phase."
    going = drill({}, f"aV1 E5 br-lt-mk-vib @3 motion; {target}")
    going.do("wheel aV1", "ahead F5", shot, "roll 1,6")
    assert going.refused("hatch open").text == "aV1 has fired: its hatches stay as they are."


def test_132_nobody_goes_along_woods_that_burn_nor_over_a_ditch_there() -> None:
    t = drill({"woods": "F4"}, "aV1 E5 br-crusader-iii @3 motion; smoke1 F4 blaze")
    t.do("wheel aV1")
    assert t.refused("bypass F4").rule == "102.5"
    ditch = drill({"woods": "F4"}, "aV1 E5 br-crusader-iii @3 motion; xF1 F4 ditch")
    ditch.do("wheel aV1")
    assert ditch.refused("bypass F4").rule == "137.71"
    car = drill({"woods": "F4"}, "aV1 E5 br-daimler-ac @3 motion; xF1 F4 trench")
    car.do("wheel aV1")
    assert car.refused("bypass F4").rule == "137.6"


def test_176_721_wire_on_a_road_is_rolled_for_and_the_road_is_firm_in_mud() -> None:
    t = drill({}, "aV1 E5 br-crusader-iii @3 motion exposed; xF1 F5 wire", lines="road E5 F5", tracks=MUD)
    t.do("wheel aV1")
    found = t.preview("ahead F5")
    assert found.column == "8 or more", "two for the pressure, two for the wire, nothing for the mud"
    assert found.cost == "2 1/2 of 15"


@pytest.mark.parametrize(
    ("ground", "pieces", "reason"),
    [
        ({"woods": "F4"}, "; smoke1 F4 blaze", "In 99F4 is a blaze."),
        ({"crag": "F4"}, "", "In 99F4 is ground that it cannot enter."),
        ({}, "; xF1 F4 ditch", "In 99F4 is an anti-tank ditch."),
        ({"building": "F4"}, "", "In 99F4 is a building, which only a closed tank with shut hatches and nobody on it enters."),
    ],
)
def test_30_a_drive_to_where_nothing_drives_says_what_is_there(ground: dict[str, str], pieces: str, reason: str) -> None:
    t = drill(ground, f"aV1 E5 br-crusader-iii @3 motion exposed{pieces}")
    assert t.refused("drive aV1 F4 3").text == reason
