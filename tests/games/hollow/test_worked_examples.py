"""What else the worked examples say about vehicles: the sentences beside their figures (176.51, 181.221, 188.25, 190.3)."""

from __future__ import annotations

from amba.games.hollow.rules.armour.r036_storming import storm_items
from amba.games.hollow.rules.r194_weather import GROUNDS
from tests.games.hollow.tanks import drill
from tests.games.hollow.test_platoons import field, next_movement, platoon

WORDS = {"orchard": "D4 B6", "wadi": "B4 A4 B4/A4 C4/B4", "woods": "A4 B5 A7", "level_1": "B4 A4 A5 B6 A7 B7"}
CREST = {"wadi": "F5 E5 G6 E5/F5 F5/G6", "level_1": "F5 F6 G5 E5 E6"}
AT_CREST = "xV1 F5 it-m14-41 @3 crest crest_1 exposed aa_mount"


def test_176_51_the_armoured_car_cannot_enter_woods_that_take_all_its_points() -> None:
    t = drill(WORDS, "xV1 C4 ge-psw-222-l @9 motion", phasing="axis", hills=True)
    t.do("wheel xV1", "ahead B4")
    found = t.refused("ahead A4")
    assert found.rule == "30"
    assert ("terrain", str(t.s.vehicle(t.piece("xV1")).mp), "176.5") in found.items
    assert "ahead A5" in t.menu()


def test_176_51_the_tank_with_half_a_point_left_may_risk_excessive_speed() -> None:
    t = drill(WORDS, "xV2 C4 ge-pzkpfw-iiil @9", phasing="axis", hills=True)
    t.do("wheel xV2", "start", "ahead B4", "ahead A4", "roll 2")
    assert t.left("xV2") == 0.5
    assert {"race 1", "roll-on"} <= set(t.menu())
    assert "brake" not in t.menu(), "stopping costs a point"


def test_190_3_a_tank_pays_one_more_where_scrub_grows_in_sand_wet_or_dry() -> None:
    for ground, cost in (("dry", 4), ("wet", 3), ("mud", 3)):
        t = drill({"sand": "F5", "scrub": "F5"}, "aV1 E5 br-crusader-i @3 motion", tracks={"ground": GROUNDS.index(ground)})
        t.do("wheel aV1", "ahead F5")
        assert t.spent("aV1") == cost


def test_188_25_from_a_crest_only_the_machine_gun_on_the_roof_fires_a_level_down() -> None:
    t = drill(CREST, f"{AT_CREST}; a1 J6 br-457", phase="prep", phasing="axis")
    assert "rake xV1 J6 aa" in t.menu()
    for gun in ("coaxial", "bow"):
        assert t.refused(f"rake xV1 J6 {gun}").rule == "188.25"
    assert t.refused("shell xV1 J6").rule == "188.25"


def test_188_25_men_go_at_a_vehicle_at_a_crest_as_at_any_other() -> None:
    crest = drill(CREST, f"{AT_CREST}; a1 F5 br-457", phase="melee")
    plain = drill({}, "xV1 F5 it-m14-41 @3 exposed aa_mount; a1 F5 br-457", phase="melee")
    assert "storm a1 xV1" in crest.menu()
    one, other = (storm_items(t.s, t.piece("a1"), t.piece("xV1")) for t in (crest, plain))
    assert one == other


def test_181_221_the_last_of_a_platoon_goes_on_in_this_phase_and_is_checked_in_the_next() -> None:
    t = field("xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @3 motion; a1 FF9 br-457", {"sand": "F6"})
    platoon(t, "xV1", "xV2")
    t.do("step xV1 F5 3", "step xV2 F6 3", "roll 11")
    assert t.has("xV2", "bogged")
    t.do("step xV1 G5 3")
    assert (t.where("xV1"), t.rolls) == ("G5", ""), "it is free to continue"
    t.do("brake", "stand")
    next_movement(t)
    assert t.preview("wheel xV1").column == "8 or less", "a check, if it wants to move"
