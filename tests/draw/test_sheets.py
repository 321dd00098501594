"""Print and play: tiles that cover the map, counters whose backs meet their fronts, and pages at their real size."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from amba.cli.main import main
from amba.cli.print import booklet
from amba.draw.booklet import PARTS, document
from amba.draw.counters import SIDE, counter
from amba.draw.geometry import Layout
from amba.draw.relief import softened
from amba.draw.sheets import (
    COUNTER_MM,
    MOST_FACES,
    OVERLAP_MM,
    PAPERS,
    CounterFace,
    best_hex,
    counter_sheet,
    counters_of,
    fewest,
    markers_of,
    tiles,
    unit_of,
)
from amba.load.registry import open_game

GAMES = [("cheren", "agordat"), ("keren", "first-battle"), ("adua", "albertone"), ("ethiopia", "october"), ("hollow", "cub-cub")]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("landscape", [True, False])
def test_tiles_cover_the_map_and_overlap(paper: str, landscape: bool) -> None:
    layout, unit = Layout(open_game("cheren").board("campaign")), unit_of(20)
    found = tiles(layout, unit, paper, landscape)
    for name in layout.hexes:
        x, y = layout.centre(name)
        assert any(tile.x <= x <= tile.x + tile.wide and tile.y <= y <= tile.y + tile.high for tile in found), name
    for tile in found:
        beside = [other for other in found if other.row == tile.row and other.column == tile.column + 1]
        assert all(abs((tile.x + tile.wide - other.x) * unit - OVERLAP_MM) < 0.01 for other in beside)
    assert len({tile.name for tile in found}) == len(found)


def test_a_little_smaller_where_it_saves_pages_never_larger_and_never_much_smaller() -> None:
    board = open_game("cheren").board("campaign")
    size = best_hex(board, "a4", 20)
    assert 17.5 <= size <= 20
    assert len(fewest(Layout(board), unit_of(size), "a4")[1]) < len(fewest(Layout(board), unit_of(20), "a4")[1])


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_every_counter_has_a_front_and_a_back(game: str, scenario: str) -> None:
    opened = open_game(game)
    made = booklet(opened, scenario)
    pairs = counters_of(made.board, made.view)
    if game != "hollow":  # its counters carry every kind of squad there is; those of the scenario are printed
        assert len(pairs) == sum((len(piece["faces"]) + 1) // 2 for piece in made.board["pieces"])
    else:
        faces = {piece["key"]: len(piece["faces"]) for piece in made.board["pieces"]}
        assert len(pairs) == sum(1 if faces[key] > MOST_FACES else (faces[key] + 1) // 2 for key in made.view["pieces"])
    assert len(pairs) > 10
    assert all(front.art and back.art for front, back in pairs)
    titles = {str(mark["title"]) for mark in made.board["look"]["marks"].values() if mark.get("title")}
    assert {front.title for front, _ in markers_of(made.board)} == titles


def test_backs_lie_behind_their_fronts_when_the_sheet_is_turned() -> None:
    faces = [CounterFace("<g/>", str(i)) for i in range(7)]
    wide = 100.0

    def places(mirrored: bool) -> dict[str, tuple[float, float]]:
        sheet = counter_sheet(faces, 5, 3, wide, mirrored)
        return {title: (float(x), float(y)) for x, y, title in re.findall(r"translate\(([\d.]+) ([\d.]+)\)[^>]*><title>(\d)", sheet)}

    front, back = places(False), places(True)
    for key, (x, y) in front.items():
        assert back[key] == pytest.approx((wide - x - COUNTER_MM, y))


def test_the_pages_hold_everything_at_its_size() -> None:
    made = booklet(open_game("cheren"), "agordat")
    html = document(made, "a4", 20, PARTS)
    for chart in made.charts:
        assert chart["title"] in html
    for step in made.view["sequence"]:
        assert step["title"] in html
    assert "a hex is 20 mm" in html
    assert "reconstruction" in html, "what is not from the rulebook says so"
    assert html.count('<section class="tile">') == len(fewest(Layout(made.board), unit_of(20), "a4")[1])
    assert html.count('<section class="counters">') % 2 == 0
    only = document(made, "sheet", 15, ["map"])
    assert only.count('<section class="tile">') == 1
    assert "Combat table" not in only


def test_the_command_writes_pages_and_says_what_it_does_not_know(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "adua", "--only", "charts,aids", "-o", str(tmp_path / "adua.html")]) == 0
    assert "Melee" in (tmp_path / "adua.html").read_text(encoding="utf-8")
    assert main(["print", "adua", "--only", "dice"]) == 2
    assert "there are: map, counters, charts, aids" in capsys.readouterr().err
    assert main(["print", "chess"]) == 2
    assert main(["print", "adua", "--hex", "3"]) == 2


def widths(svg: str) -> list[tuple[float, float, str]]:
    """Middle and breadth of each word on a counter at 0, 0, a letter being two thirds as wide as it is high."""
    found = re.findall(r'<text x="([\d.]+)" y="[\d.]+" font-size="([\d.]+)" text-anchor="middle"(?![^>]*rotate)[^>]*>([^<]+)<', svg)
    return [(float(x), 0.66 * float(size) * len(unescape(words)), words) for x, size, words in found]


@pytest.mark.parametrize("key", ["cheren", "keren", "adua", "ethiopia"])
def test_nothing_on_a_printed_counter_leaves_it(key: str) -> None:
    made = booklet(open_game(key), open_game(key).scenarios()[0].key)
    look = made.board["look"]
    for piece in made.board["pieces"]:
        for face in range(len(piece["faces"])):
            drawn = counter(0, 0, piece, {"side": piece["side"], "face": face, "marks": []}, look, top=True)
            for x, wide, words in widths(drawn):
                assert x - wide / 2 >= -0.1, (piece["key"], words)
                assert x + wide / 2 <= SIDE + 0.1, (piece["key"], words)


def test_charts_have_words_and_no_keys() -> None:
    html = document(booklet(open_game("adua"), "albertone"), "a4", 20, ["charts"])
    assert "abyssinian infantry" in html
    assert "abyssinian_infantry" not in html


def test_a_pdf_is_made_where_the_library_is_there(tmp_path: Path) -> None:
    pytest.importorskip("weasyprint", reason="the extra `print` is not installed")
    path = tmp_path / "cheren.pdf"
    assert main(["print", "cheren", "--only", "counters,charts", "-o", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF")


def strip_of(key: str, game: str, scenario: str) -> str:
    """The colour along the upper edge of a counter."""
    board = open_game(game).board(scenario)
    piece = next(piece for piece in board["pieces"] if piece["key"] == key)
    drawn = counter(0, 0, piece, {"side": piece["side"], "face": 0, "marks": []}, board["look"], top=True)
    found = re.search(r'height="5\.2" rx="1\.6" fill="([^"]+)"', drawn)
    assert found
    return found[1]


def test_the_strip_tells_formations_apart_in_print_too() -> None:
    """Keren's battalions of two brigades bear the same number; Adua's armies have an Infantry 1 each."""
    assert strip_of("col-red-1", "keren", "first-battle") != strip_of("col-blue-1", "keren", "first-battle")
    infantry = [piece["key"] for piece in open_game("adua").board("battle")["pieces"] if piece["designation"] == "Infantry 1"]
    strips = [strip_of(key, "adua", "battle") for key in infantry]
    assert len(strips) > 3
    assert len(set(strips)) == len(strips)


def test_a_leader_of_minus_one_has_one_dash_and_a_squad_is_men() -> None:
    board = open_game("hollow").board("cub-cub")
    shown = {"side": "allied", "face": 0, "marks": []}
    leader = next(piece for piece in board["pieces"] if piece["kind"] == "leader" and str(piece["faces"][0]["right"]).startswith("-"))
    drawn = counter(0, 0, leader, {**shown, "side": leader["side"]}, board["look"], top=True)
    assert "--" not in drawn
    assert f"{leader['faces'][0]['left']} {leader['faces'][0]['right']}<" in drawn
    squad = next(piece for piece in board["pieces"] if piece["kind"] == "squad")
    assert ">Squ<" not in counter(0, 0, squad, {**shown, "side": squad["side"]}, board["look"], top=True)


def test_light_runs_on_from_triangle_to_triangle_where_the_ground_is_cut_up() -> None:
    """In print no step of light stands along the edges of a hex's triangles: what meets in a corner has one light there."""
    assert softened(-0.4, 0.1, (0.2, 0.3), 4) == softened(0.5, 0.1, (0.2, 0.3), 4)
    assert softened(-0.4, 0.1, (0.2, 0.3), 1) != softened(0.5, 0.1, (0.2, 0.3), 1)
