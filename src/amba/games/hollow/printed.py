"""The tables of the box, save the fire table: as they are printed, each checked, and replaceable by a person's own."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from amba.games.hollow.book import HERE
from amba.load.files import DataError, Folder, PrintedTable, Results, table

NUMBER = Results(r"-?\d+", "a whole number")
OR_DASH = Results(r"-?\d+|-", "a whole number or a dash")
MOVER_WORDS = ("infantry", "cavalry", "tracked", "halftrack", "car", "truck")
"""infantry, cavalry (and wagons), tracked, halftrack, car (and motorcycles), truck"""
COSTS = Results(r"\d+|half|all|no", "a number, half, all or no")
TARGETS = ("vehicle", "infantry", "area")
BANDS = ("6", "12", "18", "24", "30", "36", "42", "48", "54", "more")
GROUND_WORDS = ("mud", "wet", "moist", "moderate", "dry", "very dry")
"""From mud to very dry."""
WIND_WORDS = ("no wind", "mild breeze", "heavy wind")
TIMES = ("early morning", "mid morning", "midday", "mid afternoon", "late afternoon", "night")
DUST_WORDS = ("none", "light", "moderate", "heavy", "very heavy", "extremely heavy")
CHANGES = ("nothing", "rises", "falls", "veers", "backs", "gusts", "rain")
MONTHS = ("april", "may-september", "october-november", "december-march")
DICE, DIE = [str(n) for n in range(2, 13)], list("123456")
SHOTS = ["ap to 28 mm", "ap to 57 mm", "ap more", "apcr to 57 mm", "apcr more", "apds"]
BARRELS = ["*", "L", "LL", "to 57 mm", "to 40 mm", "apcr", "apds", "smoke"]


class Odds(NamedTuple):
    """A row of the close combat table: its name, the ratio it begins with, and the highest roll that eliminates."""

    name: str
    ratio: Fraction
    number: int


class Printed(NamedTuple):
    """All of them."""

    movement: PrintedTable
    sand: PrintedTable
    close_combat: tuple[Odds, ...]
    weather: PrintedTable
    ground: PrintedTable
    wind: PrintedTable
    time_of_day: PrintedTable
    dust: PrintedTable
    wind_change: PrintedTable
    to_hit: PrintedTable
    to_hit_guns: PrintedTable
    cases: Mapping[str, tuple[int, str]]
    """Case -> what it adds to the dice to hit, and what it is."""
    fires: PrintedTable
    kill_range: PrintedTable
    kill_he: PrintedTable
    kill_soft: PrintedTable
    special: PrintedTable


def words(*several: str) -> Results:
    return Results("|".join(map(re.escape, several)), f"one of {', '.join(several)}")


def read(folder: Folder, name: str, rows: Sequence[str] | None, cells: Results | None, columns: Sequence[str] | None = None) -> PrintedTable:
    """A table with these rows, columns and cells; where no columns are named they are numbers that rise."""
    file = f"tables/{name}.csv"
    found = table(folder, file, rows, cells)
    if columns is not None and found.columns != list(columns):
        raise DataError(file, 0, f"the columns are {', '.join(found.columns)}; expected {', '.join(columns)}")
    if columns is None:
        numbers = [int(column) if column.isdigit() else -1 for column in found.columns]
        if -1 in numbers or numbers != sorted(set(numbers)):
            raise DataError(file, 0, f"the columns are {', '.join(found.columns)}; expected numbers that rise")
    return found


def rows_of(name: str) -> list[str]:
    """The rows that a table of the game's own has: another one must have the same."""
    return table(Folder(HERE / "data"), f"tables/{name}.csv").rows


def _odds(folder: Folder) -> tuple[Odds, ...]:
    found = read(folder, "close_combat", None, Results(r"\d+", "a number, 0 or more"), ["number"])
    if not all(re.fullmatch(r"[1-9]\d*-[1-9]\d*", row) for row in found.rows):
        raise DataError("tables/close_combat.csv", 0, f"the rows are {', '.join(found.rows)}; expected odds such as 3-2")
    ratios = [Fraction(*map(int, row.split("-"))) for row in found.rows]
    if ratios != sorted(set(ratios)):
        raise DataError("tables/close_combat.csv", 0, f"the rows are {', '.join(found.rows)}; expected odds that rise")
    return tuple(Odds(row, ratio, int(cells[0])) for row, ratio, cells in zip(found.rows, ratios, found.cells, strict=True))


def _cases(folder: Folder) -> dict[str, tuple[int, str]]:
    found = read(folder, "to_hit_cases", rows_of("to_hit_cases"), None, ["modifier", "what"])
    for row in folder.sheet("tables/to_hit_cases.csv").rows:
        row.number("modifier")
    return {case: (int(cells[0]), cells[1]) for case, cells in zip(found.rows, found.cells, strict=True)}


def _ground(folder: Folder) -> PrintedTable:
    found = read(folder, "ground", DIE, None, ["ground", "modifier"])
    for row in folder.sheet("tables/ground.csv").rows:
        row.one_of("ground", GROUND_WORDS)
        row.number("modifier")
    return found


def _special(folder: Folder, guns: Collection[str] | None) -> PrintedTable:
    found = read(folder, "special_ammunition", None, OR_DASH, ["apcr", "apds", "heat"])
    strangers = [gun for gun in found.rows if guns is not None and gun not in guns]
    if strangers:
        raise DataError("tables/special_ammunition.csv", 0, f"gun is {strangers[0]!r}, which ordnance.csv does not know")
    return found


def read_printed(folder: Folder, guns: Collection[str] | None = None) -> Printed:
    """Read and check every table; `guns` are those that may have special ammunition."""
    sky = words("clear", "gusty", "overcast", "mud", "mud and overcast", "gusty and overcast", "mud and gusty")
    targets = [f"{target} {colour}" for target in TARGETS for colour in ("black", "red")]
    return Printed(
        read(folder, "movement", rows_of("movement"), COSTS, MOVER_WORDS),
        read(folder, "sand", ["sand"], Results(r"\d+", "a number, 0 or more"), MOVER_WORDS),
        _odds(folder),
        read(folder, "weather", DICE, sky, MONTHS),
        _ground(folder),
        read(folder, "wind", DIE, words(*WIND_WORDS), ["wind"]),
        read(folder, "time_of_day", DIE, words(*TIMES, "none"), ["time"]),
        read(folder, "dust", [str(n) for n in range(1, 9)], words(*DUST_WORDS), ["dust"]),
        read(folder, "wind_change", DICE, words(*CHANGES), ["plain", "gusty", "overcast"]),
        read(folder, "to_hit", targets, NUMBER, BANDS),
        read(folder, "to_hit_guns", BARRELS, NUMBER, BANDS),
        _cases(folder),
        read(folder, "fires", rows_of("fires"), Results(r"\d+", "a number, 0 or more"), ["kindling", "spreading"]),
        read(folder, "kill_range", SHOTS, OR_DASH),
        read(folder, "kill_he", ["armoured", "unarmoured"], NUMBER),
        read(folder, "kill_ap_soft", ["unarmoured"], NUMBER),
        _special(folder, guns),
    )


OURS = read_printed(Folder(HERE / "data"))
"""The game's own."""
