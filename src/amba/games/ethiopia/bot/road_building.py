"""Which headquarters builds which road, and where it has to stand for it."""

from __future__ import annotations

from amba.games.ethiopia.bot.distances import CONVOY, FAR_AWAY, march_from
from amba.games.ethiopia.bot.goals import goals
from amba.games.ethiopia.rules.r08_supply import supply_roads
from amba.games.ethiopia.rules.r11_works import may_build
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ITALIAN, MOVED

BUILDERS = frozenset(("hq-north", "hq-ii", "hq-iii", "hq-iv", "hq-south"))
"""Headquarters that see to the roads; the others go with the troops."""
FAR_WORK, NEAR_WORK = 16, 4
"""No headquarters goes farther for a road, in a long scenario and in a short one."""
SHORT = 8


def road_heads(s: EthiopiaState, hq: int) -> set[int]:
    """Where this headquarters could lengthen its road next: at the end of it, or, where another is at work, two hexes on."""
    known: set[int] | None = s.remember(f"heads {hq}")
    if known is not None:
        return known
    net, tracks = supply_roads(s), s.world.tracks
    others = [u for u in s.on_map(ITALIAN) if s.card(u).kind == "hq" and u != hq]
    working = [s.at[u] for u in others if not s.has(u, MOVED)]
    taken = {s.at[u] for u in others}
    known = set()
    head = road_crews(s).get(hq, -1)
    if head >= 0:
        place, last = head, best_heads(s)[head]
        if any(at in {head, last} for at in working):
            for _ in range(2):
                ahead = [n for n in tracks[place] if n != last and n not in net]
                if ahead:
                    place, last = ahead[0], place
        if place not in taken:
            known.add(place)
    s.keep(f"heads {hq}", known)
    return known


def road_crews(s: EthiopiaState) -> dict[int, int]:
    """headquarters -> the head of a road it sees to: two to each, the nearest first, so that one can build while the other walks past it.

    In a short scenario the war is decided before a road gets anywhere: only who is there already builds.
    """
    known: dict[int, int] | None = s.remember("crews")
    if known is None:
        known = {}
        distance = s.world.grid.distance
        builders = [u for u in s.on_map(ITALIAN) if s.card(u).key in BUILDERS]
        far = FAR_WORK if s.world.scenarios[s.scenario].data["turns"] > SHORT else NEAR_WORK
        for _ in range(2):
            for head in best_heads(s):
                free = [u for u in builders if u not in known and distance(s.at[u], head) <= far]
                if free:
                    known[min(free, key=lambda u: (distance(s.at[u], head), u))] = head
        s.keep("crews", known)
    return known


def track_ahead(s: EthiopiaState, hq: int) -> bool:
    """Whether a builder stands where a track can be made a road."""
    if s.card(hq).key not in BUILDERS:
        return False
    known: bool | None = s.remember(f"track {hq}")
    if known is None:
        wanted = best_heads(s)
        known = bool(s.keep(f"track {hq}", any(h in wanted for h in may_build(s, hq))))
    return known


def best_heads(s: EthiopiaState) -> dict[int, int]:
    """Where the roads that matter end, one for each goal: the next hex of its track -> the last of the road."""
    known: dict[int, int] | None = s.remember("best heads")
    if known is None:
        heads = {head: end for end in supply_roads(s) for head in s.world.tracks[end] if not s.is_road(head)}
        known = {}
        for goal, _ in goals(s, ITALIAN) if heads else ():
            cost = march_from(s.world, goal, CONVOY)
            head = min(heads, key=lambda h: (cost.get(h, FAR_AWAY), h))
            known[head] = heads[head]
        s.keep("best heads", known)
    return known
