"""How good an action looks: plain advice for bots, and the yardstick with which the scenarios were balanced.

Nothing is hidden in this game, so the advice may look at the whole position. Ending a phase is worth 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from amba.core.decision import Action
from amba.games.ethiopia.rules.r08_supply import covered, supply_roads
from amba.games.ethiopia.rules.r10_combat import joiners, outcome, weigh
from amba.games.ethiopia.rules.r11_works import may_build
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, ITALIAN

WORTH = {"DE": 7.0, "EX": 0.5, "ENG": 0.0, "C": -0.2, "AE": -9.0}
LOOK_AHEAD = 8
"""How far from the enemy a defender begins to care."""
SAFE_ODDS = 1.2
FRONT = ("amba-aradam", "amba-alagi", "mai-ceu", "quoram", "sasabaneh", "degeh-bur", "abbi-addi", "debre-sina", "woldia", "wadara")


def advice(s: EthiopiaState, side: int, a: Action) -> float:
    """What this action is worth to this side."""
    judge = JUDGES.get((a[0], len(a)))
    return judge(s, side, a) if judge is not None else 0.0


def field(s: EthiopiaState, side: int) -> dict[int, float]:
    """For every hex the distance to this side's nearest goal, less what the goal is worth."""
    known: dict[int, float] | None = s.remember(f"field {side}")
    if known is not None:
        return known
    key = tuple(goals(s, side))
    found = s.world.fields.get(key)
    if found is None:
        distance = s.world.grid.distance
        found = {h: min((distance(h, goal) - worth for goal, worth in key), default=0.0) for h in range(s.world.hexes) if s.world.open[h]}
        s.world.fields[key] = found
    s.keep(f"field {side}", found)
    return found


def goals(s: EthiopiaState, side: int) -> list[tuple[int, float]]:
    """Places worth points in the other's hands; the Ethiopians have their own to keep as well, and the passes before them."""
    places = s.world.map.places
    victory = s.world.scenarios[s.scenario].data["victory"]["places"]
    found = []
    for key, value in victory.items():
        place = places[key].hex
        if side == ITALIAN and s.controller(place) == ETHIOPIAN:
            found.append((place, value / 3))
        elif side == ETHIOPIAN:
            found.append((place, value / 3 if s.controller(place) == ITALIAN else value / 2 + threat(s, place)))
    if side == ETHIOPIAN:
        found += [(places[key].hex, 1 + threat(s, places[key].hex)) for key in FRONT if s.controller(places[key].hex) == ETHIOPIAN]
    return found


def threat(s: EthiopiaState, place: int) -> float:
    """How near the invader is, in points, rounded so that fields can be used again."""
    distance = s.world.grid.distance
    near = min((distance(s.at[u], place) for u in s.on_map(ITALIAN) if s.card(u).is_combat), default=99)
    return 4.0 if near <= LOOK_AHEAD // 2 else 2.0 if near <= LOOK_AHEAD else 0.0


def judge_move(s: EthiopiaState, side: int, a: Action) -> float:
    unit, to = s.world.names.piece[a[1]], s.world.names.place[a[2]]
    if to >= s.world.hexes:
        return -5.0
    worth = station if s.card(unit).is_command else stand
    if worth is station and track_ahead(s, unit):
        return -1.0  # the road first
    now = s.remember(f"stand {unit}")
    if now is None:
        now = s.keep(f"stand {unit}", worth(s, side, unit, s.at[unit]) if s.at[unit] < s.world.hexes else -6.0)
    return worth(s, side, unit, to) - float(now) - (0.6 if worth is station else 0.3)


def stand(s: EthiopiaState, side: int, unit: int, place: int) -> float:
    """What it is worth to have a combat unit in this hex."""
    world = s.world
    card = s.card(unit)
    value = -field(s, side).get(place, 40.0)
    if place not in covered(s, side) and "nomad" not in card.traits:
        value -= 5.0 if side == ITALIAN else 3.0
    if side == ETHIOPIAN:
        value += 0.6 * world.shift[world.map.terrain[place]] + 0.5 * bool(s.held[side][place])
        value -= 0.7 * max(0, leader_distance(s, unit, place) - 2)
    if place in world.place_at and s.controller(place) != side:
        value += 2.0
    if s.zoc(1 - side)[place]:
        value += contact(s, side, unit, place)
    return value


def contact(s: EthiopiaState, side: int, unit: int, place: int) -> float:
    """Beside the enemy: good with the odds, bad without."""
    best = -6.0
    for near in s.world.around[place]:
        if s.held[1 - side][near]:
            best = max(best, odds_there(s, side, near, unit))
    return best


