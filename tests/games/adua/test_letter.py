"""The letter of the rulebook where an independent reading found us away from it, and the options for the other readings."""

from __future__ import annotations

import pytest

from amba.core.steps import top
from amba.games.adua.frames import ChooseCombat, Volley
from amba.games.adua.orders import Hits
from amba.games.adua.rules.r10_volley import defence_pool, result_words
from amba.games.adua.world import ABYSSINIAN, ITALIAN
from tests.games.adua.helpers import Table


def shares(table: Table) -> dict[tuple[str, str], int]:
    """The dice of every attacker against each of its targets."""
    names = table.game.names.pieces
    return {(names[unit], names[target]): dice for unit, target, dice in top(table.s, ChooseCombat).shares}


def test_10_1_elevation_and_enemies_left_alone_are_summed_before_anything_is_cut(table: Table) -> None:
    """Two for the infantry, two less for VI Fanteria, whom nobody attacks, one more for the height: one die, not none."""
    table.lay({"tecla-f1": "0714", "v-infantry": "0614", "vi-infantry": "0715"}, "abyssinian.small-arms")
    table.do("fire tecla-f1 v-infantry", "done")
    assert shares(table) == {("tecla-f1", "v-infantry"): 1}


def test_10_1_elevation_does_not_pay_for_two_enemies_left_alone(table: Table) -> None:
    table.lay({"tecla-f1": "0714", "v-infantry": "0614", "vi-infantry": "0715", "iv-infantry": "0713"}, "abyssinian.small-arms")
    table.do("fire tecla-f1 v-infantry", "done")
    assert shares(table) == {("tecla-f1", "v-infantry"): 0}


def test_10_1_elevation_is_added_once_however_the_fire_is_split(table: Table) -> None:
    """Three for the veterans and one for the height make four dice against both together, not four against each or five in all."""
    table.lay({"alula-fv1": "0714", "v-infantry": "0614", "vi-infantry": "0715"}, "abyssinian.small-arms")
    table.do("fire alula-fv1 v-infantry", "fire alula-fv1 vi-infantry", "done")
    assert table.menu("dice") == {f"dice alula-fv1 v-infantry {n}" for n in (1, 2, 3)}
    table.do("dice alula-fv1 v-infantry 3")
    assert shares(table) == {("alula-fv1", "v-infantry"): 3, ("alula-fv1", "vi-infantry"): 1}
    preview = table.preview("resolve v-infantry")
    assert preview is not None
    assert ("Veterans 1 (Alula) rolls", "3 dice, +1", "10.1.dice") in preview.items


def test_10_1_elevation_up_and_down_cancels(table: Table) -> None:
    table.lay({"alula-fv1": "0614", "v-infantry": "0714", "vi-infantry": "0615", "iv-infantry": "0613"}, "abyssinian.small-arms")
    table.do("fire alula-fv1 v-infantry", "fire alula-fv1 iv-infantry", "fire alula-fv1 vi-infantry", "done", "dice alula-fv1 v-infantry 1")
    table.do("dice alula-fv1 iv-infantry 1")
    assert sum(shares(table).values()) == 3


@pytest.mark.parametrize(("reading", "dice"), [("none", 2), ("minus", 1)])
def test_10_1_elevation_takes_nothing_from_a_defender_below(table: Table, reading: str, dice: int) -> None:
    """10.1 speaks of Abyssinians who attack; figure 6 gives the one more to a defender above, nothing takes one from a defender below."""
    table.lay({"bersaglieri": {"hex": "0714", "marks": ["attack"]}, "alula-f1": "0614"}, "italian.small-arms", options={"defender_below": reading})
    italian, abyssinian = table.piece("bersaglieri"), table.piece("alula-f1")
    assert defence_pool(table.s, Volley(ITALIAN, abyssinian, ((italian, abyssinian, 10),))).dice == dice


@pytest.mark.parametrize(
    ("reading", "behind", "even"),
    [("printed", ("disorganized", "damage 1"), ("reduced", "damage 2")), ("exchanged", ("reduced", "damage 1"), ("disorganized", "damage 2"))],
)
def test_10_1_table_option_exchanges_what_happens_to_the_italian_only(
    table: Table, reading: str, behind: tuple[str, ...], even: tuple[str, ...]
) -> None:
    table.lay({"v-infantry": "1319", "tecla-f1": "1318"}, "abyssinian.small-arms", options={"fire_rows": reading})
    combat = Volley(ABYSSINIAN, table.piece("v-infantry"), ((table.piece("tecla-f1"), table.piece("v-infantry"), 2),))
    assert (result_words(table.s, combat, 0, 1), result_words(table.s, combat, 1, 1)) == (behind, even)


