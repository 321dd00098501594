"""4.0 Movement, and 2.2 stacking."""

from amba.core.decision import Preview, Refusal
from amba.core.event import Moved
from amba.core.order import Done
from amba.core.steps import AskStep, Play, Takes, asks, change, leave
from amba.kit.reach import Reach, reach
from amba.kit.units import refuse_crowd
from amba.table.previews import march
from amba_wadi.book import rule
from amba_wadi.frames import Movement, Retreat
from amba_wadi.orders import Move
from amba_wadi.world import WadiState

STACK = 2


@rule("4.0", "4.2")
def reach_of(s: WadiState, unit: int) -> Reach:
    """Where a unit can go with its points: never through enemies, and no further than the first hex next to one."""
    enemy, points = 1 - s.side[unit], s.world.units[unit].mp
    return s.recall(("reach", unit), lambda: reach(s.at[unit], points, s.world.edges, s.held(enemy), s.zone(enemy)))


@rule("2.2", "4.0", "4.1")
def refuse_move(s: WadiState, at: Movement, a: Move) -> Refusal | None:
    """Each unit once, as far as its points go, and no more than two end in one hex."""
    unit, name = s.world.units[a.unit], s.world.names.places[a.to]
    values = {"unit": unit.title, "hex": name}
    if a.unit not in s.units(at.side):
        return Refusal("4.0", "{unit} is not one of your units on the map.", values)
    if a.unit in at.moved:
        return Refusal("4.0", "{unit} has moved in this phase.", values)
    if a.to not in reach_of(s, a.unit).come_from:
        return Refusal("4.1", "{unit} cannot get to {hex} in this phase.", values, (("Movement points", str(unit.mp), "4.1"),), (name,))
    return refuse_crowd(s, a.to, STACK, "2.2")


def moves_of(s: WadiState, at: Movement, unit: int) -> list[Move]:
    return [order for to in reach_of(s, unit).hexes if refuse_move(s, at, order := Move(unit, to)) is None]


@rule("4.0", "6.1")
def move(s: WadiState, at: Movement, a: Move) -> None:
    """A unit marches, and holds what it comes to."""
    s.do(Moved("4.0", a.unit, s.at[a.unit], a.to, reach_of(s, a.unit).path(a.to)))
    s.take_control(a.unit, "6.1")
    change(s, at._replace(moved=(*at.moved, a.unit)))


def preview_move(play: Play[WadiState], s: WadiState, at: Movement | Retreat, a: Move) -> Preview | None:
    return march(s, reach_of(s, a.unit), a.to, s.world.units[a.unit].mp) if isinstance(at, Movement) else None


MOVEMENT = AskStep(
    Movement, asks("movement", "4.0", "Move any units, then end the phase."),
    Takes(Move, move, refuse_move, heads=lambda s, at: [unit for unit in s.units(at.side) if unit not in at.moved], tails=moves_of),
    Takes(Done, leave),
)  # fmt: skip
