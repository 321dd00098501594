"""The protocol every game follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from amba.core.decision import Action, Decision, Preview, Refusal, Result, Side
from amba.core.event import Event, EventCodec
from amba.core.menu import Menu
from amba.core.rulebook import Rulebook
from amba.core.state import State

View = dict[str, Any]
"""What a side may see, as plain data (docs/wire.md)."""


class Scenario(NamedTuple):
    """Something to play."""

    key: str
    title: str
    blurb: str
    turns: int
    source: str
    note: str = ""
    decisions: int = 0
    """How many decisions a typical game takes."""


class Option(NamedTuple):
    """A switch for an optional or disputed rule."""

    key: str
    title: str
    gist: str
    rule: str
    choices: tuple[tuple[str, str], ...]
    default: str


def choose_options(offered: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """The options with their defaults; an unknown option or choice is an error."""
    found = {option.key: option.default for option in offered}
    for key, value in given.items():
        option = next((option for option in offered if option.key == key), None)
        if option is None:
            raise ValueError(f"there is no option {key!r}; there are: {', '.join(found)}")
        choices = [choice for choice, _ in option.choices]
        if value not in choices:
            raise ValueError(f"option {key} is {value!r}; expected one of {', '.join(choices)}")
        found[key] = value
    return found


class Provenance(NamedTuple):
    """Where the facts of a data file come from."""

    file: str
    source: str
    note: str


class Names:
    """What the integers in a state are called."""

    def __init__(self, pieces: Sequence[str], places: Sequence[str], marks: Sequence[str], tracks: Sequence[str]) -> None:
        self.pieces = list(pieces)
        self.places = list(places)
        self.marks = list(marks)
        self.tracks = list(tracks)
        self.piece = {name: i for i, name in enumerate(pieces)}
        self.place = {name: i for i, name in enumerate(places)}
        self.mark = {name: i for i, name in enumerate(marks)}
        self.track = {name: i for i, name in enumerate(tracks)}
        self.codec = EventCodec(self.pieces, self.places, self.marks, self.tracks)


class BadPosition(Exception):
    """A position that cannot stand; says under which section and key of the file."""

    def __init__(self, message: str, key: str = "", section: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.section = section


class Game(Protocol):
    """One game: its data, its rules, and what each side may see."""

    key: str
    title: str
    version: str
    blurb: str
    year: str
    sides: tuple[str, ...]
    rulebook: Rulebook
    names: Names
    data_hash: str
    orders: tuple[tuple[str, ...], ...]
    """The shapes of every order, for help and for tests: ``("move", "piece", "place")``."""

    def scenarios(self) -> Sequence[Scenario]: ...
    def options(self) -> Sequence[Option]: ...
    def provenance(self) -> Sequence[Provenance]: ...
    def new(self, scenario: str, options: Mapping[str, str]) -> State: ...
    def blank(self, scenario: str, options: Mapping[str, str]) -> State: ...
    def decision(self, s: State) -> Decision | None: ...
    def legal(self, s: State) -> Menu: ...
    def refuse(self, s: State, a: Action) -> Refusal | None: ...
    def outcomes(self, s: State) -> Sequence[tuple[Action, int]]: ...
    def apply(self, s: State, a: Action) -> list[Event]: ...
    def view(self, s: State, side: Side | None) -> View: ...
    def redact(self, s: State, e: Event, side: Side | None) -> Event | None: ...
    def redact_action(self, s: State, a: Action, by: Side, side: Side | None) -> Action: ...
    def reveals(self, e: Event) -> bool: ...
    def result(self, s: State) -> Result | None: ...

    # What the table, the terminal and the position files need beside the rules.
    def imagine(self, s: State, side: Side | None, rng: Random) -> State: ...
    def preview(self, s: State, a: Action) -> Preview | None: ...
    def label(self, s: State, a: Action) -> str: ...
    def note(self, s: State, a: Action) -> str: ...
    def sentence(self, e: Event) -> str: ...
    def board(self, scenario: str) -> dict[str, Any]: ...
    def charts(self) -> Sequence[dict[str, Any]]: ...
    def overlay(self, s: State, side: Side | None, key: str, arg: str) -> dict[str, Any]: ...
    def position(self, s: State) -> dict[str, Any]: ...
    def place(self, document: Mapping[str, Any]) -> State: ...
    def invariants(self, s: State) -> Sequence[str]: ...


def who_wins(levels: Sequence[Mapping[str, Any]], sides: Sequence[str], score: float) -> Side | None:
    """The winner of the level a score falls in; beyond the ends of the table the nearest level holds."""
    best = min(levels, key=lambda level: max(float(level["from"]) - score, score - float(level["to"]), 0))
    return sides.index(best["winner"]) if best["winner"] in sides else None


@runtime_checkable
class Advisor(Protocol):
    """What a game may add for the sake of bots."""

    def advice(self, s: State, side: Side, a: Action) -> float:
        """How good a single legal action looks to this side, from nothing but what it may see. Ending a phase is worth 0."""


@runtime_checkable
class Sifter(Protocol):
    """What a game may add where many beginnings of orders come to the same: counters alike that are to be set up."""

    def sift(self, s: State, side: Side, heads: Sequence[Action]) -> Sequence[Action]:
        """The heads worth completing: of several that come to the same, one; of what can wait, none."""


@runtime_checkable
class Scored(Protocol):
    """What a game may add for the sake of statistics: victory points, and what they are worth at the end."""

    scorer: Side
    """Whose points these are."""

    def score(self, s: State) -> float:
        """The points now."""

    def verdict(self, scenario: str, score: float) -> Side | None:
        """Who wins the scenario with so many points at the end, sudden ends apart; None is a draw."""


@runtime_checkable
class ScoredOtherwise(Protocol):
    """What a scored game may add where scenarios are decided by something else than victory points."""

    def counted(self, scenario: str) -> tuple[str, str]:
        """What is counted: one of it, and many."""


@runtime_checkable
class Prepared(Protocol):
    """What a game may add that works out large tables once per map, beside the play: so that they can be timed and waited for."""

    def tables(self) -> Mapping[str, Callable[[], object]]:
        """By name: calling one makes the table anew, from nothing."""


@runtime_checkable
class Unhurried(Protocol):
    """What a game may add that often asks about small things: a player may then want to be passed over where there is nothing else."""

    idle: Mapping[str, frozenset[str]]
    """By the kind of decision: the orders that nobody need be stopped for."""


@runtime_checkable
class Summing(Protocol):
    """What a game may add that rolls two dice of which only the sum counts: a sum is not drawn as a die."""

    sums: frozenset[str]
    """What such rolls are called; further dice follow the sum."""


@runtime_checkable
class Frank(Protocol):
    """What a game may add that keeps no secrets, always or in some scenarios and options: two players at one screen then need not look away."""

    def is_open(self, s: State) -> bool:
        """Whether neither side may ever know something in this game that the other may not."""


def has_secrets(game: Game, s: State) -> bool:
    """Whether something may be hidden in this game; one that says nothing is taken to have secrets."""
    return not (isinstance(game, Frank) and game.is_open(s))
