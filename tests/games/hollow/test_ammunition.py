"""Ammunition that runs out, acquired targets, intensive fire, shots at the tracks; anti-tank rifles, PIAT, bazooka and light mortars."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import pytest

from amba.core.game import Game
from amba.games.hollow.frames_armour import GunShot
from amba.games.hollow.rules.armour.r033_engaging import more_rolls
from amba.games.hollow.rules.armour.r145_aim import aim_of
from amba.games.hollow.rules.armour.r145_ammunition import listed_numbers, supplies
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read, said
from tests.games.hollow.tanks import Drill, drill


@pytest.mark.parametrize(
    ("text", "date", "found"),
    [
        ("H7", "1942-06-01", {"heat": 7}),
        ("A4 (41) A5 (42)", "1941-06-01", {"apcr": 4}),
        ("A4 (41) A5 (42)", "1942-06-01", {"apcr": 5}),
        ("A5 (42), s8", "1941-06-01", {}),
        ("AP7, H6 (5/42+), s9", "1942-04-01", {"ap": 7}),
        ("AP7, H6 (5/42+), s9", "1942-05-01", {"ap": 7, "heat": 6}),
        ("HE7 from 2/43 (none before)", "1942-10-01", {}),
        ("no HE before 2/43, then HE7", "1943-03-01", {"he": 7}),
        ("no HE before 2/43, then HE7", "1942-10-01", {}),
        ("IFE 4", "1942-10-01", {}),
    ],
)
def test_145_the_depletion_numbers_of_the_list(text: str, date: str, found: dict[str, int]) -> None:
    assert listed_numbers(text, date) == found


def against_tank(gun: str, *more: str, date: str = "1942-10-01", tank: str = "aV1 E9 br-matilda-ii @11", crew: str = "it-126v") -> Drill:
    """An Axis gun with an Axis crew against a British tank seven hexes off."""
    return drill({}, "; ".join([f"x9 E2 {crew} +xG1", f"xG1 E2 {gun} @5", tank, *more]), phasing="axis", phase="prep", date=date)


def test_145_hollow_charges_run_out() -> None:
    """A 75/27 has H6: 5 or less and it fires, 6 is the last one, more and there is none; the gun has not fired then."""
    t = against_tank("it-cannone-75-27")
    preview = t.preview("engage xG1 aV1 heat")
    assert ("hollow charges: none above", "6", "145") in preview.items
    assert {c.label: c.chance for c in preview.odds}["has none"] == Fraction(21, 36)
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, "engage", "xG1", "aV1", "heat")) == []
    t.do("engage xG1 aV1 heat")
    assert said(t.do("roll 4,3"), "no ammunition").values[1] == "hollow charges"
    assert t.refused("engage xG1 aV1 heat").rule == "33.4"
    assert "engage xG1 aV1" in t.menu(), "it has not fired"
    last = against_tank("it-cannone-75-27")
    last.do("engage xG1 aV1 heat", "roll 3,3")
    assert last.has("xG1", "no_hollow", "prep_fired")
    some = against_tank("it-cannone-75-27")
    some.do("engage xG1 aV1 heat", "roll 2,3")
    assert not some.has("xG1", "no_hollow")


def test_145_an_elite_crew_has_one_more() -> None:
    t = against_tank("it-cannone-75-27", crew="it-227")
    assert ("hollow charges: none above", "7", "145") in t.preview("engage xG1 aV1 heat").items


def test_mn_h_not_before_september_1942() -> None:
    for date, has in (("1942-08-15", False), ("1942-09-01", True)):
        t = against_tank("it-cannone-75-27", date=date)
        assert ("heat" in supplies(t.s, t.piece("xG1"))) is has


def test_33_4_composite_shot_of_the_pak_38() -> None:
    t = against_tank("ge-5cm-pak-38", date="1941-11-20")
    preview = t.preview("engage xG1 aV1 apcr")
    assert ("to kill: 50L APCR", "17", "33.4") in preview.items
    assert ("composite shot: none above", "5", "145") in preview.items
    assert t.refused("engage xG1 aV1 apds").rule == "33.4"


def test_145_33_31_a_target_is_acquired_by_firing_at_it() -> None:
    t = against_tank("it-cannone-47-32", date="1942-06-01")
    t.do("engage xG1 aV1", "roll 1,6", "roll 12")
    for level in ("-1", "-2", "-2"):
        assert any(value == level and what.startswith("N") for what, value, _ in t.preview("engage xG1 aV1").items)
        t.do("engage xG1 aV1", "roll 1,6", "roll 12")
    assert aim_of(t.s, t.piece("xG1")) // 3 == t.piece("aV1")


def test_145_it_is_lost_when_the_target_gets_out_of_sight_or_the_gun_swings_round() -> None:
    words, text = {"building": "E7"}, "x9 E2 it-227 +xG1; xG1 E2 it-cannone-47-32 @5; aV1 G8 br-crusader-i @9 motion"
    aimed = {"xG1_aim": 3 * drill(words, text).piece("aV1") + 2}
    t = drill(words, text, tracks=aimed)
    t.do("wheel aV1", "ahead F8")
    assert aim_of(t.s, t.piece("xG1")), "still in sight"
    t.do("ahead E8")
    assert not aim_of(t.s, t.piece("xG1")), "behind the building"
    swung = drill({}, "x9 E2 it-227 +xG1; xG1 E2 it-cannone-47-32 @5; aV1 E9 br-crusader-i @11", phasing="axis", phase="prep", tracks=aimed)
    swung.do("swing xG1 1")
    assert not aim_of(swung.s, swung.piece("xG1"))


def test_145_33_31_intensive_fire_once_and_worse_and_it_breaks_sooner() -> None:
    t = against_tank("it-cannone-47-32", date="1942-06-01")
    assert t.refused("intensive xG1").rule == "145", "it has not fired yet"
    t.do("engage xG1 aV1", "roll 5,5")
    assert t.refused("engage xG1 aV1").rule == "63"
    t.do("intensive xG1")
    assert ("F: intensive fire", "+2", "33.31") in t.preview("engage xG1 aV1").items
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, "engage", "xG1", "aV1")) == []
    t.do("engage xG1 aV1", "roll 4,6")
    assert t.has("xG1", "malfunction"), "10 instead of 12"
    assert t.refused("intensive xG1").rule == "145"


def test_33_31_a_shot_at_the_tracks_stops_a_tank_without_another_roll() -> None:
    t = drill({}, "x9 E5 it-227 +xG1; xG1 E5 it-cannone-47-32 @5; aV1 E9 br-matilda-ii @11", phasing="axis", phase="prep")
    preview = t.preview("engage xG1 aV1 tracks")
    assert ("G: aimed at the tracks", "+5", "33.31") in preview.items
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, "engage", "xG1", "aV1", "tracks")) == []
    t.do("engage xG1 aV1 tracks", "roll 2,1")
    assert t.has("aV1", "immobile")
    far = against_tank("it-cannone-47-32", date="1942-06-01")
    assert far.refused("engage xG1 aV1 tracks").rule == "33.31", "seven hexes"


def test_mn_a_two_rolls_to_kill_of_which_the_firer_takes_one() -> None:
    t = drill({}, "xV1 E5 it-l3-35 @3; aV1 H6 br-crusader-i @9", phasing="axis", phase="prep")
    shot = GunShot(t.piece("xV1"), "prep", t.s.at[t.piece("aV1")], t.piece("aV1"), "vehicle", "ap", 0)
    assert [more_rolls(t.s, shot, is_double) for is_double in (False, True)] == [1, 2]
    other = drill({}, "xV1 E5 it-m13-40 @3; aV1 H6 br-crusader-i @9", phasing="axis", phase="prep")
    assert more_rolls(other.s, shot._replace(gun=other.piece("xV1")), False) == 0


# what men carry


def test_37_an_anti_tank_rifle_fires_at_a_tank_and_the_squad_has_its_rifles_left() -> None:
    t = drill({}, "a1 E5 br-457 +aW1; aW1 E5 br-atr; xV1 E9 it-l3-35 @11; x1 F9 it-346", phase="prep")
    preview = t.preview("engage aW1 xV1")
    assert preview.items[0] == ("vehicle at 4", "10", "33.3")
    assert ("to kill: ATR AP", "5", "33.4") in preview.items
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, "engage", "aW1", "xV1")) == []
    t.do("engage aW1 xV1", "roll 6,5")
    assert t.refused("engage aW1 xV1").rule == "63"
    assert "from a1 F9" in t.menu(), "its rifles"


def test_37_out_of_range_and_a_leader_who_has_fired() -> None:
    t = drill({}, "a1 E5 br-457 +aW1; aW1 E5 br-atr; xV1 T9 it-l3-35 @11", phase="prep")
    assert t.refused("engage aW1 xV1").rule == "63"
    fired = drill({}, "a1 E5 br-247 fired +aW1; aW1 E5 br-atr; xV1 E9 it-l3-35 @11", phase="prep")
    assert fired.refused("engage aW1 xV1").rule == "17"


def test_197_1_italian_rifles_have_black_numbers() -> None:
    t = drill({}, "x1 E1 it-346 +xW1; xW1 E1 it-solothurn; aV1 E9 br-crusader-i @11", phasing="axis", phase="prep")
    assert t.preview("engage xW1 aV1").items[0] == ("vehicle at 8", "9", "33.3")


def test_37_31_the_numbers_of_the_bazooka_and_the_piat() -> None:
    for place, number in (("E6", 8), ("E7", 7), ("E8", 6), ("E9", 3)):
        t = drill({}, f"a1 E5 br-457 +aW1; aW1 E5 am-bazooka; xV1 {place} it-m13-40 @11", phase="prep", date="1943-02-01")
        assert t.preview("engage aW1 xV1").items[0] == (
            f"Bazooka at {t.s.field.range(t.s.at[t.piece('a1')], t.s.at[t.piece('xV1')])}",
            str(number),
            "37.31",
        )
    moved = drill({}, "a1 E5 br-457 moved +aW1; aW1 E5 br-piat; xV1 E8 it-m13-40 @11", phase="advancing", date="1943-05-01")
    assert moved.preview("engage aW1 xV1").items[0] == ("PIAT at 3", "4", "37.31")
    far = drill({}, "a1 E5 br-457 +aW1; aW1 E5 br-piat; xV1 E9 it-m13-40 @11", phase="prep")
    assert far.refused("engage aW1 xV1").rule == "63"
    gone = drill({}, "a1 E5 br-457 +aW1; aW1 E5 am-bazooka; xV1 E6 it-m13-40 @11", phase="prep")
    gone.do("engage aW1 xV1", "roll 6,5")
    assert not gone.s.is_on_map(gone.piece("aW1")), "a bazooka that fails is gone"


def test_62_a_light_mortar_fires_over_the_area_not_too_near_and_not_after_moving() -> None:
    t = drill({}, "a1 E5 br-457 +aW1; aW1 E5 br-mortar; x1 E9 it-346; x2 E6 it-346", phase="prep")
    assert t.refused("shell aW1 E6 area").rule == "63", "two hexes at least"
    assert t.refused("shell aW1 E9").rule == "63", "over the area"
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, *t.words("shell aW1 E9 area"))) == []
    t.do("shell aW1 E9 area", "roll 3,3")
    assert said(t.do("roll 6,5"), "burst").values[1] == 2, "51 mm: 6, half of it 3, on the column of 2"
    moved = drill({}, "a1 E5 br-457 moved +aW1; aW1 E5 br-mortar; x1 E9 it-346", phase="advancing")
    assert moved.refused("shell aW1 E9 area").rule == "62"
    assert not [order for order in t.menu() if order.startswith("from aW1")], "it does not fire by the table"


def test_188_171_light_weapons_at_a_crest_fire_all_round_and_a_mortar_to_the_front() -> None:
    words = {"wadi": "F5 F6 F5/F6"}
    t = drill(
        words, "a1 F5 br-457 crest crest_1 +aW1 +aW2; aW1 F5 br-atr; aW2 F5 br-mortar; xV1 B4 it-l3-35 @3; x1 B5 it-346; x2 J5 it-346", phase="prep"
    )
    assert "engage aW1 xV1" in t.menu()
    assert t.refused("shell aW2 B5 area").rule == "188.17"
    assert "shell aW2 J5 area" in t.menu()


# wire


def test_56_vn_19_a_tracks_and_the_lancia_tear_wire_away() -> None:
    for kind, side, gone in (("br-crusader-i", "a", True), ("ge-psw-222-l", "x", False), ("it-lancia-izm", "x", True)):
        land = "east africa" if kind == "it-lancia-izm" else "libya"
        date = "1941-01-10" if kind == "it-lancia-izm" else "1942-06-01"
        t = drill(
            {},
            f"{side}V1 E5 {kind} @3 motion; {'x' if side == 'a' else 'a'}F1 F5 wire",
            phasing="allied" if side == "a" else "axis",
            land=land,
            date=date,
        )
        t.do(
            f"wheel {side}V1", *(["roll 2"] if kind == "it-lancia-izm" else []), "ahead F5", "roll 2"
        )  # the Lancia has no radio: its crew is checked
        assert (t.where("xF1" if side == "a" else "aF1") != "F5") is gone, kind


def test_vn_19_a_a_bogged_tank_tears_nothing() -> None:
    t = drill({}, "aV1 E5 br-crusader-i @3 motion; xF1 F5 wire")
    t.do("wheel aV1", "ahead F5", "roll 12")
    assert t.has("aV1", "bogged")
    assert t.where("xF1") == "F5"


# shells over an area among vehicles


def shelled(tank: str, words: dict[str, str] | None = None) -> Drill:
    t = drill(words or {}, f"x9 E2 it-227 +xG1; xG1 E2 it-cannone-105-28 @5; aV1 E9 {tank} @11", phasing="axis", phase="prep")
    order = read(t.game, t.s, *t.words("shell xG1 E9 area"))
    assert odds_are_the_odds(cast("Game", t.game), t.s, order) == []
    t.do("shell xG1 E9 area", "roll 2,3")
    return t


def test_34_4_a_shell_over_the_area_strikes_vehicles_too() -> None:
    """105 mm: 20, half of it 10, on the column of 8. Lorries by their line (7); a tank where men would be reduced (3) or one above, and a Crusader has thin armour: one less."""
    for tank, dice, marks in (
        ("br-15-cwt-truck", "2,1", ["wreck", "burning"]),
        ("br-15-cwt-truck", "3,2", ["wreck"]),
        ("br-crusader-i", "3,1", ["immobile"]),
        ("br-crusader-i", "1,3", ["shocked"]),
        ("br-crusader-i", "4,3", []),
    ):
        t = shelled(tank)
        t.do(f"roll {dice}")
        for mark in ("wreck", "burning", "immobile", "shocked"):
            assert t.has("aV1", mark) is (mark in marks), (tank, dice, mark)


def test_34_4_a_hex_with_vehicles_alone_is_shelled_over_the_area_only() -> None:
    t = drill({}, "x9 E2 it-227 +xG1; xG1 E2 it-cannone-105-28 @5; aV1 E9 br-crusader-i @11", phasing="axis", phase="prep")
    assert t.refused("shell xG1 E9").rule == "7"
    assert "shell xG1 E9 area" in t.menu()
