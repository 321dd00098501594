"""The half of a `Game` that is the same in all of them: what is in the box, and steps that decide, offer, refuse and apply."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from amba.core.decision import Decision, Preview, Refusal, Result, Side
from amba.core.event import Event, Rolled
from amba.core.game import Names, Option, Provenance, Scenario, View, choose_options
from amba.core.menu import Menu
from amba.core.order import Order, Speller, Words, shapes_in_words
from amba.core.sequence import PhaseLine, shown
from amba.core.state import PHASE, TURN, State
from amba.core.steps import Play, Step
from amba.core.view import build_view

S = TypeVar("S", bound=State)
Options = dict[str, str]


class Box(Protocol):
    """What is printed: map, counters, tables, scenarios."""

    names: Names
    data_hash: str

    def scenario_list(self) -> Sequence[Scenario]: ...
    def provenance(self) -> Sequence[Provenance]: ...


W = TypeVar("W", bound=Box)


class Positions(Protocol[S]):
    """A game's module of positions: laid out for a scenario, read from a document, written as one."""

    def blank(self, world: Any, scenario: str, options: Options) -> S: ...
    def set_up(self, world: Any, scenario: str, options: Options) -> S: ...
    def place(self, world: Any, document: Mapping[str, Any], chosen: Callable[[Mapping[str, str]], Options]) -> S: ...
    def describe(self, s: S) -> dict[str, Any]: ...


Foreseen = Callable[[Play[S], S, Any, Any], Preview | None]
"""What an order would do: from the rules, the position, the frame and the order."""
Noted = Callable[[S, Any, Any], str]
"""A few words beside an order: from the position, the frame and the order."""


class BaseGame(Generic[S, W]):
    """What every game inherits. A game adds its title and key, what is shown, what each side may see, and its abilities."""

    sides: tuple[str, ...]
    phases: Sequence[PhaseLine] = ()
    """The sequence of play (`amba.core.sequence`)."""
    over_rule: str
    """The rule that ends the game: what an order after the end is refused by."""
    owners: Sequence[str] = ()
    """What a view says of a place, by the number of its owner: nobody or a side, where it says nothing else."""
    switches: Sequence[Option] = ()
    """Optional and disputed rules."""
    previews: Mapping[type[Any], Foreseen[S]] = {}
    """What there is to foresee about an order, by its class."""
    notes: Mapping[type[Any], Noted[S]] = {}
    """The words beside an order, by its class."""

    def __init__(self, world: W, steps: Iterable[Step[S]], positions: Positions[S]) -> None:
        self.world = world
        self.names = world.names
        self.data_hash = world.data_hash
        self.play = Play(steps, Speller(world.names.pieces, world.names.places), self.over_rule)
        world.names.codec.frames = self.play.frames
        self.orders = shapes_in_words(self.play.orders)
        self._positions = positions

    # what is in the box

    def scenarios(self) -> Sequence[Scenario]:
        return self.world.scenario_list()

    def options(self) -> Sequence[Option]:
        return self.switches

    def provenance(self) -> Sequence[Provenance]:
        return self.world.provenance()

    def chosen(self, options: Mapping[str, str]) -> Options:
        """The options with their defaults."""
        return choose_options(self.switches, options)

    # positions

    def blank(self, scenario: str, options: Mapping[str, str]) -> S:
        return self._positions.blank(self.world, scenario, self.chosen(options))

    def new(self, scenario: str, options: Mapping[str, str]) -> S:
        s = self._positions.set_up(self.world, scenario, self.chosen(options))
        self.play.settle(s)
        return s

    def place(self, document: Mapping[str, Any]) -> S:
        s = self._positions.place(self.world, document, self.chosen)
        self.play.settle(s)
        return s

    def position(self, s: S) -> dict[str, Any]:
        return self._positions.describe(s)

    # the referee

    def decision(self, s: S) -> Decision | None:
        return self.play.decision(s)

    def legal(self, s: S) -> Menu:
        return self.play.legal(s)

    def read(self, s: S, words: Words) -> Order | Refusal:
        return self.play.read(s, words)

    def spell(self, a: Any) -> Words:
        return self.play.speller.spell(a)

    def refuse(self, s: S, a: Order) -> Refusal | None:
        return self.play.refuse(s, a)

    def outcomes(self, s: S) -> Sequence[tuple[Order, int]]:
        return self.play.outcomes(s)

    def dice(self, s: S) -> int:
        return self.play.dice(s)

    def thrown(self, s: S, faces: tuple[int, ...]) -> Order:
        return self.play.thrown(s, faces)

    def apply(self, s: S, a: Order) -> list[Event]:
        return self.play.apply(s, a)

    # what a side sees

    def result(self, s: S) -> Result | None:
        """How the game ended; None while it goes on."""
        raise NotImplementedError

    def sees(self, s: S, side: Side | None, piece: int) -> bool:
        """Whether a side (None: somebody who watches) may know which piece this is."""
        return True

    def hidden(self, s: S, side: Side | None) -> Collection[int]:
        """The pieces that a side may not know. A game with few secrets says here which they are: every view asks, and most pieces are none."""
        return {piece for place in set(s.at) for piece in s.here[place] if not self.sees(s, side, piece)}

    def tracks(self, s: S) -> list[dict[str, Any]]:
        """The tracks beside the map (docs/wire.md)."""
        return [{"key": "turn", "title": "Turn", "value": s.tracks[TURN], "of": 0, "text": ""}]

    def tracks_seen(self, s: S, side: Side | None) -> list[dict[str, Any]]:
        """The tracks as a side sees them."""
        return self.tracks(s)

    def signs(self, s: S, side: Side | None) -> list[dict[str, str]]:
        """What lies on hexes and hexsides and is no counter, as far as the side may know (`amba.table.signs`)."""
        return []

    def view(self, s: S, side: Side | None) -> View:
        owners = self.owners or ("", *self.sides)
        found = build_view(s, self.names, self.sides, self.hidden(s, side), owners, self.decision(s), self.result(s))
        phases = shown(self.phases, self.sides, s.tracks[PHASE])
        return {**found, "tracks": self.tracks_seen(s, side), "sequence": phases, "turn": s.tracks[TURN], "signs": self.signs(s, side)}

    # what is shown before an order is given

    def preview(self, s: S, a: Order) -> Preview | None:
        """What a legal order would do, if there is anything to foresee."""
        foresee = self.previews.get(type(a))
        return None if foresee is None else foresee(self.play, s, s.frames[-1], a)

    def note(self, s: S, a: Order) -> str:
        noted = self.notes.get(type(a))
        return "" if noted is None else noted(s, s.frames[-1], a)


class OpenGame(BaseGame[S, W]):
    """A game without secrets: everybody sees everything, and only dice cannot be taken back."""

    def redact(self, s: S, e: Event, side: Side | None) -> Event | None:
        return e

    def redact_action(self, s: S, words: Words, by: Side, side: Side | None) -> Words:
        return words

    def reveals(self, e: Event) -> bool:
        return isinstance(e, Rolled)

    def imagine(self, s: S, side: Side | None, rng: Random) -> S:
        return s.copy()
