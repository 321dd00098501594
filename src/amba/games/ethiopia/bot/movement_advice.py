"""Where a bot sends its units.

A combat unit's place is worth what it gains on the way to a goal, less hunger and danger, with the fight it could seek from there; a
commander's place is with the troops or at the head of the road.
"""

from __future__ import annotations

from amba.core.state import remembered
from amba.games.ethiopia.bot.estimates import attack_on, chance_at, danger, strength_at
from amba.games.ethiopia.bot.goals import LAST_DITCH, LOOK_AHEAD, goal_distance, is_foe_near, victory_value
from amba.games.ethiopia.bot.road_building import BUILDERS, road_heads, track_ahead
from amba.games.ethiopia.rules.r08_supply import LINE, covered, lives_off, supply_roads
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, ITALIAN

LONG_RAID = 16
"""How far levies may come in one turn along the invader's own roads."""
FAR_BACK = -5.0
"""Nobody goes so far back for anything but a place."""
WORTH_A_FIGHT = 0.4
ENOUGH = 1.3
"""Times the strength that a target asks for, beyond which more units beside it help no more."""


def move_value(s: EthiopiaState, side: int, unit: int, to: int) -> float:
    """What a unit gains by going there, over staying where it is."""
    if to >= s.world.hexes:
        return -5.0
    command = s.card(unit).is_command
    if command and track_ahead(s, unit):
        return -1.0  # the road first
    worth = commander_value if command else combat_unit_value
    here = s.at[unit]
    if here < s.world.hexes and not command:
        back = goal_distance(s, side, here) - goal_distance(s, side, to)
        if back < FAR_BACK and to not in s.world.place_at:
            return back  # no need to look closer
    return worth(s, side, unit, to) - value_here(s, side, unit) - (0.6 if command else 0.3)


@remembered()
def value_here(s: EthiopiaState, side: int, unit: int) -> float:
    """What it is worth to have the unit where it is; a box is no place to be."""
    if s.at[unit] >= s.world.hexes:
        return -60.0
    return (commander_value if s.card(unit).is_command else combat_unit_value)(s, side, unit, s.at[unit])


def combat_unit_value(s: EthiopiaState, side: int, unit: int, place: int) -> float:
    """What it is worth to have a combat unit in this hex."""
    value = -goal_distance(s, side, place)
    if not lives_off(s, unit, place):
        value -= hunger_cost(s, side, unit, place)
    value += holding_value(s, side, unit, place)
    if side == ETHIOPIAN:
        value += 0.5 * s.world.shift[s.world.map.terrain[place]] + 0.4 * bool(s.held[side][place])
        value -= 0.7 * max(0, leader_distance(s, unit, place) - 2)
        value += raid_value(s, place)
    value -= 0.6 * danger(s, side, place, strength_at(s, side, place, (unit,)))
    if s.zoc(1 - side)[place]:
        value += contact_value(s, side, place)
    return value


def hunger_cost(s: EthiopiaState, side: int, unit: int, place: int) -> float:
    """Beyond supply an army dies; the last hexes before the end of the line are a strain."""
    cover = covered(s, side)
    # An enemy zone is no barrier to those who stand in it (8.3).
    if place in cover or (s.zoc(1 - side)[place] and any(cover.get(n, LINE) < LINE for n in s.world.around[place])):
        return 0.0
    return (7.0 if side == ITALIAN else 3.0) + s.points[unit]


def holding_value(s: EthiopiaState, side: int, unit: int, place: int) -> float:
    """A place worth points is taken by walking in and kept by those who stay: what this unit adds to it."""
    if place not in s.world.place_at:
        return 0.0
    value = victory_value(s, place)
    if s.controller(place) != side:
        return 1.0 + value / 2
    if not value:
        return 0.0
    others = strength_at(s, side, place) - (s.defence(unit) if s.at[unit] == place else 0)
    if others <= 0:
        far = LONG_RAID if value >= LAST_DITCH else LOOK_AHEAD
        return 2.0 + value / 2 if is_foe_near(s, side, place, far) else 0.0
    safer = attack_on(s, side, place, others) - attack_on(s, side, place, others + s.defence(unit))
    return safer / 7 * (2.0 + value)


def raid_value(s: EthiopiaState, place: int) -> float:
    """On the road that feeds the invader, behind his columns."""
    if place not in supply_roads(s) or s.zoc(ITALIAN)[place]:
        return 0.0
    behind = sum(1 for h in s.world.near(place, LOOK_AHEAD) if s.held[ITALIAN][h])
    return min(3.0, 0.4 * behind)


def contact_value(s: EthiopiaState, side: int, place: int) -> float:
    """Beside the enemy: good where all that can come would win, bad where it would not."""
    best = -4.0
    for target in s.world.around[place]:
        if s.held[1 - side][target]:
            chance = chance_at(s, side, target)
            if chance >= WORTH_A_FIGHT:
                best = max(best, min(4.0, 1.0 + chance) * (0.3 if is_enough(s, side, target) else 1.0))
    return best


@remembered()
def is_enough(s: EthiopiaState, side: int, target: int) -> bool:
    """Whether what stands beside a target already will do: six to one after the shifts, or three whole stacks."""
    beside = sum(s.face[u] for h in s.world.around[target] if s.held[side][h] for u in s.combat_units(h, side))
    need = strength_at(s, 1 - side, target) * (3 + s.world.shift[s.world.map.terrain[target]])
    return beside >= ENOUGH * need


@remembered()
def troops_near(s: EthiopiaState, side: int, army: str) -> dict[int, int]:
    """For every hex, how much strength of a side (of an army, for Ethiopians) is within three hexes."""
    found: dict[int, int] = {}
    for u in s.army(side):
        if side == ITALIAN or s.card(u).army == army or army == "empire":
            for h in s.world.near(s.at[u], 3):
                found[h] = found.get(h, 0) + s.face[u]
    return found


def commander_value(s: EthiopiaState, side: int, unit: int, place: int) -> float:
    """A commander's place: with troops, near the front, not alone before it; a builder's at the head of the road."""
    card = s.card(unit)
    near = troops_near(s, side, card.army if side == ETHIOPIAN else "").get(place, 0)
    own = bool(s.held[side][place])
    value = min(near, 30) * 0.12 - 0.4 * goal_distance(s, side, place) + (0.8 if own else 0.0)
    if not own:
        close = is_foe_near(s, side, place, 4)
        value -= 4.0 if close else 0.5
        value -= 3.0 if not near else 0.0
    if side == ITALIAN:
        value -= 0.5 * sum(1 for u in s.commanders(place, ITALIAN) if u != unit)
        if card.key in BUILDERS:
            heads = road_heads(s, unit)
            value += 9.0 if place in heads else -0.5 * min((s.world.grid.distance(place, head) for head in heads), default=0)
    else:
        value -= 0.6 * danger(s, side, place, strength_at(s, side, place)) if own else 0.0
    return value


def leader_distance(s: EthiopiaState, unit: int, place: int) -> int:
    """How far from a leader whom this unit follows."""
    distance = s.world.grid.distance
    return min((distance(at, place) for at in leaders_of(s, s.card(unit).army)), default=2)


@remembered()
def leaders_of(s: EthiopiaState, army: str) -> list[int]:
    """Where the leaders of an army and the Emperor are."""
    return [s.at[u] for u in s.world.commanders[ETHIOPIAN] if s.at[u] < s.world.hexes and s.card(u).army in {army, "empire"}]
