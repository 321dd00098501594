"""How good an action looks: plain advice for bots, and the yardstick with which the scenarios were balanced.

Nothing is hidden in this game, so the advice may look at the whole position. Ending a phase is worth 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.core.order import Order
from amba.core.steps import top
from amba.games.ethiopia import orders
from amba.games.ethiopia.bot.estimates import chance_at, danger, expectation, potential, strength_at
from amba.games.ethiopia.bot.goals import LOOK_AHEAD, goal_distance, is_foe_near, victory_value
from amba.games.ethiopia.bot.movement_advice import holding_value, move_value
from amba.games.ethiopia.frames import AskChoice, AskGarrison, Battle, OnTheWay, PickAdvance
from amba.games.ethiopia.rules.r08_supply import covered
from amba.games.ethiopia.rules.r09_air import bomber_shift
from amba.games.ethiopia.rules.r10_combat import is_beside, joiners, weigh
from amba.games.ethiopia.rules.r10_retreats import retreat_hexes
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import DUMP, ETHIOPIAN, ITALIAN


def advice(s: EthiopiaState, side: int, a: Order) -> float:
    """What this order is worth to this side."""
    judge = JUDGES.get(type(a))
    return judge(s, side, a) if judge is not None else 0.0


def judge_move(s: EthiopiaState, side: int, a: orders.Move | orders.Rail) -> float:
    return move_value(s, side, a.unit, a.to)


def judge_go(s: EthiopiaState, side: int, a: orders.Go) -> float:
    return move_value(s, side, top(s, OnTheWay).unit, a.hex)


def judge_attack(s: EthiopiaState, side: int, a: orders.Attack) -> float:
    return expectation(s, weigh(s, side, a.hex, joiners(s, a.hex, side)))


def judge_join(s: EthiopiaState, side: int, a: orders.Join) -> float:
    at = top(s, Battle)
    if not at.joined:
        return s.face[a.unit] / 10 + (1.0 if is_beside(s, a.unit, at.target) else 0.0)
    more = expectation(s, weigh(s, side, at.target, (*at.joined, a.unit))) - expectation(s, weigh(s, side, at.target, at.joined))
    return more + 0.02


def judge_losses(s: EthiopiaState, side: int, a: orders.TakeLosses) -> float:
    """Losses where the ground, the trench or the way back is worth more than the men."""
    at = top(s, AskChoice)
    units, target, count = at.units, at.target, at.hexes
    strength = sum(s.strength(u) for u in units)
    stuck, ground_lost = 0, 0.5
    if not at.attacking:
        stuck = sum(s.strength(u) for u in units if u < s.world.fighting and not retreat_hexes(s, u, count))
        shift = s.world.shift[s.world.map.terrain[target]]
        ground_lost = 1.0 + 0.6 * shift + (1.0 if s.trench(target, side) >= 0 else 0.0) + victory_value(s, target) / 2
    dear = sum(1 for u in units if "metropolitan" in s.card(u).traits) / len(units)
    return stuck + ground_lost - count * (1.0 + 0.4 * dear + 1.5 * count / max(1, strength))


def judge_lose(s: EthiopiaState, side: int, a: orders.Lose) -> float:
    if a.unit >= s.world.fighting:
        return 0.5
    card = s.card(a.unit)
    return s.face[a.unit] / 10 - (1.0 if {"metropolitan", "guard"} & card.traits else 0.0) - (0.5 if card.kind == "artillery" else 0.0)


def judge_retreat(s: EthiopiaState, side: int, a: orders.RetreatTo) -> float:
    unit, to = a.unit, a.to
    value = 5.0 + 0.5 * s.world.shift[s.world.map.terrain[to]] - 0.3 * danger(s, side, to, strength_at(s, side, to, (unit,)))
    return value - (3.0 if to not in covered(s, side) and s.card(unit).is_combat else 0.0)


def judge_stay(s: EthiopiaState, side: int, a: orders.Stay) -> float:
    return 9.0 if s.card(a.unit).kind == "artillery" and not s.zoc(1 - side)[s.at[a.unit]] else 0.0


def judge_advance(s: EthiopiaState, side: int, a: orders.Advance) -> float:
    """Into the hex that was won if that is on the way and can be held."""
    target, unit, here = top(s, PickAdvance).target, a.unit, s.at[a.unit]
    if s.card(unit).is_command:
        return -1.0
    gain = goal_distance(s, side, here) - goal_distance(s, side, target) + holding_value(s, side, unit, target) - holding_value(s, side, unit, here)
    risk = danger(s, side, target, strength_at(s, side, target, (unit,))) - danger(s, side, here, strength_at(s, side, here))
    starving = 4.0 if target not in covered(s, side) and here in covered(s, side) else 0.0
    return 0.3 + gain - 0.3 * risk - starving


def judge_fly(s: EthiopiaState, side: int, a: orders.Fly) -> float:
    """Over the attack that bombs would help most."""
    target = a.hex
    if not s.held[ETHIOPIAN][target] or not potential(s, ITALIAN)[target]:
        return -1.0
    kinds = [s.card(u).kind for u in s.here[target] if s.card(u).is_air]
    if s.card(a.unit).kind == "fighter":
        return 2.0 if "bomber" in kinds and "fighter" not in kinds else 0.1
    size = min(20, strength_at(s, ETHIOPIAN, target)) / 20
    chance = chance_at(s, ITALIAN, target)
    return (
        1.0
        + min(3.0, max(-1.0, chance))
        + size
        + max(0.0, 8 - goal_distance(s, ITALIAN, target)) / 8
        - (4.0 if bomber_shift(s, target, ITALIAN) >= 2 else 0.0)
    )


def judge_gas(s: EthiopiaState, side: int, a: orders.Gas) -> float:
    """Two points are a high price: only for the great places."""
    return 0.5 if victory_value(s, a.hex) >= 5 and chance_at(s, ITALIAN, a.hex) > 0 else -1.0


def judge_entrench(s: EthiopiaState, side: int, a: orders.Entrench) -> float:
    place = a.hex
    left = len(s.here[s.world.stock[side]])
    if is_foe_near(s, side, place, 3):
        return 1.0 + 0.2 * len(s.combat_units(place, side)) + victory_value(s, place) / 10
    # A dump in the making, at the end of the line.
    far = side == ITALIAN and s.is_on("gordon4") and covered(s, side).get(place, 0) >= 4 and left > 4
    alone = not any(s.trench(h, side) >= 0 for h in s.world.near(place, 4))
    return 0.4 if far and alone else -1.0


def judge_build(s: EthiopiaState, side: int, a: orders.Build) -> float:
    """Along the tracks, towards what is still to be taken."""
    return max(0.1, 10.0 - 0.2 * goal_distance(s, side, a.hex)) if s.world.tracks[a.hex] else -1.0


def judge_garrison(s: EthiopiaState, side: int, a: orders.LeaveGarrison) -> float:
    """In a dump, or in a place worth points with the enemy about."""
    place = top(s, AskGarrison).hex
    dump = s.has(s.trench(place, side), DUMP)
    wanted = dump or (victory_value(s, place) > 0 and is_foe_near(s, side, place, LOOK_AHEAD))
    return 1.0 if (a.answer == "yes") == wanted else 0.0


def judge_feed(s: EthiopiaState, side: int, a: orders.Feed) -> float:
    """Those who have gone without before, then the strongest."""
    return 1.0 + s.points[a.unit] + s.face[a.unit] / 10


JUDGES: dict[type[Any], Callable[[EthiopiaState, int, Any], float]] = {
    orders.Move: judge_move, orders.Rail: judge_move, orders.March: lambda s, side, a: -1.0, orders.Go: judge_go, orders.Fly: judge_fly, orders.Gas: judge_gas, orders.Attack: judge_attack, orders.Join: judge_join,
    orders.TakeLosses: judge_losses, orders.Lose: judge_lose, orders.RetreatTo: judge_retreat, orders.Stay: judge_stay, orders.Advance: judge_advance,
    orders.LeaveGarrison: judge_garrison, orders.Entrench: judge_entrench, orders.Build: judge_build, orders.NameDump: lambda s, side, a: 0.5,
    orders.Feed: judge_feed,
}  # fmt: skip
