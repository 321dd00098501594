"""Arid weather, the state of the ground, wind and time of day, by the tables of 194.2 to 194.5."""

from __future__ import annotations

from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.games.hollow.climate import NORTH_AFRICA, Weather
from amba.games.hollow.printed import GROUND_WORDS, OURS, Printed

GROUNDS = GROUND_WORDS
"""From mud to very dry."""


class TimeOfDay(NamedTuple):
    """What a time of day brings: the side from which the sun blinds, the haze, mist, night."""

    name: str
    sun: str = ""
    haze: str = ""
    mist: bool = False
    night: bool = False


@rule("194.2")
def weather(dice: int, month: int, printed: Printed = OURS) -> Weather:
    """Two dice by month: clear, gusty, overcast, mud."""
    column = 0 if month == 4 else 1 if 5 <= month <= 9 else 2 if month in {10, 11} else 3
    found = printed.weather.cells[dice - 2][column]
    return Weather("gusty" in found, "overcast" in found, "mud" in found)


@rule("194.4")
def ground_state(die: int, month: int, printed: Printed = OURS) -> str:
    """A die, -1 from December to March, +3 from April to September: from mud to very dry."""
    season = -1 if month in {12, 1, 2, 3} else 3 if 4 <= month <= 9 else 0
    return printed.ground.cells[min(max(die + season, 1), 6) - 1][0]


@rule("194.4")
def ground_modifier(ground: str, printed: Printed = OURS) -> int:
    """What the state of the ground adds to rolls that ask for it."""
    return next((int(modifier) for word, modifier in printed.ground.cells if word == ground), 0)


@rule("194.3")
def morning_ground(ground: str, time: TimeOfDay) -> str:
    """In the early morning the ground is moist at least."""
    return GROUNDS[min(GROUNDS.index(ground), GROUNDS.index("moist"))] if time.name == "early morning" else ground


@rule("194.5")
def wind(die: int, printed: Printed = OURS) -> str:
    """A die: no wind, a mild breeze, or heavy wind."""
    return printed.wind.cells[die - 1][0]


@rule("194.3")
def time_of_day(die: int, month: int, sky: Weather, land: str, night_agreed: bool = True, printed: Printed = OURS) -> TimeOfDay:
    """A die: overcast leaves only night; haze is known in North Africa only; night needs no one's dissent."""
    name = printed.time_of_day.cells[die - 1][0]
    if name == "night":
        return TimeOfDay(name, night=True) if night_agreed else TimeOfDay("none")
    if sky.overcast or name == "none":
        return TimeOfDay("none")
    if name == "early morning":
        return TimeOfDay(name, sun="east", mist=month in {11, 12, 1, 2, 3, 4})
    if name == "late afternoon":
        return TimeOfDay(name, sun="west")
    if land not in NORTH_AFRICA:
        return TimeOfDay("none")
    intense = name == "midday" or (name == "mid morning" and 5 <= month <= 9)
    return TimeOfDay(name, haze="intense" if intense else "haze")
