"""Getting on and off horses, motorcycles and bicycles (110)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import AskStep, Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import DUG, WEAPONS
from amba.games.hollow.frames import Marching, MovePhase, Watching
from amba.games.hollow.orders_transport import Dismount, Ride
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.r005_march import MARCHING
from amba.games.hollow.rules.r005_movement import allowance, left, refuse_mover
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r110_mounts import BICYCLE, CLOSED, is_mount, mount_of, riding
from amba.games.hollow.state import NOBODY, HollowState
from amba.games.hollow.titles import title

QUARTERS = 4


@rule("110")
def refuse_ride(s: HollowState, at: MovePhase, a: Ride) -> Refusal | None:
    """Unbroken men with a factor left, on open ground, where a mount stands that nobody has."""
    found = refuse_mover(s, at.side, a.unit)
    if found is not None:
        return found
    names = {"unit": s.world.names.pieces[a.unit], "mount": s.world.names.pieces[a.mount]}
    if not is_mount(s, a.mount) or a.mount not in s.loose_weapons(s.at[a.unit]) or s.side[a.mount] != at.side:
        return Refusal("110", "{mount} does not stand ready where {unit} is.", names)
    if not s.is_unit(a.unit) or mount_of(s, a.unit) >= 0 or s.gun_of(a.unit) >= 0:
        return Refusal("110", "{unit} gets on nothing now.", names)
    if s.has(a.unit, DUG) or s.position(a.unit) == "crest" or s.field.has(s.at[a.unit], *CLOSED):
        return Refusal("110", "{unit} is in a work, a building or at a crest.", names)
    return None if left(s, (a.unit,), NORMAL) >= 1 else Refusal("176.3", "{unit} has no factor left to get on.", names)


@rule("110", "16", "42")
def ride(s: HollowState, at: MovePhase, a: Ride) -> None:
    """A factor, and as large a part of what the mount has; bicycles cost nothing to get on."""
    reveal(s, a.unit)
    is_free = s.weapon(a.mount).kind == BICYCLE
    spent, whole = s.points[a.unit], allowance(s, a.unit, (a.unit,), NORMAL)
    s.spend("5.7", a.mount, a.unit + 1)
    mounted = allowance(s, a.unit, (a.unit,), NORMAL)
    used = min(QUARTERS, spent + 1)
    s.spend("110", a.unit, 2 * spent if is_free else -(-mounted * used // QUARTERS))
    s.do(Said("110", "gets on", (title(s, a.unit), title(s, a.mount), mounted - s.points[a.unit], whole)))
    push(s, Watching(s.at[a.unit], (a.unit,)))


@rule("110")
def on_foot_after(s: HollowState, unit: int) -> tuple[int, int]:
    """The factors that men who get down have spent then, and how many they have: one, and one for each quarter that their mount has used; bicycles cost nothing to get off."""
    mount = mount_of(s, unit)
    mounted, spent = allowance(s, unit, (unit,), NORMAL), s.points[unit]
    new = s.loose()
    new.points[mount] = NOBODY
    whole = allowance(new, unit, (unit,), NORMAL)
    if s.weapon(mount).kind == BICYCLE:
        return -(-spent // 2), whole
    return 1 + -(-QUARTERS * spent // mounted), whole


@rule("110")
def refuse_dismount(s: HollowState, at: MovePhase | Marching, a: Dismount) -> Refusal | None:
    """Men who have not halted yet, or who are on their way alone, and have a factor for it."""
    name = {"unit": s.world.names.pieces[a.unit]}
    if isinstance(at, Marching):
        if at.units != (a.unit,):
            return Refusal("110", "{unit} is not the one on its way, or not alone.", name)
    elif (found := refuse_mover(s, at.side, a.unit)) is not None:
        return found
    if not s.is_unit(a.unit) or not riding(s, a.unit):
        return Refusal("110", "{unit} rides nothing.", name)
    need, have = on_foot_after(s, a.unit)
    return None if need <= have else Refusal("110", "{unit} has ridden too far to get down in this phase.", name)


@rule("110", "16")
def dismount(s: HollowState, at: MovePhase | Marching, a: Dismount) -> None:
    """They are on foot, and their mounts stay where they are."""
    mount, (need, _) = mount_of(s, a.unit), on_foot_after(s, a.unit)
    s.spend("5.7", mount, NOBODY)
    s.spend("110", a.unit, need)
    s.do(Said("110", "gets down", (title(s, a.unit), title(s, mount))))
    push(s, Watching(s.at[a.unit], (a.unit,)))


def rides(s: HollowState, at: MovePhase) -> list[Ride]:
    if not s.world.mount_faces:
        return []
    loose = [
        w
        for w in s.world.pool(at.side, s.world.first_weapon, WEAPONS)
        if s.face[w] in s.world.mount_faces and s.points[w] == NOBODY and s.is_on_map(w)
    ]
    return [Ride(unit, w) for w in loose for unit in s.units_at(s.at[w], at.side)]


def dismounts(s: HollowState, at: MovePhase | Marching) -> list[Dismount]:
    units = at.units if isinstance(at, Marching) else s.units(at.side)
    return [Dismount(unit) for unit in units if s.is_unit(unit) and riding(s, unit)]


RIDE_ORDER = Takes(Ride, ride, refuse_ride, candidates=rides)
DISMOUNT_ORDER: Takes[HollowState, MovePhase, Dismount] = Takes(Dismount, dismount, refuse_dismount, candidates=dismounts)
DISMOUNT_MARCHING: Takes[HollowState, Marching, Dismount] = Takes(Dismount, dismount, refuse_dismount, candidates=dismounts)
MARCHING_OR_RIDING: AskStep[HollowState, Marching] = AskStep(Marching, MARCHING.decision, *MARCHING.takes, DISMOUNT_MARCHING)
