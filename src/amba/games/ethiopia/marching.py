"""Where a bot sends its units.

A combat unit's place is worth what it gains on the way to a goal, less hunger and danger, with the fight it could seek from there; a
commander's place is with the troops or at the head of the road.
"""

from __future__ import annotations

from amba.games.ethiopia.estimate import CONVOY, FAR_AWAY, Field, Goals, attack_on, chance_at, danger, march_from, strength_at
from amba.games.ethiopia.rules.r08_supply import LINE, covered, lives_off, supply_roads
from amba.games.ethiopia.rules.r11_works import may_build
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, ITALIAN, MOVED

WAYS = ("way of the italians", "way of the ethiopians")
LOOK_AHEAD = 8
"""How far from the enemy a defender begins to care."""
FRONT = ("amba-aradam", "amba-alagi", "mai-ceu", "quoram", "sasabaneh", "degeh-bur", "abbi-addi", "debre-sina", "woldia", "wadara")
"""Passes and ambas before the places worth points."""
BUILDERS = frozenset(("hq-north", "hq-ii", "hq-iii", "hq-iv", "hq-south"))
"""Headquarters that see to the roads; the others go with the troops."""
LAST_DITCH = 20.0
LONG_RAID = 16
"""How far levies may come in one turn along the invader's own roads."""
GUARD = 16
"""So much strength near a place is guard enough while no invader is."""
MOST_NEEDED = 12
FAR_WORK, NEAR_WORK = 16, 4
"""No headquarters goes farther for a road, in a long scenario and in a short one."""
SHORT = 8
FAR_BACK = -5.0
"""Nobody goes so far back for anything but a place."""
WORTH_A_FIGHT = 0.4
ENOUGH = 1.3
"""Times the strength that a target asks for, beyond which more units beside it help no more."""


def goals(s: EthiopiaState, side: int) -> Goals:
    """Places worth points in the other's hands; the Ethiopians have their own to keep as well, and the passes before them."""
    key = f"goals {side}"
    known: Goals | None = s.remember(key)
    if known is not None:
        return known
    places = s.world.map.places
    found = []
    for name, value in s.world.scenarios[s.scenario].data["victory"]["places"].items():
        place = places[name].hex
        if side == ITALIAN and s.controller(place) == ETHIOPIAN:
            found.append((place, value / 2))
        elif side == ETHIOPIAN:
            found.append((place, value / 3 if s.controller(place) == ITALIAN else value / 2 + need(s, place)))
    if side == ETHIOPIAN:
        found += [(places[name].hex, 1 + max(0.0, need(s, places[name].hex))) for name in FRONT if s.controller(places[name].hex) == ETHIOPIAN]
    kept: Goals = s.keep(key, tuple(found))
    return kept


