"""Machine guns that are taken out, put onto the roof, or exchanged (notes 3, F, I)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.steps import Takes
from amba.games.hollow.book import rule
from amba.games.hollow.counters import AA_MOUNT, BUSY, EXPOSED, FIRED, MELEE, MG_BROKEN, MG_FIRED, MG_GONE, MOTION, MOVED, PREP, SERVED, STUNNED
from amba.games.hollow.frames import FirePhase, MovePhase
from amba.games.hollow.orders_crews import Remount, Strip, SwapGuns
from amba.games.hollow.rules.armour.r035_machine_guns import HAS_FIRED, PLACES, machine_guns
from amba.games.hollow.rules.armour.r066_repair import has_rifle, take_out
from amba.games.hollow.rules.common import refuse_not_own, refuse_state
from amba.games.hollow.rules.r029_vehicles import is_manned
from amba.games.hollow.state import HollowState

MOVABLE = {"11": "coaxial", "21": "rear"}
"""Note I: which machine gun of the MR/35 and of the AB 40 goes onto the roof."""
FURGONE = "it-fiat-508-furgone"


@rule("35", "64")
def refuse_crew(s: HollowState, side: int, vehicle: int, number: str) -> Refusal | None:
    """A crew that can act, in a vehicle that has fired nothing."""
    found = refuse_not_own(s, side, vehicle, number, "vehicle") or refuse_state(s, vehicle, "see to its machine guns", (PREP, FIRED), number)
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[vehicle]}
    if not is_manned(s, vehicle):
        return Refusal("64", "{vehicle} has no crew that could do it.", name)
    fired = any(s.has(vehicle, mark) for mark in (SERVED, *HAS_FIRED)) or s.marks[vehicle] >> MG_FIRED & 15
    return Refusal(number, "{vehicle} has fired.", name) if fired else None


@rule("MN F", "MN J")
def strippable(s: HollowState, vehicle: int) -> str:
    """What can be taken out: the rear gun of the hull by note F, the anti-tank rifle of note J; empty if nothing can."""
    if has_rifle(s, vehicle):
        return "gun"
    rear = "F" in s.vehicle(vehicle).notes and any(gun.place == "rear" and gun.power for gun in machine_guns(s, vehicle))
    return "rear" if rear else ""


@rule("MN F", "MN J", "VN 27.b")
def refuse_strip(s: HollowState, at: FirePhase, a: Strip) -> Refusal | None:
    """In a fire phase of its side the rear gun of the hull, or an anti-tank rifle, goes to men in good order of its hex, if the vehicle has fired nothing."""
    found = refuse_crew(s, at.side, a.vehicle, "MN F") or refuse_not_own(s, at.side, a.unit, "MN F", "squad or crew")
    if found is not None:
        return found
    names = {"vehicle": s.world.names.pieces[a.vehicle], "unit": s.world.names.pieces[a.unit]}
    if s.vehicle(a.vehicle).key == FURGONE:
        return Refusal("VN 27.b", "The machine gun of {vehicle} is not taken out; it can only be scrounged.", names)
    if not strippable(s, a.vehicle):
        return Refusal("MN F", "{vehicle} has no weapon that could be taken out.", names)
    if s.at[a.unit] != s.at[a.vehicle] or not s.is_good(a.unit) or s.has(a.unit, MELEE):
        return Refusal("MN F", "{unit} cannot take it.", names)
    return None


def strips(s: HollowState, at: FirePhase) -> list[Strip]:
    ready = [v for v in s.vehicles(at.side) if strippable(s, v)]
    return [Strip(v, unit) for v in ready for unit in s.units_at(s.at[v], at.side)]


@rule("MN I")
def refuse_remount(s: HollowState, at: FirePhase, a: Remount) -> Refusal | None:
    """With open hatches, if the gun could have fired in this phase and has not."""
    found = refuse_crew(s, at.side, a.vehicle, "MN I")
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[a.vehicle]}
    v = s.vehicle(a.vehicle)
    if "I" not in v.notes or v.note not in MOVABLE or s.has(a.vehicle, MG_GONE + PLACES.index(MOVABLE[v.note])):
        return Refusal("MN I", "{vehicle} has no machine gun that could be moved.", name)
    return None if s.has(a.vehicle, EXPOSED) else Refusal("MN I", "The hatches of {vehicle} are shut.", name)


@rule("MN I")
def remount(s: HollowState, at: FirePhase, a: Remount) -> None:
    """It is on the roof, or back where it belongs, in the state it was in, and fires no more in this player turn."""
    v, roof = a.vehicle, PLACES.index("aa")
    home = PLACES.index(MOVABLE[s.vehicle(v).note])
    back = s.has(v, AA_MOUNT)
    old, new = (roof, home) if back else (home, roof)
    is_broken = s.has(v, MG_BROKEN + old)
    s.mark("MN I", v, MG_BROKEN + old, False)
    s.mark("MN I", v, MG_BROKEN + new, is_broken)
    s.mark("MN I", v, AA_MOUNT, not back)
    for place in (home, roof):
        s.mark("MN I", v, MG_FIRED + place)


@rule("VN 3.b")
def refuse_swap(s: HollowState, at: MovePhase, a: SwapGuns) -> Refusal | None:
    """An L3 aa one of whose machine guns is out of order or lost, which has neither fired nor moved and is not in motion."""
    found = refuse_crew(s, at.side, a.vehicle, "VN 3.b") or refuse_state(s, a.vehicle, "exchange its guns", (MOVED, BUSY), "VN 3.b")
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[a.vehicle]}
    if s.vehicle(a.vehicle).note != "3":
        return Refusal("VN 3.b", "{vehicle} is no L3 aa.", name)
    if s.points[a.vehicle] or s.has(a.vehicle, MOTION):
        return Refusal("VN 3.b", "{vehicle} does not stand.", name)
    return (
        None if any(s.has(a.vehicle, mark) for mark in swapped_marks()) else Refusal("VN 3.b", "Both machine guns of {vehicle} are in order.", name)
    )


def swapped_marks() -> tuple[int, ...]:
    bow, roof = PLACES.index("bow"), PLACES.index("aa")
    return MG_BROKEN + bow, MG_BROKEN + roof, MG_GONE + bow, MG_GONE + roof


@rule("VN 3.b")
def begin_swap(s: HollowState, at: MovePhase, a: SwapGuns) -> None:
    """The crew opens the hatches and does nothing else until the advance."""
    s.mark("VN 3.b", a.vehicle, EXPOSED)
    s.mark("VN 3.b", a.vehicle, BUSY)


@rule("VN 3.b")
def finish_swaps(s: HollowState) -> None:
    """In the advance phase the two have changed places, if the crew is still at it."""
    for v in s.vehicles(s.phasing):
        if s.vehicle(v).note == "3" and s.has(v, BUSY) and s.has(v, EXPOSED) and not s.has(v, STUNNED):
            for first in (MG_BROKEN, MG_GONE):
                bow, roof = first + PLACES.index("bow"), first + PLACES.index("aa")
                was_bow, was_roof = s.has(v, bow), s.has(v, roof)
                s.mark("VN 3.b", v, bow, was_roof)
                s.mark("VN 3.b", v, roof, was_bow)
            s.mark("VN 3.b", v, BUSY, False)


STRIP_ORDER = Takes(Strip, lambda s, _at, a: take_out(s, "MN F", a.vehicle, strippable(s, a.vehicle), a.unit), refuse_strip, candidates=strips)
REMOUNT_ORDER = Takes(
    Remount, remount, refuse_remount, candidates=lambda s, at: [Remount(v) for v in s.vehicles(at.side) if "I" in s.vehicle(v).notes]
)
SWAP_ORDER = Takes(SwapGuns, begin_swap, refuse_swap, candidates=lambda s, at: [SwapGuns(v) for v in s.vehicles(at.side) if s.vehicle(v).note == "3"])
