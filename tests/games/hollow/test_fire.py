"""Fire: who may, with how much, with what modifiers, and what the table does."""

from __future__ import annotations

from fractions import Fraction

from amba.games.hollow.frames import Shot
from amba.games.hollow.rules.r011_modifiers import height_advantage, modifiers
from tests.games.hollow.table import Table, said, table


def items(t: Table, order: str = "shoot") -> dict[str, str]:
    return {what: value for what, value, _ in t.preview(order).items}


def test_8_beside_the_target_firepower_is_doubled() -> None:
    t = table("a1 E5; x1 E6", phase="prep")
    t.do("fire E6", "add a1")
    assert t.preview("shoot").column == "8"
    assert items(t)["point blank"] == "x2"


def test_8_down_a_cliff_firepower_is_tripled_and_up_it_doubled() -> None:
    t = table("a1 U5; x1 V4", phase="prep")
    t.do("fire V4", "add a1")
    assert items(t)["down a cliff"] == "x3"
    assert t.preview("shoot").column == "12"
    t = table("a1 U5; x1 V4", phase="prep", phasing="axis")
    t.do("fire U5", "add x1")
    assert items(t)["point blank"] == "x2"


def test_8_beyond_its_range_it_is_halved_and_beyond_twice_it_is_not_possible() -> None:
    t = table("a1 E3; x1 E9; x2 T9", phase="prep")
    t.do("fire E9", "add a1")
    assert t.preview("shoot").column == "2"
    assert items(t)["beyond its range of 5"] == "x1/2"
    t = table("a1 A3; x2 T9", phase="prep")
    assert t.refused("fire T9").rule == "8"


def test_8_after_moving_it_is_halved() -> None:
    t = table("a1 E5 moved; a2 E6; x1 E8", phase="advancing")
    t.do("fire E8", "add a1")
    assert t.preview("shoot").column == "2"
    t = table("a1 E5; x1 E8", phase="advancing")
    t.do("fire E8", "add a1")
    assert t.preview("shoot").column == "4"


