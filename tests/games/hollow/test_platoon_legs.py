"""A platoon backs, bypasses, overruns and goes to crests in its impulses, as 181.22 and 181.221 let it."""

from __future__ import annotations

from typing import Any

import pytest

from amba.core.odds import every_fall
from amba.games.hollow import previews_impulse
from amba.games.hollow.frames_armour import EngineRoll, GroundRoll
from amba.games.hollow.rules.armour.r030_orders import spine_of
from amba.games.hollow.rules.armour.r032_arcs import tca
from amba.games.hollow.rules.armour.r135_engines import wake_engines
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_driving_letter import complaints
from tests.games.hollow.test_platoons import platoon
from tests.games.hollow.test_vehicle_dust import clouds

EARLY = "1941-02-06"
TWO = "xV1 E5 it-m11-39 @3 motion; xV2 E6 it-m11-39 @3 motion"


def two(text: str = TWO, words: dict[str, str] | None = None, **more: Any) -> Drill:
    t = drill(words or {}, text, phasing="axis", date=EARLY, **more)
    t.do("platoon xV1 xV2")
    return t


def test_181_22_a_platoon_backs_and_all_pay_the_reverse_factor() -> None:
    t = two()
    assert t.preview("step-by xV1 D5 back").cost.startswith("4 of")
    t.do("step-by xV1 D5 back")
    assert t.refused("step-by xV1 D4 back").rule == "181.22", "it has been told"
    t.do("step-by xV2 D6 back")
    assert (t.where("xV1"), t.where("xV2")) == ("D5", "D6")
    assert t.spent("xV1") == t.spent("xV2") == 4
    assert t.has("xV1", "reverse", "motion")
    assert t.refused("step xV1 E5 3").rule == "181.1", "forward only after a stop and a start"
    assert t.refused("drive xV1 E5 3").rule == "181.22"
    assert clouds(t) == [], "four points raise no dust"


def test_181_1_who_backs_stays_in_reverse_motion_with_its_platoon() -> None:
    t = two("xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m11-39 @3 motion")
    t.do("step-by xV1 D5 back", "step-by xV2 D6 back", "step-by xV1 C5 back", "step-by xV2 C6 back", "roll-on")
    assert t.has("xV1", "reverse", "motion", "moved")


def test_181_221_the_platoon_stops_and_starts_again_to_go_the_other_way() -> None:
    t = two()
    t.do("step-by xV1 D5 back", "step-by xV2 D6 back", "brake", "start", "roll 7", "step xV1 E5 3", "step xV2 E6 3")
    assert t.spent("xV1") == 4 + 1 + 1 + 1
    assert clouds(t) == [], "it started in the hex it left"


def test_181_221_one_backs_to_close_up_and_none_strays() -> None:
    t = two("xV1 E5 it-m11-39 @3 motion; xV2 E6 it-m11-39 @9 motion")
    t.do("step-by xV1 D5 back", "step xV2 D6 9")
    assert (t.where("xV1"), t.where("xV2")) == ("D5", "D6")
    assert t.spent("xV2") == 4


def test_132_the_example_of_181_221_a_tank_of_a_platoon_bypasses_for_two_points() -> None:
    t = two(words={"woods": "F5"})
    t.do("step-by xV1 F5 bypass", "impulse")
    assert t.has("xV1", "bypass")
    assert t.spent("xV1") == t.spent("xV2") == 2
    assert t.refused("step xV1 E5 3").rule == "132"
    t.do("step-by xV1 G5 ahead", "step xV2 F5 3")
    assert t.where("xV1") == "G5"
    assert not t.has("xV1", "bypass")
    assert t.spent("xV2") == 2 + 6, "the other one drives into the woods, for half of its twelve points"
    assert t.rolls == "ground", "and may bog there"


def test_72_a_tank_of_a_platoon_overruns_when_the_defender_has_had_his_fire() -> None:
    t = two(f"{TWO}; a1 F5 br-457", tracks={"allied_chance": 1, "allied_otherwise": 0})
    order = next(order for order in t.menu() if order.startswith("step-by xV1 F5 overrun"))
    assert any("overruns" in item[0] for item in t.preview(order).items)
    t.do(order, "impulse")
    assert t.where("xV1") == "F5"
    seen = []
    while t.rolls:
        seen.append(t.rolls)
        t.game.apply(t.s, t.game.outcomes(t.s)[0][0] if t.rolls != "overrun" else t.game.outcomes(t.s)[5][0])
    assert "overrun" in seen
    assert t.spent("xV1") == t.spent("xV2") == 1 + 3


