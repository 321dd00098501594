"""First fire at vehicles: guns and armed vehicles of the defender fire by standing order at one that spends movement points in their sight."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.armoury import Ordnance
from amba.games.hollow.book import rule
from amba.games.hollow.counters import HIDDEN, ORDER_CHANCE, ORDER_HIDDEN, ORDER_RANGE, SIDES, WRECK
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.frames_armour import GunShot, Spotted
from amba.games.hollow.frames_crews import PierceShot
from amba.games.hollow.orders_armour import Engage
from amba.games.hollow.rules.armour.r033_engaging import (
    AMMUNITION,
    engagement_of,
    facing_met,
    kill_result,
    meets_armour,
    more_rolls,
    refuse_engage,
    vehicle_hit_items,
    vehicle_kill_items,
)
from amba.games.hollow.rules.armour.r033_exposure import arm_of, has_shots_left, points_in_sight
from amba.games.hollow.rules.armour.r033_firing import fire_gun, in_motion
from amba.games.hollow.rules.armour.r033_to_hit import Hit, is_multiple_hit, may_hit_by_chance, part_shown, read_hit
from amba.games.hollow.rules.armour.r033_to_kill import MAYBE_SHOCKED, NOTHING
from amba.games.hollow.rules.armour.r034_shelling import CHANCES, SNAKE_EYES
from amba.games.hollow.rules.armour.r035_piercing import fire_pierce, pierce_harm, piercers, refuse_pierce, shot_of
from amba.games.hollow.rules.armour.r035_second_guns import man_fresh_guns
from amba.games.hollow.rules.armour.r063_guns import crew_of, ordnance_of, shooters
from amba.games.hollow.rules.armour.r077_hull_down import hull_down
from amba.games.hollow.rules.armour.r145_ammunition import depletion
from amba.games.hollow.rules.armour.r191_underbelly import sees_belly
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.dice import FACES, SUMS, at_most
from amba.games.hollow.rules.r029_vehicles import crew_nerve
from amba.games.hollow.rules.r194_air import dust_dice
from amba.games.hollow.state import HollowState

FIRE_TOO = 1
"""The order of hidden units to fire like the others."""


CASES = 36
"""How many cases two dice have."""


Cases = tuple[tuple[tuple[Hit, bool, str], int], ...]
"""Hits that are alike, each with whether it is a double one and the facing that the dice have found, and how often."""


@cache
def hits_of(
    number: int, modifier: int, most: int, moves: bool, thirds: tuple[int, ...], gun: Ordnance, facings: tuple[str, ...]
) -> tuple[Cases, int]:
    """What two dice, and the third of the dust, may do: the hits, and how often only chance can hit."""
    cases: dict[tuple[Hit, bool, str], int] = {}
    by_chance = 0
    for coloured, white, extra in product(FACES, FACES, thirds):
        if most and coloured + white > most:
            continue
        if coloured + white == SNAKE_EYES and may_hit_by_chance(number, modifier + extra, moves):
            by_chance += 1
            continue
        hit = read_hit("vehicle", number, modifier + extra, coloured, white, moves)
        if hit.hits:
            key = hit, is_multiple_hit(gun, coloured, white), facings[coloured - 1]
            cases[key] = cases.get(key, 0) + 1
    return tuple(cases.items()), by_chance


@rule("33.3", "33.4", "145", "194.71", "66")
def harm(s: HollowState, shot: GunShot) -> Fraction:
    """How likely a shot is to burn, destroy, immobilise or shock a vehicle, by every roll that it can call for: dust, ammunition that is not there, hits by chance, second rolls to kill and the check of a crew that may be shocked."""
    number, modifier = (sum_of(items) for items in vehicle_hit_items(s, shot))
    most, moves, thirds = depletion(s, shot.gun, shot.ammunition), in_motion(s, shot.gun), tuple(dust_dice(s))
    facings = tuple(facing_met(s, shot, coloured) for coloured in FACES)
    cases, by_chance = hits_of(number, modifier, most, moves, thirds, ordnance_of(s, shot.gun), facings)
    found = sum((times * hurts(s, shot, *case) for case, times in cases), Fraction(0))
    plain = shot._replace(belly=0)
    lucky = sum((hurts(s, plain, hit, False, facing_met(s, plain, 1)) for hit in CHANCES), Fraction(0)) / len(FACES) if by_chance else Fraction(0)
    return (found + by_chance * lucky) / (CASES * len(thirds))


@cache
def lowest_of(rolls: int) -> tuple[tuple[int, Fraction], ...]:
    """The lowest of so many rolls of two dice, with its chance."""
    more = {dice: (CASES - at_most(dice)) ** rolls for dice, _ in ((1, 0), *SUMS)}
    return tuple((dice, Fraction(more[dice - 1] - more[dice], CASES**rolls)) for dice, _ in SUMS)


@rule("33.4", "66")
def hurts(s: HollowState, shot: GunShot, hit: Hit, is_double: bool, facing: str = "") -> Fraction:
    """How likely a hit does something to the vehicle or its crew; as `strike_vehicle` and the rolls after it have it."""
    is_down = not shot.belly and bool(hull_down(s, crew_of(s, shot.gun), shot.vehicle))
    hit = part_shown(hit, is_down)
    if not hit.hits:
        return Fraction(0)
    if shot.ammunition == "tracks":
        return Fraction(0 if hit.is_turret else 1)
    belly = bool(shot.belly) and hit.is_turret
    is_turret = hit.is_turret and not belly
    items = vehicle_kill_items(s, shot.gun, shot.vehicle, shot.ammunition, is_turret, hit.is_critical or belly, facing)
    need, rolls = sum_of(items) if items else None, 1 + more_rolls(s, shot, is_double)
    fails = Fraction(CASES - at_most(crew_nerve(s, shot.vehicle)), CASES)
    found, armoured = Fraction(0), meets_armour(s, shot.gun, shot.vehicle, is_turret, facing)
    for dice, chance in lowest_of(rolls):
        result = kill_result(s, shot.vehicle, need, dice, shot.ammunition, is_turret, armoured)
        found += 0 if result == NOTHING else chance * fails if result == MAYBE_SHOCKED else chance
    return found


def shots_at(s: HollowState, at: Spotted) -> Iterator[GunShot]:
    """What the defender could fire at the vehicle now, with each gun's best ammunition first."""
    side = 1 - s.side[at.vehicle]
    phase, most = FirePhase(side, "first"), s.order(side, ORDER_RANGE) or 99
    for gun in shooters(s, side):
        if s.field.range(s.at[gun], at.place) > most or crew_of(s, gun) < 0 or not has_shots_left(s, at, gun):
            continue
        if s.has(crew_of(s, gun), HIDDEN) and s.order(side, ORDER_HIDDEN) != FIRE_TOO:
            continue
        for order in (Engage(gun, at.vehicle), *(Engage(gun, at.vehicle, what) for what in AMMUNITION[1:-1])):
            if refuse_engage(s, phase, order) is None and (at.belly < 0 or sees_belly(s, gun, at.vehicle, at.belly)):
                seen_for = points_in_sight(s, at.vehicle, s.viewpoint(crew_of(s, gun)), at.spent)
                yield engagement_of(s, phase, order)._replace(seen_for=seen_for, belly=int(at.belly >= 0))


