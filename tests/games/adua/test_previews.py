"""What is shown before a gesture for many is made, and before the greatest of volleys."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from amba.core.decision import Preview
from tests.games.adua.helpers import Table

ATTACKERS = {"maconnen-fv1": "1318", "maconnen-fv2": "1418", "maconnen-fv3": "1419", "maconnen-fv4": "1320", "maconnen-fv5": "1219"}


def shown(table: Table, order: str) -> Preview:
    found = table.preview(order)
    assert found is not None
    return found


def test_10_1_dice_ten_against_fifteen_on_the_odds_panel(table: Table) -> None:
    """The bars are those of two binomial throws, to the last fraction."""
    table.lay({"bersaglieri": "1319", **ATTACKERS}, "abyssinian.small-arms").do("mass bersaglieri", "done")
    found = shown(table, "resolve bersaglieri")
    assert not found.sampled
    ours = [Fraction(comb(10, n), 2**10) for n in range(11)]  # +2: four, five and six hit
    theirs = [Fraction(comb(15, n) * 2 ** (15 - n), 3**15) for n in range(16)]  # +1: five and six
    rows: dict[int, Fraction] = {}
    for mine, chance in enumerate(ours):
        for yours, other in enumerate(theirs):
            row = max(-1, min(3, mine - yours))
            rows[row] = rows.get(row, Fraction(0)) + chance * other
    assert [chance.chance for chance in found.odds] == [rows[row] for row in sorted(rows)]


def test_10_1_massing_shows_the_odds_of_all_who_come(table: Table) -> None:
    table.lay({"bersaglieri": "1319", **ATTACKERS}, "abyssinian.small-arms").do("fire maconnen-fv1 bersaglieri")
    massed = shown(table, "mass bersaglieri")
    table.do("mass bersaglieri", "done")
    assert massed.odds == shown(table, "resolve bersaglieri").odds
    assert sum(label.endswith("rolls") for label, _, _ in massed.items) == 6


def test_10_1_dice_left_over_are_shown_for_the_target_that_is_asked_about(table: Table) -> None:
    units = {
        "ii-infantry": {"hex": "1319", "marks": ["attack"]},
        "v-infantry": {"hex": "1321", "marks": ["attack"]},
        "tecla-f1": "1320",
        "tecla-f2": "1318",
    }
    table.lay(units, "italian.small-arms").do("fire ii-infantry tecla-f1")
    for order in ("fire ii-infantry tecla-f2", "fire v-infantry tecla-f1"):
        found = shown(table, order)
        assert ("II Fanteria rolls", "5 dice, +2", "10.1.dice") in found.items
        table.do(order)
    assert found.warnings == ("Dice against several targets are counted as split evenly; the split comes later (10.1).",)


def test_10_2_storming_shows_the_melee_with_everybody_in_it(table: Table) -> None:
    table.lay({"bersaglieri": "1319", **ATTACKERS}, "abyssinian.small-arms").do("mass bersaglieri", "done", "resolve bersaglieri").roll("hits 0-1")
    table.do("hit maconnen-fv1")
    storm = shown(table, "storm bersaglieri")
    assert (storm.column, len(storm.items)) == ("0 or less", 5)
    table.do("storm bersaglieri")
    assert storm.odds == shown(table, "melee 1319").odds


def test_9_0_closing_up_says_who_marches_where(table: Table) -> None:
    table.lay({"tecla": "1018", "tecla-f1": "0718", "tecla-f2": "0719", "v-infantry": "2519"}, "abyssinian.movement")
    before = table.s.key()
    found = shown(table, "follow tecla")
    assert table.s.key() == before
    table.do("follow tecla")
    where = {table.game.world.units[table.piece(key)].title: table.at(key) for key in ("tecla-f1", "tecla-f2")}
    assert {title: place.rsplit(" ", 1)[-1].strip("()") for title, place, _ in found.items} == where


def test_8_0_one_order_for_all_names_them(table: Table) -> None:
    table.lay({"albertone": "1319", "i-ascari": "1318", "vi-ascari": "1418", "ascari-guns": "1219"})
    assert [title for title, _, _ in shown(table, "command albertone entrench").items] == ["They may", "I Ascari", "VI Ascari", "Artiglieria Ascara"]


def test_12_0_initiative_shows_his_chance_and_whom_he_could_bring(table: Table) -> None:
    units = {"v-infantry": "1319", "tecla-f1": "1319", "tecla": "1119", "tecla-f2": "1119", "tecla-f3": "1318"}
    table.lay(units, "abyssinian.initiative")
    found = shown(table, "initiative tecla")
    assert [(odd.chance, odd.dice) for odd in found.odds] == [(Fraction(1, 3), "1, 2"), (Fraction(2, 3), "3, 4, 5, 6")]
    assert [(title, value) for title, value, _ in found.items] == [("Infantry 2 (Tecla Haimanot)", "2 to 1319")]  # the third stands too near
    table.do("initiative tecla").roll("roll 4")
    assert "Initiative of Tecla Haimanot: 4." in [table.game.sentence(event) for event in table.events]


def test_5_3_roll_ammunition_shows_its_chance_from_turn_seven(table: Table) -> None:
    units = {"v-infantry": {"hex": "1319", "marks": ["low_ammo", "resupply"]}, "mule-1": "1320"}
    assert table.lay(units, "italian.clean-up", 6).preview("supply v-infantry mule-1") is None
    table.lay(units, "italian.clean-up", 7)
    assert [odd.chance for odd in shown(table, "supply v-infantry mule-1").odds] == [Fraction(1, 2)] * 2
