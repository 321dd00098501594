"""6.0 Wolkait and Tigre garrisons; 7.0 the sequence of play."""

from __future__ import annotations

import pytest

from tests.games.cheren.helpers import GAME, Board


@pytest.mark.parametrize("phase", ["italian.movement", "allied.reaction", "italian.exploitation"])
def test_6_0_a_garrison_may_not_move(phase: str) -> None:
    board = Board(f'phase = "{phase}"\nunits = {{ 44-col-1 = "adua", enticcio-n = "enticcio", himora-n = "himora" }}')
    assert [board.why(f"move {unit} 2720") for unit in ("44-col-1", "enticcio-n", "himora-n")] == ["6.0"] * 3


def test_6_0_a_garrison_has_zones() -> None:
    board = Board('units = { himora-n = "himora" }')
    assert board.zone("italian", "0418") == "soft"


def test_6_0_released_units_move_freely_and_leave() -> None:
    board = Board('phase = "italian.movement"\nreleased = ["wolkait"]\nunits = { himora-n = "himora", 44-col-1 = "adua" }')
    board.do("move himora-n 0418")
    assert board.why("move 44-col-1 2619") == "6.0"


def test_6_0_others_pass_through_the_area() -> None:
    board = Board('phase = "italian.movement"\nunits = { bande = "0418", tocombia-n = "1214" }')
    assert "0420" in board.reach("bande")
    assert board.may("move tocombia-n 1213")  # the native of Eritrea is no garrison
    board = Board('phase = "allied.movement"\nunits = { tocombia-n = "1214", skinner = "1114" }')
    board.do("done")
    assert not board.is_released("wolkait")
    assert not board.is_released("tigre")


def test_6_0_an_unreleased_garrison_does_not_advance() -> None:
    # An Allied unit thrown back next to it in the same phase has not released it yet.
    board = Board("""
        phase = "italian.combat"
        units = { 44-col-1 = "2116", 44-col-2 = "2116", bl-shirt-1 = "2116", 51-comm = { hex = "2016", steps = 1 } }
    """)
    board.attack("2016", "44-col-1", "44-col-2", "bl-shirt-1")
    board.do("fight", dice="6")
    while board.kind() != "italian advance":
        board.do("stand" if "stand" in board.menu() else sorted(board.menu())[0])
    assert [board.why(f"advance {unit}") for unit in ("44-col-1", "bl-shirt-1")] == ["6.0", ""]


@pytest.mark.parametrize("phase", ["allied.movement", "allied.reaction", "allied.combat", "italian.combat", "allied.exploitation"])
def test_6_0_release_at_the_end_of_any_phase(phase: str) -> None:
    board = Board(f'phase = "{phase}"\nunits = {{ 51-comm = "0418", 44-col-1 = "adua", himora-n = "himora" }}')
    board.do("done", dice="1")
    assert board.is_released("wolkait")
    assert not board.is_released("tigre")  # each on its own


def test_6_0_release_next_to_a_unit_outside_its_area() -> None:
    # Released by 6.0 means next to one of its units, wherever that unit is.
    board = Board('phase = "allied.combat"\nunits = { 51-comm = "2110", 44-col-1 = "2210" }')
    board.do("done")
    assert board.is_released("tigre")


def test_6_0_release_needs_the_end_of_a_phase() -> None:
    board = Board('phase = "allied.movement"\nunits = { skinner = "0417", himora-n = "himora" }')
    board.do("move skinner 0418", "move skinner 0417", "done")
    assert not board.is_released("wolkait")


def test_6_0_release_by_a_defector_at_once() -> None:
    # The native of Wolkait that goes over stands next to the garrison of Tigre at the end of the same phase.
    board = Board('phase = "allied.combat"\nunits = { 51-comm = "0820", himora-n = "1320", 44-col-1 = "1420" }')
    board.do("done", dice="5")
    assert board.side("himora-n") == "allied"
    assert board.is_released("wolkait")
    assert board.is_released("tigre")


@pytest.mark.parametrize(("die", "side"), [("1", "italian"), ("3", "italian"), ("4", "allied"), ("6", "allied")])
def test_6_0_allegiance_four_to_six_defects(die: str, side: str) -> None:
    board = Board('phase = "allied.combat"\nunits = { 51-comm = "0418", himora-n = "himora" }')
    board.do("done", dice=die)
    assert board.side("himora-n") == side
    assert board.where("himora-n") == "0419"


def test_6_0_allegiance_is_tested_for_each_native_of_that_garrison_only() -> None:
    board = Board("""
        phase = "allied.combat"
        units = { 51-comm = "0418", himora-n = "himora", bircuta-n = "bircuta", scire-n = "scire", tocombia-n = "tocombia" }
    """)
    board.do("done", dice="4 3")
    assert [board.side(unit) for unit in ("himora-n", "bircuta-n", "scire-n", "tocombia-n")] == ["allied", "italian", "italian", "italian"]
    board.do("check", "done")
    assert board.kind().endswith("reinforcement")  # no second test


