"""Heroes and berserk men: what they are, and what is different about them (H, B)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.event import Said
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BERSERK
from amba.games.hollow.rules.common import Item
from amba.games.hollow.state import HollowState

HERO = "hero"
FACTORS, HURT_FACTORS = 6, 3
"""Movement factors of a hero, and of one who is wounded."""
RAGE, CHARGE = 10, 8
"""Morale and movement factors of berserk men."""


def is_hero(s: HollowState, unit: int) -> bool:
    return s.is_man(unit) and s.squad(unit).kind == HERO


def is_berserk(s: HollowState, unit: int) -> bool:
    return bool(s.marks[unit] >> BERSERK & 1)


@rule("H")
def hero_factors(s: HollowState, unit: int) -> Item:
    """Six, three when he is wounded."""
    return Item("hero", FACTORS, "H") if s.squad(unit).half else Item("wounded hero", HURT_FACTORS, "H")


@rule("H")
def heroic_items(s: HollowState, units: Sequence[int]) -> list[Item]:
    """-1 where a hero takes part, and all others are in his hex."""
    heroes = [unit for unit in units if is_hero(s, unit)]
    return [Item("hero", -1, "H")] if heroes and len({s.at[unit] for unit in units}) == 1 else []


@rule("H")
def wound(s: HollowState, unit: int) -> bool:
    """A hero does not break: the first time he is wounded; whether he lives."""
    hurt = s.squad(unit).half
    if hurt is None:
        return False
    s.do(Said("H", "heat", (s.world.names.pieces[unit], "is wounded")))
    s.turn_face("H", unit, s.world.squad_face[hurt])
    return True