@rule("16", "S", "176.74")
def watch_vehicle(s: HollowState, at: Spotted) -> None:
    """The likeliest shot is fired if it is as likely as the side's standing orders ask; then the vehicle is watched on."""
    side = 1 - s.side[at.vehicle]
    least = s.order(side, ORDER_CHANCE)
    if not least or s.at[at.vehicle] != at.place or s.has(at.vehicle, WRECK):
        return
    man_fresh_guns(s, side)
    best = max(((harm(s, shot), -shot.gun, shot) for shot in shots_at(s, at)), default=None)
    bullets = max(((pierce_harm(s, shot), -shot.vehicle, shot) for shot in bullets_at(s, at)), default=None)
    chance = max(best[0] if best is not None else Fraction(0), bullets[0] if bullets is not None else Fraction(0))
    if 100 * chance < least or not chance:
        return
    s.do(Said("S", "by order", (SIDES[side], s.world.names.places[at.place])))
    if best is not None and best[0] == chance:
        push(s, at._replace(is_fired=1, fired=(*at.fired, arm_of(s, best[2].gun))))
        fire_gun(s, best[2])
    elif bullets is not None:
        push(s, at._replace(is_fired=1, fired=(*at.fired, arm_of(s, bullets[2].vehicle, is_bullets=True))))
        fire_pierce(s, bullets[2])


@rule("35", "16")
def bullets_at(s: HollowState, at: Spotted) -> Iterator[PierceShot]:
    """The machine guns that are a vehicle's main armament, at armour that moves; they see no belly."""
    side = 1 - s.side[at.vehicle]
    phase, most = FirePhase(side, "first"), s.order(side, ORDER_RANGE) or 99
    if at.belly >= 0 or not s.vehicle(at.vehicle).is_armoured:
        return
    for order in [order for order in piercers(s, phase) if order.target == at.vehicle]:
        near = s.field.range(s.at[order.vehicle], at.place) <= most and has_shots_left(s, at, order.vehicle, is_bullets=True)
        if near and refuse_pierce(s, phase, order) is None:
            yield shot_of(s, phase, order)._replace(seen_for=points_in_sight(s, at.vehicle, s.viewpoint(order.vehicle), at.spent))
