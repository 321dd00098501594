"""A game of units in hexes without secrets: everything but its rules, its words and its looks. A game overrides what is special about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from amba.core.base import OpenGame
from amba.core.decision import Preview, Result, Side
from amba.core.game import Abilities, Score, level_of
from amba.core.sequence import Phase
from amba.core.steps import Step
from amba.kit.unit_evaluation import UnitEvaluation
from amba.kit.units import UnitState, misplaced
from amba.load.files import DataError
from amba.load.units import UnitBox
from amba.load.weights import load_weights
from amba.table.board import ZONES, Layer, unit_counter
from amba.table.map_game import MapGame
from amba.table.positions import UnitPositions

S = TypeVar("S", bound=UnitState[Any])
W = TypeVar("W", bound=UnitBox)
LEVEL = {"from", "to", "level", "winner"}


class UnitGame(MapGame[S, W], OpenGame[S, W]):
    """Victory is by points: a scenario's `[victory]` has `levels`, each with `from`, `to`, `level` and `winner` (a side, or "none")."""

    phases: Sequence[Phase]
    layers: Sequence[Layer] = (ZONES,)
    stack_limit: int | None = None
    """How many units may stand in a hex, where it is the same everywhere; a broken limit is a broken position."""
    scorer: Side = 0
    """Whose points are counted."""

    def __init__(
        self, world: W, steps: Iterable[Step[S]], kind: Callable[[Any, str, dict[str, str]], S], points: Callable[[S], float],
        evaluation: type[UnitEvaluation] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(world, steps, UnitPositions(self.key, kind, self.phases))
        self.points = points
        judged = None if evaluation is None else evaluation(load_weights(world.folder, evaluation.terms, self.sides), self.scorer, points)
        self.abilities = Abilities(evaluation=judged, score=Score(self.scorer, points, self.verdict), is_open=lambda s: True)
        for scenario in world.scenarios:
            check_levels(world, scenario)
            self.new(scenario, {})

    def result(self, s: S) -> Result | None:
        if s.frames:
            return None
        score = int(self.points(s))
        level = level_of(self.world.scenario(s.scenario)["victory"]["levels"], score)
        winner = self.verdict(s.scenario, score)
        title = "" if winner is None else f" for the {self.world.side_titles()[self.sides[winner]]}"
        return Result(winner, level["level"], f"{level['level']}{title}: {score} victory points.", score)

    def tracks(self, s: S) -> list[dict[str, Any]]:
        title = self.world.side_titles()[self.sides[self.scorer]]
        return [
            {"key": "turn", "title": "Turn", "value": s.turn, "of": self.world.last_turn(s.scenario), "text": ""},
            {"key": "score", "title": f"Points of the {title}", "value": int(self.points(s)), "of": 0, "text": ""},
        ]

    def preview(self, s: S, a: Any) -> Preview | None:
        """Results whose meaning a preview leaves open have it in say.toml, among the words."""
        found = super().preview(s, a)
        if found is None:
            return None
        words = self.sayings.words
        return found._replace(odds=tuple(odd if odd.text else odd._replace(text=words.get(odd.label, odd.label)) for odd in found.odds))

    def counters(self) -> list[dict[str, Any]]:
        return [unit_counter(unit, self.sides[unit.side]) for unit in self.world.units]

    def badges(self, scenario: str) -> dict[str, str]:
        return {self.world.place_at[place].key: str(points) for place, points in self.world.worth(scenario).items()}

    def invariants(self, s: S) -> Sequence[str]:
        return misplaced(s, self.stack_limit)


def check_levels(world: UnitBox, scenario: str) -> None:
    """Every level says who wins, and every number of points between the first and the last has one."""
    toml = world.scenarios[scenario]
    levels = toml.data.get("victory", {}).get("levels")
    if not isinstance(levels, list) or not levels:
        raise DataError(
            toml.name, toml.line("levels", "victory"), "expected [victory] with levels = [{ from = 0, to = 3, level = ..., winner = ... }, ...]"
        )
    for before, level in zip([None, *levels], levels, strict=False):
        if level.keys() != LEVEL:
            toml.fail("levels", f"a level has {', '.join(level)}; expected {', '.join(sorted(LEVEL))}", "victory")
        if level["winner"] not in {*world.sides, "none"}:
            toml.fail("winner", f"winner is {level['winner']!r}; expected {', '.join(world.sides)} or none", "victory", level["winner"])
        if before is not None and level["from"] != before["to"] + 1:
            toml.fail("from", f"a level begins at {level['from']}; the one before ends at {before['to']}", "victory", str(level["from"]))
