"""Line of sight, rule by rule. Positions are hexes of one board, by their printed names; what is not named is open ground of level 0."""

from __future__ import annotations

import pytest

from amba.games.hollow.boards.ground import Ground, Placed, lay
from amba.games.hollow.boards.naming import hex_name, hex_place
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r007_look import Look, elevation
from amba.games.hollow.rules.r007_sight import Sightline, sight
from amba.games.hollow.rules.r043_levels import blind_count
from amba.games.hollow.rules.r189_hillocks import encountered
from amba.kit.rays import Hex
from tests.games.hollow.words import board_from, low_visibility


def make(**kinds: str) -> Ground:
    return lay([[Placed(board_from(**kinds))]])


def at(text: str) -> Viewpoint:
    """`C4`, dug in `C4!`, down in a wadi `C4 in`, at its crest `C4 crest`."""
    name, _, position = text.partition(" ")
    return Viewpoint(hex_place(name.rstrip("!")), position or "ground", name.endswith("!"))


def line(ground: Ground, a: str, b: str, clouds: str = "", weather: int = 0) -> Sightline:
    return sight(ground, at(a), at(b), {hex_place(name): 2 for name in clouds.split()}, low_visibility(weather))


def clear(ground: Ground, a: str, b: str) -> bool:
    there, back = line(ground, a, b), line(ground, b, a)
    assert there.is_clear == back.is_clear
    return there.is_clear


def why(ground: Ground, a: str, b: str) -> set[str]:
    assert not clear(ground, a, b)
    return {block.rule for block in line(ground, a, b).blocks}


def names(hexes: tuple[Hex, ...]) -> list[str]:
    return sorted(hex_name(place) for place in hexes)


def test_7_open_desert_hides_nothing() -> None:
    found = line(make(), "C1", "AA9")
    assert found.is_clear
    assert found.hindrances == ()
    assert found.range == 24


def test_7_neighbours_always_see_each_other() -> None:
    assert clear(make(wall="C4/C5", level_2="C5", cliff="C4/C5"), "C4!", "C5")
    assert clear(make(wadi="C5", level_1="C4", wadi_cliff="C4/C5"), "C4", "C5 in")


def test_7_what_stands_on_one_hand_of_the_line_only_does_not_block() -> None:
    assert clear(make(woods="D4"), "C5", "E5")
    assert clear(make(woods="D5"), "C5", "E5")
    assert why(make(woods="D4 D5"), "C5", "E5") == {"43"}


def test_184_1_185_2_186_12_190_2_desert_surfaces_neither_block_nor_hinder() -> None:
    for word in ("scrub", "hammada", "sand", "low_dune", "deir", "broken_ground"):
        found = line(make(**{word: "C3 C4 C5"}), "C1", "C8")
        assert found.is_clear, word
        assert found.hindrance == 0


def test_185_1_186_1_187_1_190_1_a_hex_is_what_is_drawn_in_it() -> None:
    ground = make(scrub="E9", hammada="D4", deir="F5", sand="G5")
    assert ground.has(hex_place("E9"), "scrub")
    assert ground.has(hex_place("D4"), "hammada")
    assert ground.has(hex_place("F5"), "deir")
    assert ground.has(hex_place("G5"), "sand")
    assert not ground.terrain[hex_place("B1")]


def test_43_an_obstacle_blocks_those_not_above_it() -> None:
    assert why(make(building="C4"), "C2", "C6") == {"43"}
    assert why(make(level_1="C4"), "C2", "C6") == {"43"}
    assert why(make(level_1="C2", building="C4"), "C2", "C6") == {"43"}, "as high as its top is not above it"
    assert clear(make(level_1="C2 C6", building="C4"), "C2", "C6")


def test_43_a_plateau_hides_lower_ground_from_those_not_at_its_edge() -> None:
    plateau = make(level_1="C2 C3 C4")
    assert clear(plateau, "C2", "C4")
    assert clear(plateau, "C4", "C8")
    assert why(plateau, "C2", "C8") == {"43"}


