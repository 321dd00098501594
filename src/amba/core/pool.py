"""Dice that fall together and are too many to list how they may fall.

The outcomes of such a step tell only what counts (hits, ones), which is what odds and bots need; what really falls has every face, die by die.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

from amba.core.decision import Decision, Refusal
from amba.core.order import Order, Speller, Words
from amba.core.steps import A, ChanceStep, F, S

DIE = frozenset("123456")


def as_faces(word: str) -> tuple[int, ...]:
    """``4,1,6`` as dice; empty where it is anything else."""
    faces = word.split(",")
    return tuple(map(int, faces)) if all(face in DIE for face in faces) else ()


class PoolStep(ChanceStep[S, F, A], Generic[S, F, A]):
    """A pool of dice falls. `count` says how many dice, `make` which outcome their faces are; its last argument is the faces, left out in the outcomes that are listed."""

    def __init__(
        self,
        frame: type[F],
        decision: Callable[[S, F], Decision],
        outcomes: Callable[[S, F], Sequence[tuple[A, int]]],
        do: Callable[[S, F, A], None],
        count: Callable[[S, F], int],
        make: Callable[[S, F, tuple[int, ...]], A],
    ) -> None:
        super().__init__(frame, decision, outcomes, do)
        self._count = count
        self._make = make

    def dice(self, s: S, at: Any) -> int:
        return self._count(s, at)

    def thrown(self, s: S, at: Any, faces: tuple[int, ...]) -> Order:
        return self._make(s, at, faces)

    def read(self, s: S, at: Any, words: Words, speller: Speller) -> Order | Refusal:
        faces = as_faces(words[-1]) if words else ()
        if faces and len(faces) == self._count(s, at):
            order = self._make(s, at, faces)
            if speller.spell(order) == words:
                return order
        return super().read(s, at, words, speller)

    def refuse(self, s: S, at: Any, order: Order) -> Refusal | None:
        if super().refuse(s, at, order) is None:
            return None
        count = self._count(s, at)
        is_throw = type(order) is type(self._make(s, at, (1,) * count)) and len(order[-2]) == count
        return None if is_throw and self._make(s, at, order[-2]) == order else self._no_such_outcome(s, at, (order.verb,))
