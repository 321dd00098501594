"""What is shown before an order is given, in the plain cases: a march with its way and its cost, a fight with its odds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from amba.core.decision import Preview
from amba.core.odds import PaidOnTheWay, Referee, ToldValue, as_chances, every_fall, said_as
from amba.core.order import Order
from amba.kit.reach import Reach

Items = Sequence[tuple[str, str, str]]
"""The arithmetic, line by line: label, value, rule number."""


def in_one_table(*tables: dict[type[Any], Any]) -> dict[type[Any], Any]:
    """The previews of several files together; an order may have one only."""
    found: dict[type[Any], Any] = {}
    for table in tables:
        if twice := [order.__name__ for order in table if order in found]:
            raise ValueError(f"two previews for {', '.join(twice)}")
        found |= table
    return found


def march(s: Any, found: Reach, to: int, points: int) -> Preview:
    """The way to a hex, and what it costs of so many points."""
    path = tuple(s.world.names.places[place] for place in found.path(to))
    cost = f"{found.cost[to]} of {points}"
    return Preview(f"Move to {s.world.place_title(to)}", path, cost, shown=((cost, PAID),))


def step_price(s: Any, unit: int, here: int, there: int) -> int:
    price: int = dict(s.world.edges[here])[there]
    return price


def all_points(s: Any, unit: int) -> int:
    points: int = s.world.units[unit].mp
    return points


PAID = PaidOnTheWay(step_price, all_points)


def columns_text(by: int) -> str:
    """A shift on a table: `-2 columns`, `+1 column`."""
    return f"{by:+d} {'column' if abs(by) == 1 else 'columns'}"


def more_points(attack: float, defence: float, columns: Sequence[str], column: int) -> str:
    """How many points more reach the next column of a table of odds such as `2-1`; empty at its end, and where nobody fights."""
    if not attack or not defence or column >= len(columns) - 1:
        return ""
    ratios = [Fraction(*map(int, re.split("[-:]", title))) for title in columns]
    now = Fraction(attack) / Fraction(defence)
    higher = next((ratio for ratio in ratios if ratio > now), None)
    return "" if higher is None else reaching(ceil(higher * Fraction(defence)) - ceil(Fraction(attack)), columns[column + 1])


def more_factors(have: float, columns: Sequence[str], column: int) -> str:
    """The same for a table of sums such as `9+`."""
    if not have or column >= len(columns) - 1:
        return ""
    higher = next((int(title.rstrip("+")) for title in columns if int(title.rstrip("+")) > have), None)
    return "" if higher is None else reaching(ceil(higher - have), columns[column + 1])


def reaching(points: int, column: str) -> str:
    return f"{points} more {'point reaches' if points == 1 else 'points reach'} {column}"


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
