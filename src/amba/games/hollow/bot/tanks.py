"""How good it is for a vehicle to stand in a hex and point at a hexspine: goals, whom it could hit there, and who could hit which of its sides. For bots; the rules never look here."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from amba.core.state import remembered
from amba.games.hollow.armoury import Armour, Ordnance
from amba.games.hollow.bot.places import draw
from amba.games.hollow.counters import DUG, MOVED, PINNED, WRECK
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.armour.r030_costs import barred_by
from amba.games.hollow.rules.armour.r032_arcs import ahead, facing_at, facing_hit, in_arc, vca
from amba.games.hollow.rules.armour.r033_to_kill import kill_items
from amba.games.hollow.rules.armour.r063_guns import arms_of, shooters
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.r007_seeing import line
from amba.games.hollow.rules.r011_modifiers import deir_protection, hillock_protection, wall_protection
from amba.games.hollow.rules.r029_vehicles import is_manned, is_mobile
from amba.games.hollow.rules.r177_victory import goal_side, goals
from amba.games.hollow.rules.r181_crews import lacks_radio
from amba.games.hollow.state import HollowState

PULL, HUNT, DREAD, FACE, CROWD = 0.8, 1.2, 1.5, 0.12, 0.25
"""What goals, likely hits, likely losses, a front to the enemy, and a comrade in the same hex are worth."""
AT_RANGE = (9, 8, 7, 6, 5, 4, 3)
"""About the number to hit, for every six hexes of range."""
KEEP_OFF = 0.15
TURRET = 0.4
"""So many of the hits strike the turret, which is all that shows of who is hull down."""
BESIDE = 0.3
"""What a comrade in the next hex is worth to a vehicle without radio."""


class Threat(NamedTuple):
    """A gun or tank of the enemy that lies open, and whether it looks upon a hex."""

    piece: int
    place: int
    ordnance: Ordnance
    is_screened: bool = False
    """Walls, lips or hillocks hide the hull of a tank from it there."""


def hit_chance(away: int) -> float:
    return at_most(AT_RANGE[min(len(AT_RANGE) - 1, away // 6)]) / 36


@cache
def kill_chance(ordnance: Ordnance, away: int, armour: Armour, is_rear: bool) -> float:
    """About how likely a hit is to destroy what has such armour there."""
    items = kill_items(ordnance, "ap", away, armour, False, is_rear, False)
    return max(0, at_most(sum_of(items) - 1)) / 36 if items else 0.0


@remembered()
def threats(s: HollowState, side: int) -> list[Threat]:
    """The enemy's guns and tanks that a side knows of."""
    open_ones = [gun for gun in shooters(s, 1 - side) if not s.is_secret(gun) and (s.is_gun(gun) or is_manned(s, gun))]
    arms = [(gun, arms_of(s, gun)) for gun in open_ones]
    return [Threat(gun, s.at[gun], s.world.armoury.ordnance[found.gun]) for gun, found in arms if found is not None]


@remembered()
def in_sight(s: HollowState, side: int, place: int) -> list[Threat]:
    """Those of them that look upon a hex, and whether only a turret would show to them there."""
    there = Viewpoint(s.field.hex_of[place], s.field.view_from(place).position, False)
    found = []
    for one in threats(s, side):
        if one.place != place and (sight := line(s, s.viewpoint(one.piece), there)).is_clear:
            hides = sight.look.b.hex == there.hex and (
                wall_protection(sight.look) > 1 or deir_protection(sight.look) or hillock_protection(sight.look)
            )
            found.append(one._replace(is_screened=bool(hides)))
    return found


def armour_at(s: HollowState, vehicle: int, facing: str) -> Armour:
    v = s.vehicle(vehicle)
    return {"front": v.front, "side": v.side, "rear": v.rear}[facing]


def dread(s: HollowState, side: int, vehicle: int, place: int, spine: int) -> float:
    """What the guns that see it there are likely to do to it."""
    found = 0.0
    for one in in_sight(s, side, place):
        away = s.field.range(one.place, place)
        facing = facing_at(s, place, spine, one.place)
        chance = hit_chance(away) * kill_chance(one.ordnance, away, armour_at(s, vehicle, facing), facing == "rear")
        found += TURRET * chance if one.is_screened else chance
    return min(1.5, found)


def hunt(s: HollowState, side: int, vehicle: int, place: int) -> float:
    """The best shot at an enemy vehicle that it would have from there: from the side, if it can be had."""
    arms = arms_of(s, vehicle)
    if arms is None:
        return 0.0
    ordnance, best = s.world.armoury.ordnance[arms.gun], 0.0
    for one in in_sight(s, side, place):
        if s.is_vehicle(one.piece):
            facing, away = facing_hit(s, one.piece, place), s.field.range(one.place, place)
            best = max(best, hit_chance(away) * kill_chance(ordnance, away, armour_at(s, one.piece, facing), facing == "rear"))
    return best


