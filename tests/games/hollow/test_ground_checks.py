"""Where vehicles get stuck: bog, hammada, sand, engines; and how they get free (176.7, 178, 186.14, 190.31, 79)."""

from __future__ import annotations

import pytest

from amba.games.hollow.rules.armour.r176_checks import STUCK, Passage, bog_items, checks_of, hammada_items, is_unreliable, needs_bog_check, sand_items
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r194_weather import GROUNDS
from tests.games.hollow.tanks import Drill, drill

WET = GROUNDS.index("wet")


def number(items: list[Item] | None) -> int | None:
    """The lowest roll that sticks, as the module's tables give it; None where nothing is rolled or 12 is not enough."""
    if items is None or sum_of(items) < 0:
        return None
    return STUCK - sum_of(items)


def passage(t: Drill, to: str, origin: str = "E5", careful: bool = False) -> Passage:
    return Passage(t.piece("xV1"), t.game.names.place[f"99{to}"], t.game.names.place[f"99{origin}"], careful)


@pytest.mark.parametrize(
    ("kind", "inside", "inside_careful", "beside", "beside_careful"),
    [
        ("ge-kfz-1-kuebelwagen", 11, 12, 12, None),  # a truck of less than four tons
        ("br-3-ton-lorry", 11, 12, 12, None),  # built in Britain
        ("ge-opel-blitz", 10, 11, 11, 12),
        ("ge-psw-222-l", 11, 12, 12, None),
        ("ge-spw-251-1", 11, 12, 12, None),
        ("ge-pzkpfw-iiil", None, None, None, None),
        ("it-autocann-20-65-b", 11, 12, 12, None),
    ],
)  # fmt: skip
def test_186_14_the_table_of_immobilisation(kind: str, inside: int, inside_careful: int, beside: int, beside_careful: int | None) -> None:
    t = drill({"hammada": "F5"}, f"xV1 E5 {kind} @3", phasing="axis")
    found = [number(hammada_items(t.s, passage(t, to, "D5", careful))) for to in ("F5", "E5") for careful in (False, True)]
    assert found == [inside, inside_careful, beside, beside_careful]


def test_186_14_the_example_of_the_opel_blitz() -> None:
    """Beside hammada with two points at once 12, with one 11; into the hammada for six 10."""
    t = drill({"hammada": "G6"}, "xV1 E5 ge-opel-blitz @3 motion", phasing="axis")
    t.do("wheel xV1")
    careful = t.preview("ahead F5 carefully")
    assert careful.cost == "2 of 28"
    assert [(one.label, one.chance.numerator, one.chance.denominator) for one in careful.odds if one.label == "is immobilised"] == [
        ("is immobilised", 1, 36)
    ]
    plain = t.preview("ahead F5")
    assert [(one.chance.numerator, one.chance.denominator) for one in plain.odds if one.label == "is immobilised"] == [(1, 12)]
    t.do("ahead F5 carefully", "roll 11")
    assert t.where("xV1") == "F5"
    assert not t.has("xV1", "wreck")
    into = t.preview("ahead G6")
    assert into.cost == "6 of 26"
    assert [(one.chance.numerator, one.chance.denominator) for one in into.odds if one.label == "is immobilised"] == [(1, 6)]
    t.do("ahead G6", "roll 10")
    assert t.has("xV1", "wreck"), "176.71: an unarmed truck that is immobilised is a wreck"


@pytest.mark.parametrize(
    ("kind", "inside", "beside"),
    [
        ("ge-opel-blitz", 9, 10), ("it-autocarro-p-hvy", 8, 9), ("br-3-ton-lorry", 10, 11), ("it-ab-41", 10, 11), ("ge-psw-222-l", 10, 11), ("it-l3-35", 12, None), ("it-m13-40", 11, 12),
        ("br-matilda-ii", 10, 11),
    ],
)  # fmt: skip
def test_190_31_190_311_the_table_of_sand_bog(kind: str, inside: int, beside: int | None) -> None:
    t = drill({"sand": "F5"}, f"xV1 E5 {kind} @3", phasing="axis")
    assert [number(sand_items(t.s, passage(t, to, "D5"))) for to in ("F5", "E5")] == [inside, beside]
    wet = drill({"sand": "F5"}, f"xV1 E5 {kind} @3", phasing="axis", tracks={"ground": WET})
    assert sum_of(sand_items(wet.s, passage(wet, "F5", "D5")) or []) == STUCK - inside - 1


def test_190_31_over_a_dune_crest_one_lower() -> None:
    t = drill({"low_dune": "F5", "dune_crest": "E5/F5"}, "xV1 E5 it-m13-40 @3", phasing="axis")
    assert number(sand_items(t.s, passage(t, "F5"))) == 10


