"""What is shown before an order is given, in the plain cases: a march with its way and its cost, a fight with its odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from amba.core.decision import Preview
from amba.core.odds import Referee, ToldValue, as_chances, every_fall, said_as
from amba.core.order import Order
from amba.kit.reach import Reach

Items = Sequence[tuple[str, str, str]]
"""The arithmetic, line by line: label, value, rule number."""


def march(s: Any, found: Reach, to: int, points: int) -> Preview:
    """The way to a hex, and what it costs of so many points."""
    path = tuple(s.world.names.places[place] for place in found.path(to))
    return Preview(f"Move to {s.world.place_title(to)}", path, f"{found.cost[to]} of {points}")


def fight(play: Referee, s: Any, order: Order, sides: tuple[Sequence[int], int], rule: str, column: str, shifts: Items = ()) -> Preview:
    """An attack by units on a hex (`sides`): their strengths by this rule, what shifts the column, and the odds of the dice.

    The rules say `attack` with the hex and the column in the log, and then `result`: law 7 compares both with what is shown.
    """
    (units, target), cards, told = sides, s.world.units, said_as("result")
    items = [(cards[unit].title, str(s.strength(unit)), rule) for unit in units]
    items += [(f"against {cards[unit].title}", str(s.strength(unit)), rule) for unit in s.here[target]]
    odds = as_chances(every_fall(play, s, (order,), told))
    return Preview(
        f"Attack on {s.world.place_title(target)}",
        items=(*items, *shifts),
        column=column,
        odds=odds,
        told=told,
        shown=((column, ToldValue("attack", 1)),),
    )
