"""5.1 Machine guns: tested when first used, repaired, or lost."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from amba.core.decision import CHANCE, Action, Decision
from amba.core.event import Rolled
from amba.core.flow import Step, pop
from amba.games.adua.book import rule
from amba.games.adua.state import AduaState
from amba.games.adua.world import FOOT_WITH_GUNS, GUNS, JAMMED, JAMMED_NOW, UNTESTED

DIE: Sequence[tuple[Action, int]] = [(("roll", str(face)), 1) for face in range(1, 7)]


@rule("5.0", "5.1.assign")
def may_have_guns(s: AduaState, unit: int) -> bool:
    """Infantry of every kind but the Bersaglieri, one gun to a unit."""
    return s.is_on_map(unit) and s.world.units[unit].kind in FOOT_WITH_GUNS and s.side[unit] == 0 and not s.has(unit, GUNS)


class Roll(Step[AduaState], ABC):
    """(name, piece): one die for a piece."""

    kind = "die"
    number = "5.1.test"
    prompt = "A die for {title}."

    def decision(self, s: AduaState) -> Decision:
        return Decision(CHANCE, self.kind, self.number, self.prompt, {"title": s.world.units[s.frames[-1][1]].title})

    def outcomes(self, s: AduaState) -> Sequence[tuple[Action, int]]:
        return DIE

    def apply(self, s: AduaState, a: Action) -> None:
        piece, die = s.frames[-1][1], int(a[1])
        s.do(Rolled(self.number, f"{self.kind} {self.about(s, piece)}", (die,)))
        pop(s)
        self.result(s, piece, die)

    def about(self, s: AduaState, piece: int) -> str:
        """Whom the die is for, by key: for the sentence that tells of it."""
        return s.world.names.pieces[piece]

    @abstractmethod
    def result(self, s: AduaState, piece: int, die: int) -> None:
        """What the die does."""


@rule("5.1.test")
class GunTest(Roll):
    """("gun-test", unit): on 4 to 6 the guns work, on 1 to 3 they are out of order."""

    kind = "gun-test"
    prompt = "The machine guns of {title} go into action for the first time: 4 to 6 and they work."

    def result(self, s: AduaState, piece: int, die: int) -> None:
        s.mark(self.number, piece, UNTESTED, False)
        if die <= 3:
            s.mark(self.number, piece, JAMMED)
            s.mark(self.number, piece, JAMMED_NOW)


@rule("5.1.repair")
class Repair(Roll):
    """("repair", unit): 5 or 6 mends, 1 loses the guns for good."""

    kind = "repair"
    number = "5.1.repair"
    prompt = "The machine guns of {title}: 5 or 6 mends them, 1 loses them."

    def result(self, s: AduaState, piece: int, die: int) -> None:
        if die >= 5:
            s.mark(self.number, piece, JAMMED, False)
        if die == 1:
            s.lose_guns(piece, self.number)


def to_repair(s: AduaState) -> list[int]:
    """Units whose machine guns failed before this turn."""
    return [u for u in s.units(0) if s.has(u, JAMMED) and not s.has(u, JAMMED_NOW)]
