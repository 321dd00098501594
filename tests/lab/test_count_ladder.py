"""The table of docs/bots.md from one command: how long it counts, that it goes on where it was, and that it needs nothing but the sources."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from amba.lab import ladder
from amba.lab.ladder import Half
from amba.lab.match import Match
from amba.lab.pool import kept_busy
from amba.load.registry import open_game
from tools import count_ladder

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Half]:
    """Games that fall by lot instead of being played: the second bot wins three of four pairs."""
    done: list[Half] = []

    def by_lot(half: Half) -> tuple[Match, float]:
        done.append(half)
        key, scenario, first, second, seed, side = half
        better = int(random.Random(" ".join(half[:5])).random() < 0.75)
        winner = better if side == 0 else 1 - better
        margins = (1.0, -1.0) if winner == 0 else (-1.0, 1.0)
        return Match(key, scenario, seed, (first, second) if side == 0 else (second, first), winner, "", "", 0, 10, margins), 1.5

    monkeypatch.setattr(ladder, "play_half", by_lot)
    return done


def count(tmp_path: Path, *words: str, out: str = "ladder") -> int:
    return count_ladder.main(["--seed", "s", "--out", str(tmp_path / out), "--games", "cheren", "--meetings", "greedy-planner", *words])


def row(capsys: pytest.CaptureFixture[str]) -> str:
    return [line for line in capsys.readouterr().out.splitlines() if "planner - greedy" in line][-1]


def test_it_counts_until_the_interval_is_narrow_enough(played: list[Half], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert count(tmp_path, "--within", "15") == 0
    found = row(capsys)
    assert found.startswith("| *The Road to Cheren* | To Agordat | planner - greedy |")
    assert f"of {len(played) // 2} (" in found
    assert f"of {len(played)} |" in found
    assert 40 <= len(played) <= 88
    assert "to be gone on with" not in found


def test_it_stops_at_the_most_and_goes_on_where_it_was(played: list[Half], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert count(tmp_path, "--most", "6") == 0
    assert len(played) == 12
    assert count(tmp_path, "--most", "6") == 0
    assert len(played) == 12, "nothing is played twice"
    assert count(tmp_path, "--most", "9") == 0
    assert len(played) == len(set(played)) == 18
    assert count(tmp_path, "--minutes", "0") == 0
    assert len(played) == 18
    assert "to be gone on with" in row(capsys)


def test_a_row_does_not_hang_on_how_many_games_were_played_beyond_it(played: list[Half], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count(tmp_path, "--within", "15")
    narrow = row(capsys)
    count(tmp_path, "--within", "12")
    assert row(capsys) != narrow
    count(tmp_path, "--within", "15", "--minutes", "0")
    assert row(capsys) == narrow


def test_what_another_machine_counted_is_taken_in(played: list[Half], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count(tmp_path, "--most", "6", out="there")
    kept = tmp_path / "there" / "games.jsonl"
    assert len(kept.read_text().encode()) < 12 * 200, "small enough to be carried about"
    with kept.open("a") as file:
        file.write('["cut off')  # killed while it wrote
    count(tmp_path, "--most", "8", "--also", str(tmp_path / "there"), out="here")
    assert len(played) == len(set(played)) == 16
    assert "12 games taken in" in capsys.readouterr().err
    assert len((tmp_path / "here" / "games.jsonl").read_text().splitlines()) == 16
    assert "of 8 (" in (tmp_path / "here" / "table.md").read_text()


def test_games_of_other_code_do_not_count(played: list[Half], tmp_path: Path) -> None:
    count(tmp_path, "--most", "1")
    kept = tmp_path / "ladder" / "games.jsonl"
    kept.write_text(kept.read_text().replace('["', '["other '))
    count(tmp_path, "--most", "1")
    assert len(played) == 4


def test_the_meeting_that_had_the_least_time_comes_next(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A searcher's game takes thirty times as long as a greedy one: it does not hold the others up."""
    seconds = {"greedy": 1.0, "searcher": 30.0}
    done: list[str] = []

    def timed(half: Half) -> tuple[Match, float]:
        done.append(half[3])
        return Match(*half[:2], half[4], half[2:4], None, "", "", 0, 10, (0.0, 0.0)), seconds[half[3]]

    monkeypatch.setattr(ladder, "play_half", timed)
    assert count(tmp_path, "--meetings", "random-greedy,planner-searcher", "--most", "40") == 0
    assert done[:45].count("searcher") <= 3
    assert done.count("searcher") == done.count("greedy") == 80


