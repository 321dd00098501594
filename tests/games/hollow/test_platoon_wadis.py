"""What comrades cost each other in a wadi, the halt at its crest, and driving with care (181.22, 188.22, 186.14)."""

from __future__ import annotations

from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_driving_letter import complaints
from tests.games.hollow.test_platoons import platoon

EARLY = "1941-02-06"
WADI = {"wadi": "J5"}


def two(text: str, words: dict[str, str]) -> Drill:
    t = drill(words, text, phasing="axis", date=EARLY)
    platoon(t, "xV1", "xV2")
    return t


def strides(t: Drill, order: str) -> str:
    return next(what.replace("99", "") for what, _, rule in t.preview(order).items if rule == "181.22")


def test_188_22_a_comrade_is_in_the_way_in_the_open_and_down_in_one_bed() -> None:
    side_by_side = "xV1 I6 it-m13-40 @3 motion; xV2 I5 it-m13-40 @3 motion"
    t = two(side_by_side, {})
    t.do("step xV1 J5 3")
    assert strides(t, "step xV2 J5 3") == "xV1 J5 (1), xV2 J5 (2)"
    t = two(side_by_side, WADI)
    t.do("step xV1 J5 3")
    assert strides(t, "step xV2 J5 3") == "xV1 J5 (3), xV2 J5 (4)"


def test_188_22_a_comrade_at_the_crest_is_in_the_way_only_over_the_sides_of_its_corner() -> None:
    beside = two("xV1 I6 it-m13-40 @3 motion; xV2 I5 it-m13-40 @3 motion", WADI)
    beside.do("step-by xV1 J5 edge")
    assert strides(beside, "step xV2 J5 3") == "xV1 to the crest in J5 (1), xV2 J5 (4)"
    from_north = two("xV1 I5 it-m13-40 @3 motion; xV2 J4 it-m13-40 @5 motion", WADI)
    from_north.do("step-by xV1 J5 edge")
    assert strides(from_north, "step xV2 J5 5") == "xV1 to the crest in J5 (1), xV2 J5 (3)"
    from_north.do("step xV2 J5 5")
    assert from_north.spent("xV1") == from_north.spent("xV2") == 3 + 1, "and all stop"


def test_188_22_who_holds_down_in_the_bed_is_not_in_the_way_at_the_crest() -> None:
    t = two("xV1 J5 it-m13-40 @3 motion; xV2 I5 it-m13-40 @3 motion", WADI)
    assert strides(t, "step-by xV2 J5 edge") == "xV2 to the crest in J5 (1), xV1 holds (0)"
    assert strides(t, "step xV2 J5 3") == "xV2 J5 (4), xV1 holds (0)"
    t.do("step-by xV2 J5 edge", "impulse")
    assert t.spent("xV1") == t.spent("xV2") == 2


def test_188_22_who_stands_at_a_crest_costs_nothing_to_who_comes_from_another_side() -> None:
    t = two("xV1 J5 it-m13-40 @3 motion crest crest_2; xV2 J4 it-m13-40 @5 motion", WADI)
    assert strides(t, "step xV2 J5 5") == "xV2 J5 (3), xV1 holds (0)"


def test_181_221_the_halt_at_a_crest_is_in_the_price() -> None:
    t = two("xV1 E5 it-m11-39 @3 motion; xV2 E6 it-m11-39 @3 motion", {"wadi": "F5"})
    t.do("step-by xV1 F5 edge")
    assert t.preview("impulse").cost.startswith("2 of")
    t.do("impulse")
    assert t.spent("xV1") == 2


def test_186_14_a_car_of_a_platoon_drives_with_care() -> None:
    t = two("xV1 E5 it-ab-40 @3 motion; xV2 E6 it-ab-40 @3 motion", {"hammada": "F5"})
    order = "step-by xV1 F5 carefully"
    assert strides(t, order) == "xV1 with care to F5 (8), xV2 holds (0)"
    t.do(order)
    assert complaints(t, "impulse") == []
    t.do("impulse")
    assert t.spent("xV1") == t.spent("xV2") == 8


def test_188_18_who_goes_with_its_platoon_from_a_bypass_to_a_crest_is_in_bypass_no_more() -> None:
    t = two("xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @3 motion", {"woods": "F5", "wadi": "G5"})
    t.do("step-by xV1 F5 bypass", "impulse", "step-by xV1 G5 edge", "step xV2 F5 3")
    assert t.has("xV1", "crest")
    assert not t.has("xV1", "bypass")
