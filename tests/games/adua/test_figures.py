"""Figures 2 to 6 of the rulebook are worked examples with numbers: each is rebuilt as a position."""

from __future__ import annotations

import pytest

from amba.core.steps import top
from amba.games.adua.frames import ChooseCombat, Volley
from amba.games.adua.rules.r06_artillery import between, may_bombard
from amba.games.adua.rules.r10_attacks import attack_value
from amba.games.adua.rules.r10_melee import strength
from amba.games.adua.rules.r10_volley import defence_pool, pools
from amba.games.adua.world import ABYSSINIAN, ITALIAN
from tests.games.adua.helpers import Table

FIGURE_2 = {
    "iii-infantry": "1319", "ragni": "1319", "dabormida": "1517", "airaghi": "1417", "iv-infantry": "1417", "militia": "1516", "ii-mountain": "1619",
    "tecla-f1": "1418", "tecla-f2": "1419", "tecla-f3": "1320", "tecla-f4": "1318",
}  # fmt: skip


def test_fig_2_the_general_spends_his_three_orders(table: Table) -> None:
    table.lay(FIGURE_2)
    table.do("order dabormida offensive ragni", "order dabormida offensive airaghi")
    table.do("order airaghi offensive militia", "order airaghi offensive iv-infantry", "order ragni offensive iii-infantry")
    table.do("order dabormida attack ii-mountain")
    assert table.why("order dabormida attack militia").rule == "3.0.value"


def test_fig_2_ragni_cannot_reach_the_guns_because_of_enemy_units(table: Table) -> None:
    table.lay(FIGURE_2)
    assert table.why("order ragni attack ii-mountain").rule == "3.0.range"


def test_fig_2_the_guns_are_within_range_when_no_enemy_is_between(table: Table) -> None:
    table.lay({key: hex for key, hex in FIGURE_2.items() if not key.startswith("tecla")})
    table.do("order ragni attack ii-mountain")


def test_fig_2_zones_of_units_under_attack_are_negated(table: Table) -> None:
    table.lay(FIGURE_2)
    table.do("order dabormida offensive airaghi", "order airaghi offensive militia", "order airaghi offensive iv-infantry")
    table.do("order dabormida attack ii-mountain", "done")
    way = table.preview("move militia 1519")
    assert way is not None
    assert "1518" not in way.path  # it would have to stop there
    assert way.warnings
    table.do("engage iv-infantry tecla-f1", "engage ii-mountain tecla-f2")
    way = table.preview("move militia 1519")
    assert way is not None
    assert (way.path, way.warnings) == (("1516", "1517", "1518", "1519"), ())
    table.do("move militia 1519")
    assert "entered" not in table.marks("militia")
    table.do("done", "fire militia tecla-f1", "fire militia tecla-f2")


def test_fig_3_three_of_five_are_repulsed_and_initiative_brings_one_more(table: Table) -> None:
    attackers = {f"maconnen-f{n}": hex for n, hex in zip(range(1, 6), ("1318", "1418", "1419", "1320", "1219"), strict=True)}
    table.lay(
        {"bersaglieri": "1319", "maconnen": "1119", "menelik": "1118", "maconnen-fv1": "1120", **attackers, "i-ascari": "2510"},
        "abyssinian.small-arms", 7,
    )  # fmt: skip
    table.do(*(f"fire {key} bersaglieri" for key in attackers), "done", "resolve bersaglieri")
    table.roll("hits 1-0")
    table.do("hit maconnen-f1", "hit maconnen-f2", "hit maconnen-f3")
    assert {key for key in attackers if "repulsed" in table.marks(key)} == {"maconnen-f1", "maconnen-f2", "maconnen-f3"}
    assert table.menu("close") == {"close maconnen-f4 bersaglieri", "close maconnen-f5 bersaglieri"}
    table.do("close maconnen-f4 bersaglieri", "close maconnen-f5 bersaglieri")
    assert table.asks == "initiative"
    table.do("initiative maconnen").roll("roll 4")
    assert table.asks == "initiative"
    assert table.why("initiative maconnen").rule == "3.0.initiative"
    table.do("initiative menelik").roll("roll 2")
    table.do("bring maconnen-fv1 1319")
    assert table.at("maconnen-fv1") == "1319"
    assert "melee" in table.marks("maconnen-fv1")


FIGURE_4 = {
    "viii-mountain": "0206", "v-infantry": "0305", "iii-infantry": "0404",
    "alula-fv1": "0207", "menelik-c1": "0405", "alula-a1": "0304", "alula-f1": "0308", "alula-fv2": "0404", "menelik-gr1": "0504",
}  # fmt: skip


