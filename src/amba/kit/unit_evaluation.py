"""What bots look at in a game of units in hexes, where it has nothing better of its own: half of an evaluation, and terms that most such games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from amba.core.decision import Side
from amba.core.evaluation import Evaluation, Target, Weighing
from amba.kit.units import UnitState

OVERWHELMING = 3.0
"""More than three to one counts no more."""


class UnitEvaluation(Evaluation):
    """Half of an evaluation (`amba.core.evaluation.Evaluation`): a game adds `measure`. Movement is planned, and enemy stacks are worth massing for."""

    terms: Sequence[str] = ()
    """The terms that are measured: as many as data/bot.toml gives weights to."""
    planned: Mapping[str, tuple[str, ...]] = {"movement": ("move",)}

    def __init__(self, weighing: Weighing, scorer: Side, points: Callable[[Any], float]) -> None:
        self.weighing = weighing
        self.scorer, self.points = scorer, points

    def measure(self, s: Any, side: Side) -> dict[str, float]:
        """Every term for this side, higher is better."""
        raise NotImplementedError

    def targets(self, s: Any, side: Side) -> Sequence[Target]:
        """Enemy stacks, those on places worth points first."""
        worth = s.world.worth(s.scenario)
        places = sorted({s.at[unit] for unit in s.units(1 - side)}, key=lambda place: (place not in worth, place))
        return [Target(place, tuple(s.world.around[place])) for place in places]

    def margin(self, s: Any, side: Side) -> float:
        return float(self.points(s)) * (1 if side == self.scorer else -1)

    def near(self, s: Any, side: Side, place: int) -> str:
        """The nearest place that is worth points."""
        distance = s.world.grid.distance
        goal = min(s.world.worth(s.scenario), key=lambda goal: distance(goal, place))
        return str(s.world.place_at[goal].title)


def nearness(s: UnitState[Any], side: Side) -> float:
    """How near a side's units are to the places that are worth points: for each place the unit that counts most."""
    units, distance = s.units(side), s.world.grid.distance
    found = 0.0
    for place, worth in s.world.worth(s.scenario).items():
        found += worth * max((s.strength(unit) / (1 + distance(s.at[unit], place)) for unit in units), default=0.0)
    return found


def pressure(s: UnitState[Any], side: Side) -> float:
    """By how much a side's units outnumber the enemies they stand beside."""
    found = 0.0
    for place in s.places(1 - side):
        force = s.total(s.beside(place, side))
        found += min(OVERWHELMING, force / s.total(s.here[place])) - 1 if force else 0.0
    return found
