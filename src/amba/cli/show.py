"""Draw a position, a saved game or a game's set-up: as text, or as SVG."""

from __future__ import annotations

import argparse
from pathlib import Path

from amba.cli.common import add_data, add_json, game_for, game_of, pick_scenario, print_json, read_log, trusted, write_whole
from amba.cli.main import CliError
from amba.cli.orders import NameFinder
from amba.core.session import replay
from amba.load.position import Position, load_position
from amba.load.registry import keys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", help="a position file (.toml), a log, or a game's key")
    parser.add_argument("--scenario", metavar="S", help="the scenario whose set-up is shown (with a game's key)")
    parser.add_argument("--to", type=int, metavar="N", help="after entry N (with a log)")
    parser.add_argument("--side", metavar="SIDE", help="what this side sees (default: what a watcher sees)")
    parser.add_argument("--around", metavar="HEX", help="only the part around this hex or place")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write an SVG drawing")
    add_data(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    position = find(args)
    game, s = position.game, position.state
    if args.side is not None and args.side not in game.sides:
        raise CliError(f"there is no side {args.side!r}; there are: {', '.join(game.sides)}")
    view = game.view(s, None if args.side is None else game.sides.index(args.side))
    board = game.board(str(position.document()["scenario"]))
    around = None if args.around is None else NameFinder(game, board).word(args.around)
    if around is not None and around not in game.names.place:
        raise CliError(f"there is no hex or place {args.around!r}")
    if args.svg is not None:
        from amba.draw.map import draw_svg

        write_whole(args.svg, draw_svg(board, view, around=around))
    if args.json:
        print_json({"game": game.key, "view": view, "position": position.document(), "svg": None if args.svg is None else str(args.svg)})
    elif args.svg is not None:
        print(f"Drawn in {args.svg}")
    else:
        print_text(position, board, view, around)
    return 0


def find(args: argparse.Namespace) -> Position:
    path = Path(args.what)
    if path.suffix == ".toml":
        return load_position(path, args.data)
    if args.what in keys():
        game = game_for(args.what, args.data)
        return Position(game, game.new(pick_scenario(game, args.scenario), {}), args.what)
    if not path.is_file():
        raise CliError(f"{args.what}: neither a file nor a game; the games are: {', '.join(keys())}")
    log = read_log(path)
    game = game_of(log, args.data, path)
    if args.to is not None:
        if not 0 <= args.to <= len(log.entries):
            raise CliError(f"--to is {args.to}; expected 0 to {len(log.entries)}")
        log.truncate(args.to)
    return Position(game, trusted(path, lambda: replay(game, log)).state, str(path))


def print_text(position: Position, board: dict[str, object], view: dict[str, object], around: str | None) -> None:
    from amba.cli.panels import Panels, track_text
    from amba.cli.textmap import TextMap, wants_colour

    text_map = TextMap(board, wants_colour())
    window = text_map.whole() if around is None else text_map.around([around])
    print("\n".join(text_map.draw(view, window)))
    print(text_map.legend())
    tracks = view["tracks"]
    assert isinstance(tracks, list)
    print("; ".join(track_text(track) for track in tracks))
    print()
    for line in Panels(position.game, text_map).units(view, []):
        print(line)
    decision = position.decision
    if decision is not None:
        print(f"\n{decision.text} [{decision.rule}]")
