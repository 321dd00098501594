"""Where a stack could go in a movement phase, gesture by gesture, and what it risks on the way. For bots; the rules refuse what is not allowed.

Costs are reckoned roughly here: a way that the rules do not allow is simply not taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from amba.core.decision import Action
from amba.core.evaluation import Way
from amba.games.hollow.advice_places import goal_side, standing
from amba.games.hollow.glance import arms, by_range, watch
from amba.games.hollow.rules import hooks
from amba.games.hollow.rules.r004_reinforcements import arriving, entries
from amba.games.hollow.rules.r005_movement import ASSAULTING, NORMAL, allowance, ground_state, left, refuse_mover
from amba.games.hollow.rules.r006_stacking import SQUADS, UNITS, crowd
from amba.games.hollow.rules.r055_mines import mines_at
from amba.games.hollow.rules.r177_victory import value
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import DUG

WALKING = ("go", "rim", "minimum", "assault", "double", "crest", "down", "shelter", "join", "take", "drop")
"""Everything that may be done on the march besides halting."""
LOOKED_AT = 5
"""The most promising ends of a way that are looked at closely, for each stack."""
AIM = 0.4
"""What a good target counts beside a good place."""
MINED = 3.0
"""What a minefield on the way is taken to cost, in squads' worth of harm."""
LESS_UPRIGHT = 0.65
"""Assault movement draws this share of the fire."""

MOVEMENT = 2
"""Which of a side's eight phases it is."""

Trail = tuple[int, ...]


def phases_left(s: HollowState, side: int) -> int:
    """Movement phases a side still has after the present phase."""
    own = MOVEMENT if side == s.plan.first else MOVEMENT + 8
    return min(s.plan.turns, s.plan.turns - s.turn + (1 if s.phase < own else 0))


def patience(s: HollowState) -> float:
    """1 at the start, a third at the end: how much men count beside ground."""
    return 0.35 + 0.65 * phases_left(s, goal_side(s)) / s.plan.turns


def ways(s: HollowState, side: int, kind: str) -> Sequence[Way] | None:
    """The ways of everybody who may move, or of the stack that is on the march. None where pieces are moved by single gestures."""
    if kind == "movement":
        return [*(way for movers in groups(s, side) for way in of_group(s, side, movers)), *of_arrivals(s, side)]
    if kind == "walk":
        return of_march(s, side)
    return None


def groups(s: HollowState, side: int) -> list[tuple[int, ...]]:
    """Stacks that may set out: a leader with the men of his hex, and everybody by himself."""
    frame = s.frames[-1]
    stayed: Sequence[int] = frame[2] if len(frame) > 2 else ()
    spots: dict[object, list[int]] = {}
    for unit in s.units(side):
        if unit not in stayed and refuse_mover(s, side, unit) is None:
            spots.setdefault(s.viewpoint(unit), []).append(unit)
    found: list[tuple[int, ...]] = []
    for units in spots.values():
        leaders = sorted((u for u in units if s.is_leader(u)), key=lambda u: s.leader(u).leadership)
        men = [u for u in units if s.is_man(u)]
        if leaders and men:
            found.append((leaders[0], *men[:3]))
        found += [(unit,) for unit in (*men, *(leaders[1:] if men else leaders))]
    return found


def of_group(s: HollowState, side: int, movers: tuple[int, ...]) -> list[Way]:
    names = s.world.names
    start: list[Action] = [("move", names.pieces[movers[0]]), *(("join", names.pieces[u]) for u in movers[1:])]
    most = min(allowance(s, unit, movers, NORMAL) - s.points[unit] for unit in movers)
    found = []
    for trail in trails(s, side, movers, most):
        steps: list[Action] = [("go", names.places[place]) for place in trail]
        upright = len(trail) > 1 or step_cost(s, movers, s.at[movers[0]], trail[0], True) >= most
        gestures = [*start, *steps, ("halt",)] if upright else [*start, ("assault",), *steps]
        risk = -hazard(s, side, movers, trail, upright)
        found.append(Way(names.pieces[movers[0]], trail[-1], tuple(gestures), risk))
    return found


def of_march(s: HollowState, side: int) -> list[Way]:
    """How the stack on the march could go on."""
    _, movers, mode, steps, _, _ = s.frames[-1]
    names = s.world.names
    if mode not in {NORMAL, ASSAULTING}:
        return []
    most = left(s, movers, mode) - (1 if mode == ASSAULTING else 0)
    found = []
    for trail in trails(s, side, movers, most):
        if mode == ASSAULTING and (len(trail) > 1 or steps):
            continue
        gestures: list[Action] = [("go", names.places[place]) for place in trail]
        if mode == NORMAL:
            gestures.append(("halt",))
        found.append(Way(names.pieces[movers[0]], trail[-1], tuple(gestures), -hazard(s, side, movers, trail, mode == NORMAL)))
    return found


