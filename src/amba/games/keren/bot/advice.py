"""How good an order looks to a side.

Ending a phase is worth 0, so that whatever does not improve is left alone. Of the enemy only what the side sees is looked at: the top unit of a
stack, and how many lie under it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.core.order import Order
from amba.core.state import remembered
from amba.core.steps import top
from amba.games.keren import orders
from amba.games.keren.bot.estimates import assault_value, fire_value, strength_of
from amba.games.keren.bot.places import assault_danger, gun_value, place_value, value_of_coming, value_of_staying
from amba.games.keren.bot.threats import threat
from amba.games.keren.frames import Firing, PickAdvance, PickLoss, SetUp, Storm, Volley
from amba.games.keren.rules.r03_setup import hand_over
from amba.games.keren.rules.r06_supply import CARRYING, FULL, path_cost
from amba.games.keren.rules.r11_fire import BOMBARDMENT, air_shot, elevation_shift, firers, target_at, weigh
from amba.games.keren.rules.r14_assault import attackers
from amba.games.keren.rules.r14_results import same_regiment
from amba.games.keren.state import POSITION, KerenState, enemy
from amba.games.keren.world import ITALIAN, OUT

NEVER = -9.0
SPARE = 0.04
"""What a unit must add to an assault if it could make another one."""
THRIFT = 0.1
"""What a move must gain to be worth making."""
WORTH_A_GUARD = 2
"""From so many points on an objective is not left empty at set-up."""
ENOUGH = 6
"""The column from which more guns on one target are wasted."""


def move(s: KerenState, side: int, a: orders.Move) -> float:
    """A move is worth what the new place is better than the old one; an arrival always comes in."""
    if s.world.units[a.unit].is_artillery:
        return move_gun(s, side, a)
    # Units of one strength that start together are worth the same wherever they go.
    memory, key = s.memory[POSITION], ("coming", s.at[a.unit], s.assault(a.unit))
    if key not in memory:
        memory[key] = {}
    known: dict[int, float] = memory[key]
    if a.hex not in known:
        known[a.hex] = value_of_coming(s, side, a.unit, a.hex)
    return known[a.hex] - value_of_staying(s, side, a.unit) - THRIFT if s.is_on_map(a.unit) else 1.0 + known[a.hex] / 100


def move_gun(s: KerenState, side: int, a: orders.Move) -> float:
    if not s.is_on_map(a.unit):
        return 0.5 + gun_value(s, side, a.hex) / 100
    return gun_value(s, side, a.hex) - gun_value(s, side, s.at[a.unit]) - 0.3


@remembered()
def as_planned(s: KerenState) -> KerenState:
    """The position once the rest is placed as the scenario plans it."""
    new = s.copy()
    hand_over(new, top(new, SetUp), orders.Rest())
    return new


def is_left_open(s: KerenState, a: orders.PlaceUnit) -> bool:
    """Whether the plan leaves this objective to the first who walks in, while the unit would be one of several in another."""
    if s.here[a.hex] or s.world.points.get(a.hex, 0) < WORTH_A_GUARD or s.world.units[a.unit].is_artillery:
        return False
    then = as_planned(s)
    return not then.here[a.hex] and len(then.here[then.at[a.unit]]) > 1


def set_up(s: KerenState, side: int, a: orders.PlaceUnit) -> float:
    """A guard for what the scenario's plan leaves open; else objectives first, then high ground near them, not all in one hex."""
    if is_left_open(s, a):
        return ALWAYS[orders.Rest] + s.world.points[a.hex]
    return 5.0 + place_value(s, side, a.hex) - (0.9 if side == ITALIAN else 0.2) * len(s.here[a.hex])


def assault(s: KerenState, side: int, a: orders.Assault) -> float:
    units = attackers(s, side, a.hex)
    return assault_value(s, side, a.hex, sum(s.assault(unit) for unit in units), len(units)) - 0.05


def commit(s: KerenState, side: int, a: orders.Commit) -> float:
    """Bring in everybody who makes it better, first those who have nobody else to assault; whoever has is left out where he adds nothing."""
    at = top(s, Storm)
    before = sum(s.assault(unit) for unit in at.units)
    now = assault_value(s, side, at.place, before + s.assault(a.unit), len(at.units) + 1)
    gain = now - (assault_value(s, side, at.place, before, len(at.units)) if at.units else NEVER)
    needed = any(s.held[enemy(side)][n] for n in s.world.ground.next_to[s.at[a.unit]] if n != at.place)
    if gain <= (SPARE if needed else -0.01):
        return NEVER
    return 2.0 + s.assault(a.unit) / 100 + (0.0 if needed else 0.5)


