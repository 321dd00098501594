"""Shots of guns as a player reads them: the log's sum in motion, rates, mortars and rifles, shields, what the panel says of the burst and which cells of the charts are lit (33.3, 33.4, 34.4, 62, 145)."""

from __future__ import annotations

import pytest

from amba.core.event import Event, Said
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_vehicle_guns import fire, lawful

TWO_POUNDER = "aG1 E5 br-oqf-2-pdr @{hour}; a1 E5 br-228 +aG1; xV1 J5 it-m13-40 @9"
AT_GUN = "aG1 R5 br-oqf-2-pdr @9{marks}; a1 R5 br-228 +aG1{marks}"


def said(events: list[Event], what: str) -> Said:
    return next(event for event in events if isinstance(event, Said) and event.what == what)


def odds_of(t: Drill, order: str) -> dict[str, str]:
    return {chance.label: str(chance.chance) for chance in t.preview(order).odds}


def test_33_31_135_the_log_counts_the_lower_die_of_a_gun_in_motion_twice() -> None:
    """3 and 1, the 1 once more, and 6: that is 11, which is why 10 are not enough; the panel has a line for it."""
    t = drill({}, "aV1 E5 br-crusader-i @3 motion exposed; xV1 J5 it-m13-40 @9")
    t.do("wheel aV1", "ahead F5")
    assert ("in motion: the lower die counts", "twice", "33.31") in t.preview("engage aV1 xV1").items
    t.do("engage aV1 xV1")
    assert said(t.do("roll 3,1"), "gun shot").values[2:] == (10, "+6", 11, "miss")


def test_33_31_135_a_machine_gun_in_motion_counts_its_lower_die_twice_in_the_log() -> None:
    t = drill({}, "aV1 E5 br-lt-mk-vib @3 motion exposed; xV1 J5 it-m13-40 @9")
    t.do("wheel aV1", "ahead F5")
    t.do("pierce aV1 xV1")
    assert said(t.do("roll 3,1"), "gun shot").values[2:] == (10, "+6", 11, "miss")


def test_145_a_roll_of_2_in_motion_that_comes_to_more_than_the_number_may_still_hit() -> None:
    """1 and 1 is 3 in motion; with 8 more that is 11, above the 10 that are needed, and no roll comes to less."""
    t = drill({}, "aV1 E5 br-valentine-ii @3 motion exposed; xV1 J5 it-m13-40 @9 motion new_hex", date="1942-01-01")
    t.do("wheel aV1", "ahead F5")
    lawful(t, "engage aV1 xV1")
    t.do("engage aV1 xV1")
    assert said(t.do("roll 1,1"), "gun shot").values[2:] == (10, "+8", 11, "perhaps")


def test_145_a_turret_or_a_mount_that_turns_as_one_keeps_its_rate_when_it_is_turned() -> None:
    """The 2-pounder has a rate of 3 on a mount that turns all round, the Crusader 2 in its turret; the 47/32 has to be turned on its wheels."""
    t = fire(TWO_POUNDER.format(hour=9))
    t.do("engage aG1 xV1", "roll 3,6")
    assert "engage aG1 xV1" in t.menu()
    t = fire("aV1 E5 br-crusader-i @9 exposed; xV1 J5 it-m13-40 @9")
    t.do("engage aV1 xV1", "roll 2,6")
    assert "engage aV1 xV1" in t.menu()
    for coloured, fires_on in ((2, True), (3, False)):
        t = fire("xG1 E5 it-cannone-47-32 @9; x1 E5 it-227 +xG1; aV1 J5 br-crusader-i @9", "axis")
        t.do("engage xG1 aV1", f"roll {coloured},6")
        assert ("engage xG1 aV1" in t.menu()) is fires_on


