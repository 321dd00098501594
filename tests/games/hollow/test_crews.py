"""Crews: under fire, stunned, shocked, recalled, bailing out, mending, scrounging; what has no armour under fire (29, 64, 66, 176.711)."""

from __future__ import annotations

from fractions import Fraction

from amba.games.hollow.counters import BYPASS
from amba.games.hollow.frames import Shot
from amba.games.hollow.rules.r011_modifiers import modifiers
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_vehicle_guns import fire, lawful


def until(t: Drill, kind: str) -> None:
    """Everybody ends his phase until this is asked."""
    while (found := t.game.decision(t.s)) is not None and found.kind != kind:
        t.do("done")


def drm(t: Drill, firer: str, target: str) -> dict[str, int]:
    shot = Shot(t.s.side[t.piece(firer)], "prep", t.s.at[t.piece(target)], (t.piece(firer),), (t.piece(target),))
    return {item.what: item.value for item in modifiers(t.s, shot, t.piece(target))}


def test_29_rifles_hurt_a_lorry_by_the_line_for_vehicles() -> None:
    """4 factors: 5 immobilises, less destroys, 2 burns; a lorry without arms that is immobilised is a wreck."""
    for dice, marks in (("1,1", ("wreck", "burning")), ("1,3", ("wreck",)), ("2,3", ("wreck",)), ("3,3", ())):
        t = fire("a1 E5 br-457; xV1 H5 it-autocarro-l @3")
        assert t.preview("fire H5").column == "4"
        t.do("fire H5", "shoot", f"roll {dice}")
        assert t.has("xV1", *marks)
        assert t.has("xV1", "wreck") is bool(marks)
    lawful(fire("a1 E5 br-457; xV1 H5 it-autocarro-l @3"), "fire H5")
    shut = fire("a1 E5 br-457; xV1 H5 it-m13-40 @3")
    assert shut.refused("fire H5").rule == "8"


def test_29_a_shot_at_a_hex_hits_men_and_lorry_with_the_same_dice() -> None:
    t = fire("a1 E5 br-457; x1 H5 it-346; xV1 H5 it-autocarro-l @3")
    t.do("fire H5", "shoot", "roll 1,2")
    assert t.rolls == "check", "the men check first"
    t.do("roll 7")
    assert t.has("xV1", "wreck")


def test_64_an_exposed_crew_has_two_and_is_stunned_when_it_fails() -> None:
    t = fire("a1 E5 br-457; xV1 H5 it-m13-40 @9 exposed")
    assert drm(t, "a1", "xV1") == {"crew exposed": 2}
    lawful(t, "fire H5")
    t.do("fire H5", "shoot", "roll 1,2")
    assert t.rolls == "crew under fire"
    t.do("roll 8")
    assert t.has("xV1", "stunned")
    assert not t.has("xV1", "exposed")
    until(t, "rally")
    assert t.has("xV1", "shaken")
    assert not t.has("xV1", "stunned")


def test_64_a_kill_or_a_second_stun_recalls_the_crew() -> None:
    t = fire("a1 E5 br-648; a2 E5 br-648; aL1 E5 10-2; xV1 F5 it-m13-40 @9 exposed shaken")
    t.do("fire F5", "shoot", "roll 1,1")
    assert t.has("xV1", "recalled")
    again = fire("a1 E5 br-457; xV1 H5 it-m13-40 @9 exposed shaken")
    again.do("fire H5", "shoot", "roll 1,2", "roll 9")
    assert again.has("xV1", "recalled", "stunned")
    alone = fire("a1 E5 br-457; xV1 H5 it-ab-41 @9 exposed")
    alone.do("fire H5", "shoot", "roll 1,2", "roll 9")
    assert alone.has("xV1", "recalled"), "alone in his turret"


def test_mn_e_a_stunned_tankette_is_sent_home() -> None:
    t = fire("a1 E5 br-457; xV1 H5 it-l3-35 @9 exposed", date="1941-03-01")
    t.do("fire H5", "shoot", "roll 1,2", "roll 9")
    assert t.has("xV1", "recalled")


