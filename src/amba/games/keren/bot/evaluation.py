"""What a position of Keren 1941 is worth to a side: the terms of data/bot.toml.

1.0 is a victory point. Of the enemy only what the side sees is looked at: the top unit of a stack, and how many lie under it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from amba.core.evaluation import Evaluation, Target, Way
from amba.games.keren.bot import moves
from amba.games.keren.bot.estimates import BARRED, LOSS, chance_to_return, ground_share
from amba.games.keren.bot.features import LEVEL, Features, MapFeatures
from amba.games.keren.bot.routes import FINE, barriers
from amba.games.keren.bot.threats import Threat, threat
from amba.games.keren.rules.r04_points import points
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN, LOSSES, SIDES, SUPPRESSED, World
from amba.load.weights import load_weights

TERMS = ("points", "plug", "reserve", "contest", "rear", "fights", "danger", "watched", "caught", "stuck", "away", "height", "crowding")
BASE = 12 * FINE
"""What an empty hex resists with, in quarters of an assault factor."""
GUARD = {0: 2.5, 1: 2.5, 2: 1.5}
"""How much more the Commonwealth looks after what it has so many turns before the end."""
ALONE = 0.2
"""What of a point hex is at stake when nobody of the Commonwealth is in it or next to it: cavalry comes from far away (4.2)."""
HOLD = 1.6
"""A defender near a hex counts for so many attackers."""
SPREAD = 3
"""Whoever can come back can do so to one place of so many."""
MASKED = 30 * FINE
"""What holds up those who go for Tigu without any defender, in quarters of an assault factor."""
BARRIER = 0.95
"""4.1: what is left of the danger to Tigu for each hex of the road that is closed to the enemy."""
PLUG_VALUE = 6.0
"""What Tigu counts for in the contest: whoever comes there ends the battle."""
COVERED = 0.2
"""4.1: what is still missing when Tigu is only in an Italian zone of control."""
UNGUARDED = {0: 1.3, 1: 0.7, 2: 0.4, 3: 0.2}
"""4.2: what of a point hex is lost so many turns before the end when an Italian can come next to it and nobody is there to drive him off."""
INSIDE, BESIDE, MOST_COVER = 0.2, 0.04, 0.6
"""What each unit in it and each next to it is worth then, and all of them together: from within every side can be cleared."""
MISSES = 0.75
"""The chance that the Italians do not come by one of the ways in."""
CARE = 1.5
"""How much more the Italians look at what assaults and fire may cost them than at what their own may gain, until the last turn: whoever lives can come back. The more
so the more they are outnumbered."""
LEAST_HOPE = 0.4
WORTH_HOLDING = 3
CLOSE = 0.1
"""How much a point of a summit that can be come to adds to the advice on a move to it or next to it."""
CALL, PLUG_CALL = 0.1, 3.0
"""How much lost ground (for each point) and Tigu in danger add to the advice on a march that brings a battalion there in time."""
MANY = 4
"""So many places changed: the next features are made from these."""


class KerenEvaluation(Evaluation):
    """The terms, their weights, and what may be planned."""

    planned: Mapping[str, tuple[str, ...]] = {"movement": ("move",)}

    def __init__(self, world: World) -> None:
        self.world = world
        self.weighing = load_weights(world.folder, TERMS, SIDES)
        goals = {**{h: float(v) for h, v in world.points.items()}, world.tigu: PLUG_VALUE}
        self.goals = list(goals.items())
        self.last: dict[int, Features] = {}
        """side -> the features the next ones are made from"""

    @cached_property
    def of_map(self) -> MapFeatures:
        return MapFeatures(self.world, self.goals)

    def features(self, s: KerenState, side: int) -> Features:
        """The position as this side sees it, made from the last one where that is less work."""
        last = self.last.get(side)
        places = None if last is None else last.changed(s)
        if last is None or places is None:
            self.last[side] = found = Features(s, side, self.of_map)
            return found
        found = last.updated(s, places)
        if len(places) > MANY:
            found.note_position(s)
            self.last[side] = found
        return found

    def measure(self, s: KerenState, side: int) -> dict[str, float]:
        sign = 1.0 if side == COMMONWEALTH else -1.0
        share = 1.0 if side == COMMONWEALTH else ground_share(s)
        care = CARE / max(LEAST_HOPE, chance_to_return(s) ** 0.5) if side == ITALIAN and s.turn < s.turns else 1.0
        ending = UNGUARDED.get(s.turns - s.turn, 0.0) if side == COMMONWEALTH else 0.0
        features = self.features(s, side)
        own = features.sums
        return {
            "points": sign * points_to_come(s, share) - (ending * left_open(s, features) if ending else 0.0),
            "plug": sign * openness(s),
            "reserve": -endangered(features) if side == ITALIAN else 0.0,
            "contest": sign * self.contest(s, features) * share,
            "rear": -deserted(s, features) if side == ITALIAN else 0.0,
            "fights": features.best_assaults(side),
            "danger": -care * features.best_assaults(enemy(side)),
            "watched": -care * features.under_fire / FINE,
            "caught": -LOSS[side] * own.caught / FINE,
            "stuck": -LOSS[side] * own.stuck,
            "away": -float(own.away),
            "height": own.height / LEVEL,
            "crowding": -float(own.crowding),
        }

    def targets(self, s: KerenState, side: int) -> Sequence[Target]:
        """Enemy stacks, those on points first, then those nearest to one's own."""
        next_to, value = s.world.ground.next_to, s.world.points
        zone = s.zoc(side)
        order = sorted(s.places(enemy(side)), key=lambda place: (-value.get(place, 0), not zone[place], place))
        return [*self.posts(s, side), *(Target(place, tuple(next_to[place])) for place in order)]

    def posts(self, s: KerenState, side: int) -> list[Target]:
        """4.2: what the Commonwealth has to stand in when the end is near: from within it can drive off whoever comes next to it."""
        if side != COMMONWEALTH or s.turns - s.turn not in UNGUARDED:
            return []
        value = s.world.points
        places = [place for place in open_goals(s, threat(s, side)) if value[place] >= WORTH_HOLDING]
        return [Target(place, (place, *s.world.ground.zoc_links[place])) for place in sorted(places, key=lambda place: -value[place])]

    def margin(self, s: KerenState, side: int) -> float:
        return float(points(s)) * (1 if side == COMMONWEALTH else -1)

    def near(self, s: KerenState, side: int, place: int) -> str:
        if place >= s.world.places:
            return ""
        row = self.of_map.near[place]
        best = max(range(len(self.goals)), key=lambda i: (row[i], -i))
        goal = self.goals[best][0]
        return s.world.place_at[goal].title if goal in s.world.place_at else s.world.names.places[goal]

    def ways(self, s: KerenState, side: int, kind: str) -> Sequence[Way] | None:
        """Whole stacks of the Italians may step back together; the Commonwealth moves its units one by one."""
        return moves.moves(s, side, self.calls(s, side) if side == ITALIAN else closing(s))

    def calls(self, s: KerenState, side: int) -> Callable[[int], float]:
        """place -> how much calls a battalion there: lost ground that it can come back to in time, and Tigu."""
        arrivals, features = self.of_map.arrivals, self.features(s, side)
        alarm, returning = PLUG_CALL * endangered(features), self.returning(s, features)
        lost = {number: CALL * worth * share for number, ((_, worth), share) in enumerate(zip(self.goals, returning, strict=True)) if share}
        shares = arrivals.in_time(s.turns - s.turn)

        def call(place: int) -> float:
            if place >= s.world.places:
                return 0.0
            return (sum([worth * shares[place][number] for number, worth in lost.items()]) + alarm * arrivals.to_tigu[ITALIAN][place]) / FINE

        return call

    def contest(self, s: KerenState, features: Features) -> float:
        """Every point hex by how likely it is to change hands: the forces near it on both sides."""
        value, guard = 0.0, GUARD.get(s.turns - s.turn, 1.0) if features.side == COMMONWEALTH else 1.0
        for (place, worth), commonwealth, italian in zip(self.goals, *features.presence, strict=True):
            if s.owner[place]:
                value -= guard * worth * (italian / (italian + HOLD * commonwealth + BASE) + (0.0 if is_watched(s, place) else ALONE))
            else:
                value += worth * commonwealth / (commonwealth + HOLD * italian + BASE)
        return value

    def returning(self, s: KerenState, features: Features) -> list[float]:
        """How strong the Italians can be in time at each goal they have lost, against what the Commonwealth can have there. Against odds it is not worth trying."""
        return [
            italian / (italian + HOLD * commonwealth + SPREAD * BASE) if s.owner[place] else 0.0
            for (place, _), commonwealth, italian in zip(self.goals, *features.in_time, strict=True)
        ]


