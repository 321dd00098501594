"""A whole drive of a platoon in one order: where its leader can get to if the others keep beside it, and what each does impulse by impulse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise, product
from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.games.hollow.counters import MOTION
from amba.games.hollow.frames_platoon import Strides
from amba.games.hollow.rules.armour.r030_driving import START
from amba.games.hollow.rules.armour.r030_routes import CAUTION, Spot
from amba.games.hollow.rules.armour.r032_arcs import ahead_of, apart, vca
from amba.games.hollow.rules.armour.r181_radio import Group, is_together, left_together
from amba.games.hollow.rules.armour.r181_strides import Gait, crowding, entries, impulse_costs, stride_cost
from amba.games.hollow.state import HollowState

Formation = tuple[Spot, ...]
"""Where each vehicle of a platoon is and points, its leader first."""
STRAY = 2
"""Half points that a hex away from its place beside the leader is worth to a vehicle."""


class Halting(NamedTuple):
    """How a platoon comes to where its leader is at a spot: half points spent, falls of 36 that stop somebody, where all are, and the leader's spot before."""

    cost: int
    fear: int
    formation: Formation
    before: Spot | None


class Advance(NamedTuple):
    """One move of a whole platoon in the search: where all are then, half points, and falls of 36 that stop somebody."""

    formation: Formation
    cost: int
    fear: int


class Convoy:
    """A platoon on its way, in thought."""

    def __init__(self, s: HollowState, group: Group) -> None:
        self.s, self.group = s, group
        self.gaits = [Gait(s, v, group) for v in group]
        self.start: Formation = tuple((s.at[v], vca(s, v)) for v in group)

    def moves(self, now: Formation) -> Iterator[Advance]:
        """All turn by a hexspine, or the leader goes on and the others keep their places beside it."""
        for way in (1, -1):
            prices = [gait.turn(place) for gait, (place, _) in zip(self.gaits, now, strict=True)]
            turned = tuple((place, (spine + way) % 6) for place, spine in now)
            yield Advance(turned, max(price for price, _ in prices), sum(fear for _, fear in prices))
        (here, spine), *_ = now
        for to in ahead_of(self.s, here, spine):
            price = self.gaits[0].enter(here, to)
            if price is not None and (found := self.together(now, to, price[0])) is not None:
                yield found._replace(fear=found.fear + price[1])

    def together(self, now: Formation, to: int, price: int) -> Advance | None:
        """The leader goes to a hex; the others as it costs least and keeps them nearest to where they belong; None where they cannot keep beside it."""
        (here, spine), *others = now
        shift = self.shift(here, to)
        if (found := self.abreast(now, to, price, shift)) is not None:
            return found
        answers = [self.answers(gait, spot, shift, spine) for gait, spot in zip(self.gaits[1:], others, strict=True)]
        best: tuple[int, Advance] | None = None
        for chosen in product(*answers):
            places = [to, *(spot[0] for spot, *_ in chosen)]
            if not is_together(self.s, places):
                continue
            spots = [spot for spot, *_ in chosen]
            crowd = max(crowding(self.gaits, now, strides_to(self.group, ((to, spine), *spots)))) if len(set(places)) < len(places) else 0
            cost = max([price, *(cost for _, cost, _, _ in chosen)]) + crowd
            weight = cost + 2 * crowd + sum(CAUTION * fear + stray for _, _, fear, stray in chosen)
            if best is None or weight < best[0]:
                best = weight, Advance(((to, spine), *(spot for spot, *_ in chosen)), cost, sum(fear for _, _, fear, _ in chosen))
            if best[0] == price:
                break
        return best[1] if best is not None else None

    def abreast(self, now: Formation, to: int, price: int, shift: tuple[int, int]) -> Advance | None:
        """All go the same way, where that costs nobody more than the leader and nothing is to be feared: then nobody looks further."""
        (_, spine), *others = now
        found: list[Spot] = [(to, spine)]
        for gait, (here, points) in zip(self.gaits[1:], others, strict=True):
            wish = self.wish(here, shift)
            if wish < 0 or wish not in ahead_of(self.s, here, points):
                return None
            entry = gait.enter(here, wish)
            if entry is None or entry[0] > price or entry[1]:
                return None
            found.append((wish, points))
        return Advance(tuple(found), price, 0) if len({place for place, _ in found}) == len(found) else None

    def wish(self, here: int, shift: tuple[int, int]) -> int:
        """Where a vehicle comes to if it goes as the leader goes; -1 off the map."""
        column, y = self.s.field.hex_of[here]
        return self.s.field.index.get((column + shift[0], y + shift[1]), -1)

    def shift(self, here: int, to: int) -> tuple[int, int]:
        a, b = self.s.field.hex_of[here], self.s.field.hex_of[to]
        return b[0] - a[0], b[1] - a[1]

    def answers(self, gait: Gait, spot: Spot, shift: tuple[int, int], spine: int) -> list[tuple[Spot, int, int, int]]:
        """What one who follows may do: go the same way, hold, or go elsewhere; with half points, fear, and how far that is from its place."""
        s, (here, points) = self.s, spot
        wish = self.wish(here, shift)
        nexts = {to for way in (0, 1, -1) for to in ahead_of(s, here, (points + way) % 6)} | ({wish} if wish >= 0 else set())
        found: list[tuple[Spot, int, int, int]] = []
        for to in sorted(nexts, key=lambda to: (to != wish, to)):
            way = min(entries(s, here, to), key=lambda way: (apart(points, way), apart(way, spine), way))
            cost = stride_cost(gait, spot, to, way)
            if cost is not None:
                price = gait.enter(here, to)
                stray = 0 if to == wish else STRAY * (1 if wish < 0 else s.field.range(to, wish))
                found.append(((to, way), cost, price[1] if price is not None else 0, stray))
        return [*found, (spot, 0, 0, STRAY)]

    def spread(self, have: int) -> dict[Spot, Halting]:
        """Every spot the leader can come to within so many half points, each by its best way."""
        first = 0 if self.s.has(self.group[0], MOTION) else START
        found: dict[Spot, Halting] = {}
        queue: list[tuple[int, int, int, int, Halting]] = [(first, first, 0, 0, Halting(first, 0, self.start, None))]
        count = 0
        while queue:
            weighed, _, _, _, halting = heappop(queue)
            spot = halting.formation[0]
            if spot in found:
                continue
            found[spot] = halting
            for move in self.moves(halting.formation):
                cost = halting.cost + move.cost
                if cost <= have and move.formation[0] not in found:
                    count += 1
                    new = Halting(cost, halting.fear + move.fear, move.formation, spot)
                    heappush(queue, (weighed + move.cost + CAUTION * move.fear, cost, new.fear, count, new))
        return found


