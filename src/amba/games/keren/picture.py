"""What the evaluation sees of a position, place by place. For bots; the rules never look here.

A plan looks at hundreds of positions that differ by a unit or two, so a picture is made from an earlier one by what has changed. Everything in it
belongs to one place, and sums are of whole numbers: made anew or made over, it is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Self

from amba.games.keren.odds_for_bots import UNSEEN, UNSEEN_FIRE, hexes_to, is_trapped
from amba.games.keren.reserves import Marches
from amba.games.keren.rules.r14_results import havens
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.threat import threat
from amba.games.keren.world import COMMONWEALTH, ITALIAN, OUT, SUPPRESSED, World

NEAR = 2.5
"""A point hex this many hexes off is half as near as can be."""
FINE = 1000
"""Nearness and risks are counted in thousandths."""
LEVEL = 100
"""Heights are counted in hundredths of a level."""
ROOM = 3
FAR = 20
"""Hexes that count where no source is left."""
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


class Offer(NamedTuple):
    """An assault that could be made: what it promises, where, and from which places."""

    value: float
    place: int
    beside: tuple[int, ...]


class Scale:
    """What a picture needs of the map: how near each place is to each goal, how high it is, what is around it. Made when first asked for."""

    def __init__(self, world: World, goals: list[tuple[int, float]]) -> None:
        ground = world.ground
        self.world = world
        self.heights = [round(level * LEVEL) for level in ground.levels]
        self.near = [tuple(round(FINE / (1 + (ground.distance(h, goal) / NEAR) ** 2)) for goal, _ in goals) for h in range(world.places)]
        self.marches = Marches(world, [goal for goal, _ in goals])
        self._around: dict[int, tuple[int, ...]] = {}

    def around(self, place: int) -> tuple[int, ...]:
        """The places within three hexes: where a retreat may be barred from this one."""
        found = self._around.get(place)
        if found is None:
            ground, tunnel = self.world.ground, self.world.tunnel
            hexes = tuple(self.world.grid.within(ground.hex_of(place), 3))
            found = self._around[place] = (*hexes, tunnel) if ground.under_tunnel in hexes else hexes
        return found


Judge = Callable[[KerenState, "Picture", int, int, tuple[int, ...]], float]
"""What an assault of a side on a place from these places promises."""
Gauge = Callable[[KerenState, "Picture", int, int], float]
"""What the fire of the enemy in a place at one's own units in another promises him."""


