"""Questions: to a side, and to one die."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from amba.core.decision import CHANCE, Decision
from amba.core.event import Rolled
from amba.core.order import Roll
from amba.core.steps import ChanceStep, one_die, pop
from amba.games.adua.state import AduaState
from amba.games.adua.world import SIDE_TITLES

F = TypeVar("F")


def asks(kind: str, rule: str, prompt: str, side: int | None = None) -> Callable[[AduaState, Any], Decision]:
    """What a step asks the side of its frame, or the one that is always asked. The prompt may name the side, and the hex of the frame."""

    def question(s: AduaState, at: Any) -> Decision:
        who: int = at.side if side is None else side
        hex = {"hex": s.world.names.places[at.hex]} if "{hex}" in prompt else {}
        return Decision(who, kind, rule, prompt, {"side": SIDE_TITLES[who], **hex})

    return question


def die_for(
    frame: type[F], kind: str, rule: str, prompt: str, piece: Callable[[F], int], result: Callable[[AduaState, F, int], None]
) -> ChanceStep[AduaState, F, Roll]:
    """A step that rolls a die for the piece a frame is about; `result` says what the die does. The frame is done with by then."""

    def ask(s: AduaState, at: F) -> Decision:
        return Decision(CHANCE, kind, rule, prompt, {"title": s.world.title(piece(at))})

    def roll(s: AduaState, at: F, a: Roll) -> None:
        s.do(Rolled(rule, f"{kind} {s.world.names.pieces[piece(at)]}", a.dice))
        pop(s)
        result(s, at, a.dice[0])

    return ChanceStep(frame, ask, one_die, roll)
