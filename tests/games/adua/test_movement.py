"""6.0 Special units, 9.0 Movement, 10.0 zones of control."""

from __future__ import annotations

import pytest

from amba.games.adua.rules.r06_artillery import sees
from tests.games.adua.helpers import Table


def test_6_0_cavalry_takes_no_part_in_small_arms_combat(table: Table) -> None:
    table.lay({"menelik-c1": "1318", "menelik-f1": "1320", "v-infantry": "1319"}, "abyssinian.small-arms")
    assert table.why("fire menelik-c1 v-infantry").rule == "6.0.cavalry"


def test_6_0_cavalry_fired_upon_rolls_no_dice(table: Table) -> None:
    table.lay({"menelik-c1": "1318", "v-infantry": {"hex": "1319", "marks": ["attack"]}}, "italian.small-arms")
    table.do("fire v-infantry menelik-c1", "done", "resolve menelik-c1")
    assert {score.abyssinian for score in table.scores()} == {0}


def test_6_0_cavalry_goes_straight_into_melee(table: Table) -> None:
    table.lay({"menelik-c1": "1315", "v-infantry": "1319"}, "abyssinian.movement").do("move menelik-c1 1318", "done")
    assert table.asks == "closing"
    assert table.why("done").rule == "10.0.duty"
    table.do("close menelik-c1 v-infantry")
    assert table.at("menelik-c1") == "1319"


@pytest.mark.parametrize(("gun", "side", "reach"), [("viii-mountain", "italian", 3), ("alula-a1", "abyssinian", 4)])
def test_6_0_artillery_has_its_range(table: Table, gun: str, side: str, reach: int) -> None:
    foes = ("tecla-f1", "tecla-f2") if side == "italian" else ("v-infantry", "ii-infantry")
    near, far = f"13{16 + reach}", f"13{17 + reach}"
    orders = ["attack"] if side == "italian" else []
    table.lay({gun: {"hex": "1316", "marks": orders}, foes[0]: near, foes[1]: far}, f"{side}.small-arms")
    assert table.menu("fire") == {f"fire {gun} {foes[0]}"}
    assert table.why(f"fire {gun} {foes[1]}").rule == "10.1"


def test_6_0_artillery_that_misses_from_afar_changes_nothing(table: Table) -> None:
    table.lay({"alula-a1": "1316", "v-infantry": "1319"}, "abyssinian.small-arms", options={"bombardment": "sheltered"})
    table.do("fire alula-a1 v-infantry", "done", "resolve v-infantry")
    assert {score.italian for score in table.scores()} == {0}  # infantry cannot answer
    table.roll("hits 0-0")
    assert (table.steps("v-infantry"), table.marks("v-infantry") & {"disorganized"}) == (4, set())


def test_6_0_artillery_duels_are_answered(table: Table) -> None:
    table.lay({"alula-a1": "1316", "viii-mountain": "1319"}, "abyssinian.small-arms")
    table.do("fire alula-a1 viii-mountain", "done", "resolve viii-mountain")
    assert {score.italian for score in table.scores()} == set(range(6))


def test_6_0_sight_is_blocked_by_higher_ground_only(table: Table) -> None:
    world = table.game.world
    assert not sees(world, world.grid.hex("0107"), world.grid.hex("0407"))  # over the second level
    assert sees(world, world.grid.hex("0207"), world.grid.hex("0206"))
    assert sees(world, world.grid.hex("1316"), world.grid.hex("1319"))


def test_6_0_sight_does_not_lead_round_a_hill_beyond_the_edge_of_the_map(table: Table) -> None:
    """From 1101 to 1301 the line runs along a side of 1201, which is a hill; beyond that side there is no map."""
    world = table.game.world
    assert not sees(world, world.grid.hex("1101"), world.grid.hex("1301"))
    assert sees(world, world.grid.hex("1201"), world.grid.hex("1001"))


def test_9_0_a_unit_moves_up_to_its_value(table: Table) -> None:
    table.lay({"v-infantry": "1317", "tecla-f1": "0510"}, "italian.movement")
    refusal = table.why("move v-infantry 1322")
    assert refusal.rule == "9.0"
    assert ("Movement", "4", "9.0") in refusal.items
    assert ("Needed", "5", "9.0.chart") in refusal.items
    table.do("move v-infantry 1321")
    assert table.why("move v-infantry 1320").rule == "9.0"


