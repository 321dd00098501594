"""What a gun has to fire on the day of the scenario, and how often: special ammunition runs out (145, MN H)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from amba.core.event import Said
from amba.games.hollow.book import rule
from amba.games.hollow.counters import NO_COMPOSITE, NO_HOLLOW, NO_SHELLS, NO_SHOT
from amba.games.hollow.rules.armour import r033_to_kill as to_kill
from amba.games.hollow.rules.armour.r063_guns import Arms, crew_of, mark_gun, ordnance_of, serving
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

HEAT_FROM = {"italian": "1942-09", "german": "1942-05", "british": "1943-01", "american": "1943-01"}
"""When hollow charges came: MN H for the Italians, the later edition for the others."""
CODES = {"AP": "ap", "HE": "he", "A": "apcr", "D": "apds", "H": "heat"}
GONE = {"ap": NO_SHOT, "apcr": NO_COMPOSITE, "apds": NO_COMPOSITE, "heat": NO_HOLLOW, "he": NO_SHELLS}
"""What a gun is marked with that has no more of it."""
USED_UP = 1 << NO_SHOT | 1 << NO_COMPOSITE | 1 << NO_HOLLOW | 1 << NO_SHELLS
NAMES = {
    "ap": "armour-piercing shot",
    "apcr": "composite shot",
    "apds": "sabot shot",
    "heat": "hollow charges",
    "he": "high explosive",
    "tracks": "armour-piercing shot",
}
_TOKEN = re.compile(r"(?<![A-Za-z/])(AP|HE|A|D|H)(\d+)(?:\[\d+\])?(?: \((?:(\d+)/)?(\d\d)\+?\)| from (\d+)/(\d\d))?")
_NONE_BEFORE = re.compile(r"no HE before (\d+)/(\d\d)")


def _month(month: str | None, year: str) -> str:
    return f"19{year}-{int(month or 1):02d}"


@cache
@rule("145")
def listed_numbers(text: str, date: str) -> dict[str, int]:
    """The depletion numbers that a line of the list has by a day, by ammunition: of several dates the last one that has come."""
    found: dict[str, tuple[str, int]] = {}
    for code, number, month, year, later, other in _TOKEN.findall(text):
        since = _month(later, other) if other else _month(month, year) if year else ""
        before = found.get(CODES[code])
        if since <= date and (before is None or since >= before[0]):
            found[CODES[code]] = (since, int(number))
    barred = _NONE_BEFORE.search(text)
    if barred and date < _month(*barred.groups()):
        found.pop("he", None)
    return {what: number for what, (_, number) in found.items()}


@rule("33.4", "145", "MN H")
def supplies(s: HollowState, gun: int) -> dict[str, int]:
    """What a gun can fire, with its depletion number, or 0 where there is no end of it. Read it, do not change it."""
    arms, date = serving(s, gun), str(s.plan.data.get("date", ""))
    key = (arms, date, s.is_weapon(gun), s.marks[gun] & USED_UP)
    known: dict[Any, dict[str, int]] = s.world.tables["supplies"]
    if key not in known:
        known[key] = _supplies(s, gun, arms, date)
    return known[key]


def _supplies(s: HollowState, gun: int, arms: Arms, date: str) -> dict[str, int]:
    ordnance = ordnance_of(s, gun)
    numbers, text = listed_numbers(arms.ammo, date), arms.ammo
    has = {
        "ap": bool(ordnance.ap) and "no AP" not in text, "apcr": "apcr" in numbers or "always APCR" in text, "apds": "apds" in numbers,
        "heat": s.is_weapon(gun) or ("heat" in numbers and date >= HEAT_FROM.get(arms.nation, "1943-01")), "he": not arms.is_rifle and has_shells(ordnance.he, text, numbers),
    }  # fmt: skip
    found = {what: numbers.get(what, 0) for what, there in has.items() if there and not s.has(gun, GONE[what])}
    return {what: number for what, number in found.items() if what in {"ap", "he"} or to_kill.basic_number(ordnance, what, True, s.world.printed)}


def has_shells(he: int, text: str, numbers: dict[str, int]) -> bool:
    """Whether it fires high explosive: its line says if it does not, or only since some day."""
    is_late = "no HE before" in text or "HE7 from" in text
    return bool(he) and ("he" in numbers or not ("no HE" in text or "AP only" in text or is_late))


@rule("34.4", "145")
def against_men(s: HollowState, gun: int) -> str:
    """What a gun fires at men: high explosive, or where it has none solid shot; empty where it has neither. Rifles that men carry fire as small arms."""
    has = supplies(s, gun)
    return "he" if "he" in has else "ap" if "ap" in has and not s.is_weapon(gun) else ""


@rule("145", "197.21")
def depletion(s: HollowState, gun: int, ammunition: str) -> int:
    """The number from which on it has none, one more for an elite crew; 0 where there is no end of it."""
    number = supplies(s, gun).get("ap" if ammunition == "tracks" else ammunition, 0)
    crew = crew_of(s, gun)
    return number + 1 if number and s.is_man(crew) and s.squad(crew).quality == "elite" else number


@rule("145")
def has_none(s: HollowState, gun: int, ammunition: str, kind: str, roll: int, number: int, modifier: int) -> bool:
    """More than its number on the dice: there is none, the gun has not fired; exactly the number: this was the last."""
    most = depletion(s, gun, ammunition)
    if not most or roll < most:
        return False
    s.mark("145", gun, GONE["ap" if ammunition == "tracks" else ammunition])
    if roll == most:
        return False
    mark_gun(s, gun, kind, False)
    s.do(Said("145", "no ammunition", (title(s, gun), NAMES[ammunition], number, f"{modifier:+d}")))
    return True
