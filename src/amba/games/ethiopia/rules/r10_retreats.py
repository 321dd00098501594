"""10.8 Retreat, with Gordon's liberty for artillery (G2.c)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Decision, Refusal
from amba.core.event import Marked, Retreated
from amba.core.steps import AskStep, AutoStep, Takes, change, pop, push
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import FallBack, PickRetreat, Retreating
from amba.games.ethiopia.orders import RetreatTo, Stay
from amba.games.ethiopia.rules.losses import abandoned, eliminate, remove_trench
from amba.games.ethiopia.rules.r05_stacking import refuse_to_end
from amba.games.ethiopia.rules.r07_movement import pass_through
from amba.games.ethiopia.rules.r10_combat import is_beside
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ENGAGED, SIDES, counted


@rule("10.8")
def retreat_ways(s: EthiopiaState, unit: int, count: int) -> dict[int, tuple[int, ...]]:
    """The hexes exactly so far away, each with the way there: every step farther from the start, free of the enemy and of his zones unless
    friends are there. Of several ways it is the one that takes most from the enemy (2.4, 7.9), which its owner would choose."""
    start, side = s.at[unit], s.card(unit).side
    edges, distance = s.edges(s.card(unit).march), s.world.grid.distance
    foe, zone = s.held[1 - side], s.zoc(1 - side)
    ways: dict[int, tuple[int, ...]] = {start: (start,)}
    for step in range(1, count + 1):
        beyond: dict[int, tuple[int, ...]] = {}
        for here, way in ways.items():
            for there, _ in edges[here]:
                if there >= s.world.hexes or distance(start, there) != step or foe[there] or (zone[there] and not s.combat_units(there, side)):
                    continue
                if there not in beyond or spoils(s, side, way) > spoils(s, side, beyond[there][:-1]):
                    beyond[there] = (*way, there)
        ways = beyond
    return {h: ways[h] for h in sorted(ways) if refuse_to_end(s, unit, h) is None and not s.commanders(h, 1 - side)}


def retreat_hexes(s: EthiopiaState, unit: int, count: int) -> list[int]:
    return list(retreat_ways(s, unit, count))


def spoils(s: EthiopiaState, side: int, way: Sequence[int]) -> tuple[int, int]:
    """What a combat unit of this side takes on its way: points of places, and places, leaders and headquarters."""
    taken = [h for h in way[1:] if h in s.world.place_at and s.controller(h) != side]
    caught = sum(len(s.commanders(h, 1 - side)) for h in way[1:])
    return sum(s.world.victory[s.scenario].get(h, 0) for h in taken), len(taken) + caught


@rule("10.8", "G2.c", "G3.c")
def fall_back(s: EthiopiaState, at: FallBack) -> None:
    """Who must retreat and who may; a garrison cannot and is lost."""
    pop(s)
    for piece in at.units:
        if piece >= s.world.fighting:
            remove_trench(s, piece, "G3.c")
    fighters = tuple(u for u in at.units if u < s.world.fighting)
    if not at.attacking:
        push(s, Retreating(at.side, at.hexes, (*fighters, *s.commanders(at.target, at.side)), ()))
        return
    may = tuple(u for u in fighters if s.is_on("gordon2") and s.card(u).kind == "artillery")
    must = tuple(u for u in fighters if u not in may and is_beside(s, u, at.target))
    homes = sorted({s.at[u] for u in must})
    may += tuple(u for home in homes for u in s.commanders(home, at.side))
    push(s, Retreating(at.side, at.hexes, must, may))


@rule("10.8")
def eliminate_stuck(s: EthiopiaState, at: Retreating) -> None:
    """Those who must retreat and cannot are eliminated; then the owner is asked."""
    stuck = [u for u in at.must if not retreat_hexes(s, u, at.hexes)]
    if stuck:
        change(s, at._replace(must=tuple(u for u in at.must if u not in stuck)))
        for unit in stuck:
            place = s.at[unit]
            eliminate(s, unit, "10.8")
            abandoned(s, place, at.side)
        return
    may = tuple(u for u in at.may if retreat_hexes(s, u, at.hexes))
    if at.must or may:
        change(s, PickRetreat(at.side, at.hexes, at.must, may))
    else:
        pop(s)


def ask_retreat(s: EthiopiaState, at: PickRetreat) -> Decision:
    """Those who must go, and then those who may."""
    values = {"side": SIDES[at.side].title(), "far": counted(at.hexes, "hex"), "left": counted(len(at.must), "unit"), "free": len(at.may)}
    text = "{side}: retreat {far}; {left} must go." if at.must else "{side}: {free} more may retreat {far} or stay."
    guns = not at.must and any(s.card(u).kind == "artillery" for u in at.may)
    return Decision(at.side, "retreat", "G2.c" if guns else "10.8", text, values)


def refuse_stay(s: EthiopiaState, at: PickRetreat, a: Stay) -> Refusal | None:
    values = {"unit": s.card(a.unit).title}
    if a.unit in at.must:
        return Refusal("10.8", "{unit} must retreat: only guns and commanders of the attackers may stay.", values)
    return None if a.unit in at.may else Refusal("10.8", "{unit} is not among those who retreat.", values)


@rule("10.8")
def refuse_retreat(s: EthiopiaState, at: PickRetreat, a: RetreatTo) -> Refusal | None:
    """Exactly so many hexes, every step farther away, clear of the enemy."""
    if a.unit not in at.must and a.unit not in at.may:
        return Refusal("10.8", "{unit} is not among those who retreat.", {"unit": s.card(a.unit).title})
    hexes = retreat_hexes(s, a.unit, at.hexes)
    if a.to in hexes:
        return None
    return why_no_retreat(s, a.unit, a.to, at.hexes)._replace(rule="10.8", hexes=tuple(s.world.names.places[h] for h in hexes))


def why_no_retreat(s: EthiopiaState, unit: int, to: int, count: int) -> Refusal:
    """What is wrong with a hex that is not among the retreat hexes."""
    values = {"unit": s.card(unit).title, "hex": s.world.names.places[to]}
    if to >= s.world.hexes:
        return Refusal("10.8", "Nobody retreats to the box '{hex}'.", values)
    far = s.world.grid.distance(s.at[unit], to)
    if far != count:
        values |= {"far": counted(far, "hex"), "count": counted(count, "hex")}
        return Refusal("10.8", "{hex} is {far} away; {unit} retreats exactly {count}.", values)
    found = refuse_to_end(s, unit, to)
    if found is not None:
        return found
    side = s.card(unit).side
    if s.commanders(to, 1 - side):
        return Refusal("10.8", "Enemy leaders or headquarters are in {hex}.", values)
    if s.zoc(1 - side)[to] and not s.combat_units(to, side):
        return Refusal("10.8", "{hex} is in an enemy zone, and no friendly combat unit is there.", values)
    return Refusal("10.8", "{unit} finds no way to {hex} that leads farther away at every step, clear of the enemy and his zones.", values)


@rule("2.4", "7.9")
def retreat(s: EthiopiaState, at: PickRetreat, a: RetreatTo) -> None:
    """Places on the way change hands, and whoever leads nobody there is taken."""
    origin, way = s.at[a.unit], retreat_ways(s, a.unit, at.hexes)[a.to]
    done_with(s, at, a.unit)
    s.do(Retreated("10.8", a.unit, origin, a.to))
    if s.has(a.unit, ENGAGED):
        s.do(Marked("10.10", a.unit, ENGAGED, 0))
    for place in way[1:] if s.card(a.unit).is_combat else ():
        pass_through(s, place, at.side)
    abandoned(s, origin, at.side)


def done_with(s: EthiopiaState, at: PickRetreat, unit: int) -> None:
    """One unit fewer to ask about."""
    change(s, Retreating(at.side, at.hexes, tuple(u for u in at.must if u != unit), tuple(u for u in at.may if u != unit)))


RETREAT_STEPS = (
    AutoStep(FallBack, fall_back),
    AutoStep(Retreating, eliminate_stuck),
    AskStep(
        PickRetreat, ask_retreat,
        Takes(Stay, lambda s, at, a: done_with(s, at, a.unit), refuse_stay, candidates=lambda s, at: [Stay(unit) for unit in at.may]),
        Takes(
            RetreatTo, retreat, refuse_retreat,
            heads=lambda s, at: (*at.must, *at.may),
            tails=lambda s, at, unit: [RetreatTo(unit, h) for h in retreat_hexes(s, unit, at.hexes)],
        ),
    ),
)  # fmt: skip
