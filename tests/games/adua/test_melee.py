"""10.2 Melee and 12.0 Abyssinian initiative."""

from __future__ import annotations

from typing import Any

import pytest

from amba.games.adua.rules.r10_melee import column_of
from tests.games.adua.helpers import Table


def brawl(table: Table, units: dict[str, Any], turn: int = 1) -> Table:
    return table.lay(units, "melee", turn).do("melee 1319")


@pytest.mark.parametrize(("steps", "column"), [(4, "+3 or more"), (3, "+2"), (2, "0 or less")])
def test_10_2_all_units_of_a_side_are_added(table: Table, steps: int, column: str) -> None:
    table.lay({"v-infantry": {"hex": "1319", "steps": steps}, "tecla-f1": "1319", "tecla-f2": "1319"}, "melee")
    assert column_of(table.s, table.s.at[table.piece("v-infantry")]) == column


@pytest.mark.parametrize(
    ("die", "italian", "abyssinians", "disorganized", "over"),
    [(1, 1, (2, 2), True, False), (4, 1, (1, 1), True, True), (5, 2, (1, 1), True, True), (6, 2, (1, 1), False, True)],
)
def test_10_2_table_in_the_left_column(table: Table, die: int, italian: int, abyssinians: tuple[int, ...], disorganized: bool, over: bool) -> None:
    brawl(table, {"v-infantry": {"hex": "1319", "steps": 2}, "tecla-f1": "1319", "tecla-f2": "1319"}).roll(f"roll {die}")
    assert table.steps("v-infantry") == italian
    assert tuple(table.steps(key) for key in ("tecla-f1", "tecla-f2")) == abyssinians
    assert ("disorganized" in table.marks("v-infantry")) is disorganized
    assert (table.asks == "retreat") is over


def test_10_2_table_one_unit_of_each_side_is_reduced(table: Table) -> None:
    units = {"v-infantry": {"hex": "1319", "steps": 2}, "tecla-f1": "1319", "tecla-f2": "1319"}
    brawl(table, units).roll("roll 3").do("lose tecla-f2")
    assert [table.steps(key) for key in ("v-infantry", "tecla-f1", "tecla-f2")] == [1, 2, 1]


def test_10_2_table_odds_are_the_six_faces(table: Table) -> None:
    table.lay({"v-infantry": "1319", "tecla-f1": "1319"}, "melee")
    preview = table.preview("melee 1319")
    assert preview is not None
    assert preview.column == "+3 or more"
    assert sum(chance.chance for chance in preview.odds) == 1
    assert (preview.odds[0].label, preview.odds[0].text) == (
        "1",
        "the melee ends, everybody loses a step, Italian unit disorganized, Abyssinians retreat",
    )


def test_10_2_the_attacker_may_stay_outside(table: Table) -> None:
    table.lay({"tecla-f1": "1318", "tecla-f2": "1320", "v-infantry": "1319"}, "abyssinian.small-arms")
    table.do("fire tecla-f1 v-infantry", "fire tecla-f2 v-infantry", "done", "resolve v-infantry").roll("hits 0-1").do("hit tecla-f1")
    assert table.menu() == {"close tecla-f2 v-infantry", "done"}
    table.do("done")
    assert table.at("tecla-f2") == "1320"


def test_10_2_continue_units_in_melee_fire_at_nobody_and_nobody_at_them(table: Table) -> None:
    table.lay({"v-infantry": "1319", "tecla-f1": "1319", "tecla-f2": "1318", "ii-infantry": "1320", "iii-infantry": "1317"}, "abyssinian.small-arms")
    assert table.why("fire tecla-f2 v-infantry").rule == "10.2.continue"
    assert table.why("fire tecla-f1 ii-infantry").rule == "10.2.continue"


def test_10_2_continue_the_italians_cannot_reinforce(table: Table) -> None:
    table.lay({"v-infantry": "1319", "tecla-f1": "1319", "ii-infantry": {"hex": "1317", "marks": ["assault"]}}, "italian.movement")
    assert table.why("move ii-infantry 1319").rule == "9.0.stacking"
    assert table.why("move v-infantry 1318").rule == "10.2.disengage"


def test_10_2_isolated_leaders_and_mules_are_lost(table: Table) -> None:
    table.lay({"mule-1": "1319", "ragni": "1320", "iii-infantry": "1320", "tecla-f1": "1317"}, "abyssinian.movement")
    table.do("move tecla-f1 1318", "done")
    assert (table.at("mule-1"), table.at("ragni")) == ("eliminated", "1320")


