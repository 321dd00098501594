"""What a scenario file must say, checked before anything is made of it: one message with file and line for whoever writes his own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
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
NUMBERS = ("turn", "mines", "dummy_mines", "hidden_mines", "dummies", "hidden")
LISTS = ("hexes", "squads", "leaders", "weapons", "vehicles", "guns", "works", "armour_leaders")
BATTERY, AIRCRAFT, WORK = ("side", "module", "link", "hex", "registered"), ("side", "plane", "hex"), ("side", "kind", "hexes")
MOST_ELR = 5
DRY_GROUND = ("dry", "very dry")


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
        _one_of(toml, entry, "nation", (*NATIONS, "partisan"), f"sides.{side}")
        _number(toml, entry, "elr", f"sides.{side}", 0, MOST_ELR)
        _number(toml, entry, "points", f"sides.{side}")
    _day(toml)
    _weather(toml, data.get("weather", {}))
    _victory(toml, data["victory"])
    for entry in data.get("group", []):
        _group(toml, entry)
    for section, keys in (("battery", BATTERY), ("aircraft", AIRCRAFT), ("work", WORK)):
        for entry in data.get(section, []):
            check_keys(toml, entry, keys, section)
            _needs(
                toml,
                entry,
                [key for key in keys if key not in {"link", "registered", *(("hex",) if section == "battery" else ())}],
                f"a [[{section}]]",
                section,
            )
            _one_of(toml, entry, "side", SIDES, section)
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


def _number(toml: Toml, table: Mapping[str, Any], key: str, section: str, least: int = 0, most: int | None = None) -> None:
    value = table.get(key, least)
    if type(value) is not int or value < least or (most is not None and value > most):
        upto = f"a whole number from {least}" + (f" to {most}" if most is not None else "")
        toml.fail(key, f"{key} is {value!r}; expected {upto}", section)


def _day(toml: Toml) -> None:
    """A month alone will do: the day is for people."""
    text = str(toml.data.get("date", "1941-06"))
    try:
        date.fromisoformat(text if len(text) > len("1941-06") else f"{text}-01")
    except ValueError:
        toml.fail("date", f"date is {text!r}; expected a day such as 1941-11-19")


def _weather(toml: Toml, found: Mapping[str, Any]) -> None:
    check_keys(toml, found, (*WEATHER, *YES_OR_NO), "weather")
    for key, choices in WEATHER.items():
        _one_of(toml, found, key, choices, "weather")
    for key in YES_OR_NO:
        if key in found and type(found[key]) is not bool:
            toml.fail(key, f"{key} is {found[key]!r}; expected true or false", "weather")
    if found.get("dust", "none") != "none" and found.get("ground", "dry") not in DRY_GROUND:
        toml.fail("dust", f"there is no dust over {found['ground']} ground, only over dry and very dry (194.71)", "weather")
    for key, number in (("sun", "194.61"), ("haze", "194.62")):
        if found.get(key) and "overcast" in found.get("sky", ""):
            toml.fail(key, f"under an overcast sky there is no {key} ({number})", "weather")


def _victory(toml: Toml, found: Mapping[str, Any]) -> None:
    check_keys(toml, found, VICTORY, "victory")
    _needs(toml, found, ("kind",), "[victory]", "victory")
    _one_of(toml, found, "kind", NEEDED, "victory")
    _needs(toml, found, NEEDED[found["kind"]], f"[victory] of kind {found['kind']!r}", "victory")
    _one_of(toml, found, "side", SIDES, "victory")
    for key in ("need", "lead"):
        if key in found:
            _number(toml, found, key, "victory", 1)
    if found["kind"] == "hexes" and found["need"] > len(set(found["hexes"])):
        toml.fail("need", f"need is {found['need']}, and there are {len(set(found['hexes']))} hexes", "victory")


def _group(toml: Toml, entry: Mapping[str, Any]) -> None:
    """A misspelt key would leave its units out without a word."""
    check_keys(toml, entry, GROUP, "group")
    _needs(toml, entry, ("side", "hexes"), "a [[group]]", "group")
    _one_of(toml, entry, "side", SIDES, "group")
    for key in NUMBERS:
        _number(toml, entry, key, "group")
    for key in LISTS:
        if key in entry and not (isinstance(entry[key], list) and all(isinstance(one, str) for one in entry[key])):
            toml.fail(key, f"{key} is {entry[key]!r}; expected a list of words", "group")
