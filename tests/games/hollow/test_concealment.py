"""Set-up, concealment, hidden units and dummies; victory."""

from __future__ import annotations

from random import Random

import pytest

from amba.games.hollow.counters import ALLIED, CONCEALED
from amba.games.hollow.dealt_anew import imagine
from amba.games.hollow.rules.r177_victory import points
from amba.table.layout import put
from tests.games.hollow.table import GAME, Table, table
from tests.games.hollow.tanks import drill


def fresh() -> Table:
    return Table(GAME.new("practice", {}))


def test_4_each_side_sets_up_in_its_area() -> None:
    t = fresh()
    assert t.decision.who == 1
    assert t.refused("place x1 C3").rule == "4"
    t.do("place x1 R5")
    assert t.where("x1") == "R5"
    assert t.refused("done").rule == "4"
    t.do("give xW1 x1")
    assert t.s.owner_of(t.piece("xW1")) == t.piece("x1")


def test_42_cover_conceals_at_the_start_and_dummies_need_it() -> None:
    t = table("x1 FF5; a1 allied-entry; aD1 allied-entry; a2 allied-entry", phase="setup", frames=[["sequence"], ["setup", 0]])
    t.do("place a1 C3", "place a2 D2")
    assert t.has("a1", "concealed")
    assert not t.has("a2", "concealed")
    assert t.refused("place aD1 D3").rule == "42"
    t.do("place aD1 C4")


def test_42_a_hidden_unit_is_not_on_the_enemys_map() -> None:
    t = table("x1 FF5; a1 C3 concealed; a2 C4 concealed", phase="setup", frames=[["sequence"], ["setup", 0]])
    t.do("hide a1")
    assert t.refused("hide a2").rule == "42"
    assert GAME.view(t.s, 0)["stacks"]["99C3"] == ["a1"]
    t.do("done")
    assert "99C3" not in GAME.view(t.s, 1)["stacks"]
    assert GAME.view(t.s, 1)["stacks"]["99C4"] == ["?"]


def test_42_nobody_watches_the_other_set_up() -> None:
    """A counter that is put down and then hidden would be given away by having been there."""
    t = table("x1 FF5; a1 allied-entry; aD1 allied-entry; aF1 D3", phase="setup", frames=[["sequence"], ["setup", 0]])
    before = GAME.view(t.s, 1)
    for order in ("place a1 C3", "hide a1", "place aD1 C4"):
        events = t.do(order)
        assert GAME.view(t.s, 1) == before == GAME.view(t.s, 1)
        assert all(GAME.redact(t.s, event, 1) is None for event in events)
        assert "99C3" not in GAME.redact_action(t.s, t.action(order), 0, 1)
    t.do("done")
    assert GAME.view(t.s, 1)["stacks"]["99C4"] == ["?"]


def test_54_a_dummy_in_a_foxhole_is_as_dug_in_as_a_squad() -> None:
    t = table("x1 FF5; a1 allied-entry; aD1 allied-entry; aF1 C3; aF2 C4", phase="setup", frames=[["sequence"], ["setup", 0]])
    t.do("place a1 C3", "place aD1 C4", "done")
    assert GAME.view(t.s, 1)["postures"] == {"99C3": [["dug_in"]], "99C4": [["dug_in"]]}


def test_42_176_2_a_question_mark_in_a_gun_pit_shows_it_to_who_has_it_in_sight() -> None:
    """Its +2 stands in the panel of a shot, and the panel tells no more than the view (law 6)."""
    gun = "x1 E5 it-227 +xG1 emplaced concealed; xG1 E5 it-cannone-47-32 @9 emplaced concealed"
    seen = drill({"scrub": "E5"}, f"{gun}; a1 H6 br-457", phase="prep")
    assert seen.game.view(seen.s, 0)["postures"] == {"99E5": [["emplaced"]]}
    assert ("emplaced", "+2", "176.2") in seen.preview("fire E5").items
    unseen = drill({"scrub": "E5", "building": "G5 G6"}, f"{gun}; a1 H6 br-457", phase="prep")
    assert unseen.game.view(unseen.s, 0)["postures"] == {"99E5": [[]]}


@pytest.mark.parametrize(("marks", "what", "number"), [("busy thorns", "in a cactus hedge", "196.3"), ("climbing", "hangs on a cliff", "82.2")])
def test_42_what_makes_a_question_mark_an_easy_target_is_seen(marks: str, what: str, number: str) -> None:
    t = drill({}, f"x1 E5 it-346 concealed {marks}; a1 H6 br-457", phase="prep")
    assert (what, "-2", number) in t.preview("fire E5").items
    assert t.game.view(t.s, 0)["postures"] == {"99E5": [marks.split()]}


def test_185_22_scrub_conceals_who_keeps_still() -> None:
    t = table("a1 C3; a2 D2; a3 C5 moved; x1 FF5", phase="advance")
    t.do("done")
    assert t.has("a1", "concealed")
    assert not t.has("a2", "concealed")
    assert not t.has("a3", "concealed")


def test_42_beside_the_enemy_nobody_stays_concealed() -> None:
    t = table("a1 C4 concealed; aD1 C3 concealed; x1 C5", phase="defence")
    t.do("done")
    assert not t.has("a1", "concealed")
    assert t.has("aD1", "concealed")
    t = table("aD1 C4 concealed; a1 E9; x1 C5", phase="defence")
    t.do("done")
    assert t.where("aD1") == "eliminated"


