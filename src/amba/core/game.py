"""The protocol every game follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from amba.core.decision import Action, Decision, Preview, Refusal, Result, Side
from amba.core.evaluation import Evaluation
from amba.core.event import Event, EventCodec
from amba.core.menu import Menu
from amba.core.order import Words
from amba.core.rulebook import Rulebook
from amba.core.state import State

View = dict[str, Any]
"""What a side may see, as plain data (docs/wire.md)."""


NO_TABLES: Mapping[str, Any] = MappingProxyType({})


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
    difficulty: str = ""
    """How much of the rules it needs: easy, middling, hard; empty where nobody has said."""


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
    orders: tuple[Words, ...]
    """The shapes of every order, for help and for tests: ``("move", "piece", "place")``."""
    abilities: Abilities
    """What it offers beyond what every game must."""

    def scenarios(self) -> Sequence[Scenario]: ...
    def options(self) -> Sequence[Option]: ...
    def provenance(self) -> Sequence[Provenance]: ...
    def new(self, scenario: str, options: Mapping[str, str]) -> State: ...
    def blank(self, scenario: str, options: Mapping[str, str]) -> State: ...
    def decision(self, s: State) -> Decision | None: ...
    def legal(self, s: State) -> Menu: ...
    def read(self, s: State, words: Words) -> Any: ...
    def spell(self, a: Action) -> Words: ...
    def refuse(self, s: State, a: Action) -> Refusal | None: ...
    def outcomes(self, s: State) -> Sequence[tuple[Action, int]]: ...
    def dice(self, s: State) -> int: ...
    def thrown(self, s: State, faces: tuple[int, ...]) -> Action: ...
    def apply(self, s: State, a: Action) -> list[Event]: ...
    def view(self, s: State, side: Side | None) -> View: ...
    def redact(self, s: State, e: Event, side: Side | None) -> Event | None: ...
    def redact_action(self, s: State, words: Words, by: Side, side: Side | None) -> Words: ...
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


def level_of(levels: Sequence[Mapping[str, Any]], score: float) -> Mapping[str, Any]:
    """The level of victory a score falls in; beyond the ends of the table the nearest level holds."""
    return min(levels, key=lambda level: max(float(level["from"]) - score, score - float(level["to"]), 0))


def who_wins(levels: Sequence[Mapping[str, Any]], sides: Sequence[str], score: float) -> Side | None:
    """The winner of the level a score falls in."""
    best = level_of(levels, score)
    return sides.index(best["winner"]) if best["winner"] in sides else None


class Score(NamedTuple):
    """Victory points, and what they are worth at the end: for statistics and bids."""

    side: Side
    """Whose points these are."""
    points: Callable[[Any], float]
    """The points of a position."""
    verdict: Callable[[str, float], Side | None]
    """Who wins a scenario with so many points at the end, sudden ends apart; None is a draw. With the options as they are when nothing is said."""
    counted: Callable[[str], tuple[str, str]] = lambda _: ("victory point", "victory points")
    """What is counted in a scenario: one of it, and many."""
    verdict_with: Callable[[str, float, Mapping[str, str]], Side | None] | None = None
    """The same with these options, where one of them changes it."""

    def winner(self, scenario: str, score: float, options: Mapping[str, str]) -> Side | None:
        return self.verdict(scenario, score) if self.verdict_with is None else self.verdict_with(scenario, score, options)


Advice = Callable[[Any, Side, Any], float]


class Abilities(NamedTuple):
    """What a game may offer beyond what every game must. Bots, lab and table ask here."""

    advice: Advice | None = None
    """How good a single legal order looks to a side, from nothing but what it may see. Ending a phase is worth 0."""
    shortlist: Callable[[Any, Side, Sequence[Any]], Sequence[Any]] | None = None
    """Where many heads come to the same (counters alike that are to be set up): those worth completing."""
    evaluation: Evaluation | None = None
    """What a position is worth, so that bots can plan."""
    score: Score | None = None
    tables: Mapping[str, Callable[[], object]] = NO_TABLES
    """Large tables worked out once a map, by name, so that they can be timed: calling one makes it anew."""
    skippable: Mapping[str, frozenset[str]] = NO_TABLES
    """By the kind of decision: the verbs that nobody need be stopped for. A player may want to be passed over where there is nothing else."""
    at_stake: Mapping[str, Callable[[Any], bool]] = NO_TABLES
    """By the kind of decision: whether something hangs on it in this position. Where nothing does, its skippable verbs are; else none is."""
    dice_sums: frozenset[str] = frozenset()
    """What rolls are called of which only the sum counts: a sum is not drawn as a die. Further dice follow the sum."""
    losing_marks: frozenset[str] = frozenset()
    """Marks of pieces that stay on the map and are lost all the same, as wrecks are. What the rules say of it has the mark's name."""
    is_open: Callable[[Any], bool] | None = None
    """Whether neither side may ever know something in this game that the other may not. A game that does not say so is taken to have secrets."""


def misspelt(game: Game) -> str:
    """What is wrong with the words of a game's abilities, as a sentence; nothing, if they are right. What is misspelt would simply never come."""
    verbs, skippable = {shape[0] for shape in game.orders}, game.abilities.skippable
    for kind, several in skippable.items():
        for verb in sorted(several - verbs):
            return f"its abilities let nobody be stopped for {verb!r} in {kind!r}, and there is no such order; there are: {', '.join(sorted(verbs))}"
    for kind in game.abilities.at_stake:
        if kind not in skippable:
            kinds = ", ".join(skippable) or "none"
            return f"its abilities say what is at stake in {kind!r}, where nothing is skippable; something is in: {kinds}"
    return ""


def has_secrets(game: Game, s: State) -> bool:
    """Whether something may be hidden in this game: two players at one screen must then look away."""
    is_open = game.abilities.is_open
    return is_open is None or not is_open(s)


def judge(game: Game, s: State, words: Words) -> Any:
    """The order these words make, if it is legal now; otherwise the Refusal."""
    order = game.read(s, words)
    return order if isinstance(order, Refusal) else game.refuse(s, order) or order


def refuse_words(game: Game, s: State, words: Words) -> Refusal | None:
    """Why what these words say may not be done now."""
    found = judge(game, s, words)
    return found if isinstance(found, Refusal) else None


def worded(game: Game, menu: Menu) -> Menu:
    """The same menu in words, for whoever knows no orders."""
    spell = game.spell
    heads = {spell(head): head for head in menu.heads}
    return Menu([spell(order) for order in menu.plain], list(heads), lambda words: [spell(order) for order in menu.tails(heads[words])])
