"""Questions: to a side, and to one die."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.core.decision import CHANCE, Decision, Refusal
from amba.games.keren.state import KerenState
from amba.games.keren.world import SIDES

FACES = range(1, 7)
Question = Callable[[KerenState, Any], Decision]


def ask(side: int, kind: str, number: str, prompt: str, **values: object) -> Decision:
    """A decision of a side; the prompt may name the side and whatever else is given."""
    return Decision(side, kind, number, prompt, {"side": SIDES[side].title(), **values})


def asks(kind: str, number: str | tuple[str, str], prompt: str) -> Question:
    """What a step asks the side of its frame; the prompt may name the place of the frame. The rule may depend on the side."""
    numbers = (number, number) if isinstance(number, str) else number

    def question(s: KerenState, at: Any) -> Decision:
        values = {"hex": s.world.spots[at.place]} if "{hex}" in prompt else {}
        return ask(at.side, kind, numbers[at.side], prompt, **values)

    return question


def rolls(kind: str, number: str, prompt: str) -> Question:
    """What a die is rolled for."""

    def question(s: KerenState, at: Any) -> Decision:
        return Decision(CHANCE, kind, number, prompt, {"hex": s.world.spots[at.place]} if "{hex}" in prompt else {})

    return question


def refuse_unit(s: KerenState, side: int, unit: int, number: str) -> Refusal | None:
    """A side gives orders to its own units, on the map."""
    if s.side[unit] != side:
        return Refusal(number, "{unit} is not yours.", s.world.named(unit))
    return None if s.is_on_map(unit) else Refusal(number, "{unit} is not on the map.", s.world.named(unit))
