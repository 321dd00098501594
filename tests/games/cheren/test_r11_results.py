"""11.6 Step losses, 11.7 retreat, 11.8 push, 11.9 advance after combat."""

from __future__ import annotations

import pytest

from amba.core.event import Flipped, Removed
from tests.games.cheren.helpers import GAME, Board, rules, said

BRIGADES = '11-ind = "0302", 10-ind = "0302"'
CORNER = f'{BRIGADES}, 29-ind = "0101"'
"""Hard zones over every hex around 0202."""
SOFT = f'{BRIGADES}, 51-comm = "0100", 52-comm = "0103", 41-col-1 = "0202"'


def battle(units: str, target: str, *attackers: str, side: str = "allied", options: str = "") -> Board:
    board = Board(f'phase = "{side}.combat"\n{options}\nunits = {{ {units} }}')
    board.attack(target, *attackers)
    return board


def test_11_6_brigades_have_four_steps() -> None:
    values = []
    for steps in (4, 3, 2, 1):
        board = battle(f'51-comm = "0301", 11-ind = {{ hex = "0302", steps = {steps} }}, savoia-1 = "0202", savoia-2 = "0202", savoia-3 = "0202"',
                       "0202", "11-ind")  # fmt: skip
        before = board.strength("11-ind")
        board.do("fight", dice="6" if board.column() != "1-2" else "4")
        while board.kind() != "allied combat":
            board.do("stand" if "stand" in board.menu() else "hold" if "hold" in board.menu() else sorted(board.menu())[0])
        values.append((before, board.steps("11-ind"), board.where("11-ind")))
    assert values == [(8, 3, "0302"), (6, 2, "0302"), (4, 1, "0302"), (2, 0, "eliminated")]


def test_11_6_the_replacement_counter_comes_with_the_second_loss() -> None:
    board = battle('11-ind = "0302", savoia-1 = "0202", savoia-2 = "0202", savoia-3 = "0202", savoia-4 = "0202", 2-col-1 = "0202", 2-col-2 = "0202"',
                   "0202", "11-ind")  # fmt: skip
    events = board.do("fight", dice="1")  # 2-0
    assert [event.new for event in events if isinstance(event, Flipped)] == [1, 2]
    assert board.strength("11-ind") == 4
    assert board.zone("allied", "0303") == "soft"


def test_11_6_others_flip_once_and_go() -> None:
    board = battle(f'{BRIGADES}, 41-col-1 = "0202", bande = "0202"', "0202", "11-ind", "10-ind")
    assert board.column() == "5-1"
    board.do("fight", dice="6")  # 0-2r
    events = board.do("lose bande")
    assert any(isinstance(event, Removed) for event in events)  # a blank back: gone at the first loss
    assert board.steps("41-col-1") == 1


def test_11_6_natives_have_one_step() -> None:
    board = battle(f'{BRIGADES}, tocombia-n = "0202"', "0202", "11-ind", "10-ind")
    board.do("fight", dice="3")
    assert board.where("tocombia-n") == "eliminated"


GUNS = f'{BRIGADES}, 41-col-1 = "0202", art-1 = "0202"'


def test_11_6_a_artillery_pays_if_it_retreats() -> None:
    board = battle(GUNS, "0202", "11-ind", "10-ind")
    assert board.column() == "2-1"  # 16 to 4, less one for the guns
    board.do("fight", dice="5")  # 1-1r
    assert board.menu() == {"lose 41-col-1", "lose art-1"}
    board.do("lose art-1")
    assert board.kind() == "italian retreat"  # bound to go: standing is no longer offered
    board.do("retreat art-1 0201", "retreat 41-col-1 0201")
    assert (board.steps("41-col-1"), board.steps("art-1")) == (2, 1)


def test_11_6_a_not_if_it_cannot_retreat() -> None:
    board = battle(f'{CORNER}, 41-col-1 = "0202", art-1 = "0202"', "0202", "11-ind", "10-ind")
    board.do("fight", dice="5")
    assert board.steps("art-1") == 2
    assert board.where("41-col-1") == "eliminated"  # the loss and the stand


