"""Position files with contents that cannot be: each is refused with its line."""

from __future__ import annotations

import pytest

import amba
from amba.load.files import DataError


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('[units]\nair = "1608"', 3, "air is in 1608; an air unit stays in one of air-support, reinforcements, eliminated"),
        ('[units]\n5-ind = "air-support"', 3, "5-ind is no air unit; only those belong in the box 'air-support'"),
        ('[units]\n5-ind = "cup"', 3, "5-ind is a unit and cannot be in 'cup', which is for chits"),
        ('[units]\n5-ind = "allied-hand"', 3, "5-ind is a unit and cannot be in 'allied-hand', which is for chits"),
        ('[units]\n5-ind = { hex = "1507", supply = "low", marks = ["none"] }', 3, "5-ind has two supply markers"),
        ('[control]\nallied = ["asmara"]\nitalian = ["2709"]', 4, "2709 is under both sides"),
        ('[control]\nallied = "asmara"', 3, "allied is 'asmara'; expected names in brackets"),
        ("[control]\nallied = [2709]", 3, "allied is [2709]; expected names in brackets"),
        ('[chits]\nallied-hand = "raf"', 3, "allied-hand is 'raf'; expected names in brackets"),
        ('[chits]\nallied-hand = ["raf", "sappers", "supply-a", "march-a", "propaganda"]', 3, "5 chits in allied-hand; expected 4 at most"),
        ('[chits]\nremoved-by-allied = ["raf"]', 3, "raf is not a chit of that side"),
        ('released = "tigre"', 2, "released is 'tigre'; expected names in brackets"),
        ('roadblock = ["1507"]', 2, "roadblock is at ['1507']; expected a hex such as"),
        ("[tracks]\nturn = 3", 3, "turn stands at the top of a position, not under [tracks]"),
        ("[tracks]\nallied-reaction = 5", 3, "allied-reaction is 5; expected 0 to 1"),
        ("[tracks]\nitalian-result = 3", 3, "italian-result is 3; expected 0 to 2"),
        ("[tracks]\npostponed = 7", 3, "postponed is 7; expected 0 to 2"),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(text: str, line: int, says: str) -> None:
    with pytest.raises(DataError) as caught:
        amba.load_position(f'game = "cheren"\n{text}\n')
    assert f"line {line}: {says}" in str(caught.value)
