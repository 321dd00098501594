"""8.0 Reinforcement and Replacement phase."""

from __future__ import annotations

import pytest

from amba.core.event import Placed, Said
from tests.games.cheren.helpers import GAME, Board, said


def test_8_0_reinforcements_come_to_the_town_of_their_letter_when_due() -> None:
    text = 'turn = {turn}\nphase = "allied.reinforcement"\nunits = {{ 9-ind = "reinforcements", 7-ind = "reinforcements" }}'
    board = Board(text.format(turn=3))
    assert (board.where("9-ind"), board.where("7-ind")) == ("reinforcements", "reinforcements")
    board = Board(text.format(turn=4))
    assert (board.where("9-ind"), board.where("7-ind")) == ("0108", "reinforcements")
    board = Board(text.format(turn=5))
    assert (board.where("9-ind"), board.where("7-ind")) == ("0108", "2402")


def test_8_0_only_the_phasing_player_receives_them() -> None:
    board = Board('turn = 2\nphase = "allied.reinforcement"\nunits = { savoia-1 = "reinforcements" }')
    assert board.where("savoia-1") == "reinforcements"
    board = Board('turn = 2\nphase = "italian.reinforcement"\nunits = { savoia-1 = "reinforcements" }')
    assert board.where("savoia-1") == "2709"


def test_8_1_an_empty_italian_arrival_town_becomes_allied() -> None:
    board = Board('turn = 4\nphase = "allied.reinforcement"\nunits = { 9-ind = "reinforcements" }')
    assert board.where("9-ind") == "0108"
    assert board.owner("kassala") == "allied"


STORM = """
    turn = 4
    phase = "allied.reinforcement"
    units = { 9-ind = "reinforcements", 41-col-1 = "kassala", 41-col-2 = "kassala" }
"""


def test_8_1_both_lose_a_step_and_the_italians_go() -> None:
    board = Board(STORM)
    assert board.steps("9-ind") == 0  # not on the map yet
    assert board.kind() == "italian loss"
    board.do("lose 41-col-2")  # one step from the stack, not from each
    assert (board.steps("41-col-1"), board.steps("41-col-2")) == (2, 1)
    assert board.kind() == "italian retreat"
    board.do("retreat 41-col-1 0107", "retreat 41-col-2 0208")
    assert (board.where("41-col-1"), board.where("41-col-2")) == ("0107", "0208")
    assert board.where("9-ind") == "0108"
    assert board.steps("9-ind") == 3
    assert board.owner("kassala") == "allied"


def test_8_1_nobody_lands_in_kassala() -> None:
    board = Board(STORM)
    [event] = [event for event in board.do("lose 41-col-2", "retreat 41-col-1 0107", "retreat 41-col-2 0208") if isinstance(event, Placed)]
    assert GAME.sentence(event) == "9th Indian Brigade (5th Division) arrives at Kassala (0108)."
    text = GAME.sentence(Said("8.1", "storm", ("0108",)))
    assert text == "The Allied reinforcements have to fight for Kassala (0108)."


def test_8_1_the_retreat_follows_11_7() -> None:
    board = Board("""
        turn = 4
        phase = "allied.reinforcement"
        units = { 9-ind = "reinforcements", 41-col-1 = "kassala", 11-ind = "0106", 10-ind = "0210" }
    """)
    # 0107 lies in the hard zone of 0106, 0109 and 0209 in that of 0210.
    assert board.kind() == "italian retreat"
    assert board.why("retreat 41-col-1 0107") == "11.7.1"
    assert board.menu() == {"retreat 41-col-1 0009", "retreat 41-col-1 0008", "retreat 41-col-1 0208"}


def test_8_1_the_lone_gunners_of_turn_six() -> None:
    board = Board("""
        turn = 6
        phase = "allied.reinforcement"
        units = { 1-fd = "reinforcements", 5-col-1 = "af-abed" }
    """)
    board.do("retreat 5-col-1 2401")
    assert (board.where("1-fd"), board.steps("1-fd")) == ("2402", 1)  # 8.1: they are placed in the town, so one of two steps is the price
    assert board.steps("5-col-1") == 1
    assert board.owner("af-abed") == "allied"
    board = Board('turn = 6\nphase = "allied.reinforcement"\nunits = { 1-fd = "reinforcements" }')
    assert board.where("1-fd") == "2402"


