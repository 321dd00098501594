"""What the vehicles of a platoon fire on their way, between two impulses (181.22)."""

from __future__ import annotations

from typing import Any

from amba.core.decision import Refusal
from amba.core.steps import Takes
from amba.games.hollow.book import rule
from amba.games.hollow.frames_platoon import Platoon
from amba.games.hollow.orders_armour import Engage, Shell
from amba.games.hollow.orders_crews import Pierce, Rake
from amba.games.hollow.rules.armour.r033_firing import fire_gun
from amba.games.hollow.rules.armour.r035_bounding import (
    bounding_engagement,
    bounding_pierce,
    bounding_shell,
    engage_orders,
    pierce_orders,
    rake_orders,
    refuse_driving_engage,
    refuse_driving_pierce,
    refuse_driving_rake,
    refuse_driving_shell,
    shell_orders,
)
from amba.games.hollow.rules.armour.r035_piercing import fire_pierce
from amba.games.hollow.rules.armour.r035_raking import open_up, roll_of
from amba.games.hollow.rules.armour.r181_closing import driven
from amba.games.hollow.state import HollowState


@rule("35", "181.22")
def refuse_gunner(s: HollowState, at: Platoon, piece: int) -> Refusal | None:
    """Vehicles of the platoon fire at the end of an impulse."""
    if piece not in at.vehicles:
        return Refusal("35", "{piece} is not being driven.", {"piece": s.world.names.pieces[piece]})
    return Refusal("181.22", "The impulse has begun: drive it first.") if at.told or at.owed else None


def refuse_engage_on(s: HollowState, at: Platoon, a: Engage) -> Refusal | None:
    return refuse_gunner(s, at, a.gun) or refuse_driving_engage(s, driven(s, at, a.gun), a)


def refuse_shell_on(s: HollowState, at: Platoon, a: Shell) -> Refusal | None:
    return refuse_gunner(s, at, a.gun) or refuse_driving_shell(s, driven(s, at, a.gun), a)


def refuse_rake_on(s: HollowState, at: Platoon, a: Rake) -> Refusal | None:
    return refuse_gunner(s, at, a.vehicle) or refuse_driving_rake(s, driven(s, at, a.vehicle), a)


def refuse_pierce_on(s: HollowState, at: Platoon, a: Pierce) -> Refusal | None:
    return refuse_gunner(s, at, a.vehicle) or refuse_driving_pierce(s, driven(s, at, a.vehicle), a)


def gunners(s: HollowState, at: Platoon) -> list[int]:
    return [v for v in at.vehicles if refuse_gunner(s, at, v) is None]


FIRE_ORDERS: tuple[Takes[HollowState, Platoon, Any], ...] = (
    Takes(
        Engage,
        lambda s, at, a: fire_gun(s, bounding_engagement(s, driven(s, at, a.gun), a)),
        refuse_engage_on,
        choices=lambda s, at: [a for v in gunners(s, at) for a in engage_orders(s, driven(s, at, v))],
    ),
    Takes(
        Shell,
        lambda s, at, a: fire_gun(s, bounding_shell(s, driven(s, at, a.gun), a)),
        refuse_shell_on,
        choices=lambda s, at: [a for v in gunners(s, at) for a in shell_orders(s, driven(s, at, v))],
    ),
    Takes(
        Rake,
        lambda s, _at, a: open_up(s, roll_of(s, "bounding", a.vehicle, a.to, a.how)),
        refuse_rake_on,
        choices=lambda s, at: [a for v in gunners(s, at) for a in rake_orders(s, driven(s, at, v))],
    ),
    Takes(
        Pierce,
        lambda s, at, a: fire_pierce(s, bounding_pierce(s, driven(s, at, a.vehicle), a)),
        refuse_pierce_on,
        choices=lambda s, at: [a for v in gunners(s, at) for a in pierce_orders(s, driven(s, at, v))],
    ),
)
