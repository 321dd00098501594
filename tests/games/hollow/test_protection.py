"""What deirs, hillocks and walls do for a target."""

from __future__ import annotations

from amba.games.hollow.boards.ground import Ground, Placed, lay
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r007_look import Look
from amba.games.hollow.rules.r011_modifiers import deir_protection, dune_protection, hillock_protection, rubble_protection, wall_protection
from tests.games.hollow.words import board_from


def make(**kinds: str) -> Ground:
    return lay([[Placed(board_from(**kinds))]])


def look(ground: Ground, firer: str, target: str) -> Look:
    ends = []
    for text in (firer, target):
        name, _, position = text.partition(" ")
        ends.append(Viewpoint(hex_place(name), position or "ground"))
    return Look(ground, ends[0], ends[1])


DEIR = {"deir": "C4 C5", "lip": "C3/C4 C5/C6"}


def test_187_14_a_lip_protects_from_fire_across_it() -> None:
    ground = make(**DEIR)
    assert deir_protection(look(ground, "C8", "C5")) == 1
    assert deir_protection(look(ground, "C8", "C4")) == 1
    assert deir_protection(look(ground, "C6", "C5")) == 0, "the lip is a side of the firer's hex"
    assert deir_protection(look(ground, "C4", "C5")) == 0
    assert deir_protection(look(ground, "C5", "C8")) == 0, "the target is not in a deir"
    assert deir_protection(look(make(**DEIR, level_1="C8"), "C8", "C5")) == 0, "the firer is higher"


def test_187_14_between_two_deirs_side_by_side() -> None:
    assert deir_protection(look(make(deir="C4 C5", lip="C4/C5"), "C4", "C5")) == 1


def test_189_19_a_hillock_protects_who_stands_behind_it() -> None:
    ground = make(hillock="C4")
    assert hillock_protection(look(ground, "C8", "C3")) == 1
    assert hillock_protection(look(ground, "C5", "C3")) == 1
    assert hillock_protection(look(ground, "C3", "C8")) == 0, "not adjacent to it"
    assert hillock_protection(look(ground, "C4", "C3")) == 0, "from the hillock itself"
    assert hillock_protection(look(make(hillock="C4", level_1="C8"), "C8", "C3")) == 0, "from above"
    assert hillock_protection(look(make(hillock="C4 C6", level_1="C8"), "C8", "C3")) == 0, "from above, however many lie between (189.17)"
    assert hillock_protection(look(make(), "C8", "C3")) == 0


def test_189_19_fire_from_another_hillock() -> None:
    assert hillock_protection(look(make(hillock="C4 C7"), "C7", "C3")) == 0, "over the next hillock"
    assert hillock_protection(look(make(hillock="C4 C6 C8"), "C8", "C3")) == 1, "past one more, not over it"


def test_193_42_walls_protect_units_of_their_own_level() -> None:
    flat = make(wall="C4/C5", hedge="C7/C8")
    assert wall_protection(look(flat, "C6", "C4")) == 2
    assert wall_protection(look(flat, "C6", "C8")) == 1
    assert wall_protection(look(flat, "C3", "C4")) == 0
    assert wall_protection(look(flat, "C4", "C6")) == 0, "the wall is not of the target's hex"
    hillside = make(hedge="C4/C5", level_1="C5")
    assert wall_protection(look(hillside, "C4", "C5")) == 1, "193.42 example: at the level of the hedge"
    assert wall_protection(look(hillside, "C5", "C4")) == 0, "193.42 example: below it"
    wadi = make(hedge="C4/C5", level_1="C4", level_2="C5", wadi="C4")
    assert wall_protection(look(wadi, "C5", "C4 in")) == 0
    assert wall_protection(look(wadi, "C5", "C4 crest")) == 0


def test_190_51_a_dune_crest_protects_as_a_hedge_whoever_stands_as_high_as_it() -> None:
    low = make(sand="C4 C5", low_dune="C4 C5", dune_crest="C5/C6")
    assert dune_protection(look(low, "C8", "C5")) == 1
    assert dune_protection(look(low, "C3", "C6")) == 1
    assert dune_protection(look(low, "C3", "C5")) == 0, "no crest in between"
    high = make(sand="C4 C5", high_dune="C4 C5", dune_crest="C5/C6")
    assert dune_protection(look(high, "C8", "C5")) == 1
    assert dune_protection(look(high, "C5", "C6")) == 0, "the crest stands above him"


def test_189_162_rubble_as_high_as_a_firer_on_a_hillock_protects_like_a_hedge_on_its_far_side() -> None:
    for kind in ("rubble", "cactus_patch", "broken_crag"):
        ground = make(hillock="E2", **{kind: "E5"})
        assert rubble_protection(look(ground, "E2", "E6")) == 1, kind
        assert rubble_protection(look(ground, "E2", "E7")) == 0, "not directly behind it"
        assert rubble_protection(look(ground, "E2", "E5")) == 0, "among the stones, not behind them"
        assert rubble_protection(look(ground, "E6", "E2")) == 0
    assert rubble_protection(look(make(hillock="E4", rubble="E5"), "E4", "E6")) == 1, "from the next hex as well"
    assert rubble_protection(look(make(level_1="E2", rubble="E5"), "E2", "E6")) == 0, "whoever is higher looks down over it"
    assert rubble_protection(look(make(hillock="E2", rubble="E5", level_1="E6"), "E2", "E6")) == 0, "it lies at the foot of their hill"
    assert rubble_protection(look(make(hillock="E2"), "E2", "E2")) == 0
