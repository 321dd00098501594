"""Vehicles at the crest of a wadi, and the belly they show on the way out (188.18-188.25, 191.51)."""

from __future__ import annotations

import pytest

from amba.games.hollow.rules.armour.r077_hull_down import hull_down
from amba.games.hollow.rules.r007_seeing import line_to
from amba.games.hollow.rules.r011_modifiers import terrain_items
from amba.games.hollow.rules.r029_cover import vehicle_protection
from tests.games.hollow.table import said
from tests.games.hollow.tanks import Drill, drill

WADI = {"wadi": "F5 F6 F5/F6"}
"""A wadi that runs from F5 to F6; E5 and E6 lie on its west bank."""


def test_188_18_up_from_the_bed_costs_five_points_and_it_stops() -> None:
    t = drill(WADI, "aV1 F5 br-crusader-i @3 motion")
    t.do("wheel aV1")
    assert t.preview("mount").cost.startswith("5 of")
    t.do("mount")
    assert t.spent("aV1") == 5
    assert t.has("aV1", "crest")
    assert not t.has("aV1", "motion")
    t.do("start", "roll 2")
    assert t.refused("turn 5").rule == "188.18"
    assert not [order for order in t.menu() if order.startswith("ahead") and order.endswith(("E5", "E6"))]


def test_188_18_backwards_it_costs_four_times_the_factor_and_so_does_a_minimum_move() -> None:
    t = drill(WADI, "aV1 F5 br-stuart-i-a-honey @9 motion")
    t.do("wheel aV1", "mount back")
    assert t.spent("aV1") == 16
    slow = drill(WADI, "aV1 F5 br-matilda-ii @9")
    slow.do("wheel aV1", "mount back", "roll 2")
    assert slow.left("aV1") == 0
    assert slow.has("aV1", "crest", "moved")
    assert not slow.has("aV1", "motion"), "it stops at once"


def test_188_18_from_the_next_hex_it_pays_for_the_ground_alone() -> None:
    t = drill(WADI, "aV1 E5 br-crusader-i @3 motion")
    t.do("wheel aV1", "edge F5")
    assert (t.where("aV1"), t.spent("aV1")) == ("F5", 1)
    assert t.has("aV1", "crest")
    back = drill(WADI, "aV1 E5 br-crusader-i @9 motion")
    back.do("wheel aV1", "edge F5 back")
    assert back.spent("aV1") == 4


def test_188_19_not_behind_a_cliff_nor_between_two_hexsides_of_the_wadi() -> None:
    cliff = drill({**WADI, "wadi_cliff": "E6/F5"}, "aV1 E5 br-crusader-i @3 motion")
    cliff.do("wheel aV1")
    assert cliff.refused("edge F5").rule == "188.19"
    between = drill({"wadi": "F5 G6 G5 F5/G6 F5/G5"}, "aV1 F5 br-crusader-i @3 motion")
    between.do("wheel aV1")
    assert between.refused("mount").rule == "188.19"
    dry = drill({}, "aV1 E5 br-crusader-i @3 motion")
    dry.do("wheel aV1")
    assert dry.refused("mount").rule == "188.18"


def test_188_191_out_over_its_corner_or_down_into_the_wadi() -> None:
    t = drill(WADI, "aV1 F5 br-crusader-i @3 crest crest_1")
    assert t.s.pointing(t.piece("aV1"), 45) == 1, "it points at the corner where it stands"
    t.do("wheel aV1", "start", "roll 2")
    assert t.refused("back E5").rule == "188.191"
    t.do("ahead G5")
    assert t.spent("aV1") == 2, "nothing for leaving the wadi"
    assert not t.has("aV1", "crest")
    down = drill(WADI, "aV1 F5 br-crusader-i @3 crest crest_1")
    down.do("wheel aV1", "start", "roll 2", "descend")
    assert down.spent("aV1") == 1 + 8, "two points for the wadi, four times, for it lies behind it"
    assert down.has("aV1", "motion", "reverse")
    assert not down.has("aV1", "crest")


def test_188_191_not_from_one_crest_straight_to_another_and_a_minimum_move_ends_in_reverse_motion() -> None:
    t = drill({"wadi": "F5 G5"}, "aV1 F5 br-crusader-i @3 crest crest_1")
    t.do("wheel aV1", "start", "roll 2")
    assert t.refused("edge G5").rule == "188.191"
    truck = drill(WADI, "xV1 F5 it-autocann-75-27 @3 crest crest_1", phasing="axis")
    truck.do("wheel xV1", "descend")
    assert truck.has("xV1", "motion", "reverse", "moved"), "six points, four times, are more than its twelve"


