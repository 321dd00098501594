"""How fast a game is: random play on one core without laws, copies, menus, and what importing costs.

Times are processor time, so that other work on the machine counts as little as can be.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from amba.core.decision import CHANCE, Action
from amba.core.game import Game
from amba.core.state import State


def choose(outcomes: Any, rng: Random) -> Action:
    """One of the weighted outcomes, by the bench's own generator."""
    number = rng.random() * sum([weight for _, weight in outcomes])
    for action, weight in outcomes:
        number -= weight
        if number < 0:
            return action
    return outcomes[-1][0]


def random_play(game: Game, scenario: str, seconds: float, seed: int = 1) -> dict[str, Any]:
    """Whole random games until the time is up: the loop a search or a learner would run."""
    rng = Random(seed)
    decision, legal, apply, outcomes = game.decision, game.legal, game.apply, game.outcomes
    decisions = games = 0
    gc.collect()
    began = time.process_time()
    limit = began + seconds
    now = began
    while now < limit:
        s = game.new(scenario, {})
        while (asked := decision(s)) is not None:
            apply(s, choose(outcomes(s), rng) if asked.who == CHANCE else legal(s).pick(rng))
            decisions += 1
        games += 1
        now = time.process_time()
    took = now - began
    return {"games": games, "decisions": decisions, "seconds": round(took, 3), "decisions_per_s": round(decisions / took, 1)}


def sample_states(game: Game, scenario: str, every: int = 20, most: int = 60, seed: int = 2) -> list[State]:
    """Moments of random play at which a side decides."""
    rng = Random(seed)
    s = game.new(scenario, {})
    found: list[State] = []
    count = 0
    while (asked := game.decision(s)) is not None and len(found) < most:
        if asked.who != CHANCE and count % every == 0:
            found.append(s.copy())
        game.apply(s, choose(game.outcomes(s), rng) if asked.who == CHANCE else game.legal(s).pick(rng))
        count += 1
    return found


def microseconds(action: Callable[[State], object], states: list[State], least: float = 0.15) -> float:
    """The time one call takes, averaged over the moments; the best of three rounds."""
    best = float("inf")
    for _ in range(3):
        calls = 0
        began = time.process_time()
        while time.process_time() - began < least / 3:
            for s in states:
                action(s)
            calls += len(states)
        best = min(best, (time.process_time() - began) / calls)
    return best * 1e6


def reference(rounds: int = 5) -> float:
    """A fixed piece of plain Python (lists, dicts, integers) in microseconds: what figures are divided by to compare machines."""

    def work() -> int:
        table = {i: i * 7 % 101 for i in range(200)}
        total = 0
        for i in range(1000):
            total += table[i % 200] * (i & 3)
        return total + len([x for x in range(1000) if x % 3])

    best = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        for _ in range(50):
            work()
        best = min(best, (time.process_time() - began) / 50)
    return best * 1e6


def children_time() -> float:
    """Processor time of finished child processes."""
    try:
        import resource
    except ImportError:
        return time.perf_counter()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def import_ms(statement: str, rounds: int = 5) -> float:
    """What a statement adds to the start of Python, in milliseconds: the best of some fresh processes, the bare start taken off."""

    def best(code: str) -> float:
        found = float("inf")
        for _ in range(rounds):
            began = children_time()
            subprocess.run([sys.executable, "-c", code], check=True)
            found = min(found, children_time() - began)
        return found

    return (best(statement) - best("pass")) * 1e3


def table_seconds(game: Game) -> dict[str, float]:
    """How long each table that the game works out once per map takes; they are made when this returns."""
    found: dict[str, float] = {}
    for name, make in game.abilities.tables.items():
        began = time.thread_time()
        make()
        found[name] = round(time.thread_time() - began, 2)
    return found


def measure(game: Game, scenario: str, seconds: float) -> dict[str, Any]:
    """All figures of one scenario."""
    play = random_play(game, scenario, seconds)
    states = sample_states(game, scenario)
    rng = Random(3)
    copy = microseconds(lambda s: s.copy(), states)
    menu = microseconds(game.legal, states)
    whole = microseconds(lambda s: list(game.legal(s)), states)
    pick = microseconds(lambda s: game.legal(s).pick(rng), states)
    decision_us = 1e6 / play["decisions_per_s"]
    return {
        "game": game.key, "scenario": scenario, **play,
        "copy_us": round(copy, 2), "menu_us": round(menu, 1), "menu_listed_us": round(whole, 1), "pick_us": round(pick, 1),
        "ratios": {
            "copy_to_decision": round(copy / decision_us, 3),
            "menu_to_decision": round(menu / decision_us, 3),
            "listed_to_decision": round(whole / decision_us, 2),
        },
    }  # fmt: skip
