"""9.0 Movement: who may move, where to, and at what cost."""

from __future__ import annotations

from typing import NamedTuple

from amba.core.decision import Refusal
from amba.core.event import Moved, Placed, Removed, Tracked
from amba.games.adua.book import rule
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import (
    ASSAULT,
    ATTACK,
    COMMITTED,
    DIG,
    ENTERED,
    ENTRENCHED,
    EXITED,
    HOLD,
    ITALIAN,
    MARCH,
    MOVED,
    OFFENSIVE,
    RALLY,
    RESUPPLY,
    TERRAINS,
)
from amba.kit.reach import Reach, reach

STORM = 1 << ATTACK | 1 << ASSAULT | 1 << OFFENSIVE
"""Orders that let an Italian unit enter an enemy zone of control."""
GO = STORM | 1 << HOLD | 1 << MARCH | 1 << RESUPPLY
FAR = 80
TERRAIN_WORDS = {"clear": "open ground", "hill1": "the first level of hills", "hill2": "the second level of hills"}


class Way(NamedTuple):
    """How a piece comes to a hex."""

    cost: int
    path: tuple[int, ...]


class Ground(NamedTuple):
    """What stops and bars a piece, hex by hex."""

    closed: list[int]
    stops: list[int]
    full: list[int]
    """Hexes it may cross but not end in."""


@rule("8.2.none", "8.2")
def may_storm(s: AduaState, unit: int) -> bool:
    """Whether a unit may enter an enemy zone of control: Italians need the order to attack; holding a position does not give it."""
    return s.side[unit] != ITALIAN or bool(s.marks[unit] & STORM)


@rule("9.0.zoc", "9.0.stacking", "10.2.isolated")
def ground(s: AduaState, piece: int) -> Ground:
    """Enemies bar the way; their zones stop a piece; friends may be passed but not joined. Leaders and mules join anyone and shun isolation."""
    side = s.side[piece]
    zoc, foes, friends = s.zoc(enemy(side)), s.occupied_by(enemy(side)), s.occupied_by(side)
    if not s.world.is_combat[piece]:
        closed = [foe or (control and not friend) for foe, control, friend in zip(foes, zoc, friends, strict=True)]
        return Ground(closed, zoc, foes)
    if may_storm(s, piece):
        closed = [foe or (control and friend) for foe, control, friend in zip(foes, zoc, friends, strict=True)]
    else:
        closed = [foe or control for foe, control in zip(foes, zoc, strict=True)]
    return Ground(closed, zoc, friends)


@rule("9.0", "9.0.chart", "9.0.leaders", "5.3.move")
def ways(s: AduaState, piece: int, points: int | None = None, found: Ground | None = None, start: int | None = None) -> dict[int, Way]:
    """Every hex the piece can come to by the terrain effects chart, with cost and path; its own hex among them."""
    world = s.world
    here = s.at[piece] if start is None else start
    field = ground(s, piece) if found is None else found
    budget = world.units[piece].move if points is None else points
    double = world.is_doubled(piece)
    closed, stops = (field.closed * 2, field.stops * 2) if double else (field.closed, field.stops)
    result = reach(here, budget, world.edges(piece), closed, stops)
    return _best(result, world.hexes)


def _best(result: Reach, size: int) -> dict[int, Way]:
    best: dict[int, tuple[int, int]] = {}
    for node, cost in result.cost.items():
        hex = node % size
        if hex not in best or cost < best[hex][0]:
            best[hex] = (cost, node)
    return {hex: Way(cost, tuple(step % size for step in result.path(node))) for hex, (cost, node) in best.items()}


def destinations(s: AduaState, piece: int) -> dict[int, Way]:
    """Where the piece may end a move."""
    field = ground(s, piece)
    here = s.at[piece]
    return {hex: way for hex, way in ways(s, piece, found=field).items() if hex != here and not field.full[hex]}


@rule("5.4.rally", "5.5", "8.0.move")
def bar(s: AduaState, piece: int) -> Refusal | None:
    """Why a piece cannot move at all."""
    unit = s.world.units[piece]
    title = {"title": unit.title}
    if s.has(piece, MOVED):
        return Refusal("9.0", "{title} has already moved.", title)
    if s.is_engaged(piece):
        return Refusal("10.2.disengage", "{title} is in a melee: only Abyssinian units can break off.", title)
    if s.has(piece, COMMITTED):
        return Refusal("10.0", "{title} is committed to an attack from where it stands.", title)
    if s.has(piece, RALLY):
        return Refusal("5.4.rally", "{title} is rallying and does not move this turn.", title)
    if s.has(piece, DIG):
        return Refusal("5.5", "{title} is entrenching and does not move this turn.", title)
    ordered = s.options["movement_orders"] == "ordered" and unit.side == ITALIAN and unit.is_combat
    if ordered and not s.marks[piece] & GO:
        return Refusal("8.0.move", "{title} has no order that lets it move.", title)
    return None


