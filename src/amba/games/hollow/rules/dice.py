"""What dice may show, and a roll of them as a step: chance throws, the log has what the dice show, and the rule reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, Protocol, TypeVar

from amba.core.decision import CHANCE, Decision
from amba.core.event import Rolled
from amba.core.order import Roll
from amba.core.steps import ChanceStep, pop
from amba.games.hollow.state import HollowState

Rolls = tuple[tuple[Roll, int], ...]
"""Every roll with its weight."""
FACES = range(1, 7)
ONE_DIE: Rolls = tuple((Roll((die,)), 1) for die in FACES)
TWO_DICE: Rolls = tuple((Roll((a, b)), 1 if a == b else 2) for a in FACES for b in range(a, 7))
"""The lower die first: 21 results, so that doubles can be told apart."""
THREE_DICE: Rolls = tuple((Roll((*roll.dice, die)), weight) for roll, weight in TWO_DICE for die in FACES)
"""Two dice and a third one of its own."""
SUMS = tuple((total, sum(1 for a, b in product(FACES, repeat=2) if a + b == total)) for total in range(2, 13))
"""The sum of two dice, and in how many of 36 cases they make it."""
SUM_OF_TWO: Rolls = tuple((Roll((total,)), weight) for total, weight in SUMS)
"""Only the sum matters: 2 to 12."""
SUM_AND_DIE: Rolls = tuple((Roll((total, die)), weight) for total, weight in SUMS for die in FACES)
"""The sum of two dice and a third one of its own."""

COLOURED_AND_WHITE: Rolls = tuple((Roll((coloured, white)), 1) for coloured in FACES for white in FACES)
"""Two dice that are told apart, the coloured one first."""
COLOURED_WHITE_AND_DIE: Rolls = tuple((Roll((*roll.dice, die)), 1) for roll, _ in COLOURED_AND_WHITE for die in FACES)
BETTER_OF_TWO: Rolls = tuple(
    (roll, 2 * (len(COLOURED_AND_WHITE) - rank) - 1)
    for rank, (roll, _) in enumerate(sorted(COLOURED_AND_WHITE, key=lambda one: (sum(one[0].dice), one[0].dice)))
)
"""The lower of two rolls of them; of two that are as low, the one whose coloured die is lower. Weights of 1296 cases."""


def at_most(limit: int) -> int:
    """In how many of 36 cases two dice show no more than this."""
    return sum(weight for total, weight in SUMS if total <= limit)


F = TypeVar("F")
Read = Callable[[HollowState, F, tuple[int, ...]], None]
"""What a roll means: the state, the frame, which is off the stack by then, and what the dice show."""


def no_values(s: HollowState, at: object) -> Mapping[str, Any]:
    return {}


def roll_step(
    frame: type[F],
    kind: str,
    number: str | Callable[[F], str],
    title: str,
    read: Read[F],
    dice: Rolls | Callable[[HollowState, F], Rolls] = SUM_OF_TWO,
    values: Callable[[HollowState, F], Mapping[str, Any]] = no_values,
    over: Callable[[HollowState, F], int] | None = None,
) -> ChanceStep[HollowState, F, Roll]:
    """A roll of one kind: its rule, its title and what stands in the title's gaps, the dice that are thrown, and in a fight the hex over which they fall."""

    def ask(s: HollowState, at: F) -> Decision:
        found = values(s, at) if over is None else {**values(s, at), "hex": s.world.names.places[over(s, at)]}
        return Decision(CHANCE, kind, number if isinstance(number, str) else number(at), title, found)

    def outcomes(s: HollowState, at: F) -> Rolls:
        return dice(s, at) if callable(dice) else dice

    def fall(s: HollowState, at: F, a: Roll) -> None:
        s.do(Rolled(number if isinstance(number, str) else number(at), kind, a.dice))
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


def fought_over(s: HollowState, at: Placed) -> int:
    """The hex of a fight whose frame is about a place."""
    return at.place


class Driven(Protocol):
    """A frame that is about a vehicle."""

    @property
    def vehicle(self) -> int: ...


def fought_at_vehicle(s: HollowState, at: Driven) -> int:
    """The hex of a fight that a vehicle suffers where it stands."""
    return s.at[at.vehicle]


class Mined(Protocol):
    """A frame that is about a minefield."""

    @property
    def work(self) -> int: ...


def fought_at_work(s: HollowState, at: Mined) -> int:
    """The hex of what a minefield does."""
    return s.at[at.work]
