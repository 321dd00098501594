"""What a position of Hollow Legions is worth to a side: the terms of data/bot.toml. For bots; the rules never look here.

1.0 is about a half-squad won or lost (177). Open counters are taken for what they are, question marks for something between a squad and a dummy, and of
what is hidden nothing counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from amba.core.evaluation import Evaluation, Target
from amba.games.hollow.bot import routes
from amba.games.hollow.bot.estimates import BLOCKED, FAR, HIGHEST, Stack, air_of, harm_of, has_heavy_gun, shot_at, stacks
from amba.games.hollow.bot.places import away, is_breakout, passage
from amba.games.hollow.counters import BLAZE, CONCEALED, ORDER_CHANCE, ORDER_HIDDEN, ORDER_OTHERWISE, SIDES, track_of
from amba.games.hollow.field import Field
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.r020_close_combat import kill_number
from amba.games.hollow.rules.r024_smoke import clouds
from amba.games.hollow.rules.r102_blazes import fires
from amba.games.hollow.rules.r177_victory import goal_side, goals, hexes_held, points
from amba.games.hollow.secrets import shown_state
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import World
from amba.load.weights import load_weights

TERMS = ("hexes", "contest", "pace", "men", "points", "fire", "danger", "melee", "rout", "command", "cover", "concealment")
LASTING = ("men", "fire", "danger", "command", "cover", "concealment")
"""What counts less as the end comes near: men who are left over then win nothing."""
A_TURN = 4.0
"""Hexes men get on in a turn, the advance included, when nobody stops them."""
PACE = 2.0
"""Hexes an attacker gets on in a turn under fire."""
HOLD = 1.5
"""A defender near a hex counts for so many attackers."""
EMPTY = 1.5
"""What an empty hex resists with: somebody may still come."""
BEATEN = 0.45
"""What broken men are worth beside fit ones."""
BURNT = 2.0
"""What a unit that stays in a blaze is worth less."""
LED_IN = 0.8
"""What it counts that a leader is in close combat: he adds nothing to it, and may die of it."""
GUN_IN = 1.0
"""What it counts that a machine gun on its legs is carried into close combat before the last turn: it covers nobody from there."""
NEAR_ENEMY = 12
"""So near to the enemy cover begins to count."""


class HollowEvaluation(Evaluation):
    """The terms, their weights, and what may be planned."""

    planned: Mapping[str, tuple[str, ...]] = {"movement": routes.MOVING, "walk": routes.WALKING, "advance": ("advance",)}
    within = ("walk", "entering", "first fire")
    interrupted = True

    def __init__(self, world: World) -> None:
        self.world = world
        self.weighing = load_weights(world.folder, TERMS, SIDES)

    def measure(self, s: HollowState, side: int) -> dict[str, float]:
        mine, theirs = stacks(s, side, side), stacks(s, 1 - side, side)
        attacker = goal_side(s)
        found = {
            "hexes": held(s, side),
            "contest": contest(s, side, mine, theirs),
            "pace": delay(s, theirs) if attacker != side else -delay(s, mine),
            "men": strength(mine) - strength(theirs) - BURNT * in_the_fire(s, side),
            "points": float(points(s, side) - points(s, 1 - side)),
            "melee": melee(s, side, mine, theirs),
            "rout": hemmed_in(s.field, theirs, mine) - hemmed_in(s.field, mine, theirs),
            "command": command(s.field, mine),
            "cover": shelter(s.field, mine, theirs),
            "concealment": float(sum(1 for unit in s.units(side) if s.marks[unit] >> CONCEALED & 1)),
        }
        found["fire"], found["danger"] = exchange(s, mine, theirs)
        share = routes.patience(s)
        for term in LASTING:
            found[term] *= share
        return found

    def targets(self, s: HollowState, side: int) -> Sequence[Target]:
        """None: what several stacks do to one target adds up in the term for fire, so nobody has to be brought up on trust."""
        return []

    def margin(self, s: HollowState, side: int) -> float:
        """Hexes above what is needed, and a little for points."""
        sign = 1.0 if side == goal_side(s) else -1.0
        lead = points(s, side) - points(s, 1 - side)
        if not goals(s):
            return float(lead)
        have, need = hexes_held(s)
        return sign * (have - need + 0.5) + 0.05 * lead

    def near(self, s: HollowState, side: int, place: int) -> str:
        """The name of the goal that a piece goes for which goes to this place."""
        if place not in s.field.hex_of or not goals(s):
            return ""
        goal = min(goals(s), key=lambda goal: s.field.range(goal, place))
        return s.world.names.places[goal]

    ways, onward = staticmethod(routes.ways), staticmethod(routes.onward)

    def undisturbed(self, s: HollowState, side: int) -> HollowState:
        """The position as a plan sees it: the enemy holds his fire, and of what is hidden nothing is there. The side cannot tell it from this one."""
        new = shown_state(s, side)
        for which in (ORDER_CHANCE, ORDER_OTHERWISE, ORDER_HIDDEN):
            new.tracks[track_of(1 - side, which)] = 0
        new.options = {**new.options, "straying": "off"}  # 49.2: a plan is made for those who keep their way
        return new


def held(s: HollowState, side: int) -> float:
    """The scenario's hexes the attacker holds, those beyond his need counted by a third; to the defender they are lost."""
    if not goals(s):
        return 0.0
    if is_breakout(s):
        return away(s, side)
    have, need = hexes_held(s)
    value = min(have, need) + max(0, have - need) / 3
    return value if side == goal_side(s) else -value


