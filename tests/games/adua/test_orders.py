"""2.0 brigades, 3.0 Commanders, 8.0 Italian orders."""

from __future__ import annotations

from tests.games.adua.helpers import Table

BRIGADE = {
    "dabormida": "1318",
    "ragni": "1319",
    "airaghi": "1418",
    "iii-infantry": "1319",
    "iv-infantry": "1418",
    "militia": "1517",
    "ii-mountain": "1418",
}
BRIGADE["ii-mountain"] = "1419"


def test_2_0_brigades_take_orders_from_their_own_general(table: Table) -> None:
    table.lay({**BRIGADE, "arimondi": "1317", "bersaglieri": "1417"})
    assert table.why("order arimondi attack iii-infantry").rule == "3.0.own"
    table.do("order arimondi attack bersaglieri", "order dabormida attack iii-infantry")


def test_2_0_brigades_all_obey_the_commander_of_the_army(table: Table) -> None:
    table.lay({**BRIGADE, "baratieri": "1317", "bersaglieri": "1417"})
    table.do("order baratieri attack bersaglieri", "order baratieri attack iii-infantry", "order baratieri entrench iv-infantry")


def test_3_0_own_a_colonel_orders_his_regiment_only(table: Table) -> None:
    table.lay(BRIGADE)
    table.do("order ragni attack iii-infantry")
    assert table.why("order ragni attack iv-infantry").rule == "3.0.own"


def test_3_0_range_counts_hexes(table: Table) -> None:
    table.lay({**BRIGADE, "militia": "1822"})
    refusal = table.why("order airaghi attack militia")
    assert refusal.rule == "3.0.range"
    assert ("Command range", "4", "3.0.range") in refusal.items


def test_3_0_range_goes_through_enemy_zones_but_not_units(table: Table) -> None:
    table.lay({"ragni": "1319", "v-infantry": "1319", "iii-infantry": "1519", "tecla-f1": "1420"})
    table.do("order ragni attack iii-infantry")  # 1419 and 1518 lie in the enemy zone


def test_3_0_value_limits_the_orders(table: Table) -> None:
    table.lay(BRIGADE)
    table.do("order airaghi attack iv-infantry", "order airaghi attack militia")
    assert "order airaghi" not in {" ".join(table.game.spell(head)) for head in table.game.legal(table.s).heads}


def test_3_0_an_italian_leader_has_a_command_value(table: Table) -> None:
    table.lay(BRIGADE)
    assert [table.s.points[table.piece(key)] for key in ("dabormida", "ragni")] == [3, 2]


def test_8_0_all_eight_orders(table: Table) -> None:
    units = {
        **BRIGADE, "iii-infantry": {"hex": "1319", "marks": ["disorganized"]}, "iv-infantry": {"hex": "1418", "marks": ["low_ammo"]},
        "baratieri": "1317",
    }  # fmt: skip
    table.lay(units, options={"movement_orders": "ordered"})
    offered = {order.split()[2] for order in table.menu("order")}
    assert offered == {"offensive", "hold", "resupply", "rally", "attack", "melee", "move", "entrench"}


def test_8_0_one_order_for_a_unit_and_turn_is_an_option(table: Table) -> None:
    table.lay(BRIGADE, options={"orders_each": "one"}).do("order ragni attack iii-infantry")
    assert table.why("order dabormida melee iii-infantry").rule == "8.0"


def test_8_0_generals_only_for_offensive_hold_and_melee(table: Table) -> None:
    table.lay(BRIGADE)
    for word in ("offensive", "hold", "melee"):
        assert table.why(f"order ragni {word} iii-infantry").rule == "8.0.generals"
    assert table.why("order dabormida offensive iii-infantry").rule == "8.0.generals"
    table.do("order dabormida melee iii-infantry", "order dabormida hold ragni", "order ragni hold ii-mountain")


def test_8_0_generals_without_colonels_order_the_offensive_directly(table: Table) -> None:
    table.lay({"albertone": "1319", "i-ascari": "1318", "vi-ascari": "1418"})
    table.do("order albertone offensive i-ascari", "order albertone hold vi-ascari")


def test_8_0_move_needs_an_order_under_the_option(table: Table) -> None:
    table.lay(BRIGADE)
    assert table.why("order ragni move iii-infantry").rule == "8.0.move"
    table.lay(BRIGADE, options={"movement_orders": "ordered"}).do("order ragni move iii-infantry", "done", "move iii-infantry 1320")
    assert table.why("move iv-infantry 1417").rule == "8.0.move"


