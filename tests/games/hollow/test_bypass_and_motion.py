"""Sight and fire at a corner, wrecks that hide a hull, machine guns at armour on the move, engines started in time (132, 29, 35, 135)."""

from __future__ import annotations

from typing import cast

from amba.core.event import Said
from amba.core.game import Game
from amba.games.hollow.rules.armour.r077_hull_down import hull_down
from amba.games.hollow.rules.r007_seeing import line
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read
from tests.games.hollow.tanks import Drill, drill


def lawful(t: Drill, order: str) -> None:
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, *t.words(order))) == []


def sees(t: Drill, one: str, other: str) -> bool:
    return line(t.s, t.s.viewpoint(t.piece(one)), t.s.viewpoint(t.piece(other))).is_clear


def test_132_a_vehicle_in_bypass_is_seen_beside_its_woods_and_not_through_them() -> None:
    """Woods at F5, the tank along one of their sides: who is on that side sees it, who is behind the woods does not; the woods protect it from nobody."""
    text = "aV1 E5 br-crusader-i @3 motion; xV2 F8 it-l6-40 @1; xV3 F2 it-l6-40 @7"
    t = drill({"woods": "F5"}, text)
    t.do("wheel aV1")
    order = next(one for one in t.menu() if one.startswith("bypass"))
    t.do(order)
    assert t.where("aV1") == "F5"
    assert t.has("aV1", "bypass")
    seen = {key: sees(t, key, "aV1") for key in ("xV2", "xV3")}
    assert sorted(seen.values()) == [False, True], seen
    firer = next(key for key, can in seen.items() if can)
    assert t.s.viewpoint(t.piece("aV1")).hex != t.s.field.hex_of[t.s.at[t.piece("aV1")]]
    t.do("brake", "stand", "done")
    found = t.preview(f"engage {firer} aV1")
    assert not any(what == "terrain" for what, _, _ in found.items)
    lawful(t, f"engage {firer} aV1")
    assert t.refused(f"engage {'xV3' if firer == 'xV2' else 'xV2'} aV1").rule == "7"


def hull(place: str, *marks: str) -> str:
    """By which rule a tank in E5 is hull down to one in I7, with a wreck in a hex."""
    t = drill({}, f"xV1 E5 it-m13-40 @3 {' '.join(marks)}; xV2 {place} it-m13-40 @3 wreck; aV1 I7 br-crusader-i @9", phase="prep")
    return hull_down(t.s, t.piece("aV1"), t.piece("xV1"))


def test_29_a_tank_behind_a_wreck_in_the_next_hex_is_hull_down() -> None:
    """The line from I7 to E5 runs through F5; a wreck farther off hinders and hides nothing, and who moves is not behind anything."""
    assert {place: hull(place) for place in ("F5", "G6", "H6", "D5")} == {"F5": "29", "G6": "", "H6": "", "D5": ""}
    assert not hull("F5", "motion")
    text = "xV1 E5 it-m13-40 @3; xV2 F5 it-m13-40 @3 wreck{}; aV1 I7 br-crusader-i @9"
    t = drill({}, text.format(""), phase="prep")
    wrecks = [(what, worth) for what, worth, _ in t.preview("engage aV1 xV1").items if "wreck" in what]
    assert wrecks == [("hull down behind a wreck", "only the turret is hit")], "hull down instead of a hindrance"
    lawful(t, "engage aV1 xV1")
    burning = drill({}, text.format(" burning"), phase="prep")
    assert not hull_down(burning.s, burning.piece("aV1"), burning.piece("xV1"))


def test_35_a_tankette_fires_its_machine_guns_at_armour_on_the_way() -> None:
    t = drill({}, "xV1 E5 it-l3-35 @3 motion; aV1 H5 br-lt-mk-vib @9", "axis")
    t.do("wheel xV1", "roll 2")  # 181.223: alone and without radio
    assert t.refused("pierce xV1 aV1").rule == "35", "before it has spent points that is prep fire"
    t.do("ahead F5")
    modifiers = {what[:2] for what, _, _ in t.preview("pierce xV1 aV1").items}
    assert {"C:", "C2"} & modifiers
    lawful(t, "pierce xV1 aV1")
    t.do("pierce xV1 aV1", "roll 6,5")
    assert t.has("xV1", "bow_fired")


def test_35_16_machine_guns_fire_at_moving_armour_by_standing_order() -> None:
    t = drill({}, "xV1 E5 it-l3-35 @3 motion; aV1 H5 br-lt-mk-vib @9", "axis", tracks={"allied_chance": 1})
    t.do("wheel xV1", "roll 2")
    events = t.do("ahead F5")
    assert any(isinstance(e, Said) and e.what == "by order" for e in events)
    assert t.rolls == "to hit"
    t.do("roll 6,6")


