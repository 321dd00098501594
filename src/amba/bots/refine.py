"""A plan looked at once more: with all the others where they went, would a piece rather be elsewhere?

The planner gives everybody a place in turn, and who came first did not know what the others would do. Here each piece is taken back in thought, with
whoever went along, and tried again, as long as that helps and there is time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from amba.bots.budget import Budget
from amba.core.state import State

if TYPE_CHECKING:
    from amba.bots.plan import Options, PlannedMove, Planner


WORK = 3
"""Positions that are looked at for it: one for so many that the plan was allowed."""
THRIFT = 0.02
"""How much better it has to be."""
SHARE = 0.5
"""How much of the time left it may take."""


def refine(planner: Planner, options: Sequence[Options]) -> None:
    """Change the planner's plan for the better, one piece at a time."""
    whole, left = planner.budget, planner.budget.left
    planner.budget = Budget(planner.allowance // WORK, None if left is None else SHARE * left)
    go_over(planner, options)
    planner.budget = whole


def go_over(planner: Planner, options: Sequence[Options]) -> None:
    # Whoever has most to gain by another place is not known before; those with the fewest moves cost least.
    waiting = sorted(options, key=lambda option: len(option.moves))
    changed = True
    while changed and not planner.budget.spent:
        changed = False
        for option in waiting:
            if planner.budget.spent:
                return
            changed |= reconsider(planner, option)


def reconsider(planner: Planner, option: Options) -> bool:
    """Another place for a piece and those who go with it, or none; whether one was better."""
    before = [move for move in planner.made if option.pieces & move.way.pieces]
    others = [move for move in planner.made if not option.pieces & move.way.pieces]
    again = replay(planner, others)
    if again is None:
        return False  # somebody can only go after it
    trust, now = planner.evaluator.evaluation.weighing.trust, again[-1].states[-1] if again else planner.start_of_plan
    goal = planner.worth + trust * sum(move.way.advised for move in before) + THRIFT
    best: tuple[float, PlannedMove] | None = None
    for way in option.moves[: planner.breadth]:
        if planner.budget.spent or any(way == move.way for move in before):
            continue
        tried = planner.tried(now, way)
        if tried is not None and (total := tried.value + trust * way.advised) > (goal if best is None else best[0]):
            best = (total, tried)
    if best is not None:
        planner.restart([*again, best[1]], best[1].value)
        return True
    if before and (value := planner.evaluator.value(now)) > goal:
        planner.restart(again, value)
        return True
    return False


def replay(planner: Planner, made: Sequence[PlannedMove]) -> list[PlannedMove] | None:
    """The same moves from the beginning, without what was taken out; None if one of them is not allowed now."""
    state = planner.start_of_plan
    found: list[PlannedMove] = []
    for move in made:
        states: list[State] = []
        for gesture in move.gestures:
            if planner.game.refuse(state, gesture) is not None:
                return None
            state = state.copy()
            planner.game.apply(state, gesture)
            states.append(state)
        found.append(move._replace(states=tuple(states)))
    planner.budget.use(1 + len(made) // 2)
    return found
