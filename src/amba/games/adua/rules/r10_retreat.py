"""10.2: breaking off, retreat, and who stays in the hex when a melee is over."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Moved, Removed, Retreated, Spent
from amba.core.steps import AskStep, AutoStep, Takes, change, pop, push
from amba.games.adua.book import rule
from amba.games.adua.frames import AskRetreat, AskSettle, MeleeEnd, Retreats, Settling
from amba.games.adua.orders import GoBack, Retreat, Stay
from amba.games.adua.rules.asking import asks
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, ITALIAN, MELEE, MOVED


def is_free(s: AduaState, hex: int) -> bool:
    """Whether no combat unit stands in the hex."""
    return not any(s.world.is_combat[piece] for piece in s.here[hex])


@rule("10.2.disengage")
def refuse_retreat(s: AduaState, unit: int, hex: int) -> Refusal | None:
    """A unit goes to the next hex: open to it, empty of units, outside enemy zones of control."""
    values = {"title": s.world.title(unit), "hex": s.world.names.places[hex]}
    if hex not in s.world.around[s.at[unit]]:
        return Refusal("10.2.disengage", "{hex} is not next to {title}.", values)
    if not s.world.may_enter[unit][hex]:
        return Refusal("9.0.chart", "{title} may not enter {hex}.", values)
    if s.zoc(enemy(s.side[unit]))[hex]:
        return Refusal("10.2.disengage", "{title} cannot go to {hex}: it is in an enemy zone of control.", values)
    return None if is_free(s, hex) else Refusal("9.0.stacking", "{title} cannot go to {hex}: another unit stands there.", values)


def retreat_hexes(s: AduaState, unit: int) -> list[int]:
    return [hex for hex in s.world.around[s.at[unit]] if refuse_retreat(s, unit, hex) is None]


def leave_melee(s: AduaState, unit: int) -> None:
    s.mark("10.2", unit, MELEE, False)
    if s.points[unit]:
        s.do(Spent("10.2", unit, s.points[unit], 0))


def fall_back(s: AduaState, unit: int, to: int, number: str) -> None:
    """A unit leaves the melee; leaders go with the last unit of their side."""
    origin, side = s.at[unit], s.side[unit]
    leave_melee(s, unit)
    s.do(Retreated(number, unit, origin, to))
    if not s.combat_at(origin, side):
        for piece in s.here[origin]:
            if s.side[piece] == side:
                s.do(Retreated(number, piece, origin, to))


def disengage(s: AduaState, unit: int, to: int) -> None:
    """10.2: break off by choice; if nobody stays behind, the melee is over."""
    hex = s.at[unit]
    s.mark("9.0", unit, MOVED)
    fall_back(s, unit, to, "10.2.disengage")
    if not s.combat_at(hex, ABYSSINIAN):
        push(s, MeleeEnd(hex))


@rule("10.2.disengage")
def go_on_retreating(s: AduaState, at: Retreats) -> None:
    """Every Abyssinian unit leaves the hex; one that cannot is eliminated."""
    units = s.combat_at(at.hex, ABYSSINIAN)
    stuck = [unit for unit in units if not retreat_hexes(s, unit)]
    for unit in stuck:
        s.do(Removed("10.2.disengage", unit, at.hex, s.world.box["eliminated"]))
    if len(stuck) == len(units):
        pop(s)
    else:
        change(s, AskRetreat(at.hex))


def refuse_unit(s: AduaState, hex: int, side: int, unit: int) -> Refusal | None:
    """Only units of the side in the hex of the melee are asked about."""
    values = {"title": s.world.title(unit), "hex": s.world.names.places[hex]}
    return None if unit in s.combat_at(hex, side) else Refusal("10.2", "{title} is no unit of yours in {hex}.", values)


def retreats(s: AduaState, at: AskRetreat) -> list[Retreat]:
    return [Retreat(unit, hex) for unit in s.combat_at(at.hex, ABYSSINIAN) for hex in s.world.around[at.hex]]


@rule("10.2.disengage")
def retreat(s: AduaState, at: AskRetreat, a: Retreat) -> None:
    """The Abyssinian player says which unit goes where."""
    fall_back(s, a.unit, a.to, "10.2.table")
    change(s, Retreats(at.hex))


def end_melee(s: AduaState, at: MeleeEnd) -> None:
    """If one side is gone the melee is over, and the other sorts itself out."""
    pop(s)
    italians, abyssinians = s.combat_at(at.hex, ITALIAN), s.combat_at(at.hex, ABYSSINIAN)
    if italians and abyssinians:
        return
    for unit in (*italians, *abyssinians):
        s.mark("10.2", unit, MELEE, False)
    push(s, Settling(at.hex, ITALIAN if italians else ABYSSINIAN))


@rule("10.2.advance", "9.0.stacking")
def go_on_settling(s: AduaState, at: Settling) -> None:
    """One unit may keep the hex; a choice is offered while there are more, or while a lone Italian may go back."""
    units = s.combat_at(at.hex, at.side)
    lone_advance = at.side == ITALIAN and len(units) == 1 and s.points[units[0]] and is_free(s, s.points[units[0]] - 1)
    if len(units) > 1 or lone_advance:
        change(s, AskSettle(at.hex, at.side))
        return
    pop(s)
    for unit in units:
        leave_melee(s, unit)


def hexes_back(s: AduaState, unit: int) -> list[int]:
    """Where a unit goes back to: the hex it came from, or the nearest free hexes to it."""
    origin = s.points[unit] - 1 if s.points[unit] else s.at[unit]
    grid, may_enter = s.world.grid, s.world.may_enter[unit]
    for radius in range(s.world.grid.shape.columns):
        ring = [hex for hex in grid.within(origin, radius) if grid.distance(origin, hex) == radius and may_enter[hex] and is_free(s, hex)]
        if ring:
            return sorted(ring)
    return []


@rule("10.2.advance")
def refuse_stay(s: AduaState, at: AskSettle, a: Stay) -> Refusal | None:
    """The last unit may stay."""
    count = len(s.combat_at(at.hex, at.side))
    found = refuse_unit(s, at.hex, at.side, a.unit)
    if found is not None or count == 1:
        return found
    return Refusal("10.2.advance", "Only one unit may stay; {count} are there, and the others go back first.", {"count": count})


@rule("10.2.advance")
def refuse_back(s: AduaState, at: AskSettle, a: GoBack) -> Refusal | None:
    """A unit goes back where it came from, or as near as there is room."""
    found = refuse_unit(s, at.hex, at.side, a.unit)
    if found is not None:
        return found
    hexes = hexes_back(s, a.unit)
    values = {"title": s.world.title(a.unit), "hexes": ", ".join(s.world.names.places[hex] for hex in hexes)}
    return None if a.to in hexes else Refusal("10.2.advance", "{title} goes back where it came from, or as near as there is room: {hexes}.", values)


def ways_back(s: AduaState, at: AskSettle) -> list[GoBack]:
    return [GoBack(unit, to) for unit in s.combat_at(at.hex, at.side) for to in hexes_back(s, unit)]


def stay(s: AduaState, at: AskSettle, a: Stay) -> None:
    leave_melee(s, a.unit)
    change(s, Settling(at.hex, at.side))


def go_back(s: AduaState, at: AskSettle, a: GoBack) -> None:
    """Leaders go with the last unit."""
    s.do(Moved("10.2.advance", a.unit, at.hex, a.to, ()))
    if not s.combat_at(at.hex, at.side):
        for piece in s.here[at.hex]:
            s.do(Moved("10.2.advance", piece, at.hex, a.to, ()))
    leave_melee(s, a.unit)
    change(s, Settling(at.hex, at.side))


RETREAT_STEPS = (
    AutoStep(Retreats, go_on_retreating),
    AskStep(
        AskRetreat, asks("retreat", "10.2.disengage", "{side}: retreat from {hex}.", ABYSSINIAN),
        Takes(
            Retreat, retreat, lambda s, at, a: refuse_unit(s, at.hex, ABYSSINIAN, a.unit) or refuse_retreat(s, a.unit, a.to),
            candidates=retreats,
        ),
    ),
    AutoStep(MeleeEnd, end_melee),
    AutoStep(Settling, go_on_settling),
    AskStep(
        AskSettle, asks("settle", "10.2.advance", "{side}: one unit may stay in {hex}; the others go back."),
        Takes(Stay, stay, refuse_stay, candidates=lambda s, at: [Stay(unit) for unit in s.combat_at(at.hex, at.side)]),
        Takes(GoBack, go_back, refuse_back, choices=ways_back),
    ),
)  # fmt: skip
