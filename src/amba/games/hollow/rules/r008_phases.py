"""The fire phases: prep fire, final defensive fire, advancing fire."""

from __future__ import annotations

from typing import Any

from amba.core.decision import Decision
from amba.core.order import Done
from amba.core.steps import AskStep, Takes, leave
from amba.games.hollow.book import rule
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.rules.r008_targets import FIRE_ORDERS
from amba.games.hollow.state import HollowState

PROMPTS = {
    "prep": ("8", "Prep fire: choose a target or who fires, dig in, or end the phase."),
    "final": ("16", "Defensive fire: choose a target or who fires, or end the phase."),
    "advancing": ("8", "Advancing fire: choose a target or who fires, or end the phase."),
}


@rule("8", "16")
def ask_fire(s: HollowState, at: FirePhase) -> Decision:
    """Whoever may fire in this phase, in any order."""
    number, prompt = PROMPTS[at.kind]
    return Decision(at.side, at.kind, number, prompt)


def fire_phase(*added: Takes[HollowState, FirePhase, Any]) -> AskStep[HollowState, FirePhase]:
    """A side's fire phase, with orders that other chapters add."""
    return AskStep(FirePhase, ask_fire, *FIRE_ORDERS, *added, Takes(Done, leave))