@cache
def nearness(left: int) -> tuple[float, ...]:
    """By distance: how much men count who are so far off. Who cannot be there before the end counts nothing."""
    return tuple(1 / (1 + far / A_TURN) if far <= A_TURN * left + 1 else 0.0 for far in range(120))


def distances(field: Field, goal: int) -> dict[int, int]:
    """How far every hex is from a goal."""
    known = field.tables["distances"]
    found: dict[int, int] | None = known.get(goal)
    if found is None:
        found = known.keep(goal, {place: field.range(goal, place) for place in field.places})
    return found


def contest(s: HollowState, side: int, mine: Sequence[Stack], theirs: Sequence[Stack]) -> float:
    """How likely each hex is to be the attacker's at the end, by the men near it: his best chances up to what he needs, the others by a fifth."""
    aims = goals(s)
    attacker = goal_side(s)
    ours, other = (mine, theirs) if side == attacker else (theirs, mine)
    if not aims:
        return 0.0
    attack_near, defence_near = nearness(routes.phases_left(s, attacker)), nearness(routes.phases_left(s, 1 - attacker))
    if is_breakout(s):
        return passage(s, side, ours, other, attack_near, [distances(s.field, goal) for goal in aims])
    chances = []
    for goal in aims:
        far = distances(s.field, goal)
        attack = sum(one.force * attack_near[far[one.place]] for one in ours)
        defence = sum(one.force * defence_near[far[one.place]] for one in other)
        if s.owner[goal] == attacker + 1:
            chances.append(1.0 - defence / (defence + HOLD * attack + EMPTY))
        else:
            chances.append(attack / (attack + HOLD * defence + EMPTY))
    chances.sort(reverse=True)
    need = hexes_held(s)[1]
    value = sum(chances[:need]) + 0.2 * sum(chances[need:])
    return value if side == attacker else -value


def delay(s: HollowState, attackers: Sequence[Stack]) -> float:
    """How far the attacker's men are behind time: hexes to the nearest goal he does not hold beyond what a steady pace still covers."""
    side = goal_side(s)
    open_goals = [distances(s.field, goal) for goal in goals(s) if s.owner[goal] != side + 1 or is_breakout(s)]
    if not open_goals or hexes_held(s)[0] >= hexes_held(s)[1]:
        return 0.0
    covered = PACE * routes.phases_left(s, side) + 1
    return sum(one.force * max(0.0, min(far[one.place] for far in open_goals) - covered) for one in attackers) / 4


def strength(found: Sequence[Stack]) -> float:
    """Men and leaders, broken ones for less."""
    return sum(one.fit + BEATEN * (one.worth - one.fit) for one in found)


