"""One die, for every chapter that rolls one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from amba.core.order import Roll
from amba.games.cheren.state import CherenState

FACES: Sequence[tuple[Roll, int]] = [(Roll((face,)), 1) for face in range(1, 7)]


def one_die(s: CherenState, at: Any) -> Sequence[tuple[Roll, int]]:
    return FACES
