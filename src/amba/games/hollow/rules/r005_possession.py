"""Taking up weapons that lie about: a die says whether somebody finds them and gets hold of them."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.games.hollow.book import rule
from amba.games.hollow.counters import CX
from amba.games.hollow.frames import RecoveryRoll
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import ONE_DIE
from amba.games.hollow.rules.r006_stacking import refuse_fallen, refuse_weapon
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import may_double_time
from amba.games.hollow.rules.rolls import roll_step
from amba.games.hollow.state import HollowState

RECOVERED = 5
"""A die of at most so much, and the weapon is theirs."""


@rule("5.7", "194.731", "142")
def recovery_items(s: HollowState, unit: int) -> list[Item]:
    """+1 for exhausted men, +1 in very heavy and denser dust."""
    found = [Item("exhausted", 1, "142")] if s.has(unit, CX) else []
    return [*found, Item("very heavy dust", 1, "194.731")] if not may_double_time(dust(s)) else found


@rule("5.7")
def refuse_pick_up(s: HollowState, unit: int, weapon: int) -> Refusal | None:
    """A weapon that lies in the unit's hex; nobody takes up a charge whose fuse burns, nor more than he can carry."""
    name = {"weapon": s.world.names.pieces[weapon]}
    if not s.is_unit(unit):
        return Refusal("5.7", "{unit} takes up no weapons.", {"unit": s.world.names.pieces[unit]})
    if weapon not in s.loose_weapons(s.at[unit]):
        return Refusal("5.7", "{weapon} is no weapon that lies in its hex.", name)
    return refuse_fallen(s, unit) or refuse_weapon(s, unit, weapon)


@rule("5.7", "194.731")
def read_recovery(s: HollowState, at: RecoveryRoll, dice: tuple[int, ...]) -> None:
    """5 or less, and it is theirs."""
    (unit,) = at.units
    found = dice[0] + sum_of(recovery_items(s, unit)) <= RECOVERED
    s.do(Said("5.7", "recovery", (s.world.names.pieces[at.weapon], "is taken up" if found else "is not found")))
    if found:
        s.spend("5.7", at.weapon, unit + 1)


RECOVERY_ROLL = roll_step(RecoveryRoll, "recovery", "5.7", "Taking up a weapon", read_recovery, ONE_DIE)
