"""What was worked out of a position is kept until its topic is forgotten; copies share it until they part."""

from __future__ import annotations

from amba.core.state import State, remembered


class TwoTopics(State):
    __slots__ = ()

    topics = 2


asked: list[tuple[int, int]] = []


@remembered(1)
def twice(s: TwoTopics, number: int) -> int:
    asked.append((id(s), number))
    return 2 * number


def test_a_question_is_worked_out_once_until_its_topic_is_forgotten() -> None:
    asked.clear()
    s = TwoTopics(1, 1, 1)
    assert [twice(s, 3), twice(s, 3), twice(s, 4)] == [6, 6, 8]
    s.forget(0)
    assert (twice(s, 3), len(asked)) == (6, 2)
    s.forget(1)
    assert (twice(s, 3), len(asked)) == (6, 3)


def test_a_copy_shares_what_was_worked_out_and_nothing_after_it_changed() -> None:
    asked.clear()
    s = TwoTopics(1, 1, 1)
    twice(s, 3)
    other = s.copy()
    assert (twice(other, 3), len(asked)) == (6, 1)
    other.forget(1)
    twice(other, 5)
    assert (twice(s, 5), len(asked)) == (10, 3)
