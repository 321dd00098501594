"""Games as arrays for learning: every word that was said, with what its side saw and might have said. Needs the extra `rl`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from amba.core.decision import CHANCE
from amba.core.order import Words
from amba.core.session import Session
from amba.lab.env import observer_of
from amba.lab.spelling import END, WordChoices


class SaidWord(NamedTuple):
    """One word."""

    game: int
    side: int
    observation: NDArray[np.float32]
    mask: NDArray[np.bool_]
    word: int
    reward: float
    """The result of the whole game for this side: 1, 0 or -1."""
    points: float
    """The points so far, as the game counts them."""


def steps(session: Session, number: int) -> Iterator[SaidWord]:
    """Every word of a finished game, in order."""
    game, score = session.game, session.game.abilities.score
    observer = observer_of(game, session.log.header.scenario)
    index, result, s = observer.alphabet.index, session.result, session.start.copy()
    for done in session.done:
        if done.by != CHANCE:
            seen = observer.observe(game.view(s, done.by), game.sides[done.by])
            choices = WordChoices(game, s)
            reward = 0.0 if result is None or result.winner is None else 1.0 if result.winner == done.by else -1.0
            points = 0.0 if score is None else float(score.points(s))
            for said, word in spelled(choices, done.words):
                mask = np.zeros(len(observer.alphabet), np.bool_)
                mask[[index[one] for one in choices.after(said).words]] = True
                yield SaidWord(number, done.by, observer.saying(seen, observer.alphabet.spell(said)), mask, index[word], reward, points)
        for event in done.events:
            event.fold(s)


def spelled(choices: WordChoices, order: Words) -> Iterator[tuple[Words, str]]:
    """What had been said, and the next word; the word that ends an order where it could go on."""
    for size, word in enumerate(order):
        yield order[:size], word
    if END in choices.after(order).words:
        yield order, END


def write_npz(path: Path, found: Iterable[SaidWord]) -> int:
    """One compressed file of NumPy arrays, a row for every word; masks are packed eight to a byte."""
    rows = list(found)
    columns: dict[str, Any] = {
        "game": np.array([row.game for row in rows], np.int32),
        "side": np.array([row.side for row in rows], np.int8),
        "observation": np.array([row.observation for row in rows], np.float32),
        "mask": np.packbits(np.array([row.mask for row in rows], np.bool_), axis=1) if rows else np.zeros((0, 0), np.uint8),
        "word": np.array([row.word for row in rows], np.int32),
        "reward": np.array([row.reward for row in rows], np.float32),
        "points": np.array([row.points for row in rows], np.float32),
    }
    near = path.with_name(f".{path.name}.part.npz")
    try:
        np.savez_compressed(near, **columns)
        near.replace(path)
    finally:
        near.unlink(missing_ok=True)
    return len(rows)
