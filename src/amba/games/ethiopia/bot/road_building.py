"""Which headquarters builds which road, and where it has to stand for it."""

from __future__ import annotations

from amba.core.state import remembered
from amba.games.ethiopia.bot.distances import CONVOY, FAR_AWAY, march_from
from amba.games.ethiopia.bot.goals import goals
from amba.games.ethiopia.rules.r08_supply import supply_roads
from amba.games.ethiopia.rules.r11_works import road_sites
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ITALIAN, MOVED

BUILDERS = frozenset(("hq-north", "hq-ii", "hq-iii", "hq-iv", "hq-south"))
"""Headquarters that see to the roads; the others go with the troops."""
FAR_WORK, NEAR_WORK = 16, 4
"""No headquarters goes farther for a road, in a long scenario and in a short one."""
SHORT = 8


@remembered()
def road_heads(s: EthiopiaState, hq: int) -> set[int]:
    """Where this headquarters could lengthen its road next: at the end of it, or, where another is at work, two hexes on."""
    net, tracks = supply_roads(s), s.world.tracks
    others = [u for u in s.on_map(ITALIAN) if s.card(u).kind == "hq" and u != hq]
    working = [s.at[u] for u in others if not s.has(u, MOVED)]
    taken = {s.at[u] for u in others}
    found = set()
    head = road_crews(s).get(hq, -1)
    if head >= 0:
        place, last = head, best_heads(s)[head]
        if any(at in {head, last} for at in working):
            for _ in range(2):
                ahead = [n for n in tracks[place] if n != last and n not in net]
                if ahead:
                    place, last = ahead[0], place
        if place not in taken:
            found.add(place)
    return found


@remembered()
def road_crews(s: EthiopiaState) -> dict[int, int]:
    """headquarters -> the head of a road it sees to: two to each, the nearest first, so that one can build while the other walks past it.

    In a short scenario the war is decided before a road gets anywhere: only who is there already builds.
    """
    found: dict[int, int] = {}
    distance = s.world.grid.distance
    builders = [u for u in s.on_map(ITALIAN) if s.card(u).key in BUILDERS]
    far = FAR_WORK if s.world.scenarios[s.scenario].data["turns"] > SHORT else NEAR_WORK
    for _ in range(2):
        for head in best_heads(s):
            free = [u for u in builders if u not in found and distance(s.at[u], head) <= far]
            if free:
                found[min(free, key=lambda u: (distance(s.at[u], head), u))] = head
    return found


@remembered()
def track_ahead(s: EthiopiaState, hq: int) -> bool:
    """Whether a builder stands where a track can be made a road."""
    wanted = best_heads(s)
    return s.card(hq).key in BUILDERS and any(h in wanted for h in road_sites(s, hq))


@remembered()
def best_heads(s: EthiopiaState) -> dict[int, int]:
    """Where the roads that matter end, one for each goal: the next hex of its track -> the last of the road."""
    heads = {head: end for end in supply_roads(s) for head in s.world.tracks[end] if not s.is_road(head)}
    found = {}
    for goal, _ in goals(s, ITALIAN) if heads else ():
        cost = march_from(s.world, goal, CONVOY)
        head = min(heads, key=lambda h: (cost.get(h, FAR_AWAY), h))
        found[head] = heads[head]
    return found
