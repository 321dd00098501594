"""Motorcycles in hammada, beside it, and in broken ground (186.15, 196.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.frames import Marching
from amba.games.hollow.frames_transport import CycleFall
from amba.games.hollow.rules.common import CAREFUL, NORMAL, Item, sum_of
from amba.games.hollow.rules.dice import at_most, roll_step
from amba.games.hollow.rules.r012_morale import break_unit
from amba.games.hollow.rules.r110_mounts import CYCLES, may_throw, mount_of, riding
from amba.games.hollow.state import NOBODY, HollowState
from amba.games.hollow.titles import title

OFF, LOST = 12, 13
"""What throws a motorcyclist off, and what ends the machine too."""


@rule("186.14", "186.15", "196.1")
def fall_items(s: HollowState, to: int, mode: str = NORMAL) -> list[Item]:
    """What is added to a motorcycle's roll: one as a motorcycle, one where it does not pay twice; one less beside hammada."""
    found = [Item("motorcycle", 1, "186.14"), *([] if mode == CAREFUL else [Item("not with care", 1, "186.14")])]
    if s.field.has(to, "broken_ground"):
        return [*found, Item("broken ground", -1, "196.1")]
    return found if s.field.has(to, "hammada") else [*found, Item("beside hammada", -1, "186.14")]


@rule("186.15", "194.8", "196.1")
def ride_over(s: HollowState, units: Sequence[int], here: int, to: int) -> None:
    """Motorcycles that enter hammada, or open ground beside it, roll, in mud too, unless they keep to a track or road."""
    cyclists = [u for u in units if s.is_unit(u) and s.is_on_map(u) and riding(s, u) in CYCLES]
    if cyclists and to in s.field.hex_of and here in s.field.hex_of and may_throw(s, here, to):
        for unit in cyclists:
            push(s, CycleFall(unit, to))


def fall_chances(s: HollowState, unit: int, mode: str, places: Sequence[int]) -> list[str]:
    """In words, how likely a motorcyclist is to be thrown off in each hex of his way."""
    if riding(s, unit) not in CYCLES:
        return []
    names, found = s.world.names.places, []
    for here, to in pairwise((s.at[unit], *places)):
        if may_throw(s, here, to):
            falls = 36 - at_most(OFF - sum_of(fall_items(s, to, mode)) - 1)
            found.append(f"{names[to]}: thrown off in {falls} of 36 cases (186.15).")
    return found


@rule("186.15")
def read_fall(s: HollowState, at: CycleFall, dice: tuple[int, ...]) -> None:
    """A final 12 breaks the rider and throws him off; 13 and more is the end of the machine, too."""
    if not s.is_on_map(at.unit) or riding(s, at.unit) not in CYCLES:
        return
    pace = next((frame.mode for frame in s.frames[::-1] if isinstance(frame, Marching)), NORMAL)
    modifier = sum_of(fall_items(s, at.place, pace))
    roll, mount = dice[0] + modifier, mount_of(s, at.unit)
    word = "gets through" if roll < OFF else "is thrown off" if roll < LOST else "is thrown off, and the machine is lost"
    s.do(Said("186.15", "motorcycle", (title(s, at.unit), f"{modifier:+d}", word)))
    if roll >= LOST:
        s.spend("186.15", mount, NOBODY)
        s.remove("186.15", mount, "eliminated")
    if roll >= OFF:
        break_unit(s, at.unit)


CYCLE_FALL = roll_step(
    CycleFall, "motorcycle", "186.15", "Does {unit} get through the hammada?", read_fall, values=lambda s, at: {"unit": title(s, at.unit)}
)