def test_11_6_b_artillery_pays_last_when_it_stays() -> None:
    board = battle(GUNS, "0202", "11-ind", "10-ind")
    board.do("fight", dice="5")
    board.do("lose 41-col-1")
    board.do("stand")  # 41 Col has a step left and takes it: nobody is asked
    assert board.where("41-col-1") == "eliminated"
    assert board.steps("art-1") == 2


def test_11_6_b_artillery_alone_pays() -> None:
    board = battle(f'{BRIGADES}, art-1 = "0202"', "0202", "11-ind", "10-ind")
    board.do("fight", dice="4")
    assert board.steps("art-1") == 1


def test_11_6_b_attacking_artillery_pays_last() -> None:
    board = battle('51-comm = "0302", 52-comm = "0302", 25-fd = "0302", 41-col-1 = "0202"', "0202", "51-comm", "52-comm", "25-fd")
    board.do("fight", dice="1")  # 1-0
    while board.kind() != "allied loss":
        board.do("stand")
    assert board.menu() == {"lose 51-comm", "lose 52-comm"}
    assert board.why("lose 25-fd") == "11.6.b"
    board = battle('51-comm = { hex = "0302", steps = 1 }, 25-fd = "0302", 2-col-1 = "0202", 2-col-2 = "0202", 2-col-3 = "0202"',
                   "0202", "51-comm", "25-fd")  # fmt: skip
    assert board.column() == "1-2"  # 4 to 9 is 1-3, and three guns of support
    board.do("fight", dice="1")  # 2-0: the commandos, then the guns
    assert board.where("51-comm") == "eliminated"
    assert board.steps("25-fd") == 1


def test_11_6_b_tanks_are_not_artillery() -> None:
    board = battle('51-comm = "0302", tank = "0302", 41-col-1 = "0202"', "0202", "51-comm", "tank")
    board.do("fight", dice="1")
    while board.kind() != "allied loss":
        board.do("stand")
    assert board.menu() == {"lose 51-comm", "lose tank"}


def test_11_7_all_retreat_or_all_stay() -> None:
    board = battle(f'{BRIGADES}, 41-col-1 = "0202", 41-col-2 = "0202"', "0202", "11-ind", "10-ind")
    board.do("fight", dice="2")  # 1-0r
    assert board.menu() == {"stand", "retreat"}
    stay = Board("")
    stay.position.state = board.s.copy()
    stay.do("stand")
    assert stay.kind() == "italian loss"  # one more for the stack, not for each
    stay.do("lose 41-col-1")
    assert (stay.steps("41-col-1"), stay.steps("41-col-2")) == (1, 2)
    assert stay.kind() == "allied loss"
    board.do("retreat")
    board.do("retreat 41-col-1 0201", "retreat 41-col-2 0102")  # into separate hexes
    assert (board.where("41-col-1"), board.where("41-col-2")) == ("0201", "0102")
    assert (board.steps("41-col-1"), board.steps("41-col-2")) == (2, 2)


def test_11_7_one_hex_never_onto_the_enemy() -> None:
    board = battle(f'{BRIGADES}, 51-comm = "0102", 41-col-1 = "0202", 41-col-2 = "0202"', "0202", "11-ind", "10-ind")
    board.do("fight", dice="2")  # 1-0r
    board.do("retreat")
    assert [board.why(f"retreat 41-col-1 {place}") for place in ("0302", "0102", "0200")] == ["11.7"] * 3


def test_11_7_who_has_nowhere_to_go_is_told_so() -> None:
    # 8.1 at Af Abed: the Alpini can climb out, the colonials cannot.
    board = Board("""
        turn = 5
        phase = "allied.reinforcement"
        units = { 7-ind = "reinforcements", alpini = "af-abed", 5-col-1 = "af-abed", 11-ind = "2301", 10-ind = "2403" }
    """)
    board.do("lose alpini")
    assert board.menu() == {"retreat alpini 2501", "retreat alpini 2502"}
    assert board.why("retreat 5-col-1 2401") == "11.7"
    assert board.why("retreat alpini 2401") == "11.7.1"
    board.do("retreat alpini 2501")
    assert board.where("5-col-1") == "eliminated"
    assert board.stack("2402") == {"7-ind"}


