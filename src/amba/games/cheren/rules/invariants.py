"""What must hold after every event."""

from __future__ import annotations

from amba.core.sequence import SequenceOfPlay
from amba.games.cheren.rules.r03_stacking import is_overstacked
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import LOW, NONE
from amba.kit.units import lost_count


def broken(s: CherenState) -> list[str]:
    """Sentences for everything that is wrong with a position; empty when it is sound."""
    world = s.world
    found = lost_count(s)
    for place, stack in enumerate(s.here[: world.hexes]):
        if len({s.side[piece] for piece in stack}) > 1:
            found.append(f"both sides stand in {world.names.places[place]}")
        if any(piece >= world.first_chit for piece in stack):
            found.append(f"a chit lies on the map at {world.names.places[place]}")
        if stack and world.sea[place]:
            found.append(f"a unit is at sea in {world.names.places[place]}")
    for unit, card in enumerate(world.units):
        if not 0 <= s.face[unit] < card.steps:
            found.append(f"{card.key} has lost {s.face[unit]} of {card.steps} steps")
        if s.has(unit, LOW) and s.has(unit, NONE):
            found.append(f"{card.key} has two supply markers")
    for side in (0, 1):
        if any(world.chit(piece).side != side for piece in s.hand(side)):
            found.append("a hand holds a chit of the other side")
    if s.frames and isinstance(s.frames[-1], SequenceOfPlay):
        # 3.1: between phases nothing is over the limit, except before the first movement.
        found += [f"{world.names.places[p]} is over the stacking limit" for p in range(world.hexes) if is_overstacked(s, p)]
    held = (bytearray(world.hexes), bytearray(world.hexes))
    for unit, place in enumerate(s.at[: world.first_chit]):
        if place < world.hexes:
            held[s.side[unit]][place] = 1
    if held != s.held:
        found.append("the cache of who holds which hex is stale")
    return found
