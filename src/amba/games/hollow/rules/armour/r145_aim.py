"""Acquired targets: a gun that has fired at something aims better at it, until it or its target is lost from sight (145)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import AIM
from amba.games.hollow.frames_armour import GunShot, Spotted
from amba.games.hollow.rules.armour.r035_printed_notes import never_acquires
from amba.games.hollow.rules.armour.r063_guns import crew_of, ordnance_of, shooters
from amba.games.hollow.rules.r007_seeing import line
from amba.games.hollow.state import HollowState

LEAST, MOST = 20, 2
"""The least calibre that acquires a target; how far it goes."""


def aim_of(s: HollowState, gun: int) -> int:
    return s.tracks[AIM + gun - s.world.first_vehicle]


def _set(s: HollowState, gun: int, value: int) -> None:
    s.set_track("145", AIM + gun - s.world.first_vehicle, value)


def target_key(s: HollowState, at: GunShot) -> int:
    """A vehicle by itself, or a hex."""
    return at.vehicle if at.vehicle >= 0 else len(s.at) + at.place


@rule("145")
def may_acquire(s: HollowState, gun: int) -> bool:
    """Guns of 20 mm and more; what men carry does not, nor a gun whose line says so."""
    return gun >= s.world.first_vehicle and ordnance_of(s, gun).calibre >= LEAST and not never_acquires(s, gun)


@rule("145", "33.31")
def acquired(s: HollowState, at: GunShot) -> int:
    """By how much the gun has acquired what it fires at: 0 to 2."""
    if at.gun < s.world.first_vehicle:
        return 0
    key, level = divmod(aim_of(s, at.gun), 3)
    return level if level and key == target_key(s, at) else 0


@rule("145")
def acquire(s: HollowState, at: GunShot) -> None:
    """A shot acquires its target, or acquires it better."""
    if may_acquire(s, at.gun):
        _set(s, at.gun, 3 * target_key(s, at) + min(MOST, acquired(s, at) + 1))


@rule("145")
def lose_aim(s: HollowState, gun: int) -> None:
    """A gun that is moved, or turned without firing, has acquired nothing."""
    if gun >= s.world.first_vehicle:
        _set(s, gun, 0)


@rule("145")
def lose_moving(s: HollowState, at: Spotted) -> None:
    """A vehicle that moves loses what it had acquired itself, and those who no longer see it have lost it."""
    lose_aim(s, at.vehicle)
    for gun in shooters(s, 1 - s.side[at.vehicle]):
        if gun >= s.world.first_vehicle and aim_of(s, gun) // 3 == at.vehicle and aim_of(s, gun):
            crew = crew_of(s, gun)
            if crew < 0 or not line(s, s.viewpoint(crew), s.viewpoint(at.vehicle)).is_clear:
                lose_aim(s, gun)
