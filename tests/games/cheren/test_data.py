"""The Cheren data files hold together and keep the rulebook's facts."""

from __future__ import annotations

import csv
import itertools
import tomllib
from pathlib import Path
from typing import Any

import pytest

GAME = Path(__file__).resolve().parents[3] / "src" / "amba" / "games" / "cheren"
DATA = GAME / "data"
WORDS = {"rulebook", "history", "terrain", "reconstruction"}
CSV_FILES = sorted(DATA.rglob("*.csv"))


def rows(path: str | Path) -> list[dict[str, str]]:
    with (DATA / path).open(encoding="utf-8") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


def toml(path: Path) -> dict[str, Any]:
    with path.open("rb") as f:
        return tomllib.load(f)


MAP = toml(DATA / "map.toml")
HEXES = {r["hex"]: r for r in rows("hexes.csv")}
SIDES = rows("hexsides.csv")
UNITS = {r["key"]: r for r in rows("units.csv")}
CHITS = rows("chits.csv")
PLACES = {p["key"]: p for p in MAP["places"]}
TOWNS = {k: p for k, p in PLACES.items() if p["kind"] == "town"}


def neighbours(h: str) -> set[str]:
    c, r = int(h[:2]), int(h[2:])
    up = 1 if c % 2 == 0 else 0
    near = [(c, r - 1), (c, r + 1), (c + 1, r - up), (c + 1, r + 1 - up), (c - 1, r - up), (c - 1, r + 1 - up)]
    return {f"{x:02d}{y:02d}" for x, y in near if 0 <= x < 34 and 0 <= y < 22}


def area(key: str) -> set[str]:
    (found,) = [a for a in MAP["areas"] if a["key"] == key]
    out = set()
    for item in found["hexes"]:
        a, _, b = item.partition("-")
        out |= {f"{a[:2]}{r:02d}" for r in range(int(a[2:]), int((b or a)[2:]) + 1)}
    return out


def reach(start: str, allowed: set[tuple[str, str]] | set[str]) -> set[str]:
    """Hexes joined to `start` by the pairs, or within the set of hexes."""
    seen, todo = {start}, [start]
    while todo:
        h = todo.pop()
        for n in neighbours(h) - seen:
            if n in allowed or (h, n) in allowed or (n, h) in allowed:
                seen.add(n)
                todo.append(n)
    return seen


def links(kinds: set[str]) -> set[tuple[str, str]]:
    return {pair for line in MAP["lines"] if line["kind"] in kinds for pair in zip(line["hexes"], line["hexes"][1:], strict=False)}


@pytest.mark.parametrize("path", CSV_FILES, ids=lambda p: p.name)
def test_csv_has_provenance_and_no_empty_cell(path: Path) -> None:
    first, second = path.read_text(encoding="utf-8").splitlines()[:2]
    assert first.removeprefix("# source: ") in WORDS
    assert second.startswith("# note: ")
    for row in rows(path):
        assert None not in row, row
        assert None not in row.values(), row
        assert all(v.strip() for v in row.values()), row
        assert row.get("source", "terrain") in WORDS


@pytest.mark.parametrize("path", [DATA / "map.toml", *sorted((DATA / "scenarios").glob("*.toml"))], ids=lambda p: p.name)
def test_toml_has_provenance(path: Path) -> None:
    data = toml(path)
    assert data["source"] in WORDS
    assert data["note"]
    for group in ("lines", "places", "areas"):
        assert all(entry["source"] in WORDS for entry in data.get(group, []))


def test_grid_is_complete() -> None:
    assert set(HEXES) == {f"{c:02d}{r:02d}" for c in range(34) for r in range(22)}
    terrains = {r["terrain"] for r in rows("tables/terrain.csv")}
    for r in HEXES.values():
        assert r["terrain"] in terrains - {"river"}
        assert r["also"] in terrains - {"river", "sea"} | {"-"}
        for k in ("elevation", "c_e", "c_ne", "c_nw", "c_w", "c_sw", "c_se"):
            float(r[k])


def test_lines_are_contiguous_and_never_in_mountains_or_sea() -> None:
    for line in MAP["lines"]:
        assert line["kind"] in {"road", "track"}
        assert len(set(line["hexes"])) == len(line["hexes"]), line["title"]
        for a, b in zip(line["hexes"], line["hexes"][1:], strict=False):
            assert b in neighbours(a), (line["title"], a, b)
        assert not [h for h in line["hexes"] if HEXES[h]["terrain"] in {"mountain", "sea"}], line["title"]


def test_a_link_is_road_or_track_not_both() -> None:
    pairs = {k: {tuple(sorted(p)) for p in links({k})} for k in ("road", "track")}
    assert not pairs["road"] & pairs["track"]


