"""Shots by the letter: when a vehicle is a moving target, which facing is met within a hex, smoke shells, what single lines of the lists say."""

from __future__ import annotations

from itertools import product
from typing import cast

import pytest

from amba.core.order import Roll
from amba.games.hollow.frames_armour import GunShot
from amba.games.hollow.frames_crews import PierceKill
from amba.games.hollow.rules.armour.r032_arcs import FRONT, REAR, SIDE
from amba.games.hollow.rules.armour.r033_engaging import vehicle_hit_items, vehicle_kill_items
from amba.games.hollow.rules.armour.r033_to_kill import basic_number
from amba.games.hollow.rules.armour.r035_piercing import pierce_kill_items
from amba.games.hollow.rules.armour.r145_aim import aim_of
from amba.games.hollow.rules.armour.r145_ammunition import supplies
from amba.games.hollow.rules.artillery.r024_gun_smoke import smoke_supplies
from amba.games.hollow.rules.common import sum_of
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_gunnery_letter import lawful

GUN = "x1 J5 it-227 +xG1; xG1 J5 it-cannone-47-32 @9"
ORDERED = {"axis_chance": 1}


def case_j(t: Drill) -> int:
    """What the gun that fires adds because its target moves."""
    shot = t.s.frames[-1]
    assert isinstance(shot, GunShot)
    return sum(item.value for item in vehicle_hit_items(t.s, shot)[1] if item.what.startswith("J"))


def test_176_74_who_tries_to_get_free_is_no_moving_target() -> None:
    """The points that it spends let the enemy fire at it in its hex, without case J."""
    t = drill({}, f"aV1 E5 br-crusader-i @3 bogged; {GUN}", tracks=ORDERED)
    t.do("unbog aV1", "roll 2")
    assert t.rolls == "to hit"
    assert case_j(t) == 0


def test_176_74_33_31_who_stands_and_makes_smoke_is_no_moving_target() -> None:
    t = drill({}, f"aV1 E5 br-crusader-i @3; {GUN}", tracks=ORDERED)
    t.do("discharge aV1 E3", "roll 12")
    assert t.rolls == "to hit"
    assert case_j(t) == 0


def test_176_74_33_31_who_was_in_motion_and_stops_is_a_moving_target() -> None:
    """Alone and in a platoon, in the phase and after it; who starts and stops in its hex has been under way while it did."""
    t = drill({}, f"aV1 E5 br-crusader-i @3 motion; {GUN}", tracks=ORDERED)
    t.do("wheel aV1", "brake")
    assert case_j(t) == 4
    t.do("roll 6,5", "stand", "done")
    t = drill({}, f"aV1 E5 br-valentine-ii @3 ; {GUN}", tracks=ORDERED)
    t.do("wheel aV1", "start")
    assert case_j(t) == 4
    t.do("roll 1,6", "brake")
    assert case_j(t) == 0


@pytest.mark.parametrize(("coloured", "facing", "number"), [(1, REAR, 7), (3, SIDE, 6), (5, FRONT, 6)])
def test_32_35_within_a_hex_the_die_finds_the_facing_for_machine_guns_too(coloured: int, facing: str, number: int) -> None:
    """4, 2 beside the muzzle, nothing for armour of 0, and 1 from behind."""
    t = drill({}, "xV1 E5 it-l5-21 @3; aV1 E5 br-marmon-herrington-ii-me @9", "axis", phase="prep")
    lawful(t, "pierce xV1 aV1")
    t.do("pierce xV1 aV1", f"roll {coloured},1")
    at = t.s.frames[-1]
    assert isinstance(at, PierceKill)
    assert at.facing == facing
    items = pierce_kill_items(t.s, at.vehicle, at.target, bool(at.is_turret), bool(at.is_critical), at.facing)
    assert sum_of(items) == number + (4 if at.is_critical else 0)


def test_145_a_smoke_shell_acquires_nothing_and_loses_what_was_acquired() -> None:
    t = drill({}, "a1 E5 br-228 +aG1; aG1 E5 br-oqf-25-pdr @3; x1 J5 it-346", phase="prep")
    gun = t.piece("aG1")
    t.do("screen aG1 J5 smoke", "roll 1,4")
    assert aim_of(t.s, gun) == 0