def odds_there(s: EthiopiaState, side: int, target: int, unit: int) -> float:
    """Strength that is or could soon be beside the target, against what defends it behind its ground."""
    world = s.world
    own = sum(s.face[u] for h in world.near(target, 2) if s.held[side][h] for u in s.combat_units(h, side) if u != unit) + s.face[unit]
    facing = sum(s.defence(u) for u in s.combat_units(target, 1 - side)) or 1
    ground = 1 + 0.35 * world.shift[world.map.terrain[target]] + (0.3 if s.trench(target, 1 - side) >= 0 else 0)
    ratio = own / (facing * ground)
    return 2.5 if ratio >= 2 else 1.0 if ratio >= SAFE_ODDS else -4.0


def leader_distance(s: EthiopiaState, unit: int, place: int) -> int:
    """How far from a leader whom this unit follows."""
    army = s.card(unit).army
    known: list[int] | None = s.remember(f"leaders {army}")
    if known is None:
        known = s.keep(f"leaders {army}", [s.at[u] for u in s.on_map(ETHIOPIAN) if s.card(u).kind == "leader" and s.card(u).army in {army, "empire"}])
    distance = s.world.grid.distance
    return min((distance(at, place) for at in known), default=2)


def troops_near(s: EthiopiaState, side: int, army: str) -> dict[int, int]:
    """For every hex, how many combat units of a side (of an army, for Ethiopians) are within three hexes."""
    key = f"troops {side} {army if side == ETHIOPIAN else ''}"
    known: dict[int, int] | None = s.remember(key)
    if known is None:
        known = {}
        for u in s.on_map(side):
            if s.card(u).is_combat and (side == ITALIAN or s.card(u).army == army):
                for h in s.world.near(s.at[u], 3):
                    known[h] = known.get(h, 0) + 1
        s.keep(key, known)
    return known


def station(s: EthiopiaState, side: int, unit: int, place: int) -> float:
    """A commander's place: with troops, near the front, not alone before it."""
    near = troops_near(s, side, s.card(unit).army).get(place, 0)
    value = min(near, 8) * 0.4 - 0.4 * field(s, side).get(place, 40.0)
    if not s.held[side][place]:
        value -= 1.5 + (4.0 if any(s.zoc(1 - side)[n] for n in s.world.around[place]) else 0.0)
    if side == ITALIAN:
        value += 4.0 if place in road_heads(s, unit) else 0.0
        value -= 5.0 if not s.held[side][place] and not near else 0.0
    return value


def road_heads(s: EthiopiaState, hq: int) -> set[int]:
    """Hexes from which this headquarters could lengthen a road along a track, where no other one stands."""
    known: set[int] | None = s.remember(f"heads {hq}")
    if known is None:
        net = supply_roads(s)
        heads = {h for n in net for h in s.world.tracks[n] if not s.is_road(h)}
        taken = {s.at[u] for u in s.on_map(ITALIAN) if s.card(u).kind == "hq" and u != hq}
        free = [h for h in heads if not taken & s.world.near(h, 1)]
        known = {n for h in free for n in s.world.near(h, 1)}
        s.keep(f"heads {hq}", known)
    return known


def expectation(s: EthiopiaState, side: int, target: int, units: Sequence[int]) -> float:
    """The mean worth of the six results for the attacker, losses weighed by size."""
    fight = weigh(s, side, target, units)
    size = min(2.0, 0.5 + fight.attack / 10)
    total = 0.0
    for die in range(1, 7):
        result = outcome(s, fight, die)
        if result in WORTH:
            total += WORTH[result] * (size if result == "AE" else 1.0)
        else:
            total += (1 + int(result[1])) * (1.0 if result[0] == "D" else -0.9)
    return total / 6


def judge_attack(s: EthiopiaState, side: int, a: Action) -> float:
    target = s.world.names.place[a[1]]
    return expectation(s, side, target, joiners(s, target, side))


def judge_join(s: EthiopiaState, side: int, a: Action) -> float:
    _, _, target, joined = s.frames[-1]
    unit = s.world.names.piece[a[1]]
    if not joined:
        return s.face[unit] / 10 + (1.0 if s.world.grid.distance(s.at[unit], target) == 1 else 0.0)
    more = expectation(s, side, target, (*joined, unit)) - expectation(s, side, target, joined)
    return more + 0.02