def test_62_mortars_fire_over_the_area_at_vehicles_too() -> None:
    for firer in ("aG1 E5 br-oml-3-in-mortar @3; a1 E5 br-228 +aG1", "aV2 E5 br-carrier-2-in-mtr @3 exposed"):
        t = fire(f"{firer}; xV1 K5 it-m13-40 @9; x1 K6 it-346")
        gun = firer[:3]
        found = t.refused(f"engage {gun} xV1 he")
        assert (found.rule, found.text) == ("63", "A mortar fires over the area.")
        assert t.refused(f"shell {gun} K6").rule == "63"
        assert {f"shell {gun} K5 area", f"shell {gun} K6 area"} <= set(t.menu())


@pytest.mark.parametrize(
    "firer", ["xW1 E5 it-solothurn; xx x1 E5 it-346 +xW1", "xG1 E5 it-fucile-cc-s-20l-solothurn @3; x1 E5 it-227 +xG1", "xV1 E5 it-l3-cc @3"]
)
def test_mn_j_37_an_anti_tank_rifle_has_no_high_explosive(firer: str) -> None:
    """The gun of note J is an anti-tank rifle, and so is the Solothurn, whoever carries it."""
    gun, text = firer[:3], firer.replace("xx ", "")
    t = fire(f"{text}; aV1 H5 br-crusader-i @9; a1 I6 br-457", "axis", date="1941-01-01")
    assert t.refused(f"engage {gun} aV1 he").rule == "33.4"
    shells = [order for order in t.menu() if order.startswith(f"shell {gun}")]
    assert shells == ([] if gun == "xW1" else [f"shell {gun} I6"]), "solid shot at men, not over the area; what men carry fires as small arms"
    assert all(not what.startswith("a hit bursts") for order in shells for what, _, _ in t.preview(order).items)
    assert f"engage {gun} aV1" in t.menu()


def test_63_145_32_over_an_area_a_gunshield_counts_instead_of_other_cover() -> None:
    """75 mm over the area is the 6 column. In the open the shield is +2; emplaced there is +2 already, for gun and crew, and no more."""
    firer = "xG1 L5 it-cannone-75-27 @3; x1 L5 it-227 +xG1"
    bare, emplaced = (fire(f"{firer}; {AT_GUN.format(marks=marks)}", "axis") for marks in ("", " emplaced"))
    shield = "a hit bursts: gunshield, if it is no direct hit"
    assert (shield, "+2", "145.32") in bare.preview("shell xG1 R5 area").items
    items = emplaced.preview("shell xG1 R5 area").items
    assert ("a hit bursts: cover", "+2", "11") in items
    assert shield not in {what for what, _, _ in items}
    lawful(emplaced, "shell xG1 R5 area")
    near = {label: chance for label, chance in odds_of(emplaced, "shell xG1 R5 area").items() if label in {"2MC", "PTC"}}
    assert near == {"2MC": "5/324", "PTC": "25/324"}, "a hit that is not critical 20 in 36: one in 36 at 2 and 2 more, 5 in 36 at 8"


def test_63_a_gunshield_is_worth_half_against_a_mortar() -> None:
    t = fire(f"xG1 L5 it-mortaio-81-14 @3; x1 L5 it-227 +xG1; {AT_GUN.format(marks='')}", "axis")
    assert ("a hit bursts: gunshield, if it is no direct hit", "+1", "145.32") in t.preview("shell xG1 R5 area").items
    lawful(t, "shell xG1 R5 area")
    t.do("shell xG1 R5 area", "roll 2,3")
    assert said(t.do("roll 4,4"), "near miss").values[1] == "+1"