def test_42_moving_in_sight_reveals_and_out_of_sight_does_not() -> None:
    t = table("a1 C4 concealed; x1 E6")
    t.do("move a1", "go C3")
    assert not t.has("a1", "concealed")
    t = table("a1 C4 concealed; x1 N5")  # down in a wadi
    t.do("move a1", "go C3")
    assert t.has("a1", "concealed")


def test_42_whoever_walks_onto_a_concealed_enemy_finds_him_and_stops() -> None:
    t = table("a1 D3; x1 C4 concealed")
    t.do("move a1", "go C4")
    assert t.where("a1") == "D3"
    assert not t.has("x1", "concealed")
    t = table("a1 D3; xD1 C4 concealed; x1 FF5")
    t.do("move a1", "go C4")
    assert t.where("a1") == "C4"
    t = table("a1 D3; x1 C4 concealed hidden")
    t.do("move a1", "go C4")
    assert t.where("a1") == "D3"
    assert not t.has("x1", "hidden")


def test_42_a_hidden_unit_that_stirs_is_at_least_a_question_mark() -> None:
    t = table("a1 C4 concealed hidden; x1 N5")
    t.do("walk a1 C3")
    assert t.has("a1", "concealed")
    assert not t.has("a1", "hidden")


def test_42_a_hidden_unit_is_not_picked_up_to_be_put_down_again() -> None:
    """Taking it up and halting would be an entry in the log that something is there."""
    t = table("a1 C4 concealed hidden; a2 D2; x1 N5")
    assert t.refused("move a1").rule == "42"
    assert "walk a1 C3" in t.menu()


def test_42_weapons_under_a_question_mark_are_not_seen() -> None:
    t = table("a1 C4 concealed has aW1; x1 FF5")
    view = GAME.view(t.s, 1)
    assert view["stacks"]["99C4"] == ["?"]
    assert "aW1" not in view["pieces"]


def test_42_what_is_imagined_looks_the_same_and_is_another_position() -> None:
    t = table("a1 C4 concealed has aW1; aD1 C3 concealed; a7 C5 concealed hidden; x1 FF5")
    rng = Random(1)
    others = [GAME.imagine(t.s, 1, rng) for _ in range(20)]
    assert all(GAME.view(other, 1) == GAME.view(t.s, 1) for other in others)
    assert all(not GAME.invariants(other) for other in others)
    assert len({GAME.names.places[other.at[t.piece("a1")]] for other in others}) == 2
    assert len({GAME.names.places[other.at[t.piece("a7")]] for other in others}) > 1


def test_177_a_scenario_is_won_by_its_hexes() -> None:
    t = table("a1 H5; x1 T9", phase="advance", phasing="axis", turn=4, control={"allied": ["99H5", "99H9"]})
    t.do("done")
    found = GAME.result(t.s)
    assert found is not None
    assert found.winner == 0
    t = table("a1 H5; x1 T9", phase="advance", phasing="axis", turn=4, control={"allied": ["99H5"]})
    t.do("done")
    found = GAME.result(t.s)
    assert found is not None
    assert found.winner == 1


def test_177_1_units_count_as_what_they_are_when_lost() -> None:
    t = table("x1 eliminated; x5 allied-prisoners it-247; aL2 eliminated; a1 E5; x2 T9")
    assert points(t.s, 0) - points(t.s, 1) == 2 + 2 * 1 - 3


def test_4_a_side_without_units_has_lost() -> None:
    t = table("a1 E5; x1 eliminated", phase="rally")
    t.do("done", "done")
    found = GAME.result(t.s)
    assert found is not None
    assert found.winner == 0


def test_42_who_has_thrown_grenades_is_not_concealed_at_the_end_of_his_turn() -> None:
    """He has spent a factor without moving."""
    t = table("a1 C4; a2 C3; x1 T9", phase="advance")
    t.s.points[t.piece("a1")] = 1
    t.do("done")
    assert not t.has("a1", "concealed")
    assert t.has("a2", "concealed")


def test_42_a_broken_enemy_beside_a_question_mark_does_not_turn_it_over() -> None:
    t = table("a1 C4 concealed; a2 C3 concealed; x1 C5 broken; x2 T9", phase="advance")
    t.do("done")
    assert t.has("a1", "concealed")
    t = table("a1 C4 concealed; x1 C5; x2 T9", phase="advance")
    t.do("done")
    assert not t.has("a1", "concealed")


def test_42_who_left_a_gun_is_not_dealt_back_to_it() -> None:
    """It lies open because he has gone on alone; with him in its hex it would be hidden like him."""
    t = drill({}, "x9 E5 it-227 +xG1; xG1 E5 it-cannone-47-32 @9; x1 H5 it-227 concealed; x2 E5 it-227 concealed; a1 T5 br-457", phase="prep")
    gun, crew = t.piece("xG1"), t.piece("x9")
    put(t.s, crew, t.s.at[t.piece("x1")])
    t.s.marks[crew] |= 1 << CONCEALED
    t.s.changed_by_hand()
    assert t.s.points[gun] == crew + 1
    assert not t.s.is_secret(gun), "it is his, and it lies open"
    dealt = [imagine(t.s, ALLIED, Random(seed)) for seed in range(30)]
    assert all(t.game.view(other, ALLIED) == t.game.view(t.s, ALLIED) for other in dealt)
    assert len({other.at[t.piece("x1")] for other in dealt}) == 2, "the others change places"