def judge_choice(s: EthiopiaState, side: int, a: Action) -> float:
    """Losses where ground is worth it and the force can bear them."""
    _, _, count, units, target, attacking = s.frames[-1]
    strength = sum(s.strength(u) for u in units)
    place = target if not attacking else s.at[units[0]]
    dear = place in s.world.place_at or s.trench(place, side) >= 0
    losses = (1.0 if dear else -0.5) + strength / (4 * count) - (1.5 if side == ITALIAN else 0.8) * count / 2
    return losses if a[0] == "losses" else 0.0


def judge_lose(s: EthiopiaState, side: int, a: Action) -> float:
    piece = s.world.names.piece[a[1]]
    if piece >= s.world.fighting:
        return 0.5
    card = s.card(piece)
    return s.face[piece] / 10 - (1.0 if {"metropolitan", "guard"} & card.traits else 0.0) - (0.5 if card.kind == "artillery" else 0.0)


def judge_retreat(s: EthiopiaState, side: int, a: Action) -> float:
    unit, to = s.world.names.piece[a[1]], s.world.names.place[a[2]]
    value = 5.0 + 0.5 * s.world.shift[s.world.map.terrain[to]] + bool(s.held[side][to])
    return value - (3.0 if to not in covered(s, side) and s.card(unit).is_combat else 0.0)


def judge_stay(s: EthiopiaState, side: int, a: Action) -> float:
    unit = s.world.names.piece[a[1]]
    return 9.0 if s.card(unit).kind == "artillery" and not s.zoc(1 - side)[s.at[unit]] else 0.0


def judge_advance(s: EthiopiaState, side: int, a: Action) -> float:
    target = s.frames[-1][2]
    unit = s.world.names.piece[a[1]]
    if s.card(unit).is_command:
        return -1.0
    return 1.0 + s.face[unit] / 10 if field(s, side).get(target, 9.0) <= field(s, side).get(s.at[unit], 9.0) else -1.0


def judge_fly(s: EthiopiaState, side: int, a: Action) -> float:
    unit, target = s.world.names.piece[a[1]], s.world.names.place[a[2]]
    own = sum(s.face[u] for h in s.world.near(target, 3) for u in s.combat_units(h, ITALIAN))
    facing = sum(s.defence(u) for u in s.combat_units(target, ETHIOPIAN))
    if not facing or not own:
        return -1.0
    kinds = [s.card(u).kind for u in s.here[target] if s.card(u).is_air]
    if s.card(unit).kind == "fighter":
        return 2.0 if "bomber" in kinds and "fighter" not in kinds else 0.1
    return 1.0 + min(own / facing, 3.0) - (2.0 if kinds.count("bomber") >= 2 else 0.0) + facing / 20


def judge_entrench(s: EthiopiaState, side: int, a: Action) -> float:
    place = s.world.names.place[a[1]]
    near = any(s.held[1 - side][h] for h in s.world.near(place, 3))
    return 1.0 + 0.2 * len(s.combat_units(place, side)) if near else -1.0


def track_ahead(s: EthiopiaState, hq: int) -> bool:
    """Whether a headquarters stands where a track can be made a road."""
    known: bool | None = s.remember(f"track {hq}")
    if known is None:
        known = bool(s.keep(f"track {hq}", any(s.world.tracks[h] for h in may_build(s, hq))))
    return known


def judge_build(s: EthiopiaState, side: int, a: Action) -> float:
    """Along the tracks, towards what is still to be taken."""
    place = s.world.names.place[a[2]]
    return max(0.1, 10.0 - 0.2 * field(s, side).get(place, 40.0)) if s.world.tracks[place] else -1.0


def always(value: float) -> Callable[[EthiopiaState, int, Action], float]:
    return lambda *_: value


def judge_garrison(s: EthiopiaState, side: int, a: Action) -> float:
    place = s.frames[-1][2]
    return 1.0 if (a[1] == "yes") == (place in s.world.place_at) else 0.0


JUDGES: dict[tuple[str, int], Callable[[EthiopiaState, int, Action], float]] = {
    ("move", 3): judge_move, ("rail", 3): judge_move, ("fly", 3): judge_fly, ("gas", 2): always(-1.0), ("attack", 2): judge_attack,
    ("join", 2): judge_join, ("losses", 1): judge_choice, ("lose", 2): judge_lose, ("retreat", 3): judge_retreat, ("stay", 2): judge_stay,
    ("advance", 2): judge_advance, ("garrison", 2): judge_garrison, ("entrench", 2): judge_entrench, ("build", 3): judge_build, ("dump", 2): always(0.5),
}  # fmt: skip
