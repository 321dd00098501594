"""Taking up weapons that lie about: a die says whether somebody finds them and gets hold of them."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.state import Frame
from amba.games.hollow.book import rule
from amba.games.hollow.marks import BUSY, CX
from amba.games.hollow.rules.common import ASSAULTING, Item, sum_of
from amba.games.hollow.rules.r005_costs import left
from amba.games.hollow.rules.r006_stacking import refuse_fallen, refuse_weapon
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import may_double_time
from amba.games.hollow.rules.rolls import Roll
from amba.games.hollow.state import HollowState

RECOVERED = 5
"""A die of at most so much, and the weapon is theirs."""


@rule("5.7")
def refuse_take(s: HollowState, units: Sequence[int], mode: str, unit: int, weapon: int) -> Refusal | None:
    """Trying to take up a weapon that lies in the hex costs 1 factor; nobody takes up a charge whose fuse burns."""
    if (
        unit not in units
        or not s.is_unit(unit)
        or not s.is_weapon(weapon)
        or s.at[weapon] != s.at[unit]
        or s.owner_of(weapon) >= 0
        or s.has(weapon, BUSY)
    ):
        return Refusal("5.7", "One of the moving units takes up a weapon that lies in its hex.")
    if mode == ASSAULTING or left(s, [unit], mode) < 1:
        return Refusal("5.7", "That costs 1 factor; {have} are left.", {"have": max(0, left(s, [unit], mode))})
    return refuse_fallen(s, unit) or refuse_weapon(s, unit, weapon)


@rule("5.7", "194.731", "142")
def recovery_items(s: HollowState, unit: int) -> list[Item]:
    """+1 for exhausted men, +1 in very heavy and denser dust."""
    found = [Item("exhausted", 1, "142")] if s.has(unit, CX) else []
    return [*found, Item("very heavy dust", 1, "194.731")] if not may_double_time(dust(s)) else found


class Recovering(Roll):
    """The die of a unit that takes up a weapon: ("recovering", the unit, weapon)."""

    kind, number, title = "recovery", "5.7", "Taking up a weapon"
    thrown = 1

    @rule("5.7", "194.731")
    def read(self, s: HollowState, frame: Frame, dice: tuple[int, ...]) -> None:
        """5 or less, and it is theirs."""
        _, (unit,), weapon = frame
        found = dice[0] + sum_of(recovery_items(s, unit)) <= RECOVERED
        s.do(Said("5.7", "recovery", (s.world.names.pieces[weapon], "is taken up" if found else "is not found")))
        if found:
            s.spend("5.7", weapon, unit + 1)
