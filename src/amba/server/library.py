"""What the shelf and the table ask about a game: worked out once and kept."""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from amba.bots import SAYS, TITLES, levels_of
from amba.core.game import Game
from amba.load import registry
from amba.load.briefings import read_briefings
from amba.load.catalogue import codes, home, read_catalogue
from amba.server.guide import to_html

WEB = Path(str(files("amba"))) / "web"
MEDIA = {".svg": "image/svg+xml", ".webp": "image/webp", ".png": "image/png", ".jpg": "image/jpeg"}


class Page(NamedTuple):
    """Ready bytes with their tag."""

    body: bytes
    packed: bytes
    """The same as gzip has it: a large board takes 30 ms to pack, and is asked for by everybody."""
    etag: str
    media: str


def page_of(body: bytes, media: str) -> Page:
    return Page(body, gzip.compress(body, mtime=0), f'"{hashlib.sha256(body).hexdigest()[:24]}"', media)


def page(value: Any) -> Page:
    return page_of(msgspec.json.encode(value), "application/json")


def slim(board: dict[str, Any]) -> dict[str, Any]:
    """Counters with the same faces say so by the key of the first that has them: in a game of many alike that is most of the board."""
    first: dict[bytes, str] = {}
    pieces = []
    for piece in board["pieces"]:
        key = first.setdefault(msgspec.json.encode(piece["faces"]), piece["key"])
        pieces.append(piece if key == piece["key"] else {**piece, "faces": key})
    return {**board, "pieces": pieces}


def levels(game: Game) -> list[dict[str, str]]:
    """The bots one may sit down against, the best first."""
    return [{"key": level, "title": TITLES[level], "says": SAYS[level]} for level in reversed(levels_of(game))]


class Library:
    """The installed games, opened when first asked for."""

    def __init__(self) -> None:
        self._opening = threading.Lock()
        self._games: dict[str, Game] = {}
        self._pages: dict[tuple[str, ...], Page] = {}

    def keys(self) -> list[str]:
        return registry.keys()

    def game(self, key: str) -> Game:
        """Raises UnknownGame."""
        with self._opening:
            if key not in self._games:
                self._games[key] = registry.open_game(key)
            return self._games[key]

    def shelf(self) -> Page:
        if ("shelf",) not in self._pages:
            self._pages["shelf",] = page([self.card(self.game(key)) for key in self.keys()])
        return self._pages["shelf",]

    def card(self, game: Game) -> dict[str, Any]:
        scenarios = []
        for scenario in game.scenarios():
            sides = game.board(scenario.key)["sides"]
            scenarios.append({**scenario._asdict(), "sides": sides})
        options = [{**o._asdict(), "choices": [{"key": key, "title": title} for key, title in o.choices]} for o in game.options()]
        return {
            "key": game.key, "title": game.title, "year": game.year, "blurb": game.blurb, "version": game.version,
            "picture": f"/api/games/{game.key}/picture" if registry.picture_file(game.key) else "", "scenarios": scenarios, "options": options, "provenance": [p._asdict() for p in game.provenance()],
            "levels": levels(game), "guide": f"/api/games/{game.key}/guide" if registry.guide_file(game.key) else "",
        }  # fmt: skip

    def picture(self, key: str) -> Page:
        """The game's own picture. Raises KeyError where it has none, UnknownGame where there is no such game."""
        if ("picture", key) not in self._pages:
            path = registry.picture_file(key)
            if path is None:
                raise KeyError(key)
            self._pages["picture", key] = page_of(path.read_bytes(), MEDIA[path.suffix])
        return self._pages["picture", key]

    def board(self, key: str, scenario: str) -> Page:
        """Raises KeyError for a scenario there is not."""
        if ("board", key, scenario) not in self._pages:
            game = self.game(key)
            if scenario not in {s.key for s in game.scenarios()}:
                raise KeyError(scenario)
            self._pages["board", key, scenario] = page(slim(game.board(scenario)))
        return self._pages["board", key, scenario]

    def language(self, code: str) -> Page:
        """A catalogue. Raises KeyError for a language there is not."""
        if ("language", code) not in self._pages:
            if code not in codes():
                raise KeyError(code)
            self._pages["language", code] = page(read_catalogue(home() / f"{code}.po"))
        return self._pages["language", code]

    def first_scenario(self, key: str) -> str:
        return self.game(key).scenarios()[0].key

    def part(self, key: str, name: str) -> Page:
        """rules, charts, guide or briefings of a game. Raises KeyError for anything else."""
        if (name, key) not in self._pages:
            self._pages[name, key] = page(PARTS[name](self.game(key)))
        return self._pages[name, key]


def rules(game: Game) -> Any:
    return {"rules": [rule._asdict() for rule in game.rulebook.rules.values()]}


def charts(game: Game) -> Any:
    return game.charts()


def guide(game: Game) -> Any:
    path = registry.guide_file(game.key)
    return {"html": to_html(path.read_text(encoding="utf-8")) if path else "<p>There is no guide to this game yet.</p>"}


def briefings(game: Game) -> Any:
    return read_briefings(registry.home(game.key))


PARTS: dict[str, Callable[[Game], Any]] = {"rules": rules, "charts": charts, "guide": guide, "briefings": briefings}
