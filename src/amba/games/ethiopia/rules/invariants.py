"""What must hold after every event."""

from __future__ import annotations

from amba.core.sequence import SequenceOfPlay
from amba.games.ethiopia.rules.r05_stacking import stacking
from amba.games.ethiopia.state import ROAD, EthiopiaState
from amba.games.ethiopia.world import GARRISON, GARRISON_TRACKS, MOST_GARRISONS, STACK_LIMIT
from amba.kit.units import lost_count


def broken(s: EthiopiaState) -> list[str]:
    """Sentences for everything that is wrong with a position; empty when it is sound."""
    return [*_places(s), *_strengths(s), *_caches(s)]


def _places(s: EthiopiaState) -> list[str]:
    world = s.world
    found = lost_count(s)
    for place, stack in enumerate(s.here[: world.hexes]):
        if not stack:
            continue
        name = world.names.places[place]
        if s.combat_units(place, 0) and s.combat_units(place, 1):
            found.append(f"both sides stand in {name}")
        if stacking(s, place) > STACK_LIMIT:
            found.append(f"{name} holds {stacking(s, place)} thirds of a division; the limit is {STACK_LIMIT}")
        if not world.open[place]:
            found.append(f"a piece is on closed ground at {name}")
        if len([p for p in stack if p >= world.fighting]) > 1:
            found.append(f"two entrenchments in {name}")
    return found


def _strengths(s: EthiopiaState) -> list[str]:
    found = []
    for unit in range(s.world.fighting):
        card = s.card(unit)
        if not 0 <= s.face[unit] <= card.attack or (card.is_combat and s.at[unit] < s.world.hexes and s.face[unit] < 1):
            found.append(f"{card.key} has {s.face[unit]} of {card.attack} points")
        if card.is_air and s.at[unit] < s.world.hexes and card.side != 0:
            found.append(f"{card.key} flies for nobody")
    for side in (0, 1):
        placed = sum(s.has(p, GARRISON) for p in s.world.trenches[side])
        used = s.tracks[GARRISON_TRACKS[side]]
        if not placed <= used <= MOST_GARRISONS:
            found.append(f"{placed} garrisons stand and {used} of {MOST_GARRISONS} were used")
    return found


def _caches(s: EthiopiaState) -> list[str]:
    found = []
    world = s.world
    for place in range(world.hexes):
        for side in (0, 1):
            trench = s.trench(place, side)
            held = bool(s.combat_units(place, side)) or (trench >= 0 and s.has(trench, GARRISON))
            if bool(s.held[side][place]) != held:
                found.append(f"the cache of who holds {world.names.places[place]} is stale")
            if trench >= 0 and not held and s.frames and isinstance(s.frames[-1], SequenceOfPlay):
                found.append(f"an entrenchment in {world.names.places[place]} stands empty")
        if (place in s.roads) != (s.owner[place] >= ROAD):
            found.append(f"the road in {world.names.places[place]} is not drawn")
    return found
