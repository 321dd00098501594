"""11.0 Ranged fire, 12.0 bombardment: who may fire at whom, and with what effect."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from amba.core.decision import Refusal
from amba.core.event import Rolled, Said
from amba.core.order import Roll
from amba.core.steps import ChanceStep, one_die, pop, push
from amba.games.keren.book import rule
from amba.games.keren.frames import FireDie, Losses, Retreating
from amba.games.keren.rules.asking import rolls
from amba.games.keren.rules.r04_points import eliminate
from amba.games.keren.rules.r09_facing import is_in_arc
from amba.games.keren.rules.r14_results import suppress
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import BACK, MOVED, SHOT
from amba.load.files import PrintedTable

BOMBARDMENT, DEFENSIVE = 0, 1


class Shot(NamedTuple):
    """An attack by fire with everything that goes into its column."""

    total: int
    """In quarters."""
    shift: int
    worst: int
    """The firer whose elevation counts."""
    base: int
    column: int


def target_at(s: KerenState, place: int, depth: int) -> int:
    """The unit so many places from the top of the stack (7.4: only the top one is seen)."""
    return s.here[place][-depth]


@rule("11.0", "10.5")
def is_next_to(s: KerenState, unit: int, target: int) -> bool:
    """Adjacent, and no prohibited or roadblock side between; nothing fires into or out of the tunnel."""
    tunnel, place = s.world.tunnel, s.at[unit]
    return tunnel not in {place, target} and target in s.world.ground.zoc_links[place]


@rule("12.0", "12.1", "10.5")
def has_line_of_sight(s: KerenState, unit: int, target: int) -> bool:
    """The firer names a corner, the target's owner answers with one of his; both choose as well as they can."""
    tunnel, place = s.world.tunnel, s.at[unit]
    return tunnel not in {place, target} and s.world.ground.sees(place, target)


HINDRANCES = {
    "suppressed": ("14.4", "{unit} is suppressed and may not fire."),
    "fired": ("11.0", "{unit} has already fired in this phase."),
    "tunnel": ("10.5", "Nothing fires into the tunnel or out of it."),
    "no artillery": ("12.0", "{unit} is no artillery and cannot bombard."),
    "fired side": ("12.4", "{unit} is on its fired side."),
    "facing": ("9.0", "{hex} is outside the facing of {unit}."),
    "prohibited": ("11.0", "A prohibited side is between {unit} and {hex}."),
    "roadblock": ("11.0", "The roadblock is between {unit} and {hex}."),
    "far": ("11.0", "{unit} is not adjacent to {hex}."),
    "follows": ("12.5", "{unit} is not adjacent to {hex}: in defensive fire it can only be added to the fire of an adjacent unit."),
}


@rule("11.0", "14.4", "12.0", "12.4", "12.5")
def hindrance(s: KerenState, unit: int, target: int, mode: int, leads: bool) -> str:
    """What keeps one unit from firing at a hex; empty: nothing. In defensive fire the first firer must be adjacent (11.1, 12.5)."""
    is_artillery = s.world.units[unit].is_artillery
    if s.is_suppressed(unit):
        return "suppressed"
    if s.has(unit, SHOT):
        return "fired"
    if s.world.tunnel in (target, s.at[unit]):
        return "tunnel"
    if mode == BOMBARDMENT and not is_artillery:
        return "no artillery"
    if mode == BOMBARDMENT and s.face[unit] == BACK:
        return "fired side"
    if is_next_to(s, unit, target):
        return "" if is_in_arc(s, unit, target) else "facing"
    wall = s.world.ground.side_between(s.at[unit], target)
    if wall or not is_artillery:
        return wall or "far"
    if mode == DEFENSIVE and leads:
        return "follows"
    return "" if has_line_of_sight(s, unit, target) else "unseen"


def refuse_fire(s: KerenState, unit: int, target: int, mode: int, leads: bool) -> Refusal | None:
    """The same in a sentence."""
    found = hindrance(s, unit, target, mode, leads)
    if found == "unseen":
        return refuse_sight(s, unit, target)
    if found in {"prohibited", "roadblock"} and mode == BOMBARDMENT:
        return Refusal("12.1", HINDRANCES[found][1], s.world.named(unit, target))
    return Refusal(*HINDRANCES[found], s.world.named(unit, target)) if found else None


@rule("12.0", "12.1", "12.2", "12.3")
def refuse_sight(s: KerenState, unit: int, target: int) -> Refusal:
    """No line of sight: the line, what stands in it, and the levels."""
    ground, names, place = s.world.ground, s.world.names.places, s.at[unit]
    values, terrain = s.world.named(unit, target), s.world.map.terrain
    block = ground.sight.why_not(place, target)
    assert block is not None
    lit = tuple(names[h] for h in block.line.crossed)
    heights = [place, target] if block.hex is None else [place, target, block.hex]
    items = tuple((f"{names[h]} {terrain[h]}", level_text(ground.levels[h]), "12.1") for h in heights)
    if block.hex is None:
        what = "the roadblock" if block.side in ground.roadblock else "a prohibited side"
        return Refusal("12.1", "{unit} has no line of sight to {hex}: it would cross {what}.", {**values, "what": what}, items, lit)
    number, what = ("12.3", "a ridge") if terrain[block.hex] == "ridge" else ("12.0", "higher than both")
    return Refusal(
        number, "{unit} has no line of sight to {hex}: {block} is {what}.", {**values, "block": names[block.hex], "what": what}, items, lit
    )


