"""A map: hexes, hexsides, lines, places, areas."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from amba.core.game import Provenance
from amba.kit.hexgrid import Grid, GridShape
from amba.load.files import Folder, Row, Toml

CORNERS = ("c_e", "c_ne", "c_nw", "c_w", "c_sw", "c_se")
CORNER_NEIGHBOURS = ((1, 2), (0, 1), (5, 0), (4, 5), (3, 4), (2, 3))
"""corner -> the directions (`amba.kit.hexgrid.DIRECTIONS`) of the two hexes that meet this one there"""


class MapLine(NamedTuple):
    """Something that runs from hex to hex: a road, a track, a railway."""

    kind: str
    title: str
    hexes: tuple[int, ...]


class NamedPlace(NamedTuple):
    """A named place in a hex; `extra` holds the game's own fields."""

    key: str
    title: str
    hex: int
    kind: str
    rank: int
    extra: dict[str, Any]


class Area(NamedTuple):
    """A named set of hexes."""

    key: str
    title: str
    hexes: tuple[int, ...]
    extra: dict[str, Any]


class HexMap(NamedTuple):
    """Everything printed on the map."""

    title: str
    credit: str
    grid: Grid
    terrain: list[str]
    elevation: list[int]
    corners: list[tuple[int, ...]]
    rows: list[Row]
    hexsides: dict[str, set[tuple[int, int]]]
    """kind -> hexsides, in both directions; none of a kind that this map does not have"""
    lines: list[MapLine]
    places: dict[str, NamedPlace]
    areas: dict[str, Area]
    labels: list[dict[str, Any]]
    provenance: list[Provenance]


def load_map(folder: Folder, terrains: Collection[str], look: Mapping[str, Any] | None = None) -> HexMap:
    """Read and check `map.toml`, `hexes.csv` and `hexsides.csv`. Where it is known how things look, lines, hexsides and places are of its kinds."""
    toml = folder.toml("map.toml")
    data = toml.data
    shape = data.get("grid")
    if not isinstance(shape, dict):
        toml.fail("grid", "expected a table [grid]")
    try:
        grid = Grid(GridShape(**shape))
    except (TypeError, ValueError) as error:
        toml.fail("columns", f"[grid] does not fit: {error}", "grid")
    sheet = folder.sheet("hexes.csv", "hex", "terrain", "elevation")
    rows = _hex_rows(grid, sheet.unique("hex"), terrains)
    elevation = [row.number("elevation") for row in rows]
    sides, sides_source = _hexsides(folder, grid, _kinds(look, "hexsides"))
    return HexMap(
        title=data.get("title", ""),
        credit=data.get("credit", ""),
        grid=grid,
        terrain=[row["terrain"] for row in rows],
        elevation=elevation,
        corners=[
            tuple(row.number(corner) for corner in CORNERS) if "c_e" in row.values else plain_corners(grid, elevation, at)
            for at, row in enumerate(rows)
        ],
        rows=rows,
        hexsides=sides,
        lines=[_line(toml, grid, entry, nth, _kinds(look, "lines")) for nth, entry in enumerate(data.get("lines", []))],
        places=_places(toml, grid, data.get("places", []), _kinds(look, "places")),
        areas={area.key: area for area in (_area(toml, grid, entry) for entry in data.get("areas", []))},
        labels=[_label(toml, grid, entry) for entry in data.get("labels", [])],
        provenance=[toml.provenance(), sheet.provenance, *sides_source],
    )


def _hex_rows(grid: Grid, found: dict[str, Row], terrains: Collection[str]) -> list[Row]:
    for name, row in found.items():
        if name not in grid.index:
            row.fail(f"hex {name!r} is not on the map, which runs from {grid.names[0]} to {grid.names[-1]}")
        row.one_of("terrain", terrains)
    rows = []
    for name in grid.names:
        if name not in found:
            any_row = next(iter(found.values()))
            any_row.fail(f"hex {name} is missing from the file; every hex of the grid needs a row")
        rows.append(found[name])
    return rows


def plain_corners(grid: Grid, elevation: Sequence[int], at: int) -> tuple[int, ...]:
    """The heights of a hex's corners where the file has none: midway between the hexes that meet there."""
    around = grid.by_direction[at]
    found = []
    for one, other in CORNER_NEIGHBOURS:
        meeting = [elevation[at], *(elevation[near] for near in (around[one], around[other]) if near is not None)]
        found.append(round(sum(meeting) / len(meeting)))
    return tuple(found)


def _kinds(look: Mapping[str, Any] | None, what: str) -> Collection[str] | None:
    """Of which kinds something may be; None: nobody has said so."""
    return None if look is None else list(look.get(what, ()))


def _hexsides(folder: Folder, grid: Grid, kinds: Collection[str] | None) -> tuple[dict[str, set[tuple[int, int]]], list[Provenance]]:
    """A map without rivers, walls and the like needs no such file."""
    sides: dict[str, set[tuple[int, int]]] = defaultdict(set)
    if not folder.has("hexsides.csv"):
        return sides, []
    sheet = folder.sheet("hexsides.csv", "a", "b", "kind")
    for row in sheet.rows:
        ends = []
        for column in ("a", "b"):
            name = row.text(column)
            if name not in grid.index:
                row.fail(f"hex {name!r} is not on the map")
            ends.append(grid.index[name])
        if grid.direction(ends[0], ends[1]) is None:
            row.fail(f"{row['a']} and {row['b']} are not neighbours")
        kind = row.text("kind") if kinds is None else row.one_of("kind", kinds)
        sides[kind].update({(ends[0], ends[1]), (ends[1], ends[0])})
    return sides, [sheet.provenance]