def test_190_311_after_the_hammada_one_roll_a_hexside_turned() -> None:
    t = drill({"sand": "F5", "hammada": "E4"}, "xV1 E5 ge-psw-222-l @3 motion", phasing="axis")
    assert [kind for kind, _ in checks_of(t.s, Passage(t.piece("xV1"), t.s.at[t.piece("xV1")]))] == ["hammada", "sand"]
    t.do("wheel xV1", "turn 7")
    for _ in range(2):
        t.do("roll 3", "roll 3")
    assert not t.rolls


def test_192_2_a_track_spares_the_rolls() -> None:
    t = drill({"sand": "F5", "hammada": "F4"}, "xV1 E5 ge-opel-blitz @3 motion", phasing="axis", lines="track E5 F5")
    t.do("wheel xV1", "ahead F5")
    assert not t.rolls


def test_176_72_a_bogged_vehicle_stays_and_does_not_turn() -> None:
    t = drill({"sand": "F5"}, "xV1 E5 it-m13-40 @3 motion", phasing="axis")
    t.do("wheel xV1", "ahead F5", "roll 11")
    assert t.has("xV1", "bogged", "moved", "new_hex"), "176.74: it is a moving target still"
    assert not t.has("xV1", "motion")
    stuck = drill({"sand": "F5"}, "xV1 F5 it-m13-40 @3 bogged", phasing="axis")
    stuck.do("wheel xV1")
    assert stuck.refused("start").rule == "176.72"
    assert stuck.refused("turn 5").rule == "176.72"
    stuck.do("turret 5", "hatch open", "stand")


def test_176_72_the_example_of_woods_uphill() -> None:
    """Leaving a depression for woods: +1 for gaining height into woods, +3 at half the allotment, unless it creeps or takes its whole allotment. (Streams are not on our boards: a wadi stands for it.)"""
    t = drill({"wadi": "E5", "woods": "F5"}, "xV1 E5 ge-pzkpfw-iia-c @3 motion", phasing="axis")
    items = {item.what: item.value for item in bog_items(t.s, passage(t, "F5"))}
    assert items == {"uphill into woods": 1, "at half the allotment": 3} | (
        {"normal ground pressure": 1} if t.s.vehicle(t.piece("xV1")).pressure == "normal" else {}
    )
    assert "at half the allotment" not in {item.what for item in bog_items(t.s, passage(t, "F5", careful=True))}
    creeping = passage(t, "F5")._replace(minimum=True)
    assert "at half the allotment" not in {item.what for item in bog_items(t.s, creeping)}


@pytest.mark.parametrize(("kind", "added"), [("it-l3-35", 3), ("it-m13-40", 4), ("br-matilda-ii", 5)])
def test_176_721_ground_pressure_and_half_the_allotment(kind: str, added: int) -> None:
    t = drill({"woods": "F5"}, f"xV1 E5 {kind} @3 motion", phasing="axis")
    assert needs_bog_check(t.s, passage(t, "F5"))
    assert sum_of(bog_items(t.s, passage(t, "F5"))) == added


def test_176_721_wheels_and_trucks() -> None:
    t = drill({"vineyard": "F5"}, "xV1 E5 ge-opel-blitz @3 motion", phasing="axis")
    assert sum_of(bog_items(t.s, passage(t, "F5"))) == 1 + 1 + 1  # normal pressure, not tracked, as a truck
    hedge = drill({"hedge": "E5/F5"}, "xV1 E5 ge-psw-222-l @3 motion", phasing="axis")
    hedge.do("wheel xV1", "ahead F5")
    assert hedge.rolls == "ground"


def test_188_14_trucks_leave_a_wadi_without_a_roll() -> None:
    t = drill({"wadi": "E5"}, "xV1 E5 ge-opel-blitz @3 motion", phasing="axis")
    t.do("wheel xV1", "ahead F5")
    assert not t.rolls
    assert t.spent("xV1") == 5


def test_196_1_broken_ground_is_bog_ground_and_costs_twice() -> None:
    t = drill({"broken_ground": "F5"}, "xV1 E5 it-m13-40 @3 motion", phasing="axis")
    t.do("wheel xV1", "ahead F5")
    assert t.spent("xV1") == 2
    assert t.rolls == "ground"


