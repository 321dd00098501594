"""What the line of a vehicle or a gun says in words about how it fires, besides its columns (35, 145)."""

from __future__ import annotations

import re

from amba.games.hollow.book import rule
from amba.games.hollow.rules.common import Item
from amba.games.hollow.state import HollowState

ROLLS = re.compile(r"(\d) TK DR")
SECOND_RATE = re.compile(r"second gun ROF (\d)")
TURRET_RANGE = re.compile(r"CMG range (\d+)")


def words_of(s: HollowState, piece: int) -> str:
    """What is written in the last column of its line; nothing of what men carry."""
    return s.vehicle(piece).remark if s.is_vehicle(piece) else s.gun(piece).remark if s.is_gun(piece) else ""


def printed_rolls(s: HollowState, piece: int) -> int:
    """How many rolls to kill the list gives for one hit: `4 TK DR`; otherwise one."""
    found = ROLLS.search(s.vehicle(piece).ammo if s.is_vehicle(piece) else s.gun(piece).ammo if s.is_gun(piece) else "")
    return int(found[1]) if found else 1


def second_rate(text: str) -> int:
    """The rate of a vehicle's second gun; 0 where the line has none."""
    found = SECOND_RATE.search(text)
    return int(found[1]) if found else 0


def turret_range(text: str, usual: int) -> int:
    found = TURRET_RANGE.search(text)
    return int(found[1]) if found else usual


@rule("145")
def never_fires_intensively(s: HollowState, gun: int) -> bool:
    return any(words in words_of(s, gun) for words in ("no intensive fire", "no IF"))


@rule("145")
def never_acquires(s: HollowState, gun: int) -> bool:
    return "no acquisition" in words_of(s, gun)


@rule("35", "135")
def fires_standing_only(s: HollowState, vehicle: int) -> bool:
    """Neither on its way nor in motion."""
    return "no bounding/motion fire" in words_of(s, vehicle)


@rule("35", "64")
def fires_open_only(s: HollowState, vehicle: int) -> bool:
    """Nobody can fire from behind shut hatches; that goes before what a small turret asks for."""
    return "no fire BU" in words_of(s, vehicle)


@rule("33.31")
def awkward_items(s: HollowState, gun: int, is_moving: bool) -> list[Item]:
    """+1 for a gun that can hardly be swung after what moves."""
    return [Item("hard to aim at what moves", 1, "33.31")] if is_moving and "+1 TH vs moving" in words_of(s, gun) else []


@rule("35")
def fixed_bow_items(s: HollowState, vehicle: int, is_moving: bool) -> list[Item]:
    """+1 for a machine gun that is fixed in the bow, at what moves."""
    fixed = any(words in words_of(s, vehicle) for words in ("BMG +1 vs moving", "BMG over white dot"))
    return [Item("the gun in the bow is fixed", 1, "35")] if fixed and is_moving else []