def test_43_blind_hexes_behind_an_obstacle() -> None:
    ground = make(level_2="C1", building="C4")
    assert why(ground, "C1", "C5") == {"43"}
    assert clear(ground, "C1", "C6")
    assert names(line(ground, "C1", "C8").blind) == ["C5"]
    assert clear(make(level_2="C1", building="C4", level_1="C5"), "C1", "C5"), "a hex as high as the obstacle is not blind"


@pytest.mark.parametrize(
    ("top", "high", "low", "away", "count"), [(2, 4, 0, 1, 1), (2, 6, 0, 1, 0), (4, 6, 0, 2, 2), (2, 4, 0, 5, 2), (2, 3, 0, 1, 2)]
)
def test_43_number_of_blind_hexes(top: int, high: int, low: int, away: int, count: int) -> None:
    assert blind_count(top, high, low, away) == count


def test_44_looking_down_ones_own_hill_makes_no_blind_hex() -> None:
    assert clear(make(level_2="C2", level_1="C3"), "C2", "C4")
    assert why(make(level_2="C1", level_1="C3"), "C1", "C4") == {"43"}, "another hill"


def test_44_a_cliff_leaves_a_blind_hex_at_its_foot() -> None:
    assert why(make(level_2="C2", level_1="C3", cliff="C3/C4"), "C2", "C4") == {"43"}
    assert clear(make(level_2="C2", level_1="C3", cliff="C3/C4"), "C2", "C5")
    assert why(make(level_4="C1", level_1="C3", cliff="C3/C4"), "C1", "C4") == {"43"}, "no height takes it away"
    assert clear(make(level_4="C1", level_1="C3"), "C1", "C4")
    assert clear(make(level_1="D4", cliff="D4/D5"), "C5", "E5"), "188.13 example: the cliff is no obstacle to a line along it"


def test_11_5_a_wall_blocks_unless_it_is_a_side_of_either_hex() -> None:
    ground = make(wall="C4/C5")
    assert why(ground, "C3", "C6") == {"11.5"}
    assert clear(ground, "C4", "C8")
    assert clear(ground, "C1", "C5")
    assert clear(make(wall="C4/C5", level_1="C2"), "C2", "C8")
    assert why(make(hedge="C4/C5"), "C3", "C6") == {"11.5"}
    assert why(make(cactus_hedge="C4/C5"), "C3", "C6") == {"11.5"}


def test_11_5_walls_along_the_line_and_at_corners() -> None:
    assert clear(make(wall="D4/D5"), "C5", "E5"), "it touches both hexes"
    assert why(make(wall="F4/F5"), "C5", "I5") == {"11.5"}
    assert clear(make(wall="E5/F5"), "C5", "I5"), "only its end, on one hand of the line"
    assert why(make(wall="E5/F4 E5/F5"), "C5", "I5") == {"11.5"}


def test_54_8_entrenched_behind_a_wall() -> None:
    ground = make(wall="C4/C5", level_1="C8")
    assert why(ground, "C4!", "C7") == {"54.8"}
    assert clear(ground, "C4!", "C5")
    assert clear(ground, "C4!", "C8")
    assert clear(ground, "C4!", "C1")


def test_80_1_188_12_down_in_a_wadi() -> None:
    ground = make(wadi="C4")
    assert elevation(ground, at("C4 in")) == -2
    assert elevation(ground, at("C4 crest")) == 0
    assert clear(ground, "C3", "C4 in")
    assert why(ground, "C2", "C4 in") == {"188.12"}
    assert clear(ground, "C2", "C4 crest")
    assert clear(make(wadi="C4", level_1="C2"), "C2", "C4 in"), "two levels above it, two hexes away"
    assert why(make(wadi="C4", level_1="C1 C2 C3"), "C1", "C4 in") == {"188.12", "43"}, "a plateau in the way besides"
    with pytest.raises(ValueError, match="1C4: a unit in a wadi hex"):
        line(ground, "C4", "C6")
    with pytest.raises(ValueError, match="elsewhere on the ground"):
        line(ground, "C4 in", "C6 in")


