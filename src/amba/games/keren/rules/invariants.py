"""What must hold after every event."""

from __future__ import annotations

from amba.games.keren.rules.r07_stacking import room
from amba.games.keren.state import KerenState


def broken(s: KerenState) -> list[str]:
    """Sentences for everything that is wrong with a position; empty when it is sound."""
    world, names = s.world, s.world.names
    found = []
    seen: set[int] = set()
    for place, stack in enumerate(s.here):
        for piece in stack:
            if piece in seen or s.at[piece] != place:
                found.append(f"{names.pieces[piece]} is listed at {names.places[place]} and stands at {names.places[s.at[piece]]}")
            seen.add(piece)
        if place >= world.places:
            continue
        if len({s.side[piece] for piece in stack}) > 1:
            found.append(f"both sides stand in {names.places[place]}")
        if room(s, place) < 0:
            found.append(f"{names.places[place]} holds {len(stack)} units, over the limit (7.0)")
        held = [bool(stack) and s.side[stack[0]] == side for side in (0, 1)]
        if [bool(s.held[0][place]), bool(s.held[1][place])] != held:
            found.append(f"the cache of who holds {names.places[place]} is stale")
    if len(seen) != len(names.pieces):
        found.append(f"{len(names.pieces) - len(seen)} pieces are nowhere")
    for unit, card in enumerate(world.units):
        if s.is_on_map(unit) and card.is_air:
            found.append(f"{card.key} is on the map")
        if card.is_artillery and s.is_carrying(unit):
            found.append(f"{card.key} carries supply")
    return found
