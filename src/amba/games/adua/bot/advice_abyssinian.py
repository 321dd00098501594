"""Advice for the Abyssinians: gather out of reach, fall on one battalion from all sides, and go into melee with numbers."""

from __future__ import annotations

from amba.core.state import remembered
from amba.games.adua.bot.attacks import attacks
from amba.games.adua.bot.distances import distances, open_sides
from amba.games.adua.bot.estimates import melee_gain, tables
from amba.games.adua.frames import AskHit, Closing, Declare
from amba.games.adua.orders import Bring, Close, Disengage, Enter, Fire, Follow, Move, Retreat, TakeHit
from amba.games.adua.rules.r06_artillery import in_zone
from amba.games.adua.rules.r10_after import room
from amba.games.adua.rules.r10_melee import strength
from amba.games.adua.rules.r13_victory import last_turn
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, DISORGANIZED, ENTERED, ENTRENCHED, FIRED, ITALIAN, MELEE, MOVED, REPULSED

GATHER = 4
"""Where to wait for the others: one hex beyond the Italian guns."""
ASSEMBLE = 8
"""Where an army on the march halts and forms up."""
STRIKE = 6
"""From how far units can fall on a target in one move."""
SPARE = 0.02
"""What a melee must promise at least to be begun."""
FAIR = 2
"""An initiative that is worth counting upon."""
GUARDS = {"menelik-fl1": "0106", "menelik-fl2": "0112", "menelik-fl3": "0117", "menelik-fl4": "0121"}
"""Men left at the passes, so that no battalion slips through to Adua."""


@remembered()
def attack_plans(s: AduaState) -> dict[int, set[int]]:
    """Italian unit -> the men who shall fall upon it: as many as find room, and enough to outweigh it. The easiest target comes first, and takes
    those who stand nearest; what is left of the crowd may not do for another, and waits."""
    plans: dict[int, set[int]] = {}
    free = [unit for unit in s.units(ABYSSINIAN) if not s.has(unit, MELEE) and not s.world.units[unit].range]
    targets = [unit for unit in s.units(ITALIAN) if not s.has(unit, MELEE)]
    for target in sorted(targets, key=lambda unit: (-ease(s, unit), unit)):
        party = party_against(s, target, free)
        if party:
            plans[target] = party
            free = [unit for unit in free if unit not in party]
    return plans


def ease(s: AduaState, target: int) -> float:
    """How easy a unit is to destroy: weak, shaken, low, open on many sides, and worth more the nearer it is to its end."""
    hex = s.at[target]
    sides = open_sides(s, hex, ITALIAN, target)
    ground = sum((s.world.level[near] > s.world.level[hex]) - (s.world.level[near] < s.world.level[hex]) for near in sides)
    return 0.6 * len(sides) + 0.25 * ground - 0.4 * s.value(target) + 0.5 * s.face[target] - 0.15 * distances(s, ABYSSINIAN)[hex]


def party_against(s: AduaState, target: int, free: list[int]) -> set[int]:
    """Who of the free units attacks this target; nobody if they are not enough."""
    hex, distance = s.at[target], s.world.grid.distance
    near = [(distance(s.at[unit], hex), -s.value(unit), unit) for unit in free if distance(s.at[unit], hex) <= STRIKE]
    party = [unit for _, _, unit in sorted((min(away, 2), worth, unit) for away, worth, unit in near)][: len(open_sides(s, hex, ITALIAN, target))]
    last = s.turn >= last_turn(s)
    enough = sum(s.value(unit) for unit in party) >= 0.5 * s.value(target)
    return set(party) if party and (enough or last) else set()


def attraction(s: AduaState, target: int, piece: int, hex: int) -> float:
    """How good it is to attack this target from this hex: part of a scheme, already pressed by others, weak, below us."""
    world = s.world
    joined = sum(1 for near in world.around[s.at[target]] if near != s.at[piece] and s.combat_at(near, ABYSSINIAN))
    ground = world.level[hex] - world.level[s.at[target]]
    spent = s.face[target] + s.has(target, DISORGANIZED)
    # The best men first: there is room for six at most.
    found = 0.5 * joined - 0.15 * s.value(target) + 0.4 * max(-1, min(1, ground)) + 0.4 * spent + 0.1 * s.value(piece)
    party = attack_plans(s).get(target)
    return found + (-9.0 if party is None else 3.0 if piece in party else 0.5)


def move(s: AduaState, at: object, a: Move | Enter) -> float:
    unit = s.world.units[a.piece]
    if not unit.is_combat:
        return lead(s, a.piece, a.to)
    if unit.key in GUARDS and s.scenario == "battle":
        return guard(s, a.piece, a.to)
    return close_in(s, a.piece, a.to)


