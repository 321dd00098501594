"""What a place is worth to a side that stands in it or goes there: a few named terms that a player would recognise.

Everything is worth so many victory points. Of the enemy only what the side sees is looked at: the top unit of a stack, and how many lie under it.
"""

from __future__ import annotations

from amba.core.state import remembered
from amba.games.keren.bot.estimates import assault_value, chance_to_return, fire_cost, fire_of, ground_share, points_denied, strength_of
from amba.games.keren.bot.routes import costs_to
from amba.games.keren.bot.threats import threat
from amba.games.keren.rules.r06_supply import FULL, paths
from amba.games.keren.rules.r11_fire import column_of, elevation_shift
from amba.games.keren.state import POSITION, KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN, MOVED, SUPPRESSED

NOBODY = -1
STEP = 0.07
"""What a movement point nearer to an objective is worth."""
UNSUPPLIED = 1.5
WATCHED = {COMMONWEALTH: 0.1, ITALIAN: 0.25}
"""What each enemy stack next to a hex takes off it: it will fire. A Commonwealth stack fires twice as hard."""
PROSPECT = 0.8
"""How much of an assault that may come about is counted."""
DANGER = {COMMONWEALTH: 0.8, ITALIAN: 1.1}
"""How much of the enemy's is: the Italians move last before the assaults and can still step back."""
EXPOSED = {COMMONWEALTH: 0.5, ITALIAN: 1.0}
"""What it costs to be where enemy guns and battalions are likely to catch a unit."""
FIRE_DANGER = {COMMONWEALTH: 0.0, ITALIAN: 1.0}
"""How much of the fire of those next to a unit is counted: the Italians move after they have fired, and need not be fired at."""
GUN = 20
"""The factors of a gun that joins in, in quarters."""
NEWCOMER = 6
"""What a unit adds to the defence of a place, in quarters, when it is not known which."""
GARRISON = 0.4
"""What of a point hex is at stake for the Commonwealth when the last unit leaves it (4.2)."""
PLUG = 15.0
"""What one unit in Tigu is worth to the Italians: while it is there the road is not open (4.1)."""
ALARM, MOST_ALARM = 16, 8
"""How near to Tigu enemies have to be for more Italians to go there, and how many of them count."""
GROUND_PULL = {0: 1.0, 1: 1.0, 2: 0.5}
"""How much ground draws the Italians so many turns before the end."""
LEAST_GROUND_PULL = 0.15


@remembered(POSITION)
def objectives(s: KerenState, side: int) -> dict[int, float]:
    """The hexes a side wants to be in now, and how much."""
    return commonwealth_objectives(s) if side == COMMONWEALTH else italian_objectives(s)


def commonwealth_objectives(s: KerenState) -> dict[int, float]:
    """Point hexes not yet taken, Italians who keep a taken one from counting, and Tigu."""
    zone, foe, mine = s.zoc(ITALIAN), s.held[ITALIAN], s.held[COMMONWEALTH]
    found = {place: float(value) for place, value in s.world.points.items() if not s.owner[place]}
    for place, value in s.world.points.items():
        if s.owner[place] and zone[place]:
            found |= {n: float(value) for n in s.world.ground.next_to[place] if foe[n] and s.exerts(ITALIAN, n)}
        elif s.owner[place] and not any(mine[n] for n in (place, *s.world.ground.next_to[place])):
            found[place] = GARRISON * value
    found.setdefault(s.world.tigu, 3.0)
    return found


def italian_objectives(s: KerenState) -> dict[int, float]:
    """Point hexes, more when the enemy is near, less when they are well held; and a plug in the road."""
    foes = s.places(COMMONWEALTH)
    distance = s.world.ground.distance
    found = {}
    for place, value in s.world.points.items():
        near = sum(distance(place, foe) <= 4 for foe in foes)
        found[place] = value + 0.3 * near + (2.0 * ground_share(s) if s.owner[place] else 0.0) - 1.2 * len(s.here[place]) * s.held[ITALIAN][place]
    tigu, guards = s.world.tigu, len(s.here[s.world.tigu]) * s.held[ITALIAN][s.world.tigu]
    coming = sum(distance(tigu, foe) <= ALARM for foe in foes)
    found[tigu] = 2.0 + min(MOST_ALARM, coming) - 0.8 * guards if guards else PLUG
    return found


@remembered(POSITION)
def attraction(s: KerenState, side: int, place: int) -> float:
    """How strongly a place is drawn to by the best objective within reach: by its value, less for every movement point of the way. Ground may count less, Tigu never."""
    share, tigu, ground = 1.0 if side == COMMONWEALTH else ground_pull(s), s.world.tigu, s.world.ground
    pulls = [(1.0 if goal == tigu else share, value, costs_to(ground, goal)[place]) for goal, value in objectives(s, side).items()]
    return max([part * value - part * STEP * cost for part, value, cost in pulls])


def ground_pull(s: KerenState) -> float:
    """How much the Italians are drawn to ground: they live in order to come back to it at the end."""
    return max(LEAST_GROUND_PULL, GROUND_PULL.get(s.turns - s.turn, LEAST_GROUND_PULL) * chance_to_return(s))


