"""The table of docs/bots.md from one command: how long it counts, and that it goes on where it was."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from amba.lab import ladder
from amba.lab.ladder import Pair, Work
from amba.lab.match import Match
from amba.load.registry import open_game
from tools import count_ladder


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Work]:
    """Pairs that fall by lot instead of being played: the second bot wins three of four."""
    done: list[Work] = []

    def by_lot(work: Work) -> Pair:
        done.append(work)
        key, scenario, first, second, seed = work
        winner = int(random.Random(" ".join(work)).random() < 0.75)
        games = [
            Match(key, scenario, seed, levels, side, "", "", 0, 10, (1.0 - 2 * side, 2 * side - 1.0))
            for levels, side in (((first, second), winner), ((second, first), 1 - winner))
        ]
        return Pair(first, second, seed, (games[0], games[1]))

    monkeypatch.setattr(ladder, "play_work", by_lot)
    return done


def count(tmp_path: Path, *words: str) -> int:
    return count_ladder.main(["--seed", "s", "--out", str(tmp_path / "ladder"), "--games", "cheren", "--meetings", "greedy-planner", *words])


def test_it_counts_until_the_interval_is_narrow_enough(played: list[Work], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert count(tmp_path, "--within", "15") == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if "planner - greedy" in line)
    assert row.startswith("| *The Road to Cheren* | To Agordat | planner - greedy |")
    assert f"of {len(played)} (" in row
    assert 20 <= len(played) <= 44
    assert "to be gone on with" not in row


def test_it_stops_at_the_most_and_goes_on_where_it_was(played: list[Work], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert count(tmp_path, "--most", "6") == 0
    assert len(played) == 6
    assert count(tmp_path, "--most", "6") == 0
    assert len(played) == 6, "nothing is played twice"
    assert count(tmp_path, "--most", "9") == 0
    assert len(played) == len(set(played)) == 9
    assert count(tmp_path, "--minutes", "0") == 0
    assert len(played) == 9
    assert "9 of 9" not in capsys.readouterr().out.splitlines()[-4]


def test_all_five_games_are_counted_in_scenarios_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    meetings = count_ladder.chosen("", "")
    assert {meeting.game for meeting in meetings} == {"adua", "cheren", "ethiopia", "hollow", "keren"}
    for meeting in meetings:
        assert meeting.scenario in {one.key for one in open_game(meeting.game).scenarios()}
    with pytest.raises(SystemExit, match="no meeting"):
        count_ladder.chosen("", "planner-random")
