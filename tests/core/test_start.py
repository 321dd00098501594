"""Positions that logs begin with: those that a game comes to are taken, those that no game comes to are refused in a sentence, whoever reads the log."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from amba.core.log import Log
from amba.core.session import ReplayError, Session, replay
from amba.lab.fuzz import seeded_session
from amba.load.registry import keys, open_game

CANNOT_BE: tuple[tuple[str, Any], ...] = (
    ("at", -1), ("at", 10**6), ("face", -1), ("side", 2), ("side", -1), ("marks", -1), ("marks", 1 << 200), ("owner", -1), ("owner", 255), ("owner", 256),
    ("tracks", 1 << 70), ("tracks", 1.0), ("points", True), ("points", "1"), ("points", None),
)  # fmt: skip


def log_of(session: Session, position: dict[str, Any]) -> Log:
    return Log.parse(Log(session.log.header._replace(position=position)).text())


@pytest.mark.parametrize(("name", "value"), CANNOT_BE)
@pytest.mark.parametrize("key", keys())
def test_a_number_that_cannot_be_is_refused_in_a_sentence(key: str, name: str, value: Any) -> None:
    game = open_game(key)
    session = seeded_session(game, game.scenarios()[0].key, {}, "start")
    position = session.state.dump()
    position[name] = [value, *position[name][1:]]
    with pytest.raises(ReplayError, match="it begins with a position that is not possible"):
        replay(game, log_of(session, position))


@pytest.mark.parametrize("key", keys())
def test_a_piece_in_no_stack_or_in_two_is_refused(key: str) -> None:
    game = open_game(key)
    session = seeded_session(game, game.scenarios()[0].key, {}, "start")
    for stack in ([], [0, 0], [-1]):
        position = session.state.dump()
        position["here"][position["at"][0]] = stack
        with pytest.raises(ReplayError, match="a piece stands in two places or in none"):
            replay(game, log_of(session, position))


@pytest.mark.parametrize("key", keys())
def test_every_position_a_game_comes_to_can_be_begun_with(key: str) -> None:
    game = open_game(key)
    for scenario in game.scenarios()[:3]:
        session, rng = seeded_session(game, scenario.key, {}, "begin"), Random(3)
        for count in range(90):
            if session.decision is None:
                break
            session.act(session.decision.who, session.menu.pick(rng))
            if count % 30 == 0:
                assert replay(game, log_of(session, session.state.dump()), check=True).start.key() == session.state.key()


def test_a_mark_with_a_high_number_can_be_begun_with() -> None:
    """Hollow Legions has more than a hundred marks."""
    game = open_game("hollow")
    session = seeded_session(game, game.scenarios()[0].key, {}, "marks")
    session.state.marks[0] |= 1 << 85
    log = log_of(session, session.state.dump())
    assert replay(game, log).start.has(0, 85)
