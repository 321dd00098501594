"""The plain sequence of play: the same phases in every turn, one after the other, until the last turn is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from amba.core.decision import Side
from amba.core.event import Tracked
from amba.core.rulebook import Rulebook
from amba.core.state import PHASE, TURN, GameState
from amba.core.steps import AutoStep, Frame, pop, push

S = TypeVar("S", bound=GameState[Any])


class PhaseLine(Protocol):
    """As much of a line of the sequence of play as is shown; `side` is None where both sides act."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def side(self) -> Side | None: ...
    @property
    def rule(self) -> str: ...


class Phase(NamedTuple):
    """One line of the sequence of play."""

    key: str
    title: str
    side: Side
    """Who decides in it."""
    rule: str
    frame: Frame
    """What is entered when the phase begins."""


class SequenceOfPlay(NamedTuple):
    """The bottom of the stack: one phase after the other."""

    name: Literal["sequence"] = "sequence"


def as_the_scenario_says(s: Any) -> int:
    return int(s.world.last_turn(s.scenario))


def sequence_of_play(
    phases: Sequence[Phase], book: Rulebook, rule: str, last_turn: Callable[[S], int] = as_the_scenario_says
) -> AutoStep[S, SequenceOfPlay]:
    """The step that goes through the phases; `rule` is the paragraph of the book that states them."""

    @book.rule(rule)
    def next_phase(s: S, at: SequenceOfPlay) -> None:
        """One phase after the other until the last turn is over."""
        phase = s.phase + 1
        if phase >= len(phases):
            if s.turn >= last_turn(s):
                pop(s)
                return
            phase = 0
            s.do(Tracked(rule, TURN, s.turn, s.turn + 1))
        s.do(Tracked(rule, PHASE, s.phase, phase))
        push(s, phases[phase].frame)

    return AutoStep(SequenceOfPlay, next_phase)


def shown(phases: Sequence[PhaseLine], sides: Sequence[str], now: int) -> list[dict[str, Any]]:
    """The phases as a view has them (docs/wire.md)."""
    return [
        {"key": p.key, "title": p.title, "side": "" if p.side is None else sides[p.side], "rule": p.rule, "now": i == now}
        for i, p in enumerate(phases)
    ]
