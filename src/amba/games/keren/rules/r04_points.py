"""4.2 Victory points: losses and point hexes."""

from __future__ import annotations

from amba.core.event import Controlled, Removed, Tracked
from amba.games.keren.book import rule
from amba.games.keren.state import KerenState
from amba.games.keren.world import COMMONWEALTH, ITALIAN, LOSSES


@rule("4.2", "4.2.4")
def hex_points(s: KerenState) -> int:
    """Point hexes the Commonwealth was last in, outside every Italian zone of control."""
    zone = s.zoc(ITALIAN)
    return sum(value for place, value in s.world.points.items() if s.owner[place] and not zone[place])


@rule("4.2", "2.2", "2.5")
def points(s: KerenState) -> int:
    """Victory points now: losses of both sides and point hexes."""
    return s.tracks[LOSSES] + hex_points(s)


@rule("4.2.1", "4.2.2")
def loss_points(s: KerenState, unit: int) -> int:
    """A point for an Italian unit that is lost, two off for a Commonwealth one."""
    return 1 if s.side[unit] == ITALIAN else -2


@rule("4.2.1", "4.2.2")
def points_of_the_lost(s: KerenState) -> int:
    """What the eliminated units come to."""
    return sum(loss_points(s, unit) for unit in s.here[s.world.box["eliminated"]])


@rule("4.2.1", "4.2.2", "2.4", "8.4.2")
def eliminate(s: KerenState, unit: int, number: str) -> None:
    """The whole unit is gone: a point for an Italian, two off for a Commonwealth unit."""
    s.do(Removed(number, unit, s.at[unit], s.world.box["eliminated"]))
    change = loss_points(s, unit)
    s.do(Tracked("4.2.1" if change > 0 else "4.2.2", LOSSES, s.tracks[LOSSES], s.tracks[LOSSES] + change))


@rule("4.2.4")
def take_points(s: KerenState, unit: int, path: tuple[int, ...]) -> None:
    """A point hex belongs to the side whose unit was last in it."""
    new = 1 if s.side[unit] == COMMONWEALTH else 0
    for place in path:
        if place in s.world.points and s.owner[place] != new:
            s.do(Controlled("4.2.4", place, s.owner[place], new))


def points_taken(s: KerenState, unit: int, path: tuple[int, ...]) -> int:
    """What a unit would take from the enemy on this way."""
    own = int(s.side[unit] == COMMONWEALTH)
    return sum(s.world.points.get(place, 0) for place in path[1:] if s.owner[place] != own)