def _hexes(toml: Toml, grid: Grid, names: Sequence[str], section: str) -> tuple[int, ...]:
    found: list[int] = []
    for name in names:
        span = re.fullmatch(r"(\d{2})(\d{2})-(\d{2})(\d{2})", name)
        if span and span.group(1) == span.group(3):
            wanted = [f"{span.group(1)}{row:02d}" for row in range(int(span.group(2)), int(span.group(4)) + 1)]
        else:
            wanted = [name]
        for one in wanted:
            if one not in grid.index:
                toml.fail("hexes", f"hex {one!r} is not on the map", section, one)
            found.append(grid.index[one])
    return tuple(found)


def _check_kind(toml: Toml, kind: object, kinds: Collection[str] | None, section: str, nth: int) -> None:
    if not isinstance(kind, str) or (kinds is not None and kind not in kinds):
        expected = "a word" if kinds is None else f"one of {', '.join(kinds)}"
        toml.fail("kind", f"kind is {kind!r}; expected {expected}", section, nth=nth)


def _line(toml: Toml, grid: Grid, entry: dict[str, Any], nth: int, kinds: Collection[str] | None) -> MapLine:
    if "kind" not in entry:
        toml.fail("hexes", f"a line needs 'kind': {entry}", "lines", nth=nth)
    _check_kind(toml, entry["kind"], kinds, "lines", nth)
    hexes = _hexes(toml, grid, entry.get("hexes", []), "lines")
    for a, b in itertools.pairwise(hexes):
        if grid.direction(a, b) is None:
            title = entry.get("title") or entry.get("kind")
            toml.fail("hexes", f"{title}: {grid.names[a]} and {grid.names[b]} are not neighbours", "lines", grid.names[b])
    return MapLine(entry["kind"], entry.get("title", ""), hexes)


def _places(toml: Toml, grid: Grid, entries: Sequence[dict[str, Any]], kinds: Collection[str] | None) -> dict[str, NamedPlace]:
    places: dict[str, NamedPlace] = {}
    for nth, entry in enumerate(entries):
        known = dict(entry)
        try:
            key, title, name, kind = (known.pop(field) for field in ("key", "title", "hex", "kind"))
        except KeyError as error:
            toml.fail("key", f"a place needs {error.args[0]!r}: {entry}", "places", str(entry.get("key", "")))
        _check_kind(toml, kind, kinds, "places", nth)
        if key in places:
            toml.fail("key", f"place {key!r} is there twice", "places", f'"{key}"')
        if name not in grid.index:
            toml.fail("hex", f"hex {name!r} of {title} is not on the map", "places", f'"{name}"')
        places[key] = NamedPlace(key, title, grid.index[name], kind, int(known.pop("rank", 1)), known)
    return places


def _area(toml: Toml, grid: Grid, entry: dict[str, Any]) -> Area:
    extra = {field: value for field, value in entry.items() if field not in {"key", "title", "hexes"}}
    return Area(entry["key"], entry.get("title", ""), _hexes(toml, grid, entry["hexes"], "areas"), extra)


def _label(toml: Toml, grid: Grid, entry: dict[str, Any]) -> dict[str, Any]:
    _hexes(toml, grid, entry.get("hexes", []), "labels")
    return entry


def links(game_map: HexMap, *kinds: str) -> list[set[int]]:
    """hex -> the hexes it is joined to along lines of these kinds"""
    joined: list[set[int]] = [set() for _ in range(game_map.grid.size)]
    for line in game_map.lines:
        if line.kind in kinds:
            for a, b in itertools.pairwise(line.hexes):
                joined[a].add(b)
                joined[b].add(a)
    return joined


def board_of(game_map: HexMap, look: dict[str, Any], badges: dict[str, str]) -> dict[str, Any]:
    """The map as the wire wants it (docs/wire.md)."""
    grid = game_map.grid
    return {
        "title": game_map.title,
        "credit": game_map.credit,
        "grid": grid.shape._asdict(),
        "hexes": [
            {
                "id": grid.names[i],
                "terrain": game_map.terrain[i],
                "also": game_map.rows[i].get("also"),
                "elevation": game_map.elevation[i],
                "corners": list(game_map.corners[i]),
            }
            for i in range(grid.size)
        ],
        "lines": [{"kind": line.kind, "title": line.title, "hexes": [grid.names[h] for h in line.hexes]} for line in game_map.lines],
        "hexsides": [
            {"a": grid.names[a], "b": grid.names[b], "kind": kind}
            for kind, pairs in sorted(game_map.hexsides.items())
            for a, b in sorted(pairs)
            if a < b
        ],
        "places": [
            {"key": p.key, "title": p.title, "hex": grid.names[p.hex], "kind": p.kind, "rank": p.rank, "badge": badges.get(p.key, "")}
            for p in game_map.places.values()
        ],
        "areas": [{"key": a.key, "title": a.title, "hexes": [grid.names[h] for h in a.hexes], **a.extra} for a in game_map.areas.values()],
        "labels": game_map.labels,
        "look": look,
    }
