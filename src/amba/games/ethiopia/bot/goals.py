"""What each side is after on the map: places worth points, how badly they need defenders, and how far off they are."""

from __future__ import annotations

from amba.core.state import remembered
from amba.games.ethiopia.bot.distances import DistanceField, Goals, distance_field, whole_map
from amba.games.ethiopia.rules.r13_victory import is_held
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, ITALIAN

LOOK_AHEAD = 8
"""How far from the enemy a defender begins to care."""
FRONT = ("amba-aradam", "amba-alagi", "mai-ceu", "quoram", "sasabaneh", "degeh-bur", "abbi-addi", "debre-sina", "woldia", "wadara")
"""Passes and ambas before the places worth points."""
LAST_DITCH = 20.0
"""What a place is worth whose loss ends the war (13.5)."""
GUARD = 16
"""So much strength near a place is guard enough while no invader is."""
MOST_NEEDED = 12


@remembered()
def goals(s: EthiopiaState, side: int) -> Goals:
    """Places worth points that do not count for the Italians (13.1); the Ethiopians have their own to keep as well, and the passes before them."""
    worth = s.world.victory[s.scenario].items()
    if side == ITALIAN:
        return tuple((h, value / 2) for h, value in worth if not is_held(s, h))
    found = [(h, value / 3 if s.controller(h) == ITALIAN else value / 2 + defenders_needed(s, h)) for h, value in worth]
    front = [s.world.map.places[name].hex for name in FRONT]
    return (*found, *((h, 1 + max(0.0, defenders_needed(s, h))) for h in front if s.controller(h) == ETHIOPIAN))


def defenders_needed(s: EthiopiaState, place: int) -> float:
    """How much more is wanted for the defence of a place: the invaders near it less its defenders. Less than nothing where more stand than it takes.

    In coarse steps, so that fields can be used again.
    """
    invaders = troops_within(s, ITALIAN, LOOK_AHEAD).get(place, 0)
    defenders = troops_within(s, ETHIOPIAN, 3).get(place, 0)
    if invaders:
        return float(max(0, min(MOST_NEEDED, (invaders - defenders) // 4 * 2)) + 2)
    return -float(min(MOST_NEEDED, max(0, defenders - GUARD) // 4 * 2))


@remembered()
def troops_within(s: EthiopiaState, side: int, radius: int) -> dict[int, int]:
    """For the places that matter to the Ethiopians, how much strength of a side is near."""
    distance = s.world.grid.distance
    force: dict[int, int] = {}
    for u in s.army(side):
        force[s.at[u]] = force.get(s.at[u], 0) + s.face[u]
    hexes = {*s.world.victory[s.scenario], *(s.world.map.places[name].hex for name in FRONT)}
    return {place: sum([strength for at, strength in force.items() if distance(at, place) <= radius]) for place in hexes}


def goal_distance(s: EthiopiaState, side: int, place: int) -> float:
    """How far from the side's best goal, less what it is worth."""
    return goal_distances(s, side).at(place)


@remembered()
def goal_distances(s: EthiopiaState, side: int) -> DistanceField:
    return distance_field(s.world, side, goals(s, side))


def is_foe_near(s: EthiopiaState, side: int, place: int, radius: int) -> bool:
    """Whether an enemy of this side is within so many hexes."""
    return near_foes(s, side, radius)[place] == "1"


@remembered()
def near_foes(s: EthiopiaState, side: int, radius: int) -> str:
    """place -> '1' where an enemy of this side is within so many hexes, else '0'."""
    boards = whole_map(s.world)
    return boards.digits(boards.widened(boards.field(s.held[1 - side]), radius))


def victory_value(s: EthiopiaState, place: int) -> float:
    """Points for the place; Adua lost is the war lost in the campaign (13.5)."""
    places = s.world.map.places
    if place == places["asmara"].hex or (place == places["adua"].hex and s.world.ends_at_once(s.scenario)):
        return LAST_DITCH
    return s.world.victory[s.scenario].get(place, 0)
