"""Saved games: the log as it stands, and beside it the key of the dice, which the log must not show before the end."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from amba.cli.common import game_of, pick_options, pick_scenario, read_log, trusted, write_whole
from amba.cli.main import CliError
from amba.core.game import Game
from amba.core.log import Log
from amba.core.promise import promise_of
from amba.core.session import Session, replay
from amba.core.state import State
from amba.load.position import load_position


def home() -> Path:
    """Where games are kept: $AMBA_HOME, or the user's data folder."""
    given = os.environ.get("AMBA_HOME")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "amba"


def key_path(path: Path) -> Path:
    return path.with_name(path.name + ".key")


def fresh(game: Game, scenario: str, options: Mapping[str, str], seed: str | None, start: State | None = None) -> Session:
    """A new game; a seed makes its dice repeatable."""
    if seed is None:
        created = datetime.now(UTC).isoformat(timespec="seconds")
        return Session(game, scenario, options, secrets.token_bytes(32), secrets.token_hex(8), created, start)
    return Session(game, scenario, options, hashlib.sha256(f"amba seed {seed}".encode()).digest(), f"seed-{seed}", "", start)


def new_path(session: Session) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return home() / "saves" / f"{session.game.key}-{session.log.header.scenario}-{stamp}-{secrets.token_hex(2)}.amba"


class Saver:
    """Writes a game after every action; lines that were written before are not made anew."""

    def __init__(self) -> None:
        self.hashes: list[str] = []
        self.lines: list[str] = []

    def text(self, log: Log) -> str:
        same = 0
        while same < min(len(self.hashes), len(log.hashes)) and self.hashes[same] == log.hashes[same]:
            same += 1
        self.lines = [*self.lines[:same], *log.lines(same)]
        self.hashes = log.hashes[:]
        text = "".join(line + "\n" for line in self.lines)
        del self.lines[len(self.hashes) :]
        return text

    def save(self, session: Session, path: Path) -> None:
        """Key first, then the log, each written whole: a crash leaves the last good save."""
        key = session.dice.key.hex() + "\n"
        keeper = key_path(path)
        if not keeper.exists() or keeper.read_text(encoding="ascii", errors="replace") != key:
            write_whole(keeper, key, private=True)
        write_whole(path, self.text(session.log))


def resume(path: Path, data: Path | None) -> Session:
    """Go on with a saved game."""
    log = read_log(path)
    game = game_of(log, data, path)
    text = str(log.ending["key"]) if log.ending is not None else _read_key(path)
    try:
        key = bytes.fromhex(text)
    except ValueError:
        raise CliError(f"{key_path(path)}: not a key of dice") from None
    if promise_of(key, log.header) != log.header.commitment:
        raise CliError(f"{key_path(path)}: this key does not belong to {path}")
    session = trusted(path, lambda: replay(game, log, key))
    session.roll()
    return session


def _read_key(path: Path) -> str:
    try:
        return key_path(path).read_text(encoding="ascii", errors="replace").strip()
    except FileNotFoundError:
        raise CliError(f"{path}: the key of its dice ({key_path(path).name}) is missing: the game can be told (amba replay), not played on") from None


def begin(path: Path | None, game: Game | None, scenario: str | None, options: list[str], seed: str | None, data: Path | None) -> Session:
    """From a saved game, from a position, or from a scenario's set-up."""
    if path is None:
        assert game is not None
        return fresh(game, pick_scenario(game, scenario), pick_options(game, options), seed)
    if scenario or options:
        raise CliError("--load brings its own scenario and options: leave --scenario and --option out")
    if path.suffix == ".toml":
        position = load_position(path, data)
        document = position.document()
        return fresh(position.game, str(document["scenario"]), document["options"], seed, position.state)
    return resume(path, data)
