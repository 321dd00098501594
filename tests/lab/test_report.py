"""The report: one page that needs nothing else, true to the run."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from amba.lab.heat import counted
from amba.lab.plots import columns, fan, nice_range, ticks
from amba.lab.record import Record
from amba.lab.report import report_html
from amba.lab.run import game_of
from amba.lab.store import Run, spec_of
from amba.load.registry import keys, open_game
from tests.lab.conftest import played

VOID = {"meta", "input", "br", "link", "img"}


@pytest.fixture(scope="module")
def page(plain: Run) -> str:
    return report_html(plain, game_of(spec_of(plain.header)))


class Checker(HTMLParser):
    """Sees that every element is closed where it was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.ids.update(value for name, value in attrs if name == "id" and value)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids.update(value for name, value in attrs if name == "id" and value)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


def test_it_is_well_formed(page: str) -> None:
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert [name for name, count in checker.ids.items() if count > 1] == []


def test_counters_are_called_by_their_titles(tmp_path: Path) -> None:
    """Nobody knows who a1 was; and where no unit has steps, there is no column for them."""
    run = played(tmp_path / "run", 1, game="hollow", scenario="cub-cub")
    game = game_of(spec_of(run.header))
    page = report_html(run, game)
    titles = {piece["key"]: piece["title"] for piece in game.board("cub-cub")["pieces"]}
    lost = next(record.losses for record in run.records())
    assert lost
    assert all(f"<td>{titles[loss.unit]}</td>" in page for loss in lost)
    assert re.search(r"<td>(Italian|British|Free French) squad \d+</td>", page)
    assert ">steps</th>" not in page
    assert "<h2>Hexes over time</h2>" in page, "what decides this scenario"


def test_it_loads_nothing(page: str) -> None:
    assert re.findall(r"<(?:script|link|img|iframe|object)\b", page) == []
    assert re.findall(r"""(?:src|href)\s*=\s*["'](?!#)""", page) == []
    assert re.findall(r"url\(|@import", page) == []
    assert set(re.findall(r"https?://[^\s\"'<]+", page)) <= {"http://www.w3.org/2000/svg"}


def test_every_drawing_is_sound(page: str) -> None:
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawings) >= 5
    for drawing in drawings:
        ET.fromstring(drawing.replace("&nbsp;", " "))
        assert "nan" not in drawing.lower().replace("finance", "")


def test_its_figures_are_the_runs(page: str, plain: Run) -> None:
    records = plain.records()
    best, wins = Counter(record.winner for record in records).most_common(1)[0]
    title = next(side["title"] for side in open_game("cheren").board("agordat")["sides"] if side["key"] == best)
    assert f"The {title} won {wins} of 12 games" in page
    place, count = counted(records)["fights"].most_common(1)[0]
    assert re.search(rf"{place}( \([^)]*\))?: {count} fights in 12 games", page)
    entries = sum(record.rules.get("9.0", 0) for record in records)
    assert f'<td class="num">9.0</td><td>Movement</td><td class="n">{entries / 12:.3g}</td>' in page
    assert "tables/combat.csv" in page
    assert "amba lab run cheren --scenario agordat --bots random,random --games 12 --seed lab" in page


def test_it_says_what_was_changed(planted: Run) -> None:
    page = report_html(planted, game_of(spec_of(planted.header)))
    assert '<li class="whatif">map.places.agordat.vp=9</li>' in page
    assert "map.toml <b>(changed here)</b>" in page
    assert "--set map.places.kassala.vp=9" in page


def test_a_run_without_games_has_a_page_too(plain: Run, tmp_path: Path) -> None:
    empty = Run.start(tmp_path / "empty", plain.header)
    assert "No game is finished yet" in report_html(empty, game_of(spec_of(plain.header)))


def test_a_run_of_odd_games_has_a_page(plain: Run, tmp_path: Path) -> None:
    """All drawn, over before the first turn, nothing fought and nothing lost."""
    run = Run.start(tmp_path / "odd", plain.header)
    for index in range(3):
        run.append(Record(index, f"lab-{index}", "", "Draw", 7, 0, 0, 0, [], [], [], {}))
    page = report_html(run, game_of(spec_of(plain.header)))
    assert "All 3 games were drawn." in page
    assert "3 ended before the first turn" in page
    Checker().feed(page)


@pytest.mark.parametrize("key", keys())
def test_every_game_has_what_the_page_asks_for(key: str) -> None:
    game = open_game(key)
    for scenario in game.scenarios():
        board = game.board(scenario.key)
        assert [side["key"] for side in board["sides"]] == list(game.sides)
        for side in game.sides:
            assert {"accent", "fill", "ink"} <= set(board["look"]["sides"][side])


def test_plots_stand_single_values() -> None:
    ET.fromstring(columns([5.0], "one", "things"))
    ET.fromstring(fan([(1, [3.0])], [], "one", "points"))


def test_ticks_are_round() -> None:
    assert ticks(0, 10) == [0, 2, 4, 6, 8, 10]
    assert nice_range(3, 97) == (0, 100)
    assert ticks(-0.4, 0.4)[0] == pytest.approx(-0.4)
