"""Units in hexes: the counters, and the questions that every game of units in hexes asks of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from amba.core.decision import Refusal, Side
from amba.core.event import Controlled, Flipped, Removed
from amba.core.game import Names
from amba.core.state import GameState


class Unit(NamedTuple):
    """A counter with one or more steps."""

    key: str
    title: str
    side: Side
    kind: str
    size: str
    strengths: tuple[int, ...]
    """One per step, from full strength down."""
    mp: int
    designation: str
    """What is printed on the counter."""
    colour: str
    """Its style in look.toml: its side's where nothing is said."""


class UnitWorld(Protocol):
    """As much of a box as the questions below need."""

    names: Names
    units: Sequence[Unit]
    hexes: int
    """How many hexes there are: the places from here on are boxes."""
    around: Sequence[Sequence[int]]
    eliminated: int
    """The box for lost units."""

    def worth(self, scenario: str) -> Mapping[int, int]:
        """hex -> the points it is worth in a scenario"""

    def place_title(self, place: int) -> str:
        """What a hex is called."""


W = TypeVar("W", bound=UnitWorld)
T = TypeVar("T")


class UnitState(GameState[W]):
    """Units in hexes; no hex has units of both sides. A unit's `face` counts the steps it has lost; the `owner` of a place is its side's number and one."""

    __slots__ = ()

    def touched(self, place: int) -> None:
        self.forget()

    def tracked(self, track: int) -> None:
        self.forget()

    def spent(self, piece: int) -> None:
        self.forget()

    def recast(self) -> None:
        self.forget()

    def recall(self, key: Any, work_out: Callable[[], T]) -> T:
        """What was worked out of this position under this key; worked out now where it was not."""
        memory: dict[Any, T] = self.memory[0]
        if key not in memory:
            memory[key] = work_out()
        return memory[key]

    def is_on_map(self, unit: int) -> bool:
        return self.at[unit] < self.world.hexes

    def units(self, side: Side) -> list[int]:
        """The side's units on the map. Read it, do not change it."""
        return self.recall(("units", side), lambda: [u for u in range(len(self.at)) if self.side[u] == side and self.is_on_map(u)])

    def held(self, side: Side) -> bytearray:
        """hex -> whether the side has units there"""
        return self.recall(("held", side), lambda: self._marked(self.at[unit] for unit in self.units(side)))

    def zone(self, side: Side) -> bytearray:
        """hex -> whether it is next to a unit of the side"""
        around = self.world.around
        return self.recall(("zone", side), lambda: self._marked(near for unit in self.units(side) for near in around[self.at[unit]]))

    def places(self, side: Side) -> list[int]:
        """The hexes where the side has units."""
        return sorted({self.at[unit] for unit in self.units(side)})

    def beside(self, place: int, side: Side) -> list[int]:
        """The units of a side that stand next to a hex."""
        return [unit for near in self.world.around[place] for unit in self.here[near] if self.side[unit] == side]

    def total(self, units: Iterable[int]) -> int:
        """The strength of these units together."""
        return sum(map(self.strength, units))

    def _marked(self, places: Any) -> bytearray:
        found = bytearray(self.world.hexes)
        for place in places:
            found[place] = 1
        return found

    def strength(self, unit: int) -> int:
        return self.world.units[unit].strengths[self.face[unit]]

    def take_control(self, unit: int, rule: str) -> None:
        """The side of this unit holds the place it stands in from now on, if that is worth points in this scenario."""
        place, new = self.at[unit], self.side[unit] + 1
        if place in self.world.worth(self.scenario) and self.owner[place] != new:
            self.do(Controlled(rule, place, self.owner[place], new))

    def held_points(self, side: Side) -> int:
        """What the places that the side holds are worth."""
        return sum(worth for place, worth in self.world.worth(self.scenario).items() if self.owner[place] == side + 1)

    def lose_step(self, unit: int, rule: str) -> None:
        """A unit is turned to its next step, or leaves the map after its last."""
        lost = self.face[unit] + 1
        if lost >= len(self.world.units[unit].strengths):
            self.do(Removed(rule, unit, self.at[unit], self.world.eliminated))
        else:
            self.do(Flipped(rule, unit, lost - 1, lost))


def lost_count(s: GameState[Any]) -> list[str]:
    """Sentences for pieces that are listed where they do not stand, twice, or nowhere."""
    names, seen, found = s.world.names, set[int](), list[str]()
    for place, stack in enumerate(s.here):
        for piece in stack:
            if piece in seen or s.at[piece] != place:
                found.append(f"{names.pieces[piece]} is listed at {names.places[place]} and stands at {names.places[s.at[piece]]}")
            seen.add(piece)
    if len(seen) != len(names.pieces):
        found.append(f"{len(names.pieces) - len(seen)} pieces are nowhere")
    return found


def misplaced(s: UnitState[Any], most: int | None = None) -> list[str]:
    """Sentences for what can never be: a unit in two places or none, both sides in one hex, or more than so many units, more steps lost than there are."""
    names, units, found = s.world.names, s.world.units, lost_count(s)
    for place, stack in enumerate(s.here):
        if place < s.world.hexes and len({s.side[piece] for piece in stack}) > 1:
            found.append(f"both sides stand in {names.places[place]}")
        if place < s.world.hexes and most is not None and len(stack) > most:
            found.append(f"{len(stack)} units stand in {names.places[place]}, where {most} may")
    found += [
        f"{unit.key} has lost {s.face[i]} of {len(unit.strengths)} steps" for i, unit in enumerate(units) if not 0 <= s.face[i] < len(unit.strengths)
    ]
    return found


def refuse_crowd(s: UnitState[Any], place: int, most: int, rule: str) -> Refusal | None:
    """Why nobody more may end his move here: so many units may stand in a hex."""
    have = len(s.here[place])
    if have < most:
        return None
    items = (("Units there", str(have), rule), ("May stand there", str(most), rule))
    return Refusal(rule, "{hex} is full.", {"hex": s.world.place_title(place)}, items, (s.world.names.places[place],))
