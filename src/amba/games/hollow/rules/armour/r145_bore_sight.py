"""Bore sighting: before the battle a gun of the side that waits for the enemy is laid on a hex (33.31, case M)."""

from __future__ import annotations

from collections.abc import Iterator

from amba.core.decision import Refusal
from amba.core.steps import Takes
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BORE
from amba.games.hollow.frames import SettingUp
from amba.games.hollow.frames_armour import GunShot
from amba.games.hollow.orders_armour import BoreSight
from amba.games.hollow.rules.armour.r063_guns import crew_of, guns_of
from amba.games.hollow.rules.common import refuse_not_own
from amba.games.hollow.rules.r007_seeing import is_clear
from amba.games.hollow.state import HollowState

FARTHEST = 16
"""So far off, at most, is the hex."""


def laid_on(s: HollowState, gun: int) -> int:
    """The hex on which a gun was laid; -1 where it was laid on none."""
    return s.tracks[BORE + gun - s.world.first_gun] - 1 if s.is_gun(gun) else -1


@rule("33.31", "33.3", "191.51")
def is_bore_sighted(s: HollowState, at: GunShot) -> bool:
    """What is in that hex, or leaves it with its belly in the air, is hit more easily."""
    return s.is_gun(at.gun) and laid_on(s, at.gun) == at.place


@rule("33.31")
def forget_hex(s: HollowState, gun: int) -> None:
    """A gun that has been moved, or has come into other hands, is laid on nothing."""
    if s.is_gun(gun):
        s.set_track("33.31", BORE + gun - s.world.first_gun, 0)


@rule("33.31", "4")
def refuse_bore(s: HollowState, at: SettingUp, a: BoreSight) -> Refusal | None:
    """A gun of the side that sets up first, once, on a hex within sixteen that its crew sees."""
    found = refuse_not_own(s, at.side, a.gun, "33.31", "gun")
    if found is not None:
        return found
    name = {"gun": s.world.names.pieces[a.gun], "place": s.world.names.places[a.to]}
    if at.side != s.plan.sets_up_first:
        return Refusal("33.31", "Only the side that sets up first lays its guns beforehand.", name)
    if laid_on(s, a.gun) >= 0:
        return Refusal("33.31", "{gun} is laid on a hex already.", name)
    crew = crew_of(s, a.gun)
    if crew < 0:
        return Refusal("63", "Nobody serves {gun}.", name)
    if a.to not in s.field.hex_of:
        return Refusal("5", "{place} is not on this map.", name)
    away = s.field.range(s.at[a.gun], a.to)
    if not 0 < away <= FARTHEST:
        items = (("range", str(away), "33.31"), ("at most", str(FARTHEST), "33.31"))
        return Refusal("33.31", "{gun} itself is in {place}." if not away else "{place} is too far from {gun}.", name, items)
    sees = is_clear(s, s.viewpoint(crew), s.field.view_from(a.to))
    return None if sees else Refusal("7", "The crew of {gun} does not see {place}.", name)


def bore_heads(s: HollowState, at: SettingUp) -> list[int]:
    if at.side != s.plan.sets_up_first:
        return []
    return [gun for gun in guns_of(s, at.side) if laid_on(s, gun) < 0 and crew_of(s, gun) >= 0 and any(True for _ in _bores(s, at, gun))]


def bores(s: HollowState, at: SettingUp, gun: int) -> list[BoreSight]:
    return list(_bores(s, at, gun))


def _bores(s: HollowState, at: SettingUp, gun: int) -> Iterator[BoreSight]:
    near = (place for place in s.field.places if 0 < s.field.range(s.at[gun], place) <= FARTHEST)
    return (order for place in near for order in (BoreSight(gun, place),) if refuse_bore(s, at, order) is None)


def lay_on(s: HollowState, at: SettingUp, a: BoreSight) -> None:
    s.set_track("33.31", BORE + a.gun - s.world.first_gun, a.to + 1)


BORE_ORDER: Takes[HollowState, SettingUp, BoreSight] = Takes(BoreSight, lay_on, refuse_bore, heads=bore_heads, tails=bores)
