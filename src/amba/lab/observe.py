"""What a side sees, as arrays: built from its view and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from amba.core.game import Game
from amba.lab.spelling import Alphabet

Arrays = dict[str, NDArray[Any]]
PIECE = ("seen", "on map", "column", "row", "box", "face", "points")
"""The first columns of `pieces`; then one for each side, then one for each mark."""
PLACE = ("owner", "pieces", "unknown")
"""The columns of `places`: 0 for nobody or the number of the side from 1; pieces lying there; of them, pieces this side cannot identify."""


class Observer:
    """Turns views of one game and scenario into arrays of a fixed shape."""

    def __init__(self, game: Game, scenario: str, alphabet: Alphabet, tracks: list[str]) -> None:
        self.game = game
        self.alphabet = alphabet
        self.tracks = tracks
        self.rules = {number: index for index, number in enumerate(game.rulebook.rules)}
        self.marks = {mark: index for index, mark in enumerate(game.names.marks)}
        self.spots = self._spots(game.board(scenario))
        self.width = len(PIECE) + len(game.sides) + len(self.marks)
        self.shapes = self._shapes()
        """The parts of an observation, in the order in which they lie in the one array."""
        self.space = self._space()

    def _spots(self, board: Mapping[str, Any]) -> list[tuple[float, float, float, float]]:
        """Place -> on the map, column and row from 0 to 1, box from 0 to 1."""
        hexes = {one["id"]: one for one in board["hexes"]}
        grid = board["grid"]
        boxes = [place for place in self.game.names.places if place not in hexes]
        found = []
        for place in self.game.names.places:
            if place in hexes:
                column, row = hexes[place].get("at") or (int(place[:2]) - grid["first_column"], int(place[2:]) - grid["first_row"])
                found.append((1.0, column / grid["columns"], row / grid["rows"], 0.0))
            else:
                found.append((0.0, 0.0, 0.0, (boxes.index(place) + 1) / len(boxes)))
        return found

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        names = self.game.names
        return {
            "pieces": (len(names.pieces), self.width),
            "places": (len(names.places), len(PLACE)),
            "tracks": (len(self.tracks),),
            "rule": (len(self.rules),),
            "order": (self.alphabet.longest,),
            "deciding": (1,),
        }

    def _space(self) -> spaces.Dict:
        """As PettingZoo's own games have it: one array, and the mask."""
        size = sum(prod(shape) for shape in self.shapes.values())
        mask = spaces.Box(0, 1, (len(self.alphabet),), np.int8)
        return spaces.Dict({"observation": spaces.Box(float("-inf"), float("inf"), (size,), np.float32), "action_mask": mask})

    def observe(self, view: Mapping[str, Any], side: str, order: list[int], mask: NDArray[np.int8]) -> Arrays:
        """`order` and `mask` are the side's own and empty while the other decides."""
        parts = self._parts(view, side, order)
        return {"observation": np.concatenate([parts[name].ravel() for name in self.shapes]), "action_mask": mask}

    def unpack(self, observation: NDArray[np.float32]) -> Arrays:
        """The one array as its parts: `pieces`, `places`, `tracks`, `rule`, `order`, `deciding`."""
        found: Arrays = {}
        start = 0
        for name, shape in self.shapes.items():
            size = prod(shape)
            found[name] = observation[start : start + size].reshape(shape)
            start += size
        return found

    def _parts(self, view: Mapping[str, Any], side: str, order: list[int]) -> Arrays:
        decision = view["decision"]
        rule = np.zeros(len(self.rules), np.float32)
        if decision is not None:
            rule[self.rules[decision["rule"]]] = 1
        spelled = np.full(self.alphabet.longest, -1, np.float32)
        spelled[: len(order)] = order
        values = {track["key"]: track["value"] for track in view["tracks"]}
        return {
            "pieces": self._pieces(view),
            "places": self._places(view),
            "tracks": np.array([float(values.get(key, 0)) for key in self.tracks], np.float32),
            "rule": rule,
            "order": spelled,
            "deciding": np.array([decision is not None and decision["who"] == side], np.float32),
        }

    def _pieces(self, view: Mapping[str, Any]) -> NDArray[np.float32]:
        names, sides, first = self.game.names, self.game.sides, len(PIECE)
        found = np.zeros((len(names.pieces), self.width), np.float32)
        for key, piece in view["pieces"].items():
            row = found[names.piece[key]]
            row[0] = 1
            row[1:5] = self.spots[names.place[piece["at"]]]
            row[5] = piece["face"]
            row[6] = piece["points"]
            row[first + sides.index(piece["side"])] = 1
            for mark in piece["marks"]:
                row[first + len(sides) + self.marks[mark]] = 1
        return found

    def _places(self, view: Mapping[str, Any]) -> NDArray[np.float32]:
        names, sides = self.game.names, self.game.sides
        found = np.zeros((len(names.places), len(PLACE)), np.float32)
        for place, owner in view["places"].items():
            found[names.place[place], 0] = sides.index(owner) + 1 if owner in sides else len(sides) + 1
        for place, stack in view["stacks"].items():
            found[names.place[place], 1] = len(stack)
        for place, count in view["unknown"].items():
            found[names.place[place], 2] = count
        return found
