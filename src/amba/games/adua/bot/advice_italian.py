"""Advice for the Italians: close up on good ground, mass fire where it pays, mend what breaks, and take an open road."""

from __future__ import annotations

from amba.core.state import remembered
from amba.games.adua.bot.distances import FAR, distances, near_by, open_sides
from amba.games.adua.bot.estimates import row_chances
from amba.games.adua.frames import Declare, Pairs, Volley
from amba.games.adua.orders import Close, Entrench, Fire, GiveOrder, Move
from amba.games.adua.rules.r05_supply import refuse_line
from amba.games.adua.rules.r06_artillery import can_hit
from amba.games.adua.rules.r08_orders import ANY_ORDER
from amba.games.adua.rules.r10_attacks import attack_value, neighbours_in_zone, shooters, targets
from amba.games.adua.rules.r10_melee import strength
from amba.games.adua.rules.r10_volley import exposed, pools
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, DISORGANIZED, ENTRENCHED, ITALIAN, MELEE

NEAR = 7
"""Enemies at this distance may be here next turn."""
RALLIED = 0.4
"""What firing must promise a disorganized unit that could rally instead."""
REDUCED, SHAKEN = 2.5, 0.6
"""What a step and the order of an Italian unit are worth, against one Abyssinian step."""


def order(s: AduaState, at: object, a: GiveOrder) -> float:
    """8.0: rally and supply first, then attack what can be hit; dig in before the enemy is there, if he comes in no great numbers."""
    target, word = a.unit, a.command
    if s.world.units[target].is_colonel:
        # What a colonel passes on leaves his men every choice; else orders are plenty, and go straight to the units.
        return 4.5 if word == "hold" and any(pressed(s, u) for u in s.units(ITALIAN) if s.world.commander[u] == target) else -1.0
    if s.marks[target] & ANY_ORDER or s.has(target, MELEE):
        return -1.0
    adjacent = len(neighbours_in_zone(s, target))
    if word == "hold" and s.has(target, DISORGANIZED):
        return 6.5  # it may still move or fire, and rallies if it does neither (8.2)
    if word == "rally":
        return 6.0 if adjacent < 3 else 3.0
    if word == "resupply":
        return 5.0 if any(s.world.units[p].is_mule and refuse_line(s, p, target) is None for p in s.followers(ITALIAN)) else -1.0
    if word == "entrench":
        return 3.0 if worth_digging(s, target) else -1.0
    if not adjacent and not (s.world.units[target].is_artillery and targets(s, target)):
        return -1.0
    return 4.0 if word == "attack" else 4.1 if word == "hold" else -1.0


def pressed(s: AduaState, unit: int) -> bool:
    return bool(neighbours_in_zone(s, unit)) and not s.has(unit, MELEE)


def worth_digging(s: AduaState, unit: int) -> bool:
    """Entrenchments help against a few; against a great crowd the printed table makes them worse than none (row 0 instead of -1)."""
    place = s.at[unit]
    if neighbours_in_zone(s, unit) or distances(s, ABYSSINIAN)[place] > NEAR:
        return False
    return s.options["fire_rows"] == "exchanged" or sum(near_by(s, place, NEAR)[:6]) <= s.value(unit) + 2


def entrench(s: AduaState, at: object, a: Entrench) -> float:
    return 3.0 if not s.has(a.unit, MELEE) and worth_digging(s, a.unit) else -1.0


def move(s: AduaState, at: object, a: Move) -> float:
    piece, to, here = a.piece, a.to, s.at[a.piece]
    if not s.world.is_combat[piece]:
        return shelter(s, piece, to) - shelter(s, piece, here) - 0.4
    race = road(s, piece)
    if race is not None:
        return float(race[here] - race[to]) - 0.5
    danger = distances(s, ABYSSINIAN)
    fixed = (danger[here] <= 1 and not is_spent(s, piece)) or (s.has(piece, ENTRENCHED) and danger[here] <= NEAR)
    if fixed:
        # In contact, or dug in: stand and fire. A planner who knows better wants to hear which way would be the least bad.
        return -1.0 + 0.02 * min(20.0, stand(s, piece, to) - stand(s, piece, here))
    return stand(s, piece, to) - stand(s, piece, here) - 0.3


def is_spent(s: AduaState, unit: int) -> bool:
    """One more loss and it counts against us, or it is gone."""
    return s.world.units[unit].steps - s.face[unit] <= 2


