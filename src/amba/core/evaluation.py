"""What a position is worth to a side, as named terms with weights. For bots; the rules never look here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from amba.core.decision import Action, Side


class Term(NamedTuple):
    """One thing a player would look at."""

    key: str
    weight: float
    means: str
    """What it measures, in a sentence."""
    gain: str
    """What is said of a move that makes it better: 'closes on {near}'."""
    early: float
    """Its weight far from the end of the game; `weight` is that of the last turn (`Evaluation.earliness`)."""

    def at(self, earliness: float) -> float:
        """Its weight in between."""
        return self.weight + earliness * (self.early - self.weight)


class Target(NamedTuple):
    """A place to bring several pieces to: an enemy to attack together, ground to hold together."""

    place: int
    ring: tuple[int, ...]
    """Where to stand for it."""


class Way(NamedTuple):
    """Gestures that belong together: a piece sets out, goes step by step, and halts. Where a way may be stopped, what follows is asked for then (`Evaluation.onward`)."""

    piece: int
    """The number of who goes."""
    place: int
    """Where it ends."""
    gestures: tuple[Action, ...]
    advised: float
    """What the way itself is worth, apart from where it ends: less than nothing where it is dangerous."""
    company: tuple[Any, ...] = ()
    """Who goes with the piece. Its ways alone and in company are weighed apart."""

    @property
    def pieces(self) -> frozenset[Any]:
        """Everybody who goes."""
        return frozenset((self.piece, *self.company))


Weights = Mapping[str, float]
ENDS = {
    "planned": "as this side's next phase promises, once it is planned",
    "fought": "when that phase has been planned and fought, and the enemy's comes: less is taken at its word, and more luck is in it",
    "seen": "as that phase begins, by what both sides see in it (`Weighing.views`)",
}
"""Where a plan is judged that is played out, and how."""
MASS = 6
"""As many pieces as are brought against one target where a game says nothing else."""
CAUTION = 2.0
"""As many standard errors as a searcher asks for where a game says nothing else."""


class Weighing(NamedTuple):
    """What data/bot.toml says."""

    terms: Mapping[str, Term]
    styles: Mapping[str, Weights]
    """Other styles of play, by name ('bold', 'careful'): term -> what its weight is multiplied by."""
    odds: Mapping[str, str]
    """verb -> how its odds are said: 'with {column} factors'. Other verbs say 'at {column}'."""
    trust: float
    """How much the game's advice on a single move counts beside what the evaluation says of the position after it."""
    breadth: int = 5
    """How many moves of a piece a planner looks at closely: those the advice likes best."""
    searched: frozenset[str] = frozenset()
    """Kinds of decision besides the planned ones over which a searcher looks ahead, answer by answer. It pays where the advice is often wrong and a wrong answer is dear."""
    ends: str = "planned"
    """How the end of a plan is judged that a searcher plays out (`ENDS`)."""
    views: tuple[float, ...] = (0.5, 0.5)
    """side -> how much what it sees in a position counts, where ends are judged by what both see."""
    samples: int = 12
    """How often two plans are compared, each time on other luck, at most. More tell more, where a sample is quickly played out."""
    afresh: bool = False
    """Whether both sides plan anew in every sample a searcher plays out. Else they plan in the first and, on other luck, do as much of it as they can: quicker by half, and as
    good where a phase does not hang on how the last shot fell."""
    caution: float = CAUTION
    """How many standard errors another plan must be ahead of the searcher's own, when both are played out, to be taken instead."""
    refined: Mapping[str, int] = MappingProxyType({})
    """The levels ("planner", "searcher") that look at more moves of each piece and go over their plan once more, piece by piece; level -> positions they may look at
    for it. It finds what the evaluation likes best: it pays where that is to be trusted further than the advice on single moves, and costs games where it is not. Matches tell (docs/bots.md)."""
    mass: int = MASS
    """How many pieces a plan brings against one target at most."""


class Evaluation:
    """What a game adds so that bots can plan: a small file of terms, and their weights in data/bot.toml.

    A game writes a subclass with `weighing`, `planned` and `measure`. Everything else has a default that fits a game in which a piece
    moves by one gesture and nobody answers in between; `s` is the game's own state.
    """

    weighing: Weighing
    planned: Mapping[str, tuple[str, ...]]
    """The kinds of decision (`Decision.kind`) in which pieces are moved one by one until the phase is ended, and the verbs that move them:
    ``{"movement": ("move",)}`` for actions ``("move", piece, place)``. The first is the one that matters most: over it the searcher looks ahead."""
    within: tuple[str, ...] = ()
    """Kinds of decision that come up in the middle of a phase that is planned: steps on the way, the enemy's answers."""
    interrupted: bool = False
    """Whether the enemy may come between the gestures of a plan. Then a plan that is played out is made again gesture by gesture, so that he can."""

    def measure(self, s: Any, side: Side) -> dict[str, float]:
        """Every term for this side, higher is better, from nothing but what it may see."""
        raise NotImplementedError

    def targets(self, s: Any, side: Side) -> Sequence[Target]:
        """What is worth massing for in this phase."""
        return ()

    def margin(self, s: Any, side: Side) -> float:
        """How far ahead the side is in the points that decide the game."""
        return 0.0

    def near(self, s: Any, side: Side, place: int) -> str:
        """The name of what a piece that goes to this place goes for; empty where there is none."""
        return ""

    def earliness(self, s: Any) -> float:
        """How much of a term's early weight counts: 1 far from the end of the game, 0 in its last turn."""
        return 0.0

    def ways(self, s: Any, side: Side, kind: str) -> Sequence[Way] | None:
        """The ways worth looking at in a decision of this kind, where a piece moves by several gestures; None where single gestures are enough."""
        return None

    def onward(self, s: Any, way: Way) -> Action | None:
        """What is still to be told those who went a way and stand here: to go on, where something they could foresee has stopped them, or to halt. None when all is done."""
        return None

    def undisturbed(self, s: Any, side: Side) -> Any:
        """A copy to plan on: a position the side cannot tell from this one, in which the enemy lets it move undisturbed."""
        return s.copy()
