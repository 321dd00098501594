"""The compiled engine is the same program as the sources, and is never used once they have changed."""

from __future__ import annotations

import ast
import hashlib
import os
import subprocess
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from amba import _native
from tools import compile_engine
from tools.compile_engine import groups, missing, prepared
from tools.compiled_wheel import modules
from tools.constant_names import with_constants

ROOT = Path(__file__).parents[1]

CITED = '''"""A chapter."""

from __future__ import annotations


class State:
    @rule("1.0", "1.1")
    def held(self) -> int:
        return 1


@remembered()
@rule(
    "2.0",
)
def reach(s: State) -> int:
    return 2
'''


def test_rules_are_cited_after_the_last_line_and_no_line_moves() -> None:
    found = prepared(CITED, is_open=False).splitlines()
    before = CITED.splitlines()
    assert found[len(before) :] == ["rule('1.0', '1.1')(State.held)", "rule('2.0')(reach)"]
    assert [line for line in before if "rule" in line or line.strip() in {'"2.0",', ")"}] == [
        line for line, now in zip(before, found, strict=False) if line != now
    ]
    assert "@remembered()" in found


CONSTANTS = '''"""Numbers."""

from __future__ import annotations

MARKS = ("a", "b")
(
    A, B,
) = range(len(MARKS))
C, D = 4, 7
BOTH = 1 << A | 1 << B
NAMES: dict[str, int] = {}
T = TypeVar("T")
ALIAS = Sequence[int]
TWICE = 1
TWICE = 2


def of(x: int) -> int:
    LOCAL = x
    return LOCAL
'''


def test_constants_are_declared_and_no_line_moves() -> None:
    found = with_constants(CONSTANTS).splitlines()
    assert len(found) == len(CONSTANTS.splitlines())
    assert {before: now for before, now in zip(CONSTANTS.splitlines(), found, strict=True) if before != now} == {
        "from __future__ import annotations": "from __future__ import annotations; from typing import Final as _Final",
        'MARKS = ("a", "b")': 'MARKS: _Final = ("a", "b")',
        "(": "A: _Final = 0; B: _Final = 1",
        "    A, B,": "",
        ") = range(len(MARKS))": "",
        "C, D = 4, 7": "C: _Final = 4; D: _Final = 7",
        "BOTH = 1 << A | 1 << B": "BOTH: _Final = 1 << A | 1 << B",
        "NAMES: dict[str, int] = {}": "NAMES: _Final[dict[str, int]] = {}",
    }


@pytest.mark.parametrize("game", ["adua", "cheren", "ethiopia", "hollow", "keren"])
def test_declared_constants_have_the_values_of_the_sources(game: str) -> None:
    """The numbers read off a line are those that running it gives."""
    for path in sorted((ROOT / "src/amba/games" / game).glob("*.py")):
        numbers = {
            node.target.id: node.value.value
            for node in ast.parse(with_constants(path.read_text())).body
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and isinstance(node.value, ast.Constant)
        }
        if numbers and path.stem != "__init__":
            module = import_module(f"amba.games.{game}.{path.stem}")
            assert {name: getattr(module, name) for name in numbers} == numbers


