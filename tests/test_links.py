"""Links between pages lead somewhere; what PyPI shows has none that do not."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tools.check_links import ROOT, anchors, broken, pages


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


def test_the_docs_that_come_with_the_package_are_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for source in project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]:
        assert (ROOT / source).exists(), source
