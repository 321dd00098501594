"""Who has fired in the prep fire phase spends nothing in the movement phase, even where its gun keeps its rate; its men get out (8, 181.223)."""

from __future__ import annotations

import pytest

from tests.games.hollow.tanks import drill

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
