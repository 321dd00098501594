"""What pieces and places are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.core.event import UNKNOWN
from amba.games.hollow.counters import MEN, SIDES, SMOKE_KINDS, WORK_KINDS
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import World


def side_title(data: Mapping[str, Any], side: int) -> str:
    """What a scenario calls a side."""
    return str(data["sides"][SIDES[side]].get("title", SIDES[side].title()))


def box_titles(data: Mapping[str, Any], boxes: Mapping[str, str]) -> dict[str, str]:
    """The boxes as the scenario's players call them."""
    found = {}
    for box, title in boxes.items():
        if box in {"unused", "spare"}:
            continue
        for side, words in enumerate((("Allied", "Allies"), ("Axis", "Axis"))):
            for word in words:
                title = title.replace(word, side_title(data, side)) if box.startswith(SIDES[side]) else title
        found[box] = title
    return found


def kind_title(world: World, piece: int, face: int) -> str:
    """The kind of a counter: ``3-4-6``, ``leader 8-1``, ``light machine gun``."""
    if piece < 2 * MEN:
        squad = world.squads[face]
        return f"{squad.firepower}-{squad.range}-{squad.morale}"
    if piece < world.first_weapon:
        return f"leader {world.leaders[face].key}"
    if piece < world.first_dummy:
        return world.weapons[face].title.lower()
    if piece < world.first_work:
        return "dummy"
    return WORK_KINDS[face] if piece < world.first_smoke else SMOKE_KINDS[face]


def title(s: HollowState, piece: int) -> str:
    """A counter by kind and number: ``3-4-6 (x2)``."""
    return f"{kind_title(s.world, piece, s.face[piece])} ({s.world.names.pieces[piece]})"


def key_title(world: World, piece: int) -> str:
    """What a log line calls it: the number alone, for its kind may have changed since."""
    return "a unit" if piece == UNKNOWN else world.names.pieces[piece]
