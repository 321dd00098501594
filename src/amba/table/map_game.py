"""A game on one hex map: what every such game shows and says in the same way. A game adds its rules, its counters, and what is special about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from amba.core.base import BaseGame, Positions
from amba.core.decision import Result, Side
from amba.core.event import Event
from amba.core.game import who_wins
from amba.core.state import State
from amba.core.steps import Step
from amba.load.aids import around_the_map
from amba.load.box import MapBox
from amba.load.files import Folder
from amba.load.maps import board_of
from amba.table.board import Layer
from amba.table.sayings import Sayings

S = TypeVar("S", bound=State)
W = TypeVar("W", bound=MapBox)


class MapGame(BaseGame[S, W]):
    """Its words are in say.toml; its board is the map of its box, with counters, boxes and layers."""

    key: str
    title: str
    year = ""
    layers: Sequence[Layer] = ()
    """What a player can lay over the map."""
    counter: Callable[[Any], dict[str, Any]]
    """How one of the world's `units` is printed (docs/wire.md)."""
    ending: Callable[[S], Result]
    """How a game that is over has ended."""

    def __init__(
        self, world: W, steps: Iterable[Step[S]], positions: Positions[S], said_sides: Sequence[str] = (), said_owners: Sequence[str] = ()
    ) -> None:
        super().__init__(world, steps, positions)
        sides = said_sides or tuple(world.side_titles().values())
        say = Folder(world.home).toml("say.toml")
        self.sayings = Sayings(say, self.names, self.piece_title, world.place_title, sides, said_owners or ("nobody", *sides))
        self.sayings.check(self.play.orders)

    def piece_title(self, piece: int) -> str:
        """What a piece is called."""
        return str(self.world.units[piece].title)

    def label(self, s: S, a: Any) -> str:
        return self.sayings.label(a, s.frames[-1].name if s.frames else "")

    def sentence(self, e: Event) -> str:
        return self.sayings.sentence(e)

    def result(self, s: S) -> Result | None:
        return None if s.frames else self.ending(s)

    def verdict(self, scenario: str, score: float) -> Side | None:
        """Who wins a scenario with so many points, where its file says so by levels."""
        return who_wins(self.world.scenario(scenario)["victory"]["levels"], self.sides, score)

    def counters(self) -> list[dict[str, Any]]:
        """Every counter of the board."""
        return [self.counter(unit) for unit in self.world.units]

    def badges(self, scenario: str) -> dict[str, str]:
        """What is printed beside places, by their keys."""
        return {}

    def board(self, scenario: str) -> dict[str, Any]:
        world = self.world
        layers = [layer.overlay for layer in self.layers]
        beside = around_the_map(self.counters(), world.side_titles(), self.sayings.boxes, layers, world.provenance())
        return {**board_of(world.map, world.look, self.badges(scenario)), "game": self.key, "title": self.title, **beside}

    def charts(self) -> Sequence[dict[str, Any]]:
        return self.world.charts

    def overlay(self, s: S, side: Side | None, key: str, arg: str) -> dict[str, Any]:
        found: dict[str, Any] = {"hexes": {}, "paths": [], "rays": [], "notes": []}
        layer = next((layer for layer in self.layers if layer.overlay.key == key), None)
        return found if layer is None else {**found, **layer.draw(s, side, arg)}
