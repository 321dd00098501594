"""What must hold after every event."""

from __future__ import annotations

from amba.games.adua.frames import AskLoss, AskRetreat, AskSettle, LoseOne, MeleeEnd, Retreats, Settling
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, GUNS, ITALIAN, JAMMED, MELEE
from amba.kit.units import lost_count

UNSETTLED = (Settling, AskSettle, MeleeEnd, Retreats, AskRetreat, LoseOne, AskLoss)
"""Frames during which a melee may be half undone."""


def broken(s: AduaState) -> list[str]:
    """Sentences for everything that is wrong with a position; empty when it is sound."""
    world = s.world
    found = lost_count(s)
    for piece, card in enumerate(world.units):
        if not 0 <= s.face[piece] < card.steps:
            found.append(f"{card.key} has lost {s.face[piece]} of {card.steps} steps")
        if s.has(piece, JAMMED) and not s.has(piece, GUNS):
            found.append(f"{card.key} has machine guns out of order but none")
    if not any(isinstance(frame, UNSETTLED) for frame in s.frames):
        found += stacking(s)
    return found


def stacking(s: AduaState) -> list[str]:
    """9.0: one combat unit to a hex, but for melees, which are marked."""
    world = s.world
    found = []
    for hex in range(world.hexes):
        if not s.here[hex]:
            continue
        italians, abyssinians = s.combat_at(hex, ITALIAN), s.combat_at(hex, ABYSSINIAN)
        name = world.names.places[hex]
        if italians and abyssinians:
            found += [f"{world.units[u].key} in {name} is not marked as in melee" for u in (*italians, *abyssinians) if not s.has(u, MELEE)]
        else:
            if len(italians) + len(abyssinians) > 1:
                found.append(f"units are stacked in {name}")
            found += [f"{world.units[u].key} in {name} is marked as in a melee that is none" for u in (*italians, *abyssinians) if s.has(u, MELEE)]
    return found
