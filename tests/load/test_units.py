"""The plain box of a game of units in hexes: what may be left out of its files, and what is told about a mistake in them. Over the example's files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from amba.draw.map import draw_svg
from amba.games.cheren.game import Cheren
from amba.load.files import DataError, Folder
from amba.load.maps import load_map, plain_corners
from amba_wadi.book import HERE
from amba_wadi.game import Wadi
from amba_wadi.world import TERRAINS

DATA = HERE / "data"


def changed(tmp_path: Path, name: str, old: str, new: str, data: Path = DATA) -> Path:
    """A folder with one of the files edited by somebody."""
    text = (data / name).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return tmp_path


def line_of(name: str, text: str, data: Path = DATA) -> int:
    lines = (data / name).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


MISTAKES = [
    ("scenarios/ford.toml", "turns = 4", "turns = 4\nturn_limit = 4", "turns = 4", 1, "unknown key 'turn_limit'"),
    ("scenarios/ford.toml", "[control]", "[controll]", "[control]", 0, "did you mean control?"),
    ("scenarios/ford.toml", 'riders = "0205"', 'rider = "0205"', "riders", 0, "there is no unit 'rider'"),
    ("scenarios/ford.toml", 'riders = "0205"', 'riders = "9905"', "riders", 0, "'9905'"),
    ("scenarios/ford.toml", 'riders = "0205"', 'riders = { hex = "0205", steps = 3 }', "riders", 0, "expected 1 to 2"),
    ("scenarios/ford.toml", "ford = 2,", "fort = 2,", "ford = 2,", 0, "expected a place of map.toml"),
    ("scenarios/ford.toml", "from = 2, to = 2", "from = 3, to = 3", "from = 2, to = 2", 0, "the one before ends at 1"),
    ("tables/terrain.csv", "rocks,3,-1", "rock,3,-1", "", 0, "there is no row for the terrain 'rocks'"),
    ("hexsides.csv", "0501,0601,bank", "0501,0601,bnak", "0501,0601", 0, "kind is 'bnak'; expected one of bank"),
    ("map.toml", 'kind = "track"', 'kind = "trakc"', "[[lines]]", 1, "kind is 'trakc'; expected one of track"),
    ("map.toml", 'kind = "track"\n', "", "[[lines]]", 2, "a line needs 'kind'"),
    ("map.toml", 'hex = "0804"\nkind = "well"', 'hex = "0804"\nkind = "wel"', 'hex = "0804"', 1, "kind is 'wel'; expected one of ford, well"),
    ("units.csv", "riders,Rider Troop,band", "riders,Rider Troop,bend", "riders,", 0, "bend"),
]


@pytest.mark.parametrize(("name", "old", "new", "at", "below", "message"), MISTAKES, ids=[mistake[5] for mistake in MISTAKES])
def test_a_mistake_is_named_with_its_line(tmp_path: Path, name: str, old: str, new: str, at: str, below: int, message: str) -> None:
    with pytest.raises(DataError) as error:
        Wadi(changed(tmp_path, name, old, new))
    assert error.value.file == name
    assert message in error.value.message
    assert error.value.line == (line_of(name, at) + below if at else 0)


def test_an_unknown_key_in_somebodys_own_scenario_of_any_game_is_an_error(tmp_path: Path) -> None:
    data = Path(Cheren().world.folder.own)
    with pytest.raises(DataError, match=r"agordat.toml, line 7: unknown key 'turnss' \(did you mean turns\?\)"):
        Cheren(changed(tmp_path, "scenarios/agordat.toml", "turns = 4", "turns = 4\nturnss = 5", data).resolve())


def test_a_map_needs_no_file_of_hexsides(tmp_path: Path) -> None:
    assert "hexsides.csv" in [source.file for source in Wadi().provenance()]
    for name in ("map.toml", "hexes.csv"):
        (tmp_path / name).write_text((DATA / name).read_text(encoding="utf-8"), encoding="utf-8")
    found = load_map(Folder(tmp_path), TERRAINS)
    assert found.hexsides == {}
    assert [source.file for source in found.provenance] == ["map.toml", "hexes.csv"]


def test_a_map_may_have_none_of_a_kind_of_hexsides(tmp_path: Path) -> None:
    rows = (DATA / "hexsides.csv").read_text(encoding="utf-8").splitlines()[:3]
    (tmp_path / "hexsides.csv").write_text("\n".join([*rows, ""]), encoding="utf-8")
    assert Wadi(tmp_path).new("ford", {}).units(0)


def test_corners_lie_between_the_hexes_that_meet_there() -> None:
    """Neighbours agree about the corner they share, and flat ground stays flat."""
    world = Wadi().world
    grid, corners = world.grid, world.map.corners
    for here in range(grid.size):
        east = grid.by_direction[here][2]
        if east is not None:
            assert corners[here][0] == corners[east][2], "the east corner is the south-eastern neighbour's north-west corner"
            assert corners[here][5] == corners[east][3]
    assert plain_corners(grid, [100] * grid.size, 11) == (100,) * 6


def test_a_map_without_corner_heights_is_drawn() -> None:
    game = Wadi()
    svg = draw_svg(game.board("ford"), game.view(game.new("ford", {}), None))
    assert "nan" not in svg.lower()
    grounds = set(re.findall(r'fill="(#\w+)" stroke="\1"', svg))
    assert len(grounds) > 12, "shaded ground has many colours: flat ground has one for each of four terrains"