def test_rivers_lie_between_neighbours_and_each_is_one_chain() -> None:
    assert len({(s["a"], s["b"]) for s in SIDES}) == len(SIDES)
    for s in SIDES:
        assert s["a"] < s["b"]
        assert s["b"] in neighbours(s["a"])
        assert s["kind"] == "river"
    for river in {s["name"] for s in SIDES}:
        todo = [(s["a"], s["b"]) for s in SIDES if s["name"] == river]
        chain = [todo.pop(0)]
        for a, b in chain:  # two hexsides meet when one hex is common and the other two are neighbours
            for other in list(todo):
                common = {a, b} & set(other)
                outer = {a, b} ^ set(other)
                if common and max(outer) in neighbours(min(outer)):
                    chain.append(other)
                    todo.remove(other)
        assert not todo, (river, todo)


def test_places_are_on_sensible_ground() -> None:
    assert len(PLACES) == len(MAP["places"])
    for p in PLACES.values():
        assert HEXES[p["hex"]]["terrain"] in {"clear", "rough", "hill"}, p["key"]
        assert p["kind"] in {"town", "village", "place", "exit"}
        assert (p["vp"] > 0) == (p["kind"] == "town"), p["key"]
    assert len({p["hex"] for p in PLACES.values()}) == len(PLACES)
    letters = [p["letter"] for p in PLACES.values() if "letter" in p]
    assert len(set(letters)) == len(letters)
    assert len(letters) > len(TOWNS) / 2


def test_1_2_victory_points_fit_the_levels_of_14_0() -> None:
    """What the Allies held in the second week of April 1941 is a great victory, the same without Massaua a small one, the lowland with Cheren a great defeat."""
    points = {key: place["vp"] for key, place in TOWNS.items()}
    lowland = sum(points[key] for key in ("kassala", "tessenei", "cheru", "agordat", "barentu", "af-abed"))
    plateau = sum(points[key] for key in ("asmara", "decamere", "adi-ugri", "arresa"))
    assert (lowland + points["cheren"], lowland + points["cheren"] + plateau) == (12, 22)
    assert lowland + points["cheren"] + plateau + points["massaua"] == 26
    assert sum(points.values()) == 32


def test_to_agordat_is_won_by_what_history_took() -> None:
    """Its levels: history is a great victory, without Agordat or Barentu a draw, without both a great defeat."""
    points = {key: place["vp"] for key, place in TOWNS.items()}
    history = sum(points[key] for key in ("kassala", "tessenei", "cheru", "agordat", "barentu"))
    levels = toml(DATA / "scenarios" / "agordat.toml")["victory"]["levels"]

    def level(score: int) -> tuple[str, str]:
        return next((entry["level"], entry["winner"]) for entry in levels if entry["from"] <= score <= entry["to"])

    assert level(history) == ("Major", "allied")
    assert [level(history - points[town]) for town in ("agordat", "barentu")] == [("Draw", "none")] * 2
    assert level(history - points["agordat"] - points["barentu"]) == ("Major", "italian")


def test_1_4_supply_sources() -> None:
    assert {k for k, p in PLACES.items() if p.get("supply") == "allied"} == {"kassala", "af-abed"}
    assert PLACES["af-abed"]["supply_from"] == 5
    assert {"asmara", "massaua"} <= {k for k, p in PLACES.items() if p.get("supply") == "italian"}


def test_every_town_is_on_the_net_and_supply_flows_from_kassala() -> None:
    net = reach(PLACES["kassala"]["hex"], links({"road", "track"}))
    assert {p["hex"] for p in PLACES.values() if p["kind"] in {"town", "exit"}} <= net
    by_road = reach(PLACES["kassala"]["hex"], links({"road"}))
    assert {TOWNS[k]["hex"] for k in ("tessenei", "cheru", "agordat", "barentu", "cheren", "asmara", "massaua")} <= by_road


def test_15_0_only_one_road_climbs_to_the_highlands() -> None:
    without_cheren = {p for p in links({"road"}) if TOWNS["cheren"]["hex"] not in p}
    assert TOWNS["asmara"]["hex"] not in reach(TOWNS["agordat"]["hex"], without_cheren)


def test_9_0_cheru_is_rough_with_some_clear_on_a_road() -> None:
    cheru = HEXES[TOWNS["cheru"]["hex"]]
    assert (cheru["terrain"], cheru["also"]) == ("rough", "clear")
    assert any(cheru["hex"] in line["hexes"] for line in MAP["lines"] if line["kind"] == "road")


def test_12_1_arresa_has_a_track_with_hills_and_mountains_around() -> None:
    arresa = TOWNS["arresa"]["hex"]
    assert any(arresa in line["hexes"] for line in MAP["lines"] if line["kind"] == "track")
    assert {"hill", "mountain"} <= {HEXES[h]["terrain"] for h in neighbours(arresa)}