def test_188_18_who_comes_to_a_crest_stops_and_its_platoon_with_it() -> None:
    t = two("xV1 E5 it-m11-39 @3 motion; xV2 E6 it-m11-39 @3 motion", {"wadi": "F5 F4 F6"})
    order = "step-by xV1 F5 edge"
    assert any(item[2] == "181.221" and "crest" in item[0] for item in t.preview(order).items)
    t.do(order, "impulse")
    assert t.has("xV1", "crest")
    assert not t.has("xV1", "motion")
    assert not t.has("xV2", "motion"), "the platoon stops as one"
    assert t.spent("xV1") == t.spent("xV2") == 2
    t.do("start", "roll 7")
    assert t.refused("step xV1 G5 3").rule == "132"
    down = f"step-by xV1 {t.where('xV1')} descend"
    t.do(down, "impulse")
    assert not t.has("xV1", "crest")


def test_176_721_a_platoon_that_leaves_a_crest_for_a_hill_makes_no_abrupt_change_of_level() -> None:
    t = two("xV1 E5 it-m11-39 @3 motion crest crest_1; xV2 E6 it-m11-39 @3 motion", {"wadi": "E5", "level_1": "F5 F6", "vineyard": "F5"})
    assert ("at its end: bog roll of xV1: one is stuck on 11 or more", "8.3 %", "176.72") in t.preview("step-by xV1 F5 ahead").items
    t.do("step-by xV1 F5 ahead", "impulse")
    frame = t.s.frames[-1]
    assert isinstance(frame, GroundRoll)
    assert frame.modifier == 1


SIDE_BY_SIDE = "xV1 I6 it-m13-40 @3 motion; xV2 I5 it-m11-39 @3 motion; a1 A1 br-457"


def test_188_22_two_of_a_platoon_do_not_go_to_one_corner_in_one_impulse() -> None:
    t = two(SIDE_BY_SIDE, {"wadi": "J5"})
    t.do("step-by xV1 J5 edge")
    assert t.refused("step-by xV2 J5 edge").rule == "188.22"
    t.do("step xV2 J4 3")
    assert (t.where("xV1"), t.where("xV2"), t.has("xV1", "crest"), t.has("xV2", "crest")) == ("J5", "J4", True, False)


def test_132_nor_along_one_side_of_woods() -> None:
    t = two("xV1 E5 it-m11-39 @3 motion; xV2 E5 it-m11-39 @3 motion", {"woods": "F5"})
    t.do("step-by xV1 F5 bypass")
    assert t.refused("step-by xV2 F5 bypass").rule == "132"


def test_188_18_where_all_of_a_platoon_come_to_a_crest_nobody_pays_for_stopping() -> None:
    t = two(SIDE_BY_SIDE, {"wadi": "J5 J4"})
    t.do("step-by xV1 J5 edge")
    found = t.preview("step-by xV2 J4 edge")
    assert not any("at a crest a vehicle stops" in what for what, _, _ in found.items)
    t.do("step-by xV2 J4 edge")
    assert t.spent("xV1") == t.spent("xV2") == 1


def test_181_22_an_impulse_to_a_crest_names_who_sees_it_there() -> None:
    gun = "a9 M5 br-247 +aG1; aG1 M5 br-oqf-2-pdr @9"
    t = two(f"{SIDE_BY_SIDE}; {gun}", {"wadi": "J5 J4"}, tracks={"allied_chance": 1})
    t.do("step-by xV1 J5 edge")
    found = t.preview("step-by xV2 J4 edge")
    t.do("step-by xV2 J4 edge")
    assert (t.rolls == "to hit") is any("aG1 may fire" in what for what, _, _ in found.items)
    assert t.rolls == "to hit"


def test_181_221_excessive_speed_is_not_for_platoons() -> None:
    assert two().refused("race 1").rule == "181.221"


def test_194_74_who_held_its_hex_since_it_started_there_raises_no_dust_when_it_leaves() -> None:
    t = two(TWO.replace(" motion", ""))
    t.do("start", "roll 7", "step xV1 F5 3", "impulse")
    assert clouds(t) == []
    t.do("step xV2 F6 3", "step xV1 G6 3")
    assert clouds(t) == ["F5"], "the other one spent its start in the hex it has left"


def test_181_221_the_rolls_of_an_impulse_have_exact_odds_turning_too() -> None:
    sand = {"sand": "F5 F6"}
    t = two(words=sand)
    t.do("step xV1 F5 3")
    order = "step xV2 F6 3"
    assert [chance.label for chance in t.preview(order).odds] == ["all get through", "one is bogged"]
    assert complaints(t, order) == []
    alone = two(words={"sand": "E5"})
    alone.do("step xV1 E5 7")
    assert sum("sand roll of xV1" in item[0] for item in alone.preview("impulse").items) == 2, "a roll for each hexspine"
    assert alone.preview("impulse").odds
    assert complaints(alone, "impulse") == []
    started = two(TWO.replace(" motion", ""))
    assert [chance.label for chance in started.preview("start").odds] == ["all get through", "one is immobilised"]
    assert complaints(started, "start") == []


