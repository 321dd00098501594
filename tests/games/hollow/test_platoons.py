"""Platoons of tanks without radio: the examples of 181.22 and 181.221, impulse by impulse, and the rules around them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from amba.core.decision import CHANCE
from amba.games.hollow.frames_platoon import ImpulseFire
from amba.games.hollow.rules.r181_crews import lacks_radio
from amba.games.hollow.rules.r194_weather import GROUNDS
from tests.games.hollow.table import give
from tests.games.hollow.tanks import Drill, drill

HILL = {"level_1": "CC4 CC3 CC2 DD1 EE1", "level_2": "DD3", "level_3": "EE3 DD2 EE2 FF3"}
"""The hill of the example of 181.221: CC4, DD3, EE3 and DD2 cost five points each on the way up."""
DAMP = {"ground": GROUNDS.index("moderate")}
TANKS = "xV1 AA6 it-m13-40 @1; xV2 Z5 it-m11-39 @1; xV3 Y5 it-m11-39 @1"
"""Tanks A, B and C of the example."""
GUN = "a1 FF3 br-247 hidden +aG1; aG1 FF3 br-oqf-2-pdr @9"
EARLY = "1941-02-06"


def field(text: str, words: dict[str, str] | None = None, **more: Any) -> Drill:
    """A day of February 1941, on ground that raises no dust."""
    tracks = {**DAMP, **more.pop("tracks", {})}
    return drill(words or {}, text, phasing="axis", date=more.pop("date", EARLY), tracks=tracks, **more)


def platoon(t: Drill, *keys: str) -> None:
    t.do(f"platoon {keys[0]} {keys[1]}", *(f"take-in {key}" for key in keys[2:]))


def spent(t: Drill, *keys: str) -> set[float]:
    return {t.spent(key) for key in keys}


def next_movement(t: Drill) -> None:
    """To the next movement phase of the Axis, with nothing done in between."""
    give(t.game, t.s, "done")
    while True:
        decision = t.game.decision(t.s)
        assert decision is not None
        if decision.who == 1 and decision.kind == "movement":
            return
        if decision.who == CHANCE:
            t.game.apply(t.s, t.game.outcomes(t.s)[0][0])
        else:
            give(t.game, t.s, "done")


def open_edge(t: Drill, place: str) -> None:
    t.s.plan = t.s.plan._replace(exits=(frozenset(), frozenset((t.s.world.names.place[f"99{place}"],))))


def test_181_22_a_second_tank_in_one_hex_pays_two_and_a_third_three_and_all_pay_three() -> None:
    t = field("xV1 D5 it-m11-39 @3 motion; xV2 D6 it-m11-39 @1 motion; xV3 D5 it-m11-39 @3 motion")
    platoon(t, "xV1", "xV2", "xV3")
    assert "step xV1 E6 3" in t.menu()
    t.do("step xV1 E6 3", "step xV3 E6 3")
    costs = t.preview("step xV2 E6 1").items[0][0]
    assert "xV1 99E6 (1), xV3 99E6 (2), xV2 99E6 (3)" in costs
    t.do("step xV2 E6 1")
    assert {t.where(key) for key in ("xV1", "xV2", "xV3")} == {"E6"}
    assert spent(t, "xV1", "xV2", "xV3") == {3}


def test_181_221_the_long_example_impulse_by_impulse() -> None:
    t = field(f"{TANKS}; {GUN}", HILL, tracks={"allied_otherwise": 0})
    all_three = ("xV1", "xV2", "xV3")
    # first player turn
    platoon(t, "xV2", "xV3", "xV1")
    t.do("start")
    assert t.rolls == "platoon check", "one roll for three engines"
    t.do("roll 11")
    t.do("step xV3 Z4 1", "step xV2 AA5 1", "impulse")
    assert spent(t, *all_three) == {2}, "A holds AA6 and is charged as the others"
    assert t.has("xV1", "motion", "new_hex")
    t.do("step xV3 AA4 1", "step xV2 BB4 1", "step xV1 AA5 1")
    assert spent(t, *all_three) == {3}
    t.do("step xV2 CC4 1", "step xV3 BB4 1", "impulse")
    assert spent(t, *all_three) == {8}
    assert [t.where(key) for key in all_three] == ["AA5", "CC4", "BB4"]
    assert t.refused("step xV2 DD3 1").rule == "181.22", "five points more than the eleven of the slowest"
    t.do("roll-on")
    assert all(t.has(key, "motion", "moved") for key in all_three)
    # second player turn
    next_movement(t)
    platoon(t, "xV2", "xV3", "xV1")
    t.do("step xV2 DD3 1", "step xV3 CC4 1", "step xV1 BB4 1")
    assert spent(t, *all_three) == {5}
    t.do("step xV2 EE3 1", "step xV3 DD3 1", "step xV1 CC4 1")
    assert spent(t, *all_three) == {10}
    t.do("brake")
    assert spent(t, *all_three) == {11}
    assert not any(t.has(key, "motion") for key in all_three)
    t.do("stand")


def test_181_221_the_gun_kills_one_and_the_rest_closes_up_and_leaves_the_map() -> None:
    stood = "xV1 CC4 it-m13-40 @1; xV2 EE3 it-m11-39 @1; xV3 DD3 it-m11-39 @1"
    t = field(f"{stood}; a1 FF3 br-247 +aG1; aG1 FF3 br-oqf-2-pdr @9", HILL, tracks={"allied_otherwise": 1})
    open_edge(t, "EE1")
    platoon(t, "xV2", "xV3", "xV1")
    t.do("start", "roll 7", "step xV3 DD2 1", "step xV2 EE2 1", "step xV1 CC3 1")
    assert spent(t, "xV1", "xV2", "xV3") == {6}
    kill(t, "xV3")
    assert t.has("xV3", "wreck")
    t.do("step xV2 DD1 1", "step xV1 CC2 1")
    let_pass(t)
    assert spent(t, "xV1", "xV2") == {9}
    t.do("step xV2 EE1 1", "step xV1 DD1 1")
    let_pass(t)
    assert spent(t, "xV1", "xV2") == {10}
    t.do("step-off xV2", "step xV1 EE1 1")
    let_pass(t)
    assert t.where("xV2") == "axis-exited"
    assert t.where("xV1") == "EE1"
    assert t.refused("brake").rule == "181.22"
    t.do("roll-on")
    assert t.has("xV1", "motion", "follows")
    next_movement_held(t)
    assert "follow xV1" in t.menu()
    assert t.preview("wheel xV1").column == "8 or less", "alone, it would need its morale of 7 and one"
    t.do("follow xV1", "step-off xV1")
    let_pass(t)
    assert t.where("xV1") == "axis-exited"


def test_181_221_a_hidden_gun_is_asked_at_every_impulse_and_waits_for_its_moment() -> None:
    """The second player turn of the example: it fires when tank B is in EE3, misses, and the platoon stops to fire back.

    B still points up the hill as it came: on its way the machine guns of its turret bear, and in the advancing fire phase its hull is turned to the gun.
    """
    came = "xV1 CC4 it-m13-40 @1 motion; xV2 DD3 it-m11-39 @1 motion; xV3 DD4 it-m11-39 @1 motion"
    t = field(f"{came}; {GUN}", HILL, tracks={"allied_hidden": 2})
    platoon(t, "xV2", "xV3", "xV1")
    t.do("step xV2 EE3 1", "step xV3 DD3 1", "impulse")
    assert "engage aG1 xV2" in t.menu()
    t.do("engage aG1 xV2", "roll 6,5")
    assert not t.has("a1", "hidden")
    let_pass(t)
    assert "rake xV2 FF3 coaxial" in t.menu()
    assert t.refused("shell xV2 FF3").rule == "32"
    t.do("brake")
    let_pass(t)
    assert not any(t.has(key, "motion") for key in ("xV1", "xV2", "xV3"))
    t.do("stand", "done", "done")
    assert "shell xV2 FF3" in t.menu()
    assert any(what.startswith("A: the gun is turned") for what, _, _ in t.preview("shell xV2 FF3").items)


def test_181_221_whoever_comes_with_its_bow_to_the_gun_fires_back_at_once() -> None:
    came = "xV1 CC4 it-m13-40 @1 motion; xV2 DD3 it-m11-39 @3 motion; xV3 DD4 it-m11-39 @1 motion"
    t = field(f"{came}; {GUN}", HILL, tracks={"allied_hidden": 2})
    platoon(t, "xV2", "xV3", "xV1")
    t.do("step xV2 EE3 3", "step xV3 DD3 1", "impulse", "engage aG1 xV2", "roll 6,5")
    let_pass(t)
    assert "shell xV2 FF3" in t.menu()


def test_16_the_question_comes_whether_anybody_lies_hidden_or_not() -> None:
    t = field("xV1 E5 it-m13-40 @3 motion; a1 Z9 br-457", tracks={"allied_hidden": 2}, date="1942-06-01")
    t.do("wheel xV1", "ahead F5")
    assert t.menu() == ["pass", "ignore"]
    t.do("ignore", "ahead G5")
    assert "ahead H5" in t.menu(), "a vehicle that was let go is asked about no more"


def let_pass(t: Drill) -> None:
    while (decision := t.game.decision(t.s)) is not None and decision.kind == "first fire":
        t.do("ignore")


def kill(t: Drill, key: str) -> None:
    """The gun lets the others go and destroys this one."""
    while (decision := t.game.decision(t.s)) is not None and decision.kind == "first fire":
        if f"engage aG1 {key}" in t.menu() and not t.has(key, "wreck"):
            t.do(f"engage aG1 {key}", "roll 2,2")
            while t.rolls:
                t.game.apply(t.s, t.game.outcomes(t.s)[0][0])
        else:
            t.do("pass")


def next_movement_held(t: Drill) -> None:
    for track in ("allied_otherwise",):
        t.s.tracks[t.game.names.track[track]] = 0
    next_movement(t)


PAIR = "xV1 E5 it-m13-40 @3; xV2 E6 it-m13-40 @3"


def test_vn_8_a_the_m13_40_has_a_radio_from_november_1941() -> None:
    early, late = field(PAIR), field(PAIR, date="1941-11-19")
    assert [lacks_radio(t.s, t.piece("xV1")) for t in (early, late)] == [True, False]
    late.do("drive xV1 G5 3", "roll 7")
    assert late.where("xV2") == "E6", "with a radio each drives for itself"


def test_181_21_armour_has_a_radio_unless_it_is_marked() -> None:
    light = field("xV1 E5 it-l3-35 @3; xV2 E6 it-ab-41 @3; aV1 K5 br-3-ton-lorry", date="1942-06-01")
    assert [lacks_radio(light.s, light.piece(key)) for key in ("xV1", "xV2", "aV1")] == [True, False, False], "lorries have none and need none"


def test_181_22_one_drag_moves_the_whole_platoon() -> None:
    t = field(PAIR)
    found = t.preview("drive xV1 H4 3")
    lines = [what for what, _, _ in found.items]
    assert lines[0] == "all start"
    assert lines[1].startswith("reliability roll")
    assert sum(what.startswith("impulse") for what in lines) == 3
    assert found.cost == "5 of 11"
    t.do("drive xV1 H4 3")
    assert t.rolls == "platoon check"
    t.do("roll 7")
    assert (t.where("xV1"), t.where("xV2")) == ("H4", "H5")
    assert spent(t, "xV1", "xV2") == {5}
    assert all(t.has(key, "moved") and not t.has(key, "motion") for key in ("xV1", "xV2"))


def test_181_22_nobody_is_fired_at_before_the_impulse_is_over() -> None:
    t = field(f"{PAIR}; aV1 K5 br-crusader-i @9", tracks={"allied_chance": 1})
    t.do("drive xV1 H4 3", "roll 7")
    assert t.rolls == "to hit"
    assert (t.where("xV1"), t.where("xV2")) in {("F4", "F5"), ("F5", "F6")}, "both have moved"
    assert spent(t, "xV1", "xV2") == {2}
    assert [frame.spent for frame in t.s.frames if isinstance(frame, ImpulseFire)] == [4], "for the start, too: half points"
    t.do("roll 6,6")
    while t.rolls:
        t.do("roll 6,6")
    decision = t.game.decision(t.s)
    assert decision is not None
    assert decision.kind == "driving", "and whoever drives them is asked"


def test_181_221_each_must_end_the_impulse_beside_another() -> None:
    t = field("xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @9 motion")
    platoon(t, "xV1", "xV2")
    t.do("step xV1 F4 3")
    assert t.refused("step xV2 D6 9").rule == "181.221"
    assert t.refused("brake").rule == "181.221"
    assert t.refused("impulse").rule == "181.221"
    t.do("step xV2 E5 9")
    assert t.where("xV2") == "E5"


def test_181_221_all_are_in_motion_or_none_and_nobody_races() -> None:
    t = field("xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @3; xV3 H6 it-m13-40 @3")
    assert t.refused("platoon xV1 xV2").rule == "181.221"
    assert t.refused("platoon xV2 xV3").rule == "181.221"
    pair = field(PAIR)
    platoon(pair, "xV1", "xV2")
    assert not any(order.startswith("race") for order in pair.menu())
    assert pair.refused("roll-on").rule == "135"


def test_181_221_one_roll_for_the_ground_and_chance_picks_whom_it_stops() -> None:
    t = field("xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @3 motion; xV3 E7 it-m13-40 @3 motion", {"sand": "F6 F7"})
    platoon(t, "xV1", "xV2", "xV3")
    t.do("step xV1 F5 3", "step xV2 F6 3")
    assert any("sand roll of xV1, xV2, xV3" in what for what, _, _ in t.preview("step xV3 F7 3").items)
    t.do("step xV3 F7 3", "roll 11")  # xV1 is beside sand, which takes one off
    assert {t.game.spell(order) for order, _ in t.game.outcomes(t.s)} == {("pick", "xV2"), ("pick", "xV3")}
    t.do("pick xV3")
    assert t.has("xV3", "bogged", "moved")
    assert not t.has("xV2", "bogged")


def test_181_222_a_platoon_goes_on_without_those_it_has_lost() -> None:
    t = field("xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @3 motion; xV3 E7 it-m13-40 @3 motion", {"sand": "F6"})
    platoon(t, "xV1", "xV2", "xV3")
    t.do("step xV1 F5 3", "step xV2 F6 3", "impulse", "roll 11")
    assert t.has("xV2", "bogged")
    decision = t.game.decision(t.s)
    assert decision is not None
    assert decision.values == {"vehicles": "xV1, xV3"}
    assert t.refused("impulse").rule == "181.22", "somebody must move"
    t.do("brake")


def test_181_222_what_a_stall_costs_one_it_costs_all() -> None:
    t = field(PAIR)
    platoon(t, "xV1", "xV2")
    t.do("start")
    t.s.points[t.piece("xV2")] += 6
    t.do("roll 7")
    assert spent(t, "xV1", "xV2") == {4}


def test_181_222_who_is_recalled_counts_as_having_a_radio() -> None:
    t = field("xV1 E5 it-m13-40 @9 recalled; xV2 E6 it-m13-40 @3")
    assert not lacks_radio(t.s, t.piece("xV1"))
    assert t.refused("platoon xV1 xV2").rule == "181.222"
    t.do("wheel xV1")
    assert not t.rolls


def test_181_223_alone_its_crew_must_pass_a_check() -> None:
    for roll, where in ((8, "F5"), (9, "E5")):
        t = field("xV1 E5 it-m13-40 @3")
        assert any("passes with 8 or less" in what for what, _, _ in t.preview("drive xV1 F5 3").items)
        t.do("drive xV1 F5 3")
        assert t.rolls == "lone check"
        t.do(f"roll {roll}", *(["roll 7"] if roll == 8 else []))
        assert t.where("xV1") == where
        assert t.has("xV1", "moved")
    assert Fraction(26, 36) in {chance.chance for chance in field("xV1 E5 it-m13-40 @3").preview("wheel xV1").odds}


def test_181_223_the_other_reading_is_an_option() -> None:
    t = field("xV1 E5 it-m13-40 @3", options={"lone_check": "harder"})
    assert t.preview("wheel xV1").column == "6 or less"


def test_181_223_who_fails_in_motion_stops_and_who_stands_spends_nothing() -> None:
    t = field("xV1 E5 it-m13-40 @3 motion")
    t.do("wheel xV1", "roll 9")
    assert t.has("xV1", "moved")
    assert not t.has("xV1", "motion")
    stands = field("xV1 E5 it-m13-40 @3")
    stands.do("wheel xV1", "roll 9")
    assert stands.refused("start").rule == "181.223"
    stands.do("hatch open", "stand")


def test_181_223_who_breaks_off_is_checked_but_not_one_with_a_radio() -> None:
    t = field("xV1 E5 it-m13-40 @3; xV2 E6 it-ab-40 @3")
    platoon(t, "xV1", "xV2")
    t.do("stand")
    mixed = field("xV1 E5 it-m13-40 @3; xV2 E6 it-ab-40 @3")
    mixed.do("wheel xV2")
    assert not mixed.rolls, "it has a radio"
    pair = field(PAIR)
    pair.do("wheel xV1")
    assert pair.rolls == "lone check"


def test_181_223_two_with_radios_may_drive_as_a_platoon() -> None:
    t = field("xV1 E5 it-m14-41 @3 motion; xV2 E6 it-m14-41 @3 motion", date="1942-06-01")
    platoon(t, "xV1", "xV2")
    t.do("step xV1 F5 3", "impulse")
    assert spent(t, "xV1", "xV2") == {1}


def test_181_3_a_tank_without_radio_fires_as_any_other() -> None:
    t = field("xV1 E5 it-m13-40 @3; aV1 I6 br-crusader-i @9", phase="prep")
    assert "engage xV1 aV1" in t.menu()


def test_35_vehicles_of_a_platoon_fire_at_the_end_of_an_impulse() -> None:
    t = field("xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @3 motion; aV1 K5 br-crusader-i @9")
    platoon(t, "xV1", "xV2")
    assert t.refused("engage xV1 aV1").rule == "35"
    t.do("step xV1 F5 3")
    assert t.refused("engage xV2 aV1").rule == "181.22"
    t.do("step xV2 F6 3")
    assert {f"engage {key} aV1" for key in ("xV1", "xV2")} <= set(t.menu())
    assert t.preview("engage xV1 aV1").odds


def test_181_22_men_go_along_beneath_the_tanks_of_a_platoon() -> None:
    t = field("xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @3 motion; x1 E5 it-346; x2 E6 it-346; a1 T5 br-457")
    platoon(t, "xV1", "xV2")
    t.do("escort x1")
    assert not any(order.startswith("drive") for order in t.menu()), "the men set the pace: impulse by impulse"
    for _ in range(4):
        here = t.where("xV1")
        ahead = next(order for order in t.menu() if order.startswith("step xV1") and here not in order and order.endswith(" 3"))
        t.do(ahead)
        t.do(next(order for order in t.menu() if order.startswith("step xV2") and order.endswith(" 3") and t.where("xV2") not in order))
        assert t.where("x1") == t.where("xV1")
    assert t.where("x2") == "E6"
    assert t.has("x1", "escort", "moved")
    assert not any(order.startswith("step xV1") and t.where("xV1") not in order for order in t.menu()), "their four factors are spent"


def test_181_221_the_preview_of_an_impulse_names_every_roll_that_it_calls_for() -> None:
    for hour in (3, 5, 7):
        t = drill({"sand": "F4 F5 F6"}, "xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @3 motion", phasing="axis", date="1941-02-06")
        t.do("platoon xV1 xV2", f"step xV1 F5 {hour}")
        told = [what for what, _, _ in t.preview(f"step xV2 F6 {hour}").items if "sand roll" in what]
        t.do(f"step xV2 F6 {hour}")
        rolls = 0
        while (decision := t.game.decision(t.s)) is not None and decision.kind == "platoon check":
            t.do("roll 2")
            rolls += 1
        assert len(told) == rolls == 1 + abs(hour - 3) // 2, "over the hexside, and for each hexspine turned in the sand"