def test_188_along_the_bed_of_a_wadi() -> None:
    ground = make(wadi="C3 C4 C5 C6", **{"wadi_cliff": "C4/D4"})
    joined = make(wadi="C3 C4 C5 C6 C3/C4 C4/C5 C5/C6")
    assert clear(joined, "C3 in", "C6 in")
    assert clear(joined, "C3 crest", "C6 in")
    assert clear(ground, "C3 in", "C4 in")
    assert why(ground, "C3 in", "C6 in") == {"188.12"}


def test_188_1_a_wadi_hexside_does_not_make_a_wadi_hex() -> None:
    ground = make(wadi="C4 C4/C5")
    assert why(ground, "C4 in", "C6") == {"188.12"}
    assert elevation(ground, at("C5")) == 0


def test_188_121_a_wadi_that_comes_down_a_hill() -> None:
    def bed(level_1: str) -> Ground:
        return make(wadi="C3 C4 C5 C3/C4 C4/C5", level_1=level_1)

    assert clear(bed(level_1="C3"), "C3 in", "C5 in")
    assert why(bed(level_1="C3 C4"), "C3 in", "C5 in") == {"43"}, "the upper bed hides the lower from one not at its edge"


def test_176_51_note_cover_in_a_gully_counts_at_the_level_of_its_hex() -> None:
    assert why(make(wadi="C4", woods="C4"), "C2", "C6") == {"43"}
    assert line(make(wadi="C4", brush="C4"), "C2", "C6").hindrance == 1


DEIR = {
    "deir": "C3 C4 C5 D3 D4 B3 B4",
    "lip": "C5/C6 C5/D5 C5/B5 C3/C2 C3/D2 C3/B2 D4/D5 B4/B5 D3/D2 B3/B2 D3/E3 D3/E4 D4/E4 D4/E5 B3/A3 B3/A4 B4/A4 B4/A5",
}


def test_187_13_dug_in_within_a_deir() -> None:
    ground = make(**DEIR, level_1="C9")
    assert clear(ground, "C4", "C8"), "only those dug in are affected"
    assert why(ground, "C4!", "C7") == {"187.13"}
    assert clear(ground, "C4!", "C6"), "the hex just beyond the lip"
    assert clear(ground, "C4!", "C9"), "a higher hex"
    assert clear(ground, "C5!", "C8"), "a lip hex"
    assert clear(ground, "C4!", "C3")


def test_187_11_units_in_a_deir_are_at_the_level_of_the_ground() -> None:
    ground = make(**DEIR)
    assert elevation(ground, at("C4")) == 0
    assert hex_place("C5") in ground.lip_hexes
    assert hex_place("C4") not in ground.lip_hexes


def test_187_15_low_hindrances_in_a_deir() -> None:
    ground = make(**DEIR, brush="C5")
    assert line(ground, "C4", "C8").hindrance == 1
    assert line(ground, "C1", "C8").hindrance == 0, "neither end is in a deir"
    assert line(make(**{**DEIR, "palms": "C5"}), "C1", "C8").hindrance == 1, "trees are not low"


def test_189_12_heights_on_hillocks() -> None:
    ground = make(hillock="C4 C5", summit="C5")
    assert [elevation(ground, at(name)) for name in ("C3", "C4", "C5")] == [0, 1, 2]


def test_189_1_189_15_a_hillock_does_not_hide_its_own_hexes() -> None:
    ground = make(hillock="C3 C4 C5 C6")
    assert clear(ground, "C3", "C6")
    assert clear(ground, "C3!", "C6!")


def test_189_15_adjacent_across_a_side_or_a_spine() -> None:
    assert clear(make(hillock="C4"), "C3", "C8")
    assert clear(make(hillock="D4 D5"), "C5", "G5")
    assert why(make(hillock="C4"), "C2", "C7") == {"189.18"}


def test_189_16_on_a_hillock_one_sees_over_the_next() -> None:
    ground = make(hillock="C2 C4")
    assert clear(ground, "C2", "C7")
    assert clear(ground, "C2", "C7!")
    two = make(hillock="C2 C4 C6")
    assert clear(two, "C2", "C7"), "adjacent behind the second"
    assert clear(two, "C2", "C7!"), "189.171: at least as high, so also dug in"
    assert why(two, "C2", "C9") == {"189.16"}
    assert clear(make(hillock="C2 C4 C6 C9"), "C2", "C9"), "beyond it, but as high as the looker"
    assert why(make(hillock="C2 C4 C6 C8"), "C2", "C9") == {"189.16"}, "a third"


