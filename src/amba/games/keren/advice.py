"""How good an action looks to a side: a few named terms that a player would recognise. For bots; the rules never look here.

Everything is worth so many victory points. Ending a phase is worth 0, so that whatever does not improve is left alone. Of the enemy only
what the side sees is looked at: the top unit of a stack, and how many lie under it.
"""

from __future__ import annotations

from collections.abc import Callable

from amba.core.decision import Action
from amba.games.keren.odds_for_bots import assault_hope, denied, fire_hope, fire_loss, fire_of, hope, patience, strength_of
from amba.games.keren.reserves import way_to
from amba.games.keren.rules.r06_supply import CARRYING, FULL, path_cost, paths
from amba.games.keren.rules.r11_fire import BOMBARDMENT, column_of, elevation_shift, firers
from amba.games.keren.rules.r11_fire import weigh as weigh_fire
from amba.games.keren.rules.r14_assault import attackers
from amba.games.keren.rules.r14_results import NOWHERE, same_regiment
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.threat import threat
from amba.games.keren.world import COMMONWEALTH, ITALIAN, MOVED, OUT, SUPPRESSED

NEVER = -9.0
NOBODY = -1
STEP = 0.07
"""What a movement point nearer to an objective is worth."""
UNSUPPLIED = 1.5
WATCHED = {COMMONWEALTH: 0.1, ITALIAN: 0.25}
"""What each enemy stack next to a hex takes off it: it will fire. A Commonwealth stack fires twice as hard."""
HOPE = 0.8
"""How much of an assault that may come about is counted."""
FEAR = {COMMONWEALTH: 0.8, ITALIAN: 1.1}
"""How much of the enemy's is: the Italians move last before the assaults and can still step back."""
EXPOSED = {COMMONWEALTH: 0.5, ITALIAN: 1.0}
"""What it costs to be where enemy guns and battalions are likely to catch a unit."""
BURNT = {COMMONWEALTH: 0.0, ITALIAN: 1.0}
"""How much of the fire of those next to a unit is counted: the Italians move after they have fired, and need not be fired at."""
GUN = 20
"""The factors of a gun that joins in, in quarters."""
NEWCOMER = 6
"""What a unit adds to the defence of a place, in quarters, when it is not known which."""
GARRISON = 0.4
"""What of a point hex is at stake for the Commonwealth when the last unit leaves it (4.2)."""
SPARE = 0.04
"""What a unit must add to an assault if it could make another one."""
THRIFT = 0.1
PLUG = 15.0
"""What one unit in Tigu is worth to the Italians: while it is there the road is not open (4.1)."""
ALARM, MOST_ALARM = 16, 8
"""How near to Tigu enemies have to be for more Italians to go there, and how many of them count."""
ZEAL = {0: 1.0, 1: 1.0, 2: 0.5}
QUIET = 0.15
REMEMBERED = 32
ENOUGH = 6
"""The column from which more guns on one target are wasted."""


# Where to be


def prizes(s: KerenState, side: int) -> dict[int, float]:
    """The hexes a side wants to be in now, and how much."""
    key = ("prizes", side)
    if key not in s.fresh:
        s.fresh[key] = commonwealth_prizes(s) if side == COMMONWEALTH else italian_prizes(s)
    found: dict[int, float] = s.fresh[key]
    return found


def commonwealth_prizes(s: KerenState) -> dict[int, float]:
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


def italian_prizes(s: KerenState) -> dict[int, float]:
    """Point hexes, more when the enemy is near, less when they are well held; and a plug in the road."""
    foes = {s.at[unit] for unit in s.units(COMMONWEALTH)}
    distance = s.world.ground.distance
    found = {}
    for place, value in s.world.points.items():
        near = sum(distance(place, foe) <= 4 for foe in foes)
        found[place] = value + 0.3 * near + (2.0 * patience(s) if s.owner[place] else 0.0) - 1.2 * len(s.here[place]) * s.held[ITALIAN][place]
    tigu, guards = s.world.tigu, len(s.here[s.world.tigu]) * s.held[ITALIAN][s.world.tigu]
    coming = sum(distance(tigu, foe) <= ALARM for foe in foes)
    found[tigu] = 2.0 + min(MOST_ALARM, coming) - 0.8 * guards if guards else PLUG
    return found


