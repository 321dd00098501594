"""Mud that holds vehicles: one secret roll and one secret die in a movement phase (194.8).

The two are never seen, so they need not be thrown beforehand: in the n-th hex that counts the vehicle bogs with the chance that the roll holds it and the die shows n, given that it has got so far.
"""

from __future__ import annotations

from amba.core.event import Said
from amba.core.order import Roll
from amba.games.hollow.book import rule
from amba.games.hollow.frames_armour import MudRoll
from amba.games.hollow.rules.armour.r064_crews import bog
from amba.games.hollow.rules.armour.r176_checks import STUCK
from amba.games.hollow.rules.dice import Rolls, at_most, roll_step
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

FACES = 6


@rule("194.8")
def mud_weights(modifier: int, count: int) -> tuple[int, int]:
    """In how many cases the vehicle is held in the n-th hex, and in how many it is not, of those in which it has got so far."""
    held = 36 - at_most(STUCK - modifier - 1)
    return (held, 36 * FACES - count * held) if count <= FACES else (0, 1)


def mud_dice(s: HollowState, at: MudRoll) -> Rolls:
    held, free = mud_weights(at.modifier, at.nth)
    return tuple((Roll((die,)), weight) for die, weight in ((at.nth, held), (0, free)) if weight)


@rule("194.8", "176.72")
def read_mud(s: HollowState, at: MudRoll, dice: tuple[int, ...]) -> None:
    """The die shows this hex, and the vehicle is bogged."""
    held = dice[0] > 0
    s.do(Said("194.8", "ground check", (title(s, at.vehicle), "mud", f"{at.modifier:+d}", "is bogged" if held else "gets through")))
    if held:
        bog(s, "194.8", at.vehicle)


MUD_ROLL = roll_step(MudRoll, "mud", "194.8", "Does the mud hold {vehicle}?", read_mud, mud_dice, lambda s, at: {"vehicle": title(s, at.vehicle)})
