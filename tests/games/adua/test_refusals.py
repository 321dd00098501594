"""Every refusal names the one reason that applies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adua.helpers import Table

LOW = {"hex": "1318", "marks": ["low_ammo", "resupply"]}
MELEE = {"v-infantry": "1319", "tecla-f1": "1319", "tecla": "1119", "tecla-f2": "1119"}


def refused(table: Table, order: str, rule: str, text: str) -> None:
    refusal = table.why(order)
    assert refusal.rule == rule
    assert text in refusal.text


@pytest.mark.parametrize(
    ("order", "rule", "text"),
    [
        ("place v-infantry 1510", "4.0.set-up", "north and east of the blue line"),
        ("place tecla-f1 1510", "4.0.set-up", "not yours to set up"),
        ("assign i-ascari v-infantry", "5.1.assign", "no machine gun"),
        ("assign mg-1 bersaglieri", "5.1.assign", "not to the Bersaglieri"),
        ("assign mg-1 v-infantry", "5.1.assign", "not on the map yet"),
        ("assign mg-1 i-ascari", "5.1.assign", "has machine guns already"),
        ("done", "4.0.set-up", "still to be set up"),
    ],
)
def test_4_0_set_up_refusals(table: Table, order: str, rule: str, text: str) -> None:
    table.s = table.game.new("battle", {})
    refused(table.do("place i-ascari 2010", "assign mg-2 i-ascari"), order, rule, text)


@pytest.mark.parametrize(
    ("unit", "mule", "text"),
    [
        ({"hex": "1318"}, "1320", "not low on ammo"),
        ({"hex": "1318", "marks": ["low_ammo"]}, "1320", "no order"),
        ({"hex": "1318", "marks": ["low_ammo", "hold", "fired"]}, "1320", "in combat this turn"),
        (LOW, "1918", "6 hexes, and 5 at most"),
        (LOW, "1120", "their hex is in an enemy zone"),
    ],
)
def test_5_3_mules_refusals(table: Table, unit: Any, mule: str, text: str) -> None:
    units = {"ii-infantry": unit, "v-infantry": {"hex": "2010", "marks": ["low_ammo", "resupply"]}, "mule-2": "2011", "mule-1": mule}
    table.lay({**units, "tecla-f1": "1020"}, "italian.clean-up", 5)
    refused(table, "supply ii-infantry mule-1", table.why("supply ii-infantry mule-1").rule, text)
    refused(table, "supply v-infantry tecla-f1", "5.3", "no mules")


@pytest.mark.parametrize(
    ("order", "rule", "text"),
    [
        ("move mule-1 0101", "9.0", "not on the map"),
        ("move tecla-f1 1318", "9.0", "is not yours"),
        ("move mg-1 1318", "5.1.assign", "stays with its unit"),
        ("move v-infantry off-map", "9.0", "no hex off-map"),
        ("entrench v-infantry", "5.5", "no order to hold"),
        ("entrench vi-infantry", "5.5", "entrenched already"),
        ("exit v-infantry", "13.0.exit", "too far from the western passes"),
        ("exit baratieri", "13.0.exit", "Only Italian combat units"),
        ("disengage v-infantry 1318", "10.2.disengage", "only Abyssinian units"),
        ("follow v-infantry", "9.0", "no leader"),
        ("follow ragni", "9.0", "free to march"),
        ("enter tecla-f1 0117", "4.0.entry", "not waiting"),
        ("engage v-infantry vi-infantry", "10.1", "no enemy unit"),
    ],
)
def test_9_0_movement_refusals(table: Table, order: str, rule: str, text: str) -> None:
    units = {"v-infantry": "1319", "vi-infantry": {"hex": "1717", "marks": ["hold", "entrenched"]}, "baratieri": "1719", "ragni": "1719"}
    table.lay({**units, "tecla-f1": "0510", "mg-1": "with-units"}, "italian.movement")
    refused(table, order, rule, text)


def test_4_0_entry_says_when_an_army_is_due(table: Table) -> None:
    table.lay({"i-ascari": "2510", "tecla-f1": "0510"}, "abyssinian.movement", 2)
    assert table.why("enter menelik-f1 0117").text == "Infantry 1 (Menelik) enters on turn 6, not on turn 2."


@pytest.mark.parametrize(
    ("hex", "rule", "text"),
    [
        ("1316", "10.2.disengage", "is not next to"),
        ("1318", "9.0.stacking", "another unit stands there"),
        ("1320", "10.2.disengage", "enemy zone of control"),
    ],
)
def test_10_2_disengage_refusals(table: Table, hex: str, rule: str, text: str) -> None:
    table.lay({**MELEE, "tecla-f3": "1318", "vi-infantry": "1321"}, "abyssinian.movement")
    refused(table, f"disengage tecla-f1 {hex}", rule, text)
    refused(table, "disengage tecla-f3 1317", "10.2.disengage", "in no melee")


@pytest.mark.parametrize(
    ("order", "rule", "text"),
    [
        ("close tecla-f1 v-infantry", "10.1.repulsed", "was repulsed"),
        ("close tecla-f2 vi-infantry", "10.2", "did not attack"),
        ("close v-infantry tecla-f1", "10.2", "not your unit"),
        ("close menelik-c1 v-infantry", "6.0.cavalry", "no enemy in the zone"),
        ("storm v-infantry", "10.2", "only one unit"),
        ("storm vi-infantry", "10.2", "no unit"),
    ],
)
def test_10_2_closing_refusals(table: Table, order: str, rule: str, text: str) -> None:
    units = {"tecla-f1": "1318", "tecla-f2": "1320", "v-infantry": "1319", "vi-infantry": "2010", "menelik-c1": "0510"}
    table.lay(units, "abyssinian.small-arms").do("mass v-infantry", "done", "resolve v-infantry").roll("hits 0-1").do("hit tecla-f1")
    refused(table, order, rule, text)


@pytest.mark.parametrize(
    ("order", "rule", "text"),
    [
        ("bring alula-f1 1319", "3.0.own", "no unit on the map under"),
        ("bring tecla-f1 1319", "12.0.units", "it is in a melee"),
        ("bring tecla-f3 1319", "12.0.units", "is next to"),
        ("bring tecla-f4 1319", "12.0.units", "it was repulsed"),
        ("bring tecla-f5 1319", "3.0.range", "out of"),
        ("bring tecla-f2 1318", "12.0", "no melee in 1318"),
    ],
)
def test_12_0_units_refusals(table: Table, order: str, rule: str, text: str) -> None:
    units = {**MELEE, "tecla-f3": "1218", "tecla-f4": {"hex": "1120", "marks": ["repulsed"]}, "tecla-f5": "0105", "alula-f1": "1117"}
    table.lay(units, "abyssinian.initiative").do("initiative tecla").roll("roll 1")
    refused(table, order, rule, text)


def test_12_0_initiative_refusals(table: Table) -> None:
    table.lay({**MELEE, "alula": "0505", "mangascia": "1118", "mangascia-f1": "0915"}, "abyssinian.initiative")
    refused(table, "initiative v-infantry", "12.0", "no Abyssinian leader")
    refused(table, "initiative alula", "12.0.units", "no fresh unit")


def test_10_1_dice_are_shared_out_within_limits(table: Table) -> None:
    units = {"ii-infantry": {"hex": "1319", "marks": ["attack"]}, "tecla-f1": "1320", "tecla-f2": "1318"}
    table.lay(units, "italian.small-arms").do("fire ii-infantry tecla-f1", "fire ii-infantry tecla-f2", "done")
    refused(table, "dice ii-infantry tecla-f2 3", "10.1", "against Infantry 1")
    refused(table, "dice ii-infantry tecla-f1 9", "10.1", "1 to 8.")
    refused(table, "dice ii-infantry tecla-f1 25", "10.1", "is no number")


def test_8_0_orders_for_all_are_refused_by_what_is_short(table: Table) -> None:
    table.lay({"albertone": "1319", "i-ascari": "1318", "vi-ascari": "1418", "vii-ascari": "1218", "viii-ascari": "1320", "ascari-guns": "1219"})
    refused(table, "command albertone rally", "8.0", "no two units")
    refused(table, "command albertone entrench", "3.0.value", "too few for 5 units")
    table.do("order albertone hold i-ascari", "order albertone hold vi-ascari", "order albertone hold vii-ascari")
    refused(table, "command albertone entrench", "3.0.value", "it takes two")


def test_10_2_advance_only_the_last_may_stay(table: Table) -> None:
    table.lay({"v-infantry": {"hex": "1319", "steps": 1}, "tecla-f1": "1319", "tecla-f2": "1319"}, "melee").do("melee 1319").roll("roll 1")
    refused(table, "stay tecla-f1", "10.2.advance", "Only one unit may stay; 2 are there")
    refused(table, "return tecla-f1 0101", "10.2.advance", "goes back where it came from")
    refused(table, "stay v-infantry", "10.2", "no unit of yours")
