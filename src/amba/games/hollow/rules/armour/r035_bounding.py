"""Fire while driving: a vehicle that has spent points fires its gun or its machine guns on the way (35, 33.31 case C)."""

from __future__ import annotations

from collections.abc import Iterable

from amba.core.decision import Refusal
from amba.core.steps import Takes, change
from amba.games.hollow.book import rule
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.frames_armour import GunShot, Manoeuvre
from amba.games.hollow.frames_crews import PierceShot
from amba.games.hollow.orders_armour import Engage, Shell
from amba.games.hollow.orders_crews import Pierce, Rake
from amba.games.hollow.rules.armour.r033_engaging import engagement_of, engagements, refuse_engage
from amba.games.hollow.rules.armour.r033_exposure import arm_of, points_in_sight
from amba.games.hollow.rules.armour.r033_firing import fire_gun
from amba.games.hollow.rules.armour.r034_shelling import refuse_shell, shells, shot_of
from amba.games.hollow.rules.armour.r035_machine_guns import PLACES
from amba.games.hollow.rules.armour.r035_piercing import fire_pierce, piercers, refuse_pierce
from amba.games.hollow.rules.armour.r035_piercing import shot_of as pierce_shot_of
from amba.games.hollow.rules.armour.r035_raking import open_up, rakes, refuse_rake, roll_of
from amba.games.hollow.rules.armour.r063_guns import BOUNDING
from amba.games.hollow.rules.r029_vehicles import bears_arms
from amba.games.hollow.state import HollowState


def driving_fire(s: HollowState, at: Manoeuvre) -> FirePhase:
    return FirePhase(s.side[at.vehicle], "bounding")


@rule("35")
def refuse_driver(s: HollowState, at: Manoeuvre, piece: int) -> Refusal | None:
    """Only the vehicle that is driven, once it has spent points; before that it would be prep fire."""
    if piece != at.vehicle:
        return Refusal("35", "{piece} is not being driven.", {"piece": s.world.names.pieces[piece]})
    return None if s.points[at.vehicle] else Refusal("35", "It has spent no points yet: that is prep fire.")


@rule("33.31")
def in_passing(s: HollowState, at: Manoeuvre, shot: GunShot) -> GunShot:
    """The fewer points it has spent in sight of its target, the worse its aim (C1, C2)."""
    target = s.viewpoint(shot.vehicle) if shot.vehicle >= 0 else s.field.view_from(shot.place)
    return shot._replace(seen_for=points_in_sight(s, at.vehicle, target))


def arms_in(s: HollowState, vehicle: int, places: Iterable[str] = ()) -> tuple[int, ...]:
    """Which arms fire: the gun that is served, in bursts too, or machine guns, each by its place."""
    return tuple(-1 - PLACES.index(place) if place in PLACES else arm_of(s, vehicle) for place in places) or (arm_of(s, vehicle),)


@rule("33.31")
def refuse_at_once(s: HollowState, at: Manoeuvre, arms: tuple[int, ...]) -> Refusal | None:
    """What keeps its rate fires on once the vehicle has spent another point."""
    if all((arm, s.points[at.vehicle]) not in at.shots for arm in arms):
        return None
    return Refusal("33.31", "{vehicle} fires again when it has spent another point.", {"vehicle": s.world.names.pieces[at.vehicle]})


def has_shot(s: HollowState, at: Manoeuvre, arms: tuple[int, ...]) -> None:
    change(s, at._replace(shots=(*at.shots, *((arm, s.points[at.vehicle]) for arm in arms))))


def refuse_driving_engage(s: HollowState, at: Manoeuvre, a: Engage) -> Refusal | None:
    return refuse_driver(s, at, a.gun) or refuse_engage(s, driving_fire(s, at), a) or refuse_at_once(s, at, arms_in(s, at.vehicle))


def refuse_driving_shell(s: HollowState, at: Manoeuvre, a: Shell) -> Refusal | None:
    return refuse_driver(s, at, a.gun) or refuse_shell(s, driving_fire(s, at), a) or refuse_at_once(s, at, arms_in(s, at.vehicle))


