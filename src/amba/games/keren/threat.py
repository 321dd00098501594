"""Where it is dangerous to be seen: enemy guns pin a unit down, and then the battalions around come for it (12.0, 14.4). For bots.

A unit that is not suppressed can step back from an assault, one that is cannot. Only what a side sees is looked at.
"""

from __future__ import annotations

from amba.games.keren.odds_for_bots import UNSEEN
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN

MISSED = 0.6
"""The chance that one gun does not suppress what it fires at."""
MOST_GUNS = 3
REACH = 4
"""How many hexes away a battalion may be and still be beside its target next turn, over such ground."""
ENOUGH = {COMMONWEALTH: 96, ITALIAN: 48}
"""Enemy assault factors around that leave nothing to be hoped for, in quarters."""

Seen = tuple[tuple[int, bool, int, int], ...]
"""Enemy stacks: place, whether a gun is on top, the top unit's assault factor, and how many units there are."""


class Threat:
    """How likely a unit of a side is to be caught in each place, from 0 to 1. Made anew when the enemy looks different."""

    def __init__(self, s: KerenState, side: int, seen: Seen) -> None:
        self.seen, self.side = seen, side
        self.guns = [place for place, is_gun, _, _ in seen if is_gun and place < s.world.hexes]
        self.force = [(place, factor * (not is_gun) + UNSEEN[enemy(side)] * (count - 1)) for place, is_gun, factor, count in seen]
        self.known: dict[int, float] = {}

    def at(self, s: KerenState, place: int) -> float:
        found = self.known.get(place)
        if found is None:
            found = self.known[place] = self.pinned(s, place) * self.pressed(s, place)
        return found

    def pinned(self, s: KerenState, place: int) -> float:
        """The chance of being suppressed by guns that see this place."""
        sees = s.world.ground.table.sees
        if place >= s.world.hexes:
            return 0.0
        guns = sum(gun == place or sees(gun, place) for gun in self.guns)
        return 1.0 - float(MISSED ** min(MOST_GUNS, guns))

    def pressed(self, s: KerenState, place: int) -> float:
        """How much could come for it."""
        distance = s.world.ground.distance
        around = sum(force for there, force in self.force if distance(place, there) <= REACH)
        return min(1.0, around / ENOUGH[self.side])


def seen_by(s: KerenState, side: int) -> Seen:
    """The enemy stacks as a side sees them."""
    here, units = s.here, s.world.units
    places = sorted({s.at[unit] for unit in s.units(enemy(side))})
    return tuple((place, units[here[place][-1]].is_artillery, s.assault(here[place][-1]), len(here[place])) for place in places)


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
