"""Where a stack could go in a movement phase, gesture by gesture, and what it risks on the way. For bots; the rules say what is within reach."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.evaluation import Way
from amba.core.order import Order
from amba.core.steps import top
from amba.games.hollow.bot.advice_artillery import observes
from amba.games.hollow.bot.advice_crews import is_lost
from amba.games.hollow.bot.estimates import arms, by_range, fire_map, has_heavy_gun, spot_of
from amba.games.hollow.bot.places import doors, standing
from amba.games.hollow.frames import Hop, Marching, MovePhase
from amba.games.hollow.orders import AssaultMove, Band, Exit, Go, GoOff, GoToCrest, Halt, Join, StartOut, Walk
from amba.games.hollow.orders_armour import Man, Serve
from amba.games.hollow.rules.armour.r063_guns import crew_of, guns_at, guns_of
from amba.games.hollow.rules.armour.r063_pushing import refuse_serve
from amba.games.hollow.rules.armour.r064_crews import CREWS, refuse_man
from amba.games.hollow.rules.common import ASSAULTING, NORMAL
from amba.games.hollow.rules.r004_reinforcements import arriving, entries
from amba.games.hollow.rules.r005_march import mates
from amba.games.hollow.rules.r005_movement import left, refuse_mover
from amba.games.hollow.rules.r005_paths import ways_of
from amba.games.hollow.rules.r055_mines import is_known, mines_at
from amba.games.hollow.rules.r177_exits import exit_cost, refuse_off, standing_at
from amba.games.hollow.rules.r177_victory import goal_side, value
from amba.games.hollow.state import HollowState

MOVING = ("walk", "move", "band", "enter", "exit")
WALKING = ("go", "rim", "minimum", "assault", "double", "crest", "down", "shelter", "join", "together", "leave", "take", "drop", "off")
"""Everything that may be done in the phase, and on the march besides halting."""
LOOKED_AT = 5
"""The most promising ends of a way that are looked at closely, for each stack."""
AIM = 0.4
"""What a good target counts beside a good place."""
MINED = 3.0
"""What a minefield on the way is taken to cost, in squads' worth of harm."""
WORTH_COVERING = 0.05
"""What a machine gun's fire must promise for it to stay and cover, in squads' worth of harm."""
LESS_UPRIGHT = 0.65
"""Assault movement draws this share of the fire."""
TO_GUN, CALLS = 0.8, 8
"""What a hex nearer to a gun that waits for them is worth to gunners: more than one nearer to a goal ever is; and from how far off they go to it."""
MOVEMENT = 2
"""Which of a side's eight phases it is."""
Trail = tuple[int, ...]
"""The spots on the way."""


def phases_left(s: HollowState, side: int) -> int:
    """Movement phases a side still has after the present phase."""
    own = MOVEMENT if side == s.plan.first else MOVEMENT + 8
    return min(s.plan.turns, s.plan.turns - s.turn + (1 if s.phase < own else 0))


def patience(s: HollowState) -> float:
    """1 at the start, a third at the end: how much men count beside ground."""
    return 0.35 + 0.65 * phases_left(s, goal_side(s)) / s.plan.turns


def ways(s: HollowState, side: int, kind: str) -> Sequence[Way] | None:
    """The ways of everybody who may move, or of the stack that is on the march. None where pieces are moved by single gestures."""
    if kind == "movement":
        found = [way for movers in groups(s, side) for way in (*of_group(s, side, movers), *over_edge(s, side, movers))]
        return [*found, *of_arrivals(s, side)]
    if kind == "walk":
        return of_march(s, side)
    return None


def covers(s: HollowState, side: int, unit: int) -> bool:
    """Whether a machine gun on its legs has something to fire at from where it is: then it covers the others, and is not carried forward before the last turn."""
    if not has_heavy_gun(s, unit) or not phases_left(s, side):
        return False
    return fire_map(s, side).prospect(spot_of(s, unit), firepower(s, (unit,))) > WORTH_COVERING


def covers_less(s: HollowState, side: int, unit: int, to: int, crest: bool) -> bool:
    """Whether a machine gun on its legs that covers the others from where it is would do so less well from there."""
    if not covers(s, side, unit):
        return False
    guard, power = fire_map(s, side), firepower(s, (unit,))
    return guard.prospect(spot((to, crest)), power) < guard.prospect(spot_of(s, unit), power)


def serves_gun(s: HollowState, unit: int) -> bool:
    """Gunners stay with their gun."""
    return s.has_armour and any(s.points[gun] == unit + 1 for gun in guns_at(s, s.at[unit], s.side[unit]))


