"""What a scenario file must say, checked before anything is made of it: one message with file and line for whoever writes his own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from amba.games.hollow.armoury import NATIONS
from amba.games.hollow.counters import SIDES
from amba.load.files import Toml
from amba.load.scenarios import check_keys

LANDS = (
    "egypt",
    "libya",
    "tunisia",
    "morocco",
    "algeria",
    "syria",
    "lebanon",
    "palestine",
    "iraq",
    "persia",
    "mediterranean islands",
    "east africa",
    "italy",
    "russia",
)
WEATHER: dict[str, tuple[str, ...]] = {
    "sky": ("clear", "gusty", "overcast", "gusty and overcast"),
    "ground": ("mud", "wet", "moist", "moderate", "dry", "very dry"),
    "wind": ("no wind", "mild breeze", "heavy wind"),
    "wind_from": ("n", "ne", "se", "s", "sw", "nw"),
    "dust": ("none", "light", "moderate", "heavy", "very heavy", "extremely heavy"),
    "sun": ("", "east", "west"),
    "haze": ("", "haze", "intense"),
    "streams": ("dry", "shallow", "deep"),
    "fog": ("none", "fog", "thick fog"),
}
YES_OR_NO = ("mist", "night", "rain", "snow")
VICTORY = ("kind", "side", "hexes", "need", "lead", "text", "even")
NEEDED = {"hexes": ("side", "hexes", "need"), "exit": ("side", "need"), "lead": ("side", "lead"), "points": ()}
"""What each kind of victory must say besides."""
GROUP = (
    "key", "title", "side", "nation", "colour", "turn", "hexes", "squads", "leaders", "weapons", "vehicles", "guns", "works", "mines", "dummy_mines",
    "hidden_mines", "dummies", "hidden", "armour_leaders",
)  # fmt: skip


def check_scenario(toml: Toml) -> None:
    """Everything that has to be there, and nothing that nobody would understand."""
    data = toml.data
    _needs(toml, data, ("layout", "sides", "victory"), "the file")
    _one_of(toml, data, "north", ("top", "bottom", "left", "right"))
    _one_of(toml, data, "first", SIDES)
    _one_of(toml, data, "sets_up_first", SIDES)
    _one_of(toml, data, "land", LANDS)
    for side in SIDES:
        if side not in data["sides"]:
            toml.fail("sides", f"there is no [sides.{side}]; both sides must be there")
        entry = data["sides"][side]
        check_keys(toml, entry, ("nation", "title", "elr", "points"), f"sides.{side}")
        _needs(toml, entry, ("nation",), f"[sides.{side}]", f"sides.{side}")
        _one_of(toml, entry, "nation", NATIONS, f"sides.{side}")
    _weather(toml, data.get("weather", {}))
    _victory(toml, data["victory"])
    for entry in data.get("group", []):
        _group(toml, entry)
    if not data.get("group") and not data.get("own_design"):
        toml.fail("key", "there is no [[group]]: nobody would fight")
    if data.get("own_design") and not {*SIDES} <= data.get("buy", {}).keys():
        toml.fail("own_design", "a battle of one's own needs [buy.allied] and [buy.axis] with their hexes")


def _needs(toml: Toml, table: Mapping[str, Any], keys: Iterable[str], where: str, section: str = "") -> None:
    for key in keys:
        if key not in table:
            toml.fail(next(iter(table), "key"), f"{where} has no {key}", section)


def _one_of(toml: Toml, table: Mapping[str, Any], key: str, choices: Iterable[str], section: str = "") -> None:
    if key in table and table[key] not in choices:
        toml.fail(key, f"{key} is {table[key]!r}; expected one of {', '.join(filter(None, choices))}", section)


def _weather(toml: Toml, found: Mapping[str, Any]) -> None:
    check_keys(toml, found, (*WEATHER, *YES_OR_NO), "weather")
    for key, choices in WEATHER.items():
        _one_of(toml, found, key, choices, "weather")


def _victory(toml: Toml, found: Mapping[str, Any]) -> None:
    check_keys(toml, found, VICTORY, "victory")
    _needs(toml, found, ("kind",), "[victory]", "victory")
    _one_of(toml, found, "kind", NEEDED, "victory")
    _needs(toml, found, NEEDED[found["kind"]], f"[victory] of kind {found['kind']!r}", "victory")
    _one_of(toml, found, "side", SIDES, "victory")


def _group(toml: Toml, entry: Mapping[str, Any]) -> None:
    """A misspelt key would leave its units out without a word."""
    _needs(toml, entry, ("side", "hexes"), "a [[group]]", "group")
    _one_of(toml, entry, "side", SIDES, "group")
    for key in entry:
        close = get_close_matches(key, GROUP, 1, 0.8)
        if key not in GROUP and close:
            toml.fail(key, f"unknown key {key!r} in a group (did you mean {close[0]}?)", "group")