def level_text(level: Fraction) -> str:
    if level.denominator == 1:
        return f"level {level}"
    return f"between level {int(level)} and {int(level) + 1}"


def firers(s: KerenState, side: int, target: int, mode: int, leads: bool) -> list[int]:
    """Units that can fire at this hex now."""
    if mode == DEFENSIVE and leads:
        near = s.world.ground.zoc_links[target] if target < s.world.hexes else []
        candidates = [unit for n in near if s.held[side][n] for unit in s.here[n]]
    else:
        candidates = s.units(side)
    return [unit for unit in candidates if not hindrance(s, unit, target, mode, leads)]


@rule("11.0", "5.0.5", "5.0.7")
def may_be_target(s: KerenState, unit: int, mode: int) -> bool:
    """Every unit; with the option only one that moved in the phase before, in defensive fire."""
    return mode == BOMBARDMENT or s.options["defensive_fire"] == "all" or s.has(unit, MOVED)


def depths(s: KerenState, place: int, mode: int) -> list[int]:
    return [depth for depth in range(1, len(s.here[place]) + 1) if may_be_target(s, target_at(s, place, depth), mode)]


@rule("11.0", "11.1")
def targets(s: KerenState, side: int, mode: int) -> list[tuple[int, int]]:
    """Enemy units that somebody can fire at: hex, and place in the stack from the top."""
    guns = [unit for unit in s.units(side) if s.world.units[unit].is_artillery] if mode == BOMBARDMENT else []
    found = []
    for place in s.places(enemy(side)):
        able = any(not hindrance(s, gun, place, mode, True) for gun in guns) if mode == BOMBARDMENT else bool(firers(s, side, place, mode, True))
        if able:
            found += [(place, depth) for depth in depths(s, place, mode)]
    return found


@rule("11.2.1")
def elevation_shift(s: KerenState, origin: int, target: int) -> int:
    """Two levels are a column, three or more are two: to the right from above, to the left from below."""
    levels = s.world.ground.levels
    above = levels[origin] - levels[target]
    size = 2 if abs(above) >= 3 else 1 if abs(above) >= 2 else 0
    return size if above > 0 else -size


@rule("11.1", "11.2", "12.4")
def weigh(s: KerenState, target: int, units: Sequence[int]) -> Shot:
    """Whole factors added, and the worst elevation of all who fire."""
    total = sum(s.fire(unit) for unit in units)
    worst = min(units, key=lambda unit: elevation_shift(s, s.at[unit], target))
    return column_of(s, total, elevation_shift(s, s.at[worst], target), worst)


def column_of(s: KerenState, total: int, shift: int, worst: int) -> Shot:
    least = s.world.fire_columns
    base = max(index for index, value in enumerate(least) if total >= value)
    return Shot(total, shift, worst, base, max(0, min(len(least) - 1, base + shift)))


@rule("11.2", "11.3")
def fire_result(table: PrintedTable, column: int, die: int) -> str:
    """The ranged fire table."""
    return table.cells[die - 1][column]


@rule("13.0")
def air_shot(s: KerenState, unit: int) -> Shot:
    """An air unit's factor alone, whatever the terrain."""
    return column_of(s, s.fire(unit), 0, unit)


@rule("11.2", "11.3", "11.4")
def roll(s: KerenState, at: FireDie, a: Roll) -> None:
    """The ranged fire table. Nobody advances afterwards."""
    cell = fire_result(s.ranged_table, at.column, a.dice[0])
    pop(s)
    s.do(Rolled("11.2", "fire", a.dice))
    s.do(Said("11.3", "result", (cell,)))
    strike(s, enemy(at.side), at.place, at.target, cell)


@rule("11.3")
def strike(s: KerenState, side: int, place: int, target: int, cell: str) -> None:
    """What fire does: to the target alone, to its hex, or to the target and others of its owner's choice."""
    if cell == "S":
        suppress(s, (target,), "11.3")
    elif cell == "DR":
        push(s, Retreating(side, s.here[place], ()))
    elif cell in {"1DE", "2DE"}:
        rest = tuple(unit for unit in s.here[place] if unit != target)
        eliminate(s, target, "11.3")
        push(s, Losses(side, rest, int(cell[0]) - 1, (target,), "11.3", place))


FIRE_DIE = ChanceStep(FireDie, rolls("fire die", "11.2", "The die is rolled for the fire at {hex}."), one_die, roll)