def test_11_7_no_retreat_possible_costs_a_step() -> None:
    board = battle(f'{CORNER}, 41-col-1 = "0202"', "0202", "11-ind", "10-ind")
    events = board.do("fight", dice="1")  # 1-0r or 1-1r
    assert "cornered" in said(events)
    assert board.where("41-col-1") in {"0202", "eliminated"}
    assert "11.7" in rules(events)


def test_11_7_one_that_cannot_go_keeps_all() -> None:
    # The commandos could climb to 1603; Skinner's Horse cannot, and all stay.
    board = battle(
        'savoia-1 = "1605", savoia-2 = "1605", savoia-3 = "1605", alpini = "1605", 2-col-1 = "1503", 2-col-2 = "1503", 2-col-3 = "1503", bande = "1703", \
51-comm = "1604", skinner = "1604"',
        "1604", "savoia-1", "savoia-2", "savoia-3", "alpini", side="italian",
    )  # fmt: skip
    assert board.column() == "3-1"
    events = board.do("fight", dice="2")  # 1-0r
    assert "cornered" in said(events)
    board.do("lose skinner")
    assert board.stack("1604") == {"51-comm", "skinner"}
    assert board.steps("51-comm") == 2


def test_11_7_into_a_mountain_only_those_who_may_enter() -> None:
    board = battle(
        'savoia-1 = "1605", savoia-2 = "1605", savoia-3 = "1605", 51-comm = "1604"', "1604", "savoia-1", "savoia-2", "savoia-3", side="italian"
    )
    board.do("fight", dice="2")
    board.do("retreat")
    assert board.may("retreat 51-comm 1603")


def test_11_7_even_if_the_attacker_is_eliminated() -> None:
    board = battle('51-comm = { hex = "0302", steps = 1 }, 2-col-1 = "0202"', "0202", "51-comm")
    assert board.column() == "1-3"
    board.do("fight", dice="6")  # 1-0r
    assert board.kind() == "italian stand"
    board.do("stand")
    assert board.steps("2-col-1") == 1
    assert board.where("51-comm") == "eliminated"
    assert board.kind() == "allied combat"  # nobody is left to push


def test_11_7_a_retreat_takes_control_of_a_town() -> None:
    board = battle('savoia-1 = "0509", savoia-2 = "0509", savoia-3 = "0509", alpini = "0509", 51-comm = "0510"', "0510",
                   "savoia-1", "savoia-2", "savoia-3", "alpini", side="italian")  # fmt: skip
    assert board.column() == "5-1"
    board.do("fight", dice="1")  # 1-0r
    board.do("retreat", "retreat 51-comm 0411")
    assert board.owner("tessenei") == "allied"


def test_11_7_stack_surplus_steps_go_at_once() -> None:
    board = battle(
        f'{CORNER}, 41-col-1 = "0202", 41-col-2 = "0202", 42-col-1 = "0203", 42-col-2 = "0203", 42-col-3 = "0203", 12-col-1 = "0203", \
12-col-2 = "0203", 16-col-1 = "0203", bande = "0203"',
        "0202", "11-ind", "10-ind",
    )  # fmt: skip
    board.do("fight", dice="2")  # 1-0r
    board.do("retreat", "retreat 41-col-1 0203")  # there is no other: 9 where 8 may stack
    assert board.kind() == "italian overstack"
    decision = board.position.decision
    assert decision is not None
    assert decision.rule == "11.7.stack"
    board.do("lose bande")
    assert board.kind() == "allied loss"  # and only then does the battle go on
    assert len(board.stack("0203")) == 8


def test_11_7_stack_retreated_units_defend_where_they_went() -> None:
    board = battle(f'{SOFT}, 42-col-1 = "0102"', "0202", "11-ind", "10-ind")
    board.do("fight", dice="3")  # 0-1r
    board.do("retreat", "retreat 41-col-1 0102")
    board.do("stay")
    board.attack("0102", "52-comm")
    preview = board.position.odds("fight")
    assert preview is not None
    assert ("Defence", "3", "11.0") in preview.items  # two, and the one that is left of the other
    assert preview.column == "1-2"


