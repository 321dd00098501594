"""Leaving the map over the edge that the scenario names: units that get away count for their side (177, 177.1)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.core.event import Removed
from amba.core.steps import AutoStep, change, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import MOVED, PINNED
from amba.games.hollow.frames import Hop, Leaving, Marching, MineRoll
from amba.games.hollow.rules.common import ASSAULTING, NORMAL, Item, item_lines, sum_of
from amba.games.hollow.rules.r005_movement import Stance, left, stance_of
from amba.games.hollow.rules.r005_paths import ways_of
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r055_mines import mines_at
from amba.games.hollow.rules.r194_cycle_dust import settle_behind
from amba.games.hollow.state import HollowState

OFF: Hop = (-1, False)
"""The last step of a way that leads off the map."""


@rule("177", "54", "188.13")
def exit_items(stance: Stance) -> list[Item]:
    """What the step off the map costs: open ground beyond the edge, and a factor more out of a fortification or up out of a wadi."""
    found = [Item("off the map", 1, "177")]
    found += [Item("out of the fortification", 1, "54")] if stance.dug_in else []
    return [*found, Item("out of the wadi", 1, "188.13")] if stance.position == "in" else found


def exit_cost(stance: Stance) -> int:
    return sum_of(exit_items(stance))


def standing_at(s: HollowState, place: int) -> Stance:
    """How men who walk there stand there."""
    return Stance(place, "in" if s.field.is_wadi(place) else "ground", False)


@rule("177")
def refuse_door(s: HollowState, side: int, place: int) -> Refusal | None:
    """Only over the hexes of the edge that the scenario gives to this side."""
    if place in s.plan.exits[side]:
        return None
    return Refusal("177", "Your side does not leave the map at {place}.", {"place": s.world.names.places[place]})


def may_reach_edge(s: HollowState, unit: int) -> bool:
    """Whether it is worth asking: no edge lies further off than there are factors."""
    doors = s.plan.exits[s.side[unit]]
    return bool(doors) and min(s.field.range(s.at[unit], door) for door in doors) < left(s, (unit,), NORMAL)


@rule("177", "177.1", "42")
def go_off(s: HollowState, unit: int) -> None:
    """Off the map with all it carries, turned over, so that both sides see what it counts; a dummy is only gone."""
    reveal(s, unit)
    if not s.is_on_map(unit):
        return
    box = s.world.exited[s.side[unit]]
    settle_behind(s, unit)
    for piece in (*s.weapons_of(unit), unit):
        s.do(Removed("177", piece, s.at[piece], box))
    s.wipe(unit)


@rule("177", "5")
def refuse_leave(s: HollowState, unit: int, place: int) -> Refusal | None:
    """A whole move of one unit to a hex of the edge and over it, if its factors are enough for both."""
    if (found := refuse_door(s, s.side[unit], place)) is not None:
        return found
    ways = ways_of(s, (unit,), NORMAL, 0).cost
    over = exit_items(stance_of(s, unit) if place == s.at[unit] else standing_at(s, place))
    there = 0 if place == s.at[unit] else ways.get((place, False))
    have = max(0, left(s, (unit,), NORMAL))
    name = {"place": s.world.names.places[place]}
    if there is None:
        return Refusal("177", "{place} is out of reach, and so is the edge there.", name, item_lines(over))
    need = there + sum_of(over)
    if need > have:
        items = ((name["place"], str(there), "5"), *item_lines(over), ("factors left", str(have), "5"))
        return Refusal("177", "To {place} and off the map costs {need}; {have} are left.", {**name, "need": need, "have": have}, items)
    return None


@rule("177")
def refuse_off(s: HollowState, units: Sequence[int], mode: str) -> Refusal | None:
    """A stack on the march that stands at the edge leaves with the factors it has left; not by assault movement."""
    if (found := refuse_door(s, s.side[units[0]], s.at[units[0]])) is not None:
        return found
    if mode == ASSAULTING:
        return Refusal("142.71", "Nobody leaves the map by assault movement.")
    items = exit_items(stance_of(s, units[0]))
    need, have = sum_of(items), max(0, left(s, units, mode))
    if need > have:
        lines = (*item_lines(items), ("factors left", str(have), "5"))
        return Refusal("177", "Off the map costs {need}; {have} are left.", {"need": need, "have": have}, lines)
    return None


def way_off(s: HollowState, unit: int, place: int) -> tuple[Hop, ...]:
    """The whole way, the step over the edge included."""
    way = () if place == s.at[unit] else ways_of(s, (unit,), NORMAL, 0).path((place, False))
    return (*way, OFF)


@rule("177", "55")
def step_off(s: HollowState) -> None:
    """The stack on the march steps over the edge; mines of the hex it leaves go off first."""
    at = top(s, Marching)
    price = exit_cost(stance_of(s, at.units[0]))
    for unit in at.units:
        s.mark("5", unit, MOVED)
        s.spend("177", unit, s.points[unit] + price)
    change(s, at._replace(steps=at.steps + 1, path=()))
    push(s, Leaving())
    for work in mines_at(s, s.at[at.units[0]]):
        if s.points[work]:
            push(s, MineRoll(work, at.units))


@rule("177")
def run_leaving(s: HollowState, at: Leaving) -> None:
    """After the mines at the edge: whoever is still on his feet is gone."""
    pop(s)
    units = top(s, Marching).units
    pop(s)
    for unit in units:
        if s.is_on_map(unit) and s.is_good(unit) and not s.has(unit, PINNED):
            go_off(s, unit)


LEAVING = AutoStep(Leaving, run_leaving)
