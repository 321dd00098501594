"""9.0: any unit can go by a way of the player's choosing."""

from __future__ import annotations

from amba.core.event import Moved
from tests.games.adua.helpers import Table


def test_9_0_a_way_of_one_s_own(table: Table) -> None:
    """Round the hill instead of over it: the path of the event is the one that was chosen, and the cost is that of its hexes."""
    table.lay({"i-ascari": "1316", "tecla-f1": "2518"}, "italian.movement").do("march i-ascari", "go 1317", "go 1417", "go 1318")
    assert table.at("i-ascari") == "1316"  # it moves when it halts
    table.do("halt")
    moved = next(event for event in table.events if isinstance(event, Moved))
    assert [table.game.names.places[hex] for hex in moved.path] == ["1316", "1317", "1417", "1318"]
    assert table.at("i-ascari") == "1318"
    assert table.why("march i-ascari").rule == "9.0"


def test_9_0_a_way_costs_what_its_hexes_cost(table: Table) -> None:
    table.lay({"v-infantry": "1319", "tecla-f1": "2518"}, "italian.movement").do("march v-infantry", "go 1318", "go 1317", "go 1316", "go 1416")
    refusal = table.why("go 1516")
    assert (refusal.rule, refusal.items[0]) == ("9.0", ("Movement left", "0", "9.0"))
    assert table.why("go 1420").rule == "9.0"  # not the next hex


def test_9_0_zoc_ends_a_way(table: Table) -> None:
    table.lay({"tecla-f1": "1316", "v-infantry": "1319"}, "abyssinian.movement").do("march tecla-f1", "go 1317", "go 1318")
    assert table.why("go 1418").rule == "9.0.zoc"
    table.do("halt")
    assert "entered" in table.marks("tecla-f1")


def test_9_0_stacking_friends_are_passed_but_not_joined(table: Table) -> None:
    table.lay({"tecla-f1": "1316", "tecla-f2": "1317", "v-infantry": "2510"}, "abyssinian.movement").do("march tecla-f1", "go 1317")
    assert table.why("halt").rule == "9.0.stacking"
    table.do("go 1318", "halt")
    table.lay({"v-infantry": "1316", "vi-infantry": "1320", "tecla-f1": "2518"}, "italian.movement")
    table.do("march v-infantry", "go 1317", "go 1318", "go 1319")
    assert table.why("go 1320").rule == "9.0.stacking"  # it could not go on from there


def test_9_0_who_has_not_gone_a_step_may_call_it_off(table: Table) -> None:
    table.lay({"v-infantry": "1319", "tecla-f1": "2518"}, "italian.movement").do("march v-infantry", "halt")
    assert table.marks("v-infantry") == set()
    table.do("move v-infantry 1318")


def test_4_0_entry_by_a_way_of_one_s_own(table: Table) -> None:
    table.lay({"i-ascari": "2510"}, "abyssinian.movement", 3).do("march taitu-f1", "go 0117", "go 0217", "halt")
    assert table.at("taitu-f1") == "0217"


def test_9_0_leaders_and_mules_choose_their_way_too(table: Table) -> None:
    table.lay({"albertone": "1319", "mule-1": "1319", "i-ascari": "1319", "tecla-f1": "2518"}, "italian.movement")
    table.do("march albertone", "go 1318", "go 1317", "halt", "march mule-1", "go 1318", "halt")
    assert (table.at("albertone"), table.at("mule-1")) == ("1317", "1318")
