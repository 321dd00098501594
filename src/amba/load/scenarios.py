"""The scenarios of a game: one TOML file each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from amba.core.game import BadPosition, Scenario
from amba.load.files import DataError, Folder, Toml

Scenarios = dict[str, Toml]


def longest_first(toml: Toml) -> int:
    return -int(toml.data["turns"])


def as_named(toml: Toml) -> str:
    return toml.name


def read_scenarios(folder: Folder, order: Callable[[Toml], Any] = as_named) -> Scenarios:
    """By key, in the order in which a player is offered them."""
    found = []
    for name in folder.names("scenarios/*.toml"):
        toml = folder.toml(name)
        toml.provenance()
        missing = [key for key in ("key", "title", "turns") if key not in toml.data]
        if missing:
            raise DataError(toml.name, 1, f"a scenario needs {' and '.join(missing)}")
        if type(toml.data["turns"]) is not int or toml.data["turns"] < 1:
            toml.fail("turns", f"turns is {toml.data['turns']!r}; expected a whole number from 1")
        found.append(toml)
    return {toml.data["key"]: toml for toml in sorted(found, key=order)}


def last_turn(toml: Toml) -> int:
    """The number of the turn a scenario ends with: `turns` counts the turns that are played, `first_turn` says where they begin."""
    return int(toml.data.get("first_turn", 1)) + int(toml.data["turns"]) - 1


def check_dates(scenarios: Scenarios, turns: Iterable[int], track: str) -> None:
    """A scenario ends no later than the turn track does."""
    last = max(turns)
    for toml in scenarios.values():
        end = last_turn(toml)
        if end > last:
            toml.fail("turns", f"turns is {toml.data['turns']}: the scenario would end with turn {end}, but {track} ends with turn {last}")


def known(scenarios: Scenarios, key: str) -> Mapping[str, Any]:
    """The data of a scenario; a name that no scenario has is an error a player can read."""
    if key not in scenarios:
        raise BadPosition(f"there is no scenario {key!r}; there are: {', '.join(scenarios)}", "scenario")
    return scenarios[key].data


def scenario_list(scenarios: Scenarios) -> list[Scenario]:
    """For the shelf."""
    return [
        Scenario(key, data["title"], data.get("blurb", ""), int(data["turns"]), data["source"], data.get("note", ""), int(data.get("decisions", 0)))
        for key, data in ((key, toml.data) for key, toml in scenarios.items())
    ]
