"""A random battle with guns, tanks, mortars and anti-tank rifles, over every kind of ground, under all laws."""

from __future__ import annotations

from typing import cast

import pytest

from amba.core.game import Game
from amba.lab.fuzz import play_one
from tests.games.hollow.table import SCENARIO
from tests.games.hollow.test_letter import on_board

BATTLE = (
    SCENARIO.replace("turns = 4", "turns = 2")
    .replace(
        'weapons = ["br-lmg*2", "br-mmg", "br-hmg"]',
        'weapons = ["br-lmg", "br-atr", "br-mortar"]\nvehicles = ["br-crusader-ii", "br-15-cwt-truck"]\nguns = ["br-oqf-25-pdr", "br-oqf-2-pdr"]\nworks = ["sangar", "trench", "wire"]',
    )
    .replace(
        'weapons = ["it-lmg", "it-mmg"]',
        'weapons = ["it-lmg", "it-solothurn", "it-mortar"]\nvehicles = ["it-m13-40", "it-smv-m41-75-18"]\nguns = ["it-cannone-47-32", "it-mortaio-81-14"]',
    )
    .replace('key = "practice"\n', 'key = "practice"\ndate = "1942-10-01"\nland = "egypt"\n')
)


@pytest.mark.parametrize("seed", ["sand", "stone"])
def test_63_188_18_random_battles_with_guns_and_tanks_hold_to_the_laws(seed: str) -> None:
    game = on_board(
        scenario=BATTLE, wadi="L4 L5 L6 M6 L4/L5 L5/L6 L6/M6", wadi_cliff="L5/M5", level_1="N3 N4 O4 O5 N5", level_2="O3", wall="P6/P7 Q6/Q7", hammada="S4 S5",
        sand="T4 T5 U5", scrub="K3 K4 R7 R8 F4 G4", deir="V5 V6 W6", lip="V6/V7 W6/W7", hillock="X4 X5", woods="H5",
    )  # fmt: skip
    report = play_one(cast("Game", game), "practice", seed, "")
    assert report.finished
    assert report.violations == []