def test_8_1_one_step_of_the_group_not_of_the_gunners_beside_others() -> None:
    board = Board("""
        turn = 1
        phase = "allied.reinforcement"
        units = { 5-ind = "reinforcements", matilda = "reinforcements", 31-fd = "reinforcements", bande = "kassala" }
    """)
    assert board.kind() == "allied loss"
    assert board.menu() == {"lose 5-ind", "lose matilda"}  # 11.6: artillery last
    assert board.why("lose 31-fd") == "11.6.b"
    board.do("lose matilda")
    assert board.where("bande") == "eliminated"
    assert board.stack("0108") == {"5-ind", "matilda", "31-fd"}
    assert board.steps("matilda") == 1


def test_8_1_retreating_italian_guns_may_pay() -> None:
    board = Board("""
        turn = 4
        phase = "allied.reinforcement"
        units = { 9-ind = "reinforcements", 41-col-1 = "kassala", art-1 = "kassala" }
    """)
    assert board.menu() == {"lose 41-col-1", "lose art-1"}  # 11.6.a: they retreat


def test_8_1_who_cannot_leave_is_lost() -> None:
    board = Board("""
        turn = 4
        phase = "allied.reinforcement"
        units = { 9-ind = "reinforcements", 41-col-1 = "kassala", 11-ind = "0107", 10-ind = "0109", 29-ind = "0208", skinner = "0209", tank = "0008", matilda = "0009" }
    """)
    assert board.where("41-col-1") == "eliminated"
    assert board.where("9-ind") == "0108"


def test_8_2_an_empty_allied_arrival_town_becomes_italian() -> None:
    board = Board('turn = 2\nphase = "italian.reinforcement"\ncontrol = { allied = ["asmara"] }\nunits = { savoia-1 = "reinforcements" }')
    assert board.where("savoia-1") == "2709"
    assert board.owner("asmara") == "italian"


def test_8_2_a_held_arrival_town_sends_them_to_tigre() -> None:
    board = Board("""
        turn = 2
        phase = "italian.reinforcement"
        control = { allied = ["adua"] }
        units = { savoia-1 = "reinforcements", savoia-2 = "reinforcements", 11-ind = "asmara" }
    """)
    assert board.kind() == "italian arrival"
    assert board.menu() == {"place savoia-1 2620", "place savoia-1 2420"}
    assert board.why("place savoia-1 3207") == "8.2"  # Massaua is not in Tigre
    board.do("place savoia-1 2620", "place savoia-2 2420")
    assert (board.where("savoia-1"), board.where("savoia-2")) == ("2620", "2420")
    assert board.owner("adua") == "italian"


def test_8_2_not_to_a_town_with_allied_units() -> None:
    board = Board('turn = 2\nphase = "italian.reinforcement"\nunits = { savoia-1 = "reinforcements", 11-ind = "asmara", 10-ind = "adua" }')
    assert board.where("savoia-1") == "2420"


def test_8_2_delayed_until_there_is_room() -> None:
    units = 'savoia-1 = "reinforcements", 11-ind = "asmara", 10-ind = "adua", 29-ind = "axum"'
    board = Board(f'turn = 2\nphase = "italian.reinforcement"\nunits = {{ {units} }}')
    assert board.where("savoia-1") == "reinforcements"
    board = Board(f'turn = 5\nphase = "italian.reinforcement"\nunits = {{ {units.replace("axum", "2519")} }}')
    assert board.where("savoia-1") == "2420"


@pytest.mark.parametrize("turn", range(1, 13))
def test_8_3_replacements_on_turns_3_6_9_and_12(turn: int) -> None:
    board = Board(f'turn = {turn}\nphase = "allied.reinforcement"\nunits = {{ 11-ind = {{ hex = "kassala", steps = 2 }} }}')
    assert (board.kind() == "allied replacement") == (turn in {3, 6, 9, 12})


def test_8_3_one_step_of_one_unit_on_the_map() -> None:
    board = Board("""
        turn = 3
        phase = "allied.reinforcement"
        units = { 11-ind = { hex = "kassala", steps = 2 }, 10-ind = "kassala", tank = "eliminated", 41-col-1 = { hex = "cheru", steps = 1 } }
    """)
    assert [board.why(f"replace {unit}") for unit in ("10-ind", "tank", "41-col-1")] == ["8.3"] * 3
    board.do("replace 11-ind")
    assert board.steps("11-ind") == 3
    assert board.kind() == "italian roadblock"  # no second one


def test_8_3_may_be_forfeited() -> None:
    board = Board('turn = 3\nphase = "allied.reinforcement"\nunits = { 11-ind = { hex = "kassala", steps = 2 } }')
    board.do("forfeit")
    assert board.steps("11-ind") == 2
    assert board.kind() == "italian roadblock"


