"""10.0 Movement: where units can go and what it costs; 8.0 what enemy zones do to it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from amba.core.decision import Action, Refusal
from amba.core.event import Moved
from amba.games.keren.book import rule
from amba.games.keren.rules.r07_stacking import ROAD_LIMIT
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import BACK, ITALIAN, MOVED, SUPPRESSED
from amba.kit.reach import Reach

FAR = 99
REMEMBERED = 600
"""Ways that are remembered from position to position."""
BARS = 1 << SUPPRESSED | 1 << MOVED


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
    best, come_from = [FAR] * s.world.places, dict[int, int]()
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    for place, spent in starts.items():
        best[place] = spent
        if spent <= points:
            buckets[spent].append(place)
    for cost, bucket in enumerate(buckets):
        for place in bucket:
            if best[place] != cost or (zone[place] and (stopped or place not in starts)):
                continue
            for there, plain, road in edges[place]:
                total = cost + (road or plain)
                if total > points or total >= best[there] or foe[there]:
                    continue
                count = len(here[there]) + group
                if road and count > ROAD_LIMIT:
                    total = cost + plain
                if count > limit[there] or total > points or total >= best[there]:
                    continue
                best[there] = total
                come_from[there] = place
                buckets[total].append(there)
    return Reach({place: best[place] for place in (*starts, *come_from)}, come_from)


def fits(s: KerenState, place: int, group: int, side: int) -> bool:
    """Whether so many units may come into a place: no enemy, and room."""
    return not s.held[enemy(side)][place] and len(s.here[place]) + group <= s.world.ground.limit[place]


def field_for(s: KerenState, side: int) -> int:
    """All that a single unit's way depends on besides the map, eight bits for each place: enemies, their zones, hexes that are full (7.1)
    and those where the road rate is used up (7.2)."""
    key = ("field", side)
    if key not in s.fresh:
        foe, zone = (int.from_bytes(field, "little") for field in (s.held[enemy(side)], s.zoc(enemy(side))))
        room, ground = bytearray(s.world.places), s.world.ground
        for place in {s.at[unit] for unit in s.units(side)}:
            count = len(s.here[place])
            room[place] = (count >= ground.limit[place]) + 2 * (count >= ROAD_LIMIT and bool(ground.ways[place]))
        s.fresh[key] = foe | zone << 1 | int.from_bytes(room, "little") << 2
    found: int = s.fresh[key]
    return found


def remembered(s: KerenState, side: int, key: tuple[object, ...], work: Callable[[], Reach]) -> Reach:
    """What was worked out in another position, if nothing is different where it looked."""
    field, memory = field_for(s, side), s.world.reaches
    known = memory.get((side, key))
    if known is not None and not (field ^ known[0]) & known[1]:
        return known[2]
    if len(memory) >= REMEMBERED:
        memory.clear()
    found = work()
    looked_at = bytearray(s.world.places)
    for place in found.cost:
        looked_at[place] = 255
        for there in s.world.ground.next_to[place]:
            looked_at[there] = 255
    memory[side, key] = field, int.from_bytes(looked_at, "little"), found
    return found


@rule("10.0", "10.6")
def reach_of(s: KerenState, units: tuple[int, ...], spent: int = 0, points: int = 0) -> Reach:
    """Where a unit or stack on the map can go; before it has moved one hex is always open, whatever it costs."""
    start, side = s.at[units[0]], s.side[units[0]]
    total = points or min(s.movement(u) for u in units)
    # Units that start together, so many and with the same points, can go to the same places.
    key = ("reach", start, len(units), total, spent, edges_of(s, units) is s.world.ground.edges)
    if key in s.fresh:
        known: Reach = s.fresh[key]
        return known

    def work() -> Reach:
        found = spread(s, units, {start: spent}, max(total, spent), stopped=spent > 0)
        if spent == 0:
            for there, _, _ in edges_of(s, units)[start]:
                if there not in found.cost and fits(s, there, len(units), side):
                    found.cost[there] = max(total, 1)
                    found.come_from[there] = start
        return found

    s.fresh[key] = found = remembered(s, side, key, work) if len(units) == 1 else work()
    return found


@rule("10.4", "7.0")
def arrivals(s: KerenState, unit: int, hexes: frozenset[int], points: int = 0) -> Reach:
    """Where a reinforcement can come to: into an entry hex that is free of enemies and not full, and on from there.

    10.4 keeps only the Italians from entering in an enemy zone; anybody else who does stops there (8.1).
    """
    side, ground = s.side[unit], s.world.ground
    total = points or s.movement(unit)

    def work() -> Reach:
        zone = s.zoc(enemy(side))
        starts = {}
        for place in hexes:
            if (side == ITALIAN and zone[place]) or not fits(s, place, 1, side):
                continue
            by_road = side == ITALIAN and ground.ways[place] and len(s.here[place]) < ROAD_LIMIT
            starts[place] = min(1 if by_road else ground.entry[place], total)
        return spread(s, (unit,), starts, total, stopped=True)

    key = ("arrive", hexes, total, edges_of(s, (unit,)) is ground.edges)
    if key not in s.fresh:
        s.fresh[key] = work()
    found: Reach = s.fresh[key]
    return found


@rule("10.2", "14.4", "5.0.4", "5.0.6")
def why_not_move(s: KerenState, unit: int) -> Refusal | None:
    """What keeps a unit from moving in this phase."""
    card = s.world.units[unit]
    values = {"unit": card.title}
    if s.is_suppressed(unit):
        return Refusal("14.4", "{unit} is suppressed and may not move.", values)
    if s.has(unit, MOVED):
        return Refusal("10.2", "{unit} has already moved in this phase.", values)
    if card.is_artillery and s.face[unit] == BACK:
        return Refusal("5.0.4" if s.side[unit] == 0 else "5.0.6", "{unit} is on its fired side and may not move this turn.", values)
    return None


def is_movable(s: KerenState, unit: int) -> bool:
    """`why_not_move` without the reasons: menus ask it often."""
    return not s.marks[unit] & BARS and not (s.face[unit] == BACK and s.world.units[unit].is_artillery)


@rule("10.2")
def go(s: KerenState, units: tuple[int, ...], found: Reach, to: int, number: str = "10.0") -> None:
    """Take the cheapest way there; point hexes on the way change hands."""
    path = found.path(to)
    for unit in units:
        s.do(Moved(number, unit, s.at[unit], to, path))
    s.passed(units[0], path)


def bill(s: KerenState, units: tuple[int, ...], found: Reach, to: int) -> tuple[tuple[str, str, str], ...]:
    """The way hex by hex with its costs."""
    ground, names = s.world.ground, s.world.names.places
    rows = []
    path = found.path(to)
    for before, place in itertools.pairwise(path):
        price = found.cost[place] - found.cost[before]
        by_road = place in ground.ways[before] and price == 1
        what = "road or rail" if by_road else "tunnel" if place == ground.tunnel else s.world.map.terrain[place]
        rows.append((f"{names[place]} {what}", str(price), "10.3" if by_road else "10.1"))
    return tuple(rows)


def why_not_there(s: KerenState, units: tuple[int, ...], to: int, have: int, found: Reach, at_all: Callable[[], Reach]) -> Refusal:
    """Why these units cannot come to this place: `at_all` says how far they would come with points without end, if it comes to that."""
    names = s.world.names.places
    title = s.world.units[units[0]].title
    values = {"unit": title, "hex": names[to], "have": have, "group": len(units)}
    side = s.side[units[0]]
    if s.held[enemy(side)][to]:
        return Refusal("10.0", "{hex} is held by the enemy.", values, hexes=(names[to],))
    if to in found.cost and to == s.at[units[0]]:
        return Refusal("10.0", "{unit} is in {hex} already.", values)
    if not fits(s, to, len(units), side):
        values |= {"limit": s.world.ground.limit[to], "there": len(s.here[to])}
        return Refusal("7.1", "{hex} holds {there} of {limit} units: no room for {group} more.", values, hexes=(names[to],))
    wide = at_all()
    if to in wide.cost:
        values["need"] = wide.cost[to]
        path = tuple(names[p] for p in wide.path(to))
        return Refusal("10.0", "{unit} needs {need} movement points to {hex} and has {have}.", values, bill(s, units, wide, to), path)
    return Refusal(
        "8.1", "There is no way for {unit} to {hex}: enemy units and zones, full hexes or prohibited sides close it.", values, hexes=(names[to],)
    )


def destinations(s: KerenState, head: Action, start: int, found: Reach) -> list[Action]:
    names = s.world.names.places
    return [(*head, names[place]) for place in found.cost if place != start]
