"""S Standing orders of the side that does not move (our own, an option)."""

from __future__ import annotations

from random import Random

from amba.core.event import Said, Tracked
from tests.games.cheren.helpers import GAME, Board, said

ON = 'options = { orders = "on" }\n'
ASK = 'frames = [["sequence"], ["phase-end", 0], ["movement", 0], ["roadblock"], ["orders", 1]]\n'
UNITS = 'units = { 11-ind = "0302", 10-ind = "0302", 41-col-1 = "0202", alpini = "asmara" }\n'


def test_s_without_the_option_nobody_is_asked_for_orders() -> None:
    board = Board('phase = "italian.exploitation"\n' + UNITS)
    board.do("done")
    assert board.kind() == "italian roadblock"


def test_s_they_are_asked_for_before_the_enemy_moves() -> None:
    board = Board(ON + 'phase = "italian.exploitation"\n' + UNITS)
    board.do("done")
    assert board.kind() == "italian orders"
    assert board.menu() == {"done", "reaction pass", "chits pass", "result retreat", "result stand"}
    assert board.why("reaction ask") == "S"
    board.do("reaction pass", "done")
    assert board.kind() == "italian roadblock"


def test_s_nobody_reacts_and_no_chit_is_asked_about() -> None:
    board = Board(ON + ASK + UNITS)
    board.do("reaction pass", "chits pass", "done")
    assert board.kind() == "allied movement"
    events = board.do("done")
    assert board.kind() == "allied combat"
    assert "by order" in said(events)


def test_s_defenders_retreat_or_stand_by_order() -> None:
    fight = 'phase = "allied.combat"\ntracks = { italian-result = %d }\n' + UNITS
    board = Board(ON + fight % 0)
    board.attack("0202", "11-ind")
    board.do("fight", dice="4")
    assert board.kind() == "italian stand"
    board = Board(ON + fight % 1)
    board.attack("0202", "11-ind")
    board.do("fight", dice="4")
    assert board.kind() == "italian retreat"
    board = Board(ON + fight % 2)
    board.attack("0202", "11-ind")
    board.do("fight", dice="4")
    assert board.where("41-col-1") == "eliminated" or board.steps("41-col-1") == 1
    assert board.kind() != "italian stand"


def test_s_orders_are_their_owner_s_secret() -> None:
    board = Board(ON + ASK + UNITS)
    events = board.do("reaction pass")
    [order] = [event for event in events if isinstance(event, Tracked)]
    assert GAME.redact(board.s, order, 1) == order
    assert GAME.redact(board.s, order, 0) is None
    assert GAME.redact(board.s, order, None) is None
    told = Said("S", "by order", ("italian", "nobody reacts"))
    assert [GAME.redact(board.s, told, side) for side in (0, 1, None)] == [None, told, None]
    assert GAME.redact_action(board.s, ("reaction", "pass"), 1, 0) == ("reaction", "?")
    assert GAME.redact_action(board.s, ("reaction", "pass"), 1, 1) == ("reaction", "pass")
    texts = [[track["text"] for track in GAME.view(board.s, side)["tracks"] if track["key"] == "orders"] for side in (0, 1, None)]
    assert texts == [["ask about everything"], ["nobody reacts"], []]
    imagined = [GAME.imagine(board.s, 0, Random(seed)).tracks for seed in range(8)]
    assert {tracks[GAME.names.track["italian-reaction"]] for tracks in imagined} == {0, 1}
    assert {tracks[GAME.names.track["allied-reaction"]] for tracks in imagined} == {0}
