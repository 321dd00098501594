"""What must hold after every event."""

from __future__ import annotations

from amba.games.keren.frames import Overstack, PickOverstack
from amba.games.keren.rules.r07_stacking import room
from amba.games.keren.state import KerenState
from amba.kit.units import lost_count


def broken(s: KerenState) -> list[str]:
    """Sentences for everything that is wrong with a position; empty when it is sound."""
    world, names = s.world, s.world.names
    found = lost_count(s)
    # 7.3: a position may be laid with too many in a hex; its owner is asked at once whom he gives up.
    is_being_mended = any(isinstance(frame, Overstack | PickOverstack) for frame in s.frames)
    for place, stack in enumerate(s.here[: world.places]):
        if len({s.side[piece] for piece in stack}) > 1:
            found.append(f"both sides stand in {names.places[place]}")
        if room(s, place) < 0 and not is_being_mended:
            found.append(f"{names.places[place]} holds {len(stack)} units, over the limit (7.0)")
        held = [bool(stack) and s.side[stack[0]] == side for side in (0, 1)]
        if [bool(s.held[0][place]), bool(s.held[1][place])] != held:
            found.append(f"the cache of who holds {names.places[place]} is stale")
    for unit, card in enumerate(world.units):
        if s.is_on_map(unit) and card.is_air:
            found.append(f"{card.key} is on the map")
        if card.is_artillery and s.is_carrying(unit):
            found.append(f"{card.key} carries supply")
    return found