@pytest.mark.parametrize(
    ("kind", "side", "date", "land", "red"),
    [
        ("it-m14-41", "xV1", "1941-09-30", "libya", True), ("it-m14-41", "xV1", "1941-10-01", "libya", False), ("ge-psw-222-l", "xV1", "1941-05-01", "egypt", True),
        ("it-ab-41", "xV1", "1941-02-01", "east africa", False), ("it-m13-40", "xV1", "1942-05-01", "libya", True), ("br-stuart-i-a-honey", "aV1", "1941-06-01", "libya", False),
    ],
)  # fmt: skip
def test_178_before_october_1941_all_axis_vehicles_are_unreliable(kind: str, side: str, date: str, land: str, red: bool) -> None:
    t = drill({}, f"{side} E5 {kind} @3", phasing="axis" if side == "xV1" else "allied", date=date, land=land)
    assert is_unreliable(t.s, t.piece(side)) is red


def test_79_a_red_engine_fails_on_twelve() -> None:
    t = drill({}, "xV1 E5 it-m13-40 @3", phasing="axis")
    t.do("wheel xV1")
    assert {one.label: one.chance for one in t.preview("start").odds}["is immobilised"].denominator == 36
    t.do("start", "roll 12")
    assert t.has("xV1", "immobile")
    t.do("stand")  # 176.75: its turret might still have been turned
    assert t.has("xV1", "moved")
    assert not t.has("xV1", "motion")


def test_79_a_burst_of_speed() -> None:
    """An M13/40 (Italian, +3) tries for two of eleven points: seven and more break it."""
    t = drill({}, "xV1 E5 it-m13-40 @3 motion", phasing="axis")
    t.do("wheel xV1")
    assert t.refused("race 3").rule == "79"
    odds = {one.label: one.chance for one in t.preview("race 2").odds}
    assert odds["is immobilised"] * 36 == 21
    t.do("race 2", "roll 6")
    for hour in (5, 7, 9, 11, 1, 3, 5, 7, 9, 11, 1, 3, 5):
        t.do(f"turn {hour}")
    assert t.spent("xV1") == 13
    assert t.refused("race 1").rule == "79"


def test_vn_11_b_the_mr35_is_french_for_that() -> None:
    t = drill({}, "xV1 E5 it-mr35-f @3 motion", phasing="axis", date="1943-07-20", land="italy")
    t.do("wheel xV1")
    assert {line[0] for line in t.preview("race 1").items} >= {"built: french"}


def test_176_73_a_die_of_one_frees_and_a_six_makes_it_worse() -> None:
    text = "xV1 E5 it-m13-40 @3 bogged"
    t = drill({}, text, phasing="axis")
    assert {one.label: one.chance.denominator for one in t.preview("unbog xV1").odds} == {"is free": 6, "is still bogged": 3, "is immobilised": 6}
    t.do("unbog xV1", "roll 1")
    assert not t.has("xV1", "bogged")
    assert t.left("xV1") == 0
    still = drill({}, text, phasing="axis")
    still.do("unbog xV1", "roll 2")
    assert still.has("xV1", "bogged")
    worse = drill({}, text, phasing="axis")
    worse.do("unbog xV1", "roll 6")
    assert worse.has("xV1", "immobile")
    worse.do("roll 8")  # the crew has morale 7
    assert worse.has("xV1", "abandoned")
    assert [worse.s.squad(u).key for u in worse.s.units(1)] == ["it-126v"]


def test_176_73_not_after_prep_fire_and_only_for_the_bogged() -> None:
    fired = drill({}, "xV1 E5 it-m13-40 @3 bogged prep_fired", phasing="axis")
    assert fired.refused("unbog xV1").rule == "176.73"
    immobile = drill({}, "xV1 E5 it-m13-40 @3 bogged immobile; xV2 F5 it-m13-40", phasing="axis")
    assert immobile.refused("unbog xV1").rule == "176.73"
    assert immobile.refused("unbog xV2").rule == "176.73"


def test_176_73_a_tow_takes_one_off_the_die() -> None:
    t = drill({}, "xV1 E5 it-m13-40 @3 bogged; xV2 E5 it-m13-40 exposed; xV3 E5 it-l3-35 exposed; xV4 E5 it-m13-40", phasing="axis")
    assert t.refused("tow xV3 xV1").text == "xV3 is too light."
    assert t.refused("tow xV4 xV1").rule == "176.73"
    t.do("tow xV2 xV1", "roll 2")
    assert not t.has("xV1", "bogged")
    assert t.has("xV2", "moved")


def test_190_312_sand_is_left_in_the_same_way() -> None:
    t = drill({"sand": "E5"}, "xV1 E5 it-m13-40 @3 bogged", phasing="axis")
    t.do("unbog xV1", "roll 1")
    assert not t.has("xV1", "bogged")


