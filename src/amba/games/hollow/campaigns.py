"""Where and when a battle of one's own may be fought, and who was there."""

from __future__ import annotations

import re
from typing import NamedTuple

from amba.games.hollow.availability import THEATRE_OF
from amba.games.hollow.forces import NATIONS
from amba.load.files import Folder, Row

COLUMNS = ("key", "title", "land", "year", "first", "last", "allied", "axis")


class Campaign(NamedTuple):
    """A year in a land: its months, and the nations of each side with the month each came in."""

    key: str
    title: str
    land: str
    year: int
    first: int
    last: int
    nations: tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]

    def month(self, number: int) -> str:
        """A month as lists write it: 1941-05."""
        return f"{self.year}-{number:02}"

    def present(self, side: int, number: int) -> tuple[str, ...]:
        """The nations of a side that were there in a month."""
        return tuple(nation for nation, since in self.nations[side] if since <= self.month(number))


def load_campaigns(folder: Folder) -> list[Campaign]:
    """Read and check `campaigns.csv`."""
    return [_campaign(row) for row in folder.sheet("campaigns.csv", *COLUMNS).unique("key").values()]


def _campaign(row: Row) -> Campaign:
    land, first, last = row.one_of("land", THEATRE_OF), row.count("first"), row.count("last")
    if not 1 <= first <= last <= 12:
        row.fail(f"first is {first} and last is {last}; expected months from 1 to 12, the earlier first")
    return Campaign(row["key"], row.text("title"), land, row.count("year"), first, last, (_nations(row, "allied"), _nations(row, "axis")))


def _nations(row: Row, column: str) -> tuple[tuple[str, str], ...]:
    found = []
    for text in row.text(column).split():
        parts = re.fullmatch(r"([a-z]+)(?:@(19\d\d-\d\d))?", text)
        if parts is None or parts[1] not in NATIONS:
            row.fail(f"{column} has {text!r}; expected some of {', '.join(NATIONS)}, perhaps with a month such as german@1941-02")
        found.append((parts[1], parts[2] or ""))
    return tuple(found)
