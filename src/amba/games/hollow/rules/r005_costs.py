"""Movement on foot: factors and costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.games.hollow.counters import DUG, GROUND
from amba.games.hollow.rules.common import DOUBLING, Item, sum_of
from amba.games.hollow.rules.r006_stacking import overload
from amba.games.hollow.rules.r024_smoke import smoke_cost
from amba.games.hollow.rules.r185_costs import ground_cost, hexside_cost
from amba.games.hollow.rules.r188_crests import front_of, is_on_bank
from amba.games.hollow.rules.r191_works import ditch_cost, trench_cost
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState

EntryCost = Callable[[HollowState, int], Item | None]
"""What one chapter adds to the cost of a hex: the state, the hex."""
ENTRY_COSTS: tuple[EntryCost, ...] = (smoke_cost, ditch_cost)
"""What entering a hex costs on top of terrain, climbing and fortifications."""


def entry_items(s: HollowState, to: int) -> list[Item]:
    return [item for cost in ENTRY_COSTS if (item := cost(s, to)) is not None]


class Stance(NamedTuple):
    """Where a stack stands, or would stand on its way: the hex, in a wadi its bed or crest, and whether in a work."""

    place: int
    position: str
    dug_in: bool
    front: int = -1
    """At a crest, the way they face; -1 elsewhere."""


def stance_of(s: HollowState, unit: int) -> Stance:
    front = front_of(s, unit) if s.position(unit) == "crest" else -1
    return Stance(s.at[unit], s.position(unit), s.has(unit, DUG), front)


def ground_state(s: HollowState) -> str:
    return GROUNDS[s.tracks[GROUND]]


@rule("94", "42")
def is_slow(s: HollowState, unit: int) -> bool:
    """Inexperienced men; and a dummy where its side has no others, for it moves as a squad of its side would."""
    if not s.is_dummy(unit):
        return s.squad(unit).inexperienced
    squads = [u for u in s.units(s.side[unit]) if s.is_squad(u)]
    return bool(squads) and all(s.squad(u).inexperienced for u in squads)


@rule("5", "94", "142", "5.7")
def allowance_items(s: HollowState, unit: int, group: Sequence[int], mode: str) -> list[Item]:
    """4 factors for men, 3 if inexperienced, 6 for a leader; 2 more with a leader all the way, 2 more at the double; less what is carried too much."""
    if s.is_leader(unit):
        found = [Item("leader", 6, "5")]
    else:
        found = [Item("inexperienced men", 3, "94") if is_slow(s, unit) else Item("men", 4, "5")]
        if any(s.is_leader(other) for other in group):
            found.append(Item("with a leader", 2, "5"))
    if mode == DOUBLING:
        found.append(Item("double time", 2, "142"))
    if overload(s, unit, group):
        found.append(Item("carries too much", -overload(s, unit, group), "5.7"))
    return found


def allowance(s: HollowState, unit: int, group: Sequence[int], mode: str) -> int:
    return max(0, sum_of(allowance_items(s, unit, group, mode)))


def left(s: HollowState, group: Sequence[int], mode: str) -> int:
    """What the slowest of the group has left."""
    return min(allowance(s, unit, group, mode) - s.points[unit] for unit in group)


@rule("5", "176.5", "188.13", "80.1", "176.6")
def cost_items(s: HollowState, group: Sequence[int], to: int, rim: bool = False) -> list[Item]:
    """What a step costs: terrain and hexside, double uphill, into and out of a wadi, out of a foxhole, smoke and weather."""
    return cost_from(s, stance_of(s, group[0]), to, rim, s.side[group[0]])


def cost_from(s: HollowState, stance: Stance, to: int, rim: bool = False, side: int | None = None) -> list[Item]:
    """The same for a stack that stands, or would stand, there; of the phasing side, unless another runs."""
    here, position, dug_in, front = stance
    trench = trench_cost(s, (), here, to, side) if dug_in else None
    if trench is not None:
        return [trench, *entry_items(s, to)]
    out = [Item("out of the fortification", 1, "54")] if dug_in else []
    if front >= 0 and not is_on_bank(s, here, front, to):  # the wadi lies in between
        position, out = "in", [*out, Item("down from the crest", 1, "188.161")]
    return [*ground_items(s, here, position, to, rim), *out, *entry_items(s, to)]


@rule("5", "188.13", "80.1")
def ground_items(s: HollowState, here: int, position: str, to: int, rim: bool) -> list[Item]:
    """What the ground itself costs: it never changes but with the weather."""
    field = s.field
    base = ground_cost(field, here, to, ground_state(s))
    found = [Item("terrain", base, "176.5")]
    climb = max(1, base - hexside_cost(field, here, to))  # uphill doubles the ground, not the wall on the way
    from_bed = position == "in"
    along_bed = from_bed and field.side(here, to, "wadi", "wadi_join") and field.is_wadi(to) and not rim
    into_bed = field.is_wadi(to) and not rim and not along_bed
    rise = field.level(to) - field.level(here)
    if from_bed and not along_bed:
        found.append(Item("out of the wadi", climb, "188.13"))
        if rise > 0:
            found.append(Item("and uphill", 2 * rise * climb, "188.13"))
    elif rise > 0:  # each full level doubles: an abrupt change of two costs four times the ground
        found.append(Item("uphill", (2 * rise - 1) * climb, "188.13" if along_bed else "5"))
    if into_bed:
        found.append(Item("down into the wadi", ground_cost(field, here, to, ground_state(s), down=1) - base, "80.1"))
    sheer = -rise - (not into_bed)
    if sheer > 0:
        found.append(Item("more than a level down", sheer * climb, "5"))
    return [item for item in found if item.value]


def cost(s: HollowState, group: Sequence[int], to: int, rim: bool = False) -> int:
    return sum_of(cost_items(s, group, to, rim))
