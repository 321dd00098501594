"""What a position is worth to a side, as named terms with weights. For bots; the rules never look here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from amba.core.decision import Side
from amba.core.state import State


class Term(NamedTuple):
    """One thing a player would look at."""

    key: str
    weight: float
    means: str
    """What it measures, in a sentence."""
    gain: str
    """What is said of a move that makes it better: 'closes on {near}'."""


class Target(NamedTuple):
    """A place to bring several pieces to: an enemy to attack together, ground to hold together."""

    place: int
    ring: tuple[int, ...]
    """Where to stand for it."""


Weights = Mapping[str, float]


class Weighing(NamedTuple):
    """What data/bot.toml says."""

    terms: Mapping[str, Term]
    tempers: Mapping[str, Weights]
    """Other ways to look at it, by name ('bold', 'careful'): term -> what its weight is multiplied by."""
    trust: float
    """How much the game's advice on a single move counts beside what the evaluation says of the position after it."""
    breadth: int = 5
    """How many moves of a piece a planner looks at closely: those the advice likes best."""
    refined: bool = False
    """Whether a planner goes over its plan once more, piece by piece: it pays where a formation counts for more than any single place."""


class Evaluation(Protocol):
    """What a game adds so that bots can plan: a small file of terms, and their weights in data/bot.toml."""

    weighing: Weighing
    planned: Mapping[str, tuple[str, ...]]
    """The kinds of decision (`Decision.kind`) in which pieces are moved one by one until the phase is ended, and the verbs that move them:
    ``{"movement": ("move",)}`` for actions ``("move", piece, place)``. The first is the one that matters most: over it the searcher looks ahead."""

    def measure(self, s: State, side: Side) -> dict[str, float]:
        """Every term for this side, higher is better, from nothing but what it may see."""

    def targets(self, s: State, side: Side) -> Sequence[Target]:
        """What is worth massing for in this phase."""

    def margin(self, s: State, side: Side) -> float:
        """How far ahead the side is in the points that decide the game."""

    def near(self, s: State, side: Side, place: int) -> str:
        """The name of what a piece that goes to this place goes for."""


@runtime_checkable
class Evaluated(Protocol):
    """A game that has an evaluation."""

    evaluation: Evaluation
