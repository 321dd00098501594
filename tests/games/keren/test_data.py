"""The files of Keren against the rulebook's own numbers and hexes."""

from __future__ import annotations

import csv
import itertools
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import amba.games.keren

HERE = Path(amba.games.keren.__file__).parent
DATA = HERE / "data"


def sheet(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


HEXES = {row["hex"]: row for row in sheet("hexes.csv")}
UNITS = {row["key"]: row for row in sheet("units.csv")}
MAP = toml(DATA / "map.toml")
PLACES = {place["key"]: place for place in MAP["places"]}
AREAS = {area["key"]: area for area in MAP["areas"]}
SCENARIOS = {name: toml(DATA / "scenarios" / f"{name}.toml") for name in ("first-battle", "second-battle")}


def neighbours(name: str) -> set[str]:
    c, r = int(name[:2]), int(name[2:])
    up, down = (r - 1, r) if c % 2 == 0 else (r, r + 1)
    around = ((c, r - 1), (c + 1, up), (c + 1, down), (c, r + 1), (c - 1, down), (c - 1, up))
    return {f"{x:02d}{y:02d}" for x, y in around if 0 <= x <= 60 and 0 <= y <= 33}


def span(names: list[str]) -> list[str]:
    found = []
    for name in names:
        first, _, last = name.partition("-")
        found += [f"{first[:2]}{row:02d}" for row in range(int(first[2:]), int((last or first)[2:]) + 1)]
    return found


def factors(unit: dict[str, str]) -> str:
    return f"{unit['fire']}-{unit['assault']}-{unit['move']}"


def test_every_hex_of_61_by_34_is_there_once() -> None:
    assert list(HEXES) == [f"{c:02d}{r:02d}" for c in range(61) for r in range(34)]


@pytest.mark.parametrize(
    ("name", "terrain"),
    [("1922", "sheer"), ("2022", "sheer"), ("2420", "ridge"), ("2622", "bluff"), ("2016", "ridge"), ("2924", "ridge"), ("1723", "clear")],
)
def test_the_rulebooks_own_hexes(name: str, terrain: str) -> None:
    assert (HEXES[name]["terrain"], HEXES[name]["source"]) == (terrain, "rulebook")


def test_12_2_the_sight_line_rises_hex_by_hex() -> None:
    levels = {"clear": 0, "slope": 1, "hill": 2, "bluff": 3, "precipice": 4, "ridge": 5}
    rising = [levels[HEXES[name]["terrain"]] for name in ("2121", "2221", "2320", "2420")]
    assert rising == [2, 3, 4, 5]
    line = ["1723", "1823", "1922", "2022", "2121", "2221", "2320", "2420"]
    assert all(b in neighbours(a) for a, b in itertools.pairwise(line))


def test_every_line_and_hexside_joins_neighbours() -> None:
    for line in MAP["lines"]:
        assert all(b in neighbours(a) for a, b in zip(line["hexes"], line["hexes"][1:], strict=False)), line["title"]
    for row in sheet("hexsides.csv"):
        assert row["b"] in neighbours(row["a"])
        assert row["a"] < row["b"]


def test_6_1_and_10_1_prohibited_side_and_roadblock() -> None:
    sides = {(row["a"], row["b"]): (row["kind"], row["source"]) for row in sheet("hexsides.csv")}
    assert sides["3224", "3323"] == ("prohibited", "rulebook")
    assert PLACES["roadblock"]["hex"] == "3516"
    assert all("3516" in pair for pair, (kind, _) in sides.items() if kind == "roadblock")
    assert sum(kind == "roadblock" for kind, _ in sides.values()) == 2


def test_no_line_crosses_a_prohibited_side() -> None:
    closed = {frozenset((row["a"], row["b"])) for row in sheet("hexsides.csv") if row["kind"] == "prohibited"}
    for line in MAP["lines"]:
        assert not closed & {frozenset(pair) for pair in zip(line["hexes"], line["hexes"][1:], strict=False)}


def test_10_5_the_tunnel_runs_from_2522_under_2622_to_2621() -> None:
    (tunnel,) = [line for line in MAP["lines"] if line["kind"] == "tunnel"]
    assert tunnel["hexes"] == ["2522", "2622", "2621"]


def test_10_4_and_16_0_arrival_hexes_are_on_roads_or_rail() -> None:
    on = {kind: {h for line in MAP["lines"] if line["kind"] == kind for h in line["hexes"]} for kind in ("road", "rail")}
    assert AREAS["italian-entry"]["hexes"] == ["6004", "5301", "6005"]
    assert AREAS["italian-entry-10-4"]["hexes"] == ["6003", "5300", "5100", "4900"]
    assert {"6004", "5301", "6003", "5300", "5100", "4900"} <= on["road"]
    assert "6005" in on["rail"]


def test_4_1_road_and_railway_lead_from_the_south_to_tigu() -> None:
    ways: dict[str, set[str]] = {}
    for line in MAP["lines"]:
        if line["kind"] in {"road", "rail", "tunnel"}:
            for a, b in zip(line["hexes"], line["hexes"][1:], strict=False):
                ways.setdefault(a, set()).add(b)
                ways.setdefault(b, set()).add(a)
    seen, queue = {PLACES["tigu"]["hex"]}, [PLACES["tigu"]["hex"]]
    for here in queue:
        queue += ways[here] - seen
        seen |= ways[here]
    assert {PLACES["agordat-road-head"]["hex"], PLACES["rail-head"]["hex"]} <= seen


def test_16_0_cameron_ridge_is_ridge_from_2016_to_2924_with_room_for_41() -> None:
    ridge = AREAS["cameron-ridge"]["hexes"]
    assert (ridge[0], ridge[-1]) == ("2016", "2924")
    assert all(HEXES[name]["terrain"] == "ridge" for name in ridge)
    assert len(ridge) * 3 >= 41
    line = {*ridge, "2622"}  # the bluff over the tunnel joins its two halves
    assert all(neighbours(name) & line for name in ridge)
    seen, queue = {"2016"}, ["2016"]
    for here in queue:
        more = neighbours(here) & line - seen
        seen |= more
        queue += more
    assert seen == line


def test_16_0_happy_valley_is_clear_and_east_of_3029() -> None:
    valley = span(AREAS["happy-valley"]["hexes"])
    assert all(HEXES[name]["terrain"] == "clear" and int(name[:2]) > 30 for name in valley)
    assert len(valley) * 4 >= 41


def test_12_3_every_ridge_names_the_ground_under_it() -> None:
    for row in HEXES.values():
        assert bool(row["under"]) == (row["terrain"] == "ridge")


def test_5_force_totals() -> None:
    sides = Counter(unit["side"] for unit in UNITS.values())
    assert sides == {"italian": 89, "commonwealth": 85}


def entries(name: str, table: str, side: str) -> list[dict[str, Any]]:
    return [entry for entry in SCENARIOS[name][table] if entry["side"] == side and "option" not in entry]


def count(rows: list[dict[str, Any]]) -> int:
    return sum(entry.get("choose", len(entry["units"])) for entry in rows)


@pytest.mark.parametrize(
    ("scenario", "table", "side", "units"),
    [
        ("first-battle", "setup", "italian", 31),
        ("first-battle", "reinforcements", "italian", 52),
        ("first-battle", "setup", "commonwealth", 40),
        ("first-battle", "reinforcements", "commonwealth", 12),
        ("second-battle", "setup", "italian", 52),
        ("second-battle", "setup", "commonwealth", 82),
        ("second-battle", "reinforcements", "commonwealth", 3),
    ],
)
def test_16_0_so_many_units(scenario: str, table: str, side: str, units: int) -> None:
    assert count(entries(scenario, table, side)) == units


def test_16_1_italian_arrivals_turn_by_turn() -> None:
    turns: Counter[int] = Counter()
    for entry in entries("first-battle", "reinforcements", "italian"):
        turns[entry["turn"]] += entry.get("choose", len(entry["units"]))
    assert turns == {1: 11, 2: 7, 3: 8, 4: 9, 5: 5, 6: 6, 7: 6}


@pytest.mark.parametrize(
    ("index", "kinds"),
    [
        (0, {"3-2-12": 1, "1-2-24": 1, "2-1-14": 1}),
        (1, {"5-1-4": 1, "3-2-12": 1, "1-2-24": 1, "2-1-14": 2}),
        (2, {"3-1-4": 1, "2-1-4": 1, "3-2-12": 1, "1-2-24": 1, "2-1-14": 4}),
        (3, {"3-1-4": 1, "5-4-14": 2, "2-1-14": 3}),
        (4, {"3-1-4": 1, "5-4-14": 1, "2-1-14": 3}),
        (5, {"1-2-24": 2, "2-1-14": 2}),
    ],
)
def test_16_1_italian_areas_to_the_unit(index: int, kinds: dict[str, int]) -> None:
    area = entries("first-battle", "setup", "italian")[index]
    assert Counter(factors(UNITS[key]) for key in area["units"]) == kinds


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_unit_is_used_twice(name: str) -> None:
    used = Counter(key for table in ("setup", "reinforcements") for entry in SCENARIOS[name][table] for key in entry["units"])
    assert set(used) <= set(UNITS)
    assert max(used.values()) == 1


@pytest.mark.parametrize("name", ["ranged.csv", "assault.csv"])
def test_tables_are_marked_reconstructions_and_have_no_gaps(name: str) -> None:
    text = (DATA / "tables" / name).read_text(encoding="utf-8")
    assert text.startswith("# source: reconstruction")
    known = {"NE", "S", "DR", "1DE", "2DE", "1AE", "2AE"}
    assert all(cell in known for row in sheet(f"tables/{name}") for column, cell in row.items() if column != "die")


def test_the_rulebook_has_every_numbered_paragraph() -> None:
    numbers = {rule["number"] for rule in toml(HERE / "rulebook.toml")["rule"]}
    chapters = {1: 0, 2: 5, 3: 0, 4: 2, 5: 0, 6: 8, 7: 4, 8: 6, 9: 0, 10: 6, 11: 4, 12: 5, 13: 0, 14: 5, 15: 1, 16: 2}
    assert {f"{chapter}.{part}" for chapter, last in chapters.items() for part in range(last + 1)} <= numbers


def test_every_band_and_kind_has_a_colour() -> None:
    look = toml(HERE / "look" / "look.toml")
    assert {unit["band"] for unit in UNITS.values() if unit["band"]} <= set(look["bands"])
    assert {row["terrain"] for row in HEXES.values()} <= set(look["terrain"])
    assert {row["kind"] for row in sheet("hexsides.csv")} <= set(look["hexsides"])
