"""Sentences of the rules that a second reading found half done."""

from __future__ import annotations

from amba.games.hollow.rules.r005_movement import allowance, cost
from amba.games.hollow.rules.r015_flight import is_exposed
from amba.games.hollow.rules.r177_victory import points
from tests.games.hollow.table import GAME, Table, table
from tests.games.hollow.test_works import work


def holds(t: Table, place: str) -> int:
    return t.s.owner[GAME.names.place[f"99{place}"]]


def items(t: Table) -> dict[str, str]:
    return {what: value for what, value, _ in t.preview("shoot").items}


def test_177_a_hex_that_is_still_fought_for_changes_hands_only_after_the_close_combat() -> None:
    t = table("a1 H6; x1 H5", phase="advance", control={"axis": ["99H5"]})
    t.do("advance a1 H5")
    assert holds(t, "H5") == 2
    t.do("done", "target x1", "kill", "done", "done", "roll 2")
    assert holds(t, "H5") == 1
    t = table("a1 H6; x1 H5", phase="advance", control={"axis": ["99H5"]})
    t.do("advance a1 H5", "done", "done", "done")
    assert holds(t, "H5") == 2


def test_177_broken_men_who_run_into_a_hex_do_not_take_it() -> None:
    t = table("a1 G5 broken; x1 G9", phase="rout", control={"axis": ["99F5"]})
    t.do("rout a1", "run F5")
    assert holds(t, "F5") == 2


