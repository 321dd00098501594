"""9.0 Movement: who may move, where to, and at what cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from amba.core.decision import Refusal
from amba.core.event import Moved, Placed, Removed, Tracked
from amba.core.state import remembered
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

ATTACK_ORDERS = 1 << ATTACK | 1 << ASSAULT | 1 << OFFENSIVE
"""Orders that let an Italian unit enter an enemy zone of control."""
KEPT_OUT = 1 << HOLD | 1 << RALLY | 1 << RESUPPLY
"""Orders under which a unit may not enter one, whatever else it was ordered: it holds its position, or takes no part in combat."""
FIXED = 1 << MOVED | 1 << COMMITTED | 1 << RALLY | 1 << DIG
"""Marks of a piece that moves no more this turn."""
MOVE_ORDERS = ATTACK_ORDERS | 1 << HOLD | 1 << MARCH | 1 << RESUPPLY
FAR = 80
TERRAIN_WORDS = {"clear": "open ground", "hill1": "the first level of hills", "hill2": "the second level of hills"}


class Route(NamedTuple):
    """How a piece comes to a hex."""

    cost: int
    path: tuple[int, ...]


class Ground(NamedTuple):
    """What stops and bars a piece, hex by hex."""

    closed: list[int]
    stops: list[int]
    full: list[int]
    """Hexes it may cross but not end in."""


class Routes(Mapping[int, Route]):
    """The hexes a piece can come to; how it gets there is worked out when asked for."""

    def __init__(self, found: Reach, size: int, nodes: int, bans: Sequence[int] | None = None) -> None:
        self._found = found
        self._size = size
        self._nodes = nodes
        """Hexes, once or twice over; what comes after them is the place beyond the western passes."""
        self._best: dict[int, tuple[int, int]] = {}
        for node, cost in found.cost.items():
            hex = node % size if node < nodes else -1
            if hex >= 0 and not (bans is not None and bans[hex]) and (hex not in self._best or cost < self._best[hex][0]):
                self._best[hex] = (cost, node)

    def without(self, hex: int) -> Routes:
        """The same routes, this hex left out."""
        self._best.pop(hex, None)
        return self

    def __getitem__(self, hex: int) -> Route:
        cost, node = self._best[hex]
        return Route(cost, tuple(step % self._size for step in self._found.path(node) if step < self._nodes))

    def __contains__(self, hex: object) -> bool:
        return hex in self._best

    def __iter__(self) -> Iterator[int]:
        return iter(self._best)

    def __len__(self) -> int:
        return len(self._best)

    def cost(self, hex: int) -> int:
        return self._best[hex][0]


@rule("8.2.none", "8.2")
def may_enter_zoc(s: AduaState, unit: int) -> bool:
    """Whether a unit may enter an enemy zone of control: Italians need the order to attack, and none that keeps them out of it."""
    return s.side[unit] != ITALIAN or bool(s.marks[unit] & ATTACK_ORDERS and not s.marks[unit] & KEPT_OUT)


def ground(s: AduaState, piece: int) -> Ground:
    side, combat = s.side[piece], s.world.is_combat[piece]
    return ground_for(s, side, combat, combat and may_enter_zoc(s, piece))


@remembered()
@rule("9.0.zoc", "9.0.stacking", "10.2.isolated")
def ground_for(s: AduaState, side: int, combat: bool, attacks: bool) -> Ground:
    """Enemies bar the way; their zones stop a piece; friends may be passed but not joined. Leaders and mules join anyone and shun isolation."""
    zoc, foes, friends = s.zoc(enemy(side)), s.occupied_by(enemy(side)), s.occupied_by(side)
    closed = [*(foes if attacks else zoc)]
    for unit in s.units(side):
        if attacks and zoc[s.at[unit]]:
            closed[s.at[unit]] = 1
        elif not combat:
            closed[s.at[unit]] = 0
    for foe in s.units(enemy(side)):
        closed[s.at[foe]] = 1
    return Ground(closed, zoc, friends if combat else foes)


@rule("9.0", "9.0.chart", "9.0.leaders", "5.3.move")
def routes(
    s: AduaState, piece: int, points: int | None = None, found: Ground | None = None, start: int | None = None, bans: Sequence[int] | None = None
) -> Routes:
    """Every hex the piece can come to by the terrain effects chart, with cost and path; its own hex among them."""
    world = s.world
    here = s.at[piece] if start is None else start
    field = ground(s, piece) if found is None else found
    budget = world.units[piece].move if points is None else points
    # The last row of the edges is the place beyond the western passes.
    twice = world.doubled[piece]
    closed = [*field.closed, *(field.closed if twice else ()), 0]
    stops = [*field.stops, *(field.stops if twice else ()), 0]
    return Routes(reach(here, budget, world.edges(piece), closed, stops), world.hexes, world.beyond(piece), bans)


@remembered()
def destinations(s: AduaState, piece: int) -> Routes:
    """Where the piece may end a move. Menus, refusals and the move itself ask the same: it is kept with the position."""
    return routes(s, piece, bans=ground(s, piece).full).without(s.at[piece])


@rule("5.4.rally", "5.5", "8.0.move")
def is_fixed(s: AduaState, piece: int) -> bool:
    """Whether a piece cannot move at all; why, `refuse_to_move` says."""
    if s.marks[piece] & FIXED or s.is_engaged(piece):
        return True
    return s.options["movement_orders"] == "ordered" and s.side[piece] == ITALIAN and s.world.is_combat[piece] and not s.marks[piece] & MOVE_ORDERS


@remembered()
def movable(s: AduaState, side: int) -> list[int]:
    """The side's pieces on the map that may move."""
    return [piece for piece in (*s.units(side), *s.followers(side)) if not is_fixed(s, piece)]


