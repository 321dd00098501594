"""Movement: factors, costs, assault movement, double time, minimum move, stacking, portage."""

from __future__ import annotations

from amba.games.hollow.bot.advice import advice
from amba.games.hollow.bot.routes import of_arrivals
from amba.games.hollow.counters import WORK_KINDS
from amba.games.hollow.frames import Entering
from amba.games.hollow.rules.r005_movement import cost
from tests.games.hollow.table import GAME, Table, table


def test_5_a_squad_has_4_factors_and_a_leader_6() -> None:
    t = table("a1 D2; x1 FF5")
    t.do("move a1", "go E3", "go F3", "go G4", "go H4")
    assert t.where("a1") == "H4"
    assert t.asked == "movement", "nothing is left, so it has halted"
    t = table("aL1 D2; a1 P1; x1 FF5")
    t.do("move aL1", "go E3", "go F3", "go G4", "go H4", "go I5", "go J5")
    assert t.asked == "movement"


def test_5_a_squad_with_a_leader_has_2_more() -> None:
    t = table("a1 D2; aL1 D2; x1 FF5")
    t.do("move a1", "join aL1", "go E3", "go F3", "go G4", "go H4", "go I5", "go J4")
    assert t.where("aL1") == "J4"
    assert t.asked == "movement"


def test_5_woods_cost_2_and_a_wall_1_more() -> None:
    t = table("a1 F4; a2 K7; x1 FF5")
    t.do("move a1")
    assert t.preview("go F5").cost == "2 of 4"
    t.do("go F5", "halt", "move a2", "go K8")
    assert t.preview("go K9").cost == "2 of 3"


def test_5_uphill_costs_double() -> None:
    t = table("a1 S5; x1 FF5")
    t.do("move a1")
    assert t.preview("go T4").cost == "2 of 4"
    assert ("uphill", "1", "5") in t.preview("go T4").items


def test_176_5_desert_costs_come_from_the_desert_chart() -> None:
    t = table("a1 K5; x1 FF5")
    t.do("move a1")
    assert t.preview("go J5").cost == "1 of 4"  # hammada
    assert t.preview("go L5").cost == "2 of 4"  # sand


def test_176_6_hill_hexes_without_desert_terrain_use_the_plain_cost() -> None:
    t = table("a1 T5; x1 FF5")
    t.do("move a1")
    assert t.preview("go T4").cost == "1 of 4"


def test_82_1_nobody_crosses_a_cliff() -> None:
    t = table("a1 U5; x1 FF5", phase="advance")
    assert t.refused("advance a1 V4").rule == "82.1"
    t = table("a1 U5; x1 FF5")
    assert len(t.preview("walk a1 V4").path) > 2  # round it
    t = table("a1 U5 has aW4 has aW1; x1 FF5")
    t.do("move a1")
    assert t.refused("go V4").rule == "82.1"


def test_94_inexperienced_men_have_3_factors() -> None:
    t = table("a7 D2; x1 FF5")
    t.do("move a7", "go E3", "go F3", "go G4")
    assert t.asked == "movement"


def test_80_1_down_into_a_wadi_costs_1_more_and_out_of_it_double() -> None:
    t = table("a1 M5; x1 FF5")
    t.do("move a1")
    assert t.preview("go N5").cost == "2 of 4"
    t.do("go N5")
    assert t.s.position(t.piece("a1")) == "in"
    assert t.preview("go N4").cost == "1 of 2"  # along the bed
    assert t.preview("go O6").cost == "2 of 2"


def test_188_13_out_of_a_wadi_costs_double() -> None:
    t = table("a1 N5; x1 FF5")
    t.do("move a1")
    assert ("out of the wadi", "1", "188.13") in t.preview("go M5").items


def test_188_16_the_crest_of_a_wadi_is_entered_at_the_cost_of_the_terrain() -> None:
    t = table("a1 M5; x1 FF5")
    t.do("move a1")
    assert t.preview("rim N5").cost == "1 of 4"
    assert t.refused("rim L5").rule == "188.16"


def test_188_161_infantry_takes_the_crest_and_leaves_it() -> None:
    t = table("a1 M5; x1 FF5")
    t.do("move a1", "rim N5")
    assert t.has("a1", "crest")
    t.do("down")
    assert not t.has("a1", "crest")
    t.do("crest O5")
    assert t.has("a1", "crest")
    assert t.s.points[t.piece("a1")] == 4


