"""Play with all laws on, at random or by bots. A breach leaves a log that replays it."""

from __future__ import annotations

import hashlib
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from amba.bots.player import Player
from amba.core.decision import CHANCE, Action, IllegalAction, Side
from amba.core.game import Game
from amba.core.session import Session
from amba.core.state import State
from amba.lab import laws

MOST = 200_000
"""Decisions after which random play counts as endless."""


class Violation(NamedTuple):
    """A law broken: where, and how to see it again."""

    game: str
    scenario: str
    seed: str
    entry: int
    law: str
    message: str
    log: str = ""


class Report(NamedTuple):
    """One game played."""

    finished: bool
    decisions: int
    seconds: float
    violations: list[Violation]


class Pace(NamedTuple):
    """How often the dearer laws are checked: once in so many decisions, at random."""

    referee: int = 6
    copies: int = 8
    odds: int = 8
    views: int = 25
    saves: int = 50
    undo: int = 30


USUAL = Pace()


def seeded_session(game: Game, scenario: str, options: Mapping[str, str], seed: str, start: State | None = None) -> Session:
    """A session whose dice follow from the seed alone."""
    key = hashlib.sha256(f"amba seed {seed}".encode()).digest()
    return Session(game, scenario, options, key, f"seed-{seed}", "", start)


class Breach(Exception):
    """A law does not hold."""

    def __init__(self, law: str, messages: list[str]) -> None:
        super().__init__(messages[0])
        self.law = law
        self.messages = messages


class Fuzzer:
    """Plays one game at random, or by a level of bots, and checks as it goes."""

    def __init__(self, game: Game, scenario: str, seed: str, options: Mapping[str, str] | None = None, pace: Pace = USUAL, bots: str = "") -> None:
        self.game = game
        self.scenario = scenario
        self.seed = seed
        self.options = dict(options or {})
        self.pace = pace
        self.rng = Random(f"{game.key} {scenario} {seed}")
        self.players = [Player(game, side, bots, speaks=False) for side in range(len(game.sides))] if bots else []
        self.session: Session | None = None
        self.looked: Counter[str] = Counter()
        """law -> how often it was looked at"""

    def check(self, law: str, messages: list[str]) -> None:
        self.looked[law] += 1
        if messages:
            raise Breach(law, messages)

    def play(self, failures: Path | None = None) -> Report:
        began = time.perf_counter()
        violations: list[Violation] = []
        try:
            self._play()
        except Breach as breach:
            violations = [self._violation(breach.law, message) for message in breach.messages[:5]]
        except IllegalAction as error:
            violations = [self._violation("menu and referee agree", f"chosen from the menu, and refused: {error}")]
        except Exception:
            # Whatever goes wrong inside a game is a finding: it is written down with its place, and the run goes on.
            violations = [self._violation("no error", traceback.format_exc(limit=-4).strip())]
        if violations and failures is not None:
            path = self._keep(failures, violations)
            violations = [violation._replace(log=path) for violation in violations]
        session = self.session
        finished = session is not None and session.decision is None and not violations
        return Report(finished, len(session.done) if session else 0, time.perf_counter() - began, violations)

    def _play(self) -> None:
        session = self.session = seeded_session(self.game, self.scenario, self.options, self.seed)
        self._after(session.start, session)
        while session.decision is not None:
            if len(session.done) > MOST:
                raise Breach("random play ends", [f"no end after {MOST} decisions"])
            self._turn(session)
        self.check("no dead end", laws.no_dead_end(self.game, session.state))
        self.check("the log is true", laws.log_is_true(self.game, session))

    def _turn(self, session: Session) -> None:
        """One decision of a side, with the laws about the moment before it."""
        game, rng, pace, s = self.game, self.rng, self.pace, session.state
        decision = session.decision
        assert decision is not None
        self.check("no dead end", laws.no_dead_end(game, s))
        if self._once_in(pace.referee):
            self.check("menu and referee agree", laws.menu_and_referee_agree(game, s, rng))
        if self._once_in(pace.views):
            self.check("nothing leaks", laws.nothing_leaks(game, s, rng))
        action = self._choose(session, decision.who)
        if self._once_in(pace.odds):
            self.check("odds are the odds", laws.odds_are_the_odds(game, s, action))
        if self._once_in(pace.copies):
            self.check("copies are independent", laws.copies_are_independent(game, s, action))
        if self._once_in(pace.saves):
            self.check("saving changes nothing", laws.saving_changes_nothing(game, s, action, rng))
        game.label(s, action)
        before = s.copy()
        session.act(decision.who, action)
        self._after(before, session)
        if self._once_in(pace.undo):
            self.check("undo and again", laws.undo_and_again(session))

    def _choose(self, session: Session, who: Side) -> Action:
        if not self.players:
            return session.menu.pick(self.rng)
        return self.players[who].choose(self.game.imagine(session.state, who, self.rng), self.rng).action

    def _after(self, before: State, session: Session) -> None:
        """The laws about what happened since `before`: entry by entry, chance included."""
        game = self.game
        count = len(session.done)
        first = count
        while first > 0 and (first == count or session.done[first].by == CHANCE):
            first -= 1
        state = before.copy()
        for done in session.done[first:]:
            after = state.copy()
            for event in done.events:
                event.fold(after)
            self.check("events fold", laws.events_fold(game, state, done.events, after))
            if self._once_in(self.pace.views):
                self.check("redaction hides", laws.redaction_hides(game, state, done.by, done.words, done.events, after))
            self.check("invariants", laws.invariants_hold(game, after))
            state = after
        if state.key() != session.state.key():
            raise Breach("events fold", [f"folded events do not give the live position: {laws.difference(state, session.state)}"])

    def _once_in(self, times: int) -> bool:
        return self.rng.random() * times < 1

    def _violation(self, law: str, message: str) -> Violation:
        entry = len(self.session.done) if self.session else 0
        return Violation(self.game.key, self.scenario, self.seed, entry, law, message)

    def _keep(self, folder: Path, violations: list[Violation]) -> str:
        if self.session is None:
            return ""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.game.key}-{self.scenario}-{self.seed}.amba"
        path.write_text(self.session.log.text(), encoding="utf-8")
        notes = "\n".join(f"entry {v.entry}, {v.law}: {v.message}" for v in violations)
        path.with_suffix(".txt").write_text(notes + "\n", encoding="utf-8")
        return str(path)


