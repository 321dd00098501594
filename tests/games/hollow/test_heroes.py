"""The whole table of the heat of battle: heroes and berserk men (H, B, 179)."""

from __future__ import annotations

import pytest

from amba.games.hollow.rules.r005_movement import allowance
from amba.games.hollow.rules.r012_morale import morale
from tests.games.hollow.table import GAME, Table, table
from tests.games.hollow.test_fire import items

FULL = {"heat": "full"}


def heroes(t: Table) -> list[str]:
    return [GAME.names.pieces[u] for u in t.s.units(0) if t.s.is_man(u) and t.s.squad(u).kind == "hero"]


def rallied(heat: int, text: str = "a1 E5 broken desperate; aL2 E5; x1 T9") -> Table:
    t = table(text, phase="rally", options=FULL)
    t.do("rally a1", "roll 2", f"roll {heat}")
    return t


def test_h_a_low_total_makes_a_hero_who_stands_beside_the_men() -> None:
    t = rallied(3)
    (hero,) = heroes(t)
    assert t.where(hero) == "E5"
    assert t.kind(hero) == "br-149"
    assert t.kind("a1") == "br-457", "2 or 3 in all: no harder than before"


def test_h_a_total_of_5_or_6_makes_a_hero_and_hardens() -> None:
    t = rallied(7)
    assert heroes(t)
    assert t.kind("a1") == "br-458"


def test_h_without_room_for_a_hero_the_men_harden() -> None:
    t = rallied(3, "a1 E5 broken desperate; aL2 E5; a2 E5; a3 E5; x1 T9")
    assert not heroes(t)
    assert t.kind("a1") == "br-458"


def test_h_a_hero_adds_minus_1_to_fire_from_his_hex() -> None:
    t = table("a1 E5; a5 E5 br-149; x1 E8", phase="prep", options=FULL)
    t.do("fire E8", "add a1", "add a5")
    assert items(t)["hero"] == "-1"
    t = table("a1 E6; a5 E5 br-149; x1 E8", phase="prep", options=FULL)
    t.do("fire E8", "add a1", "add a5")
    assert "hero" not in items(t), "not for those of the next hex"


def test_h_a_hero_walks_as_far_as_a_leader_and_half_as_far_when_he_is_wounded() -> None:
    t = table("a5 E5 br-149; a6 G5 br-148; x1 T9", options=FULL)
    assert allowance(t.s, t.piece("a5"), (t.piece("a5"),), "normal") == 6
    assert allowance(t.s, t.piece("a6"), (t.piece("a6"),), "normal") == 3


def test_h_a_hero_does_not_break_he_is_wounded_and_then_dead() -> None:
    t = table("a5 E5 br-149; x1 E8; x2 E8; xL1 E8", phase="prep", phasing="axis", options=FULL)
    t.do("fire E5", "add x1", "add x2", "shoot", "roll 2,4", "roll 12")
    assert t.kind("a5") == "br-148"
    assert not t.has("a5", "broken")
    t = table("a5 E5 br-148; x1 E8; x2 E8; xL1 E8", phase="prep", phasing="axis", options=FULL)
    t.do("fire E5", "add x1", "add x2", "shoot", "roll 2,4", "roll 12")
    assert t.where("a5") == "eliminated"


def test_b_9_to_11_drives_men_berserk_who_see_an_enemy_and_hardens_others() -> None:
    t = rallied(11, "a1 E5 broken desperate; aL2 E5; x1 G5")
    assert t.has("a1", "berserk")
    assert not t.has("a1", "broken")
    assert morale(t.s, t.piece("a1")) == 10
    t = rallied(11, "a1 E5 broken desperate; aL2 E5; x1 N5")
    assert not t.has("a1", "berserk"), "the enemy is down in the wadi"
    assert t.kind("a1") == "br-458"


def test_b_berserk_men_charge_before_anybody_moves_and_are_watched() -> None:
    t = table("a1 E5 berserk; a2 E5; x1 L8; x2 C3", options=FULL, tracks={"axis_chance": 0, "axis_otherwise": 0})
    assert t.asked == "movement"
    assert t.s.field.range(t.s.at[t.piece("a1")], t.s.at[t.piece("x2")]) == 1, "to the nearer of the two"
    assert t.has("a1", "moved")
    assert t.refused("walk a1 E5").rule == "B"


def test_b_eight_factors_are_the_most_of_a_charge() -> None:
    t = table("a1 A9 berserk; x1 Y1", options=FULL)
    assert t.s.points[t.piece("a1")] <= 8
    assert t.where("a1") != "A9"


def test_b_who_sees_no_enemy_comes_to_himself() -> None:
    t = table("a1 E5 berserk; x1 N5", options=FULL)
    assert not t.has("a1", "berserk")


def test_b_berserk_men_go_at_the_enemy_in_the_advance_and_nowhere_else() -> None:
    t = table("a1 E5 berserk; x1 E6", phase="advance", options=FULL)
    assert t.refused("done").rule == "B"
    assert t.refused("advance a1 E4").rule == "B"
    t.do("advance a1 E6")
    assert t.where("a1") == "E6"


def test_b_berserk_men_do_nothing_else() -> None:
    t = table("a1 E5 berserk; x1 E7", phase="prep", options=FULL)
    assert t.refused("from a1 E7").rule == "8"
    assert t.refused("dig a1").rule == "B"
    assert not [order for order in t.menu() if "a1" in order]


def test_b_they_are_not_pinned_and_a_failed_check_reduces_them() -> None:
    t = table("a1 E5 berserk; x1 E8; x2 E8; xL1 E8", phase="prep", phasing="axis", options=FULL)
    t.do("fire E5", "add x1", "add x2", "shoot", "roll 2,4", "roll 12")
    assert t.kind("a1") == "br-247"
    assert t.has("a1", "berserk")
    t = table("a1 E5 berserk; x1 E8; x2 E8; xL1 E8", phase="prep", phasing="axis", options=FULL)
    t.do("fire E5", "add x1", "add x2", "shoot", "roll 2,4")
    most = morale(t.s, t.piece("a1")) - 1
    t.do(f"roll {most}")
    assert not t.has("a1", "pinned")


def test_179_berserk_men_take_no_prisoners() -> None:
    t = table("a1 E5 berserk; x1 E5", phase="melee", options=FULL)
    t.do("target x1")
    assert t.refused("capture").rule == "B"
    t.do("kill")


def test_179_who_gives_up_to_berserk_men_alone_dies() -> None:
    t = table("x1 E8; a1 E5; a2 E9 berserk; a3 E5; x2 T9", phase="prep", options=FULL)
    t.do("fire E8", "add a1", "add a3", "shoot", "roll 3,4", "roll 2", "roll 7")
    assert t.where("x1") == "eliminated"
    t = table("x1 E8; a1 E5; a2 E9 berserk; a4 E9; a3 E5; x2 T9", phase="prep", options=FULL)
    t.do("fire E8", "add a1", "add a3", "shoot", "roll 3,4", "roll 2", "roll 7")
    assert t.where("x1") == "allied-prisoners", "others beside them take him"


@pytest.mark.parametrize("heat", ["off", "on"])
def test_h_no_heroes_unless_the_whole_table_is_chosen(heat: str) -> None:
    t = table("a1 E5 broken desperate; aL2 E5; x1 T9", phase="rally", options={"heat": heat})
    t.do("rally a1", "roll 2")
    if t.asked == "heat":
        t.do("roll 3")
    assert not heroes(t)
