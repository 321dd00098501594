"""Snipers, where the players want them (M)."""

from __future__ import annotations

from tests.games.hollow.table import GAME, Table, table

ON = {"snipers": "on"}


def shot(text: str) -> Table:
    """The Allies fire with a 3 on the dice: an Italian sniper gets his chance."""
    t = table(text, phase="prep", options=ON)
    t.do("fire E8", "add a1", "shoot", "roll 1,2")
    while t.asked in {"check", "hit"}:
        t.do("roll 2" if t.asked == "check" else t.menu()[0])
    return t


def test_m_a_3_with_fire_gives_the_enemys_sniper_a_die() -> None:
    t = shot("a1 E5; a2 A9; x1 E8 concealed")
    assert t.asked == "sniper"
    t.do("roll 3")
    assert t.asked == "prep", "nothing comes of it"


def test_m_it_is_off_unless_chosen() -> None:
    t = table("a1 E5; x1 E8", phase="prep")
    t.do("fire E8", "add a1", "shoot", "roll 1,2")
    while t.rolls:
        assert t.asked != "sniper"
        t.do(t.menu()[-1])


def test_m_a_1_breaks_men_and_kills_leaders_whom_chance_picks_each_as_likely() -> None:
    t = shot("a1 E5; aL1 A9; x1 E8 concealed")
    t.do("roll 1")
    assert [(GAME.spell(order), weight) for order, weight in GAME.outcomes(t.s)] == [(("pick", "a1"), 1), (("pick", "aL1"), 1)]
    t.do("pick aL1")
    assert t.where("aL1") == "eliminated"
    t = shot("a1 E5; a2 A9; x1 E8 concealed")
    t.do("roll 1", "pick a2")
    assert t.has("a2", "broken")


def test_m_a_2_pins() -> None:
    t = shot("a1 E5; a2 A9; x1 E8 concealed")
    t.do("roll 2", "pick a2")
    assert t.has("a2", "pinned")


def test_m_a_dummy_is_shot_at_like_anybody_and_hidden_men_are_not() -> None:
    t = shot("a1 E5; aD1 C4 concealed; a2 C5 hidden; x1 E8 concealed")
    t.do("roll 1")
    assert [GAME.spell(order) for order, _ in GAME.outcomes(t.s)] == [("pick", "a1"), ("pick", "aD1")]
    t.do("pick aD1")
    assert not t.s.is_on_map(t.piece("aD1"))


def test_m_a_check_calls_the_sniper_too() -> None:
    t = table("a1 E5; x1 E8; x2 A2", phase="prep", options=ON)
    t.do("fire E8", "add a1", "shoot", "roll 2,3")
    assert t.asked == "check"
    t.do("roll 3")
    assert t.asked == "sniper"
    t.do("roll 1")
    assert {order[1] for order in (GAME.spell(a) for a, _ in GAME.outcomes(t.s))} == {"x1", "x2"}
