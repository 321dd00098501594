"""What a side sees, as arrays with every value from -1 to 1: built from its view and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import prod
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from amba.core.game import Game
from amba.lab.spelling import Alphabet

Arrays = dict[str, NDArray[Any]]
PIECE = ("seen", "on map", "column", "row", "box", "face", "points", "left", "middle", "right", "steps")
"""The first columns of `pieces`; then one for each side, then one for each mark."""
PLACE = ("owner", "pieces", "unknown", "elevation")
"""The first columns of `places`; then one for each terrain."""
PRINTED = ("left", "middle", "right", "steps")
"""What a counter says in numbers, as fractions of the greatest value printed on any counter there."""
HALF = 10.0
"""A count without a known end is half-way to 1 (or -1) here."""
CROWD = 8.0
"""So many pieces in a place are as good as more."""
REMEMBERED = 20_000
"""Rows of pieces that are kept."""


def squashed(value: float) -> float:
    """Any number as one between -1 and 1, in the same order."""
    return value / (abs(value) + HALF)


def printed_number(text: object) -> float:
    """What a counter's corner says: `8`, `(3)`, `+2`, `1½`; 0 where it says nothing in numbers."""
    found = re.search(r"([-+]?)(\d*)(½?)", re.sub(r"[^\d+½-]", "", str(text)))
    assert found is not None
    sign, whole, half = found.groups()
    return (-1 if sign == "-" else 1) * (float(whole or 0) + (0.5 if half else 0))


