"""What a fight promises to a side, in victory points, by nothing but what it sees. For `advice`."""

from __future__ import annotations

from collections.abc import Sequence

from amba.games.keren.rules.r07_stacking import sees
from amba.games.keren.rules.r14_results import havens, may_retreat_into
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN, SUPPRESSED
from amba.kit.odds import ratio
from amba.load.files import Table

UNSEEN = {COMMONWEALTH: 14, ITALIAN: 6}
"""What an unseen unit of a side is taken for, in quarters of an assault factor: Indian battalions have 3 or 4, most Italians 1 or 2."""
UNSEEN_FIRE = {COMMONWEALTH: 16, ITALIAN: 8}
"""And its ranged fire factor."""
LOSS = {COMMONWEALTH: 2.0, ITALIAN: 1.0}
"""4.2: what losing a unit costs."""
SHAKEN = {COMMONWEALTH: 0.2, ITALIAN: 0.35}
"""What suppressing a unit is worth: a colonial battalion seldom rallies."""
BARRED = 0.2
"""How much of a point hex counts, before the last turn, that a zone of control keeps the enemy from counting."""
SHARED = 0.2
PATIENCE = {0: 1.0, 1: 0.5, 2: 0.25}
"""4.2: only the end counts. What ground is worth to the Italians so many turns before it, and less still earlier: units that live can come back for it."""
EARLY = 0.1


def patience(s: KerenState) -> float:
    """How much of a point hex counts for the Italians now."""
    return max(EARLY, PATIENCE.get(s.turns - s.turn, EARLY) * hope(s))


def hope(s: KerenState) -> float:
    """What chance the Italians have to come back for ground before the last turn: little against twice their number. On the last turn it is tried anyway."""
    if s.turn >= s.turns:
        return 1.0
    key = "hope of coming back"
    if key not in s.fresh:
        commonwealth, italian = (len(s.units(side)) for side in (COMMONWEALTH, ITALIAN))
        s.fresh[key] = min(1.0, italian / max(1, commonwealth)) ** 2
    found: float = s.fresh[key]
    return found


def expected(table: Table, column: int, modifier: int, worth: dict[str, float]) -> float:
    """The average worth of one roll in this column."""
    first, last = int(table.rows[0]), len(table.rows) - 1
    rows = [max(0, min(last, die + modifier - first)) for die in range(1, 7)]
    return sum(worth.get(table.cells[row][column], 0.0) for row in rows) / 6


def strength_of(s: KerenState, side: int, place: int, able: bool = False) -> int:
    """The assault factors in a hex as a side sees them; `able`: only of those who could assault themselves."""
    total = 0
    for unit in s.here[place]:
        if not sees(s, side, unit):
            total += UNSEEN[s.side[unit]]
        elif not (able and (s.is_suppressed(unit) or s.world.units[unit].is_artillery)):
            total += s.assault(unit)
    return total


def fire_of(s: KerenState, side: int, place: int) -> int:
    """The ranged fire factors of those in a hex who can fire, as a side sees them."""
    total = 0
    for unit in s.here[place]:
        if not sees(s, side, unit):
            total += UNSEEN_FIRE[s.side[unit]]
        elif not s.is_suppressed(unit):
            total += s.fire(unit)
    return total


def fire_loss(s: KerenState, side: int, place: int, column: int, size: int) -> float:
    """What a shot in this column costs so many units of one's own in a place."""
    back = LOSS[side] * size if is_trapped(s, side, place) else 0.2
    worth = {"S": SHAKEN[side], "DR": back, "1DE": LOSS[side] + 0.1 * (size - 1), "2DE": LOSS[side] * min(2, size)}
    return expected(s.world.ranged, column, 0, worth)


def hexes_to(s: KerenState, goal: int) -> list[int]:
    """Hexes from every place to a goal; worked out once for each goal."""
    known = s.world.ground.hexes_to
    if goal not in known:
        distance = s.world.ground.distance
        known[goal] = [distance(place, goal) for place in range(s.world.places)]
    return known[goal]


def is_trapped(s: KerenState, side: int, place: int) -> bool:
    """14.3: whether a unit of this side would be lost if it had to retreat from here."""
    key = ("trapped", side, place)
    if key not in s.fresh:
        s.fresh[key] = not has_way_back(s, side, place)
    found: bool = s.fresh[key]
    return found


