"""Who may fire at a vehicle that spends points where it is seen, and how likely that is to harm it: guns and light anti-tank weapons, machine guns at armour, men and machine guns at what has no armour or whose crew shows its heads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from amba.games.hollow.field import Viewpoint
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.orders_armour import Engage
from amba.games.hollow.orders_crews import Pierce
from amba.games.hollow.previews_armour import as_if_free
from amba.games.hollow.rules.armour.r033_engaging import AMMUNITION, engagement_of, refuse_engage
from amba.games.hollow.rules.armour.r033_exposure import points_seen
from amba.games.hollow.rules.armour.r035_piercing import main_gun, pierce_harm, refuse_pierce, shot_of
from amba.games.hollow.rules.armour.r035_raking import best_rake
from amba.games.hollow.rules.armour.r037_watching import harm
from amba.games.hollow.rules.armour.r063_guns import crew_of, shooters
from amba.games.hollow.rules.armour.r191_underbelly import sees_belly
from amba.games.hollow.rules.common import Line
from amba.games.hollow.rules.r007_seeing import is_clear
from amba.games.hollow.rules.r010_odds import hurt
from amba.games.hollow.rules.r016_defensive_fire import stack_shots
from amba.games.hollow.rules.r017_weapons import shooter
from amba.games.hollow.rules.r029_targets import is_soft_target
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

MOST = 6
"""So many of those who may fire are named; the rest are counted."""
ANY_RANGE = 99


class Watched(NamedTuple):
    """A vehicle where it may be fired at, with so many half points spent there in sight; in which hex, or on the way to which hex that sees its underside."""

    there: HollowState
    spent: int
    place: int
    is_belly: bool = False


class Firer(NamedTuple):
    """Who may fire: what it is called, in short too, by which rule, and whether at the underside."""

    name: str
    short: str
    rule: str
    is_belly: bool = False


Shots = Iterator[tuple[Firer, Fraction, int]]
"""Who, how likely the best of his shots is to harm it, and in which hex."""


def percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.1f} %"


Spent = Sequence[tuple[int, int]]
"""Hexes, and the half points that will have been spent there before."""


def seen_before(s: HollowState, vehicle: int, looker: Viewpoint, earlier: Spent) -> int:
    """The half points spent in sight of somebody, and those that will have been; none beside the map."""
    seen = points_seen(s, vehicle, looker) if s.is_on_map(vehicle) else 0
    return seen + sum(halves for place, halves in earlier if is_clear(s, looker, s.field.view_from(place)))


def gun_shots(s: HollowState, vehicle: int, watched: Sequence[Watched], earlier: Spent = ()) -> Shots:
    """Guns, vehicles with guns and light anti-tank weapons, each with the ammunition that suits best."""
    phase = FirePhase(1 - s.side[vehicle], "first")
    for gun in [gun for gun in shooters(s, phase.side) if not s.is_secret(gun) and crew_of(s, gun) >= 0]:
        looker = s.viewpoint(crew_of(s, gun))
        seen_for = seen_before(s, vehicle, looker, earlier)
        for there, spent, place, is_belly in watched:
            if not is_belly and is_clear(there, looker, there.viewpoint(vehicle)):
                seen_for += spent
            orders = [] if is_belly and not sees_belly(there, gun, vehicle, place) else orders_to(gun, vehicle)
            for order in [order for order in orders if refuse_engage(there, phase, order) is None]:
                shot = engagement_of(there, phase, order)._replace(seen_for=seen_for + spent * is_belly, belly=int(is_belly))
                yield Firer(title(s, gun), s.world.names.pieces[gun], "191.51" if is_belly else "33.3", is_belly), harm(there, shot), place


def orders_to(gun: int, vehicle: int) -> list[Engage]:
    """33.3: with every ammunition that fire by standing order knows."""
    return [Engage(gun, vehicle), *(Engage(gun, vehicle, what) for what in AMMUNITION[1:-1])]


def with_bullets(s: HollowState, vehicle: int) -> Firer:
    return Firer(f"{title(s, vehicle)} with its machine guns", s.world.names.pieces[vehicle], "35")


def bullet_shots(s: HollowState, vehicle: int, watched: Sequence[Watched], earlier: Spent = ()) -> Shots:
    """35: the machine guns that are a vehicle's main armament, at armour."""
    phase = FirePhase(1 - s.side[vehicle], "first")
    for other in [other for other in s.vehicles(phase.side) if not s.is_secret(other) and main_gun(s, other) is not None]:
        order, looker = Pierce(other, vehicle), s.viewpoint(other)
        seen_for = seen_before(s, vehicle, looker, earlier)
        for there, spent, place, is_belly in watched:
            if is_belly:
                continue
            if is_clear(there, looker, there.viewpoint(vehicle)):
                seen_for += spent
            if refuse_pierce(there, phase, order) is None:
                chance = pierce_harm(there, shot_of(there, phase, order)._replace(seen_for=seen_for))
                yield with_bullets(s, other), chance, place


def small_arms(s: HollowState, vehicle: int, watched: Sequence[Watched], earlier: Spent = ()) -> Shots:
    """29, 64: open men of one hex together, and the machine guns of one vehicle, at what has no armour or whose crew shows its heads."""
    side, names = 1 - s.side[vehicle], s.world.names.places
    gunners = [other for other in s.vehicles(side) if not s.is_secret(other)]
    for there, _, place, is_belly in watched:
        if is_belly or not is_soft_target(there, vehicle):
            continue
        if any(not s.is_secret(unit) for unit in there.units_at(place, side)):
            continue  # 8: nobody fires at a hex with men of his own in it
        there = as_if_free(there, place, 1 - side)
        for shot in stack_shots(there, side, place, (vehicle,), ANY_RANGE, hidden=False, is_open=True):
            men = f"whoever is in {names[there.at[shooter(there, shot.firers[0])]]}"
            yield Firer(men, men, "29"), hurt(there, shot), place
        for other in gunners:
            best = best_rake(there, side, place, (vehicle,), ANY_RANGE, barred=tuple(v for v in there.vehicles(side) if v != other))
            if best is not None:
                yield with_bullets(s, other), best[0], place


SHOTS = (gun_shots, bullet_shots, small_arms)


def fire_lines(s: HollowState, vehicle: int, watched: Sequence[Watched], name: str = "it") -> list[Line]:
    """Who lies open and may fire at it, by its name if it is not the one that the order is about, in which hexes, and how likely the best of these shots is to harm it: one shot, however often a gun's rate lets it fire."""
    names = s.world.names.places
    best: dict[Firer, tuple[Fraction, list[str]]] = {}
    for shots in SHOTS:
        for firer, chance, place in [shot for shot in shots(s, vehicle, watched) if shot[1]]:
            most, hexes = best.get(firer, (Fraction(0), []))
            best[firer] = max(most, chance), hexes if names[place] in hexes else [*hexes, names[place]]
    ranked = sorted(best.items(), key=lambda entry: -entry[1][0])
    found: list[Line] = []
    for firer, (chance, hexes) in ranked[:MOST]:
        where = f"at its underside on the way to {', '.join(hexes)}" if firer.is_belly else f"at {name} in {', '.join(hexes)}"
        found.append((f"{firer.name} may fire {where}", f"one shot harms up to about {percent(chance)}", firer.rule))
    return [*found, *([(f"and {len(ranked) - MOST} more may fire{'' if name == 'it' else f' at {name}'}", "", "33.3")] if len(ranked) > MOST else [])]
