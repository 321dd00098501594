"""12.0 Supply Check phase: lines of supply, Low and No Supply, towns that change hands."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Controlled, Marked, Said
from amba.core.flow import Step, pop
from amba.core.menu import Menu
from amba.games.cheren.book import rule
from amba.games.cheren.rules import r05_chits
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, LOW, NONE, RESERVE, SIDES
from amba.kit.trace import flood

LENGTH = (3, 2, 1)
"""12.0: hexes of a supply line that meets neither hill nor enemy zone, one of them, or both."""


@rule("12.1")
def may_enter(s: CherenState, place: int, side: int) -> bool:
    """No supply through enemy units, enemy towns, or an enemy zone that no friend stands in."""
    if s.held[1 - side][place]:
        return False
    if place in s.world.town_at and not s.is_controlled_by(place, side):
        return False
    return not s.zoc(1 - side)[place] or bool(s.held[side][place])


@rule("12.0", "1.4", "9.0.track")
def open_ways(s: CherenState, side: int) -> set[int]:
    """Road and track hexes that lead to a friendly source, and the sources themselves."""
    world = s.world
    block = s.roadblock if side == ALLIED else -1
    sources = [src.hex for src in world.sources if src.side == side and src.from_turn <= s.turn and may_enter(s, src.hex, side)]
    return flood(sources, world.ways, lambda place: place != block and may_enter(s, place, side))


@rule("12.0", "12.0.length", "12.2")
def supplied(s: CherenState, side: int) -> set[int]:
    """Every hex in which a unit of this side draws supply."""
    cache = s.supply_cache()
    key = (side, s.turn, s.roadblock)
    if key not in cache:
        cache[key] = _supplied(s, side)
    found: set[int] = cache[key]
    return found


def _supplied(s: CherenState, side: int) -> set[int]:
    world = s.world
    zone = s.zoc(1 - side)
    ways = open_ways(s, side)
    # A unit that blocks its own road for others still stands on it: its own hex is never part of the line.
    found = ways | {n for here in ways for n in world.ways[here]}
    lines = {(place, bool(world.hill[place]), bool(zone[place])) for place in ways if not world.mountain[place]}
    for length in range(1, LENGTH[0] + 1):
        longer = set()
        for place, hill, watched in lines:
            if length > LENGTH[hill + watched]:
                continue
            for near in world.around[place]:
                found.add(near)
                if not world.mountain[near] and may_enter(s, near, side):
                    longer.add((near, hill or world.hill[near], watched or bool(zone[near])))
        lines = longer
    if side == ALLIED:
        found |= {place for place, turn in world.red_edge.items() if turn <= s.turn}
    return found


@rule("12.0", "12.2", "12.3")
def is_in_supply(s: CherenState, unit: int) -> bool:
    """By a supply line, at the red edge, or for a native in its own village."""
    place = s.at[unit]
    if s.world.units[unit].village == place:
        return True
    return place in supplied(s, s.side[unit])


@rule("12.7", "7.0.5")
def check_towns(s: CherenState, side: int) -> None:
    """An empty town of the phasing player that can only draw the enemy's supply goes over to him. Before the units."""
    mine, theirs = supplied(s, side), supplied(s, 1 - side)
    lost = []
    for town in s.world.towns:
        if s.here[town.hex] or not s.is_controlled_by(town.hex, side):
            continue
        own_source = any(src.hex == town.hex and src.side == side and src.from_turn <= s.turn for src in s.world.sources)
        if town.hex in theirs and town.hex not in mine and not own_source:
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


class Check(Step[CherenState]):
    """("supply", side): the phasing player may play Reserve Supply, then the check is made."""

    def decision(self, s: CherenState) -> Decision:
        side = s.frames[-1][1]
        return Decision(side, "supply", "12.0", "{side}: check supply for all your units.", {"side": SIDES[side].title()})

    def menu(self, s: CherenState) -> Menu:
        side = s.frames[-1][1]
        heads = [("play", s.world.names.pieces[piece]) for piece in r05_chits.playable(s, side, "reserve-supply")]
        return Menu([("check",)], heads, lambda head: [(*head, s.world.names.places[h]) for h in self.places(s, side)])

    def places(self, s: CherenState, side: int) -> list[int]:
        return sorted({s.at[unit] for unit in s.units(side) if not is_in_supply(s, unit) and not s.has(unit, RESERVE)})

    def refuse(self, s: CherenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        if a and a[0] == "play":
            found = r05_chits.refuse_play(s, s.frames[-1][1], a, "reserve-supply")
            return found or Refusal("5.1", "Reserve supply goes to a hex with units of yours that are out of supply.")
        return unknown_action(a, ["check", "play CHIT HEX"], "12.0")

    def apply(self, s: CherenState, a: Action) -> None:
        side = s.frames[-1][1]
        if a[0] == "play":
            for unit in s.here[s.world.names.place[a[2]]]:
                s.do(Marked("5.1", unit, RESERVE, 1))
            r05_chits.play(s, s.world.names.piece[a[1]])
            return
        pop(s)
        s.do(Said("12.0", "supply", (SIDES[side],)))
        check_towns(s, side)
        check_units(s, side)
