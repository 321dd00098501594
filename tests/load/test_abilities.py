"""What a game says it offers is looked at when it is loaded: a misspelt verb would pass nobody over, and nobody would see it."""

from __future__ import annotations

from copy import copy
from typing import Any, cast

import pytest

from amba.core.game import Abilities
from amba.load import registry
from amba.load.files import DataError


class Announced:
    """A game with other abilities than its own, as it is announced."""

    def __init__(self, **abilities: Any) -> None:
        self.game = copy(registry.open_game("keren"))
        cast("Any", self.game).abilities = Abilities(**abilities)

    def load(self) -> Any:
        return lambda data: self.game


def opened(monkeypatch: pytest.MonkeyPatch, **abilities: Any) -> None:
    announced = Announced(**abilities)
    with monkeypatch.context() as patch:
        patch.setattr(registry, "_point", lambda key: announced)
        registry.open_game("keren")


def test_a_misspelt_verb_among_the_abilities_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    found = r"keren: its abilities let nobody be stopped for 'cary' in 'carrying', and there is no such order; there are: add, .*carry, "
    with pytest.raises(DataError, match=found):
        opened(monkeypatch, skippable={"carrying": frozenset({"cary", "full"})})


def test_a_stake_in_a_decision_where_nothing_is_skippable_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    found = "keren: its abilities say what is at stake in 'carying', where nothing is skippable; something is in: carrying"
    with pytest.raises(DataError, match=found):
        opened(monkeypatch, skippable={"carrying": frozenset({"carry"})}, at_stake={"carying": lambda s: True})
    opened(monkeypatch, skippable={"carrying": frozenset({"carry"})}, at_stake={"carrying": lambda s: True})
