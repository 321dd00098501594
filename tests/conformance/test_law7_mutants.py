"""Law 7 held against itself: faults planted in what the previews of each game use, one at a time. Each must fail the law."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import Any

import pytest

from amba.core.odds import number
from amba.games.adua.world import MELEE_COLUMNS
from amba.lab import laws
from amba.lab.foretold import foretold, noted
from amba.lab.golden import golden_file, golden_session
from tests.conformance.cases import game_of

Fault = Callable[[Any], Any]


def turned(text: str) -> str:
    """A line with its sign changed: '-1 column' for '+1 column'."""
    return {"+": "-", "-": "+"}[text[0]] + text[1:]


def sign(rows: Any) -> Any:
    """The first line with a sign has the other one."""
    found = list(rows)
    for index, (label, value, rule) in enumerate(found):
        if value[:1] in {"+", "-"} and number(value):
            found[index] = (label, turned(value), rule)
            break
    return type(rows)(found)


def left_out(rows: Any) -> Any:
    """The last line with a sign is missing."""
    found = list(rows)
    last = max((index for index, row in enumerate(found) if row[1][:1] in {"+", "-"}), default=-1)
    return type(rows)(row for index, row in enumerate(found) if index != last)


def one_more(rows: Any) -> Any:
    """The first line costs a point more."""
    found = list(rows)
    return type(rows)([(found[0][0], str(1 + int(found[0][1].rstrip("½") or 0)), found[0][2]), *found[1:]] if found else found)


def other_modifiers(odds: Any) -> Any:
    return odds._replace(modifiers=tuple((text, -by, rule) for text, by, rule in odds.modifiers))


def fewer_modifiers(odds: Any) -> Any:
    return odds._replace(modifiers=odds.modifiers[:-1])


def next_column(odds: Any) -> Any:
    return odds._replace(column=odds.column + 1 if odds.column < 5 else odds.column - 1)


def likelier(fates: Any) -> Any:
    return [one._replace(broken=one.broken + Fraction(1, 20) if one.broken else one.broken) for one in fates]


def shifted(rows: Any) -> Any:
    """The chances of a die that shows one more."""
    return [(after[0], now[1]) for now, after in zip(rows, [*rows[1:], rows[0]], strict=True)]


MUTANTS: list[tuple[str, str, str, str, Fault]] = [
    ("cheren", "sign", "previews", "fight_items", sign),
    ("cheren", "modifier", "previews", "fight_items", left_out),
    ("cheren", "column", "previews", "weigh", next_column),
    ("cheren", "die", "previews", "as_chances", lambda odds: tuple(one._replace(chance=other.chance) for one, other in zip(odds, reversed(odds), strict=True))),
    ("cheren", "cost", "previews", "bill", one_more),
    ("keren", "sign", "previews", "weigh_assault", other_modifiers),
    ("keren", "modifier", "previews", "weigh_assault", fewer_modifiers),
    ("keren", "column", "previews", "weigh", next_column),
    ("keren", "die", "previews", "as_chances", lambda odds: odds[1:]),
    ("keren", "cost", "previews", "bill", one_more),
    ("keren", "roll", "previews", "rally_limit", lambda limit: limit + 1),
    ("adua", "sign", "odds", "value_items", sign),
    ("adua", "modifier", "odds", "value_items", left_out),
    ("adua", "column", "odds", "column_of", lambda column: MELEE_COLUMNS[(MELEE_COLUMNS.index(column) + 1) % len(MELEE_COLUMNS)]),
    ("adua", "die", "odds", "dice_words", lambda text: f"{number(text) + 1} {text.partition(' ')[2]}"),
    ("adua", "chance in a line", "odds", "volley_odds", lambda found: (found[0], found[1] + Fraction(1, 50) if found[1] else found[1])),
    ("adua", "cost", "previews", "cost_text", lambda text: f"1{text}"),
    ("ethiopia", "sign", "previews", "fight_items", sign),
    ("ethiopia", "modifier", "previews", "fight_items", left_out),
    ("ethiopia", "column", "previews", "weigh", next_column),
    ("ethiopia", "die", "previews", "as_chances", lambda odds: odds[1:]),
    ("ethiopia", "cost", "previews", "bill", one_more),
    ("hollow", "sign", "previews_shots", "modifier_lines", sign),
    ("hollow", "modifier", "previews_shots", "modifier_lines", left_out),
    ("hollow", "column", "previews_shots", "column", lambda column: column and column + 1),
    ("hollow", "die", "previews_shots", "results", shifted),
    ("hollow", "chance in a line", "previews_shots", "fates", likelier),
    ("hollow", "cost", "previews", "cost", lambda points: points + 1),
]  # fmt: skip
SCENARIO = {"cheren": "agordat", "keren": "second-battle", "adua": "dawn", "ethiopia": "badoglio", "hollow": "cub-cub"}
MOST = 400


@pytest.mark.parametrize(("key", "what", "module", "name", "fault"), MUTANTS, ids=[f"{row[0]}-{row[1]}" for row in MUTANTS])
def test_law_7_sees_a_planted_fault(key: str, what: str, module: str, name: str, fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    game, scenario = game_of(key), SCENARIO[key]
    kept = golden_file(key, scenario)
    assert kept is not None
    session = golden_session(game, scenario, kept.read_text(encoding="utf-8"))
    where = import_module(f"amba.games.{key}.{module}")
    right = getattr(where, name)
    monkeypatch.setattr(where, name, lambda *args, **values: fault(right(*args, **values)))
    looked = (laws.odds_are_the_odds(game, state, action) for _, (state, action) in zip(range(MOST), foretold(session), strict=False))
    assert any(looked), f"{what} of {key}: nothing was found"


def one_less(note: str) -> str:
    """A point less is left than there is."""
    return LEFT.sub(lambda found: str(int(found[0]) - 1), note)


LEFT = re.compile(r"\d+(?= left|½ left| 1/2 left)")


@pytest.mark.parametrize("key", sorted(SCENARIO))
def test_law_7_sees_a_note_that_counts_a_point_too_much(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(key)
    kept = golden_file(key, SCENARIO[key])
    assert kept is not None
    session = golden_session(game, SCENARIO[key], kept.read_text(encoding="utf-8"))
    right = game.note
    monkeypatch.setattr(game, "note", lambda s, a: one_less(right(s, a)))
    orders = noted(session, Random(key))
    assert any(laws.note_is_true(game, state, action, game.preview(state, action)) for state, action, _ in orders)
