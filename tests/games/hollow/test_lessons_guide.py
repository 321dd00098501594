"""The guide of a lesson speaks to the question that is asked."""

from __future__ import annotations

from typing import cast

from amba.cli.briefing import Briefing
from amba.core.decision import Decision
from amba.core.game import Game
from amba.games.hollow.game import load

GAME = load()


def said(scenario: str, kind: str, phase: str, turn: int) -> str:
    view = {"sequence": [{"key": f"axis.{phase}", "now": True}], "tracks": [{"key": "turn", "value": turn}]}
    return Briefing(cast("Game", GAME), scenario).step(Decision(0, kind, "4", "?"), view)


def test_a_question_in_the_enemys_movement_is_not_answered_with_ones_own() -> None:
    assert said("lesson-1", "orders", "movement", 1).startswith("Standing orders: your men fire by themselves")
    assert said("lesson-6", "orders", "movement", 2).startswith("Standing orders for the enemy's movement")


def test_a_step_of_this_turn_goes_before_one_of_any_turn() -> None:
    assert said("lesson-1", "prep", "prep", 2).startswith("Now you are near.")
    assert said("lesson-1", "prep", "prep", 3).startswith("Fire now where the odds are good")


def test_a_phase_speaks_where_the_question_has_no_words() -> None:
    assert said("lesson-2", "final", "defence", 3).startswith("Your fire phase in his turn")
