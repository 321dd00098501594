"""Position files of Ethiopia 1935: what cannot be is refused with its line (docs/positions.md)."""

from __future__ import annotations

import pytest

from amba import load_position
from amba.load.files import DataError

HEAD = 'game = "ethiopia"\nturn = 4\nphase = "italian.movement"\n[units]\n'
UNITS = [
    ("sabauda = { hex = '2913', points = 0 }", 5, "sabauda has 0 strength points; expected 1 to 7"),
    ("sabauda = { hex = '2913', points = true }", 5, "sabauda has True strength points"),
    ("italian-trench-1 = { hex = '2913', points = 9, marks = ['garrison'] }", 5, "9 turns in supply; expected 0 to 3"),
    ("sabauda = '2913'\nsila = '2913'\ngavinana = '2913'\ngran-sasso = '2913'", 5, "one too many in 2913: 4 divisions, and 3 at most"),
    ("sabauda = { hex = '2913', marks = ['garrison'] }", 5, "sabauda cannot be marked garrison"),
    ("tigre-1 = { hex = '2913', marks = ['linked'] }", 5, "tigre-1 cannot be marked linked"),
    ("seyoum = { hex = '2913', marks = ['engaged'] }", 5, "seyoum cannot be marked engaged"),
    ("ethiopian-trench-1 = { hex = '2913', marks = ['dump'] }", 5, "cannot be marked dump"),
    ("seyoum = '2913'\nhq-i = '2913'", 6, "hq-i stands with the enemy in 2913"),
    ("sabauda = '2913'\nseyoum = '2913'", 6, "seyoum stands with the enemy in 2913"),
    ("italian-trench-1 = '2913'", 5, "stands empty"),
    ("sabauda = '2913'\nethiopian-trench-1 = '2913'", 6, "stands empty"),
    ("sabauda = '2913'\nitalian-trench-1 = '2913'\nitalian-trench-2 = '2913'", 6, "is not the only entrenchment in 2913"),
    ("bomber-1 = 'air-south'", 5, "bomber-1 cannot be in air-south; expected a hex, or air-north"),
    ("sabauda = 'air-north'", 5, "sabauda cannot be in air-north; expected a hex, or mogadishu"),
    ("tigre-1 = 'mogadishu'", 5, "tigre-1 cannot be in mogadishu"),
    ("sabauda = 'italian-trenches'", 5, "sabauda cannot be in italian-trenches"),
    ("hq-i = { hex = '2913', count = 9 }", 5, "hq-i has count = 9; expected 0 to 2"),
    ("sabauda = '2912'\n[control]\nitalian = ['adua']\nethiopian = ['adua']", 8, "adua is named twice"),
    ("sabauda = '2912'\n[tracks]\nlosses = -5", 7, "losses is -5"),
    ("sabauda = '2912'\n[tracks]\nraids = 9", 7, "raids is 9; expected 0 to 3"),
    ("sabauda = '2912'\n[tracks]\naddis-ababa = 5", 7, "addis-ababa is 5; expected 0 to 4"),
]


@pytest.mark.parametrize(("text", "line", "says"), UNITS, ids=[text for text, _, _ in UNITS])
def test_what_cannot_be_is_refused_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(DataError, match=f"line {line}: .*{says}"):
        load_position(HEAD + text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('scenario = "october"\nturn = 9', "line 3: turn is 9; expected a whole number from 1 to 5"),
        ('decides = "ethiopian"', "line 2: decides is 'ethiopian', but in italian.movement italian decides"),
        ('roads = ["mogadishu"]', "line 2: no road can have been built in mogadishu"),
        ('roads = ["asmara"]', "line 2: no road can have been built in asmara"),
        ("units = 3", r"line 2: units is 3; expected a section \[units\]"),
    ],
)
def test_what_cannot_be_is_refused_beside_the_units_too(text: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        load_position(f'game = "ethiopia"\n{text}\n')


def test_what_can_be_is_taken() -> None:
    units = (
        "sabauda = { hex = '2913', points = 4, count = 2, marks = ['out', 'engaged'] }\nbomber-1 = { hex = '2913', marks = ['gas'] }\n"
        "italian-trench-1 = { hex = '2913', points = 3, count = 4, marks = ['garrison', 'dump'] }\nhq-i = { hex = '2912', marks = ['moved'] }\n"
        "seyoum = { hex = 'reinforcements', count = 6 }\ndubat-1 = 'mogadishu'"
    )
    position = load_position(HEAD.replace("turn", 'decides = "italian"\nroads = ["3915"]\nturn') + units)
    assert position.decision is not None
    assert load_position(position.text()).state.key() == position.state.key()
