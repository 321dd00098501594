"""10.0 Movement: where units can go and what it costs; 8.0 what enemy zones do to it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from amba.core.decision import Refusal
from amba.core.event import Moved
from amba.games.keren.book import rule
from amba.games.keren.rules.r04_points import take_points
from amba.games.keren.rules.r07_stacking import ROAD_LIMIT, refuse_full, room
from amba.games.keren.state import POSITION, KerenState, enemy
from amba.games.keren.world import BACK, COMMONWEALTH, ITALIAN, MOVED, SUPPRESSED, UNFIRED
from amba.kit.reach import Reach
from amba.kit.trace import flood

FAR = 999
"""More movement points than any way costs."""
SUPPRESSED_OR_MOVED = 1 << SUPPRESSED | 1 << MOVED


def edges_of(s: KerenState, units: Sequence[int]) -> list[list[tuple[int, int, int]]]:
    """10.1: the roadblock's sides are closed to the Matilda only."""
    ground = s.world.ground
    return ground.tank_edges if any(s.world.units[u].is_tank for u in units) else ground.edges


@rule("10.0", "10.1", "10.3", "7.2", "8.1", "8.4", "8.4.3", "8.5")
def spread(s: KerenState, units: Sequence[int], starts: dict[int, int], points: int, stopped: bool) -> Reach:
    """Every place these units can come to together, and the cheapest way.

    A hex is closed by enemy units and by the stacking limit; the road rate only holds where two units at most will be. Entering an enemy
    zone ends the move; leaving one does not matter.
    """
    edges, side = edges_of(s, units), s.side[units[0]]
    foe, zone = s.held[enemy(side)], s.zoc(enemy(side))
    here, limit, group = s.here, s.world.ground.limit, len(units)
    best, come_from = [points + 1] * s.world.places, dict[int, int]()
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    for place, spent in starts.items():
        if spent <= points:
            best[place] = spent
            buckets[spent].append(place)
    for cost, bucket in enumerate(buckets):
        for place in bucket:
            if best[place] != cost or (zone[place] and (stopped or place not in starts)):
                continue
            for there, plain, road in edges[place]:
                total = cost + (road or plain)
                if total >= best[there] or foe[there]:
                    continue
                count = len(here[there]) + group
                if count > limit[there]:
                    continue
                if road and count > ROAD_LIMIT:
                    total = cost + plain
                    if not plain or total >= best[there]:
                        continue
                best[there] = total
                come_from[there] = place
                buckets[total].append(there)
    return Reach({**starts, **{place: best[place] for place in come_from}}, come_from)


def fits(s: KerenState, place: int, group: int, side: int) -> bool:
    """Whether so many units may come into a place: no enemy, and room."""
    return not s.held[enemy(side)][place] and room(s, place) >= group


@rule("10.0", "10.6")
def reach_of(s: KerenState, units: tuple[int, ...], spent: int = 0, points: int = 0) -> Reach:
    """Where a unit or stack on the map can go; before it has moved one hex is always open, and paid for like any other."""
    start, side = s.at[units[0]], s.side[units[0]]
    total = points or min(s.movement(u) for u in units)
    # Units that start together, so many and with the same points, can go to the same places.
    key = ("reach", start, len(units), total, spent, edges_of(s, units) is s.world.ground.edges)
    memory = s.memory[POSITION]
    if key not in memory:
        memory[key] = found = spread(s, units, {start: spent}, max(total, spent), stopped=spent > 0)
        for there, plain, road in edges_of(s, units)[start] if spent == 0 else ():
            if there in found.cost or not fits(s, there, len(units), side):
                continue
            price = road if road and len(s.here[there]) + len(units) <= ROAD_LIMIT else plain
            if price:
                found.cost[there] = price
                found.come_from[there] = start
    known: Reach = memory[key]
    return known


@rule("10.4")
def entry_bar(s: KerenState, unit: int, place: int) -> tuple[str, str] | None:
    """What closes an entry hex to a unit, and by which rule. Only the Italians may not enter in an enemy zone; anybody else stops there (8.1)."""
    foe = enemy(s.side[unit])
    if s.held[foe][place]:
        return "held by the enemy", "10.4"
    if s.side[unit] == ITALIAN and s.zoc(foe)[place]:
        return "in an enemy zone of control", "10.4"
    return ("full", "7.1") if room(s, place) < 1 else None


@rule("10.4", "7.0")
def arrivals(s: KerenState, unit: int, hexes: frozenset[int], points: int = 0) -> Reach:
    """Where a reinforcement can come to: into an entry hex that is open to it, and on from there."""
    side, ground = s.side[unit], s.world.ground
    total = points or s.movement(unit)
    memory, key = s.memory[POSITION], ("arrive", side, hexes, total, edges_of(s, (unit,)) is ground.edges)
    if key not in memory:
        starts = {}
        for place in hexes:
            if entry_bar(s, unit, place) is None:
                by_road = side == ITALIAN and ground.ways[place] and len(s.here[place]) < ROAD_LIMIT
                starts[place] = 1 if by_road else ground.entry[place]
        memory[key] = spread(s, (unit,), starts, total, stopped=True)
    found: Reach = memory[key]
    return found


def refuse_entry(s: KerenState, unit: int, hexes: frozenset[int]) -> Refusal | None:
    """Why a reinforcement cannot enter the map anywhere: what closes each of its entry hexes."""
    names, bars = s.world.names.places, {place: entry_bar(s, unit, place) for place in sorted(hexes)}
    if None in bars.values():
        return None
    items = tuple((names[place], *found) for place, found in bars.items() if found is not None)
    return Refusal("10.4", "Every entry hex of {unit} is closed to it.", s.world.named(unit), items, tuple(names[place] for place in bars))


