"""Hull down: walls, deirs, hillocks, trenches, crest lines and the manoeuvre (32.3, 77, 137.3, 187.14, 189.19, 189.20)."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import pytest

from amba.core.game import Game
from amba.games.hollow.rules.armour.r077_hull_down import hull_down, vehicle_cover
from amba.games.hollow.rules.r029_vehicles import park, refuse_parking
from amba.games.hollow.rules.r191_works import fall_in
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read, said
from tests.games.hollow.tanks import Drill, drill

GUN = "a9 E2 br-228 +aG1; aG1 E2 br-oqf-2-pdr @5"


def facing(words: dict[str, str], tank: str = "xV1 E6 it-m13-40 @11", gun: str = GUN) -> Drill:
    return drill(words, f"{gun}; {tank}", phase="prep")


def down(t: Drill) -> str:
    return hull_down(t.s, t.piece("a9"), t.piece("xV1"))


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ({}, ""),
        ({"wall": "E5/E6"}, "32.3"),
        ({"hedge": "E5/E6"}, ""),
        ({"deir": "E6", "lip": "E5/E6"}, "187.14"),
        ({"hillock": "E5"}, "189.19"),
    ],
)
def test_32_3_187_14_189_19_what_hides_the_hull_of_a_tank(words: dict[str, str], rule: str) -> None:
    t = facing(words)
    assert down(t) == rule


def test_32_3_a_hit_in_the_hull_behind_a_wall_is_a_miss() -> None:
    t = facing({"wall": "E5/E6"})
    t.do("engage aG1 xV1")
    assert said(t.do("roll 4,2"), "hull down").rule == "32.3"
    again = facing({"wall": "E5/E6"})
    order = read(again.game, again.s, *again.words("engage aG1 xV1"))
    assert odds_are_the_odds(cast("Game", again.game), again.s, order) == []
    again.do("engage aG1 xV1", "roll 2,4")
    assert again.rolls == "to kill", "the turret shows"


def test_187_14_a_lorry_has_the_terrain_on_the_dice_instead() -> None:
    t = facing({"deir": "E6", "lip": "E5/E6"}, "xV1 E6 it-autocarro-l @11")
    assert down(t) == ""
    assert [(i.what, i.value) for i in vehicle_cover(t.s, t.piece("a9"), t.piece("xV1"))] == [("lip of a deir", 1)]


def test_189_20_height_on_the_dice_and_no_manoeuvre_on_a_hillock() -> None:
    t = facing({"level_1": "E6 F6 D6 E7"})
    assert ("height advantage", "+1", "189.20") in t.preview("engage aG1 xV1").items
    hillock = drill({"hillock": "F5"}, "aV1 E5 br-crusader-i @3 motion")
    hillock.do("wheel aV1", "ahead F5")
    assert hillock.refused("hull-down").rule == "189.20"


def on_the_crest(extra: str = "") -> Drill:
    t = drill({"level_1": "E5 F5 F6 E6 D5 D6"}, f"aV1 D5 br-crusader-i @3 motion {extra}; x9 J6 it-227 +xG1; xG1 J6 it-cannone-47-32 @9")
    t.do("wheel aV1", "ahead E5", "ahead F5")
    return t


def test_77_the_manoeuvre_on_a_crest_line() -> None:
    """Two points and a stop; a die of 1 hides it over three crest hexsides, 3 over one, buttoned up one more on the die."""
    t = on_the_crest("exposed")
    before = t.spent("aV1")
    preview = t.preview("hull-down")
    assert {chance.label: chance.chance for chance in preview.odds} == {
        "3": Fraction(1, 6),
        "2": Fraction(1, 6),
        "1": Fraction(1, 6),
        "0": Fraction(1, 2),
    }
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, "hull-down")) == []
    t.do("hull-down", "roll 1")
    assert t.spent("aV1") == before + 3
    assert t.has("aV1", "hull_down", "down_1", "down_2")
    assert not t.has("aV1", "motion")
    assert hull_down(t.s, t.piece("x9"), t.piece("aV1")) == "77", "from a level lower over the crest"
    t.do("start", "roll 2")
    assert not t.has("aV1", "hull_down"), "it is lost by starting"


def test_77_buttoned_up_it_is_harder_and_on_flat_ground_there_is_no_crest() -> None:
    t = on_the_crest()
    assert {chance.label: chance.chance for chance in t.preview("hull-down").odds} == {"2": Fraction(1, 6), "1": Fraction(1, 6), "0": Fraction(2, 3)}
    t.do("hull-down", "roll 3")
    assert not t.has("aV1", "hull_down")
    flat = drill({}, "aV1 E5 br-crusader-i @3 motion")
    flat.do("wheel aV1", "ahead F5")
    assert flat.refused("hull-down").rule == "77"


def test_77_from_the_same_level_everything_shows() -> None:
    t = drill(
        {"level_1": "F5 F6 G6 H6"}, "aV1 F5 br-crusader-i @3 hull_down down_1 down_2; x9 H6 it-227 +xG1; xG1 H6 it-cannone-47-32 @9", phase="prep"
    )
    assert hull_down(t.s, t.piece("x9"), t.piece("aV1")) == ""


def test_137_3_a_tank_under_a_trench_is_hull_down_and_leaves_backwards() -> None:
    t = drill({"trench": "E6"}, "xV1 E6 it-m13-40 @11 hull_down dug_in motion; " + GUN, phasing="axis")
    assert down(t) == "137.3"
    t.do("wheel xV1")
    assert t.refused("turn 1").rule == "137.3"
    assert t.refused("ahead E5").rule == "137.3"
    t.do("back E7")
    assert not t.has("xV1", "dug_in")
    assert not t.has("xV1", "hull_down")


def test_137_3_a_gun_in_the_hull_does_not_turn_in_its_trench() -> None:
    t = drill({"trench": "E6"}, "xV1 E6 it-smv-m41-75-18 @5 hull_down dug_in; a1 E3", phasing="axis", phase="prep")
    assert t.refused("shell xV1 E3").rule == "137.3"


def test_137_3_at_set_up_a_vehicle_is_dug_in_where_its_trench_is() -> None:
    t = drill({"trench": "R5"}, "xV1 R5 it-m13-40", phase="prep")
    park(t.s, t.piece("xV1"), t.s.at[t.piece("xV1")])
    assert t.has("xV1", "hull_down", "dug_in")


def test_137_72_a_tank_whose_trench_is_gone_is_hull_down_no_more_and_drives_ahead() -> None:
    t = drill({}, "xV1 E6 it-m13-40 @3 hull_down dug_in motion; xF1 E6 trench", phasing="axis")
    t.do("wheel xV1")
    assert t.refused("ahead F6").rule == "137.3"
    gone = drill({}, "xV1 E6 it-m13-40 @3 hull_down dug_in motion; xF1 E6 trench", phasing="axis")
    fall_in(gone.s, "137.72", gone.piece("xF1"))
    gone.do("wheel xV1", "ahead F6")
    assert not gone.has("xV1", "hull_down")


@pytest.mark.parametrize(
    ("words", "work", "kind", "rule"),
    [
        ({"trench": "E6"}, "", "it-autocarro-l", "137.6"),
        ({"trench": "E6"}, "", "it-autocann-90-53", ""),
        ({"trench": "E6"}, "", "it-ab-41", ""),
        ({"trench": "E6"}, "", "it-m13-40", ""),
        ({}, "; xF1 E6 ditch", "it-m13-40", "137.71"),
        ({"marsh": "E6"}, "", "it-m13-40", "29"),
    ],
)
def test_137_3_137_6_137_71_where_vehicles_are_set_up(words: dict[str, str], work: str, kind: str, rule: str) -> None:
    t = drill(words, f"xV1 E5 {kind} @3; x1 E6 it-346{work}", phasing="axis")
    found = refuse_parking(t.s, t.piece("xV1"), t.s.at[t.piece("x1")])
    assert (found.rule if found is not None else "") == rule
