"""6.0 Wolkait and Tigre garrisons: release, allegiance, and where a defector goes."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import CHANCE, Action, Decision
from amba.core.event import Joined, Moved, Removed, Rolled, Said, Tracked
from amba.core.flow import Step, pop, push
from amba.core.menu import Menu
from amba.games.cheren.book import rule
from amba.games.cheren.rules.r09_movement import RELEASE_TRACK, take_control
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ITALIAN

DIE: Sequence[tuple[Action, int]] = [(("roll", str(face)), 1) for face in range(1, 7)]


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
def release(s: CherenState) -> bool:
    """At the end of any phase: a provoked garrison may move from now on, and its natives are tested. Says whether one was released."""
    found = False
    for garrison, track in RELEASE_TRACK.items():
        if s.tracks[track] or not is_provoked(s, garrison):
            continue
        found = True
        s.do(Tracked("6.0.release", track, 0, 1))
        s.do(Said("6.0.release", "released", (garrison,)))
        for unit in reversed(members(s, garrison)):
            if s.world.units[unit].native:
                push(s, "allegiance", unit)
    return found


@rule("6.0.allegiance")
class Allegiance(Step[CherenState]):
    """("allegiance", unit): on 1-3 it stays Italian, on 4-6 it goes over to the Allies."""

    def decision(self, s: CherenState) -> Decision:
        unit = s.world.units[s.frames[-1][1]]
        return Decision(CHANCE, "allegiance", "6.0.allegiance", "{unit} is tested: on 4-6 it goes over.", {"unit": unit.title})

    def outcomes(self, s: CherenState) -> Sequence[tuple[Action, int]]:
        return DIE

    def apply(self, s: CherenState, a: Action) -> None:
        unit = s.frames[-1][1]
        pop(s)
        die = int(a[1])
        s.do(Rolled("6.0.allegiance", "allegiance", (die,)))
        if die <= 3:
            s.do(Said("6.0.allegiance", "loyal", (s.world.units[unit].key,)))
            return
        place = s.at[unit]
        alone = s.here[place] == (unit,)
        if alone:
            s.do(Joined("6.0.allegiance", unit, ITALIAN, ALLIED))
            take_control(s, place, ALLIED)
        elif not refuges(s, unit):
            s.do(Removed("6.0.placement", unit, place, s.world.box["eliminated"]))
        else:
            push(s, "displace", unit)


@rule("6.0.placement")
def refuges(s: CherenState, unit: int) -> list[int]:
    """The hexes next to it without Italian units, where it still fits."""
    world = s.world
    value = world.units[unit].stacks[s.face[unit]]
    return [n for n in world.around[s.at[unit]] if not s.held[ITALIAN][n] and s.stacking(n) + value <= world.stack_limit[n]]


class Displace(Step[CherenState]):
    """("displace", unit): the Italian player sets a defector one hex away."""

    def decision(self, s: CherenState) -> Decision:
        unit = s.world.units[s.frames[-1][1]]
        return Decision(ITALIAN, "displace", "6.0.placement", "Italian: {unit} went over; place it one hex away.", {"unit": unit.title})

    def menu(self, s: CherenState) -> Menu:
        unit = s.frames[-1][1]
        names = s.world.names
        return Menu([("place", names.pieces[unit], names.places[place]) for place in refuges(s, unit)])

    def apply(self, s: CherenState, a: Action) -> None:
        unit = s.frames[-1][1]
        pop(s)
        to = s.world.names.place[a[2]]
        # It changes hands on the way, so that enemies never share a hex.
        s.do(Moved("6.0.placement", unit, s.at[unit], to))
        s.do(Joined("6.0.allegiance", unit, ITALIAN, ALLIED))
        take_control(s, to, ALLIED)
