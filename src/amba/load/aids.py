"""What a game lays beside its map for the table: charts, boxes, overlays, and where every fact comes from (docs/wire.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from amba.core.game import Provenance
from amba.load.files import PrintedTable


class Overlay(NamedTuple):
    """A layer a player can lay over the map; it may need a piece, a hex or a pair of hexes to be about."""

    key: str
    title: str
    letter: str
    needs: str = ""


def chart_of(key: str, title: str, rule: str, source: Provenance, head: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    """A player aid in its printed shape."""
    return {
        "key": key,
        "title": title,
        "rule": rule,
        "source": source.source,
        "note": source.note,
        "head": list(head),
        "rows": [list(r) for r in rows],
    }


def chart(key: str, title: str, rule: str, first: str, table: PrintedTable) -> dict[str, Any]:
    """A table of the game as a player aid."""
    rows = [[name, *cells] for name, cells in zip(table.rows, table.cells, strict=True)]
    return chart_of(key, title, rule, table.provenance, [first, *table.columns], rows)


def around_the_map(
    pieces: Sequence[Mapping[str, Any]],
    sides: Mapping[str, str],
    boxes: Mapping[str, str],
    overlays: Iterable[Overlay],
    sources: Iterable[Provenance],
) -> dict[str, Any]:
    """Counters, sides and boxes with their titles, overlays and sources: what completes a board."""
    return {
        "pieces": pieces,
        "sides": [{"key": key, "title": title} for key, title in sides.items()],
        "boxes": [{"id": key, "title": title} for key, title in boxes.items()],
        "overlays": [overlay._asdict() for overlay in overlays],
        "source_notes": [source._asdict() for source in sources],
    }
