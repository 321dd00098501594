"""What the evaluation measures of a position, place by place.

A plan looks at hundreds of positions that differ by a unit or two, so the features of one are made from those of an earlier one by what has changed. Everything
in them belongs to one place, and sums are of whole numbers: made anew or updated, they are the same.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from amba.games.keren.bot import estimates
from amba.games.keren.bot.routes import FINE, ArrivalShares
from amba.games.keren.bot.threats import threat
from amba.games.keren.rules.r11_fire import column_of, elevation_shift
from amba.games.keren.rules.r14_results import havens
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN, OUT, SUPPRESSED, World

NEAR = 2.5
"""A point hex this many hexes off is half as near as can be."""
LEVEL = 100
"""Heights are counted in hundredths of a level."""
ROOM = 3
FAR = 20
"""Hexes that count where no source is left."""
GROUND = 0.6
"""How much of a point hex counts that an assault would take."""
STAYS = 0.6
"""How much of an assault of the Commonwealth is counted on those who can still step back: the Italians move in between (5.0)."""
STATUS = 1 << SUPPRESSED | 1 << OUT


class Stack(NamedTuple):
    """A stack as a side sees it: what it defends with, what it could assault and fire with, in quarters, and how many units could."""

    defence: int
    attack: int
    attackers: int
    fire: int


class Standing(NamedTuple):
    """How a stack of one's own stands; whole numbers, so that they can be added up."""

    height: int
    crowding: int
    """Units over three."""
    caught: int
    """How likely each unit is to be pinned down and come for, in thousandths."""
    stuck: int
    """Units that can be fired at and have no way back (14.3)."""
    away: int
    """Hexes to the nearest source of supply (Italians only: theirs lie close behind the crests)."""

    def plus(self, other: Standing, times: int = 1) -> Standing:
        return Standing(*[one + times * more for one, more in zip(self, other, strict=True)])


class Assault(NamedTuple):
    """An assault that could be made: what it promises, where, and from which places."""

    value: float
    place: int
    beside: tuple[int, ...]


class MapFeatures:
    """What the features need of the map: how near each place is to each goal, how high it is, what is around it. Made when first asked for."""

    def __init__(self, world: World, goals: list[tuple[int, float]]) -> None:
        ground = world.ground
        self.world = world
        self.heights = [round(level * LEVEL) for level in ground.levels]
        self.near = [tuple(round(FINE / (1 + (ground.distance(h, goal) / NEAR) ** 2)) for goal, _ in goals) for h in range(world.places)]
        self.arrivals = ArrivalShares(world, [goal for goal, _ in goals])
        self._around: dict[int, tuple[int, ...]] = {}

    def around(self, place: int) -> tuple[int, ...]:
        """The places within three hexes: where a retreat may be barred from this one."""
        found = self._around.get(place)
        if found is None:
            ground, tunnel = self.world.ground, self.world.tunnel
            hexes = tuple(self.world.grid.within(ground.hex_of(place), 3))
            found = self._around[place] = (*hexes, tunnel) if ground.under_tunnel in hexes else hexes
        return found


