"""Wall advantage, and what adds up when a target is behind several things (11.5, 193.42, 176.51)."""

from __future__ import annotations

from amba.games.hollow.rules.r193_walls import is_denied, may_claim
from tests.games.hollow.table import GAME, table
from tests.games.hollow.test_fire import items


def test_11_5_who_was_behind_the_wall_first_has_it_and_who_comes_up_has_not() -> None:
    t = table("a1 K7; x1 K9")
    t.do("move a1", "assault", "go K8")
    assert t.has("x1", "wall")
    assert not t.has("a1", "wall")
    t.do("done", "fire K8", "add x1")
    assert "behind a wall or hedge" not in items(t)
    t = table("a1 K8; x1 K9 wall", phase="prep")
    t.do("fire K9", "add a1")
    assert items(t)["behind a wall or hedge"] == "+2"


def test_11_5_from_farther_away_a_wall_protects_whoever_is_behind_it() -> None:
    t = table("a1 K8; a2 K6; x1 K9 wall", phase="prep", phasing="axis")
    t.do("fire K8", "add x1")
    assert "behind a wall or hedge" not in items(t)
    t = table("a1 K8; x1 K9 wall; x2 K10", phase="prep", phasing="axis")
    t.do("fire K8", "add x2")
    assert items(t)["behind a wall or hedge"] == "+2"


def test_11_5_broken_men_lose_it_and_the_others_take_it_when_the_phase_ends() -> None:
    t = table("a1 K8; x1 K9 wall", phase="prep")
    t.do("fire K9", "add a1", "shoot", "roll 1,2", "roll 12", "done")
    assert t.has("x1", "broken")
    assert not t.has("x1", "wall")
    assert t.has("a1", "wall")


def test_11_5_who_goes_away_leaves_it_and_who_is_dug_in_does_not_want_it() -> None:
    t = table("a1 K8 wall; x1 K9 dug_in; xF1 K9")
    t.do("move a1", "go K7", "halt")
    assert not t.has("a1", "wall")
    t.do("done")
    assert not t.has("x1", "wall")


def test_193_42_below_a_hillside_hedge_nobody_has_it() -> None:
    """T6 is level 1, S7 level 0: the hedge between them stands on the hill."""
    t = table("a1 S7; x1 U6; x2 FF5", phasing="axis")
    t.do("move x1", "assault", "go T6")
    assert t.has("x1", "wall")
    assert not t.has("a1", "wall")
    t.do("done", "fire T6", "add a1")
    assert items(t)["behind a wall or hedge"] == "+1"


def test_42_a_question_mark_behind_a_wall_has_it_whatever_it_is() -> None:
    for counter in ("x1", "xD1"):
        t = table(f"a1 K7; {counter} K9 concealed; x2 FF5")
        t.do("move a1", "assault", "go K8")
        assert t.has(counter, "wall")


def test_176_51_note_terrain_adds_up_with_the_hexside_that_is_crossed() -> None:
    t = table("a1 H6; x1 H9", phase="prep")
    t.do("fire H9", "add a1")
    assert (items(t)["terrain"], items(t)["behind a wall or hedge"]) == ("+3", "+2")


def test_54_a_foxhole_behind_a_wall_does_not_add_up_with_it() -> None:
    t = table("a1 K8; x1 K9 dug_in; xF1 K9", phase="prep")
    t.do("fire K9", "add a1")
    assert sum(int(value) for key, value in items(t).items() if key in {"entrenched", "behind a wall or hedge"}) == 2


def test_189_20_height_alone_does_not_spare_who_moves_in_the_open() -> None:
    t = table("x1 U6; a1 T9", phasing="axis", tracks={"allied_otherwise": 1})
    t.do("move x1", "go T6", "add a1")
    assert (items(t)["height advantage"], items(t)["moves in the open"]) == ("+1", "-1")


def test_11_5_men_in_a_foxhole_claim_no_wall() -> None:
    """Their work is worth as much; so the wall K8/K9 falls to those beyond it."""
    t = table("a1 K8 dug_in; aF1 K8 foxhole; x1 K9")
    here, there = GAME.names.place["99K8"], GAME.names.place["99K9"]
    assert not may_claim(t.s, t.piece("a1"), here, there)
    assert may_claim(t.s, t.piece("x1"), there, here)


def test_11_5_against_fire_from_farther_away_the_wall_helps_whoever_has_it_not() -> None:
    t = table("a1 K8; a2 K7; x1 K9 wall")
    assert is_denied(t.s, t.piece("x1"), t.piece("a1"))
    assert not is_denied(t.s, t.piece("x1"), t.piece("a2")), "two hexes off"
