"""A stack on its way: each step with what it costs and whom it meets, until it is there or something stops it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from amba.core.event import Said
from amba.core.steps import AutoStep, change, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ASSAULT, CX, HALF, MOVED, NIGHT, PINNED
from amba.games.hollow.frames import AfterStep, Marching, Watching
from amba.games.hollow.frames_ground import StrayRoll
from amba.games.hollow.rules.common import ASSAULTING, DOUBLING, sum_of
from amba.games.hollow.rules.dice import SUM_AND_DIE, roll_step
from amba.games.hollow.rules.r005_movement import halves_of, left, pay, posture_after, refuse_step, step_items
from amba.games.hollow.rules.r012_morale import pin
from amba.games.hollow.rules.r042_concealment import find_enemies, lose_cover
from amba.games.hollow.rules.r046_shells import walk_into_fire
from amba.games.hollow.rules.r049_straying import KEPT, LOST, STRAYS, astray, may_stray
from amba.games.hollow.rules.r055_mines import mines_at, walked
from amba.games.hollow.rules.r056_wire import caught_in_wire
from amba.games.hollow.rules.r081_streams import into_marsh
from amba.games.hollow.rules.r177_exits import OFF, refuse_off, step_off
from amba.games.hollow.rules.r185_hidden import look_about, spot_works
from amba.games.hollow.rules.r186_motorcycles import ride_over
from amba.games.hollow.rules.r193_walls import claim_walls
from amba.games.hollow.rules.r194_cycle_dust import ride_in_dust
from amba.games.hollow.rules.r196_thorns import crossed
from amba.games.hollow.state import HollowState

OnEntry = Callable[[HollowState, Sequence[int], int, int], None]
"""What happens to units who have just entered a hex: the state, the units, from where, to where. It may push frames (mines); it asks nobody."""
ON_ENTRY: tuple[OnEntry, ...] = (look_about, crossed, walked, walk_into_fire, ride_over, into_marsh)


def after_entry(s: HollowState, units: Sequence[int], here: int, to: int) -> None:
    """Works that come to light, thorns, mines: in this order."""
    for happens in ON_ENTRY:
        happens(s, units, here, to)


@rule("49.2", "5")
def step(s: HollowState, to: int, rim: bool, minimum: bool = False) -> None:
    """One hex further; by night a roll comes first, whether they keep their way."""
    at = top(s, Marching)
    if s.tracks[NIGHT] and may_stray(s, at, s.at[at.units[0]], to):
        push(s, StrayRoll(to, rim, minimum))
    else:
        go_on(s, to, rim, minimum)


@rule("5", "42", "176.3")
def go_on(s: HollowState, to: int, rim: bool, minimum: bool = False, lost: bool = False) -> None:
    """One hex further: the enemy who was not seen there stops it, else the men are there, and the defender looks."""
    at = top(s, Marching)
    units, mode, here = at.units, at.mode, s.at[at.units[0]]
    price = step_items(s, units, to, rim, mode)
    for unit in units:
        s.mark("5", unit, MOVED)
        if mode == ASSAULTING or minimum:
            s.mark("142.71", unit, ASSAULT)
        if mode == DOUBLING:
            s.mark("142", unit, CX)
        pay(s, "5", unit, price)
    barred = find_enemies(s, units, to) or caught_in_wire(s, s.side[units[0]], to)
    if not barred:
        for unit in units:
            s.march("5", unit, to)
            posture_after(s, unit, to, rim, here)
        ride_in_dust(s, units, here, to, halves_of(price), at.steps == 0)
        claim_walls(s, s.side[units[0]])
    shown = lose_cover(s, units)
    shown = spot_works(s, units) or shown
    units = tuple(u for u in units if s.is_on_map(u))
    change(s, at._replace(units=units, steps=at.steps + 1))
    interrupted = barred or shown or bool(mines_at(s, to)) or bool(mines_at(s, here))
    push(s, AfterStep(barred or mode == ASSAULTING or minimum or lost, minimum, interrupted))
    if s.has_armour and not barred:
        push(s, Watching(to, units, origin=here, spent=sum_of(price)))
    else:
        push(s, Watching(here if barred else to, units))
    if units and not barred:
        after_entry(s, units, here, to)


@rule("5", "42")
def is_spent(s: HollowState, units: Sequence[int], mode: str) -> bool:
    """Whether nothing is left but to halt: nobody has a factor left, nor half a one, or a weapon to put down.

    Only of men who lie open: whether somebody is asked must not tell a squad with a heavy load from a dummy.
    """
    if any(s.is_secret(unit) or s.weapons_of(unit) or s.has(unit, HALF) for unit in units):
        return False
    return left(s, units, mode) <= 0 and all(left(s, (unit,), mode) <= 0 for unit in units)


@rule("176.3", "142.6", "5")
def run_after_step(s: HollowState, at: AfterStep) -> None:
    """Who is still on the march goes on by himself as he was told, unless he was fired at or found something out."""
    pop(s)
    march = top(s, Marching)
    units, mode, path = march.units, march.mode, march.path
    if at.minimum:  # those too whom fire has pinned there already
        for unit in [u for u in units if s.is_on_map(u) and s.is_good(u)]:
            pin(s, unit)
            s.mark("176.3", unit, CX)
    fit = tuple(u for u in units if s.is_on_map(u) and s.is_good(u) and not s.has(u, PINNED))
    goes_on = bool(path) and not at.interrupted and fit == units
    if at.over or not fit or (march.whole and not path):
        pop(s)
    elif goes_on and path[0] == OFF and refuse_off(s, units, mode) is None:
        step_off(s)
    elif goes_on and path[0] != OFF and refuse_step(s, units, mode, march.steps, *path[0], False) is None:
        change(s, march._replace(path=path[1:]))
        step(s, *path[0])
    elif is_spent(s, fit, mode):
        pop(s)
    elif fit != units or path:
        change(s, Marching(fit, mode, march.steps))


@rule("49.2")
def read_stray(s: HollowState, at: StrayRoll, dice: tuple[int, ...]) -> None:
    """Two dice of 11 and more: they come out beside where they wanted to go, and halt there; or, where nobody can go, they find nothing and stay."""
    march = top(s, Marching)
    here, lost = s.at[march.units[0]], dice[0] >= STRAYS
    s.do(Said("49.2", "stray", (s.world.names.places[here], LOST if lost else KEPT)))
    if not lost:
        go_on(s, at.to, at.rim, at.minimum)
        return
    other = astray(s, march, here, at.to, dice[1])
    if other >= 0:
        go_on(s, other, False, lost=True)
        return
    price = min(sum_of(step_items(s, march.units, at.to, at.rim, march.mode)), max(0, left(s, march.units, march.mode)))
    for unit in march.units:
        s.mark("49.2", unit, MOVED)
        s.spend("49.2", unit, s.points[unit] + price)
    pop(s)


STRAY_ROLL = roll_step(StrayRoll, "stray", "49.2", "Do they keep their way?", read_stray, SUM_AND_DIE)
AFTER_STEP = AutoStep(AfterStep, run_after_step)
