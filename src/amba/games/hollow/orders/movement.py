"""Orders of the movement phase."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Piece, Place


class Walk(NamedTuple):
    """A unit makes its whole move: to this hex, at this pace."""

    unit: Piece
    to: Place
    how: Literal["", "assault", "double", "rim", "minimum"] = ""
    verb: Literal["walk"] = "walk"


class Band(NamedTuple):
    """All of a unit's hex go together."""

    unit: Piece
    verb: Literal["band"] = "band"


class StartOut(NamedTuple):
    """A unit starts out, to be told leg by leg where to go, with others or alone."""

    unit: Piece
    verb: Literal["move"] = "move"


class Exit(NamedTuple):
    """A unit goes to a hex of the edge and leaves the map there."""

    unit: Piece
    at: Place
    verb: Literal["exit"] = "exit"


class Enter(NamedTuple):
    """A unit that is due enters the map at this hex."""

    unit: Piece
    at: Place
    verb: Literal["enter"] = "enter"


class ThrowSmoke(NamedTuple):
    """A squad throws smoke grenades."""

    unit: Piece
    to: Place
    verb: Literal["smoke"] = "smoke"


class WorkIntoHedge(NamedTuple):
    """A unit spends its movement phase getting into a cactus hedge."""

    unit: Piece
    verb: Literal["thorns"] = "thorns"


class Go(NamedTuple):
    """Those who are on the move go to this hex."""

    to: Place
    verb: Literal["go"] = "go"


class GoToCrest(NamedTuple):
    """Those who are on the move go to the crest in this hex."""

    to: Place
    verb: Literal["rim"] = "rim"


class MinimumMove(NamedTuple):
    """Those who are on the move make a minimum move to this hex."""

    to: Place
    verb: Literal["minimum"] = "minimum"


class AssaultMove(NamedTuple):
    """They go by assault movement."""

    verb: Literal["assault"] = "assault"


class DoubleTime(NamedTuple):
    """They run."""

    verb: Literal["double"] = "double"


class UpToCrest(NamedTuple):
    """They go up to the crest of the wadi they are in, facing this hex."""

    towards: Place
    verb: Literal["crest"] = "crest"


class DownIntoBed(NamedTuple):
    """They go down from the crest into the wadi."""

    verb: Literal["down"] = "down"


class TakeShelter(NamedTuple):
    """They get into the fortification of the hex."""

    verb: Literal["shelter"] = "shelter"


class Join(NamedTuple):
    """A unit goes along."""

    unit: Piece
    verb: Literal["join"] = "join"


class JoinAll(NamedTuple):
    """Everybody of the hex goes along."""

    verb: Literal["together"] = "together"


class LeaveBehind(NamedTuple):
    """A unit is left behind."""

    unit: Piece
    verb: Literal["leave"] = "leave"


class Drop(NamedTuple):
    """A weapon is put down."""

    weapon: Piece
    verb: Literal["drop"] = "drop"


class LayCharge(NamedTuple):
    """A demolition charge is laid in a hex."""

    weapon: Piece
    to: Place
    verb: Literal["charge"] = "charge"


class GoOff(NamedTuple):
    """Those who are on the move leave the map from this hex of the edge."""

    verb: Literal["off"] = "off"


class Halt(NamedTuple):
    """Those who are on the move stay where they are."""

    verb: Literal["halt"] = "halt"
