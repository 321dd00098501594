"""11.0 Combat phase: who may attack, strengths, shifts, the table (11.0 to 11.5)."""

from __future__ import annotations

import pytest

from amba.core.decision import Preview
from amba.core.event import Rolled, Said
from tests.games.cheren.helpers import GAME, Board, rules


def items(board: Board, order: str = "fight") -> dict[str, str]:
    preview = board.position.odds(order)
    assert isinstance(preview, Preview)
    return {label: value for label, value, _ in preview.items}


def fight(units: str, target: str, *attackers: str, side: str = "allied", more: str = "") -> Board:
    """An attack named and manned, before the die."""
    board = Board(f'phase = "{side}.combat"\n{more}\nunits = {{ {units} }}')
    board.attack(target, *attackers)
    return board


def test_11_0_worked_example_17_to_5_is_3_1() -> None:
    board = fight(
        '11-ind = "0302", 10-ind = "0302", 51-comm = { hex = "0301", steps = 1 }, 2-col-1 = "0202", 41-col-1 = "0202"',
        "0202", "11-ind", "10-ind", "51-comm",
    )  # fmt: skip
    assert (items(board)["Attack"], items(board)["Defence"], items(board)["Odds"]) == ("17", "5", "3-1")
    assert board.column() == "3-1"


def test_11_0_only_adjacent_enemies() -> None:
    board = Board('phase = "allied.combat"\nunits = { 11-ind = "0302", 41-col-1 = "0202", 42-col-1 = "0102" }')
    assert board.menu() == {"done", "attack 0202"}
    assert board.why("attack 0102") == "11.0"
    assert board.why("attack 0301") == "11.0"


def test_11_0_combat_is_not_mandatory() -> None:
    board = Board('phase = "allied.combat"\nunits = { 11-ind = "0302", 41-col-1 = "0202" }')
    board.do("done")
    assert board.kind() == "allied supply"


def test_11_0_only_the_phasing_player_attacks() -> None:
    board = Board('phase = "allied.combat"\nunits = { 11-ind = "0302", 41-col-1 = "0202" }')
    assert board.why("attack 0302") == "11.0"
    board.do("attack 0202")
    assert board.why("commit 41-col-1") == "11.0"


def test_11_0_units_of_one_stack_may_attack_different_hexes() -> None:
    board = Board('phase = "allied.combat"\nunits = { 11-ind = "0302", 10-ind = "0302", skinner = "0302", 41-col-1 = "0202", 42-col-1 = "0402" }')
    board.attack("0202", "11-ind")
    assert items(board)["Attack"] == "8"
    board.do("fight", dice="1")
    assert board.steps("11-ind") == 3
    board.do("attack 0402")
    assert board.why("commit 11-ind") == "11.0"  # once in a phase
    board.do("commit 10-ind", "fight", dice="1")
    board.do("done")  # Skinner's Horse stays out of it
    assert board.kind() == "allied supply"


def test_11_0_all_units_in_the_hex_defend() -> None:
    board = fight('11-ind = "0302", 41-col-1 = "0202", 41-col-2 = "0202", art-1 = "0202"', "0202", "11-ind")
    assert items(board)["Defence"] == "6"


@pytest.mark.parametrize(
    ("attack", "defence", "odds"), [(5, 6, "1-2"), (5, 11, "1-3"), (6, 6, "1-1"), (11, 6, "1-1"), (12, 6, "2-1"), (4, 9, "1-3"), (3, 6, "1-2")]
)
def test_11_0_ratios_are_rounded_down(attack: int, defence: int, odds: str) -> None:
    from amba.kit.odds import ratio

    assert "{}-{}".format(*ratio(attack, defence)) == odds


def test_11_0_mountain_only_six_point_units_attack_into_it() -> None:
    board = Board("""
        phase = "allied.combat"
        units = { 51-comm = "1604", 11-ind = "1604", sudan-eac = "1604", skinner = "1604", tank = "1604", matilda = "1604", alpini = "1603" }
    """)
    board.do("attack 1603")
    assert board.menu() == {"commit 51-comm"}
    for unit in ("11-ind", "sudan-eac", "skinner", "tank", "matilda"):  # the Matildas have 6 points, and engines
        assert board.why(f"commit {unit}") == "11.0.mountain"


