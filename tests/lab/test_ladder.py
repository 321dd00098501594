"""The ladder: pairs, points, margins and ratings."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.cli.main import main
from amba.lab.ladder import Meeting, Pair, Work, meetings, play_pair, ratings, run, schedule
from amba.lab.match import Match
from amba.load.registry import open_game


def match(levels: tuple[str, str], winner: int | None, margin: float) -> Match:
    return Match("cheren", "agordat", "1", levels, winner, "", "", 0, 100, (margin, -margin))


def pair(winners: tuple[int | None, int | None], margins: tuple[float, float]) -> Pair:
    return Pair("a", "b", "1", (match(("a", "b"), winners[0], margins[0]), match(("b", "a"), winners[1], margins[1])))


def test_two_wins_win_a_pair() -> None:
    assert pair((0, 1), (3.0, 1.0)).points == 2.0
    assert pair((0, 1), (1.0, 5.0)).score == 1.0, "wins come before margins"
    assert pair((1, 0), (9.0, 1.0)).score == 0.0


def test_where_one_side_always_wins_margins_decide_the_pair() -> None:
    assert pair((1, 1), (-2.0, -5.0)).score == 1.0, "a lost by 2 what b lost by 5"
    assert pair((1, 1), (-5.0, -2.0)).score == 0.0
    assert pair((1, 1), (-2.0, -2.0)).score == 0.5
    assert pair((None, None), (0.0, 0.0)).score == 0.5


def test_meetings_put_the_stronger_first() -> None:
    (found,) = meetings([pair((1, 0), (-1.0, 1.0)), pair((1, 0), (-1.0, 1.0)), pair((0, 1), (1.0, -1.0))])
    assert found[:5] == ("b", "a", 3, 2.0, 4.0)
    low, high = found.interval
    assert low < found.share < high


def test_ratings_follow_the_results() -> None:
    found = [Meeting("b", "a", 20, 15, 30, 1.0), Meeting("c", "b", 20, 15, 30, 1.0), Meeting("c", "a", 20, 18, 36, 2.0)]
    a, b, c = ratings(found, ["a", "b", "c"])
    assert a.points == 0.0
    assert b.points == pytest.approx(170, abs=40)
    assert c.points == pytest.approx(360, abs=60)
    assert 50 < b.error < 200


def test_every_two_levels_meet_on_every_seed() -> None:
    work = schedule("cheren", "agordat", ["random", "greedy", "planner"], 2, "s")
    assert len(work) == 6
    assert {one[4] for one in work} == {"s-0", "s-1"}


def test_a_pair_of_equal_bots_on_the_same_dice_is_even() -> None:
    found = play_pair(open_game("cheren"), "agordat", "random", "random", "4")
    assert found.margin == 0.0
    assert found.score == 0.5


def test_a_run_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pairs.jsonl"
    words = ["lab", "ladder", "cheren", "--scenario", "agordat", "--levels", "random,random", "--pairs", "1", "--out", str(out)]
    assert main(words) == 2, "two different levels are needed"
    words[6] = "random,greedy"
    assert main(words) == 0
    first = capsys.readouterr().out
    size = out.stat().st_size
    assert main(words) == 0
    again = capsys.readouterr().out
    assert out.stat().st_size == size, "nothing is played twice"
    assert first.splitlines()[2:] == again.splitlines()[2:]
    assert "greedy - random" in again


def test_two_processes_play_the_same_pairs_and_stop_when_told() -> None:
    work = schedule("cheren", "agordat", ["random", "greedy"], 3, "s")
    told: list[Work] = []

    def tell(one: Work, pair: Pair) -> bool:
        told.append(one)
        assert pair.seed == one[4]
        return False

    run(work, 2, tell)
    assert len(told) == 1
    assert told[0] in work
