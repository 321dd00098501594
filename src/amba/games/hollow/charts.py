"""The tables as player aids, in their printed shape, each saying where it comes from."""

from __future__ import annotations

from typing import Any

from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.field import COVER, PROTECTION, SHELTER
from amba.load.aids import chart
from amba.load.files import Folder, table

TABLES = (
    ("fire", "Infantry fire table", "10", "roll"), ("movement", "Movement: what a hex costs", "176.5", "terrain"), ("sand", "What sand adds", "190.3", "terrain"),
    ("weather", "Arid weather", "194.2", "two dice"), ("time_of_day", "Time of day", "194.3", "die"), ("ground", "State of the ground", "194.4", "die"),
    ("wind", "Wind at the start", "194.5", "die"), ("wind_change", "Wind change", "194.76", "two dice"), ("dust", "Dust at the start (ours)", "194.701", "die"),
)  # fmt: skip


def own(key: str, title: str, rule: str, source: str, note: str, *rows: list[str]) -> dict[str, Any]:
    """A chart that no data file holds; its first row is the head."""
    return {"key": key, "title": title, "rule": rule, "source": source, "note": note, "head": rows[0], "rows": list(rows[1:])}


def terrain_chart(folder: Folder) -> dict[str, Any]:
    """Every terrain: what it costs men, protects them by, and does to sight."""
    movement = table(folder, "tables/movement.csv")
    costs = {row: cells[0] for row, cells in zip(movement.rows, movement.cells, strict=True)}
    rows = [["terrain", "men pay", "protects", "line of sight", "conceals", "rout ends there", "rule"]]
    for key, one in TERRAIN.items():
        sight = f"obstacle {one.obstacle / 2:g}" if one.obstacle else f"hindrance +{one.hindrance}" if one.hindrance else "none"
        protects = f"+{PROTECTION[key]}" if PROTECTION.get(key) else "0"
        hides = "yes" if key in COVER else "no"
        rows.append([one.title, costs.get(key, "as the rest of the hex"), protects, sight, hides, "yes" if key in SHELTER else "no", one.rule])
    note = "Heights in levels. Works: foxhole and trench +2, sangar +1, half in dry sand."
    return own("terrain", "Terrain", "183", "rulebook, reconstruction", note, *rows)


def dust_chart() -> dict[str, Any]:
    """What each grade of dust does."""
    note = "Heavy wind with gusts raises it a grade each player turn; their end lowers it; rain ends it."
    rows = [
        ["dust", "third die of a shot", "hindrance", "penalty for moving in the open", "interdiction", "rule"],
        ["light", "half a die, down", "-", "stays", "a die makes it milder", "194.71"],
        ["moderate", "half a die, up", "-", "stays", "a die makes it milder", "194.72"],
        ["heavy", "half a die, down", "half the range, up", "none", "none", "194.73"],
        ["very heavy", "half a die, down", "the range", "none", "none; no double time", "194.731"],
        ["extremely heavy", "half a die, up", "the range", "none", "none; weapons break down one lower", "194.732"],
    ]
    return own("air", "Dust and what it does", "194.7", "rulebook", note, *rows)


def morale_chart() -> dict[str, Any]:
    note = "The limit is morale less modifiers, with the best leader of the hex."
    rows = [
        ["result", "what happens", "rule"],
        ["nKIA", "n units gone, the others break", "10"], ["K/n", "one unit reduced, the rest check with +n", "10"], ["nMC", "each checks with +n", "12"],
        ["NMC", "each checks", "12"], ["PTC", "each checks; failing only pins", "142.6"], ["roll = limit", "passes and is pinned", "142.6"],
        ["roll > limit", "breaks; a broken unit is gone", "12"], ["missed by more than the side's rating", "a lesser unit takes its place", "E"],
        ["rally", "broken morale, +4 under desperation, leader's modifier; 12 is the end", "18"],
        ["Axis minors, broken, not elite", "morale one less", "198.1"], ["partisans", "gone instead of broken", "197.25"],
    ]  # fmt: skip
    return own("morale", "Results and morale", "12", "rulebook, reconstruction", note, *rows)


def charts(folder: Folder) -> list[dict[str, Any]]:
    found = [chart(key, title, rule, head, table(folder, f"tables/{key}.csv")) for key, title, rule, head in TABLES]
    return [found[0], morale_chart(), terrain_chart(folder), *found[1:], dust_chart()]