@remembered(POSITION)
def place_value(s: KerenState, side: int, place: int) -> float:
    """What is good or bad about a place whoever stands in it: the way to go, height, enemies to assault from it, supply."""
    ground, foe = s.world.ground, s.held[enemy(side)]
    value = attraction(s, side, place) + 0.05 * float(ground.levels[place])
    around = [n for n in ground.next_to[place] if foe[n]]
    if around:
        value += PROSPECT * max(0.0, *(assault_prospect(s, side, target) for target in around)) - WATCHED[side] * len(around)
    defence = NEWCOMER + sum(map(s.assault, s.here[place])) * s.held[side][place]
    value -= EXPOSED[side] * threat(s, side).at(place, defence)
    if side == ITALIAN:
        value += points_denied(s, place)
    cost = paths(s, side).cost
    if min([cost.get(n, 999) for n in ground.next_to[place]]) > FULL:
        # 6.8: whoever is without supply when the last turn begins is lost; after that it does not matter any more.
        value -= UNSUPPLIED * {s.turns - 1: 4, s.turns: 0}.get(s.turn, 1)
    return value


@remembered(POSITION)
def assault_prospect(s: KerenState, side: int, target: int) -> float:
    """What an assault on an enemy stack could come to this turn, with everybody who is next to it or can come there."""
    distance, units = s.world.ground.distance, s.world.units
    total = count = 0
    for unit in s.units(side):
        if units[unit].is_artillery or s.marks[unit] >> SUPPRESSED & 1:
            continue
        away = distance(s.at[unit], target)
        if away == 1 or (away <= 3 and not s.marks[unit] >> MOVED & 1):
            total += s.assault(unit)
            count += 1
    return assault_value(s, side, target, total, count) if total else 0.0


@remembered(POSITION)
def attackers_beside(s: KerenState, side: int, place: int) -> tuple[int, int]:
    """The enemy next to a place, as the side sees it: the factors that could assault, and how many units there are."""
    foe = s.held[enemy(side)]
    around = [n for n in s.world.ground.next_to[place] if foe[n]]
    return sum(strength_of(s, side, n, able=True) for n in around), sum(len(s.here[n]) for n in around)


def assault_danger(s: KerenState, side: int, place: int, unit: int) -> float:
    """What the enemy next to a place could do by an assault to those who are there with this unit."""
    strength, count = attackers_beside(s, side, place)
    if not strength:
        return 0.0
    stack = (*(u for u in s.here[place] if u != unit), unit)
    return DANGER[side] * max(0.0, assault_value(s, enemy(side), place, strength, count, stack))


@remembered(POSITION)
def fire_danger(s: KerenState, side: int, place: int, size: int) -> float:
    """What the enemy next to a place could do by fire to so many units there: all together, and the guns that see it (12.5)."""
    foe, factors, shift = s.held[enemy(side)], 0, 0
    for n in s.world.ground.zoc_links[place]:
        if foe[n]:
            factors += fire_of(s, side, n)
            shift = max(shift, elevation_shift(s, n, place))
    if factors and threat(s, side).pinned(place):
        factors += GUN
    return fire_cost(s, side, place, column_of(s, factors, shift, NOBODY).column, size) if factors else 0.0


def value_of_coming(s: KerenState, side: int, unit: int, to: int) -> float:
    """What it is worth that a unit comes to a place."""
    new = place_value(s, side, to) - 0.15 * len(s.here[to])
    if to in s.world.points:
        new += s.world.points[to] * (s.owner[to] * ground_share(s) if side == ITALIAN else 1 - s.owner[to])
    if s.zoc(enemy(side))[to]:
        new -= assault_danger(s, side, to, unit) + FIRE_DANGER[side] * fire_danger(s, side, to, len(s.here[to]) + (s.at[unit] != to))
    return new


@remembered(POSITION)
def value_of_staying(s: KerenState, side: int, unit: int) -> float:
    """What it is worth that a unit is where it is."""
    here = s.at[unit]
    value = place_value(s, side, here) - assault_danger(s, side, here, unit) - FIRE_DANGER[side] * fire_danger(s, side, here, len(s.here[here]))
    if here in s.world.points and len(s.here[here]) == 1:
        value += 1.5 if side == ITALIAN else 1.0 + GARRISON * s.world.points[here]
    if side == ITALIAN and len(s.here[here]) == 1 and here in objectives(s, side):
        value += PLUG if here == s.world.tigu else objectives(s, side)[here] + 1.2
    return value


@remembered(POSITION)
def gun_value(s: KerenState, side: int, place: int) -> float:
    """A gun is well placed where it sees enemies, out of their reach; one that sees nobody goes on towards the fighting."""
    foe, ground = s.held[enemy(side)], s.world.ground
    seen = sum(ground.sees(place, h) for h in s.places(enemy(side)) if h not in {place, s.world.tunnel}) if place < s.world.hexes else 0
    near = sum(foe[n] for n in ground.next_to[place])
    friends = sum(s.held[side][n] for n in ground.next_to[place])
    return 0.3 * min(4, seen) - 1.5 * near + 0.05 * friends + 0.3 * attraction(s, side, place)
