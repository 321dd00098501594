"""Who could have had what, and when: the vehicle notes' dates and rarity factors, month by month and theatre by theatre."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from amba.games.hollow.armoury import Vehicle
from amba.games.hollow.book import rule
from amba.load.files import Folder, Row

THEATRES = ("north africa", "tunisia", "east africa", "russia", "sicily", "italy", "france", "balkans")
THEATRE_OF = {
    "egypt": "north africa", "libya": "north africa", "morocco": "north africa", "algeria": "north africa", "tunisia": "tunisia", "east africa": "east africa",
    "russia": "russia", "sicily": "sicily", "mediterranean islands": "sicily", "italy": "italy", "france": "france", "balkans": "balkans", "yugoslavia": "balkans",
}  # fmt: skip
"""Which theatre a scenario's land belongs to."""
COLUMNS = ("vehicle", "theatre", "first", "last", "rarity", "who", "rule")
RAREST = 16
"""1.6: no factor is higher."""
USUAL = 10
ROOF_GUN_RARITY = {"23": 12}
"""Of an optional machine gun on the roof, in tenths, by vehicle note (VN 23.b); others 14 (MN C, VN 26.a, VN 27.b)."""


class Period(NamedTuple):
    """A stretch of months in which a vehicle was to be had somewhere. The factor is in tenths, on top of that of another vehicle if `base` names one."""

    vehicle: str
    theatres: tuple[str, ...]
    first: str
    last: str
    tenths: int
    base: str
    is_fascist: bool
    rule: str


class Availability(NamedTuple):
    """The periods of every vehicle that has some."""

    periods: dict[str, tuple[Period, ...]]

    @rule("MN N", "MN R")
    def rarity(self, vehicle: Vehicle, month: str, theatre: str, fascist: bool = False) -> int | None:
        """The rarity factor in tenths, in a month such as 1941-05; None where it was not to be had. What served in North Africa may be in Tunisia."""
        listed = self.periods.get(vehicle.key)
        if listed is None:
            return USUAL if not vehicle.service.why_not(month, _land(theatre)) else None
        return self._listed(listed, month, theatre, fascist)

    @rule("O", "MN N")
    def why_not(self, vehicle: Vehicle, date: str, land: str) -> str:
        """What is wrong with having it on a day in a land, for scenario files and purchases alike; empty if nothing is. Where its notes have dates they alone count, else those of its list."""
        theatre, month = THEATRE_OF.get(land, ""), date[:7]
        listed = self.periods.get(vehicle.key)
        if listed is None or not month or not theatre:
            return vehicle.service.why_not(date, land)
        if self.rarity(vehicle, month, theatre, fascist=True) is not None:
            return ""
        here = {theatre, *(["north africa"] if theatre == "tunisia" else [])}
        there = stretches(period for period in listed if here & {*period.theatres})
        told = there or [f"{period.first} to {period.last} ({', '.join(period.theatres)})" for period in listed]
        return f"it was not to be had in {theatre} in {month}, but {'; '.join(told)}"

    def _listed(self, listed: Iterable[Period], month: str, theatre: str, fascist: bool) -> int | None:
        for place in (theatre, *(["north africa"] if theatre == "tunisia" else [])):
            for period in listed:
                if place in period.theatres and period.first <= month <= period.last and (fascist or not period.is_fascist):
                    base = self._listed(self.periods[period.base], month, theatre, fascist) if period.base else 0
                    return None if base is None else min(RAREST, base + period.tenths)
        return None


def stretches(periods: Iterable[Period]) -> list[str]:
    """From when to when, where one period follows the other without a month between them."""
    found: list[tuple[str, str]] = []
    for first, last in sorted((period.first, period.last) for period in periods):
        if found and first <= _month_after(found[-1][1]):
            found[-1] = found[-1][0], max(last, found[-1][1])
        else:
            found.append((first, last))
    return [f"{first} to {last}" for first, last in found]


def _month_after(month: str) -> str:
    year, number = (int(part) for part in month.split("-"))
    return f"{year + number // 12}-{number % 12 + 1:02d}"


def _land(theatre: str) -> str:
    """A land of a theatre, for the lists that know months and theatres alone."""
    return {"north africa": "libya", "sicily": "italy"}.get(theatre, theatre)