def test_4_0_no_sixteenth_turn_begins(table: Table) -> None:
    table.lay({"v-infantry": "1319", "tecla-f1": "1320"}, "abyssinian.small-arms", 15).do("done")
    told = [table.game.sentence(event) for event in table.events]
    assert table.asks == "over"
    assert "The battle is over." in told
    assert not any("Turn 16" in text for text in told)


def test_10_1_dice_one_is_a_die(table: Table) -> None:
    table.lay({"alula-fv1": "1318", "v-infantry": "1319", "vi-infantry": "1317"}, "abyssinian.small-arms")
    table.do("fire alula-fv1 v-infantry", "fire alula-fv1 vi-infantry", "done")
    labels = [table.game.label(table.s, order) for order in table.game.legal(table.s)]
    assert labels == ["1 die against V Fanteria", "2 dice against V Fanteria"]
    table.do("dice alula-fv1 v-infantry 1")
    preview = table.preview("resolve v-infantry")
    assert preview is not None
    assert ("Veterans 1 (Alula) rolls", "1 die, +1", "10.1.dice") in preview.items


def test_6_0_artillery_is_answered_and_shares_the_result(table: Table) -> None:
    """A bombarded unit is treated as if it was attacked by small arms: it fires back, and guns that hit no more than it are repulsed and disorganized."""
    table.lay({"viii-mountain": {"hex": "1319", "marks": ["attack"]}, "tecla-f1": "1316"}, "italian.small-arms")
    table.do("fire viii-mountain tecla-f1", "done", "resolve tecla-f1")
    assert max(score.abyssinian for score in table.scores()) == 2
    table.roll("hits 0-0")
    assert table.marks("viii-mountain") >= {"repulsed", "disorganized"}


def test_6_0_artillery_of_the_abyssinians_takes_its_share_of_the_hits(table: Table) -> None:
    table.lay({"alula-a1": "1315", "v-infantry": "1319"}, "abyssinian.small-arms")
    table.do("fire alula-a1 v-infantry", "done", "resolve v-infantry").roll("hits 2-0")
    assert table.steps("alula-a1") == 0


@pytest.mark.parametrize(("reading", "dice"), [("counted", 5), ("spared", 9)])
def test_10_1_unattacked_enemies_in_melee_count(table: Table, reading: str, dice: int) -> None:
    """Two in the melee next to him are not attacked: two less each."""
    units = {"ii-infantry": {"hex": "1319", "marks": ["attack"]}, "tecla-f1": "1318", "iv-infantry": "1320", "tecla-f2": "1320", "tecla-f3": "1320"}
    table.lay(units, "italian.small-arms", options={"melee_neighbours": reading}).do("fire ii-infantry tecla-f1", "done")
    assert shares(table) == {("ii-infantry", "tecla-f1"): dice}


def test_4_0_entry_is_no_choice_once_there_is_room(table: Table) -> None:
    """Taitu and her four units are due on turn 3."""
    table.lay({"i-ascari": "2510"}, "abyssinian.movement", 3)
    refusal = table.why("done")
    assert refusal.rule == "4.0.entry"
    assert len(refusal.items) == 5
    table.do("enter taitu 0117", "follow taitu", "done")
    assert not table.s.here[table.game.world.box["off-map"]] or table.s.turn == 4


def test_4_0_entry_waits_for_room(table: Table) -> None:
    """With an Italian behind every pass there is none for them: their time comes later."""
    gates = [table.game.names.places[hex] for hex in table.game.world.passes]
    italians = [table.game.names.pieces[unit] for unit in table.game.world.combat[0] if table.game.world.units[unit].kind != "artillery"]
    table.lay(dict(zip(italians, gates, strict=False)), "abyssinian.movement", 3).do("done")
    assert table.s.turn in {3, 4}


def test_4_0_set_up_who_is_not_in_the_calendar_begins_on_the_map(table: Table) -> None:
    table.s = table.game.new("battle", {})
    table.do("suggest", "done", "place maconnen 0314", "place maconnen-fv1 0412", "suggest", "done")
    assert all(table.s.is_on_map(table.piece(f"maconnen-fv{n}")) for n in range(1, 9))
    table.lay({"i-ascari": "2510"}, "abyssinian.movement", 6)
    assert table.why("enter maconnen 0117").rule == "4.0.entry"


def test_4_0_entry_of_maconnen_with_menelik_is_an_option(table: Table) -> None:
    table.s = table.game.new("battle", {"maconnen": "menelik"})
    table.do("suggest", "done")
    assert table.why("place maconnen 0314").rule == "4.0.set-up"
    table.lay({"i-ascari": "2510"}, "abyssinian.movement", 6, options={"maconnen": "menelik"}).do("enter maconnen 0117", "enter maconnen-f1 0117")


