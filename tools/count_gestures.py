"""Count the gestures of a player's turn: those that the orders of one bot's turn would take at the table.

A gesture is a click, a double click, a drag or a key. Counted three times: order by order, as the table once was (a click on the unit, one on the place;
each who joins a fight by a click; each phase ended by a click); by stacks: those of one hex who go to one place in a phase by one drag, any other
counter to its place by one drag, everybody brought by the second click on the enemy, all who advance by one button, Place the rest for me, empty questions passed; and by armies: several stacks brought up by
a box and a click where that is fewer, or by one drag over several stacks (`count_formations`), a fight by one click with Shift on an enemy whose odds have been read, or by putting a counter
down on him with Shift.

Usage: .venv/bin/python tools/count_gestures.py [--turn N] [--bots LEVEL]
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from amba.bots.player import Player  # noqa: E402 - after the path to this checkout is set
from amba.core.game import Game  # noqa: E402
from amba.core.state import State  # noqa: E402
from amba.lab.fuzz import seeded_session  # noqa: E402
from amba.load.registry import open_game  # noqa: E402
from tools.count_formations import Sent, count  # noqa: E402

SCENARIOS = [
    ("cheren", "campaign"),
    ("keren", "first-battle"),
    ("keren", "second-battle"),
    ("adua", "albertone"),
    ("ethiopia", "october"),
    ("hollow", "cub-cub"),
]
WAYS_OUT = {"done", "pass", "check"}
SET_UP = {"setup", "set-up"}


class Given(NamedTuple):
    """An order, with what the table knows when it is given."""

    words: tuple[str, ...]
    kind: str
    origin: str
    alone: bool
    """It was all that could be done, or nothing hung on the question."""
    before: State
    """The position in which it was given; nobody changes it."""


def turn_of(game: Game, scenario: str, level: str, turn: int) -> list[list[Given]]:
    """The orders of each side in one turn; turn 0 is the set-up."""
    session = seeded_session(game, scenario, {}, "gestures")
    players = [Player(game, side, level, speaks=False) for side in range(len(game.sides))]
    minds = [Random(side) for side in range(len(game.sides))]
    found: list[list[Given]] = [[] for _ in game.sides]
    while (decision := session.decision) is not None and game.view(session.state, None)["turn"] <= turn:
        who = decision.who
        menu = game.legal(session.state)
        at_stake = game.abilities.at_stake.get(decision.kind)
        alone = (not list(menu.heads) and len(list(menu.plain)) == 1) or (at_stake is not None and not at_stake(session.state))
        action = players[who].choose(game.imagine(session.state, who, minds[who]), minds[who]).action
        words = game.spell(action)
        if game.view(session.state, None)["turn"] == turn:
            found[who].append(Given(words, decision.kind, origin_of(game, session.state, words), alone, session.state.copy()))
        session.act(who, action)
    return found


def origin_of(game: Game, s: State, words: tuple[str, ...]) -> str:
    """Where the first piece of an order stands."""
    piece = next((game.names.piece[word] for word in words[1:] if word in game.names.piece), None)
    return "" if piece is None else game.names.places[s.at[piece]]


def one_by_one(game: Game, orders: list[Given]) -> int:
    """A click for each piece and place that an order names, or for its button."""
    named = game.names.piece.keys() | game.names.place.keys()
    return sum(max(1, sum(word in named for word in given.words[1:])) for given in orders)


def drag(game: Game, words: tuple[str, ...]) -> int:
    """A piece and then a place: the counter is dragged there, from the map or from the tray over it. 0: the order is no such thing.

    Where one of a stack must be named, its dice wait for a second word; for another than the top one that is a click in the list, once his odds are read.
    """
    named = [word for word in words[1:] if word in game.names.piece or word in game.names.place]
    if len(named) != 2 or named[0] not in game.names.piece or named[1] not in game.names.place:
        return 0
    return 2 if is_aimed(game, words) else 1


def is_aimed(game: Game, words: tuple[str, ...]) -> bool:
    facing = game.board(game.scenarios()[0].key)["look"].get("gestures", {}).get("facing", ())
    return len(words) > 3 and words[-1].isdigit() and words[0] not in facing


def together(game: Game, orders: list[Given]) -> int:
    """As the table does it now."""
    gestures = game.board(game.scenarios()[0].key)["look"].get("gestures", {})
    march, join, everybody = (set(gestures.get(name, ())) for name in ("march", "join", "all"))
    total = 0
    gone: set[tuple[str, ...]] = set()
    now: tuple[str, ...]
    last: tuple[str, ...] = ("",)
    for given in orders:
        verb = given.words[0]
        if given.kind in SET_UP and verb not in WAYS_OUT:
            now, cost = ("place",), 1
        elif verb in march and len(given.words) == 3:
            now = ("march", verb, given.origin, given.words[2])
            cost = 0 if now in gone else 1
            gone.add(now)
        elif verb in join:
            now, cost = ("join",), 0
        elif verb in everybody:
            now, cost = ("all",), 1
        elif given.alone and verb in WAYS_OUT:
            now, cost = ("",), 0
        else:
            now, cost = ("",), drag(game, given.words) or one_by_one(game, [given])
        total += 0 if now == last and now != ("",) else cost
        last = now
        if now[0] != "march":
            gone.clear()
    return total


def by_armies(game: Game, scenario: str, orders: list[Given]) -> int:
    """As the table does it with a box for several stacks and a click with Shift for a fight."""
    gestures = game.board(scenario)["look"].get("gestures", {})
    march, join = (set(gestures.get(name, ())) for name in ("march", "join"))
    total, at = 0, 0
    while at < len(orders):
        end = at
        while end < len(orders) and orders[end].words[0] in march and orders[end].words[0] == orders[at].words[0] and len(orders[end].words) == 3:
            end += 1
        if end > at:
            sent = [Sent(given.words[1], given.origin, given.words[2]) for given in orders[at:end]]
            total += min(count(game, scenario, orders[at].before, orders[at].words[0], sent), together(game, orders[at:end]))
        else:
            end = at + 1
            while end < len(orders) and orders[end].words[0] not in march:
                end += 1
            rest = orders[at:end]
            fights = sum(1 for one, other in pairwise(rest) if one.words[0] in join and other.words[0] not in join and len(other.words) == 1)
            aimed = sum(1 for given in rest if drag(game, given.words) == 2 and given.words[-1] == "1")
            total += together(game, rest) - fights - aimed
        at = end
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description="Count the gestures of a turn at the table.")
    parser.add_argument("--turn", type=int, default=2)
    parser.add_argument("--bots", default="greedy")
    chosen = parser.parse_args()
    print(f"| game | scenario | side | orders | one by one | by stacks | by armies |   (turn {chosen.turn}, {chosen.bots})")
    print("|---|---|---|---|---|---|---|")
    for key, scenario in SCENARIOS:
        game = open_game(key)
        turn = chosen.turn + 3 if key == "adua" and scenario == "albertone" else chosen.turn
        for side, orders in zip(game.sides, turn_of(game, scenario, chosen.bots, turn), strict=True):
            counted = (one_by_one(game, orders), together(game, orders), by_armies(game, scenario, orders))
            print(f"| {key} | {scenario} | {side} | {len(orders)} | {' | '.join(map(str, counted))} |", flush=True)


if __name__ == "__main__":
    main()
