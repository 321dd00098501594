"""The log: a chain that shows every change."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amba.core.log import Entry, Header, Log, LogError, canonical

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=6)


def a_log(count: int = 4, closed: bool = True) -> Log:
    log = Log(Header("cheren", "1", "d" * 8, "campaign", {"push": "once"}, "g", "c" * 8))
    for n in range(count):
        log.append(Entry(n, "allied", ["move", "11-ind", f"{n:04d}"], [["moved", "9.0", "11-ind", "0108", f"{n:04d}", []]]))
    if closed:
        log.close({"key": "00", "text": "Draw"})
    return log


def test_a_log_reads_back_byte_for_byte() -> None:
    text = a_log().text()
    assert Log.parse(text).text() == text


@given(st.lists(st.tuples(words, st.lists(words, max_size=3)), max_size=5))
def test_any_words_read_back(rows: list[tuple[str, list[str]]]) -> None:
    log = Log(Header("g", "1", "d", "s", {}, "i", "c"))
    for n, (who, action) in enumerate(rows):
        log.append(Entry(n, who, action, []))
    assert Log.parse(log.text()).entries == log.entries


@pytest.mark.parametrize("line", range(6))
def test_a_changed_line_is_found(line: int) -> None:
    lines = a_log().text().splitlines()
    lines[line] = (
        lines[line].replace("0001", "0002").replace("Draw", "Win").replace("once", "off").replace("0000", "0009").replace('"0003"', '"0004"')
    )
    if line in {3}:
        lines[line] = lines[line].replace("allied", "italian")
    with pytest.raises(LogError) as error:
        Log.parse("\n".join(lines))
    assert error.value.line == line + 1


@given(st.data())
def test_no_single_character_can_be_changed_unseen(data: st.DataObject) -> None:
    text = a_log(3).text()
    index = data.draw(st.integers(0, len(text) - 2).filter(lambda i: text[i] != "\n"))
    letter = data.draw(st.sampled_from('abc019 {"').filter(lambda c: c != text[index]))
    changed = text[:index] + letter + text[index + 1 :]
    try:
        read = Log.parse(changed)
    except LogError:
        return
    assert read.text() == text  # only a change that means the same, such as a space, may pass


def test_a_line_left_out_or_moved_is_found() -> None:
    lines = a_log().text().splitlines()
    for changed in (lines[:2] + lines[3:], [lines[0], lines[2], lines[1], *lines[3:]], lines[1:]):
        with pytest.raises(LogError):
            Log.parse("\n".join(changed))


def test_a_log_cut_off_in_the_middle_says_where() -> None:
    text = a_log().text()
    with pytest.raises(LogError, match="line 3: not complete JSON"):
        Log.parse(text[: len("".join(line + "\n" for line in text.splitlines()[:2])) + 20])


@pytest.mark.parametrize(
    ("text", "message"), [("", "empty"), ("{}", "not an Amba log"), ("[]", "expected a JSON object"), ('{"format": "x"}', "not an Amba log")]
)
def test_what_is_no_log_is_refused(text: str, message: str) -> None:
    with pytest.raises(LogError, match=message):
        Log.parse(text)


def test_nothing_can_be_added_to_a_closed_log() -> None:
    log = a_log()
    with pytest.raises(LogError, match="over"):
        log.append(Entry(4, "allied", ["done"], []))


def test_truncate_takes_back_entries_and_the_end() -> None:
    log = a_log()
    log.truncate(2)
    assert log.ending is None
    assert log.text() == a_log(2, closed=False).text()


def test_the_chain_begins_with_the_header() -> None:
    one, two = a_log(), Log(Header("cheren", "1", "d" * 8, "campaign", {"push": "off"}, "g", "c" * 8))
    assert one.hashes[0] != two.hashes[0]
    assert json.loads(one.text().splitlines()[0])["hash"] == one.hashes[0]


def test_canonical_json_does_not_depend_on_order() -> None:
    assert canonical({"b": 1, "a": "è"}) == canonical({"a": "è", "b": 1}) == '{"a":"è","b":1}'
