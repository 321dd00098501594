"""7.0 Stacking and fog of war."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.event import Marked
from amba.core.steps import AskStep, AutoStep, Takes, pop, push
from amba.games.keren.book import rule
from amba.games.keren.frames import Overstack, PickOverstack
from amba.games.keren.orders import Lose
from amba.games.keren.rules.asking import ask
from amba.games.keren.rules.r04_points import eliminate
from amba.games.keren.state import KerenState
from amba.games.keren.world import SHOWN

ROAD_LIMIT = 2


@rule("7.0", "7.1")
def room(s: KerenState, place: int) -> int:
    """How many more units may be in a place: three, four in clear terrain, two in the tunnel."""
    return s.world.ground.limit[place] - len(s.here[place])


def refuse_full(s: KerenState, place: int, group: int = 1) -> Refusal | None:
    """Why there is no room for so many more units in a place."""
    if room(s, place) >= group:
        return None
    values = {"hex": s.world.spots[place], "there": len(s.here[place]), "limit": s.world.ground.limit[place], "group": group}
    return Refusal(
        "7.1", "There is no room for {group} more in {hex}: it holds {there} of {limit} units.", values, hexes=(s.world.names.places[place],)
    )


@rule("7.3")
def find_overstack(s: KerenState, at: Overstack) -> None:
    """While a place holds too many, its owner gives up units."""
    for place in sorted({*s.places(0), *s.places(1)}):
        if room(s, place) < 0:
            push(s, PickOverstack(place))
            return
    pop(s)


def ask_overstack(s: KerenState, at: PickOverstack) -> Decision:
    values = {"hex": s.world.spots[at.place], "limit": s.world.ground.limit[at.place], "have": len(s.here[at.place])}
    return ask(s.side[s.here[at.place][0]], "overstack", "7.3", "{have} units in {hex}, where {limit} may be. Choose one to give up.", **values)


def refuse_loss(s: KerenState, at: PickOverstack, a: Lose) -> Refusal | None:
    return None if s.at[a.unit] == at.place else Refusal("7.3", "{unit} is not in {hex}.", s.world.named(a.unit, at.place))


def lose(s: KerenState, at: PickOverstack, a: Lose) -> None:
    pop(s)
    eliminate(s, a.unit, "7.3")


OVERSTACK = AutoStep(Overstack, find_overstack)
PICK_OVERSTACK = AskStep(
    PickOverstack, ask_overstack, Takes(Lose, lose, refuse_loss, choices=lambda s, at: [Lose(unit) for unit in s.here[at.place]])
)


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