def test_189_161_on_a_hillock_looking_over_walls() -> None:
    assert clear(make(hillock="C2", wall="C5/C6"), "C2", "C9")
    two = make(hillock="C2", wall="C4/C5 C6/C7")
    assert clear(two, "C2", "C7")
    assert why(two, "C2", "C9") == {"189.161"}
    assert clear(make(hillock="C2 C9", wall="C4/C5 C6/C7"), "C2", "C9")
    assert clear(make(hillock="C2", wall="C2/C3 C5/C6"), "C2", "C9"), "the wall of one's own hex"
    assert clear(make(level_1="C2", wall="C4/C5 C6/C7 C7/C8"), "C2", "C9")


def test_189_162_on_a_hillock_looking_over_rubble() -> None:
    assert why(make(rubble="C5"), "C3", "C8") == {"189.162"}
    assert clear(make(hillock="C2", rubble="C5"), "C2", "C9")
    two = make(hillock="C2", rubble="C4 C6")
    assert clear(two, "C2", "C7")
    assert why(two, "C2", "C9") == {"189.161"}
    assert clear(make(level_1="C2", rubble="C4 C6"), "C2", "C9")


def test_189_17_above_a_hillock() -> None:
    assert clear(make(level_1="C2", hillock="C4 C6 C8"), "C2", "C9!")


def test_189_171_limits_behind_a_hillock() -> None:
    assert why(make(hillock="C2 C4", wadi="C5"), "C2", "C5 in") >= {"189.171"}
    assert why(make(level_1="C1 C2", hillock="C3 C4", summit="C3"), "C1", "C8") >= {"189.171"}
    dug_in = make(hillock="C4")
    assert clear(dug_in, "C3", "C5")
    assert why(dug_in, "C3", "C5!") == {"189.171"}
    assert clear(make(hillock="C2 C4"), "C2", "C5!")


def test_189_18_behind_a_hillock() -> None:
    ground = make(hillock="C4")
    assert clear(ground, "C3", "C8")
    assert clear(ground, "C3", "C8!"), "dug in, but not adjacent to it"
    assert why(ground, "C3!", "C8") == {"189.18"}
    two = make(hillock="C4 C6")
    assert clear(two, "C3", "C7")
    assert why(two, "C3", "C8") == {"189.18"}
    assert why(two, "C3", "C7!") == {"189.171"}
    assert why(make(hillock="C4 C6 C8"), "C3", "C9") == {"189.18"}


def test_189_23_a_summit_is_a_hillock_on_a_hillock() -> None:
    ground = make(hillock="C3 C4 C5 C6", summit="C4")
    assert clear(ground, "C3", "C6"), "behind the summit, on the hillock"
    assert why(ground, "C2", "C8") >= {"189.171"}
    assert clear(ground, "C4", "C9"), "from the summit over the hillock"
    assert [h.top for h in encountered(Look(ground, at("C2"), at("C8")))] == [1, 2]


def test_190_5_190_51_dunes() -> None:
    low = make(sand="C4 C5", low_dune="C4 C5", dune_crest="C5/C6")
    assert why(low, "C3", "C8") == {"190.51"}
    assert clear(low, "C5", "C8")
    assert clear(low, "C3", "C6")
    high = make(sand="C4 C5", high_dune="C4 C5", dune_crest="C5/C6")
    assert elevation(high, at("C5")) == 1
    assert clear(high, "C5", "C8")
    assert why(high, "C4", "C8") == {"190.51"}, "the crest stands on the dune"


