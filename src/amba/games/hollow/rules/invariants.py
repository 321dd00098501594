"""What must hold after every event."""

from __future__ import annotations

from amba.games.hollow.counters import BROKEN, CONCEALED, HIDDEN
from amba.games.hollow.rules.r006_stacking import SQUADS, UNITS, crowd
from amba.games.hollow.rules.r031_aboard import refuse_load
from amba.games.hollow.state import HollowState


def overloaded(s: HollowState) -> list[str]:
    """31, 51: who is aboard is in a vehicle of his own side, that is on the map and has room for him; it tows one gun."""
    vehicles = range(s.world.first_vehicle, s.world.first_gun) if s.has_armour else ()
    return [f"{s.world.names.pieces[v]} carries what it cannot: {why.text}" for v in vehicles if (why := refuse_load(s, v)) is not None]


def broken(s: HollowState) -> list[str]:
    """Everything wrong with a position; empty when it is sound."""
    found = []
    names = s.world.names
    for piece, place in enumerate(s.at):
        if piece not in s.here[place]:
            found.append(f"{names.pieces[piece]} is not in the stack of {names.places[place]}")
        if place < s.world.hexes and place not in s.field.hex_of:
            found.append(f"{names.pieces[piece]} is off this map in {names.places[place]}")
        if s.is_weapon(piece) and s.points[piece]:
            owner = s.points[piece] - 1
            if not s.is_unit(owner) or s.at[owner] != place:
                found.append(f"{names.pieces[piece]} is not where its owner {names.pieces[owner]} is")
        if s.is_unit(piece) and s.has(piece, BROKEN) and s.marks[piece] & (1 << CONCEALED | 1 << HIDDEN):
            found.append(f"{names.pieces[piece]} is broken and concealed")
    found += overloaded(s)
    if sum(map(len, s.here)) != len(s.at):
        found.append("a piece is in two stacks")
    for place in {s.at[p] for side in (0, 1) for p in s.known_counters(side)}:
        for side in (0, 1):
            units, squads = crowd(s, place, side)
            if units > UNITS or squads > SQUADS:
                found.append(f"{names.places[place]} holds {units} units and {squads} squads of one side")
    return found
