"""A game being played: the state, the dice, the log, and taking back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from amba.core.decision import CHANCE, Action, Decision, IllegalAction, Refusal, Result, Side
from amba.core.dice import Dice
from amba.core.event import Event
from amba.core.game import Game, judge
from amba.core.log import Entry, Header, Log
from amba.core.menu import Menu
from amba.core.order import Words
from amba.core.state import State

CHECKPOINT = 32
"""A position is kept every so many entries, so that looking back and taking back are quick."""


class Played(NamedTuple):
    """One entry as it happened."""

    n: int
    by: Side
    words: Words
    """The order as the log has it."""
    events: list[Event]


class ReplayError(Exception):
    """A log that does not play; says at which entry and why."""

    def __init__(self, n: int, message: str) -> None:
        super().__init__(f"entry {n}: {message}")
        self.n = n


class Session:
    """Plays one game. Chance is played as soon as it is to decide; every accepted action is in the log."""

    def __init__(
        self,
        game: Game,
        scenario: str,
        options: Mapping[str, str],
        key: bytes,
        game_id: str,
        created: str = "",
        start: State | None = None,
    ) -> None:
        self.game = game
        self.dice = Dice(key, game_id)
        self.start = start.copy() if start is not None else game.new(scenario, options)
        self.state = self.start.copy()
        self.kept = [self.start.copy()]
        """The positions after every so many entries."""
        self.log = Log(
            Header(
                game.key, game.version, game.data_hash, scenario, dict(options), game_id, self.dice.commitment, created,
                start.dump() if start is not None else None,
            )
        )  # fmt: skip
        self.done: list[Played] = []
        self.roll()

    @property
    def decision(self) -> Decision | None:
        return self.game.decision(self.state)

    @property
    def menu(self) -> Menu:
        return self.game.legal(self.state)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    def refuse(self, side: Side, action: Action) -> Refusal | None:
        """Why this side may not do this now."""
        decision = self.decision
        if decision is not None and decision.who != side:
            who = "the dice" if decision.who == CHANCE else self.game.sides[decision.who]
            return Refusal(decision.rule, "It is not your choice now: {who} decides.", {"who": who})
        return self.game.refuse(self.state, action)

    def act(self, side: Side, action: Action) -> list[Played]:
        """Do this, and whatever the dice decide after it; what happened comes back. Raises IllegalAction and changes nothing if refused."""
        refusal = self.refuse(side, action)
        if refusal is not None:
            raise IllegalAction(self.game.spell(action), refusal)
        before = len(self.done)
        self._apply(side, action)
        self.roll()
        return self.done[before:]

    def roll(self, given: Sequence[Action] = ()) -> None:
        """Play chance until a side decides; `given` results come first."""
        queue = list(given)
        while (decision := self.decision) is not None and decision.who == CHANCE:
            outcomes = self.game.outcomes(self.state)
            action = queue.pop(0) if queue else self.dice.choose(len(self.done), outcomes)
            self._apply(CHANCE, action)

    def _apply(self, side: Side, action: Action) -> None:
        events = self.game.apply(self.state, action)
        done = Played(len(self.done), side, self.game.spell(action), events)
        self._remember(done)
        encode = self.game.names.codec.encode
        by = "chance" if side == CHANCE else self.game.sides[side]
        self.log.append(Entry(done.n, by, list(done.words), [encode(event) for event in events]))
        if self.decision is None and self.log.ending is None:
            self._close()

    def _remember(self, done: Played) -> None:
        """An entry whose events have happened."""
        self.done.append(done)
        if len(self.done) % CHECKPOINT == 0:
            self.kept.append(self.state.copy())

    def _close(self) -> None:
        result = self.result
        ending: dict[str, object] = {"key": self.dice.key.hex()}
        if result is not None:
            winner = None if result.winner is None else self.game.sides[result.winner]
            ending |= {"winner": winner, "level": result.level, "text": result.text}
        self.log.close(ending)

    def undoable(self) -> int | None:
        """The entry to which the last deciding side may go back by itself: None when there is nothing to take back."""
        if not self.done:
            return None
        last = self.done[-1]
        if last.by == CHANCE or any(self.game.reveals(event) for event in last.events):
            return None
        return last.n

    def undo(self, to: int | None = None) -> None:
        """Go back before entry `to` (default: the last one)."""
        target = len(self.done) - 1 if to is None else to
        self.rewind(target)

    def rewind(self, count: int) -> None:
        """Keep only the first `count` entries."""
        self.state = self.state_at(count)
        del self.done[count:]
        del self.kept[count // CHECKPOINT + 1 :]
        self.log.truncate(count)

    def state_at(self, count: int) -> State:
        """The position after the first `count` entries, as a copy of its own."""
        index = min(count // CHECKPOINT, len(self.kept) - 1)
        state = self.kept[index].copy()
        for done in self.done[index * CHECKPOINT : count]:
            for event in done.events:
                event.fold(state)
        return state


def opening(game: Game, header: Header) -> State:
    """The position a log starts from."""
    state = game.new(header.scenario, header.options)
    if header.position is not None:
        state.restore(header.position)
    return state


def replay(game: Game, log: Log, key: bytes | None = None, check: bool = False) -> Session:
    """A session as the log left it, by events, whatever version of the rules it was played by; with `check` every action is judged by today's rules.

    A log of another version is judged as far as today's rules allow: the error says at which entry they part, and which versions these are.
    """
    header = log.header
    session = Session.__new__(Session)
    session.game = game
    session.dice = Dice(key or b"", header.id)
    session.start = opening(game, header)
    session.state = session.start.copy()
    session.kept = [session.start.copy()]
    session.log = Log(header)
    session.done = []
    decode = game.names.codec.decode
    for entry in log.entries:
        words = tuple(entry.action)
        try:
            events = [decode(row) for row in entry.events]
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise ReplayError(entry.n, f"its events cannot be read today: {type(error).__name__} {error}{versions_of(game, header)}") from None
        if check:
            _judge(game, session.state, entry, words, events, versions_of(game, header))
        else:
            for event in events:
                event.fold(session.state)
        side = CHANCE if entry.by == "chance" else game.sides.index(entry.by)
        session._remember(Played(entry.n, side, words, events))
        session.log.append(entry)
    if log.ending is not None:
        session.log.close(log.ending)
    return session


def versions_of(game: Game, header: Header) -> str:
    """What to add to an error about a log of another version."""
    if header.version == game.version:
        return ""
    return f" (the log is of version {header.version} of the rules, these are version {game.version})"


def _judge(game: Game, state: State, entry: Entry, words: Words, events: list[Event], versions: str) -> None:
    decision = game.decision(state)
    if decision is None:
        raise ReplayError(entry.n, f"the game was already over{versions}")
    who = "chance" if decision.who == CHANCE else game.sides[decision.who]
    if who != entry.by:
        raise ReplayError(entry.n, f"{entry.by} acted where {who} decides [{decision.rule}]{versions}")
    order = judge(game, state, words)
    if isinstance(order, Refusal):
        raise ReplayError(entry.n, f"{' '.join(words)} is refused today: {order.text} [{order.rule}]{versions}")
    if game.apply(state, order) != events:
        raise ReplayError(entry.n, f"{' '.join(words)} gives other events today{versions}")


def verify(game: Game, log: Log) -> Session:
    """Check a finished game: every action legal, every event right, every die as the published key gives it."""
    session = replay(game, log, check=True)
    if log.ending is None:
        return session
    dice = Dice(bytes.fromhex(log.ending["key"]), log.header.id)
    if dice.commitment != log.header.commitment:
        raise ReplayError(len(log.entries), "the key shown at the end is not the key promised in the header")
    state = session.start.copy()
    for done in session.done:
        if done.by == CHANCE and game.spell(dice.choose(done.n, game.outcomes(state))) != done.words:
            raise ReplayError(done.n, f"the dice did not fall as written: {' '.join(done.words)}")
        for event in done.events:
            event.fold(state)
    session.dice = dice
    return session