@rule("10.2", "14.4", "5.0.4", "5.0.6")
def bar(s: KerenState, unit: int) -> str:
    """What keeps a unit from moving in this phase; empty: nothing."""
    marks = s.marks[unit]
    if marks & SUPPRESSED_OR_MOVED:
        return "suppressed" if marks >> SUPPRESSED & 1 else "moved"
    if s.face[unit] != BACK or not s.world.units[unit].is_artillery:
        return ""
    return "" if marks >> UNFIRED & 1 and s.options["fired_guns"] == "bombarded" else "fired"


def refuse_bar(s: KerenState, unit: int) -> Refusal | None:
    """The same in a sentence."""
    found, values = bar(s, unit), s.world.named(unit)
    if found == "suppressed":
        return Refusal("14.4", "{unit} is suppressed and may not move.", values)
    if found == "moved":
        return Refusal("10.2", "{unit} has already moved in this phase.", values)
    if found == "fired":
        number = "5.0.4" if s.side[unit] == COMMONWEALTH else "5.0.6"
        return Refusal(number, "{unit} has fired and may not move this turn.", values)
    return None


@rule("10.0", "4.2.4")
def go(s: KerenState, units: tuple[int, ...], path: tuple[int, ...], number: str = "10.0") -> None:
    """Units go along a path; point hexes on the way change hands."""
    for unit in units:
        s.do(Moved(number, unit, s.at[unit], path[-1], path))
    take_points(s, units[0], path)


def bill(s: KerenState, found: Reach, to: int, units: Sequence[int]) -> tuple[tuple[str, str, str], ...]:
    """The way hex by hex with its costs; by road where there is one and no more than two units will be there (7.2)."""
    ground, names = s.world.ground, s.world.names.places
    rows = []
    path = found.path(to)
    for before, place in itertools.pairwise(path):
        price = found.cost[place] - found.cost[before]
        by_road = place in ground.ways[before] and price == 1 and len({*s.here[place], *units}) <= ROAD_LIMIT
        what = "road or rail" if by_road else "tunnel" if place == ground.tunnel else s.world.map.terrain[place]
        rows.append((f"{names[place]} {what}", str(price), "10.3" if by_road else "10.1"))
    return tuple(rows)


def refuse_destination(s: KerenState, units: tuple[int, ...], to: int, found: Reach, at_all: Callable[[], Reach]) -> Refusal | None:
    """Why these units cannot come to this place: `at_all` says how far they would come with points without end, if it comes to that."""
    names, side, here = s.world.names.places, s.side[units[0]], s.at[units[0]]
    if to in found.cost and to != here:
        return None
    values = s.world.named(units[0], to)
    if to >= s.world.places:
        return Refusal("10.0", "{hex} is not on the map.", values)
    if to == here:
        return Refusal("10.0", "{unit} is in {hex} already.", values)
    if s.held[enemy(side)][to]:
        return Refusal("10.0", "There is no entering {hex}: it is held by the enemy.", values, hexes=(names[to],))
    full = refuse_full(s, to, len(units))
    if full is not None:
        return full
    wide = at_all()
    if to in wide.cost:
        values |= {"need": wide.cost[to], "have": min(map(s.movement, units))}
        path = tuple(names[p] for p in wide.path(to))
        return Refusal("10.0", "{unit} needs {need} movement points to {hex} and has {have}.", values, bill(s, wide, to, units), path)
    return refuse_closed(s, units, [place for place in wide.cost if place not in wide.come_from], to)


@rule("10.1", "7.1", "7.2", "8.1")
def refuse_closed(s: KerenState, units: tuple[int, ...], starts: list[int], to: int) -> Refusal:
    """There is no way at all: what closes it, from what is printed on the map to what stands on it."""
    values, hexes = s.world.named(units[0], to), (s.world.names.places[to],)
    foe, edges = s.held[enemy(s.side[units[0]])], edges_of(s, units)
    is_free: list[Callable[[int], bool]] = [lambda place: True, lambda place: not foe[place], lambda place: room(s, place) >= len(units)]

    def is_joined(tests: int) -> bool:
        return to in flood(starts, lambda place: [there for there, _, _ in edges[place]], lambda place: all(free(place) for free in is_free[:tests]))

    def steps(place: int) -> list[int]:
        """Into every hex with room, and out of the tunnel only by a railway that is not filled."""
        group = len(units)
        return [
            there
            for there, plain, _ in edges[place]
            if is_free[1](there) and room(s, there) >= group and (plain or len(s.here[there]) + group <= ROAD_LIMIT)
        ]

    if not is_joined(1):
        return Refusal("10.1", "Hexsides that {unit} may not cross close every way to {hex}.", values, hexes=hexes)
    if not is_joined(2):
        return Refusal("10.0", "Enemy units close every way of {unit} to {hex}.", values, hexes=hexes)
    if not is_joined(3):
        return Refusal("7.1", "Full hexes close every way of {unit} to {hex}.", values, hexes=hexes)
    if to not in flood(starts, steps, lambda place: True):
        return Refusal("7.2", "Only the railway leads into and out of the tunnel, and by it two units at most may be in a hex.", values, hexes=hexes)
    return Refusal("8.1", "Every way of {unit} to {hex} leads through enemy zones of control, and entering one ends the move.", values, hexes=hexes)
