"""12 Arrivals and events."""

from __future__ import annotations

from amba.core.event import Placed, Removed, Said, Spent
from amba.core.steps import pop
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import Reinforce
from amba.games.ethiopia.rules.losses import abandoned, followers
from amba.games.ethiopia.rules.r05_stacking import refuse_to_end
from amba.games.ethiopia.rules.r07_movement import pass_through, take_control
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, ITALIAN

GUGSA_TURN = 2


def entry_places(s: EthiopiaState, unit: int) -> tuple[int, ...]:
    """Where a unit comes in; a leader who escaped to the strongest of his men, a lost headquarters to Asmara, or Mogadishu if it is the south's."""
    arrivals = s.world.arrivals(s.scenario)
    if unit in arrivals and s.points[unit] == arrivals[unit].turn:
        return arrivals[unit].places
    if s.card(unit).kind == "leader":
        hexes = {s.at[u] for u in followers(s, unit) if s.at[u] < s.world.hexes}
        return tuple(sorted(hexes, key=lambda h: (-s.force(h, ETHIOPIAN), h)))
    if s.card(unit).army == "south":
        return (s.world.box["mogadishu"],)
    return (s.world.map.places["asmara"].hex, s.world.massawa)


@rule("7.9")
def has_lost_his_army(s: EthiopiaState, unit: int) -> bool:
    """Whether a leader who escaped has no combat unit left to come to when he is due: then he is out of the game."""
    arrivals = s.world.arrivals(s.scenario)
    scheduled = unit in arrivals and s.points[unit] == arrivals[unit].turn
    return s.card(unit).kind == "leader" and not scheduled and not followers(s, unit)


@rule("12.1", "5.2", "7.8")
def may_arrive(s: EthiopiaState, unit: int, place: int) -> bool:
    """A friendly place, free of enemies, within stacking; the men of Aussa need no friend in theirs. Commanders do not come where enemy ones are."""
    if place >= s.world.hexes:
        return True
    side = s.card(unit).side
    if s.card(unit).is_command and s.commanders(place, 1 - side):
        return False
    friendly = s.controller(place) == side or s.card(unit).key == "aussa" or (s.card(unit).is_command and bool(s.held[side][place]))
    return friendly and refuse_to_end(s, unit, place) is None


@rule("12.1", "12.3", "7.9")
def reinforce(s: EthiopiaState, at: Reinforce) -> None:
    """Whoever is due comes to the first of his places that will have him."""
    pop(s)
    if at.side == ITALIAN and s.turn == GUGSA_TURN:
        gugsa_goes_over(s)
    waiting = s.world.box["reinforcements"]
    for unit in s.here[waiting]:
        if s.card(unit).side != at.side or s.points[unit] > s.turn:
            continue
        if has_lost_his_army(s, unit):
            s.do(Removed("7.9", unit, waiting, s.world.box["eliminated"]))
            s.do(Spent("7.9", unit, s.points[unit], 0))
            continue
        place = next((p for p in entry_places(s, unit) if may_arrive(s, unit, p)), None)
        if place is not None:
            s.do(Placed("12.1", unit, waiting, place))
            s.do(Spent("12.1", unit, s.points[unit], 0))
            if s.card(unit).is_combat and place < s.world.hexes:
                pass_through(s, place, at.side)


@rule("12.2")
def gugsa_goes_over(s: EthiopiaState) -> None:
    """Haile Selassie Gugsa leaves the war, and Makale with him if nobody else holds it."""
    unit = s.world.gugsa
    place = s.at[unit]
    if place >= s.world.hexes:
        return
    s.do(Removed("12.2", unit, place, s.world.box["eliminated"]))
    s.do(Said("12.2", "gugsa", ()))
    abandoned(s, place, ETHIOPIAN)
    if place == s.world.map.places["makale"].hex and not s.held[ETHIOPIAN][place]:
        take_control(s, place, ITALIAN)