def need(s: EthiopiaState, place: int) -> float:
    """How much more is wanted for the defence of a place: the invaders near it less its defenders. Less than nothing where more stand than it takes.

    In coarse steps, so that fields can be used again.
    """
    invaders = troops_within(s, ITALIAN, LOOK_AHEAD).get(place, 0)
    defenders = troops_within(s, ETHIOPIAN, 3).get(place, 0)
    if invaders:
        return float(max(0, min(MOST_NEEDED, (invaders - defenders) // 4 * 2)) + 2)
    return -float(min(MOST_NEEDED, max(0, defenders - GUARD) // 4 * 2))


def troops_within(s: EthiopiaState, side: int, radius: int) -> dict[int, int]:
    """For the places that matter to the Ethiopians, how much strength of a side is near."""
    key = ("troops within", side, radius)
    known: dict[int, int] | None = s.remember(key)
    if known is None:
        known = {}
        distance = s.world.grid.distance
        force: dict[int, int] = {}
        for u in s.army(side):
            force[s.at[u]] = force.get(s.at[u], 0) + s.face[u]
        places = s.world.map.places
        for name in {*s.world.scenarios[s.scenario].data["victory"]["places"], *FRONT}:
            place = places[name].hex
            known[place] = sum([strength for at, strength in force.items() if distance(at, place) <= radius])
        s.keep(key, known)
    return known


def way(s: EthiopiaState, side: int, place: int) -> float:
    """How far from the side's best goal, less what it is worth."""
    known: Field | None = s.remember(WAYS[side])
    if known is None:
        known = s.keep(WAYS[side], Field(s.world, side, goals(s, side)))
    return known.at(place)


def is_foe_near(s: EthiopiaState, side: int, place: int, radius: int) -> bool:
    """Whether an enemy of this side is within so many hexes; worked out for the whole map at once."""
    key = (side, radius)
    known: str | None = s.remember(key)
    if known is None:
        boards = s.world.sheet
        known = s.keep(key, boards.digits(boards.widened(boards.field(s.held[1 - side]), radius)))
    return known[place] == "1"


def march_value(s: EthiopiaState, side: int, unit: int, to: int) -> float:
    """What a unit gains by going there, over staying where it is."""
    if to >= s.world.hexes:
        return -5.0
    command = s.card(unit).is_command
    if command and track_ahead(s, unit):
        return -1.0  # the road first
    worth = station if command else stand
    here = s.at[unit]
    now: float | None = s.remember(f"stand {unit}")
    if now is None:
        now = s.keep(f"stand {unit}", worth(s, side, unit, here) if here < s.world.hexes else -60.0)
    if here < s.world.hexes and not command:
        back = way(s, side, here) - way(s, side, to)
        if back < FAR_BACK and to not in s.world.place_at:
            return back  # no need to look closer
    return worth(s, side, unit, to) - now - (0.6 if command else 0.3)


def stand(s: EthiopiaState, side: int, unit: int, place: int) -> float:
    """What it is worth to have a combat unit in this hex."""
    value = -way(s, side, place)
    if not lives_off(s, unit, place):
        value -= hunger(s, side, unit, place)
    value += holding(s, side, unit, place)
    if side == ETHIOPIAN:
        value += 0.5 * s.world.shift[s.world.map.terrain[place]] + 0.4 * bool(s.held[side][place])
        value -= 0.7 * max(0, leader_distance(s, unit, place) - 2)
        value += raid(s, place)
    value -= 0.6 * danger(s, side, place, strength_at(s, side, place, (unit,)))
    if s.zoc(1 - side)[place]:
        value += contact(s, side, unit, place)
    return value


def hunger(s: EthiopiaState, side: int, unit: int, place: int) -> float:
    """Beyond supply an army dies; the last hexes before the end of the line are a strain."""
    cover = covered(s, side)
    # An enemy zone is no barrier to those who stand in it (8.3).
    if place in cover or (s.zoc(1 - side)[place] and any(cover.get(n, LINE) < LINE for n in s.world.around[place])):
        return 0.0
    return (7.0 if side == ITALIAN else 3.0) + s.points[unit]


def holding(s: EthiopiaState, side: int, unit: int, place: int) -> float:
    """A place worth points is taken by walking in and kept by those who stay: what this unit adds to it."""
    if place not in s.world.place_at:
        return 0.0
    value = victory_value(s, place)
    if s.controller(place) != side:
        return 1.0 + value / 2
    if not value:
        return 0.0
    others = strength_at(s, side, place) - (s.defence(unit) if s.at[unit] == place else 0)
    if others <= 0:
        far = LONG_RAID if value >= LAST_DITCH else LOOK_AHEAD
        return 2.0 + value / 2 if is_foe_near(s, side, place, far) else 0.0
    safer = attack_on(s, side, place, others) - attack_on(s, side, place, others + s.defence(unit))
    return safer / 7 * (2.0 + value)


def victory_value(s: EthiopiaState, place: int) -> float:
    """Points for the place; Adua lost is the war lost in the campaign (13.5)."""
    known = s.world.place_at.get(place)
    if known is None:
        return 0.0
    victory = s.world.scenarios[s.scenario].data["victory"]
    if known.key == "asmara" or (known.key == "adua" and victory["sudden"]):
        return LAST_DITCH
    return float(victory["places"].get(known.key, 0))


def raid(s: EthiopiaState, place: int) -> float:
    """On the road that feeds the invader, behind his columns."""
    if place not in supply_roads(s) or s.zoc(ITALIAN)[place]:
        return 0.0
    behind = sum(1 for h in s.world.near(place, LOOK_AHEAD) if s.held[ITALIAN][h])
    return min(3.0, 0.4 * behind)


def contact(s: EthiopiaState, side: int, unit: int, place: int) -> float:
    """Beside the enemy: good where all that can come would win, bad where it would not."""
    best = -4.0
    for target in s.world.around[place]:
        if s.held[1 - side][target]:
            chance = chance_at(s, side, target)
            if chance >= WORTH_A_FIGHT:
                best = max(best, min(4.0, 1.0 + chance) * (0.3 if is_enough(s, side, target) else 1.0))
    return best


def is_enough(s: EthiopiaState, side: int, target: int) -> bool:
    """Whether what stands beside a target already will do: six to one after the shifts, or three whole stacks."""
    key = f"enough {side} {target}"
    known: bool | None = s.remember(key)
    if known is None:
        beside = sum(s.face[u] for h in s.world.around[target] if s.held[side][h] for u in s.combat_units(h, side))
        need = strength_at(s, 1 - side, target) * (3 + s.world.shift[s.world.map.terrain[target]])
        known = bool(s.keep(key, beside >= ENOUGH * need))
    return known


def leader_distance(s: EthiopiaState, unit: int, place: int) -> int:
    """How far from a leader whom this unit follows."""
    army = s.card(unit).army
    known: list[int] | None = s.remember(f"leaders {army}")
    if known is None:
        known = s.keep(f"leaders {army}", [s.at[u] for u in s.on_map(ETHIOPIAN) if s.card(u).kind == "leader" and s.card(u).army in {army, "empire"}])
    distance = s.world.grid.distance
    return min((distance(at, place) for at in known), default=2)


def troops_near(s: EthiopiaState, side: int, army: str) -> dict[int, int]:
    """For every hex, how much strength of a side (of an army, for Ethiopians) is within three hexes."""
    key = f"troops {side} {army if side == ETHIOPIAN else ''}"
    known: dict[int, int] | None = s.remember(key)
    if known is None:
        known = {}
        for u in s.on_map(side):
            if s.card(u).is_combat and (side == ITALIAN or s.card(u).army == army or army == "empire"):
                for h in s.world.near(s.at[u], 3):
                    known[h] = known.get(h, 0) + s.face[u]
        s.keep(key, known)
    return known


def station(s: EthiopiaState, side: int, unit: int, place: int) -> float:
    """A commander's place: with troops, near the front, not alone before it; a builder's at the head of the road."""
    card = s.card(unit)
    near = troops_near(s, side, card.army).get(place, 0)
    own = bool(s.held[side][place])
    value = min(near, 30) * 0.12 - 0.4 * way(s, side, place) + (0.8 if own else 0.0)
    if not own:
        close = is_foe_near(s, side, place, 4)
        value -= 4.0 if close else 0.5
        value -= 3.0 if not near else 0.0
    if side == ITALIAN:
        value -= 0.5 * sum(1 for u in s.commanders(place, ITALIAN) if u != unit)
        if card.key in BUILDERS:
            heads = road_heads(s, unit)
            value += 9.0 if place in heads else -0.5 * min((s.world.grid.distance(place, head) for head in heads), default=0)
    else:
        value -= 0.6 * danger(s, side, place, strength_at(s, side, place)) if own else 0.0
    return value


def road_heads(s: EthiopiaState, hq: int) -> set[int]:
    """Where this headquarters could lengthen its road next: at the end of it, or, where another is at work, two hexes on."""
    known: set[int] | None = s.remember(f"heads {hq}")
    if known is not None:
        return known
    net, tracks = supply_roads(s), s.world.tracks
    others = [u for u in s.on_map(ITALIAN) if s.card(u).kind == "hq" and u != hq]
    working = [s.at[u] for u in others if not s.has(u, MOVED)]
    taken = {s.at[u] for u in others}
    known = set()
    head = crews(s).get(hq, -1)
    if head >= 0:
        place, last = head, best_heads(s)[head]
        if any(at in {head, last} for at in working):
            for _ in range(2):
                ahead = [n for n in tracks[place] if n != last and n not in net]
                if ahead:
                    place, last = ahead[0], place
        if place not in taken:
            known.add(place)
    s.keep(f"heads {hq}", known)
    return known


def crews(s: EthiopiaState) -> dict[int, int]:
    """headquarters -> the head of a road it sees to: two to each, the nearest first, so that one can build while the other walks past it.

    In a short scenario the war is decided before a road gets anywhere: only who is there already builds.
    """
    known: dict[int, int] | None = s.remember("crews")
    if known is None:
        known = {}
        distance = s.world.grid.distance
        builders = [u for u in s.on_map(ITALIAN) if s.card(u).key in BUILDERS]
        far = FAR_WORK if s.world.scenarios[s.scenario].data["turns"] > SHORT else NEAR_WORK
        for _ in range(2):
            for head in best_heads(s):
                free = [u for u in builders if u not in known and distance(s.at[u], head) <= far]
                if free:
                    known[min(free, key=lambda u: (distance(s.at[u], head), u))] = head
        s.keep("crews", known)
    return known


def track_ahead(s: EthiopiaState, hq: int) -> bool:
    """Whether a builder stands where a track can be made a road."""
    if s.card(hq).key not in BUILDERS:
        return False
    known: bool | None = s.remember(f"track {hq}")
    if known is None:
        wanted = best_heads(s)
        known = bool(s.keep(f"track {hq}", any(h in wanted for h in may_build(s, hq))))
    return known


def best_heads(s: EthiopiaState) -> dict[int, int]:
    """Where the roads that matter end, one for each goal: the next hex of its track -> the last of the road."""
    known: dict[int, int] | None = s.remember("best heads")
    if known is None:
        heads = {head: end for end in supply_roads(s) for head in s.world.tracks[end] if not s.is_road(head)}
        known = {}
        for goal, _ in goals(s, ITALIAN) if heads else ():
            cost = march_from(s.world, goal, CONVOY)
            head = min(heads, key=lambda h: (cost.get(h, FAR_AWAY), h))
            known[head] = heads[head]
        s.keep("best heads", known)
    return known
