"""Move counts to a fixed depth: how many lines of play the rules allow from a few positions. A number that changes is a rule that changed."""

from __future__ import annotations

import pytest

from amba.lab.golden import count_moves
from tests.games.cheren.helpers import ASK_ROADBLOCK, PROTOCOL, Board

POSITIONS = {
    "battle in the open": ("""
        phase = "allied.combat"
        units = { 11-ind = "0302", 51-comm = "0301", 41-col-1 = "0202", art-1 = "0202" }
    """, [2, 3, 5, 15, 37, 113, 1685]),
    "cornered in the hills with a chit in hand": ("""
        phase = "allied.combat"
        chits = { italian-hand = ["stand-fast"] }
        units = { 11-ind = "0308", 10-ind = "0507", 41-col-1 = "0408", 41-col-2 = "0408" }
    """, [2, 3, 5, 15, 37, 137, 413, 853]),
    "movement between hard and soft zones": ("""
        phase = "allied.movement"
        units = { 11-ind = "0303", 51-comm = "1604", 41-col-1 = "0202", 41-col-2 = "0202", 41-col-3 = "0202", bande = "1504" }
    """, [63, 1673]),
    "a roadblock before the march": (f"""
        phase = "allied.movement"
        chits = {{ italian-hand = ["roadblock-1"], discarded = ["raf", "propaganda"] }}
        {ASK_ROADBLOCK}
        units = {{ 11-ind = "0108" }}
    """, [143, 2482]),
    "a stormed town": ("""
        turn = 4
        phase = "allied.reinforcement"
        units = { 9-ind = "reinforcements", 41-col-1 = "kassala", art-1 = "kassala" }
    """, [2, 24, 144, 144]),
}  # fmt: skip


@pytest.mark.parametrize("name", POSITIONS)
def test_move_counts(name: str) -> None:
    text, counts = POSITIONS[name]
    board = Board(text)
    assert count_moves(PROTOCOL, board.s, len(counts)) == counts
