"""Why a vehicle may not do something: the paragraph that bars it, one reason, and the arithmetic."""

from __future__ import annotations

import pytest

from tests.games.hollow.tanks import drill

WADI = {"wadi": "E4 E5 E6 E4/E5 E5/E6", "woods": "F4"}
LEGS = ("start", "ahead F5", "back D5", "turn 5", "bypass F4", "mount", "edge F5", "overrun F5", "race 2", "creep F5", "drive aV1 G6 3")


@pytest.mark.parametrize(("mark", "rule", "text"), [("bogged", "176.72", "is bogged"), ("immobile", "176.71", "is immobilised")])
@pytest.mark.parametrize("order", LEGS)
def test_176_71_176_72_who_is_stuck_is_told_so_and_nothing_else(mark: str, rule: str, text: str, order: str) -> None:
    t = drill(WADI, f"aV1 E5 br-crusader-ii @3 {mark}; x1 F5 it-346")
    t.do("wheel aV1")
    found = t.refused(order)
    assert (found.rule, text in found.template) == (rule, True), found.template


@pytest.mark.parametrize(
    ("marks", "order", "rule"),
    [
        ("crest crest_1", "turn 5", "188.18"),
        ("crest crest_1", "mount", "188.18"),
        ("crest crest_1", "drive aV1 G6 3", "188.191"),
        ("dug_in hull_down", "turn 5", "137.3"),
        ("dug_in hull_down", "drive aV1 G6 3", "137.3"),
    ],
)
def test_188_18_137_3_what_a_vehicle_cannot_do_where_it_stands_it_need_not_start_for(marks: str, order: str, rule: str) -> None:
    words = {"wadi": "E5"} if "crest" in marks else {"trench": "E5"}
    t = drill(words, f"aV1 E5 br-crusader-ii @3 {marks}")
    t.do("wheel aV1")
    assert t.refused(order).rule == rule


@pytest.mark.parametrize(
    ("mark", "text"),
    [
        ("wreck", "{vehicle} is a wreck."),
        ("abandoned", "{vehicle} is abandoned."),
        ("stunned", "The crew of {vehicle} is stunned."),
        ("shocked", "The crew of {vehicle} is shocked."),
    ],
)
def test_64_why_nobody_drives_it(mark: str, text: str) -> None:
    t = drill({}, f"aV1 E5 br-crusader-ii @3 {mark}")
    for order in ("wheel aV1", "drive aV1 F5 3"):
        found = t.refused(order)
        assert (found.rule, found.template) == ("64", text)


def test_30_a_whole_drive_that_is_too_far_is_told_its_price() -> None:
    t = drill({}, "aV1 E5 br-matilda-ii @3")
    found = t.refused("drive aV1 Q5 3")
    assert found.rule == "30"
    assert found.items == (("points needed", "13", "30"), ("points left", "9", "30"))


def test_29_a_whole_drive_among_the_enemy_is_refused_for_the_enemy() -> None:
    t = drill({}, "aV1 E5 br-matilda-ii @3; x1 F5 it-346")
    assert t.refused("drive aV1 F5 3").rule == "29"


def test_30_where_no_way_leads_no_price_is_told() -> None:
    t = drill({"building": "G6"}, "aV1 E5 br-30-cwt-lorry @3")
    found = t.refused("drive aV1 G6 3")
    assert (found.rule, found.items) == ("30", ())


def test_77_who_stops_to_look_for_a_place_is_no_longer_in_reverse() -> None:
    t = drill({"level_1": "E5 D5 E6 D6"}, "aV1 F5 br-crusader-ii @3 motion reverse")
    t.s.spend("30", t.piece("aV1"), 0)
    t.do("wheel aV1", "turn 7", "ahead F6")
    assert t.has("aV1", "motion")
    low = drill({"level_1": "E5 D5 D4 E4"}, "aV1 E5 br-crusader-iii @9 motion new_hex reverse")
    low.do("wheel aV1", "hull-down", "roll 6")
    assert not low.has("aV1", "reverse")
