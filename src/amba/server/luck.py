"""The luck of a finished game: for every roll over a hex, the steps each side could expect to lose by it, and those it lost.

Every result of the roll is tried through the rules. What follows from it by choice (who takes the loss, retreat or stand) is chosen in one and the same way
for all of them, up to the next roll: so what was expected and what fell can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from amba.core.decision import CHANCE, Action
from amba.core.game import Game
from amba.core.session import Session
from amba.core.state import State
from amba.server.story import Story, story_of

MOST_ROLLS = 400
MOST_CHOICES = 16
"""Choices that follow from one roll."""


class RollLuck(NamedTuple):
    """One roll: steps lost by each side, expected and as they fell."""

    n: int
    hex: str
    expected: tuple[float, ...]
    rolled: tuple[int, ...]


class Before(NamedTuple):
    """The last question to a side before a roll: how deep in the sequence of play, and of what kind."""

    depth: int
    kind: str


def luck_of(session: Session) -> list[RollLuck]:
    """Every roll of the game by which somebody could lose something, up to a limit."""
    game, story = session.game, story_of(session.game, session.log.header.scenario)
    found: list[RollLuck] = []
    state = session.state_at(0)
    before = Before(0, "")
    for done in session.done:
        decision = game.decision(state)
        if done.by != CHANCE:
            before = Before(len(state.frames), "" if decision is None else decision.kind)
        elif decision is not None and "hex" in decision.values and len(found) < MOST_ROLLS:
            action = game.read(state, done.words)
            one = luck_of_roll(game, story, state, str(decision.values["hex"]), action, before)
            if one is not None:
                found.append(one._replace(n=done.n + 1))
        for event in done.events:
            event.fold(state)
    return found


def is_settled(game: Game, s: State, before: Before) -> bool:
    """Whether a fight is over: the same question is asked as before it, or one nearer to the sequence of play."""
    decision = game.decision(s)
    return (
        decision is None or decision.who == CHANCE or len(s.frames) < before.depth or (len(s.frames) == before.depth and decision.kind == before.kind)
    )


def luck_of_roll(game: Game, story: Story, s: State, place: str, rolled: Any, before: Before) -> RollLuck | None:
    outcomes = list(game.outcomes(s))
    whole = sum(weight for _, weight in outcomes)
    told: dict[tuple[Any, ...], tuple[int, ...]] = {}
    losses = {action: losses_after(game, story, s, action, before, told) for action, _ in outcomes}
    if rolled not in losses or not any(any(lost) for lost in losses.values()):
        return None
    sides = range(len(game.sides))
    expected = tuple(sum(losses[action][side] * weight for action, weight in outcomes) / whole for side in sides)
    return RollLuck(0, place, expected, losses[rolled])


def losses_after(game: Game, story: Story, s: State, action: Action, before: Before, told: dict[tuple[Any, ...], tuple[int, ...]]) -> tuple[int, ...]:
    """Steps that each side has lost when all that follows from a roll is done. `told`: by the position that it leads to, for most of a roll's results come to the same."""
    after = s.copy()
    game.apply(after, action)
    key = after.key()
    if key in told:
        return told[key]
    for _ in range(MOST_CHOICES):
        if is_settled(game, after, before):
            break
        menu = game.legal(after)
        first = next(chain_of(menu), None)
        if first is None:
            break
        game.apply(after, first)
    lost = [0] * len(game.sides)
    for piece, side in enumerate(s.side):
        lost[side] += steps_lost(game, story, s, after, piece)
    told[key] = tuple(lost)
    return told[key]


def chain_of(menu: Any) -> Iterator[Action]:
    """The orders of a menu, one by one."""
    yield from menu.plain
    for head in menu.heads:
        yield from menu.tails(head)


def steps_lost(game: Game, story: Story, before: State, after: State, piece: int) -> int:
    is_wrecked = any(after.has(piece, mark) and not before.has(piece, mark) for mark in story.losing)
    if before.at[piece] == after.at[piece] and before.face[piece] == after.face[piece] and not is_wrecked:
        return 0
    faces = story.steps.get(piece, ())
    had = (faces[before.face[piece]] if before.face[piece] < len(faces) else 0) or 1
    if is_wrecked:
        return had
    place = game.names.places[after.at[piece]] if after.at[piece] >= 0 else ""
    if before.at[piece] != after.at[piece] and (place == "eliminated" or place.endswith("prisoners")):
        return had
    left = faces[after.face[piece]] if after.face[piece] < len(faces) else had
    return max(0, had - left) if left else 0


def opened_view(game: Game, s: State) -> dict[str, Any]:
    """A finished game with both hidden sides opened: what any side sees."""
    views = [game.view(s, side) for side in range(len(game.sides))]
    found = dict(views[0])
    found["pieces"] = {key: piece for view in views for key, piece in view["pieces"].items()}
    places = list(dict.fromkeys(place for view in views for place in view["stacks"]))
    found["stacks"] = {place: list(dict.fromkeys(key for view in views for key in view["stacks"].get(place, ()) if key != "?")) for place in places}
    found["unknown"] = {}
    return found