def test_10_2_isolated_is_where_a_leader_may_not_go(table: Table) -> None:
    table.lay({"ragni": "1316", "tecla-f1": "1319", "iii-infantry": {"hex": "1418", "marks": ["attack"]}}, "italian.movement")
    assert table.why("move ragni 1318").rule == "10.2.isolated"
    table.do("move ragni 1418")


def test_10_2_disengage_by_choice_in_the_movement_phase(table: Table) -> None:
    table.lay({"v-infantry": "1319", "tecla-f1": "1319", "ii-infantry": "1317"}, "abyssinian.movement")
    assert table.why("disengage tecla-f1 1318").rule == "10.2.disengage"  # in the zone of the other regiment
    table.do("disengage tecla-f1 1320")
    assert (table.at("tecla-f1"), "melee" in table.marks("v-infantry")) == ("1320", False)
    assert table.why("move tecla-f1 1321").rule == "9.0"


def test_10_2_disengage_or_die_when_the_table_says_so(table: Table) -> None:
    ring = dict(
        zip(("tecla-f2", "tecla-f3", "tecla-f4", "tecla-f5", "tecla-fl1", "tecla-fl2"), ("1318", "1418", "1419", "1320", "1219", "1218"), strict=True)
    )
    brawl(table, {"v-infantry": "1319", "tecla-f1": "1319", **ring}).roll("roll 6")
    assert table.at("tecla-f1") == "eliminated"


def test_10_2_disengage_leaders_go_with_the_last_unit(table: Table) -> None:
    brawl(table, {"v-infantry": "1319", "tecla-f1": "1319", "tecla": "1319"}).roll("roll 6").do("retreat tecla-f1 1320")
    assert table.at("tecla") == "1320"


def test_10_2_advance_one_stays_and_the_others_go_back(table: Table) -> None:
    units = {"v-infantry": {"hex": "1317", "marks": ["assault"]}, "ii-infantry": {"hex": "1418", "marks": ["assault"]}, "tecla-f1": "1318"}
    table.lay(units, "italian.small-arms").do("fire v-infantry tecla-f1", "fire ii-infantry tecla-f1", "done", "resolve tecla-f1").roll("hits 2-0")
    table.do("close v-infantry tecla-f1", "close ii-infantry tecla-f1")
    assert table.asks == "movement"
    table.do("done", "melee 1318").roll("roll 6").do("retreat tecla-f1 1319")
    assert table.menu() == {"return v-infantry 1317", "return ii-infantry 1418"}
    table.do("return v-infantry 1317")
    assert table.asks == "settle"
    table.do("stay ii-infantry")
    assert (table.at("ii-infantry"), table.at("v-infantry")) == ("1318", "1317")


MELEE = {"v-infantry": "1319", "tecla-f1": "1319"}


def test_12_0_initiative_is_rolled_against_the_leader_s_value(table: Table) -> None:
    for die, comes in ((2, True), (3, False)):
        table.lay({**MELEE, "tecla": "1119", "tecla-f2": "1120"}, "abyssinian.initiative").do("initiative tecla").roll(f"roll {die}")
        assert (table.asks == "bring") is comes


def test_3_0_initiative_once_a_turn(table: Table) -> None:
    table.lay({**MELEE, "tecla": "1119", "tecla-f2": "1120", "menelik": "1118"}, "abyssinian.initiative").do("initiative tecla").roll("roll 6")
    assert table.why("initiative tecla").rule == "3.0.initiative"


def test_12_0_a_leader_brings_his_own_and_menelik_anybody(table: Table) -> None:
    table.lay({**MELEE, "tecla": "1119", "menelik": "1118", "tecla-f2": "1120", "alula-f1": "1117"}, "abyssinian.initiative")
    table.do("initiative tecla").roll("roll 1")
    assert table.why("bring alula-f1 1319").rule == "3.0.own"
    table.do("done", "initiative menelik").roll("roll 1").do("bring alula-f1 1319", "bring tecla-f2 1319")