@pytest.mark.parametrize("key", ["br-a9-cs", "br-a10-mk-ia-cs", "br-crusader-i-cs", "br-crusader-ii-cs", "br-matilda-ii-cs"])
def test_24_4_close_support_tanks_have_smoke_without_end(key: str) -> None:
    """`smoke unlimited`: no roll says that there is none."""
    t = drill({}, f"aV1 E5 {key} @3; x1 J5 it-346", phase="prep", date="1941-06-15")
    assert smoke_supplies(t.s, t.piece("aV1")) == {"smoke": 0}
    lawful(t, "screen aV1 H5 smoke")
    assert not any("none above" in what for what, _, _ in t.preview("screen aV1 H5 smoke").items)
    t.do("screen aV1 H5 smoke", "roll 6,5")
    assert smoke_supplies(t.s, t.piece("aV1")) == {"smoke": 0}


def test_24_4_the_howitzer_of_the_first_churchill_has_smoke_and_its_other_gun_none() -> None:
    t = drill({}, "aV1 E5 br-churchill-i @3; x1 J5 it-346", phase="prep", date="1942-10-24")
    assert smoke_supplies(t.s, t.piece("aV1")) == {}
    t.do("other-gun aV1")
    assert smoke_supplies(t.s, t.piece("aV1")) == {"smoke": 0}


def test_33_4_the_105_25_has_no_solid_shot_and_does_not_fire_intensively() -> None:
    """What its counter crosses out, and the mark in its line."""
    t = drill({}, "xV1 E5 it-smv-m43-105-25 @3; aV1 J5 br-sherman-ii-a @9", "axis", phase="prep", date="1943-09-10", land="italy")
    assert set(supplies(t.s, t.piece("xV1"))) == {"he", "heat"}
    t.do("engage xV1 aV1 he", "roll 6,5")
    assert t.refused("intensive xV1").text == "xV1 never fires intensively."


@pytest.mark.parametrize(("key", "date"), [("ge-pzjg-i", "1941-06-15"), ("br-deacon", "1942-12-15")])
def test_33_41_the_upper_works_of_some_gun_carriers_are_open_behind(key: str, date: str) -> None:
    """From behind a hit above the hull meets no armour; in the hull it does."""
    german = key.startswith("ge")
    side = ("xV1", "aG1", "a1") if german else ("aV1", "xG1", "x1")
    gun = "br-oqf-2-pdr" if german else "it-cannone-47-32"
    crew = "br-228" if german else "it-227"
    t = drill(
        {}, f"{side[0]} J5 {key} @3; {side[2]} E5 {crew} +{side[1]}; {side[1]} E5 {gun} @3", "allied" if german else "axis", date=date, phase="prep"
    )
    mine, other = t.piece(side[1]), t.piece(side[0])
    above, below = (vehicle_kill_items(t.s, mine, other, "ap", is_turret) for is_turret in (True, False))
    assert not any("armour" in item.what for item in above)
    assert any("armour" in item.what for item in below)
    lawful(t, f"engage {side[1]} {side[0]}")


def test_33_4_italian_anti_tank_rifles_kill_on_six() -> None:
    for side, key, number in (("axis", "it-atr", 6), ("allied", "br-atr", 5), ("axis", "ge-atr", 5)):
        mine, foe = ("x", "a") if side == "axis" else ("a", "x")
        squad = {"it-atr": "it-346", "br-atr": "br-457", "ge-atr": "ge-467"}[key]
        tank = "br-lt-mk-vic" if side == "axis" else "it-l3-35"
        t = drill({}, f"{mine}1 E5 {squad} +{mine}W1; {mine}W1 E5 {key}; {foe}V1 J5 {tank} @9", side, phase="prep", date="1941-06-15")
        items = vehicle_kill_items(t.s, t.piece(f"{mine}W1"), t.piece(f"{foe}V1"), "ap", False)
        assert items[0].value == number, key
        assert (
            vehicle_hit_items(t.s, GunShot(t.piece(f"{mine}W1"), "prep", t.s.at[t.piece(f"{foe}V1")], t.piece(f"{foe}V1"), "vehicle", "ap", 0))[0][
                0
            ].value
            == 10
        )


