"""A plan looked at once more: with all the others where they went, would a piece rather be elsewhere?

The planner gives everybody a place in turn, and who came first did not know what the others would do. Here each piece is taken back in thought and
tried again, as long as that helps and there is time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from amba.bots.budget import Budget
from amba.core.decision import Action
from amba.core.state import State

if TYPE_CHECKING:
    from amba.bots.plan import Options, Planner, Step


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
    """Another place for one piece, or none; whether one was better. Moves are single gestures here."""
    others = [action for action in planner.actions if action[1] != option.piece]
    states = replay(planner, others)
    if states is None:
        return False  # somebody can only go after it
    trust = planner.judge.evaluation.weighing.trust
    now = next((action for action in planner.actions if action[1] == option.piece), None)
    liking = next((way.advised for way in option.moves if way.gestures[0] == now), 0.0)
    goal = planner.worth + trust * liking + THRIFT
    best: tuple[float, Step] | None = None
    for way in option.moves[: planner.breadth]:
        if way.gestures[0] == now or planner.budget.spent:
            continue
        tried = planner.tried(states[-1], way)
        if tried is not None and (total := tried.value + trust * way.advised) > (goal if best is None else best[0]):
            best = (total, tried)
    if best is not None:
        step = best[1]
        planner.actions, planner.states, planner.worth = [*others, *step.gestures], [*states, *step.states], step.value
        return True
    if now is not None and (value := planner.judge.value(states[-1])) > goal:
        planner.actions, planner.states, planner.worth = others, states, value
        return True
    return False


def replay(planner: Planner, actions: Sequence[Action]) -> list[State] | None:
    """The positions these gestures lead through; None if one of them is not allowed."""
    states = [planner.states[0]]
    for action in actions:
        if planner.game.refuse(states[-1], action) is not None:
            return None
        after = states[-1].copy()
        planner.game.apply(after, action)
        states.append(after)
    planner.budget.use(1 + len(actions) // 2)
    return states