def refuse_hex(s: AduaState, piece: int, name: str) -> Refusal | None:
    """Why a piece that may move cannot end its move in this hex."""
    world = s.world
    unit = world.units[piece]
    hex = world.grid.index.get(name)
    if hex is None:
        return Refusal("9.0", "There is no hex {name} on the map.", {"name": name})
    if hex == s.at[piece]:
        return Refusal("9.0", "{title} is already in {hex}.", {"title": unit.title, "hex": name})
    if hex in destinations(s, piece):
        return None
    return _why_not(s, piece, hex) or _too_far(s, piece, hex)


def _why_not(s: AduaState, piece: int, hex: int) -> Refusal | None:
    world = s.world
    unit, name = world.units[piece], world.grid.names[hex]
    side = unit.side
    values = {"title": unit.title, "hex": name, "ground": TERRAIN_WORDS[TERRAINS[world.level[hex]]]}
    if s.combat_at(hex, enemy(side)):
        return Refusal("9.0.stacking", "Enemy units hold {hex}.", values, hexes=(name,))
    if world.effects[unit.moves_as][TERRAINS[world.level[hex]]] == "prohibited":
        return Refusal("9.0.chart", "{title} may not enter {ground}.", values, hexes=(name,))
    if unit.is_combat and s.combat_at(hex, side):
        return Refusal("9.0.stacking", "Another unit stands in {hex}: units may pass, but not stay together.", values, hexes=(name,))
    if s.zoc(enemy(side))[hex]:
        if not unit.is_combat and not s.combat_at(hex, side):
            return Refusal(
                "10.2.isolated", "{title} would be isolated in {hex}: an enemy zone of control without a friendly unit.", values, hexes=(name,)
            )
        if unit.is_combat and s.has(piece, HOLD):
            return Refusal("8.2", "{title} holds its position and may not enter an enemy zone of control.", values, hexes=(name,))
        if unit.is_combat and not may_storm(s, piece):
            return Refusal("8.2.none", "{title} has no order to attack, so it may not enter an enemy zone of control.", values, hexes=(name,))
    return None


def _too_far(s: AduaState, piece: int, hex: int) -> Refusal:
    unit, name = s.world.units[piece], s.world.grid.names[hex]
    way = ways(s, piece, FAR).get(hex)
    if way is None:
        return Refusal(
            "9.0.zoc",
            "{title} finds no way to {hex}: it must stop where enemy zones of control begin.",
            {"title": unit.title, "hex": name},
            hexes=(name,),
        )
    values = {"title": unit.title, "hex": name, "cost": way.cost, "move": unit.move}
    items = (("Movement", str(unit.move), "9.0"), ("Needed", str(way.cost), "9.0.chart"))
    return Refusal(
        "9.0", "{hex} is too far for {title}: it needs {cost} and has {move}.", values, items, tuple(s.world.grid.names[step] for step in way.path)
    )


def march(s: AduaState, piece: int, to: int) -> None:
    """9.0: move a piece the cheapest way."""
    way = destinations(s, piece)[to]
    _arrive(s, piece, to, way.path, "9.0")


@rule("10.0.duty")
def _arrive(s: AduaState, piece: int, to: int, path: tuple[int, ...], number: str) -> None:
    """A unit that enters an enemy zone of control will have to attack; one that moves leaves its entrenchment."""
    entered = s.world.is_combat[piece] and bool(s.zoc(enemy(s.side[piece]))[to])
    if s.is_on_map(piece):
        s.do(Moved(number, piece, s.at[piece], to, path))
    else:
        s.do(Placed(number, piece, s.at[piece], to))
    s.mark("5.5", piece, ENTRENCHED, False)
    s.mark("9.0", piece, MOVED)
    if entered:
        s.mark("10.0.duty", piece, ENTERED)


@rule("4.0.entry")
def arrivals(s: AduaState, piece: int) -> dict[int, Way]:
    """Where a piece that comes over the western passes may end its first move; the first hex counts like any other open hex."""
    world = s.world
    field = ground(s, piece)
    best: dict[int, Way] = {}
    for gate in world.passes:
        if field.closed[gate]:
            continue
        found = {gate: Way(0, (gate,))} if field.stops[gate] else ways(s, piece, world.units[piece].move - 1, field, start=gate)
        for hex, way in found.items():
            if not field.full[hex] and (hex not in best or way.cost + 1 < best[hex].cost):
                best[hex] = Way(way.cost + 1, way.path)
    return best


def enter(s: AduaState, piece: int, to: int) -> None:
    _arrive(s, piece, to, (), "4.0.entry")


@rule("13.0.exit")
def exit_way(s: AduaState, unit: int) -> Way | None:
    """The cheapest way off the map by a western pass: one movement point from the pass hex."""
    field = ground(s, unit)
    here = s.at[unit]
    move = s.world.units[unit].move
    found = ways(s, unit, move - 1, field)
    options = [way for gate in s.world.passes if (way := found.get(gate)) and (gate == here or not field.stops[gate])]
    return min(options, key=lambda way: (way.cost, way.path), default=None)


def leave(s: AduaState, unit: int) -> None:
    """13.0: the unit goes off to Adua; its combat value counts."""
    worth = s.world.units[unit].values[s.face[unit]]
    s.do(Removed("13.0.exit", unit, s.at[unit], s.world.box["exited"]))
    s.do(Tracked("13.0.exit", EXITED, s.tracks[EXITED], s.tracks[EXITED] + worth))