def test_64_a_recalled_vehicle_drives_home_and_off_the_map() -> None:
    """The Axis sets up in the east of the practice board."""
    t = drill({}, "xV1 EE5 it-m13-40 @3 recalled shaken; a1 B5 br-457; x1 T5 it-346", "axis")
    assert t.refused("done").rule == "64"
    t.do("wheel xV1")
    assert t.refused("stand").rule == "64"
    t.do("start", "roll 5")
    assert t.refused("brake").rule == "64"
    assert t.refused("drive-off").rule == "64"
    t.do("ahead FF5")
    assert t.refused("roll-on").rule == "64"
    t.do("ahead GG5", "drive-off")
    assert t.where("xV1") == "unused"
    turned = drill({}, "xV1 EE5 it-m13-40 @9 recalled shaken motion; a1 B5 br-457", "axis")
    turned.do("wheel xV1")
    assert turned.refused("ahead DD5").rule == "64"


def test_64_a_recalled_crew_that_cannot_drive_leaves() -> None:
    t = fire("a1 E5 br-648; a2 E5 br-648; aL1 E5 10-2; xV1 F5 it-m13-40 @9 exposed immobile")
    t.do("fire F5", "shoot", "roll 1,1")
    assert t.has("xV1", "abandoned")


def test_66_a_shocked_crew_comes_round_or_may_be_dead() -> None:
    for first, second, marks in (("2", "", ()), ("3", "3", ()), ("6", "4", ("wreck",))):
        t = fire("a1 B5 br-457; x1 T5 it-346; xV1 H5 it-m13-40 @9 shocked", phase="rally")
        t.do("done", "done")
        assert t.rolls == "shock"
        t.do(f"roll {first}")
        assert t.has("xV1", "unknown_kill") is bool(second)
        if second:
            until(t, "rally")
            t.do("done", "done", f"roll {second}")
        assert t.has("xV1", *marks)
        assert t.has("xV1", "wreck") is bool(marks)


def test_66_an_attack_that_immobilises_makes_the_crew_check() -> None:
    t = fire("aV1 E5 br-crusader-i @3 exposed; xV1 H5 it-m13-40 @9")
    t.do("engage aV1 xV1", "roll 4,3", "roll 7")
    assert t.has("xV1", "immobile")
    assert t.rolls == "crew check"
    t.do("roll 8")
    assert t.has("xV1", "abandoned")


def test_176_711_a_crew_that_bails_out_is_in_danger_until_the_phase_ends_and_then_may_get_away() -> None:
    t = fire("aV1 E5 br-crusader-i @3 exposed; xV1 H5 it-m13-40 @9; a1 E6 br-457")
    t.do("engage aV1 xV1", "roll 4,3", "roll 7", "roll 8")
    crew = t.game.names.pieces[t.s.units(1)[0]]
    assert t.has(crew, "hazard")
    assert drm(t, "a1", crew) == {"beside a vehicle or wreck": 1, "bails out": -2}
    t.do("done")
    found = t.game.decision(t.s)
    assert found is not None
    assert (found.kind, found.rule) == ("bailed out", "176.711")
    assert t.refused("slip E5").rule == "176.711"
    t.do("slip I5")
    assert (t.where(crew), t.has(crew, "hazard")) == ("I5", False)


def test_66_a_crew_that_was_stunned_gets_out_less_often() -> None:
    t = fire("aV1 E5 br-crusader-i @3 exposed; xV1 H5 it-m13-40 @9 shaken")
    t.do("engage aV1 xV1", "roll 4,3", "roll 5")
    events = t.do("roll 4")
    assert any("nobody gets out" in str(getattr(event, "values", "")) for event in events), "4, less 1"


def test_66_crews_mend_their_weapons_and_tracks() -> None:
    for what, mark, die, gone in (
        ("bow", "bow_broken", 1, ""),
        ("gun", "malfunction", 6, "gun_gone"),
        ("tracks", "immobile", 1, ""),
        ("tracks", "immobile", 6, "immobile"),
    ):
        t = fire(f"xV1 E5 it-m13-40 @3 {mark}; a1 P5 br-457", "axis", "rally")
        lawful(t, f"mend xV1 {what}")
        t.do(f"mend xV1 {what}", f"roll {die}")
        assert t.has("xV1", mark) is (gone == mark)
        if gone and what == "gun":
            assert t.has("xV1", gone, "recalled"), "without its gun it is sent home"
        assert t.refused(f"mend xV1 {what}").rule == "66"


