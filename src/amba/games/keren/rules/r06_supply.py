"""6.0 Supply: paths, length, carrying, being out of it."""

from __future__ import annotations

from functools import lru_cache

from amba.core.decision import Refusal
from amba.core.event import Flipped
from amba.core.order import Done
from amba.core.state import remembered
from amba.core.steps import AskStep, Takes, leave
from amba.games.keren.book import rule
from amba.games.keren.frames import Carrying
from amba.games.keren.orders import Carry, Full
from amba.games.keren.rules.asking import asks, refuse_unit
from amba.games.keren.rules.r04_points import eliminate
from amba.games.keren.state import FIELD, KerenState, enemy
from amba.games.keren.world import BACK, COMMONWEALTH, FRONT, ITALIAN, OUT, TURNED, World
from amba.kit.reach import Reach

FULL, CARRYING = 50, 100


@rule("6.4", "6.0")
def sources(s: KerenState, side: int) -> list[int]:
    """The side's own sources that no enemy unit stands on."""
    return [place for place in s.world.sources[side] if not s.held[enemy(side)][place]]


@rule("6.1", "8.3")
def may_run_through(s: KerenState, side: int, place: int) -> bool:
    """A path enters no enemy unit's hex, and no enemy zone unless a friendly unit is there."""
    if s.held[enemy(side)][place]:
        return False
    return not s.zoc(enemy(side))[place] or bool(s.held[side][place])


def closed(s: KerenState, side: int) -> bytes:
    """Where `may_run_through` says no, for every place at once: fields of 0 and 1 taken as long numbers."""
    foe, own, zone = (int.from_bytes(field, "little") for field in (s.held[enemy(side)], s.held[side], s.zoc(enemy(side))))
    return (foe | zone & ~own).to_bytes(s.world.places, "little")


@remembered(FIELD)
@rule("6.1", "6.2")
def paths(s: KerenState, side: int) -> Reach:
    """From the sources outwards: what the way costs to every place a path can run through. The source's own hex is not paid for."""
    return trace(s.world, tuple(sources(s, side)), closed(s, side))


@lru_cache(maxsize=64)
def trace(world: World, starts: tuple[int, ...], shut: bytes) -> Reach:
    """Most moves close and open nothing, so positions in which the same is closed share their paths."""
    best = dict.fromkeys(starts, 0)
    come_from: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(CARRYING + 1)]
    buckets[0] = list(best)
    edges = world.ground.edges
    for cost, bucket in enumerate(buckets):
        for here in bucket:
            if best[here] != cost:
                continue
            for there, plain, road in edges[here]:
                total = cost + (road or plain)
                if total < best.get(there, CARRYING + 1) and not shut[there]:
                    best[there] = total
                    come_from[there] = here
                    buckets[total].append(there)
    return Reach(best, come_from)


@rule("6.2")
def path_cost(s: KerenState, unit: int) -> int | None:
    """The length of the unit's shortest path; its own hex is not paid for. None when there is no path within 100."""
    found, place = paths(s, s.side[unit]), s.at[unit]
    if place in found.cost and place not in found.come_from:
        return 0
    near = [found.cost[n] for n in s.world.ground.next_to[place] if n in found.cost]
    return min(near) if near else None


@rule("6.2", "6.3", "2.4")
def supply_length(s: KerenState, unit: int) -> int:
    """50 movement points, 100 for a unit that carries its supply."""
    return CARRYING if s.is_carrying(unit) else FULL


@rule("6.0", "6.5")
def is_in_supply(s: KerenState, unit: int) -> bool:
    cost = path_cost(s, unit)
    return cost is not None and cost <= supply_length(s, unit)


@rule("6.5", "6.6", "15.0.2")
def check(s: KerenState, side: int) -> None:
    """Only now does a unit fall out of supply or come back into it."""
    for unit in s.units(side):
        s.mark("6.5", unit, OUT, not is_in_supply(s, unit))


@rule("6.8", "4.2.3")
def last_check(s: KerenState) -> None:
    """In the last turn, when both sides have chosen who carries, units out of supply are eliminated: the Italians, and then whoever of the
    Commonwealth still has no path."""
    for side in (ITALIAN, COMMONWEALTH):
        check(s, side)
        for unit in s.units(side):
            if s.has(unit, OUT):
                eliminate(s, unit, "6.8")


@rule("6.3")
def refuse_turn(s: KerenState, at: Carrying, a: Carry | Full) -> Refusal | None:
    """What keeps a unit from taking up its carrying side, or from going back to its front."""
    found = refuse_unit(s, at.side, a.unit, "6.3")
    if found is not None:
        return found
    if not s.world.units[a.unit].may_carry:
        return Refusal("2.4", "{unit} cannot carry supply.", s.world.named(a.unit))
    if s.has(a.unit, TURNED):
        return Refusal("6.3", "{unit} has been turned in this phase and stays so for the turn.", s.world.named(a.unit))
    if s.is_carrying(a.unit) == (a.verb == "carry"):
        return Refusal("6.3", "{unit} shows that side already.", s.world.named(a.unit))
    if a.verb == "full" and s.has(a.unit, OUT):
        return Refusal("6.3", "{unit} is out of supply and may not be turned back.", s.world.named(a.unit))
    return None


@rule("6.3", "15.0.3", "5.0.1")
def turn(s: KerenState, at: Carrying, a: Carry | Full) -> None:
    """Turn a unit to or from its carrying side."""
    s.do(Flipped("6.3", a.unit, s.face[a.unit], BACK if a.verb == "carry" else FRONT))
    s.mark("6.3", a.unit, TURNED)
    # 6.2, 6.3: its allowance has changed, so its path is judged anew in the same phase.
    s.mark("6.5", a.unit, OUT, not is_in_supply(s, a.unit))


def is_somebody_short(s: KerenState) -> bool:
    """Whether the side that is asked has a unit without supply, or one that carries it: else the question may wait until one is to go far."""
    side = s.frames[-1].side
    return any(s.is_carrying(unit) or s.has(unit, OUT) or not is_in_supply(s, unit) for unit in s.units(side))


CARRYING_STEP = AskStep(
    Carrying,
    asks("carrying", "6.3", "{side}: units far from supply may carry their own, at half strength, or stop doing so; then end the phase."),
    Takes(Done, leave),
    Takes(Carry, turn, refuse_turn, candidates=lambda s, at: [Carry(unit) for unit in s.units(at.side) if s.face[unit] == FRONT]),
    Takes(Full, turn, refuse_turn, candidates=lambda s, at: [Full(unit) for unit in s.units(at.side) if s.face[unit] == BACK]),
)  # fmt: skip
