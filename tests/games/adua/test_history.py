"""The day played with the marches of history (docs/history) comes out near history."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.core.event import Removed, Rolled, Tracked
from amba.core.session import Session, replay
from amba.games.adua.world import ABYSSINIAN, ITALIAN, TURN
from amba.load.history import history_log
from tests.games.adua.helpers import ANY_GAME, GAME

SCRIPT = Path(__file__).parents[3] / "docs" / "history" / "adua-day.txt"


@pytest.fixture(scope="module")
def session() -> Session:
    """Every order judged by the rules of today."""
    return replay(ANY_GAME, history_log(SCRIPT.read_text(encoding="utf-8"), SCRIPT.name), check=True)


@pytest.fixture(scope="module")
def lost(session: Session) -> dict[str, int]:
    """Unit -> the turn in which it was destroyed."""
    turn, found = 3, {}
    for event in (event for done in session.done for event in done.events):
        if isinstance(event, Tracked) and event.track == TURN:
            turn = event.new
        if isinstance(event, Removed) and event.to == GAME.world.box["eliminated"]:
            found[GAME.names.pieces[event.piece]] = turn
    return found


def destroyed(lost: dict[str, int], brigade: str = "") -> list[str]:
    """Italian combat units that were destroyed, in that order; of one brigade, if one is named."""
    units = [GAME.world.units[GAME.names.piece[key]] for key in sorted(lost, key=lambda key: lost[key])]
    return [unit.key for unit in units if unit.side == ITALIAN and unit.is_combat and brigade in {"", unit.brigade}]


def test_13_0_the_day_is_lost_for_the_italians(session: Session) -> None:
    """History was a total Abyssinian victory; a rule of thumb leads the Ethiopian armies a level short of it."""
    assert session.result is not None
    assert (session.result.winner, session.result.score) == (ABYSSINIAN, 21)


def test_albertone_and_dabormida_are_destroyed(lost: dict[str, int]) -> None:
    """The native brigade breaks first; Dabormida, alone in his valley, is destroyed; the reserve gets away in part."""
    assert destroyed(lost)[0] in destroyed(lost, "native") + destroyed(lost, "second")
    assert len(destroyed(lost, "native")) >= 5
    assert len(destroyed(lost, "second")) >= 3
    assert len(destroyed(lost, "third")) < 5


def test_the_day_hangs_on_nobody_s_luck(session: Session) -> None:
    dice = [die for done in session.done for event in done.events if isinstance(event, Rolled) for die in event.dice]
    assert abs(sum(dice) / len(dice) - 3.5) < 0.05