def test_mn_b_the_bow_gun_of_an_m13_is_scrounged_as_a_light_one() -> None:
    t = fire("xV1 E5 it-m13-40 @3 wreck; x1 E5 it-346; a1 P5 br-457", "axis", "rally")
    lawful(t, "scrounge x1 xV1")
    chances = {chance.label: chance.chance for chance in t.preview("scrounge x1 xV1").odds}
    assert chances == {"0": Fraction(1, 2), "1": Fraction(1, 2)}
    t.do("scrounge x1 xV1", "roll 2")
    assert [t.s.weapon(w).key for w in t.s.weapons_of(t.piece("x1"))] == ["it-lmg"]
    assert t.refused("scrounge x1 xV1").rule in {"64", "54"}
    burnt = fire("xV1 E5 it-m13-40 @3 wreck burning; x1 E5 it-346; a1 P5 br-457", "axis", "rally")
    assert burnt.refused("scrounge x1 xV1").rule == "64"


def test_vn_11_a_from_behind_the_turret_of_an_mr_35_hatches_are_worth_one() -> None:
    for turret, value in ((9, 2), (3, 1)):
        t = fire(f"a1 E5 br-457; xV1 H5 it-mr35-f @9/{turret} exposed", date="1943-07-15", land="italy")
        assert list(drm(t, "a1", "xV1").values()) == [value]


def test_vn_16_a_the_gunners_of_the_smv_90_53_stand_behind_it() -> None:
    for facing, items in ((9, {"crew exposed behind its gun": 1}), (3, {})):
        t = fire(f"a1 E5 br-457; xV1 H5 it-smv-m41m-90-53 @{facing} exposed", date="1943-07-15", land="italy")
        assert drm(t, "a1", "xV1") == items
    close = fire("a1 H5 br-457; aV1 E5 br-crusader-i @3; xV1 H5 it-smv-m41m-90-53 @9 exposed", "axis", date="1943-07-15", land="italy")
    assert close.refused("engage xV1 aV1").rule == "VN 16.a"


def test_16_men_fire_at_lorries_that_drive_by_standing_order() -> None:
    t = drill({}, "xV1 H5 it-autocarro-l @9 motion; a1 D5 br-457; a2 D5 br-457", "axis", tracks={"allied_chance": 20})
    t.do("wheel xV1", "ahead G5")
    assert t.rolls == "fire"
    t.do("roll 1,3")
    assert t.has("xV1", "wreck")


def test_196_7_a_vehicle_in_bypass_does_not_fill_its_hex() -> None:
    for bypasses, hindered in ((False, True), (True, False)):
        t = fire("a1 E5 br-457; x1 G6 it-346; xV1 F5 it-m13-40 @3", words={"woods": "F4"})
        t.s.mark("132", t.piece("xV1"), BYPASS, bypasses)
        assert ("vehicle or wreck" in drm(t, "a1", "x1")) is hindered


def test_176_74_a_vehicle_that_sticks_on_its_way_is_a_moving_target() -> None:
    t = drill({"sand": "F5"}, "xV1 E5 it-m13-40 @3 motion; aV1 K5 br-crusader-i @9 exposed", "axis")
    t.do("wheel xV1", "ahead F5", "roll 12")
    assert t.has("xV1", "bogged", "new_hex")
    until(t, "final")
    assert ("J: the target moves", "+2", "33.31") in t.preview("engage aV1 xV1").items


def test_66_a_shocked_crew_that_bails_out_leaves_a_vehicle_that_nobody_rolls_for() -> None:
    """M13/40 hit in the hull by a Crusader: 7 immobilises it; its crew, shocked before, fails its check."""
    t = drill({}, "xV1 E5 it-m13-40 @3 shocked; aV1 H5 br-crusader-ii @9", phase="prep")
    t.do("engage aV1 xV1", "roll 6,2", "roll 7", "roll 12")
    assert t.has("xV1", "abandoned", "immobile")
    assert not t.has("xV1", "shocked")
