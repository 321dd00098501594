"""A session: what is refused changes nothing, undo stops at what was revealed, a log of today's rules verifies."""

from __future__ import annotations

from typing import Any, cast

import pytest

from amba.core.decision import CHANCE, IllegalAction
from amba.core.game import Game
from amba.core.log import Entry, Log, LogError
from amba.core.session import ReplayError, Session, replay, verify
from amba.games.cheren.game import Cheren

GAME = cast("Game", Cheren())


def order(session: Session, side: int, *words: str) -> None:
    session.act(side, GAME.read(session.state, words))


def short_game() -> Session:
    """The first scenario's shortest game: everybody passes."""
    session = Session(GAME, "agordat", {}, b"key", "short")
    while (decision := session.decision) is not None:
        menu = session.menu
        quick = {"done", "pass", "check", "stand", "stay", "hold"}
        action = next((a for a in menu.plain if a.verb in quick), None)
        session.act(decision.who, action or next(iter(menu)))
    return session


WHOLE = short_game()


def test_chance_plays_by_itself() -> None:
    session = Session(GAME, "agordat", {}, b"key", "short")
    assert [done.by for done in session.done] == [CHANCE] * 8
    decision = session.decision
    assert decision is not None
    assert decision.who != CHANCE


def test_the_wrong_side_is_told_who_decides() -> None:
    session = Session(GAME, "agordat", {}, b"key", "short")
    decision = session.decision
    assert decision is not None
    with pytest.raises(IllegalAction, match="It is not your choice now: italian decides"):
        order(session, 1 - decision.who, *("pass",))
    assert len(session.done) == 8


def test_undo_stops_at_what_was_revealed() -> None:
    session = Session(GAME, "agordat", {}, b"key", "short")
    assert session.undoable() is None  # chits were dealt
    order(session, 1, *("pass",))
    assert session.undoable() == 8
    before = session.state.key()
    order(session, 0, *("move", "skinner", "0307"))
    session.undo()
    assert session.state.key() == before
    session.undo(8)
    assert len(session.done) == 8


def test_a_finished_game_shows_its_key_and_verifies() -> None:
    assert WHOLE.log.ending is not None
    assert WHOLE.log.ending["key"] == b"key".hex()
    session = verify(GAME, Log.parse(WHOLE.log.text()))
    assert session.state.key() == WHOLE.state.key()
    assert session.result == WHOLE.result


def edited(change: Any) -> Log:
    """The same game with its entries changed and the chain made good again: a forger who knows the format."""
    log = Log(WHOLE.log.header)
    for entry in WHOLE.log.entries:
        new = change(entry)
        if new is not None:
            log.append(new)
    assert WHOLE.log.ending is not None
    log.close(WHOLE.log.ending)
    return Log.parse(log.text())


def test_a_forged_die_is_found() -> None:
    other = next(name for name in GAME.names.pieces if name.startswith("exploit-a") and name != WHOLE.log.entries[0].action[1])

    def swap(entry: Entry) -> Entry:
        if entry.n > 3:
            return entry
        names = {WHOLE.log.entries[0].action[1]: other, other: WHOLE.log.entries[0].action[1]}
        action = [names.get(word, word) for word in entry.action]
        return entry._replace(
            action=action, events=[[names.get(word, word) if isinstance(word, str) else word for word in row] for row in entry.events]
        )

    with pytest.raises(ReplayError, match="the dice did not fall as written"):
        verify(GAME, edited(swap))


def test_a_forged_action_is_found() -> None:
    with pytest.raises(ReplayError, match=r"is refused today|acted where|gives other events"):
        verify(GAME, edited(lambda entry: entry._replace(action=["retreat"]) if entry.n == 9 else entry))
    with pytest.raises(ReplayError, match="acted where"):
        verify(GAME, edited(lambda entry: entry._replace(by="allied" if entry.by == "italian" else entry.by) if entry.n == 8 else entry))
    with pytest.raises(ReplayError, match="gives other events"):
        verify(GAME, edited(lambda entry: entry._replace(events=entry.events[:-1]) if entry.n == 9 else entry))
    with pytest.raises(LogError, match="gap"):
        edited(lambda entry: None if entry.n == 9 else entry)


def test_another_key_than_promised_is_found() -> None:
    log = edited(lambda entry: entry)
    log.ending = {**(log.ending or {}), "key": "00"}
    with pytest.raises(ReplayError, match="not what was promised"):
        verify(GAME, log)


def test_replay_by_events_needs_no_rules() -> None:
    session = replay(GAME, Log.parse(WHOLE.log.text()))
    assert session.state.key() == WHOLE.state.key()
    assert session.state_at(9).key() == WHOLE.state_at(9).key()


def test_a_session_may_start_from_a_position() -> None:
    start = GAME.place({"phase": "allied.combat", "units": {"11-ind": "0302", "41-col-1": "0202"}})
    session = Session(GAME, "campaign", {}, b"key", "position", start=start)
    order(session, 0, *("attack", "0202"))
    order(session, 0, *("commit", "11-ind"))
    order(session, 0, *("fight",))
    again = replay(GAME, Log.parse(session.log.text()), check=True)
    assert again.state.key() == session.state.key()


def older(change: Any = lambda entry: entry) -> Log:
    """The same game, played by an older version of the rules."""
    log = Log(WHOLE.log.header._replace(version="0.9"))
    for entry in WHOLE.log.entries:
        log.append(change(entry))
    return Log.parse(log.text())


def test_a_log_of_an_older_version_replays_by_events_and_by_actions_as_far_as_todays_rules_allow() -> None:
    assert replay(GAME, older()).state.key() == WHOLE.state.key()
    assert replay(GAME, older(), check=True).state.key() == WHOLE.state.key()


def test_where_an_older_version_parts_from_todays_rules_both_versions_are_named() -> None:
    last = next(entry for entry in reversed(WHOLE.log.entries) if entry.by != "chance")
    log = older(lambda entry: entry._replace(action=["march"]) if entry.n == last.n else entry)
    assert replay(GAME, log).state.key() == WHOLE.state.key(), "events are facts, whatever the order was called"
    with pytest.raises(
        ReplayError, match=rf"entry {last.n}: march is refused today: .*the log is of version 0.9 of the rules, these are version {GAME.version}"
    ):
        replay(GAME, log, check=True)
    assert len(replay(GAME, cut(log, last.n), check=True).done) == last.n


def cut(log: Log, count: int) -> Log:
    log.truncate(count)
    return log


def test_events_that_cannot_be_read_today_are_named_with_the_version() -> None:
    log = older(lambda entry: entry._replace(events=[["teleported", "9.0", "5-ind"]]) if entry.n == 9 else entry)
    with pytest.raises(ReplayError, match=r"entry 9: its events cannot be read today: .*version 0.9"):
        replay(GAME, log)
