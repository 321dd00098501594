"""The sequence of play as a stack of frames: each frame's name leads to a step that knows what may happen there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Changed, Event, Popped, Pushed
from amba.core.menu import Menu
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


class Refereed(Generic[S]):
    """The half of a `Game` that is the same in all of them: its steps decide, offer, refuse and apply."""

    flow: Flow[S]
    over_rule: str
    """The rule that ends the game: what an order after the end is refused by."""

    def decision(self, s: S) -> Decision | None:
        return self.flow.decision(s)

    def legal(self, s: S) -> Menu:
        return self.flow.legal(s)

    def refuse(self, s: S, a: Action) -> Refusal | None:
        return self.flow.refuse(s, a, self.over_rule)

    def outcomes(self, s: S) -> Sequence[tuple[Action, int]]:
        return self.flow.outcomes(s)

    def apply(self, s: S, a: Action) -> list[Event]:
        return self.flow.apply(s, a)
