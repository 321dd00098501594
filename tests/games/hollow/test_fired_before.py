"""Who has fired in the prep fire phase spends nothing in the movement phase, even where its gun keeps its rate; its men get out (8, 181.223)."""

from __future__ import annotations

import pytest

from amba.games.hollow.frames import FirePhase
from tests.games.hollow.tanks import Drill, drill

MARKS = ["prep_fired", "served", "coaxial_fired"]
CARRIER = "xV1 E5 ge-spw-251-1 @3 exposed"


@pytest.mark.parametrize("mark", MARKS)
def test_8_nobody_boards_what_has_fired_nor_is_a_gun_hooked_up(mark: str) -> None:
    t = drill({}, f"{CARRIER} {mark}; x1 E5 ge-467", phasing="axis")
    assert t.refused("board x1 xV1").text.startswith("xV1 may not take anybody in: it has fired")
    gun = drill({}, f"xV1 E5 ge-spw-251-1 @3 exposed {mark}; x1 E5 ge-228 +xG1; xG1 E5 ge-3-7cm-pak-35-36 @9", phasing="axis")
    assert gun.refused("hook xV1 xG1").text.startswith("xV1 may not take anybody in: it has fired")


@pytest.mark.parametrize("mark", MARKS)
def test_8_what_has_fired_tows_nobody_free_and_makes_no_smoke(mark: str) -> None:
    t = drill({}, f"aV1 E5 br-crusader-ii @3 bogged; aV2 E5 br-matilda-ii @3 exposed {mark}")
    assert t.refused("tow aV2 aV1").text.startswith("aV2 may not tow: it has fired")
    smoke = drill({}, f"aV1 E5 br-matilda-ii @3 {mark}")
    assert smoke.refused("discharge aV1 E5").text == "aV1 has fired in this player turn."
    assert smoke.refused("abandon aV1").rule == "8"


@pytest.mark.parametrize("mark", MARKS)
def test_181_223_men_get_out_of_what_has_fired_and_it_spends_nothing(mark: str) -> None:
    t = drill({}, f"{CARRIER} {mark}; x1 xV1-aboard ge-467", phasing="axis")
    assert ("the vehicle has fired: it spends nothing", "", "31") in t.preview("unload xV1").items
    t.do("unload xV1")
    assert (t.where("x1"), t.spent("xV1"), t.s.points[t.piece("x1")]) == ("E5", 0, 1)
    one = drill({}, f"{CARRIER} {mark}; x1 xV1-aboard ge-467", phasing="axis")
    one.do("alight x1")
    assert one.where("x1") == "E5"


def test_8_men_who_have_fired_from_it_stay_in_it() -> None:
    t = drill({}, f"{CARRIER} prep_fired; x1 xV1-aboard ge-467 prep_fired", phasing="axis")
    assert t.refused("unload xV1").rule == "8"
    assert t.refused("alight x1").text == "Somebody in xV1 has fired in the prep fire phase."


def test_31_who_fires_on_its_way_pays_when_men_get_out() -> None:
    t = drill({}, f"{CARRIER} motion; x1 xV1-aboard ge-467", phasing="axis")
    t.do("wheel xV1", "ahead F5", "brake")
    before = t.spent("xV1")
    t.s.marks[t.piece("xV1")] |= 1 << t.game.names.mark["fired"]
    t.s.changed_by_hand()
    t.do("unload xV1")
    assert t.spent("xV1") > before


TANKS = "aV1 E5 br-valentine-ii @3{0}; xV1 J5 it-m13-40 @9; x1 G5 it-346"


def advancing(t: Drill) -> Drill:
    """On to the advancing fire phase, whoever is asked on the way."""
    while (decision := t.game.decision(t.s)) is not None and not (isinstance(top := t.s.frames[-1], FirePhase) and top.kind == "advancing"):
        t.do("done" if decision.who >= 0 else t.menu()[0])
    return t


def test_8_35_what_has_fired_its_gun_in_prep_fire_fires_no_machine_guns_later() -> None:
    """Neither does it fire another gun; one that keeps its rate and was fired alone fires on."""
    t = drill({}, TANKS.format(""), phase="prep", tracks={"allied_chance": 0})
    t.do("engage aV1 xV1", "roll 6,4", "done")
    advancing(t)
    assert t.refused("rake aV1 G5").text.endswith("it has fired already.")
    assert t.refused("engage aV1 xV1").rule == "63"
    kept = drill({}, TANKS.format(""), phase="prep")
    kept.do("engage aV1 xV1", "roll 1,6", "roll 12", "done")
    advancing(kept)
    assert kept.refused("rake aV1 G5").rule == "35"
    kept.do("engage aV1 xV1")
    both = drill({}, TANKS.format(""), phase="prep")
    both.do("rake aV1 G5", "roll 6,4", "done")
    assert advancing(both).refused("engage aV1 xV1").text == "aV1 has fired already."


def test_33_31_what_has_fired_on_its_way_fires_nothing_else_in_the_advancing_fire_phase() -> None:
    """Only the gun that keeps its rate, and was fired alone; nor does it fire intensively then."""
    moving = TANKS.format(" motion exposed")
    t = drill({}, moving)
    t.do("wheel aV1", "brake", "engage aV1 xV1", "roll 6,4", "stand", "done")
    advancing(t)
    assert t.refused("rake aV1 G5").text.endswith("it has fired already.")
    assert t.refused("intensive aV1").rule == "145"
    kept = drill({}, moving)
    kept.do("wheel aV1", "brake", "engage aV1 xV1", "roll 1,6", "stand", "done")
    advancing(kept).do("engage aV1 xV1")
    both = drill({}, moving)
    both.do("wheel aV1", "brake", "rake aV1 G5", "roll 6,4", "stand", "done")
    assert advancing(both).refused("engage aV1 xV1").text == "aV1 has fired already."
    fresh = drill({}, moving)
    fresh.do("wheel aV1", "brake", "stand", "done")
    advancing(fresh).do("engage aV1 xV1", "roll 6,4", "rake aV1 G5")


def test_35_machine_guns_that_are_the_main_armament_fire_on_alone() -> None:
    t = drill({}, "xV1 E5 it-lancia-izm @3; a1 G5 br-457", "axis", phase="prep", date="1940-12-01", land="east africa")
    t.do("rake xV1 G5 coaxial", "roll 1,6")
    if t.rolls:
        t.do(t.menu()[0])
    t.do("done")
    assert "rake xV1 G5 coaxial" in advancing(t).menu()


def test_33_31_on_its_way_a_gun_fires_on_once_the_vehicle_has_spent_another_point() -> None:
    """Within its rate; the machine guns may fire at the same point."""
    t = drill({}, TANKS.format(" motion exposed"))
    t.do("wheel aV1", "ahead F5", "engage aV1 xV1", "roll 1,6")
    assert t.refused("engage aV1 xV1").text == "aV1 fires again when it has spent another point."
    assert t.refused("engage aV1 xV1").rule == "33.31"
    assert "rake aV1 G5" in t.menu()
    t.do("brake", "engage aV1 xV1")
