"""One game between bots, in this process: the same game, options, levels and seed give the same result, byte for byte.

Bots are not timed here: they count their work instead. Each is given what its side may see, the rest dealt anew. Two games with the same seed
are played on the same dice: the die of the n-th decision is the same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from amba.bots import level_for
from amba.bots.player import Player
from amba.core.decision import Side
from amba.core.game import Game
from amba.core.session import Played, Session
from amba.lab.fuzz import seeded_session

MOST = 50_000
"""Decisions after which a game between bots counts as endless."""

Tell = Callable[[Session, list[Played]], None]
"""Called after every decision of a side, with all that followed from it, dice included."""


class Match(NamedTuple):
    """How one game between bots went."""

    game: str
    scenario: str
    seed: str
    levels: tuple[str, ...]
    """side -> level"""
    winner: Side | None
    level: str
    """The level of victory."""
    text: str
    score: int
    """As the game counts (`Result.score`)."""
    decisions: int
    margins: tuple[float, ...]
    """side -> how far ahead it is in what decides the game; what a pair of games is settled by when each side won once."""


class Endless(Exception):
    """Bots that go on for ever."""


def play(game: Game, scenario: str, levels: Sequence[str], seed: str, options: Mapping[str, str] | None = None, tell: Tell | None = None) -> Match:
    """A whole game. `levels` has one bot for each side, in the order of `game.sides`."""
    if len(levels) != len(game.sides):
        raise ValueError(f"{len(levels)} bots for {len(game.sides)} sides")
    levels = [level_for(game, level) for level in levels]
    session = seeded_session(game, scenario, options or {}, seed)
    players = [Player(game, side, level, speaks=False) for side, level in enumerate(levels)]
    minds = [Random(f"{seed} {side} {level}") for side, level in enumerate(levels)]
    if tell is not None:
        tell(session, list(session.done))
    while (decision := session.decision) is not None:
        who = decision.who
        imagined = game.imagine(session.state, who, minds[who])
        done = session.act(who, players[who].choose(imagined, minds[who]).action)
        if tell is not None:
            tell(session, done)
        if len(session.done) > MOST:
            raise Endless(f"{game.key} {scenario}, seed {seed}, {' against '.join(levels)}: no end after {MOST} decisions")
    return summary(session, seed, tuple(levels))


def summary(session: Session, seed: str, levels: tuple[str, ...]) -> Match:
    """The result of a finished game."""
    game, result = session.game, session.result
    assert result is not None
    return Match(
        game.key, session.log.header.scenario, seed, levels, result.winner, result.level, result.text, result.score, len(session.done),
        tuple(margin(game, session, side) for side in range(len(game.sides))),
    )  # fmt: skip


def margin(game: Game, session: Session, side: Side) -> float:
    """How far ahead a side is. A game without an evaluation says only who won."""
    result = session.result
    assert result is not None
    evaluation = game.abilities.evaluation
    if evaluation is not None:
        return evaluation.margin(session.state, side)
    return 0.0 if result.winner is None else 1.0 if result.winner == side else -1.0
