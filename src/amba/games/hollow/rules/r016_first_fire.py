"""Defensive fire during the enemy's movement: by standing order, or as the defender answers who is asked (16)."""

from __future__ import annotations

from amba.core.decision import Decision
from amba.core.event import Said
from amba.core.steps import AskStep, AutoStep, Takes, change, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import LET_GO, SIDES
from amba.games.hollow.frames import AfterStep, Aiming, Answering, Pieces, Shot, Watching
from amba.games.hollow.orders import LetGo, LetPass, Shoot
from amba.games.hollow.rules.r009_groups import proposed, shot_of
from amba.games.hollow.rules.r009_joining import JOINING, refuse_shoot
from amba.games.hollow.rules.r010_shots import open_fire
from amba.games.hollow.rules.r016_standing_orders import StandingOrder, by_order, give_order, is_asked, standing_orders
from amba.games.hollow.state import HollowState


@rule("16")
def targets_left(s: HollowState, at: Watching) -> Pieces:
    """Movers in the hex, those too who have just been pinned or broken there."""
    return tuple(u for u in at.units if s.at[u] == at.place)


@rule("16")
def run_watching(s: HollowState, at: Watching) -> None:
    """The defender's men watch a step: they fire by order, or he is asked."""
    targets = targets_left(s, at)
    if not targets:
        watched(s, at.fired)
        return
    side = 1 - s.side[targets[0]]
    shot = by_order(s, side, at.place, targets)
    if shot is not None:
        s.do(Said("S", "by order", (SIDES[side], s.world.names.places[at.place])))
        fire_at_step(s, at, shot)
    elif is_asked(s, side, at.place, targets):
        change(s, Answering(at.place, targets, (), at.fired))
    else:
        watched(s, at.fired)


def fire_at_step(s: HollowState, at: Watching | Answering, shot: Shot) -> None:
    """The shot is fired; then the step is watched on."""
    change(s, Watching(at.place, at.units, True))
    push(s, Aiming(*shot))
    open_fire(s, shot)


def watched(s: HollowState, fired: bool) -> None:
    """The step is over for the defender; men under fire do not simply walk on."""
    pop(s)
    below = s.frames[-1]
    if fired and isinstance(below, AfterStep):
        change(s, below._replace(interrupted=True))


@rule("16", "S")
def ask_answer(s: HollowState, at: Answering) -> Decision:
    """The defender is asked."""
    place = {"place": s.world.names.places[at.place]}
    return Decision(1 - s.side[at.units[0]], "first fire", "16", "The enemy moves in {place}: fire, or let him pass.", place)


def shoot(s: HollowState, at: Answering, a: Shoot) -> None:
    fire_at_step(s, at, proposed(s, shot_of(s, at)))


def let_pass(s: HollowState, at: Answering, a: LetPass) -> None:
    watched(s, at.fired)


@rule("S")
def let_go(s: HollowState, at: Answering, a: LetGo) -> None:
    """Nobody is asked about these men again."""
    for unit in at.units:
        s.mark("S", unit, LET_GO)
    watched(s, at.fired)


def give_order_now(s: HollowState, at: Answering, a: StandingOrder) -> None:
    """The step is looked at anew, by the new orders."""
    give_order(s, at, a)
    change(s, Watching(at.place, at.units, at.fired))


WATCHING = AutoStep(Watching, run_watching)
ANSWERING = AskStep(
    Answering,
    ask_answer,
    *JOINING,
    Takes(Shoot, shoot, refuse_shoot),
    Takes(LetPass, let_pass),
    Takes(LetGo, let_go),
    *standing_orders(give_order_now),
)