def test_11_1_hill_shifts_one_column() -> None:
    # 3-1 becomes 2-1, the rulebook's own example.
    board = fight('11-ind = "0308", 10-ind = "0308", 2-col-1 = "0408", 41-col-1 = "0408"', "0408", "11-ind", "10-ind")
    assert items(board)["Odds"] == "3-1"
    assert board.column() == "2-1"


def test_11_1_the_better_of_two_terrains() -> None:
    assert GAME.world.terrains[GAME.names.place["2206"]] == ("hill", "rough")
    board = fight('11-ind = "2106", 41-col-1 = "2206"', "2206", "11-ind")
    assert items(board)["hill/rough"] == "-1 column"
    assert board.column() == "2-1"


def test_11_1_mountain_shifts_two_columns() -> None:
    board = fight('51-comm = "1604", 13-dble = "1604", bm-3 = "1604", bande = "1603"', "1603", "51-comm", "13-dble", "bm-3")
    assert items(board)["Odds"] == "8-1"
    assert board.column() == "3-1"


def test_11_1_river_if_all_attack_across() -> None:
    # Tessenei over the Gash, along the road: the road does not help.
    board = fight('11-ind = "0511", 41-col-1 = "0411"', "0411", "11-ind")
    assert board.column() == "2-1"
    # One unit from the near bank is enough to lose the shift.
    board = fight('11-ind = "0511", 51-comm = { hex = "0410", steps = 1 }, 41-col-1 = "0411"', "0411", "11-ind", "51-comm")
    assert items(board)["Odds"] == "4-1"
    assert board.column() == "3-1"


def test_11_1_river_and_hill_together_or_the_better_alone() -> None:
    # 2206 from 2305: over the Anseba into a hill.
    units = '51-comm = "2305", 13-dble = "2305", bm-3 = "2305", 5-col-3 = { hex = "2206", steps = 1 }'
    board = fight(units, "2206", "51-comm", "13-dble", "bm-3")
    assert items(board)["Odds"] == "8-1"
    assert board.column() == "3-1"
    board = fight(units, "2206", "51-comm", "13-dble", "bm-3", more='options = { river = "best" }')
    assert board.column() == "5-1"


def test_11_2_artillery_not_alone() -> None:
    board = Board('phase = "allied.combat"\nunits = { 25-fd = "0302", 1-fd = "0302", 41-col-1 = "0202" }')
    assert board.why("attack 0202") == "11.2"
    board = Board('phase = "allied.combat"\nunits = { 25-fd = "0302", 11-ind = "0302", 41-col-1 = "0202" }')
    board.do("attack 0202", "commit 25-fd")
    assert board.why("fight") == "11.2"
    board.do("commit 11-ind")
    assert board.may("fight")


def test_11_2_the_other_unit_may_be_in_another_hex() -> None:
    board = fight('25-fd = "0302", 51-comm = "0101", 41-col-1 = "0202"', "0202", "25-fd", "51-comm")
    assert board.may("fight")


def test_11_2_artillery_into_a_mountain_with_a_climber_only() -> None:
    board = Board('phase = "allied.combat"\nunits = { 25-fd = "1604", 1-fd = "1604", 11-ind = "1604", alpini = "1603" }')
    assert board.why("attack 1603") in {"11.2", "11.0.mountain"}
    board = Board('phase = "allied.combat"\nunits = { 25-fd = "1604", 1-fd = "1604", 51-comm = "1604", alpini = "1603" }')
    board.do("attack 1603", "commit 25-fd", "commit 1-fd")
    assert board.why("fight") == "11.2"
    board.do("commit 51-comm")
    assert items(board)["Attack"] == "7"


def test_11_2_artillery_defends_alone() -> None:
    board = fight('11-ind = "0302", art-1 = "0202"', "0202", "11-ind")
    assert items(board)["Defence"] == "2"