def draw(s: KerenState, side: int, place: int) -> float:
    """How strongly a place is drawn to by the best objective within reach."""
    key = ("draw", side)
    if key not in s.fresh:
        s.fresh[key] = drawn(s, prizes(s, side), 1.0 if side == COMMONWEALTH else zeal(s))
    ways, known = s.fresh[key]
    if place not in known:
        known[place] = max([value - step * way[place] for value, step, way in ways])
    found: float = known[place]
    return found


def drawn(s: KerenState, wanted: dict[int, float], share: float) -> tuple[list[tuple[float, float, list[int]]], dict[int, float]]:
    """What is wanted, what a movement point nearer to it is worth, and the way; and what that comes to in each place that was asked for.

    Ground counts by this share, Tigu always in full. Kept as long as the same things are wanted.
    """
    memory, key = s.world.ground.draws, (share, *wanted.items())
    if key not in memory:
        if len(memory) >= REMEMBERED:
            memory.clear()
        shares = {goal: 1.0 if goal == s.world.tigu else share for goal in wanted}
        memory[key] = [(shares[goal] * value, shares[goal] * STEP, way_to(s.world.ground, goal)) for goal, value in wanted.items()], {}
    return memory[key]


def zeal(s: KerenState) -> float:
    """How much the Italians are drawn to ground: they live in order to come back to it at the end."""
    return max(QUIET, ZEAL.get(s.turns - s.turn, QUIET) * hope(s))


def standing(s: KerenState, side: int, place: int) -> float:
    """What is good or bad about a place whoever stands in it: the way to go, height, enemies to assault from it, supply."""
    key = ("standing", side)
    if key not in s.fresh:
        s.fresh[key] = {}
    known: dict[int, float] = s.fresh[key]
    if place in known:
        return known[place]
    ground, foe = s.world.ground, s.held[enemy(side)]
    value = draw(s, side, place) + 0.05 * float(ground.levels[place])
    around = [n for n in ground.next_to[place] if foe[n]]
    if around:
        value += HOPE * max(0.0, *(prospect(s, side, target) for target in around)) - WATCHED[side] * len(around)
    defence = NEWCOMER + sum(map(s.assault, s.here[place])) * s.held[side][place]
    value -= EXPOSED[side] * threat(s, side).at(s, place, defence)
    if side == ITALIAN:
        value += denied(s, place)
    cost = paths(s, side).cost
    if min([cost.get(n, 999) for n in ground.next_to[place]]) > FULL:
        # 6.8: whoever is without supply when the last turn begins is lost; after that it does not matter any more.
        value -= UNSUPPLIED * {s.turns - 1: 4, s.turns: 0}.get(s.turn, 1)
    known[place] = value
    return value


def prospect(s: KerenState, side: int, target: int) -> float:
    """What an assault on an enemy stack could come to this turn, with everybody who is next to it or can come there."""
    key = ("prospect", side, target)
    if key in s.fresh:
        known: float = s.fresh[key]
        return known
    distance, units = s.world.ground.distance, s.world.units
    total = count = 0
    for unit in s.units(side):
        if units[unit].is_artillery or s.marks[unit] >> SUPPRESSED & 1:
            continue
        away = distance(s.at[unit], target)
        if away == 1 or (away <= 3 and not s.marks[unit] >> MOVED & 1):
            total += s.assault(unit)
            count += 1
    s.fresh[key] = found = assault_hope(s, side, target, total, count) if total else 0.0
    return found


def danger(s: KerenState, side: int, place: int, unit: int) -> float:
    """What the enemy next to a place could do to whoever is there by an assault."""
    key = ("threat", side, place)
    if key not in s.fresh:
        foe = enemy(side)
        around = [n for n in s.world.ground.next_to[place] if s.held[foe][n]]
        threat = sum(strength_of(s, side, n, able=True) for n in around)
        s.fresh[key] = threat, sum(len(s.here[n]) for n in around)
    threat, count = s.fresh[key]
    if not threat:
        return 0.0
    stack = [*(u for u in s.here[place] if u != unit), unit]
    return FEAR[side] * max(0.0, assault_hope(s, enemy(side), place, threat, count, stack))


def under_fire(s: KerenState, side: int, place: int, unit: int) -> float:
    """What the enemy next to a place could do by fire to whoever is there: all together, and the guns that see it (12.5)."""
    size = len(s.here[place]) + (s.at[unit] != place)
    key = ("under fire", side, place, size)
    if key not in s.fresh:
        foe, factors, shift = s.held[enemy(side)], 0, 0
        for n in s.world.ground.zoc_links[place]:
            if foe[n]:
                factors += fire_of(s, side, n)
                shift = max(shift, elevation_shift(s, n, place))
        if factors and threat(s, side).pinned(s, place):
            factors += GUN
        s.fresh[key] = fire_loss(s, side, place, column_of(s, factors, shift, NOBODY).column, size) if factors else 0.0
    found: float = s.fresh[key]
    return found