def is_watched(s: KerenState, place: int) -> bool:
    """Whether the Commonwealth has somebody in a place or next to it."""
    mine = s.held[COMMONWEALTH]
    return bool(mine[place]) or any(mine[n] for n in s.world.ground.zoc_links[place])


def openness(s: KerenState) -> float:
    """4.1: how open the way to Tigu is: Tigu itself, and the road and railway to it, on which every closed hex has to be cleared."""
    tigu = s.world.tigu
    return 0.0 if s.held[ITALIAN][tigu] else (COVERED if s.zoc(ITALIAN)[tigu] else 1.0) * BARRIER ** barriers(s)


def endangered(features: Features) -> float:
    """4.1: how likely the enemy is to have Tigu: what of him can soon be there, against those who can be there to meet him."""
    commonwealth, italian = features.for_tigu
    return commonwealth / (commonwealth + HOLD * italian + MASKED)


def points_to_come(s: KerenState, share: float) -> float:
    """4.2: victory points now, ground by this share; hexes that Italian zones of control deny count by most of it while there is time to clear them."""
    zone, owner = s.zoc(ITALIAN), s.owner
    shut = 0.0 if s.turn >= s.turns else 1.0 - BARRED
    return s.tracks[LOSSES] + share * sum([value * (shut if zone[place] else 1.0) for place, value in s.world.points.items() if owner[place]])