def test_11_3_air_arrives_on_turn_three_and_stays_off_the_map() -> None:
    for turn, place in ((2, "reinforcements"), (3, "air-support")):
        board = Board(f'turn = {turn}\nphase = "allied.reinforcement"\nunits = {{ air = "reinforcements" }}')
        assert board.where("air") == place


def test_11_3_air_adds_its_strength_to_one_attack_a_phase() -> None:
    board = Board("""
        phase = "allied.combat"
        units = { air = "air-support", 11-ind = "0302", 10-ind = "0502", 41-col-1 = "0202", 42-col-1 = "0402" }
    """)
    board.do("attack 0202")
    assert board.why("air") == "11.2"  # not by itself
    board.do("commit 11-ind", "air")
    assert items(board)["Attack"] == "12"
    assert board.why("air") == "11.3"
    board.do("fight", dice="1")
    while board.kind() != "allied combat":
        board.do("stand" if "stand" in board.menu() else "hold" if "hold" in board.menu() else sorted(board.menu())[0])
    board.attack("0402", "10-ind")
    assert board.why("air") == "11.3"
    board.do("fight", dice="1")
    while board.kind() != "allied supply":
        board.do("done" if "done" in board.menu() else sorted(board.menu())[0])
    assert not board.s.has(GAME.names.piece["air"], GAME.names.mark["attacked"])  # ready for the next


def test_11_3_air_never_defends_and_takes_no_loss() -> None:
    board = Board('phase = "italian.combat"\nunits = { air = "air-support", 11-ind = "0302", 41-col-1 = "0202" }')
    board.attack("0302", "41-col-1")
    assert items(board)["Defence"] == "8"
    assert board.why("air") == "11.3"
    board = fight('air = "air-support", 51-comm = { hex = "0302", steps = 1 }, 41-col-1 = "0202"', "0202", "51-comm")
    board.do("air", "fight", dice="1")
    assert board.where("51-comm") == "eliminated"
    assert board.where("air") == "air-support"


def test_11_3_air_is_no_unit_of_the_stack() -> None:
    board = fight('tank = "0302", 2-col-1 = "0303", air = "air-support"', "0303", "tank", more="turn = 3")
    assert board.why("commit air") == "11.3"
    assert board.why("air") == ""


def test_11_3_air_needs_to_have_arrived() -> None:
    board = fight('air = "reinforcements", 11-ind = "0302", 41-col-1 = "0202"', "0202", "11-ind")
    assert board.why("air") == "11.3"


def test_11_4_worked_example_5_support_against_3() -> None:
    board = fight(
        '11-ind = "0302", 25-fd = "0302", tank = "0302", art-1 = "0202", art-2 = { hex = "0202", steps = 1 }, 2-col-1 = "0202"',
        "0202", "11-ind", "25-fd", "tank",
    )  # fmt: skip
    assert (items(board)["Odds"], items(board)["support 5 against 3"]) == ("2-1", "+1 column")
    assert board.column() == "3-1"


def test_11_4_the_defender_may_win_the_comparison() -> None:
    board = fight('11-ind = "0302", 10-ind = "0302", art-1 = "0202", 2-col-1 = "0202"', "0202", "11-ind", "10-ind")
    assert items(board)["Odds"] == "3-1"
    assert board.column() == "2-1"


def test_11_4_equal_support_gives_nothing() -> None:
    board = fight('11-ind = "0302", tank = "0302", art-1 = "0202", 2-col-1 = "0202"', "0202", "11-ind", "tank")
    assert items(board)["Odds"] == "2-1"
    assert board.column() == "2-1"


def test_11_4_air_is_support() -> None:
    board = fight('air = "air-support", 11-ind = "0302", art-1 = "0202", 2-col-1 = "0202"', "0202", "11-ind")
    assert board.column() == "1-2"  # 8 to 5, and two guns of support against none
    board.do("air")
    assert items(board)["support 4 against 2"] == "+1 column"
    assert board.column() == "3-1"


