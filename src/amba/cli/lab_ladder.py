"""Play the levels of bots against each other, from both sides on the same dice, and print win rates and ratings with intervals."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from amba.cli.common import add_json, game_for, pick_scenario, print_json
from amba.cli.main import CliError

if TYPE_CHECKING:
    from amba.core.game import Game
    from amba.lab.ladder import Matchup, Pair, Rating, Work


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game's key, see 'amba games'")
    parser.add_argument("--scenario", metavar="S", help="which scenario (default: the shortest)")
    parser.add_argument("--pairs", type=int, default=10, metavar="N", help="pairs of games for every two levels (default 10)")
    parser.add_argument("--levels", metavar="A,B", help="only these levels (default: all)")
    parser.add_argument("--seed", default="0", metavar="S", help="the first pair's seed; the others follow from it")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="how many processes (default 1)")
    parser.add_argument("--minutes", type=float, metavar="M", help="begin no more after so many minutes and tell what there is")
    parser.add_argument("--out", metavar="FILE", help="keep the pairs in this file and go on from there (JSON lines)")
    add_json(parser)


def chosen_levels(text: str | None, game: Game) -> list[str]:
    from amba.bots import LEVELS, level_for, levels_of

    found = [level_for(game, word.strip()) for word in text.split(",")] if text else levels_of(game)
    if len(set(found)) < 2:
        raise CliError("--levels needs two or more different levels")
    return sorted(set(found), key=LEVELS.index)


def run(args: argparse.Namespace) -> int:
    from amba.lab import ladder
    from amba.lab.run import code_hash

    if args.pairs < 1 or args.jobs < 1:
        raise CliError("--pairs and --jobs must be 1 or more")
    game = game_for(args.game)
    scenario = pick_scenario(game, args.scenario) if args.scenario else min(game.scenarios(), key=lambda one: one.turns).key
    levels = chosen_levels(args.levels, game)
    work = ladder.schedule(game.key, scenario, levels, args.pairs, args.seed)
    kept = ladder.Kept(Path(args.out) if args.out else None, f"{game.data_hash[:16]} {code_hash(game.key)[:16]}")
    began = time.perf_counter()

    def tell(one: Work, pair: Pair) -> bool:
        kept.add(one, pair)
        seconds = time.perf_counter() - began
        if sys.stderr.isatty():
            print(f"\r{sum(w in kept.pairs for w in work)}/{len(work)} pairs, {seconds:.0f} s ", end="", file=sys.stderr, flush=True)
        return args.minutes is None or seconds < 60 * args.minutes

    try:
        ladder.run([one for one in work if one not in kept.pairs], args.jobs, tell)
    except KeyboardInterrupt:
        print("\nstopped: what was played so far", file=sys.stderr)
    pairs = [kept.pairs[one] for one in work if one in kept.pairs]
    if not pairs:
        raise CliError("no pair was finished")
    found = ladder.matchups(pairs)
    rows = ladder.ratings(found, levels)
    if args.json:
        print_json({
            "game": game.key, "scenario": scenario, "pairs": args.pairs, "seed": args.seed,
            "meetings": [{**m._asdict(), "share": m.share, "interval": m.interval} for m in found], "ratings": [r._asdict() for r in rows],
        })  # fmt: skip
    else:
        tell_all(f"{game.title}, {scenario}", found, rows, time.perf_counter() - began)
    return 0


def tell_all(title: str, found: Sequence[Matchup], rows: Sequence[Rating], seconds: float) -> None:
    print(f"{title}: each pair is two games on the same dice, sides exchanged; {seconds:.0f} s\n")
    print(f"{'':24} {'pairs won':>12} {'95 in 100':>14} {'games won':>14} {'margin':>8}")
    for m in found:
        low, high = m.interval
        print(
            f"{m.first + ' - ' + m.second:<24} {m.score:>5g} of {m.pairs:<3} {f'{100 * low:.0f}-{100 * high:.0f}%':>14} {f'{m.games:g} of {2 * m.pairs}':>14} {m.margin:>+8.1f}"
        )
    print("\nratings (the first level is 0; 200 more is about three pairs of four)")
    for row in rows:
        print(f"  {row.level:<10} {row.points:>6.0f}" + (f" +- {row.error:.0f}" if row.error else ""))
