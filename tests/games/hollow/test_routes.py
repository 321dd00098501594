"""A whole drive in one order: where to and pointing which way (30, 32)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from amba.games.hollow.orders_armour import Drive
from amba.games.hollow.rules.armour.r030_costs import points_text
from amba.games.hollow.rules.armour.r030_routes import reach_of
from tests.games.hollow.table import read
from tests.games.hollow.tanks import Drill, drill

TANK = "aV1 E5 br-stuart-i-a-honey @3"


def test_30_a_drive_starts_goes_turns_and_stops_in_one_order() -> None:
    t = drill({}, TANK)
    t.do("drive aV1 F5 5")
    assert t.where("aV1") == "F5"
    assert t.spent("aV1") == 4, "a point each for starting, the hex, the hexspine and stopping"
    assert t.game.view(t.s, 0)["pieces"]["aV1"]["facing"] == 5
    assert t.has("aV1", "moved")
    assert not t.has("aV1", "motion")
    assert t.refused("drive aV1 F6 5").rule == "5"


def test_30_what_is_beyond_its_points_is_refused_and_not_offered() -> None:
    t = drill({}, TANK)
    assert t.refused("drive aV1 Z5 3").rule == "30"
    assert t.refused("drive aV1 E5 3").rule == "32"
    assert any(order.startswith("drive aV1 E5 ") for order in t.menu()), "it may turn on the spot"


def test_135_without_a_point_to_stop_it_stays_in_motion() -> None:
    t = drill({}, TANK)
    reach = reach_of(t.s, t.piece("aV1"))
    last = next(spot for spot in sorted(reach.plain) if reach.cost(spot) == 2 * t.s.vehicle(t.piece("aV1")).mp)
    order = Drive(t.piece("aV1"), last[0], (1, 3, 5, 7, 9, 11)[last[1]])
    t.do(" ".join(t.game.play.speller.spell(order)))
    assert t.has("aV1", "motion", "moved")


def test_190_31_it_goes_round_sand_where_it_can() -> None:
    t = drill({"sand": "F5"}, "aV1 E5 br-crusader-i @3 motion")
    way = reach_of(t.s, t.piece("aV1")).way((t.s.world.names.place["99G5"], 1))
    assert t.s.world.names.place["99F5"] not in [place for place, _ in way]


def test_16_it_is_asked_again_when_it_was_fired_at() -> None:
    t = drill({}, f"{TANK} motion; xV1 L5 it-m13-40 @9", tracks={"axis_chance": 1})
    t.do("drive aV1 H4 3")
    assert t.rolls == "to hit"
    t.do("roll 6,6")
    assert t.where("aV1") == "F5" or t.where("aV1") == "F4"
    decision = t.game.decision(t.s)
    assert decision is not None
    assert decision.kind == "driving"
    assert any(order.startswith("drive aV1") for order in t.menu()), "and may be told a whole drive again"


def test_29_it_is_asked_again_when_somebody_nobody_saw_bars_the_way() -> None:
    t = drill({"scrub": "G4 G5"}, f"{TANK} motion; x1 G4 it-347 hidden; x2 G5 it-347 hidden")
    t.do("drive aV1 H4 3")
    assert t.where("aV1") in {"F4", "F5"}
    decision = t.game.decision(t.s)
    assert decision is not None
    assert decision.kind == "driving"


def test_176_72_a_preview_names_cost_rolls_and_who_may_fire() -> None:
    t = drill({"sand": "F4 F5"}, "aV1 E5 br-crusader-i @3 motion; xV1 L5 it-m13-40 @9")
    found = t.preview("drive aV1 F5 3")
    assert found.path == ("99E5", "99F5")
    assert found.cost == "4 of 15"
    lines = {what: value for what, value, _ in found.items}
    assert lines["in 99F5: sand roll: stuck on 11 or more"] == str(Fraction(3, 36))
    assert {chance.label: chance.chance for chance in found.odds} == {"gets through": Fraction(11, 12), "is bogged": Fraction(1, 12)}
    assert any(what.startswith("M13/40 (xV1) may fire at it in 99F5") for what in lines)


def test_42_a_gun_under_a_question_mark_is_not_named() -> None:
    t = drill({}, "aV1 E5 br-crusader-i @3 motion; x1 L5 it-347 concealed; xG1 L5 it-cannone-47-32 @9", phase="movement")
    assert not any("may fire" in what for what, _, _ in t.preview("drive aV1 F5 3").items)


ASKED = {"axis_chance": 0, "axis_otherwise": 1}


def test_s_the_defender_is_asked_about_a_vehicle_only_if_his_orders_say_so() -> None:
    quiet = drill({}, f"{TANK} motion; xV1 L5 it-m13-40 @9")
    quiet.do("drive aV1 H4 3")
    assert quiet.where("aV1") == "H4"
    t = drill({}, f"{TANK} motion; xV1 L5 it-m13-40 @9", tracks=ASKED)
    t.do("drive aV1 H4 3")
    decision = t.game.decision(t.s)
    assert decision is not None
    assert (decision.who, decision.kind) == (1, "first fire")
    shown = t.preview("engage xV1 aV1")
    assert {"misses", "burns"} < {one.label for one in shown.odds}
    assert sum(one.chance for one in shown.odds) == 1
    t.do("pass")
    assert t.where("aV1") != "E5"


def test_s_a_vehicle_that_was_let_go_is_asked_about_no_more() -> None:
    t = drill({}, f"{TANK} motion; xV1 L5 it-m13-40 @9", tracks=ASKED)
    t.do("drive aV1 H4 3", "ignore")
    assert t.where("aV1") == "H4"
    assert t.has("aV1", "moved")


def test_16_who_was_asked_may_fire_and_the_driver_is_asked_again() -> None:
    t = drill({}, f"{TANK} motion; xV1 L5 it-m13-40 @9", tracks=ASKED)
    t.do("drive aV1 H4 3", "engage xV1 aV1", "roll 6,6")
    decision = t.game.decision(t.s)
    assert decision is not None
    assert decision.kind == "driving"


def test_185_22_the_crew_of_a_vehicle_sees_hidden_works() -> None:
    t = drill({}, "aV1 E5 br-crusader-i @3; xF1 L5 foxhole hidden")
    t.do("done")
    assert not t.has("xF1", "hidden")


def true_notes(t: Drill) -> int:
    """How many whole drives there are: beside each stands what its preview leaves."""
    found = 0
    for a in t.game.legal(t.s):
        preview = t.game.preview(t.s, a) if isinstance(a, Drive) else None
        if preview is None:
            continue
        spent, have = (halves(text) for text in preview.cost.split(" of "))
        is_stopped = not any("stay in motion" in what or "stays in motion" in what for what, _, _ in preview.items)
        assert t.game.note(t.s, a) == (f"{points_text(have - spent)} left" if is_stopped else "» in motion"), t.game.spell(a)
        found += 1
    return found


def halves(text: str) -> int:
    return sum(1 if word == "1/2" else 2 * int(word) for word in text.split())


def test_32_the_note_of_a_drive_counts_the_turn_at_its_end() -> None:
    t = drill({}, "xV1 E5 ge-opel-blitz @3", phasing="axis")
    order = read(t.game, t.s, "drive", "xV1", "99F5", "7")
    assert t.preview("drive xV1 F5 7").cost == "5 of 28"
    assert t.game.note(t.s, order) == "23 left"
    assert t.game.note(t.s, read(t.game, t.s, "drive", "xV1", "99F5", "3")) == "25 left"


@pytest.mark.parametrize("words", [{}, {"sand": "F5", "woods": "F6", "wadi": "G5"}])
def test_30_beside_every_drive_stands_what_is_left_then(words: dict[str, str]) -> None:
    assert true_notes(drill(words, "aV1 E5 br-matilda-ii @3")) > 20
    assert true_notes(drill(words, "xV1 E5 it-m11-39 @3; xV2 E6 it-m11-39 @5", phasing="axis", date="1941-02-06")) > 20
