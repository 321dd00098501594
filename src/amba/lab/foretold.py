"""Which orders of a game that was played are looked at by law 7: every kind of them a few times, chosen so that each thing a preview can say comes up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from amba.core.decision import CHANCE, Action, Preview
from amba.core.menu import Menu
from amba.core.session import Session
from amba.core.state import State

EACH = 3
"""How often the odds of one kind of order are looked at in one game."""
LATER = 60
"""How many more of them are searched for lines by a rule that none of these had."""


def asked(session: Session) -> Iterator[tuple[State, str, Menu]]:
    """Every moment in which a side decided: the position, the kind of its decision, and its menu."""
    game, state = session.game, session.start.copy()
    for done in session.done:
        decision = game.decision(state)
        if decision is not None and done.by != CHANCE:
            yield state, decision.kind, game.legal(state)
        for event in done.events:
            event.fold(state)


def foretold(session: Session, odds_only: bool = False) -> Iterator[tuple[State, Action]]:
    """Orders whose preview shows odds, chances, costs or rolls: every kind of them a few times, and wherever it has a line by another rule."""
    game = session.game
    seen: Counter[tuple[str, str]] = Counter()
    rules: set[tuple[str, str, str]] = set()
    for state, asked_for, menu in asked(session):
        tails = [action for head in islice(menu.heads, 3) for action in islice(menu.tails(head), 2)]
        looked: set[tuple[str, str]] = set()
        for action in (*islice(menu.plain, 12), *tails):
            kind = (asked_for, action.verb)
            preview = game.preview(state, action) if kind not in looked and seen[kind] < EACH + LATER else None
            if preview is not None and (preview.odds if odds_only else says_something(preview)):
                looked.add(kind)
                seen[kind] += 1
                lines = {(*kind, item[2]) for item in preview.items}
                if seen[kind] <= EACH or not lines <= rules:
                    rules |= lines
                    yield state, action


def says_something(preview: Preview) -> bool:
    return bool(preview.odds or preview.cost or preview.shown or preview.chances)


def noted(session: Session, rng: Random, each: int = 40) -> Iterator[tuple[State, Action, str]]:
    """Orders that have words beside them, drawn from the whole menu: of every kind so many. To ask for words is cheap, for odds it is not."""
    game = session.game
    seen: Counter[tuple[str, str]] = Counter()
    for state, asked_for, menu in asked(session):
        for action in some_of(menu, rng):
            kind = (asked_for, action.verb)
            if seen[kind] < each and (note := game.note(state, action)):
                seen[kind] += 1
                yield state, action, note


def some_of(menu: Menu, rng: Random) -> Iterator[Action]:
    """A few plain actions, and a few completions of a few heads."""
    yield from rng.sample(list(menu.plain), min(4, len(menu.plain)))
    for head in rng.sample(list(menu.heads), min(2, len(menu.heads))):
        tails = list(menu.tails(head))
        yield from rng.sample(tails, min(3, len(tails)))