def test_5_7_what_is_carried_beyond_3_points_costs_a_factor_each() -> None:
    t = table("a1 D2 has aW3; a2 G2 has aW4; aL1 J2 has aW1; x1 FF5")
    t.do("move a1", "go E3", "go F3", "go G4")
    assert t.refused("go H4").rule == "5"
    t.do("halt", "move a2", "go H2", "go I3")
    assert t.refused("go J3").rule == "5"


def test_5_7_a_weapon_lying_there_is_taken_for_a_factor_and_left_for_none() -> None:
    t = table("a1 D2; aW1 D2; x1 FF5")
    t.do("move a1", "take a1 aW1", "roll 5")
    assert t.s.owner_of(t.piece("aW1")) == t.piece("a1")
    t.do("go E3")
    assert t.where("aW1") == "E3"
    t.do("drop aW1", "go F3")
    assert t.where("aW1") == "E3"
    assert t.s.points[t.piece("a1")] == 3


def test_6_three_squads_and_four_units_to_a_hex() -> None:
    t = table("a1 D2; a2 E3; a3 E3; a4 E3; a5 D2; aL1 D2; x1 FF5")
    t.do("move a1")
    found = t.refused("go E3")
    assert found.rule == "6"
    assert ("squads among them, at most 3", "4", "6") in found.items
    t.do("halt", "move a5", "go E3", "halt", "move aL1")
    assert t.refused("go E3").rule == "6"


def test_6_the_enemy_hex_is_closed_to_movement() -> None:
    t = table("a1 D2; x1 E3")
    t.do("move a1")
    assert t.refused("go E3").rule == "5"


def test_8_whoever_prep_fired_does_not_move() -> None:
    t = table("a1 D2 prep_fired; x1 FF5")
    assert t.refused("move a1").rule == "8"


def test_142_71_assault_movement_is_one_hex_and_keeps_a_factor() -> None:
    t = table("a1 D2; x1 FF5")
    t.do("move a1", "assault", "go E3")
    assert t.has("a1", "assault")
    assert t.asked == "movement"
    t = table("a7 S5; x1 FF5")  # 3 factors, uphill costs 2: one is kept
    t.do("move a7", "assault", "go T4")
    t = table("a1 M5 has aW4; x1 FF5")  # 2 factors left of 4, the wadi costs 2
    t.do("move a1", "assault")
    assert ("assault movement keeps one", "-1", "142.71") in t.refused("go N5").items


def test_142_double_time_gives_2_more_and_exhausts() -> None:
    t = table("a1 D2; a2 D2 exhausted; x1 FF5")
    t.do("move a1", "double", "go E3", "go F3", "go G4", "go H4", "go I5", "go J4")
    assert t.has("a1", "exhausted")
    assert t.asked == "movement"
    t.do("move a2")
    assert t.refused("double").rule == "142"


def test_142_exhausted_men_have_their_breath_back_at_their_next_turn() -> None:
    t = table("a1 D2 exhausted; x1 FF5 exhausted", phase="melee", phasing="axis")
    assert not t.has("a1", "exhausted")
    assert t.has("x1", "exhausted")


def test_176_3_a_minimum_move_enters_what_cannot_be_paid_and_ends_pinned_and_exhausted() -> None:
    """The rulebook's example: a squad with a heavy machine gun lacks the factors and goes all the same."""
    t = table("a1 S5 exhausted has aW4 has aW1; x1 FF5")
    t.do("move a1")
    assert t.refused("go T4").rule == "5"
    t.do("minimum T4")
    assert t.where("a1") == "T4"
    assert t.has("a1", "pinned", "exhausted", "assault")
    assert t.s.points[t.piece("a1")] == 2  # it counts as having spent the true cost


def test_176_3_a_minimum_move_needs_a_factor_and_the_want_of_more() -> None:
    t = table("a1 D2; x1 FF5")
    t.do("move a1")
    assert t.refused("minimum E3").rule == "176.3"
    t.do("go E3")
    assert t.refused("minimum F3").rule == "176.3"


