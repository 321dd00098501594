"""A roll of the dice as a step: chance throws, the log has what the dice show, and the rule reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from amba.core.decision import CHANCE, Decision
from amba.core.event import Rolled
from amba.core.order import Roll
from amba.core.steps import ChanceStep, pop
from amba.games.hollow.rules.dice import SUM_OF_TWO, Rolls
from amba.games.hollow.state import HollowState

F = TypeVar("F")
Read = Callable[[HollowState, F, tuple[int, ...]], None]
"""What a roll means: the state, the frame, which is off the stack by then, and what the dice show."""


def no_values(s: HollowState, at: object) -> Mapping[str, Any]:
    return {}


def roll_step(
    frame: type[F],
    kind: str,
    number: str,
    title: str,
    read: Read[F],
    dice: Rolls | Callable[[HollowState, F], Rolls] = SUM_OF_TWO,
    values: Callable[[HollowState, F], Mapping[str, Any]] = no_values,
) -> ChanceStep[HollowState, F, Roll]:
    """A roll of one kind: its rule, its title and what stands in the title's gaps, the dice that are thrown."""

    def ask(s: HollowState, at: F) -> Decision:
        return Decision(CHANCE, kind, number, title, values(s, at))

    def outcomes(s: HollowState, at: F) -> Rolls:
        return dice(s, at) if callable(dice) else dice

    def fall(s: HollowState, at: F, a: Roll) -> None:
        s.do(Rolled(number, kind, a.dice))
        pop(s)
        read(s, at, a.dice)

    return ChanceStep(frame, ask, outcomes, fall)


class Placed(Protocol):
    """A frame that is about a place."""

    @property
    def place(self) -> int: ...


def place_value(s: HollowState, at: Placed) -> Mapping[str, str]:
    """The place of a frame, for the title of its roll."""
    return {"place": s.world.names.places[at.place]}
