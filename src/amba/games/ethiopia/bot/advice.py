"""How good an action looks: plain advice for bots, and the yardstick with which the scenarios were balanced.

Nothing is hidden in this game, so the advice may look at the whole position. Ending a phase is worth 0.
"""

from __future__ import annotations

from collections.abc import Callable

from amba.core.decision import Action
from amba.games.ethiopia.bot.estimates import bombers_over, chance_at, danger, expectation, potential, strength_at
from amba.games.ethiopia.bot.goals import LOOK_AHEAD, goal_distance, is_foe_near, victory_value
from amba.games.ethiopia.bot.movement_advice import holding_value, move_value
from amba.games.ethiopia.rules.r08_supply import covered
from amba.games.ethiopia.rules.r10_combat import joiners, weigh
from amba.games.ethiopia.rules.r10_retreats import retreat_hexes
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import DUMP, ETHIOPIAN, ITALIAN


def advice(s: EthiopiaState, side: int, a: Action) -> float:
    """What this action is worth to this side."""
    judge = JUDGES.get((a[0], len(a)))
    return judge(s, side, a) if judge is not None else 0.0


def judge_move(s: EthiopiaState, side: int, a: Action) -> float:
    names = s.world.names
    return move_value(s, side, names.piece[a[1]], names.place[a[2]])


def judge_attack(s: EthiopiaState, side: int, a: Action) -> float:
    target = s.world.names.place[a[1]]
    return expectation(s, weigh(s, side, target, joiners(s, target, side)))


def judge_join(s: EthiopiaState, side: int, a: Action) -> float:
    _, _, target, joined = s.frames[-1]
    unit = s.world.names.piece[a[1]]
    if not joined:
        return s.face[unit] / 10 + (1.0 if s.world.grid.distance(s.at[unit], target) == 1 else 0.0)
    more = expectation(s, weigh(s, side, target, (*joined, unit))) - expectation(s, weigh(s, side, target, joined))
    return more + 0.02


def judge_choice(s: EthiopiaState, side: int, a: Action) -> float:
    """Losses where the ground, the trench or the way back is worth more than the men."""
    if a[0] != "losses":
        return 0.0
    _, _, count, units, target, attacking = s.frames[-1]
    strength = sum(s.strength(u) for u in units)
    stuck = sum(s.strength(u) for u in units if u < s.world.fighting and not retreat_hexes(s, u, count)) if not attacking else 0
    ground_lost = 0.5
    if not attacking:
        shift = s.world.shift[s.world.map.terrain[target]]
        ground_lost = 1.0 + 0.6 * shift + (1.0 if s.trench(target, side) >= 0 else 0.0) + victory_value(s, target) / 2
    dear = sum(1 for u in units if "metropolitan" in s.card(u).traits) / len(units)
    price: float = count * (1.0 + 0.4 * dear + 1.5 * count / max(1, strength))
    return stuck + ground_lost - price


def judge_lose(s: EthiopiaState, side: int, a: Action) -> float:
    piece = s.world.names.piece[a[1]]
    if piece >= s.world.fighting:
        return 0.5
    card = s.card(piece)
    return s.face[piece] / 10 - (1.0 if {"metropolitan", "guard"} & card.traits else 0.0) - (0.5 if card.kind == "artillery" else 0.0)


def judge_retreat(s: EthiopiaState, side: int, a: Action) -> float:
    unit, to = s.world.names.piece[a[1]], s.world.names.place[a[2]]
    value = 5.0 + 0.5 * s.world.shift[s.world.map.terrain[to]] - 0.3 * danger(s, side, to, strength_at(s, side, to, (unit,)))
    return value - (3.0 if to not in covered(s, side) and s.card(unit).is_combat else 0.0)


def judge_stay(s: EthiopiaState, side: int, a: Action) -> float:
    unit = s.world.names.piece[a[1]]
    return 9.0 if s.card(unit).kind == "artillery" and not s.zoc(1 - side)[s.at[unit]] else 0.0


