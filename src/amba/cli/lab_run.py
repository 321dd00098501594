"""Play many games between bots. Killed and started again with the same words it goes on; the files are the same whatever --jobs and --engine."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from amba.cli.common import add_data, add_json, pick_options, pick_scenario, print_json, write_whole
from amba.cli.main import CliError
from amba.cli.progress import Progress

if TYPE_CHECKING:
    from amba.core.game import Game
    from amba.lab.run import Engine
    from amba.lab.store import Run, Spec


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game's key, see 'amba games'")
    parser.add_argument("--scenario", metavar="S", help="the scenario (default: the game's first)")
    parser.add_argument(
        "--bots", metavar="A,B", help="the bot of each side, in the game's order of sides (default greedy,greedy; random where a game has no other)"
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games in all (default 100)")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="how many processes (default 1)")
    parser.add_argument("--seed", default="0", metavar="S", help="game i follows from the seed and i alone (default 0)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where the run is kept (default: lab-runs/ and a name made from what is asked)")
    parser.add_argument(
        "--format", choices=("csv", "parquet"), default="csv", help="parquet: the tables once more, as Parquet (needs the extra 'parquet')"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="WHERE=VALUE", help="what if: tables.combat.2-1.4=1-1r, units.5-ind.mp=7 (may be repeated)"
    )
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game: push=off (may be repeated)")
    parser.add_argument("--engine", choices=("processes", "ray"), default="processes", help="ray: a Ray cluster (needs the extra 'ray')")
    parser.add_argument("--address", metavar="A", help="of the Ray cluster: auto, local (the default), or ray://HOST:PORT")
    parser.add_argument("--no-report", action="store_true", help="write no report.html at the end")
    add_data(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from amba.lab.run import header_of
    from amba.lab.store import Run, write_parquet

    if args.games < 1 or args.jobs < 1:
        raise CliError("--games and --jobs must be 1 or more")
    if args.format == "parquet":
        need("pyarrow", "parquet")
    engine = pick_engine(args)
    spec, game = asked(args)
    folder = args.out or Path("lab-runs") / default_name(spec)
    found = Run.start(folder, header_of(spec))
    with found.held():
        play_on(found, spec, args.games, args.jobs, engine)
    files = [str(folder / "run.json")]
    if args.format == "parquet":
        files += [str(path) for path in write_parquet(found)]
    if not args.no_report:
        from amba.lab.report import report_html

        path = folder / "report.html"
        write_whole(path, report_html(found, game))
        files.append(str(path))
    tell(found, game, files, args.json)
    return 0


def asked(args: argparse.Namespace) -> tuple[Spec, Game]:
    """What is asked for, checked: a mistake is told before anything is written."""
    from amba.bots import level_for, levels_of
    from amba.core.game import choose_options
    from amba.lab.run import game_of
    from amba.lab.store import Spec

    data = str(args.data.resolve()) if args.data is not None else ""
    game = game_of(Spec(args.game, "", {}, (), "", tuple(args.set), data))
    usual = "greedy" if "greedy" in levels_of(game) else "random"
    bots = tuple(level_for(game, name) for name in (args.bots.split(",") if args.bots else [usual] * len(game.sides)))
    if len(bots) != len(game.sides):
        raise CliError(f"--bots names {len(bots)} bots; expected one for each side: {', '.join(game.sides)}")
    options = choose_options(game.options(), pick_options(game, args.option))
    scenario = pick_scenario(game, args.scenario)
    for change in args.set:
        file, _, rest = change.partition(".")
        other = rest.partition(".")[0]
        if file == "scenarios" and other != scenario:
            raise CliError(f"--set {change}: this run is of {scenario}, so nothing would change; name --scenario {other}")
    return Spec(game.key, scenario, options, bots, args.seed, tuple(args.set), data), game


def pick_engine(args: argparse.Namespace) -> Engine:
    if args.engine == "processes":
        if args.address is not None:
            raise CliError("--address is that of a Ray cluster: name --engine ray, too")
        from amba.lab.run import on_processes

        return on_processes
    need("ray", "ray")
    from amba.lab.ray_engine import RayEngine

    return RayEngine(args.address or "local")


def need(module: str, extra: str) -> None:
    if find_spec(module) is None:
        raise CliError(f"this needs the extra '{extra}': pip install 'amba[{extra}]'")


def default_name(spec: Spec) -> str:
    """The same question has the same name, so that asking again goes on."""
    digest = hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()[:8]
    return f"{spec.game}-{spec.scenario}-{'-'.join(spec.bots)}-{digest}"


def play_on(found: Run, spec: Spec, games: int, jobs: int, engine: Engine) -> None:
    """Play what is missing up to so many games."""
    have = found.count()
    if have >= games:
        return
    progress = Progress(games, have)
    wins: dict[str, int] = {}
    for row in found.table("games"):
        wins[row["winner"]] = wins.get(row["winner"], 0) + 1
    try:
        for record in engine(spec, range(have, games), jobs):
            found.append(record)
            wins[record.winner] = wins.get(record.winner, 0) + 1
            progress.add(", ".join(f"{side or 'draw'} {count}" for side, count in sorted(wins.items())))
    except KeyboardInterrupt:
        progress.close()
        print(f"amba: {found.count()} games are in {found}; the same command goes on from there", file=sys.stderr)
        raise
    progress.close()


def tell(found: Run, game: Game, files: list[str], as_json: bool) -> None:
    from amba.lab.summary import summary, summary_lines

    figures = summary(found, game)
    if as_json:
        print_json({"folder": str(found.folder), "files": files, **figures})
        return
    print("\n".join(summary_lines(figures)))
    print(f"In {found.folder}: {', '.join(Path(name).name for name in files)} and the tables as CSV.")
