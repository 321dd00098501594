"""Exploit, Infiltrate and Forced march: played on a unit that then goes where it could not have gone without, and is better off there. For bots; the rules never look here."""

from __future__ import annotations

from amba.core.event import Marked
from amba.games.cheren.bot.evaluation import CherenEvaluation
from amba.games.cheren.rules.r09_movement import allowance, march, reach_of
from amba.games.cheren.rules.r09_steps import UNIT_CHITS
from amba.games.cheren.state import HARD, CherenState
from amba.games.cheren.world import ALLIED, World
from amba.kit.half_points import HALF
from amba.kit.reach import reach

NO_USE = -9.0
LEAST = 0.5
"""What a chit must bring, in steps: it may be worth more another day."""
_evaluations: dict[str, CherenEvaluation] = {}


def evaluation_of(world: World) -> CherenEvaluation:
    if world.data_hash not in _evaluations:
        _evaluations[world.data_hash] = CherenEvaluation(world)
    return _evaluations[world.data_hash]


def further(s: CherenState, side: int, unit: int, name: str) -> float:
    """What the best town is worth that this unit takes with the chit and could not take without."""
    world = s.world
    if name == "exploit" and world.units[unit].may_exploit:
        return NO_USE  # it may do so anyway
    now = reach_of(s, unit).cost if name != "exploit" else {}
    edges = world.edges(world.units[unit].may_climb, s.roadblock if side == ALLIED else -1, False)
    more = 2 * HALF if name == "forced-march" else 0
    zone = None if name == "infiltrate" else s.zoc(1 - side)
    then = reach(s.at[unit], allowance(s, unit) + more, edges, s.held[1 - side], zone, HALF, HARD, s.points[unit]).cost
    towns = [town.hex for town in world.towns if town.hex in then and town.hex not in now and not s.is_controlled_by(town.hex, side)]
    return max([gain(s, side, unit, name, town) for town in towns], default=NO_USE)


def gain(s: CherenState, side: int, unit: int, name: str, town: int) -> float:
    """By how much the position is better when the unit has gone there: whoever plans the next move will see the same, and go."""
    after = s.copy()
    after.do(Marked("5.1", unit, UNIT_CHITS[name], 1))
    march(after, unit, town, "9.0")
    found = value(after, side) - value(s, side)
    return found if found > LEAST else NO_USE


def value(s: CherenState, side: int) -> float:
    evaluation = evaluation_of(s.world)
    terms = evaluation.weighing.terms
    return sum(terms[key].weight * measured for key, measured in evaluation.measure(s, side).items())