def test_9_0_zoc_stops_movement(table: Table) -> None:
    table.lay({"tecla-f1": "1315", "v-infantry": "1319"}, "abyssinian.movement")
    way = table.preview("move tecla-f1 1418")
    assert way is not None
    assert "1318" not in way.path  # it would have had to stop there
    table.do("move tecla-f1 1318")
    assert "entered" in table.marks("tecla-f1")


def test_9_0_stacking_friends_are_passed_but_not_joined(table: Table) -> None:
    table.lay({"tecla-f1": "1317", "tecla-f2": "1318", "tecla": "1316", "v-infantry": "2510"}, "abyssinian.movement")
    assert table.why("move tecla-f1 1318").rule == "9.0.stacking"
    table.do("move tecla-f1 1319", "move tecla 1318")


def test_9_0_leaders_move_six_hexes_over_any_ground(table: Table) -> None:
    table.lay({"ragni": "1316", "tecla-f1": "0510"}, "italian.movement")
    table.do("move ragni 1310")  # over Semaiata and Caulos


@pytest.mark.parametrize(
    ("piece", "start", "to", "cost"),
    [
        ("tecla-f1", "0414", "0514", 2), ("tecla-f1", "0512", "0513", 1), ("i-ascari", "0516", "0518", 4), ("v-infantry", "0416", "0417", 2),
        ("v-infantry", "0417", "0518", 3), ("alpini", "0417", "0518", 2), ("rapid-guns", "0416", "0417", 3), ("viii-mountain", "0416", "0417", 2),
        ("viii-mountain", "0417", "0518", 4), ("menelik-c1", "0416", "0417", 2), ("alula-a1", "0416", "0417", 4),
    ],
)  # fmt: skip
def test_9_0_chart_costs(table: Table, piece: str, start: str, to: str, cost: int) -> None:
    phase = "italian.movement" if table.game.world.units[table.piece(piece)].side == 0 else "abyssinian.movement"
    table.lay({piece: start, "ii-infantry" if phase.startswith("a") else "gabeiehu-fv1": "2510"}, phase)
    preview = table.preview(f"move {piece} {to}")
    assert preview is not None
    assert preview.cost.split()[0] == str(cost)


def test_9_0_chart_only_the_first_hill_counts_double(table: Table) -> None:
    table.lay({"tecla-f1": "1513", "v-infantry": "2510"}, "abyssinian.movement")
    way = table.preview("move tecla-f1 1716")
    assert way is not None
    world = table.game.world
    levels = [world.level[world.grid.hex(hex)] for hex in way.path[1:]]
    assert levels.count(1) >= 2
    assert way.cost == f"{len(levels) + 1} of 6"


@pytest.mark.parametrize("piece", ["rapid-guns", "menelik-c1", "alula-a1", "mule-1"])
def test_9_0_chart_second_level_is_prohibited(table: Table, piece: str) -> None:
    phase = "italian.movement" if table.game.world.units[table.piece(piece)].side == 0 else "abyssinian.movement"
    table.lay({piece: "0417", "ii-infantry" if phase.startswith("a") else "gabeiehu-fv1": "2510"}, phase)
    assert table.why(f"move {piece} 0518").rule == "9.0.chart"


def test_9_0_chart_one_hex_takes_the_whole_move(table: Table) -> None:
    table.lay({"alula-a1": "0415", "v-infantry": "2510"}, "abyssinian.movement")
    assert table.why("move alula-a1 0417").rule == "9.0"


def test_10_0_zones_cover_six_hexes_but_not_prohibited_ground(table: Table) -> None:
    table.lay({"v-infantry": "0417", "rapid-guns": "0519"})
    world = table.game.world
    zone = {world.grid.names[hex] for hex in range(world.hexes) if table.s.zoc(0)[hex]}
    assert {"0518", "0517", "0416", "0418", "0317", "0318"} <= zone
    assert "0618" not in zone  # the second level is closed to field guns


