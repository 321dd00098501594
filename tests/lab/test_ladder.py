"""The ladder: pairs, points, margins and ratings."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.cli.main import main
from amba.lab.ladder import Matchup, Pair, Work, matchups, play_pair, ratings, run, schedule
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


def test_matchups_put_the_stronger_first() -> None:
    (found,) = matchups([pair((1, 0), (-1.0, 1.0)), pair((1, 0), (-1.0, 1.0)), pair((0, 1), (1.0, -1.0))])
    assert found[:5] == ("b", "a", 3, 2.0, 4.0)
    low, high = found.interval
    assert low < found.share < high


def test_ratings_follow_the_results() -> None:
    found = [Matchup("b", "a", 20, 15, 30, 1.0), Matchup("c", "b", 20, 15, 30, 1.0), Matchup("c", "a", 20, 18, 36, 2.0)]
    a, b, c = ratings(found, ["a", "b", "c"])
    assert a.points == 0.0
    assert b.points == pytest.approx(170, abs=40)
    assert c.points == pytest.approx(360, abs=60)
    assert 50 < b.error < 200
    assert a.error == 0.0, "the first level is what the others are measured by"


def test_an_interval_of_a_rating_knows_that_the_others_are_uncertain_too() -> None:
    """A chain: how far c is from a rests on both matchups, so the variances add up."""
    chain = [Matchup("b", "a", 20, 10, 20, 0.0), Matchup("c", "b", 20, 10, 20, 0.0)]
    _, b, c = ratings(chain, ["a", "b", "c"])
    assert c.error == pytest.approx(b.error * 2**0.5)
    assert b.error == pytest.approx(1.96 / (21 / 4) ** 0.5 * 400 / 2.302585, rel=1e-4)


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


def test_a_ladder_killed_while_it_wrote_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pairs.jsonl"
    words = ["lab", "ladder", "cheren", "--scenario", "agordat", "--levels", "random,greedy", "--pairs", "1", "--out", str(out)]
    assert main(words) == 0
    whole = out.read_text(encoding="utf-8")
    out.write_text(whole + whole[:40], encoding="utf-8")
    assert main(words) == 0
    assert out.read_text(encoding="utf-8") == whole


def test_a_file_that_is_no_ladder_is_told_and_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.csv"
    out.write_text("game,seed\n0,1\n", encoding="utf-8")
    words = ["lab", "ladder", "cheren", "--levels", "random,greedy", "--pairs", "1", "--out"]
    assert main([*words, str(out)]) == 2
    assert "line 1: this is no pair that the ladder kept" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "game,seed\n0,1\n"
    assert main([*words, str(tmp_path / "nowhere" / "pairs.jsonl")]) == 2
    assert "there is no such folder" in capsys.readouterr().err


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
