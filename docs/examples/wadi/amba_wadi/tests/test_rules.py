"""Each rule of The Wadi Crossing: tests are named by its number."""

import pytest

from amba.load.position import Position, load_position
from amba.load.registry import open_game

GAME = open_game("wadi")


def at(units: str, more: str = "") -> Position:
    """A short position: ``riders 0604, gun 0803``."""
    rows = "\n".join(f'{key} = "{place}"' for key, place in (word.split() for word in units.split(", ")))
    return load_position(f'game = "wadi"\nscenario = "ford"\n{more}\n[units]\n{rows}\n')


def refused(position: Position, order: str) -> str:
    refusal = position.why(order)
    return "" if refusal is None else refusal.rule


COMBAT = 'phase = "band.combat"'


def test_2_1_a_unit_is_turned_over_and_the_last_step_removes_it() -> None:
    found = at("left 0705, right 0804, gun 0805, riders 0905", COMBAT)
    found.do("attack 0805", "6")
    assert found.document()["units"]["gun"] == "eliminated", "the gun has one step"


def test_2_2_no_third_unit_in_a_hex() -> None:
    found = at("left 0304, right 0304, riders 0205, gun 1005")
    assert refused(found, "move riders 0304") == "2.2"


def test_3_0_the_band_moves_and_fights_then_the_patrol() -> None:
    found = at("left 0304, gun 1005")
    kinds = []
    for _ in range(4):
        assert found.decision is not None
        kinds.append((found.decision.who, found.decision.kind))
        found.do("done")
    assert kinds == [(0, "movement"), (0, "combat"), (1, "movement"), (1, "combat")]
    assert found.state.tracks[0] == 2


def test_4_0_a_unit_moves_once() -> None:
    found = at("left 0304, gun 1005")
    found.do("move left 0404")
    assert refused(found, "move left 0405") == "4.0"
    assert refused(found, "move gun 1004") == "4.0"


@pytest.mark.parametrize(("place", "rule"), [("0504", ""), ("0604", ""), ("0503", "4.1")])
def test_4_1_a_bank_costs_more_and_the_track_one(place: str, rule: str) -> None:
    assert refused(at("left 0205, gun 1005"), f"move left {place}") == rule


def test_4_2_who_comes_next_to_an_enemy_stops() -> None:
    assert refused(at("riders 0504, gun 0804"), "move riders 0904") == "4.1"
    assert refused(at("riders 0504, gun 1008"), "move riders 0904") == ""


def test_5_0_only_hexes_with_enemies_next_to_units_that_have_not_fought() -> None:
    found = at("left 0704, gun 0804, first 0703, second 1006", COMBAT)
    assert refused(found, "attack 0805") == "5.0"
    assert refused(found, "attack 1006") == "5.0"
    found.do("attack 0804", "2")
    assert refused(found, "attack 0703") == "5.0"


@pytest.mark.parametrize(("place", "column"), [("0804", "1-1"), ("0803", "1-2")])
def test_5_1_rocks_shift_the_column(place: str, column: str) -> None:
    odds = at(f"left 0704, gun {place}" if place == "0804" else f"left 0703, gun {place}", COMBAT).odds(f"attack {place}")
    assert odds is not None
    assert odds.column == column


def test_5_2_the_strongest_takes_the_loss() -> None:
    found = at("left 0704, slingers 0704, gun 0804", COMBAT)
    found.do("attack 0804", "1")
    assert found.state.face[GAME.names.piece["left"]] == 1
    assert found.state.face[GAME.names.piece["slingers"]] == 0


def test_5_3_a_beaten_unit_falls_back_out_of_reach() -> None:
    found = at("left 0704, right 0704, first 0804", COMBAT)
    found.do("attack 0804", "4")
    assert refused(found, "move first 0803") == "5.3"
    assert refused(found, "move first 0904") == ""
    assert refused(found, "move first 1004") == "5.3"


def test_5_4_who_cannot_fall_back_loses_a_step() -> None:
    found = at("left 1004, right 0904, riders 1006, first 1005", COMBAT)
    found.do("attack 1005", "2")
    assert found.state.face[GAME.names.piece["first"]] == 1


def test_6_0_points_of_the_places_held_decide() -> None:
    score = GAME.abilities.score
    assert score is not None
    assert [score.verdict("ford", points) for points in (0, 2, 3)] == [1, None, 0]


def test_6_1_who_enters_a_place_holds_it() -> None:
    found = at("riders 0504, gun 1008")
    found.do("move riders 0604")
    assert found.document()["control"] == {"band": ["0604"]}