def test_6_0_placement_one_hex_away_by_the_italian_player() -> None:
    board = Board("""
        phase = "allied.combat"
        units = { 51-comm = "1018", himora-n = "bircuta", l3 = "bircuta", bande = "1120" }
    """)
    board.do("done", dice="4")
    assert board.kind() == "italian displace"
    assert board.menu() == {f"place himora-n {place}" for place in ("1118", "1019", "1020", "1219", "1220")}
    assert board.why("place himora-n 1120") == "6.0.placement"
    board.do("place himora-n 1220")
    assert board.side("himora-n") == "allied"
    assert board.where("himora-n") == "1220"


def test_6_0_placement_may_be_on_allied_units() -> None:
    board = Board('phase = "allied.combat"\nunits = { 51-comm = "1118", himora-n = "bircuta", l3 = "bircuta" }')
    board.do("done", dice="4")
    assert board.may("place himora-n 1118")


def test_6_0_placement_minds_nothing_but_italian_units() -> None:
    """The letter: a full Allied hex will do, and then 3.1 holds at the end of the phase."""
    board = Board("""
        phase = "allied.combat"
        units = { 11-ind = "1118", 10-ind = "1118", himora-n = "bircuta", l3 = "bircuta" }
    """)
    board.do("done", dice="4")
    board.do("place himora-n 1118")
    assert board.kind() == "allied overstack"  # 7 where 6 may stack
    board.do("lose himora-n")
    assert board.kind() == "allied supply"


def test_6_0_placement_impossible_eliminates() -> None:
    board = Board("""
        phase = "allied.combat"
        units = { 51-comm = "0920", himora-n = "bircuta", l3 = "bircuta", 41-col-1 = "1118", 41-col-2 = "1120", 41-col-3 = "1019", \
42-col-1 = "1020", 42-col-2 = "1219", 42-col-3 = "1220" }
    """)
    board.do("done", dice="4")
    assert board.where("himora-n") == "eliminated"


def test_6_0_hint_om_ager_is_taken_without_releasing_wolkait() -> None:
    board = Board("""
        phase = "allied.combat"
        control = { allied = ["kassala", "tessenei"] }
        units = { 11-ind = "0417", 10-ind = "0417", skinner = "0417", tank = "0417", bl-shirt-4 = "om-ager", himora-n = "himora" }
    """)
    board.attack("0418", "11-ind", "10-ind", "skinner", "tank")
    assert board.column() == "13-1"
    board.do("fight", dice="3")
    assert board.where("bl-shirt-4") == "eliminated"
    board.do("stay", "done", "check")
    assert board.kind() == "allied exploitation"
    board.do("move skinner 0418", "move skinner 0417", "done")
    assert board.owner("om-ager") == "allied"
    assert not board.is_released("wolkait")


SEQUENCE = [
    "Reinforcement and Replacement", "Movement", "Enemy Reaction", "Combat", "Supply Check and Attrition", "Exploitation",
]  # fmt: skip


def test_7_0_an_allied_then_an_italian_player_turn() -> None:
    board = Board('phase = "allied.movement"\nunits = { 11-ind = "0108", alpini = "asmara" }')
    seen: list[str] = []
    for _ in range(60):
        if board.s.turn == 2:
            break
        if not seen or seen[-1] != board.phase():
            seen.append(board.phase())
        board.do(next(order for order in ("done", "pass", "check", "arrive") if order in board.menu()))
    assert seen == [f"allied {title}" for title in SEQUENCE[1:]] + [f"italian {title}" for title in SEQUENCE]


def played(phase: str) -> str:
    return Board(f'phase = "{phase}"\nturn = 3\nunits = {{ 11-ind = {{ hex = "0108", steps = 3 }}, alpini = "asmara" }}').kind()


def test_7_0_1_reinforcement_and_replacement_first() -> None:
    assert played("allied.reinforcement") == "allied replacement"
    assert played("italian.reinforcement") == "italian reinforcement"


def test_7_0_2_movement() -> None:
    assert [played(f"{side}.movement") for side in GAME.sides] == ["allied movement", "italian movement"]


def test_7_0_3_reaction_is_played_by_the_opponent() -> None:
    assert [played(f"{side}.reaction") for side in GAME.sides] == ["italian reaction", "allied reaction"]


def test_7_0_4_combat() -> None:
    assert [played(f"{side}.combat") for side in GAME.sides] == ["allied combat", "italian combat"]


def test_7_0_5_supply_check() -> None:
    assert [played(f"{side}.supply") for side in GAME.sides] == ["allied supply", "italian supply"]


def test_7_0_6_exploitation() -> None:
    assert [played(f"{side}.exploitation") for side in GAME.sides] == ["allied exploitation", "italian exploitation"]