@pytest.mark.parametrize(
    ("gun", "ammunition", "number"), [("28LL", "apcr", 7), ("50L", "apcr", 8), ("57L", "apds", 8), ("75L", "apcr", 9), ("75*", "heat", 11)]
)
def test_33_4_composite_and_sabot_shot_go_through_what_has_no_armour_as_any_shot(gun: str, ammunition: str, number: int) -> None:
    """The number for soft targets is by calibre, and that of 28 mm, of a gun with no other shot, stands in it."""
    assert basic_number(drill({}, "").s.world.armoury.ordnance[gun], ammunition, is_armoured=False) == number


def test_33_4_the_charts_are_lit_for_composite_shot_at_a_lorry_and_bullets_within_a_hex() -> None:
    t = drill({}, "xG1 L5 ge-2-8cm-spzb-41 @3; x1 L5 ge-228 +xG1; aV1 R5 br-3-ton-lorry @9", "axis", phase="prep", date="1942-06-01")
    lit = t.preview("engage xG1 aV1 apcr").lit
    assert ("kill_ap_soft", "unarmoured", "12") in lit
    assert not any(chart in {"special_ammunition", "armour", "kill_range"} for chart, _, _ in lit)
    t = drill({}, "xV1 E5 it-l5-21 @3; aV1 E5 br-humber-ii @9", "axis", phase="prep")
    panel = t.preview("pierce xV1 aV1")
    assert {value for chart, value, _ in panel.lit if chart == "armour"} == {"-3", "-4"}
    assert next(what for what, _, _ in panel.items if "destroyed below" in what).startswith("rear of the")
    assert any("the coloured die finds the facing" in what for what, _, _ in panel.items)


def best(dice: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The lower sum, and then the lower coloured die."""
    return sum(dice), dice


SMALL = "xG1 L5 it-mitragliera-20-65 @3; x1 L5 it-227 +xG1; a1 R5 br-457; a2 R5 br-228 +aG1; aG1 R5 br-oqf-2-pdr @9"


def test_145_a_small_gun_that_rolls_doubles_hits_men_twice_and_the_better_roll_counts() -> None:
    t = drill({}, SMALL, "axis", phase="prep", date="1941-06-15")
    lawful(t, "shell xG1 R5")
    assert ("a hit on doubles: rolls, of which the better counts", "2", "145") in t.preview("shell xG1 R5").items
    t.do("shell xG1 R5", "roll 2,2")
    outcomes = dict(t.game.outcomes(t.s))
    assert sum(outcomes.values()) == 36 * 36
    for order, weight in outcomes.items():
        lower = [
            first for first, second in product(product(range(1, 7), repeat=2), repeat=2) if min(first, second, key=best) == cast("Roll", order).dice
        ]
        assert weight == len(lower)
    decision = t.game.decision(t.s)
    assert decision is not None
    assert decision.values["what"] == "Two hits, the better roll: the shell bursts"
    once = drill({}, SMALL, "axis", phase="prep", date="1941-06-15")
    once.do("shell xG1 R5", "roll 1,3")
    assert {weight for _, weight in once.game.outcomes(once.s)} == {1}


def test_145_over_the_area_and_from_larger_guns_one_hit_is_one_burst() -> None:
    t = drill({}, SMALL, "axis", phase="prep", date="1941-06-15")
    t.do("shell xG1 R5 area", "roll 2,2")
    assert {weight for _, weight in t.game.outcomes(t.s)} == {1}
    large = drill({}, SMALL.replace("it-mitragliera-20-65", "it-cannone-47-32"), "axis", phase="prep", date="1941-06-15")
    assert not any("doubles" in what for what, _, _ in large.preview("shell xG1 R5").items)
    large.do("shell xG1 R5", "roll 2,2")
    assert {weight for _, weight in large.game.outcomes(large.s)} == {1}


def test_mn_a_145_the_panel_says_how_often_is_rolled_to_kill() -> None:
    t = drill({}, "xV1 E5 it-fiat-611b @3; aV1 J5 br-lt-mk-vib @9", "axis", phase="prep", date="1940-12-01", land="east africa")
    lines = [(what, value) for what, value, _ in t.preview("engage xV1 aV1").items if "rolls" in what]
    assert lines == [("to kill: rolls, of which the best counts", "2"), ("a hit on doubles: rolls, of which the best counts", "3")]
