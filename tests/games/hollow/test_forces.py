"""Squads, leaders, weapons and the fire table."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from amba.core.event import Said
from amba.games.hollow.book import HERE
from amba.games.hollow.forces import NATIONS, load_forces
from amba.games.hollow.rules.r010_fire_table import SCALE, column, fire_result
from amba.games.hollow.tables import COLUMNS, read_fire_table
from amba.games.hollow.world import World
from amba.lab.fuzz import seeded_session
from amba.load.files import DataError, Folder
from amba.load.registry import open_game

FORCES = load_forces(Folder(HERE / "data"))
TABLE = read_fire_table(Folder(HERE / "data"))


def test_keys_say_the_printed_numbers() -> None:
    for key, squad in FORCES.squads.items():
        assert key[3:].removesuffix("v") == f"{squad.firepower}{squad.range}{squad.morale}"
        assert key[:2] == squad.nation[:2]
    for key, leader in FORCES.leaders.items():
        assert key.replace("+", "-").split("-")[0] == str(leader.morale)


def test_half_squads_are_weaker_and_of_the_same_quality() -> None:
    for squad in FORCES.squads.values():
        if squad.half and squad.kind != "hero":
            half = FORCES.squads[squad.half]
            assert half.kind == "half-squad"
            assert half.firepower < squad.firepower
            assert (half.morale, half.quality) == (squad.morale, squad.quality)


def test_h_a_hero_is_wounded_once_and_no_more() -> None:
    heroes = [squad for squad in FORCES.squads.values() if squad.kind == "hero" and squad.half]
    assert {hero.nation for hero in heroes} == {"italian", "british", "german", "american"}
    assert all(FORCES.squads[hero.half or ""].kind == "hero" and not FORCES.squads[hero.half or ""].half for hero in heroes)


def test_the_italian_classes_are_those_of_the_text() -> None:
    italian = {key for key, squad in FORCES.squads.items() if squad.nation == "italian" and squad.kind != "hero"}
    assert italian == {"it-447", "it-347", "it-346", "it-336", "it-247", "it-137", "it-136", "it-126", "it-227", "it-126v"}
    assert {key for key in italian if FORCES.squads[key].quality == "elite"} == {"it-447", "it-247", "it-227"}, "197.21"
    assert FORCES.squads["it-447"].elr == "it-346", "197.21"
    assert FORCES.squads["it-347"].elr == "it-336", "197.23"
    assert FORCES.squads["it-336"].inexperienced, "197.24"


def test_every_nation_has_its_machine_guns() -> None:
    for nation in NATIONS[:3]:  # the others have no weapons of their own here
        kinds = [weapon.kind for weapon in FORCES.weapons.values() if weapon.nation == nation]
        assert kinds[:3] == ["lmg", "mmg", "hmg"]


def test_a_wrong_file_says_what_and_where(tmp_path: Path) -> None:
    text = (HERE / "data" / "squads.csv").read_text(encoding="utf-8").replace("it-247,it-346,no", "br-338,it-346,no")
    (tmp_path / "squads.csv").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"squads.csv, line 4: half is 'br-338'"):
        load_forces(Folder(HERE / "data", tmp_path))


@pytest.mark.parametrize(("firepower", "expected"), [(0, None), (1, 1), (3, 2), (7, 6), (8, 8), (35, 30), (36, 36), (80, 36)])
def test_10_the_column_is_the_highest_not_above_the_firepower(firepower: int, expected: int | None) -> None:
    assert column(SCALE * firepower) == expected


def test_10_half_points_do_not_reach_the_next_column() -> None:
    assert column(SCALE * 15 // 2) == 6
    assert column(SCALE // 2) is None


def test_10_results() -> None:
    assert fire_result(8, 9, TABLE).only_pins
    assert fire_result(8, 10, TABLE).check is None
    assert [fire_result(8, roll, TABLE).text for roll in (6, 7, 8, 9)] == ["1MC", "1MC", "NMC", "PTC"], "the anchors of the base text"
    assert fire_result(4, 2, TABLE).is_reduced
    assert fire_result(4, 2, TABLE).check == 2
    assert fire_result(36, -5, TABLE).killed == 7
    assert fire_result(36, 40, TABLE).text == "PTC"


def test_10_more_firepower_and_lower_rolls_are_never_worse() -> None:
    order = ["-", "PTC", "NMC", "1MC", "2MC", "3MC", "4MC", "K/1", "K/2", "K/3", "K/4", *(f"{n}KIA" for n in range(1, 8))]
    for roll in range(16):
        row = [order.index(fire_result(found, roll, TABLE).text) for found in COLUMNS]
        assert row == sorted(row)
    for found in COLUMNS:
        down = [order.index(fire_result(found, roll, TABLE).text) for roll in range(16)]
        assert down == sorted(down, reverse=True)


def test_kinds_of_ground_of_ones_own_are_refused_rather_than_shown_and_not_played(tmp_path: Path) -> None:
    text = (HERE / "data/terrain.csv").read_text(encoding="utf-8")
    (tmp_path / "terrain.csv").write_text(text, encoding="utf-8")
    World(tmp_path)
    (tmp_path / "terrain.csv").write_text(text + "\n", encoding="utf-8")
    with pytest.raises(DataError, match="cannot be replaced yet"):
        World(tmp_path)


def test_10_a_fire_table_of_ones_own_is_played(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    head, *rows = (line for line in (HERE / "data/tables/fire.csv").read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    deadly = ["# source: reconstruction", head, *(f"{row.partition(',')[0]}{',7KIA' * len(COLUMNS)}" for row in rows)]
    (tmp_path / "tables/fire.csv").write_text("\n".join(deadly), encoding="utf-8")
    session = seeded_session(open_game("hollow", tmp_path), "cub-cub", {}, "fire")
    rng = Random(1)
    shots: list[str] = []
    while (decision := session.decision) is not None and len(shots) < 3:
        done = session.act(decision.who, session.menu.pick(rng))
        shots += [str(e.values[4]) for entry in done for e in entry.events if isinstance(e, Said) and e.what == "shot"]
    assert set(shots) - {"-"} == {"7KIA"}, "a shot that reaches no column does nothing"
    (tmp_path / "tables/fire.csv").write_text("\n".join(deadly).replace("1,2,4", "1,3,4"), encoding="utf-8")
    with pytest.raises(DataError, match="the columns are 1, 3, 4"):
        World(tmp_path)


def test_units_of_ones_own_are_played(tmp_path: Path) -> None:
    text = (HERE / "data/squads.csv").read_text(encoding="utf-8")
    (tmp_path / "squads.csv").write_text(text.replace("br-457,Rifle squad,", "br-457,Tommies,"), encoding="utf-8")
    assert World(tmp_path).forces.squads["br-457"].title == "Tommies"