def test_177_a_squad_cut_down_to_half_counts_for_the_half_it_lost() -> None:
    t = table("a1 E5; x1 E8; x2 T9", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 1,1")
    while t.rolls:
        t.do("roll 2")
    assert t.kind("x1") == "it-136"
    assert points(t.s, 0) - points(t.s, 1) == 1


def test_4_broken_men_may_rally_so_the_battle_goes_on() -> None:
    t = table("a1 E5; x1 T9 broken", phase="rally")
    t.do("done", "done")
    assert GAME.result(t.s) is None


def test_142_23_example_a_leader_who_goes_first_lends_two_factors_and_a_hand() -> None:
    t = table("a1 S5 has aW4; aL1 S5; x1 GG5", phase="advance")
    a1, leader = t.piece("a1"), t.piece("aL1")
    assert allowance(t.s, a1, (a1, leader), "normal") == 5
    t.do("advance aL1 T4", "advance a1 T4")
    assert not t.has("a1", "exhausted")
    t = table("a1 S5 has aW4; aL1 T4; x1 GG5", phase="advance")
    t.do("advance a1 T4")
    assert t.has("a1", "exhausted"), "a leader who was there already does not accompany it"


def test_142_23_smoke_does_not_make_a_hex_difficult() -> None:
    t = table("a1 E5 has aW4; x1 GG5; smoke1 E6", phase="advance")
    t.do("advance a1 E6")
    assert not t.has("a1", "exhausted")


def test_142_23_nobody_advances_without_a_factor_left_under_his_load() -> None:
    t = table("a7 E5 has aW4 has aW3; x1 GG5", phase="advance")
    assert t.refused("advance a7 E6").rule == "142.23"


def test_5_7_a_leader_shares_the_load_of_one_squad_only() -> None:
    t = table("a1 E5 has aW3; a2 E5 has aW4; aL1 E5; x1 GG5")
    group = tuple(t.piece(key) for key in ("a1", "a2", "aL1"))
    assert [allowance(t.s, unit, group, "normal") for unit in group] == [6, 4, 6]


def test_5_7_the_rifles_fire_after_moving_without_the_heavy_gun() -> None:
    t = table("a1 E5 moved has aW3; x1 F7", phase="advancing")
    t.do("fire F7", "add a1", "shoot")
    assert not t.has("aW3", "fired")


def test_188_17_a_squad_at_the_crest_fires_its_heavy_gun_only_to_the_front() -> None:
    t = table("a1 N5 crest has aW3; x1 N9; x2 N2", phase="prep")
    t.do("fire N9", "add a1", "shoot")
    assert not t.has("aW3", "fired")
    t = table("a1 N5 crest has aW1; x1 N9", phase="prep")
    t.do("fire N9", "add a1", "shoot")
    assert t.has("aW1", "fired")


def test_17_a_squad_mans_two_guns_of_a_kind_and_a_half_squad_one() -> None:
    t = table("a1 E5 has aW1 has aW2 has aW3; x1 E8", phase="prep")
    t.do("fire E8", "add aW1")
    assert t.refused("add aW3").rule == "17"
    t.do("add aW2")
    t = table("a5 E5 has aW1 has aW2; x1 E8", phase="prep")
    t.do("fire E8", "add aW1")
    assert t.refused("add aW2").rule == "17"


def test_17_a_leader_at_a_gun_directs_nobody() -> None:
    t = table("aL1 E5 has aW1; a1 E5; x1 E8", phase="prep")
    t.do("fire E8", "add a1", "add aW1")
    assert t.refused("add aL1").rule == "17"


def test_10_men_at_a_machine_gun_cower_too() -> None:
    t = table("x1 E5 has xW2; a1 E8", phase="prep", phasing="axis")
    t.do("fire E8", "add xW2", "shoot", "roll 3,3")  # 4 factors, a double: column 2, row 6
    assert t.decision.values["what"] == "Pin check"


def test_42_fire_at_a_stack_is_halved_only_against_the_concealed_in_it() -> None:
    t = table("a1 E6; x1 C4 concealed; x2 C4", phase="prep")
    t.do("fire C4", "add a1")
    assert "concealed target" not in items(t)
    t.do("shoot", "roll 2,4")  # 4 factors, row 6: NMC for the open squad; 2 factors: a pin check for the other
    asked = []
    while t.rolls:
        asked.append(t.decision.values["what"])
        t.do("roll 2")
    assert sorted(asked) == ["Morale check", "Pin check"]


def test_15_smoke_and_walls_cover_those_who_run() -> None:
    def exposed(text: str) -> bool:
        t = table(text, phase="rout")
        return is_exposed(t.s, t.piece("a1"), [t.piece("x1")])

    assert exposed("a1 E5 broken; x1 E8")
    assert not exposed("a1 E5 broken; x1 E8; smoke1 E6")
    assert exposed("a1 G8 broken; x1 G10")
    assert not exposed("a1 K8 broken; x1 K10")
    assert not exposed("a1 BB5 broken; x1 BB8")


def test_193_4_uphill_over_a_hedge_doubles_the_ground_and_not_the_hedge() -> None:
    t = table("a1 S7; a2 S6; x1 GG5")
    assert cost(t.s, (t.piece("a2"),), GAME.names.place["99T5"]) == 2
    assert cost(t.s, (t.piece("a1"),), GAME.names.place["99T6"]) == 3


def test_15_heavy_dust_covers_those_who_run() -> None:
    t = table("a1 E5 broken; x1 E8", phase="rout", tracks={"dust": 3})
    assert not is_exposed(t.s, t.piece("a1"), [t.piece("x1")])


def test_54_men_advance_into_a_fortification() -> None:
    t = table("a1 E5; a2 E5; x1 GG5; aF1 E6 foxhole", phase="advance")
    t.do("advance a1 E6 shelter", "advance a2 E6")
    assert t.has("a1", "dug_in")
    assert not t.has("a2", "dug_in")
    t = table("a1 E5; x1 GG5", phase="advance")
    assert t.refused("advance a1 E6 shelter").rule == "54"


def test_s_the_defender_lets_a_mover_go_and_is_asked_no_more_about_him() -> None:
    t = table("a1 E2; a2 D2; x1 E7", tracks={"axis_otherwise": 1})
    t.do("move a1", "go E3")
    assert t.decision.who == 1
    t.do("pass", "go E4")
    assert t.decision.who == 1
    t.do("ignore", "go E5")
    assert t.decision.who == 0
    t.do("halt", "move a2", "go D3")
    assert t.decision.who == 1, "the next one is another matter"


def test_55_mines_attack_broken_men_who_run_through_them() -> None:
    t = table("a1 X6 broken; x1 X9", phase="rout")
    work(t, "xF1", "X5", "known mines", 8)
    t.do("rout a1", "run X5")
    assert t.asked == "mines"
    t.do("roll 3", "roll 12")
    assert t.where("a1") == "eliminated"
    assert t.asked == "rout"


def test_s_the_log_tells_the_defender_alone_that_his_orders_fired() -> None:
    t = table("a1 D2; x1 G4", tracks={"axis_chance": 10})
    events = t.do("move a1", "go E3")
    told = next(event for event in events if getattr(event, "what", "") == "by order")
    assert GAME.sentence(told) == "Fire at 99E3 by standing order."
    assert GAME.redact(t.s, told, 1) == told
    assert GAME.redact(t.s, told, 0) is None
    assert GAME.redact(t.s, told, None) is None


def test_15_a_side_without_broken_units_is_not_asked_to_rout() -> None:
    t = table("a1 E5; x1 T9", phase="advancing")
    t.do("done")
    assert t.asked == "advance"


def test_42_who_has_advanced_is_not_concealed_at_the_end_of_the_turn() -> None:
    t = table("a1 C6; a2 C4; x1 FF5", phase="advance")
    t.do("advance a1 C5", "done")
    assert t.has("a2", "concealed")
    assert not t.has("a1", "concealed")


def test_24_who_throws_smoke_may_be_fired_at_and_fires_later_as_if_he_had_moved() -> None:
    t = table("a8 E2; x1 E7", tracks={"axis_otherwise": 1})
    t.do("smoke a8 E2", "roll 6")
    assert t.asked == "first fire"
    t.do("pass", "done", "done", "fire E7", "add a8")
    assert items(t)["fires after moving"] == "x1/2"
