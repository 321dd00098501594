"""Where a stack could go in a movement phase, gesture by gesture, and what it risks on the way. For bots; the rules say what is within reach."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Action
from amba.core.evaluation import Way
from amba.games.hollow.bot.breakout import doors
from amba.games.hollow.bot.estimates import arms, by_range, fire_map
from amba.games.hollow.bot.places import standing
from amba.games.hollow.rules.common import ASSAULTING, NORMAL
from amba.games.hollow.rules.r004_reinforcements import arriving, entries
from amba.games.hollow.rules.r005_costs import left
from amba.games.hollow.rules.r005_march import mates
from amba.games.hollow.rules.r005_movement import refuse_mover
from amba.games.hollow.rules.r005_paths import ways_of
from amba.games.hollow.frames.movement import Hop
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
LESS_UPRIGHT = 0.65
"""Assault movement draws this share of the fire."""
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


def groups(s: HollowState, side: int) -> list[tuple[int, ...]]:
    """Stacks that may set out: a leader with the men of his hex, and everybody by himself."""
    frame = s.frames[-1]
    stayed: Sequence[int] = frame[2] if len(frame) > 2 else ()
    spots: dict[object, list[int]] = {}
    for unit in s.units(side):
        if unit not in stayed and refuse_mover(s, side, unit) is None:
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
    names = s.world.names
    lead, *company = (names.pieces[unit] for unit in movers)
    everybody = bool(company) and set(mates(s, movers[:1], NORMAL, 0)) == set(movers[1:])
    ends, near = trails(s, side, movers, NORMAL, 0), ways_of(s, movers, ASSAULTING, 0).direct
    found = []
    for end, trail in ends:
        place, rim = end
        assault = len(trail) == 1 and end in near and not rim
        how: Action = ("assault",) if assault else ("rim",) if rim else ()
        if not company:
            gestures: tuple[Action, ...] = (("walk", lead, names.places[place], *how),)
        else:
            start: list[Action] = [("band", lead)] if everybody else [("move", lead), *(("join", fellow) for fellow in company)]
            go: Action = ("rim" if rim else "go", names.places[place])
            gestures = (*start, ("assault",), go) if assault else (*start, go)
        found.append(Way(lead, place, gestures, -hazard(s, side, movers, trail, not assault), tuple(company)))
    return found


def onward(s: HollowState, way: Way) -> Action | None:
    """To those who were stopped because they came into the enemy's sight, or found something: go on. To those who are there: halt."""
    frame, names = s.frames[-1], s.world.names
    if frame[0] != "walk" or names.piece[way.piece] not in frame[1]:
        return None
    _, movers, mode, steps = frame[:4]
    last = way.gestures[-1]
    if s.at[movers[0]] != way.place:
        rim = "rim" in (last[0], last[-1])
        return ("rim" if rim else "go", names.places[way.place]) if (way.place, rim) in ways_of(s, movers, mode, steps).cost else ("halt",)
    return ("off",) if last[0] in {"exit", "off"} and refuse_off(s, movers, mode) is None else ("halt",)


def over_edge(s: HollowState, side: int, movers: tuple[int, ...]) -> list[Way]:
    """How a stack that has to get away does: to the least dangerous hex of the edge that it can leave by, and off the map."""
    names, found = s.world.names, []
    if not doors(s, side):
        return []
    ways, have = ways_of(s, movers, NORMAL, 0), left(s, movers, NORMAL)
    for door in doors(s, side):
        here = door == s.at[movers[0]]
        far = not here and ways.cost.get((door, False), 99) + exit_cost(standing_at(s, door)) > have
        if far or (here and refuse_off(s, movers, NORMAL) is not None):
            continue
        trail = () if here else tuple(map(spot, ways.path((door, False))))
        lead, go = names.pieces[movers[0]], (() if here else (("go", names.places[door]),))
        joins = tuple(("join", names.pieces[u]) for u in movers[1:])
        alone: tuple[Action, ...] = (("exit", lead, names.places[door]),)
        gestures = alone if len(movers) == 1 else (("move", lead), *joins, *go, ("off",))
        found.append(Way(lead, door, gestures, -hazard(s, side, movers, trail, True) if trail else 0.0))
    return sorted(found, key=lambda way: -way.advised)[:2]


def of_march(s: HollowState, side: int) -> list[Way]:
    """How the stack on the march could go on."""
    _, movers, mode, steps = s.frames[-1][:4]
    names = s.world.names
    found = []
    if s.at[movers[0]] in doors(s, side) and refuse_off(s, movers, mode) is None:
        return [Way(names.pieces[movers[0]], s.at[movers[0]], (("off",),), 0.5)]
    for (place, rim), trail in trails(s, side, movers, mode, steps):
        go: Action = ("rim" if rim else "go", names.places[place])
        found.append(Way(names.pieces[movers[0]], place, (go,), -hazard(s, side, movers, trail, mode != ASSAULTING)))
    return found


def of_arrivals(s: HollowState, side: int) -> list[Way]:
    """Reinforcements come on where it is best, and go no further this turn."""
    found = []
    for unit in arriving(s, side):
        head = ("enter", s.world.names.pieces[unit])
        doors = [(standing(s, side, s.world.names.place[a[2]]), a) for a in entries(s, side, head)]
        doors.sort(key=lambda door: -door[0])
        found += [Way(head[1], s.world.names.place[a[2]], (a, ("go", a[2])), 0.5) for _, a in doors[:LOOKED_AT]]
    return found


def trails(s: HollowState, side: int, movers: tuple[int, ...], mode: str, steps: int) -> list[tuple[Hop, Trail]]:
    """The best ends within reach, each with the spots on the way: good places, places with good targets, and the best that nobody watches."""
    ways = ways_of(s, movers, mode, steps)
    guard, power = fire_map(s, side), firepower(s, movers)
    plain = {end: standing(s, side, *end) for end in ways.cost if not s.seen_at(end[0], side)}
    if not plain:
        return []
    armed = sorted(plain, key=lambda end: -plain[end] - AIM * guard.prospect(spot(end), power))
    unseen = [end for end in armed if not guard.at(spot(end))[0]]
    chosen = dict.fromkeys([*armed[:3], max(plain, key=plain.__getitem__), *unseen[:1], *armed[3:5]])
    return [(end, tuple(map(spot, ways.path(end)))) for end in list(chosen)[:LOOKED_AT]]


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
