"""How good a shot of a gun or of a vehicle's machine guns looks, standing or on the way, and a place where only the turret shows."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from amba.core.steps import top
from amba.games.hollow import orders_armour as orders
from amba.games.hollow.bot.tanks import DREAD, armour_at, hit_chance, in_sight, kill_chance, massed, stand, wants_to_drive
from amba.games.hollow.counters import EXPOSED, MOTION
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.frames_armour import GunAnswer, GunShot, Manoeuvre
from amba.games.hollow.frames_crews import PierceShot
from amba.games.hollow.orders_crews import Pierce, Rake
from amba.games.hollow.rules.armour.r030_costs import barred_by, entry_cost, points_left
from amba.games.hollow.rules.armour.r030_driving import START, STOP
from amba.games.hollow.rules.armour.r032_arcs import ahead_of, facing_at, vca
from amba.games.hollow.rules.armour.r033_engaging import engagement_of
from amba.games.hollow.rules.armour.r035_bounding import bounding_engagement, bounding_pierce
from amba.games.hollow.rules.armour.r035_piercing import pierce_harm, shot_of
from amba.games.hollow.rules.armour.r035_raking import rake_harm, roll_of
from amba.games.hollow.rules.armour.r037_answering import answer_shot, bullets, rake_answer
from amba.games.hollow.rules.armour.r037_watching import harm
from amba.games.hollow.rules.armour.r063_guns import crew_of
from amba.games.hollow.rules.armour.r077_manoeuvre import SEARCH
from amba.games.hollow.rules.armour.r145_ammunition import against_men
from amba.games.hollow.rules.armour.r176_checks import Passage, checks_of
from amba.games.hollow.rules.r177_victory import goal_side
from amba.games.hollow.state import HollowState

NEVER = -1.0
GOOD_SHOT = 0.25
"""How likely to harm a shot must be for an attacker to fire it instead of driving on, and for a driver to fire it on the way."""
SHOT_AT_MEN = 0.1
"""Solid shot at men hurts few."""
HOPE = 0.05
"""Less likely to hurt anybody, and a machine gun is not fired."""
SCREENED = 0.6
"""So much of what its enemies do is spared who shows only a turret."""
FINDS = {False: Fraction(1, 3), True: Fraction(1, 2)}
"""How likely a crew finds a place over one hexside of a crest at least, with hatches shut and open."""
WORTH_IT, SETTLED = 0.1, 1.0
"""What the place must be worth for the vehicle to be driven there leg by leg, and what is worth each leg that was decided on."""


def would_stay(s: HollowState, side: int, gun: int) -> bool:
    """Who attacks in a vehicle and fires first does not drive: only a good shot is worth that."""
    at = s.frames[-1]
    return isinstance(at, FirePhase) and at.kind == "prep" and s.is_vehicle(gun) and side == goal_side(s) and wants_to_drive(s, side, gun)


def shot_value(s: HollowState, side: int, gun: int, vehicle: int, chance: Fraction) -> float:
    """As much as a shot at a vehicle is likely to hurt, the more if others fire at the same; none without hope, and on the way only a good one: after the drive it is better aimed."""
    if not chance or (isinstance(s.frames[-1], Manoeuvre) and chance < GOOD_SHOT):
        return NEVER
    return (-GOOD_SHOT if would_stay(s, side, gun) else 0.3) + float(chance) + massed(s, side, vehicle)


ENGAGEMENTS: dict[type[Any], Callable[[HollowState, Any, orders.Engage], GunShot]] = {
    Manoeuvre: bounding_engagement, GunAnswer: answer_shot, FirePhase: engagement_of,
}  # fmt: skip
PIERCES: dict[type[Any], Callable[[HollowState, Any, Pierce], PierceShot]] = {Manoeuvre: bounding_pierce, GunAnswer: bullets, FirePhase: shot_of}
"""The shot that an order stands for, by the place in the sequence of play where it is given."""


def engage_value(s: HollowState, side: int, a: orders.Engage) -> float:
    at = s.frames[-1]
    shot = ENGAGEMENTS.get(type(at))
    return shot_value(s, side, a.gun, a.vehicle, harm(s, shot(s, at, a))) if shot else NEVER


def pierce_value(s: HollowState, side: int, a: Pierce) -> float:
    at = s.frames[-1]
    shot = PIERCES.get(type(at))
    return shot_value(s, side, a.vehicle, a.target, pierce_harm(s, shot(s, at, a))) if shot else NEVER


def shell_value(s: HollowState, side: int, a: orders.Shell) -> float:
    """At men rather than at nothing; over the area only where nobody is known. Solid shot if the gun is known already, for want of anything better. On the way nobody shells: it is better done from where one stops."""
    if would_stay(s, side, a.gun) or not isinstance(s.frames[-1], FirePhase):
        return NEVER
    if against_men(s, a.gun) == "ap":
        return NEVER if s.is_secret(crew_of(s, a.gun)) else SHOT_AT_MEN
    return 0.42 if a.how else 0.45


def rake_value(s: HollowState, side: int, a: Rake) -> float:
    """All machine guns at once at whom they are likeliest to hurt; bursts of the gun too, where it has no better target. On the way once the vehicle stands: they do no less then than afterwards."""
    at = s.frames[-1]
    if would_stay(s, side, a.vehicle) or (a.how and a.how not in {"cannon", "flame"}):
        return NEVER
    if isinstance(at, Manoeuvre) and s.has(a.vehicle, MOTION):
        return NEVER
    kind = at.kind if isinstance(at, FirePhase) else "bounding"
    roll = rake_answer(s, at, a) if isinstance(at, GunAnswer) else roll_of(s, kind, a.vehicle, a.to, a.how)
    chance = float(rake_harm(s, roll))
    return 0.2 + chance if chance >= HOPE else NEVER


def crest_gain(s: HollowState, side: int, vehicle: int, place: int, spine: int) -> float:
    """What it is worth to show only a turret there: the harm that is spared of enemies who are lower and look over the crest."""
    here, level = s.field.hex_of[place], s.field.level(place)
    if s.field.is_wadi(place) or s.field.ground.rise(here) or all(s.field.level(to) >= level for to in s.field.around[place]):
        return 0.0
    found = 0.0
    for one in in_sight(s, side, place):
        if s.field.level(one.place) < level and not one.is_screened:
            facing, away = facing_at(s, place, spine, one.place), s.field.range(one.place, place)
            found += hit_chance(away) * kill_chance(one.ordnance, away, armour_at(s, vehicle, facing), facing == "rear")
    return DREAD * SCREENED * float(FINDS[bool(s.has(vehicle, EXPOSED))]) * found


def crest_plan(s: HollowState, side: int, vehicle: int) -> tuple[int, float]:
    """The hex ahead where a vehicle might stand hull down behind a crest, and what that is worth; -1 where there is none worth driving to."""
    return s.remembered(("crest plan", side, vehicle), lambda: _crest_plan(s, side, vehicle))


def _crest_plan(s: HollowState, side: int, vehicle: int) -> tuple[int, float]:
    here, spine, best = s.at[vehicle], vca(s, vehicle), (-1, 0.0)
    if not s.vehicle(vehicle).is_armoured or here not in s.field.hex_of:
        return best
    start = 0 if s.has(vehicle, MOTION) else START
    for to in ahead_of(s, here, spine):
        gain = crest_gain(s, side, vehicle, to, spine)
        if gain < WORTH_IT or s.vehicles_at(to) or s.seen_at(to, side) or barred_by(s, vehicle, here, to)[0]:
            continue
        cost = start + entry_cost(s, vehicle, here, to) + SEARCH + STOP
        value = gain + stand(s, side, vehicle, to, spine) - stand(s, side, vehicle, here, spine)
        if cost <= points_left(s, vehicle) and not checks_of(s, Passage(vehicle, to, here)) and value > best[1]:
            best = (to, value)
    return best


def hull_down_value(s: HollowState, side: int, a: orders.HullDown) -> float:
    """Where enemies below look at it over the crest."""
    v = top(s, Manoeuvre).vehicle
    return SETTLED if crest_gain(s, side, v, s.at[v], vca(s, v)) >= WORTH_IT else NEVER
