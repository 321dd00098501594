"""Do two runs differ? A run against itself never; a planted change does."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest

from amba.lab.bid import even_bid
from amba.lab.compare import compare, verdict
from amba.lab.record import Record
from amba.lab.stats import mean, mean_difference, paired_difference, paired_share_difference, quantile, share_difference, wilson
from amba.lab.store import Run, RunError
from amba.load.registry import keys, open_game
from tests.cli.conftest import Run as Command
from tests.cli.conftest import run as command
from tests.lab.conftest import RICH

__all__ = ["command"]


def test_a_run_against_itself_shows_no_difference(plain: Run) -> None:
    found = compare(plain, plain)
    assert not found.differs
    assert found.wins.value == 0
    assert found.wins.low == -found.wins.high < 0  # twelve games alike do not prove that a thousand would be
    assert found.points == (0, 0, 0)
    assert "No difference at all" in verdict(found, "Allies")


def test_the_same_question_with_other_dice_shows_no_difference(plain: Run, other_seed: Run) -> None:
    found = compare(plain, other_seed)
    assert found.pairs == 0
    assert not found.differs
    assert "No difference shown" in verdict(found, "Allies")


def test_a_planted_change_shows(plain: Run, planted: Run) -> None:
    found = compare(plain, planted)
    assert found.pairs == 12
    assert found.differs
    assert found.points is not None
    assert found.points.low > 0
    assert any("changes" in words for words in found.differing)
    assert "They differ" in verdict(found, "Allies")
    first, second = found.bids
    assert first is not None
    assert second is not None
    assert first.points is not None
    assert second.points is not None
    assert second.points.value < first.points.value


def test_the_command_says_it_in_words(command: Command, plain: Run, planted: Run) -> None:
    assert "No difference at all" in command("lab", "compare", plain.folder, plain.folder).out
    answer = command("lab", "compare", plain.folder, planted.folder, "--json").data
    assert answer["differs"] is True
    assert answer["differing"][0].startswith(f"changes: none / {RICH[0]}")
    assert command("lab", "compare", plain.folder, plain.folder.parent).code == 2


def test_the_table_is_markdown(command: Command, plain: Run, planted: Run) -> None:
    lines = command("lab", "table", plain.folder, planted.folder).out.splitlines()
    assert lines[0].startswith("| scenario | bots | games | Allies win | Italians win |")
    assert len({line.count("|") for line in lines}) == 1
    assert len(lines) == 4


def test_what_was_played_with_other_data_is_said_to_be(command: Command, plain: Run, tmp_path: Path) -> None:
    """The levels may have changed since; the points are judged by those here."""
    old = tmp_path / "old"
    shutil.copytree(plain.folder, old)
    (old / "run.json").write_text(json.dumps({**plain.header, "data": "0" * 64}), encoding="utf-8")
    for words in (("compare", plain.folder, old), ("table", old), ("report", old)):
        ran = command("lab", *words)
        assert ran.code == 0
        assert f"{old} was played with other data files than those here" in ran.err
    assert command("lab", "compare", plain.folder, plain.folder).err == ""


def test_runs_of_two_games_are_not_compared(plain: Run) -> None:
    with pytest.raises(RunError, match="nothing to compare"):
        compare(plain, Run(plain.folder, {**plain.header, "game": "adua"}))


def game(index: int, winner: str, score: float) -> Record:
    return Record(index, f"s-{index}", winner, "", score, 1, 0, 4, [], [], [], {})


def test_the_bid_is_what_would_make_it_even() -> None:
    """To Agordat: 6 points win for the Allies, 5 are a draw."""
    cheren = open_game("cheren")
    records = [game(i, "italian", 1 + i % 3) for i in range(60)]  # 1, 2, 3: the median needs 3 to be a draw
    bid = even_bid(records, cheren, "agordat")
    assert bid is not None
    assert bid.side == "allied"
    assert bid.points is not None
    assert bid.points.low <= 3 <= bid.points.high
    assert bid.points.value == pytest.approx(3)
    even = [game(i, "allied" if i % 2 else "italian", 7 if i % 2 else 3) for i in range(60)]
    none = even_bid(even, cheren, "agordat")
    assert none is not None
    assert none.points is not None
    assert none.points.low <= 0 <= none.points.high


def test_games_that_ended_suddenly_cannot_be_bid_away() -> None:
    sudden = [game(i, "allied", 0) for i in range(20)]
    for records in (sudden, [*sudden, *[game(20 + i, "italian", 0) for i in range(22)]]):  # always, or so often that chance could make it so
        bid = even_bid(records, open_game("cheren"), "agordat")
        assert bid is not None
        assert bid.points is None


def test_no_bid_is_named_from_a_handful_of_games(command: Command, plain: Run, tmp_path: Path) -> None:
    """One game drawn again and again is always itself: its interval would have no width."""
    for count in (1, 9):
        bid = even_bid([game(i, "italian", 0) for i in range(count)], open_game("cheren"), "agordat")
        assert bid is not None
        assert bid.points is None
    ran = command("lab", "run", "cheren", "--scenario", "agordat", "--bots", "random,random", "--games", 1, "--out", tmp_path / "r")
    assert "agordat: 1 game, seed" in ran.out
    assert "Too few games to name a bid: 1; play at least 10" in ran.out
    assert "Too few games to name a bid" in (tmp_path / "r" / "report.html").read_text(encoding="utf-8")
    assert "| too few games |" in command("lab", "table", tmp_path / "r").out


SCORED = [key for key in keys() if open_game(key).abilities.score is not None]


@pytest.mark.parametrize("key", SCORED)
def test_every_game_with_points_says_what_they_are_worth(key: str) -> None:
    """More points never help the other side, and both can win."""
    found = open_game(key)
    score_of = found.abilities.score
    assert score_of is not None
    for scenario in found.scenarios():
        worth = []
        for score in range(-200, 400):
            winner = score_of.verdict(scenario.key, score / 2)
            worth.append(0.5 if winner is None else float(winner == score_of.side))
        assert worth == sorted(worth)
        assert {worth[0], worth[-1]} == {0.0, 1.0}


def test_the_verdict_is_that_of_the_finished_game(plain: Run) -> None:
    found = open_game("cheren")
    score_of = found.abilities.score
    assert score_of is not None
    for record in plain.records():
        winner = score_of.verdict("agordat", record.score)
        assert record.winner == ("" if winner is None else found.sides[winner])


# The statistics, against figures from the literature and against chance itself


def test_wilson_as_published() -> None:
    """Newcombe 1998, table I: 81 of 263 and 0 of 20."""
    found = wilson(81, 263)
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)
    assert (round(wilson(0, 20).low, 4), round(wilson(0, 20).high, 4)) == (0.0, 0.1611)
    assert wilson(0, 0) == (0, 0, 1)


def test_difference_of_shares_as_published() -> None:
    """Newcombe 1998 (difference), method 10: 56 of 70 less 48 of 80."""
    found = share_difference(48, 80, 56, 70)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)


def test_intervals_hold_about_as_often_as_they_say() -> None:
    rng = Random(19)
    held = {"share": 0, "mean": 0, "gap": 0, "paired": 0, "turned": 0}
    for _ in range(400):
        wins = sum(rng.random() < 0.3 for _ in range(40))
        share = wilson(wins, 40)
        held["share"] += share.low <= 0.3 <= share.high
        a, b = [rng.gauss(5, 2) for _ in range(15)], [rng.gauss(6, 3) for _ in range(12)]
        held["mean"] += mean(a).low <= 5 <= mean(a).high
        held["gap"] += mean_difference(a, b).low <= 1 <= mean_difference(a, b).high
        pairs = paired_difference(a, [x + rng.gauss(0.5, 0.4) for x in a])
        held["paired"] += pairs.low <= 0.5 <= pairs.high
        old = [float(rng.random() < 0.2) for _ in range(40)]
        new = [1 - x if rng.random() < 0.1 else x for x in old]  # one pair in ten goes the other way: 0.8 * 0.1 - 0.2 * 0.1
        turned = paired_share_difference(old, new)
        held["turned"] += turned.low <= 0.06 <= turned.high
    for name, count in held.items():
        assert 0.92 <= count / 400 <= 0.99, (name, count)


def test_quantiles() -> None:
    assert [quantile([4, 1, 3, 2], share) for share in (0, 0.5, 1)] == [1, 2.5, 4]


def test_the_balance_section_of_a_guide_is_replaced_in_place(plain: Run) -> None:
    from tools.balance import BEGIN, END, block, replaced

    new = block([plain])
    assert "| agordat | random | 12 |" in new
    first = replaced("# Guide\n\nText.\n", new)
    assert first == f"# Guide\n\nText.\n\n{new}\n"
    again = replaced(first + "\nMore.\n", f"{BEGIN}\nother\n{END}")
    assert again == f"# Guide\n\nText.\n\n{BEGIN}\nother\n{END}\n\nMore.\n"