def stand(s: AduaState, unit: int, hex: int) -> float:
    """What a place is worth to a unit: few open sides, ground that falls away, friends about; guns and spent units behind the others."""
    world, level = s.world, s.world.level
    sides = open_sides(s, hex, ITALIAN, unit)
    behind = world.units[unit].is_artillery or is_spent(s, unit)
    found = -(1.0 if behind else 0.4) * len(sides)
    if not behind:
        found += 0.5 * sum((level[hex] > level[near]) - (level[hex] < level[near]) for near in sides)
    danger = distances(s, ABYSSINIAN)[hex]
    if danger <= 1:
        found -= 3.0
    return found - 0.35 * world.grid.distance(hex, centre(s)) + (0.4 * min(danger, NEAR) if is_spent(s, unit) else 0.0)


@remembered()
def centre(s: AduaState) -> int:
    """The hex with the least sum of distances to the Italian units: where the army stands."""
    places = [s.at[unit] for unit in s.units(ITALIAN)]
    distance = s.world.grid.distance
    return min(places, key=lambda hex: (sum(distance(hex, other) for other in places), hex))


def road(s: AduaState, unit: int) -> list[int] | None:
    """The distances to a pass that this unit reaches before any Abyssinian; None if there is none."""
    away, guards = s.world.grid.distance, distances(s, ABYSSINIAN)
    waiting = any(s.world.units[p].side == ABYSSINIAN and s.world.is_combat[p] for p in s.here[s.world.box["off-map"]]) and s.scenario == "battle"
    free = [gate for gate in s.world.passes if away(s.at[unit], gate) + 1 < guards[gate] < FAR]
    if not free or waiting:
        return None
    goal = min(free, key=lambda gate: (away(s.at[unit], gate), gate))
    return [away(hex, goal) for hex in range(s.world.hexes)]


def shelter(s: AduaState, piece: int, hex: int) -> float:
    """Leaders and mules keep in the middle of their own: with a unit that has few open sides, near those they serve, away from the enemy."""
    unit = s.world.units[piece]
    danger = distances(s, ABYSSINIAN)[hex]
    held = s.occupied_by(ITALIAN)[hex]
    # Alone in reach of the enemy a leader is lost next turn; with a unit he is safe until it is, or until a bullet finds him.
    found = 0.6 * min(danger, 3) - 0.3 * len(open_sides(s, hex, ITALIAN, piece))
    if danger <= NEAR:
        found += 3.0 if held else -2.0
    own = [s.at[u] for u in s.units(ITALIAN) if unit.is_mule or s.world.commander[u] == piece or s.world.units[u].brigade == unit.brigade]
    distance = s.world.grid.distance
    far = sum(max(0, distance(hex, place) - unit.range + 1) for place in own)
    return found - 0.5 * far - 0.1 * (sum(distance(hex, place) for place in own) / max(1, len(own)))


def worth_of(s: AduaState, target: int, pairs: Pairs) -> float:
    """What the combat over a target is worth as declared, by the exact odds of the table."""
    shares = tuple((unit, target, attack_value(s, unit, pairs)) for unit, foe in pairs if foe == target)
    if not shares:
        return 0.0
    combat = Volley(ITALIAN, target, shares)
    ours, theirs = pools(s, combat)
    answered = exposed(s, combat)
    chances = row_chances(tuple(sorted((p.dice, p.quality) for p in ours)), tuple((p.dice, p.quality) for p in theirs))
    gain = chances[4] * (1.4 if s.face[target] == s.world.units[target].steps - 1 else 1.0)
    loss = len(answered) * (chances[0] * REDUCED + (chances[1] + chances[2]) * SHAKEN)
    return gain - loss


def fire(s: AduaState, at: Declare, a: Fire) -> float:
    """Join the attack that gains most by it; a unit attacks once, and not at all where it would lose more than it gains."""
    pairs, unit, target = at.pairs, a.unit, a.target
    if any(attacker == unit for attacker, _ in pairs):
        return -1.0
    least = RALLIED if s.has(unit, DISORGANIZED) else 0.05
    now = worth_of(s, target, pairs)
    gain = worth_of(s, target, (*pairs, (unit, target))) - now
    if gain > least:
        return 3.0 + gain
    # Alone it does not pay; with all that could join it may.
    busy = {attacker for attacker, _ in pairs}
    friends = [other for other in shooters(s, ITALIAN) if other not in busy and can_hit(s, other, target)]
    gain = (worth_of(s, target, (*pairs, *((other, target) for other in friends))) - now) / max(1, len(friends))
    return 2.5 + gain if gain > least else -0.1


def close(s: AduaState, at: object, a: Close) -> float:
    """Go in only with a great surplus, and in good order."""
    return -1.0 if s.has(a.unit, DISORGANIZED) else s.value(a.unit) - strength(s, s.at[a.target], ABYSSINIAN) - 4.5