def way_to_gun(s: HollowState, side: int, units: Sequence[int], place: int) -> float:
    """Gunners who were driven from their gun go back to it, or to another that nobody serves: how far off it is, as a loss."""
    if not any(is_idle_crew(s, unit) for unit in units):
        return 0.0
    waiting = s.remembered(("guns that wait", side), lambda: guns_waiting(s, side))
    return -TO_GUN * min(CALLS, *(s.field.range(place, s.at[gun]) for gun in waiting)) if waiting else 0.0


def is_idle_crew(s: HollowState, unit: int) -> bool:
    """Gunners without a gun; not the crew of a vehicle."""
    return s.has_armour and s.is_man(unit) and s.squad(unit).kind == "crew" and s.squad(unit).key not in CREWS.values() and not serves_gun(s, unit)


def guns_waiting(s: HollowState, side: int) -> list[int]:
    """Guns of this side that nobody serves, without an enemy beside them."""
    return [gun for gun in guns_of(s, side) if crew_of(s, gun) < 0 and not s.seen_at(s.at[gun], side)]


def takes_over(s: HollowState, side: int, unit: int) -> bool:
    """Whether it could take over a gun of its hex, or get into a vehicle that its crew has left: advice does that, no plan."""
    here, at = s.at[unit], MovePhase(side)
    if not s.has_armour or not s.is_man(unit) or s.squad(unit).kind != "crew":
        return False
    guns = any(refuse_serve(s, at, Serve(unit, gun)) is None for gun in guns_at(s, here, side))
    return guns or any(refuse_man(s, at, Man(unit, v)) is None and not is_lost(s, side, v) for v in s.vehicles(side) if s.at[v] == here)


def stays(s: HollowState, side: int, unit: int) -> bool:
    """Who covers the others, serves a gun or is about to, or observes for a battery."""
    return covers(s, side, unit) or serves_gun(s, unit) or takes_over(s, side, unit) or observes(s, unit)


def groups(s: HollowState, side: int) -> list[tuple[int, ...]]:
    """Stacks that may set out: a leader with the men of his hex, and everybody by himself, but for those who stay."""
    stayed = top(s, MovePhase).stayed
    spots: dict[object, list[int]] = {}
    for unit in s.units(side):
        if unit not in stayed and refuse_mover(s, side, unit) is None and not stays(s, side, unit):
            spots.setdefault(s.viewpoint(unit), []).append(unit)
    found: list[tuple[int, ...]] = []
    for units in spots.values():
        leaders = sorted((u for u in units if s.is_leader(u)), key=lambda u: s.leader(u).leadership)
        men = [u for u in units if s.is_man(u)]
        if leaders and men:
            found.append((leaders[0], *men[:3]))
        found += [(unit,) for unit in (*men, *(leaders[1:] if men else leaders))]
    return found


def of_group(s: HollowState, side: int, movers: tuple[int, ...]) -> list[Way]:
    """A unit by itself walks; all of a hex go together; a part of them sets out, goes and halts."""
    lead, *company = movers
    everybody = bool(company) and set(mates(s, movers[:1], NORMAL, 0)) == set(movers[1:])
    ends, near = trails(s, side, movers, NORMAL, 0), ways_of(s, movers, ASSAULTING, 0).direct
    found, left_gun = [], way_to_gun(s, side, movers, s.at[lead])
    for end, trail in ends:
        place, rim = end
        assault = len(trail) == 1 and end in near and not rim
        if not company:
            gestures: tuple[Order, ...] = (Walk(lead, place, "assault" if assault else "rim" if rim else ""),)
        else:
            start: list[Order] = [Band(lead)] if everybody else [StartOut(lead), *(Join(fellow) for fellow in company)]
            gestures = (*start, AssaultMove(), go_to(end)) if assault else (*start, go_to(end))
        advised = way_to_gun(s, side, movers, place) - left_gun - hazard(s, side, movers, trail, not assault)
        found.append(Way(lead, place, gestures, advised, tuple(company)))
    return found


def go_to(end: Hop) -> Go | GoToCrest:
    place, crest = end
    return GoToCrest(place) if crest else Go(place)


def onward(s: HollowState, way: Way) -> Order | None:
    """To those who were stopped because they came into the enemy's sight, or found something: go on. To those who are there: halt."""
    at = s.frames[-1]
    if not isinstance(at, Marching) or way.piece not in at.units:
        return None
    last = way.gestures[-1]
    if s.at[at.units[0]] != way.place:
        end = way.place, isinstance(last, GoToCrest) or (isinstance(last, Walk) and last.how == "rim")
        return go_to(end) if end in ways_of(s, at.units, at.mode, at.steps).cost else Halt()
    return GoOff() if isinstance(last, Exit | GoOff) and refuse_off(s, at.units, at.mode) is None else Halt()


