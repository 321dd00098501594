"""Fire groups: who fires together, whom a target proposes, and who is taken out of it or added."""

from __future__ import annotations

from tests.games.hollow.table import table


def test_8_a_target_shows_what_everybody_together_could_do() -> None:
    t = table("a1 E5; a2 E5; aL1 E5; x1 E8", phase="prep")
    found = t.preview("fire E8")
    assert found.column == "8"
    assert ("leader", "-1", "14") in found.items
    assert sum(chance.chance for chance in found.odds) == 1


def test_9_a_fire_group_is_a_chain_of_neighbouring_hexes() -> None:
    t = table("a1 E5; a2 E6; a3 I6; x1 G8", phase="prep")
    t.do("fire G8", "add a1")
    assert t.refused("add a3").rule == "9"
    t.do("add a2")
    assert t.preview("shoot").column == "8"


def test_9_everybody_who_can_fires_at_a_word() -> None:
    """Men of neighbouring hexes with their gun and a leader for each hex: the same fire group as by single gestures."""
    t = table("a1 D3; a2 D3 has aW1; a3 E4; aL1 D3; aL2 E4; a4 P9; x1 G4", phase="prep")
    t.do("fire G4")
    assert t.refused("everybody").rule == "9", "they are proposed already"
    t.do("add a1")
    shown = t.preview("everybody")
    t.do("everybody")
    assert t.s.frames[-1].firers == tuple(t.piece(key) for key in ("a1", "a2", "aW1", "a3", "aL1", "aL2"))
    assert t.preview("shoot").items == shown.items
    assert t.refused("everybody").rule == "9"
    t.do("shoot")


def test_16_everybody_who_can_answers_a_step_at_a_word() -> None:
    t = table("a1 D2; x1 G4; x2 G4; xL1 G4", tracks={"axis_otherwise": 1})
    t.do("move a1", "go E3", "add x1", "everybody")
    assert t.s.frames[-1].firers == tuple(t.piece(key) for key in ("x1", "x2", "xL1"))


def test_9_the_account_of_a_fire_group_names_alike_firers_once_and_the_sum() -> None:
    """Three 4-5-7 four hexes off at a question mark: one account, halved, and six factors together."""
    t = table("a1 E5; a2 E5; a3 E5; x1 I5 concealed", phase="prep")
    t.do("fire I5")
    items = t.preview("shoot").items
    assert items[:3] == (("3 x 4-5-7, each", "4", "8"), ("concealed target", "x1/2", "42"), ("together", "6", "10"))


def test_14_a_leader_who_would_direct_nobody_is_not_proposed() -> None:
    """One hex of the group has no leader, so the other hex's leader would direct nobody."""
    t = table("a1 D3; a3 E4; aL1 D3; x1 G4", phase="prep")
    t.do("fire G4", "add a1", "everybody")
    assert t.s.frames[-1].firers == (t.piece("a1"), t.piece("a3"))


def test_9_a_target_proposes_everybody_who_can_and_fires_with_them() -> None:
    """Two gestures: the target, and fire. What is shown before is what fires."""
    t = table("a1 D3; a2 D3 has aW1; aL1 D3; a4 P9; x1 G4", phase="prep")
    shown = t.preview("fire G4")
    t.do("fire G4")
    assert t.preview("shoot").items == shown.items
    t.do("shoot", "roll 6,6")
    assert all(t.has(key, "fired") for key in ("a1", "a2", "aW1", "aL1"))
    assert not t.has("a4", "fired")


def test_9_one_of_the_proposed_holds_his_fire() -> None:
    t = table("a1 D3; a2 D3 has aW1; aL1 D3; x1 G4", phase="prep")
    t.do("fire G4", "hold a2")
    assert t.s.frames[-1].firers == (t.piece("a1"), t.piece("aL1")), "its gun holds too"
    t.do("add aW1", "hold a1")
    assert t.refused("hold aW1").rule == "10", "somebody must fire"
    assert t.refused("hold a1").rule == "9"
    t.do("shoot")


def test_9_who_holds_a_chain_together_does_not_hold_his_fire() -> None:
    t = table("a1 D3; a2 E4; a3 E5; x1 G4", phase="prep")
    t.do("fire G4")
    assert t.refused("hold a2").rule == "9"
    t.do("hold a3", "hold a2", "shoot")


def test_9_a_firer_brings_along_those_of_his_hex_and_no_others() -> None:
    t = table("a1 D3; a2 D3 has aW1; aL1 D3; a3 E4; x1 G4", phase="prep")
    t.do("from a1 G4")
    assert set(t.s.frames[-1].firers) == {t.piece(key) for key in ("a1", "a2", "aW1", "aL1")}
    t = table("a1 D3; a2 D3 has aW1; aL1 D3; a3 E4; x1 G4", phase="prep")
    t.do("from aW1 G4")
    assert set(t.s.frames[-1].firers) == {t.piece("aW1"), t.piece("aL1")}, "a gun fires alone with him who directs it"
    t = table("a1 D3; aL1 D3; x1 G4", phase="prep")
    assert t.refused("from aL1 G4").rule == "14"


def test_42_men_who_would_show_themselves_are_not_proposed_beside_others() -> None:
    for marks in ("concealed", "concealed hidden"):
        t = table(f"a1 D3; a2 C3 {marks}; x1 G4", phase="prep")
        t.do("fire G4", "shoot", "roll 6,6")
        assert t.has("a2", "concealed")
    t = table("a2 C3 concealed; x1 G4", phase="prep")
    t.do("fire G4", "shoot", "roll 6,6")
    assert not t.has("a2", "concealed"), "there is nobody else"


def test_9_of_groups_that_do_not_hang_together_the_strongest_is_proposed() -> None:
    t = table("a1 D3; a2 G7; a3 G7; x1 G4", phase="prep")
    t.do("fire G4", "shoot", "roll 6,6")
    assert t.has("a2", "fired")
    assert t.has("a3", "fired")
    assert not t.has("a1", "fired")
