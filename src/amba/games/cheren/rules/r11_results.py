"""11.6 to 11.9: losses, retreat or stand, push, advance."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.event import Marked, Moved, Said, Tracked
from amba.core.steps import AskStep, AutoStep, Takes, change, leave, pop, push, top
from amba.games.cheren.book import rule
from amba.games.cheren.frames import Advancing, AskPush, Loss, PickAdvance, PickStand, Resolve, Retreating, StandOrGo
from amba.games.cheren.orders import Advance, Hold, Play, Push, Retreat, Stand, Stay
from amba.games.cheren.rules.losses import RETREATING, SHELTERED, living, retreats
from amba.games.cheren.rules.r05_chits import play_chit, playable, refuse_chit
from amba.games.cheren.rules.r09_movement import BARS, bar, take_control
from amba.games.cheren.rules.standing_orders import RESULT, RETREAT, obeys
from amba.games.cheren.rules.standing_orders import STAND as STAND_BY_ORDER
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import COMMITTED, HURT, ITALIAN, SIDES

DEFENDER, STAND, ATTACKER, PUSH, ADVANCE = range(5)
STOOD, PUSHED = 1, 2


@rule("11.5", "11.6", "11.7", "11.8", "11.9")
def resolve(s: CherenState, at: Resolve) -> None:
    """The result of an attack, stage by stage, the defender first."""
    remaining = tuple(unit for unit in living(s, at.defenders) if s.at[unit] == at.target)
    change(s, at._replace(stage=at.stage + 1))
    if at.stage == DEFENDER:
        push(s, Loss(1 - at.side, at.lost_there, at.defenders, "11.6", RETREATING if at.retreat else SHELTERED))
    elif at.stage == STAND:
        if at.retreat and remaining:
            push(s, StandOrGo(1 - at.side, remaining))
    elif at.stage == ATTACKER:
        push(s, Loss(at.side, at.lost, at.units, "11.6", SHELTERED))
    elif at.stage == PUSH:
        if may_push(s, at) and remaining and living(s, at.units):
            push(s, AskPush(at.side, at.target, at.units, remaining))
    elif at.stage == ADVANCE:
        if not remaining:
            push(s, Advancing(at.side, at.target, at.units))
    else:
        close(s)


def close(s: CherenState) -> None:
    """The attack is over."""
    for unit in range(s.world.first_chit):
        if s.has(unit, HURT):
            s.do(Marked("11.9.a", unit, HURT, 0))
    if s.tracks[COMMITTED]:
        s.do(Tracked("11.6.a", COMMITTED, 1, 0))
    pop(s)


@rule("11.8")
def may_push(s: CherenState, at: Resolve) -> bool:
    """A 5 or 6, and the defender stood and took the loss; once only, unless the option says otherwise."""
    return at.die >= 5 and at.stood == STOOD and s.options["push"] != "off"


@rule("11.7")
def stand_or_go(s: CherenState, at: StandOrGo) -> None:
    """All retreat one hex, or all stay and lose a step more."""
    able = all(retreats(s, unit) for unit in at.units)
    might_stand_fast = at.side == ITALIAN and is_high(s, s.at[at.units[0]])
    if s.tracks[COMMITTED] or (able and obeys(s, at.side, RESULT, RETREAT)):
        fall_back(s)
    elif obeys(s, at.side, RESULT, STAND_BY_ORDER):
        stand(s, "stands" if able else "cornered")
    elif not able and not might_stand_fast:
        stand(s, "cornered")
    else:
        push(s, PickStand(at.side, at.units))


def is_high(s: CherenState, place: int) -> bool:
    return bool(s.world.hill[place] or s.world.mountain[place])


def fall_back(s: CherenState) -> None:
    """The frame of the choice is on top: everybody goes."""
    at = top(s, StandOrGo)
    change(s, Retreating(at.side, at.units))


@rule("11.7", "8.5")
def stand(s: CherenState, said: str) -> None:
    """The frame of the choice is on top: everybody stays, one step more is lost, by the garrison of Massaua where it is there."""
    at = top(s, StandOrGo)
    s.do(Said("11.7", said, (s.world.names.places[s.at[at.units[0]]],)))
    pop(s)
    note_stand(s)
    fixed = tuple(unit for unit in at.units if s.world.fixed[unit])
    push(s, Loss(at.side, 1, fixed or at.units, "8.5" if fixed else "11.7", SHELTERED))


def note_stand(s: CherenState) -> None:
    """The defender did not retreat: the attacker may push (11.8). The frame of the result is on top."""
    at = top(s, Resolve)
    if at.stood != PUSHED:
        change(s, at._replace(stood=STOOD))


def ask_stand(s: CherenState, at: PickStand) -> Decision:
    """The Italian player is asked even when cornered in the hills: he might hold a chit."""
    values = {"side": SIDES[at.side].title(), "hex": s.world.names.places[s.at[at.units[0]]]}
    return Decision(at.side, "stand", "11.7", "{side}: retreat from {hex}, or stand and lose a step more?", values)


def refuse_falling_back(s: CherenState, at: PickStand, a: Retreat) -> Refusal | None:
    for unit in at.units:
        if not retreats(s, unit):
            return Refusal("11.7", "All retreat or all stay, and {unit} has nowhere to go.", {"unit": s.world.units[unit].title})
    return None


def refuse_stand_fast(s: CherenState, at: PickStand, a: Play) -> Refusal | None:
    found = refuse_chit(s, at.side, a.chit, "stand-fast")
    if found is None and not is_high(s, s.at[at.units[0]]):
        return Refusal("5.1", "Stand fast needs a hill or mountain hex.")
    return found


def choose_retreat(s: CherenState, at: PickStand, a: Retreat) -> None:
    pop(s)
    fall_back(s)


def choose_stand(s: CherenState, at: PickStand, a: Stand) -> None:
    pop(s)
    stand(s, "stands")


def stand_fast(s: CherenState, at: PickStand, a: Play) -> None:
    """With the chit nobody is lost for it."""
    pop(s)
    pop(s)
    note_stand(s)
    play_chit(s, a.chit)


def ask_push(s: CherenState, at: AskPush) -> Decision:
    values = {"side": SIDES[at.side].title(), "hex": s.world.names.places[at.target]}
    return Decision(at.side, "push", "11.8", "{side}: the enemy stands in {hex}. Push at the price of a step?", values)


@rule("11.8")
def press(s: CherenState, at: AskPush, a: Push) -> None:
    """One step more for the attacker, and the defender must choose again."""
    pop(s)
    s.do(Said("11.8", "push", (s.world.names.places[at.target],)))
    result = top(s, Resolve)
    # With the option 'repeat' the attacker may push as long as the defender stands.
    change(s, result._replace(stage=PUSH, stood=0) if s.options["push"] == "repeat" else result._replace(stood=PUSHED))
    push(s, StandOrGo(1 - at.side, at.defenders))
    push(s, Loss(at.side, 1, at.units, "11.8", SHELTERED))


@rule("11.9", "11.9.a", "11.9.b", "8.5", "6.0")
def why_not_advance(s: CherenState, target: int, units: tuple[int, ...], unit: int) -> Refusal | None:
    """No artillery, no garrison, no one who cannot climb: what keeps an attacker out of the vacated hex, apart from those who go before him."""
    world = s.world
    values = {"unit": world.title(unit), "hex": world.names.places[target]}
    if unit not in living(s, units):
        return Refusal("11.9", "{unit} took no part in the attack.", values)
    card = world.units[unit]
    if card.is_artillery:
        return Refusal("11.9.b", "{unit} is artillery and may not advance.", values)
    found = bar(s, unit)
    if found in {"fixed", "garrison"}:
        return Refusal(BARS[found][0], "{unit} may not advance: it is a garrison.", values)
    if s.at[unit] == target:
        return Refusal("11.9", "{unit} has advanced already.", values)
    if world.mountain[target] and not card.may_climb:
        return Refusal("9.1", "{hex} is mountain, closed to {unit}.", values)
    return None


@rule("11.9.a")
def advancers(s: CherenState, target: int, units: tuple[int, ...]) -> list[int]:
    """Attackers that may enter the vacated hex: those that lost a step go before the others."""
    able = [unit for unit in living(s, units) if why_not_advance(s, target, units, unit) is None]
    hurt = [unit for unit in able if s.has(unit, HURT)]
    return hurt or able


@rule("11.9")
def go_in(s: CherenState, at: Advancing) -> None:
    """Into the vacated hex, as long as anybody may and wants to."""
    if advancers(s, at.target, at.units):
        push(s, PickAdvance(at.side, at.target, at.units))
    else:
        pop(s)


def ask_advance(s: CherenState, at: PickAdvance) -> Decision:
    values = {"side": SIDES[at.side].title(), "hex": s.world.names.places[at.target]}
    return Decision(at.side, "advance", "11.9", "{side}: advance into {hex}, or stay.", values)


def refuse_advance(s: CherenState, at: PickAdvance, a: Advance) -> Refusal | None:
    found = why_not_advance(s, at.target, at.units, a.unit)
    if found is not None or a.unit in advancers(s, at.target, at.units):
        return found
    return Refusal("11.9.a", "Units that lost a step advance before {unit} may.", {"unit": s.world.title(a.unit)})


def advance(s: CherenState, at: PickAdvance, a: Advance) -> None:
    pop(s)
    origin = s.at[a.unit]
    s.do(Moved("11.9", a.unit, origin, at.target, (origin, at.target)))
    take_control(s, at.target, at.side)


def stay(s: CherenState, at: PickAdvance, a: Stay) -> None:
    pop(s)
    pop(s)


RESULT_STEPS = (
    AutoStep(Resolve, resolve),
    AutoStep(StandOrGo, stand_or_go),
    AskStep(
        PickStand, ask_stand,
        Takes(Stand, choose_stand),
        Takes(Retreat, choose_retreat, refuse_falling_back),
        Takes(Play, stand_fast, refuse_stand_fast, candidates=lambda s, at: [Play(piece) for piece in playable(s, at.side, "stand-fast")]),
    ),
    AskStep(AskPush, ask_push, Takes(Push, press), Takes(Hold, leave)),
    AutoStep(Advancing, go_in),
    AskStep(
        PickAdvance, ask_advance,
        Takes(Stay, stay),
        Takes(Advance, advance, refuse_advance, choices=lambda s, at: [Advance(unit) for unit in advancers(s, at.target, at.units)]),
    ),
)  # fmt: skip