def refuse_to_move(s: AduaState, piece: int) -> Refusal | None:
    """Why a piece cannot move at all."""
    if not is_fixed(s, piece):
        return None
    title = {"title": s.world.title(piece)}
    if s.has(piece, MOVED):
        return Refusal("9.0", "{title} has already moved.", title)
    if s.is_engaged(piece):
        return refuse_engaged(s, piece)
    if s.has(piece, COMMITTED):
        return Refusal("10.0", "{title} is committed to an attack from where it stands.", title)
    if s.has(piece, RALLY):
        return Refusal("5.4.rally", "{title} is rallying and does not move this turn.", title)
    if s.has(piece, DIG):
        return Refusal("5.5", "{title} is entrenching and does not move this turn.", title)
    return Refusal("8.0.move", "{title} has no order that lets it move.", title)


@rule("10.2.disengage")
def refuse_engaged(s: AduaState, piece: int) -> Refusal:
    """Who is in a melee does not march: Abyssinian units may break off, and leaders go with the last of theirs."""
    title = {"title": s.world.title(piece)}
    if s.side[piece] == ITALIAN:
        return Refusal("10.2.disengage", "{title} is in a melee: only Abyssinian units can break off.", title)
    if not s.world.is_combat[piece]:
        return Refusal("10.2.disengage", "{title} is in a melee and leaves it with the last Abyssinian unit there.", title)
    sentence = "{title} is in a melee and does not march; it may break off, into a hex next to it outside enemy zones of control."
    return Refusal("10.2.disengage", sentence, title)


def refuse_end(s: AduaState, piece: int, hex: int) -> Refusal | None:
    """Why a piece may not stay in a hex, however it might come there."""
    world = s.world
    unit, name, side = world.units[piece], world.names.places[hex], s.side[piece]
    if hex >= world.hexes:
        return Refusal("9.0", "There is no hex {name} on the map.", {"name": name})
    values = {"title": unit.title, "hex": name, "ground": TERRAIN_WORDS[TERRAINS[world.level[hex]]]}
    if s.combat_at(hex, enemy(side)):
        return Refusal("9.0.stacking", "Enemy units hold {hex}.", values, hexes=(name,))
    if world.effects[unit.moves_as][TERRAINS[world.level[hex]]] == "prohibited":
        return Refusal("9.0.chart", "{title} may not enter {ground}.", values, hexes=(name,))
    if unit.is_combat and s.combat_at(hex, side):
        return Refusal("9.0.stacking", "Another unit stands in {hex}: units may pass, but not stay together.", values, hexes=(name,))
    if not s.zoc(enemy(side))[hex]:
        return None
    if not unit.is_combat and not s.combat_at(hex, side):
        sentence = "{title} would be isolated in {hex}: an enemy zone of control without a friendly unit."
        return Refusal("10.2.isolated", sentence, values, hexes=(name,))
    if unit.is_combat and s.has(piece, HOLD):
        return Refusal("8.2", "{title} holds its position and may not enter an enemy zone of control.", values, hexes=(name,))
    if unit.is_combat and s.has(piece, RESUPPLY) and side == ITALIAN:
        return Refusal(
            "8.2.combat",
            "{title} takes ammunition this turn and no part in combat, so it may not enter an enemy zone of control.",
            values,
            hexes=(name,),
        )
    if unit.is_combat and not may_enter_zoc(s, piece):
        return Refusal("8.2.none", "{title} has no order to attack, so it may not enter an enemy zone of control.", values, hexes=(name,))
    return None


