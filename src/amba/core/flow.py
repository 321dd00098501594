"""The sequence of play as a stack of frames: each frame's name leads to a step that knows what may happen there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from amba.core.decision import Action, Chance, Decision, Refusal, Side, unknown_action
from amba.core.event import Changed, Event, Popped, Pushed, Rolled, Said
from amba.core.game import Abilities, Names, Option, Provenance, Scenario, Score, choose_options
from amba.core.menu import Menu
from amba.core.order import Words
from amba.core.state import State

S = TypeVar("S", bound=State)


class Step(Generic[S]):
    """What may happen while a frame is on top of the stack.

    An automatic step (`auto`) runs by itself. Any other asks somebody: a side, which chooses from `menu`, or CHANCE, which draws
    from `outcomes`. `refuse` must answer None for exactly the actions of the menu.
    """

    auto = False

    def run(self, s: S) -> None:
        raise NotImplementedError(f"{type(self).__name__} is not automatic")

    def decision(self, s: S) -> Decision:
        raise NotImplementedError(f"{type(self).__name__} asks nobody")

    def menu(self, s: S) -> Menu:
        return Menu([action for action, _ in self.outcomes(s)])

    def refuse(self, s: S, a: Action) -> Refusal | None:
        """Why not. The default serves steps whose menu is short and plain, and chance."""
        menu = self.menu(s)
        if a in menu:
            return None
        verbs = sorted({action[0] for action in (*menu.plain, *menu.heads)})
        return unknown_action(a, verbs, self.decision(s).rule)

    def outcomes(self, s: S) -> Sequence[tuple[Action, int]]:
        return ()

    def apply(self, s: S, a: Action) -> None:
        raise NotImplementedError(f"{type(self).__name__} takes no action")


def push(s: State, *frame: Any) -> None:
    s.do(Pushed(frame))


def pop(s: State) -> None:
    s.do(Popped())


def change(s: State, *frame: Any) -> None:
    """Give the topmost frame new data."""
    s.do(Changed(frame))


class Flow(Generic[S]):
    """Runs a game's steps: the mechanical half of a `Game`."""

    def __init__(self, steps: Mapping[str, Step[S]]) -> None:
        self.steps = steps

    def top(self, s: S) -> Step[S] | None:
        return self.steps[s.frames[-1][0]] if s.frames else None

    def decision(self, s: S) -> Decision | None:
        return self.steps[s.frames[-1][0]].decision(s) if s.frames else None

    def legal(self, s: S) -> Menu:
        return self.steps[s.frames[-1][0]].menu(s) if s.frames else Menu()

    def refuse(self, s: S, a: Action, rule: str) -> Refusal | None:
        if not s.frames:
            return Refusal(rule, "The game is over.")
        return self.steps[s.frames[-1][0]].refuse(s, a)

    def outcomes(self, s: S) -> Sequence[tuple[Action, int]]:
        return self.steps[s.frames[-1][0]].outcomes(s) if s.frames else ()

    def apply(self, s: S, a: Action) -> list[Event]:
        self.steps[s.frames[-1][0]].apply(s, a)
        return self.settle(s)

    def settle(self, s: S) -> list[Event]:
        """Run automatic steps until somebody has to choose or the game is over; hand over what happened."""
        steps, frames = self.steps, s.frames
        while frames:
            step = steps[frames[-1][0]]
            if not step.auto:
                break
            step.run(s)
        events = s.pending
        s.pending = []
        return events


