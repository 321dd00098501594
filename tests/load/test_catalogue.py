"""Words in other languages: the files can be read, say everything, and have the same gaps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from amba.load.catalogue import BadCatalogue, codes, home, read_catalogue
from tools.collect_texts import all_texts

GAP = re.compile(r"\{\w+\}")
CODES = ["de", "it"]


def test_german_and_italian_are_there() -> None:
    assert codes() == CODES


@pytest.mark.parametrize("code", CODES)
def test_no_text_of_shelf_server_and_whole_games_is_missing(code: str) -> None:
    missing = sorted(all_texts() - read_catalogue(home() / f"{code}.po").keys())
    assert not missing, f"{code}.po has no words for {missing[:5]} (tools/collect_texts.py --missing {code} lists them)"


def test_texts_that_wait_for_their_call_are_collected() -> None:
    """A sentence in a table or a variable is read by people as one that stands in the call is; so are those of the core."""
    found = all_texts()
    assert "{unit} has used its movement." in found, "BARS of the movement rules"
    assert "{unit} needs {needs} movement points to reach {hex} and has {has}." in found, "a template, some lines before its Refusal"
    assert "your combat phase" in found, "what fills a gap"
    assert "There is no counter '{word}'." in found, "said by the core, in every game"


@pytest.mark.parametrize("code", CODES)
def test_gaps_agree(code: str) -> None:
    for english, other in read_catalogue(home() / f"{code}.po").items():
        assert set(GAP.findall(other)) == set(GAP.findall(english)), english


def test_the_languages_know_the_same_texts() -> None:
    first, *others = [read_catalogue(home() / f"{code}.po").keys() for code in CODES]
    assert all(first == other for other in others)


def test_a_catalogue_is_read_as_translators_write_it(tmp_path: Path) -> None:
    path = tmp_path / "xx.po"
    path.write_text(
        '# a note\nmsgid ""\nmsgstr "Language: xx\\n"\n\n#: somewhere.js:3\nmsgid "Say \\"{0}\\" "\n"twice"\nmsgstr "Sag zweimal \\"{0}\\""\n\nmsgid "Later"\nmsgstr ""\n',
        encoding="utf-8",
    )
    assert read_catalogue(path) == {'Say "{0}" twice': 'Sag zweimal "{0}"'}
    path.write_text('msgid "A"\nmsgstr "B"\nnonsense\n', encoding="utf-8")
    with pytest.raises(BadCatalogue, match=r"xx\.po:3"):
        read_catalogue(path)