def too_far(s: AduaState, piece: int, hex: int, start: int | None = None) -> Refusal:
    """Why a piece that might stay in a hex does not get there."""
    unit, name = s.world.units[piece], s.world.grid.names[hex]
    route = routes(s, piece, FAR, start=start).get(hex)
    values = {"title": unit.title, "hex": name, "move": unit.move}
    if route is None:
        return Refusal("9.0.zoc", "{title} finds no way to {hex}: it must stop where enemy zones of control begin.", values, hexes=(name,))
    items = (("Movement", str(unit.move), "9.0"), ("Needed", str(route.cost), "9.0.chart"))
    path = tuple(s.world.grid.names[step] for step in route.path)
    return Refusal("9.0", "{hex} is too far for {title}: it needs {cost} and has {move}.", {**values, "cost": route.cost}, items, path)


def refuse_move(s: AduaState, piece: int, hex: int) -> Refusal | None:
    """Why a piece that may move cannot end its move in this hex."""
    if hex in destinations(s, piece):
        return None
    if hex == s.at[piece]:
        return Refusal("9.0", "{title} is already in {hex}.", {"title": s.world.title(piece), "hex": s.world.names.places[hex]})
    return refuse_end(s, piece, hex) or too_far(s, piece, hex)


def march(s: AduaState, piece: int, to: int) -> None:
    """9.0: move a piece the cheapest way."""
    arrive(s, piece, to, destinations(s, piece)[to].path, "9.0")


@rule("10.0.duty")
def arrive(s: AduaState, piece: int, to: int, path: tuple[int, ...], number: str) -> None:
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


@remembered()
@rule("4.0.entry")
def arrivals(s: AduaState, piece: int) -> Routes:
    """Where a piece that comes over the western passes may end its first move; the first hex counts like any other open hex."""
    return routes(s, piece, start=s.world.beyond(piece), bans=ground(s, piece).full)


@rule("4.0.entry")
def has_room_to_enter(s: AduaState, piece: int) -> bool:
    """Whether a piece that is due finds a hex to end its first move in. A free pass is enough to know, and cheaper than all that can be reached."""
    field = ground(s, piece)
    return any(not (field.closed[gate] or field.full[gate]) for gate in s.world.passes) or bool(arrivals(s, piece))


def enter(s: AduaState, piece: int, to: int) -> None:
    arrive(s, piece, to, (), "4.0.entry")


@rule("13.0.exit")
def exit_route(s: AduaState, unit: int) -> Route | None:
    """The cheapest way off the map by a western pass: one movement point from the pass hex."""
    world = s.world
    here, points = s.at[unit], world.units[unit].move - 1
    if world.to_pass[here] > points:
        return None
    field = ground(s, unit)
    found = routes(s, unit, points, field)
    options = [gate for gate in world.passes if gate in found and (gate == here or not field.stops[gate])]
    return found[min(options, key=lambda gate: (found.cost(gate), gate))] if options else None


def leave_map(s: AduaState, unit: int) -> None:
    """13.0: the unit goes off to Adua; its combat value counts as it stands, markers and machine guns included."""
    worth = s.value(unit)
    s.do(Removed("13.0.exit", unit, s.at[unit], s.world.box["exited"]))
    s.do(Tracked("13.0.exit", EXITED, s.tracks[EXITED], s.tracks[EXITED] + worth))