def test_33_31_64_a_machine_gun_at_armour_is_aimed_by_its_crew_as_a_gun_is() -> None:
    """Behind shut hatches 1 more, a captured one 2, an armour leader helps."""
    cases = {
        "br-lt-mk-vib @3": {"I": "+1"},
        "br-lt-mk-vib @3 exposed": {},
        "br-lt-mk-vib @3 exposed commander_1": {"leader": "-1"},
        "it-l3-35 @3 exposed": {"H": "+2"},
    }
    for kind, wanted in cases.items():
        t = fire(f"aV1 E5 {kind}; xV1 H5 it-m13-40 @9", date="1941-03-01")
        items = {what.split(":")[0]: value for what, value, _ in t.preview("pierce aV1 xV1").items}
        assert {case: items[case] for case in ("I", "H", "leader") if case in items} == wanted
        lawful(t, "pierce aV1 xV1")


@pytest.mark.parametrize("order", ["engage xV1 aV1", "shell xV1 K5", "rake xV1 K5", "pierce xV2 aV1"])
def test_194_71_the_panel_says_that_a_die_falls_for_the_dust(order: str) -> None:
    text = "xV1 E5 it-m13-40 @3; xV2 E6 it-l3-35 @3; aV1 I5 br-crusader-i @9; a1 K5 br-457"
    assert not fire(text, "axis").preview(order).warnings
    assert "194.71" in "".join(fire(text, "axis", tracks={"dust": 1}).preview(order).warnings)


def test_34_4_190_4_186_16_the_panel_says_how_a_shell_bursts() -> None:
    """105 mm is 20; half over the area, half in dry sand; among stones -1."""
    firer = "xG1 L5 it-cannone-105-28 @3; x1 L5 it-227 +xG1; a1 R5 br-457"
    for words, order, column in (({}, "shell xG1 R5", "20"), ({"sand": "R5"}, "shell xG1 R5", "8"), ({"sand": "R5"}, "shell xG1 R5 area", "4")):
        t = fire(firer, "axis", words=words)
        assert ("a hit bursts: column", column, "34.4") in t.preview(order).items
        t.do(order, "roll 3,3")
        assert said(t.do("roll 4,4"), "burst").values[1] == int(column)
    stones = fire(firer, "axis", words={"hammada": "R5"}).preview("shell xG1 R5").items
    assert ("a hit bursts: hammada", "-1", "186.16") in stones


def test_33_4_the_charts_are_lit_where_the_shot_is_read() -> None:
    """Shot, composite shot, high explosive and hollow charges each have their chart; the turret has its own facing; at soft vehicles the armour does not matter."""
    text = "aG1 L5 br-oqf-2-pdr @3; a1 L5 br-228 +aG1; xV1 R5 it-l6-40 @9/3; xV2 R6 it-autocarro-l @9"
    at = fire(text)
    guns = {("to_hit", "vehicle black", "6"), ("to_hit_guns", "L", "6"), ("to_hit_guns", "to 57 mm", "6"), ("to_hit_guns", "to 40 mm", "6")}
    plates = {("armour", "-2", "takes off"), ("armour", "-4", "takes off")}
    assert set(at.preview("engage aG1 xV1").lit) == guns | plates | {("ordnance", "40L", "AP"), ("kill_range", "ap to 57 mm", "6")}
    assert ("kill_ap_soft", "unarmoured", "37") in at.preview("engage aG1 xV2").lit
    german = fire("xG1 L5 ge-5cm-pak-38 @3; x1 L5 ge-228 +xG1; aV1 R5 br-crusader-i @9", "axis")
    composite = {("special_ammunition", "50L", "apcr"), ("kill_range", "apcr to 57 mm", "6"), ("to_hit_guns", "apcr", "6")}
    assert composite <= set(german.preview("engage xG1 aV1 apcr").lit)
    assert ("kill_he", "armoured", "50") in german.preview("engage xG1 aV1 he").lit
    piat = fire("a1 E5 br-457 +aW1; aW1 E5 br-piat; xV1 G5 it-m13-40 @9")
    assert ("special_ammunition", "PIAT", "heat") in piat.preview("engage aW1 xV1").lit
    bullets = fire("aV1 E5 br-lt-mk-vib @3; xV1 H5 it-m13-40 @9", date="1941-03-01")
    assert {("to_hit", "vehicle black", "6"), ("kill_range", "ap to 28 mm", "6"), ("armour", "-2", "takes off")} <= set(
        bullets.preview("pierce aV1 xV1").lit
    )


