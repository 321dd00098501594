"""Morale, desperation, replacement, rally, repair, deploying."""

from __future__ import annotations

from tests.games.hollow.table import table


def test_12_a_check_above_the_morale_breaks() -> None:
    t = table("a1 E5; x1 E8", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 3,3", "roll 7")
    assert t.has("x1", "broken", "desperate")


def test_12_a_broken_unit_that_fails_is_gone() -> None:
    t = table("a1 E5; x1 E8 broken", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 3,3", "roll 7")
    assert t.where("x1") == "eliminated"


def test_14_a_leader_helps_the_others_and_checks_first() -> None:
    t = table("a1 E5; x1 E8; xL1 E8", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 3,3")
    t.do("roll 9")  # the leader, 8-0, breaks
    assert t.has("xL1", "broken")
    t.do("roll 2")
    assert t.asked == "check"  # the squad checks once more for the loss of its leader
    t.do("roll 12")
    assert t.has("x1", "broken")


def test_14_when_a_leader_breaks_the_other_leaders_of_his_hex_check_too() -> None:
    t = table("aL1 E5; aL2 E5; a1 E5; x1 E8", phase="prep", phasing="axis")
    t.do("fire E5", "add x1", "shoot", "roll 1,4")  # column 2, row 5: everybody checks
    t.do("roll 12", "roll 2", "roll 2")  # the first leader breaks, the second and the men hold
    assert t.has("aL1", "broken")
    t.do("roll 2", "roll 2")  # for the loss: again the second leader and the men
    assert t.asked == "prep"


def test_14_a_leaders_modifier_counts_in_checks() -> None:
    t = table("x1 E5; x2 E5; a1 E8; aL2 E8", phase="prep", phasing="axis")
    t.do("fire E8", "add x1", "add x2", "shoot", "roll 2,4")  # column 6, 6: 1MC
    t.do("roll 2", "roll 8")  # 7 - 1 + 2 = 8: exactly
    assert t.has("a1", "pinned")
    assert not t.has("a1", "broken")


def test_12_a_pin_check_only_pins() -> None:
    t = table("a1 E5; x1 E8", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 3,4", "roll 7")
    assert t.has("x1", "pinned")
    assert not t.has("x1", "broken")


def test_e_failing_by_more_than_the_rating_replaces_the_unit() -> None:
    t = table("a1 E5; x5 E8; x7 G5", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 3,3", "roll 9")  # needs 7, rating 1
    assert t.kind("x5") == "it-346"
    t = table("a1 E5; x5 E8", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 3,3", "roll 8")
    assert t.kind("x5") == "it-447"


def test_197_21_an_italian_elite_squad_becomes_a_reservist() -> None:
    t = table("a1 E5; x5 E8", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 3,3", "roll 12")
    assert t.kind("x5") == "it-346"


def test_197_23_bersaglieri_become_conscripts() -> None:
    t = table("a1 E5; x7 E8", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 3,3", "roll 12")
    assert t.kind("x7") == "it-336"


def test_13_desperation_adds_4_to_the_rally_and_ends_with_the_rally_phase() -> None:
    t = table("a1 E5 broken desperate; aL2 E5; x1 T9", phase="rally")
    assert ("desperation morale", "+4", "13") in t.preview("rally a1").items
    assert t.preview("rally a1").column == "5 or less"
    t.do("rally a1", "roll 6", "done", "done")
    assert t.has("a1", "broken")
    assert not t.has("a1", "desperate")


def test_18_a_leader_rallies_the_broken_of_his_hex() -> None:
    t = table("a1 E5 broken; a2 G5 broken; aL1 E5; x1 T9", phase="rally")
    assert t.refused("rally a2").rule == "18"
    t.do("rally a1", "roll 8")
    assert not t.has("a1", "broken")


def test_18_a_leader_rallies_himself_without_his_own_modifier() -> None:
    t = table("aL1 E5 broken; a1 G5; x1 T9", phase="rally")
    assert t.preview("rally aL1").column == "8 or less"
    t.do("rally aL1", "roll 9")
    assert t.has("aL1", "broken")
    assert t.refused("rally aL1").rule == "18"


def test_18_an_original_12_is_the_end() -> None:
    t = table("a1 E5 broken; aL1 E5; x1 T9", phase="rally")
    t.do("rally a1", "roll 12")
    assert t.where("a1") == "eliminated"


def test_18_both_sides_rally_the_phasing_side_first() -> None:
    t = table("a1 E5; x1 T9 broken; xL1 T9", phase="rally")
    assert t.decision.who == 0
    t.do("done")
    assert t.decision.who == 1
    t.do("rally x1", "roll 2")
    assert not t.has("x1", "broken")


def test_17_a_die_of_1_repairs_and_a_6_scraps() -> None:
    t = table("a1 E5 has aW1 has aW2; x1 T9", phase="rally")
    assert t.refused("repair aW1").rule == "17"
    for weapon in ("aW1", "aW2"):
        t.s.marks[t.piece(weapon)] |= 1 << t.game.names.mark["malfunction"]
    t.do("repair aW1", "roll 1", "repair aW2", "roll 6")
    assert not t.has("aW1", "malfunction")
    assert t.where("aW2") == "eliminated"


def test_5_7_weapons_change_hands_in_the_rally_phase() -> None:
    t = table("a1 E5 has aW1; a2 E5; aL1 E5 has aW2; x1 T9", phase="rally")
    t.do("give aW1 a2")
    assert t.s.owner_of(t.piece("aW1")) == t.piece("a2")
    assert t.refused("give aW1 a1").rule == "5.7"


def test_d_a_squad_with_a_leader_deploys_and_recombines() -> None:
    t = table("a1 E5; aL1 E5; a2 G5; x1 T9", phase="rally")
    assert t.refused("deploy a2").rule == "D"
    t.do("deploy a1")
    halves = [p for p in t.s.units_at(t.s.at[t.piece("a1")], 0) if t.s.is_man(p)]
    assert [t.s.squad(p).key for p in halves] == ["br-247", "br-247"]
    t = table("a5 E5 has aW1; a6 E5; aL1 E5; x1 T9", phase="rally")
    t.do("recombine a6")
    assert t.kind("a6") == "br-457"
    assert t.where("a5") == "spare"
    assert t.s.owner_of(t.piece("aW1")) == t.piece("a6")


def test_4_a_turn_has_two_player_turns_of_eight_phases() -> None:
    t = table("a1 E5; x1 T9", phase="rally")
    seen = []
    for _ in range(18):
        seen.append(t.asked)
        t.do("done")
    assert seen == ["rally", "rally", "prep", "orders", "movement", "final", "advancing", "advance"] * 2 + ["rally", "rally"]
    assert t.s.turn == 2
