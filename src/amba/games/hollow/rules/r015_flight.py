"""Who has to run, how far, and where to: broken men make for the nearest cover, away from the enemy."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.counters import CREST, DUG, HALF, MELEE
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.r005_movement import cost, halves_of, refuse_way, step_items
from amba.games.hollow.rules.r007_seeing import is_clear, line
from amba.games.hollow.rules.r011_modifiers import is_covered, terrain_items
from amba.games.hollow.rules.r029_vehicles import bears_arms, enemies_driving, is_manned
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import cancels_open_ground
from amba.games.hollow.state import HollowState

FACTORS = 4
VEHICLE_RANGE = 12
"""Within so many hexes an armed vehicle has broken men under its guns."""


@rule("15", "29")
def threats(s: HollowState, side: int) -> list[int]:
    """Known enemy units that can do something: unbroken, and not tied down in close combat; and armed vehicles whose crew can fight."""
    men = [u for u in s.known_enemies(side) if s.is_good(u) and not s.has(u, MELEE)]
    return [*men, *(v for v in s.vehicles(1 - side) if bears_arms(s, v) and is_manned(s, v))]


def reach_of(s: HollowState, unit: int) -> int:
    """The printed range of a unit or of its longest weapon; of a vehicle that of the machine gun in its turret."""
    if s.is_vehicle(unit):
        return VEHICLE_RANGE
    own = 0 if s.is_leader(unit) else s.squad(unit).range
    return max([own, *(s.weapon(w).range for w in s.weapons_of(unit) if s.is_working(w))])


@rule("15", "184.1", "187.11", "190.2")
def is_exposed(s: HollowState, unit: int, foes: Sequence[int]) -> bool:
    """In open ground, in sight and normal range of an unbroken known enemy, with no wall, lip, hillock, dune crest or smoke in between."""
    if not s.field.is_open(s.at[unit]) or cancels_open_ground(dust(s)):
        return False
    return any(s.field.range(s.at[foe], s.at[unit]) <= reach_of(s, foe) and _has_in_the_open(s, foe, unit) for foe in foes)


@rule("176.32", "189.19")
def _has_in_the_open(s: HollowState, foe: int, unit: int) -> bool:
    """Nothing protects or hinders; mist and rain do not count, and height alone is no cover."""
    found = line(s, s.viewpoint(foe), s.viewpoint(unit))
    if not found.is_clear or any(hindrance.rule != "176.32" for hindrance in found.hindrances):
        return False
    return not is_covered(terrain_items(s, foe, unit))


@rule("15")
def must_rout(s: HollowState, unit: int) -> bool:
    """Broken beside a known unbroken enemy, or exposed."""
    foes = threats(s, s.side[unit])
    if any(s.field.range(s.at[foe], s.at[unit]) <= 1 for foe in foes):
        return True
    return is_exposed(s, unit, foes)


@rule("15")
def factors(s: HollowState, units: Sequence[int]) -> int:
    """4 movement factors; 6 for a leader and for those who run with one."""
    return 6 if any(s.is_leader(unit) for unit in units) else FACTORS


@rule("15")
def refuse_run(s: HollowState, units: Sequence[int], spent: int, to: int) -> Refusal | None:
    """Never towards a known enemy in sight, nor to one's side unless away from him, nor into his hex; within the factors."""
    if (found := refuse_way(s, units, to, False, NORMAL)) is not None:
        return found
    side, here = s.side[units[0]], s.at[units[0]]
    name = {"place": s.world.names.places[to]}
    if any(not s.is_secret(p) for p in s.seen_at(to, side)) or enemies_driving(s, side, to):
        return Refusal("15", "The enemy is in {place}.", name)
    need, have = cost(s, units, to), factors(s, units) - spent
    if need > have:
        return Refusal("15", "{place} costs {need}; {have} factors are left for running.", {**name, "need": need, "have": have})
    view = s.viewpoint(units[0])
    for place, post in posts(s, side):
        before, after = s.field.range(place, here), s.field.range(place, to)
        if (after < before or (after == before == 1)) and is_clear(s, post, view):
            items = (("range now", str(before), "15"), ("range there", str(after), "15"))
            return Refusal("15", "That is no way from a known enemy in sight.", {}, items, (s.world.names.places[place],))
    return None


