"""Where it is dangerous to be: enemy guns pin a unit down, and then the battalions around come for it (12.0, 14.4). For bots.

A unit that is not suppressed can step back from an assault unless it is surrounded, one that is cannot. Only what a side sees is looked at.
"""

from __future__ import annotations

from amba.games.keren.ground import Ground
from amba.games.keren.odds_for_bots import UNSEEN
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN

MISSED = 0.6
"""The chance that one gun does not suppress what it fires at."""
MOST_GUNS = 3
FAR = 999
MARCH = 14
"""The movement points of most battalions; cavalry has more."""
HOLD = {COMMONWEALTH: 9, ITALIAN: 3}
"""Whoever defends counts for so many: Italian battalions assault with a factor of 1 or 2 and seldom in numbers."""
SURROUNDED = 0.3
"""The chance of being caught without having been pinned down."""

Seen = tuple[tuple[int, bool, int, int, int], ...]
"""Enemy stacks: place, whether a gun is on top, the top unit's assault factor, how many units there are, and how far it goes."""


class Threat:
    """How likely units of a side are to be caught in each place, from 0 to 1. Made anew when the enemy looks different."""

    def __init__(self, s: KerenState, side: int, seen: Seen) -> None:
        self.seen, self.side = seen, side
        self.guns = [place for place, is_gun, *_ in seen if is_gun and place < s.world.hexes]
        self.force = [
            (place, factor * (not is_gun) + UNSEEN[enemy(side)] * (count - 1), max(march, MARCH)) for place, is_gun, factor, count, march in seen
        ]
        self.sighted: dict[int, float] = {}
        self.around: dict[int, int] = {}

    def at(self, s: KerenState, place: int, defence: int) -> float:
        """For a stack that defends with so much, in quarters."""
        pressed = self.pressed(s, place, defence)
        return pressed * (SURROUNDED + (1 - SURROUNDED) * self.pinned(s, place)) if pressed else 0.0

    def pinned(self, s: KerenState, place: int) -> float:
        """The chance of being suppressed by guns that see this place."""
        found = self.sighted.get(place)
        if found is None:
            sees, hexes = s.world.ground.table.sees, s.world.hexes
            guns = sum(gun == place or sees(gun, place) for gun in self.guns if place < hexes)
            found = self.sighted[place] = 1.0 - float(MISSED ** min(MOST_GUNS, guns))
        return found

    def pressed(self, s: KerenState, place: int, defence: int) -> float:
        """How much could come for it, against what it defends with."""
        force = self.can_come(s, place)
        return force / (force + HOLD[self.side] * defence) if force else 0.0

    def can_come(self, s: KerenState, place: int) -> int:
        """How much of the enemy is within a march of it."""
        found = self.around.get(place)
        if found is None:
            ground = s.world.ground
            found = self.around[place] = sum([force for there, force, march in self.force if place in within_a_march(ground, there, march)])
        return found


def within_a_march(ground: Ground, start: int, points: int) -> frozenset[int]:
    """What a battalion could be next to after one march over free ground."""
    found = ground.marches.get((start, points))
    if found is None:
        best = {start: 0}
        buckets: list[list[int]] = [[start], *([] for _ in range(points))]
        for cost, bucket in enumerate(buckets):
            for place in bucket:
                for there, plain, road in ground.edges[place] if best[place] == cost else ():
                    total = cost + (road or plain)
                    if total <= points and total < best.get(there, FAR):
                        best[there] = total
                        buckets[total].append(there)
        found = ground.marches[start, points] = frozenset(n for place in best for n in ground.next_to[place])
    return found


def seen_by(s: KerenState, side: int) -> Seen:
    """The enemy stacks as a side sees them."""
    here, units = s.here, s.world.units
    places = sorted({s.at[unit] for unit in s.units(enemy(side))})
    return tuple(
        (place, units[here[place][-1]].is_artillery, s.assault(here[place][-1]), len(here[place]), units[here[place][-1]].move) for place in places
    )


def threat(s: KerenState, side: int) -> Threat:
    """The threat to a side now: the last one that was made, if the enemy still looks the same."""
    key = ("threat to", side)
    if key not in s.fresh:
        seen, memory = seen_by(s, side), s.world.threats
        if side not in memory or memory[side].seen != seen:
            memory[side] = Threat(s, side, seen)
        s.fresh[key] = memory[side]
    found: Threat = s.fresh[key]
    return found