def test_193_4_193_41_hillside_walls() -> None:
    slope = make(wall="C5/C6", level_1="C6", level_2="C7", level_3="C8")
    for name in ("C6", "C7", "C8"):
        assert clear(slope, "C4", name), "193.41 example: up the slope past the wall"
        assert clear(slope, "C3", name)
    assert why(slope, "C4", "C6!") == {"54.8"}, "193.41 example: entrenched units only from the next hex"
    assert clear(slope, "C5", "C6!")
    wadi = make(wall="C5/C6", level_1="C6", level_2="C7", level_3="C8", wadi="C5")
    for name in ("C6", "C7", "C8"):
        assert clear(wadi, "C5 in", name), "193.41 example: also from down in the wadi"
        assert clear(wadi, "C5 crest", name)
    assert clear(wadi, "C5 crest", "C6!")
    flat = make(wall="C5/C6", level_1="C3 C5 C6 C8")
    assert why(flat, "C3", "C8") == {"11.5"}, "between base levels that do not differ it is a normal wall"


def test_176_33_a_hindrance_counts_only_at_its_height() -> None:
    assert line(make(brush="C4"), "C2", "C6").hindrance == 1
    assert line(make(brush="C4", level_1="C2"), "C2", "C6").hindrance == 0
    assert line(make(orchard="C4", level_1="C2"), "C2", "C6").hindrance == 1
    assert line(make(orchard="C4", level_2="C2"), "C2", "C6").hindrance == 0
    assert line(make(orchard="C5", level_2="C2"), "C2", "C6").hindrance == 1, "where woods would leave a blind hex"


def test_176_33_smoke_is_tall() -> None:
    assert line(make(level_1="C2"), "C2", "C8", clouds="C5").hindrance == 2
    assert line(make(level_4="C2"), "C2", "C8", clouds="C3").hindrance == 0
    assert line(make(level_4="C2"), "C2", "C8", clouds="C8").hindrance == 2
    assert line(make(), "C2", "C3", clouds="C3").hindrance == 2


def test_176_331_172_2_six_hindrances_block() -> None:
    five = make(brush="C2 C3 C4 C5 C6")
    found = line(five, "C1", "C8")
    assert (found.hindrance, found.is_clear) == (5, True)
    assert [h.drm for h in found.hindrances] == [1] * 5
    assert why(make(brush="C2 C3 C4 C5 C6 C7"), "C1", "C8") == {"176.331"}
    assert not line(five, "C1", "C8", weather=1).is_clear
    assert not line(make(), "C1", "C8", clouds="C3 C4 C5").is_clear


def test_176_32_low_visibility_adds_to_everything() -> None:
    found = line(make(brush="C4"), "C1", "C8", clouds="C4", weather=2)
    assert found.hindrance == 5
    assert {h.rule for h in found.hindrances} == {"176.32", "176.33", "196.1"}


def test_196_7_inherent_terrain() -> None:
    assert line(make(orchard="D4"), "C5", "E5").hindrance == 0, "along a side of one such hex"
    assert line(make(orchard="D4 D5"), "C5", "E5").hindrance == 1, "between two, once"
    assert line(make(), "C5", "E5", clouds="D4 D5").hindrance == 2
    assert line(make(orchard="D4"), "C5", "E5", clouds="D5").hindrance == 2, "of two that differ the greater"
    assert line(make(orchard="D4 D5"), "C5", "E5", clouds="D5").hindrance == 3, "smoke in an orchard is both"
    # From C1 to D5 the line passes the corner where C2, C3 and D2 meet.
    touching = [p for p in line(make(), "C1", "D5").ray.passages if p.kind == "corner"]
    assert [names(p.hexes) for p in touching] == [["D2"], ["C4"]]
    assert line(make(orchard="D2"), "C1", "D5").hindrance == 1, "a corner touched is enough"
    assert line(make(brush="D2"), "C1", "D5").hindrance == 0, "brush does not fill its hex"
    assert why(make(cactus_patch="D2"), "C1", "D5") == {"196.4"}


def test_196_1_196_4_half_level_obstacles() -> None:
    assert why(make(broken_crag="C4"), "C2", "C6") == {"196.1"}
    assert why(make(cactus_patch="C4"), "C2", "C6") == {"196.4"}
    assert clear(make(cactus_patch="C4", level_1="C2"), "C2", "C6")


@pytest.mark.parametrize("word", ["olive_grove", "vineyard", "palms", "orchard", "grain", "crag", "brush"])
def test_196_5_196_6_196_7a_groves_hinder(word: str) -> None:
    assert line(make(**{word: "C4"}), "C2", "C6").hindrance == 1
