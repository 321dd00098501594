"""7.0 Stacking and fog of war."""

from __future__ import annotations

from amba.core.decision import Action, Decision
from amba.core.event import Marked
from amba.core.flow import Step, pop, push
from amba.core.menu import Menu
from amba.games.keren.book import rule
from amba.games.keren.state import KerenState
from amba.games.keren.world import SHOWN

ROAD_LIMIT = 2


@rule("7.0", "7.1")
def room(s: KerenState, place: int) -> int:
    """How many more units may be in a place: three, four in clear terrain, two in the tunnel."""
    return s.world.ground.limit[place] - len(s.here[place])


@rule("7.2")
def road_room(s: KerenState, place: int) -> int:
    """How many more units may come in at the road rate."""
    return ROAD_LIMIT - len(s.here[place])


@rule("7.3")
class Overstack(Step[KerenState]):
    """("overstack",): while a place holds too many, its owner gives up units."""

    auto = True

    def run(self, s: KerenState) -> None:
        for place in range(s.world.places):
            if len(s.here[place]) > ROAD_LIMIT and room(s, place) < 0:
                push(s, "pick-overstack", place)
                return
        pop(s)


class PickOverstack(Step[KerenState]):
    """("pick-overstack", place): the owner chooses which unit is eliminated."""

    def decision(self, s: KerenState) -> Decision:
        place = s.frames[-1][1]
        values = {"hex": s.world.names.places[place], "limit": s.world.ground.limit[place], "have": len(s.here[place])}
        return Decision(s.side[s.here[place][0]], "overstack", "7.3", "{have} units in {hex}, where {limit} may be. Choose one to give up.", values)

    def menu(self, s: KerenState) -> Menu:
        return Menu([("lose", s.world.names.pieces[unit]) for unit in s.here[s.frames[-1][1]]])

    def apply(self, s: KerenState, a: Action) -> None:
        pop(s)
        s.eliminate(s.world.names.piece[a[1]], "7.3")


@rule("7.4")
def sees(s: KerenState, side: int | None, piece: int) -> bool:
    """One's own units, the top unit of every stack, units shown in a fight of this phase, and whatever is off the map."""
    place = s.at[piece]
    if place >= s.world.places or (side is not None and s.side[piece] == side):
        return True
    return s.here[place][-1] == piece or s.has(piece, SHOWN)


@rule("7.4")
def show(s: KerenState, units: tuple[int, ...]) -> None:
    """Every stack from which somebody fires or assaults, or which is the target of either, is laid open."""
    for place in dict.fromkeys(s.at[unit] for unit in units):
        if place < s.world.places:
            for unit in s.here[place]:
                s.mark("7.4", unit, SHOWN)


@rule("7.4")
def veil(s: KerenState) -> None:
    """At the end of the phase they are hidden again."""
    for unit in range(len(s.marks)):
        if s.has(unit, SHOWN):
            s.do(Marked("7.4", unit, SHOWN, 0))