def move(s: KerenState, side: int, a: Action) -> float:
    """A move is worth what the new place is better than the old one; an arrival always comes in."""
    unit, to = s.world.names.piece[a[1]], s.world.names.place[a[2]]
    if s.world.units[unit].is_artillery:
        return move_gun(s, side, unit, to)
    # Units of one strength that start together are worth the same wherever they go.
    key = ("going", s.at[unit], s.assault(unit))
    if key not in s.fresh:
        s.fresh[key] = {}
    known: dict[int, float] = s.fresh[key]
    if to not in known:
        known[to] = going(s, side, unit, to)
    return known[to] - staying(s, side, unit) - THRIFT if s.is_on_map(unit) else 1.0 + known[to] / 100


def going(s: KerenState, side: int, unit: int, to: int) -> float:
    """What it is worth that a unit comes to a place."""
    new = standing(s, side, to) - 0.15 * len(s.here[to])
    if to in s.world.points:
        new += s.world.points[to] * (s.owner[to] * patience(s) if side == ITALIAN else 1 - s.owner[to])
    if s.zoc(enemy(side))[to]:
        new -= danger(s, side, to, unit) + BURNT[side] * under_fire(s, side, to, unit)
    return new


def staying(s: KerenState, side: int, unit: int) -> float:
    """What it is worth that a unit is where it is."""
    key = ("staying", unit)
    if key not in s.fresh:
        here = s.at[unit]
        value = standing(s, side, here) - danger(s, side, here, unit) - BURNT[side] * under_fire(s, side, here, unit)
        if here in s.world.points and len(s.here[here]) == 1:
            value += 1.5 if side == ITALIAN else 1.0 + GARRISON * s.world.points[here]
        if side == ITALIAN and len(s.here[here]) == 1 and here in prizes(s, side):
            value += PLUG if here == s.world.tigu else prizes(s, side)[here] + 1.2
        s.fresh[key] = value
    found: float = s.fresh[key]
    return found


def foes_of(s: KerenState, side: int) -> list[int]:
    """The hexes with enemies."""
    key = ("foes", side)
    if key not in s.fresh:
        s.fresh[key] = sorted({s.at[unit] for unit in s.units(enemy(side))} - {s.world.tunnel})
    found: list[int] = s.fresh[key]
    return found


def move_gun(s: KerenState, side: int, unit: int, to: int) -> float:
    """A gun goes where it sees more enemies, out of their reach; one that sees nobody goes on towards the fighting."""

    def worth(place: int) -> float:
        key = ("gun", side, place)
        if key not in s.fresh:
            foe, ground = s.held[enemy(side)], s.world.ground
            seen = sum(ground.table.sees(place, h) for h in foes_of(s, side) if h != place) if place < s.world.hexes else 0
            near = sum(foe[n] for n in ground.next_to[place])
            friends = sum(s.held[side][n] for n in ground.next_to[place])
            s.fresh[key] = 0.3 * min(4, seen) - 1.5 * near + 0.05 * friends + 0.3 * draw(s, side, place)
        known: float = s.fresh[key]
        return known

    if not s.is_on_map(unit):
        return 0.5 + worth(to) / 100
    return worth(to) - worth(s.at[unit]) - 0.3


def set_up(s: KerenState, side: int, a: Action) -> float:
    """Objectives first, then high ground near them, not all in one hex."""
    to = s.world.names.place[a[2]]
    return 5.0 + standing(s, side, to) - (0.9 if side == ITALIAN else 0.2) * len(s.here[to])


def hand_over(s: KerenState, side: int, a: Action) -> float:
    """The scenario's own plan is better than a greedy one."""
    return 100.0


# Fights


def assault(s: KerenState, side: int, a: Action) -> float:
    place = s.world.names.place[a[1]]
    units = attackers(s, side, place)
    return assault_hope(s, side, place, sum(s.assault(unit) for unit in units), len(units)) - 0.05


