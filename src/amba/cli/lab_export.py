"""Games as records: every decision with what each side saw, the legal actions, what was done, and the result. From logs, or from a run."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from amba.cli.common import add_data, read_log, trusted
from amba.cli.main import CliError

if TYPE_CHECKING:
    from amba.core.session import Session
    from amba.lab.store import Run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", type=Path, nargs="*", help="logs of games")
    parser.add_argument("--run", type=Path, metavar="DIR", dest="folder", help="the games of a run, played again from their seeds")
    parser.add_argument("--games", type=int, metavar="N", help="only the first N games of the run")
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="FILE.jsonl, FILE.jsonl.gz, FILE.parquet (needs the extra 'parquet') or FILE.npz (arrays, needs the extra 'rl')",
    )
    parser.add_argument("--observations", choices=("all", "deciding", "none"), default="all", help="whose views are written (default all)")
    parser.add_argument("--set", action="append", default=[], metavar="WHERE=VALUE", help="the what-ifs the logs were played with")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    from amba.cli.lab_run import need
    from amba.lab.export import Row, game_records, write_jsonl, write_parquet

    if bool(args.log) == (args.folder is not None):
        raise CliError("name either logs or --run DIR")
    if args.games is not None and args.games < 1:
        raise CliError("--games must be 1 or more")
    parquet = args.out.suffix == ".parquet"
    if not args.out.name.endswith((".jsonl", ".jsonl.gz", ".parquet", ".npz")):
        raise CliError(f"--out is {args.out.name!r}; expected a name that ends in .jsonl, .jsonl.gz, .parquet or .npz")
    if parquet:
        need("pyarrow", "parquet")
    if args.out.suffix == ".npz":
        return write_arrays(args)

    def rows() -> Iterator[Row]:
        for number, session in enumerate(sessions(args)):
            yield from game_records(session, number, args.observations)

    count = (write_parquet if parquet else write_jsonl)(args.out, rows())
    print(f"{count} {'decisions' if parquet else 'lines'} in {args.out}")
    return 0


def write_arrays(args: argparse.Namespace) -> int:
    from amba.cli.lab_run import need

    need("pettingzoo", "rl")
    from amba.lab.arrays import steps, write_npz

    count = write_npz(args.out, (step for number, session in enumerate(sessions(args)) for step in steps(session, number)))
    print(f"{count} words in {args.out}")
    return 0


def sessions(args: argparse.Namespace) -> Iterator[Session]:
    if args.folder is not None:
        from amba.lab.store import Run

        yield from of_run(Run.open(args.folder), args.games)
        return
    for path in args.log:
        yield of_log(path, args)


def of_run(found: Run, games: int | None) -> Iterator[Session]:
    for row in list(found.table("games"))[:games]:
        yield played_again(found, row)


def played_again(found: Run, row: Mapping[str, str]) -> Session:
    """One game of a run, from its row in games.csv: a run keeps no logs, because its seeds are enough."""
    from amba.lab.run import game_of, play_session
    from amba.lab.store import spec_of

    spec = spec_of(found.header)
    if game_of(spec).data_hash != found.header["data"] or game_of(spec).version != found.header["version"]:
        raise CliError(f"{found}: played with other data files or another version of the rules than those here")
    session, record = play_session(spec, int(row["game"]))
    if (record.winner, str(record.decisions)) != (row["winner"], row["decisions"]):
        raise CliError(f"{found}: game {row['game']} no longer goes as written; the bots or the rules have changed since")
    return session


def of_log(path: Path, args: argparse.Namespace) -> Session:
    from amba.core.session import replay
    from amba.load.registry import open_game

    log = read_log(path)
    game = open_game(log.header.game, args.data, args.set)
    if log.header.data != game.data_hash:
        raise CliError(f"{path}: played with other data files than those here (--data and --set name others)")
    return trusted(path, lambda: replay(game, log))