def nearest(s: HollowState, side: int, place: int) -> int:
    """Where the enemy is nearest, or else where the goals are; -1 if nowhere."""
    foes = [one.place for one in threats(s, side)] or [s.at[p] for p in s.known_counters(1 - side)] or [aim for aim in goals(s) if aim != place]
    return min(foes, key=lambda foe: (s.field.range(place, foe), foe), default=-1)


def stand(s: HollowState, side: int, vehicle: int, place: int, spine: int) -> float:
    """Everything together."""
    fixed = s.remembered(("tank stands", side, vehicle, place), lambda: worth(s, side, vehicle, place))
    foe = nearest_to(s, side, place)
    front = FACE if foe >= 0 and foe != place and in_arc(s, place, spine, foe) else 0.0
    return fixed + front - DREAD * dread(s, side, vehicle, place, spine)


def faces_foe(s: HollowState, side: int, place: int, spine: int) -> bool:
    """Whether a tank that points so there has the nearest enemy before its bow: no other way to stand is looked at."""
    foe = nearest_to(s, side, place)
    return foe < 0 or foe == place or in_arc(s, place, spine, foe)


def nearest_to(s: HollowState, side: int, place: int) -> int:
    return s.remembered(("nearest foe", side, place), lambda: nearest(s, side, place))


def worth(s: HollowState, side: int, vehicle: int, place: int) -> float:
    """What does not depend on where it points: goals, targets, cover, and not in a heap."""
    others = sum(1 for v in s.vehicles_at(place) if v != vehicle and not s.has(v, WRECK))
    men = sum(1 for unit in s.seen_at(place, side))
    cover = 0.1 * s.field.protection(place)
    return PULL * draw(s, side, place) + HUNT * hunt(s, side, vehicle, place) + cover - CROWD * others - men


def massed(s: HollowState, side: int, vehicle: int) -> float:
    """All fire at one: the enemy vehicle that most of one's own guns see comes first, so that it is the same for all of them."""
    seeing = s.remembered(("massed", side, vehicle), lambda: sum(1 for gun in shooters(s, side) if sees(s, gun, vehicle)))
    return 0.03 * min(4, seeing)


def sees(s: HollowState, gun: int, vehicle: int) -> bool:
    return line(s, s.viewpoint(gun), s.viewpoint(vehicle)).is_clear


def wants_to_drive(s: HollowState, side: int, vehicle: int) -> bool:
    """Worth looking at: armed and armoured, and either on the way to a goal, or without a target, or with its side to the enemy."""
    if s.has(vehicle, MOVED) or not is_mobile(s, vehicle) or not s.vehicle(vehicle).is_armoured:
        return False
    here = s.at[vehicle]
    if side == goal_side(s):
        left = [aim for aim in goals(s) if s.owner[aim] != side + 1]
        if left and here not in goals(s):
            return True
    foe = nearest_to(s, side, here)
    return not in_sight(s, side, here) or (foe >= 0 and foe != here and not in_arc(s, here, vca(s, vehicle), foe))


def parking(s: HollowState, side: int, vehicle: int, place: int) -> float:
    """Where a vehicle sets up: near what matters, apart from others, soft ones far from the enemy."""
    near = min((s.field.range(place, aim) for aim in goals(s)), default=0)
    crowd = 0.5 * len(s.vehicles_at(place))
    way = -KEEP_OFF * near if s.vehicle(vehicle).is_armoured else KEEP_OFF * near
    near_one = lacks_radio(s, vehicle) and any(
        lacks_radio(s, v) for there in s.field.around[place] for v in s.vehicles_at(there) if s.side[v] == side
    )
    ground = -0.5 if s.field.has(place, "sand", "hammada", "low_dune", "high_dune") else 0.0
    return way - crowd + ground + BESIDE * near_one + 0.1 * s.field.protection(place)


@remembered()
def prey(s: HollowState, side: int, vehicle: int) -> list[int]:
    """Hexes before a tank where weak infantry lies open: broken, pinned or alone, and not dug in; worth driving over."""
    v, found = s.vehicle(vehicle), []
    if not v.is_armoured or not v.is_tracked or not is_mobile(s, vehicle):
        return []
    for place in ahead(s, vehicle):
        men = s.seen_at(place, side)
        open_ones = [unit for unit in men if not s.is_secret(unit) and s.is_unit(unit)]
        fit = [unit for unit in open_ones if s.is_man(unit) and s.is_good(unit) and not s.has(unit, PINNED)]
        dug = any(s.has(unit, DUG) for unit in open_ones)
        tanks = any(s.at[other] == place for other in s.vehicles(1 - side))
        if (
            open_ones
            and len(open_ones) == len(men)
            and len(fit) <= 1
            and not dug
            and not tanks
            and not barred_by(s, vehicle, s.at[vehicle], place)[0]
        ):
            found.append(place)
    return found
