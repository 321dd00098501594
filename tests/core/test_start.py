"""Positions that logs begin with: those that a game comes to are taken, those that no game comes to are refused in a sentence, whoever reads the log."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from amba.core.log import Log
from amba.core.session import ReplayError, Session, replay
from amba.core.state import frame_row
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


WRONG_DATA: tuple[Any, ...] = (None, "nothing", [], [[0]], 3.5, {}, 1 << 70)


@pytest.mark.parametrize("wrong", WRONG_DATA)
@pytest.mark.parametrize("key", keys())
def test_a_place_in_the_sequence_with_data_of_another_kind_is_refused(key: str, wrong: Any) -> None:
    """It could be shown, and the rules tripped over it an action later."""
    game = open_game(key)
    session, rng = seeded_session(game, game.scenarios()[0].key, {}, "frames"), Random(3)
    tried = 0
    for _ in range(40):
        assert session.decision is not None
        position = session.state.dump()
        for at, row in enumerate(position["frames"]):
            for field in range(1, len(row)):
                if isinstance(row[field], type(wrong)) and wrong in ("nothing", []):
                    continue
                other = {**position, "frames": [*position["frames"][:at], [*row[:field], wrong, *row[field + 1 :]], *position["frames"][at + 1 :]]}
                with pytest.raises(ReplayError, match="it begins"):
                    replay(game, log_of(session, other))
                tried += 1
        session.act(session.decision.who, session.menu.pick(rng))
    assert tried > 20


@pytest.mark.parametrize("side", [-1, 2, 99])
@pytest.mark.parametrize("key", keys())
def test_a_place_in_the_sequence_of_a_side_that_there_is_not_is_refused(key: str, side: int) -> None:
    game = open_game(key)
    session = seeded_session(game, game.scenarios()[0].key, {}, "frames")
    position = session.state.dump()
    kinds = {type(frame).__name__: frame for frame in session.state.frames if hasattr(frame, "side")}
    if not kinds:
        return
    frame = next(iter(kinds.values()))
    at = session.state.frames.index(frame)
    position["frames"][at] = frame_row(frame._replace(side=side))
    with pytest.raises(ReplayError, match="a place in the sequence of play that there is not"):
        replay(game, log_of(session, position))


def test_a_mark_with_a_high_number_can_be_begun_with() -> None:
    """Hollow Legions has more than a hundred marks."""
    game = open_game("hollow")
    session = seeded_session(game, game.scenarios()[0].key, {}, "marks")
    session.state.marks[0] |= 1 << 85
    log = log_of(session, session.state.dump())
    assert replay(game, log).start.has(0, 85)
