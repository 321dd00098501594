"""Guns that a vehicle is built round and that come off it: the two-pounder of the portee, the mortar of the SPW 250/7 (177.2)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Placed, Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, GUN_GONE, GUN_OFF, GUNS, MALFUNCTION, MELEE, MEN, MOVED, PINNED, PREP, TCA
from amba.games.hollow.frames import MovePhase, Watching
from amba.games.hollow.orders_transport import Reship, SetOnGround
from amba.games.hollow.rules.armour.r031_loading import refuse_carrier, refuse_meeting
from amba.games.hollow.rules.armour.r063_guns import crew_of, guns_at
from amba.games.hollow.rules.armour.r145_aim import lose_aim
from amba.games.hollow.rules.common import refuse_not_own, refuse_state
from amba.games.hollow.rules.r006_stacking import refuse_crowd
from amba.games.hollow.rules.r031_aboard import stay_at_crest
from amba.games.hollow.rules.r063_gunners import CLOSED
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

COMES_OFF = {"br-2pdr-portee": ("br-oqf-2-pdr", "br-228"), "ge-spw-250-7": ("ge-8cm-grw-34", "ge-228")}
"""The gun that a vehicle has on it, and the crew that gets down with it."""


def spare(s: HollowState, side: int, first: int, count: int) -> list[int]:
    """Counters that nothing uses yet."""
    return [p for p in s.world.pool(side, first, count) if s.at[p] == s.world.box["spare"]]


@rule("177.2")
def refuse_set_down(s: HollowState, at: MovePhase, a: SetOnGround) -> Refusal | None:
    """From a vehicle that stands and has neither moved nor fired; the gun needs ground where one can stand, and its crew room."""
    found = refuse_carrier(s, at.side, a.vehicle)
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[a.vehicle], "place": s.world.names.places[s.at[a.vehicle]]}
    if s.vehicle(a.vehicle).key not in COMES_OFF or s.has(a.vehicle, GUN_GONE):
        return Refusal("177.2", "{vehicle} has no gun that could be taken off it.", name)
    if s.points[a.vehicle]:
        return Refusal("177.2", "{vehicle} has spent points already.", name)
    if s.field.has(s.at[a.vehicle], *CLOSED) or s.seen_at(s.at[a.vehicle], at.side):
        return Refusal("177.2", "No gun can be put down in {place}.", name)
    men, guns = spare(s, at.side, 0, MEN), spare(s, at.side, s.world.first_gun, GUNS)
    if not men or not guns:
        return Refusal("177.2", "There are no more counters for guns and their crews.")
    return refuse_crowd(s, s.at[a.vehicle], at.side, (men[0],))


@rule("177.2", "63")
def set_down(s: HollowState, at: MovePhase, a: SetOnGround) -> None:
    """Gun and crew are counters of their own; none of them, nor the vehicle, does more in this phase. The vehicle is worth 2 without it if it has armour, else 1."""
    v, place = a.vehicle, s.at[a.vehicle]
    gun_key, crew_key = COMES_OFF[s.vehicle(v).key]
    crew, gun = spare(s, at.side, 0, MEN)[0], spare(s, at.side, s.world.first_gun, GUNS)[0]
    s.turn_face("177.2", crew, s.world.squad_face[crew_key])
    s.turn_face("177.2", gun, s.world.gun_face[gun_key])
    for piece in (crew, gun):
        s.do(Placed("177.2", piece, s.at[piece], place))
        stay_at_crest(s, v, piece)
        s.mark("177.2", piece, BUSY)
    s.spend("63", gun, crew + 1)
    s.point("32", gun, TCA, s.pointing(v, TCA))
    s.mark("145", gun, MALFUNCTION, s.has(v, MALFUNCTION))
    s.mark("145", v, MALFUNCTION, False)
    for mark in (GUN_GONE, GUN_OFF, MOVED):
        s.mark("177.2", v, mark)
    s.mark("5", crew, MOVED)
    s.do(Said("177.2", "set down", (title(s, gun), title(s, v))))
    push(s, Watching(place, (crew,)))


@rule("177.2")
def refuse_reship(s: HollowState, at: MovePhase, a: Reship) -> Refusal | None:
    """The same gun, in the vehicle's hex, by a crew that has done nothing else."""
    found = refuse_carrier(s, at.side, a.vehicle) or refuse_not_own(s, at.side, a.gun, "177.2", "gun")
    if found is not None:
        return found
    names = {"vehicle": s.world.names.pieces[a.vehicle], "gun": s.world.names.pieces[a.gun]}
    key = s.vehicle(a.vehicle).key
    if key not in COMES_OFF or not s.has(a.vehicle, GUN_OFF) or s.gun(a.gun).key != COMES_OFF[key][0]:
        return Refusal("177.2", "{gun} does not belong on {vehicle}.", names)
    crew = crew_of(s, a.gun)
    if crew < 0 or not s.is_good(crew) or s.squad(crew).kind != "crew":
        return Refusal("177.2", "No crew in good order serves {gun}.", names)
    if s.points[a.vehicle]:
        return Refusal("177.2", "{vehicle} has spent points already.", names)
    found = refuse_meeting(s, crew, a.vehicle) or refuse_meeting(s, a.gun, a.vehicle)
    return found or refuse_state(s, crew, "put its gun back", (PREP, PINNED, MELEE, BUSY, MOVED), "177.2")


@rule("177.2")
def reship(s: HollowState, at: MovePhase, a: Reship) -> None:
    """The vehicle has its gun and crew again, and has had its movement."""
    crew = crew_of(s, a.gun)
    lose_aim(s, a.gun)
    s.do(Said("177.2", "put back", (title(s, a.gun), title(s, a.vehicle))))
    s.mark("145", a.vehicle, MALFUNCTION, s.has(a.gun, MALFUNCTION))
    for mark in (GUN_GONE, GUN_OFF):
        s.mark("177.2", a.vehicle, mark, False)
    s.mark("177.2", a.vehicle, MOVED)
    s.spend("63", a.gun, 0)
    for piece in (a.gun, crew):
        s.remove("177.2", piece, "spare")


def removals(s: HollowState, at: MovePhase) -> list[SetOnGround]:
    return [SetOnGround(v) for v in s.vehicles(at.side) if s.vehicle(v).key in COMES_OFF]


def returns(s: HollowState, at: MovePhase) -> list[Reship]:
    return [Reship(v, gun) for v in s.vehicles(at.side) if s.vehicle(v).key in COMES_OFF for gun in guns_at(s, s.at[v], at.side)]


SET_ON_GROUND_ORDER = Takes(SetOnGround, set_down, refuse_set_down, candidates=removals)
RESHIP_ORDER = Takes(Reship, reship, refuse_reship, candidates=returns)