def seen_from(place: str, words: dict[str, str] | None = None) -> Drill:
    return drill(
        words or WADI,
        f"aV1 F5 br-crusader-i @3 crest crest_1; x9 {place} it-227 +xG1; xG1 {place} it-cannone-47-32 @9; x1 {place} it-346",
        phase="prep",
        phasing="axis",
    )


def test_188_2_at_the_crest_it_is_hull_down_all_round_but_not_to_who_sees_into_the_wadi() -> None:
    for place in ("J6", "B5"):
        t = seen_from(place)
        assert hull_down(t.s, t.piece("x9"), t.piece("aV1")) == "188.2"
    t = seen_from("F6")
    assert t.s.position(t.piece("x9")) == "in"
    assert hull_down(t.s, t.piece("x9"), t.piece("aV1")) == "", "along the bed"


def test_188_2_it_covers_men_at_its_corner_only() -> None:
    def cover(marks: str) -> list[tuple[str, int]]:
        t = drill(WADI, f"aV1 F5 br-crusader-i @3 crest crest_1; a1 F5 br-457 {marks}; x1 J6 it-346", phase="prep", phasing="axis")
        return [(i.what, i.value) for i in terrain_items(t.s, t.piece("x1"), t.piece("a1"))]

    assert cover("crest crest_2") == [("at the crest of a wadi", 2)], "they face it themselves"
    from_the_bed = drill(WADI, "aV1 F5 br-crusader-i @3 crest crest_1; a1 F5 br-457", phase="prep")
    assert vehicle_protection(from_the_bed.s, from_the_bed.piece("aV1"), from_the_bed.piece("a1")).value == 0, "they are down in the bed"
    beside = drill(WADI, "aV1 F5 br-crusader-i @3 crest crest_1; a1 F5 br-457 crest crest_2; x1 J6 it-346", phase="prep")
    found = vehicle_protection(beside.s, beside.piece("x1"), beside.piece("a1"))
    assert (found.value, found.rule) == (1, "188.2")


def test_188_21_at_a_crest_it_hinders_no_line() -> None:
    def hindrances(marks: str) -> int:
        t = drill({"wadi": "E5 E6 E7 E5/E6 E6/E7"}, f"a1 E5 br-457; x1 E7 it-346; xV1 E6 it-m13-40 @3 {marks}", phase="prep")
        return sum(h.drm for h in line_to(t.s, t.piece("a1"), t.piece("x1")).hindrances)

    assert hindrances("") == 1
    assert hindrances("crest crest_1") == 0
    assert hindrances("wreck burning") == 2
    assert hindrances("crest crest_1 wreck burning") == 0, "its smoke hangs above the bed"


def test_188_22_one_vehicle_to_a_corner_and_what_stands_there_is_in_the_way_of_who_crosses_it() -> None:
    t = drill(WADI, "aV1 F5 br-crusader-i @3 motion; aV2 F5 br-crusader-i @3 crest crest_1")
    t.do("wheel aV1")
    assert t.refused("mount").rule == "188.22"
    bed = drill(WADI, "aV1 E5 br-crusader-i @3 motion; aV2 F5 br-crusader-i @3 crest crest_1")
    bed.do("wheel aV1", "ahead F5")
    assert bed.spent("aV1") == 3, "it is not in the way of who comes from the other bank"
    across = drill(WADI, "aV1 G5 br-crusader-i @9 motion; aV2 F5 br-crusader-i @3 crest crest_1")
    across.do("wheel aV1", "ahead F5")
    assert across.spent("aV1") == 5


def test_188_23_the_ground_is_checked_only_by_who_pays_for_it() -> None:
    words = {**WADI, "hammada": "G5 E5 E6"}
    inside = drill(words, "xV1 F5 ge-psw-222-l @3 motion", phasing="axis")
    inside.do("wheel xV1", "mount")
    assert not inside.rolls
    outside = drill({**WADI, "hammada": "G5"}, "xV1 E5 ge-psw-222-l @3 motion", phasing="axis")
    outside.do("wheel xV1", "edge F5")
    assert outside.rolls == "ground", "open ground beside hammada"