def refuse_driving_rake(s: HollowState, at: Manoeuvre, a: Rake) -> Refusal | None:
    found = refuse_driver(s, at, a.vehicle) or refuse_rake(s, driving_fire(s, at), a)
    return found or refuse_at_once(s, at, arms_in(s, at.vehicle, roll_of(s, BOUNDING, a.vehicle, a.to, a.how).guns))


def bounding_engagement(s: HollowState, at: Manoeuvre, a: Engage) -> GunShot:
    return in_passing(s, at, engagement_of(s, driving_fire(s, at), a))


def bounding_shell(s: HollowState, at: Manoeuvre, a: Shell) -> GunShot:
    return in_passing(s, at, shot_of(s, driving_fire(s, at), a))


def engage_orders(s: HollowState, at: Manoeuvre) -> list[Engage]:
    v = at.vehicle
    if not bears_arms(s, v) or refuse_driver(s, at, v) is not None or refuse_at_once(s, at, arms_in(s, v)) is not None:
        return []
    return engagements(s, driving_fire(s, at), v)


def shell_orders(s: HollowState, at: Manoeuvre) -> list[Shell]:
    v = at.vehicle
    if not bears_arms(s, v) or refuse_driver(s, at, v) is not None or refuse_at_once(s, at, arms_in(s, v)) is not None:
        return []
    return shells(s, driving_fire(s, at), v)


def rake_orders(s: HollowState, at: Manoeuvre) -> list[Rake]:
    v = at.vehicle
    if not bears_arms(s, v) or refuse_driver(s, at, v) is not None:
        return []
    found = rakes(s, driving_fire(s, at), v)
    return [a for a in found if refuse_at_once(s, at, arms_in(s, v, roll_of(s, BOUNDING, v, a.to, a.how).guns)) is None] if at.shots else found


def refuse_driving_pierce(s: HollowState, at: Manoeuvre, a: Pierce) -> Refusal | None:
    found = refuse_driver(s, at, a.vehicle) or refuse_pierce(s, driving_fire(s, at), a)
    return found or refuse_at_once(s, at, arms_in(s, at.vehicle, (pierce_shot_of(s, driving_fire(s, at), a).gun,)))


@rule("33.31")
def bounding_pierce(s: HollowState, at: Manoeuvre, a: Pierce) -> PierceShot:
    return pierce_shot_of(s, driving_fire(s, at), a)._replace(seen_for=points_in_sight(s, at.vehicle, s.viewpoint(a.target)))


def pierce_orders(s: HollowState, at: Manoeuvre) -> list[Pierce]:
    if refuse_driver(s, at, at.vehicle) is not None:
        return []
    return [a for a in piercers(s, driving_fire(s, at)) if a.vehicle == at.vehicle and refuse_driving_pierce(s, at, a) is None]


def engage_driving(s: HollowState, at: Manoeuvre, a: Engage) -> None:
    has_shot(s, at, arms_in(s, at.vehicle))
    fire_gun(s, bounding_engagement(s, at, a))


def shell_driving(s: HollowState, at: Manoeuvre, a: Shell) -> None:
    has_shot(s, at, arms_in(s, at.vehicle))
    fire_gun(s, bounding_shell(s, at, a))


def rake_driving(s: HollowState, at: Manoeuvre, a: Rake) -> None:
    roll = roll_of(s, BOUNDING, a.vehicle, a.to, a.how)
    has_shot(s, at, arms_in(s, at.vehicle, roll.guns))
    open_up(s, roll)


def pierce_driving(s: HollowState, at: Manoeuvre, a: Pierce) -> None:
    shot = bounding_pierce(s, at, a)
    has_shot(s, at, arms_in(s, at.vehicle, (shot.gun,)))
    fire_pierce(s, shot)


BOUNDING_ORDERS = (
    Takes(Engage, engage_driving, refuse_driving_engage, choices=engage_orders),
    Takes(Shell, shell_driving, refuse_driving_shell, choices=shell_orders),
    Takes(Rake, rake_driving, refuse_driving_rake, choices=rake_orders),
    Takes(Pierce, pierce_driving, refuse_driving_pierce, choices=pierce_orders),
)
"""What a vehicle may fire on its way."""