def guard(s: AduaState, piece: int, to: int) -> float:
    post = s.world.grid.hex(GUARDS[s.world.units[piece].key])
    distance = s.world.grid.distance
    if s.at[piece] >= s.world.hexes:
        return 5.0 - distance(to, post)
    return float(distance(s.at[piece], post) - distance(to, post)) - 0.5


def lead(s: AduaState, piece: int, to: int) -> float:
    """Far from the enemy a leader goes ahead, and his men close up on him; near the enemy he keeps behind them, Menelik well behind."""
    danger, here = distances(s, ITALIAN), s.at[piece]
    if here >= s.world.hexes:
        return 30.0 - abs(danger[to] - ASSEMBLE)
    if danger[here] > ASSEMBLE + 1:
        gain = abs(danger[here] - ASSEMBLE) - abs(danger[to] - ASSEMBLE)
        return 20.0 + gain if gain > 0 else -1.0
    friends, heart = distances(s, ABYSSINIAN), middle(s, piece)

    def worth(hex: int) -> float:
        safety = min(danger[hex], ASSEMBLE if piece == s.world.menelik else GATHER)
        return 1.5 * safety - 0.6 * s.world.grid.distance(hex, heart) - 0.3 * min(friends[hex], 8)

    return worth(to) - worth(here) - 0.5


@remembered()
def middle(s: AduaState, leader: int) -> int:
    """The unit of his that stands nearest to all the others: where a leader's army is."""
    mine = [s.at[u] for u in s.units(ABYSSINIAN) if s.world.commander[u] == leader]
    distance = s.world.grid.distance
    return min(mine, key=lambda hex: (sum(distance(hex, other) for other in mine), hex), default=s.at[leader])


def follow(s: AduaState, at: object, a: Follow) -> float:
    """The men close up on a leader who has gone ahead, as long as the enemy is far."""
    return 15.0 if s.has(a.leader, MOVED) and distances(s, ITALIAN)[s.at[a.leader]] >= ASSEMBLE - 1 else -1.0


def close_in(s: AduaState, piece: int, to: int) -> float:
    """Come up to the gathering distance; from there fall upon what is ripe."""
    world, here = s.world, s.at[piece]
    away = distances(s, ITALIAN)
    outside = here >= world.hexes
    before = away[to] + 3 if outside else away[here]
    if away[to] == 1:
        found = [unit for hex in world.zoc_links[piece][to] for unit in s.combat_at(hex, ITALIAN) if not s.has(unit, MELEE)]
        if not found:
            return -0.5
        now = contact(s, piece) if before == 1 else 0.0
        return max(attraction(s, target, piece, to) for target in found) - 0.3 * (len(found) - 1) + (4.0 if before > 1 else -0.5 - now)
    if before == 1:
        # Whoever is not wanted here stands back, no further than he must.
        return -0.5 - max(-2.0, contact(s, piece)) - 0.2 * abs(away[to] - 2)
    reach = world.units[piece].range or GATHER
    ahead = max(0, before - reach) - max(0, away[to] - reach) - 0.4 * max(0, reach - away[to]) + 0.4 * max(0, reach - before)
    return ahead + 0.15 * (world.level[to] - (0 if outside else world.level[here])) - 0.2 + (2.0 if outside else 0.0)


def contact(s: AduaState, piece: int) -> float:
    """What it is worth to stay next to the enemy where one stands."""
    found = [unit for hex in s.world.zoc_links[piece][s.at[piece]] for unit in s.combat_at(hex, ITALIAN) if not s.has(unit, MELEE)]
    return max((attraction(s, target, piece, s.at[piece]) for target in found), default=-1.0)


def fire(s: AduaState, at: Declare, a: Fire) -> float:
    """Each goes for the enemy that is pressed hardest, and nobody who is free to choose attacks where it does not pay."""
    unit, target = a.unit, a.target
    if any(attacker == unit for attacker, _ in at.pairs):
        return -1.0
    if not in_zone(s, unit, target):
        return 2.0 + s.has(target, ENTRENCHED) - 0.5 * s.has(target, DISORGANIZED)  # guns from afar risk nothing
    best = best_targets(s)
    if best.get(unit) == target:
        return 3.0
    return -0.5 if unit in best or not s.has(unit, ENTERED) else 0.5


@remembered()
def best_targets(s: AduaState) -> dict[int, int]:
    """Unit -> whom it had better attack."""
    return {man: attack.target for attack in attacks(s, s.units(ITALIAN)) for man in attack.party}


