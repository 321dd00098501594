"""Orders to walk: the whole way in one gesture, until something happens."""

from __future__ import annotations

from amba.games.hollow.counters import HIDDEN
from tests.games.hollow.table import GAME, Table, table
from tests.games.hollow.test_dummies import UNSEEN
from tests.games.hollow.test_works import work

ASK = {"axis_otherwise": 1}


def notes(t: Table, head: str) -> dict[str, str]:
    """What stands in each lit hex."""
    heads = {GAME.spell(head): head for head in GAME.legal(t.s).heads}
    return {" ".join(GAME.spell(a)[2:]).removeprefix("99"): GAME.note(t.s, a) for a in GAME.legal(t.s).tails(heads[t.action(head)])}


def test_5_a_unit_walks_as_far_as_its_factors_lead_in_one_order() -> None:
    t = table("a1 D2; x1 FF5")
    found = t.preview("walk a1 H4")
    assert found.path == ("99D2", "99E3", "99F3", "99G4", "99H4")
    assert found.cost == "4 of 4"
    t.do("walk a1 H4")
    assert t.where("a1") == "H4"
    assert t.asked == "movement"
    assert t.refused("walk a1 H5").rule == "5"


def test_5_lit_hexes_show_what_is_left_there() -> None:
    t = table("a1 F4; x1 FF5")
    found = notes(t, "walk a1")
    assert found["F5"] == "2 left"  # woods cost two of four
    assert found["E4"] == "3 left"
    assert found["F7"] == "0 left"  # through the woods or round them
    assert found["E4 assault"] == "3 left"
    assert found["F9 double"] == "»0 left"
    assert "E4 double" not in found


def test_5_what_is_too_far_says_by_how_much() -> None:
    t = table("a1 D2; x1 FF5")
    found = t.refused("walk a1 J5")
    assert (found.values["need"], found.values["have"]) == (6, 4)
    assert found.items[-1] == ("factors left", "4", "5")
    assert t.refused("walk a1 FF5").rule == "5"


def test_142_71_assault_movement_is_a_way_to_walk() -> None:
    t = table("a1 D2; x1 FF5")
    t.do("walk a1 E3 assault")
    assert t.has("a1", "assault")
    t = table("a1 D2; x1 FF5")
    assert t.refused("walk a1 F3 assault").rule == "142.71"


def test_142_double_time_is_a_way_to_walk_and_says_what_it_costs() -> None:
    t = table("a1 D2; a2 D2 exhausted; x1 FF5")
    assert t.preview("walk a1 J4 double").warnings == ("Double time leaves them exhausted (142).",)
    t.do("walk a1 J4 double")
    assert t.has("a1", "exhausted", "double")
    assert t.refused("walk a2 I4 double").rule == "142"
    t = table("a1 D2; x1 FF5")
    assert t.refused("walk a1 E3 double").rule == "142"


def test_176_3_a_minimum_move_is_a_way_to_walk() -> None:
    t = table("a1 S5 exhausted has aW4 has aW1; x1 FF5")
    t.do("walk a1 T4 minimum")
    assert t.has("a1", "pinned", "exhausted")


def test_188_161_the_crest_of_a_wadi_is_the_end_of_a_way() -> None:
    t = table("a1 L5; x1 FF5")
    assert t.preview("walk a1 N5 rim").path == ("99L5", "99M5", "99N5")
    t.do("walk a1 N5 rim")
    assert t.has("a1", "crest")
    t = table("a1 M5; x1 FF5")
    t.do("walk a1 O5")
    assert not t.has("a1", "crest")  # through the bed, or round it, never along the crest


def test_16_the_defender_is_asked_at_each_step_and_the_walk_goes_on() -> None:
    t = table("a1 D2; x1 G4", tracks=ASK)
    t.do("walk a1 D5")
    for place in ("D3", "D4", "D5"):
        assert t.asked == "first fire"
        assert t.where("a1") == place
        t.do("pass")
    assert t.asked == "movement"


def test_16_fire_stops_the_walk_and_the_mover_decides_anew() -> None:
    t = table("a1 D2; x1 G4", tracks=ASK)
    t.do("walk a1 D5", "add x1", "shoot", "roll 6,6", "pass")
    assert t.asked == "walk"
    assert t.where("a1") == "D3"
    t.do("go D5", "pass", "pass")
    assert t.asked == "walk"
    t.do("halt")


def test_16_standing_orders_are_consulted_at_each_step() -> None:
    t = table("a1 A5; x1 G4", tracks={"axis_chance": 20, "axis_range": 4})
    t.do("walk a1 D4")
    assert t.rolls
    assert t.where("a1") == "C4"  # the first hex within four
    t.do("roll 6,6")
    assert t.asked == "walk"


def test_142_6_who_is_pinned_on_the_way_stays_there() -> None:
    t = table("a1 D2; x1 G4", tracks=ASK)
    t.do("walk a1 D5", "add x1", "shoot", "roll 3,4", "roll 7", "pass")
    assert t.has("a1", "pinned")
    assert t.asked == "movement"


