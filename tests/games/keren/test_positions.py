"""Position files: who holds a point hex (4.2.4), hexes with too many units (7.3), names of places, set-up areas (16.0)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

import amba
from amba.games.keren.rules.r03_setup import area_of, groups
from amba.load.files import DataError

if TYPE_CHECKING:
    from pathlib import Path

    from amba.games.keren.game import Keren

    from .conftest import Lay

TEXT = """
game = "keren"
turn = 3
phase = "{phase}"
[units]
2-camerons-a = "{hex}"
2-camerons-b = "{hex}"
2-camerons-c = "{hex}"
3-14-punjab-a = "{hex}"
3-14-punjab-b = "{hex}"
col-red-1 = "tigu"
"""


@pytest.mark.parametrize(
    ("phase", "hex", "due"), [("commonwealth.movement", "2420", 2), ("italian.fire", "3530", 1), ("administrative", "tunnel", 3)]
)
def test_7_3_a_position_with_too_many_units_is_loaded_and_mended(tmp_path: Path, phase: str, hex: str, due: int) -> None:
    path = tmp_path / "crowded.toml"
    path.write_text(TEXT.format(phase=phase, hex=hex))
    position = amba.load_position(path)
    for _ in range(due):
        assert position.decision is not None
        assert (position.decision.who, position.decision.kind, position.decision.rule) == (0, "overstack", "7.3")
        unit = next(order[1] for order in position.legal() if order[0] == "lose")
        position.do(f"lose {unit}")
    assert position.decision is not None
    assert position.decision.kind != "overstack"


def test_4_2_4_whoever_stands_in_a_point_hex_holds_it(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "2616", "col-red-1": "3621", "col-red-2": "tigu"}, control={"commonwealth": ["3621", "2212"]})
    assert [t.s.owner[t.hex(name)] for name in ("2616", "3621", "2212", "1711")] == [1, 0, 1, 0]


def test_10_5_the_hex_above_the_tunnel_is_not_the_tunnel(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "2521", "2-camerons-b": "2522"})
    above, under = t.preview("move 2-camerons-a 2622"), t.preview("move 2-camerons-b tunnel")
    assert above is not None
    assert under is not None
    assert (above.title, under.title) == ("Move to above the tunnel (2622)", "Move to the tunnel (2622)")


@pytest.mark.parametrize(("scenario", "reading"), list(product(("first-battle", "second-battle"), ("east", "literal"))))
def test_16_0_no_italian_sets_up_where_the_commonwealth_does(keren: Keren, scenario: str, reading: str) -> None:
    s = keren.new(scenario, {"reserve_area": reading})
    theirs = {h for g in groups(s) if g.side == 0 and g.turn == 0 for h in g.hexes} | set(keren.world.sources[0])
    for group in groups(s):
        if group.side == 1 and group.turn == 0:
            assert not area_of(s, group.units[0]) & theirs


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('decides = "italian"\n[units]\ncol-red-1 = "tigu"', 2, "decides is 'italian', but here commonwealth decides"),
        ('turn = 0\nphase = "italian.movement"', 2, "turn is 0; expected a whole number from 1 to 8"),
        ('turn = 3\nphase = "setup"', 2, "turn is 3; expected a whole number from 0 to 1"),
        ('[units]\ncol-red-1 = "air"', 3, "col-red-1 is no air unit; only those belong in the box 'air'"),
        ('[units]\nair-1 = "reserve"', 3, "air-1 is an air unit and belongs in the box 'air'"),
        ('[units]\nair-1 = { hex = "air", back = true }', 3, "air-1 is an air unit and has no other side"),
        ('[units]\ncol-red-1 = { hex = "2616", back = "yes" }', 3, "col-red-1 has back = 'yes'; expected true or false"),
        ('[units]\ncol-red-1 = { hex = "2616", back = 1 }', 3, "col-red-1 has back = 1; expected true or false"),
        ('[units]\nit-art-3-1 = { hex = "2616", facing = "n" }', 3, "it-art-3-1 has no facing"),
        ('[units]\ncol-red-1 = { hex = "2616", back = true, marks = ["unfired"] }', 3, "col-red-1 is no gun and cannot be 'unfired'"),
        ('[control]\nitalian = ["3621"]', 3, "control is by 'italian'; expected commonwealth"),
        ('[control]\nbritish = ["3621"]', 3, "control is by 'british'; expected commonwealth"),
        ('[control]\ncommonwealth = "3621"', 3, "commonwealth is '3621'; expected names in brackets"),
        ("[control]\ncommonwealth = [3621]", 3, "commonwealth is [3621]; expected names in brackets"),
        ("[tracks]\nturn = 99", 3, "turn stands at the top of a position, not under [tracks]"),
        ("[tracks]\nphase = 3", 3, "phase stands at the top of a position, not under [tracks]"),
        ("[tracks]\ncommonwealth-fire = 9", 3, "commonwealth-fire is 9; expected 0 to 5"),
        ("[tracks]\nwon = 7", 3, "won is 7; expected 0 to 1"),
        ("turn = -1", 2, "turn is -1; expected a whole number from 1 to 8"),
        ("[tracks]\nlosses = -171", 3, "losses is -171; expected -170 to 89"),
        ("[tracks]\nlosses = 90", 3, "losses is 90; expected -170 to 89"),
        ("[tracks]\nscore = 129", 3, "score is 129; expected -170 to 128"),
        ('frames = [["sequence"], ["movement", -1]]', 2, "side in the frame 'movement' is -1; expected 0 to 1"),
        ('frames = [["sequence"], ["movement", true]]', 2, "side in the frame 'movement' is True; expected 0 to 1"),
        ('frames = [["sequence"], ["march", 0, [0], -3]]', 2, "spent in the frame 'march' is -3; expected 0 or more"),
        ('frames = [["sequence"], ["march", 0, [-4], 0]]', 2, "units in the frame 'march' is -4; expected 0 to 173"),
        ('frames = [["sequence"], ["administration", -4]]', 2, "stage in the frame 'administration' is -4; expected 0 or more"),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(text: str, line: int, says: str) -> None:
    with pytest.raises(DataError) as caught:
        amba.load_position(f'game = "keren"\n{text}\n')
    assert f"line {line}: {says}" in str(caught.value)


@pytest.mark.parametrize("turn", ["", "turn = 0", "turn = 1"])
def test_3_0_1_after_a_set_up_from_a_file_the_marker_stands_in_box_1(turn: str) -> None:
    units = '[units]\nafr-black = "reserve"\n2-camerons-a = "reserve"\ncol-white-1 = "tigu"'
    position = amba.load_position(f'game = "keren"\nphase = "setup"\n{turn}\n{units}\n')
    position.do(["rest", "rest"])
    document = position.document()
    assert (document["turn"], document["phase"]) == (1, "administrative")


def test_3_0_a_set_up_without_units_to_place_can_be_ended() -> None:
    position = amba.load_position('game = "keren"\nphase = "setup"\n[units]\ncol-black-1 = "5305"\n')
    position.do("rest")
    decision = position.decision
    assert decision is not None
    assert decision.kind != "setup"
    late = amba.load_position('game = "keren"\nphase = "setup"\n[units]\ncol-black-1 = "5305"\n2-camerons-a = "reserve"\n')
    late.do(["rest", "rest"])
    assert "2-camerons-a" not in {words[1] for words in late.legal() if words[0] == "place"}
