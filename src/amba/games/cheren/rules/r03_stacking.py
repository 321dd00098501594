"""3.0 Stacking value, 3.1 stacking limit."""

from __future__ import annotations

from amba.core.decision import Action, Decision
from amba.core.flow import Step, pop, push
from amba.core.menu import Menu
from amba.games.cheren.book import rule
from amba.games.cheren.state import CherenState


@rule("3.0", "3.1")
def is_overstacked(s: CherenState, place: int) -> bool:
    """More stacking value than the least favourable terrain of the hex allows."""
    return len(s.here[place]) > 1 and s.stacking(place) > s.world.stack_limit[place]


@rule("3.1", "11.7.stack")
class Overstack(Step[CherenState]):
    """("overstack", hex, rule): the owner loses steps there until the limit holds."""

    auto = True

    def run(self, s: CherenState) -> None:
        _, place, number = s.frames[-1]
        if not is_overstacked(s, place):
            pop(s)
            return
        push(s, "pick-overstack", place, number)


class PickOverstack(Step[CherenState]):
    """("pick-overstack", hex, rule): which unit loses a step."""

    def decision(self, s: CherenState) -> Decision:
        _, place, number = s.frames[-1]
        values = {"hex": s.world.grid.names[place], "have": s.stacking(place), "limit": s.world.stack_limit[place]}
        return Decision(
            s.side[s.here[place][0]], "overstack", number, "Too many in {hex}: {have} where {limit} may stack. Choose a unit to lose a step.", values
        )

    def menu(self, s: CherenState) -> Menu:
        names = s.world.names.pieces
        return Menu([("lose", names[unit]) for unit in s.here[s.frames[-1][1]]])

    def apply(self, s: CherenState, a: Action) -> None:
        number = s.frames[-1][2]
        pop(s)
        s.lose_step(s.world.names.piece[a[1]], number)
