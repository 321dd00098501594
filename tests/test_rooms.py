"""What import-linter cannot see of the rooms (pyproject.toml): imports inside functions, and which games its contracts cover."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "amba" / "games"


def contracts() -> list[dict[str, list[str]]]:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts: list[dict[str, list[str]]] = found["tool"]["importlinter"]["contracts"]
    return contracts


def covered(key: str) -> set[str]:
    """The games that the contract with this list covers."""
    return {module.rpartition(".")[2] for contract in contracts() for module in contract.get(key, ())}


def hidden_imports(source: str) -> list[int]:
    """The lines of imports inside functions."""

    def within(node: ast.AST, inside: bool) -> Iterator[int]:
        if inside and isinstance(node, ast.Import | ast.ImportFrom):
            yield node.lineno
        inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            yield from within(child, inside)

    return list(within(ast.parse(source), False))


def test_an_import_inside_a_function_is_found() -> None:
    assert hidden_imports("import a\n\ndef f():\n    def g():\n        from b import c\n    import d\n") == [5, 6]
    assert hidden_imports("class A:\n    import b\nif True:\n    import c\n") == []


def test_the_contracts_cover_every_game() -> None:
    games = {path.name for path in GAMES.iterdir() if (path / "game.py").is_file()}
    assert covered("containers") == covered("ancestors") == covered("modules") == games


@pytest.mark.parametrize("key", sorted(covered("containers")))
def test_nothing_is_imported_inside_a_function(key: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((GAMES / key).rglob("*.py"))
        for line in hidden_imports(path.read_text(encoding="utf-8"))
    ]
    assert not found, f"an import inside a function hides a circle: {', '.join(found)}"
