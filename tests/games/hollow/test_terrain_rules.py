"""Terrain rules that have no other place: each with a test under its own number."""

from __future__ import annotations

from amba.games.hollow.boards.alternate import orchards_are
from amba.games.hollow.boards.board import Board
from amba.games.hollow.boards.ground import Ground, Placed, lay
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r007_sight import Sightline, sight
from tests.games.hollow.table import table
from tests.games.hollow.test_fire import items
from tests.games.hollow.words import board_from


def ground_of(board: Board) -> Ground:
    return lay([[Placed(board)]])


def line(ground: Ground, a: str, b: str, dug_in: bool = False) -> Sightline:
    return sight(ground, Viewpoint(hex_place(a)), Viewpoint(hex_place(b), dug_in=dug_in))


def test_172_2_too_many_hindrances_block() -> None:
    ground = ground_of(board_from(1, palms="E2 E3 E4 E5 E6 E7"))
    assert line(ground, "E1", "E7").hindrance == 5
    assert line(ground, "E1", "E7").is_clear
    assert not line(ground, "E1", "E8").is_clear


def test_186_1_a_hex_with_hammada_is_a_hammada_hex() -> None:
    t = table("a1 E5; x1 FF5")
    place = t.game.names.place
    assert t.s.field.has(place["99J5"], "hammada")
    assert not t.s.field.has(place["99J6"], "hammada")


def test_190_1_sand_is_marked_hex_by_hex() -> None:
    t = table("a1 E5; x1 FF5")
    place = t.game.names.place
    assert t.s.field.has(place["99L5"], "sand")
    assert not t.s.field.has(place["99L6"], "sand")


def test_185_2_scrub_hides_and_protects_nobody_from_fire() -> None:
    t = table("a1 C7; x1 C4; x2 C2", phase="prep")
    t.do("fire C2", "add a1")
    assert "scrub" not in items(t)
    assert "terrain" not in items(t)


def test_186_12_hammada_neither_hinders_nor_protects() -> None:
    t = table("a1 J8; x1 J5; x2 J3", phase="prep")
    t.do("fire J3", "add a1")
    assert not {"hammada", "terrain"} & set(items(t))


def test_190_2_sand_neither_hinders_nor_protects() -> None:
    t = table("a1 L8; x1 L5; x2 L3", phase="prep")
    t.do("fire L3", "add a1")
    assert not {"sand", "terrain"} & set(items(t))


def test_187_1_a_dug_in_unit_inside_the_rim_sees_little_past_the_lip() -> None:
    ground = ground_of(board_from(1, deir="E4 E5 E6 E7", lip="E7/E8"))
    assert line(ground, "E9", "E5").is_clear
    assert not line(ground, "E9", "E5", dug_in=True).is_clear


def test_190_51_a_dune_crest_stands_like_a_hedge() -> None:
    ground = ground_of(board_from(1, low_dune="E4 E5 E6", sand="E4 E5 E6", dune_crest="E5/E6"))
    assert not line(ground, "E3", "E8").is_clear
    assert line(ground, "E5", "E8").is_clear


def test_193_41_a_hillside_wall_does_not_count_between_levels() -> None:
    ground = ground_of(board_from(1, level_1="E4 E5 D4 D5 F4 F5", wall="E5/E6"))
    assert line(ground, "E4", "E8").blocks == () or all(block.rule != "11.5" for block in line(ground, "E4", "E8").blocks)


def test_196_7a_palm_trees_hinder_like_an_orchard() -> None:
    ground = ground_of(board_from(1, orchard="E4"))
    palms = orchards_are(ground, "palms")
    assert palms.has(hex_place("E4"), "palms")
    assert line(palms, "E2", "E6").hindrance == line(ground, "E2", "E6").hindrance == 1