def over_edge(s: HollowState, side: int, movers: tuple[int, ...]) -> list[Way]:
    """How a stack that has to get away does: to the least dangerous hex of the edge that it can leave by, and off the map."""
    found: list[Way] = []
    if not doors(s, side):
        return found
    ways, have = ways_of(s, movers, NORMAL, 0), left(s, movers, NORMAL)
    for door in doors(s, side):
        here = door == s.at[movers[0]]
        far = not here and ways.cost.get((door, False), 99) + exit_cost(standing_at(s, door)) > have
        if far or (here and refuse_off(s, movers, NORMAL) is not None):
            continue
        trail = () if here else tuple(map(spot, ways.path((door, False))))
        lead, *company = movers
        together = (StartOut(lead), *(Join(unit) for unit in company), *(() if here else (Go(door),)), GoOff())
        gestures: tuple[Order, ...] = together if company else (Exit(lead, door),)
        found.append(Way(lead, door, gestures, -hazard(s, side, movers, trail, True) if trail else 0.0))
    return sorted(found, key=lambda way: -way.advised)[:2]


def of_march(s: HollowState, side: int) -> list[Way]:
    """How the stack on the march could go on."""
    at = top(s, Marching)
    lead = at.units[0]
    if s.at[lead] in doors(s, side) and refuse_off(s, at.units, at.mode) is None:
        return [Way(lead, s.at[lead], (GoOff(),), 0.5)]
    ends = trails(s, side, at.units, at.mode, at.steps)
    return [Way(lead, end[0], (go_to(end),), -hazard(s, side, at.units, trail, at.mode != ASSAULTING)) for end, trail in ends]


def of_arrivals(s: HollowState, side: int) -> list[Way]:
    """Reinforcements come on where it is best, and go no further this turn."""
    found = []
    for unit in arriving(s, side):
        entrances = sorted(entries(s, MovePhase(side), unit), key=lambda a: -standing(s, side, a.at))
        found += [Way(unit, a.at, (a, Go(a.at)), 0.5) for a in entrances[:LOOKED_AT]]
    return found


def trails(s: HollowState, side: int, movers: tuple[int, ...], mode: str, steps: int) -> list[tuple[Hop, Trail]]:
    """The best ends within reach, each with the spots on the way: good places, places with good targets, and the best that nobody watches."""
    ways = ways_of(s, movers, mode, steps)
    guard, power = fire_map(s, side), firepower(s, movers)
    alone = all(s.is_leader(unit) for unit in movers)  # a leader by himself is nobody's target on purpose: he goes to men, or where nobody looks
    plain = {
        end: standing(s, side, *end) for end in ways.cost
        if not s.seen_at(end[0], side) and (not alone or has_men(s, side, end[0]) or not guard.at(spot(end))[0])
    }  # fmt: skip
    if not plain:
        return []
    gun = {end: way_to_gun(s, side, movers, end[0]) for end in plain}
    nearest = max(gun.values())  # gunners on their way to a gun look at nothing else
    plain = {end: value for end, value in plain.items() if gun[end] == nearest}
    armed = sorted(plain, key=lambda end: -plain[end] - AIM * guard.prospect(spot(end), power))
    unseen = [end for end in armed if not guard.at(spot(end))[0]]
    chosen = dict.fromkeys([*armed[:3], max(plain, key=plain.__getitem__), *unseen[:1], *armed[3:5]])
    return [(end, tuple(map(spot, ways.path(end)))) for end in list(chosen)[:LOOKED_AT]]


def has_men(s: HollowState, side: int, place: int) -> bool:
    return any(s.is_man(unit) and s.is_good(unit) for unit in s.units_at(place, side))


def spot(end: Hop) -> int:
    """The place and posture at the end of a way, as `estimates` numbers them."""
    return 4 * end[0] + end[1]


def firepower(s: HollowState, movers: Sequence[int]) -> tuple[float, ...]:
    """What the movers fire with, by range."""
    return by_range(tuple(sorted(part for unit in movers if s.is_man(unit) for part in arms(s, unit))))


def hazard(s: HollowState, side: int, movers: Sequence[int], trail: Trail, upright: bool) -> float:
    """What the enemy's fire at the move is likely to cost: the worst step in full, the others by a third, since who has fired has fired."""
    guard = fire_map(s, side)
    steps = [guard.at(one)[1] + (MINED if any(is_known(s, side, work) for work in mines_at(s, one // 4)) else 0.0) for one in trail]
    worst = max(steps)
    share = worst + 0.33 * (sum(steps) - worst)
    return patience(s) * share * (1.0 if upright else LESS_UPRIGHT) * sum(value(s, unit) for unit in movers if s.is_unit(unit))
