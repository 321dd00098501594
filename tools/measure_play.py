"""What a decision costs in a large position: its menu, its tails as the browser asks for them, and a bot's thinking.

    python tools/measure_play.py menus keren second-battle --decisions 420
    python tools/measure_play.py bots cheren agordat --levels greedy,planner,searcher
    python tools/measure_play.py table cheren campaign        one action inside the server, without sockets and disk
    python tools/measure_play.py words cheren agordat         the learning environment (extra `rl`), random words

Thread time, so that other work on the machine counts as little as can be. `menus`: bots play on, and at each decision the menu with its heads is made
anew on a copy without anything kept; at every third decision also the tails of every head. `bots`: one game, both sides of one level, each decision timed.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections import defaultdict
from collections.abc import Iterator
from random import Random

import msgspec

from amba.bots.player import Player
from amba.core.decision import CHANCE, Decision
from amba.core.game import Game
from amba.core.state import State
from amba.lab.fuzz import seeded_session
from amba.lab.speed import choose
from amba.load.registry import open_game
from amba.server.answers import Seat
from amba.server.table import Table
from amba.server.tidying import MIDDLE, NEVER, YOUNG

Times = dict[str, list[float]]


def play(game: Game, scenario: str, level: str, decisions: int, times: Times) -> Iterator[tuple[int, State, Decision]]:
    """The decisions of one game between two bots of a level; what their thinking took goes to `times`, by kind of decision."""
    rng = Random(1)
    s = game.new(scenario, {})
    players = [Player(game, side, level, speaks=False) for side in range(len(game.sides))]
    count = 0
    while (asked := game.decision(s)) is not None and count < decisions:
        if asked.who == CHANCE:
            game.apply(s, choose(game.outcomes(s), rng))
            continue
        yield count, s, asked
        began = time.thread_time()
        action = players[asked.who].choose(game.imagine(s, asked.who, rng), rng).action
        times[asked.kind].append(time.thread_time() - began)
        game.apply(s, action)
        count += 1


def bare(game: Game, scenario: str, s: State) -> State:
    """The same position with nothing kept from before."""
    found = game.blank(scenario, {})
    found.restore(s.dump())
    return found


def menus(game: Game, scenario: str, decisions: int) -> tuple[Times, Times]:
    whole: Times = defaultdict(list)
    tails: Times = defaultdict(list)
    for count, s, asked in play(game, scenario, "greedy", decisions, defaultdict(list)):
        fresh = bare(game, scenario, s)
        began = time.thread_time()
        menu = game.legal(fresh)
        heads = list(menu.heads)
        whole[asked.kind].append(time.thread_time() - began)
        if count % 3 == 0:
            for head in heads:
                began = time.thread_time()
                menu.tails(head)
                tails[asked.kind].append(time.thread_time() - began)
    return whole, tails


def table(game: Game, scenario: str, decisions: int) -> Times:
    """A random game at a table with two seats: checking and applying, the two views and the menu, and writing them as JSON."""
    rng = Random(1)
    gc.set_threshold(YOUNG, MIDDLE, NEVER)  # as a server does
    at = Table("measured", seeded_session(game, scenario, {}, "measured"), dict.fromkeys(game.sides, "link"))
    found: Times = defaultdict(list)
    while at.decider is not None and at.n < decisions:
        action, n, times = game.spell(at.session.menu.pick(rng)), at.n, [time.thread_time()]
        at.act(Seat("", at.id, (at.decider,)), n, action)
        times.append(time.thread_time())
        seats = [Seat("", at.id, (side,)) for side in range(len(game.sides))]
        views = [at.view(at.viewpoint(seat)) for seat in seats]
        times.append(time.thread_time())
        menus = [at.menu(seat) for seat in seats]
        times.append(time.thread_time())
        lines = [(at.entries(seat, n), at.paths(seat, n)) for seat in seats]
        for view, menu, line in zip(views, menus, lines, strict=True):
            msgspec.json.encode({"view": view, "menu": menu, "log": line[0], "paths": line[1]})
        times.append(time.thread_time())
        for name, began, ended in zip(("check and apply", "two views", "menu", "log lines and JSON"), times, times[1:], strict=False):
            found[name].append(ended - began)
        found["all of it"].append(times[-1] - times[0])
    return found


def words(key: str, scenario: str, seconds: float = 10) -> float:
    """Steps a second of the environment with a random word each."""
    import numpy as np

    from amba.lab.env import env

    made, rng, steps = env(key, scenario), np.random.default_rng(1), 0
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        made.reset(seed=steps)
        for _ in made.agent_iter():
            observation, _, over, cut, _ = made.last()
            made.step(None if over or cut else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
            if time.thread_time() - began > seconds:
                break
    return steps / (time.thread_time() - began)


def tell(title: str, times: Times) -> None:
    print(title)
    for kind, values in sorted(times.items(), key=lambda item: -max(item[1])):
        values = sorted(values)
        mean, at95 = sum(values) / len(values), values[min(len(values) - 1, int(0.95 * len(values)))]
        print(f"  {kind:<24} {len(values):>6} times, mean {1000 * mean:9.2f} ms, 95 % at {1000 * at95:9.2f} ms, worst {1000 * values[-1]:9.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["menus", "bots", "table", "words"])
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("--decisions", type=int, default=420)
    parser.add_argument("--levels", default="greedy,planner", help="for bots")
    args = parser.parse_args()
    game = open_game(args.game)
    for make in game.abilities.tables.values():
        make()
    if args.what == "menus":
        whole, tails = menus(game, args.scenario, args.decisions)
        tell("menu with its heads", whole)
        tell("tails of one head", tails)
        return
    if args.what == "table":
        tell("one action at a table of two", table(game, args.scenario, args.decisions))
        return
    if args.what == "words":
        print(f"{args.game} {args.scenario}: {words(args.game, args.scenario):.0f} steps a second")
        return
    for level in args.levels.split(","):
        times: Times = defaultdict(list)
        count = sum(1 for _ in play(game, args.scenario, level, args.decisions, times))
        spent = sum(map(sum, times.values()))
        tell(f"{level}: {count} decisions, {spent:.1f} s, {1000 * spent / max(1, count):.1f} ms each", times)


if __name__ == "__main__":
    main()
