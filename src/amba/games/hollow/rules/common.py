"""Small types that all chapters share, and orders that one chapter adds to another chapter's phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from amba.core.decision import Action, Refusal
from amba.games.hollow.state import HollowState


class Item(NamedTuple):
    """One line of arithmetic: what, how much, by which rule."""

    what: str
    value: int
    rule: str


Line = tuple[str, str, str]
"""A line of arithmetic as it is shown: what, how much, by which rule."""


def sum_of(items: Iterable[Item]) -> int:
    """What they make together."""
    return sum(item.value for item in items)


def item_lines(items: Iterable[Item]) -> tuple[Line, ...]:
    """Costs and numbers as they are shown."""
    return tuple((item.what, str(item.value), item.rule) for item in items)


def modifier_lines(items: Iterable[Item]) -> tuple[Line, ...]:
    """Modifiers as they are shown, each with its sign."""
    return tuple((item.what, f"{item.value:+d}", item.rule) for item in items)


class Shot(NamedTuple):
    """Fire at one hex. `kind` is prep, first, subsequent, final or advancing."""

    side: int
    kind: str
    place: int
    firers: tuple[int, ...]
    targets: tuple[int, ...]


class ExtraOrder(NamedTuple):
    """An order that one chapter adds to another chapter's phase; `sequence` says to which."""

    verb: str
    rule: str
    listed: Callable[[HollowState, int], list[Action]]
    """Every such order that a side may give now."""
    refuse: Callable[[HollowState, int, Action], Refusal | None]
    do: Callable[[HollowState, Action], None]


def extra_actions(s: HollowState, side: int, extra: Sequence[ExtraOrder]) -> list[Action]:
    return [action for order in extra for action in order.listed(s, side)]


def extra_order(extra: Sequence[ExtraOrder], a: Action) -> ExtraOrder | None:
    """Which of the added orders this is."""
    return next((order for order in extra if a[:1] == (order.verb,)), None)


def unit_and_place(s: HollowState, a: Action) -> tuple[int, int] | None:
    """The unit and the hex of this map that an order names; nothing if it does not name them."""
    names = s.world.names
    if len(a) != 3 or a[1] not in names.piece or names.place.get(a[2], -1) not in s.field.hex_of:
        return None
    return names.piece[a[1]], names.place[a[2]]


Task = tuple[str, int, tuple[int, ...]]
"""Something that is still to happen to units: kia, reduce, check or pin; a number; the units."""
NORMAL, ASSAULTING, DOUBLING = "normal", "assault", "double"
ADVANCING = "advance"
"""How men go from hex to hex: the modes of the movement phase, and the advance."""