def left_open(s: KerenState, features: Features) -> float:
    """4.2: the point hexes that an Italian could come next to, less for those who are there to drive him off."""
    mine, marks, total = s.held[COMMONWEALTH], s.marks, 0.0
    for place, ways_in in open_goals(s, features.threat).items():
        cover = 0.0
        for n in (place, *s.world.ground.zoc_links[place]):
            if mine[n]:
                cover += (INSIDE if n == place else BESIDE) * sum([not marks[unit] >> SUPPRESSED & 1 for unit in s.here[n]])
        total += s.world.points[place] * (1.0 - min(MOST_COVER, cover)) * (1.0 - MISSES**ways_in)
    return total


def deserted(s: KerenState, features: Features) -> float:
    """4.2: the point hexes in which no Italian is and to which the Commonwealth can march next: they count in full at any time, since what is held need not be won back."""
    owner, mine, threat = s.owner, s.held[ITALIAN], features.threat
    return float(sum([value for place, value in s.world.points.items() if not owner[place] and not mine[place] and threat.can_come(place)]))


def open_goals(s: KerenState, threat: Threat) -> dict[int, int]:
    """Point hexes with free hexes beside them that an Italian could come to, and how many: there is a way in where nothing stops him."""
    ground, zone, mine, barred, found = s.world.ground, s.zoc(COMMONWEALTH), s.held[COMMONWEALTH], s.zoc(ITALIAN), {}
    for place in s.world.points:
        if s.owner[place] and not barred[place]:
            beside = [n for n in ground.zoc_links[place] if not mine[n] and threat.can_come(n)]
            ways_in = sum([any(not zone[m] for m in ground.next_to[n] if m != place) for n in beside])
            if ways_in:
                found[place] = ways_in
    return found


def closing(s: KerenState) -> Callable[[int], float]:
    """place -> how much calls a Commonwealth battalion there when the end is near: summits that can be come to, and the hexes around them in
    which nobody or only one is."""
    called: dict[int, float] = {}
    if s.turns - s.turn in UNGUARDED:
        for place in open_goals(s, threat(s, COMMONWEALTH)):
            for n in [n for n in (place, *s.world.ground.zoc_links[place]) if len(s.here[n]) <= 1]:
                called[n] = max(called.get(n, 0.0), CLOSE * s.world.points[place] * (2 if n == place else 1))
    return lambda place: called.get(place, 0.0)
