"""Links between pages lead somewhere; what PyPI shows has none that do not."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tools.check_links import ROOT, anchors, broken, pages
from tools.package_page import addresses, page


def test_every_link_leads_somewhere() -> None:
    assert [trouble for path in pages() for trouble in broken(path)] == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One & two\n\n[a](#one-two) [b](gone.md) [c](page.md#three) [d](https://x.example) `[e](gone.md)`\n", encoding="utf-8")
    assert broken(page) == ["page.md: there is no gone.md", "page.md: page.md has no heading 'three'"]
    assert anchors("# A `b` *c*\n```\n# no\n```\n") == {"a-b-c"}


def test_the_readme_on_pypi_has_no_links_into_the_checkout() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for change in project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(change["pattern"], change["replacement"], text)
    assert re.findall(r"\]\((?!https?:)", text) == []
    assert "# Amba" in text
    assert "amba play" in text
    for said in ("make play", "<!--", "See positions", "a phone", "Glossary"):
        assert said not in text, "what only a checkout has, and a list of links without the links"


def test_the_package_page_leads_to_where_the_source_lies() -> None:
    text = page((ROOT / "README.md").read_text(encoding="utf-8"), "https://forge.example/amba")
    found = re.findall(r"\]\(([^)]*)\)", text)
    assert len(found) > 20
    for target in found:
        place = re.fullmatch(r"https://forge\.example/amba/(?:blob|raw)/main/(.*)", target)
        assert place is None or (ROOT / place[1]).exists(), target
    assert all(target.startswith("https://") for target in found)
    assert "make play" not in text
    assert addresses("https://forge.example/amba")["Homepage"] == "https://forge.example/amba"


def test_every_page_stands_in_the_contents_of_the_site() -> None:
    contents = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert [path.name for path in sorted((ROOT / "docs").glob("*.md")) if f" {path.name}\n" not in contents] == []


def test_the_docs_that_come_with_the_package_are_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for source in project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]:
        assert (ROOT / source).exists(), source