def exchange(s: HollowState, mine: Sequence[Stack], theirs: Sequence[Stack]) -> tuple[float, float]:
    """What our fire promises and, as a loss, what theirs does: every stack fires where it does most harm."""
    air, field = air_of(s), s.field
    smoke = clouds(s)
    mine_in, theirs_in = ([smoke.get(field.hex_of[one.place], 0) if smoke else 0 for one in some] for some in (mine, theirs))
    best_of_mine = [0.0] * len(mine)
    best_of_theirs = [0.0] * len(theirs)
    for i, one in enumerate(mine):
        for j, other in enumerate(theirs):
            range_, modifier = shot_at(field, one.spot, other.spot)
            if not 0 < range_ < FAR:
                continue
            power = one.reach[range_]
            if power >= 1 and modifier < BLOCKED:
                modifier += air[range_] + one.led + mine_in[i] + theirs_in[j]
                if modifier < HIGHEST:
                    best_of_mine[i] = max(best_of_mine[i], other.worth * harm_of(power, modifier, other.morale))
            power = other.reach[range_]
            if power >= 1:
                _, modifier = shot_at(field, other.spot, one.spot)
                modifier += air[range_] + other.led + mine_in[i] + theirs_in[j]
                if modifier < HIGHEST:
                    best_of_theirs[j] = max(best_of_theirs[j], one.worth * harm_of(power, modifier, one.morale))
    return sum(best_of_mine), -sum(best_of_theirs)


@cache
def duel(attack: int, defence: int) -> float:
    """In how many of 36 cases close combat at these odds kills."""
    return at_most(kill_number(Fraction(attack), Fraction(defence))[1]) / 36 if attack and defence else 0.0


def melee(s: HollowState, side: int, mine: Sequence[Stack], theirs: Sequence[Stack]) -> float:
    """Close combats under way or to come: what they are likely to win less what they are likely to lose."""
    value = 0.0
    by_place: dict[int, list[Stack]] = {}
    for other in theirs:
        by_place.setdefault(other.place, []).append(other)
    for one in mine:
        if one.place in by_place:
            own = s.units_at(one.place, side)
            value -= LED_IN * sum(s.is_leader(unit) for unit in own if one.has_leader)
            value -= GUN_IN * sum(has_heavy_gun(s, unit) for unit in own if s.turn < s.plan.turns)
        for other in by_place.get(one.place, ()):
            ours, against = round(one.reach[1] / 2), round(other.reach[1] / 2)
            if not other.force:
                value += other.worth if one.force else 0.0
            elif not one.force:
                value -= one.worth
            else:
                value += other.worth * duel(ours, max(1, against)) - one.worth * duel(against, max(1, ours))
    return value


def hemmed_in(field: Field, broken: Sequence[Stack], by: Sequence[Stack]) -> float:
    """Broken men with enemies beside them or two hexes off: they must run, and may not get away."""
    total = 0.0
    for one in broken:
        if not one.broken:
            continue
        near = sum(1.0 if far <= 1 else 0.4 for other in by if other.force and (far := field.range(one.place, other.place)) <= 2)
        total += min(1.5, near) * (one.worth - one.fit)
    return total


def command(field: Field, mine: Sequence[Stack]) -> float:
    """Leaders near men: fit men with a leader, and broken ones who wait for him."""
    leaders = [one.place for one in mine if one.has_leader]
    value = 0.0
    for one in mine:
        nearest = min((field.range(one.place, place) for place in leaders), default=9)
        value += (0.25 * one.force + one.worth - one.fit) / (1 + nearest)
    return value


def shelter(field: Field, mine: Sequence[Stack], theirs: Sequence[Stack]) -> float:
    """Men near the enemy in terrain or works that protect."""
    value = 0.0
    for one in mine:
        protection = max(field.protection(one.place), 2 if one.spot & 2 else 0)
        if protection and any(field.range(one.place, other.place) <= NEAR_ENEMY for other in theirs):
            value += protection * one.worth
    return value


def in_the_fire(s: HollowState, side: int) -> int:
    """How many of a side's units stand in a blaze."""
    return sum(len(s.units_at(place, side)) for place in fires(s, BLAZE))