STAFF = {"baratieri": "1317", "ragni": "1319", "airaghi": "1418", "iii-infantry": "1319", "iv-infantry": "1418"}


def test_8_0_generals_only_brigade_commanders_not_the_commander_of_the_army(table: Table) -> None:
    table.lay(STAFF)
    for order in ("melee iii-infantry", "offensive airaghi", "hold ragni"):
        assert table.why(f"order baratieri {order}").rule == "8.0.generals"
    table.do("order baratieri attack iii-infantry", "order baratieri entrench iv-infantry")
    table.lay(STAFF, options={"baratieri": "brigadier"}).do("order baratieri melee iii-infantry", "order baratieri offensive airaghi")


def test_8_0_sets_no_limit_of_one_order_to_a_unit(table: Table) -> None:
    """Dug in, and then ordered to fire; under the option one order is all a unit takes."""
    table.lay({**STAFF, "tecla-f1": "1320"}).do("order baratieri entrench iii-infantry", "order ragni attack iii-infantry")
    assert table.why("order baratieri attack iii-infantry").rule == "8.0"  # it has that one
    assert table.marks("iii-infantry") >= {"entrenched", "attack"}
    table.do("done", "done", "fire iii-infantry tecla-f1")
    table.lay(STAFF, options={"orders_each": "one"}).do("order baratieri entrench iii-infantry")
    assert table.why("order ragni attack iii-infantry").rule == "8.0"


def test_8_2_combat_is_not_for_a_unit_that_rallies_whatever_else_it_was_ordered(table: Table) -> None:
    units = {**STAFF, "iii-infantry": {"hex": "1319", "marks": ["disorganized"]}, "tecla-f1": "1320"}
    table.lay(units).do("order ragni rally iii-infantry", "order baratieri attack iii-infantry")
    assert table.why("order baratieri entrench iii-infantry").rule == "5.4.rally"
    table.do("done")
    assert table.why("engage iii-infantry tecla-f1").rule == "8.2.combat"
    assert table.why("move iii-infantry 1318").rule == "5.4.rally"


def test_8_2_holding_keeps_a_unit_out_of_zones_and_melee_whatever_else_it_was_ordered(table: Table) -> None:
    held = {"i-ascari": {"hex": "1316", "marks": ["hold", "assault"]}, "vi-ascari": {"hex": "1320", "marks": ["hold", "assault"]}, "tecla-f1": "1319"}
    table.lay(held, "italian.movement")
    assert table.why("move i-ascari 1318").rule == "8.2"
    table.do("done", "fire vi-ascari tecla-f1", "done", "resolve tecla-f1").roll("hits 2-0")
    assert table.asks == "movement"


def test_8_2_melee_bars_three_orders_only(table: Table) -> None:
    table.lay({"albertone": "1319", "i-ascari": {"hex": "1318", "marks": ["disorganized", "low_ammo"]}, "tecla-f1": "1318"})
    for word in ("entrench", "rally", "resupply"):
        assert table.why(f"order albertone {word} i-ascari").rule == "8.2.melee"
    table.do("order albertone offensive i-ascari")


def test_8_0_every_order_says_what_it_allows_where_it_is_given(table: Table) -> None:
    table.lay({"albertone": "1319", "i-ascari": "1318", "vi-ascari": "1418", "tecla-f1": "2518"})
    preview = table.preview("order albertone attack i-ascari")
    assert preview is not None
    assert preview.items == (("It may", "go next to the enemy and fire; guns need it to bombard", "8.0"),)
    table.lay({"dabormida": "1318", "ragni": "1319", "iii-infantry": "1319"})
    preview = table.preview("order dabormida offensive ragni")
    assert preview is not None
    assert preview.items[0][:1] == ("His units, by his orders to them",)


@pytest.mark.parametrize(
    ("dice", "low"), [("1 5 1 4 1 6 6 6", False), ("5 1 1 4 1 1 6 6", False), ("5 4 1 1 1 6 6 6", True), ("1 1 1 1 1 1 1 1", True)]
)
def test_5_2_three_ones_must_be_consecutive(table: Table, dice: str, low: bool) -> None:
    """ "Three consecutive 1's" is three dice in a row; ones with other dice between them are none."""
    table.lay({"i-ascari": "0203", "mangascia-f1": "0204"}, "abyssinian.small-arms", 4)
    table.do("fire mangascia-f1 i-ascari", "done", "resolve i-ascari")
    order = table.game.thrown(table.s, (3, 3, *map(int, dice.split())))
    assert isinstance(order, Hits)
    assert bool(order.score.low) is low


