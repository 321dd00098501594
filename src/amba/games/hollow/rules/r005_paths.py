"""Where a stack can walk in one go: the cheapest way to every hex, by what its side can see, and why other hexes are out of reach."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.counters import HALF
from amba.games.hollow.field import GROUND, IN
from amba.games.hollow.frames import Hop
from amba.games.hollow.rules.common import ASSAULTING, sum_of
from amba.games.hollow.rules.r005_movement import (
    Stance,
    care_items,
    cost_from,
    entry_items,
    ground_items,
    ground_state,
    halves_of,
    is_held,
    left,
    refuse_between,
    refuse_step,
    stance_of,
)
from amba.games.hollow.rules.r055_mines import is_known, mines_at
from amba.games.hollow.rules.r110_mounts import dug_items, is_barred
from amba.games.hollow.rules.r188_wadis import may_face
from amba.games.hollow.rules.r191_works import trench_cost
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import Dust
from amba.games.hollow.state import HollowState

FAR = 40
"""More factors than any way across a map takes: to say what somebody lacks."""


class Ways(NamedTuple):
    """The factors that lead to each step, and the step before it."""

    cost: dict[Hop, int]
    before: dict[Hop, Hop]
    direct: dict[Hop, int]
    """The first steps that can be paid: to a neighbouring hex one goes straight, even if a way round were cheaper."""

    def price(self, end: Hop) -> int:
        return self.direct.get(end, self.cost[end])

    def path(self, end: Hop) -> tuple[Hop, ...]:
        """Every step from the first to this one."""
        found = [end]
        if end in self.direct:
            return (end,)
        while found[-1] in self.before:
            found.append(self.before[found[-1]])
        return tuple(reversed(found))


@rule("5", "55", "42")
def stops_there(s: HollowState, side: int, place: int) -> bool:
    """Nobody walks on by himself from a question mark of the enemy, nor from mines he knows of: what comes of them must be seen first."""
    if not s.here[place]:
        return False
    return bool(s.seen_at(place, side)) or any(is_known(s, side, work) for work in mines_at(s, place))


def ways_of(s: HollowState, units: Sequence[int], mode: str, steps: int, have: int | None = None) -> Ways:
    """Every step the stack can come to with the factors it has; kept with the position."""
    factors = left(s, units, mode) - (mode == ASSAULTING) if have is None else have
    in_hand = all(s.has(unit, HALF) for unit in units)
    key = ("ways", tuple(units), mode, bool(steps), factors, in_hand)
    return s.remembered(key, lambda: _whole(_spread(s, units, mode, steps, 2 * factors + in_hand), in_hand))


def _whole(ways: Ways, in_hand: bool) -> Ways:
    """From half factors to what is paid: halves are rounded up, and what is in hand comes off."""
    cost, direct = ({hop: (halves - in_hand + 1) // 2 for hop, halves in found.items()} for found in (ways.cost, ways.direct))
    return Ways(cost, ways.before, direct)


@rule("5", "142.71", "188.161")
def _spread(s: HollowState, units: Sequence[int], mode: str, steps: int, have: int) -> Ways:
    """Cheapest first, in half factors. One passes through hexes, never along crests; assault movement is one hex."""
    side, here, start = s.side[units[0]], s.at[units[0]], stance_of(s, units[0], units, mode)
    direct: dict[Hop, int] = {}
    before: dict[Hop, Hop] = {}
    buckets: list[list[Hop]] = [[] for _ in range(max(0, have) + 1)]
    for to, rim in _next_steps(s, here) if mode != ASSAULTING or not steps else ():
        price = _price(s, start, to, rim)
        if price <= have and not is_held(s, side, to) and refuse_between(s, units, here, to, rim, mode) is None:
            direct[to, rim] = price
            buckets[price].append((to, rim))
    cost = dict(direct)
    if mode == ASSAULTING:
        return Ways(cost, before, direct)
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            place, at_crest = node
            if at_crest or cost[node] != spent or _ends_move(s, here, place) or stops_there(s, side, place):
                continue
            position = IN if s.field.is_wadi(place) else GROUND
            dug_in = start.dug_in and _stays_dug(s, here, before, node)
            for to, rim, price in edges_of(s, place, position, start.riding, start.careful):
                total = spent + (_price(s, Stance(place, position, True), to, rim) if dug_in else price)
                if to == here or total >= cost.get((to, rim), have + 1):
                    continue
                if s.here[to]:
                    total += 0 if dug_in else 2 * sum_of([*entry_items(s, to), *care_items(s, place, to, start.careful)])
                    if total >= cost.get((to, rim), have + 1) or is_held(s, side, to) or refuse_between(s, units, place, to, rim, mode):
                        continue
                cost[to, rim] = total
                before[to, rim] = node
                buckets[total].append((to, rim))
    return Ways(cost, before, direct)


def _next_steps(s: HollowState, place: int) -> list[Hop]:
    found = [(to, False) for to in s.field.around[place]]
    return found + [(to, True) for to, _ in found if s.field.is_wadi(to)]


@rule("5", "82.1", "188.15", "188.16")
def edges_of(s: HollowState, place: int, position: str, mount: str = "", careful: bool = False) -> list[tuple[int, bool, int]]:
    """The steps the ground allows from a hex, with their price in half factors; cactus hedges are not for those who are only passing."""
    field = s.field
    dug = tuple(sum_of(dug_items(s, to, mount)) for to in field.around[place]) if mount else ()
    key = (place, position, ground_state(s), mount, careful, mount and dust(s) >= Dust.HEAVY, dug)
    known = field.tables["steps"]
    found: list[tuple[int, bool, int]] | None = known.get(key)
    if found is None:
        open_ = [
            (to, rim)
            for to, rim in _next_steps(s, place)
            if field.is_passable(place, to)
            and not field.side(place, to, "cactus_hedge")
            and (not rim or (may_face(s, to, place) and not mount))
            and not is_barred(s, place, to, mount)
        ]
        steps = [(to, rim, halves_of(ground_items(s, place, position, to, rim, mount, careful=careful))) for to, rim in open_]
        found = known.keep(key, steps)
    return found


def _price(s: HollowState, stance: Stance, to: int, rim: bool) -> int:
    return halves_of(cost_from(s, stance, to, rim))


@rule("196.3", "81.5")
def _ends_move(s: HollowState, here: int, place: int) -> bool:
    """Behind a cactus hedge, and in marsh, nobody has a factor left."""
    return s.field.has(place, "marsh") or (place in s.field.around[here] and s.field.side(here, place, "cactus_hedge"))


@rule("137.4")
def _stays_dug(s: HollowState, here: int, before: dict[Hop, Hop], node: Hop) -> bool:
    """From trench to trench one stays in them."""
    chain = [node]
    while chain[-1] in before:
        chain.append(before[chain[-1]])
    places = [here, *(place for place, _ in reversed(chain))]
    return all(trench_cost(s, (), a, b) is not None for a, b in itertools.pairwise(places))


@rule("5", "142.71")
def refuse_walk(s: HollowState, units: Sequence[int], mode: str, steps: int, to: int, rim: bool) -> Refusal | None:
    """A neighbouring hex by the rules of a step; any other if some way costs no more factors than there are."""
    if to == s.at[units[0]]:
        return Refusal("5", "{place} is where they stand.", {"place": s.world.names.places[to]})
    if to not in s.field.hex_of:
        return Refusal("5", "{place} is not on this map.", {"place": s.world.names.places[to]})
    if (to, rim) in ways_of(s, units, mode, steps).cost:
        return None
    if to in s.field.around[s.at[units[0]]] and (found := refuse_step(s, units, mode, steps, to, rim, False)) is not None:
        return found
    if mode == ASSAULTING:
        return Refusal("142.71", "Assault movement is one hex.")
    return _too_far(s, units, mode, steps, to, rim)


def _too_far(s: HollowState, units: Sequence[int], mode: str, steps: int, to: int, rim: bool) -> Refusal:
    name = {"place": s.world.names.places[to]}
    far = ways_of(s, units, mode, steps, FAR)
    if (to, rim) not in far.cost:
        if rim and not s.field.is_wadi(to):
            return Refusal("188.16", "{place} has no wadi, so it has no crest.", name)
        if is_held(s, s.side[units[0]], to):
            return Refusal("5", "An enemy unit is in {place}; only the advance goes there.", name)
        return Refusal("5", "No way that they can see through leads to {place}.", name)
    need, have = far.cost[to, rim], max(0, left(s, units, mode))
    items = tuple((s.world.names.places[place], str(far.cost[place, crest]), "5") for place, crest in far.path((to, rim)))
    return Refusal(
        "5",
        "{place} costs {need} by the cheapest way; {have} are left.",
        {**name, "need": need, "have": have},
        (*items, ("factors left", str(have), "5")),
    )
