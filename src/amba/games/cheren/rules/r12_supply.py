"""12.0 Supply Check phase: lines of supply, Low and No Supply, towns that change hands."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.event import Controlled, Marked, Said
from amba.core.steps import AskStep, Takes, pop
from amba.games.cheren.book import rule
from amba.games.cheren.frames import SupplyCheck
from amba.games.cheren.orders import Check, PlayOnHex
from amba.games.cheren.rules.r05_chits import play_chit, playable, refuse_chit
from amba.games.cheren.state import MAP, CherenState
from amba.games.cheren.world import ALLIED, LOW, NONE, RESERVE, SIDES
from amba.kit.trace import flood

REMEMBERED = 1000
"""Nets of roads that are kept."""
MASK = bytes([0] + [1] * 255)
"""Any strength of control counts alike."""


@rule("12.1")
def closed_to(s: CherenState, side: int) -> bytearray:
    """Hexes no supply passes: enemy units, enemy towns, and enemy zones that no friend stands in."""
    # Whole fields at once, as big integers: this is asked at every supply check.
    foe, friend, zone = (int.from_bytes(field.translate(MASK), "little") for field in (s.held[1 - side], s.held[side], s.zoc(1 - side)))
    closed = bytearray((foe | (zone & ~friend)).to_bytes(s.world.hexes, "little"))
    allied = side == ALLIED
    for place in s.world.town_at:
        if bool(s.owner[place]) != allied:
            closed[place] = 1
    return closed


@rule("12.0", "1.4", "9.0.track")
def open_ways(s: CherenState, side: int) -> tuple[set[int], bytearray]:
    """Road and track hexes that lead to a friendly source, the sources themselves, and what is closed to this side."""
    cache = s.memory[MAP]
    key = ("open ways", side, s.turn, s.roadblock)
    if key not in cache:
        closed = closed_to(s, side)
        cache[key] = net_of(s, side, closed)[0], closed
    found: tuple[set[int], bytearray] = cache[key]
    return found


def net_of(s: CherenState, side: int, closed: bytearray) -> tuple[set[int], int]:
    """The roads and tracks that lead to a source, as a set and as a board; the same wherever the same of them are closed."""
    world = s.world
    key = (side, s.turn, s.roadblock, world.boards.field(closed) & world.way_board)
    known = world.nets.get(key)
    if known is None:
        if len(world.nets) > REMEMBERED:
            world.nets.clear()
        sources = [src.hex for src in world.sources if src.side == side and src.from_turn <= s.turn and not closed[src.hex]]
        road_closed = closed
        if side == ALLIED and s.roadblock >= 0:
            road_closed = closed[:]
            road_closed[s.roadblock] = 1
        # A source in a blocked hex still feeds lines drawn to it, but none of its roads.
        reached = flood([place for place in sources if not road_closed[place]], world.ways, lambda place: not road_closed[place])
        reached.update(sources)
        known = world.nets[key] = reached, world.boards.of(reached)
    return known


@rule("12.0", "12.0.length", "12.2")
def draws_supply(s: CherenState, side: int, place: int) -> bool:
    """Whether a unit of this side in this hex reaches an open road, a source or the red edge by a short enough line."""
    return supplied(s, side)[place] == "1"


def supplied(s: CherenState, side: int) -> str:
    """hex -> '1' where a unit of this side would draw supply; the whole map at once."""
    cache = s.memory[MAP]
    key = ("supplied", side, s.turn, s.roadblock)
    if key not in cache:
        cache[key] = s.world.boards.digits(lines_of_supply(s, side))
    found: str = cache[key]
    return found


@rule("12.0.length")
def lines_of_supply(s: CherenState, side: int) -> int:
    """The hexes from which a line leads to an open road. Its own hex is never part of a unit's line: on a road it needs only the next stretch.

    One hex always serves; two, if the line meets no hill or no enemy zone; three, if it meets neither.
    """
    world = s.world
    beside = world.boards.beside
    closed = open_ways(s, side)[1]
    net = net_of(s, side, closed)[1]
    passable = world.no_mountain_board & ~world.boards.field(closed)
    unwatched = passable & ~world.boards.field(s.zoc(1 - side))
    found = net | world.way_boards.beside(net) | beside(net & passable)
    for ground in (unwatched, passable & ~world.hill_board):
        found |= beside(beside(net & ground) & ground)
    plain = unwatched & ~world.hill_board
    found |= beside(beside(beside(net & plain) & plain) & plain)
    if side == ALLIED:
        found |= world.boards.of(place for place, turn in world.red_edge.items() if turn <= s.turn)
    return found


@rule("12.0", "12.2", "12.3")
def is_in_supply(s: CherenState, unit: int) -> bool:
    """By a supply line, at the red edge, or for a native in its own village."""
    place = s.at[unit]
    if s.world.units[unit].village == place:
        return True
    return draws_supply(s, s.side[unit], place)


@rule("12.7", "7.0.5")
def check_towns(s: CherenState, side: int) -> None:
    """An empty town of the phasing player that can only draw the enemy's supply goes over to him. Before the units."""
    lost = []
    for town in s.world.towns:
        if s.here[town.hex] or not s.is_controlled_by(town.hex, side):
            continue
        own_source = any(src.hex == town.hex and src.side == side and src.from_turn <= s.turn for src in s.world.sources)
        if not own_source and draws_supply(s, 1 - side, town.hex) and not draws_supply(s, side, town.hex):
            lost.append(town)
    for town in lost:
        s.do(Controlled("12.7", town.hex, s.owner[town.hex], 1 - s.owner[town.hex]))


