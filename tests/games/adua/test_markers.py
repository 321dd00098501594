"""5.0 Machine guns, ammunition, mules, disorganisation, entrenchment; 11.0 Clean-up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.adua.helpers import Table

GUNS = ["machine_guns", "untested"]


def fight(units: dict[str, Any], table: Table, turn: int = 1, **more: Any) -> Table:
    """An Abyssinian unit attacks a battalion of the Ascari."""
    return table.lay({"tecla-f1": "1319", **units}, "abyssinian.small-arms", turn, **more).do("fire tecla-f1 ii-infantry", "done")


def test_5_0_pieces_that_do_not_fight_control_nothing(table: Table) -> None:
    table.lay({"mule-1": "1318", "ragni": "1320", "tecla-f1": "1322"})
    assert not any(table.s.zoc(0))


def test_5_1_assign_to_infantry_but_not_to_bersaglieri(table: Table) -> None:
    table.s = table.game.new("battle", {})
    table.do("place bersaglieri 2008", "place ii-infantry 2009", "place viii-mountain 2109")
    assert table.menu("assign") == {f"assign mg-{n} ii-infantry" for n in range(1, 5)}
    assert table.why("assign mg-1 bersaglieri").rule == "5.1.assign"
    assert table.why("assign mg-1 viii-mountain").rule == "5.1.assign"
    table.do("assign mg-1 ii-infantry")
    assert table.why("assign mg-2 ii-infantry").rule == "5.1.assign"


def test_5_1_assign_guns_are_lost_with_their_unit(table: Table) -> None:
    table.lay({"ii-infantry": {"hex": "1318", "steps": 1, "marks": ["machine_guns"]}, "tecla-f1": "1318"}, "melee").do("melee 1318").roll("roll 1")
    assert table.at("ii-infantry") == "eliminated"


def test_5_1_value_one_more(table: Table) -> None:
    table.lay({"ii-infantry": {"hex": "1318", "marks": ["machine_guns"]}, "v-infantry": {"hex": "1320", "marks": ["machine_guns", "jammed"]}})
    assert (table.value("ii-infantry"), table.value("v-infantry")) == (10, 8)


@pytest.mark.parametrize(("die", "works"), [(1, False), (3, False), (4, True), (6, True)])
def test_5_1_test_when_first_used(table: Table, die: int, works: bool) -> None:
    fight({"ii-infantry": {"hex": "1318", "marks": GUNS}}, table)
    assert table.asks == "gun-test"
    table.roll(f"roll {die}")
    assert table.value("ii-infantry") == (10 if works else 9)
    assert ("jammed" in table.marks("ii-infantry")) is not works
    assert "untested" not in table.marks("ii-infantry")


@pytest.mark.parametrize(
    ("die", "marks"), [(1, set()), (2, {"machine_guns", "jammed"}), (4, {"machine_guns", "jammed"}), (5, {"machine_guns"}), (6, {"machine_guns"})]
)
def test_5_1_repair_from_the_next_turn(table: Table, die: int, marks: set[str]) -> None:
    table.lay({"ii-infantry": {"hex": "1318", "marks": ["machine_guns", "jammed"]}, "tecla-f1": "0510"}, "italian.clean-up", 2)
    assert table.asks == "repair"
    table.roll(f"roll {die}")
    assert table.marks("ii-infantry") == marks


def test_5_1_repair_not_in_the_turn_of_the_failure(table: Table) -> None:
    table.lay({"ii-infantry": {"hex": "1318", "marks": ["machine_guns", "jammed", "jammed_now"]}, "tecla-f1": "0510"}, "italian.clean-up", 2)
    assert table.asks == "movement"


def lowest(table: Table) -> int:
    """Whether any throw brings the unit low on ammo."""
    return sum(weight for score, weight in table.scores().items() if score.low)


def test_5_1_ammo_two_ones_are_enough_with_machine_guns(table: Table) -> None:
    unit = {"hex": "1318", "steps": 1, "marks": ["machine_guns"]}  # combat value 2 and one for the guns
    fight({"ii-infantry": unit}, table, 4).do("resolve ii-infantry")
    with_guns = lowest(table)
    fight({"ii-infantry": {"hex": "1318", "steps": 1}}, table, 4).do("resolve ii-infantry")
    assert with_guns > 0
    assert lowest(table) == 0  # two dice never show three ones


def test_5_2_low_ammo_from_turn_four(table: Table) -> None:
    for turn, danger in ((3, False), (4, True)):
        fight({"ii-infantry": "1318"}, table, turn).do("resolve ii-infantry")
        assert (lowest(table) > 0) is danger


def test_5_2_low_ammo_costs_one_combat_value(table: Table) -> None:
    fight({"ii-infantry": "1318"}, table, 4).do("resolve ii-infantry").roll("hits 3-0+ii-infantry")
    assert "low_ammo" in table.marks("ii-infantry")
    assert table.value("ii-infantry") == 8


def test_5_2_ones_in_a_row_are_rarer(table: Table) -> None:
    chances = []
    for option in ("any", "row"):
        fight({"ii-infantry": "1318"}, table, 4, options={"ones": option}).do("resolve ii-infantry")
        total = sum(table.scores().values())
        chances.append(lowest(table) / total)
    assert chances[0] > chances[1] > 0


LOW = {"hex": "1318", "marks": ["low_ammo", "resupply"]}


def test_5_3_mules_supply_within_five_hexes(table: Table) -> None:
    table.lay({"ii-infantry": LOW, "mule-1": "1322", "mule-2": "1822", "tecla-f1": "0510"}, "italian.clean-up", 5)
    assert table.menu("supply") == {"supply ii-infantry mule-1"}
    assert table.why("supply ii-infantry mule-2").rule == "5.3"
    table.do("supply ii-infantry mule-1")
    assert "low_ammo" not in table.marks("ii-infantry")


def test_5_3_no_supply_through_enemy_zones_even_where_friends_stand(table: Table) -> None:
    wall = {"tecla-f1": "1221", "tecla-f2": "1421", "tecla-f3": "1021", "tecla-f4": "1621"}
    table.lay({"ii-infantry": LOW, "mule-1": "1322", "v-infantry": "1321", **wall}, "italian.clean-up", 5)
    assert table.asks == "movement"  # nobody can be supplied


def test_5_3_without_an_order_nothing_is_brought(table: Table) -> None:
    table.lay({"ii-infantry": {"hex": "1318", "marks": ["low_ammo"]}, "mule-1": "1319", "tecla-f1": "0510"}, "italian.clean-up", 5)
    assert table.asks == "movement"


@pytest.mark.parametrize(("die", "supplied"), [(1, True), (3, True), (4, False), (6, False)])
def test_5_3_roll_from_turn_seven(table: Table, die: int, supplied: bool) -> None:
    table.lay({"ii-infantry": LOW, "mule-1": "1319", "tecla-f1": "0510"}, "italian.clean-up", 7).do("supply ii-infantry mule-1")
    table.roll(f"roll {die}")
    assert ("low_ammo" not in table.marks("ii-infantry")) is supplied
    assert table.steps("mule-1") == (1 if supplied else 2)
    assert table.asks == "movement"  # one attempt a turn


def test_5_3_roll_the_second_reduction_eliminates_the_mules(table: Table) -> None:
    table.lay({"ii-infantry": LOW, "mule-1": {"hex": "1319", "steps": 1}, "tecla-f1": "0510"}, "italian.clean-up", 7)
    table.do("supply ii-infantry mule-1").roll("roll 1")
    assert table.at("mule-1") == "eliminated"


def test_5_3_move_four_hexes_and_terrain(table: Table) -> None:
    table.lay({"mule-1": "1318", "tecla-f1": "0510"}, "italian.movement")
    table.do("move mule-1 1322")
    table.lay({"mule-1": "1414", "tecla-f1": "0510"}, "italian.movement")
    assert table.why("move mule-1 1314").rule == "9.0.chart"


def test_5_4_disorganized_costs_one_combat_value(table: Table) -> None:
    table.lay({"ii-infantry": {"hex": "1318", "marks": ["disorganized"]}})
    assert table.value("ii-infantry") == 8


def test_5_4_rally_by_order_without_moving(table: Table) -> None:
    unit = {"hex": "1318", "marks": ["disorganized"]}
    table.lay({"ii-infantry": unit, "brusati": "1318", "tecla-f1": "0510"}).do("order brusati rally ii-infantry", "done")
    assert table.why("move ii-infantry 1319").rule == "5.4.rally"
    table.do("done")
    assert "disorganized" not in table.marks("ii-infantry")


def test_5_4_rally_is_not_for_who_entrenches_this_turn_under_whatever_order(table: Table) -> None:
    """A unit under hold that was also ordered to dig in does not rally besides; one that was entrenched before does."""
    for marks, orders, left in ((["disorganized"], ("hold", "entrench"), True), (["disorganized", "entrenched"], ("hold",), False)):
        table.lay({"albertone": "0505", "i-ascari": {"hex": "0504", "marks": marks}})
        table.do(*(f"order albertone {order} i-ascari" for order in orders), "done", "done")
        assert ("disorganized" in table.marks("i-ascari")) is left
        assert "entrenched" in table.marks("i-ascari")


def test_5_4_rally_is_not_for_units_in_order(table: Table) -> None:
    table.lay({"ii-infantry": "1318", "brusati": "1318", "tecla-f1": "0510"})
    assert table.why("order brusati rally ii-infantry").rule == "5.4.rally"


def test_5_5_entrenchment_by_order_instead_of_moving(table: Table) -> None:
    table.lay({"ii-infantry": "1318", "brusati": "1318", "tecla-f1": "0510"}).do("order brusati entrench ii-infantry", "done")
    assert "entrenched" in table.marks("ii-infantry")
    assert table.why("move ii-infantry 1319").rule == "5.5"


def test_5_5_entrenchment_is_left_behind(table: Table) -> None:
    table.lay({"ii-infantry": {"hex": "1318", "marks": ["entrenched"]}, "tecla-f1": "0510"}, "italian.movement").do("move ii-infantry 1319")
    assert table.marks("ii-infantry") == {"moved"}


def test_11_0_clean_up_mends_only_what_the_rules_allow(table: Table) -> None:
    table.lay(
        {"ii-infantry": {"hex": "1318", "marks": ["disorganized", "low_ammo"]}, "v-infantry": {"hex": "1320", "marks": ["disorganized", "rally"]}, "tecla-f1": "0510"},
        "italian.clean-up",
    )  # fmt: skip
    assert table.marks("ii-infantry") == {"disorganized", "low_ammo"}
    assert "disorganized" not in table.marks("v-infantry")


SHELTERED = {"bombardment": "sheltered"}


def test_5_1_test_only_of_guns_that_are_used(table: Table) -> None:
    """A regiment bombarded from afar rolls no dice, so its machine guns are not in action."""
    table.lay({"ii-infantry": {"hex": "1319", "marks": GUNS}, "alula-a1": "1316"}, "abyssinian.small-arms", options=SHELTERED).do(
        "fire alula-a1 ii-infantry", "done"
    )
    assert table.asks == "combat"
    assert "untested" in table.marks("ii-infantry")


def gunners(table: Table, marks: list[str]) -> Table:
    units = {"ii-infantry": {"hex": "1318", "steps": 1, "marks": marks}, "mg-2": {"hex": "with-units", "points": table.piece("ii-infantry") + 1}}
    return table.lay({**units, "v-infantry": "2510", "tecla-f1": "0510"}, "italian.clean-up", 5)


def test_5_1_repair_of_one_removes_the_counter(table: Table) -> None:
    gunners(table, ["machine_guns", "jammed"]).roll("roll 1")
    assert (table.at("mg-2"), table.marks("ii-infantry")) == ("eliminated", set())


def test_5_1_assign_captured_guns_are_eliminated(table: Table) -> None:
    gunners(table, ["machine_guns"])
    table.s.lose_steps(table.piece("ii-infantry"), 1, "10.2.table")
    assert (table.at("mg-2"), table.at("ii-infantry")) == ("eliminated", "eliminated")


def test_5_1_assign_remembers_the_unit(table: Table) -> None:
    table.s = table.game.new("battle", {})
    table.do("suggest", "done")
    table.s.lose_steps(table.piece("v-infantry"), 4, "10.2.table")
    assert [table.at(f"mg-{n}") for n in range(1, 5)] == ["with-units", "with-units", "eliminated", "with-units"]
