"""The advance phase: one hex for every unbroken unit, into the enemy's hex too."""

from __future__ import annotations

from collections import Counter

from amba.core.decision import Decision, Refusal
from amba.core.order import Done
from amba.core.steps import AskStep, Takes, change, leave, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, BUSY, CX, DUG, GUARD, MELEE, MOVED, PINNED, RAN
from amba.games.hollow.frames import AdvancePhase, BandAdvance
from amba.games.hollow.orders import Advance, AdvanceOff, Band, Go, Halt
from amba.games.hollow.rules.common import ADVANCING, NORMAL, refuse_not_own, refuse_state
from amba.games.hollow.rules.r005_going import after_entry
from amba.games.hollow.rules.r005_movement import allowance, posture_after, refuse_way, step_items
from amba.games.hollow.rules.r015_berserk import must_go_in, refuse_berserk_advance, refuse_berserk_exit
from amba.games.hollow.rules.r042_concealment import lose_cover, reveal
from amba.games.hollow.rules.r063_gunners import refuse_sangar
from amba.games.hollow.rules.r081_streams import is_deep
from amba.games.hollow.rules.r082_climbing import CLIMB_ORDER
from amba.games.hollow.rules.r102_kindling import refuse_staying
from amba.games.hollow.rules.r177_exits import go_off, refuse_door
from amba.games.hollow.rules.r185_hidden import spot_works
from amba.games.hollow.rules.r188_wadis import note_front
from amba.games.hollow.rules.r191_works import shelter_at, trench_cost
from amba.games.hollow.rules.r193_walls import claim_walls
from amba.games.hollow.state import HollowState


@rule("142.23")
def factors_for(s: HollowState, at: AdvancePhase, unit: int, to: int) -> int:
    """What the unit has at a normal pace; men who follow a leader of their hex have his two factors and his hands as well, so he goes first."""
    before = zip(at.done, at.origins, strict=False)
    led = [u for u, origin in before if s.is_leader(u) and s.is_good(u) and s.at[u] == to and origin == s.at[unit]]
    return allowance(s, unit, (unit, *led), NORMAL)


@rule("142.23")
def advance_cost(s: HollowState, a: Advance) -> int:
    """What the hex would cost in the movement phase, smoke left out."""
    into = int(a.how == "shelter" and trench_cost(s, (a.unit,), s.at[a.unit], a.to) is None)
    return into + sum(item.value for item in step_items(s, (a.unit,), a.to, a.how == "rim") if item.rule != "24")


@rule("142.23")
def is_difficult(s: HollowState, at: AdvancePhase, a: Advance) -> bool:
    """A hex that costs 4 factors, or all a unit has."""
    return advance_cost(s, a) >= min(4, factors_for(s, at, a.unit, a.to))


@rule("54", "137.1", "191.1")
def refuse_shelter(s: HollowState, side: int, to: int) -> Refusal | None:
    """Into a foxhole, sangar or trench, where no enemy is seen."""
    name = {"place": s.world.names.places[to]}
    if not shelter_at(s, to, side):
        return Refusal("54", "There is no fortification in {place} to go into.", name)
    return Refusal("54", "The enemy is in {place}.", name) if s.seen_at(to, side) else None


@rule("19", "142.6")
def refuse_advancer(s: HollowState, at: AdvancePhase, unit: int) -> Refusal | None:
    """Unbroken, not pinned, not held in close combat, not busy; once."""
    found = refuse_not_own(s, at.side, unit, "19", "unit or dummy") or refuse_state(s, unit, "advance", (PINNED, MELEE, BUSY, RAN))
    found = found or refuse_state(s, unit, "advance", (BROKEN,), "19")
    if found is None and unit in at.done:
        return Refusal("19", "{unit} has advanced already.", {"unit": s.world.names.pieces[unit]})
    return found


@rule("19", "142.6", "142.23", "5.7", "P")
def refuse_advance(s: HollowState, at: AdvancePhase, a: Advance) -> Refusal | None:
    """Unbroken, not pinned, not held; once; into difficult terrain only if not exhausted."""
    unit, to, side = a.unit, a.to, at.side
    if (found := refuse_advancer(s, at, unit)) is not None:
        return found
    if (found := refuse_berserk_advance(s, a)) is not None:
        return found
    name = {"unit": s.world.names.pieces[unit]}
    if s.has(unit, GUARD) and s.seen_at(to, side):
        return Refusal("P", "{unit} has prisoners to guard and does not go at the enemy.", name)
    if (
        found := refuse_way(s, (unit,), to, a.how == "rim", ADVANCING)
        or (refuse_shelter(s, side, to) or refuse_sangar(s, to, side, (unit,)) if a.how == "shelter" else None)
    ) is not None:
        return found
    have = factors_for(s, at, unit, to)
    if have < 1:
        return Refusal("142.23", "{unit} has no movement factor left under its load.", name)
    if s.has(unit, CX) and is_difficult(s, at, a) and not (is_deep(s, to) and a.how != "rim"):
        items = (("cost", str(advance_cost(s, a)), "142.23"), ("its factors", str(have), "5"))
        return Refusal("142.23", "{unit} is exhausted and may not advance into difficult terrain.", name, items)
    return None


def advancers(s: HollowState, at: AdvancePhase) -> list[int]:
    """Who may still advance, leaders first: who goes before the others helps them."""
    found = [u for u in s.counters(at.side) if refuse_advancer(s, at, u) is None]
    return sorted(found, key=lambda u: not s.is_leader(u))


