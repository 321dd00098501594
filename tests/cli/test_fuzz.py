"""The fuzzer: agrees on a sound game, finds what is wrong in a broken one, and leaves a log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from amba.core.decision import Action, Refusal
from amba.core.event import Event, Tracked
from amba.core.state import State
from amba.lab.fuzz import Fuzzer, Pace
from amba.load.registry import open_game
from tests.cli.conftest import Run

ALWAYS = Pace(1, 1, 1, 3, 5, 5)


def test_fuzz_ends_with_one_line_of_json(run: Run) -> None:
    ran = run("fuzz", "cheren", "--scenario", "agordat", "--games", 2, "--seed", "t", "--json")
    assert ran.code == 0
    answer = ran.data
    assert list(answer) == ["games", "finished", "decisions", "decisions_per_s", "violations"]
    assert (answer["games"], answer["finished"], answer["violations"]) == (2, 2, [])
    assert answer["decisions"] > 200


def test_fuzz_on_several_processes(run: Run) -> None:
    answer = run("fuzz", "cheren", "--scenario", "agordat", "--games", 2, "--seed", "t", "--json", "--jobs", 2).data
    assert (answer["games"], answer["finished"], answer["violations"]) == (2, 2, [])


@pytest.mark.parametrize(("words", "says"), [(("--games", "0"), "must be 1 or more"), (("--scenario", "x"), "cheren has no scenario 'x'")])
def test_fuzz_bad_arguments(run: Run, words: tuple[str, ...], says: str) -> None:
    ran = run("fuzz", "cheren", *words)
    assert ran.code == 2
    assert says in ran.message


def broken_referee(game: Any) -> None:
    def refuse(s: State, a: Action) -> Refusal | None:
        return Refusal("11.0", "No.") if a == ("done",) else type(game).refuse(game, s, a)

    game.refuse = refuse


def broken_apply(game: Any) -> None:
    def apply(s: State, a: Action) -> list[Event]:
        found: list[Event] = type(game).apply(game, s, a)
        return found if a.verb != "done" else found[:-1]

    game.apply = apply


def broken_copy(game: Any) -> None:
    def apply(s: State, a: Action) -> list[Event]:
        found: list[Event] = type(game).apply(game, s, a)
        if a.verb == "move":
            s.do(Tracked("9.0", len(s.tracks) - 1, s.tracks[-1], s.tracks[-1] + 1))
            s.pending.clear()
        return found

    game.apply = apply


def crash(game: Any) -> None:
    def label(s: State, a: Action) -> str:
        raise ZeroDivisionError("in a label")

    game.label = label


@pytest.mark.parametrize(
    ("breaks", "law"),
    [(broken_referee, "menu and referee agree"), (broken_apply, "events fold"), (broken_copy, "events fold"), (crash, "no error")],
)
def test_a_broken_game_is_found_and_its_log_kept(tmp_path: Path, breaks: Any, law: str) -> None:
    game = open_game("cheren")
    breaks(game)
    report = Fuzzer(game, "agordat", "1", pace=ALWAYS).play(tmp_path / "fuzz-failures")
    assert not report.finished
    assert report.violations[0].law == law
    log = Path(report.violations[0].log)
    assert log.is_file()
    assert law in log.with_suffix(".txt").read_text(encoding="utf-8")


def test_a_log_of_a_failure_replays(tmp_path: Path, run: Run) -> None:
    game = open_game("cheren")
    crash(game)
    report = Fuzzer(game, "agordat", "1").play(tmp_path / "fuzz-failures")
    assert run("replay", report.violations[0].log, "--check").code == 0


@pytest.mark.soak
def test_every_law_at_every_moment_of_one_game() -> None:
    report = Fuzzer(open_game("cheren"), "agordat", "laws", pace=ALWAYS).play()
    assert report.violations == []
    assert report.finished