@pytest.mark.parametrize(
    ("target", "may"),
    [("alula-fv1", True), ("menelik-c1", True), ("alula-a1", True), ("alula-f1", False), ("alula-fv2", False), ("menelik-gr1", False)],
)
def test_fig_4_targets_of_the_artillery(table: Table, target: str, may: bool) -> None:
    table.lay({**FIGURE_4, "viii-mountain": {"hex": "0206", "marks": ["attack"]}}, "italian.small-arms")
    assert (f"fire viii-mountain {target}" in table.menu("fire")) is may
    assert may_bombard(table.s, table.piece("viii-mountain"), table.piece(target)) is may


def test_fig_4_a_friendly_unit_stands_in_the_line_and_does_not_matter(table: Table) -> None:
    table.lay(FIGURE_4)
    s = table.s
    lines = [between(s.world, s.at[table.piece("viii-mountain")], s.at[table.piece("alula-a1")], lean) for lean in (1, -1)]
    assert all(s.at[table.piece("v-infantry")] in line for line in lines)


def test_fig_4_what_cannot_be_hit_says_why(table: Table) -> None:
    table.lay({**FIGURE_4, "viii-mountain": {"hex": "0206", "marks": ["attack"]}}, "italian.small-arms")
    assert table.why("fire viii-mountain alula-f1").rule == "6.0.sight"
    assert table.why("fire viii-mountain alula-fv2").rule == "10.2.continue"
    assert table.why("fire viii-mountain menelik-gr1").rule == "10.1"


FIGURE_5 = {
    "i-ascari": {"hex": "0501", "marks": ["general_offensive"]}, "vi-ascari": {"hex": "0504", "marks": ["general_offensive"]},
    "alula-fv1": "0601", "alula-f1": "0401", "menelik-gr1": "0603", "alula-f2": "0404", "alula-f3": "0505",
}  # fmt: skip


def test_fig_5_enemies_left_alone_cost_two_each(table: Table) -> None:
    table.lay(FIGURE_5, "italian.small-arms")
    pairs = ((table.piece("i-ascari"), table.piece("alula-fv1")), (table.piece("vi-ascari"), table.piece("menelik-gr1")))
    assert [table.value(key) for key in ("i-ascari", "vi-ascari")] == [8, 8]
    assert [attack_value(table.s, unit, pairs) for unit, _ in pairs] == [6, 4]


def test_fig_5_the_dice_are_rolled_so(table: Table) -> None:
    table.lay(FIGURE_5, "italian.small-arms").do("fire i-ascari alula-fv1", "fire vi-ascari menelik-gr1", "done")
    at = top(table.s, ChooseCombat)
    assert at.side == ITALIAN
    assert {(unit, dice) for unit, _, dice in at.shares} == {(table.piece("i-ascari"), 6), (table.piece("vi-ascari"), 4)}


def test_fig_6_the_guard_defends_with_five_from_higher_ground(table: Table) -> None:
    table.lay(FIGURE_5, "italian.small-arms")
    guard, ascari = table.piece("menelik-gr1"), table.piece("vi-ascari")
    pool = defence_pool(table.s, Volley(ITALIAN, guard, ((ascari, guard, 4),)))
    assert (pool.dice, pool.quality) == (5, 1)


FIGURE_6 = {
    "bersaglieri": {"hex": "0614", "marks": ["disorganized"]},
    "alula-fv1": "0714", "alula-f1": "0615", "alula-f2": "0613", "menelik-gr1": "0715",
}  # fmt: skip


def test_fig_6_dice_and_quality_of_everybody(table: Table) -> None:
    table.lay(FIGURE_6, "abyssinian.small-arms")
    target = table.piece("bersaglieri")
    found = {}
    for key in ("alula-fv1", "alula-f1", "alula-f2", "menelik-gr1"):
        unit = table.piece(key)
        found[key] = (attack_value(table.s, unit, ((unit, target),)), table.game.world.units[unit].quality)
    assert found == {"alula-fv1": (4, 1), "alula-f1": (3, 0), "alula-f2": (1, 0), "menelik-gr1": (4, 1)}
    shares = tuple((table.piece(key), target, dice) for key, (dice, _) in found.items())
    italian, abyssinian = pools(table.s, Volley(ABYSSINIAN, target, shares))
    assert [(pool.dice, pool.quality) for pool in italian] == [(9, 2)]
    assert sum(pool.dice for pool in abyssinian) == 12


def test_fig_6_in_melee_the_bersaglieri_keep_nine_and_the_ground_does_not_count(table: Table) -> None:
    units = {key: "0614" for key in FIGURE_6 if key != "bersaglieri"}
    table.lay({"bersaglieri": FIGURE_6["bersaglieri"], **units}, "melee")
    hex = table.s.at[table.piece("bersaglieri")]
    assert strength(table.s, hex, ITALIAN) == 9
    assert strength(table.s, hex, ABYSSINIAN) == 3 + 2 + 2 + 4