@rule("181.22", "181.221")
def platoon_reach(s: HollowState, group: Group) -> dict[Spot, Halting]:
    """Where a platoon can drive to with what points its slowest vehicle has left."""

    def work_out() -> dict[Spot, Halting]:
        have = left_together(s, group)
        return Convoy(s, group).spread(have) if have >= START else {}

    return s.remembered(("platoon reach", group), work_out)


@rule("181.22")
def can_set_out(s: HollowState, group: Group) -> bool:
    """Whether a platoon can go anywhere, or turn: asked for every menu, so only the first move is looked at."""
    have = left_together(s, group) - (0 if s.has(group[0], MOTION) else START)
    convoy = Convoy(s, group)
    return have > 0 and any(move.cost <= have for move in convoy.moves(convoy.start))


def way_together(s: HollowState, group: Group, spot: Spot) -> list[Formation]:
    """The formations from where the platoon stands to where its leader is at a spot."""
    reach = platoon_reach(s, group)
    found = [reach[spot]]
    while (before := found[-1].before) is not None:
        found.append(reach[before])
    return [halting.formation for halting in reversed(found)]


@rule("181.22")
def impulses_of(s: HollowState, group: Group, spot: Spot) -> list[Strides]:
    """The same as impulses: turns on the spot belong to the hex that is entered next, or at the end to the last one."""
    whole, marks = way_together(s, group, spot), [0]
    for i, (before, after) in enumerate(pairwise(whole)):
        if any(a[0] != b[0] for a, b in zip(before, after, strict=True)):
            marks.append(i + 1)
    last = len(whole) - 1
    marks = [*marks[:-1], last] if len(marks) > 1 else [0, last]
    return [strides_to(group, whole[b]) for a, b in pairwise(marks) if a != b]


def strides_to(group: Sequence[int], formation: Formation) -> Strides:
    return tuple((v, place, spine) for v, (place, spine) in zip(group, formation, strict=True))


def planned_costs(s: HollowState, group: Group, plan: Sequence[Strides]) -> list[tuple[int, list[int]]]:
    """What each impulse costs all of them, and what it would cost each."""
    gaits = [Gait(s, v, group) for v in group]
    spots: Formation = tuple((s.at[v], vca(s, v)) for v in group)
    found = []
    for strides in plan:
        costs = impulse_costs(gaits, spots, strides) or [0] * len(group)
        found.append((max(costs), costs))
        spots = tuple((to, spine) for _, to, spine in strides)
    return found


@rule("181.22")
def drive_cost(s: HollowState, group: Group, spot: Spot) -> int:
    """Half points that a whole drive costs each of them, with the start, impulse by impulse: all turn while they enter the next hex, so it may be less than the search for the way has reckoned."""
    first = 0 if s.has(group[0], MOTION) else START
    return first + sum(need for need, _ in planned_costs(s, group, impulses_of(s, group, spot)))