class Picture:
    """One side's look at a position."""

    def __init__(self, s: KerenState, side: int, scale: Scale, judge: Judge, gauge: Gauge) -> None:
        self.side, self.scale, self.judge, self.gauge = side, scale, judge, gauge
        self.stacks: tuple[dict[int, Stack], dict[int, Stack]] = ({}, {})
        self.offers: tuple[dict[int, Offer], dict[int, Offer]] = ({}, {})
        """side that assaults -> place -> offer"""
        goals = len(scale.near[0])
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
        self.note(s)
        self.redraw(s, {s.at[unit] for owner in (COMMONWEALTH, ITALIAN) for unit in s.units(owner)})

    def note(self, s: KerenState) -> None:
        """What the picture is of."""
        self.at, self.face = s.at[:], s.face[:]
        self.status = [mark & STATUS for mark in s.marks]
        self.havens = (havens(s, COMMONWEALTH), havens(s, ITALIAN))
        self.here, self.owner, self.turn = s.here[:], s.owner[:], s.turn

    def changed(self, s: KerenState) -> set[int] | None:
        """The places that are not as in the picture; None when too much is different to say."""
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

    def made_over(self, s: KerenState, places: set[int]) -> Self:
        """The picture of another position, in which these places have changed."""
        new = object.__new__(type(self))
        new.side, new.scale, new.judge, new.gauge = self.side, self.scale, self.judge, self.gauge
        new.stacks = (self.stacks[0].copy(), self.stacks[1].copy())
        new.offers = (self.offers[0].copy(), self.offers[1].copy())
        new.presence = (self.presence[0][:], self.presence[1][:])
        new.in_time, new.for_tigu = (self.in_time[0][:], self.in_time[1][:]), self.for_tigu[:]
        new.own, new.sums, new.threat = self.own.copy(), self.sums, self.threat
        new.fire, new.under_fire = self.fire.copy(), self.under_fire
        new.redraw(s, places)
        return new

    def redraw(self, s: KerenState, places: set[int]) -> None:
        for place in places:
            self.redraw_stack(s, place)
        first, second = self.stacks
        around = {near for place in places for near in self.scale.around(place) if near in first or near in second} | places
        for owner in (COMMONWEALTH, ITALIAN):
            offers, stacks = self.offers[enemy(owner)], self.stacks[owner]
            for place in around:
                if place in stacks:
                    self.redraw_offer(s, enemy(owner), place)
                elif place in offers:
                    del offers[place]
        self.redraw_own(s, around)
        self.redraw_fire(s, around)

    def redraw_stack(self, s: KerenState, place: int) -> None:
        for owner, stacks in enumerate(self.stacks):
            old = stacks.pop(place, None)
            new = self.stack(s, owner, place) if s.held[owner][place] else None
            if new is not None:
                stacks[place] = new
            more = (new.defence if new else 0) - (old.defence if old else 0)
            if more:
                present = self.presence[owner]
                for goal, near in enumerate(self.scale.near[place]):
                    present[goal] += more * near
                self.for_tigu[owner] += more * self.scale.marches.to_tigu[owner][place]
                left, soon = s.turns - s.turn, self.in_time[owner]
                for goal, share in enumerate(self.scale.marches.in_time(left if owner == ITALIAN else min(left, 1))[place]):
                    soon[goal] += more * share

    def stack(self, s: KerenState, owner: int, place: int) -> Stack:
        """Of the enemy only the top unit is known; each one under it counts as most do."""
        units, stack = s.world.units, s.here[place]
        hidden = 0 if owner == self.side else len(stack) - 1
        seen = stack[hidden:]
        firing = [unit for unit in seen if not s.marks[unit] >> SUPPRESSED & 1]
        able = [unit for unit in firing if not units[unit].is_artillery]
        unseen = hidden * UNSEEN[owner]
        fire = sum(map(s.fire, firing)) + hidden * UNSEEN_FIRE[owner]
        return Stack(sum(map(s.assault, seen)) + unseen, sum(map(s.assault, able)) + unseen, len(able) + hidden, fire)

    def redraw_offer(self, s: KerenState, side: int, place: int) -> None:
        """What this side's stacks could do to the enemy in a place."""
        mine, offers = self.stacks[side], self.offers[side]
        beside = tuple(n for n in s.world.ground.next_to[place] if n in mine and mine[n].attack)
        value = self.judge(s, self, side, place, beside) if beside else 0.0
        if value > 0:
            offers[place] = Offer(value, place, beside)
        else:
            offers.pop(place, None)

    def redraw_own(self, s: KerenState, places: set[int]) -> None:
        mine, foe, links = self.stacks[self.side], s.held[enemy(self.side)], s.world.ground.zoc_links
        homes = havens(s, self.side)
        for place in places:
            old = self.own.pop(place, None)
            if old is not None:
                self.sums = self.sums.plus(old, -1)
            if place in mine:
                count = len(s.here[place])
                beside = sum([foe[n] for n in links[place]])
                risk = round(FINE * self.threat.at(s, place, mine[place].defence))
                barred = (beside or self.threat.pinned(s, place)) and is_trapped(s, self.side, place)
                away = count * min([hexes_to(s, home)[place] for home in homes], default=FAR) if self.side == ITALIAN else 0
                new = Standing(count * self.scale.heights[place], max(0, count - ROOM), count * risk, count if barred else 0, away)
                self.own[place] = new
                self.sums = self.sums.plus(new)

    def redraw_fire(self, s: KerenState, places: set[int]) -> None:
        """11.0: an enemy stack fires at one of those beside it, where it promises most."""
        mine, foes, links = self.stacks[self.side], self.stacks[enemy(self.side)], s.world.ground.zoc_links
        for place in places:
            self.under_fire -= self.fire.pop(place, 0)
            if place in foes:
                found = [self.gauge(s, self, place, n) for n in links[place] if n in mine]
                if found:
                    self.fire[place] = worst = round(FINE * max(found))
                    self.under_fire += worst

    def best_offers(self, side: int) -> float:
        """The worth of the assaults there are, the best first, no stack used twice."""
        total, used = 0.0, set[int]()
        for offer in sorted(self.offers[side].values(), reverse=True):
            if used.isdisjoint(offer.beside):
                total += offer.value
                used.update(offer.beside)
        return total
