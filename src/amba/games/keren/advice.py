"""How good an action looks to a side: a few named terms that a player would recognise. For bots; the rules never look here.

Everything is worth so many victory points. Ending a phase is worth 0, so that whatever does not improve is left alone. Of the enemy only
what the side sees is looked at: the top unit of a stack, and how many lie under it.
"""

from __future__ import annotations

from collections.abc import Callable

from amba.core.decision import Action
from amba.games.keren.rules.r06_supply import CARRYING, FULL, path_cost, paths
from amba.games.keren.rules.r07_stacking import sees
from amba.games.keren.rules.r11_fire import elevation_shift
from amba.games.keren.rules.r11_fire import weigh as weigh_fire
from amba.games.keren.rules.r14_assault import attackers
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN, OUT
from amba.kit.odds import ratio
from amba.load.files import Table

NEVER = -9.0
UNSEEN = 6
"""An unseen enemy unit is taken for an assault factor of 1 1/2, in quarters."""
STEP = 0.12
"""What a hex nearer to an objective is worth."""
LOSS = {COMMONWEALTH: 2.0, ITALIAN: 1.0}
"""4.2: what losing a unit costs."""
UNSUPPLIED = 1.5
WATCHED = 0.12
"""What each enemy stack next to a hex takes off it: it will fire."""
THRIFT = 0.1
PLUG = 15.0
"""What one unit in Tigu is worth to the Italians: while it is there the road is not open (4.1)."""


# Where to be


def prizes(s: KerenState, side: int) -> dict[int, float]:
    """The hexes a side wants to be in now, and how much."""
    key = ("prizes", side)
    if key not in s.fresh:
        s.fresh[key] = commonwealth_prizes(s) if side == COMMONWEALTH else italian_prizes(s)
    found: dict[int, float] = s.fresh[key]
    return found


def commonwealth_prizes(s: KerenState) -> dict[int, float]:
    """Point hexes not yet taken, and Tigu."""
    found = {place: float(value) for place, value in s.world.points.items() if not s.owner[place]}
    found[s.world.tigu] = 3.0
    return found


def italian_prizes(s: KerenState) -> dict[int, float]:
    """Point hexes, more when the enemy is near, less when they are well held; and a plug in the road."""
    foes = {s.at[unit] for unit in s.units(COMMONWEALTH)}
    distance = s.world.ground.distance
    found = {}
    for place, value in {**{h: float(v) for h, v in s.world.points.items()}, s.world.tigu: 2.0 if s.held[ITALIAN][s.world.tigu] else PLUG}.items():
        near = sum(distance(place, foe) <= 4 for foe in foes)
        found[place] = value + 0.3 * near + (2.0 if s.owner[place] else 0.0) - 1.2 * len(s.here[place]) * s.held[ITALIAN][place]
    return found


def draw(s: KerenState, side: int, place: int) -> float:
    """How strongly a place is drawn to by the best objective within reach."""
    key = ("draw", side, place)
    if key not in s.fresh:
        distance = s.world.ground.distance
        s.fresh[key] = max((value - STEP * 3 * distance(place, goal) for goal, value in prizes(s, side).items()), default=0.0)
    found: float = s.fresh[key]
    return found


def standing(s: KerenState, side: int, place: int) -> float:
    """What is good or bad about a place whoever stands in it: height, enemies around it, supply."""
    key = ("standing", side, place)
    if key in s.fresh:
        known: float = s.fresh[key]
        return known
    ground, foe = s.world.ground, s.held[enemy(side)]
    value = draw(s, side, place) + 0.05 * float(ground.levels[place])
    around = [n for n in ground.zoc_links[place] if foe[n]]
    value -= WATCHED * len(around)
    if around and side == COMMONWEALTH:
        value += 0.5 * min(2, sum(s.held[side][n] for target in around for n in ground.next_to[target]))
    supply = [paths(s, side).cost[n] for n in ground.next_to[place] if n in paths(s, side).cost]
    if not supply or min(supply) > FULL:
        value -= UNSUPPLIED
    s.fresh[key] = value
    return value


def move(s: KerenState, side: int, a: Action) -> float:
    """A move is worth what the new place is better than the old one; an arrival always comes in."""
    unit, to = s.world.names.piece[a[1]], s.world.names.place[a[2]]
    if s.world.units[unit].is_artillery:
        return NEVER if s.is_on_map(unit) else 0.2 + 0.01 * standing(s, side, to)
    taken = s.world.points.get(to, 0) * (s.owner[to] if side == ITALIAN else 1 - s.owner[to])
    crowd = 0.15 * len(s.here[to])
    new = standing(s, side, to) + taken - crowd
    if not s.is_on_map(unit):
        return 1.0 + new / 100
    here = s.at[unit]
    leaves = 1.5 if here in s.world.points and len(s.here[here]) == 1 else 0.0
    if side == ITALIAN and len(s.here[here]) == 1 and here in prizes(s, side):
        leaves += PLUG if here == s.world.tigu else prizes(s, side)[here] + 1.2
    return new - standing(s, side, here) - leaves - THRIFT


