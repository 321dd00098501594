"""Advance and close combat."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from amba.games.hollow.rules.r020_close_combat import attack_items, kill_number, strength
from tests.games.hollow.table import GAME, table


def test_19_every_unbroken_unit_may_advance_a_hex_into_the_enemys_too() -> None:
    t = table("a1 E5; a2 G5 broken; x1 E6", phase="advance")
    assert t.refused("advance a2 G6").rule == "19"
    t.do("advance a1 E6")
    assert t.where("a1") == "E6"
    assert t.refused("advance a1 E7").rule == "19"


def test_142_6_a_pinned_unit_does_not_advance() -> None:
    t = table("a1 E5 pinned; x1 E6", phase="advance")
    assert t.refused("advance a1 E6").rule == "142.6"


def test_142_23_difficult_terrain_exhausts_and_stops_the_exhausted() -> None:
    t = table("a1 S5 has aW4; a2 S6 exhausted has aW3 has aW1; x1 FF5", phase="advance")
    t.do("advance a1 T4")  # 2 factors of 2
    assert t.has("a1", "exhausted")
    t.do("advance a2 S7")
    t = table("a2 S5 exhausted has aW4; x1 FF5", phase="advance")
    assert t.refused("advance a2 T4").rule == "142.23"


def test_20_the_odds_are_rounded_to_the_defender() -> None:
    assert kill_number(Fraction(4), Fraction(3)) == ("1-1", 5)
    assert kill_number(Fraction(9), Fraction(3)) == ("3-1", 8)
    assert kill_number(Fraction(1), Fraction(9)) == ("1-9", 0)
    assert kill_number(Fraction(31), Fraction(3)) == ("11-1", 13)


def test_20_both_sides_attack_at_once() -> None:
    t = table("a1 E6; x1 E6", phase="melee")
    assert t.asked == "close combat"
    assert t.decision.who == 0
    t.do("target x1", "kill", "done")
    assert t.decision.who == 1
    t.do("target a1", "kill", "done", "roll 2", "roll 2")
    assert t.where("x1") == "eliminated"
    assert t.where("a1") == "eliminated"


def test_20_nobody_fires_into_a_close_combat() -> None:
    t = table("a1 E6 melee; x1 E6 melee; a2 E8", phase="prep")
    assert t.refused("fire E6").rule == "20"


def test_20_who_survives_is_locked() -> None:
    t = table("a1 E6; x1 E6", phase="melee")
    t.do("done", "done")
    assert t.has("a1", "melee")
    assert t.has("x1", "melee")


def test_20_a_unit_may_be_captured_instead_and_that_is_harder() -> None:
    t = table("a1 E6; a2 E6; x5 E6", phase="melee")
    t.do("target x5")
    assert t.preview("kill").odds[0].chance > t.preview("capture").odds[0].chance
    t.do("capture", "done", "done", "roll 2")
    assert t.where("x5") == "allied-prisoners"


def test_20_a_unit_may_be_kept_out_and_attack_another() -> None:
    t = table("a1 E6; a2 E6; x1 E6; x2 E6", phase="melee")
    t.do("target x1", "spare a2", "kill", "target x2", "kill", "done", "done", "roll 2", "roll 12")
    assert t.where("x1") == "eliminated"
    assert t.where("x2") == "E6"


def test_20_broken_men_among_enemies_are_taken() -> None:
    t = table("a1 E6; x1 E6 broken", phase="melee")
    t.do("done", "done")
    assert t.where("x1") == "allied-prisoners"


def test_188_172_at_the_crest_one_fights_worse() -> None:
    t = table("a1 N5 crest; x1 N5", phase="melee")
    t.do("target x1")
    assert ("attackers at the crest", "+2", "188.172") in t.preview("kill").items
    t = table("a1 N5; x1 N5 crest", phase="melee")
    t.do("target x1")
    assert ("targets at the crest", "-2", "188.172") in t.preview("kill").items


def test_188_172_whoever_is_held_at_a_crest_comes_down() -> None:
    t = table("a1 N5 crest; x1 N5", phase="melee")
    t.do("done", "done")
    assert t.has("a1", "melee")
    assert not t.has("a1", "crest")


def test_20_leaders_exhaustion_and_light_machine_guns_count() -> None:
    t = table("a1 E6 exhausted has aW1; aL1 E6; x1 E6 exhausted", phase="melee")
    t.do("target x1")
    found = t.preview("kill")
    assert found.column == "2-1"  # 4 + 2 + 1 against 3
    assert ("leader", "-1", "14") in found.items
    assert ("exhausted targets", "-1", "142") in found.items
    assert ("exhausted attackers", "+1", "142") in found.items


def test_188_172_who_comes_in_across_their_front_meets_men_at_the_crest_on_equal_terms() -> None:
    """N6's crest looks south, at N7; whoever comes from there has no advantage, and from M6 he has."""
    for origin, penalty in (("N7", False), ("M6", True)):
        t = table(f"a1 {origin}; x1 N6 crest crest_1 crest_2; x2 FF5", phase="advance")
        t.do("advance a1 N6", "done", "target x1")
        found = [item[0] for item in t.preview("kill").items]
        assert ("targets at the crest" in found) is penalty, origin
        t.do("kill", "done", "target a1")
        found = [item[0] for item in t.preview("kill").items]
        assert ("attackers at the crest" in found) is penalty, origin