@pytest.mark.parametrize(
    ("odds", "column"), [((4, 1), "3-1"), ((7, 1), "5-1"), ((12, 1), "8-1"), ((1, 4), "1-3"), ((1, 9), "1-3"), ((14, 1), "13-1"), ((30, 1), "13-1")]
)
def test_11_5_missing_ratios_and_the_ends(odds: tuple[int, int], column: str) -> None:
    from amba.kit.odds import column as find

    columns = GAME.world.combat.columns
    assert columns[find(odds, columns)] == column


def test_11_5_shifts_stay_on_the_table() -> None:
    board = fight('51-comm = { hex = "0308", steps = 1 }, 2-col-1 = "0408", art-1 = "0408"', "0408", "51-comm")
    assert board.column() == "1-3"


@pytest.mark.parametrize("die", range(1, 7))
def test_11_5_the_die_and_the_column_give_the_result(die: int) -> None:
    board = fight('11-ind = "0302", 10-ind = "0302", 41-col-1 = "0202", 41-col-2 = "0202"', "0202", "11-ind", "10-ind")
    assert board.column() == "3-1"
    events = board.do("fight", dice=str(die))
    cell = GAME.world.combat.cells[die - 1][GAME.world.combat.columns.index("3-1")]
    assert any(isinstance(event, Rolled) and event.dice == (die,) for event in events)
    lost, _, suffered = cell.partition("-")
    if suffered.startswith("1"):
        assert board.kind() == "italian loss"
        board.do("lose 41-col-1")
        assert (board.steps("41-col-1"), board.steps("41-col-2")) == (1, 2)
    if suffered.endswith("r"):
        assert board.kind() == "italian stand"
        assert board.steps("11-ind") + board.steps("10-ind") == 8  # the defender's result first
        board.do("stand", "lose 41-col-2")
    if lost == "1":
        assert board.kind() == "allied loss"
        board.do("lose 11-ind")
        assert board.steps("11-ind") == 3


def test_11_5_losses_are_in_total_and_may_be_shared() -> None:
    board = fight('11-ind = "0302", 10-ind = "0302", tank = "0301", 41-col-1 = "0202", bande = "0202"', "0202", "11-ind", "10-ind", "tank")
    assert board.column() == "8-1"
    board.do("fight", dice="5")  # 0-2r
    board.do("lose 41-col-1", "lose bande")
    assert (board.steps("41-col-1"), board.steps("bande")) == (1, 0)


def test_11_5_the_roll_cites_the_table() -> None:
    board = fight('11-ind = "0302", 41-col-1 = "0202"', "0202", "11-ind")
    assert "11.5" in rules(board.do("fight", dice="1"))


def test_11_5_the_kinder_table_is_an_option() -> None:
    """3-1, a die of 1: by testimony the attacker bleeds for nothing; on the kinder table the defender has to go or to pay."""

    def result(options: str) -> str:
        board = Board(
            f'phase = "allied.combat"\n{options}\nunits = {{ 11-ind = {{ hex = "0302", steps = 3 }}, savoia-1 = {{ hex = "0202", steps = 1 }} }}'
        )
        board.attack("0202", "11-ind")
        assert board.column() == "3-1"
        [said] = [event for event in board.do("fight", dice="1") if isinstance(event, Said) and event.what == "result"]
        return str(said.values[0])

    assert result("") == "1-0"
    assert result('options = { table = "kinder" }') == "1-0r"
    assert [chart["key"] for chart in GAME.charts()][:2] == ["combat", "combat-kinder"]


def test_11_0_what_is_no_hex_is_no_target() -> None:
    board = Board('phase = "allied.combat"\nunits = { 11-ind = "0302", savoia-1 = "0202" }')
    for word, says in (
        ("9999", "There is no place '9999' on this map."),
        ("reinforcements", "'reinforcements' is no hex."),
        ("0303", "There is no enemy in 0303."),
    ):
        refusal = board.position.why(f"attack {word}")
        assert refusal is not None
        assert (refusal.rule, refusal.text) == ("11.0", says)