def storm(s: KerenState, side: int, a: Action) -> float:
    """Bring in everybody who makes it better, first those who have nobody else to assault; whoever has is left out where he adds nothing."""
    _, _, place, units = s.frames[-1]
    if a[0] == "fight":
        return 1.0
    unit = s.world.names.piece[a[1]]
    before = sum(s.assault(u) for u in units)
    now = assault_hope(s, side, place, before + s.assault(unit), len(units) + 1)
    gain = now - (assault_hope(s, side, place, before, len(units)) if units else NEVER)
    needed = any(s.held[enemy(side)][n] for n in s.world.ground.next_to[s.at[unit]] if n != place)
    if gain <= (SPARE if needed else -0.01):
        return NEVER
    return 2.0 + s.assault(unit) / 100 + (0.0 if needed else 0.5)


def fire(s: KerenState, side: int, a: Action) -> float:
    """Fire costs nothing: where it promises most."""
    place, depth = s.world.names.place[a[-2]], int(a[-1])
    key = ("shot", side, place)
    if a[0] == "air":
        # 13.0: every aircraft by itself, whatever the ground.
        column = column_of(s, s.fire(s.world.names.piece[a[1]]), 0, NOBODY).column
    elif key in s.fresh:
        column = s.fresh[key]
    else:
        units = firers(s, side, place, s.frames[-1][2], True)
        s.fresh[key] = column = weigh_fire(s, place, units).column if units else 0
    return 1.0 + fire_hope(s, side, place, s.here[place][-depth], column, threat(s, enemy(side)).pressed(s, place, strength_of(s, side, place)))


def volley(s: KerenState, side: int, a: Action) -> float:
    """Everybody together, unless he would spoil the elevation; guns at a distance no more than do good."""
    _, _, mode, place, _, units = s.frames[-1]
    if a[0] == "shoot":
        return 1.0
    unit = s.world.names.piece[a[1]]
    if units:
        shot = weigh_fire(s, place, units)
        if elevation_shift(s, s.at[unit], place) < shot.shift or (mode == BOMBARDMENT and shot.column >= ENOUGH):
            return NEVER
    return 2.0 + s.fire(unit) / 100 + elevation_shift(s, s.at[unit], place) / 10


def loss(s: KerenState, side: int, a: Action) -> float:
    """Give up the weakest; where the rest would be suppressed (2.3.1), rather one of the regiment that is there in numbers."""
    unit = s.world.names.piece[a[1]]
    shaken = sum(not same_regiment(s, unit, other) for other in s.here[s.at[unit]] if other != unit and not s.is_suppressed(other))
    defends = bool(s.frames[-2][-1] != NOWHERE)
    return -float(s.assault(unit) + s.fire(unit)) - 3.0 * shaken * defends


def retreat(s: KerenState, side: int, a: Action) -> float:
    return standing(s, side, s.world.names.place[a[2]])


def advance(s: KerenState, side: int, a: Action) -> float:
    """The strongest unit first; more where there are points to hold or the enemy is next to them. The Italians can still be assaulted there."""
    target, unit = s.frames[-1][2], s.world.names.piece[a[1]]
    value = s.assault(unit) / 100
    if side == ITALIAN:
        value += s.world.points.get(target, 0) * s.owner[target] - danger(s, side, target, unit) + danger(s, side, s.at[unit], unit)
    if not s.here[target]:
        return 0.5 + value
    watched = any(s.held[enemy(side)][n] for n in s.world.ground.next_to[target])
    return value if target in s.world.points or (watched and len(s.here[target]) < 2) else -1.0


# Administration


def carry(s: KerenState, side: int, a: Action) -> float:
    """Carry when only that keeps the unit in supply."""
    unit = s.world.names.piece[a[1]]
    cost = path_cost(s, unit)
    if a[0] == "full":
        return 1.0 if cost is not None and cost <= FULL else NEVER
    return 1.0 if s.has(unit, OUT) and cost is not None and FULL < cost <= CARRYING else NEVER


def never(s: KerenState, side: int, a: Action) -> float:
    return NEVER


def march(s: KerenState, side: int, a: Action) -> float:
    """Bots move units one by one; a stack once formed halts."""
    return 1.0 if a[0] == "halt" else 0.5


ORDERS: dict[str, Callable[[KerenState, int, Action], float]] = {
    "place": set_up, "rest": hand_over, "area": never, "move": move, "form": never, "face": never, "join": march, "go": never, "drop": never, "halt": march,
    "fire": fire, "air": fire, "add": volley, "shoot": volley, "assault": assault, "commit": storm, "fight": storm,
    "lose": loss, "retreat": retreat, "advance": advance, "carry": carry, "full": carry,
}  # fmt: skip


def advice(s: KerenState, side: int, a: Action) -> float:
    """One number for one action."""
    term = ORDERS.get(a[0])
    return term(s, side, a) if term else 0.0
