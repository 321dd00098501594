"""data/bot.toml: the terms of a game's evaluation, each with its weight and a sentence, and the styles of play that change the weights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from amba.core.evaluation import CAUTION, ENDS, MASS, Term, Weighing, Weights
from amba.load.files import Folder, Toml

NAME = "bot.toml"


def load_weights(folder: Folder, expected: Iterable[str], sides: Sequence[str], ageing: bool = False) -> Weighing:
    """The terms, the styles, the trust in advice and how closely a plan is looked at. Exactly the expected terms must be there.

    Only where weights are `ageing` may they have an early value: what would change nothing is refused.
    """
    toml = folder.toml(NAME)
    tables: dict[str, Any] = toml.data.get("terms", {})
    wanted = set(expected)
    for key in wanted - tables.keys():
        toml.fail("terms", f"the term {key!r} is missing; expected {', '.join(sorted(wanted))}")
    for key in tables.keys() - wanted:
        toml.fail(key, f"there is no term {key!r}; there are: {', '.join(sorted(wanted))}", f"terms.{key}")
    terms = {key: _term(toml, key, tables[key]) for key in tables}
    for key, row in tables.items():
        if "early" in row and not ageing:
            toml.fail(
                "early", f"{key}: this game's weights are the same from the first turn to the last, so an early one changes nothing", f"terms.{key}"
            )
    if "tempers" in toml.data:
        name = next(iter(toml.data["tempers"]), "bold")
        toml.fail("tempers", f"[tempers.{name}] is called [styles.{name}] since version 0.2", f"tempers.{name}")
    styles: dict[str, Weights] = {name: _style(toml, name, table, terms) for name, table in toml.data.get("styles", {}).items()}
    trust, caution = _number(toml, "trust", 0.0), _number(toml, "caution", CAUTION)
    odds: dict[str, Any] = toml.data.get("odds", {})
    for verb, words in odds.items():
        if not isinstance(words, str) or "{column}" not in words:
            toml.fail(verb, f"the words for {verb!r} are {words!r}; expected a text with {{column}} in it", "odds")
    breadth, refined = toml.data.get("breadth", 5), toml.data.get("refined", {})
    if isinstance(breadth, bool) or not isinstance(breadth, int) or breadth < 1:
        toml.fail("breadth", f"breadth is {breadth!r}; expected how many moves of a piece are looked at")
    mass = toml.data.get("mass", MASS)
    if isinstance(mass, bool) or not isinstance(mass, int) or mass < 2:
        toml.fail("mass", f"mass is {mass!r}; expected how many pieces are brought against one target at most, two or more")
    if not isinstance(refined, dict):
        toml.fail("refined", f"refined is {refined!r}; expected a table of the levels that go over their plans")
    for level, work in refined.items():
        if level not in {"planner", "searcher"} or isinstance(work, bool) or not isinstance(work, int) or work < 1:
            toml.fail(level, f"{level} is {work!r}; expected planner or searcher, and how many positions it looks at for a plan", "refined")
    searched = toml.data.get("searched", [])
    if not isinstance(searched, list) or not all(isinstance(kind, str) for kind in searched):
        toml.fail("searched", f"searched is {searched!r}; expected a list of kinds of decision")
    ends, samples = toml.data.get("ends", "planned"), toml.data.get("samples", 12)
    if ends not in ENDS:
        toml.fail("ends", f"ends is {ends!r}; expected one of {', '.join(ENDS)}")
    if isinstance(samples, bool) or not isinstance(samples, int) or samples < 3:
        toml.fail("samples", f"samples is {samples!r}; expected how often two plans are compared, three times at least")
    return Weighing(
        terms, styles, odds, trust, breadth, frozenset(searched), ends, _views(toml, sides), samples, _switch(toml, "afresh"), caution, refined, mass
    )


def _views(toml: Toml, sides: Sequence[str]) -> tuple[float, ...]:
    """side -> how much its view counts, one in all; alike where nothing is said."""
    table = toml.data.get("views", dict.fromkeys(sides, 1.0))
    if (
        not isinstance(table, dict)
        or table.keys() != set(sides)
        or any(isinstance(value, bool) or not isinstance(value, int | float) for value in table.values())
    ):
        toml.fail("views", f"views is {table!r}; expected a number for each of {', '.join(sides)}")
    if "views" in toml.data and toml.data.get("ends") != "seen":
        toml.fail("views", 'views count only where ends = "seen"')
    total = sum(table.values())
    if total <= 0 or min(table.values()) < 0:
        toml.fail("views", f"views is {table!r}; expected no number below 0, and one above")
    return tuple(table[side] / total for side in sides)


def _number(toml: Toml, key: str, usual: float) -> float:
    found = toml.data.get(key, usual)
    if isinstance(found, bool) or not isinstance(found, int | float):
        toml.fail(key, f"{key} is {found!r}; expected a number")
    return float(found)


def _switch(toml: Toml, key: str) -> bool:
    found = toml.data.get(key, False)
    if not isinstance(found, bool):
        toml.fail(key, f"{key} is {found!r}; expected true or false")
    return found


def _term(toml: Toml, key: str, table: dict[str, Any]) -> Term:
    weight, means, gain = _weight(toml, key, table, "weight"), table.get("means"), table.get("gain", "")
    if not isinstance(means, str) or not means.strip():
        toml.fail("means", f"{key}: expected a sentence that says what it means", f"terms.{key}")
    return Term(key, weight, means, str(gain), _weight(toml, key, table, "early") if "early" in table else weight)


def _weight(toml: Toml, key: str, table: dict[str, Any], name: str) -> float:
    found = table.get(name)
    if isinstance(found, bool) or not isinstance(found, int | float):
        toml.fail(name, f"{key}: the {'weight' if name == 'weight' else 'early weight'} is {found!r}; expected a number", f"terms.{key}")
    return float(found)


def _style(toml: Toml, name: str, table: dict[str, Any], terms: dict[str, Term]) -> dict[str, float]:
    for key, value in table.items():
        if key not in terms or isinstance(value, bool) or not isinstance(value, int | float):
            toml.fail(key, f"{key} = {value!r}; expected a term and a number to multiply its weight by", f"styles.{name}")
    return {key: float(value) for key, value in table.items()}