@pytest.mark.parametrize(
    ("unit", "fit"),
    [
        ({"hex": "1120"}, True),
        ({"hex": "1219"}, False),  # next to the melee
        ({"hex": "1120", "marks": ["fired"]}, False),
        ({"hex": "1120", "marks": ["repulsed"]}, False),
        ({"hex": "1022"}, True),
        ({"hex": "0219"}, False),  # too far to march
    ],
)
def test_12_0_units_that_may_be_brought(table: Table, unit: dict[str, Any], fit: bool) -> None:
    table.lay({**MELEE, "menelik": "0719", "tecla-f2": unit}, "abyssinian.initiative")
    assert ("initiative menelik" in table.menu()) is fit


def test_12_0_units_in_an_enemy_zone_stay_where_they_are(table: Table) -> None:
    table.lay({**MELEE, "menelik": "1116", "tecla-f2": "1117", "ii-infantry": "1118"}, "abyssinian.initiative")
    assert table.asks == "melee"  # nobody could be brought, so nobody was asked


def test_12_0_a_leader_in_melee_may_use_initiative(table: Table) -> None:
    table.lay({**MELEE, "tecla": "1319", "tecla-f2": "1120"}, "abyssinian.initiative").do("initiative tecla")


def test_10_2_isolated_pieces_are_lost_as_soon_as_the_enemy_comes(table: Table) -> None:
    """Whenever, says the rule: that the enemy's zone is negated later in the phase, by an attack or a melee, is no help."""
    table.lay({"mule-1": "1319", "tecla-f1": "1316", "v-infantry": "1417"}, "abyssinian.movement").do("move tecla-f1 1318")
    assert table.at("mule-1") == "eliminated"


def test_10_2_isolated_leaders_go_into_melee_with_their_unit(table: Table) -> None:
    units = {"i-ascari": {"hex": "1318", "marks": ["assault"]}, "albertone": "1318", "mule-1": "1318", "tecla-f1": "1319", "tecla-f2": "1418"}
    table.lay(units, "italian.small-arms").do("fire i-ascari tecla-f1", "fire i-ascari tecla-f2", "done", "dice i-ascari tecla-f1 4")
    table.do("resolve tecla-f1").roll("hits 2-0").do("resolve tecla-f2").roll("hits 2-0").do("close i-ascari tecla-f1")
    assert (table.at("albertone"), table.at("mule-1")) == ("1319", "eliminated")


def test_10_2_isolated_a_leader_who_is_safe_stays_behind(table: Table) -> None:
    units = {"i-ascari": {"hex": "1318", "marks": ["assault"]}, "albertone": "1318", "tecla-f1": "1319"}
    table.lay(units, "italian.small-arms").do("fire i-ascari tecla-f1", "done", "resolve tecla-f1").roll("hits 2-0").do("close i-ascari tecla-f1")
    assert table.at("albertone") == "1318"


def test_10_2_advance_leaders_go_back_with_the_last_unit(table: Table) -> None:
    units = {"v-infantry": {"hex": "1319", "points": table.game.world.grid.hex("1318") + 1}, "romero": "1319", "tecla-f1": "1319"}
    brawl(table, units).roll("roll 6").do("retreat tecla-f1 1320", "return v-infantry 1318")
    assert table.at("romero") == "1318"


def test_10_2_the_log_tells_a_charge_from_a_march(table: Table) -> None:
    table.lay({"tecla-f1": "1318", "tecla-f2": "1320", "v-infantry": "1319"}, "abyssinian.small-arms")
    table.do("fire tecla-f1 v-infantry", "fire tecla-f2 v-infantry", "done", "resolve v-infantry").roll("hits 0-1").do(
        "hit tecla-f1", "close tecla-f2 v-infantry"
    )
    assert "Infantry 2 (Tecla Haimanot) goes into melee in 1319." in [table.game.sentence(event) for event in table.events]


def test_10_2_an_abyssinian_in_a_melee_is_told_that_he_may_break_off(table: Table) -> None:
    table.lay({"v-infantry": "1010", "tecla-f1": "1010", "tecla": "1010"}, "abyssinian.movement")
    refusal = table.why("move tecla-f1 0910")
    assert (refusal.rule, "it may break off" in refusal.text) == ("10.2.disengage", True)
    assert "only Abyssinian" not in refusal.text
    assert "with the last Abyssinian unit" in table.why("move tecla 0910").text
    table.lay({"v-infantry": "1010", "tecla-f1": "1010"}, "italian.movement")
    assert "only Abyssinian units can break off" in table.why("move v-infantry 0910").text