def advances(s: HollowState, at: AdvancePhase, unit: int) -> list[Advance]:
    around = s.field.around[s.at[unit]]
    return [
        a for to in around for a in (Advance(unit, to), Advance(unit, to, "rim"), Advance(unit, to, "shelter")) if refuse_advance(s, at, a) is None
    ]


@rule("19", "142.23", "42")
def advance(s: HollowState, at: AdvancePhase, a: Advance) -> None:
    """Whoever is concealed there is found; a dummy finds nobody and is gone if anybody is there."""
    unit, to, here, side = a.unit, a.to, s.at[a.unit], at.side
    if is_difficult(s, at, a):
        s.mark("142.23", unit, CX)
    change(s, at._replace(done=(*at.done, unit), origins=(*at.origins, here)))
    s.march("19", unit, to)
    s.mark("19", unit, MOVED)  # 42: whoever advances has done something
    posture_after(s, unit, to, a.how == "rim", here)
    claim_walls(s, side)
    note_front(s, unit, here)
    enemies = s.counters_at(to, 1 - side)
    for piece in enemies if s.is_unit(unit) else ():
        reveal(s, piece)
    if any(s.is_unit(enemy) for enemy in enemies) or (enemies and s.is_dummy(unit)):
        reveal(s, unit)
    elif a.how == "shelter":
        s.mark("54", unit, DUG)
        spot_works(s)
    lose_cover(s, (unit,))
    if s.is_on_map(unit):
        after_entry(s, (unit,), here, to)


@rule("177", "19")
def refuse_advance_off(s: HollowState, at: AdvancePhase, a: AdvanceOff) -> Refusal | None:
    """From a hex of the edge a unit advances off the map."""
    if (found := refuse_advancer(s, at, a.unit)) is not None:
        return found
    return refuse_berserk_exit(s, a.unit) or refuse_door(s, at.side, s.at[a.unit])


def off_candidates(s: HollowState, at: AdvancePhase) -> list[AdvanceOff]:
    doors = s.plan.exits[at.side]
    return [AdvanceOff(u) for u in s.counters(at.side) if s.at[u] in doors] if doors else []


def refuse_band(s: HollowState, at: AdvancePhase, a: Band) -> Refusal | None:
    """All of a hex in one order."""
    found = refuse_advancer(s, at, a.unit)
    if found is None and len(band(s, at, a.unit)) < 2:
        return Refusal("19", "There is nobody in its hex who could go along.")
    return found


def band(s: HollowState, at: AdvancePhase, unit: int) -> tuple[int, ...]:
    return tuple(u for u in advancers(s, at) if s.at[u] == s.at[unit])


def band_choices(s: HollowState, at: AdvancePhase) -> list[Band]:
    ready = advancers(s, at)
    crowds = Counter(s.at[u] for u in ready)
    return [Band(u) for u in ready if crowds[s.at[u]] > 1]


@rule("B")
def refuse_end(s: HollowState, at: AdvancePhase, a: Done) -> Refusal | None:
    """Berserk men beside an enemy go in; who has set fire to his hex leaves it."""
    late = next((order.unit for order in must_go_in(s, at) if refuse_advance(s, at, order) is None), -1)
    if late >= 0:
        return Refusal("B", "{unit} is berserk and goes at the enemy first.", {"unit": s.world.names.pieces[late]})
    return refuse_staying(s, at, lambda unit: bool(advances(s, at, unit)))


ADVANCE_PHASE = AskStep(
    AdvancePhase,
    lambda _, at: Decision(at.side, "advance", "19", "Advance phase: each unbroken unit may go one hex, into the enemy's too; then end the phase."),
    Takes(AdvanceOff, lambda s, _at, a: go_off(s, a.unit), refuse_advance_off, candidates=off_candidates),
    Takes(Band, lambda s, at, a: push(s, BandAdvance(band(s, at, a.unit), at.done)), refuse_band, choices=band_choices),
    Takes(Advance, advance, refuse_advance, heads=advancers, tails=advances),
    CLIMB_ORDER,
    Takes(Done, leave, refuse_end),
)


def ask_band(s: HollowState, at: BandAdvance) -> Decision:
    # Both sides read a prompt: it names no place.
    return Decision(s.side[at.units[0]], "sally", "19", "All of a hex advance: choose where, or stay.")


def refuse_go(s: HollowState, at: BandAdvance, a: Go) -> Refusal | None:
    """Where the first of them may go by himself."""
    first = at.units[0]
    return refuse_advance(s, AdvancePhase(s.side[first], at.done), Advance(first, a.to))


@rule("19", "42")
def go_in(s: HollowState, at: BandAdvance, a: Go) -> None:
    """One after the other, as far as each may, as if told one by one; who comes upon somebody nobody saw, or upon mines, goes alone."""
    side = s.side[at.units[0]]
    expected = len(s.seen_at(a.to, side))
    pop(s)
    for unit in at.units:
        if not isinstance(s.frames[-1], AdvancePhase) or len(s.seen_at(a.to, side)) != expected:
            break
        phase, order = top(s, AdvancePhase), Advance(unit, a.to)
        if refuse_advance(s, phase, order) is None:
            advance(s, phase, order)


BAND_ADVANCE = AskStep(
    BandAdvance,
    ask_band,
    Takes(Go, go_in, refuse_go, candidates=lambda s, at: [Go(to) for to in s.field.around[s.at[at.units[0]]]]),
    Takes(Halt, leave),
)