def test_5_1_two_ones_of_machine_guns_must_be_consecutive(table: Table) -> None:
    """5.1 and the table of 5.3 say "consecutive" of the two ones as well."""
    guns = {"hex": "0203", "marks": ["machine_guns"]}
    for dice, low in (((1, 5, 1, 5, 1, 5, 1, 5, 1), False), ((5, 1, 1, 5, 5, 5, 5, 5, 5), True)):
        table.lay({"i-ascari": guns, "mangascia-f1": "0204"}, "abyssinian.small-arms", 4)
        table.do("fire mangascia-f1 i-ascari", "done", "resolve i-ascari")
        order = table.game.thrown(table.s, (3, 3, *dice))
        assert isinstance(order, Hits)
        assert bool(order.score.low) is low


def test_10_1_a_single_die_to_share_out_is_a_die(table: Table) -> None:
    table.lay({"mangascia-f1": {"hex": "0203", "steps": 1}, "i-ascari": "0202", "vi-ascari": "0204"}, "abyssinian.small-arms")
    table.do("fire mangascia-f1 i-ascari", "fire mangascia-f1 vi-ascari", "done")
    decision = table.game.decision(table.s)
    assert decision is not None
    assert "has 1 die:" in decision.text


def test_6_0_cavalry_under_fire_has_no_dice_and_the_panel_says_why(table: Table) -> None:
    table.lay(
        {"v-infantry": {"hex": "1319", "marks": ["attack"]}, "vi-infantry": {"hex": "1317", "marks": ["attack"]}, "taitu-c1": "1318"},
        "italian.small-arms",
    )
    for order in ("fire v-infantry taitu-c1", "mass taitu-c1"):
        preview = table.preview(order)
        assert preview is not None
        assert ("No firearms", "0 dice", "6.0.cavalry") in preview.items, order
        assert preview.items[-1][1] == "0 dice, +0"


def test_10_1_leaders_are_not_under_fire_where_every_attacker_is_lost(table: Table) -> None:
    """Who attacks two and falls in the first combat is not there for the second: nobody is asked to fight it, and no leader may fall in it."""
    units = {"maconnen-fv1": {"hex": "0505", "steps": 1}, "i-ascari": "0504", "vi-ascari": "0506", "albertone": "0506"}
    table.lay(units, "abyssinian.small-arms", 7).do("fire maconnen-fv1 i-ascari", "fire maconnen-fv1 vi-ascari", "done")
    table.do("dice maconnen-fv1 i-ascari 1", "resolve i-ascari").roll("hits 8-0")
    assert table.at("maconnen-fv1") == "eliminated"
    assert table.asks == "orders"
    assert (table.s.turn, table.marks("vi-ascari")) == (8, set())


def test_10_1_combat_goes_on_while_one_attacker_is_left(table: Table) -> None:
    units = {"maconnen-fv1": {"hex": "0505", "steps": 1}, "maconnen-fv2": "0605", "i-ascari": "0504", "vi-ascari": "0506"}
    table.lay(units, "abyssinian.small-arms", 7).do(
        "fire maconnen-fv1 i-ascari", "fire maconnen-fv1 vi-ascari", "fire maconnen-fv2 vi-ascari", "done"
    )
    table.do("dice maconnen-fv1 i-ascari 1", "resolve i-ascari").roll("hits 8-0")
    assert table.menu() == {"resolve vi-ascari"}


def test_6_0_artillery_that_nobody_can_answer_is_promised_and_told_nothing_that_does_not_come(table: Table) -> None:
    """Option `sheltered`: panel and log leave out what the table would do to guns that are out of reach."""
    table.lay({"viii-mountain": {"hex": "1316", "marks": ["attack"]}, "tecla-f1": "1319"}, "italian.small-arms", options={"bombardment": "sheltered"})
    table.do("fire viii-mountain tecla-f1", "done")
    preview = table.preview("resolve tecla-f1")
    assert preview is not None
    assert {chance.label: chance.text for chance in preview.odds} == {
        "0": "nothing",
        "+1": "melee may follow",
        "+2": "melee may follow",
        "+3 or more": "melee may follow, the Abyssinian unit loses a step",
    }
    table.do("resolve tecla-f1").roll("hits 1-0")
    assert "disorganized" not in table.marks("viii-mountain")
    table.lay({"alula-a1": "1316", "v-infantry": "1319"}, "abyssinian.small-arms", options={"bombardment": "sheltered"})
    table.do("fire alula-a1 v-infantry", "done")
    preview = table.preview("resolve v-infantry")
    assert preview is not None
    assert {chance.label: chance.text for chance in preview.odds} == {"-1 or less": "Italian unit disorganized", "0": "nothing"}