def test_8_3_not_with_a_supply_marker() -> None:
    board = Board("""
        turn = 3
        phase = "allied.reinforcement"
        units = { 11-ind = { hex = "kassala", steps = 2, supply = "low" }, 10-ind = { hex = "kassala", steps = 2, supply = "none" }, 29-ind = { hex = "kassala", steps = 1 } }
    """)
    assert [board.why(f"replace {unit}") for unit in ("11-ind", "10-ind", "29-ind")] == ["12.5", "12.5", ""]


PAIR = 'units = { 13-dble = "reinforcements", bm-3 = "reinforcements" }'


def test_8_4_the_pair_arrives_at_kassala_on_turn_seven() -> None:
    board = Board(f'turn = 7\nphase = "allied.reinforcement"\n{PAIR}')
    assert board.menu() == {"arrive", "postpone"}
    board.do("arrive")
    assert (board.where("13-dble"), board.where("bm-3")) == ("0108", "0108")


def test_8_4_or_together_at_af_abed_on_turn_eight() -> None:
    board = Board(f'turn = 7\nphase = "allied.reinforcement"\n{PAIR}')
    board.do("postpone")
    assert (board.where("13-dble"), board.where("bm-3")) == ("reinforcements", "reinforcements")
    board = Board(f'turn = 8\nphase = "allied.reinforcement"\ntracks = {{ postponed = 2 }}\n{PAIR}')
    assert (board.where("13-dble"), board.where("bm-3")) == ("2402", "2402")
    assert board.owner("af-abed") == "allied"


def test_8_4_who_still_waits_on_turn_eight_comes_to_af_abed() -> None:
    """A position need not say that they were postponed: the choice is made on turn 7 only."""
    for turn in (8, 9):
        board = Board(f'turn = {turn}\nphase = "allied.reinforcement"\n{PAIR}')
        assert (board.where("13-dble"), board.where("bm-3")) == ("2402", "2402")


def test_8_4_not_before_turn_seven() -> None:
    board = Board(f'turn = 6\nphase = "allied.reinforcement"\n{PAIR}')
    assert board.kind() == "italian roadblock"


def test_8_5_the_marina_does_not_move() -> None:
    for phase in ("italian.movement", "allied.reaction", "italian.exploitation"):
        board = Board(f'phase = "{phase}"\nunits = {{ marina = "massaua" }}')
        assert board.why("move marina 3107") == "8.5"


def test_8_5_the_marina_does_not_retreat() -> None:
    board = Board('phase = "allied.combat"\nunits = { marina = "massaua", 13-dble = "3107", bm-3 = "3107" }')
    board.attack("3207", "13-dble", "bm-3")
    assert board.zone("allied", "3208") == "soft"  # another unit could fall back there
    events = board.do("fight", dice="4")  # 1-0r
    assert "cornered" in said(events)
    assert board.where("marina") == "3207"
    assert board.steps("marina") == 1


def test_8_5_the_marina_itself_takes_the_loss_for_not_retreating() -> None:
    board = Board(
        'phase = "allied.combat"\nunits = { marina = "massaua", bersaglieri = "massaua", 13-dble = "3107", bm-3 = "3107", 51-comm = "3107", 52-comm = "3107" }'
    )
    board.attack("3207", "13-dble", "bm-3", "51-comm", "52-comm")
    assert board.column() == "1-1"
    board.do("fight", dice="4")  # 1-0r: all stay (11.7), and it is the Marina that pays
    assert (board.steps("marina"), board.steps("bersaglieri")) == (1, 2)
    assert board.where("bersaglieri") == "3207"


def test_8_5_the_marina_does_not_advance() -> None:
    board = Board('phase = "italian.combat"\nunits = { marina = "massaua", bersaglieri = "massaua", 51-comm = { hex = "3107", steps = 1 } }')
    board.attack("3107", "marina", "bersaglieri")
    board.do("fight", dice="6")
    assert board.where("51-comm") == "eliminated"
    assert board.why("advance marina") == "8.5"
    assert board.may("advance bersaglieri")


def test_8_5_the_marina_still_attacks_and_has_a_zone() -> None:
    board = Board('phase = "italian.combat"\nunits = { marina = "massaua", 51-comm = "3107" }')
    assert board.zone("italian", "3107") == "soft"
    assert board.may("attack 3107")


def test_8_5_is_the_unit_that_sets_up_at_massaua() -> None:
    fixed = [unit.key for unit in GAME.world.units if unit.kind == "naval"]
    assert fixed == [unit.key for unit in GAME.world.units if unit.setup == GAME.world.map.places["massaua"].hex and unit.turn == 0]
