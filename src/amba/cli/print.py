"""Print and play: a game's map, counters, charts and player aids as a PDF. Needs the extra `print` (WeasyPrint)."""

from __future__ import annotations

import argparse
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from amba.cli.common import add_data, game_for, pick_scenario
from amba.cli.main import CliError
from amba.core.game import Game
from amba.draw.booklet import PARTS, SHEET, Booklet, document
from amba.draw.sheets import PAPERS, best_hex
from amba.load import registry
from amba.server.guide import to_html

HEX_MM = 20.0
LIMITS = (10.0, 40.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game's key")
    parser.add_argument("--scenario", metavar="S", help="the scenario whose map and counters are printed (default: the first)")
    parser.add_argument("--paper", choices=[*PAPERS, SHEET], default="a4", help="the size of the map's pages; sheet: one large page for a print shop")
    parser.add_argument(
        "--hex", type=float, metavar="MM", help="a hex from side to side in millimetres (default 20, or a little less where that saves pages)"
    )
    parser.add_argument("--only", metavar="PART,PART", help=f"some parts only: {', '.join(PARTS)}")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="where to (default GAME.pdf); a name that ends in .html gives the pages themselves"
    )
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    games = registry.keys()
    if args.game not in games:
        raise CliError(f"there is no game {args.game!r}; there are: {', '.join(games)}")
    if args.hex is not None and not LIMITS[0] <= args.hex <= LIMITS[1]:
        raise CliError(f"--hex is from {LIMITS[0]:g} to {LIMITS[1]:g} millimetres, not {args.hex:g}")
    parts = PARTS if args.only is None else tuple(args.only.split(","))
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        raise CliError(f"there is no part {unknown[0]!r}; there are: {', '.join(PARTS)}")
    game = game_for(args.game, args.data)
    pages = booklet(game, pick_scenario(game, args.scenario))
    hex_mm = args.hex or (HEX_MM if args.paper == SHEET else best_hex(pages.board, args.paper, HEX_MM))
    html = document(pages, args.paper, hex_mm, parts)
    path: Path = args.output or Path(f"{args.game}.pdf")
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".html":
        path.write_text(html, encoding="utf-8")
    else:
        write_pdf(html, path)
    print(f"Printed to {path}")
    return 0


def booklet(game: Game, scenario: str) -> Booklet:
    """Everything of a scenario that is printed."""
    guide = registry.guide_file(game.key)
    title = next(one.title for one in game.scenarios() if one.key == scenario)
    # What is said of other scenarios belongs on their sheets.
    others = {f"scenarios/{one.key}.toml" for one in game.scenarios() if one.key != scenario}
    sources = [f"{one.file}: {one.source}" + (f" ({one.note})" if one.note else "") for one in game.provenance() if one.file not in others]
    start = game.new(scenario, {})
    # Each side knows its own counters.
    pieces = {key: piece for side in range(len(game.sides)) for key, piece in game.view(start, side)["pieces"].items()}
    board, view = game.board(scenario), {**game.view(start, None), "pieces": pieces}
    return Booklet(board, view, game.charts(), f"{game.title}: {title}", to_html(guide.read_text(encoding="utf-8")) if guide else "", sources)


def write_pdf(html: str, path: Path) -> None:
    if find_spec("weasyprint") is None:
        raise CliError("a PDF needs WeasyPrint: pip install 'amba[print]'; or write the pages as HTML with -o NAME.html")
    import_module("weasyprint").HTML(string=html).write_pdf(str(path))
