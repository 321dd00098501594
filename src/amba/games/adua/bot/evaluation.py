"""What a position of Adua 1896 is worth to a side: the terms of data/bot.toml. For bots; the rules never look here.

1.0 is about an Abyssinian point: an Italian unit destroyed. All terms are counted for the Abyssinians and turned round for the Italians. Nothing
is hidden in this game. What fights promise is worked out in `estimates.py`; which fights there may be, in `attacks.py` and `threats.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from amba.core.evaluation import Evaluation, Target
from amba.games.adua.bot.advice_italian import centre
from amba.games.adua.bot.attacks import fights, melees
from amba.games.adua.bot.distances import distances, nearest, spread_from
from amba.games.adua.bot.threats import threats
from amba.games.adua.rules.r13_victory import last_turn, points, total_victory
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, DISORGANIZED, ENTRENCHED, EXITED, ITALIAN, LOW_AMMO, MELEE, SIDES, World
from amba.load.weights import load_weights

TERMS = ("points", "losses", "blood", "fights", "melee", "closing", "passes", "disorder", "flanks", "ground", "clear", "leaders", "command")
AFAR = 12
"""Farther than this makes no difference."""
CHASE, SALLY = 6, 3
"""From how far Abyssinians, and Italians, come for a leader who is alone."""
HERD = 0.6
"""What it counts that a leader stands where another does: one fight may take them all, and elsewhere nobody leads."""
BACK = 5
"""How far an army may fall back in a turn, with its guns."""
LONG = 4
"""So many turns before the end it is still early."""
HAND = 2
"""As near as one need be to be at hand; nearer is no better by itself."""
CLEAR = 8
"""So far from every enemy a unit is safe in his next turn: all but his horse have six hexes to go at most, and the last must be beside it."""


class AduaEvaluation(Evaluation):
    """The terms, their weights, and what may be planned."""

    planned: Mapping[str, tuple[str, ...]] = {"movement": ("move", "enter")}

    def __init__(self, world: World) -> None:
        self.weighing = load_weights(world.folder, TERMS, SIDES, ageing=True)

    def measure(self, s: AduaState, side: int) -> dict[str, float]:
        italians, others = s.units(ITALIAN), s.units(ABYSSINIAN)
        marks = s.marks
        found = {
            "points": float(points(s)),
            "losses": float(sum(s.face[unit] for unit in italians)),
            "blood": float(sum(map(s.value, others))),
            "melee": melees(s, italians),
            "passes": -passes(s, italians),
            "disorder": float(sum((marks[u] >> DISORGANIZED & 1) + (marks[u] >> LOW_AMMO & 1) for u in italians)),
            "leaders": leaders(s),
        }
        if side == ABYSSINIAN:
            # They fight next, with those who stand beside the enemy by then.
            found |= {"fights": fights(s, italians), "closing": -float(distance_left(s, italians, others))}
            return found | dict.fromkeys(("flanks", "ground", "clear", "command"), 0.0)
        # The Italians must look at what may come.
        found |= {
            "fights": threats(s, italians),
            "closing": 0.0,
            "flanks": float(flanks(s, italians)),
            "ground": -float(sum(s.world.level[s.at[u]] + (marks[u] >> ENTRENCHED & 1) for u in italians)),
            "clear": -float(clear(s, italians)),
            "command": -float(commanded(s, italians)),
        }
        return {key: -value for key, value in found.items()}

    def earliness(self, s: AduaState) -> float:
        return min(1.0, (last_turn(s) - s.turn) / LONG)

    def targets(self, s: AduaState, side: int) -> Sequence[Target]:
        """The Abyssinians mass against Italian units, the weakest first; the Italians look for ground further back to stand on together."""
        around = s.world.around
        if side == ABYSSINIAN:
            return [Target(s.at[unit], tuple(around[s.at[unit]])) for unit in sorted(s.units(ITALIAN), key=s.value)]
        return [Target(hex, (hex, *around[hex])) for hex in refuges(s)]

    def margin(self, s: AduaState, side: int) -> float:
        lost = -100.0 if total_victory(s) is not None else float(points(s))
        return lost if side == ABYSSINIAN else -lost

    def near(self, s: AduaState, side: int, place: int) -> str:
        if place >= s.world.hexes:
            return ""
        if side == ITALIAN:
            return "the passes" if distances(s, ABYSSINIAN)[place] > s.world.to_pass[place] else "the line"
        distance = s.world.grid.distance
        unit = min(s.units(ITALIAN), key=lambda u: distance(s.at[u], place), default=-1)
        return s.world.units[unit].title if unit >= 0 else ""


def refuges(s: AduaState) -> list[int]:
    """Places a few hexes from the middle of the army and further from the enemy than it is."""
    if not s.units(ITALIAN):
        return []
    danger, grid = distances(s, ABYSSINIAN), s.world.grid
    start = centre(s)
    if danger[start] > CHASE + 2:
        return []
    found = []
    for way in range(6):
        hex = start
        for step in range(1, BACK + 1):
            further = grid.by_direction[hex][way]
            if further is None:
                break
            hex = further
            if step >= BACK - 2 and danger[hex] > danger[start]:
                found.append(hex)
    return sorted(found, key=lambda hex: -danger[hex])


def passes(s: AduaState, italians: Sequence[int]) -> float:
    """Italian combat value that is through the passes, or nearer to them than any enemy is to it."""
    free = 0.0
    for unit in italians:
        ahead = s.world.to_pass[s.at[unit]]
        if nearest(s, ABYSSINIAN, s.at[unit]) > ahead:
            free += s.value(unit) / (1 + ahead)
    return 2.0 * s.tracks[EXITED] + free


def distance_left(s: AduaState, italians: Sequence[int], others: Sequence[int]) -> int:
    """How far the Abyssinian units have to go to an Italian one that is not in melee: nobody marches into a melee that is being fought."""
    free = {s.at[unit] for unit in italians if not s.marks[unit] >> MELEE & 1}
    if not free:
        return 0
    away = spread_from(s.world, tuple(sorted(free)))
    return sum(min(AFAR, max(HAND, away[s.at[unit]])) for unit in others)


def flanks(s: AduaState, italians: Sequence[int]) -> int:
    """Hexes round the Italian units that no Italian stands in: where the enemy can come."""
    held, around = s.occupied_by(ITALIAN), s.world.around
    return sum(not held[near] for unit in italians for near in around[s.at[unit]])


def clear(s: AduaState, italians: Sequence[int]) -> int:
    """How far the Italian units are from the nearest enemy. What lies within his reach the fights say; this says who must run again next turn."""
    away = distances(s, ABYSSINIAN)
    return sum(min(CLEAR, away[s.at[unit]]) for unit in italians)


def commanded(s: AduaState, italians: Sequence[int]) -> int:
    """Italian units within the range of the leader who commands them."""
    distance, commander = s.world.grid.distance, s.world.commander
    return sum(
        s.is_on_map(chief) and distance(s.at[chief], s.at[unit]) <= s.world.units[chief].range for unit in italians if (chief := commander[unit]) >= 0
    )


def leaders(s: AduaState) -> float:
    """Italian leaders and mules that are alone where an enemy can come, and those who crowd in one hex, less the Abyssinian ones; Menelik counts four times."""
    total = 0.0
    for side, sign, reach in ((ITALIAN, 1.0, CHASE), (ABYSSINIAN, -1.0, SALLY)):
        held = s.occupied_by(side)
        followers = s.followers(side)
        total += sign * HERD * (len(followers) - len({s.at[piece] for piece in followers}))
        for piece in followers:
            here = s.at[piece]
            if not held[here] and nearest(s, 1 - side, here) <= reach:
                total += sign * (4.0 if piece == s.world.menelik else 1.0)
    return total
