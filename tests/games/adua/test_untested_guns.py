"""5.1: odds with machine guns that are tested first count both: they work, or they do not, half and half."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from amba.lab.laws import odds_are_the_odds
from tests.games.adua.helpers import ANY_GAME, Table

GUNS = ["machine_guns", "untested"]


def rows(table: Table, order: str) -> dict[str, Fraction]:
    preview = table.preview(order)
    assert preview is not None
    assert sum(chance.chance for chance in preview.odds) == 1
    return {chance.label: chance.chance for chance in preview.odds}


def attack(table: Table, marks: list[str]) -> dict[str, Fraction]:
    table.lay({"ii-infantry": {"hex": "1319", "marks": marks}, "tecla-f1": "1318", "tecla-f2": "1320"}, "abyssinian.small-arms", 5)
    return rows(table, "mass ii-infantry")


def test_5_1_test_half_and_half_in_the_odds_of_a_small_arms_combat(table: Table) -> None:
    working, broken = attack(table, ["machine_guns"]), attack(table, ["machine_guns", "jammed"])
    mixed = attack(table, GUNS)
    assert working != broken
    assert mixed == {row: (working.get(row, Fraction(0)) + broken.get(row, Fraction(0))) / 2 for row in mixed}
    assert odds_are_the_odds(ANY_GAME, table.s, table.order("mass ii-infantry")) == []


def test_5_1_test_half_and_half_where_fire_is_split(table: Table) -> None:
    units = {"ii-infantry": {"hex": "1319", "marks": [*GUNS, "attack"]}, "tecla-f1": "1318", "tecla-f2": "1320"}
    table.lay(units, "italian.small-arms", 5).do("fire ii-infantry tecla-f1")
    preview = table.preview("fire ii-infantry tecla-f2")
    assert preview is not None
    assert any("tested first" in text for text in preview.warnings)
    assert odds_are_the_odds(ANY_GAME, table.s, table.order("fire ii-infantry tecla-f2")) == []


@pytest.mark.parametrize("value", [7, 8, 9])
def test_5_1_test_half_and_half_in_the_odds_of_a_melee(table: Table, value: int) -> None:
    """Nine, or ten with the guns, against seven to nine."""
    men: dict[str, Any] = {f"gabeiehu-fv{n}": "1319" for n in range(1, 3)} | {f"mangascia-f{n}": "1319" for n in range(1, (value - 6) // 2 + 1)}
    men |= {"menelik-gr1": {"hex": "1319", "steps": 1}} if value % 2 else {}
    found = {}
    for marks in (["machine_guns"], ["machine_guns", "jammed"], GUNS):
        table.lay({"ii-infantry": {"hex": "1319", "marks": marks}, **men}, "melee", 5)
        preview = table.preview("melee 1319")
        assert preview is not None
        results: dict[str, Fraction] = {}
        for chance in preview.odds:
            results[chance.text] = results.get(chance.text, Fraction(0)) + chance.chance
        found[len(marks), marks[-1]] = results
        assert odds_are_the_odds(ANY_GAME, table.s, table.order("melee 1319")) == []
    working, broken, mixed = found[1, "machine_guns"], found[2, "jammed"], found[2, "untested"]
    assert working != broken
    assert mixed == {text: (working.get(text, Fraction(0)) + broken.get(text, Fraction(0))) / 2 for text in mixed}