def posts(s: HollowState, side: int) -> list[tuple[int, Viewpoint]]:
    """From where known unbroken enemies look, each place once; kept with the position."""
    return s.remembered(("posts", side), lambda: list(dict.fromkeys((s.at[u], s.viewpoint(u)) for u in lookouts(s, side))))


def lookouts(s: HollowState, side: int) -> list[int]:
    """Known enemies in good order, in close combat or not, and vehicles whose crew can fight."""
    return [*(u for u in s.known_enemies(side) if s.is_good(u)), *(foe for foe in threats(s, side) if s.is_vehicle(foe))]


def open_ways(s: HollowState, units: Sequence[int], spent: int) -> list[int]:
    """Where they could run at all."""
    return [to for to in s.field.around[s.at[units[0]]] if refuse_run(s, units, spent, to) is None]


def covers(s: HollowState, side: int) -> frozenset[int]:
    """Woods and buildings with no known unbroken enemy beside them; kept with the position."""
    if not s.field.shelters:
        return frozenset()
    near = s.remembered(("threatened", side), lambda: {s.at[foe] for foe in threats(s, side)})
    return s.remembered(("covers", side), lambda: frozenset(p for p in s.field.shelters if all(s.field.range(foe, p) > 1 for foe in near)))


@rule("15")
def nearest_cover(s: HollowState, units: Sequence[int], spent: int) -> tuple[frozenset[int], frozenset[int]]:
    """The nearest woods or building by movement factors that the men can reach, and the next hexes on the way there; nothing if there is none."""
    return s.remembered(("cover", tuple(units), spent), lambda: _nearest_cover(s, units, spent))


def _nearest_cover(s: HollowState, units: Sequence[int], spent: int) -> tuple[frozenset[int], frozenset[int]]:
    side, start = s.side[units[0]], s.at[units[0]]
    in_hand = all(s.has(unit, HALF) for unit in units)
    reach, pace = 2 * (factors(s, units) - spent) + in_hand, 1 if s.field.road_sides else 2  # in half factors; what a hex costs at least
    near_by = {place for place in covers(s, side) if 0 < s.field.range(start, place) * pace <= reach}
    if not near_by:
        return frozenset(), frozenset()
    ghost = s.loose()  # the men are tried out in every hex they can come to
    best, first = {start: 0}, {start: frozenset[int]()}
    waiting = [start]
    while waiting:
        here = min(waiting, key=lambda place: best[place])
        waiting.remove(here)
        if any(place in best and best[place] <= best[here] for place in near_by):
            break  # nothing nearer is left to be found
        paid = (best[here] - in_hand + 1) // 2
        for unit in units:
            ghost.at[unit] = here
            ghost.marks[unit] = s.marks[unit] if here == start else s.marks[unit] & ~(1 << DUG | 1 << CREST | 1 << HALF)
            ghost.marks[unit] |= (2 * paid - best[here] + in_hand) << HALF
        left_over = reach - best[here] - pace
        hopeful = [to for to in s.field.around[here] if any(s.field.range(to, place) * pace <= left_over for place in near_by)]
        for to in [to for to in hopeful if refuse_run(ghost, units, spent + paid, to) is None]:
            far = best[here] + halves_of(step_items(ghost, units, to))
            step = frozenset({to}) if here == start else first[here]
            if far < best.get(to, 99):
                best[to], first[to] = far, step
                waiting.append(to)
            elif far == best[to]:
                first[to] |= step
    goals = {place for place in best if place in near_by}
    near = min((best[place] for place in goals), default=0)
    goals = {place for place in goals if best[place] == near}
    return frozenset(goals), frozenset().union(*(first[place] for place in goals))


@rule("15")
def refuse_direction(s: HollowState, units: Sequence[int], spent: int, to: int) -> Refusal | None:
    """Broken men run to the nearest cover they can reach, and no further once they are in it."""
    here, side = s.at[units[0]], s.side[units[0]]
    if spent and here in covers(s, side):
        return Refusal("15", "They have found cover and stay there.")
    goals, steps = nearest_cover(s, units, spent)
    if not goals or to in steps:
        return None
    names = tuple(s.world.names.places[place] for place in sorted(goals))
    return Refusal("15", "They run to the nearest cover: {places}.", {"places": ", ".join(names)}, (), names)


def ways(s: HollowState, units: Sequence[int], spent: int) -> list[int]:
    return [to for to in open_ways(s, units, spent) if refuse_direction(s, units, spent, to) is None]
