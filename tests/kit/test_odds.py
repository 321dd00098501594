"""Ratios, columns and shifts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amba.kit.odds import column, ratio, shift

COLUMNS = ["1-3", "1-2", "1-1", "2-1", "3-1", "5-1", "8-1", "13-1"]
strengths = st.integers(1, 200)


@given(strengths, strengths)
def test_a_ratio_is_rounded_down_and_never_by_a_whole(attack: int, defence: int) -> None:
    left, right = ratio(attack, defence)
    assert 1 in {left, right}
    assert Fraction(left, right) <= Fraction(attack, defence)
    if attack >= defence:
        assert Fraction(attack, defence) < left + 1
    elif right > 1:
        assert Fraction(attack, defence) < Fraction(1, right - 1)


@given(strengths, strengths)
def test_the_column_is_the_last_one_reached(attack: int, defence: int) -> None:
    index = column(ratio(attack, defence), COLUMNS)
    values = [Fraction(int(left), int(right)) for left, right in (name.split("-") for name in COLUMNS)]
    odds = Fraction(*ratio(attack, defence))
    if odds < values[0]:
        assert index == 0
    else:
        assert values[index] <= odds
        assert index == len(COLUMNS) - 1 or odds < values[index + 1]


@given(strengths, strengths, strengths)
def test_more_strength_is_never_worse(attack: int, more: int, defence: int) -> None:
    assert column(ratio(attack + more, defence), COLUMNS) >= column(ratio(attack, defence), COLUMNS)


@given(st.integers(0, 7), st.integers(-20, 20))
def test_a_shift_stays_on_the_table(index: int, by: int) -> None:
    found = shift(index, by, COLUMNS)
    assert 0 <= found < len(COLUMNS)
    if 0 <= index + by < len(COLUMNS):
        assert found == index + by


@pytest.mark.parametrize(("attack", "defence", "expected"), [(17, 5, (3, 1)), (5, 17, (1, 4)), (0, 3, (0, 1)), (3, 0, (3, 0)), (6, 6, (1, 1))])
def test_ratios_to_remember(attack: int, defence: int, expected: tuple[int, int]) -> None:
    assert ratio(attack, defence) == expected


def test_no_defence_is_the_last_column_and_no_attack_the_first() -> None:
    assert column(ratio(3, 0), COLUMNS) == len(COLUMNS) - 1
    assert column(ratio(0, 3), COLUMNS) == 0
