"""The campaign played with the moves of history (docs/history) comes out near history."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.core.event import Controlled, Flipped, Removed, Rolled, Tracked
from amba.core.session import Session, replay
from amba.games.cheren.game import Cheren
from amba.games.cheren.world import ALLIED, ITALIAN, TURN
from amba.load.history import history_log
from amba.load.registry import open_game

SCRIPT = Path(__file__).parents[3] / "docs" / "history" / "cheren-campaign.txt"
FELL = {
    "tessenei": 1, "cheru": 1, "agordat": 2, "barentu": 2, "af-abed": 5, "cheren": 10, "asmara": 11, "massaua": 12, "decamere": 12, "adi-ugri": 12,
}  # fmt: skip
"""Town -> the turn in which it fell in history: 19 and 23 January, 1 and 2 February, 20 February, 27 March, 1 and 8 April 1941."""


@pytest.fixture(scope="module")
def game() -> Cheren:
    return Cheren()


@pytest.fixture(scope="module")
def session() -> Session:
    """Every order judged by the rules of today."""
    return replay(open_game("cheren"), history_log(SCRIPT.read_text(encoding="utf-8"), SCRIPT.name), check=True)


def test_towns_fall_when_they_fell(game: Cheren, session: Session) -> None:
    turn, fell = 1, {}
    for event in (event for done in session.done for event in done.events):
        if isinstance(event, Tracked) and event.track == TURN:
            turn = event.new
        if isinstance(event, Controlled) and event.new:
            fell[game.world.town_at[event.place].key] = turn
    assert {town: turn for town, turn in fell.items() if town in FELL} == FELL
    assert set(fell) - set(FELL) == {"arresa"}


def test_14_0_history_is_a_major_allied_victory(session: Session) -> None:
    assert session.result is not None
    assert session.result.text == "Major Allied victory: 26 victory points."


def test_history_hangs_on_nobody_s_luck(session: Session) -> None:
    dice = [event.dice[0] for done in session.done for event in done.events if isinstance(event, Rolled) and event.what == "combat"]
    assert sum(dice) / len(dice) == 3.5


def test_the_attacker_pays_for_it(game: Cheren, session: Session) -> None:
    """11.5: the Allies lose about as many steps as the Italians before these are cut off."""
    lost = [0, 0]
    for event in (event for done in session.done for event in done.events):
        if (isinstance(event, Flipped) and event.new > event.old) or isinstance(event, Removed):
            lost[game.world.units[event.piece].side] += 1
    assert lost[ALLIED] >= 12
    assert lost[ITALIAN] >= 12
