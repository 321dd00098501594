"""Many games between bots. Game i of a run follows from the run's seed and i alone, whoever plays it and in whatever order."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from amba.core.game import Game
from amba.core.session import Session
from amba.lab.match import play
from amba.lab.record import Record, Recorder
from amba.lab.store import Spec
from amba.load.registry import data_folder, open_game

AHEAD = 4
"""Games handed out for each process before the oldest of them is in: what a kill may cost."""

Item = TypeVar("Item")
Engine = Callable[[Spec, Sequence[int], int], Iterator[Record]]
"""Plays games of a run, by number, and gives them back in the order asked for."""


def game_seed(seed: str, index: int) -> str:
    return f"{seed}-{index}"


@lru_cache(maxsize=2)
def _opened(key: str, data: str, changes: tuple[str, ...]) -> Game:
    return open_game(key, Path(data) if data else None, changes)


def game_of(spec: Spec) -> Game:
    """The game of a run, with its changes; each process loads it once."""
    return _opened(spec.game, spec.data, spec.changes)


@lru_cache(maxsize=8)
def code_hash(key: str, data: str = "") -> str:
    """A hash over everything that decides how a game between bots goes and what is written of it, beside the data the rules read: the engine, the bots,
    the game's own package, and how bots judge in somebody's own folder of data."""
    engine = Path(str(files("amba")))
    folders = [*(engine / room for room in ("core", "kit", "load", "bots")), data_folder(key).parent]
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted([*folder.rglob("*.py"), *folder.glob("data/bot.toml")]):
            total.update(f"{folder.name}/{path.relative_to(folder).as_posix()}".encode() + b"\0" + path.read_bytes() + b"\0")
    for path in (engine / "lab" / "match.py", engine / "lab" / "record.py", Path(data) / "bot.toml"):
        if path.name != "bot.toml" or (data and path.is_file()):
            total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def header_of(spec: Spec) -> dict[str, Any]:
    game = game_of(spec)
    return spec.header(game.version, game.data_hash, code_hash(spec.game, spec.data))


def play_session(spec: Spec, index: int) -> tuple[Session, Record]:
    """One game of a run, with its log."""
    game, seed = game_of(spec), game_seed(spec.seed, index)
    recorder = Recorder(game, spec.scenario)
    kept: list[Session] = []

    def tell(session: Session, entries: list[Any]) -> None:
        kept[:] = [session]
        recorder.tell(session, entries)

    play(game, spec.scenario, spec.bots, seed, spec.options, tell)
    return kept[0], recorder.record(kept[0], index, seed)


def play_game(spec: Spec, index: int) -> Record:
    return play_session(spec, index)[1]


def on_processes(spec: Spec, wanted: Sequence[int], jobs: int) -> Iterator[Record]:
    """On this machine."""
    if jobs <= 1:
        for index in wanted:
            yield play_game(spec, index)
        return
    from amba.lab.pool import outliving_deaths, processes

    def play(rest: Sequence[int]) -> Iterator[tuple[int, Record]]:
        with processes(jobs) as pool:
            yield from zip(
                rest, in_order(rest, jobs * AHEAD, lambda index: pool.submit(play_game, spec, index), lambda future: future.result()), strict=True
            )

    for _, record in outliving_deaths(play, wanted):
        yield record


def in_order(wanted: Sequence[int], window: int, begin: Callable[[int], Any], finish: Callable[[Any], Item]) -> Iterator[Item]:
    """Keeps so many games under way and gives them back in order."""
    waiting: list[Any] = []
    rest = iter(wanted)
    while True:
        with suppress(StopIteration):
            while len(waiting) < window:
                waiting.append(begin(next(rest)))
        if not waiting:
            return
        yield finish(waiting.pop(0))
