"""Who may move, and why a step is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, DUG, MELEE, MOVED, PINNED, PREP, WALL
from amba.games.hollow.rules.common import ASSAULTING, DOUBLING, item_lines
from amba.games.hollow.rules.r005_costs import cost, cost_items, left
from amba.games.hollow.rules.r006_stacking import refuse_crowd
from amba.games.hollow.rules.r056_wire import refuse_wire
from amba.games.hollow.rules.r188_crests import may_face, take_crest
from amba.games.hollow.rules.r191_works import trench_cost
from amba.games.hollow.rules.r196_thorns import refuse_crossing
from amba.games.hollow.state import HollowState

Barrier = Callable[[HollowState, Sequence[int], int, int, str], Refusal | None]
"""Why units may not go from a hex to its neighbour at a pace, whatever factors they have: the state, the units, from where, to where, the pace."""
BARRIERS: tuple[Barrier, ...] = (refuse_wire, refuse_crossing)
"""What other chapters put in the way: wire before the advance (56), a cactus hedge (196.3)."""


@rule("5", "8", "142.6")
def refuse_mover(s: HollowState, side: int, unit: int) -> Refusal | None:
    """Unbroken men who neither prep-fired nor are pinned, busy or locked in close combat, and have not moved yet."""
    if not s.is_counter(unit) or s.side[unit] != side or not s.is_on_map(unit):
        return Refusal("5", "Only your own units on the map move.")
    for mark, number, why in (
        (PREP, "8", "it has fired in the prep fire phase"), (PINNED, "142.6", "it is pinned"), (MELEE, "20", "it is locked in close combat"),
        (BUSY, "54", "it is busy"), (MOVED, "5", "it has moved already"),
    ):  # fmt: skip
        if s.has(unit, mark):
            return Refusal(number, "{unit} may not move: {why}.", {"unit": s.world.names.pieces[unit], "why": why})
    if s.is_broken(unit):
        return Refusal("15", "{unit} is broken; broken units only rout.", {"unit": s.world.names.pieces[unit]})
    return None


@rule("188.15")
def crosses_wadi_cliff(s: HollowState, here: int, to: int) -> bool:
    """A wadi's cliff is a cliff like any other: nobody goes up or down it."""
    return s.field.side(here, to, "wadi_cliff")


def refuse_way(s: HollowState, group: Sequence[int], to: int, rim: bool, pace: str) -> Refusal | None:
    """What no amount of factors helps against: the edge, cliffs, the enemy, a full hex."""
    return refuse_between(s, group, s.at[group[0]], to, rim, pace)


@rule("82.1", "188.16")
def refuse_between(s: HollowState, group: Sequence[int], here: int, to: int, rim: bool, pace: str) -> Refusal | None:
    """The same for a stack that would stand there and goes at this pace: a mode of movement, or in the advance."""
    name = {"place": s.world.names.places[to]}
    if to not in s.field.around.get(here, ()):
        return Refusal("5", "{place} is not a neighbouring hex.", name)
    if crosses_wadi_cliff(s, here, to):
        return Refusal("188.15", "A cliff of the wadi lies between here and {place}.", name)
    if not s.field.is_passable(here, to):
        return Refusal("82.1", "A cliff lies between here and {place}.", name)
    if rim and not s.field.is_wadi(to):
        return Refusal("188.16", "{place} has no wadi, so it has no crest.", name)
    if rim and not may_face(s, to, here):
        return Refusal("188.16", "Across a wadi hexside one comes into the bed, not to the crest.", name)
    for barrier in BARRIERS:
        found = barrier(s, group, here, to, pace)
        if found is not None:
            return found
    return refuse_crowd(s, to, s.side[group[0]], group)


def is_held(s: HollowState, side: int, place: int) -> bool:
    """An enemy who lies open is there."""
    return bool(s.here[place]) and any(not s.is_secret(p) for p in s.seen_at(place, side))


@rule("5", "176.3", "142.71", "142")
def refuse_step(s: HollowState, group: Sequence[int], mode: str, steps: int, to: int, rim: bool, minimum: bool) -> Refusal | None:
    """A step needs its cost in factors; assault movement is one hex and not all factors; a minimum move is one hex for anyone with a factor at all."""
    found = refuse_way(s, group, to, rim, mode)
    if found is not None:
        return found
    side = s.side[group[0]]
    if is_held(s, side, to):
        return Refusal("5", "An enemy unit is in {place}; only the advance goes there.", {"place": s.world.names.places[to]})
    if mode == ASSAULTING and steps:
        return Refusal("142.71", "Assault movement is one hex.")
    need, have = cost(s, group, to, rim), left(s, group, mode)
    if minimum:
        return _refuse_minimum(s, group, mode, steps, need, have)
    most = have - 1 if mode == ASSAULTING else have
    if need > most:
        items = item_lines(cost_items(s, group, to, rim))
        items += (("factors left", str(have), "5"),)
        if mode == ASSAULTING:
            items += (("assault movement keeps one", "-1", "142.71"),)
        return Refusal(
            "5", "{place} costs {need}; {most} are left for it.", {"place": s.world.names.places[to], "need": need, "most": max(most, 0)}, items
        )
    return None


@rule("176.3")
def _refuse_minimum(s: HollowState, group: Sequence[int], mode: str, steps: int, need: int, have: int) -> Refusal | None:
    """One hex, as the whole move, for men who have a factor but not enough of them."""
    if steps or mode == DOUBLING:
        return Refusal("176.3", "A minimum move is a whole move by itself.")
    if have < 1:
        return Refusal("176.3", "A minimum move needs one factor after what is carried; {have} are left.", {"have": have})
    if need <= have:
        return Refusal("176.3", "{need} of {have} factors are enough to go there without a minimum move.", {"need": need, "have": have})
    return None


def posture_after(s: HollowState, unit: int, to: int, rim: bool, origin: int = -1) -> None:
    """188.161: at the crest or in the bed, by how the hex was entered; nobody carries his foxhole along."""
    if origin < 0 or trench_cost(s, (unit,), origin, to) is None:
        s.mark("54", unit, DUG, False)
    s.mark("11.5", unit, WALL, False)
    take_crest(s, unit, to, origin if rim and s.field.is_wadi(to) else None)