def test_42_a_hidden_enemy_on_the_way_stops_the_walk() -> None:
    t = table("a1 C2; x1 C4 concealed hidden")
    assert t.preview("walk a1 C5").path == ("99C2", "99C3", "99C4", "99C5")
    t.do("walk a1 C5")
    assert t.where("a1") == "C3"
    assert not t.has("x1", "hidden")
    assert t.asked == "movement"


def test_42_nobody_walks_through_a_question_mark_by_himself() -> None:
    t = table("a1 C2; xD1 C4 concealed; x1 FF5")
    assert "99C4" not in t.preview("walk a1 C5").path
    assert "question mark in 99C4" in t.preview("walk a1 C4").warnings[0]


def test_55_known_mines_are_walked_round_and_hidden_ones_stop_the_walk() -> None:
    t = table("a1 E5; x1 T9")
    work(t, "xF1", "E6", "known mines", 6)
    assert "99E6" not in t.preview("walk a1 E7").path
    assert t.preview("walk a1 E6").warnings == ("Mines: 99E6 (55).",)
    t = table("a1 E5; x1 T9")
    t.s.marks[work(t, "xF1", "E6", "mines", 6)] |= 1 << HIDDEN
    assert t.preview("walk a1 E7").warnings == ()
    t.do("walk a1 E7")
    assert t.decision.kind == "mines"
    t.do("roll 12")
    assert t.asked == "walk"
    assert t.where("a1") == "E6"


def test_56_wire_is_walked_round() -> None:
    t = table("a1 E5; xF1 E6 wire; x1 T9")
    assert "99E6" not in t.preview("walk a1 E7").path
    assert t.refused("walk a1 E6").rule == "56"


def test_42_men_who_come_into_sight_stop_to_think() -> None:
    t = table("a1 C2 concealed; x1 N5; x2 E8 concealed")
    t.do("walk a1 C5")
    assert not t.has("a1", "concealed")
    assert t.asked == "walk"


def test_5_a_stack_goes_together_and_leaves_men_behind() -> None:
    t = table("a1 D2; a2 D2; aL1 D2; x1 FF5")
    t.do("move aL1", "together", "go F3")
    assert {t.where(key) for key in ("a1", "a2", "aL1")} == {"F3"}
    t.do("leave a2", "go I5")
    assert t.where("a2") == "F3"
    assert t.where("a1") == t.where("aL1") == "I5"
    t.do("leave aL1")
    assert t.refused("go J5").rule == "5"  # without his leader he has 4 factors, not 6
    t.do("halt")
    assert t.refused("move a2").rule == "5"


def test_5_nobody_is_left_behind_before_the_first_step_nor_the_last_one() -> None:
    t = table("a1 D2; a2 D2; x1 FF5")
    t.do("move a1", "join a2")
    assert t.refused("leave a2").rule == "5"
    t.do("go E3", "leave a2")
    assert t.refused("leave a1").rule == "5"


def test_5_all_of_a_hex_go_in_one_order_which_is_their_whole_move() -> None:
    t = table("a1 D2; a2 D2; aL1 D2; a3 G2; x1 Z9")
    assert t.refused("band a3").rule == "5", "there is nobody with him"
    t.do("band a1", "go D4")
    assert t.asked == "movement"
    assert {t.where(key) for key in ("a1", "a2", "aL1")} == {"D4"}
    assert all(t.has(key, "moved") for key in ("a1", "a2", "aL1"))


def test_5_a_stack_with_nothing_left_halts_by_itself() -> None:
    t = table("a1 D2; a2 D2; x1 Z9")
    t.do("move a1", "join a2", "go D6")
    assert t.asked == "movement"


def test_5_who_could_go_on_without_the_slow_ones_is_asked() -> None:
    """Four factors for the men, six for their leader: with him they have six; conscripts have five, and he one more."""
    t = table("x1 D2; xL1 D2; a1 Z9", phasing="axis")
    t.do("move x1", "join xL1", "go D7")
    assert t.asked == "walk"
    t.do("leave x1", "go D8")
    assert t.asked == "movement"


def test_5_7_who_has_a_weapon_to_put_down_is_asked() -> None:
    t = table("a1 D2 has aW1; x1 Z9")
    t.do("move a1", "go D6")
    assert t.asked == "walk"


def test_42_a_question_mark_that_has_nothing_left_is_asked_like_any_other() -> None:
    """Else a squad with a load would halt by itself where a dummy goes on, or the other way round."""
    for who in ("aD1", "a1"):
        t = table(f"{who} C5 concealed; a2 E9; {UNSEEN}")
        t.do(f"move {who}", "go C6", "go C7", "go D7")
        assert t.has(who, "concealed")
        assert t.asked == "walk"
        assert t.refused("go D8").rule == "5"
