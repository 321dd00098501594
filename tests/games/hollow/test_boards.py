"""Boards: names, files, the kept boards, the generator, joins and turning."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amba.games.hollow.boards.alternate import broken_terrain, brush_is_vineyard, dunes_are, orchards_are, steppe_terrain
from amba.games.hollow.boards.board import Board, board_text, load_board, side
from amba.games.hollow.boards.generate import CHARACTERS, generate
from amba.games.hollow.boards.ground import JoinError, Placed, lay
from amba.games.hollow.boards.naming import NAMES, PLACES, UnknownBoardHex, hex_name, hex_place, is_half, turned
from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.book import HERE
from amba.kit.rays import NEIGHBOURS, Hex
from amba.load.files import DataError, Folder
from tests.games.hollow.words import board_from

KEPT = Folder(HERE / "data" / "boards")
NUMBERS = range(61, 67)


def kept(number: int) -> Board:
    return load_board(KEPT, f"{number}.toml")


def empty(number: int, **fields: Any) -> Board:
    return Board(number, "", {}, {}, {})._replace(**fields)


def test_a_board_has_346_hexes_with_the_printed_names() -> None:
    assert len(PLACES) == len(set(NAMES)) == 346
    assert NAMES[0] == "A1"
    assert NAMES[-1] == "GG10"
    assert hex_place("B0") == (1, 0)
    assert hex_place("A1") == (0, 1)
    assert all(hex_place(hex_name(place)) == place for place in PLACES)


@pytest.mark.parametrize("name", ["A0", "A11", "HH1", "B11", "b1", "B01", "", "AB3"])
def test_names_that_no_hex_has(name: str) -> None:
    with pytest.raises(UnknownBoardHex):
        hex_place(name)


def test_turning_by_half_keeps_the_board_and_twice_is_nothing() -> None:
    assert {turned(place) for place in PLACES} == set(PLACES)
    assert all(turned(turned(place)) == place for place in PLACES)
    assert hex_name(turned(hex_place("A1"))) == "GG10"
    assert hex_name(turned(hex_place("B0"))) == "FF10"


@pytest.mark.parametrize("number", NUMBERS)
def test_kept_boards_load_and_say_the_same_when_written_again(number: int, tmp_path: Path) -> None:
    board = kept(number)
    (tmp_path / "again.toml").write_text(board_text(board), encoding="utf-8")
    assert load_board(Folder(tmp_path), "again.toml") == board


def test_the_kept_boards_show_every_terrain() -> None:
    boards = [kept(number) for number in NUMBERS]
    shown = {word for board in boards for words in board.terrain.values() for word in words}
    by_scenario = {"open", "broken_ground", "broken_crag", "woods", "entrenchment", "stream", "marsh"}
    assert shown == set(TERRAIN) - by_scenario
    sides = {kind for board in boards for kind in board.sides}
    assert sides == {"wall", "hedge", "cactus_hedge", "cliff", "wadi", "wadi_cliff", "lip", "dune_crest"}
    assert {kind for board in boards for kind, _ in board.lines} == {"track", "road"}
    assert {board.character for board in boards} == set(CHARACTERS)


def check_sound(board: Board) -> None:
    """What lies on a hexside fits the hexes on both its hands."""

    def words(place: Hex) -> frozenset[str]:
        return board.terrain.get(place, frozenset())

    assert not any(is_half(place) for place in board.level)
    for a, b in board.sides.get("lip", ()):
        assert ("deir" in words(a)) != ("deir" in words(b))
    for a, b in board.sides.get("cliff", ()):
        assert board.level.get(a, 0) != board.level.get(b, 0)
    for a, b in board.sides.get("dune_crest", ()):
        assert {"low_dune", "high_dune"} & (words(a) | words(b))
    for kind in ("wadi", "wadi_cliff"):
        assert all("wadi" in words(a) | words(b) for a, b in board.sides.get(kind, ()))
    cliffs = board.sides.get("cliff", frozenset()) | board.sides.get("wadi_cliff", frozenset())
    assert not cliffs & board.sides.get("wadi", frozenset())
    for place, level in board.level.items():
        for step in NEIGHBOURS:
            there = (place[0] + step[0], place[1] + step[1])
            assert level - board.level.get(there, 0) < 2 or side(place, there) in cliffs
    for _, places in board.lines:
        assert not {side(a, b) for a, b in itertools.pairwise(places)} & cliffs
    for place, found in board.terrain.items():
        assert "summit" not in found or "hillock" in found
        assert not {"low_dune", "high_dune"} & found or "sand" in found
        assert not {"scrub", "hammada"} <= found, hex_name(place)


@pytest.mark.parametrize("number", NUMBERS)
def test_kept_boards_are_sound(number: int) -> None:
    check_sound(kept(number))


@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])
def test_a_seed_always_draws_the_same_sound_board(character: str, seed: int) -> None:
    board = generate(character, seed, 70)
    assert board == generate(character, seed, 70)
    assert board != generate(character, seed + 10, 70)
    check_sound(board)


def test_an_unknown_character_is_refused() -> None:
    with pytest.raises(ValueError, match="choose from hammada"):
        generate("swamp", 1, 70)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("number = 0", "expected the board's number"),
        ('number = 1\n[terrain]\nscrubs = ["A1"]', "terrain 'scrubs' is unknown"),
        ('number = 1\n[terrain]\nscrub = ["A0"]', "there is no hex 'A0'"),
        ('number = 1\n[terrain]\nscrub = ["A5-A2"]', "no stretch down one column"),
        ('number = 1\n[levels]\n9 = ["A5"]', "level '9'"),
        ('number = 1\n[levels]\n1 = ["C5"]\n2 = ["C5"]', "C5 has two levels"),
        ('number = 1\n[hexsides]\nwall = ["C5/C7"]', "C5 and C7 are not neighbours"),
        ('number = 1\n[hexsides]\nwell = ["C5/C6"]', "hexside 'well' is unknown"),
        ('number = 1\nlines = [{ kind = "track", hexes = ["C5", "C7"] }]', "C5 and C7 are not neighbours"),
        ('number = 1\nlines = [{ kind = "tram", hexes = [] }]', "line 'tram'"),
        ("number = 1\nlevels = 3", "expected a table"),
    ],
)
def test_a_wrong_board_file_says_what_and_where(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "b.toml").write_text('source = "reconstruction"\n' + text, encoding="utf-8")
    with pytest.raises(DataError, match=message) as error:
        load_board(Folder(tmp_path), "b.toml")
    assert error.value.line > 0 or "table" in message


def test_3_5_half_hexes_along_a_join_make_one_hex_of_both_boards() -> None:
    ground = lay([[Placed(empty(1)), Placed(empty(2))], [Placed(empty(3)), Placed(empty(4))]])
    assert ground.place["1GG5"] == ground.place["2A5"]
    assert ground.name[ground.place["2A5"]] == "1GG5"
    assert ground.place["1B10"] == ground.place["3B0"]
    assert ground.place["2FF10"] == ground.place["4FF0"]
    assert len(ground.name) == 4 * 346 - 4 * 10 // 2 - 4 * 16 // 2
    inner = ground.place["1GG5"]
    assert len(ground.neighbours(inner)) == 6


def test_3_5_a_joined_hex_has_what_either_half_has() -> None:
    left = empty(1, terrain={hex_place("GG4"): frozenset({"scrub"}), hex_place("GG6"): frozenset({"wadi"})})
    right = empty(2, terrain={hex_place("A4"): frozenset({"hammada"})})
    ground = lay([[Placed(left), Placed(right)]])
    assert ground.terrain[ground.place["2A4"]] == {"hammada"}
    assert ground.terrain[ground.place["2A6"]] == {"wadi"}


def test_3_5_half_hexes_of_different_levels_do_not_fit() -> None:
    with pytest.raises(JoinError, match="1GG4 is at level 1 and 2A4 at level 0"):
        lay([[Placed(empty(1, level={hex_place("GG4"): 1})), Placed(empty(2))]])


def test_3_5_a_turned_board_keeps_its_names() -> None:
    ground = lay([[Placed(empty(1), is_turned=True), Placed(empty(2))]])
    assert ground.place["1A1"] == ground.place["2A10"]
    assert ground.place["1GG10"] == (0, 1)


def test_3_5_the_kept_boards_fit_in_any_order() -> None:
    boards = [kept(number) for number in NUMBERS]
    ground = lay([[Placed(b, i % 2 == 0) for i, b in enumerate(boards[:3])], [Placed(b, i % 2 == 1) for i, b in enumerate(boards[3:])]])
    assert len(ground.names) == len(ground.name)
    assert "61B1" in ground.place


def test_188_wadis_that_meet_at_a_join_are_one_wadi() -> None:
    left = empty(1, terrain={hex_place("FF5"): frozenset({"wadi"})})
    right = empty(2, terrain={hex_place("A5"): frozenset({"wadi"})})
    ground = lay([[Placed(left), Placed(right)]])
    assert ground.has_side(ground.place["1FF5"], ground.place["2A5"], "wadi_join")
    cut = left._replace(sides={"wadi_cliff": frozenset({(hex_place("FF5"), hex_place("GG5"))})})
    parted = lay([[Placed(cut), Placed(right)]])
    assert not parted.has_side(parted.place["1FF5"], parted.place["2A5"], "wadi_join")


def test_189_1_connected_hillock_hexes_are_one_hillock() -> None:
    hillock = frozenset({"hillock"})
    board = empty(1, terrain={hex_place(name): hillock for name in ("C3", "C4", "D3", "H5")})
    ground = lay([[Placed(board)]])
    number = {name: ground.hillocks[hex_place(name)] for name in ("C3", "C4", "D3", "H5")}
    assert number["C3"] == number["C4"] == number["D3"] != number["H5"]


def words(name: str, *found: str) -> Board:
    return empty(1, terrain={hex_place(name): frozenset(found)})


def test_196_1_broken_terrain() -> None:
    ground = broken_terrain(lay([[Placed(words("C5", "hammada")._replace(sides={"cliff": frozenset({(hex_place("C5"), hex_place("C6"))})}))]]))
    assert ground.has(hex_place("C5"), "broken_crag")
    assert ground.has(hex_place("C4"), "broken_ground")
    assert not ground.has(hex_place("C6"), "broken_ground"), "a cliff makes it inaccessible"
    assert not ground.has(hex_place("C7"), "broken_ground")
    assert broken_terrain(lay([[Placed(words("C5", "scrub"))]])).has(hex_place("C5"), "brush")


def test_196_2_steppe_terrain() -> None:
    assert steppe_terrain(lay([[Placed(words("C5", "scrub"))]])).has(hex_place("C5"), "woods")
    assert steppe_terrain(lay([[Placed(words("C5", "hammada"))]])).has(hex_place("C5"), "brush")
    assert steppe_terrain(lay([[Placed(words("C5", "sand"))]]), sand_is_grain=True).has(hex_place("C5"), "grain")


@pytest.mark.parametrize("word", ["cactus_patch", "olive_grove", "palms"])
def test_196_4_196_5_196_7a_orchards_may_be_something_else(word: str) -> None:
    assert orchards_are(lay([[Placed(words("C5", "orchard"))]]), word).has(hex_place("C5"), word)
    with pytest.raises(ValueError, match="orchards may be"):
        orchards_are(lay([[Placed(empty(1))]]), "roses")


def test_196_6_brush_may_be_vineyard() -> None:
    assert brush_is_vineyard(lay([[Placed(words("C5", "brush"))]])).has(hex_place("C5"), "vineyard")


def test_190_5_the_hexes_of_a_high_dune_are_hillocks() -> None:
    low = lay([[Placed(words("C5", "sand", "low_dune"))]])
    assert low.rise(hex_place("C5")) == 0
    assert dunes_are(low, "high").rise(hex_place("C5")) == 1
    with pytest.raises(ValueError, match="low or high"):
        dunes_are(low, "middling")


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(NAMES), st.booleans(), st.booleans())
def test_3_5_every_name_has_one_place_however_the_boards_lie(name: str, first: bool, second: bool) -> None:
    ground = lay([[Placed(empty(1), first), Placed(empty(2), second)]])
    assert f"1{name}" in ground.names[ground.place[f"1{name}"]]
    assert f"2{name}" in ground.names[ground.place[f"2{name}"]]


def test_a_board_in_a_few_words() -> None:
    board = board_from(5, hillock="C4 C5", summit="C5", wall="C6/C7", level_1="C8", wadi="E4 E5 E4/E5")
    assert board.number == 5
    assert board.terrain[hex_place("C5")] == {"hillock", "summit"}
    assert board.level == {hex_place("C8"): 1}
    assert set(board.sides) == {"wall", "wadi"}
    with pytest.raises(ValueError, match="'hill' is no terrain"):
        board_from(hill="C4")
    with pytest.raises(ValueError, match="does not lie on hexsides"):
        board_from(scrub="C4/C5")
    with pytest.raises(ValueError, match="C4/C6: not neighbours"):
        board_from(wall="C4/C6")