def test_8_1_general_offensive_allows_to_storm_and_to_go_into_melee(table: Table) -> None:
    table.lay({"albertone": "1319", "i-ascari": "1318", "tecla-f1": "1515"})
    table.do("order albertone offensive i-ascari", "done", "move i-ascari 1516", "done", "fire i-ascari tecla-f1", "done", "resolve tecla-f1")
    table.roll("hits 2-0")
    table.do("close i-ascari tecla-f1")
    assert table.at("i-ascari") == "1515"


def test_8_1_rally_under_an_offensive_but_not_entrenched(table: Table) -> None:
    idle = {"hex": "1318", "marks": ["general_offensive", "disorganized"]}
    table.lay({"i-ascari": idle, "vi-ascari": {"hex": "1320", "marks": ["general_offensive", "disorganized", "entrenched"]}}, "italian.clean-up")
    assert "disorganized" not in table.marks("i-ascari")
    assert "disorganized" in table.marks("vi-ascari")


def test_8_2_hold_allows_fire_but_neither_melee_nor_entering_a_zone(table: Table) -> None:
    table.lay(
        {"i-ascari": {"hex": "1318", "marks": ["hold"]}, "tecla-f1": "1319", "vi-ascari": {"hex": "1315", "marks": ["hold"]}}, "italian.movement"
    )
    assert table.why("move vi-ascari 1418").rule == "8.2"
    table.do("done", "fire i-ascari tecla-f1", "done", "resolve tecla-f1").roll("hits 2-0")
    assert table.asks == "movement"  # nobody is asked about melee: it is the Abyssinians' turn


def test_8_2_hold_allows_to_entrench_instead_of_moving(table: Table) -> None:
    table.lay({"i-ascari": {"hex": "1318", "marks": ["hold"]}, "tecla-f1": "1303"}, "italian.movement").do("entrench i-ascari")
    assert "entrenched" in table.marks("i-ascari")
    assert table.why("move i-ascari 1319").rule == "9.0"


def test_8_2_melee_units_take_no_such_orders(table: Table) -> None:
    unit = {"hex": "1318", "marks": ["disorganized", "low_ammo"]}
    table.lay({"albertone": "1319", "i-ascari": unit, "tecla-f1": "1318"})
    for word in ("entrench", "rally", "resupply"):
        assert table.why(f"order albertone {word} i-ascari").rule == "8.2.melee"


def test_8_2_combat_is_not_for_units_that_rally_or_take_supply(table: Table) -> None:
    table.lay({"i-ascari": {"hex": "1318", "marks": ["resupply", "low_ammo"]}, "tecla-f1": "1319"}, "italian.movement")
    assert table.why("engage i-ascari tecla-f1").rule == "8.2.none"


def test_8_2_none_a_unit_without_orders_moves_but_enters_no_zone(table: Table) -> None:
    table.lay({"i-ascari": "1316", "tecla-f1": "1319"}, "italian.movement")
    assert table.why("move i-ascari 1318").rule == "8.2.none"
    table.do("move i-ascari 1317")


def test_8_0_one_order_for_all_of_a_leader_s_men(table: Table) -> None:
    table.lay(BRIGADE).do("command dabormida offensive")
    assert "general_offensive" in table.marks("ragni") & table.marks("airaghi")
    assert table.s.points[table.piece("dabormida")] == 1
    table.do("command airaghi offensive")
    assert "general_offensive" in table.marks("militia") & table.marks("iv-infantry")


def test_3_0_value_must_do_for_all_at_once(table: Table) -> None:
    table.lay({"albertone": "1319", "i-ascari": "1318", "vi-ascari": "1418", "vii-ascari": "1419", "viii-ascari": "1320", "i-mountain": "1219"})
    assert table.why("command albertone attack").rule == "3.0.value"  # five units, four orders
    table.do("order albertone entrench i-ascari")
    assert table.why("command albertone attack").rule == "3.0.value"  # four units, three orders


def test_8_0_ending_the_orders_names_who_was_forgotten(table: Table) -> None:
    table.lay({"albertone": "1316", "i-ascari": "1318", "vi-ascari": "1317", "i-mountain": "1418", "tecla-f1": "1319"})
    preview = table.preview("done")
    assert preview is not None
    assert preview.warnings == ("These could fire and have no order: I Ascari, I Artiglieria da Montagna (8.0).",)
    table.do("order albertone attack i-ascari", "order albertone hold i-mountain")
    assert table.preview("done") is None


def test_8_0_leaders_lie_on_top_while_orders_are_given(table: Table) -> None:
    table.lay({"brusati": "1318", "ii-infantry": "1318", "mule-1": "1318", "tecla-f1": "0510"})
    assert table.game.view(table.s, 0)["stacks"]["1318"][-1] == "brusati"
    table.do("done")
    assert table.game.view(table.s, 0)["stacks"]["1318"][-1] == "ii-infantry"