def test_10_0_units_in_melee_control_nothing(table: Table) -> None:
    table.lay({"v-infantry": "1318", "tecla-f1": "1318"})
    assert not any(table.s.zoc(0))
    assert not any(table.s.zoc(1))


def test_10_0_committed_units_control_nothing(table: Table) -> None:
    table.lay({"tecla-f1": "1318", "v-infantry": "1319"}, "abyssinian.movement").do("engage tecla-f1 v-infantry")
    assert not any(table.s.zoc(0))
    assert table.why("move tecla-f1 1317").rule == "10.0"


def test_10_0_duty_to_attack_after_entering_a_zone(table: Table) -> None:
    table.lay({"tecla-f1": "1316", "tecla-f2": "1320", "v-infantry": "1319"}, "abyssinian.movement").do("move tecla-f1 1318", "done")
    assert table.why("done").rule == "10.0.duty"
    table.do("fire tecla-f1 v-infantry", "done")  # the one that began its turn there need not attack


def test_10_0_phases_the_dead_do_not_go_into_melee(table: Table) -> None:
    table.lay({"tecla-f1": {"hex": "1318", "steps": 1}, "tecla-f2": "1320", "v-infantry": "1319"}, "abyssinian.small-arms")
    table.do("fire tecla-f1 v-infantry", "fire tecla-f2 v-infantry", "done", "resolve v-infantry").roll("hits 2-1")
    table.do("hit tecla-f1", "hit tecla-f1")
    assert table.at("tecla-f1") == "eliminated"
    assert table.asks == "orders"  # the third hit repulsed the other: nobody is asked about melee


def test_10_0_duty_holds_for_guns_below_an_enemy_they_cannot_climb_to(table: Table) -> None:
    """0518 is second-level ground: no zone of the guns reaches there, but the enemy's zone does reach the guns, and they can fire."""
    table.lay({"rapid-guns": {"hex": "0416", "marks": ["attack"]}, "tecla-f1": "0518"}, "italian.movement").do("move rapid-guns 0417", "done")
    assert table.why("done").rule == "10.0.duty"
    table.do("fire rapid-guns tecla-f1", "done")


def test_6_0_artillery_may_be_answered_from_afar_under_the_option(table: Table) -> None:
    units = {"viii-mountain": {"hex": "1316", "marks": ["attack"]}, "tecla-f1": "1319"}
    for option, dice in (("sheltered", {0}), ("answered", {0, 1, 2})):
        table.lay(units, "italian.small-arms", options={"bombardment": option}).do("fire viii-mountain tecla-f1", "done", "resolve tecla-f1")
        assert {score.abyssinian for score in table.scores()} == dice
    table.roll("hits 0-1")
    assert table.steps("viii-mountain") == 3  # "all units that participated are reduced"


def test_9_0_an_army_closes_up_on_its_leader_in_one_gesture(table: Table) -> None:
    units = {"tecla": "1018", "tecla-f1": "0718", "tecla-f2": "0719", "tecla-f3": "1419", "gabeiehu-fv1": "0717", "v-infantry": "1519"}
    table.lay(units, "abyssinian.movement").do("follow tecla")
    grid = table.game.world.grid
    near = {key: grid.distance(grid.hex(table.at(key)), grid.hex("1018")) for key in ("tecla-f1", "tecla-f2")}
    assert max(near.values()) <= 2
    assert all("moved" in table.marks(key) for key in near)
    assert (table.at("tecla-f3"), table.at("gabeiehu-fv1")) == ("1419", "0717")  # one is next to the enemy, the other is not his
    assert table.why("follow tecla").rule == "9.0"


def test_4_0_entry_of_a_whole_army_behind_its_leader(table: Table) -> None:
    table.lay({"i-ascari": "2510"}, "abyssinian.movement", 5).do("enter alula 0317", "follow alula")
    units = [unit for unit in table.game.world.combat[1] if table.game.world.commander[unit] == table.piece("alula")]
    assert len(units) == 17
    assert all(table.s.is_on_map(unit) for unit in units)
    assert table.at("taitu-f1") == "off-map"