def test_4_reinforcements_enter_on_their_turn() -> None:
    t = table("a1 D2; x1 T9; x10 axis-entry; x11 axis-entry", phasing="axis", turn=1)
    assert not any(order.startswith("enter") for order in t.menu())
    t = table("a1 D2; x1 T9; x10 axis-entry; x11 axis-entry", phasing="axis", turn=2)
    assert t.refused("enter x10 FF5").rule == "4"
    t.do("enter x10 GG5", "go GG5", "go FF5", "halt")
    assert t.where("x10") == "FF5"


def test_4_reinforcements_may_enter_together_and_pay_for_the_ground() -> None:
    t = table("a1 D2; x1 T9; x10 axis-entry; x11 axis-entry", phasing="axis", turn=2)
    t.do("enter x10 GG5")
    assert t.refused("join x1").rule == "4"
    t.do("join x11", "go GG5")
    assert t.asked == "walk"
    assert (t.where("x10"), t.where("x11")) == ("GG5", "GG5")
    assert t.s.points[t.piece("x11")] == 1
    t.do("go FF5", "halt")
    assert t.where("x11") == "FF5"


def test_55_mines_in_the_hex_they_enter_attack_reinforcements() -> None:
    t = _mined_entry()
    t.do("enter x10 GG5", "go GG5")
    assert t.asked == "mines"


def _mined_entry() -> Table:
    t = table("a1 D2; x1 T9; x10 axis-entry; aF1 GG5", phasing="axis", turn=2)
    t.s.face[t.piece("aF1")] = WORK_KINDS.index("known mines")
    t.s.points[t.piece("aF1")] = 6
    return t


def test_5_7_a_six_leaves_the_weapon_lying_and_194_731_thick_dust_hides_it_on_a_five() -> None:
    t = table("a1 D2; aW1 D2; x1 FF5")
    t.do("move a1", "take a1 aW1", "roll 6")
    assert t.s.owner_of(t.piece("aW1")) == -1
    t.do("take a1 aW1", "roll 5")
    assert t.s.owner_of(t.piece("aW1")) == t.piece("a1")


def test_194_731_recovery_is_one_harder_in_very_heavy_dust() -> None:
    for dust, marks, die, found in ((4, "", 5, False), (4, "", 4, True), (3, "", 5, True), (4, "exhausted", 4, False)):
        t = table(f"a1 D2 {marks}; aW1 D2; x1 FF5", tracks={"dust": dust})
        t.do("move a1", "take a1 aW1", f"roll {die}")
        assert (t.s.owner_of(t.piece("aW1")) >= 0) is found, (dust, marks, die)


def test_54_out_of_and_into_a_foxhole_costs_1() -> None:
    t = table("a1 D2 dug_in; aF1 D2; a2 E3; aF2 E3; x1 FF5")
    t.do("move a1")
    assert ("out of the fortification", "1", "54") in t.preview("go E3").items
    t.do("halt", "move a2", "shelter")
    assert t.has("a2", "dug_in")
    assert t.s.points[t.piece("a2")] == 1


def test_4_a_bot_knows_what_to_do_with_men_who_are_to_enter() -> None:
    for unit in ("x10", "xL2"):
        t = table(f"a1 D2; x1 T9; {unit} axis-entry", phasing="axis", turn=2)
        if unit == "xL2":  # a leader of a later group
            t.s.frames.append(Entering((t.piece("xL2"),), GAME.names.place["99GG5"]))
        else:
            t.do("enter x10 GG5")
        for action in list(GAME.legal(t.s)):
            assert advice(t.s, 1, action) > -9


def test_4_the_planners_way_in_is_a_way_in() -> None:
    t = table("a1 D2; x1 T9; x10 axis-entry; x11 axis-entry", phasing="axis", turn=2)
    ways = of_arrivals(t.s, 1)
    assert ways
    for way in ways:
        copy = t.s.copy()
        for gesture in way.gestures:
            assert GAME.refuse(copy, gesture) is None, gesture
            GAME.apply(copy, gesture)


def test_5_uphill_doubles_the_ground_and_not_the_hedge_on_the_way() -> None:
    """From S7 across a hedge up to T6: open ground 1, hedge 1, uphill 1."""
    t = table("a1 S7; x1 A9")
    assert cost(t.s, (t.piece("a1"),), GAME.names.place["99T6"]) == 3