def has_way_back(s: KerenState, side: int, place: int) -> bool:
    """14.3: two hexes, each one closer to the same free source; a source that is reached is far enough."""
    next_to = s.world.ground.next_to
    open_: dict[int, bool] = {}

    def may(there: int) -> bool:
        if there not in open_:
            open_[there] = may_retreat_into(s, side, there)
        return open_[there]

    for home in havens(s, side):
        away = hexes_to(s, home)
        left = away[place]
        for first in next_to[place]:
            if away[first] != left - 1 or not may(first):
                continue
            if first == home or any(away[second] == left - 2 and may(second) for second in next_to[first]):
                return True
    return False


def denied(s: KerenState, place: int) -> float:
    """4.2: what an Italian with a zone of control keeps the Commonwealth from counting by being in a place: fully on the last turn, half before.

    Where others keep it off as well, one more or less matters little.
    """
    value, owner, links, held = s.world.points, s.owner, s.world.ground.zoc_links, s.held[ITALIAN]
    found = 0.0
    for n in links[place]:
        if n in value and owner[n]:
            alone = not any(held[other] for other in links[n] if other != place)
            found += value[n] * (1.0 if alone else SHARED)
    return found * (1.0 if s.turn >= s.turns else BARRED)


def assault_hope(s: KerenState, side: int, place: int, strength: int, count: int, stack: Sequence[int] = ()) -> float:
    """What an assault of `count` units with this strength promises; `stack` stands for other defenders than those in the hex."""
    foe, world = enemy(side), s.world
    key = ("hope", side, place, strength, count)
    if not stack and key in s.fresh:
        known: float = s.fresh[key]
        return known
    defence = sum(s.assault(unit) for unit in stack) if stack else strength_of(s, side, place)
    size = len(stack) or len(s.here[place])
    odds = ratio(strength, max(1, defence))
    column = world.assault.columns.index(f"{min(odds[0], 4)}:{min(odds[1], 4)}")
    clear = place < world.hexes and world.map.terrain[place] == "clear"
    modifier = max(0, odds[0] - 4) + clear - 2 * (place in world.forts)
    held = world.points.get(place, 0) if s.owner[place] != (side == COMMONWEALTH) else 0
    ground = held * (0.7 if side == COMMONWEALTH else 0.7 * patience(s)) + 0.3 + (denied(s, place) if side == COMMONWEALTH else 0.0)
    back = LOSS[foe] * size if is_trapped(s, foe, place) else 0.2
    worth = {
        "1AE": -LOSS[side], "2AE": -LOSS[side] * min(2, count), "S": SHAKEN[foe] * size, "DR": back + ground,
        "1DE": LOSS[foe] + (ground if size == 1 else SHAKEN[foe]), "2DE": LOSS[foe] * min(2, size) + (ground if size <= 2 else SHAKEN[foe]),
    }  # fmt: skip
    found = expected(world.assault, column, modifier, worth)
    if not stack:
        s.fresh[key] = found
    return found


def fire_hope(s: KerenState, side: int, place: int, target: int, column: int, pressed: float = 0.5) -> float:
    """What a shot in this column of the fire table promises against one unit of a stack; `pressed` is how much can come for it once it is pinned down."""
    foe, size = enemy(side), len(s.here[place])
    seen = sees(s, side, target)
    shaken = seen and bool(s.marks[target] >> SUPPRESSED & 1)
    weight = (s.assault(target) + s.fire(target) if seen else UNSEEN[foe] + 6) / 20
    ground = s.world.points.get(place, 0) * 0.3 if s.owner[place] != (side == COMMONWEALTH) else 0.0
    ground += 0.5 * denied(s, place) if side == COMMONWEALTH and place < s.world.hexes else 0.0
    back = LOSS[foe] * size if place < s.world.hexes and is_trapped(s, foe, place) else 0.2
    worth = {
        "S": 0.0 if shaken else SHAKEN[foe] * (0.5 + pressed) + 0.2 * weight, "DR": back + ground,
        "1DE": LOSS[foe] * (1 + 0.2 * weight) + 0.1 * (size - 1), "2DE": LOSS[foe] * min(2, size) * (1 + 0.2 * weight),
    }  # fmt: skip
    return expected(s.world.ranged, column, 0, worth)
