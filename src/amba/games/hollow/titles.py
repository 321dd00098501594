"""What pieces and places are called."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from string import ascii_letters
from typing import Any

from amba.core.event import UNKNOWN
from amba.games.hollow.counters import DIVE_BOMBER, FIGHTER_BOMBER, MEN, SIDES, SMOKE_KINDS, WORK_KINDS
from amba.games.hollow.scenarios import Plan
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import World

CLOCK = (1, 3, 5, 7, 9, 11)
"""What people call the six hexspines: hours of a clock that lies on the map as it is drawn."""


PLANES = (FIGHTER_BOMBER, DIVE_BOMBER)


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
    if piece < world.first_vehicle:
        return WORK_KINDS[face] if piece < world.first_smoke else SMOKE_KINDS[face]
    return world.vehicles[face].title if piece < world.first_gun else world.guns[face].title


def title(s: HollowState, piece: int) -> str:
    """A counter by kind and number: ``3-4-6 (x2)``; an aircraft by what flies for its side: ``Kittyhawk (smoke1)``."""
    kind = kind_title(s.world, piece, s.face[piece])
    if s.is_smoke(piece) and s.face[piece] in PLANES:
        kind = next((flight.plane.title for flight in s.plan.flights if 1 + flight.side == s.points[piece]), kind)
    return f"{kind} ({s.world.names.pieces[piece]})"


KINDS = (
    ("squad", "Sq"),
    ("leader", "Ldr"),
    ("weapon", "Wpn"),
    ("dummy", "Dummy"),
    ("work", "Work"),
    ("marker", "Mark"),
    ("vehicle", "Veh"),
    ("gun", "Gun"),
)
"""What a counter is called for good, whatever its face, and the same on the counter."""


def call(world: World, data: Mapping[str, Any], piece: int) -> tuple[str, str]:
    """A counter's name in sentences (`Italian squad 4`) and on itself (`Sq 4`)."""
    starts = (world.first_leader, world.first_weapon, world.first_dummy, world.first_work, world.first_smoke, world.first_vehicle, world.first_gun)
    kind, short = KINDS[bisect_right(starts, piece)]
    number = world.names.pieces[piece].lstrip(ascii_letters)
    if world.first_dust <= piece < world.first_vehicle:
        return f"dust of {adjective(side_title(data, world.home[piece]))} vehicle {number}", f"Dust {number}"
    people = "" if world.first_smoke <= piece < world.first_vehicle else adjective(side_title(data, world.home[piece])) + " "
    return f"{people}{kind} {number}", f"{short} {number}"


def type_numbers(world: World, plan: Plan) -> dict[int, str]:
    """Vehicles and guns of a scenario by type and number: `Matilda II 1`."""
    counts: dict[tuple[int, int, bool], int] = {}
    found = {}
    for piece in sorted(piece for piece in plan.pieces if piece >= world.first_vehicle):
        key = (world.home[piece], plan.faces.get(piece, 0), piece >= world.first_gun)
        counts[key] = counts.get(key, 0) + 1
        found[piece] = f"{kind_title(world, piece, plan.faces.get(piece, 0))} {counts[key]}"
    return found


def adjective(people: str) -> str:
    """`Italians` as in an Italian squad."""
    return {"Allies": "Allied"}.get(people) or (people[:-1] if people.endswith("ans") else people)


def key_title(world: World, piece: int) -> str:
    """What a log line calls it: the number alone, for its kind may have changed since."""
    return "a unit" if piece == UNKNOWN else world.names.pieces[piece]
