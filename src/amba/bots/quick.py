"""The quick way through a phase: every piece's best move by the game's advice is looked up once, and the moves are made from the best down.

Greedy play looks at the whole menu after every gesture. Here a move found earlier is only looked at again when its turn comes, which is
many times quicker and nearly as good: what plans are begun from, and how both sides play on when the searcher looks ahead.
"""

from __future__ import annotations

from bisect import insort

from amba.core.decision import Action, Side
from amba.core.game import Advice, Game
from amba.core.menu import Menu
from amba.core.state import State


def best_of(advice: Advice, s: State, side: Side, actions: list[Action] | tuple[Action, ...]) -> tuple[float, Action | None]:
    """The action with the highest advice; the first of equals."""
    top, found = float("-inf"), None
    for action in actions:
        value = advice(s, side, action)
        if value > top:
            top, found = value, action
    return top, found


def shortlisted(game: Game, s: State, side: Side) -> Menu:
    """The menu without what a game says need not be looked at."""
    menu = game.legal(s)
    shortlist = game.abilities.shortlist
    return menu if not menu.heads or shortlist is None else Menu(menu.plain, shortlist(s, side, menu.heads), menu.tails)


class QuickPlayer:
    """Plays both sides by the game's advice alone. Keeps the moves it has looked up until the phase is over."""

    def __init__(self, game: Game, advice: Advice) -> None:
        self.game = game
        self.advice = advice
        self.phase: tuple[Side, str, int] | None = None
        self.queue: list[tuple[float, Action, Action]] = []

    def choose(self, s: State, side: Side, kind: str) -> Action:
        """The next action of the side that decides."""
        menu = shortlisted(self.game, s, side)
        now = (side, kind, len(s.frames))
        begins = now != self.phase
        self.phase = now
        if len(menu.heads) < 2:
            return self.plainly(s, side, menu)
        if begins:
            self.queue = self.look(s, side, menu)
        top, found = best_of(self.advice, s, side, list(menu.plain))
        while self.queue and self.queue[-1][0] > top:
            value, head, action = self.queue.pop()
            if head not in menu.heads:
                continue
            if not self.is_as_good(s, side, value, action):
                value, best = best_of(self.advice, s, side, tuple(menu.tails(head)))
                if best is None or value <= top:
                    continue
                if self.queue and value < self.queue[-1][0]:
                    insort(self.queue, (value, head, best), key=worth)
                    continue
                action = best
            return action
        if found is None:
            return self.plainly(s, side, menu)
        return found

    def is_as_good(self, s: State, side: Side, value: float, action: Action) -> bool:
        """Whether a move looked up earlier is still allowed and no worse than it was."""
        return self.game.refuse(s, action) is None and self.advice(s, side, action) >= value - 1e-9

    def look(self, s: State, side: Side, menu: Menu) -> list[tuple[float, Action, Action]]:
        """Heads with their best completion and the advice on it, the best last."""
        found = []
        for head in menu.heads:
            value, action = best_of(self.advice, s, side, tuple(menu.tails(head)))
            if action is not None:
                found.append((value, head, action))
        return sorted(found, key=worth)

    def plainly(self, s: State, side: Side, menu: Menu) -> Action:
        _, found = best_of(self.advice, s, side, tuple(menu))
        assert found is not None
        return found


def worth(found: tuple[float, Action, Action]) -> float:
    return found[0]
