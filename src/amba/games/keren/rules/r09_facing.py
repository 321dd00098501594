"""9.0 Facing, an optional rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from amba.core.decision import Refusal
from amba.core.event import Spent
from amba.core.steps import AskStep, Takes, change, pop
from amba.games.keren.book import rule
from amba.games.keren.frames import Movement, Reface
from amba.games.keren.orders import Direction, Face
from amba.games.keren.rules.asking import asks, refuse_unit
from amba.games.keren.state import KerenState
from amba.games.keren.world import ITALIAN
from amba.kit.hexgrid import DIRECTIONS

WAYS: Sequence[Direction] = get_args(Direction)
NORTH, SOUTH = 0, 3


def first_facing(side: int) -> int:
    """At the start the Italians look south, the Commonwealth north."""
    return SOUTH if side == ITALIAN else NORTH


@rule("9.0")
def is_in_arc(s: KerenState, unit: int, target: int) -> bool:
    """Whether a unit may fire at a neighbouring hex: its faced side and one to each side, when facing is played."""
    if s.options["facing"] != "on" or not s.world.units[unit].has_facing:
        return True
    towards = s.world.grid.direction(s.at[unit], target)
    return towards is not None and (towards - s.points[unit]) % 6 in {0, 1, 5}


@rule("9.0")
def refuse_facing(s: KerenState, at: Movement, a: Face) -> Refusal | None:
    """In its movement phase a unit is turned as often as its owner likes, before and after it moves, where facing is played."""
    if s.options["facing"] != "on":
        return Refusal("9.0", "Facing is an option that is not played in this game.")
    found, values = refuse_unit(s, at.side, a.unit, "9.0"), {**s.world.named(a.unit), "way": a.way}
    if found is not None:
        return found
    if not s.world.units[a.unit].has_facing:
        return Refusal("9.0", "{unit} has no facing.", values)
    return Refusal("9.0", "{unit} faces {way} already.", values) if DIRECTIONS[s.points[a.unit]] == a.way else None


def turnable(s: KerenState, at: Movement) -> list[int]:
    """The units that can be turned now."""
    if s.options["facing"] != "on":
        return []
    return [unit for unit in s.units(at.side) if facings(s, at, unit)]


def facings(s: KerenState, at: Movement, unit: int) -> list[Face]:
    """The directions a unit can be turned to."""
    return [face for way in WAYS if refuse_facing(s, at, face := Face(unit, way)) is None]


def turn_to(s: KerenState, a: Face) -> None:
    s.do(Spent("9.0", a.unit, s.points[a.unit], DIRECTIONS.index(a.way)))


def face(s: KerenState, at: Movement, a: Face) -> None:
    turn_to(s, a)


def refuse_reface(s: KerenState, at: Reface, a: Face) -> Refusal | None:
    if a.unit == at.units[0]:
        return None
    return Refusal("9.0", "{unit} is not to be turned now: {first} is.", {**s.world.named(a.unit), "first": s.world.units[at.units[0]].title})


@rule("9.0")
def reface(s: KerenState, at: Reface, a: Face) -> None:
    """After a retreat a unit may be turned once."""
    if len(at.units) > 1:
        change(s, at._replace(units=at.units[1:]))
    else:
        pop(s)
    turn_to(s, a)


TAKES_FACE = Takes(Face, face, refuse_facing, heads=turnable, tails=facings)
REFACE = AskStep(
    Reface, asks("facing", "9.0", "{side}: choose the facing of the unit that retreated."),
    Takes(Face, reface, refuse_reface, choices=lambda s, at: [Face(at.units[0], way) for way in WAYS]),
)  # fmt: skip
