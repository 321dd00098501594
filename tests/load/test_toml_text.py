"""What we write as TOML the standard library reads back."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amba.load.toml_text import toml_text

plain = st.one_of(st.booleans(), st.integers(-(2**60), 2**60), st.text(max_size=20))
lists = st.recursive(plain, lambda inner: st.lists(inner, max_size=4), max_leaves=12)
tables = st.dictionaries(st.text(min_size=1, max_size=8), lists, max_size=5)
documents = st.dictionaries(
    st.text(min_size=1, max_size=8), st.one_of(lists, tables, st.dictionaries(st.text(max_size=5), tables, max_size=3)), max_size=6
)


@settings(deadline=None)
@given(documents)
def test_any_document_comes_back(document: dict[str, Any]) -> None:
    assert tomllib.loads(toml_text(document)) == document


def test_lists_of_lists_have_a_line_for_each() -> None:
    assert toml_text({"frames": [["sequence"], ["movement", 0]]}) == 'frames = [\n  ["sequence"],\n  ["movement", 0],\n]\n'


def test_sections_come_after_plain_values() -> None:
    assert toml_text({"units": {"5-ind": {"hex": "0108"}}, "turn": 3}) == 'turn = 3\n\n[units]\n5-ind = { hex = "0108" }\n'


def test_what_toml_cannot_say_is_refused() -> None:
    with pytest.raises(TypeError, match="TOML has no way to write None"):
        toml_text({"nothing": None})
