"""A refusal names the one thing that is in the way, and nothing beside it."""

from __future__ import annotations

import pytest

from tests.games.hollow.tanks import drill

STUCK = "xV1 E5 it-m13-40 @3 bogged"


@pytest.mark.parametrize(
    ("helper", "reason"),
    [
        ("xV2 E5 it-autocarro-p-hvy @3", "xV2 is not armoured: only an armoured vehicle tows another one free."),
        ("xV2 E5 it-m13-40 @3", "The crew of xV2 is buttoned up: to tow, it must be exposed."),
        ("xV2 E5 it-m13-40 @3 exposed motion", "xV2 is in motion: it must stand to tow."),
        ("xV2 E5 it-m13-40 @3 exposed bogged", "xV2 is bogged."),
        ("xV2 E5 it-m13-40 @3 exposed immobile", "xV2 is immobilised."),
        ("xV2 E5 it-m13-40 @3 exposed stunned", "The crew of xV2 is stunned."),
        ("xV2 D5 it-m13-40 @3 exposed", "xV2 is not in the hex with xV1."),
        ("xV2 E5 it-l6-40 @3 exposed", "xV2 is too light."),
    ],
)
def test_176_73_why_a_vehicle_does_not_tow_another_one_free(helper: str, reason: str) -> None:
    t = drill({"sand": "E5"}, f"{STUCK}; {helper}", phasing="axis")
    assert t.refused("tow xV2 xV1").text == reason


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ("xV1 E5 it-autocarro-l @3 bogged; x1 E5 it-346", "xV1 is too heavy for men: they lift a Fiat 508 only."),
        ("xV1 E5 it-fiat-508-mc @3 bogged; x1 D5 it-346", "x1 is not in the hex with xV1."),
        ("xV1 E5 it-fiat-508-mc @3 bogged; x1 E5 it-336", "x1 has not the strength for it: four factors are needed."),
    ],
)
def test_vn_27_a_why_men_do_not_lift_a_car(pieces: str, reason: str) -> None:
    t = drill({"sand": "E5"}, pieces, phasing="axis")
    assert t.refused("lift x1 xV1").text == reason


def test_vn_27_a_an_exhausted_squad_lifts_it_as_well() -> None:
    t = drill({"sand": "E5"}, "xV1 E5 it-fiat-508-mc @3 bogged; x1 E5 it-346 exhausted", phasing="axis")
    assert t.preview("lift x1 xV1").column == "3 or less"
    t.do("lift x1 xV1")
    assert t.has("x1", "exhausted", "moved")


@pytest.mark.parametrize(
    ("marks", "number"),
    [("motion", "VN 5.b"), ("stunned", "VN 5.b"), ("bow_fired", "VN 5.b")],
)
def test_vn_5_b_why_a_tankette_keeps_its_trailer(marks: str, number: str) -> None:
    t = drill({}, f"xV1 E5 it-l3-lf @3 {marks}", phasing="axis", date="1941-02-01")
    found = t.refused("cast-off xV1")
    assert found.rule == number
    assert " only at the start of its movement, standing" not in found.text


@pytest.mark.parametrize(
    ("marks", "number"),
    [("", "30"), ("motion reverse", None), ("immobile", "176.71")],
)
def test_132_why_a_vehicle_does_not_go_along_woods(marks: str, number: str | None) -> None:
    t = drill({"woods": "F4"}, f"aV1 E5 br-crusader-ii @3 {marks}")
    t.do("wheel aV1")
    if number is None:
        t.do("back D5")
        number = "181.1"
    assert t.refused("bypass F4").rule == number


def test_77_why_a_vehicle_finds_no_place_where_only_its_turret_shows() -> None:
    soft = drill({"level_1": "F5 G5"}, "aV1 E5 br-3-ton-lorry @3 motion")
    soft.do("wheel aV1", "ahead F5")
    assert soft.refused("hull-down").text == "aV1 has no armour to hide."
    still = drill({"level_1": "E5 E4"}, "aV1 E5 br-crusader-iii @3")
    still.do("wheel aV1")
    assert still.refused("hull-down").rule == "30"


def test_64_why_a_crew_does_not_get_back_in() -> None:
    manned = drill({}, "aV1 E5 br-crusader-ii @3; a1 E5 br-127v")
    assert manned.refused("man a1 aV1").text == "aV1 is not abandoned."
    wreck = drill({}, "aV1 E5 br-crusader-ii @3 wreck; a1 E5 br-127v")
    assert wreck.refused("man a1 aV1").text == "aV1 is a wreck."
    far = drill({}, "aV1 E5 br-crusader-ii @3 abandoned; a1 D5 br-127v")
    assert far.refused("man a1 aV1").text == "a1 is not in the hex with aV1."


@pytest.mark.parametrize(
    ("ground", "pieces", "reason"),
    [
        ({}, "; aV1 F5 br-crusader-ii @9", "An enemy vehicle is in 99F5: no platoon drives there."),
        ({}, "; a1 F5 br-457", "The enemy is in 99F5: a vehicle goes there only to overrun him."),
        ({"cliff": "E5/F5", "level_1": "F5"}, "", "Between here and 99F5 is a cliff."),
        ({"cliff": "E5/F5", "level_1": "F5"}, "; a1 F5 br-457", "Between here and 99F5 is a cliff."),
        ({"cliff": "E5/F5", "level_1": "F5"}, "; aV1 F5 br-crusader-ii @9", "Between here and 99F5 is a cliff."),
        ({"woods": "F5"}, "; a1 F5 br-457 concealed; aV1 F5 br-crusader-ii @9", "An enemy vehicle is in 99F5: no platoon drives there."),
        ({"crag": "F5"}, "", "Between here and 99F5 is ground that it cannot enter."),
    ],
)
def test_181_22_why_a_vehicle_of_a_platoon_does_not_go_there(ground: dict[str, str], pieces: str, reason: str) -> None:
    t = drill(ground, f"xV1 E5 it-m11-39 @3 motion; xV2 E6 it-m11-39 @3 motion{pieces}", phasing="axis", date="1941-02-01")
    t.do("platoon xV1 xV2")
    assert t.refused("step xV1 F5 3").text == reason


def test_30_a_drive_to_what_is_no_hex_is_refused_like_any_other() -> None:
    t = drill({}, "aV1 E5 br-crusader-iii @3 motion")
    assert t.refused("drive aV1 axis-exited 3").rule == "30"
