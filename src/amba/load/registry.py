"""Which games there are. A game announces itself through the entry point group `amba.games`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path
from typing import cast

from amba.core.game import Game
from amba.load.files import DataError, Folder, Overlay
from amba.load.whatif import BadChange, changed_files


class UnknownGame(Exception):
    """There is no game of that name."""


def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group="amba.games")}


def keys() -> list[str]:
    """The keys of every installed game."""
    return sorted(_points())


def _point(key: str) -> EntryPoint:
    point = _points().get(key)
    if point is None:
        raise UnknownGame(f"there is no game {key!r}; there are: {', '.join(keys())}")
    return point


def data_folder(key: str) -> Path:
    """Every game keeps its data in the folder `data` beside its code."""
    folder = Path(str(files(_point(key).module.rpartition(".")[0]))) / "data"
    if not folder.is_dir():
        raise DataError(key, 0, "this game keeps no data folder beside its code")
    return folder


def open_game(key: str, data: Path | None = None, changes: Sequence[str] = ()) -> Game:
    """Load a game, with a person's own data files laid over its own where given, and single values changed (`amba.load.whatif`)."""
    load = _point(key).load()
    if not changes:
        return cast("Game", load(data))
    texts = changed_files(Folder(data_folder(key), data), changes)
    try:
        return cast("Game", load(Overlay(data, texts)))
    except DataError as error:
        if error.file not in texts:
            raise
        # The line is one of the changed text, which nobody can look at.
        raise BadChange(" ".join(changes), f"{error.file}: {error.message}") from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise BadChange(" ".join(changes), f"this does not make a game of {key}: {type(error).__name__} {error}") from None
