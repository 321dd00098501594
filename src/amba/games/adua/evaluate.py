"""What a position of Adua 1896 is worth to a side: the terms of data/bot.toml. For bots; the rules never look here.

1.0 is about an Abyssinian point: an Italian unit destroyed. All terms are counted for the Abyssinians and turned round for the Italians. Nothing
is hidden in this game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from amba.core.evaluation import Target
from amba.games.adua.advice_common import distances
from amba.games.adua.rules.r13_victory import points, total_victory
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, DISORGANIZED, ENTRENCHED, EXITED, ITALIAN, LOW_AMMO, MELEE, World
from amba.load.weights import load_weights

TERMS = ("points", "losses", "blood", "ring", "melee", "closing", "passes", "disorder", "flanks", "ground", "leaders", "command")
ENOUGH = 1.5
"""Numbers round a unit, as a multiple of its combat value, beyond which more bring nothing."""
TOO_FEW = 0.6
"""Below this the ring only bleeds."""
PRICKED = -0.15
"""What it costs at most to come up too few: those behind can follow."""
AFAR = 12
STEADFAST = 0.25
"""How much of the ring the Italians look at when they move."""


class AduaEvaluation:
    """The terms, their weights, and what may be planned."""

    planned: Mapping[str, tuple[str, ...]] = {"movement": ("move", "enter")}

    def __init__(self, world: World) -> None:
        self.weighing = load_weights(world.folder, TERMS)

    def measure(self, s: AduaState, side: int) -> dict[str, float]:
        italians, others = s.units(ITALIAN), s.units(ABYSSINIAN)
        found = {
            "points": float(points(s)),
            "losses": float(sum(s.face[unit] for unit in italians)),
            "blood": float(sum(map(s.value, others))),
            "ring": ring(s, italians),
            "melee": melee(s, italians),
            "closing": -float(sum(min(AFAR, distances(s, ITALIAN)[s.at[unit]]) for unit in others)),
            "passes": -passes(s, italians),
            "disorder": float(sum((s.marks[u] >> DISORGANIZED & 1) + (s.marks[u] >> LOW_AMMO & 1) for u in italians)),
            "flanks": float(flanks(s, italians)),
            "ground": -float(sum(s.world.level[s.at[u]] + (s.marks[u] >> ENTRENCHED & 1) for u in italians)),
            "leaders": leaders(s),
            "command": -float(commanded(s, italians)),
        }
        if side == ABYSSINIAN:
            return found
        # The Italians cannot outrun a ring, and need not fear men who are still far off.
        found["ring"] *= STEADFAST
        found["closing"] = 0.0
        return {key: -value for key, value in found.items()}

    def targets(self, s: AduaState, side: int) -> Sequence[Target]:
        """Italian units, the weakest first; the Italians seek no fights."""
        if side == ITALIAN:
            return []
        around = s.world.around
        return [Target(s.at[unit], tuple(around[s.at[unit]])) for unit in sorted(s.units(ITALIAN), key=s.value)]

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


def ring(s: AduaState, italians: Sequence[int]) -> float:
    """Round each Italian unit: Abyssinian numbers against its own, less than enough is a cost, enough a promise."""
    total, at, value = 0.0, s.at, s.value
    zone = s.contact(ABYSSINIAN)
    for unit in italians:
        place = at[unit]
        if not zone[place] or s.marks[unit] >> MELEE & 1:
            continue
        near = 0.0
        for there in s.world.around[place]:
            for foe in s.combat_at(there, ABYSSINIAN):
                if not s.marks[foe] >> MELEE & 1:
                    high = s.world.level[there] - s.world.level[place]
                    near += value(foe) + 0.4 * s.world.units[foe].quality + 0.4 * ((high > 0) - (high < 0))
        dug_in = 1.5 if s.marks[unit] >> ENTRENCHED & 1 else 0.0
        ratio = near / (value(unit) + dug_in + 1)
        total += max(PRICKED, min(ratio, ENOUGH) - TOO_FEW)
    return total


def melee(s: AduaState, italians: Sequence[int]) -> float:
    """In every melee the lead in combat value, which no longer matters above three."""
    total = 0.0
    for place in {s.at[unit] for unit in italians if s.marks[unit] >> MELEE & 1}:
        lead = sum(map(s.value, s.combat_at(place, ABYSSINIAN))) - sum(map(s.value, s.combat_at(place, ITALIAN)))
        total += max(-3.0, min(3.0, lead + 1.0))
    return total


def passes(s: AduaState, italians: Sequence[int]) -> float:
    """Italian combat value that is through the passes, or nearer to them than any enemy is to it."""
    danger = distances(s, ABYSSINIAN)
    free = 0.0
    for unit in italians:
        ahead = s.world.to_pass[s.at[unit]]
        if danger[s.at[unit]] > ahead:
            free += s.value(unit) / (1 + ahead)
    return 2.0 * s.tracks[EXITED] + free


def flanks(s: AduaState, italians: Sequence[int]) -> int:
    """Hexes round the Italian units that no Italian stands in: where the enemy can come."""
    held, around = s.occupied_by(ITALIAN), s.world.around
    return sum(not held[near] for unit in italians for near in around[s.at[unit]])


def commanded(s: AduaState, italians: Sequence[int]) -> int:
    """Italian units within the range of the leader who commands them."""
    distance, commander = s.world.grid.distance, s.world.commander
    return sum(
        s.is_on_map(chief) and distance(s.at[chief], s.at[unit]) <= s.world.units[chief].range for unit in italians if (chief := commander[unit]) >= 0
    )


def leaders(s: AduaState) -> float:
    """Italian leaders and mules within an enemy's reach, less the Abyssinian ones; Menelik counts four times."""
    total = 0.0
    for side, sign in ((ITALIAN, 1.0), (ABYSSINIAN, -1.0)):
        danger = distances(s, 1 - side)
        for piece in s.followers(side):
            if danger[s.at[piece]] <= 1:
                total += sign * (4.0 if piece == s.world.menelik else 1.0)
    return total