def test_20_nobody_hears_whom_the_other_side_attacks_before_he_has_spoken() -> None:
    t = table("a1 E6; a2 E6; x1 E6; x2 E6", phase="melee")
    before = GAME.view(t.s, 1)
    t.do("target x1")
    assert GAME.redact_action(t.s, ("target", "x1"), 0, 1) == ("target", "?")
    t.do("spare a2", "capture")
    assert GAME.redact_action(t.s, ("capture",), 0, 1) == GAME.redact_action(t.s, ("kill",), 0, 1) == ("strike",)
    assert {key: value for key, value in GAME.view(t.s, 1).items() if key != "decision"} == {
        key: value for key, value in before.items() if key != "decision"
    }
    t.do("done")
    guess = GAME.imagine(t.s, 1, Random(1))
    assert guess.frames[-1].earlier == (), "what the enemy has declared is not known to a bot either"
    assert t.s.frames[-1].earlier


def test_142_6_a_pinned_unit_attacks_at_half_and_defends_in_full() -> None:
    t = table("a1 E5 pinned; a2 E5; x1 E5", phase="melee")
    assert strength(t.s, t.piece("a1"), True) == 2
    assert strength(t.s, t.piece("a1"), False) == 4
    assert strength(t.s, t.piece("a2"), True) == 4


def test_20_only_targets_who_are_all_broken_are_easier_to_kill() -> None:
    t = table("a1 E5; x1 E5 broken; x2 E5", phase="melee")
    a1, x1, x2 = (t.piece(key) for key in ("a1", "x1", "x2"))
    assert sum(item.value for item in attack_items(t.s, ((a1,), (x1,), 0))) == -2
    assert sum(item.value for item in attack_items(t.s, ((a1,), (x1, x2), 0))) == 0


def test_19_all_of_a_hex_advance_in_one_order() -> None:
    t = table("a1 D2; a2 D2 has aW1; aL1 D2; a3 G2; x1 D3", phase="advance")
    assert t.refused("band a3").rule == "19", "there is nobody with him"
    t.do("band a1")
    assert t.refused("go H9").rule == "5"
    t.do("go D3")
    assert {t.where(key) for key in ("a1", "a2", "aW1", "aL1")} == {"D3"}
    assert t.asked == "advance"
    assert t.refused("advance a1 D2").rule == "19", "each has advanced once"


def test_19_who_is_told_to_advance_with_the_others_may_stay() -> None:
    t = table("a1 D2; a2 D2; x1 Z9", phase="advance")
    t.do("band a1", "halt", "advance a2 D3")
    assert t.where("a1") == "D2"


def test_42_who_comes_upon_somebody_nobody_saw_goes_alone() -> None:
    t = table("a1 D2; a2 D2; x1 C3 concealed hidden", phase="advance")
    t.do("band a1", "go C3")
    assert (t.where("a1"), t.where("a2")) == ("C3", "D2")
    assert t.asked == "advance"