def hit(s: AduaState, at: AskHit, a: TakeHit) -> float:
    """Keep enough men unhurt to win the melee, and let as many as can be spared be thrown back: a first hit costs nobody a step."""
    unit, units, given = a.unit, at.units, at.given
    had = given[units.index(unit)]
    foes = [u for near in s.world.around[s.at[unit]] for u in s.combat_at(near, ITALIAN) if not s.has(u, MELEE)]
    # If a leader can throw in fresh men, one of these is enough to hold the door open.
    goal = min((max(1, s.value(foe) - reserve(s, s.at[foe])) for foe in foes), default=0)
    whole = sum(s.value(u) for u, hits in zip(units, given, strict=True) if not hits)
    spare = whole - goal
    if had:
        # An odd hit more turns into a step; from two to three it costs nothing.
        return (6.0 if had % 2 == 0 else 4.0) - 0.3 * s.value(unit) + 0.01 * room(s, unit, had)
    after = spare - s.value(unit)
    can_win = (spare >= 0 and any(given)) or spare - min(s.value(u) for u in units) >= 0
    if not can_win:
        return 8.0 - 0.3 * s.value(unit)  # no melee to win: spread them, and save the steps
    return (7.0 if after >= 0 else 3.0) - 0.3 * s.value(unit)


@remembered()
def reserve(s: AduaState, hex: int) -> int:
    """12.0: the most combat value that one leader with fair initiative could throw into a melee in this hex."""
    world, distance, zoc = s.world, s.world.grid.distance, s.zoc(ITALIAN)
    busy = 1 << FIRED | 1 << REPULSED | 1 << MELEE | 1 << ENTERED
    fresh = [u for u in s.units(ABYSSINIAN) if not s.marks[u] & busy and not zoc[s.at[u]] and 2 <= distance(s.at[u], hex) < STRIKE]

    def follows(unit: int, leader: int) -> bool:
        return leader in (world.commander[unit], world.menelik) and distance(s.at[unit], s.at[leader]) <= world.units[leader].range

    able = [leader for leader in s.followers(ABYSSINIAN) if world.units[leader].initiative >= FAIR]
    return max((sum(s.value(u) for u in fresh if follows(u, leader)) for leader in able), default=0)


def close(s: AduaState, at: Closing, a: Close) -> float:
    """Go in where it pays, the strongest first, and no more than it takes."""
    return 2.0 + 0.2 * s.value(a.unit) + 0.5 * s.world.units[a.unit].is_cavalry if a.unit in wanted(s, at, a.target) else -1.0


def wanted(s: AduaState, at: Closing, target: int) -> set[int]:
    """Who should go into melee with this enemy: the number that promises most, a leader's reserve counted by his chance to bring it."""
    hex = s.at[target]
    free = {attacker for attacker, foe in at.pairs if foe == target and s.is_on_map(attacker) and not s.has(attacker, REPULSED)}
    free |= {u for near in s.world.around[hex] for u in s.combat_at(near, ABYSSINIAN) if s.world.units[u].is_cavalry and s.world.may_enter[u][hex]}
    men = sorted((u for u in free if not s.has(u, MELEE)), key=lambda u: (-s.world.units[u].is_cavalry, -s.value(u), u))
    found = tables(s)
    goal, have, more = strength(s, hex, ITALIAN), strength(s, hex, ABYSSINIAN), reserve(s, hex)
    lost, count = s.face[target], len(s.combat_at(hex, ABYSSINIAN))

    def promise(number: int) -> float:
        sum_of = have + sum(map(s.value, men[:number]))
        if not count + number:
            return 0.0
        alone = melee_gain(found, goal - sum_of, lost, count + number)
        return alone if not more else 0.6 * alone + 0.4 * max(alone, melee_gain(found, goal - sum_of - more, lost, count + number + 2))

    best = max(range(len(men) + 1), key=lambda number: (promise(number) - (SPARE if number else 0.0), -number))
    return set(men[:best])


def bring(s: AduaState, at: object, a: Bring) -> float:
    """Fresh men for a melee that is not won yet, the strongest first."""
    lead = strength(s, a.hex, ABYSSINIAN) - strength(s, a.hex, ITALIAN)
    return 3.0 + 0.3 * s.value(a.unit) + 0.1 * lead if lead < 0 else -1.0


def disengage(s: AduaState, at: object, a: Disengage) -> float:
    """Leave a melee that is lost."""
    hex = s.at[a.unit]
    return 1.0 if strength(s, hex, ITALIAN) - strength(s, hex, ABYSSINIAN) >= 2 else -1.0


def retreat(s: AduaState, at: object, a: Retreat) -> float:
    return 1.0 + s.world.level[a.to] + 0.1 * min(5, distances(s, ITALIAN)[a.to])
