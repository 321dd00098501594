"""The defender is asked about a vehicle that moves, where his standing orders say so: which gun, who with small arms, or nobody fires."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.steps import AskStep, Takes, change, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import LET_GO, ORDER_HIDDEN, ORDER_OTHERWISE, WRECK
from amba.games.hollow.frames import Aiming, FirePhase, Shot
from amba.games.hollow.frames_armour import DriveOn, GunAnswer, GunShot, Spotted
from amba.games.hollow.frames_crews import PierceShot, RakeRoll
from amba.games.hollow.frames_platoon import ImpulseFire
from amba.games.hollow.orders import FireAt, LetGo, LetPass
from amba.games.hollow.orders_armour import Engage
from amba.games.hollow.orders_crews import Pierce, Rake
from amba.games.hollow.rules.armour.r030_costs import points_text
from amba.games.hollow.rules.armour.r033_engaging import AMMUNITION, engagement_of, refuse_engage
from amba.games.hollow.rules.armour.r033_exposure import arm_of, has_shots_left, points_in_sight
from amba.games.hollow.rules.armour.r033_firing import fire_gun
from amba.games.hollow.rules.armour.r035_piercing import fire_pierce, pierce_harm, piercers, refuse_pierce, shot_of
from amba.games.hollow.rules.armour.r035_raking import HOWS, in_sight, open_up, refuse_how, refuse_raker, roll_of, why_none
from amba.games.hollow.rules.armour.r037_small_arms import is_soft_mover, open_hope
from amba.games.hollow.rules.armour.r037_watching import bullets_at, harm, shots_at
from amba.games.hollow.rules.armour.r063_guns import crew_of, shooters
from amba.games.hollow.rules.armour.r191_underbelly import sees_belly
from amba.games.hollow.rules.r008_phases import why_nobody_fires
from amba.games.hollow.rules.r009_groups import firers_for
from amba.games.hollow.rules.r010_fire_table import column
from amba.games.hollow.rules.r016_defensive_fire import HIDDEN_ASK, HOLD
from amba.games.hollow.rules.r029_targets import is_soft_target
from amba.games.hollow.state import HollowState

WORTH_ASKING = 1
"""Nobody is asked about a shot that is less likely than this, in percent, to harm the vehicle."""
MACHINE_GUNS = tuple(how for how in HOWS if how not in {"cannon", "flame"})


@rule("S", "16")
def ask_about(s: HollowState, at: Spotted) -> None:
    """Asked where the orders say so and a gun, or small arms, that the driver knows of have a shot with some hope, or at every step if the hidden units' order is to ask; not about a vehicle that was let go."""
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
    hopeful = hopeful or any(100 * pierce_harm(s, shot) >= WORTH_ASKING for shot in bullets_at(s, at) if not s.is_secret(shot.vehicle))
    if hopeful or 100 * open_hope(s, at) >= WORTH_ASKING:
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


@rule("29", "64", "191.51", "20")
def refuse_soft(s: HollowState, at: GunAnswer, place: int) -> Refusal | None:
    """Small arms hurt what moves there: it has no armour, men on top, or a crew with open hatches; and none of one's own are in its hex."""
    name = {"vehicle": s.world.names.pieces[at.vehicle]}
    if place != at.place:
        return Refusal("16", "{vehicle} is the one that moves.", name)
    if at.belly >= 0:
        return Refusal("191.51", "Now only its underside is fired at: small arms wait until it is in the next hex.")
    if not is_soft_target(s, at.vehicle):
        return Refusal("29", "{vehicle} has armour, and its hatches are shut: small arms do nothing to it.", name)
    return None if is_soft_mover(s, at.vehicle, place) else Refusal("20", "Nobody fires into a hex where his own men fight.")


def men_shot(s: HollowState, at: GunAnswer) -> Shot:
    """The shot of men at the vehicle that moves, and at nobody else there, before anybody joined."""
    return Shot(1 - s.side[at.vehicle], "first", at.place, (), (at.vehicle,))


@rule("16", "29", "64")
def refuse_men(s: HollowState, at: GunAnswer, a: FireAt) -> Refusal | None:
    """Somebody can fire at it with a whole factor."""
    if (found := refuse_soft(s, at, a.to)) is not None:
        return found
    shot = men_shot(s, at)
    return None if any(not s.is_leader(piece) for piece in firers_for(s, shot)) else why_nobody_fires(s, [shot])


def aim_men(s: HollowState, at: GunAnswer, a: FireAt) -> None:
    """Who fires is said next; then the vehicle is watched on."""
    shot = men_shot(s, at)
    pop(s)
    push(s, Spotted(at.vehicle, at.place, at.spent, at.belly, 1, at.fired))
    push(s, Aiming(*shot))


def rake_answer(s: HollowState, at: GunAnswer, a: Rake) -> RakeRoll:
    """The dice of a vehicle's machine guns at the one that moves, and at nobody else there."""
    return roll_of(s, "first", a.vehicle, a.to, a.how, (at.vehicle,))


@rule("16", "35")
def refuse_rake_answer(s: HollowState, at: GunAnswer, a: Rake) -> Refusal | None:
    """Machine guns of a vehicle that sees it, bear on it and fire with a whole factor; bursts of guns and flames are for fire phases."""
    if (found := refuse_soft(s, at, a.to)) is not None:
        return found
    if s.is_gun(a.vehicle) or a.how not in MACHINE_GUNS:
        return Refusal("16", "At what moves only machine guns fire so: bursts and flames are for the fire phases.")
    phase, name = first_fire(s, at), {"place": s.world.names.places[a.to], "vehicle": s.world.names.pieces[a.vehicle]}
    if (found := refuse_raker(s, phase.side, "first", a.vehicle) or refuse_oftener(s, at, a.vehicle, is_bullets=True)) is not None:
        return found
    if at.vehicle not in in_sight(s, a.vehicle, a.to):
        return Refusal("7", "{vehicle} does not see who is in {place}.", name)
    roll = rake_answer(s, at, a)
    if not roll.guns:
        return refuse_how(s, phase, a) or why_none(s, a, name)
    return Refusal("10", "{vehicle} would fire with less than one factor.", name) if column(roll.power) is None else None


def rakes(s: HollowState, at: GunAnswer) -> list[Rake]:
    return [Rake(vehicle, at.place, how) for vehicle in s.vehicles(1 - s.side[at.vehicle]) for how in MACHINE_GUNS]


def rake_mover(s: HollowState, at: GunAnswer, a: Rake) -> None:
    roll = rake_answer(s, at, a)
    pop(s)
    push(s, Spotted(at.vehicle, at.place, at.spent, at.belly, 1, (*at.fired, arm_of(s, a.vehicle, is_bullets=True))))
    open_up(s, roll)


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
    return Decision(1 - s.side[at.vehicle], "first fire", "16", "A vehicle moves in {place}: who fires, or let it pass.", values)


GUN_ANSWER = AskStep(
    GunAnswer,
    ask,
    Takes(Engage, fire_answer, refuse_answer, candidates=answers),
    Takes(Pierce, fire_bullets, refuse_bullets, candidates=lambda s, at: [a for a in piercers(s, first_fire(s, at)) if a.target == at.vehicle]),
    Takes(FireAt, aim_men, refuse_men, candidates=lambda _, at: [FireAt(at.place)]),
    Takes(Rake, rake_mover, refuse_rake_answer, candidates=rakes),
    Takes(LetPass, pass_by),
    Takes(LetGo, pass_by),
)