def test_33_4_66_the_panel_adds_up_the_numbers_to_kill_and_says_what_becomes_of_the_crew() -> None:
    """47 mm at a Crusader: 10 less 4 for hull and turret alike; its crew gets out on its number, and keeps its nerve on 8."""
    t = fire("xV1 E5 it-m13-40 @3 exposed; aV1 J5 br-crusader-i @9", "axis")
    found = t.preview("engage xV1 aV1")
    assert ("front of the hull or turret: destroyed below", "6", "33.4") in found.items
    means = {chance.label: chance.text for chance in found.odds}
    assert means["is destroyed"] == "a wreck; the crew gets out on 4 or less"
    assert means["may be shocked"] == "its crew is shocked, if it does not roll 8 or less"
    t = fire("aG1 L5 br-oqf-2-pdr @3; a1 L5 br-228 +aG1; xV1 R5 it-l6-40 @9/3 shaken")
    lines = {what: value for what, value, _ in t.preview("engage aG1 xV1").items}
    assert lines["front of the hull: destroyed below"] == "7", "10 less 3"
    assert lines["rear of the turret: destroyed below"] == "10", "10 less 1, and 1 from behind"
    means = {chance.label: chance.text for chance in t.preview("engage aG1 xV1").odds}
    assert "nobody gets out" in means["is destroyed"], "2, less 1 for a crew that was stunned"


def test_5_30_63_who_wants_to_walk_a_tank_or_a_gun_hears_why_not() -> None:
    """A tank that has had its movement says so; one that has not is driven, and a gun is pushed."""
    t = drill({}, "xV1 E5 it-m13-40 @3 moved; xV2 E6 it-m13-40 @3; xG1 D5 it-cannone-47-32 @3; x1 D5 it-227 +xG1; x2 D6 it-346", "axis")
    for piece, number, text in (("xV1", "5", "has moved already"), ("xV2", "30", "driven"), ("xG1", "63", "push")):
        found = t.refused(f"walk {piece} F5")
        assert found.rule == number
        assert text in found.text + "".join(map(str, found.values.values()))


def test_35_the_log_names_the_vehicle_that_rakes_a_hex_and_what_a_shot_comes_to() -> None:
    t = fire("xV1 E5 it-m13-40 @3 exposed; a1 H5 br-457; aV1 I5 br-crusader-i @9", "axis")
    t.do("rake xV1 H5")
    text = t.game.sentence(said(t.do("roll 6,4"), "shot"))
    assert "M13/40" in text
    assert "rakes 99H5" in text
    t.do("engage xV1 aV1")
    assert "modifiers +1, 8 in all: hit" in t.game.sentence(said(t.do("roll 3,4"), "gun shot"))


def test_145_vn_16_a_gun_with_few_rounds_is_low_before_it_is_out() -> None:
    """SMV M41M 90/53, 9 circled: 9 is low, then 8 or more ends it and the crew drives home; a 12 at first breaks it down."""
    text = "xV1 E5 it-smv-m41m-90-53 @3 exposed{}; aV1 M5 br-crusader-i @9"
    t = fire(text.format(""), "axis", date="1943-07-10")
    t.do("engage xV1 aV1", "roll 3,6")
    assert t.has("xV1", "low_ammo")
    assert not t.has("xV1", "malfunction")
    t = fire(text.format(" low_ammo"), "axis", date="1943-07-10")
    t.do("engage xV1 aV1", "roll 3,5")
    assert t.has("xV1", "gun_gone", "recalled")
    t = fire(text.format(""), "axis", date="1943-07-10")
    t.do("engage xV1 aV1", "roll 6,6")
    assert t.has("xV1", "malfunction")
    assert not t.has("xV1", "low_ammo")
