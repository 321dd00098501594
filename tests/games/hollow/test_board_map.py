"""The map of a scenario as the table draws it."""

from __future__ import annotations

import tomllib

from amba.games.hollow.board_map import map_of
from amba.games.hollow.boards.ground import Placed, lay
from amba.games.hollow.boards.terrain import LINES, SIDES, TERRAIN
from amba.games.hollow.book import HERE
from tests.games.hollow.words import board_from

LOOK = tomllib.loads((HERE / "look" / "look.toml").read_text())


def test_the_look_knows_every_terrain_hexside_and_line() -> None:
    assert set(TERRAIN) <= set(LOOK["terrain"])
    assert set(SIDES) <= set(LOOK["hexsides"])
    assert set(LINES) | {"wadi"} <= set(LOOK["lines"])


def test_a_hex_wears_the_most_telling_of_its_terrains() -> None:
    ground = lay([[Placed(board_from(1, scrub="C3 C4", hillock="C3", wadi="E4 E5 E4/E5", level_2="H5", hammada="H5", building="J5"))]])
    rows = {row["id"]: row for row in map_of(ground, LOOK, "")["hexes"]}
    assert (rows["1C3"]["terrain"], rows["1C3"]["also"]) == ("hillock", "scrub")
    assert rows["1C4"]["terrain"] == "scrub"
    assert (rows["1H5"]["terrain"], rows["1H5"]["also"]) == ("level_2", "hammada")
    assert rows["1J5"]["terrain"] == "building"
    assert rows["1E4"]["elevation"] < rows["1A1"]["elevation"] < rows["1C3"]["elevation"] < rows["1H5"]["elevation"]


def test_188_the_bed_of_a_wadi_is_a_line_and_a_grazed_hexside_is_a_hexside() -> None:
    ground = lay([[Placed(board_from(1, wadi="E4 E5 E4/E5 E5/F5"))]])
    board = map_of(ground, LOOK, "")
    assert [line["hexes"] for line in board["lines"]] == [["1E4", "1E5"]]
    assert board["hexsides"] == [{"a": "1E5", "b": "1F5", "kind": "wadi"}]