def test_8_whoever_prep_fired_does_not_fire_again() -> None:
    t = table("a1 E5; x1 E8; x2 G8", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 6,6")
    assert t.has("a1", "prep_fired")
    assert t.refused("fire G8").rule == "8"


def test_14_a_leader_directs_the_fire_of_his_hex() -> None:
    t = table("a1 E5; aL2 E5; x1 E8", phase="prep")
    t.do("fire E8")
    assert t.refused("add aL2").rule == "14"
    t.do("add a1", "add aL2")
    assert items(t)["leader"] == "-2"


def test_14_every_hex_of_a_group_needs_a_leader_and_the_worst_counts() -> None:
    t = table("a1 E5; aL2 E5; a2 E6; aL1 E6; x1 E8", phase="prep")
    t.do("fire E8", "add a1", "add aL2", "add a2")
    assert "leader" not in items(t)
    t.do("add aL1")
    assert items(t)["leader"] == "-1"


def test_11_terrain_of_the_target_protects() -> None:
    for place, value in (("F5", "+1"), ("H5", "+3")):
        t = table(f"a1 G6; x1 {place}", phase="prep")
        t.do(f"fire {place}", "add a1")
        assert items(t)["terrain"] == value


def test_176_1_buildings_on_desert_boards_are_of_stone() -> None:
    t = table("a1 H3; x1 H5", phase="prep")
    t.do("fire H5", "add a1")
    assert items(t)["terrain"] == "+3"


def test_184_1_185_2_186_12_190_2_open_ground_scrub_hammada_and_sand_do_not_protect() -> None:
    for place, near in (("D2", "D4"), ("C4", "C6"), ("J5", "J7"), ("L5", "L7")):
        t = table(f"a1 {near}; x1 {place}", phase="prep")
        t.do(f"fire {place}", "add a1")
        assert "terrain" not in items(t)


def test_193_42_11_a_wall_protects_those_behind_it() -> None:
    t = table("a1 K6; x1 K9; x2 M9; a2 M6", phase="prep")
    t.do("fire K9", "add a1")
    assert items(t)["behind a wall or hedge"] == "+2"
    t.do("shoot", "roll 6,6", "fire M9", "add a2")
    assert items(t)["behind a wall or hedge"] == "+1"


def test_187_14_the_lip_of_a_deir_protects() -> None:
    t = table("a1 BB8; x1 BB4", phase="prep")
    t.do("fire BB4", "add a1")
    assert items(t)["lip of a deir"] == "+1"


def test_189_19_a_hillock_protects_those_behind_it() -> None:
    t = table("a1 Q3; x1 Q6", phase="prep")
    t.do("fire Q6", "add a1")
    assert items(t)["behind a hillock"] == "+1"


def test_188_16_the_crest_of_a_wadi_protects_from_the_front_only() -> None:
    # directions are counted from north, clockwise, in the bits 1, 2 and 4: 5 is north-west, 2 south-east
    for marks, protected in (("crest crest_1 crest_4", True), ("crest crest_2", False)):
        t = table(f"a1 L4; x1 N5 {marks}", phase="prep")
        t.do("fire N5", "add a1")
        assert ("at the crest of a wadi" in items(t)) == protected


def test_188_17_weapons_that_are_not_light_fire_from_a_crest_only_to_the_front() -> None:
    t = table("a1 N5 crest crest_2 has aW3; x1 Q6; x2 L4", phase="prep")
    t.do("fire Q6", "add aW3")
    assert "not to the front of its crest" not in items(t)
    t = table("a1 N5 crest crest_2 has aW3; a2 M4; x2 L4", phase="prep")
    t.do("fire L4")
    assert t.refused("add aW3").rule == "188.17"


def test_188_171_a_light_machine_gun_fires_from_a_crest_all_around_at_half_behind() -> None:
    t = table("a1 N5 crest crest_2 has aW1; x2 L4", phase="prep")
    t.do("fire L4", "add aW1")
    assert items(t)["not to the front of its crest"] == "x1/2"


def test_7_a_refusal_explains_the_line_of_sight() -> None:
    t = table("a1 F2; a2 G6; x1 F8", phase="prep")
    t.do("fire F8")
    found = t.refused("add a1")
    assert "does not see" in found.text
    assert "99F5" in found.hexes


def test_10_the_column_is_the_highest_not_above_the_firepower() -> None:
    t = table("a1 E5; a2 E5; a3 E5; x1 E8", phase="prep")
    t.do("fire E8", "add a1", "add a2", "add a3")
    assert t.preview("shoot").column == "12"


def test_10_a_number_of_units_is_killed_and_the_others_break() -> None:
    t = table("a1 E5; a2 E5; a3 E5; x1 E6; x2 E6; x3 E6", phase="prep")  # 24 factors
    t.do("fire E6", "add a1", "add a2", "add a3", "shoot", "roll 1,3")  # 4 on column 24: 1KIA
    assert t.asked == "hit"
    t.do("pick x2")
    assert t.where("x2") == "eliminated"
    assert t.has("x1", "broken", "desperate")
    assert t.has("x3", "broken")


def test_10_k_reduces_one_unit_and_all_check() -> None:
    t = table("a1 E5; x1 E8; x5 E8", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 1,1")  # cowering does not touch good British: 2 on column 4: K/2
    t.do("pick x5")
    assert t.kind("x5") == "it-247"
    t.do("roll 2", "roll 12")
    assert not t.has("x1", "broken")
    assert t.has("x5", "broken")


def test_10_a_reduced_half_squad_is_gone() -> None:
    t = table("a1 E5; x8 E8", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 1,1")
    assert t.where("x8") == "eliminated"


def test_10_cowering_costs_a_column_and_inexperienced_men_two() -> None:
    t = table("x1 E5; x6 G5; a1 E8; a2 G8", phase="prep", phasing="axis")
    t.do("fire E8", "add x1")
    assert t.preview("shoot").column == "2"
    events = t.do("shoot", "roll 2,2")
    assert said(events).values[1] == 1
    t = table("x2 E5; xL1 E5; a1 E8", phase="prep", phasing="axis")
    t.do("fire E8", "add x2", "add xL1", "shoot")
    events = t.do("roll 2,2")
    assert said(events).values[1] == 2  # a leader directs


def test_94_inexperienced_men_cower_by_two_columns() -> None:
    t = table("x6 E5; x5 E5; a1 E7", phase="prep", phasing="axis")
    t.do("fire E7", "add x5", "add x6")
    assert t.preview("shoot").column == "6"
    events = t.do("shoot", "roll 3,3")
    assert said(events).values[1] == 2


def test_17_a_squad_fires_a_machine_gun_besides_its_rifles() -> None:
    t = table("a1 E5 has aW1 has aW2; x1 E8", phase="prep")
    t.do("fire E8", "add a1")
    assert t.preview("shoot").column == "8"  # 4 + 2 + 2


def test_17_a_machine_gun_may_fire_alone_and_a_half_squad_fires_it_instead_of_its_rifles() -> None:
    t = table("a5 E5 has aW3; x1 E8", phase="prep")
    t.do("fire E8", "add a5")
    assert t.preview("shoot").column == "2"
    t = table("a5 E5 has aW3; x1 E8", phase="prep")
    t.do("fire E8", "add aW3")
    assert t.preview("shoot").column == "4"
    assert t.refused("add a5").rule == "17"


def test_17_machine_guns_alone_also_hit_those_in_the_line_before_the_target() -> None:
    t = table("a1 E3 has aW3; x1 E7; x2 E9; x3 E5", phase="prep")
    t.do("fire E9", "add aW3", "shoot", "roll 3,3", "roll 2", "roll 2", "roll 12")
    assert t.has("x1", "pinned") is False
    assert [t.has(key, "broken") for key in ("x1", "x2", "x3")].count(True) == 1
    assert t.asked == "prep"
    t = table("a1 E3 has aW3; x1 E7; x2 E9", phase="prep")
    t.do("fire E9", "add a1", "shoot", "roll 3,3")  # rifles and gun together: nobody but the target
    assert t.asked in {"check", "prep"}


def test_17_penetration_reaches_as_many_hexes_as_the_gun_has_factors() -> None:
    t = table("a1 E2 has aW1; x1 E4; x2 E8", phase="prep")
    t.do("fire E8", "add aW1", "shoot", "roll 1,2", "roll 12")  # factor 2: E6 and E7 only
    assert t.has("x2", "broken")
    assert not t.has("x1", "broken")
    assert t.asked == "prep"


def test_189_20_height_is_an_advantage_from_a_full_level_up() -> None:
    t = table("a1 T8; x1 T6; x2 Q5; a2 Q8", phase="prep")
    t.do("fire T6", "add a1")
    assert items(t)["height advantage"] == "+1"
    t.do("shoot", "roll 6,6", "fire Q5", "add a2")
    assert "height advantage" not in items(t)


def test_5_7_who_has_carried_4_points_does_not_fire_weapons_after_moving() -> None:
    t = table("a1 E5 moved has aW3; a2 G5 moved has aW1; x1 F7", phase="advancing")
    t.do("fire F7")
    assert "carried too much" in t.refused("add aW3").text
    t.do("add aW1")


def test_17_a_leader_fires_a_machine_gun_at_half() -> None:
    t = table("aL1 E5 has aW1; a2 T1; x1 E8", phase="prep")
    t.do("fire E8", "add aW1")
    assert items(t)["leader alone at the gun"] == "x1/2"


def test_17_a_machine_gun_breaks_down_on_its_number() -> None:
    t = table("x1 E5 has xW1; a1 E8", phase="prep", phasing="axis")
    t.do("fire E8", "add x1", "shoot", "roll 5,6")
    assert t.has("xW1", "malfunction")
    t = table("a1 E5 has aW1; x1 E8", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 5,6")
    assert not t.has("aW1", "malfunction")


def test_42_fire_at_a_concealed_target_is_halved_and_any_result_reveals_it() -> None:
    t = table("a1 C7; x1 C4 concealed; xD1 C4 concealed", phase="prep")
    t.do("fire C4", "add a1")
    assert items(t)["concealed target"] == "x1/2"
    t.do("shoot", "roll 1,3", "roll 2")
    assert not t.has("x1", "concealed")
    assert t.where("xD1") == "eliminated"


def test_42_firing_reveals() -> None:
    t = table("a1 C4 concealed; x1 C7", phase="prep")
    t.do("fire C7", "add a1", "shoot", "roll 6,6")
    assert not t.has("a1", "concealed")


def test_142_6_a_pinned_unit_fires_at_half() -> None:
    t = table("a1 E5 pinned; x1 E7", phase="prep")
    t.do("fire E7", "add a1")
    assert items(t)["pinned"] == "x1/2"


def test_142_an_exhausted_firer_adds_1() -> None:
    t = table("a1 E5 exhausted; x1 E7", phase="prep")
    t.do("fire E7", "add a1")
    assert items(t)["exhausted firer"] == "+1"


def test_16_final_fire_is_for_those_who_have_not_fired_or_at_the_next_hex() -> None:
    t = table("x1 E5 first_fired; x2 E6; a1 E8; a2 E4", phase="defence")
    t.do("fire E8")
    assert t.refused("add x1").rule == "16"
    t.do("add x2", "shoot", "roll 6,6", "fire E4", "add x1")
    assert items(t)["has fired in this defence"] == "x1/2"
    t.do("shoot", "roll 6,6")
    assert t.has("x1", "final_fired")


def test_176_32_a_line_through_palms_is_hindered() -> None:
    t = table("a1 Z3; x1 Z7", phase="prep")
    t.do("fire Z7", "add a1")
    assert items(t)["palm trees"] == "+1"


def test_54_a_roll_of_5_digs_in_and_the_desert_adds_2() -> None:
    t = table("a1 E5; a2 G5; aL2 G5; x1 T9", phase="prep")
    assert t.preview("dig a1").column == "3 or less"
    t.do("dig a1", "roll 4")
    assert not t.has("a1", "dug_in")
    assert t.has("a1", "busy")
    t.do("dig a2", "roll 5")  # 5 + 2 - 2
    assert t.has("a2", "dug_in")
    assert t.refused("dig a1").rule == "54"


def test_176_21_digging_in_the_desert_has_plus_2() -> None:
    t = table("a1 E5; x1 T9", phase="prep")
    assert ("desert", "+2", "176.21") in t.preview("dig a1").items


def test_54_a_foxhole_protects() -> None:
    t = table("a1 E5; x1 E7 dug_in; xF1 E7", phase="prep")
    t.do("fire E7", "add a1")
    assert items(t)["entrenched"] == "+2"


def test_7_law_the_odds_of_a_shot_are_exact() -> None:
    t = table("a1 E5; x1 E8", phase="prep")
    t.do("fire E8", "add a1")
    found = {chance.label: chance.chance for chance in t.preview("shoot").odds}
    # column 4: 2 K/2, 3 2MC, 4-5 1MC, 6 NMC, 7 PTC, more nothing
    assert found == {
        "K/2": Fraction(1, 36), "2MC": Fraction(2, 36), "1MC": Fraction(7, 36), "NMC": Fraction(5, 36), "PTC": Fraction(6, 36), "-": Fraction(15, 36),
    }  # fmt: skip
    # a 3-4-6 breaks at +2 on 5 and more (30/36), at +1 on 6 and more (26/36), at 0 on 7 and more (21/36)
    broken = Fraction(3, 36) * Fraction(30, 36) + Fraction(7, 36) * Fraction(26, 36) + Fraction(5, 36) * Fraction(21, 36)
    assert items(t)["3-4-6 (x1)"].startswith(f"breaks {float(100 * broken):.0f} %")


def test_7_who_does_not_see_says_what_stops_the_line_in_every_fire_phase() -> None:
    """The hex, its level, the rule, and the ray for the table to draw."""
    for phase, phasing, kind in (("prep", "allied", "fire"), ("defence", "axis", "fire"), ("advancing", "allied", "fire")):
        t = table("a1 F3; x1 F8", phase=phase, phasing=phasing)  # woods in F5
        found = t.refused(f"{kind} F8")
        assert "Blocked at 99F5" in found.text, phase
        assert found.hexes == ("99F5",)
        assert found.rays == (("99F3", "99F8", "99F5"),)
        assert [value for what, value, _ in found.items if what.startswith(("99F3", "99F8"))] == ["level 0", "level 0"]


def test_7_first_fire_says_so_too() -> None:
    t = table("a1 F3; a2 G3; x1 F8 ; x2 G6", tracks={"axis_otherwise": 1})
    t.do("move a1", "go F4")
    assert t.asked == "first fire"
    found = t.refused("add x1")
    assert found.rays == (("99F8", "99F4", "99F5"),)


def test_8_the_nearest_miss_is_told_range_before_sight_and_sight_before_strength() -> None:
    t = table("a1 D2; x1 Z9", phase="prep")
    assert ("printed range", "5", "8") in t.refused("fire Z9").items
    t = table("a1 D2 prep_fired fired; x1 E3", phase="prep")
    assert t.refused("fire E3").text == "None of your units may still fire in this phase."


def test_189_20_nobody_has_the_advantage_of_height_down_in_a_wadi() -> None:
    """FF2 is a wadi hex on a knoll of level 2: at its crest a man stands two levels above EE3, in its bed one; down there it is worth nothing."""
    t = table("a1 EE3; x1 FF2 crest; x2 FF2", phase="prep")
    a1 = t.piece("a1")
    assert height_advantage(t.s, a1, t.piece("x1")) == 1
    assert height_advantage(t.s, a1, t.piece("x2")) == 0


def test_11_who_moves_behind_brush_does_not_move_in_the_open() -> None:
    """The brush of C7 lies between C9 and the open C6, not between C9 and D8."""
    t = table("a1 C6; a2 D8; x1 C9", phase="defence")
    for key, words in (("a1", {"142.71"}), ("a2", {"142.71", "11"})):
        target = t.piece(key)
        shot = Shot(1, "first", t.s.at[target], (t.piece("x1"),), (target,))
        assert {item.rule for item in modifiers(t.s, shot, target) if item.value < 0} == words
