"""Which games there are. A game announces itself through the entry point group `amba.games`, and tools of its own through `amba.tools`."""

from __future__ import annotations

import os
import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from amba.core.game import Game, misspelt
from amba.load.files import DataError, Folder, Replacements
from amba.load.whatif import BadChange, changed_files

OWN_DATA = "AMBA_DATA"
"""The setting that says where a server finds people's own data files: `hollow=/srv/desert`, several with the system's path separator between them."""
PICTURES = ("svg", "webp", "png", "jpg")


class UnknownGame(Exception):
    """There is no game of that name."""


@lru_cache(maxsize=2)
def _written(root: Path, group: str) -> tuple[EntryPoint, ...]:
    """What a source tree says it would announce."""
    points = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"].get(group, {})
    return tuple(EntryPoint(name, value, group) for name, value in points.items())


def _announced(group: str) -> dict[str, EntryPoint]:
    """What is installed; a source tree that nobody installed knows what comes with it."""
    root = checkout()
    return {point.name: point for point in (*(_written(root, group) if root else ()), *entry_points(group=group))}


def _points() -> dict[str, EntryPoint]:
    return _announced("amba.games")


def keys() -> list[str]:
    """The keys of every installed game."""
    return sorted(_points())


def _point(key: str) -> EntryPoint:
    point = _points().get(key)
    if point is None:
        raise UnknownGame(f"there is no game {key!r}; there are: {', '.join(keys())}")
    return point


def home(key: str) -> Path:
    """The folder of a game's package, where everything of it lies that is no code: data, guide, picture, golden games, tests."""
    return Path(str(files(_point(key).module.rpartition(".")[0])))


def checkout() -> Path | None:
    """The source tree that Amba runs from; None where it is installed without one. The games that come with it keep guides, tests and golden games there."""
    root = Path(str(files("amba"))).resolve().parents[1]
    return root if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def first_file(*paths: Path | None) -> Path | None:
    return next((path for path in paths if path is not None and path.is_file()), None)


def guide_file(key: str) -> Path | None:
    """The player's guide: `guide.md` in the game's own package; for the games that come with Amba, packaged or in the docs of a checkout."""
    root = checkout()
    return first_file(home(key) / "guide.md", Path(str(files("amba"))) / "guides" / f"{key}.md", root and root / "docs" / "games" / f"{key}.md")


def picture_file(key: str) -> Path | None:
    """The picture for the shelf: `picture.svg` (or .webp, .png, .jpg) in the game's own package. Without one the shelf draws the map."""
    return first_file(*(home(key) / f"picture.{kind}" for kind in PICTURES))


def tests_folder(key: str) -> Path | None:
    """Where a game's tests are: in its own package, or in the checkout it comes from."""
    root, own = checkout(), home(key) / "tests"
    found = [own] if root is None else [own, root / "tests" / "games" / key]
    return next((folder for folder in found if folder.is_dir()), None)


def positions_folder(key: str) -> Path | None:
    """Positions in which a rule fires that chance seldom brings: in the game's own package, or in the checkout."""
    root, own = checkout(), home(key) / "positions"
    found = [own] if root is None else [own, root / "tests" / "conformance" / "positions" / key]
    return next((folder for folder in found if folder.is_dir()), None)


def golden_folder(key: str) -> Path | None:
    """Where a game's golden games are kept: in its own package, or in the checkout where it comes with Amba; None where there is no checkout."""
    if not home(key).is_relative_to(Path(str(files("amba")))):
        return home(key) / "golden"
    root = checkout()
    return None if root is None else root / "tests" / "golden"


def data_folder(key: str) -> Path:
    """Every game keeps its data in the folder `data` beside its code."""
    folder = home(key) / "data"
    if not folder.is_dir():
        raise DataError(key, 0, "this game keeps no data folder beside its code")
    return folder


def own_data(key: str) -> Path | None:
    """Where this server has somebody's own data files of a game; None where it plays the game as it comes."""
    named = (entry.partition("=") for entry in os.environ.get(OWN_DATA, "").split(os.pathsep))
    return next((Path(folder) for name, _, folder in named if name == key and folder), None)


def open_game(key: str, data: Path | None = None, changes: Sequence[str] = ()) -> Game:
    """Load a game, with a person's own data files laid over its own where given, and single values changed (`amba.load.whatif`)."""
    load = _point(key).load()
    if not changes:
        return spelt(key, load(data))
    texts = changed_files(Folder(data_folder(key), data), changes)
    try:
        return spelt(key, load(Replacements(data, texts)))
    except DataError as error:
        if error.file not in texts:
            raise
        # The line is one of the changed text, which nobody can look at.
        raise BadChange(" ".join(changes), f"{error.file}: {error.message}") from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise BadChange(" ".join(changes), f"this does not make a game of {key}: {type(error).__name__} {error}") from None


def spelt(key: str, game: Any) -> Game:
    """A game whose abilities name nothing that does not exist."""
    wrong = misspelt(game)
    if wrong:
        raise DataError(key, 0, wrong)
    return cast("Game", game)


class Answer(NamedTuple):
    """What a tool has made: words for people, data for programs, a file to write, a map to draw (docs/wire.md)."""

    text: str
    data: Mapping[str, Any]
    file: str = ""
    board: Mapping[str, Any] | None = None


class Tool(Protocol):
    """A command a game adds to `amba` beside playing: it reads and works things out; writing is the command's business."""

    summary: str

    def add_arguments(self, parser: ArgumentParser) -> None: ...
    def run(self, args: Namespace) -> Answer: ...


def tool_keys() -> list[str]:
    """The names of every tool a game brings along."""
    return sorted(_announced("amba.tools"))


def open_tool(name: str) -> Tool:
    """Load one tool; nothing of any game is loaded for the others."""
    point = _announced("amba.tools").get(name)
    if point is None:
        raise UnknownGame(f"there is no tool {name!r}; there are: {', '.join(tool_keys())}")
    return cast("Tool", point.load())
