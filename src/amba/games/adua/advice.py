"""How good an action looks, for bots: a soldier's rule of thumb for each kind of order. Ending a phase is worth 0.

The Italians stand on good ground, dig in, fire at what comes near and mend what breaks; if the way to Adua is open they take it. The
Abyssinians close in from everywhere, fire together, and go into melee where they outnumber. Nothing in this game is hidden.
"""

from __future__ import annotations

from collections.abc import Callable

from amba.core.decision import Action
from amba.games.adua.rules.r05_supply import reaches
from amba.games.adua.rules.r10_small_arms import neighbours_in_zone
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, ENTRENCHED, ITALIAN, MELEE, REPULSED

FAR = 99
NEAR = 7
"""Enemies at this distance may be here next turn."""


def distances(s: AduaState, side: int) -> list[int]:
    """Hex -> how far the nearest combat unit of the side is."""
    known: list[int] | None = s.known.get(("advice", side))
    if known is None:
        known = [FAR] * s.world.hexes
        ring = [s.at[unit] for unit in s.units(side)]
        for hex in ring:
            known[hex] = 0
        away = 0
        while ring:
            away += 1
            after = []
            for here in ring:
                for there in s.world.around[here]:
                    if known[there] == FAR:
                        known[there] = away
                        after.append(there)
            ring = after
        s.known["advice", side] = known
    return known


def advice(s: AduaState, side: int, a: Action) -> float:
    """How good a single legal action looks to this side."""
    found = COUNSEL.get(a[0])
    return found(s, side, a) if found is not None else 0.0


def _piece(s: AduaState, a: Action, index: int = 1) -> int:
    return s.world.names.piece[a[index]]


def order(s: AduaState, side: int, a: Action) -> float:
    """8.0: rally and supply first, attack what is adjacent, dig in where the enemy is near."""
    target, word = _piece(s, a, 3), a[2]
    if s.world.units[target].is_colonel:
        near = any(neighbours_in_zone(s, unit) for unit in s.units(ITALIAN) if s.world.commander[unit] == target)
        return {"offensive": -1.0, "hold": 2.5 if near else -1.0}[word]
    adjacent = len(neighbours_in_zone(s, target))
    if word == "rally":
        return 6.0 if adjacent < 3 else 3.0
    if word == "resupply":
        return 5.0 if any(s.world.units[p].is_mule and reaches(s, p, target) for p in s.followers(ITALIAN)) else -1.0
    if word == "entrench":
        return 3.0 if not adjacent and distances(s, ABYSSINIAN)[s.at[target]] <= NEAR else -1.0
    guns = s.world.units[target].is_artillery and distances(s, ABYSSINIAN)[s.at[target]] <= 3
    if not adjacent and not guns:
        return -1.0
    return {"attack": 4.0, "hold": 4.1, "offensive": 3.9, "melee": -1.0}.get(word, -1.0)


def move(s: AduaState, side: int, a: Action) -> float:
    piece, to = _piece(s, a), s.world.names.place[a[2]]
    unit = s.world.units[piece]
    if not unit.is_combat:
        return follow(s, piece, to)
    return stand(s, piece, to) if side == ITALIAN else close_in(s, piece, to)


def follow(s: AduaState, piece: int, to: int) -> float:
    """Leaders and mules keep with their own, and out of the enemy's reach."""
    side = s.side[piece]
    danger, friends = distances(s, enemy(side)), distances(s, side)

    def worth(hex: int) -> float:
        safety = min(danger[hex], 5 if piece != s.world.menelik else 9)
        return 1.5 * safety - 0.6 * min(friends[hex], 8) + (1.0 if friends[hex] == 0 and danger[hex] <= 2 else 0.0)

    here = s.at[piece]
    if here >= s.world.hexes:
        return 3.0 + 0.1 * worth(to)
    return worth(to) - worth(here) - 0.5


def stand(s: AduaState, piece: int, to: int) -> float:
    """Italians look for higher ground with friends beside them, and march for a pass that nobody bars."""
    world, here = s.world, s.at[piece]
    danger = distances(s, ABYSSINIAN)
    open_road = danger[here] > world.to_pass[here] + 2
    if open_road:
        return (world.to_pass[here] - world.to_pass[to]) - 0.5
    if s.has(piece, ENTRENCHED) or danger[here] <= 1:
        return -1.0
    friends = s.contact(ITALIAN)
    gain = 1.5 * (world.level[to] - world.level[here]) + 0.5 * (min(2, friends[to]) - min(2, friends[here]))
    return gain - 0.4 * world.grid.distance(here, to) + min(0, danger[to] - 3)


