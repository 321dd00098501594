"""The defender is asked about a vehicle that moves, where his standing orders say so: which gun fires, or none."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.steps import AskStep, Takes, change, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import LET_GO, ORDER_HIDDEN, ORDER_OTHERWISE, WRECK
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.frames_armour import DriveOn, GunAnswer, GunShot, Spotted
from amba.games.hollow.frames_crews import PierceShot
from amba.games.hollow.frames_platoon import ImpulseFire
from amba.games.hollow.orders import LetGo, LetPass
from amba.games.hollow.orders_armour import Engage
from amba.games.hollow.orders_crews import Pierce
from amba.games.hollow.rules.armour.r030_costs import points_text
from amba.games.hollow.rules.armour.r033_engaging import AMMUNITION, engagement_of, refuse_engage
from amba.games.hollow.rules.armour.r033_exposure import arm_of, has_shots_left, points_in_sight
from amba.games.hollow.rules.armour.r033_firing import fire_gun
from amba.games.hollow.rules.armour.r035_piercing import fire_pierce, pierce_harm, piercers, refuse_pierce, shot_of
from amba.games.hollow.rules.armour.r037_watching import bullets_at, harm, shots_at
from amba.games.hollow.rules.armour.r063_guns import crew_of, shooters
from amba.games.hollow.rules.armour.r191_underbelly import sees_belly
from amba.games.hollow.rules.r016_defensive_fire import HIDDEN_ASK, HOLD
from amba.games.hollow.state import HollowState

WORTH_ASKING = 1
"""Nobody is asked about a shot that is less likely than this, in percent, to harm the vehicle."""


@rule("S", "16")
def ask_about(s: HollowState, at: Spotted) -> None:
    """Asked where the orders say so and a gun that the driver knows of has a shot with some hope, or at every step if the hidden units' order is to ask; not about a vehicle that was let go."""
    side = 1 - s.side[at.vehicle]
    if s.has(at.vehicle, LET_GO) or s.at[at.vehicle] != at.place or s.has(at.vehicle, WRECK):
        return
    if s.order(side, ORDER_HIDDEN) == HIDDEN_ASK:  # whether there is anybody who could fire: else the pause would betray him
        push(s, GunAnswer(at.vehicle, at.place, at.spent, at.belly, at.is_fired, at.fired))
        return
    if s.order(side, ORDER_OTHERWISE) == HOLD:
        return
    open_shots = (shot for shot in shots_at(s, at) if not s.is_secret(shot.gun))
    hopeful = any(100 * harm(s, shot) >= WORTH_ASKING for shot in open_shots)
    if hopeful or any(100 * pierce_harm(s, shot) >= WORTH_ASKING for shot in bullets_at(s, at)):
        push(s, GunAnswer(at.vehicle, at.place, at.spent, at.belly, at.is_fired, at.fired))


def first_fire(s: HollowState, at: GunAnswer) -> FirePhase:
    return FirePhase(1 - s.side[at.vehicle], "first")


def answer_shot(s: HollowState, at: GunAnswer, a: Engage) -> GunShot:
    """The shot at a vehicle that has spent so many points in sight."""
    seen_for = points_in_sight(s, at.vehicle, s.viewpoint(crew_of(s, a.gun)), at.spent)
    return engagement_of(s, first_fire(s, at), a)._replace(seen_for=seen_for, belly=int(at.belly >= 0))


@rule("16", "33.3")
def refuse_oftener(s: HollowState, at: GunAnswer, shooter: int, is_bullets: bool = False) -> Refusal | None:
    """One gun fires at a vehicle no oftener than it has spent points."""
    if has_shots_left(s, at, shooter, is_bullets):
        return None
    values = {"gun": s.world.names.pieces[shooter], "vehicle": s.world.names.pieces[at.vehicle]}
    items = (("points spent", points_text(at.spent), "30"), ("shots", str(at.fired.count(arm_of(s, shooter, is_bullets))), "16"))
    return Refusal("16", "{gun} has fired at {vehicle} once for each point that {vehicle} has spent.", values, items)


@rule("16", "63")
def refuse_answer(s: HollowState, at: GunAnswer, a: Engage) -> Refusal | None:
    """A gun that may fire at the vehicle that moves."""
    if a.vehicle != at.vehicle:
        return Refusal("16", "{vehicle} is the one that moves.", {"vehicle": s.world.names.pieces[at.vehicle]})
    found = refuse_engage(s, first_fire(s, at), a) or refuse_oftener(s, at, a.gun)
    if found is None and at.belly >= 0 and not sees_belly(s, a.gun, at.vehicle, at.belly):
        return Refusal("191.51", "Only who sees its underside fires at it now.")
    return found


def answers(s: HollowState, at: GunAnswer) -> list[Engage]:
    return [Engage(gun, at.vehicle, what) for gun in shooters(s, first_fire(s, at).side) for what in AMMUNITION]


def fire_answer(s: HollowState, at: GunAnswer, a: Engage) -> None:
    shot = answer_shot(s, at, a)
    pop(s)
    push(s, Spotted(at.vehicle, at.place, at.spent, at.belly, 1, (*at.fired, arm_of(s, a.gun))))
    fire_gun(s, shot)


@rule("16", "35")
def refuse_bullets(s: HollowState, at: GunAnswer, a: Pierce) -> Refusal | None:
    """A machine gun that is a vehicle's main armament, at the armour that moves."""
    if a.target != at.vehicle or at.belly >= 0:
        return Refusal("16", "{vehicle} is the one that moves.", {"vehicle": s.world.names.pieces[at.vehicle]})
    return refuse_pierce(s, first_fire(s, at), a) or refuse_oftener(s, at, a.vehicle, is_bullets=True)


def bullets(s: HollowState, at: GunAnswer, a: Pierce) -> PierceShot:
    return shot_of(s, first_fire(s, at), a)._replace(seen_for=points_in_sight(s, at.vehicle, s.viewpoint(a.vehicle), at.spent))


def fire_bullets(s: HollowState, at: GunAnswer, a: Pierce) -> None:
    shot = bullets(s, at, a)
    pop(s)
    push(s, Spotted(at.vehicle, at.place, at.spent, at.belly, 1, (*at.fired, arm_of(s, a.vehicle, is_bullets=True))))
    fire_pierce(s, shot)


def pass_by(s: HollowState, at: GunAnswer, a: LetPass | LetGo) -> None:
    """It goes on; if it was fired at before, whoever drives it is asked."""
    pop(s)
    if isinstance(a, LetGo):
        s.mark("S", at.vehicle, LET_GO)
    below = s.frames[-1]
    if at.is_fired and isinstance(below, DriveOn | ImpulseFire):
        change(s, below._replace(is_stopped=1))


def ask(s: HollowState, at: GunAnswer) -> Decision:
    values = {"place": s.world.names.places[at.place]}
    return Decision(1 - s.side[at.vehicle], "first fire", "16", "A vehicle moves in {place}: which gun fires, or let it pass.", values)


GUN_ANSWER = AskStep(
    GunAnswer,
    ask,
    Takes(Engage, fire_answer, refuse_answer, candidates=answers),
    Takes(Pierce, fire_bullets, refuse_bullets, candidates=lambda s, at: [a for a in piercers(s, first_fire(s, at)) if a.target == at.vehicle]),
    Takes(LetPass, pass_by),
    Takes(LetGo, pass_by),
)