def set_up(s: KerenState, side: int, a: Action) -> float:
    """Objectives first, then high ground near them, not all in one hex."""
    to = s.world.names.place[a[2]]
    return 5.0 + standing(s, side, to) - (0.9 if side == ITALIAN else 0.2) * len(s.here[to])


def hand_over(s: KerenState, side: int, a: Action) -> float:
    """The scenario's own plan is better than a greedy one."""
    return 100.0


# Fights


def expected(table: Table, column: int, modifier: int, worth: dict[str, float]) -> float:
    """The average worth of one roll in this column."""
    first, last = int(table.rows[0]), len(table.rows) - 1
    rows = [max(0, min(last, die + modifier - first)) for die in range(1, 7)]
    return sum(worth.get(table.cells[row][column], 0.0) for row in rows) / 6


def assault_value(s: KerenState, side: int, place: int, units: list[int]) -> float:
    """What an assault by these units promises, by what is seen of the defenders."""
    foe, world = enemy(side), s.world
    stack = s.here[place]
    defence = sum(s.assault(unit) if sees(s, side, unit) else UNSEEN for unit in stack)
    odds = ratio(sum(s.assault(unit) for unit in units), defence)
    column = world.assault.columns.index(f"{min(odds[0], 4)}:{min(odds[1], 4)}")
    clear = place < world.hexes and world.map.terrain[place] == "clear"
    modifier = max(0, odds[0] - 4) + clear - 2 * (place in world.forts)
    ground = world.points.get(place, 0) * 0.6 + 0.4
    worth = {
        "1AE": -LOSS[side], "2AE": -LOSS[side] * min(2, len(units)), "S": 0.3, "DR": 0.3 + ground,
        "1DE": LOSS[foe] + (ground if len(stack) == 1 else 0.3), "2DE": LOSS[foe] * min(2, len(stack)) + (ground if len(stack) <= 2 else 0.3),
    }  # fmt: skip
    return expected(world.assault, column, modifier, worth)


def assault(s: KerenState, side: int, a: Action) -> float:
    place = s.world.names.place[a[1]]
    return assault_value(s, side, place, attackers(s, side, place)) - 0.05


def storm(s: KerenState, side: int, a: Action) -> float:
    """Bring in everybody who makes it better, the strongest first."""
    _, _, place, units = s.frames[-1]
    if a[0] == "fight":
        return 1.0
    unit = s.world.names.piece[a[1]]
    gain = assault_value(s, side, place, [*units, unit]) - (assault_value(s, side, place, list(units)) if units else NEVER)
    return 2.0 + s.assault(unit) / 100 if gain > -0.01 else NEVER


def fire(s: KerenState, side: int, a: Action) -> float:
    """Fire costs nothing: at the most dangerous stack first."""
    place, depth = s.world.names.place[a[-2]], int(a[-1])
    unit = s.here[place][-depth]
    seen = s.assault(unit) if sees(s, side, unit) else UNSEEN
    return 1.0 + seen / 40 + 0.1 * len(s.here[place]) + 0.2 * s.world.points.get(place, 0) - 0.6 * (sees(s, side, unit) and s.is_suppressed(unit))


def volley(s: KerenState, side: int, a: Action) -> float:
    """Everybody together, unless he would spoil the elevation."""
    _, _, _, place, _, units = s.frames[-1]
    if a[0] == "shoot":
        return 1.0
    unit = s.world.names.piece[a[1]]
    if units and elevation_shift(s, s.at[unit], place) < weigh_fire(s, place, units).shift:
        return NEVER
    return 2.0 + s.fire(unit) / 100


def loss(s: KerenState, side: int, a: Action) -> float:
    """Give up the weakest."""
    unit = s.world.names.piece[a[1]]
    return -float(s.assault(unit) + s.fire(unit))


def retreat(s: KerenState, side: int, a: Action) -> float:
    return standing(s, side, s.world.names.place[a[2]])


def advance(s: KerenState, side: int, a: Action) -> float:
    """One unit always, more where there are points to hold."""
    target = s.frames[-1][2]
    return 1.0 if not s.here[target] else float(target in s.world.points) - 0.4


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
