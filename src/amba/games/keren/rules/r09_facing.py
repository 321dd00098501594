"""9.0 Facing, an optional rule."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Spent
from amba.core.flow import Step, change, pop
from amba.core.menu import Menu
from amba.games.keren.book import rule
from amba.games.keren.state import KerenState
from amba.games.keren.world import ITALIAN, SIDES, TURNED
from amba.kit.hexgrid import DIRECTIONS

NORTH, SOUTH = 0, 3


def first_facing(side: int) -> int:
    """At the start the Italians look south, the Commonwealth north."""
    return SOUTH if side == ITALIAN else NORTH


@rule("9.0")
def is_in_arc(s: KerenState, unit: int, target: int) -> bool:
    """Whether a unit may fire at a neighbouring hex: its faced side and one to each side, when facing is played."""
    if s.options["facing"] != "on" or not s.world.units[unit].has_facing:
        return True
    towards = s.world.grid.direction(s.at[unit], target)
    return towards is not None and (towards - s.points[unit]) % 6 in {0, 1, 5}


@rule("9.0")
def facings(s: KerenState, unit: int) -> list[str]:
    """The directions a unit can be turned to in its movement phase."""
    if s.options["facing"] != "on" or not s.world.units[unit].has_facing or s.has(unit, TURNED) or not s.is_on_map(unit):
        return []
    return [name for index, name in enumerate(DIRECTIONS) if index != s.points[unit]]


def refuse_facing(s: KerenState, unit: int, name: str) -> Refusal | None:
    values = {"unit": s.world.units[unit].title, "way": name}
    if s.options["facing"] != "on":
        return Refusal("9.0", "Facing is an option that is not played in this game.")
    if name not in DIRECTIONS:
        return unknown_action(("face", name), [f"face UNIT {way}" for way in DIRECTIONS], "9.0")
    if not s.world.units[unit].has_facing or not s.is_on_map(unit):
        return Refusal("9.0", "{unit} has no facing.", values)
    if s.has(unit, TURNED):
        return Refusal("9.0", "{unit} has been turned already in this phase.", values)
    return None if name in facings(s, unit) else Refusal("9.0", "{unit} faces {way} already.", values)


def turn_to(s: KerenState, unit: int, name: str) -> None:
    s.do(Spent("9.0", unit, s.points[unit], DIRECTIONS.index(name)))


@rule("9.0")
class Reface(Step[KerenState]):
    """("reface", side, units): after a retreat a unit may be turned once."""

    def decision(self, s: KerenState) -> Decision:
        side = s.frames[-1][1]
        return Decision(side, "facing", "9.0", "{side}: choose the facing of the unit that retreated.", {"side": SIDES[side].title()})

    def menu(self, s: KerenState) -> Menu:
        unit = s.frames[-1][2][0]
        return Menu([("face", s.world.names.pieces[unit], name) for name in DIRECTIONS])

    def apply(self, s: KerenState, a: Action) -> None:
        name, side, units = s.frames[-1]
        if len(units) > 1:
            change(s, name, side, units[1:])
        else:
            pop(s)
        turn_to(s, units[0], a[2])