class Features:
    """A position as one side sees it."""

    def __init__(self, s: KerenState, side: int, of_map: MapFeatures) -> None:
        self.side, self.map = side, of_map
        self.stacks: tuple[dict[int, Stack], dict[int, Stack]] = ({}, {})
        self.assaults: tuple[dict[int, Assault], dict[int, Assault]] = ({}, {})
        """side that assaults -> place -> what it could do there"""
        goals = len(of_map.near[0])
        self.presence = ([0] * goals, [0] * goals)
        """side -> goal -> forces near it, in thousandths"""
        self.in_time = ([0] * goals, [0] * goals)
        """side -> goal -> forces that can come there: the Italians before the end, the Commonwealth by its next march; in thousandths"""
        self.for_tigu = [0, 0]
        """side -> forces that can soon be in Tigu, in thousandths"""
        self.own: dict[int, Standing] = {}
        self.sums = Standing(0, 0, 0, 0, 0)
        self.fire: dict[int, int] = {}
        """enemy place -> what its fire promises, in thousandths"""
        self.under_fire = 0
        self.threat = threat(s, side)
        self.note_position(s)
        self.update(s, {*s.places(COMMONWEALTH), *s.places(ITALIAN)})

    def note_position(self, s: KerenState) -> None:
        """Remember which position these are the features of, to see later what has changed."""
        self.at, self.face = s.at[:], s.face[:]
        self.status = [mark & STATUS for mark in s.marks]
        self.havens = (havens(s, COMMONWEALTH), havens(s, ITALIAN))
        self.here, self.owner, self.turn = s.here[:], s.owner[:], s.turn

    def changed(self, s: KerenState) -> set[int] | None:
        """The places that are not as in the position noted; None when too much is different to say."""
        if s.turn != self.turn or s.face != self.face or [mark & STATUS for mark in s.marks] != self.status:
            return None
        if (havens(s, COMMONWEALTH), havens(s, ITALIAN)) != self.havens or threat(s, self.side) is not self.threat:
            return None
        found = {now for now, then in zip(s.at, self.at, strict=True) if now != then and now < s.world.places}
        if s.owner != self.owner:
            # A point hex can be taken in passing.
            found.update([place for place in s.world.points if s.owner[place] != self.owner[place]])
        here, known = s.here, self.here
        found.update([place for stacks in self.stacks for place in stacks if here[place] is not known[place]])
        return found

    def updated(self, s: KerenState, places: set[int]) -> Self:
        """The features of another position, in which these places have changed."""
        new = object.__new__(type(self))
        new.side, new.map = self.side, self.map
        new.stacks = (self.stacks[0].copy(), self.stacks[1].copy())
        new.assaults = (self.assaults[0].copy(), self.assaults[1].copy())
        new.presence = (self.presence[0][:], self.presence[1][:])
        new.in_time, new.for_tigu = (self.in_time[0][:], self.in_time[1][:]), self.for_tigu[:]
        new.own, new.sums, new.threat = self.own.copy(), self.sums, self.threat
        new.fire, new.under_fire = self.fire.copy(), self.under_fire
        new.update(s, places)
        return new

    def update(self, s: KerenState, places: set[int]) -> None:
        for place in places:
            self.update_stack(s, place)
        first, second = self.stacks
        around = {near for place in places for near in self.map.around(place) if near in first or near in second} | places
        for owner in (COMMONWEALTH, ITALIAN):
            assaults, stacks = self.assaults[enemy(owner)], self.stacks[owner]
            for place in around:
                if place in stacks:
                    self.update_assault(s, enemy(owner), place)
                elif place in assaults:
                    del assaults[place]
        self.update_own(s, around)
        self.update_fire(s, around)

    def update_stack(self, s: KerenState, place: int) -> None:
        for owner, stacks in enumerate(self.stacks):
            old = stacks.pop(place, None)
            new = self.stack(s, owner, place) if s.held[owner][place] else None
            if new is not None:
                stacks[place] = new
            more = (new.defence if new else 0) - (old.defence if old else 0)
            if more:
                present = self.presence[owner]
                for goal, near in enumerate(self.map.near[place]):
                    present[goal] += more * near
                self.for_tigu[owner] += more * self.map.arrivals.to_tigu[owner][place]
                left, soon = s.turns - s.turn, self.in_time[owner]
                for goal, share in enumerate(self.map.arrivals.in_time(left if owner == ITALIAN else min(left, 1))[place]):
                    soon[goal] += more * share

    def stack(self, s: KerenState, owner: int, place: int) -> Stack:
        """Of the enemy only the top unit is known; each one under it counts as most do."""
        units, stack = s.world.units, s.here[place]
        hidden = 0 if owner == self.side else len(stack) - 1
        seen = stack[hidden:]
        firing = [unit for unit in seen if not s.marks[unit] >> SUPPRESSED & 1]
        able = [unit for unit in firing if not units[unit].is_artillery]
        unseen = hidden * estimates.UNSEEN[owner]
        fire = sum(map(s.fire, firing)) + hidden * estimates.UNSEEN_FIRE[owner]
        return Stack(sum(map(s.assault, seen)) + unseen, sum(map(s.assault, able)) + unseen, len(able) + hidden, fire)

    def update_assault(self, s: KerenState, side: int, place: int) -> None:
        """What this side's stacks could do to the enemy in a place."""
        mine, assaults = self.stacks[side], self.assaults[side]
        beside = tuple(n for n in s.world.ground.next_to[place] if n in mine and mine[n].attack)
        value = self.assault_value(s, side, place, beside) if beside else 0.0
        if value > 0:
            assaults[place] = Assault(value, place, beside)
        else:
            assaults.pop(place, None)

    def assault_value(self, s: KerenState, side: int, place: int, beside: tuple[int, ...]) -> float:
        """What an assault on a place from these places promises on estimates.average."""
        mine = [self.stacks[side][n] for n in beside]
        attack, attackers = sum([stack.attack for stack in mine]), sum([stack.attackers for stack in mine])
        share = GROUND if self.side == COMMONWEALTH else GROUND * estimates.ground_share(s)
        ground = 0.3 + share * s.world.points.get(place, 0) + (estimates.points_denied(s, place) if side == COMMONWEALTH else 0.0)
        stays = STAYS if side == self.side == COMMONWEALTH and not s.marks[s.here[place][-1]] >> SUPPRESSED & 1 else 1.0
        return stays * estimates.assault_average(
            s, side, place, attack, attackers, self.stacks[enemy(side)][place].defence, len(s.here[place]), ground
        )

    def update_own(self, s: KerenState, places: set[int]) -> None:
        mine, foe, links = self.stacks[self.side], s.held[enemy(self.side)], s.world.ground.zoc_links
        homes = havens(s, self.side)
        for place in places:
            old = self.own.pop(place, None)
            if old is not None:
                self.sums = self.sums.plus(old, -1)
            if place in mine:
                count = len(s.here[place])
                beside = sum([foe[n] for n in links[place]])
                risk = round(FINE * self.threat.at(place, mine[place].defence))
                barred = (beside or self.threat.pinned(place)) and estimates.is_trapped(s, self.side, place)
                away = count * min([s.world.ground.distances_to(home)[place] for home in homes], default=FAR) if self.side == ITALIAN else 0
                new = Standing(count * self.map.heights[place], max(0, count - ROOM), count * risk, count if barred else 0, away)
                self.own[place] = new
                self.sums = self.sums.plus(new)

    def update_fire(self, s: KerenState, places: set[int]) -> None:
        """11.0: an enemy stack fires at one of those beside it, where it promises most."""
        mine, foes, links = self.stacks[self.side], self.stacks[enemy(self.side)], s.world.ground.zoc_links
        for place in places:
            self.under_fire -= self.fire.pop(place, 0)
            if place in foes:
                found = [self.fire_value(s, place, n) for n in links[place] if n in mine]
                if found:
                    self.fire[place] = worst = round(FINE * max(found))
                    self.under_fire += worst

    def fire_value(self, s: KerenState, place: int, at: int) -> float:
        """What fire from an enemy place at one's own units in another promises him on estimates.average (11.2)."""
        side, size = self.side, len(s.here[at])
        shot = column_of(s, self.stacks[enemy(side)][place].fire, elevation_shift(s, place, at), 0)
        back = estimates.retreat_cost(s, side, at, size, 0.15)
        worth = {"S": estimates.SUPPRESSION[side], "DR": back, "1DE": estimates.LOSS[side], "2DE": estimates.LOSS[side] * min(2, size)}
        return estimates.average(estimates.fire_chances(s, shot.column), worth)

    def best_assaults(self, side: int) -> float:
        """The worth of the assaults there are, the best first, no stack used twice."""
        total, used = 0.0, set[int]()
        for assault in sorted(self.assaults[side].values(), reverse=True):
            if used.isdisjoint(assault.beside):
                total += assault.value
                used.update(assault.beside)
        return total