@rule("12.4", "12.6", "12.6.d", "2.2", "7.0.5")
def check_units(s: CherenState, side: int) -> None:
    """Without supply a unit gets a Low marker, then a No Supply marker and loses a step; with it, the markers go."""
    # All are judged before any suffers: one unit's loss cannot cut another's line in the same check.
    fed = {unit: is_in_supply(s, unit) or s.has(unit, RESERVE) for unit in s.units(side)}
    for unit, is_fed in fed.items():
        if is_fed:
            for mark in (LOW, NONE):
                if s.has(unit, mark):
                    s.do(Marked("12.4", unit, mark, 0))
        elif s.has(unit, LOW):
            s.do(Marked("12.4", unit, LOW, 0))
            s.do(Marked("12.4", unit, NONE, 1))
            s.lose_step(unit, "12.6.d")
        elif not s.has(unit, NONE):
            s.do(Marked("12.4", unit, LOW, 1))


def ask_check(s: CherenState, at: SupplyCheck) -> Decision:
    return Decision(at.side, "supply", "12.0", "{side}: check supply for all your units.", {"side": SIDES[at.side].title()})


def check(s: CherenState, at: SupplyCheck, a: Check) -> None:
    pop(s)
    s.do(Said("12.0", "supply", (SIDES[at.side],)))
    check_towns(s, at.side)
    check_units(s, at.side)


def hungry(s: CherenState, side: int) -> list[int]:
    """Hexes with units of this side that are out of supply and have no reserve yet."""
    return sorted({s.at[unit] for unit in s.units(side) if not is_in_supply(s, unit) and not s.has(unit, RESERVE)})


def refuse_reserve(s: CherenState, at: SupplyCheck, a: PlayOnHex) -> Refusal | None:
    found = refuse_chit(s, at.side, a.chit, "reserve-supply")
    if found is None and a.hex not in hungry(s, at.side):
        return Refusal("5.1", "No unit of yours in {hex} is out of supply.", {"hex": s.world.names.places[a.hex]})
    return found


def feed(s: CherenState, at: SupplyCheck, a: PlayOnHex) -> None:
    """Reserve Supply keeps everybody in a hex through one check."""
    for unit in s.here[a.hex]:
        s.do(Marked("5.1", unit, RESERVE, 1))
    play_chit(s, a.chit)


SUPPLY_STEPS = (
    AskStep(
        SupplyCheck, ask_check,
        Takes(Check, check),
        Takes(
            PlayOnHex, feed, refuse_reserve,
            heads=lambda s, at: playable(s, at.side, "reserve-supply"),
            tails=lambda s, at, chit: [PlayOnHex(chit, place) for place in hungry(s, at.side)],
        ),
    ),
)  # fmt: skip
