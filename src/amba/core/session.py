"""A game being played: the state, the dice, the log, and taking back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from amba.core.decision import CHANCE, Action, Decision, IllegalAction, Refusal, Result, Side
from amba.core.dice import Dice
from amba.core.endings import by_rules
from amba.core.event import Event
from amba.core.game import BadPosition, Game, judge
from amba.core.log import Back, Entry, Header, Log, Mix, canonical
from amba.core.menu import Menu
from amba.core.order import Words
from amba.core.promise import is_secret, promise_of, promised
from amba.core.start import opening
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
        practice: bool = False,
        mixers: Sequence[str] = (),
    ) -> None:
        """`mixers`: the sides whose players are to mix the dice; none falls before they have."""
        self.game = game
        self.dice = Dice(key, game_id)
        self.start = start.copy() if start is not None else game.new(scenario, options)
        self.state = self.start.copy()
        self.kept = [self.start.copy()]
        """The positions after every so many entries."""
        position = start.dump() if start is not None else None
        header = Header(game.key, game.version, game.data_hash, scenario, dict(options), game_id, "", created, position, 0, practice, tuple(mixers))
        self.log = Log(promised(header, key))
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
            if not queue and self.waits_for_mix:
                return
            action = queue.pop(0) if queue else self.dice.fall(self.draw, self.game, self.state)
            self._apply(CHANCE, action)
        if self.decision is None and self.log.ending is None:
            # A log that lost its last line.
            self._close()

    @property
    def draw(self) -> int:
        """The number of the next draw: what was taken back counts, so that no place is drawn twice."""
        return len(self.done) + self.log.taken

    @property
    def waits_for_mix(self) -> bool:
        """Whether the dice wait for what the players' browsers add to them."""
        return bool(self.log.header.mixers) and self.log.mix is None

    def mix(self, secrets: Mapping[str, str]) -> None:
        """The players' secrets are open: from now on the dice fall by them, too. Whatever waited for them falls now."""
        self.log.append(Mix(dict(secrets)))
        self.dice = Dice(self.dice.key, self.dice.game_id, secrets)
        self.roll()

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
        self.log.close(by_rules(self.game, self.result, self.log, self.dice.key))

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
        self.take_back(target)

    def take_back(self, count: int, by: Side | None = None) -> None:
        """Keep only the first `count` entries. Where dice fell or something was shown after them, the log keeps the others as taken back."""
        if count >= len(self.done):
            return
        seen = any(done.by == CHANCE or any(map(self.game.reveals, done.events)) for done in self.done[count:])
        # What came from another game stays as well: were it cut off, the next dice would fall where none is checked.
        if not seen and self.log.is_plain_after(count) and count >= self.log.header.elsewhere:
            self.rewind(count)
            return
        asked = self.done[-1].by if by is None else by
        self._go_back(count)
        self.log.ending, self.log.last = None, ""
        self.log.append(Back(count, "chance" if asked == CHANCE else self.game.sides[asked]))

    def rewind(self, count: int) -> None:
        """Keep only the first `count` entries, as if the others had never been: for what nobody has seen."""
        self._go_back(count)
        self.log.truncate(count)

    def _go_back(self, count: int) -> None:
        self.state = self.state_at(count)
        del self.done[count:]
        del self.kept[count // CHECKPOINT + 1 :]

    def state_at(self, count: int) -> State:
        """The position after the first `count` entries, as a copy of its own."""
        index = min(count // CHECKPOINT, len(self.kept) - 1)
        state = self.kept[index].copy()
        for done in self.done[index * CHECKPOINT : count]:
            for event in done.events:
                event.fold(state)
        return state


def replay(game: Game, log: Log, key: bytes | None = None, check: bool = False) -> Session:
    """A session as the log left it, by events, whatever version of the rules it was played by; with `check` every action is judged by today's rules.

    A log of another version is judged as far as today's rules allow: the error says at which entry they part, and which versions these are.
    """
    return _replayed(game, log, key or b"", check, False)


def _replayed(game: Game, log: Log, key: bytes, check: bool, with_dice: bool) -> Session:
    header = log.header
    session = Session.__new__(Session)
    session.game = game
    session.dice = Dice(key, header.id)
    try:
        session.start = opening(game, header, check)
    except BadPosition as error:
        raise ReplayError(0, str(error)) from error
    session.state = session.start.copy()
    session.kept = [session.start.copy()]
    session.log = Log(header, log.hashes[0])
    session.done = []
    strangers = [side for side in header.mixers if side not in game.sides]
    if check and strangers:
        raise ReplayError(0, f"{strangers[0]!r} was to add to the dice, and has no side in this game")
    if check and header.elsewhere > log.written:
        raise ReplayError(0, f"it says that {header.elsewhere} entries come from another game, and has {log.written}")
    for row, digest in zip(log.rows, log.hashes[1:], strict=True):
        if isinstance(row, Entry):
            _play(session, row, check, with_dice)
        elif isinstance(row, Back):
            if check and row.by not in (*game.sides, "chance"):
                raise ReplayError(len(session.done), f"{row.by!r} took something back, and has no side in this game")
            session._go_back(row.back)
        else:
            if check:
                _check_mix(session, row)
            session.dice = Dice(key, header.id, row.mix)
        session.log.append(row, digest)
    if log.ending is not None:
        session.log.close(log.ending, log.last)
    return session


def _play(session: Session, entry: Entry, check: bool, with_dice: bool) -> None:
    """One entry of a log, by its events."""
    game, header = session.game, session.log.header
    words = tuple(entry.action)
    try:
        events = [game.names.codec.decode(row) for row in entry.events]
        side = CHANCE if entry.by == "chance" else game.sides.index(entry.by)
    except (IndexError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise ReplayError(entry.n, f"its events cannot be read today: {type(error).__name__} {error}{versions_of(game, header)}") from None
    if check and side == CHANCE and session.draw >= header.elsewhere:
        if session.waits_for_mix:
            raise ReplayError(entry.n, "a die fell before the players had mixed the dice")
        if with_dice:
            _check_die(session, entry)
    if check:
        _judge(game, session.state, entry, words, events, versions_of(game, header))
    else:
        for event in events:
            event.fold(session.state)
    session._remember(Played(entry.n, side, words, events))


def _check_mix(session: Session, row: Mix) -> None:
    """Somebody adds to the dice, and nobody but those whom the header promises: else whoever writes the log could choose how they fall."""
    if not row.mix:
        raise ReplayError(len(session.done), "it says that the dice were mixed, and nobody added to them")
    odd = [side for side, secret in row.mix.items() if side not in session.log.header.mixers or not is_secret(secret)]
    if odd:
        raise ReplayError(len(session.done), f"{odd[0]!r} added to the dice, which nobody was promised")


def _check_die(session: Session, entry: Entry) -> None:
    """A roll must be the one that the key gives."""
    decision = session.decision
    if decision is not None and decision.who != CHANCE:
        raise ReplayError(entry.n, f"chance acted where {session.game.sides[decision.who]} decides [{decision.rule}]")
    if decision is None or session.game.spell(session.dice.fall(session.draw, session.game, session.state)) != tuple(entry.action):
        versions = versions_of(session.game, session.log.header)
        raise ReplayError(entry.n, f"the dice did not fall as written: {' '.join(entry.action)}{versions}")


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
    if as_written(game, game.apply(state, order)) != as_written(game, events):
        raise ReplayError(entry.n, f"{' '.join(words)} gives other events today{versions}")


def as_written(game: Game, events: Sequence[Event]) -> str:
    """Events as a log has them: to Python 1, 1.0 and true are the same, in a log they are not."""
    return canonical([game.names.codec.encode(event) for event in events])


def verify(game: Game, log: Log) -> Session:
    """Check a game: every action legal, every event right; and of a finished one every die as the promised key gives it, also those taken back."""
    if log.ending is None:
        return replay(game, log, check=True)
    last = len(log.entries)
    try:
        key = bytes.fromhex(log.ending["key"])
    except (KeyError, TypeError, ValueError):
        raise ReplayError(last, "the end does not show the key of the dice") from None
    if promise_of(key, log.header) != log.header.commitment:
        raise ReplayError(last, "the key shown at the end, or something in the header, is not what was promised before the first roll")
    return _replayed(game, log, key, True, True)
