"""Prisoners and their guards (179, 197.3; P is our own rule)."""

from __future__ import annotations

from typing import Any

from amba.games.hollow.rules.r012_morale import eliminate
from amba.games.hollow.rules.r177_victory import points
from amba.games.hollow.rules.r179_escape import escape_items
from amba.games.hollow.rules.r179_prisoners import prisoners_of
from tests.games.hollow.table import GAME, Table, said, table


def guarded(text: str, phase: str = "movement", **more: Any) -> Table:
    """A position in which the Italian squad x1 has taken the British squad a1."""
    t = table(f"{text}; a1 axis-prisoners", phase=phase, **more)
    entrusted(t, "a1", "x1")
    return t


def entrusted(t: Table, prisoner: str, guard: str) -> None:
    t.s.points[t.piece(prisoner)] = t.piece(guard) + 1
    t.s.marks[t.piece(guard)] |= 1 << GAME.names.mark["guard"]


def held(t: Table, guard: str) -> list[str]:
    return [GAME.names.pieces[p] for p in prisoners_of(t.s, t.piece(guard))]


def test_179_p_who_gives_up_goes_with_the_enemy_beside_him() -> None:
    t = table("a1 E5 broken ran; x1 E6; x5 E8", phase="rout")
    events = t.do("done")
    assert t.where("a1") == "axis-prisoners"
    assert held(t, "x1") == ["a1"]
    assert t.has("x1", "guard")
    assert said(events, "captured").values == ("a1", "x1")


def test_p_of_several_captors_one_who_guards_already_takes_them_else_the_least() -> None:
    """The half-squad 1-3-6 is spared for it before the squad; a leader only if nobody else is there."""
    t = table("a1 E5 broken ran; x1 E6; x8 E6; xL1 E6", phase="rout")
    t.do("done")
    assert held(t, "x8") == ["a1"]
    t = table("a1 E5 broken ran; x1 E6; x8 E6; a2 axis-prisoners", phase="rout")
    entrusted(t, "a2", "x1")
    t.do("done")
    assert held(t, "x1") == ["a1", "a2"] or held(t, "x1") == ["a2", "a1"]


def test_p_a_concealed_comrade_takes_no_prisoners_and_hinders_nobody_who_does() -> None:
    t = table("a1 E5 broken ran; x1 E6; x8 E6 concealed", phase="rout")
    t.do("done")
    assert held(t, "x1") == ["a1"]


def test_20_men_captured_in_close_combat_are_guarded_by_who_took_them() -> None:
    t = table("a1 E5; x1 E5 broken; x2 T9; a2 E5", phase="melee")
    while not t.rolls:
        t.do("target x1" if "target x1" in t.menu() else "capture" if "capture" in t.menu() else "done")
    t.do("roll 2")
    assert t.where("x1") == "allied-prisoners"
    assert held(t, "a1") + held(t, "a2") == ["x1"]


def test_p_prisoners_go_where_their_guard_goes_and_he_does_not_run() -> None:
    t = guarded("x1 E5; x2 F6; a2 T9", phasing="axis")
    assert not any(order.startswith("walk x1") and order.endswith("double") for order in t.menu())
    assert any(order.startswith("walk x2") and order.endswith("double") for order in t.menu())
    t.do("move x1")
    assert t.refused("double").rule == "P"
    t.do("go E4", "halt")
    assert held(t, "x1") == ["a1"]


def test_p_a_guard_does_not_go_at_the_enemy() -> None:
    t = guarded("x1 E5; x2 E5; a2 E4", phase="advance", phasing="axis")
    assert t.refused("advance x1 E4").rule == "P"
    assert "advance x2 E4" in t.menu()


def test_p_men_with_prisoners_are_not_concealed() -> None:
    t = guarded("x1 C4; x2 C3; a2 T9", phase="advance", phasing="axis")
    t.do("done")
    assert t.has("x2", "concealed")
    assert not t.has("x1", "concealed")


def test_p_when_the_guard_falls_a_comrade_of_his_hex_takes_over() -> None:
    t = guarded("x1 E5; x2 E5; a2 D5", phase="prep")
    eliminate(t.s, t.piece("x1"))
    assert held(t, "x2") == ["a1"]


def test_p_without_a_guard_they_run_to_a_neighbouring_hex_and_are_broken() -> None:
    t = guarded("x1 E5; a2 D5; x3 T9", phase="prep")
    t.do("fire E5", "add a2", "shoot", "roll 1,1")
    assert t.where("x1") == "eliminated"
    assert t.where("a1") in {"D4", "D5", "E4", "E6", "F5", "F6", "F4", "D6"}
    assert t.has("a1", "broken", "desperate")
    assert points(t.s, 1) == 0


