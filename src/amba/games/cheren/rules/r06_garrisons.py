"""6.0 Wolkait and Tigre garrisons: release, allegiance, and where a defector goes."""

from __future__ import annotations

from amba.core.decision import CHANCE, Decision, Refusal
from amba.core.event import Joined, Moved, Removed, Rolled, Said, Tracked
from amba.core.order import Roll
from amba.core.steps import AskStep, ChanceStep, Takes, one_die, pop, push
from amba.games.cheren.book import rule
from amba.games.cheren.frames import Allegiance, Displace
from amba.games.cheren.orders import PlaceUnit
from amba.games.cheren.rules.r09_movement import RELEASE_TRACK, take_control
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ITALIAN


@rule("1.3", "6.0.release")
def is_provoked(s: CherenState, garrison: str) -> bool:
    """An Allied unit stands in the garrison's area or next to one of its units."""
    area = s.world.garrison_area[garrison]
    if any(s.at[unit] in area for unit in s.units(ALLIED)):
        return True
    return any(s.is_next_to(s.at[unit], ALLIED) for unit in members(s, garrison))


def members(s: CherenState, garrison: str) -> list[int]:
    return [unit for unit in s.units(ITALIAN) if s.world.units[unit].garrison == garrison]


@rule("6.0.release")
def provoked(s: CherenState) -> list[str]:
    """The garrisons that are to be released at the end of this phase."""
    return [garrison for garrison, track in RELEASE_TRACK.items() if not s.tracks[track] and is_provoked(s, garrison)]


@rule("6.0.release")
def release(s: CherenState, garrisons: list[str]) -> None:
    """They may move from now on, and their natives are tested."""
    for garrison in garrisons:
        s.do(Tracked("6.0.release", RELEASE_TRACK[garrison], 0, 1))
        s.do(Said("6.0.release", "released", (garrison,)))
        for unit in reversed(members(s, garrison)):
            if s.world.units[unit].native:
                push(s, Allegiance(unit))


def ask_allegiance(s: CherenState, at: Allegiance) -> Decision:
    values = {"unit": s.world.title(at.unit)}
    return Decision(CHANCE, "allegiance", "6.0.allegiance", "{unit} is tested: on 4-6 it goes over.", values)


@rule("6.0.allegiance")
def test_allegiance(s: CherenState, at: Allegiance, a: Roll) -> None:
    """On 1-3 it stays Italian, on 4-6 it goes over to the Allies."""
    unit = at.unit
    pop(s)
    s.do(Rolled("6.0.allegiance", "allegiance", a.dice))
    if a.dice[0] <= 3:
        s.do(Said("6.0.allegiance", "loyal", (s.world.units[unit].key,)))
        return
    place = s.at[unit]
    if s.here[place] == (unit,):
        s.do(Joined("6.0.allegiance", unit, ITALIAN, ALLIED))
        take_control(s, place, ALLIED)
    elif not refuges(s, unit):
        s.do(Removed("6.0.placement", unit, place, s.world.box["eliminated"]))
    else:
        push(s, Displace(unit))


@rule("6.0.placement")
def refuges(s: CherenState, unit: int) -> list[int]:
    """The hexes next to it without Italian units."""
    return [place for place in s.world.around[s.at[unit]] if refuse_refuge(s, unit, place) is None]


def refuse_refuge(s: CherenState, unit: int, place: int) -> Refusal | None:
    world = s.world
    values = {"unit": world.title(unit), "hex": world.names.places[place]}
    if place not in world.around[s.at[unit]]:
        return Refusal("6.0.placement", "{hex} is not next to {unit}.", values)
    if s.held[ITALIAN][place]:
        return Refusal("6.0.placement", "There are Italian units in {hex}.", values)
    return None


def ask_displace(s: CherenState, at: Displace) -> Decision:
    return Decision(ITALIAN, "displace", "6.0.placement", "Italian: {unit} went over; place it one hex away.", {"unit": s.world.title(at.unit)})


def refuse_displace(s: CherenState, at: Displace, a: PlaceUnit) -> Refusal | None:
    if a.unit != at.unit:
        return Refusal("6.0.placement", "It is {unit} that went over.", {"unit": s.world.title(at.unit)})
    return refuse_refuge(s, a.unit, a.to)


def displace(s: CherenState, at: Displace, a: PlaceUnit) -> None:
    """The Italian player sets a defector one hex away. It changes hands on the way, so that enemies never share a hex."""
    pop(s)
    s.do(Moved("6.0.placement", a.unit, s.at[a.unit], a.to))
    s.do(Joined("6.0.allegiance", a.unit, ITALIAN, ALLIED))
    take_control(s, a.to, ALLIED)


GARRISON_STEPS = (
    ChanceStep(Allegiance, ask_allegiance, one_die, test_allegiance),
    AskStep(
        Displace, ask_displace,
        Takes(PlaceUnit, displace, refuse_displace, choices=lambda s, at: [PlaceUnit(at.unit, place) for place in refuges(s, at.unit)]),
    ),
)  # fmt: skip
