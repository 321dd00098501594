"""Print and play: a game as pages of HTML at their real size, ready for a library that makes a PDF of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from amba.draw.geometry import Layout, escape
from amba.draw.sheets import COUNTER_MM, MARGIN_MM, OVERLAP_MM, PAPERS, Tile, counter_pages, counters_of, fewest, map_svg, markers_of, unit_of

PARTS = ("map", "counters", "charts", "aids")
SHEET = "sheet"
"""The whole map on one page of its own size, for a print shop."""
STYLE = """
body { font-family: Georgia, 'Liberation Serif', serif; font-size: 10pt; line-height: 1.35; color: #1d1a14; margin: 0 }
h1 { font-size: 22pt; margin: 0 0 2mm } h2 { font-size: 14pt; margin: 6mm 0 2mm; break-after: avoid } h3 { font-size: 11pt; margin: 4mm 0 1mm; break-after: avoid }
section { break-before: page } section:first-child { break-before: auto }
.tile { page: tile } .counters { page: counters } .foot { font-family: sans-serif; font-size: 7.5pt; color: #333; margin: 1mm 0 0 }
svg { display: block } table { border-collapse: collapse; margin: 1mm 0 2mm; font-size: 9pt; break-inside: avoid }
th, td { border: 0.2mm solid #6b5b45; padding: 0.8mm 2mm; text-align: center; vertical-align: top } td:first-child, th:first-child { text-align: left } th { background: #efe4cc }
.source { font-size: 8pt; color: #555; margin: 0 } .swatch { display: inline-block; width: 7mm; height: 4mm; border: 0.2mm solid #333; vertical-align: middle }
ol, ul { padding-left: 6mm; margin: 1mm 0 } li { margin: 0.4mm 0 } .long { font-size: 7.5pt } .long td, .long th { text-align: left; padding: 0.4mm 1mm }
"""


class Booklet(NamedTuple):
    """What a printed game is made of."""

    board: Mapping[str, Any]
    view: Mapping[str, Any]
    charts: Sequence[Mapping[str, Any]]
    title: str
    """The game's and the scenario's."""
    guide: str
    """The player's guide as HTML."""
    sources: Sequence[str]
    """Where what is printed comes from, a line each."""


def document(booklet: Booklet, paper: str, hex_mm: float, parts: Iterable[str]) -> str:
    """All pages."""
    wanted = set(parts)
    page, landscape, tiles = map_pages(booklet.board, paper, hex_mm) if "map" in wanted else ("", False, [])
    # Only the map needs large paper.
    upright = "letter" if paper == "letter" else "a4"
    width, height = PAPERS[upright]
    size = f"{width}mm {height}mm"
    rules = f"@page {{ size: {size}; margin: 14mm }} @page counters {{ size: {size}; margin: {MARGIN_MM}mm }} {page}"
    pages = [cover(booklet, tiles, landscape, hex_mm)]
    pages += [tile_page(booklet.board, tile, hex_mm, len(tiles)) for tile in tiles]
    if "counters" in wanted:
        pages += counter_sections(booklet, upright)
    if "charts" in wanted:
        pages.append(charts_page(booklet.charts))
    if "aids" in wanted:
        pages.append(aids_page(booklet))
    head = f'<meta charset="utf-8"><title>{escape(booklet.title)}</title><style>{rules}{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(pages)}</body></html>'


def map_pages(board: Mapping[str, Any], paper: str, hex_mm: float) -> tuple[str, bool, list[Tile]]:
    """The size of the map's pages, and the tiles on them."""
    layout, unit = Layout(board), unit_of(hex_mm)
    if paper == SHEET:
        tile = Tile(0, 0, 0, 0, layout.width, layout.height + 20)
        size = f"{tile.wide * unit + 2 * MARGIN_MM:.1f}mm {tile.high * unit + 2 * MARGIN_MM + 6:.1f}mm"
        return f"@page tile {{ size: {size}; margin: {MARGIN_MM}mm }}", False, [tile]
    landscape, tiles = fewest(layout, unit, paper)
    width, height = PAPERS[paper]
    size = f"{height}mm {width}mm" if landscape else f"{width}mm {height}mm"
    return f"@page tile {{ size: {size}; margin: {MARGIN_MM}mm }}", landscape, tiles


def cover(booklet: Booklet, tiles: Sequence[Tile], landscape: bool, hex_mm: float) -> str:
    """What is in it, and how it is put together."""
    steps = [
        f"Print at 100 % (no fitting to the page): a hex is {hex_mm:g} mm from side to side, a counter {COUNTER_MM:g} mm.",
        "Counters: print fronts and backs on one sheet, turned over its long edge; glue it on card if it is thin; cut along the marks at the rim.",
    ]
    if len(tiles) > 1:
        rows, columns = tiles[-1].row + 1, tiles[-1].column + 1
        way = "lengthwise" if landscape else "upright"
        steps.insert(
            1,
            f"Map: {len(tiles)} pages {way}, {columns} across (1 to {columns}) and {rows} down (A to {tiles[-1].name[0]}). Neighbours share {OVERLAP_MM:g} mm: cut one off and glue the other under it.",
        )
    notes = "".join(f"<li>{escape(line)}</li>" for line in booklet.sources)
    listed = "".join(f"<li>{escape(step)}</li>" for step in steps)
    return f"<section><h1>{escape(booklet.title)}</h1><p>Print and play.</p><h2>How to make it</h2><ol>{listed}</ol><h2>Where it comes from</h2><ul>{notes}</ul></section>"


def tile_page(board: Mapping[str, Any], tile: Tile, hex_mm: float, count: int) -> str:
    words = f"{board.get('title', '')} · map {tile.name}" if count > 1 else str(board.get("title", ""))
    return f'<section class="tile">{map_svg(board, tile, unit_of(hex_mm))}<p class="foot">{escape(words)}</p></section>'


def counter_sections(booklet: Booklet, paper: str) -> list[str]:
    found = []
    for what, pairs in (("Counters", counters_of(booklet.board, booklet.view)), ("Markers", markers_of(booklet.board))):
        for i, (front, back) in enumerate(counter_pages(pairs, paper), 1):
            found += [
                f'<section class="counters"><p class="foot">{what} {i}, {side}</p>{sheet}</section>'
                for side, sheet in (("front", front), ("back", back))
            ]
    return found


def charts_page(charts: Sequence[Mapping[str, Any]]) -> str:
    """Every table in its printed shape."""
    return f"<section><h1>Charts</h1>{''.join(chart(one) for one in charts)}</section>"


def in_words(cell: object) -> str:
    """A cell as people read it: keys of data files have their spaces back."""
    return str(cell).replace("_", " ")


def chart(one: Mapping[str, Any]) -> str:
    head = "".join(f"<th>{escape(in_words(cell))}</th>" for cell in one["head"])
    rows = "".join("<tr>" + "".join(f"<td>{escape(in_words(cell))}</td>" for cell in row) + "</tr>" for row in one["rows"])
    notes = "".join(f'<p class="source">{escape(str(one[key]))}</p>' for key in ("note", "notes") if isinstance(one.get(key), str) and one[key])
    kind = ' class="long"' if len(one["rows"]) > 14 or len(one["head"]) > 9 else ""
    return f'<h2>{escape(one["title"])}</h2><table{kind}><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{notes}<p class="source">Source: {escape(str(one.get("source", "")))}</p>'


def aids_page(booklet: Booklet) -> str:
    """Sequence of play, key of the ground, what stands on a counter, and the guide."""
    board, look = booklet.board, booklet.board["look"]
    sides = {one["key"]: one["title"] for one in board["sides"]}
    phases = "".join(
        f"<li>{escape(' · '.join(part for part in (str(sides.get(step.get('side'), '')), str(step['title'])) if part))} ({escape(str(step.get('rule', '')))})</li>"
        for step in booklet.view.get("sequence", [])
    )
    ground = "".join(
        f'<tr><td><span class="swatch" style="background:{escape(str(one.get("colour", "#ffffff")))}"></span></td><td>{escape(str(one.get("title", key)))}</td></tr>'
        for key, one in look.get("terrain", {}).items()
        if one.get("title")
    )
    example = next((piece for piece in board["pieces"] if piece["faces"][0].get("text")), None)
    counter = f"<p>For example {escape(example['title'])}: {escape(example['faces'][0]['text'])}.</p>" if example else ""
    return (
        f"<section><h1>Player aid</h1><h2>Sequence of play</h2><ol>{phases}</ol><h2>Ground</h2><table>{ground}</table>"
        f"<h2>Counters</h2>{counter}</section><section>{booklet.guide}</section>"
    )
