"""Measure speed on one core in processor time: random play without laws, copies, menus, imports. Figures, and ratios within this run."""

from __future__ import annotations

import argparse
import platform
import sys
from typing import Any

from amba.cli.common import add_json, game_for, pick_scenario, print_json
from amba.cli.main import CliError
from amba.load.registry import keys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="*", help="only these games (default: all)")
    parser.add_argument("--scenario", metavar="S", help="only this scenario")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="T", help="time of random play for each scenario (default 3)")
    parser.add_argument("--against", metavar="OTHER", help="compare with another installation, turn about: its Python, or the folder of its sources")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="with --against: how often each is measured (default 5)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.against:
        return run_against(args)
    from amba.lab import speed

    unit = speed.reference()
    rows: list[dict[str, Any]] = []
    tables: dict[str, dict[str, float]] = {}
    for key in args.game or keys():
        game = game_for(key)
        made = speed.table_seconds(game)
        if made:
            tables[key] = made
        scenarios = [pick_scenario(game, args.scenario)] if args.scenario else [scenario.key for scenario in game.scenarios()]
        for scenario in scenarios:
            if not args.json:
                print(f"measuring {key} {scenario} ...", file=sys.stderr)
            row = speed.measure(game, scenario, args.seconds)
            row["ratios"]["decisions_per_reference"] = round(row["decisions_per_s"] * unit / 1e6, 3)
            rows.append(row)
    imports = {
        "import amba": round(speed.import_ms("import amba"), 1),
        "amba.load_position": round(speed.import_ms("import amba; amba.load_position"), 1),
        "amba.cli.main": round(speed.import_ms("import amba.cli.main"), 1),
    }
    answer = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "reference_us": round(unit, 1),
        "import_ms": imports,
        "tables_s": tables,
        "scenarios": rows,
    }
    if args.json:
        print_json(answer)
    else:
        tell(answer)
    return 0


def run_against(args: argparse.Namespace) -> int:
    """Two installations turn about, as ratios with their spread."""
    from amba.lab import against

    if args.rounds < 1:
        raise CliError("--rounds takes a whole number from 1")
    rows = []
    games = [game_for(key).key for key in args.game or keys()]
    try:
        other = against.installation(args.against)
        for row in against.compared(other, games, args.scenario, args.seconds, args.rounds):
            rows.append(row)
            if not args.json:
                tell_ratio(row, first=len(rows) == 1)
    except against.CannotCompare as error:
        raise CliError(str(error)) from None
    if args.json:
        print_json({"against": rows})
    return 0


def tell_ratio(row: dict[str, Any], first: bool) -> None:
    if first:
        print("{:<10} {:<14} {:>8} {:>8} {:>7} {:>16}".format("game", "scenario", "ours", "other", "ratio", "lowest-highest"))
    spread = f"{row['lowest']:.2f}-{row['highest']:.2f}"
    print(f"{row['game']:<10} {row['scenario']:<14} {row['ours']:>8} {row['other']:>8} {row['ratio']:>7.2f} {spread:>16}", flush=True)


def tell(answer: dict[str, Any]) -> None:
    print(f"Python {answer['python']} on {answer['machine']}; reference work {answer['reference_us']} us; processor time")
    print("imports: " + ", ".join(f"{name} {value} ms" for name, value in answer["import_ms"].items()))
    for game, made in answer["tables_s"].items():
        print(f"tables of {game}: " + ", ".join(f"{name}, whole map, {value} s" for name, value in made.items()))
    head = ("game", "scenario", "games", "decisions/s", "copy us", "menu us", "listed us", "pick us")
    print("\n{:<10} {:<14} {:>6} {:>12} {:>8} {:>8} {:>10} {:>8}".format(*head))
    for row in answer["scenarios"]:
        print(
            f"{row['game']:<10} {row['scenario']:<14} {row['games']:>6} {row['decisions_per_s']:>12,.0f} {row['copy_us']:>8} {row['menu_us']:>8} "
            f"{row['menu_listed_us']:>10} {row['pick_us']:>8}"
        )
    print("\nratios within this run")
    for row in answer["scenarios"]:
        ratios = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in row["ratios"].items())
        print(f"{row['game']:<10} {row['scenario']:<14} {ratios}")
