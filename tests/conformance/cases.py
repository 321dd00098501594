"""Every registered game and scenario, and random play through them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from amba.core.decision import CHANCE
from amba.core.game import Game
from amba.core.session import Session
from amba.lab.fuzz import seeded_session
from amba.load.registry import keys, open_game


@cache
def game_of(key: str) -> Game:
    return open_game(key)


PAIRS = [(key, scenario.key) for key in keys() for scenario in game_of(key).scenarios()]
NAMES = [f"{key}-{scenario}" for key, scenario in PAIRS]
EVERY_DAY = {
    "bardia", "beda-fomm", "bir-el-gubi", "cub-cub", "el-guettar", "lesson-3", "lesson-7", "own-battle", "pimple", "sidi-rezegh", "sidi-saleh", "tank-battle",
}  # fmt: skip
"""Hollow Legions has 32 scenarios: those under all laws in `make test`, which together have every kind of piece; the others are in `make soak`."""
really_every_scenario = pytest.mark.parametrize(("key", "scenario"), PAIRS, ids=NAMES)
every_scenario = pytest.mark.parametrize(
    ("key", "scenario"),
    [pytest.param(*pair, marks=[pytest.mark.soak] if pair[0] == "hollow" and pair[1] not in EVERY_DAY else []) for pair in PAIRS],
    ids=NAMES,
)
every_game = pytest.mark.parametrize("key", keys())


def step(session: Session, rng: Random) -> None:
    """One random decision of whoever is to decide."""
    decision = session.decision
    assert decision is not None
    session.act(decision.who, session.menu.pick(rng))


def moments(key: str, scenario: str, seed: str, once_in: int) -> Iterator[tuple[Session, Random]]:
    """Random moments of one random game; the caller may ask the session anything and must leave it as it was."""
    rng = Random(f"{key} {scenario} {seed}")
    session = seeded_session(game_of(key), scenario, {}, seed)
    while session.decision is not None:
        if rng.random() * once_in < 1:
            yield session, rng
        step(session, rng)


def random_game(key: str, scenario: str, seed: str) -> Session:
    """A whole random game."""
    rng = Random(f"{key} {scenario} {seed}")
    session = seeded_session(game_of(key), scenario, {}, seed)
    while session.decision is not None:
        step(session, rng)
    return session


@cache
def finished_game(key: str, scenario: str) -> Session:
    """One random game per scenario that several laws look at; nobody changes it. The first of a few in which dice fall: random armies may never meet."""
    games = (random_game(key, scenario, f"conformance {i}") for i in range(8))
    return next(game for game in games if any(done.by == CHANCE for done in game.done))


def shortest_of(key: str) -> str:
    return min(game_of(key).scenarios(), key=lambda scenario: scenario.turns).key
