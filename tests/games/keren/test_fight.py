"""Chapters 11 to 14: ranged fire, bombardment, aircraft, assaults and their results."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from amba.core.steps import push
from amba.games.keren.frames import Retreating
from amba.games.keren.rules.r11_fire import column_of, elevation_shift, level_text, strike, weigh
from amba.games.keren.rules.r14_assault import weigh as weigh_assault
from amba.games.keren.rules.r14_results import retreats, same_regiment
from amba.games.keren.world import QUARTER
from amba.kit.sight import Sight, SightMap
from amba.kit.sight_table import Maker

if TYPE_CHECKING:
    from amba.games.keren.game import Keren

    from .conftest import Lay

CAMERONS = ("2-camerons-a", "2-camerons-b", "2-camerons-c")


def test_11_0_a_unit_fires_once_at_a_neighbour(lay: Lay) -> None:
    t = lay("italian.fire", {"col-red-1": "3628", "2-camerons-a": "3629", "2-camerons-b": "3728"}, defensive_fire="all")
    t.do("fire 3629 1", "add col-red-1", "shoot", "roll 1")
    assert t.menu() == [("done",)]
    assert t.refused("fire 3728 1").rule == "11.0"


def test_11_0_no_fire_across_prohibited_or_roadblock_sides(lay: Lay) -> None:
    t = lay("italian.fire", {"col-red-1": "3323", "2-camerons-a": "3224", "col-red-2": "3516", "2-camerons-b": "3515"}, defensive_fire="all")
    assert t.menu() == [("done",)]


def test_11_0_defensive_fire_only_at_movers_with_the_option(lay: Lay) -> None:
    units = {"col-red-1": "3628", "2-camerons-a": "3629", "2-camerons-b": {"hex": "3728", "marks": ["moved"]}}
    t = lay("italian.fire", units, defensive_fire="moved")
    assert t.menu() == [("done",), ("fire", "3728", "1")]
    assert t.refused("fire 3629 1").rule == "5.0.5"


def test_11_1_combined_fire_takes_the_worst_elevation(lay: Lay) -> None:
    # 2320 is level 4, 2222 level 2, 2321 between them level 3; the target 2122 is level 1.
    t = lay("italian.fire", {"col-red-1": "2221", "col-red-2": "2222", "2-camerons-a": "2122"}, defensive_fire="all")
    levels = t.s.world.ground.levels
    assert [levels[t.hex(h)] for h in ("2221", "2222", "2122")] == [3, 2, 1]
    high = weigh(t.s, t.hex("2122"), (t.piece("col-red-1"),))
    both = weigh(t.s, t.hex("2122"), (t.piece("col-red-1"), t.piece("col-red-2")))
    assert (high.shift, both.shift) == (1, 0)
    assert both.total == 16


def test_11_2_a_column_begins_at_the_factor_it_is_headed_by(lay: Lay) -> None:
    """A quarter of a factor less is the column before; a shift past either end stays in the end column."""
    s = lay("italian.fire", {}).s
    columns = s.world.ranged.columns
    for index, head in enumerate(columns):
        least = int(head.rstrip("+")) * QUARTER
        assert column_of(s, least, 0, -1).column == index
        assert column_of(s, least, -len(columns), -1).column == 0
        assert column_of(s, least, len(columns), -1).column == len(columns) - 1
        if index:
            assert column_of(s, least - 1, 0, -1).column == index - 1


def test_11_1_one_target_of_a_stack(lay: Lay) -> None:
    t = lay("italian.fire", {"afr-black": "3628", "col-black-1": "3628", "2-camerons-a": "3629", "2-camerons-b": "3629"}, defensive_fire="all")
    assert {("fire", "3629", "1"), ("fire", "3629", "2")} <= set(t.menu())
    t.do("fire 3629 2", "add afr-black", "add col-black-1", "shoot")
    t.get("DR")
    assert t.asked() == "retreat"


def test_11_2_the_column_is_the_sum_of_the_factors(lay: Lay) -> None:
    t = lay("italian.fire", {"afr-black": "3628", "2-camerons-a": "3629"}, defensive_fire="all")
    shot = weigh(t.s, t.hex("3629"), (t.piece("afr-black"),))
    assert t.s.world.ranged.columns[shot.column] == "4+"


@pytest.mark.parametrize(
    ("origin", "target", "shift"),
    [("2222", "2122", 0), ("2221", "2122", 1), ("2320", "2122", 2), ("2122", "2221", -1), ("2122", "2320", -2), ("2420", "1723", 2)],
)
def test_11_2_1_two_levels_are_a_column_three_are_two(lay: Lay, origin: str, target: str, shift: int) -> None:
    t = lay()
    assert elevation_shift(t.s, t.hex(origin), t.hex(target)) == shift


def test_11_3_s_suppresses_the_target_only(lay: Lay) -> None:
    t = lay("italian.fire", {"afr-black": "3628", "2-camerons-a": "3629", "2-camerons-b": "3629"}, defensive_fire="all")
    t.do("fire 3629 2", "add afr-black", "shoot")
    t.get("S")
    assert (t.has("2-camerons-a", "suppressed"), t.has("2-camerons-b", "suppressed")) == (True, False)


def test_11_3_an_eliminated_unit_leaves_its_own_regiment_unshaken(lay: Lay) -> None:
    t = lay("italian.fire", {"2-camerons-a": "3629", "2-camerons-b": "3629", "3-14-punjab-a": "3629"}, defensive_fire="all")
    strike(t.s, 0, t.hex("3629"), t.piece("2-camerons-a"), "1DE")
    t.game.play.settle(t.s)
    assert t.where("2-camerons-a") == "eliminated"
    assert not t.has("2-camerons-b", "suppressed")
    assert t.has("3-14-punjab-a", "suppressed")


def test_11_4_nobody_advances_after_fire(lay: Lay) -> None:
    guns = ("afr-black", "alp-tan-1", "alp-burgundy-1", "afr-dark-green")
    t = lay("italian.fire", {**dict.fromkeys(guns, "3628"), "2-camerons-a": "3629"}, defensive_fire="all")
    t.do("fire 3629 1", *(f"add {unit}" for unit in guns), "shoot")
    t.get("1DE")
    assert t.where("2-camerons-a") == "eliminated"
    assert t.asked() == "fire"


def test_12_0_higher_ground_between_blocks(keren: Keren) -> None:
    ground, index = keren.world.ground, keren.world.grid.index
    # From the Ascidera valley Mt Sanchil's far side cannot be seen.
    assert not ground.sight.sees(index["1723"], index["2711"])


def test_12_1_the_example_bluff_precipice_clear() -> None:
    """Level 3 to level 0 with level 4 between; with level 3 between the line is free."""
    board = SightMap(5, 9, True)
    heights = [4 if 3 <= h % 9 <= 4 else 0 for h in range(45)]
    heights[2 * 9 + 1] = 3
    assert not Sight(board, heights).sees(2 * 9 + 1, 2 * 9 + 6)
    assert Sight(board, [min(height, 3) for height in heights]).sees(2 * 9 + 1, 2 * 9 + 6)


def test_12_0_a_bombardment_needs_a_line_of_sight(lay: Lay) -> None:
    t = lay("commonwealth.bombardment", {"art-4-1": "1723", "col-red-1": "2711", "col-red-2": "2420"})
    assert t.menu() == [("done",), ("fire", "2420", "1")]
    refusal = t.refused("fire 2711 1")
    assert refusal.rule in {"12.0", "12.3"}
    assert refusal.hexes
    assert len(refusal.items) == 3


def test_12_0_the_firer_chooses_first_so_sight_need_not_be_mutual(keren: Keren) -> None:
    sight, index = keren.world.ground.sight, keren.world.grid.index
    sanchil, ridge = index["2616"], index["2016"]
    assert sight.sees(ridge, sanchil)
    assert not sight.sees(sanchil, ridge)


def test_12_1_levels(keren: Keren) -> None:
    want = {"clear": 0, "slope": 1, "hill": 2, "bluff": 3, "precipice": 4, "ridge": 5, "peak": 6}
    ground, terrain = keren.world.ground, keren.world.map.terrain
    assert all(ground.levels[h] == want[terrain[h]] for h in range(keren.world.hexes) if terrain[h] != "sheer")


def test_12_2_the_example_1723_sees_up_to_2420_and_not_past_it(keren: Keren) -> None:
    ground, index = keren.world.ground, keren.world.grid.index
    line = [index[h] for h in ("1922", "2022", "2121", "2221", "2320", "2420")]
    levels = [ground.levels[h] for h in line]
    assert levels == sorted(levels)
    assert len(set(levels)) == 6
    assert all(ground.sight.sees(index["1723"], h) for h in line)
    assert not any(ground.sight.sees(index["1723"], index[h]) for h in ("2519", "2619", "2520"))


def test_12_2_a_sheer_hex_lies_between_the_ground_around_it(keren: Keren) -> None:
    ground, index = keren.world.ground, keren.world.grid.index
    assert ground.levels[index["1922"]] < ground.levels[index["2022"]] == Fraction(3, 2)


def test_12_2_the_example_a_sheer_hex_between_3_and_4_is_above_3_and_below_4(keren: Keren) -> None:
    ground, index = keren.world.ground, keren.world.grid.index
    assert 3 < ground.levels[index["2119"]] < 4
    assert level_text(ground.levels[index["2119"]]) == "between level 3 and 4"


def test_12_3_no_line_crosses_a_ridge(lay: Lay) -> None:
    t = lay("commonwealth.bombardment", {"art-4-1": "2420", "col-red-1": "2616"})
    sight = t.s.world.ground.sight
    assert sight.sees(t.hex("2420"), t.hex("1723"))  # from a ridge one sees
    block = sight.why_not(t.hex("2519"), t.hex("1723"))
    assert block is not None
    assert block.hex is not None
    assert t.s.world.map.terrain[block.hex] == "ridge"


def test_12_4_the_gun_is_turned_to_its_fired_side_and_may_not_move(lay: Lay) -> None:
    t = lay("commonwealth.bombardment", {"art-4-1": "1723", "col-red-2": "2420"})
    t.do("fire 2420 1", "add art-4-1", "shoot", "roll 1", "done")
    assert t.s.face[t.piece("art-4-1")] == 1
    t.do("done")
    assert t.refused("move art-4-1 1724").rule == "5.0.4"


def test_12_5_artillery_adds_its_bombardment_to_defensive_fire(lay: Lay) -> None:
    t = lay("commonwealth.fire", {"art-4-1": "1723", "2-camerons-a": "2320", "col-red-1": "2420"}, defensive_fire="all")
    t.do("fire 2420 1")
    assert t.menu() == [("add", "2-camerons-a")]
    assert t.refused("add art-4-1").rule == "12.5"
    t.do("add 2-camerons-a", "add art-4-1", "shoot")


def test_13_0_aircraft_bombard_anything_even_in_the_tunnel(lay: Lay) -> None:
    t = lay("commonwealth.bombardment", {"air-1": "air", "col-red-1": "tunnel", "col-red-2": "5305"}, turn=5)
    assert ("air", "air-1", "tunnel", "1") in t.menu()
    t.do("air air-1 tunnel 1", "roll 1")
    assert t.refused("air air-1 5305 1").rule == "13.0"
    early = lay("commonwealth.bombardment", {"air-1": "air", "col-red-1": "tunnel"}, turn=4)
    assert early.refused("air air-1 tunnel 1").rule == "13.0"


def test_13_0_1_aircraft_come_before_guns(lay: Lay) -> None:
    t = lay("commonwealth.bombardment", {"air-1": "air", "art-4-1": "1723", "col-red-2": "2420"}, turn=5)
    t.do("fire 2420 1", "add art-4-1")
    assert t.refused("add air-1").rule == "12.5"
    t.do("shoot", "roll 1")
    assert t.refused("air air-1 2420 1").rule == "13.0.1"


def test_14_0_artillery_never_assaults_and_each_unit_once(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"art-4-1": "3629", "2-camerons-a": "3629", "col-red-1": "3628", "col-red-2": "3728"})
    t.do("assault 3628")
    assert t.refused("commit art-4-1").rule == "14.0"
    t.do("commit 2-camerons-a", "fight", "roll 3")
    while t.asked() in {"retreat", "advance"}:
        t.do(" ".join(t.menu()[0]))
    if t.where("col-red-2") == "3728":
        assert t.refused("assault 3728").rule == "14.0"


def test_14_1_procedure_runs_to_its_end(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"2-camerons-a": "3629", "col-red-1": "3628"})
    t.do("assault 3628", "commit 2-camerons-a", "fight")
    assert t.asked() == "assault die"


def test_14_1_1_the_assaulting_player_names_hex_and_units(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"2-camerons-a": "3629", "2-camerons-b": "3631", "col-red-1": "3628"})
    assert t.refused("assault 3627").rule == "14.0"
    t.do("assault 3628")
    assert t.refused("fight").rule == "14.1.1"
    assert t.refused("commit 2-camerons-b").rule == "14.0"


@pytest.mark.parametrize(
    ("attackers", "defenders", "column", "bonus"),
    [
        (["2-camerons-a"], ["alp-tan-1"], "1:2", 0),
        (["2-camerons-a"], ["afr-black"], "1:1", 0),
        (["2-camerons-a"], ["col-red-1"], "4:1", 0),
        (["matilda"], ["col-red-1"], "4:1", 1),  # 14.1's example: 5:1 is +1
        (["2-camerons-a", "sdf-1"], ["col-red-1"], "4:1", 2),
        (["sdf-1"], ["alp-tan-1", "alp-burgundy-1", "afr-black"], "1:4", 0),  # 1:8, and no modifier
        (["sdf-1"], ["alp-tan-1", "afr-black"], "1:4", 0),
        (["2-camerons-a", "2-west-yorkshire-a"], ["cav-tan-1"], "3:1", 0),
    ],
)
def test_14_1_2_ratios_are_rounded_down(lay: Lay, attackers: list[str], defenders: list[str], column: str, bonus: int) -> None:
    t = lay("commonwealth.assault", {**dict.fromkeys(attackers, "2418"), **dict.fromkeys(defenders, "2417")})
    fight = weigh_assault(t.s, t.hex("2417"), [t.piece(k) for k in attackers], [t.piece(k) for k in defenders])
    assert t.s.world.assault.columns[fight.column] == column
    assert sum(by for _, by, _ in fight.modifiers) == bonus


def test_14_1_3_one_die_in_the_column_of_the_ratio(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"2-camerons-a": "2418", "afr-black": "2417"})
    t.do("assault 2417", "commit 2-camerons-a", "fight", "roll 1")
    assert t.where("2-camerons-a") == "eliminated"  # 1:1, roll 1: 1AE


def test_14_1_4_clear_ground_and_forts(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"2-camerons-a": "3629", "col-red-1": "3628", "col-red-2": "3621", "2-camerons-b": "3620"})
    clear = weigh_assault(t.s, t.hex("3628"), [t.piece("2-camerons-a")], [t.piece("col-red-1")])
    fort = weigh_assault(t.s, t.hex("3621"), [t.piece("2-camerons-b")], [t.piece("col-red-2")])
    assert [m[1] for m in clear.modifiers] == [1]
    assert [m[1] for m in fort.modifiers] == [-2]


def test_14_1_5_the_result_is_carried_out_at_once(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"2-camerons-a": "2418", "2-camerons-b": "2418", "col-red-1": "2417"})
    t.do("assault 2417", "commit 2-camerons-a", "commit 2-camerons-b", "fight")
    t.get("1DE")
    assert t.where("col-red-1") == "eliminated"
    assert t.asked() == "advance"


def test_14_2_an_attack_that_fails_costs_attackers(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"sdf-1": "2418", "alp-tan-1": "2417", "afr-black": "2417"})
    t.do("assault 2417", "commit sdf-1", "fight", "roll 2")
    assert t.where("sdf-1") == "eliminated"


def test_14_2_1_the_attacker_chooses_his_losses(lay: Lay) -> None:
    sudan = ("sdf-1", "sdf-2", "sdf-3")
    t = lay("commonwealth.assault", {**dict.fromkeys(sudan, "2418"), **dict.fromkeys(("alp-tan-1", "alp-burgundy-1", "afr-black"), "2417")})
    t.do("assault 2417", *(f"commit {unit}" for unit in sudan), "fight")
    t.get("2AE")
    assert t.menu() == [("lose", unit) for unit in sudan]
    t.do("lose sdf-2")
    t.do("lose sdf-1")
    assert t.where("sdf-3") == "2418"


def test_14_2_2_s_suppresses_everybody_in_the_hex(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"2-camerons-a": "2418", "afr-black": "2417"})
    t.do("assault 2417", "commit 2-camerons-a", "fight", "roll 4")
    assert t.has("afr-black", "suppressed")


def test_14_2_3_dr_sends_everybody_back(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"2-camerons-a": "2418", "afr-black": "2417"})
    t.do("assault 2417", "commit 2-camerons-a", "fight", "roll 6")
    assert t.asked() in {"retreat", "advance"}


def test_14_2_4_and_2_3_1_the_regiment_is_not_shaken(lay: Lay) -> None:
    rifles = ("1-6-rajputana-rifles-a", "1-6-rajputana-rifles-b", "1-6-rajputana-rifles-c")
    units = {**dict.fromkeys(CAMERONS, "2418"), **dict.fromkeys(rifles, "2317"), "col-red-1": "2417", "col-red-2": "2417", "col-white-1": "2417"}
    t = lay("commonwealth.assault", units)
    t.do("assault 2417", *(f"commit {c}" for c in (*CAMERONS, *rifles)), "fight")
    t.get("1DE")
    t.do("lose col-red-1")
    assert not t.has("col-red-2", "suppressed")
    assert t.has("col-white-1", "suppressed")


def test_2_3_1_the_same_band_of_another_division_is_no_regiment(lay: Lay) -> None:
    t = lay()
    camerons, west_yorkshire = t.s.world.units[t.piece("2-camerons-a")], t.s.world.units[t.piece("2-west-yorkshire-a")]
    assert camerons.band == west_yorkshire.band
    assert not same_regiment(t.s, t.piece("2-camerons-a"), t.piece("2-west-yorkshire-a"))
    assert same_regiment(t.s, t.piece("2-camerons-a"), t.piece("2-camerons-b"))


def test_14_3_each_step_of_a_retreat_comes_closer_to_a_free_source(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"2-camerons-a": "2418", "afr-black": "2417"})
    distance = t.s.world.ground.distance
    sources = t.s.world.sources[1]
    for to, path in retreats(t.s, t.piece("afr-black")).items():
        assert len(path) == 3
        assert any(distance(to, source) == distance(path[0], source) - 2 for source in sources)


def test_14_3_who_cannot_retreat_is_eliminated(lay: Lay) -> None:
    ring = {"2-camerons-a": "2416", "2-camerons-b": "2516", "2-camerons-c": "2317", "3-14-punjab-a": "2418"}
    t = lay("commonwealth.assault", {**ring, "afr-black": "2417"})
    assert not retreats(t.s, t.piece("afr-black"))


def test_14_3_the_question_names_the_hex_and_others_are_told_that_they_may_stay(lay: Lay) -> None:
    t = lay(
        "commonwealth.assault", {**dict.fromkeys(["2-camerons-a", "2-camerons-b", "2-camerons-c"], "2418"), "afr-black": "2417", "col-red-1": "5305"}
    )
    t.do("assault 2417", "commit 2-camerons-a", "commit 2-camerons-b", "commit 2-camerons-c", "fight")
    t.get("DR")
    decision = t.game.decision(t.s)
    assert decision is not None
    assert decision.kind == "retreat"
    assert "2417" in decision.text
    refusal = t.refused("retreat col-red-1 5304")
    assert refusal.hexes == ("2417",)
    assert "does not have to retreat" in refusal.text


def test_14_3_a_gun_that_retreats_counts_as_fired(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"2-camerons-a": "2418", "it-art-3-1": "2417"})
    push(t.s, Retreating(1, (t.piece("it-art-3-1"),), ()))
    t.game.play.settle(t.s)
    if t.asked() == "retreat":
        t.do(" ".join(t.menu()[0]))
    assert t.s.face[t.piece("it-art-3-1")] == 1


def test_14_4_a_suppressed_unit_cannot_move_fire_or_assault_but_defends(lay: Lay) -> None:
    down = {"2-camerons-a": {"hex": "3629", "marks": ["suppressed"]}, "col-red-1": "3628"}
    assert lay(units=down).refused("move 2-camerons-a 3630").rule == "14.4"
    assert lay("commonwealth.fire", down).refused("fire 3628 1").rule == "14.4"
    assert lay("commonwealth.assault", down).refused("assault 3628").rule == "14.4"
    t = lay("italian.assault", down)
    assert t.s.assault(t.piece("2-camerons-a")) == 16


def test_14_5_units_of_the_assault_may_advance_within_the_limit(lay: Lay) -> None:
    t = lay("commonwealth.assault", {**dict.fromkeys(CAMERONS, "3629"), "3-14-punjab-a": "3629", "col-red-1": "3628"})
    t.do("assault 3628", *(f"commit {c}" for c in CAMERONS), "fight", "roll 6")
    assert t.refused("advance 3-14-punjab-a").rule == "14.5"
    t.do("advance 2-camerons-b", "stay")
    assert (t.where("2-camerons-b"), t.where("2-camerons-a")) == ("3628", "3629")


@pytest.mark.parametrize("seed", range(4))
def test_12_0_the_whole_maps_table_agrees_with_the_lines(keren: Keren, seed: int) -> None:
    rng = random.Random(seed)
    sight = keren.world.ground.sight
    board, maker = sight.map, Maker(sight)
    for _ in range(12):
        a, b = rng.randrange(keren.world.hexes), rng.randrange(keren.world.hexes)
        dc, dy = b // board.rows - a // board.rows, board.y[b] - board.y[a]
        if (dc, dy) < (0, 0):
            a, b, dc, dy = b, a, -dc, -dy
        rows = maker.both_ways(dc, dy)
        for (one, other), row in zip(((a, b), (b, a)), rows, strict=True):
            place = board.place[one]
            assert bool(row[place // 8] >> place % 8 & 1) == sight.sees(one, other), (one, other)


def test_12_0_a_single_line_is_the_same_from_both_ends(keren: Keren) -> None:
    rng = random.Random(5)
    sight = keren.world.ground.sight
    for _ in range(2000):
        a, b, i, j = rng.randrange(keren.world.hexes), rng.randrange(keren.world.hexes), rng.randrange(6), rng.randrange(6)
        assert sight.is_clear(a, i, b, j) == sight.is_clear(b, j, a, i)


def test_11_1_pointing_at_a_target_shows_what_all_could_do(lay: Lay) -> None:
    t = lay("italian.fire", {"afr-black": "3628", "col-black-1": "3628", "2-camerons-a": "3629"}, defensive_fire="all")
    preview = t.preview("fire 3629 1")
    assert preview is not None
    assert [item[1] for item in preview.items] == ["5", "2"]
    assert preview.column == "6+"
    assert t.note("fire 3629 1") == ""
    t.do("fire 3629 1")
    assert t.note("add afr-black") == "fire 5"


def test_14_0_pointing_at_a_hex_shows_the_odds_of_all_who_could_assault(lay: Lay) -> None:
    t = lay("commonwealth.assault", {**dict.fromkeys(CAMERONS, "2418"), "col-red-1": "2417"})
    preview = t.preview("assault 2417")
    assert preview is not None
    assert preview.column == "4:1"
    assert sum(chance.chance for chance in preview.odds) == 1


def test_14_0_every_enemy_beside_somebody_is_offered_for_an_assault(lay: Lay) -> None:
    t = lay("italian.assault", {"col-red-1": "3628", "2-camerons-a": "3629", "2-camerons-b": "3728"})
    offered = {order for order in t.menu() if order[0] == "assault"}
    assert offered == {("assault", "3629"), ("assault", "3728")}