def test_cheren_ring_has_its_gaps_only_where_a_road_or_track_runs() -> None:
    cheren = TOWNS["cheren"]["hex"]
    gaps = {h for h in neighbours(cheren) if HEXES[h]["terrain"] != "mountain"}
    assert gaps == {h for pair in links({"road", "track"}) if cheren in pair for h in pair} - {cheren}
    assert len(gaps) == 3
    west = "2106"
    assert {h for h in neighbours(west) if HEXES[h]["terrain"] != "mountain"} == {cheren, "2006", "2007"}


def test_6_0_garrison_areas() -> None:
    wolkait, tigre = area("wolkait"), area("tigre")
    assert not wolkait & tigre
    assert reach(min(wolkait), wolkait) == wolkait
    assert reach(min(tigre), tigre) == tigre
    assert {TOWNS["adua"]["hex"], TOWNS["axum"]["hex"]} == {t["hex"] for t in TOWNS.values()} & (wolkait | tigre)
    om_ager, himora = TOWNS["om-ager"]["hex"], PLACES["himora"]["hex"]
    assert om_ager not in wolkait
    assert himora in wolkait
    assert himora in neighbours(om_ager)
    c, r = int(om_ager[:2]), int(om_ager[2:])
    assert himora not in neighbours(f"{c:02d}{r - 1:02d}")  # the hint in 6.0
    for p in PLACES.values():
        if "garrison" in p:
            assert p["hex"] in area(p["garrison"])


def test_12_2_red_edges() -> None:
    assert all(h.startswith("00") for h in area("red-edge-west"))
    assert all(h.endswith("00") for h in area("red-edge-north"))
    (north,) = [a for a in MAP["areas"] if a["key"] == "red-edge-north"]
    assert north["from_turn"] == 5


def test_counters_make_113() -> None:
    """70 units, a replacement counter for each four-step brigade, 20 chits, 9 control, 7 supply and 1 turn marker."""
    brigades = [u for u in UNITS.values() if u["steps"] == "4"]
    assert (len(UNITS), len(brigades)) == (70, 6)
    assert len(UNITS) + len(brigades) + len(CHITS) + 9 + 7 + 1 == 113
    assert len(UNITS) == len(rows("units.csv"))


def test_units_are_well_formed() -> None:
    kinds = {"infantry", "mountain", "artillery", "naval", "cavalry", "commando", "tank", "motorized", "mot-artillery", "air"}
    styles = toml(GAME / "look" / "look.toml")["counters"]
    for u in UNITS.values():
        strengths = [int(s) for s in u["strengths"].split(";")]
        assert len(strengths) == int(u["steps"])
        assert strengths == sorted(strengths, reverse=True)
        assert len(u["stack"].split(";")) in {1, int(u["steps"])}
        assert u["kind"] in kinds
        assert u["side"] in {"allied", "italian"}
        assert u["size"] in {"X", "III", "II", "I"}
        assert u["setup"] == "off-map" or u["setup"] in PLACES
        assert 0 <= int(u["turn"]) <= 12
        assert u["colour"] in styles
        assert (u["mot"] == "1") == (u["kind"] in {"tank", "motorized", "mot-artillery"})
        if u["native"] == "1":
            assert PLACES[u["village"]]["kind"] == "village"
            assert u["setup"] == u["village"]
            assert u["steps"] == "1"
        elif u["setup"] != "off-map":
            assert "letter" in TOWNS[u["setup"]], u["key"]
        if u["garrison"] != "-":
            assert PLACES[u["setup"]]["hex"] in area(u["garrison"])


def test_units_keep_the_rulebook_facts() -> None:
    for u in UNITS.values():
        if u["steps"] == "4":  # 11.6
            assert (u["side"], u["size"], u["mp"], u["strengths"]) == ("allied", "X", "5", "8;6;4;2")
    assert sum(u["kind"] == "motorized" for u in UNITS.values()) == 3  # 15.0
    assert [u["turn"] for u in UNITS.values() if u["kind"] == "air"] == ["3"]  # 11.3
    assert [(u["kind"], u["side"]) for u in UNITS.values() if u["turn"] == "6" and u["side"] == "allied"] == [("artillery", "allied")]  # 8.1
    assert [(u["setup"], u["turn"]) for u in UNITS.values() if u["alt"] == "af-abed@8"] == [("kassala", "7")] * 2  # 8.4
    assert [u["setup"] for u in UNITS.values() if u["kind"] == "naval"] == ["massaua"]  # 8.5
    natives = [u["garrison"] for u in UNITS.values() if u["native"] == "1"]
    assert natives.count("-") == 1
    assert {"wolkait", "tigre"} < set(natives)
    assert UNITS["bl-shirt-4"]["setup"] == "om-ager"
    assert UNITS["bl-shirt-4"]["garrison"] == "-"


