"""Armour leaders: who rides in which vehicle, and what he is worth to it (64, 176.73)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.core.decision import Refusal
from amba.core.steps import Takes
from amba.games.hollow.book import rule
from amba.games.hollow.counters import COMMANDER, RECALLED
from amba.games.hollow.forces import Leader
from amba.games.hollow.frames import SettingUp
from amba.games.hollow.orders_armour import Command
from amba.games.hollow.rules.common import Item, refuse_not_own
from amba.games.hollow.scenario_forces import ARMOUR_LEADERS
from amba.games.hollow.state import HollowState


@rule("64")
def commander_of(s: HollowState, vehicle: int) -> Leader | None:
    """The armour leader in a vehicle; a crew that is recalled has none any more."""
    which = s.marks[vehicle] >> COMMANDER & 7
    return None if not which or s.has(vehicle, RECALLED) else s.world.leaders[s.world.leader_face[ARMOUR_LEADERS[which - 1]]]


@rule("64", "176.73")
def commander_items(s: HollowState, vehicle: int) -> list[Item]:
    """What he takes off the dice: to hit with the main gun, in overruns and close combat, for a hull-down place, and to get free."""
    found = commander_of(s, vehicle)
    return [Item(f"armour leader {found.key}", found.leadership, "64")] if found is not None and found.leadership else []


@rule("64", "177")
def commander_value(s: HollowState, vehicle: int) -> int:
    """What he counts if he is lost with his vehicle: 1, and his modifier."""
    which = s.marks[vehicle] >> COMMANDER & 7
    return 1 - s.world.leaders[s.world.leader_face[ARMOUR_LEADERS[which - 1]]].leadership if which else 0


def waiting_leaders(s: HollowState, vehicle: int) -> list[str]:
    """The armour leaders of a vehicle's group that ride nowhere yet."""
    for group, entry in zip(s.plan.groups, groups_of(s), strict=False):
        if vehicle in group.pieces:
            riding = [ARMOUR_LEADERS[(s.marks[v] >> COMMANDER & 7) - 1] for v in group.pieces if s.is_vehicle(v) and s.marks[v] >> COMMANDER & 7]
            left = list(entry.get("armour_leaders", ()))
            for key in riding:
                if key in left:
                    left.remove(key)
            return left
    return []


def groups_of(s: HollowState) -> list[Mapping[str, Any]]:
    return [] if s.plan.data.get("own_design") else list(s.plan.data.get("group", ()))


def take_command(s: HollowState, vehicle: int, key: str) -> None:
    which = ARMOUR_LEADERS.index(key) + 1
    for bit in range(3):
        s.mark("64", vehicle, COMMANDER + bit, bool(which >> bit & 1))


@rule("64")
def refuse_command(s: HollowState, at: SettingUp, a: Command) -> Refusal | None:
    """A leader of its group who rides nowhere yet, in an armoured vehicle that has none."""
    found = refuse_not_own(s, at.side, a.vehicle, "64", "vehicle")
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[a.vehicle]}
    if not s.vehicle(a.vehicle).is_armoured or s.marks[a.vehicle] >> COMMANDER & 7:
        return Refusal("64", "{vehicle} has no armour, or has a leader already.", name)
    return None if waiting_leaders(s, a.vehicle) else Refusal("64", "No armour leader waits for {vehicle}.", name)


@rule("64")
def commands_left(s: HollowState, side: int) -> None:
    """Leaders whom nobody has placed ride in the first vehicles of their group."""
    for v in s.vehicles(side):
        if s.vehicle(v).is_armoured and not s.marks[v] >> COMMANDER & 7 and (left := waiting_leaders(s, v)):
            take_command(s, v, left[0])


def commands(s: HollowState, at: SettingUp) -> list[Command]:
    if not any("armour_leaders" in entry for entry in groups_of(s)):
        return []
    return [Command(v) for v in s.vehicles(at.side)]


COMMAND_ORDER: Takes[HollowState, SettingUp, Command] = Takes(
    Command, lambda s, _at, a: take_command(s, a.vehicle, waiting_leaders(s, a.vehicle)[0]), refuse_command, candidates=commands
)
