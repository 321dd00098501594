"""Every link from one page of ours to another leads somewhere: the file is there, and so is the heading. Other sites are not asked."""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")


def pages(root: Path = ROOT) -> list[Path]:
    return [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md")), *sorted((root / "src").rglob("NOTES.md"))]


def slug(heading: str) -> str:
    """A heading's anchor, as the site and most readers of Markdown make it."""
    plain = unicodedata.normalize("NFKD", re.sub(r"[`*_]|\[([^\]]*)\]\([^)]*\)", r"\1", heading))
    return re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def anchors(text: str) -> set[str]:
    return {slug(found) for found in re.findall(r"^#{1,6}\s+(.*?)\s*$", FENCE.sub("", text), re.MULTILINE)}


def broken(path: Path) -> list[str]:
    """What is wrong with the links of one page."""
    text = path.read_text(encoding="utf-8")
    found = []
    for match in LINK.finditer(CODE.sub("", FENCE.sub("", text))):
        target, _, anchor = match["target"].partition("#")
        if re.match(r"^[a-z]+:", target):
            continue
        there = (path.parent / target).resolve() if target else path
        if not there.exists():
            found.append(f"{path.name}: there is no {match['target']}")
        elif anchor and there.suffix == ".md" and anchor not in anchors(there.read_text(encoding="utf-8")):
            found.append(f"{path.name}: {there.name} has no heading {anchor!r}")
    return found


def main() -> int:
    troubles = [trouble for path in pages() for trouble in broken(path)]
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
