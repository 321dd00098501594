"""Golden games and move counts as text that a reviewer reads: a change in them is a change in the rules."""

from __future__ import annotations

from random import Random

from amba.core.decision import CHANCE, Action, Refusal
from amba.core.game import Game, judge
from amba.core.menu import Menu
from amba.core.order import Words
from amba.core.session import Session
from amba.core.state import State
from amba.lab.fuzz import seeded_session

PLAIN = 0.25
"""How often the golden player prefers a short order (end the phase, fight, stay), so that a game stays readable."""


def choose(menu: Menu, rng: Random) -> Action:
    if menu.plain and rng.random() < PLAIN:
        return menu.plain[int(rng.random() * len(menu.plain))]
    return menu.pick(rng)


def kept_orders(text: str) -> list[Words]:
    """The orders of the sides in a golden game, as its text has them."""
    rows = [line.split("  [")[0].split() for line in text.splitlines() if line[:4].strip().isdigit()]
    return [tuple(words) for _, who, *words in rows if who != "chance"]


def golden_session(game: Game, scenario: str, kept: str = "") -> Session:
    """The one game that is kept for a scenario: the same orders, on the same dice. Where there are none, or one is refused now, it goes on at random."""
    rng = Random(f"golden {game.key} {scenario}")
    session = seeded_session(game, scenario, {}, "golden")
    orders = kept_orders(kept)[::-1]
    while (decision := session.decision) is not None:
        order = judge(game, session.state, orders.pop()) if orders else None
        if order is None or isinstance(order, Refusal):
            orders, order = [], choose(session.menu, rng)
        session.act(decision.who, order)
    return session


def golden_text(game: Game, scenario: str, kept: str = "") -> str:
    """Every entry: who, what was ordered, the rules that made something happen, and the sentences of the log."""
    session = golden_session(game, scenario, kept)
    lines = [f"{game.title}: {scenario}", f"rules {game.version}, data {game.data_hash[:12]}", ""]
    for done in session.done:
        who = "chance" if done.by == CHANCE else game.sides[done.by]
        rules = " ".join(dict.fromkeys(event.rule for event in done.events if event.rule))
        lines.append(f"{done.n:4} {who:<8} {' '.join(done.words)}  [{rules}]")
        lines += [f"{'':14}{text}" for event in done.events if (text := game.sentence(event))]
    result = session.result
    assert result is not None
    lines += ["", result.text, f"log {session.log.hashes[-1][:16]}", ""]
    return "\n".join(lines)


def count_moves(game: Game, s: State, depth: int) -> list[int]:
    """How many lines of play there are after one action, after two and so on; chance counts each of its results."""
    counts = [0] * depth

    def follow(state: State, level: int) -> None:
        decision = game.decision(state)
        if decision is None:
            return
        actions = [action for action, _ in game.outcomes(state)] if decision.who == CHANCE else list(game.legal(state))
        counts[level] += len(actions)
        if level + 1 < depth:
            for action in actions:
                after = state.copy()
                game.apply(after, action)
                follow(after, level + 1)

    follow(s, 0)
    return counts