@rule(
    "VN 1.a", "VN 2.a", "VN 3.c", "VN 4.a", "VN 5.c", "VN 6.a", "VN 7.b", "VN 8.b", "VN 9.a", "VN 10.a", "VN 11.c", "VN 12.a", "VN 13.a", "VN 15.b", "VN 16.c",
    "VN 17.b", "VN 19.b", "VN 20.a", "VN 21.a", "VN 22.b", "VN 23.c", "VN 24.a", "VN 25.a", "VN 25.b", "VN 25.c", "VN 26.b", "VN 27.c", "VN 28.a",
)  # fmt: skip
def load_availability(folder: Folder, vehicles: Iterable[str]) -> Availability:
    """Read and check `availability.csv`: every vehicle is one of the list, and no two of its rows say different things of one month."""
    known = set(vehicles)
    found: dict[str, list[Period]] = {}
    for row in folder.sheet("availability.csv", *COLUMNS).rows:
        period = _period(row, known)
        earlier = found.setdefault(period.vehicle, [])
        clash = next((p for p in earlier if p.first <= period.last and period.first <= p.last and set(p.theatres) & set(period.theatres)), None)
        if clash is not None:
            row.fail(f"{period.vehicle} has a row for {clash.first} to {clash.last} there already")
        earlier.append(period)
    bases = {period.base for periods in found.values() for period in periods if period.base}
    for row in folder.sheet("availability.csv").rows:
        name = row["rarity"].partition(" ")[0]
        if name in bases and (name not in found or any(period.base for period in found[name])):
            row.fail(f"rarity is {row['rarity']!r}; expected a vehicle that has factors of its own")
    return Availability({key: tuple(periods) for key, periods in found.items()})


def _period(row: Row, known: set[str]) -> Period:
    key, text = row.text("vehicle"), row.text("rarity")
    if key not in known:
        row.fail(f"vehicle is {key!r}, which vehicles.csv does not know")
    theatres = tuple(row.text("theatre").split("+"))
    for theatre in theatres:
        if theatre not in THEATRES:
            row.fail(f"theatre is {theatre!r}; expected some of {', '.join(THEATRES)}, joined by +")
    first, last = row.text("first"), row.text("last")
    if not all(re.fullmatch(r"19\d\d-(0[1-9]|1[0-2])", month) for month in (first, last)) or first > last:
        row.fail(f"first is {first!r} and last {last!r}; expected months such as 1941-05, the earlier first")
    parts = re.fullmatch(r"(?:(?P<base>[a-z0-9-]+) \+ )?(?P<factor>\d?\.\d)", text)
    if parts is None:
        row.fail(f"rarity is {text!r}; expected such as 1.2, or it-l3-35 + .4")
    whole, _, tenth = parts["factor"].partition(".")
    return Period(
        key,
        theatres,
        first,
        last,
        10 * int(whole or 0) + int(tenth),
        parts["base"] or "",
        row.one_of("who", ("any", "fascist")) == "fascist",
        row.text("rule"),
    )


def price(points: int, tenths: int) -> int:
    """A point value times its rarity factor, rounded up (O)."""
    return -(-points * tenths // 10)


@rule("MN C", "VN 23.b", "VN 26.a", "VN 27.b")
def roof_gun_price(vehicle: Vehicle) -> int:
    """What an optional machine gun on the roof costs: its firepower times 1.4, or 1.2 for the Autocannone da 65/17; 0 where there is none."""
    if vehicle.note == "27":
        return 0  # the armed Fiat 508 is the Furgone, a line of its own
    found = re.fullmatch(r"opt (\d+).*", vehicle.aamg)
    return price(int(found[1]), ROOF_GUN_RARITY.get(vehicle.note, 14)) if found else 0


ALLIED_ITALIANS = "1945"
BRITISH_TRANSPORT = ("SC", "LRC", "APC", "PC", "tr")


@rule("VN intro")
def is_allied_italian(vehicle: Vehicle, month: str) -> bool:
    """In 1945 the Italians on the Allied side have British scout cars, carriers and lorries, as if they were their own."""
    return month.startswith(ALLIED_ITALIANS) and vehicle.nation == "british" and vehicle.type in BRITISH_TRANSPORT
