"""Searching: what lies hidden in a hex comes to light (F, 55.82, 55.83)."""

from __future__ import annotations

from fractions import Fraction

from amba.games.hollow.counters import WORK_KINDS
from tests.games.hollow.table import GAME, table
from tests.games.hollow.test_works import work

ALLIED = 0


def test_f_men_search_their_own_hex_or_the_next_in_place_of_moving() -> None:
    t = table("a1 E5; x1 T9")
    found = {order for order in t.menu() if order.startswith("search a1")}
    assert len(found) == 7
    t.do("search a1 E6", "roll 5")
    assert t.has("a1", "busy")
    assert t.refused("walk a1 E6").rule == "54"
    assert t.refused("search a1 E6")


def test_f_nobody_searches_far_away_or_on_the_move_or_mounted_or_broken() -> None:
    t = table("a1 E5; a2 G5 broken; aL1 E7; x1 T9")
    assert t.refused("search a1 E8").rule == "F"
    assert t.refused("search a2 G5").rule == "15"
    assert t.refused("search aL1 E7").rule == "F", "a leader alone is no squad"
    t = table("a1 U5; x1 A9")
    assert t.refused("search a1 V4").rule == "82.1", "a cliff lies between"
    t = table("a1 E5; x1 T9")
    t.do("move a1", "go E6", "halt")
    assert t.refused("search a1 E5")


def test_f_the_odds_are_four_in_six_with_the_leader_and_fewer_men_counted() -> None:
    t = table("a1 E5; a5 G5; a2 I5; aL1 I5; x1 T9")
    assert [(c.label, c.chance) for c in t.preview("search a1 E6").odds] == [("found out", Fraction(4, 6)), ("nothing found out", Fraction(2, 6))]
    assert t.preview("search a5 G5").odds[0].chance == Fraction(3, 6), "a half-squad"
    assert t.preview("search a2 I5").odds[0].chance == Fraction(5, 6), "an 8-1 leads them"


def test_f_hidden_units_and_dummies_come_to_light_and_a_failure_tells_nothing() -> None:
    t = table("a1 E5; x1 F5 hidden; xD1 E6 concealed")
    before = GAME.view(t.s, ALLIED)
    events = t.do("search a1 F5", "roll 5")
    assert t.has("x1", "hidden")
    assert GAME.view(t.s, ALLIED)["stacks"] == before["stacks"]
    assert all("x1" not in str(GAME.redact(t.s, event, ALLIED)) for event in events)
    t = table("a1 E5; x1 F5 hidden; xD1 E6 concealed")
    t.do("search a1 F5", "roll 4")
    assert not t.has("x1", "hidden")
    assert not t.has("x1", "concealed")
    t = table("a1 E5; x1 T9; xD1 E6 concealed")
    t.do("search a1 E6", "roll 4")
    assert not t.s.is_on_map(t.piece("xD1"))


def test_f_the_preview_is_the_same_whatever_lies_there() -> None:
    empty = table("a1 E5; x1 T9 hidden")
    full = table("a1 E5; x1 F5 hidden")
    assert empty.preview("search a1 F5") == full.preview("search a1 F5")


def test_f_men_who_search_may_be_fired_at() -> None:
    t = table("a1 E5; x1 F6", tracks={"axis_chance": 0, "axis_otherwise": 1})
    t.do("search a1 E6", "roll 1")
    assert t.decision.who == 1, "the enemy who watches is asked"


def test_55_82_a_dummy_minefield_is_found_by_searching() -> None:
    t = table("a1 E5; x1 T9")
    field = work(t, "xF1", "E6", "known mines", 0)
    t.do("search a1 E6", "roll 5")
    assert t.s.is_on_map(field)
    t = table("a1 E5; x1 T9")
    field = work(t, "xF1", "E6", "known mines", 0)
    t.do("search a1 E6", "roll 1")
    assert not t.s.is_on_map(field)
    t = table("a1 E5; x1 T9")
    line = work(t, "xF1", "E6", "mine line", 0)
    t.do("search a1 E6", "roll 1")
    assert WORK_KINDS[t.s.face[line]] == "dummy mines", "in a line it stays, for everybody to read"


def test_55_83_hidden_mines_found_by_searching_are_known_but_not_how_strong() -> None:
    t = table("a1 E5; x1 T9")
    field = work(t, "xF1", "E6", "mines", 12)
    t.s.marks[field] |= 1 << GAME.names.mark["hidden"]
    events = t.do("search a1 E6", "roll 4")
    assert WORK_KINDS[t.s.face[field]] == "known mines"
    assert GAME.view(t.s, ALLIED)["pieces"]["xF1"]["points"] == 0
    assert all("12" not in GAME.sentence(event) for event in events)


def test_55_83_a_marked_field_that_is_searched_is_said_to_be_real() -> None:
    t = table("a1 E5; x1 T9")
    work(t, "xF1", "E6", "known mines", 8)
    told = [GAME.sentence(event) for event in t.do("search a1 E6", "roll 4")]
    assert any("There are mines at" in line for line in told)
    assert not any("nothing" in line for line in told)


def test_55_83_hidden_anti_tank_mines_are_found_by_searching_ones_own_hex() -> None:
    """Men walk over them unharmed; only a search shows them."""
    t = table("a1 E5; x1 T9")
    field = work(t, "xF1", "E5", "anti-tank mines", 3)
    t.s.marks[field] |= 1 << GAME.names.mark["hidden"]
    t.do("search a1 E5", "roll 4")
    assert not t.has("xF1", "hidden")


def test_f_everybody_hears_when_there_is_nothing() -> None:
    t = table("a1 E5; x1 T9")
    assert any("There is nothing at" in GAME.sentence(event) for event in t.do("search a1 E6", "roll 4"))
    t = table("a1 E5; x1 T9")
    assert not any("There is nothing at" in GAME.sentence(event) for event in t.do("search a1 E6", "roll 5"))
