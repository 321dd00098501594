"""How a side is asked for an order."""

from __future__ import annotations

from amba.core.decision import Decision
from amba.games.keren.world import SIDES


def ask(side: int, kind: str, number: str, prompt: str, **values: object) -> Decision:
    """A decision of a side; the prompt may name the side and whatever else is given."""
    return Decision(side, kind, number, prompt, {"side": SIDES[side].title(), **values})
