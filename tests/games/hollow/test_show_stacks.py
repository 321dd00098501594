"""What a stack shows: who has which weapon, who guards whom."""

from __future__ import annotations

import tomllib

from amba.games.hollow.book import HERE
from amba.games.hollow.counters import MARKS
from amba.games.hollow.show_board import UNSAID, plates
from tests.games.hollow.table import GAME, table
from tests.games.hollow.test_prisoners import entrusted


def test_a_weapon_lies_under_its_owner_and_both_say_so() -> None:
    t = table("xF1 E5 foxhole; a1 E5 has aW1; a2 E5; aL1 E5; aW2 E5; x1 T9")
    view = GAME.view(t.s, 0)
    assert view["stacks"]["99E5"] == ["xF1", "aW2", "aW1", "a1", "a2", "aL1"]
    assert view["pieces"]["a1"]["note"] == "carries aW1"
    assert view["pieces"]["aW1"]["note"] == "carried by a1"
    assert view["pieces"]["aW2"]["note"] == "nobody has it"
    assert "note" not in view["pieces"]["a2"]


def test_42_what_a_question_mark_carries_is_not_told() -> None:
    t = table("x1 C4 concealed has xW1; x2 C4 concealed; a1 T9")
    assert GAME.view(t.s, 0)["stacks"]["99C4"] == ["?", "?"]
    assert "xW1" not in str(GAME.view(t.s, 0)["pieces"])
    assert GAME.view(t.s, 1)["stacks"]["99C4"] == ["xW1", "x1", "x2"]


def test_p_guards_and_prisoners_name_each_other() -> None:
    t = table("x1 E5; a2 T9; a1 axis-prisoners")
    entrusted(t, "a1", "x1")
    view = GAME.view(t.s, 0)
    assert view["pieces"]["x1"]["note"] == "guards a1"
    assert view["pieces"]["a1"]["note"] == "guarded by x1"


def test_a_counter_shows_what_matters_now() -> None:
    """Whoever is broken is not shown to have fired, too; an assault mover has moved."""
    t = table("a1 E5 broken desperate prep_fired fired; a2 E6 moved assault; a3 N5 crest crest_1; x1 T9")
    pieces = GAME.view(t.s, 1)["pieces"]
    assert pieces["a1"]["marks"] == ["broken", "desperate"]
    assert pieces["a2"]["marks"] == ["assault"]
    assert pieces["a3"]["marks"] == ["crest"]


def test_every_mark_of_a_counter_has_a_plate_with_words_or_none() -> None:
    """What has no plate of its own is named as such; machine guns that have fired share one."""
    look = tomllib.loads((HERE / "look" / "look.toml").read_text(encoding="utf-8"))["marks"]
    assert [mark for mark in MARKS if mark not in look and mark not in UNSAID] == []
    assert plates(["bow_fired", "coaxial_fired", "first_fired"]) == ["bow_fired", "first_fired"]
