"""Captured guns and vehicles: how they change hands, and what they are worth to strangers (C)."""

from __future__ import annotations

from amba.core.event import Placed, Said
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ABANDONED, AIM, BORE, CONCEALED, EMPLACED, FINAL, FIRED, FIRST, GUNS, HIDDEN, PREP, SIDES, VEHICLES
from amba.games.hollow.scenarios import Plan
from amba.games.hollow.state import NOBODY, HollowState
from amba.games.hollow.titles import kind_title
from amba.games.hollow.world import World

MOST = 4
"""So many vehicles, and so many guns, a side can take and use."""
STRANGERS = 2
"""By so much sooner a captured gun breaks down."""
LEFT_BEHIND = (PREP, FIRST, FINAL, FIRED, CONCEALED, HIDDEN, EMPLACED)
"""Marks that do not change hands."""


@rule("C")
def nations_of(s: HollowState, side: int) -> frozenset[str]:
    """The nations that fight on a side, by its scenario."""
    found: frozenset[str] = s.remembered(("nations", side), lambda: _nations(s, side))
    return found


def _nations(s: HollowState, side: int) -> frozenset[str]:
    groups = [entry.get("nation", "") for entry in s.plan.data.get("group", ()) if entry["side"] == SIDES[side]]
    return frozenset((s.plan.nations[side], *s.plan.data.get("present", {}).get(SIDES[side], ()), *filter(None, groups)))


def maker_of(s: HollowState, piece: int) -> str:
    return s.vehicle(piece).nation if s.is_vehicle(piece) else s.gun(piece).nation


@rule("C", "33.31")
def is_captured(s: HollowState, piece: int) -> bool:
    """A gun or vehicle of a nation that fights on the other side and not on this one."""
    if piece < s.world.first_vehicle:
        return False
    side, maker = s.side[piece], maker_of(s, piece)
    return maker in nations_of(s, 1 - side) and maker not in nations_of(s, side)


@rule("C", "64")
def crew_nation(s: HollowState, vehicle: int) -> str:
    """Whose men are in it: those who built it, or who took it."""
    return s.plan.nations[s.side[vehicle]] if is_captured(s, vehicle) else s.vehicle(vehicle).nation


def captures(world: World, plan: Plan, side: int) -> list[int]:
    """The counters of a side that a scenario leaves free for captured vehicles and guns: a few of each."""
    pools = (world.pool(side, world.first_vehicle, VEHICLES), world.pool(side, world.first_gun, GUNS))
    return [piece for pool in pools for piece in [one for one in pool if one not in plan.pieces][:MOST]]


def spare_counter(s: HollowState, piece: int, side: int) -> int:
    """A counter of the other side that can stand for a captured gun or vehicle; -1 where none is left."""
    free = [p for p in captures(s.world, s.plan, side) if s.is_vehicle(p) == s.is_vehicle(piece)]
    return next((p for p in free if s.at[p] == s.world.box["spare"]), -1)


@rule("C", "177")
def capture(s: HollowState, number: str, piece: int, side: int) -> int:
    """It is a counter of who took it from then on, in the state in which it was found, and is lost to the other side; -1 where no counter is left."""
    new = spare_counter(s, piece, side)
    if new < 0:
        return -1
    place, face, marks = s.at[piece], s.face[piece], s.marks[piece]
    s.do(Said(number, "taken", (kind_title(s.world, piece, face), s.world.names.pieces[piece], s.world.names.pieces[new])))
    s.spend(number, piece, NOBODY)
    s.remove(number, piece, "eliminated")
    s.turn_face(number, new, face)
    s.do(Placed(number, new, s.at[new], place))
    for mark in range(len(s.world.names.marks)):
        if marks >> mark & 1 and mark not in LEFT_BEHIND:
            s.mark(number, new, mark)
    if s.is_vehicle(new):
        s.mark("64", new, ABANDONED)
    s.set_track(number, AIM + new - s.world.first_vehicle, 0)
    if s.is_gun(new):
        s.set_track(number, BORE + new - s.world.first_gun, 0)
    return new