def test_no_game_is_begun_that_cannot_end_in_time(tmp_path: Path) -> None:
    games = {"cheren": open_game("cheren")}
    meetings = count_ladder.chosen("cheren", "greedy-planner,planner-searcher")
    book = count_ladder.Book(tmp_path, {key: count_ladder.version_of(game) for key, game in games.items()})
    for meeting, seconds in zip(meetings, (100.0, 20.0), strict=True):
        book.add(meeting.half("s", 0, 0), count_ladder.Kept(0, (1.0, -1.0), 10, seconds))
    table = count_ladder.Table(meetings, book, "s", 10, 120)
    later = [table.next_game(50.0) for _ in range(3)]
    assert {half[3] for half in later if half is not None} == {"searcher"}
    assert table.next_game(10.0) is None


def test_every_process_always_has_work() -> None:
    """The next piece is begun when one has come, not when all have."""
    work = [number / 1000 for number in range(8)]
    came: list[float] = []
    under_way: list[int] = []

    def ask() -> float | None:
        asked = len(under_way)
        if asked == len(work):
            return None
        under_way.append(asked + 1 - len(came))
        return work[asked]

    for item, _ in kept_busy(time.sleep, ask, 2, math.inf):
        came.append(item)
    assert sorted(came) == work
    assert under_way[0] == 1
    assert set(under_way[1:]) <= {1, 2}
    assert under_way[1] == 2


def die_once(flag: Path, name: str) -> str:
    """The process that is given `dies` dies over it, the first time."""
    if name == "dies" and not flag.exists():
        flag.touch()
        os._exit(1)
    return name


def test_nothing_that_was_asked_for_is_lost_when_processes_die_while_nobody_looks(tmp_path: Path) -> None:
    """The pool is dead when the next piece is begun: that one comes all the same."""
    pieces = ["first", "dies", "later", "last"]
    work, flag, came = iter(pieces), tmp_path / "died", []
    for item, _ in kept_busy(partial(die_once, flag), lambda: next(work, None), 2, math.inf):
        came.append(item)
        while not flag.exists():
            time.sleep(0.05)
        time.sleep(1.0)
    assert sorted(came) == sorted(pieces)


def test_when_time_is_up_what_is_under_way_is_given_up() -> None:
    work: Iterator[float] = iter([0.0, 600.0, 601.0])
    begun = time.monotonic()
    assert [item for item, _ in kept_busy(time.sleep, lambda: next(work, None), 2, begun + 4)] in ([0.0], [])
    assert time.monotonic() - begun < 60


def test_all_five_games_are_counted_in_scenarios_that_there_are() -> None:
    meetings = count_ladder.chosen("", "")
    assert {meeting.game for meeting in meetings} == {"adua", "cheren", "ethiopia", "hollow", "keren"}
    for meeting in meetings:
        assert meeting.scenario in {one.key for one in open_game(meeting.game).scenarios()}
    with pytest.raises(SystemExit, match="no meeting"):
        count_ladder.chosen("", "planner-random")
    assert {one.scenario for one in count_ladder.chosen("", "", "halfaya,october")} == {"halfaya", "october"}


def test_nothing_but_the_sources_is_needed(tmp_path: Path) -> None:
    """No site packages, so that Amba is not installed either: the games are those of the checkout."""
    words = [
        "tools/count_ladder.py",
        "--seed",
        "s",
        "--out",
        str(tmp_path),
        "--games",
        "cheren",
        "--meetings",
        "random-beginner",
        "--most",
        "1",
        "--jobs",
        "2",
    ]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONNOUSERSITE": "1"}
    done = subprocess.run([sys.executable, "-S", *words], check=False, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "of 1 (" in done.stdout
