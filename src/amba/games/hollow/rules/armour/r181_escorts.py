"""Men who go along beneath vehicles of a platoon: armoured assault in impulses (181.22, note 23)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.steps import Takes, change, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ESCORT, MOVED
from amba.games.hollow.frames import Pieces
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.frames_platoon import Platoon
from amba.games.hollow.orders_crews import Escort
from amba.games.hollow.rules.armour.r023_escorts import climb_along, keep_up, pace_cost, refuse_escort, refuse_pace
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.r005_movement import left, pay, posture_after, step_items
from amba.games.hollow.rules.r042_concealment import lose_cover
from amba.games.hollow.state import HollowState


def men_of(at: Platoon, vehicle: int) -> Pieces:
    """Who goes along beneath a vehicle."""
    return tuple(unit for unit, beneath in zip(at.escort, at.beneath, strict=True) if beneath == vehicle)


def pace_of(at: Platoon, vehicle: int) -> int:
    """The movement factors its men have left, or had when they were left behind; -1 where it goes alone."""
    return dict(at.paces).get(vehicle, -1)


def with_men(at: Platoon, vehicle: int) -> Manoeuvre:
    """One of the platoon, as the chapter of armoured assault knows it."""
    return Manoeuvre(vehicle, escort=men_of(at, vehicle), pace=pace_of(at, vehicle))


def cannot_follow(s: HollowState, at: Platoon, vehicle: int, to: int) -> Refusal | None:
    """Why the men beneath a vehicle could not come along to a hex."""
    return refuse_pace(s, with_men(at, vehicle), to) if pace_of(at, vehicle) >= 0 else None


def host_of(s: HollowState, at: Platoon, unit: int) -> int:
    """The vehicle of the platoon beneath which a unit stands; -1 where there is none."""
    return next((v for v in at.vehicles if s.at[v] == s.at[unit]), -1)


@rule("181.22", "N 23")
def refuse_company(s: HollowState, at: Platoon, a: Escort) -> Refusal | None:
    """Men beneath a vehicle of the platoon, before it sets out."""
    host = host_of(s, at, a.unit)
    if host < 0:
        return Refusal("N 23", "{unit} is beneath no vehicle of the platoon.", {"unit": s.world.names.pieces[a.unit]})
    if at.told:
        return Refusal("181.22", "The impulse has begun: drive it first.")
    return refuse_escort(s, with_men(at, host), a)


def take_along(s: HollowState, at: Platoon, a: Escort) -> None:
    """The slowest of them sets the pace."""
    host = host_of(s, at, a.unit)
    pace = left(s, (*men_of(at, host), a.unit), NORMAL)
    paces = {**dict(at.paces), host: pace}
    change(s, at._replace(escort=(*at.escort, a.unit), beneath=(*at.beneath, host), paces=tuple(paces.items())))


@rule("181.22", "N 23", "142.71")
def come_along(s: HollowState, vehicle: int, to: int, how: str = "") -> None:
    """The men go with the vehicle, to a crest too, but nobody into an overrun; mines and the enemy's eyes meet them when the impulse is over."""
    at = top(s, Platoon)
    if pace_of(at, vehicle) < 0:
        return
    rim, here = how.startswith("edge"), s.at[vehicle]
    men = () if how == "overrun" else men_of(at, vehicle)
    need = pace_cost(s, with_men(at, vehicle), to, rim)
    price = step_items(s, men, to, rim) if men else ()
    for unit in men:
        s.mark("N 23", unit, MOVED)
        s.mark("N 23", unit, ESCORT)
        pay(s, "N 23", unit, list(price))
        s.march("N 23", unit, to)
        posture_after(s, unit, to, rim, here)
    lose_cover(s, men)
    paces = {**dict(at.paces), vehicle: pace_of(at, vehicle) - need}
    change(s, top(s, Platoon)._replace(paces=tuple(paces.items())))


@rule("181.22", "N 23", "188.161")
def climb_with(s: HollowState, vehicle: int, factors: int) -> None:
    """Up to the crest of their hex, and down from it, too."""
    at = top(s, Platoon)
    if pace_of(at, vehicle) < 0:
        return
    climb_along(s, men_of(at, vehicle), vehicle, factors)
    paces = {**dict(at.paces), vehicle: pace_of(at, vehicle) - factors}
    change(s, top(s, Platoon)._replace(paces=tuple(paces.items())))


def keep_company(s: HollowState, at: Platoon) -> Platoon:
    """The platoon with those men who are still with their vehicle and on their feet."""
    if not at.escort:
        return at
    still = [(unit, v) for unit, v in zip(at.escort, at.beneath, strict=True) if v in at.vehicles and keep_up(s, (unit,), v)]
    return at._replace(escort=tuple(unit for unit, _ in still), beneath=tuple(v for _, v in still))


def below(s: HollowState, at: Platoon) -> list[Escort]:
    side = s.side[at.vehicles[0]]
    return [Escort(unit) for place in dict.fromkeys(s.at[v] for v in at.vehicles) for unit in s.units_at(place, side)]


COMPANY_ORDER: Takes[HollowState, Platoon, Escort] = Takes(Escort, take_along, refuse_company, candidates=below)
