"""The browser's files: small modules, all loaded together, and no word about any single game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[1] / "src" / "amba" / "web"
MODULES = sorted((WEB / "js").rglob("*.js"))
IMPORT = re.compile(r'^(?:import|export)[^;]*?from "(\.[^"]+)"', re.MULTILINE)


def reached(module: Path, seen: set[Path]) -> set[Path]:
    """A module and everything it imports."""
    module = module.resolve()
    if module not in seen:
        seen.add(module)
        for name in IMPORT.findall(module.read_text(encoding="utf-8")):
            reached(module.parent / name, seen)
    return seen


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_is_small(module: Path) -> None:
    assert len(module.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize(("page", "entries"), [("table.html", ["js/table/main.js", "js/table/table.js"]), ("index.html", ["js/shelf/shelf.js"])])
def test_a_page_preloads_every_module_it_needs(page: str, entries: list[str]) -> None:
    """Modules that import one another would else be fetched one round after another."""
    text = (WEB / page).read_text(encoding="utf-8")
    named = {(WEB / name).resolve() for name in re.findall(r'(?:modulepreload" href|module" src)="([^"]+)"', text)}
    needed: set[Path] = set()
    for entry in entries:
        reached(WEB / entry, needed)
    assert named >= needed, f"{page} should also name {sorted(str(path.relative_to(WEB)) for path in needed - named)}"
    assert all(path.is_file() for path in named)


def test_the_client_knows_no_game() -> None:
    words = re.compile(r"cheren|keren|adua|ethiopia|hollow|italian|allied|abyssin", re.IGNORECASE)
    found = {
        str(path.relative_to(WEB)): words.findall(path.read_text(encoding="utf-8"))
        for path in WEB.rglob("*")
        if path.suffix in {".js", ".css", ".html"} and "pictures" not in path.parts
    }
    assert {name: hits for name, hits in found.items() if hits} == {}
