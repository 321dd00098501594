"""Menus that are computed as far as asked, and rulebooks that know their code."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.menu import Menu
from amba.core.rulebook import Rule, Rulebook, UnknownRule


def lazy_menu(asked: list[Action]) -> Menu:
    def tails(head: Action) -> list[Action]:
        asked.append(head)
        return [] if head[1] == "c" else [(*head, place) for place in ("0101", "0102")]

    return Menu([("done",)], [("move", "a"), ("move", "b"), ("move", "c")], tails)


def test_a_menu_lists_plain_actions_and_completions() -> None:
    menu = lazy_menu([])
    assert list(menu) == [("done",), *(("move", unit, place) for unit in "ab" for place in ("0101", "0102"))]


def test_asking_for_one_action_pays_for_one_head() -> None:
    asked: list[Action] = []
    menu = lazy_menu(asked)
    assert ("done",) in menu
    assert asked == []
    assert ("move", "b", "0102") in menu
    assert asked == [("move", "b")]
    assert ("move", "b", "9999") not in menu
    assert ("move", "b") not in menu
    assert ("move", "x", "0101") not in menu
    assert () not in menu
    assert "done" not in menu
    assert menu.tails(("move", "x")) == ()


def test_an_empty_menu_is_false_even_with_heads() -> None:
    assert not Menu()
    assert not Menu([], [("move", "c")], lambda _head: [])
    assert Menu([("done",)])
    assert Menu([], [("move", "a")], lambda head: [(*head, "0101")])


def test_pick_is_always_legal_and_reaches_everything() -> None:
    menu = lazy_menu([])
    rng = Random(1)
    picked = Counter(menu.pick(rng) for _ in range(600))
    assert set(picked) == set(menu)
    lonely = Menu([], [("move", str(n)) for n in range(50)], lambda head: [(*head, "x")] if head[1] == "37" else [])
    assert lonely.pick(rng) == ("move", "37", "x")


def a_book() -> Rulebook:
    return Rulebook("g", "The Game", [Rule("1.0", "One", "First.", "enforced"), Rule("2.0", "Two", "Second.", "information", "a heading")])


def test_a_mark_ties_code_to_a_rule() -> None:
    book = a_book()

    @book.rule("1.0")
    def first() -> int:
        return 1

    assert first() == 1
    assert book.code["1.0"] == [first]
    assert book.places("1.0")[0].endswith("first")
    assert book.places("2.0") == []
    assert "1.0" in book
    assert "3.0" not in book


def test_an_unknown_number_fails_at_import() -> None:
    with pytest.raises(UnknownRule, match=r"The Game has no rule 9\.9"):
        a_book().rule("1.0", "9.9")


def test_sentences_are_templates() -> None:
    assert Decision(0, "k", "1.0", "{side}: go.", {"side": "Allied"}).text == "Allied: go."
    assert Refusal("1.0", "{a} needs {b}.", {"a": "x", "b": 2}).text == "x needs 2."
    assert unknown_action(("fly",), ["move", "done"], "1.0").text == "'fly' is not an order for this moment; expected: move, done."
