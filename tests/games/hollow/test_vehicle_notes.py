"""Notes on single vehicles, mud, and shots that hit by chance (VN 7.a, 16.a, 17.a, 27.a; 194.8; 145)."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from amba.core.game import Game
from amba.games.hollow.rules.armour.r063_guns import arms_of
from amba.games.hollow.rules.armour.r194_mud_bog import mud_weights
from amba.games.hollow.rules.r029_vehicles import desert_value
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read, said
from tests.games.hollow.tanks import Drill, drill


def test_vn_7_a_the_m11_has_its_gun_in_the_bow() -> None:
    t = drill({}, "xV1 E5 it-m11-39 @3; aV1 I6 br-crusader-i @9; aV2 E1 br-crusader-i @5", phasing="axis", phase="prep", date="1940-12-09")
    arms = arms_of(t.s, t.piece("xV1"))
    assert arms is not None
    assert (arms.gun, arms.mount, arms.breakdown) == ("37", "NT", 11)
    assert ("A: the gun is turned 1 hexspine", "+3", "33.31") in t.preview("engage xV1 aV2").items


def test_vn_16_a_the_90_53_does_not_fire_with_an_enemy_in_its_hex() -> None:
    text = "xV1 E5 it-smv-m41m-90-53 @3 exposed; aV1 I6 br-crusader-i @9"
    assert "engage xV1 aV1" in drill({}, text, phasing="axis", phase="prep").menu()
    t = drill({}, text + "; a1 E5 br-457", phasing="axis", phase="prep")
    assert t.refused("engage xV1 aV1").rule == "VN 16.a"


def test_vn_17_a_the_as_42_is_a_lorry_that_moves_as_an_armoured_car() -> None:
    t = drill({"scrub": "F5"}, "xV1 E5 it-as-42 @3 motion", phasing="axis", date="1942-11-20")
    t.do("wheel xV1", "ahead F5")
    assert t.spent("xV1") == 4, "as a car"
    assert not t.s.vehicle(t.piece("xV1")).is_armoured


def test_vn_27_a_men_lift_a_fiat_508_out() -> None:
    t = drill({}, "xV1 E5 it-fiat-508-mc @3 bogged; x1 E5 it-346; x2 E5 it-247; xV2 G5 it-autocarro-l @3 bogged; x3 G5 it-346", phasing="axis")
    assert t.refused("lift x3 xV2").rule == "VN 27.a"
    chances = {c.label: c.chance for c in t.preview("lift x1 xV1").odds}
    assert chances["is free"] == Fraction(3, 6), "1 to 3: two off the die"
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, "lift", "x1", "xV1")) == []
    assert {c.label: c.chance for c in t.preview("lift x2 xV1").odds}["is free"] == Fraction(2, 6)
    t.do("lift x1 xV1", "roll 3")
    assert not t.has("xV1", "bogged")
    assert t.has("x1", "exhausted", "moved")


MUD = {"ground": GROUNDS.index("mud")}


def muddy(words: dict[str, str], lines: str = "") -> Drill:
    t = drill(words, "xV1 E5 ge-opel-blitz @3 motion", phasing="axis", tracks=MUD, lines=lines)
    t.do("wheel xV1")
    return t


def test_194_8_example_the_roll_and_the_secret_die_hold_it_in_the_second_such_hex() -> None:
    """A roll that holds is 8 or more for a lorry (normal pressure, mud, not tracked, a truck: 4); each of the six hexes is as likely."""
    held = Fraction(15, 36)
    first, second = mud_weights(4, 1), mud_weights(4, 2)
    assert Fraction(first[0], sum(first)) == held / 6
    assert Fraction(first[1], sum(first)) * Fraction(second[0], sum(second)) == held / 6
    assert mud_weights(4, 7)[0] == 0, "a die has six faces"


def test_194_8_only_open_ground_beside_hammada_counts() -> None:
    t = muddy({"hammada": "G5"})
    order = read(t.game, t.s, *t.words("ahead F5"))
    assert odds_are_the_odds(cast("Game", t.game), t.s, order) == []
    t.do("ahead F5")
    assert t.rolls == "mud"
    t.do("roll 0")
    assert not t.has("xV1", "bogged")
    held = muddy({"hammada": "G5"})
    held.do("ahead F5", "roll 1")
    assert held.has("xV1", "bogged")
    far = muddy({"hammada": "M5"})
    far.do("ahead F5")
    assert far.rolls == ""
    paved = muddy({"hammada": "G5"}, "road E5 F5")
    paved.do("ahead F5")
    assert paved.rolls == ""
    track = muddy({"hammada": "G5"}, "track E5 F5")
    track.do("ahead F5")
    assert track.rolls == "mud", "a track does not help"


def test_145_an_impossible_shot_hits_on_two_ones_and_a_low_die() -> None:
    """A howitzer at a small carrier in motion thirty hexes off, in the haze, needs less than two."""
    text = "x9 A1 it-227 +xG1; xG1 A1 it-obice-100-17 @5; aV1 FF9 br-carrier-b @9 motion"
    t = drill({}, text, phasing="axis", phase="prep", tracks={"haze": 2})
    preview = t.preview("engage xG1 aV1 he")
    number = int(preview.column.split()[0])
    modifier = sum(int(value) for _, value, rule in preview.items if rule in {"33.31", "194.621", "194.62"})
    assert 2 + modifier > number
    order = read(t.game, t.s, "engage", "xG1", "aV1", "he")
    assert odds_are_the_odds(cast("Game", t.game), t.s, order) == []
    assert {c.label: c.chance for c in preview.odds}["misses"] == 1 - Fraction(1, 36) * Fraction(1, 2)
    t.do("engage xG1 aV1 he", "roll 1,1")
    assert t.rolls == "chance hit"
    assert said(t.do("roll 4"), "by chance").values[2] == "misses"


def test_mn_j_the_rifle_of_the_l3_cc_is_taken_out() -> None:
    t = drill({}, "xV1 E5 it-l3-cc @3; x1 E5 it-346; x2 F5 it-346; aV1 I6 br-crusader-i @9", phasing="axis", phase="prep", date="1940-12-09")
    assert t.refused("unship xV1 x2").rule == "MN J"
    t.do("unship xV1 x1")
    assert t.refused("engage xV1 aV1").rule == "145"
    weapon = t.s.weapons_of(t.piece("x1"))[0]
    assert t.s.weapon(weapon).key == "it-solothurn"
    assert f"engage {t.game.names.pieces[weapon]} aV1" in t.menu()


def test_177_2_example_what_a_vehicle_is_worth_without_its_gun() -> None:
    """SPW 250/7: 5 with its mortar, 2 without; the portee 4 and 1."""
    for kind, whole, bare in (("ge-spw-250-7", 5, 2), ("br-2pdr-portee", 4, 1), ("it-l3-cc", 2, 2)):
        with_gun = drill({}, f"xV1 E5 {kind} @3", phase="prep")
        assert desert_value(with_gun.s, with_gun.piece("xV1")) == whole, kind
        without = drill({}, f"xV1 E5 {kind} @3 gun_off", phase="prep")
        assert desert_value(without.s, without.piece("xV1")) == bare, kind