def test_188_24_the_crew_is_at_the_crest_when_it_gets_out_and_must_be_there_to_get_in() -> None:
    t = drill(WADI, "aV1 F5 br-crusader-i @3 crest crest_1")
    t.do("abandon aV1")
    crew = next(iter(t.s.units(0)))
    assert t.s.position(crew) == "crest"
    below = drill(WADI, "aV1 F5 br-crusader-i @3 crest crest_1 abandoned; a1 F5 br-127v; a2 F5 br-127v crest crest_2")
    assert below.refused("man a1 aV1").rule == "188.24"
    below.do("man a2 aV1")


@pytest.mark.parametrize(("place", "allowed"), [("G5", True), ("F6", True), ("H7", False)])
def test_188_25_example_no_gun_fires_a_level_down_but_along_the_wadi(place: str, allowed: bool) -> None:
    """The crest lies at level 1: what is at level 0 is a full level lower, the bed of the wadi too, but that lies along its hexsides."""
    words = {**WADI, "level_1": "F5 F6 G5 E5 E6"}
    t = drill(words, f"aV1 F5 br-crusader-i @3/5 crest crest_1; xV1 {place} it-m13-40 @9", phase="prep")
    if allowed:
        assert "engage aV1 xV1" in t.menu()
    else:
        assert t.refused("engage aV1 xV1").rule == "188.25"
    bow = drill(words, "xV1 F5 it-smv-m41-75-18 @9 crest crest_1; aV1 J6 br-crusader-i @9", phase="prep", phasing="axis")
    assert bow.refused("engage xV1 aV1").rule == "188.18", "its hull does not turn"


def climbing(percent: int = 1) -> Drill:
    t = drill(
        WADI, "aV1 F5 br-crusader-i @3 motion; x9 I6 it-227 +xG1; xG1 I6 it-cannone-47-32 @9", tracks={"axis_chance": percent}
    )  # fmt: skip
    t.do("wheel aV1", "ahead G5")
    return t


def test_191_51_a_tank_that_leaves_a_wadi_shows_its_belly_first() -> None:
    t = climbing()
    assert t.rolls == "to hit"
    assert t.where("aV1") == "F5", "before it enters the next hex"
    t.do("roll 1,3")
    assert t.rolls == "to kill"
    events = t.do("roll 12")
    assert said(events, "kill").values[1] == "hull", "a turret hit strikes the belly, as a critical hit"
    number = int(said(events, "kill").values[2])
    plain = climbing()
    plain.do("roll 3,1")
    hull = int(said(plain.do("roll 12"), "kill").values[2])
    assert number == hull + 10, "the 47 counts its 10 twice"


def test_191_51_it_goes_on_if_nothing_stops_it_and_stays_in_the_wadi_if_something_does() -> None:
    t = climbing()
    t.do("roll 6,5")
    while t.rolls:
        t.do("roll 6,5")
    assert t.where("aV1") == "G5"
    held = climbing()
    held.do("roll 1,3", "roll 3")
    assert held.has("aV1", "wreck")
    assert held.where("aV1") == "F5"
    assert not held.has("aV1", "crest")


def test_191_51_a_wall_does_it_too_and_nobody_from_above_or_behind_sees_the_belly() -> None:
    def asked(words: dict[str, str], gun: str, facing: int) -> bool:
        t = drill(words, f"aV1 E5 br-crusader-i @3 motion; x9 {gun} it-227 +xG1; xG1 {gun} it-cannone-47-32 @{facing}", tracks={"axis_chance": 1})
        t.do("wheel aV1", "ahead F5")
        return t.where("aV1") == "E5"

    assert asked({"wall": "E5/F5"}, "I6", 9)
    assert not asked({}, "I6", 9)
    assert not asked({"wall": "E5/F5", "level_1": "I6"}, "I6", 9)
    assert not asked({"wall": "E5/F5"}, "B5", 3)
    assert not asked({"wall": "E5/F5"}, "P7", 9), "further than six hexes"


@pytest.mark.parametrize(("kind", "factor"), [("br-crusader-i", 4), ("br-3-ton-lorry", 3)])
def test_188_18_in_reverse_to_a_crest_the_ground_counts_by_the_factor_and_dust_and_what_stands_there_once(kind: str, factor: int) -> None:
    """The paragraph: the ground times the factor, *plus any cost for smoke, dust, etc. in the wadi hex*."""
    plain, dusty = (drill({"wadi": "F5"}, f"aV1 E5 {kind} @9 motion {'exposed' if factor == 4 else ''}", tracks={"dust": dust}) for dust in (0, 3))
    for t, more in ((plain, 0), (dusty, 1)):
        t.do("wheel aV1", "edge F5 back")
        assert t.spent("aV1") == factor + more
