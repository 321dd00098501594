"""First fire of men and machine guns at a vehicle without armour, or at a crew with open hatches, by standing order (16, 29, 64)."""

from __future__ import annotations

from fractions import Fraction

from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ORDER_CHANCE, ORDER_RANGE, SIDES, WRECK
from amba.games.hollow.frames import Aiming
from amba.games.hollow.frames_armour import Spotted
from amba.games.hollow.rules.armour.r033_exposure import arm_of, has_shots_left
from amba.games.hollow.rules.armour.r035_raking import best_rake, open_up
from amba.games.hollow.rules.r010_odds import hurt
from amba.games.hollow.rules.r010_shots import open_fire
from amba.games.hollow.rules.r016_defensive_fire import by_order, stack_shots
from amba.games.hollow.rules.r029_targets import is_soft_target
from amba.games.hollow.state import HollowState

ANY_RANGE = 99


@rule("29", "64", "8")
def is_soft_mover(s: HollowState, vehicle: int, place: int) -> bool:
    """It is still there, no wreck, and something that small arms hurt; none of the defender's men are in its hex."""
    return s.at[vehicle] == place and not s.has(vehicle, WRECK) and is_soft_target(s, vehicle) and not s.units_at(place, 1 - s.side[vehicle])


@rule("S", "29", "64")
def open_hope(s: HollowState, at: Spotted) -> Fraction:
    """How likely the best shot of small arms is to harm it, of men of one hex or of one vehicle whom its driver knows of: by the judge of the standing orders."""
    v, side = at.vehicle, 1 - s.side[at.vehicle]
    if at.belly >= 0 or not is_soft_mover(s, v, at.place):
        return Fraction(0)
    most = s.order(side, ORDER_RANGE) or ANY_RANGE
    shots = stack_shots(s, side, at.place, (v,), most, hidden=False, is_open=True)
    barred = tuple(gun for gun in s.vehicles(side) if s.is_secret(gun) or not has_shots_left(s, at, gun, is_bullets=True))
    guns = best_rake(s, side, at.place, (v,), most, barred)
    return max([*(hurt(s, shot) for shot in shots), *([guns[0]] if guns is not None else [])], default=Fraction(0))


@rule("16", "S", "29", "64")
def watch_soft(s: HollowState, at: Spotted) -> None:
    """The likeliest shot of men of one hex, or of one vehicle's machine guns, is fired if it is as likely as the standing orders ask; then the vehicle is watched on."""
    v, side = at.vehicle, 1 - s.side[at.vehicle]
    least, most = s.order(side, ORDER_CHANCE), s.order(side, ORDER_RANGE) or ANY_RANGE
    if not least or at.belly >= 0 or not is_soft_mover(s, v, at.place):
        return
    shot = by_order(s, side, at.place, (v,))
    guns = best_rake(s, side, at.place, (v,), most, tuple(gun for gun in s.vehicles(side) if not has_shots_left(s, at, gun, is_bullets=True)))
    by_guns = guns[0] if guns is not None else Fraction(0)
    if guns is not None and 100 * by_guns >= least and (shot is None or by_guns > hurt(s, shot)):
        said(s, at._replace(fired=(*at.fired, arm_of(s, guns[1].vehicle, is_bullets=True))), side)
        open_up(s, guns[1])
    elif shot is not None:
        said(s, at, side)
        push(s, Aiming(*shot))
        open_fire(s, shot)


def said(s: HollowState, at: Spotted, side: int) -> None:
    s.do(Said("S", "by order", (SIDES[side], s.world.names.places[at.place])))
    push(s, at._replace(is_fired=1))
