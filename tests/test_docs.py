"""The documentation is true: names it gives exist, its examples load, its lists are whole."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

import amba
from amba.load.position import load_position
from amba.load.registry import keys, open_game

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
COMMON = {"game", "title", "note", "scenario", "options", "turn", "phase", "decides", "frames", "tracks"}
"""Position keys that mean the same in every game and are told once."""


def section(text: str, key: str) -> str:
    """What docs/positions.md says about one game."""
    found = re.search(rf"^### .*\(`{key}`\)\n(.*?)(?=^##)", text, re.MULTILINE | re.DOTALL)
    assert found, f"docs/positions.md has no part about {key}"
    return found[1]


@pytest.mark.parametrize("key", keys())
def test_every_position_key_is_documented(key: str) -> None:
    text = (DOCS / "positions.md").read_text(encoding="utf-8")
    positions, boxes = import_module(f"amba.games.{key}.positions"), cast("Any", open_game(key)).world.box
    told = section(text, key)
    own = {*positions.KEYS, *getattr(positions, "UNIT_KEYS", ()), *getattr(positions, "PIECE_KEYS", ())} - COMMON
    missing = [name for name in (*sorted(own), *boxes) if not re.search(rf"(?<![\w-]){name}(?![\w-])", told)]
    assert not missing, f"docs/positions.md says nothing of {', '.join(missing)}"
    assert set(re.findall(r"[a-z]+", text)) >= COMMON


@pytest.mark.parametrize("key", ["adua", "cheren", "ethiopia", "keren"])
def test_every_mark_of_a_position_is_documented(key: str) -> None:
    """Marks that a person may give a unit; of Hollow Legions' pool of counters only those that people need are told."""
    told = section((DOCS / "positions.md").read_text(encoding="utf-8"), key)
    missing = [name for name in open_game(key).names.marks if not re.search(rf"(?<![\w-]){name}(?![\w-])", told)]
    assert not missing, f"docs/positions.md says nothing of {', '.join(missing)}"


def test_every_example_of_a_position_loads() -> None:
    text = (DOCS / "positions.md").read_text(encoding="utf-8")
    examples = [block for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL) if "game" in tomllib.loads(block)]
    assert len(examples) >= 3
    for block in examples:
        assert load_position(block).decision is not None


def test_every_position_file_loads() -> None:
    for path in sorted((DOCS / "positions").glob("*.toml")):
        assert load_position(path).decision is not None


def test_a_cut_log_is_told_in_one_way() -> None:
    """Both pages say what the server does: a log cut to a seat has no hashes."""
    for name in ("log-format.md", "wire.md"):
        told = [line for line in (DOCS / name).read_text(encoding="utf-8").splitlines() if '"cut"' in line]
        assert len(told) == 1
        assert "no hashes" in told[0].replace("*", "")


HOP = re.compile(r"`([\w/]+\.(?:py|js)):([\w.]+)`")
"""A place in the code as docs/why.md names it: file below src/amba, then function, class or method."""