def test_a_module_whose_constants_are_compiled_in_is_watched_too(builder: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = checkout / "src/amba/core/numbers.py"
    numbers.write_text("ONE = 1\n")
    (checkout / "src/amba/core/state.py").write_text("from amba.core.numbers import ONE\n")
    compile_engine.main([])
    assert is_used(checkout, monkeypatch)
    numbers.write_text("ONE = 2\n")
    assert not is_used(checkout, monkeypatch)


def test_classes_of_the_core_stay_open_to_games_that_are_not_compiled() -> None:
    assert "@mypyc_attr(allow_interpreted_subclasses=True)\nclass State:" in prepared(CITED, is_open=True)


def test_what_is_compiled_is_there() -> None:
    for paths in groups().values():
        assert paths
        assert all((ROOT / "src" / path).is_file() for path in paths)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A package of one module, compiled as far as the list says."""
    source = tmp_path / "src" / "amba" / "core" / "state.py"
    source.parent.mkdir(parents=True)
    source.write_text("x = 1\n")
    built = tmp_path / "build" / "native"
    built.mkdir(parents=True)
    stat, digest = source.stat(), hashlib.sha256(source.read_bytes()).hexdigest()
    (built / "modules.txt").write_text(f"{EXTENSION_SUFFIXES[0]} lib-1\n{stat.st_size} {stat.st_mtime_ns} {digest} compiled amba/core/state.py\n")
    return tmp_path


def is_used(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(sys, "meta_path", [finder for finder in sys.meta_path if not isinstance(finder, _native.Compiled)])
    return _native.use_compiled(checkout / "src" / "amba")


def test_compiled_modules_are_used_while_their_sources_are_the_same(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_used(checkout, monkeypatch)
    os.utime(checkout / "src/amba/core/state.py", (1, 1))  # touched, not changed
    assert is_used(checkout, monkeypatch)


@pytest.mark.parametrize("text", ["x = 2\n", "x = 1\ny = 2\n", None])
def test_an_edited_source_is_never_run_as_it_was(text: str | None, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = checkout / "src/amba/core/state.py"
    if text is None:
        source.unlink()
    else:
        source.write_text(text)
    assert not is_used(checkout, monkeypatch)


def test_without_a_list_or_for_another_python_the_sources_run(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = checkout / "build/native/modules.txt"
    found.write_text(found.read_text().replace(EXTENSION_SUFFIXES[0], ".another.so"))
    assert not is_used(checkout, monkeypatch)
    found.unlink()
    assert not is_used(checkout, monkeypatch)


@pytest.fixture
def builder(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The compiling itself is left out: a build writes one line into its folder, and counts itself."""
    target = checkout / "build/native"
    (target / "modules.txt").unlink()
    monkeypatch.setattr(compile_engine, "SOURCES", checkout / "src")
    monkeypatch.setattr(compile_engine, "ROOT", checkout)
    monkeypatch.setattr(compile_engine, "TARGET", target)
    monkeypatch.setattr(compile_engine, "LIST", target / "modules.txt")
    monkeypatch.setattr(compile_engine, "groups", lambda: {"amba_base": ["amba/core/state.py"]})
    monkeypatch.setattr(compile_engine, "missing", lambda: "")
    monkeypatch.setattr(compile_engine, "prepare", lambda wanted: None)
    monkeypatch.setattr(compile_engine, "fault_in_play", lambda: "")

    def build(wanted: dict[str, list[str]], folder: str, level: str) -> subprocess.CompletedProcess[str]:
        made = target / folder
        made.mkdir(exist_ok=True)
        (made / "built").write_text((made / "built").read_text() + "again\n" if (made / "built").exists() else "once\n")
        source = (checkout / "src/amba/core/state.py").read_text()
        return subprocess.CompletedProcess([], int("fault" in source), "", "no such thing" if "fault" in source else "")

    monkeypatch.setattr(compile_engine, "build", build)
    return target


def test_what_is_compiled_is_not_compiled_again(builder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compile_engine.main([])
    assert "Compiling the engine" in capsys.readouterr().out
    compile_engine.main([])
    assert capsys.readouterr().out == "The engine is compiled.\n"
    assert [path.read_text() for path in builder.glob("lib-*/built")] == ["once\n"]
    assert compile_engine.is_fresh(compile_engine.listed(compile_engine.groups()))


def test_a_changed_source_gets_a_folder_of_its_own_that_begins_with_what_was_there(
    builder: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_engine.main([])
    first = compile_engine.used_folder()
    (checkout / "src/amba/core/state.py").write_text("x = 2\n")
    assert not is_used(checkout, monkeypatch)
    compile_engine.main([])
    assert is_used(checkout, monkeypatch)
    second = compile_engine.used_folder()
    assert first is not None
    assert second is not None
    assert first != second
    assert (builder / first / "built").read_text() == "once\n"  # a program that runs may still use it
    assert (builder / second / "built").read_text() == "once\nagain\n"
    (checkout / "src/amba/core/state.py").write_text("x = 3\n")
    compile_engine.main([])
    assert not (builder / first).exists()


def test_where_the_compiler_fails_the_sources_run(
    builder: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / "src/amba/core/state.py").write_text("fault\n")
    assert compile_engine.main([]) == 0
    assert "runs uncompiled: the compiler failed" in capsys.readouterr().out
    assert (builder / "failure.txt").read_text() == "no such thing"
    assert not is_used(checkout, monkeypatch)


def test_what_was_compiled_and_does_not_run_is_not_used(builder: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_engine, "fault_in_play", lambda: "TypeError: interpreted classes cannot inherit from compiled")
    assert "does not run" in compile_engine.compile_now()
    assert not is_used(checkout, monkeypatch)
    assert "interpreted classes" in (builder / "failure.txt").read_text()


def test_a_module_that_the_compiler_cannot_take_runs_as_it_is(
    builder: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / "src/amba/core/odds.py").write_text("y = 1\n")
    monkeypatch.setattr(compile_engine, "groups", lambda: {"amba_base": ["amba/core/odds.py", "amba/core/state.py"]})
    tried: list[list[str]] = []

    def build(wanted: dict[str, list[str]], folder: str, level: str) -> subprocess.CompletedProcess[str]:
        tried.append([path for paths in wanted.values() for path in paths])
        (builder / folder).mkdir(exist_ok=True)
        text = "amba/core/odds.py:1: AssertionError: Any\namba/core/odds.py:1: note: this is an internal mypyc error; please report"
        return subprocess.CompletedProcess([], int("amba/core/odds.py" in tried[-1]), "", text)

    monkeypatch.setattr(compile_engine, "build", build)
    compile_engine.main([])
    assert tried == [["amba/core/odds.py", "amba/core/state.py"], ["amba/core/state.py"]]
    assert "but amba/core/odds.py" in capsys.readouterr().out
    assert is_used(checkout, monkeypatch)
    first = sys.meta_path[0]
    assert isinstance(first, _native.Compiled)
    assert first.names == {"amba.core.state"}
    compile_engine.main([])
    assert len(tried) == 2
    (checkout / "src/amba/core/odds.py").write_text("y = 2\n")
    assert not is_used(checkout, monkeypatch)


def test_in_the_background_it_is_started_and_said_in_one_line(
    builder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[int] = []
    monkeypatch.setattr(compile_engine, "start", started.append)
    compile_engine.main(["--background"])
    said = capsys.readouterr().out
    assert started == [15]
    assert said.count("\n") == 1
    assert "in the background" in said
    compile_engine.main([])
    capsys.readouterr()
    compile_engine.main(["--background"])
    assert capsys.readouterr().out == "The engine is compiled.\n"
    assert started == [15]


def test_two_never_compile_at_once(builder: Path) -> None:
    with compile_engine.alone() as first, compile_engine.alone() as second:
        assert (first, second) == (True, False)
    with compile_engine.alone() as third:
        assert third


def test_a_wheel_has_the_compiled_modules_beside_their_sources(tmp_path: Path) -> None:
    inner = tmp_path / "amba" / "core"
    inner.mkdir(parents=True)
    (inner / f"state{compile_engine.suffix()}").touch()
    (inner / "notes.txt").touch()
    (tmp_path / f"amba_base__mypyc{compile_engine.suffix()}").touch()
    assert sorted(modules(tmp_path).values()) == [f"amba/core/state{compile_engine.suffix()}", f"amba_base__mypyc{compile_engine.suffix()}"]


def version(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "amba.cli.main", "--version"],
        check=True, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment},
    )  # fmt: skip
    return done.stdout.strip()


def test_the_version_says_which_it_is() -> None:
    assert version(AMBA_PLAIN="1").endswith(", uncompiled")


def test_what_compiling_needs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert missing().startswith("no C compiler")


def test_no_compiled_module_walks_the_frames_in_the_way_mypyc_cannot_take() -> None:
    """`reversed(s.frames)` is an internal error of mypyc, and a module that it refuses runs as it is, slowly: `s.frames[::-1]` is as good."""
    paths = [path for library in groups().values() for path in library]
    assert len(paths) > 100
    assert [path for path in paths if "reversed(s.frames)" in (ROOT / "src" / path).read_text()] == []