def judge_advance(s: EthiopiaState, side: int, a: Action) -> float:
    """Into the hex that was won if that is on the way and can be held."""
    target = s.frames[-1][2]
    unit = s.world.names.piece[a[1]]
    here = s.at[unit]
    if s.card(unit).is_command:
        return -1.0
    gain = goal_distance(s, side, here) - goal_distance(s, side, target) + holding_value(s, side, unit, target) - holding_value(s, side, unit, here)
    risk = danger(s, side, target, strength_at(s, side, target, (unit,))) - danger(s, side, here, strength_at(s, side, here))
    starving = 4.0 if target not in covered(s, side) and here in covered(s, side) else 0.0
    return 0.3 + gain - 0.3 * risk - starving


def judge_fly(s: EthiopiaState, side: int, a: Action) -> float:
    """Over the attack that bombs would help most."""
    unit, target = s.world.names.piece[a[1]], s.world.names.place[a[2]]
    if not s.held[ETHIOPIAN][target] or not potential(s, ITALIAN)[target]:
        return -1.0
    kinds = [s.card(u).kind for u in s.here[target] if s.card(u).is_air]
    if s.card(unit).kind == "fighter":
        return 2.0 if "bomber" in kinds and "fighter" not in kinds else 0.1
    size = min(20, strength_at(s, ETHIOPIAN, target)) / 20
    chance = chance_at(s, ITALIAN, target)
    return (
        1.0
        + min(3.0, max(-1.0, chance))
        + size
        + max(0.0, 8 - goal_distance(s, ITALIAN, target)) / 8
        - (4.0 if bombers_over(s, target) >= 2 else 0.0)
    )


def judge_gas(s: EthiopiaState, side: int, a: Action) -> float:
    """Two points are a high price: only for the great places."""
    target = s.world.names.place[a[1]]
    return 0.5 if victory_value(s, target) >= 5 and chance_at(s, ITALIAN, target) > 0 else -1.0


def judge_entrench(s: EthiopiaState, side: int, a: Action) -> float:
    place = s.world.names.place[a[1]]
    left = len(s.here[s.world.stock[side]])
    if is_foe_near(s, side, place, 3):
        return 1.0 + 0.2 * len(s.combat_units(place, side)) + victory_value(s, place) / 10
    # A dump in the making, at the end of the line.
    far = side == ITALIAN and s.is_on("gordon4") and covered(s, side).get(place, 0) >= 4 and left > 4
    alone = not any(s.trench(h, side) >= 0 for h in s.world.near(place, 4))
    return 0.4 if far and alone else -1.0


def judge_build(s: EthiopiaState, side: int, a: Action) -> float:
    """Along the tracks, towards what is still to be taken."""
    place = s.world.names.place[a[2]]
    return max(0.1, 10.0 - 0.2 * goal_distance(s, side, place)) if s.world.tracks[place] else -1.0


def judge_garrison(s: EthiopiaState, side: int, a: Action) -> float:
    """In a dump, or in a place worth points with the enemy about."""
    place = s.frames[-1][2]
    dump = s.has(s.trench(place, side), DUMP)
    wanted = dump or (victory_value(s, place) > 0 and is_foe_near(s, side, place, LOOK_AHEAD))
    return 1.0 if (a[1] == "yes") == wanted else 0.0


def judge_feed(s: EthiopiaState, side: int, a: Action) -> float:
    """Those who have gone without before, then the strongest."""
    unit = s.world.names.piece[a[1]]
    return 1.0 + s.points[unit] + s.face[unit] / 10


def always(value: float) -> Callable[[EthiopiaState, int, Action], float]:
    return lambda *_: value


JUDGES: dict[tuple[str, int], Callable[[EthiopiaState, int, Action], float]] = {
    ("move", 3): judge_move, ("rail", 3): judge_move, ("fly", 3): judge_fly, ("gas", 2): judge_gas, ("attack", 2): judge_attack,
    ("join", 2): judge_join, ("losses", 1): judge_choice, ("lose", 2): judge_lose, ("retreat", 3): judge_retreat, ("stay", 2): judge_stay,
    ("advance", 2): judge_advance, ("garrison", 2): judge_garrison, ("entrench", 2): judge_entrench, ("build", 3): judge_build, ("dump", 2): always(0.5), ("feed", 2): judge_feed,
}  # fmt: skip
