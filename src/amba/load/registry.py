"""Which games there are. A game announces itself through the entry point group `amba.games`."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import cast

from amba.core.game import Game


class UnknownGame(Exception):
    """There is no game of that name."""


def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group="amba.games")}


def keys() -> list[str]:
    """The keys of every installed game."""
    return sorted(_points())


def open_game(key: str, data: Path | None = None) -> Game:
    """Load a game, with a person's own data files laid over its own where given."""
    point = _points().get(key)
    if point is None:
        raise UnknownGame(f"there is no game {key!r}; there are: {', '.join(keys())}")
    return cast("Game", point.load()(data))
