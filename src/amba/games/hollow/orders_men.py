"""Orders that men are given beside moving and firing."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Piece, Place


class Search(NamedTuple):
    """Men go over a hex for what lies hidden in it."""

    unit: Piece
    to: Place
    verb: Literal["search"] = "search"


class Volley(NamedTuple):
    """Those in a vehicle fire from it."""

    vehicle: Piece
    to: Place
    verb: Literal["volley"] = "volley"


class CavalryCharge(NamedTuple):
    """Men on horses gallop at the enemy and ride him down."""

    unit: Piece
    to: Place
    verb: Literal["sabre"] = "sabre"
