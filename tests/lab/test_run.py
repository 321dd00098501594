"""Runs: the same whoever plays them, gone on with where they stopped, and true to the games they tell of."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import amba
from amba.cli.progress import Progress
from amba.core.decision import CHANCE
from amba.core.event import Flipped, Removed, Rolled
from amba.lab.record import CAPTURED, LOST, Recorder
from amba.lab.run import code_hash, game_of, header_of, in_order, play_session
from amba.lab.store import TABLES, Run, RunError, rows, spec_of, write_parquet
from amba.load.registry import data_folder, keys, open_game
from tests.cli.conftest import Run as Command
from tests.cli.conftest import run as command
from tests.lab.conftest import played, spec

__all__ = ["command"]


def texts(run: Run) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(run.folder.iterdir())}


def test_the_files_do_not_depend_on_the_number_of_processes_nor_of_games(plain: Run, tmp_path: Path) -> None:
    short = texts(played(tmp_path / "two", 4, jobs=2))
    for name, text in texts(plain).items():
        assert text.startswith(short[name]), name


@pytest.mark.parametrize("name", list(TABLES))
def test_a_killed_run_goes_on_as_if_nothing_had_been(plain: Run, tmp_path: Path, name: str) -> None:
    """Killed while a line of one of the tables was being written."""
    order = list(TABLES)
    folder = tmp_path / "torn"
    folder.mkdir()
    (folder / "run.json").write_text((plain.folder / "run.json").read_text(encoding="utf-8"), encoding="utf-8")
    written = {table: (plain.folder / f"{table}.csv").read_text(encoding="utf-8").splitlines(keepends=True) for table in order}
    torn = max(game for line in written[name][1:] if (game := int(line.split(",")[0])) <= 10)  # not every game has fights
    for table in order:
        games = torn if order.index(table) > order.index(name) else torn + 1
        head, *lines = written[table]
        text = "".join([head, *(line for line in lines if int(line.split(",")[0]) < games)])
        (folder / f"{table}.csv").write_text(text[:-3] if table == name else text, encoding="utf-8")
    assert texts(played(folder, 12)) == texts(plain)


def test_another_run_in_the_folder_is_left_alone(plain: Run) -> None:
    with pytest.raises(RunError, match="another run is here"):
        Run.start(plain.folder, {**plain.header, "seed": "else"})


def test_a_file_of_somebody_elses_is_not_overwritten(plain: Run, tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text("my,own,games\n", encoding="utf-8")
    with pytest.raises(RunError, match=r"games\.csv: this file is of no run"):
        Run.start(tmp_path, plain.header)
    assert (tmp_path / "games.csv").read_text(encoding="utf-8") == "my,own,games\n"
    assert not (tmp_path / "points.csv").exists()
    (tmp_path / "games.csv").write_text(",".join(TABLES["games"]) + "\n", encoding="utf-8")
    assert Run.start(tmp_path, plain.header).count() == 0, "begun and killed at once"


def test_records_read_back_as_they_were_written(plain: Run) -> None:
    for record in plain.records():
        lines = {name: [",".join(cells) for cells in found] for name, found in rows(record).items()}
        for name, found in lines.items():
            text = (plain.folder / f"{name}.csv").read_text(encoding="utf-8")
            if name != "games":
                assert all(line in text for line in found)


def test_a_record_agrees_with_the_log_of_its_game(plain: Run) -> None:
    """Counted again from the finished log, by other code."""
    for index in (0, 5):
        session, record = play_session(spec_of(plain.header), index)
        game = session.game
        assert record == plain.records()[index]
        assert record.decisions == sum(done.by != CHANCE for done in session.done)
        assert record.rolls == sum(done.by == CHANCE for done in session.done)
        assert session.result is not None
        assert record.winner == ("" if session.result.winner is None else game.sides[session.result.winner])
        gone = [e for done in session.done for e in done.events if isinstance(e, Removed) and game.names.places[e.to] == LOST]
        assert [loss.unit for loss in record.losses if loss.what == LOST] == [game.names.pieces[e.piece] for e in gone]
        steps = [e for done in session.done for e in done.events if isinstance(e, Flipped) and e.new > e.old]
        assert len([loss for loss in record.losses if loss.what != LOST]) == len(steps)
        assert record.points[-1] == (record.turns, record.score)
        rolled = [e for done in session.done for e in done.events if isinstance(e, Rolled) and e.what == "combat"]
        assert len(record.fights) == len(rolled)
        assert record.rules["11.5"] == sum(any(e.rule == "11.5" for e in done.events) for done in session.done)


@pytest.mark.parametrize("key", keys())
def test_every_game_can_be_recorded(key: str) -> None:
    """Random play until something was fought for: turns, places and rules are found without knowing the game."""
    from random import Random

    from amba.lab.fuzz import seeded_session

    game = open_game(key)
    scenario = min(game.scenarios(), key=lambda found: found.turns).key
    recorder = Recorder(game, scenario)
    assert recorder.turn_track >= 0
    assert "eliminated" in recorder.lost.values()
    for seed in range(20):
        recorder = Recorder(game, scenario)
        session = seeded_session(game, scenario, {}, f"record {seed}")
        rng = Random(seed)
        recorder.tell(session, list(session.done))
        while (decision := session.decision) is not None:
            recorder.tell(session, session.act(decision.who, session.menu.pick(rng)))
        record = recorder.record(session, 0, "record")
        if record.fights and record.losses:
            break
    hexes = {one["id"] for one in game.board(scenario)["hexes"]}
    assert record.fights
    assert {fight.place for fight in record.fights} <= hexes
    assert record.losses
    assert set(record.rules) <= set(game.rulebook.rules)
    assert [turn for turn, _ in record.points] == sorted({turn for turn, _ in record.points})
    assert record.points[-1][0] == record.turns


def test_whoever_is_captured_is_lost() -> None:
    """Counted again from the log: men led away are losses as much as the dead."""
    asked = spec(game="hollow", scenario="cub-cub", bots=("greedy", "greedy"), seed="1")
    session, record = play_session(asked, 0)
    names = session.game.names
    taken = [e for done in session.done for e in done.events if isinstance(e, Removed) and names.places[e.to].endswith("prisoners")]
    assert taken
    assert [(loss.unit, loss.place) for loss in record.losses if loss.what == CAPTURED] == [
        (names.pieces[e.piece], names.places[e.origin]) for e in taken
    ]


def test_games_come_back_in_order_and_not_all_at_once() -> None:
    under_way: list[int] = []
    most = 0

    def begin(index: int) -> int:
        nonlocal most
        under_way.append(index)
        most = max(most, len(under_way))
        return index

    def finish(index: int) -> int:
        under_way.remove(index)
        return index

    assert list(in_order(range(20), 6, begin, finish)) == list(range(20))
    assert most == 6


def test_parquet_holds_the_same(plain: Run, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    run = played(tmp_path / "run", 3)
    for path in write_parquet(run):
        found = pq.read_table(path).to_pylist()
        wanted = list(run.table(path.stem))
        assert len(found) == len(wanted)
        for row, expected in zip(found, wanted, strict=True):
            assert {name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in row.items()} == expected


def test_what_ifs_are_in_the_header_and_in_the_hash(planted: Run, plain: Run) -> None:
    assert planted.header["changes"] == ["map.places.kassala.vp=9", "map.places.agordat.vp=9"]
    assert planted.header["data"] != plain.header["data"]
    assert game_of(spec_of(planted.header)).data_hash == planted.header["data"]


# The command


def test_the_command_runs_goes_on_and_writes_a_report(command: Command, tmp_path: Path) -> None:
    words = ("lab", "run", "cheren", "--scenario", "agordat", "--bots", "random,random", "--out", tmp_path / "r")
    first = command(*words, "--games", 1, "--no-report")
    assert first.code == 0, first.err
    assert "1/1 games" in first.err
    ran = command(*words, "--games", 3, "--json")
    assert ran.data["games"] == 3
    assert "2/3" not in ran.err  # without a terminal only now and then a line
    assert (tmp_path / "r" / "report.html").is_file()
    assert command(*words, "--games", 3, "--json").data == ran.data
    assert json.loads((tmp_path / "r" / "run.json").read_text())["options"] == {
        "push": "once",
        "river": "add",
        "table": "testimony",
        "orders": "off",
        "bid": "0",
    }


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--bots", "random"], "expected one for each side"),
        (["--bots", "random,genius"], "The Road to Cheren has no bot 'genius'"),
        (["--option", "push=maybe"], "expected one of"),
        (["--set", "tables.combat.2-1.9=1-1r"], "no row '9'"),
        (
            ["--scenario", "campaign", "--set", "scenarios.agordat.turns=5"],
            "this run is of campaign, so nothing would change; name --scenario agordat",
        ),
        (["--scenario", "nowhere"], "no scenario"),
        (["--games", "0"], "1 or more"),
        (["--address", "auto"], "name --engine ray, too"),
    ],
)
def test_a_mistake_is_told_before_anything_is_written(command: Command, tmp_path: Path, words: list[str], says: str) -> None:
    ran = command("lab", "run", "cheren", "--out", tmp_path / "r", *words)
    assert ran.code == 2
    assert says in ran.message
    assert not (tmp_path / "r").exists()


def test_an_extra_that_is_not_there_is_named(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("amba.cli.lab_run.find_spec", lambda _: None)
    for words, extra in ((("--format", "parquet"), "parquet"), (("--engine", "ray"), "ray")):
        ran = command("lab", "run", "cheren", *words)
        assert f"pip install 'amba[{extra}]'" in ran.message


def test_options_reach_the_game() -> None:
    assert spec(options={"push": "off"}).options == {"push": "off", "river": "add", "table": "testimony", "orders": "off", "bid": "0"}
    session, _ = play_session(spec(options={"push": "off"}), 0)
    assert session.log.header.options["push"] == "off"


def test_a_run_is_not_gone_on_with_by_other_code(plain: Run) -> None:
    assert len(plain.header["code"]) == 16
    with pytest.raises(RunError, match="code is"):
        Run.start(plain.folder, {**plain.header, "code": "0" * 16})


def test_how_bots_judge_in_a_folder_of_ones_own_is_part_of_the_run(tmp_path: Path) -> None:
    """It is no rule, so the hash of the data leaves it out; but the bots would play other games."""
    asked = spec(data=str(tmp_path))
    plain = header_of(asked)
    text = (data_folder("cheren") / "bot.toml").read_text(encoding="utf-8")
    (tmp_path / "bot.toml").write_text(text.replace("weight = 2.0", "weight = 3.0", 1), encoding="utf-8")
    code_hash.cache_clear()
    assert header_of(asked)["code"] != plain["code"]


def children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(found) for found in listed.read_text().split()] if listed.exists() else []


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_killed_outright_and_started_again(plain: Run, tmp_path: Path) -> None:
    """A real process, ended without a word after its second game; the processes that played for it do not stay behind."""
    words = [sys.executable, "-m", "amba.cli.main", "lab", "run", "cheren", "--scenario", "agordat", "--bots", "random,random", "--seed", "lab"]
    words += ["--no-report", "--out", str(tmp_path / "r"), "--jobs", "2"]
    process = subprocess.Popen([*words, "--games", "500"], stderr=subprocess.DEVNULL)
    games = tmp_path / "r" / "games.csv"
    until = time.monotonic() + 120
    while not games.exists() or games.read_text(encoding="utf-8").count("\n") < 3:
        assert time.monotonic() < until
        assert process.poll() is None
        time.sleep(0.02)
    workers = children(process.pid)
    process.kill()
    process.wait()
    while any(is_alive(worker) for worker in workers):
        assert time.monotonic() < until, "those that played are still there"
        time.sleep(0.05)
    subprocess.run([*words, "--games", "12"], check=True, capture_output=True)
    again = Run.open(tmp_path / "r").records()
    assert again[:12] == plain.records()


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_a_bar_on_a_terminal_and_lines_elsewhere(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal, raising=False)
    progress = Progress(40, done=10)
    for _ in range(30):
        progress.add("allied 3")
    progress.close()
    shown = capsys.readouterr().err
    assert "40/40 games" in shown
    if terminal:
        bars = [part.removeprefix("\033[K").split(" ")[0] for part in shown.split("\r")[1:]]
        assert len(bars) == 30
        assert shown.startswith("███████····················· 10/40 games"), "before the first game is in, too"
        assert {len(bar) for bar in bars} == {28}
        assert bars[-1] == "█" * 28
    else:
        assert len(shown.splitlines()) == 1


@pytest.mark.parametrize("words", [["play", "--help"], ["lab", "run", "--help"], ["games"]])
def test_no_command_brings_in_what_it_does_not_need(words: list[str]) -> None:
    code = (
        "import contextlib, io, sys, amba, amba.cli.main\n"
        f"with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit): amba.cli.main.main({words!r})\n"
        "found = {name.partition('.')[0] for name in sys.modules} & {'numpy', 'gymnasium', 'pettingzoo', 'pyarrow', 'ray'}\n"
        "lab = [name for name in sys.modules if name.startswith('amba.lab')]\n"
        "sys.exit(repr(found or lab) if found or lab else 0)"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def test_two_do_not_add_to_one_run(plain: Run) -> None:
    with plain.held(), pytest.raises(RunError, match="another process"), Run.open(plain.folder).held():
        pass
    with plain.held():
        assert plain.count() == 12


def test_the_lab_and_the_drawing_name_no_game() -> None:
    named = re.compile(rf"\b({'|'.join(keys())})\b", re.IGNORECASE)
    source = Path(amba.__file__).parent
    found = [path for room in ("lab", "draw", "bots") for path in (source / room).rglob("*.*") if path.suffix in {".py", ".css"}]
    assert len(found) > 20
    assert [path.name for path in found if named.search(path.read_text(encoding="utf-8"))] == []