def play_one(game: Game, scenario: str, seed: str, failures: str, options: Mapping[str, str] | None = None, bots: str = "") -> Report:
    return Fuzzer(game, scenario, seed, options, bots=bots).play(Path(failures) if failures else None)


_games: dict[str, Game] = {}


def play_by_name(key: str, scenario: str, seed: str, failures: str, bots: str = "") -> Report:
    """For worker processes, which load the game once."""
    from amba.load.registry import open_game

    if key not in _games:
        _games[key] = open_game(key)
    return play_one(_games[key], scenario, seed, failures, some_options(_games[key], seed), bots)


def some_options(game: Game, seed: str) -> dict[str, str]:
    """Every second game is played with options drawn at random."""
    rng = Random(f"options {seed}")
    if rng.random() < 0.5:
        return {}
    return {option.key: rng.choice(option.choices)[0] for option in game.options()}


def leave_interrupts() -> None:
    """Ctrl-C is for the process that waits, not for those that play; but when it is gone, however it went, they go too."""
    import multiprocessing
    import os
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def run_many(key: str, work: list[tuple[str, str]], jobs: int, failures: str, tell: Callable[[Report], Any], bots: str = "") -> None:
    """Play (scenario, seed) pairs on so many processes and tell each report as it comes."""
    if jobs <= 1:
        for scenario, seed in work:
            tell(play_by_name(key, scenario, seed, failures, bots))
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed

    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), leave_interrupts) as pool:
        waiting = [pool.submit(play_by_name, key, scenario, seed, failures, bots) for scenario, seed in work]
        try:
            for future in as_completed(waiting):
                tell(future.result())
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
