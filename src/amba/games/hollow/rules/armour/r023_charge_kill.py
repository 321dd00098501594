"""A charge at an armoured vehicle: its number against the weakest armour of the hull (23, 33.4)."""

from __future__ import annotations

from amba.core.event import Said
from amba.games.hollow.book import rule
from amba.games.hollow.frames_crews import ChargeKill
from amba.games.hollow.rules.armour.r033_to_kill import ARMOUR, BURNS, DESTROYED, IMMOBILISED, read_kill
from amba.games.hollow.rules.armour.r055_vehicle_mines import least_armour
from amba.games.hollow.rules.armour.r064_crews import immobilise
from amba.games.hollow.rules.armour.r064_stun import destroy
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import fought_at_vehicle, roll_step
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

CHARGE = 16
"""What a charge needs to kill, before armour."""


@rule("23", "33.4", "33.41")
def charge_items(s: HollowState, vehicle: int) -> list[Item]:
    """Sixteen, less the weakest armour of the hull."""
    least = least_armour(s, vehicle)
    return [Item("charge", CHARGE, "23"), *([Item(f"armour of the hull ({least:+d})", -ARMOUR[least], "33.41")] if least is not None else [])]


@rule("23", "33.4", "66")
def read_charge_kill(s: HollowState, at: ChargeKill, dice: tuple[int, ...]) -> None:
    """As any hit of high explosive in the hull."""
    v = s.vehicle(at.vehicle)
    number = sum_of(charge_items(s, at.vehicle))
    result = read_kill(number, dice[0], "he", False, v.is_armoured, v.brews_up)
    s.do(Said("33.4", "kill", (title(s, at.vehicle), "hull", number, dice[0], result)))
    if result in {BURNS, DESTROYED}:
        destroy(s, at.vehicle, burning=result == BURNS)
    elif result == IMMOBILISED:
        immobilise(s, "66", at.vehicle, by_attack=True)


CHARGE_KILL = roll_step(
    ChargeKill,
    "to kill",
    "33.4",
    "What the charge does to {vehicle}",
    read_charge_kill,
    values=lambda s, at: {"vehicle": title(s, at.vehicle)},
    over=fought_at_vehicle,
)
