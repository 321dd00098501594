"""Where fights and losses happened, drawn on the game's own map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from amba.draw.geometry import Layout, escape, polygon
from amba.draw.map import draw_ground
from amba.lab.record import Record

INKS = {"fights": "#a3160c", "losses": "#3b1a6e"}
WORDS = {"fights": "fights", "losses": "units and steps lost"}


def counted(records: Sequence[Record]) -> dict[str, Counter[str]]:
    """Place -> how many, over all games."""
    return {
        "fights": Counter(fight.place for record in records for fight in record.fights),
        "losses": Counter(loss.place for record in records for loss in record.losses),
    }


def place_titles(board: Mapping[str, Any]) -> dict[str, str]:
    return {place["hex"]: place["title"] for place in board["places"] if place["title"]}


def heat_map(board: Mapping[str, Any], records: Sequence[Record]) -> str:
    """The map with a layer for each; the page shows one at a time."""
    found, titles = counted(records), place_titles(board)
    return draw_ground(board, lambda layout: "".join(layer(layout, name, counts, len(records), titles) for name, counts in found.items()))


def layer(layout: Layout, name: str, counts: Mapping[str, int], games: int, titles: Mapping[str, str]) -> str:
    on_map = {place: count for place, count in counts.items() if place in layout.hexes}
    most = max(on_map.values(), default=1)
    parts = []
    for place, count in sorted(on_map.items()):
        called = f" ({titles[place]})" if place in titles else ""
        words = f"{place}{called}: {count} {WORDS[name]} in {games} games ({count / games:.2g} a game)"
        strength = 0.12 + 0.78 * sqrt(count / most)
        parts.append(f'<path d="{polygon(layout.corners(place))}" opacity="{strength:.2f}"><title>{escape(words)}</title></path>')
    return f'<g class="heat {name}" fill="{INKS[name]}">{"".join(parts)}</g>'


def scale(name: str, counts: Mapping[str, int], games: int, titles: Mapping[str, str]) -> str:
    """What the darkest hex stands for."""
    most = max(counts.values(), default=0)
    ramp = f"linear-gradient(90deg, color-mix(in srgb, {INKS[name]} 12%, #f4ecd8), color-mix(in srgb, {INKS[name]} 90%, #f4ecd8))"
    busiest = ", ".join(f"{titles.get(place, place)} ({count / games:.2g})" for place, count in Counter(counts).most_common(3))
    words = f"0 <b style='background:{ramp}'></b> {most / games:.2g} {WORDS[name]} a game &nbsp; most in {escape(busiest)}" if most else "none"
    return f'<p class="scale {name}">{words}</p>'