def test_11_7_1_first_to_a_hex_in_no_zone() -> None:
    board = battle(f'{BRIGADES}, 41-col-1 = "0202"', "0202", "11-ind", "10-ind")
    board.do("fight", dice="3")
    board.do(*(["retreat"] if "retreat" in board.menu() else []))
    assert board.menu() == {f"retreat 41-col-1 {place}" for place in ("0201", "0102", "0101")}
    assert board.why("retreat 41-col-1 0301") == "11.7.1"


def test_11_7_2_then_to_a_soft_zone() -> None:
    board = battle(SOFT, "0202", "11-ind", "10-ind")
    assert {board.zone("allied", place) for place in ("0201", "0102", "0101")} == {"soft"}
    board.do("fight", dice="3")
    board.do(*(["retreat"] if "retreat" in board.menu() else []))
    assert board.menu() == {f"retreat 41-col-1 {place}" for place in ("0201", "0102", "0101")}
    assert board.why("retreat 41-col-1 0301") == "11.7.2"


def test_11_7_3_then_to_a_hard_zone_with_a_friend() -> None:
    board = battle(f'{CORNER}, 41-col-1 = "0202", 41-col-2 = "0202", 42-col-1 = "0203", bande = "0201"', "0202", "11-ind", "10-ind")
    board.do("fight", dice="2")
    board.do("retreat")
    assert board.menu() == {f"retreat {unit} {place}" for unit in ("41-col-1", "41-col-2") for place in ("0203", "0201")}
    assert board.why("retreat 41-col-1 0301") == "11.7.3"
    assert board.why("retreat 41-col-1 0102") == "11.7.3"


def push_battle(option: str, die: str = "5") -> Board:
    board = battle(f'{BRIGADES}, 41-col-1 = "0202", 41-col-2 = "0202"', "0202", "11-ind", "10-ind", options=f'options = {{ push = "{option}" }}')
    assert board.column() == "3-1"
    board.do("fight", dice=die)
    if board.kind() == "italian loss":
        board.do("lose 41-col-1")
    return board


def test_11_8_push_on_five_or_six_if_the_defender_stands() -> None:
    for die, pushes in (("4", False), ("5", True), ("6", True)):
        board = push_battle("once", die)
        board.do("stand", "lose 41-col-2")
        if board.kind() == "allied loss":
            board.do("lose 11-ind")
        assert (board.kind() == "allied push") == pushes


def test_11_8_push_costs_a_step_and_forces_the_choice_again() -> None:
    board = push_battle("once")
    board.do("stand", "lose 41-col-2", "lose 11-ind")
    assert board.menu() == {"push", "hold"}
    board.do("push")
    assert board.kind() == "allied loss"
    board.do("lose 10-ind")
    assert (board.steps("11-ind"), board.steps("10-ind")) == (3, 3)
    assert board.kind() == "italian stand"
    board.do("retreat")
    assert board.kind() == "italian retreat"


def test_11_8_push_may_be_left() -> None:
    board = push_battle("once")
    board.do("stand", "lose 41-col-2", "lose 11-ind", "hold")
    assert board.kind() == "allied combat"


def test_11_8_no_push_after_a_retreat() -> None:
    board = push_battle("once")
    board.do("retreat", "retreat 41-col-1 0201", "retreat 41-col-2 0201", "lose 11-ind")
    assert board.kind() == "allied advance"


@pytest.mark.parametrize(("option", "then"), [("once", "allied combat"), ("repeat", "allied push")])
def test_11_8_push_once_or_as_long_as_he_stands(option: str, then: str) -> None:
    board = push_battle(option)
    board.do("stand", "lose 41-col-2", "lose 11-ind", "push", "lose 10-ind", "stand", "lose 41-col-1")
    assert board.stack("0202") == {"41-col-2"}
    assert board.kind() == then