def test_p_men_who_run_free_make_for_cover() -> None:
    """F5 beside E5 is woods."""
    t = guarded("x1 E5; a2 D5; x3 T9", phase="prep")
    t.do("fire E5", "add a2", "shoot", "roll 1,1")
    assert t.where("a1") == "F5"


def test_p_a_guard_who_breaks_loses_his_prisoners() -> None:
    t = guarded("x1 E5; a2 D5; x3 T9", phase="prep")
    t.do("fire E5", "add a2", "shoot", "roll 3,4", "roll 12")
    assert t.has("x1", "broken")
    assert not t.has("x1", "guard")
    assert t.where("a1") == "F5"


def test_197_3_italians_whose_guard_is_lost_stay_prisoners() -> None:
    t = table("a1 E5; x2 D5; a3 T9; x1 allied-prisoners", phase="prep", phasing="axis")
    entrusted(t, "x1", "a1")
    eliminate(t.s, t.piece("a1"))
    assert t.where("x1") == "allied-prisoners"
    assert points(t.s, 0) == 4


def test_177_prisoners_count_double_as_long_as_they_are_held() -> None:
    t = guarded("x1 E5; a2 T9", phase="rally")
    assert points(t.s, 1) == 4
    t.do("escape x1", "roll 2")
    assert points(t.s, 1) == 0


def test_p_prisoners_try_to_get_away_at_the_odds_of_close_combat() -> None:
    """A squad without weapons counts 2 against the 3 of a 3-4-6: 1 to 2, 4 or less."""
    t = guarded("x1 E5; a2 T9", phase="rally")
    assert t.preview("escape x1").column == "4 or less"
    t.do("escape x1", "roll 5")
    assert t.where("a1") == "axis-prisoners"
    assert t.refused("escape x1").rule == "P"
    t = guarded("x1 E5; a2 T9", phase="rally")
    t.do("escape x1", "roll 4")
    assert t.where("a1") == "F5"
    assert not t.has("x1", "guard")
    t = guarded("x1 E5; a2 T9", phase="rally")
    t.do("escape x1", "roll 11")
    assert t.where("a1") == "eliminated"


def test_p_a_pinned_exhausted_or_fighting_guard_makes_it_easier() -> None:
    for marks, most in (("pinned", 5), ("exhausted", 5), ("pinned exhausted", 6)):
        t = guarded(f"x1 E5; a2 T9; x2 E5 {marks}", phase="movement")
        t.s.marks[t.piece("x1")] |= t.s.marks[t.piece("x2")]
        assert escape_items(t.s, t.piece("x1"))[1] - sum(item.value for item in escape_items(t.s, t.piece("x1"))[2]) == most
    t = guarded("x1 E5 melee; a2 E5 melee", phase="movement")
    assert [item.value for item in escape_items(t.s, t.piece("x1"))[2]] == [-2]


def test_p_nobody_tries_in_the_enemys_player_turn() -> None:
    t = guarded("x1 E5; a2 T9", phase="rally", phasing="axis")
    t.do("done")
    assert t.decision.who == 0
    assert t.refused("escape x1").rule == "P"


def test_197_3_no_italian_tries_to_get_away() -> None:
    t = table("a1 E5; x2 T9; x1 allied-prisoners", phase="rally", phasing="axis")
    entrusted(t, "x1", "a1")
    assert t.refused("escape a1").rule == "197.3"


def test_p_prisoners_are_handed_over_or_let_go_in_the_rally_phase() -> None:
    t = guarded("x1 E5; x2 E5; x3 E4; a2 T9", phase="rally", phasing="axis")
    assert t.refused("hand x1 x3").rule == "P"
    t.do("hand x1 x2")
    assert held(t, "x2") == ["a1"]
    assert not t.has("x1", "guard")
    t.do("free x2")
    assert t.where("a1") == "F5"
    assert t.has("a1", "broken")


def test_p_whoever_runs_into_a_hidden_enemy_is_taken_again() -> None:
    t = guarded("x1 E5; x2 F5 concealed hidden; a2 T9", phase="rally")
    t.do("escape x1", "roll 2")
    assert held(t, "x2") == ["a1"]
    assert not t.has("x2", "hidden")


def test_177_a_guard_who_leaves_the_map_takes_them_along() -> None:
    t = table("a1 A4; x2 T9; x1 allied-prisoners", scenario="breakout")
    entrusted(t, "x1", "a1")
    t.do("exit a1 A4", "done")
    assert points(t.s, 0) == 2 + 4
