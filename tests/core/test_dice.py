"""Dice: even, repeatable, and provable afterwards."""

from __future__ import annotations

import hashlib
import hmac
import itertools
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from amba.core.decision import Action
from amba.core.dice import Dice
from amba.core.log import OLD_FORMAT, Header
from amba.core.promise import promise_of

HEADER = Header("g", "1", "d", "s", {}, "i", "", format=OLD_FORMAT)


@given(st.binary(min_size=1, max_size=32), st.integers(0, 10_000), st.integers(1, 5000))
def test_a_number_is_in_range_and_repeatable(key: bytes, index: int, total: int) -> None:
    dice = Dice(key, "game")
    assert 0 <= dice.number(index, total) < total
    assert dice.number(index, total) == Dice(key, "game").number(index, total)


def test_a_roll_can_be_checked_by_hand() -> None:
    """What docs/log-format says, in five lines that know nothing of the class."""
    key, game, index, total = b"secret", "g1", 7, 6
    value = int.from_bytes(hmac.new(key, f"{game}:{index}:0".encode(), hashlib.sha256).digest()[:8], "big")
    assert value < (1 << 64) - (1 << 64) % total
    assert Dice(key, game).number(index, total) == value % total
    assert promise_of(key, HEADER) == hashlib.sha256(b"amba dice key" + key).hexdigest(), "as the first format promised it"


def test_dice_are_even() -> None:
    rolls = 12_000
    for total, limit in ((6, 30.9), (10, 39.0), (36, 85.0)):  # beyond these once in a hundred thousand
        counts = Counter(Dice(b"even", "uniformity").number(index, total) for index in range(rolls))
        assert sum((counts[face] - rolls / total) ** 2 / (rolls / total) for face in range(total)) < limit


def test_neighbouring_rolls_have_nothing_to_do_with_each_other() -> None:
    dice = Dice(b"pairs", "uniformity")
    rolls = [dice.number(index, 6) for index in range(12_001)]
    pairs = Counter(itertools.pairwise(rolls))
    assert sum((pairs[a, b] - 12_000 / 36) ** 2 / (12_000 / 36) for a in range(6) for b in range(6)) < 85.0


def test_another_key_game_or_index_is_another_roll() -> None:
    numbers = {Dice(key, game).number(index, 1 << 60) for key in (b"a", b"b") for game in ("x", "y") for index in range(10)}
    assert len(numbers) == 40


@given(st.lists(st.integers(0, 5), min_size=1, max_size=8).filter(any), st.integers(0, 50))
def test_choose_follows_the_weights(weights: list[int], index: int) -> None:
    outcomes: list[tuple[Action, int]] = [((str(i),), weight) for i, weight in enumerate(weights)]
    dice = Dice(b"weights", "g")
    action = dice.choose(index, outcomes)
    assert dict(outcomes)[action] > 0
    number = dice.number(index, sum(weights))
    assert sum(weights[: int(action[0])]) <= number < sum(weights[: int(action[0]) + 1])