@remembered(POSITION)
def column_at(s: KerenState, side: int, place: int, mode: int) -> int:
    """The column of the fire of everybody who can begin to fire at a place."""
    units = firers(s, side, place, mode, True)
    return weigh(s, place, units).column if units else 0


def fire(s: KerenState, side: int, a: orders.Fire | orders.AirStrike) -> float:
    """Fire costs nothing: where it promises most. Every aircraft fires by itself (13.0)."""
    column = air_shot(s, a.unit).column if isinstance(a, orders.AirStrike) else column_at(s, side, a.hex, top(s, Firing).mode)
    pressed = threat(s, enemy(side)).pressed(a.hex, strength_of(s, side, a.hex))
    return 1.0 + fire_value(s, side, a.hex, target_at(s, a.hex, int(a.depth)), column, pressed)


def add(s: KerenState, side: int, a: orders.Add) -> float:
    """Everybody together, unless he would spoil the elevation; guns at a distance no more than do good."""
    at, shift = top(s, Volley), elevation_shift(s, s.at[a.unit], top(s, Volley).place)
    if at.units:
        shot = weigh(s, at.place, at.units)
        if shift < shot.shift or (at.mode == BOMBARDMENT and shot.column >= ENOUGH):
            return NEVER
    return 2.0 + s.fire(a.unit) / 100 + shift / 10


def lose(s: KerenState, side: int, a: orders.Lose) -> float:
    """Give up the weakest; where the rest would be suppressed (2.3.1), rather one of the regiment that is there in numbers."""
    at, beside = s.frames[-1], [unit for unit in s.here[s.at[a.unit]] if unit != a.unit and not s.is_suppressed(unit)]
    shaken = sum(not same_regiment(s, a.unit, unit) for unit in beside) if not isinstance(at, PickLoss) or at.suppresses else 0
    return -float(s.assault(a.unit) + s.fire(a.unit)) - 3.0 * shaken


def retreat(s: KerenState, side: int, a: orders.Retreat) -> float:
    return place_value(s, side, a.hex)


def advance(s: KerenState, side: int, a: orders.Advance) -> float:
    """The strongest unit first; more where there are points to hold or the enemy is next to them. The Italians can still be assaulted there."""
    target, value = top(s, PickAdvance).place, s.assault(a.unit) / 100
    if side == ITALIAN:
        gain = assault_danger(s, side, s.at[a.unit], a.unit) - assault_danger(s, side, target, a.unit)
        value += s.world.points.get(target, 0) * s.owner[target] + gain
    if not s.here[target]:
        return 0.5 + value
    watched = any(s.held[enemy(side)][n] for n in s.world.ground.next_to[target])
    return value if target in s.world.points or (watched and len(s.here[target]) < 2) else -1.0


def carry(s: KerenState, side: int, a: orders.Carry) -> float:
    """Carry when only that keeps the unit in supply."""
    cost = path_cost(s, a.unit)
    return 1.0 if s.has(a.unit, OUT) and cost is not None and FULL < cost <= CARRYING else NEVER


def full(s: KerenState, side: int, a: orders.Full) -> float:
    cost = path_cost(s, a.unit)
    return 1.0 if cost is not None and cost <= FULL else NEVER


ADVICE: dict[type[Any], Callable[[KerenState, int, Any], float]] = {
    orders.PlaceUnit: set_up, orders.Move: move, orders.Fire: fire, orders.AirStrike: fire, orders.Add: add, orders.Assault: assault, orders.Commit: commit,
    orders.Lose: lose, orders.Retreat: retreat, orders.Advance: advance, orders.Carry: carry, orders.Full: full,
}  # fmt: skip
ALWAYS = {
    orders.Rest: 100.0,  # the scenario's own plan is better than a greedy one
    orders.Shoot: 1.0, orders.Fight: 1.0,
    orders.Area: NEVER, orders.Face: NEVER, orders.SetOut: NEVER, orders.Form: NEVER, orders.Go: NEVER, orders.Drop: NEVER,
    orders.Join: 0.5, orders.Halt: 1.0,  # bots move units one by one; a stack once formed halts
}  # fmt: skip


def advice(s: KerenState, side: int, a: Order) -> float:
    """One number for one order."""
    term = ADVICE.get(type(a))
    return term(s, side, a) if term else ALWAYS.get(type(a), 0.0)