def test_11_8_push_repeated_to_the_end() -> None:
    board = push_battle("repeat")
    board.do("stand", "lose 41-col-2", "lose 11-ind", "push", "lose 10-ind", "stand", "lose 41-col-1", "push", "lose 10-ind", "stand")
    assert board.stack("0202") == set()
    assert board.kind() == "allied advance"


def test_11_8_push_off() -> None:
    board = push_battle("off")
    board.do("stand", "lose 41-col-2", "lose 11-ind")
    assert board.kind() == "allied combat"


def test_11_8_push_also_against_the_cornered() -> None:
    board = battle(f'{CORNER}, 41-col-1 = "0202", 41-col-2 = "0202"', "0202", "11-ind", "10-ind")
    board.do("fight", dice="5")
    board.do("lose 41-col-1", "lose 41-col-2", "lose 11-ind")
    assert board.menu() == {"push", "hold"}


def test_11_9_advance_into_the_vacated_hex_or_stay() -> None:
    board = battle('11-ind = "0510", 10-ind = "0410", 41-col-1 = { hex = "0411", steps = 1 }', "0411", "11-ind", "10-ind")
    board.do("fight", dice="4")  # 8-1: 0-1r
    assert board.where("41-col-1") == "eliminated"
    assert board.menu() == {"stay", "advance 11-ind", "advance 10-ind"}
    board.do("advance 11-ind")
    assert board.where("11-ind") == "0411"
    assert board.owner("tessenei") == "allied"
    board.do("stay")
    assert board.kind() == "allied combat"


def test_11_9_no_advance_while_the_defender_stands() -> None:
    board = push_battle("off")
    board.do("stand", "lose 41-col-2", "lose 11-ind")
    assert board.kind() == "allied combat"
    assert board.stack("0202") == {"41-col-1", "41-col-2"}


def test_11_9_only_attackers_advance() -> None:
    board = battle(f'{BRIGADES}, skinner = "0302", bande = "0202"', "0202", "11-ind", "10-ind")
    board.do("fight", dice="3")
    assert board.why("advance skinner") == "11.9"


def test_11_9_a_those_that_lost_a_step_go_first() -> None:
    board = battle('51-comm = "0302", 52-comm = "0302", bande = "0202"', "0202", "51-comm", "52-comm")
    assert board.column() == "3-1"
    board.do("fight", dice="4")  # 1-1r
    board.do("lose 51-comm")
    assert board.menu() == {"stay", "advance 51-comm"}
    assert board.why("advance 52-comm") == "11.9.a"
    board.do("advance 51-comm")
    assert board.may("advance 52-comm")


def test_11_9_a_losses_of_an_earlier_battle_do_not_count() -> None:
    board = battle('51-comm = { hex = "0302", steps = 1 }, 52-comm = "0302", bande = "0202"', "0202", "51-comm", "52-comm")
    board.do("fight", dice="6")  # 0-1r or 1-1r
    if board.kind() == "allied loss":
        board.do("lose 52-comm")
        assert board.why("advance 51-comm") == "11.9.a"
    else:
        assert board.menu() == {"stay", "advance 51-comm", "advance 52-comm"}


def test_11_9_b_artillery_does_not_advance() -> None:
    board = battle('11-ind = "0302", 25-fd = "0302", 1-fd = "0302", tank = "0302", bande = "0202"', "0202", "11-ind", "25-fd", "1-fd", "tank")
    board.do("fight", dice="3")
    assert [board.why(f"advance {unit}") for unit in ("25-fd", "1-fd", "tank", "11-ind")] == ["11.9.b", "11.9.b", "", ""]


def test_11_9_stacking_counts_at_the_end_of_the_phase() -> None:
    limit = GAME.world.stack_limit[GAME.names.place["0202"]]
    board = battle(f'{BRIGADES}, 29-ind = "0301", bande = "0202"', "0202", "11-ind", "10-ind", "29-ind")
    board.do("fight", dice="3")
    board.do("advance 11-ind", "advance 10-ind", "advance 29-ind")
    assert board.s.stacking(GAME.names.place["0202"]) == 9 > limit
    assert board.kind() == "allied combat"
    board.do("done")
    assert board.kind() == "allied overstack"
