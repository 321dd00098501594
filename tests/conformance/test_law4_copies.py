"""Law 4 about memory: what was worked out about one position never answers for another.

However a position came about - played, copied, restored, taken back to, imagined, rebuilt after a restart, thought over by a bot - its menu and its
evaluation are those of a position that nobody has looked at before.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from pathlib import Path
from random import Random

import pytest

from amba.bots.player import Player
from amba.core.decision import CHANCE
from amba.core.game import Game
from amba.core.log import Log, canonical
from amba.core.session import CHECKPOINT, Session, replay
from amba.core.state import State
from amba.server.hub import Hub
from amba.server.storage import TableRow
from amba.server.table import Table
from tests.conformance import wire
from tests.conformance.cases import every_game, game_of, moments, random_game

LOOKED_AT = 400
"""Actions of a menu that are compared, and ..."""
ADVISED = 12
"""... those of them on which bots' advice is."""


def answers(game: Game, s: State) -> list[object]:
    """What is worked out about a position and may be kept with it: the menu, and what bots make of it."""
    decision = game.decision(s)
    found: list[object] = []
    if decision is not None and decision.who == CHANCE:
        found.append(list(game.outcomes(s)))
    elif decision is not None:
        menu = list(islice(game.legal(s), LOOKED_AT))
        found.append(menu)
        advice = game.abilities.advice
        if advice is not None:
            found += [advice(s, decision.who, action) for action in menu[:: len(menu) // ADVISED + 1]]
    evaluation = game.abilities.evaluation
    if evaluation is not None:
        found += [evaluation.measure(s, side) for side in (0, 1)]
    return found


def opened_anew(game: Game, s: State) -> State:
    """The same position with nothing worked out about it yet."""
    document = game.position(s)
    found = game.blank(document["scenario"], document["options"])
    found.restore(s.dump())
    return found


def replayed(game: Game, session: Session, count: int) -> State:
    """The position after so many entries, played from the log by nobody who was here before."""
    log = Log(session.log.header)
    for entry in session.log.entries[:count]:
        log.append(entry)
    return replay(game, log).state


def shortest_of(key: str) -> str:
    return min(game_of(key).scenarios(), key=lambda scenario: scenario.decisions).key


@cache
def whole_game(key: str) -> Session:
    """A game that nobody changes."""
    return random_game(key, shortest_of(key), "memory")


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    hub = wire.hub_at(tmp_path)
    yield hub
    hub.close()


def restarted(hub: Hub, session: Session) -> Table:
    """The table as the server rebuilds it from what is stored, after a restart; the game is still on."""
    seats = canonical(dict.fromkeys(session.game.sides, "link"))
    row = TableRow("t", canonical(session.log.header._asdict()), session.dice.key, seats, "", None, 0, 0, time.time())
    return hub.rebuild(row, [canonical(entry._asdict()) for entry in session.log.entries[:-1]], {})


@every_game
def test_law_4_after_a_restart_one_may_look_and_take_back_to_any_entry(hub: Hub, key: str) -> None:
    """The menu that the table offers is that of a fresh replay, each time it is taken back further."""
    session = whole_game(key)
    table = restarted(hub, session)
    game, rng = table.game, Random(f"restart {key}")
    answers(game, table.session.state)
    marks = range(0, table.n, CHECKPOINT)
    back = sorted({*rng.sample(marks, min(6, len(marks))), *rng.sample(range(table.n), 8), 0}, reverse=True)
    for count in back:
        table.rewind(count)
        assert answers(game, table.session.state) == answers(game, replayed(game, session, count)), f"taken back to entry {count}"


@every_game
def test_law_4_looking_back_after_a_restart(hub: Hub, key: str) -> None:
    """Every position that a table keeps answers for itself, whichever is asked first."""
    session = whole_game(key)
    table = restarted(hub, session)
    game, rng = table.game, Random(f"looking back {key}")
    counts = [*range(0, table.n, CHECKPOINT)]
    for count in rng.sample(counts, min(12, len(counts))):
        state = table.session.kept[count // CHECKPOINT]
        assert answers(game, state) == answers(game, replayed(game, session, count)), f"kept at entry {count}"
        assert answers(game, table.session.state_at(min(count + 3, table.n))) == answers(game, replayed(game, session, min(count + 3, table.n)))


@every_game
def test_law_4_a_session_taken_back_offers_what_a_fresh_replay_offers(key: str) -> None:
    session = whole_game(key)
    game, rng = session.game, Random(f"rewind {key}")
    part = replay(game, Log.parse(session.log.text()), session.dice.key)
    answers(game, part.start)
    for count in sorted(rng.sample(range(len(part.done)), 8), reverse=True):
        assert answers(game, part.state_at(count)) == answers(game, replayed(game, session, count))
        part.rewind(count)
        assert answers(game, part.state) == answers(game, replayed(game, session, count)), f"taken back to entry {count}"


@every_game
def test_law_4_a_position_looked_at_after_every_entry_is_as_if_opened_anew(key: str) -> None:
    """What an entry changes - a place, a track, points, the place in the sequence of play - is not answered from before it."""
    session = whole_game(key)
    game, rng, looked = session.game, Random(f"every entry {key}"), 0
    state = session.start.copy()
    for done in session.done:
        for event in done.events:
            event.fold(state)
        if rng.random() * len(session.done) < 120:
            mine = answers(game, state)
            assert mine == answers(game, opened_anew(game, state)), f"after entry {done.n}, {done.words}"
            looked += 1
        else:
            list(islice(game.legal(state), 40))
    assert looked > min(40, len(session.done) // 2)


def imagined(game: Game, s: State, rng: Random) -> Iterator[State]:
    for side in (None, *range(len(game.sides))):
        yield game.imagine(s, side, rng)


@every_game
def test_law_4_an_imagined_position_answers_for_itself(key: str) -> None:
    """Dealt anew from a position that was looked at or not, looked at before its original or after it."""
    game, looked = game_of(key), 0
    for table, rng in islice(wire.moments(game, shortest_of(key), "imagined", 40), 20):
        for cold in (True, False):
            s = opened_anew(game, table.session.state) if cold else table.session.state
            if not cold:
                answers(game, s)
            for other in imagined(game, s, rng):
                assert answers(game, other) == answers(game, opened_anew(game, other)), "an imagined position"
                decision = game.decision(other)
                if decision is not None and decision.who != CHANCE:
                    game.apply(other, game.legal(other).pick(rng))
                    assert answers(game, other) == answers(game, opened_anew(game, other)), "an imagined position played on"
                looked += 1
            assert answers(game, s) == answers(game, opened_anew(game, s)), "the original of imagined positions"
    assert looked


@every_game
def test_law_4_what_a_bot_thinks_stays_with_its_copies(key: str) -> None:
    game, looked = game_of(key), 0
    for session, rng in islice(moments(key, shortest_of(key), "thoughts", 30), 4):
        decision = session.decision
        assert decision is not None
        for level, s in (("greedy", opened_anew(game, session.state)), ("planner", session.state)):
            Player(game, decision.who, level, speaks=False).choose(s, rng)
            assert answers(game, s) == answers(game, opened_anew(game, s)), f"after a {level} bot"
            looked += 1
    assert looked


@every_game
def test_law_4_what_is_worked_out_about_a_copy_stays_with_it(key: str) -> None:
    """Copies may share what was worked out before they part, and nothing after, whichever of the two is asked first."""
    game, looked = game_of(key), 0
    for session, rng in islice(chain.from_iterable(moments(key, shortest_of(key), f"copies{more or ''}", 12) for more in range(12)), 25):
        s = session.state
        action = session.menu.pick(rng)
        cold = opened_anew(game, s)
        copy = cold.copy()
        game.apply(copy, action)
        after = answers(game, copy)
        assert answers(game, cold) == answers(game, opened_anew(game, s)), f"after {action} on a copy of a position nobody had looked at"
        late = cold.copy()
        game.apply(late, action)
        assert answers(game, late) == after == answers(game, opened_anew(game, copy)), (
            f"after {action} on a copy of a position that had been looked at"
        )
        looked += 1
    assert looked >= 10