def of_arrivals(s: HollowState, side: int) -> list[Way]:
    """Reinforcements come on where it is best, and go no further this turn."""
    found = []
    for unit in arriving(s, side):
        head = ("enter", s.world.names.pieces[unit])
        doors = [(standing(s, side, s.world.names.place[a[2]]), a) for a in entries(s, side, head)]
        doors.sort(key=lambda door: -door[0])
        found += [Way(head[1], s.world.names.place[a[2]], (a, ("go", a[2]), ("halt",)), 0.5) for _, a in doors[:LOOKED_AT]]
    return found


def trails(s: HollowState, side: int, movers: tuple[int, ...], most: int) -> list[Trail]:
    """The best ends within reach and the safest short way to each: good places, places with good targets, and the best that nobody watches."""
    found = reach(s, side, movers, most)
    if not found:
        return []
    guard, reach_of = watch(s, side), firepower(s, movers)
    plain = {place: standing(s, side, place) for place in found}
    armed = sorted(found, key=lambda place: -plain[place] - AIM * guard.prospect(4 * place, reach_of))
    unseen = [place for place in armed if not guard.at(4 * place)[0]]
    chosen = dict.fromkeys([*armed[:3], max(found, key=plain.__getitem__), *unseen[:1], *armed[3:5]])
    return [found[place] for place in list(chosen)[:LOOKED_AT]]


def firepower(s: HollowState, movers: Sequence[int]) -> tuple[float, ...]:
    """What the movers fire with, by range."""
    return by_range(tuple(sorted(part for unit in movers if s.is_man(unit) for part in arms(s, unit))))


def reach(s: HollowState, side: int, movers: tuple[int, ...], most: int) -> dict[int, Trail]:
    """place -> the hexes on the way to it, for all that the movers' factors allow."""
    here = s.at[movers[0]]
    guard, field = watch(s, side), s.field
    best: dict[int, float] = {here: 0.0}
    found: dict[int, Trail] = {}
    queue: list[tuple[float, int, int, Trail]] = [(0.0, 0, here, ())]
    while queue:
        dread, spent, place, trail = heappop(queue)
        if dread > best[place]:
            continue
        for to in field.around[place]:
            if to == here or is_barred(s, side, movers, place, to):
                continue
            cost = spent + step_cost(s, movers, place, to, place == here)
            # Every factor counts a little, so that of two safe ways the shorter is taken.
            total = dread + guard.at(4 * to)[1] + 0.01 * cost
            if cost <= most and total < best.get(to, 99.0):
                best[to] = total
                found[to] = (*trail, to)
                heappush(queue, (total, cost, to, found[to]))
    return {place: trail for place, trail in found.items() if has_room(s, side, movers, place)}


def has_room(s: HollowState, side: int, movers: Iterable[int], place: int) -> bool:
    units, squads = crowd(s, place, side, movers)
    return units <= UNITS and squads <= SQUADS


def is_barred(s: HollowState, side: int, movers: tuple[int, ...], here: int, to: int) -> bool:
    """Cliffs, wire, and wherever an enemy counter lies."""
    return (
        not s.field.is_passable(here, to) or bool(s.here[to] and s.seen_at(to, side)) or hooks.may_not_enter(s, movers, here, to, False) is not None
    )


def step_cost(s: HollowState, movers: Sequence[int], here: int, to: int, first: bool) -> int:
    """Factors for a step, as the rules have it on open ground, hillsides and in wadis."""
    field = s.field
    base = field.base_cost(here, to, ground_state(s))
    climb = max(1, base - field.hexside_cost(here, to))
    along = field.is_wadi(here) and field.is_wadi(to) and field.side(here, to, "wadi", "wadi_join")
    up = field.level(to) > field.level(here) or (field.is_wadi(here) and not along)
    down = field.is_wadi(to) and not along
    return base + (climb if up else 0) + (1 if down else 0) + (1 if first and s.has(movers[0], DUG) else 0)


def hazard(s: HollowState, side: int, movers: Sequence[int], trail: Trail, upright: bool) -> float:
    """What the enemy's fire at the move is likely to cost: the worst step in full, the others by a third, since who has fired has fired."""
    guard = watch(s, side)
    steps = [guard.at(4 * place)[1] + (MINED if mines_at(s, place) else 0.0) for place in trail]
    worst = max(steps)
    share = worst + 0.33 * (sum(steps) - worst)
    return patience(s) * share * (1.0 if upright else LESS_UPRIGHT) * sum(value(s, unit) for unit in movers)