class Observer:
    """Turns views of one game and scenario into arrays of a fixed shape."""

    def __init__(self, game: Game, scenario: str, alphabet: Alphabet, tracks: Iterable[str]) -> None:
        self.game = game
        self.alphabet = alphabet
        self.tracks = list(tracks)
        self.rules = {number: index for index, number in enumerate(game.rulebook.rules)}
        board = game.board(scenario)
        shown = dict.fromkeys([*game.names.marks, *board["look"].get("marks", {})])  # a view also marks states that no marker of the rules says
        self.marks = {mark: index for index, mark in enumerate(shown)}
        self.spots = self._spots(board)
        self.terrains = sorted({one[key] for one in board["hexes"] for key in ("terrain", "also")} - {"", "-"})
        self.ground = self._ground(board)
        self.printed = self._printed(board)
        self.width = len(PIECE) + len(game.sides) + len(self.marks)
        self._known_rows: dict[tuple[Any, ...], bytes] = {}
        """How a piece looks -> its row."""
        self.shapes = self._shapes()
        """The parts of an observation, in the order in which they lie in the one array."""
        self.size = sum(prod(shape) for shape in self.shapes.values())
        """Numbers in an observation."""
        self.space = self._space()

    def columns(self) -> list[str]:
        """What the numbers mean, part by part: what must be the same for a learner to be at home."""
        return [*PIECE, *self.game.sides, *self.marks, *PLACE, *self.terrains, *self.tracks, *self.rules]

    def _spots(self, board: Mapping[str, Any]) -> NDArray[np.float32]:
        """Place -> on the map, column and row from 0 to 1, box from 0 to 1."""
        hexes = {one["id"]: one for one in board["hexes"]}
        grid = board["grid"]
        boxes = [place for place in self.game.names.places if place not in hexes]
        found = []
        for place in self.game.names.places:
            if place in hexes:
                column, row = hexes[place].get("at") or (int(place[:2]), int(place[2:]))
                found.append((1.0, (column - grid["first_column"]) / grid["columns"], (row - grid["first_row"]) / grid["rows"], 0.0))
            else:
                found.append((0.0, 0.0, 0.0, (boxes.index(place) + 1) / len(boxes)))
        return np.array(found, np.float32)

    def _ground(self, board: Mapping[str, Any]) -> NDArray[np.float32]:
        """`places` of an empty map: the elevation between the lowest and the highest hex, and the terrain."""
        found = np.zeros((len(self.game.names.places), len(PLACE) + len(self.terrains)), np.float32)
        heights = [float(one["elevation"]) for one in board["hexes"]]
        lowest, range_ = min(heights), max(max(heights) - min(heights), 1.0)
        for one in board["hexes"]:
            row = found[self.game.names.place[one["id"]]]
            row[3] = (float(one["elevation"]) - lowest) / range_
            for key in ("terrain", "also"):
                if one[key] in self.terrains:
                    row[len(PLACE) + self.terrains.index(one[key])] = 1
        return found

    def _printed(self, board: Mapping[str, Any]) -> dict[str, list[NDArray[np.float32]]]:
        """Piece -> face -> what is printed there, and which face it is, as fractions."""
        raw = {piece["key"]: [[printed_number(face.get(name, "")) for name in PRINTED] for face in piece["faces"]] for piece in board["pieces"]}
        most = np.maximum(np.abs(np.array([row for rows in raw.values() for row in rows] or [[0.0] * len(PRINTED)])).max(axis=0), 1)
        return {key: [np.array(row / most, np.float32) for row in rows] for key, rows in raw.items()}

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        return {
            "pieces": (len(self.game.names.pieces), self.width),
            "places": self.ground.shape,
            "tracks": (len(self.tracks),),
            "rule": (len(self.rules),),
            "order": (self.alphabet.longest,),
            "deciding": (1,),
        }

    def _space(self) -> spaces.Dict:
        """As PettingZoo's own games have it: one array, and the mask."""
        mask = spaces.Box(0, 1, (len(self.alphabet),), np.int8)
        return spaces.Dict({"observation": spaces.Box(-1, 1, (self.size,), np.float32), "action_mask": mask})

    def saying(self, seen: NDArray[np.float32], order: list[int]) -> NDArray[np.float32]:
        """The same with the words that the side has said since."""
        found = seen.copy()
        if order:
            start = self.size - 1 - self.alphabet.longest
            found[start : start + len(order)] = [word / len(self.alphabet) for word in order]
        return found

    def unpack(self, observation: NDArray[np.float32]) -> Arrays:
        """The one array as its parts: `pieces`, `places`, `tracks`, `rule`, `order`, `deciding`."""
        found: Arrays = {}
        start = 0
        for name, shape in self.shapes.items():
            size = prod(shape)
            found[name] = observation[start : start + size].reshape(shape)
            start += size
        return found

    def said(self, order: NDArray[np.float32]) -> list[int]:
        """The numbers of the words said so far, from the part `order`."""
        return [round(float(word) * len(self.alphabet)) for word in order if word >= 0]

    def observe(self, view: Mapping[str, Any], side: str) -> NDArray[np.float32]:
        """What a side sees before it has said anything."""
        found = np.zeros(self.size, np.float32)
        part = self.unpack(found)
        decision, values = view["decision"], track_values(view["tracks"])
        found[: part["pieces"].size] = self._pieces(view)
        self._places(view, part["places"])
        part["tracks"][:] = [values.get(key, 0.0) for key in self.tracks]
        part["order"][:] = -1
        if decision is not None:
            part["rule"][self.rules[decision["rule"]]] = 1
            part["deciding"][:] = decision["who"] == side
        return found

    def _pieces(self, view: Mapping[str, Any]) -> NDArray[np.float32]:
        """A row for each piece; what looks as another did once is copied from it, row by row."""
        known, width = self._known_rows, 4 * self.width
        rows = bytearray(width * len(self.game.names.pieces))
        for key, piece in view["pieces"].items():
            looks = (key, piece["at"], piece["face"], piece["points"], piece["side"], *piece["marks"])
            row = known.get(looks)
            if row is None:
                if len(known) >= REMEMBERED:
                    known.clear()
                row = known[looks] = self._piece(key, piece).tobytes()
            start = width * self.game.names.piece[key]
            rows[start : start + width] = row
        return np.frombuffer(rows, np.float32)

    def _piece(self, key: str, piece: Mapping[str, Any]) -> NDArray[np.float32]:
        first, faces, face = len(PIECE), self.printed.get(key, []), piece["face"]
        row = np.zeros(self.width, np.float32)
        row[0] = 1
        row[1:5] = self.spots[self.game.names.place[piece["at"]]]
        row[5] = min(face / max(len(faces) - 1, 1), 1)
        row[6] = squashed(piece["points"])
        if face < len(faces):
            row[7:first] = faces[face]
        row[first + self.game.sides.index(piece["side"])] = 1
        for mark in piece["marks"]:
            row[first + len(self.game.sides) + self.marks[mark]] = 1
        return row

    def _places(self, view: Mapping[str, Any], found: NDArray[np.float32]) -> None:
        names, sides = self.game.names, self.game.sides
        found[:] = self.ground
        for place, owner in view["places"].items():
            found[names.place[place], 0] = (sides.index(owner) + 1 if owner in sides else len(sides) + 1) / (len(sides) + 1)
        for place, stack in view["stacks"].items():
            found[names.place[place], 1] = min(len(stack) / CROWD, 1)
        for place, count in view["unknown"].items():
            found[names.place[place], 2] = min(count / CROWD, 1)


def track_values(tracks: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """Every number of the tracks of a view: a share of the end where one is known. A track may be made of parts, each with its value and its end."""
    found: dict[str, float] = {}
    for track in tracks:
        found[track["key"]] = share(track["value"], track["of"])
        for key, (value, most) in track.get("parts", {}).items():
            found[f"{track['key']}.{key}"] = share(value, most)
    return found


def share(value: float, most: float) -> float:
    return max(-1.0, min(1.0, value / most)) if most else squashed(value)