def test_5_0_ten_chits_a_side() -> None:
    assert len({c["key"] for c in CHITS}) == 20
    for side in ("allied", "italian"):
        assert sum(c["side"] == side for c in CHITS) == 10
    by_name: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    for c in CHITS:
        by_name.setdefault((c["side"], c["name"]), set()).add((c["title"], c["star"], c["when"], c["until"], c["effect"]))
        assert c["star"] in {"0", "1"}
        assert c["until"] in {"phase", "turn"}
    assert all(len(texts) == 1 for texts in by_name.values())
    assert {("allied", "infiltrate"), ("italian", "roadblock"), ("allied", "exploit"), ("italian", "exploit")} <= set(by_name)


def test_11_5_combat_table_frame() -> None:
    table = rows("tables/combat.csv")
    columns = list(table[0])[1:]
    assert columns[0] == "1-3"
    assert columns[-1] == "13-1"
    assert "4-1" not in columns
    assert {"2-1", "3-1"} <= set(columns)
    assert [r["die"] for r in table] == list("123456")
    for r in table:
        for c in columns:
            a, b = r[c].removesuffix("r").split("-")
            assert a.isdigit()
            assert b.isdigit()


def test_11_5_the_attacker_bleeds_unless_he_has_overwhelming_numbers() -> None:
    """The one published testimony on the printed table; the kinder one is an option and speaks against it."""

    def bleeds(name: str, column: str) -> int:
        return sum(row[column][0] != "0" for row in rows(f"tables/{name}.csv"))

    assert [bleeds("combat", column) for column in ("1-3", "1-2", "1-1", "2-1", "3-1", "5-1", "8-1", "13-1")] == [6, 6, 6, 6, 5, 4, 2, 0]
    assert [bleeds("combat-kinder", column) for column in ("3-1", "5-1", "8-1")] == [3, 1, 0]


def test_11_1_hill_shifts_one_column() -> None:
    key = {r["terrain"]: r for r in rows("tables/terrain.csv")}
    assert key["hill"]["shift"] == "-1"
    assert key["river"]["road"] == "0"
    assert float(key["rough"]["mp"]) > float(key["clear"]["mp"])


def test_8_3_turn_track() -> None:
    turns = rows("tables/turns.csv")
    assert [int(t["turn"]) for t in turns] == list(range(1, 13))
    assert [int(t["turn"]) for t in turns if t["replacement"] == "1"] == [3, 6, 9, 12]


@pytest.mark.parametrize("key", ["campaign", "agordat"])
def test_scenarios_have_a_level_for_every_score(key: str) -> None:
    s = toml(DATA / "scenarios" / f"{key}.toml")
    assert s["key"] == key
    assert s["sides"] == ["allied", "italian"]
    levels = s["victory"]["levels"]
    assert levels[0]["from"] == 0
    assert levels[-1]["to"] == 99
    assert all(a["to"] + 1 == b["from"] for a, b in itertools.pairwise(levels))


def test_14_0_campaign_levels_are_the_victory_table() -> None:
    printed = [(int(r["from"]), int(r["to"]), r["level"], r["winner"]) for r in rows("tables/victory.csv")]
    levels = toml(DATA / "scenarios" / "campaign.toml")["victory"]["levels"]
    assert printed == [(x["from"], x["to"], x["level"], x["winner"]) for x in levels]


def test_rulebook_has_a_status_for_every_rule() -> None:
    rules = toml(GAME / "rulebook.toml")["rule"]
    numbers = [r["number"] for r in rules]
    assert len(set(numbers)) == len(numbers)
    chapters = [(1, 4), (2, 3), (3, 1), (4, 0), (5, 1), (6, 0), (7, 0), (8, 5), (9, 1), (10, 0), (11, 9), (12, 7), (13, 0), (14, 0), (15, 0)]
    assert {f"{c}.{n}" for c, last in chapters for n in range(last + 1)} <= set(numbers)
    for r in rules:
        assert r["title"]
        assert r["gist"]
        assert r["status"] in {"enforced", "assisted", "not used", "information"}
        assert r["status"] == "enforced" or r["reason"]


def test_look_covers_the_map() -> None:
    look = toml(GAME / "look" / "look.toml")
    assert {r["terrain"] for r in HEXES.values()} <= set(look["terrain"])
    assert {p["kind"] for p in PLACES.values()} <= set(look["places"])
    assert {line["kind"] for line in MAP["lines"]} <= set(look["lines"])
    assert {s["kind"] for s in SIDES} <= set(look["hexsides"])
    assert {"allied", "italian"} <= set(look["sides"])
