"""The data of Ethiopia 1935, read without the engine: what a person who edits the files would want to be told."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

from amba.core.decision import Refusal
from amba.core.game import Game, judge
from amba.games.ethiopia.game import Ethiopia

HERE = Path(__file__).resolve().parents[3] / "src" / "amba" / "games" / "ethiopia"
DATA = HERE / "data"
BOXES = {"mogadishu", "air-north", "air-south"}


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


HEXES = {row["hex"]: row for row in rows("hexes.csv")}
MAP = toml(DATA / "map.toml")
PLACES = {place["key"]: place for place in MAP["places"]}
UNITS = {row["key"]: row for row in rows("units.csv")}
SCENARIOS = {path.stem: toml(path) for path in sorted((DATA / "scenarios").glob("*.toml"))}
BOOK = toml(HERE / "rulebook.toml")


def neighbours(number: str) -> set[str]:
    column, row = int(number[:2]), int(number[2:])
    up, down = (row, row + 1) if column % 2 == 0 else (row - 1, row)
    around = [(column, row - 1), (column, row + 1), *((column + side, at) for side in (-1, 1) for at in (up, down))]
    return {f"{c:02d}{r:02d}" for c, r in around}


def where(name: str) -> str:
    return PLACES[name]["hex"] if name in PLACES else name


def test_every_hex_of_the_grid_has_a_row() -> None:
    grid = MAP["grid"]
    wanted = {
        f"{c:02d}{r:02d}"
        for c in range(grid["first_column"], grid["first_column"] + grid["columns"])
        for r in range(grid["first_row"], grid["first_row"] + grid["rows"])
    }
    assert set(HEXES) == wanted


def test_2_1_every_terrain_has_its_line_in_the_chart_and_its_look() -> None:
    used = {row["terrain"] for row in HEXES.values()}
    assert used <= {row["terrain"] for row in rows("tables/terrain.csv")}
    assert used == set(toml(HERE / "look" / "look.toml")["terrain"])


def test_2_2_rivers_and_frontiers_lie_between_neighbours() -> None:
    for row in rows("hexsides.csv"):
        assert row["a"] < row["b"]
        assert row["b"] in neighbours(row["a"]), row
        assert row["kind"] in {"river", "frontier"}


def test_2_3_nobody_lives_on_closed_ground() -> None:
    for place in PLACES.values():
        closed = HEXES[place["hex"]]["terrain"] in {"sea", "lake", "none"}
        assert closed == (place["key"] == "djibouti"), place


def test_2_5_lines_are_unbroken_and_on_land() -> None:
    for line in MAP["lines"]:
        for a, b in zip(line["hexes"], line["hexes"][1:], strict=False):
            assert b in neighbours(a), (line["title"], a, b)
        assert not {HEXES[h]["terrain"] for h in line["hexes"]} & {"sea", "lake"}, line["title"]


@pytest.mark.parametrize(
    ("place", "terrain"),
    [
        ("amba-aradam", "amba"),
        ("uarieu", "amba"),
        ("abbi-addi", "amba"),
        ("amba-alagi", "massif"),
        ("ras-dashen", "massif"),
        ("makale", "mountain"),
        ("gorrahei", "desert"),
    ],
)
def test_the_ground_of_the_story(place: str, terrain: str) -> None:
    assert HEXES[PLACES[place]["hex"]]["terrain"] == terrain


@pytest.mark.parametrize(
    ("place", "land"),
    [("asmara", "eritrea"), ("senafe", "eritrea"), ("adua", "ethiopia"), ("adigrat", "ethiopia"), ("dolo", "somalia"), ("gorrahei", "ethiopia")],
)
def test_frontiers_part_the_towns(place: str, land: str) -> None:
    assert HEXES[PLACES[place]["hex"]]["land"] == land


def test_distances_are_those_of_the_country() -> None:
    """Twelve-mile hexes as the crow flies: Makale to Amba Aradam one."""
    assert PLACES["amba-aradam"]["hex"] in neighbours(PLACES["makale"]["hex"])


def test_1_4_the_combat_table_is_whole_and_fair() -> None:
    table = rows("tables/combat.csv")
    assert [row["die"] for row in table] == [str(n) for n in range(8)]
    order = ["AE", "A4", "A3", "A2", "A1", "C", "ENG", "EX", "D1", "D2", "D3", "D4", "DE"]
    columns = [name for name in table[0] if name != "die"]
    assert columns == ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]
    assert {row[column] for row in table for column in columns} <= set(order)
    # Each result moves one column to the right as the die grows by one: better odds are never worse for the attacker.
    good = {name: 0 if name[0] == "A" else 2 if name[0] == "D" else 1 for name in order}
    for row in table:
        scores = [good[row[column]] for column in columns]
        assert scores == sorted(scores), row


def test_units_have_a_side_a_kind_and_a_way_to_march() -> None:
    ways = set(rows("tables/terrain.csv")[0]) - {"terrain", "shift"} | {"air"}
    for unit in UNITS.values():
        assert unit["side"] in {"italian", "ethiopian"}
        assert unit["march"] in ways
        assert int(unit["stack"]) == (0 if unit["kind"] in {"leader", "hq", "bomber", "fighter"} else 3 if unit["size"] == "XX" else 1), unit["key"]
        if unit["side"] == "ethiopian":
            assert unit["kind"] not in {"hq", "bomber", "fighter"}


@pytest.mark.parametrize("key", SCENARIOS)
def test_5_1_setup_uses_each_unit_once_and_stacks_lawfully(key: str) -> None:
    scenario = SCENARIOS[key]
    used: Counter[str] = Counter()
    posts = scenario["frontier"]
    for place, units in scenario["setup"].items():
        used.update(units)
        if place in BOXES:
            continue
        assert HEXES[where(place)]["terrain"] not in {"sea", "lake", "none"}
        assert sum(int(UNITS[unit]["stack"]) for unit in (*units, *posts.get(place, ()))) <= 9, place
        assert len({UNITS[unit]["side"] for unit in units}) == 1, place
    for units in posts.values():
        used.update(units)
    for arrival in scenario["reinforcements"]:
        used.update(arrival["units"])
        assert scenario["first_turn"] <= arrival["turn"] < scenario["first_turn"] + scenario["turns"]
        assert all(place in BOXES or place in PLACES for place in arrival["places"])
    assert set(used) <= set(UNITS)
    assert max(used.values()) == 1
    if key == "campaign":
        assert set(used) == set(UNITS)


@pytest.mark.parametrize("key", SCENARIOS)
def test_13_3_levels_cover_every_score(key: str) -> None:
    victory = SCENARIOS[key]["victory"]
    levels = victory["levels"]
    assert [level["from"] for level in levels[1:]] == [level["to"] + 1 for level in levels[:-1]]
    assert set(victory["places"]) <= set(PLACES)
    assert sum(victory["places"].values()) <= levels[-1]["to"]


@pytest.mark.parametrize("key", SCENARIOS)
def test_13_1_the_briefing_names_the_last_turn(key: str) -> None:
    told = toml(HERE / "look" / "briefings.toml")["scenario"][key]["goal"]
    assert f"after turn {SCENARIOS[key]['first_turn'] + SCENARIOS[key]['turns'] - 1}," in told


def test_14_3_the_campaign_is_worth_59_points_to_history() -> None:
    points = SCENARIOS["campaign"]["victory"]["places"]
    assert sum(points.values()) - points["debre-markos"] == 59


def test_turn_track_has_22_turns_and_rain_at_the_end() -> None:
    track = rows("tables/turns.csv")
    assert [row["turn"] for row in track] == [str(n) for n in range(1, 23)]
    assert [row["turn"] for row in track if row["season"] == "rains"] == ["21", "22"]


def test_the_rulebook_says_what_becomes_of_every_rule() -> None:
    numbers = [rule["number"] for rule in BOOK["rule"]]
    assert len(set(numbers)) == len(numbers)
    for letter in "abcdefgh":
        assert f"G1.{letter}" in numbers
    for rule in BOOK["rule"]:
        assert rule["status"] in {"enforced", "assisted", "not used", "information", "planned"}
        assert rule["status"] == "enforced" or rule["reason"]
        assert rule["number"].startswith("G") == rule.get("option", "").startswith("gordon")


def test_2_1_desert_counts_as_clear_for_defence() -> None:
    chart = {row["terrain"]: row for row in rows("tables/terrain.csv")}
    assert chart["desert"]["shift"] == chart["clear"]["shift"] == "0"


def test_the_guide_tells_every_rule_as_the_rulebook_does() -> None:
    guide = (Path(__file__).resolve().parents[3] / "docs" / "games" / "ethiopia.md").read_text(encoding="utf-8")
    for rule in BOOK["rule"]:
        assert f"**{rule['number']} {rule['title']}.** {rule['gist']}" in guide


def test_the_first_turn_of_the_guide_can_be_played(game: Ethiopia) -> None:
    """Every order in it, in its order; the die is rolled where it says 'fight'."""
    guide = (Path(__file__).resolve().parents[3] / "docs" / "games" / "ethiopia.md").read_text(encoding="utf-8")
    turn = guide[guide.index("## Your first turn") : guide.index("The Ethiopian half")]
    s = game.new("october", {})
    orders = re.findall(r"`([^`]+)`", turn)
    assert len(orders) > 20
    for words in orders:
        order = judge(cast("Game", game), s, tuple(words.split()))
        assert not isinstance(order, Refusal), f"{words}: {order.text}"
        if words == "fight":
            preview = game.preview(s, order)
            assert preview is not None
            assert (preview.column, {chance.label: str(chance.chance) for chance in preview.odds}) == ("6-1", {"DE": "5/6", "D4": "1/6"})
        game.apply(s, order)
