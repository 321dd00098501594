"""Where it is dangerous to be: enemy guns pin a unit down, and then the battalions around come for it (12.0, 14.4).

A unit that is not suppressed can step back from an assault unless it is surrounded, one that is cannot. Only what a side sees is looked at.
"""

from __future__ import annotations

from functools import lru_cache

from amba.core.state import remembered
from amba.games.keren.bot.estimates import UNSEEN
from amba.games.keren.bot.routes import within_a_march
from amba.games.keren.state import POSITION, KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN, World

MISSED = 0.6
"""The chance that one gun does not suppress what it fires at."""
MOST_GUNS = 3
MARCH = 14
"""The movement points of most battalions; cavalry has more."""
HOLD = {COMMONWEALTH: 9, ITALIAN: 3}
"""Whoever defends counts for so many: Italian battalions assault with a factor of 1 or 2 and seldom in numbers."""
SURROUNDED = 0.3
"""The chance of being caught without having been pinned down."""

Seen = tuple[tuple[int, bool, int, int, int], ...]
"""Enemy stacks: place, whether a gun is on top, the top unit's assault factor, how many units there are, and how far it goes."""


class Threat:
    """How likely units of a side are to be caught in each place, from 0 to 1."""

    def __init__(self, world: World, side: int, seen: Seen) -> None:
        self.world, self.side = world, side
        self.guns = [place for place, is_gun, *_ in seen if is_gun and place < world.hexes]
        self.force = [
            (place, factor * (not is_gun) + UNSEEN[enemy(side)] * (count - 1), max(march, MARCH)) for place, is_gun, factor, count, march in seen
        ]
        self._pinned: dict[int, float] = {}
        self._force_near: dict[int, int] = {}

    def at(self, place: int, defence: int) -> float:
        """The chance that a stack which defends with so much, in quarters, is caught here."""
        pressed = self.pressed(place, defence)
        return pressed * (SURROUNDED + (1 - SURROUNDED) * self.pinned(place)) if pressed else 0.0

    def pinned(self, place: int) -> float:
        """The chance of being suppressed by guns that see this place."""
        found = self._pinned.get(place)
        if found is None:
            sees, hexes = self.world.ground.sees, self.world.hexes
            guns = sum(gun == place or sees(gun, place) for gun in self.guns if place < hexes)
            found = self._pinned[place] = 1.0 - float(MISSED ** min(MOST_GUNS, guns))
        return found

    def pressed(self, place: int, defence: int) -> float:
        """How much could come for it, against what it defends with."""
        force = self.can_come(place)
        return force / (force + HOLD[self.side] * defence) if force else 0.0

    def can_come(self, place: int) -> int:
        """How much of the enemy is within a march of it."""
        found = self._force_near.get(place)
        if found is None:
            ground = self.world.ground
            found = sum([force for there, force, march in self.force if place in within_a_march(ground, there, march)])
            self._force_near[place] = found
        return found


def seen_by(s: KerenState, side: int) -> Seen:
    """The enemy stacks as a side sees them."""
    here, units = s.here, s.world.units
    return tuple(
        (place, units[here[place][-1]].is_artillery, s.assault(here[place][-1]), len(here[place]), units[here[place][-1]].move)
        for place in s.places(enemy(side))
    )


@lru_cache(maxsize=4)
def threat_of(world: World, side: int, seen: Seen) -> Threat:
    """Positions in which the enemy looks the same share one."""
    return Threat(world, side, seen)


@remembered(POSITION)
def threat(s: KerenState, side: int) -> Threat:
    """The threat to a side now."""
    return threat_of(s.world, side, seen_by(s, side))
