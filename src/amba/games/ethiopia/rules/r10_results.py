"""10.7 to 10.11: what a result does, with Gordon's choice of losses (G5)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Decision, Refusal
from amba.core.event import Marked, Moved
from amba.core.order import Done
from amba.core.steps import AskStep, AutoStep, Takes, change, leave, pop, push
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import Advancing, AskChoice, Choice, FallBack, Losing, PickAdvance, PickLoss, Resolve, Units
from amba.games.ethiopia.orders import Advance, Lose, Retreat, TakeLosses
from amba.games.ethiopia.rules.gordon import vacated
from amba.games.ethiopia.rules.losses import abandoned, eliminate, lose_point
from amba.games.ethiopia.rules.r05_stacking import refuse_to_end
from amba.games.ethiopia.rules.r07_movement import pass_through
from amba.games.ethiopia.rules.r10_combat import defenders, is_beside, may_march_in, titles
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ENGAGED, SIDES, counted


@rule("10.7")
def resolve(s: EthiopiaState, at: Resolve) -> None:
    """Lay out what has to be done, the advance last."""
    side, target, found = at.side, at.target, at.result
    pop(s)
    beside = tuple(u for u in at.joined if is_beside(s, u, target))
    facing = tuple(defenders(s, target, side))
    if found == "ENG":
        engage(s, (*beside, *facing))
    elif found == "AE":
        eliminate_all(s, side, exposed(s, at.joined, target), "10.7")
    elif found[0] == "A":
        push(s, Choice(side, int(found[1:]), at.joined, target, 1))
    elif found != "C":
        push(s, Advancing(side, target, beside))
        if found == "EX":
            exchange(s, side, exposed(s, at.joined, target), facing)
        elif found == "DE":
            eliminate_all(s, 1 - side, (*facing, *s.commanders(target, 1 - side)), "10.7")
        else:
            push(s, Choice(1 - side, int(found[1:]), facing, target, 0))


def eliminate_all(s: EthiopiaState, side: int, units: Units, number: str) -> None:
    """These units of a side, and then the entrenchments that nobody holds any more."""
    places = {s.at[u] for u in units}
    for unit in units:
        eliminate(s, unit, number)
    for place in sorted(places):
        abandoned(s, place, side)


@rule("10.7", "10.9", "G2.a")
def exposed(s: EthiopiaState, joined: Units, target: int) -> Units:
    """Whom elimination and exchange strike: all who attacked; in another reading guns two hexes away are out of it."""
    if s.options["distant-guns"] == "share":
        return joined
    return tuple(u for u in joined if is_beside(s, u, target))


@rule("10.10")
def engage(s: EthiopiaState, units: Units) -> None:
    """Both sides are locked."""
    for unit in units:
        if unit < s.world.fighting and not s.has(unit, ENGAGED):
            s.do(Marked("10.10", unit, ENGAGED, 1))


@rule("10.9", "G5.c")
def exchange(s: EthiopiaState, side: int, joined: Units, facing: Units) -> None:
    """The side with fewer points loses all, the other at least as many; there is no retreat instead."""
    need = min(sum(s.strength(u) for u in joined), sum(s.strength(u) for u in facing))
    push(s, Losing(side, need, joined, "10.9"))
    push(s, Losing(1 - side, need, facing, "10.9"))


@rule("G5.a")
def may_take_losses(s: EthiopiaState, units: Sequence[int], hexes: int) -> bool:
    """Losses may be chosen by a force that has as many points and could retreat; a garrison alone cannot, so it has nothing to choose."""
    return s.is_on("gordon5") and any(u < s.world.fighting for u in units) and sum(s.strength(u) for u in units) >= hexes


@rule("G5.a", "G5.b")
def choose_or_fall_back(s: EthiopiaState, at: Choice) -> None:
    """Retreat, or lose at least as many points; wholly, and now."""
    pop(s)
    if may_take_losses(s, at.units, at.hexes):
        push(s, AskChoice(at.side, at.hexes, at.units, at.target, at.attacking))
    else:
        push(s, FallBack(at.side, at.hexes, at.units, at.target, at.attacking))


def ask_choice(s: EthiopiaState, at: AskChoice) -> Decision:
    far, lost = counted(at.hexes, "hex"), counted(at.hexes, "strength point")
    values = {"side": SIDES[at.side].title(), "far": far, "lost": lost, "hex": s.world.place_title(at.target)}
    return Decision(at.side, "choice", "G5.a", "{side}: retreat {far}, or lose {lost} in the fight at {hex}?", values)


def choose_retreat(s: EthiopiaState, at: AskChoice, a: Retreat) -> None:
    pop(s)
    push(s, FallBack(at.side, at.hexes, at.units, at.target, at.attacking))


def choose_losses(s: EthiopiaState, at: AskChoice, a: TakeLosses) -> None:
    pop(s)
    push(s, Losing(at.side, at.hexes, at.units, "G5.a"))


@rule("10.9", "1.3")
def lose_points(s: EthiopiaState, at: Losing) -> None:
    """Automatic when all is lost or one unit is left, else the owner picks."""
    alive = tuple(u for u in at.units if is_alive(s, u))
    if at.points <= 0 or not alive:
        pop(s)
    elif sum(s.strength(u) for u in alive) <= at.points:
        pop(s)
        eliminate_all(s, at.side, alive, at.rule)
    elif len(alive) == 1:
        change(s, Losing(at.side, at.points - 1, alive, at.rule))
        lose_point(s, alive[0], at.rule)
    else:
        change(s, PickLoss(at.side, at.points, alive, at.rule))


def is_alive(s: EthiopiaState, piece: int) -> bool:
    return s.at[piece] < s.world.hexes and s.strength(piece) > 0


def ask_loss(s: EthiopiaState, at: PickLoss) -> Decision:
    values = {"side": SIDES[at.side].title(), "need": at.points}
    return Decision(at.side, "losses", at.rule, "{side}: {need} strength points to lose. Which unit loses one?", values)


def refuse_loss(s: EthiopiaState, at: PickLoss, a: Lose) -> Refusal | None:
    if a.unit in at.units:
        return None
    values = {"unit": s.card(a.unit).title, "who": titles(s, at.units)}
    return Refusal(at.rule, "{unit} loses no points here; one of these does: {who}.", values)


def lose(s: EthiopiaState, at: PickLoss, a: Lose) -> None:
    place = s.at[a.unit]
    change(s, Losing(at.side, at.points - 1, at.units, at.rule))
    lose_point(s, a.unit, at.rule)
    abandoned(s, place, at.side)


@rule("10.11")
def begin_advance(s: EthiopiaState, at: Advancing) -> None:
    """When the hex is empty of defenders, attackers beside it may go in."""
    able = any(refuse_advance(s, at, order) is None for order in advance_candidates(s, at))
    if able and not s.held[1 - at.side][at.target]:
        change(s, PickAdvance(at.side, at.target, at.units))
    else:
        pop(s)


def ask_advance(s: EthiopiaState, at: PickAdvance) -> Decision:
    values = {"side": SIDES[at.side].title(), "hex": s.world.place_title(at.target)}
    return Decision(at.side, "advance", "10.11", "{side}: advance into {hex}, or stay.", values)


def advance_candidates(s: EthiopiaState, at: Advancing | PickAdvance) -> list[Advance]:
    commanders = [u for h in s.world.around[at.target] for u in s.commanders(h, at.side)]
    return [Advance(u) for u in (*at.units, *commanders)]


@rule("10.11", "3.1")
def refuse_advance(s: EthiopiaState, at: Advancing | PickAdvance, a: Advance) -> Refusal | None:
    """Attackers beside the hex that could march in and find room, and commanders from their hexes once one is there."""
    values = {"unit": s.card(a.unit).title, "hex": s.world.names.places[at.target]}
    here = s.at[a.unit]
    if here == at.target:
        return Refusal("10.11", "{unit} is in {hex} already.", values)
    if here >= s.world.hexes:
        return Refusal("10.11", "{unit} is not on the map.", values)
    if a.unit in at.units:
        if not s.card(a.unit).move:
            return Refusal("3.1", "{unit} is a post on the frontier and does not march.", values)
        if not may_march_in(s, a.unit, at.target):
            return Refusal("10.11", "{unit} cannot march into {hex} by its way of marching.", values)
        found = refuse_to_end(s, a.unit, at.target)
        return None if found is None else found._replace(rule="10.11")
    if not s.card(a.unit).is_command or s.card(a.unit).side != at.side:
        return Refusal("10.11", "{unit} was not among the attackers beside {hex}.", values)
    if here not in s.world.around[at.target] or not any(u in s.here[here] for u in at.units):
        return Refusal("10.11", "{unit} is with none of the attackers beside {hex}.", values)
    if not s.held[at.side][at.target]:
        return Refusal("10.11", "{unit} may follow once a combat unit is in {hex}.", values)
    return None


def advance(s: EthiopiaState, at: PickAdvance, a: Advance) -> None:
    origin = s.at[a.unit]
    change(s, Advancing(at.side, at.target, at.units, 1))
    s.do(Moved("10.11", a.unit, origin, at.target, (origin, at.target)))
    if s.card(a.unit).is_combat:
        pass_through(s, at.target, at.side)
        vacated(s, origin, at.side)


RESULT_STEPS = (
    AutoStep(Resolve, resolve),
    AutoStep(Choice, choose_or_fall_back),
    AskStep(AskChoice, ask_choice, Takes(Retreat, choose_retreat), Takes(TakeLosses, choose_losses)),
    AutoStep(Losing, lose_points),
    AskStep(PickLoss, ask_loss, Takes(Lose, lose, refuse_loss, candidates=lambda s, at: [Lose(unit) for unit in at.units])),
    AutoStep(Advancing, begin_advance),
    AskStep(PickAdvance, ask_advance, Takes(Done, leave), Takes(Advance, advance, refuse_advance, candidates=advance_candidates)),
)
