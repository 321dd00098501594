"""A roll of the dice as a step: chance throws, the log has what the dice show, and the rule reads them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from amba.core.decision import CHANCE, Action, Decision
from amba.core.event import Rolled
from amba.core.flow import Step, pop
from amba.core.state import Frame
from amba.games.hollow.rules.dice import numbers, one_die, sum_of_two
from amba.games.hollow.state import HollowState


class Roll(Step[HollowState], ABC):
    """Two dice, of which the sum counts, or one; the frame is taken off before they are read."""

    kind: ClassVar[str]
    number: ClassVar[str]
    title: ClassVar[str]
    thrown: ClassVar[int] = 2

    def decision(self, s: HollowState) -> Decision:
        return Decision(CHANCE, self.kind, self.number, self.title, self.words(s))

    def words(self, s: HollowState) -> Mapping[str, object]:
        """What stands in the title's gaps."""
        return {}

    def outcomes(self, s: HollowState) -> Sequence[tuple[Action, int]]:
        return one_die() if self.thrown == 1 else sum_of_two()

    def apply(self, s: HollowState, a: Action) -> None:
        frame, dice = s.frames[-1], numbers(a)
        s.do(Rolled(self.number, self.kind, dice))
        pop(s)
        self.read(s, frame, dice)

    @abstractmethod
    def read(self, s: HollowState, frame: Frame, dice: tuple[int, ...]) -> None:
        """What the roll means."""
