"""How good an order looks to a side.

Ending a phase is worth 0, so that whatever does not improve is left alone. Of the enemy only what the side sees is looked at: the top unit of a
stack, and how many lie under it.
"""

from __future__ import annotations

from collections.abc import Callable

from amba.core.decision import Action
from amba.games.keren.bot.estimates import assault_value, fire_value, strength_of
from amba.games.keren.bot.places import assault_danger, gun_value, place_value, value_of_coming, value_of_staying
from amba.games.keren.bot.threats import threat
from amba.games.keren.rules.r06_supply import CARRYING, FULL, path_cost
from amba.games.keren.rules.r11_fire import BOMBARDMENT, column_of, elevation_shift, firers
from amba.games.keren.rules.r11_fire import weigh as weigh_fire
from amba.games.keren.rules.r14_assault import attackers
from amba.games.keren.rules.r14_results import NOWHERE, same_regiment
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import ITALIAN, OUT

NEVER = -9.0
NOBODY = -1
SPARE = 0.04
"""What a unit must add to an assault if it could make another one."""
THRIFT = 0.1
"""What a move must gain to be worth making."""
ENOUGH = 6
"""The column from which more guns on one target are wasted."""


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
        known[to] = value_of_coming(s, side, unit, to)
    return known[to] - value_of_staying(s, side, unit) - THRIFT if s.is_on_map(unit) else 1.0 + known[to] / 100


def move_gun(s: KerenState, side: int, unit: int, to: int) -> float:
    if not s.is_on_map(unit):
        return 0.5 + gun_value(s, side, to) / 100
    return gun_value(s, side, to) - gun_value(s, side, s.at[unit]) - 0.3


def set_up(s: KerenState, side: int, a: Action) -> float:
    """Objectives first, then high ground near them, not all in one hex."""
    to = s.world.names.place[a[2]]
    return 5.0 + place_value(s, side, to) - (0.9 if side == ITALIAN else 0.2) * len(s.here[to])


def hand_over(s: KerenState, side: int, a: Action) -> float:
    """The scenario's own plan is better than a greedy one."""
    return 100.0


def assault(s: KerenState, side: int, a: Action) -> float:
    place = s.world.names.place[a[1]]
    units = attackers(s, side, place)
    return assault_value(s, side, place, sum(s.assault(unit) for unit in units), len(units)) - 0.05


def storm(s: KerenState, side: int, a: Action) -> float:
    """Bring in everybody who makes it better, first those who have nobody else to assault; whoever has is left out where he adds nothing."""
    _, _, place, units = s.frames[-1]
    if a[0] == "fight":
        return 1.0
    unit = s.world.names.piece[a[1]]
    before = sum(s.assault(u) for u in units)
    now = assault_value(s, side, place, before + s.assault(unit), len(units) + 1)
    gain = now - (assault_value(s, side, place, before, len(units)) if units else NEVER)
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
    return 1.0 + fire_value(s, side, place, s.here[place][-depth], column, threat(s, enemy(side)).pressed(place, strength_of(s, side, place)))


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
    return place_value(s, side, s.world.names.place[a[2]])


def advance(s: KerenState, side: int, a: Action) -> float:
    """The strongest unit first; more where there are points to hold or the enemy is next to them. The Italians can still be assaulted there."""
    target, unit = s.frames[-1][2], s.world.names.piece[a[1]]
    value = s.assault(unit) / 100
    if side == ITALIAN:
        value += s.world.points.get(target, 0) * s.owner[target] - assault_danger(s, side, target, unit) + assault_danger(s, side, s.at[unit], unit)
    if not s.here[target]:
        return 0.5 + value
    watched = any(s.held[enemy(side)][n] for n in s.world.ground.next_to[target])
    return value if target in s.world.points or (watched and len(s.here[target]) < 2) else -1.0


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
