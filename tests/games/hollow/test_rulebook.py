"""Every paragraph of the module has a status, and what is called enforced has code that cites it and a test named for it."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections import Counter
from pathlib import Path

from amba.core.rulebook import IN_FORCE
from amba.games.hollow import boards, rules
from amba.games.hollow.book import BOOK, HERE
from amba.lab.rules_in_play import named_tests

TESTS = Path(__file__).parent

MODULE = set(
    """176.1 176.2 176.21 176.3 176.31 176.32 176.33 176.331 176.4 176.5 176.51 176.6 176.7 176.71 176.711 176.72 176.721 176.73 196.732 176.74 176.75
177 177.1 177.2 178 179 180 181 181.1 181.2 181.21 181.22 181.221 181.222 181.223 181.3 182 183 184.1 185.1 185.2 185.21 185.22
186.1 186.12 186.13 186.14 186.15 186.16 187.1 187.11 187.12 187.13 187.14 187.15 187.16
188 188.1 188.12 188.121 188.13 188.14 188.15 188.16 188.161 188.17 188.171 188.172 188.18 188.19 188.191 188.2 188.21 188.22 188.23 188.24 188.25 188.26
189.1 189.12 189.13 189.14 189.15 189.16 189.161 189.162 189.17 189.171 189.18 189.19 189.20 189.21 189.23
190.1 190.2 190.3 190.31 190.311 190.312 190.4 190.41 190.42 190.43 190.5 190.51 190.511
191.1 191.2 191.3 191.4 191.41 191.5 191.51 191.52 191.6 137.1 137.2 137.3 137.4 137.5 137.6 137.7 137.71 137.72 192.1 192.2 192.3
193.4 193.41 193.42 193.7 194.1 194.2 194.3 194.4 194.5 194.6 194.601 194.61 194.611 194.71 194.711 194.72 194.73 194.731 194.732 194.74 194.741 194.75
194.76 194.761 194.77 194.78 194.79 194.791 194.792 194.793 194.794 194.8 196.1 196.2 196.3 196.4 196.5 196.6 196.7 196.7a
142.23 55.8 55.81 55.82 55.83 197.1 197.2 197.21 197.23 197.24 197.25 197.3 197.4 198.1 198.2""".split()  # noqa: SIM905 - a list of numbers reads better as a text
)


def _import_all() -> None:
    for package in (boards, rules):
        for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            importlib.import_module(found.name)


def _tested() -> set[str]:
    """Rule numbers in the names of tests: `test_189_16_189_171_...` names two."""
    names = re.findall(r"def test_([\w]+)\(", "\n".join(path.read_text(encoding="utf-8") for path in TESTS.glob("test_*.py")))
    found = {letter for letter in BOOK.rules if letter.isalpha() and any(name.startswith(f"{letter.lower()}_") for name in names)}
    for name in names:
        rest = name
        while match := re.match(r"(\d+)(?:_(\d+[a-z]?))?(?:_|$)", rest):
            number = match.group(1) + (f".{match.group(2)}" if match.group(2) else "")
            if number in BOOK:
                found.add(number)
                rest = rest[match.end() :]
            else:  # a bare chapter number followed by another number: test_80_188_12
                found.add(match.group(1))
                rest = rest[len(match.group(1)) + 1 :]
    return found


def test_every_paragraph_of_the_module_has_a_status() -> None:
    assert not MODULE - set(BOOK.rules)


def test_what_is_enforced_has_code_that_cites_it() -> None:
    _import_all()
    enforced = {number for number, found in BOOK.rules.items() if found.status in IN_FORCE}
    assert enforced - set(BOOK.code) == set()


def test_what_is_enforced_has_a_test_named_for_it() -> None:
    enforced = {number for number, found in BOOK.rules.items() if found.status in IN_FORCE}
    assert enforced - _tested() - set(named_tests("hollow", BOOK.rules) or ()) == set()


def test_what_code_cites_is_enforced_or_planned() -> None:
    """A rule that is coded in part is planned, and its reason says what is there."""
    _import_all()
    assert {number for number in BOOK.code if BOOK[number].status not in {*IN_FORCE, "planned"}} == set()


def test_paragraphs_with_a_half_still_to_come_say_which() -> None:
    for rule in [number for number, rule in BOOK.rules.items() if rule.status == "partly"]:
        assert BOOK[rule].reason, rule
    assert BOOK["185.2"].status == "enforced"


def test_the_notes_say_truly_where_the_game_stands() -> None:
    """NOTES.md counts the lines by status, and the scenarios; nothing of the module is left for later."""
    notes = (HERE / "NOTES.md").read_text(encoding="utf-8").split("## How the code")[0]
    count = Counter(rule.status for rule in BOOK.rules.values())
    assert f"{count['enforced']} are `enforced`, {count['information']} are `information`" in notes
    assert set(count) == {"enforced", "information", "not used"}
    assert f"**{len(list((HERE / 'data' / 'scenarios').glob('*.toml')))} scenarios**" in notes
