"""A vehicle in the hex of an enemy tank: it may drive through, and stops only beside what it could destroy (29, 188.22)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.counters import GUN_GONE, MALFUNCTION
from amba.games.hollow.rules.armour.r033_to_kill import kill_number
from amba.games.hollow.rules.armour.r035_machine_guns import why_silent
from amba.games.hollow.rules.armour.r035_piercing import BULLETS, main_gun
from amba.games.hollow.rules.armour.r063_guns import arms_of
from amba.games.hollow.rules.common import Line
from amba.games.hollow.rules.r029_vehicles import enemies_driving
from amba.games.hollow.state import HollowState

FIVE = 5
"""The roll with which it must be able to destroy a tank beside which it stops."""


def enemy_tanks(s: HollowState, side: int, place: int) -> list[int]:
    """Armoured vehicles of the other side in a hex that somebody is in."""
    return [v for v in enemies_driving(s, side, place) if s.vehicle(v).is_armoured]


@rule("29", "33.4")
def could_destroy(s: HollowState, vehicle: int, tank: int) -> bool:
    """Whether its main armament is in order and destroys such a tank with a five, from behind and where that is weakest."""
    arms, target = arms_of(s, vehicle), s.vehicle(tank)
    if arms is not None:
        ordnance, works = s.world.armoury.ordnance[arms.gun], not s.has(vehicle, MALFUNCTION) and not s.has(vehicle, GUN_GONE)
    else:
        gun = main_gun(s, vehicle)
        ordnance, works = BULLETS, gun is not None and not why_silent(s, vehicle, gun)[0]
    numbers = (kill_number(ordnance, "ap", 0, target.rear, is_turret, is_rear=True) for is_turret in (False, True))
    return works and any(number is not None and number >= FIVE for number in numbers)


@rule("29")
def refuse_staying(s: HollowState, vehicle: int, place: int, points: Sequence[Line] = ()) -> Refusal | None:
    """Nobody stops, or ends his phase, in the hex of a tank to which he could do nothing; so he does not go there either if his points, which are shown, do not take him on."""
    tanks = enemy_tanks(s, s.side[vehicle], place)
    if not tanks or any(could_destroy(s, vehicle, tank) for tank in tanks):
        return None
    names = {"vehicle": s.world.names.pieces[vehicle], "place": s.world.names.places[place]}
    if points:
        text = "A tank of the enemy is in {place}, to which {vehicle} can do nothing: it has no points to drive on, and does not stay there."
        return Refusal("29", text, names, tuple(points))
    return Refusal("29", "A tank of the enemy is in {place}, to which {vehicle} can do nothing: it does not stay there.", names)