def test_181_221_a_wrong_figure_in_the_odds_of_an_impulse_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    t = two(words={"sand": "F5 F6"})
    t.do("step xV1 F5 3")
    found = every_fall
    monkeypatch.setattr(previews_impulse, "every_fall", lambda *args: [fall._replace(chance=fall.chance / 2) for fall in found(*args)])
    assert complaints(t, "step xV2 F6 3")


def test_181_221_a_platoon_starts_as_one_in_the_enemys_phase_and_needs_no_lone_check() -> None:
    for pair, alone in (("xV1 D5 it-m11-39 @3; xV2 D6 it-m11-39 @3", False), ("xV1 D5 it-m11-39 @3", True)):
        t = drill({"woods": "H3 H4 H5 H6 H7"}, f"{pair}; aV1 F5 br-a13-mk-ii @9 motion", date=EARLY, tracks={"axis_motion": 1})
        wake_engines(t.s, (t.piece("aV1"),), t.s.field.view_from(t.game.names.place["99L5"]), 5)
        assert isinstance(t.s.frames[-1], EngineRoll)
        assert t.s.frames[-1].most == (5 if alone else 3), "a platoon of two adds two"
        assert t.rolls == "engine"
        t.do("roll 1")
        if alone:
            assert t.rolls == "lone check"
            continue
        assert t.rolls == "platoon check", "one roll for two engines"
        t.do("roll 7")
        assert t.has("xV1", "motion", "engine_tried")
        assert t.has("xV2", "motion", "engine_tried")


CARRIERS = "xV1 E5 ge-spw-251-1 @3; xV2 E6 ge-spw-251-1 @3; x1 xV1-aboard ge-467; x2 xV2-aboard ge-467; a1 Z2 br-457"


def test_31_men_get_out_of_a_platoon_that_has_stopped() -> None:
    t = drill({}, CARRIERS, phasing="axis")
    platoon(t, "xV1", "xV2")
    t.do("start")
    assert t.refused("unload xV1").rule == "31", "it is in motion"
    t.do("step xV1 F5 3")
    assert t.refused("alight x2").rule == "181.22", "first the impulse"
    t.do("step xV2 F6 3", "brake", "unload xV1", "alight x2")
    assert (t.where("x1"), t.where("x2")) == ("F5", "F6")
    assert t.left("xV1") == t.left("xV2") == 9, "start, a hex, stop, and a quarter of sixteen"
    t.do("stand")
    assert "walk x1 G5" in t.menu()


def test_31_after_a_whole_drive_a_platoon_with_men_aboard_is_asked() -> None:
    t = drill({}, CARRIERS, phasing="axis")
    platoon(t, "xV1", "xV2")
    t.do("drive xV1 G5 3")
    assert {"unload xV1", "unload xV2", "stand"} <= set(t.menu())
    t.do("stand")
    assert t.has("xV1", "moved")


def test_181_221_who_puts_men_down_is_charged_and_his_platoon_with_him() -> None:
    t = drill({}, CARRIERS, phasing="axis")
    platoon(t, "xV1", "xV2")
    t.do("unload xV1", "start", "step xV1 F5 3", "step xV2 F6 3")
    assert t.left("xV1") == t.left("xV2") == 10


def test_32_turrets_of_a_platoon_turn_while_points_are_spent() -> None:
    t = two("xV1 E5 it-m13-40 @3; xV2 E6 it-m13-40 @3")
    assert t.refused("train xV1 7").rule == "32", "nothing has been spent"
    t.do("start", "roll 7", "train xV1 7")
    assert t.refused("train xV1 9").rule == "32", "once for each impulse"
    t.do("step xV1 F5 3", "step xV2 F6 3", "train xV1 9", "train xV2 1")
    assert [tca(t.s, t.piece(key)) for key in ("xV1", "xV2")] == [spine_of(9), spine_of(1)]
    assert t.refused("train aV1 9").rule == "181.22"


def test_186_14_an_armoured_car_of_a_platoon_goes_over_hammada_with_care() -> None:
    """A Fiat 611 goes on the wheels of a lorry: twice the six points of 186.13, all of its twelve, and one less on the roll."""
    cars = "xV1 E5 it-fiat-611a @3 motion; xV2 E6 it-fiat-611a @3 motion"
    found = {}
    for how in ("step xV1 F5 3", "step-by xV1 F5 carefully"):
        t = drill({"hammada": "F5"}, cars, phasing="axis", date="1941-02-06", land="east africa", tracks={"ground": 3})
        t.do("platoon xV1 xV2")
        assert t.refused("step-by xV2 F7 carefully").rule == "186.14", "no hammada there"
        t.do(how, "impulse")
        frame = t.s.frames[-1]
        assert isinstance(frame, GroundRoll)
        found[how] = (t.spent("xV1"), t.spent("xV2"), frame.modifier)
    (quick, quick_mate, more), (slow, slow_mate, less) = found.values()
    assert (quick, quick_mate, slow, slow_mate) == (6, 6, 12, 12)
    assert more - less == 1