def test_176_74_one_that_was_bogged_before_is_no_moving_target() -> None:
    t = drill({}, "xV1 E5 it-m13-40 @3 bogged", phasing="axis")
    t.do("unbog xV1", "roll 6", "roll 7")
    assert not t.has("xV1", "abandoned")
    assert not t.has("xV1", "new_hex")


def test_176_75_an_immobile_vehicle_turns_its_turret_and_moves_its_hatches() -> None:
    t = drill({}, "aV1 E5 br-crusader-i @3 immobile")
    t.do("wheel aV1")
    assert t.refused("start").rule == "176.71"
    t.do("turret 9", "hatch open", "stand")


def test_176_51_the_worked_example() -> None:
    """The armoured car: orchard 3, desert 1, wadi 4 + 1, out of it onto the hill 4 + 3, two hexspines 2, uphill into the orchard 4 + 3. The tank: 2 + 1, then 2 + 6 1/2; with the point for starting half a point is left."""
    words = {"orchard": "D4 B6", "wadi": "B4 A4 B4/A4 C4/B4", "woods": "A4 B5 A7", "level_1": "B4 A4 A5 B6 A7 B7"}
    t = drill(words, "xV1 E4 ge-psw-222-l @9 motion", phasing="axis", hills=True)
    t.do("wheel xV1")
    assert t.refused("bypass D4").rule == "132"
    legs = (
        ("ahead D4", 3),
        ("ahead C4", 1),
        ("ahead B4", 5),
        ("ahead A5", 7),
        ("turn 5", 2),
        ("bypass B5", 2),
        ("ahead B6", 7),
        ("turn 7", 1),
        ("bypass A7", 6),
    )
    for order, cost in legs:
        before = t.spent("xV1")
        t.do(order)
        assert t.spent("xV1") - before == cost, order
    assert t.left("xV1") == 0
    t.do("roll-on")
    assert t.has("xV1", "motion", "bypass")
    tank = drill(words, "xV2 C4 ge-pzkpfw-iiil @9", phasing="axis", hills=True)
    tank.do("wheel xV2", "start", "ahead B4")
    assert tank.spent("xV2") == 1 + 3
    tank.do("ahead A4", "roll 2")
    assert tank.left("xV2") == 0.5
    tank.do("roll-on")
    assert tank.has("xV2", "motion")


def test_176_71_an_immobilised_vehicle_does_not_turn_its_hull() -> None:
    t = drill({}, "aV1 E5 br-crusader-i @3 immobile")
    t.do("wheel aV1")
    assert t.refused("turn 5").rule == "176.71"
    assert not [order for order in t.menu() if order.split()[0] in {"ahead", "back", "turn", "start", "creep"}]


def test_176_711_a_crew_whose_vehicle_gets_stuck_worse_may_give_it_up() -> None:
    for roll, leaves in ((7, False), (8, True)):
        t = drill({}, "xV1 E5 it-m13-40 @3 bogged", phasing="axis")
        t.do("unbog xV1", "roll 6", f"roll {roll}")
        assert t.has("xV1", "abandoned") is leaves


def test_vn_23_a_what_was_built_in_britain_counts_as_that_in_hammada_and_sand() -> None:
    t = drill({"hammada": "F5"}, "xV1 E5 it-autocann-20-65-b @3", phasing="axis")
    assert t.s.vehicle(t.piece("xV1")).built == "british"
    assert "heavy truck, not built in Britain" not in {item.what for item in hammada_items(t.s, passage(t, "F5")) or []}


def test_132_round_the_corner_and_on() -> None:
    """A tank goes along a side of woods, round the corner for a point more, and out again; while it is there it does not turn, and a wall leaves no room."""
    t = drill({"woods": "F5", "wall": "F5/F4"}, "aV1 E5 br-crusader-i @3 motion")
    t.do("wheel aV1")
    assert t.refused("bypass F5").rule == "132"
    t = drill({"woods": "F5"}, "aV1 E5 br-crusader-i @3 motion")
    t.do("wheel aV1", "bypass F5")
    assert (t.where("aV1"), t.spent("aV1")) == ("F5", 2)
    assert t.refused("turn 5").rule == "132"
    ways = [order for order in t.menu() if order.split()[0] in {"ahead", "bypass", "back"}]
    assert [order for order in ways if not order.endswith("slowly")] == ["ahead G5", "bypass F5"]
    t.do("bypass F5")
    assert t.spent("aV1") == 2 + 3
    view = t.game.view(t.s, 0)["pieces"]["aV1"]
    assert view["facing"] == 5
    t.do("ahead G6")
    assert not t.has("aV1", "bypass")
    assert t.where("aV1") == "G6"
