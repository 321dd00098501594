"""What a gun may do besides firing: swing round, and fire more than it should (145)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.steps import Takes
from amba.games.hollow.book import rule
from amba.games.hollow.counters import EMPLACED, FIRED_BEFORE, INTENSIVE, TCA
from amba.games.hollow.field import RIM
from amba.games.hollow.frames import FirePhase, SettingUp
from amba.games.hollow.orders_armour import Bare, Intensify, Swing
from amba.games.hollow.rules.armour.r035_printed_notes import never_fires_intensively
from amba.games.hollow.rules.armour.r063_guns import SPENT, arms_of, crew_of, guns_of, mark_gun, refuse_gunners, refuse_spent, shooters
from amba.games.hollow.rules.armour.r145_aim import lose_aim
from amba.games.hollow.rules.common import refuse_not_own
from amba.games.hollow.rules.r063_gunners import emplace, may_decline
from amba.games.hollow.rules.r188_wadis import front_of
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import CLOCK


@rule("63", "32", "188.26")
def refuse_swing(s: HollowState, at: FirePhase, a: Swing) -> Refusal | None:
    """A gun that could fire is turned instead; at a crest a fixed mount keeps one of its protected hexsides in its arc."""
    found = refuse_not_own(s, at.side, a.gun, "63", "gun") or refuse_gunners(s, at.side, at.kind, a.gun)
    if found is not None:
        return found
    name, spine = {"gun": s.world.names.pieces[a.gun]}, CLOCK.index(a.hour)
    if spine == s.pointing(a.gun, TCA):
        return Refusal("32", "{gun} points there already.", name)
    front = front_of(s, a.gun)
    kept = any((front + turn) % 6 in {spine, (spine + 1) % 6} for turn in (-1, 0, 1))
    if s.position(a.gun) == RIM and s.gun(a.gun).mount == "NT" and not kept:
        return Refusal("188.26", "{gun} keeps to the crest that it faces.", name)
    return None


@rule("63", "145")
def swing(s: HollowState, at: FirePhase, a: Swing) -> None:
    """It counts as fired, and what it had acquired is lost."""
    s.point("63", a.gun, TCA, CLOCK.index(a.hour))
    mark_gun(s, a.gun, at.kind)
    lose_aim(s, a.gun)


def swings(s: HollowState, at: FirePhase, gun: int) -> list[Swing]:
    return [order for hour in CLOCK for order in (Swing(gun, hour),) if refuse_swing(s, at, order) is None]


def swing_heads(s: HollowState, at: FirePhase) -> list[int]:
    return [gun for gun in guns_of(s, at.side) if swings(s, at, gun)]


@rule("145", "33.31")
def refuse_intensive(s: HollowState, at: FirePhase, a: Intensify) -> Refusal | None:
    """A gun or a vehicle's gun that has fired in this phase, once in a player turn; not what men carry, nor a gun out of order."""
    kind = "vehicle" if s.is_vehicle(a.gun) else "gun"
    found = refuse_not_own(s, at.side, a.gun, "145", kind)
    if found is not None:
        return found
    name = {"gun": s.world.names.pieces[a.gun]}
    if arms_of(s, a.gun) is None:
        return Refusal("145", "{gun} has no gun.", name)
    if never_fires_intensively(s, a.gun):
        return Refusal("145", "{gun} never fires intensively.", name)
    if s.has(a.gun, INTENSIVE):
        return Refusal("145", "{gun} has fired intensively in this player turn already.", name)
    if at.kind == "advancing" and s.has(a.gun, FIRED_BEFORE):
        return Refusal("145", "{gun} has fired before this phase.", name)
    if not s.has(a.gun, SPENT[at.kind]) or refuse_spent(s, at.kind, a.gun) is None:
        return Refusal("145", "{gun} has not fired in this phase yet.", name)
    return refuse_gunners(s, at.side, at.kind, a.gun, again=True)


def intensify(s: HollowState, at: FirePhase, a: Intensify) -> None:
    s.mark("145", a.gun, INTENSIVE)
    mark_gun(s, a.gun, at.kind, False)


@rule("176.2")
def refuse_bare(s: HollowState, at: SettingUp, a: Bare) -> Refusal | None:
    """A gun of one's own in scrub or sand that is emplaced."""
    found = refuse_not_own(s, at.side, a.gun, "176.2", "gun")
    if found is not None:
        return found
    crew = crew_of(s, a.gun)
    if crew < 0 or not s.has(a.gun, EMPLACED) or not may_decline(s, crew):
        return Refusal("176.2", "{gun} is not emplaced in scrub or sand.", {"gun": s.world.names.pieces[a.gun]})
    return None


SWING_ORDER = Takes(Swing, swing, refuse_swing, heads=swing_heads, tails=swings)
INTENSIVE_ORDER = Takes(
    Intensify, intensify, refuse_intensive, candidates=lambda s, at: [Intensify(gun) for gun in shooters(s, at.side) if not s.is_weapon(gun)]
)
BARE_ORDER: Takes[HollowState, SettingUp, Bare] = Takes(
    Bare,
    lambda s, _at, a: emplace(s, crew_of(s, a.gun), a.gun, False),
    refuse_bare,
    candidates=lambda s, at: [Bare(gun) for gun in guns_of(s, at.side)],
)
