"""2.0 and 10.1: pools of dice, exactly. A roll is told by its hits and by whether its ones bring a unit low on ammo."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from amba.games.adua.book import rule

PoolRoll = tuple[int, bool]
"""Hits, and whether the unit goes low on ammo."""

NEVER = 99
"""More ones than anybody rolls: no danger of low ammo."""


class Pool(NamedTuple):
    """The dice of one unit in a combat."""

    unit: int
    dice: int
    quality: int
    ones: int = NEVER
    """How many ones bring it low on ammo (5.1, 5.2)."""
    in_row: bool = False


class Throw(NamedTuple):
    """A side's throw: all hits, and the units that go low on ammo."""

    hits: int
    low: tuple[int, ...]


@rule("2.0.dice")
def hitting_faces(quality: int) -> int:
    """How many faces of a die hit: die plus quality must come to six."""
    return sum(face + quality >= 6 for face in range(1, 7))


@rule("2.0.dice", "5.1.ammo", "5.2")
def read_pool(pool: Pool, faces: tuple[int, ...]) -> PoolRoll:
    """What the dice of a pool come to as they lie: hits, and whether their ones bring the unit low on ammo."""
    most = row = 0
    for face in faces:
        row = row + 1 if face == 1 else 0 if pool.in_row else row
        most = max(most, row)
    return sum(face + pool.quality >= 6 for face in faces), most >= pool.ones


@lru_cache(maxsize=4096)
@rule("5.1.ammo", "5.2")
def pool_rolls(dice: int, quality: int, ones: int, in_row: bool) -> tuple[tuple[PoolRoll, int], ...]:
    """Every roll of a pool with its weight; the weights have no common divisor. Dice are added one by one."""
    hit = hitting_faces(quality)
    ones = min(ones, dice + 1)
    # State: hits, ones so far (in a row, or in all), low ammo reached.
    states: dict[tuple[int, int, bool], int] = {(0, 0, False): 1}
    one_hits = 1 + quality >= 6
    for _ in range(dice):
        after: dict[tuple[int, int, bool], int] = defaultdict(int)
        for (hits, count, low), weight in states.items():
            more = count + 1
            reached = low or more >= ones
            after[hits + one_hits, 0 if reached else more, reached] += weight
            kept = 0 if in_row or low else count
            other_hits = hit - one_hits
            if other_hits:
                after[hits + 1, kept, low] += weight * other_hits
            if 5 - other_hits:
                after[hits, kept, low] += weight * (5 - other_hits)
        states = after
    rolls: dict[PoolRoll, int] = defaultdict(int)
    for (hits, _, low), weight in states.items():
        rolls[hits, low] += weight
    common = gcd(*rolls.values())
    return tuple(sorted((roll, weight // common) for roll, weight in rolls.items()))


@rule("10.1.dice")
def combine(pools: tuple[Pool, ...]) -> list[tuple[Throw, int]]:
    """Every throw of a side with its weight: the pools rolled together, by convolution."""
    whole: dict[Throw, int] = {Throw(0, ()): 1}
    safe: dict[int, int] = defaultdict(int)
    for pool in pools:
        if pool.dice < pool.ones:
            safe[pool.quality] += pool.dice  # dice of one quality without danger are one pool
            continue
        whole = _join(whole, pool_rolls(pool.dice, pool.quality, pool.ones, pool.in_row), pool.unit)
    for quality, dice in safe.items():
        whole = _join(whole, pool_rolls(dice, quality, NEVER, False), -1)
    return sorted(whole.items())


def _join(whole: dict[Throw, int], rolls: tuple[tuple[PoolRoll, int], ...], unit: int) -> dict[Throw, int]:
    joined: dict[Throw, int] = defaultdict(int)
    for (hits, low), weight in whole.items():
        for (more, is_low), times in rolls:
            joined[Throw(hits + more, (*low, unit) if is_low else low)] += weight * times
    return joined
