"""A scenario, ready to set up."""

from __future__ import annotations

from typing import Any, NamedTuple

from amba.games.hollow.field import Field


class Group(NamedTuple):
    """Units of a scenario that start in one area, or arrive there on a later turn."""

    side: int
    pieces: tuple[int, ...]
    hexes: frozenset[int]
    turn: int
    hidden: int
    """How many of its units may be hidden from the start."""
    mines: int = 0
    """Factors of known minefields (55.8)."""
    dummy_mines: int = 0
    colour: str = ""
    hidden_mines: int = 0
    """Factors of minefields that lie nowhere for the enemy (55.83)."""


class Plan(NamedTuple):
    """A scenario, ready to set up."""

    key: str
    field: Field
    turns: int
    first: int
    sets_up_first: int
    nations: tuple[str, str]
    elr: tuple[int, int]
    groups: tuple[Group, ...]
    faces: dict[int, int]
    works: tuple[tuple[int, int], ...]
    """Fortifications that lie there from the start: piece, hex."""
    carried: dict[int, int]
    data: dict[str, Any]
    pieces: tuple[int, ...]
    exits: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    """Over which hexes of the edge each side may leave the map (177)."""
