"""The guide says of every paragraph of the module where it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from amba.games.hollow.book import BOOK

GUIDE = (Path(__file__).parents[3] / "docs" / "games" / "hollow.md").read_text(encoding="utf-8")
TABLE = GUIDE[GUIDE.index("## The module in hand") : GUIDE.index("## What history did")]
OF_THE_MODULE = re.compile(r"(1[789]\d|19\d)(\.\d+a?)?|55\.8\d?|137\.\d+|142\.2\d?|(VN|MN|N|VL|V)( .*)?")


def told() -> list[tuple[str, str]]:
    """The stretches of paragraphs in the first column."""
    cells = [row.split("|")[1] for row in TABLE.splitlines() if row.startswith("| ") and not row.startswith(("| paragraph", "|--"))]
    stretches = [stretch.strip() for cell in cells for stretch in cell.split(",")]
    return [(first, last or first) for first, _, last in (stretch.partition("-") for stretch in stretches)]


def key(number: str) -> tuple[str, float, str]:
    """Numbers by their decimals: 188.121 lies between 188.12 and 188.13; notes by their letters."""
    found = re.fullmatch(r"(VN|MN|N|VL|V)? ?(\d+(?:\.\d+)?)?(.*)", number)
    assert found is not None
    return found[1] or "", float(found[2] or 0), found[3]


def is_told(number: str) -> bool:
    plain = re.sub(r" (EX|N|Table).*", "", number) if number[0].isdigit() else number
    letters, value, _ = key(plain)
    stretches = [(key(first), key(last)) for first, last in told()]
    return any(letters == low[0] and low[1] <= value <= high[1] for low, high in stretches)


@pytest.mark.parametrize("number", [one for one in BOOK.rules if OF_THE_MODULE.fullmatch(re.sub(r" (EX|Table).*| N( \d)?$", "", one) or one)])
def test_every_paragraph_of_the_module_has_its_place_in_the_guide(number: str) -> None:
    assert is_told(number), number
