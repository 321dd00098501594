"""All of a platoon spend the same: who has spent before, on coming in, on men or on smoke, binds the others (181.22, 181.222, 194.74)."""

from __future__ import annotations

from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_platoons import platoon

EARLY = "1941-02-06"
MIXED = "xV1 F5 ge-spw-251-1 @3; xV2 F4 it-m13-40 @3; a1 T5 br-457"


def spent_before(text: str, halves: int, vehicle: str = "xV1") -> Drill:
    t = drill({}, text, phasing="axis", date="1942-06-01")
    t.s.points[t.piece(vehicle)] = halves
    t.s.changed_by_hand()
    return t


def test_181_22_what_one_has_spent_before_all_are_charged() -> None:
    t = spent_before(MIXED, 6)
    platoon(t, "xV1", "xV2")
    assert t.spent("xV1") == t.spent("xV2") == 3
    t.do("start")
    while t.rolls:
        t.do("roll 2")
    assert t.preview("brake").cost == "1 of 7", "of the eleven of the M13"


def test_181_22_the_slowest_counts_with_what_another_has_spent() -> None:
    t = spent_before(MIXED, 24)
    platoon(t, "xV1", "xV2")
    assert t.refused("start").text == "Starting costs 1; the slowest of the platoon has 0 left."
    t.do("stand")


def test_181_22_a_drag_goes_no_farther_than_what_is_left_to_all() -> None:
    t = drill({}, "xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @3 motion; a1 T5 br-457", phasing="axis", date=EARLY)
    t.s.points[t.piece("xV2")] = 12
    t.s.changed_by_hand()
    assert t.preview("drive xV1 G4 3").cost == "3 of 5"
    assert t.refused("drive xV1 L2 3").rule == "181.22"
    t.do("drive xV1 G4 3")
    assert t.spent("xV1") == t.spent("xV2") == 9


def test_181_223_a_third_is_taken_in_before_they_set_out_whatever_was_spent_before() -> None:
    t = spent_before("xV1 E5 it-m13-40 @3; xV2 E6 it-m13-40 @3; xV3 E7 it-m13-40 @3; a1 T5 br-457", 4, "xV3")
    t.s.points[t.piece("xV1")] = 2
    t.s.changed_by_hand()
    t.do("platoon xV1 xV2", "take-in xV3")
    assert t.spent("xV1") == t.spent("xV2") == t.spent("xV3") == 2
    t.do("start")
    while t.rolls:
        t.do("roll 2")
    other = drill({}, "xV1 E5 it-m13-40 @3; xV2 E6 it-m13-40 @3; xV3 E7 it-m13-40 @3", phasing="axis")
    other.do("platoon xV1 xV2", "start")
    while other.rolls:
        other.do("roll 2")
    assert other.refused("take-in xV3").rule == "181.223"


def test_31_what_putting_men_down_has_cost_one_is_not_there_for_the_next_impulse() -> None:
    t = drill({}, "xV1 F5 ge-spw-251-1 @3; xV2 F4 it-m13-40 @3; x1 xV1-aboard ge-467; a1 T5 br-457", phasing="axis", date="1942-06-01")
    platoon(t, "xV1", "xV2")
    t.do("alight x1")
    assert (t.spent("xV1"), t.spent("xV2")) == (4, 0), "men may get out of the other at the same time"
    t.do("start")
    while t.rolls:
        t.do("roll 2")
    assert t.spent("xV1") == t.spent("xV2") == 5


def test_194_74_an_impulse_without_dust_shows_its_three_points() -> None:
    t = drill({}, "xV1 E5 it-m11-39 @3 motion; xV2 E6 it-m11-39 @3 motion", phasing="axis", date=EARLY)
    t.do("platoon xV1 xV2", "step xV1 F5 3")
    assert t.preview("impulse").cost == "1 of 12"
    assert t.preview("impulse slowly").cost == "3 of 12"
    t.do("impulse slowly")
    assert t.spent("xV1") == t.spent("xV2") == 3