def every_fall(flow: Flow[S], s: S, order: Action, told: int, text: Callable[[str], str]) -> tuple[Chance, ...]:
    """Give the order on a copy, let every die fall, and read from what is said of the result (its value number `told`) what the rules made of it."""
    ready = s.copy()
    flow.apply(ready, order)
    outcomes = flow.outcomes(ready)
    total = sum(weight for _, weight in outcomes)
    cells: dict[str, Fraction] = {}
    dice: dict[str, list[str]] = {}
    for action, weight in outcomes:
        events = flow.apply(ready.copy(), action)
        cell = next(event.values[told] for event in events if isinstance(event, Said) and event.what == "result")
        cells[cell] = cells.get(cell, Fraction(0)) + Fraction(weight, total)
        dice.setdefault(cell, []).append(action[1])
    return tuple(Chance(cell, chance, text(cell), ", ".join(dice[cell])) for cell, chance in cells.items())


class Box(Protocol):
    """What is printed: map, counters, tables, scenarios."""

    names: Names
    data_hash: str

    def scenario_list(self) -> Sequence[Scenario]: ...
    def provenance(self) -> Sequence[Provenance]: ...


W = TypeVar("W", bound=Box)
Options = dict[str, str]


class Positions(Protocol[S]):
    """A game's module of positions: laid out for a scenario, read from a document, written as one."""

    def blank(self, world: Any, scenario: str, options: Options) -> S: ...
    def set_up(self, world: Any, scenario: str, options: Options) -> S: ...
    def place(self, world: Any, document: Mapping[str, Any], chosen: Callable[[Mapping[str, str]], Options]) -> S: ...
    def describe(self, s: S) -> dict[str, Any]: ...


class Refereed(Generic[S, W]):
    """The half of a `Game` that is the same in all of them: what is in the box, and steps that decide, offer, refuse and apply."""

    over_rule: str
    """The rule that ends the game: what an order after the end is refused by."""
    switches: Sequence[Option] = ()
    """Optional and disputed rules."""

    def __init__(self, world: W, steps: Mapping[str, Step[S]], positions: Positions[S]) -> None:
        self.world = world
        self.names = world.names
        self.data_hash = world.data_hash
        self.flow = Flow(steps)
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
        self.flow.settle(s)
        return s

    def place(self, document: Mapping[str, Any]) -> S:
        s = self._positions.place(self.world, document, self.chosen)
        self.flow.settle(s)
        return s

    def position(self, s: S) -> dict[str, Any]:
        return self._positions.describe(s)

    @property
    def abilities(self) -> Abilities:
        """As far as a game that is not carried over yet shows them."""
        given: dict[str, Any] = {"skippable": "idle", "dice_sums": "sums", "shortlist": "sift"}
        found = {key: getattr(self, given.get(key, key)) for key in Abilities._fields if key != "score" and hasattr(self, given.get(key, key))}
        if "tables" in found:
            found["tables"] = found["tables"]()
        if hasattr(self, "scorer"):
            game: Any = self
            found["score"] = Score(game.scorer, game.score, game.verdict, *([game.counted] if hasattr(self, "counted") else []))
        return Abilities(**found)

    # the referee

    def decision(self, s: S) -> Decision | None:
        return self.flow.decision(s)

    def legal(self, s: S) -> Menu:
        return self.flow.legal(s)

    def read(self, s: S, words: Words) -> Words:
        return words

    def spell(self, a: Words) -> Words:
        return a

    def refuse(self, s: S, a: Action) -> Refusal | None:
        return self.flow.refuse(s, a, self.over_rule)

    def outcomes(self, s: S) -> Sequence[tuple[Action, int]]:
        return self.flow.outcomes(s)

    def apply(self, s: S, a: Action) -> list[Event]:
        return self.flow.apply(s, a)


class Open(Refereed[S, W]):
    """A game without secrets: everybody sees everything, and only dice cannot be taken back."""

    def is_open(self, s: S) -> bool:
        return True

    def redact(self, s: S, e: Event, side: Side | None) -> Event | None:
        return e

    def redact_action(self, s: S, words: Words, by: Side, side: Side | None) -> Words:
        return words

    def reveals(self, e: Event) -> bool:
        return isinstance(e, Rolled)

    def imagine(self, s: S, side: Side | None, rng: Random) -> S:
        return s.copy()
