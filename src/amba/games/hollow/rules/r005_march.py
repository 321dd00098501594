"""A stack on the march, told leg by leg where to go and what to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from amba.core.decision import Decision, Refusal
from amba.core.steps import AskStep, Takes, change, pop, push, top
from amba.games.hollow import orders
from amba.games.hollow.book import rule
from amba.games.hollow.counters import CX, DOUBLE, DUG, GUARD, MOVED
from amba.games.hollow.frames import AfterStep, Marching, MovePhase, Pieces, RecoveryRoll, Watching
from amba.games.hollow.rules.common import ASSAULTING, DOUBLING, NORMAL
from amba.games.hollow.rules.r005_going import step
from amba.games.hollow.rules.r005_movement import left, refuse_mover, refuse_step
from amba.games.hollow.rules.r005_paths import refuse_walk, ways_of
from amba.games.hollow.rules.r017_weapons import refuse_pick_up
from amba.games.hollow.rules.r023_charges import CHARGE_ORDER
from amba.games.hollow.rules.r042_concealment import lose_cover
from amba.games.hollow.rules.r063_gunners import refuse_sangar
from amba.games.hollow.rules.r110_mounts import HORSE, is_mount, riding
from amba.games.hollow.rules.r177_exits import refuse_off, step_off
from amba.games.hollow.rules.r185_hidden import spot_works
from amba.games.hollow.rules.r188_wadis import DOWN, UP, may_face, take_crest
from amba.games.hollow.rules.r191_works import shelter_at
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import may_double_time
from amba.games.hollow.state import HollowState


def ask_march(s: HollowState, at: Marching) -> Decision:
    # Both sides read a prompt: it names no place, for the unit may still be hidden, and nothing that depends on who they are.
    return Decision(s.side[at.units[0]], "walk", "5", "On the move: where to, or halt.")


def going(order: type[Any], crest: bool) -> Takes[HollowState, Marching, Any]:
    """Go to a hex, or to the crest of a wadi in it, by the cheapest way."""

    def go(s: HollowState, at: Marching, a: Any) -> None:
        first, *rest = ways_of(s, at.units, at.mode, at.steps).path((a.to, crest))
        change(s, at._replace(path=tuple(rest)))
        step(s, *first)

    def choices(s: HollowState, at: Marching) -> list[Any]:
        return [order(to) for to, to_crest in ways_of(s, at.units, at.mode, at.steps).cost if to_crest == crest]

    return Takes(order, go, lambda s, at, a: refuse_walk(s, at.units, at.mode, at.steps, a.to, crest), choices=choices)


@rule("176.3")
def refuse_minimum(s: HollowState, at: Marching, a: orders.MinimumMove) -> Refusal | None:
    """One hex for men who have a factor, and too few for assault movement."""
    return refuse_step(s, at.units, at.mode, at.steps, a.to, False, True)


@rule("142.71")
def refuse_assault(s: HollowState, at: Marching, a: orders.AssaultMove) -> Refusal | None:
    """Assault movement is announced before the first step."""
    return None if at.mode == NORMAL and not at.steps else Refusal("142.71", "Assault movement is announced before the first step.")


@rule("142", "194.731", "P")
def refuse_double(s: HollowState, units: Sequence[int], mode: str, steps: int) -> Refusal | None:
    """Double time is announced before the first step, by men who are not exhausted, when the dust allows it."""
    if mode != NORMAL or steps:
        return Refusal("142", "Double time is announced before the first step.")
    if any(s.has(u, GUARD) for u in units):
        return Refusal("P", "Men with prisoners do not run.")
    if any(s.has(u, CX) for u in units):
        return Refusal("142", "Exhausted men do not run.")
    if any(riding(s, u) not in {"", HORSE} for u in units):
        return Refusal("110", "Who rides a machine does not run; horses gallop.")
    if not may_double_time(dust(s)):
        return Refusal("194.731", "Nobody runs in such dust.")
    return None


def run(s: HollowState, at: Marching, a: orders.DoubleTime) -> None:
    change(s, at._replace(mode=DOUBLING, path=()))
    for unit in at.units:
        s.mark("142", unit, DOUBLE)


def stay(s: HollowState, at: Marching, movers: Pieces, price: int, happens: Callable[[int], None] | None = None) -> None:
    """What costs factors without leaving the hex; the defender may fire at it, at those too with whom a dummy was that is seen through and gone."""
    place = s.at[movers[0]]
    for unit in movers:
        s.spend("5", unit, s.points[unit] + price)
        s.mark("5", unit, MOVED)
        if happens is not None:
            happens(unit)
    lose_cover(s, movers)
    units = tuple(u for u in at.units if s.is_on_map(u))
    change(s, Marching(units, at.mode, at.steps + 1))
    push(s, AfterStep(not units, False, False))
    push(s, Watching(place, units))


@rule("188.161")
def refuse_up(s: HollowState, at: Marching, a: orders.UpToCrest) -> Refusal | None:
    """In a wadi hex: up to its crest facing a neighbouring hex for 2 factors."""
    if any(s.position(u) != "in" for u in at.units):
        return Refusal("188.161", "There is no crest to go up to.")
    if a.towards not in s.field.around[s.at[at.units[0]]]:
        return Refusal("188.16", "{place} is no neighbouring hex.", {"place": s.world.names.places[a.towards]})
    if not may_face(s, s.at[at.units[0]], a.towards):
        return Refusal("188.16", "There is no crest along a hexside of the wadi, cliff or not.")
    return refuse_price(s, at, UP, "188.161")


def refuse_price(s: HollowState, at: Marching, need: int, number: str) -> Refusal | None:
    """What is done in the hex has its price, and is not done by assault movement."""
    if at.mode == ASSAULTING:
        return Refusal(number, "Assault movement is for going to another hex.")
    have = max(0, left(s, at.units, at.mode))
    return Refusal(number, "That costs {need}; {have} are left.", {"need": need, "have": have}) if have < need else None


def up_candidates(s: HollowState, at: Marching) -> list[orders.UpToCrest]:
    here = s.at[at.units[0]]
    return [orders.UpToCrest(near) for near in s.field.around[here]] if s.field.is_wadi(here) else []


def go_up(s: HollowState, at: Marching, a: orders.UpToCrest) -> None:
    stay(s, at, at.units, UP, lambda unit: take_crest(s, unit, s.at[unit], a.towards))


@rule("188.161")
def refuse_down(s: HollowState, at: Marching, a: orders.DownIntoBed) -> Refusal | None:
    """Down into the bed for 1."""
    if any(s.position(u) != "crest" for u in at.units):
        return Refusal("188.161", "There is no crest to go down from.")
    return refuse_price(s, at, DOWN, "188.161")


def go_down(s: HollowState, at: Marching, a: orders.DownIntoBed) -> None:
    stay(s, at, at.units, DOWN, lambda unit: take_crest(s, unit, s.at[unit], None))


@rule("54", "191.1", "137.1")
def refuse_shelter(s: HollowState, at: Marching, a: orders.TakeShelter) -> Refusal | None:
    """Into the fortification of the hex costs 1."""
    if not shelter_at(s, s.at[at.units[0]], s.side[at.units[0]]):
        return Refusal("54", "There is no fortification here to go into.")
    if all(s.has(u, DUG) for u in at.units):
        return Refusal("54", "They are in the fortification already.")
    return refuse_sangar(s, s.at[at.units[0]], s.side[at.units[0]], at.units) or refuse_price(s, at, 1, "54")


def take_shelter(s: HollowState, at: Marching, a: orders.TakeShelter) -> None:
    def get_in(unit: int) -> None:
        s.mark("54", unit, DUG)
        spot_works(s)

    stay(s, at, at.units, 1, get_in)


@rule("5.7")
def refuse_take(s: HollowState, at: Marching, a: orders.Take) -> Refusal | None:
    """Trying to take up a weapon that lies in the hex costs 1 factor."""
    if a.unit not in at.units:
        return Refusal("5.7", "{unit} is not one of the moving units.", {"unit": s.world.names.pieces[a.unit]})
    return refuse_pick_up(s, a.unit, a.weapon) or refuse_price(s, at._replace(units=(a.unit,)), 1, "5.7")


def take_candidates(s: HollowState, at: Marching) -> list[orders.Take]:
    loose = s.loose_weapons(s.at[at.units[0]])
    return [orders.Take(unit, weapon) for unit in at.units for weapon in loose]


def take(s: HollowState, at: Marching, a: orders.Take) -> None:
    stay(s, at, (a.unit,), 1)
    push(s, RecoveryRoll((a.unit,), a.weapon))


@rule("5.7")
def refuse_drop(s: HollowState, at: Marching, a: orders.Drop) -> Refusal | None:
    """Anybody on the march may put down what he carries."""
    if is_mount(s, a.weapon):
        return Refusal("110", "One gets down from {weapon}.", {"weapon": s.world.names.pieces[a.weapon]})
    if s.is_weapon(a.weapon) and s.owner_of(a.weapon) in at.units:
        return None
    return Refusal("5.7", "None of the moving units has {weapon}.", {"weapon": s.world.names.pieces[a.weapon]})


def refuse_mate(s: HollowState, units: Sequence[int], mode: str, steps: int, unit: int) -> Refusal | None:
    """Units of the same place join before the first step."""
    if unit in units:
        return Refusal("5", "It is in the stack already.")
    if steps or mode != NORMAL:
        return Refusal("5", "Units join before the first step.")
    if (found := refuse_mover(s, s.side[units[0]], unit)) is not None:
        return found
    if riding(s, unit) != riding(s, units[0]):
        return Refusal("110", "Who rides and who walks do not move together.")
    if s.at[unit] != s.at[units[0]] or s.viewpoint(unit) != s.viewpoint(units[0]):
        return Refusal("5", "Only units of the same place move together.")
    return None


def mates(s: HollowState, units: Sequence[int], mode: str, steps: int) -> list[int]:
    """Everybody who could go along."""
    return [u for u in s.counters_at(s.at[units[0]], s.side[units[0]]) if refuse_mate(s, units, mode, steps, u) is None]


def join(s: HollowState, at: Marching, a: orders.Join) -> None:
    change(s, at._replace(units=(*at.units, a.unit), path=()))


def refuse_join_all(s: HollowState, at: Marching, a: orders.JoinAll) -> Refusal | None:
    return None if len(mates(s, at.units, at.mode, at.steps)) > 1 else Refusal("5", "There are no two units here that could still join.")


def join_all(s: HollowState, at: Marching, a: orders.JoinAll) -> None:
    change(s, at._replace(units=(*at.units, *mates(s, at.units, at.mode, at.steps)), path=()))


def leave_behind(s: HollowState, at: Marching, a: orders.LeaveBehind) -> None:
    change(s, Marching(tuple(u for u in at.units if u != a.unit), at.mode, at.steps))


def refuse_leave(s: HollowState, at: Marching, a: orders.LeaveBehind) -> Refusal | None:
    """One of a stack that has moved may be left behind."""
    if a.unit not in at.units:
        return Refusal("5", "{unit} is not one of the moving units.", {"unit": s.world.names.pieces[a.unit]})
    if not at.steps:
        return Refusal("5", "Nobody is left behind before the first step.")
    return None if len(at.units) > 1 else Refusal("5", "The last one is not left behind: he halts.")


@rule("177")
def refuse_go_off(s: HollowState, at: Marching, a: orders.GoOff) -> Refusal | None:
    """From a hex of the edge that the scenario gives to this side."""
    return refuse_off(s, at.units, at.mode)


def halt(s: HollowState, at: Marching, a: orders.Halt) -> None:
    """Where they are; who has not gone anywhere is told to stay."""
    pop(s)
    if not at.steps:
        phase = top(s, MovePhase)
        change(s, phase._replace(stayed=(*phase.stayed, at.units[0])))


MARCHING = AskStep(
    Marching,
    ask_march,
    going(orders.Go, False),
    going(orders.GoToCrest, True),
    Takes(
        orders.MinimumMove,
        lambda s, _at, a: step(s, a.to, False, True),
        refuse_minimum,
        candidates=lambda s, at: [orders.MinimumMove(to) for to in s.field.around[s.at[at.units[0]]]],
    ),
    Takes(orders.AssaultMove, lambda s, at, _a: change(s, at._replace(mode=ASSAULTING, path=())), refuse_assault),
    Takes(orders.DoubleTime, run, lambda s, at, _a: refuse_double(s, at.units, at.mode, at.steps)),
    Takes(orders.UpToCrest, go_up, refuse_up, candidates=up_candidates),
    Takes(orders.DownIntoBed, go_down, refuse_down),
    Takes(orders.TakeShelter, take_shelter, refuse_shelter),
    Takes(
        orders.Join,
        join,
        lambda s, at, a: refuse_mate(s, at.units, at.mode, at.steps, a.unit),
        choices=lambda s, at: [orders.Join(unit) for unit in mates(s, at.units, at.mode, at.steps)],
    ),
    Takes(orders.JoinAll, join_all, refuse_join_all),
    Takes(orders.LeaveBehind, leave_behind, refuse_leave, candidates=lambda _, at: [orders.LeaveBehind(unit) for unit in at.units]),
    Takes(orders.Take, take, refuse_take, candidates=take_candidates),
    Takes(
        orders.Drop,
        lambda s, _at, a: s.spend("5.7", a.weapon, 0),
        refuse_drop,
        candidates=lambda s, at: [orders.Drop(weapon) for unit in at.units for weapon in s.weapons_of(unit)],
    ),
    CHARGE_ORDER,
    Takes(orders.GoOff, lambda s, _at, _a: step_off(s), refuse_go_off),
    Takes(orders.Halt, halt),
)
