"""What a player reads in the terminal: the briefing of a scenario, and in a lesson the guide at his side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.core.decision import Decision
from amba.core.game import Game
from amba.load import registry
from amba.load.briefings import read_briefings


class Briefing:
    """The words of one scenario, as the table shows them, too."""

    def __init__(self, game: Game, scenario: str) -> None:
        found = read_briefings(registry.home(game.key))
        self.words: Mapping[str, Any] = found["scenario"].get(scenario, {})
        self.guide: list[dict[str, Any]] = found["guide"]
        self.told = ""
        """The step that was told last."""

    @property
    def is_lesson(self) -> bool:
        return bool(self.words.get("steps"))

    def lines(self, side: str, title: str) -> list[str]:
        """Situation, goal, what is special, and hints for one side."""
        words = self.words
        if not words:
            return ["There is no briefing for this scenario."]
        lines = [words["situation"], *([words["goal"]] if "goal" in words else []), *(f"  * {text}" for text in words.get("rules", []))]
        hints = words.get("hints", {}).get(side, [])
        return lines + ([f"Hints for the {title}:", *(f"  * {text}" for text in hints)] if hints else [])

    def step(self, decision: Decision, view: Mapping[str, Any]) -> str:
        """What a lesson says to this question: its own step of this turn, one of any turn, then the game's guide; a step for just this question before one for its phase. Empty if that was told already."""
        phase = next((step["key"].rpartition(".")[2] for step in view.get("sequence", []) if step["now"]), "")
        turn = next((str(track["value"]) for track in view["tracks"] if track["key"] == "turn"), "")
        own = self.words.get("steps", [])
        told = ([one for one in own if str(one.get("turn", "")) == turn], [one for one in own if "turn" not in one], self.guide)
        for at in (decision.kind, phase):
            for steps in told:
                found = next((str(one["says"]) for one in steps if one["at"] == at), "")
                if found:
                    fresh, self.told = found != self.told, found
                    return found if fresh else ""
        return ""