def python_names(path: Path) -> set[str]:
    """Every function and class of a file, methods with their class."""
    found: set[str] = set()

    def collect(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(prefix + node.name)
            if isinstance(node, ast.ClassDef):
                collect(node.body, f"{prefix}{node.name}.")

    collect(ast.parse(path.read_text(encoding="utf-8")).body, "")
    return found


def is_there(file: str, name: str) -> bool:
    path = ROOT / "src" / "amba" / file
    if not path.is_file():
        return False
    if path.suffix == ".js":
        return re.search(rf"^\s*(?:async |export |function )*{name}\(.*\{{", path.read_text(encoding="utf-8"), re.MULTILINE) is not None
    return name in python_names(path)


def test_every_function_that_why_names_is_there() -> None:
    hops = HOP.findall((DOCS / "why.md").read_text(encoding="utf-8"))
    assert len(hops) > 40
    assert not [f"{file}:{name}" for file, name in hops if not is_there(file, name)]


def test_a_function_that_is_not_there_is_missed() -> None:
    assert is_there("core/session.py", "Session.act")
    assert is_there("web/js/table/hand.js", "commit")
    assert not is_there("core/session.py", "Session.fly")
    assert not is_there("core/session.py", "act")
    assert not is_there("core/nowhere.py", "act")
    assert not is_there("web/js/table/hand.js", "juggle")


def test_why_names_every_room() -> None:
    text = (DOCS / "why.md").read_text(encoding="utf-8")
    rooms = [path.name for path in (ROOT / "src" / "amba").iterdir() if path.is_dir() and not path.name.startswith("_")]
    assert not [room for room in rooms if not re.search(rf"^\s*(?:\w+ +\|  )?{room}\b", text, re.MULTILINE)]


ROOMS = ("core", "kit", "load", "table", "bots", "draw", "lab", "server", "cli")


def public_classes(*rooms: str) -> list[tuple[str, str]]:
    """Name and file of every class of these rooms, without errors and the messages of the wire, which have names of their own there."""
    found = []
    for path in sorted(path for room in rooms for path in (ROOT / "src" / "amba" / room).glob("*.py") if path.name != "schema.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name[0].isupper() and not is_error(node):
                found.append((node.name, f"{path.parent.name}/{path.name}"))
    return found


def is_error(node: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id.endswith(("Exception", "Error")) for base in node.bases)


def test_one_word_one_thing() -> None:
    """No two rooms have a class of one name."""
    files: dict[str, list[str]] = {}
    for name, file in public_classes(*ROOMS):
        files.setdefault(name, []).append(file)
    assert not {name: found for name, found in files.items() if len(found) > 1}


def test_every_class_is_in_the_glossary() -> None:
    told = set(re.findall(r"\*\*(\w+)\*\*", (DOCS / "glossary.md").read_text(encoding="utf-8")))
    classes = {name for name, _ in public_classes(*(room for room in ROOMS if room != "cli"))}
    missing = sorted(classes - told)
    assert not missing, f"docs/glossary.md says nothing of {', '.join(missing)}"
    gone = sorted(word for word in told - classes if word[0].isupper())
    assert not gone, f"docs/glossary.md still has {', '.join(gone)}"


def test_the_changelog_has_versions_newest_first_and_a_line_a_change() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (\d+)\.(\d+)\.(\d+) \((unreleased|\d{4}-\d\d-\d\d)\)$", text, re.MULTILINE)
    versions = [tuple(map(int, found[:3])) for found in headings]
    assert len(headings) == len(re.findall(r"^## ", text, re.MULTILINE)) >= 2
    assert versions == sorted(versions, reverse=True)
    assert [found[3] for found in headings].count("unreleased") <= 1
    stray = [line for line in text.splitlines()[4:] if line and not line.startswith(("- ", "## ", "### "))]
    assert not stray, f"a change is one line: {stray[0]}"
    named = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert named == amba.__version__
    assert named.startswith(".".join(map(str, versions[0])))


def tables_about(guide: str, words: str) -> str:
    """The tables of a guide that speak of something, in themselves or in the paragraph before them."""
    blocks = re.split(r"\n\n+", guide)
    found = [block for before, block in zip(["", *blocks], blocks, strict=False) if block.startswith("|") and re.search(words, before + block)]
    return "\n".join(found).lower()


@pytest.mark.parametrize("key", keys())
def test_every_guide_says_of_every_scenario_what_history_did_and_what_equal_bots_score(key: str) -> None:
    """History before balance: lessons have neither, a battle of one's own has no history."""
    guide = (DOCS / "games" / f"{key}.md").read_text(encoding="utf-8")
    history, bots = tables_about(guide, "[Hh]istory|what happened"), tables_about(guide, "[Ee]qual bots")
    if key == "adua":
        history = guide[guide.index("## What history did") :].lower()
    for scenario in open_game(key).scenarios():
        if scenario.key.startswith("lesson"):
            continue
        names = scenario.title.lower(), scenario.key.replace("-", " ")
        assert any(name in bots for name in names), f"{key}: no score of equal bots for {scenario.title}"
        if "one's own" not in scenario.title:
            assert any(name in history for name in names), f"{key}: nothing of history in {scenario.title}"