def test_135_a_vehicle_that_stands_starts_when_an_enemy_comes_in_sight() -> None:
    """Its side's order, and a die of at most the points spent in sight; once in a player turn."""
    t = drill({"woods": "H5"}, "xV1 D5 it-l6-40 @3; aV1 L5 br-crusader-i @9 motion", tracks={"axis_motion": 1})
    assert not sees(t, "xV1", "aV1"), "behind the woods"
    t.do("wheel aV1")
    while not t.rolls:
        t.do(next(order for order in t.menu() if order.startswith("ahead")))
    assert t.rolls == "engine"
    t.do("roll 1")
    assert t.has("xV1", "motion", "engine_tried")
    rest = drill({"woods": "H5"}, "xV1 D5 it-l6-40 @3; aV1 L5 br-crusader-i @9 motion")
    rest.do("wheel aV1", "ahead K5", "ahead J5")
    assert not rest.rolls
    assert not rest.has("xV1", "engine_tried"), "nobody has ordered it"


def test_135_men_who_come_in_sight_wake_engines_too() -> None:
    t = drill({"woods": "H5"}, "xV1 D5 it-l6-40 @3; a1 L5 br-457", tracks={"axis_motion": 1})
    t.do("move a1")
    while not t.rolls and "go K5" in t.menu():
        t.do("go K5")
    for to in ("go K4", "go J4", "go K6"):
        if not t.rolls and to in t.menu():
            t.do(to)
    assert t.rolls == "engine"
    t.do("roll 6")
    assert not t.has("xV1", "motion")
    assert t.has("xV1", "engine_tried")


def test_35_16_who_wants_to_be_asked_is_asked_about_machine_guns_too() -> None:
    t = drill({}, "xV1 E5 it-l3-35 @3 motion; aV1 H5 br-lt-mk-vib @9", "axis", tracks={"allied_otherwise": 1})
    t.do("wheel xV1", "roll 2", "ahead F5")
    assert "pierce aV1 xV1" in t.menu()
    lawful(t, "pierce aV1 xV1")
    t.do("pierce aV1 xV1", "roll 6,5")
    assert t.has("aV1", "coaxial_fired")


def test_132_a_vehicle_in_bypass_beside_a_wadi_is_seen_at_its_rim() -> None:
    t = drill({"woods": "F5", "wadi": "F4 F3"}, "xV1 E5 it-l6-40 @3 motion; a1 H3 br-457; aV1 F1 br-crusader-i @5", phasing="axis")
    t.do("wheel xV1", "bypass F5")
    assert t.s.viewpoint(t.piece("xV1")).position == "crest"
    assert sees(t, "aV1", "xV1")


def test_188_18_who_goes_from_a_bypass_to_a_crest_is_in_bypass_no_more() -> None:
    t = drill({"woods": "F5", "wadi": "G5"}, "aV1 E5 br-crusader-i @3 motion; x1 T5 it-346")
    t.do("wheel aV1", "bypass F5", "edge G5")
    assert (t.where("aV1"), t.has("aV1", "crest")) == ("G5", True)
    assert not t.has("aV1", "bypass")
    assert not t.has("aV1", "bypass_left")
    assert t.s.viewpoint(t.piece("aV1")).hex == t.s.field.hex_of[t.s.at[t.piece("aV1")]]


def test_194_73_the_corner_of_a_wood_costs_no_dust_twice() -> None:
    clear, dusty = (drill({"woods": "F5"}, "aV1 E5 br-crusader-i @3 motion exposed", tracks={"dust": dust}) for dust in (0, 3))
    costs = []
    for t in (clear, dusty):
        t.do("wheel aV1", "bypass F5")
        entered = t.spent("aV1")
        t.do("bypass F5")
        costs.append((entered, t.spent("aV1") - entered))
    assert costs == [(2, 3), (4, 3)], "round the corner of the same hex nothing is entered"


def test_176_75_a_gun_in_a_stuck_bow_fires_at_who_drives_into_its_hex_before_it() -> None:
    """Only in defensive fire, and only from within the hull's arc; one that can turn fires at anybody there."""
    found = {}
    for enter, hour in (("G5", 9), ("E5", 3)):
        for state in ("immobile", "bogged", ""):
            text = f"xV1 F5 it-smv-m41-75-18 @3 {state}; aV1 {enter} br-crusader-i @{hour} motion exposed"
            t = drill({}, text, tracks={"axis_otherwise": 1}, date="1942-07-01")
            t.do("wheel aV1", "ahead F5")
            found[enter, state] = "engage xV1 aV1" in t.menu()
    assert found == {
        ("G5", "immobile"): True,
        ("G5", "bogged"): True,
        ("G5", ""): True,
        ("E5", "immobile"): False,
        ("E5", "bogged"): False,
        ("E5", ""): True,
    }


def test_176_75_so_does_a_machine_gun_in_a_stuck_bow() -> None:
    found = {}
    for enter, hour in (("G5", 9), ("E5", 3)):
        t = drill(
            {}, f"xV1 F5 it-l3-35 @3 immobile; aV1 {enter} br-lt-mk-vib @{hour} motion exposed", tracks={"axis_otherwise": 1}, date="1941-02-01"
        )
        t.do("wheel aV1", "ahead F5")
        found[enter] = "pierce xV1 aV1" in t.menu()
    assert found == {"G5": True, "E5": False}
