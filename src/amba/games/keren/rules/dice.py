"""One die, for every chapter that rolls one."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.order import Roll
from amba.games.keren.state import KerenState

FACES = range(1, 7)
OUTCOMES: Sequence[tuple[Roll, int]] = [(Roll((face,)), 1) for face in FACES]


def one_die(s: KerenState, at: object) -> Sequence[tuple[Roll, int]]:
    return OUTCOMES