def close_in(s: AduaState, piece: int, to: int) -> float:
    """Abyssinians go for the nearest enemy, round his flanks, on high ground where it costs nothing."""
    world, here = s.world, s.at[piece]
    away = distances(s, ITALIAN)
    before = away[here] if here < world.hexes else away[to] + 3
    if before == 1:
        return -1.0
    near = away[to] == 1
    pressed = len(neighbours_in_zone_at(s, piece, to)) if near else 0
    return (before - away[to]) + 0.2 * world.level[to] + (1.0 if pressed == 1 else 0.0) - 0.3 * max(0, pressed - 1) - 0.1


def neighbours_in_zone_at(s: AduaState, piece: int, to: int) -> list[int]:
    return [unit for hex in s.world.zoc_links[piece][to] for unit in s.combat_at(hex, ITALIAN)]


def fire(s: AduaState, side: int, a: Action) -> float:
    """Attack one enemy with all; Italians attack every adjacent one, since each left alone costs two dice."""
    pairs = s.frames[-1][2]
    unit, target = _piece(s, a), _piece(s, a, 2)
    mine = sum(attacker == unit for attacker, _ in pairs)
    joined = sum(foe == target for _, foe in pairs)
    if side == ITALIAN:
        return 3.0 if not mine else (1.0 if joined == 0 and mine < 3 and target in neighbours_in_zone(s, unit) else -1.0)
    return 3.0 + 0.3 * joined - 0.1 * s.value(target) if not mine else -1.0


def dice(s: AduaState, side: int, a: Action) -> float:
    """Split evenly."""
    _, left, targets = s.frames[-1][3][0]
    return 1.0 - float(abs(int(a[3]) - left / len(targets)))


def hit(s: AduaState, side: int, a: Action) -> float:
    """A crowd lets a few take all the hits, so that the rest can go into melee; a few spread them, since a repulse costs no men."""
    _, units, given, _ = s.frames[-1]
    unit = _piece(s, a)
    crowd = 1.0 if len(units) >= 4 else -1.0
    return 9.0 + 2.0 * crowd * int(given[units.index(unit)]) - 0.3 * s.value(unit)


def close(s: AduaState, side: int, a: Action) -> float:
    """Go into melee with the numbers for the left column, or as an Italian with a great surplus."""
    unit, target = _piece(s, a), _piece(s, a, 2)
    hex = s.at[target]
    if side == ITALIAN:
        return s.value(unit) - sum(s.value(foe) for foe in s.combat_at(hex, ABYSSINIAN)) - 4.5
    beside = {attacker for attacker, foe in s.frames[-1][2] if foe == target and s.is_on_map(attacker) and not s.has(attacker, REPULSED)}
    total = sum(s.value(other) for other in beside | set(s.combat_at(hex, ABYSSINIAN)) | {unit})
    inside = sum(s.value(other) for other in s.combat_at(hex, ABYSSINIAN))
    goal = sum(s.value(foe) for foe in s.combat_at(hex, ITALIAN))
    return -1.0 if inside >= goal + 3 else 2.0 + total - goal


def bring(s: AduaState, side: int, a: Action) -> float:
    hex = s.world.names.place[a[2]]
    lead = sum(s.value(foe) for foe in s.combat_at(hex, ABYSSINIAN)) - sum(s.value(foe) for foe in s.combat_at(hex, ITALIAN))
    return 3.0 - lead if lead < 3 else -1.0


def disengage(s: AduaState, side: int, a: Action) -> float:
    """Leave a melee that is lost."""
    hex = s.at[_piece(s, a)]
    lead = sum(s.value(foe) for foe in s.combat_at(hex, ITALIAN)) - sum(s.value(foe) for foe in s.combat_at(hex, ABYSSINIAN))
    return 1.0 if lead >= 3 else -1.0


def retreat(s: AduaState, side: int, a: Action) -> float:
    return 1.0 + s.world.level[s.world.names.place[a[2]]]


def lose(s: AduaState, side: int, a: Action) -> float:
    unit = _piece(s, a)
    return 1.0 + s.world.units[unit].steps - s.face[unit]


def entrench(s: AduaState, side: int, a: Action) -> float:
    return 3.0 if not s.has(_piece(s, a), MELEE) else -1.0


def always(worth: float) -> Callable[[AduaState, int, Action], float]:
    def counsel(s: AduaState, side: int, a: Action) -> float:
        return worth

    return counsel


COUNSEL: dict[str, Callable[[AduaState, int, Action], float]] = {
    "suggest": always(9), "place": always(-1), "assign": always(-1), "order": order, "move": move, "enter": move, "exit": always(50),
    "engage": always(-1), "entrench": entrench, "disengage": disengage, "fire": fire, "dice": dice, "resolve": always(1), "hit": hit, "close": close,
    "supply": always(5), "initiative": always(5), "bring": bring, "melee": always(1),
    "lose": lose, "retreat": retreat, "stay": always(2), "return": always(1),
}  # fmt: skip
