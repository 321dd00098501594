"""The scenarios of a game: one TOML file each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from amba.core.game import BadPosition, Scenario
from amba.load.files import DataError, Folder, Toml

Scenarios = dict[str, Toml]
COMMON = frozenset({"key", "title", "blurb", "sides", "first_turn", "turns", "decisions", "difficulty", "historical", "source", "note"})
"""What any scenario may say, whatever the game."""
WORDS = ("key", "title", "blurb", "source", "note")
COUNTS = ("decisions", "first_turn")
DIFFICULTIES = ("easy", "middling", "hard")


def longest_first(toml: Toml) -> int:
    return -int(toml.data["turns"])


def as_named(toml: Toml) -> str:
    return toml.name


def read_scenarios(folder: Folder, order: Callable[[Toml], Any] = as_named, also: Collection[str] = ()) -> Scenarios:
    """By key, in the order in which a player is offered them. A key that neither a file of the game's own has nor stands in `also` is an error.

    A scenario of somebody's own with the key of one of the game's takes its place, whatever its file is called.
    """
    found: dict[str, Toml] = {}
    expected = {*COMMON, *also, *own_keys(folder)}
    for name in sorted(folder.names("scenarios/*.toml"), key=folder.is_replaced):
        toml = folder.toml(name)
        _check_kinds(toml)
        toml.provenance()
        check_keys(toml, toml.data, expected)
        missing = [key for key in ("key", "title", "turns") if key not in toml.data]
        if missing:
            raise DataError(toml.name, 1, f"a scenario needs {' and '.join(missing)}")
        if type(toml.data["turns"]) is not int or toml.data["turns"] < 1:
            toml.fail("turns", f"turns is {toml.data['turns']!r}; expected a whole number from 1")
        if toml.data.get("difficulty", DIFFICULTIES[0]) not in DIFFICULTIES:
            toml.fail("difficulty", f"difficulty is {toml.data['difficulty']!r}; expected one of {', '.join(DIFFICULTIES)}")
        same = found.get(str(toml.data["key"]))
        if same is not None and folder.is_replaced(same.name) == folder.is_replaced(name):
            toml.fail("key", f"key is {toml.data['key']!r}, which {same.name} has already")
        found[str(toml.data["key"])] = toml
    return {toml.data["key"]: toml for toml in sorted(found.values(), key=order)}


def _check_kinds(toml: Toml) -> None:
    """What every scenario says in words is text, and what it counts is a number."""
    for key in WORDS:
        if not isinstance(toml.data.get(key, ""), str):
            toml.fail(key, f"{key} is {toml.data[key]!r}; expected words in quotes")
    for key in COUNTS:
        value = toml.data.get(key, 0)
        if type(value) is not int or value < 0:
            toml.fail(key, f"{key} is {value!r}; expected a whole number from 0")


def last_turn(toml: Toml) -> int:
    """The number of the turn a scenario ends with: `turns` counts the turns that are played, `first_turn` says where they begin."""
    return int(toml.data.get("first_turn", 1)) + int(toml.data["turns"]) - 1


def own_keys(folder: Folder) -> set[str]:
    """The keys of the scenarios that came with the game: somebody's own may have the same."""
    own = Folder(folder.own)
    return {key for name in own.names("scenarios/*.toml") for key in own.toml(name).data}


def check_keys(toml: Toml, table: Mapping[str, Any], expected: Collection[str], section: str = "", nth: int = 0) -> None:
    """An unknown key is an error, with its line: what nobody reads would change nothing, without a word."""
    for key in table:
        if key not in expected:
            close = get_close_matches(key, list(expected), 1)
            hint = f" (did you mean {close[0]}?)" if close else ""
            toml.fail(key, f"unknown key {key!r}{hint}; expected one of {', '.join(sorted(expected))}", section, nth=nth)


def check_dates(scenarios: Scenarios, turns: Iterable[int], track: str) -> None:
    """A scenario ends no later than the turn track does."""
    last = max(turns)
    for toml in scenarios.values():
        end = last_turn(toml)
        if end > last:
            toml.fail("turns", f"turns is {toml.data['turns']}: the scenario would end with turn {end}, but {track} ends with turn {last}")


def known(scenarios: Scenarios, key: Any) -> Mapping[str, Any]:
    """The data of a scenario; a name that no scenario has is an error a player can read."""
    if not isinstance(key, str) or key not in scenarios:
        raise BadPosition(f"there is no scenario {key!r}; there are: {', '.join(scenarios)}", "scenario")
    return scenarios[key].data


def scenario_list(scenarios: Scenarios) -> list[Scenario]:
    """For the shelf."""
    return [
        Scenario(
            key,
            data["title"],
            data.get("blurb", ""),
            int(data["turns"]),
            data["source"],
            data.get("note", ""),
            int(data.get("decisions", 0)),
            str(data.get("difficulty", "")),
        )
        for key, data in ((key, toml.data) for key, toml in scenarios.items())
    ]
