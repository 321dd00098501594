"""What happened at a table, in sentences: an entry of the log as one audience may read it, and the ways its pieces went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from amba.core.decision import CHANCE, Decision
from amba.core.event import Event, Moved, Rolled, Said
from amba.core.game import Game
from amba.core.session import Played
from amba.core.state import State
from amba.server.story import story_of

SharedLines = dict[int, dict[str, Any] | None]
"""Lines that the next audience may read, too, by the number of the event: those about which nothing is hidden."""


class PieceRoute(NamedTuple):
    """The way a piece went in an entry."""

    n: int
    piece: str
    path: list[str]


def routes_of(game: Game, n: int, seen: Sequence[Event | None]) -> Iterator[PieceRoute]:
    """The ways pieces went, as far as an audience may know them."""
    for event in seen:
        if isinstance(event, Moved) and event.piece >= 0 and len(event.path) > 1:
            yield PieceRoute(n, game.names.pieces[event.piece], [game.names.places[place] for place in event.path])


def joined(marches: Mapping[int, Moved], step: Moved) -> tuple[int, Moved] | None:
    """The move that a step goes on with, and the two as one: a way told hex by hex would fill the log."""
    for row, old in marches.items():
        if old.piece == step.piece and old.to == step.origin and old.origin != step.to:
            return row, old._replace(to=step.to, path=(*old.path, *step.path[1:]))
    return None


class Telling:
    """Says what happened in one game and scenario."""

    def __init__(self, game: Game, scenario: str) -> None:
        self.game = game
        self._turn = game.names.track.get("turn", -1)
        self._hexes = board_hexes(game, scenario)
        self._story = story_of(game, scenario)

    def entry(
        self, state: State, done: Played, seen: Sequence[Event | None], asked: Decision | None, told: SharedLines, before: dict[str, Any] | None
    ) -> dict[str, Any] | None:
        """The lines of an entry for an audience that has `seen` its events so; `before`: the entry it read last, `asked`: what the dice were asked."""
        lines: list[dict[str, Any]] = []
        marches: dict[int, Moved] = {}
        for number, (event, cut) in enumerate(zip(done.events, seen, strict=True)):
            if cut is None:
                continue
            line = told[number] if cut is event and number in told else self._told(cut)
            if cut is event:
                told[number] = line
            if line is None:
                continue
            if isinstance(cut, Moved) and (goes_on := joined(marches, cut)) is not None:
                row, whole = goes_on
                marches[row], lines[row] = whole, self._line(whole, self.game.sentence(whole))
                continue
            if isinstance(cut, Moved):
                marches[len(lines)] = cut
            lines.append(line)
        if not lines:
            return None
        by = "chance" if done.by == CHANCE else self.game.sides[done.by]
        turn = state.tracks[self._turn] if self._turn >= 0 else None
        fight = self._story.fight(asked, lines, before)
        return {"n": done.n + 1, "by": by, "turn": turn, "lines": lines, **({"fight": fight} if fight else {})}

    def _told(self, event: Event) -> dict[str, Any] | None:
        """What is told of an event; None for bookkeeping."""
        text = self.game.sentence(event)
        return self._line(event, text) if text else None

    def _line(self, event: Event, text: str) -> dict[str, Any]:
        names = self.game.names
        fields: dict[str, Any] = event._asdict()
        places = [names.places[fields[field]] for field in ("origin", "to", "place") if field in fields]
        pieces = [names.pieces[fields["piece"]]] if fields.get("piece", -1) >= 0 else []
        if isinstance(event, Said):
            words = [value for value in event.values if isinstance(value, str)]
            places += [word for word in words if word in names.place]
            pieces += [key for word in words for key in keys_in(word) if key in names.piece]
        hexes = [place for place in dict.fromkeys(places) if place in self._hexes]
        dice = event.dice if isinstance(event, Rolled) else ()
        summed = isinstance(event, Rolled) and event.what in self.game.abilities.dice_sums
        line = {"text": text, "rule": event.rule, "hexes": hexes, "pieces": pieces, "dice": dice, **({"sum": True} if summed else {})}
        return line | self._story.fact(event)


def keys_in(word: str) -> list[str]:
    """The counters that something said may name: by its key, by its kind and key (``M13/40 (xV1)``), or several in a row."""
    return [part[part.rfind("(") + 1 :].rstrip(")") for part in word.split(", ")]


_BOARD_HEXES: dict[tuple[str, str, str], frozenset[str]] = {}


def board_hexes(game: Game, scenario: str) -> frozenset[str]:
    """The ids of the places that are hexes of the map."""
    key = (game.key, game.data_hash, scenario)
    if key not in _BOARD_HEXES:
        _BOARD_HEXES[key] = frozenset(spec["id"] for spec in game.board(scenario)["hexes"])
    return _BOARD_HEXES[key]


_BOARD_TITLES: dict[tuple[str, str, str], dict[str, tuple[str, ...]]] = {}


def board_titles(game: Game, scenario: str) -> dict[str, tuple[str, ...]]:
    """By what names each piece is called."""
    key = (game.key, game.data_hash, scenario)
    if key not in _BOARD_TITLES:
        pieces = game.board(scenario)["pieces"]
        # A name of one or two letters is in every sentence: it gives nothing away.
        names = {spec["key"]: {spec["key"], spec["title"], spec.get("designation") or spec["title"]} for spec in pieces}
        _BOARD_TITLES[key] = {piece: tuple(name for name in found if len(name) > 2) for piece, found in names.items()}
    return _BOARD_TITLES[key]
