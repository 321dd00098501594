"""The data of Adua 1896 are complete and consistent."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from amba.games.adua.book import BOOK, HERE
from amba.games.adua.world import ABYSSINIAN, ITALIAN, SIDES, World, cell_words
from amba.load.files import DataError

WORLD = World()
UNITS = {unit.key: unit for unit in WORLD.units}
ROOT = Path(__file__).parents[3]


def test_1_1_the_map_is_33_by_22() -> None:
    assert (WORLD.grid.names[0], WORLD.grid.names[-1], WORLD.hexes) == ("0101", "3322", 33 * 22)
    assert WORLD.grid.direction(WORLD.grid.hex("0201"), WORLD.grid.hex("0102")) is not None  # even columns lie half a hex south
    assert WORLD.map.terrain.count("clear") > WORLD.map.terrain.count("hill1") > WORLD.map.terrain.count("hill2") > 100


def test_1_1_the_counts_of_the_box() -> None:
    italians = [unit for unit in WORLD.units if unit.side == ITALIAN and unit.is_combat]
    abyssinians = [unit for unit in WORLD.units if unit.side == ABYSSINIAN and unit.is_combat]
    leaders = Counter(unit.side for unit in WORLD.units if unit.is_leader)
    assert (len(italians), len(abyssinians), leaders[ITALIAN], leaders[ABYSSINIAN]) == (18, 112, 11, 8)
    # 47 Italian pieces: two two-sided counters for a unit of four steps, one for a leader; 128 Abyssinian pieces likewise.
    assert sum(unit.steps // 2 for unit in italians) + 11 == 47
    assert sum(unit.steps // 2 for unit in abyssinians) + 8 == 128
    assert Counter(unit.kind for unit in WORLD.units)["machine_gun"] == 4
    assert Counter(unit.kind for unit in WORLD.units)["mule"] == 6


def test_2_0_values_printed_in_the_rulebook() -> None:
    printed = {
        "i-ascari": (8, None), "vi-ascari": (8, None), "bersaglieri": (10, 2), "menelik-gr1": (4, 1), "alula-fv1": (3, 1), "alula-f1": (2, 0),
    }  # fmt: skip
    for key, (value, quality) in printed.items():
        assert UNITS[key].values[0] == value
        assert quality is None or UNITS[key].quality == quality
        assert UNITS[key].source == "rulebook"
    assert [UNITS[key].command for key in ("dabormida", "ragni", "airaghi")] == [3, 2, 2]
    assert [UNITS[key].initiative for key in ("maconnen", "menelik")] == [2, 3]


def test_2_0_steps_four_for_italians_and_guards_two_for_the_rest() -> None:
    for unit in WORLD.units:
        if unit.is_combat:
            assert unit.steps == (4 if unit.side == ITALIAN or unit.kind == "guard" else 2)
            assert list(unit.values) == sorted(unit.values, reverse=True)


def test_3_0_every_unit_has_a_commander_of_its_side() -> None:
    for piece, unit in enumerate(WORLD.units):
        if unit.is_combat:
            assert WORLD.units[WORLD.commander[piece]].is_leader
            assert WORLD.units[WORLD.commander[piece]].side == unit.side


def test_4_0_the_western_passes_are_the_edge_hexes_that_are_no_hills() -> None:
    edge = [WORLD.grid.hex(f"01{row:02d}") for row in range(1, 23)]
    assert {hex for hex in edge if WORLD.level[hex] == 0} == set(WORLD.passes)


def test_4_0_the_named_heights_are_high() -> None:
    for key in ("semaiata", "raio", "belah", "esciascio", "scelloda", "caulos", "abba_carima"):
        assert WORLD.level[WORLD.map.places[key].hex] == 2
    for key in ("rebbi_arienni", "chidane_meret_of_the_map"):
        assert WORLD.level[WORLD.map.places[key].hex] == 0


@pytest.mark.parametrize("key", ["battle", "albertone"])
def test_4_0_scenarios_can_be_set_up(key: str) -> None:
    data = WORLD.scenarios[key].data
    part = data["suggested"] if data["play"]["set_up"] == "free" else data["fixed"]
    for side in SIDES:
        taken = set()
        for name, hex in part[side].items():
            unit = UNITS[name]
            assert SIDES[unit.side] == side
            if unit.is_combat:
                assert hex not in taken
                taken.add(hex)
                assert WORLD.may_enter[WORLD.names.piece[name]][WORLD.grid.hex(hex)]
    if key == "battle":
        assert {WORLD.grid.hex(hex) for hex in part["italian"].values()} <= WORLD.set_up_area
        assert sum(UNITS[name].is_combat for name in part["italian"]) == 18


def test_10_1_table_has_five_rows_of_damage() -> None:
    found = [cell_words(WORLD.small_arms, row, "abyssinian attacker")[-1] for row in WORLD.small_arms.rows]
    assert found == [f"damage {n}" for n in range(1, 6)]


def test_10_2_table_gets_better_to_the_right_and_down() -> None:
    """The printed cells depend on die and column together: each cell is the one below and to the left of it."""
    table = WORLD.melee
    for row in range(5):
        for column in range(1, 4):
            if (row, column) not in {(0, 1), (4, 3), (3, 3)}:
                assert table.cells[row][column] == table.cells[row + 1][column - 1]
    assert table.cells[0][0] == table.cells[0][1] == table.cells[1][0]


def test_every_rule_has_a_status_and_its_numbers_follow_the_rulebook() -> None:
    chapters = {"1.0", "1.1", "1.2", "2.0", "3.0", "4.0", "5.0", "7.0", "8.0", "8.1", "8.2", "9.0", "10.0", "10.1", "10.2", "11.0", "12.0", "14.0"}
    assert chapters <= set(BOOK.rules)
    assert {number.split(".")[0] for number in BOOK.rules} == {*(str(n) for n in range(1, 15)), "fig"}
    for rule in BOOK.rules.values():
        assert rule.status == "enforced" or rule.reason


def test_everything_says_where_it_comes_from() -> None:
    for provenance in WORLD.provenance():
        assert provenance.source in {"rulebook", "terrain", "reconstruction"}
    assert {unit.source for unit in WORLD.units} == {"rulebook", "reconstruction"}


def test_the_first_turn_stands_in_play_alone(tmp_path: Path) -> None:
    """Beside `turns` it would change nothing, and is refused with its line."""
    (tmp_path / "scenarios").mkdir()
    good = (HERE / "data/scenarios/albertone.toml").read_text(encoding="utf-8")
    (tmp_path / "scenarios/albertone.toml").write_text(good.replace("turns = 5", "turns = 5\nfirst_turn = 6"), encoding="utf-8")
    with pytest.raises(DataError, match=r"albertone.toml, line 6: first_turn is 6; in this game it stands in \[play\]"):
        World(tmp_path)


def test_a_bad_table_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    good = (HERE / "data/tables/melee.csv").read_text(encoding="utf-8")
    (tmp_path / "tables/melee.csv").write_text(good.replace("ends + all reduced", "ends + all lost"), encoding="utf-8")
    with pytest.raises(DataError, match=r"melee.csv.*all lost"):
        World(tmp_path)


def test_the_draft_script_needs_only_elevations(tmp_path: Path) -> None:
    head = "hex,centre,mean,min,max,c_e,c_ne,c_nw,c_w,c_sw,c_se"
    rows = [head] + [f"{name},2000,{2400 if name == '1010' else 2000},1990,2010,1,2,3,4,5,6" for name in WORLD.grid.names]
    source = tmp_path / "ground.csv"
    source.write_text("\n".join(rows), encoding="utf-8")
    made = subprocess.run([sys.executable, str(ROOT / "tools/draft_adua_map.py"), str(source)], capture_output=True, text=True, check=True)
    lines = made.stdout.splitlines()
    assert len(lines) == 3 + WORLD.hexes
    assert [line for line in lines[3:] if ",clear," not in line] == ["1010,hill2,2000,1,2,3,4,5,6"]


def test_10_2_table_cell_by_cell() -> None:
    cells = {
        "A": "continues + italians reduced + disorganized", "B": "continues + one each reduced + disorganized",
        "C": "ends + all reduced + disorganized + retreat", "D": "ends + abyssinians reduced + disorganized + retreat",
        "E": "ends + abyssinians reduced + retreat",
    }  # fmt: skip
    assert WORLD.melee.columns == ["0 or less", "+1", "+2", "+3 or more"]
    assert list(WORLD.melee.cells) == [[cells[code] for code in row] for row in ("AABC", "ABCD", "BCDE", "CDEE", "DEEE", "EEEE")]


def test_9_0_chart_row_by_row() -> None:
    printed = {
        "abyssinian_infantry": ("first double", "double"), "abyssinian_cavalry": ("double", "prohibited"),
        "abyssinian_artillery": ("one hex", "prohibited"), "ascari": ("first double", "double"), "infantry": ("double", "triple"),
        "italian_artillery": ("triple", "prohibited"), "mountain_artillery": ("double", "one hex"), "alpine": ("first double", "double"),
        "ammo_wagons": ("triple", "prohibited"),
    }  # fmt: skip
    assert {row: (WORLD.effects[row]["hill1"], WORLD.effects[row]["hill2"]) for row in WORLD.chart.rows} == printed
