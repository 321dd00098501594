"""7.7 The Djibouti railway."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.core.event import Tracked
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import Movement
from amba.games.ethiopia.orders import Rail
from amba.games.ethiopia.rules.r07_movement import go, refuse_end_of_move, refuse_unit
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ENGAGED, ETHIOPIAN, ITALIAN, MOVED, RAIL_USED

RAIL_HEXES = 24


def rail_lines(s: EthiopiaState, start: int, closed: Sequence[int], zone: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """The way to every hex along the railway, through hexes that are neither closed nor in this zone."""
    found: dict[int, tuple[int, ...]] = {start: (start,)}
    queue = [start]
    for here in queue:
        for there in s.world.rail_links[here]:
            if there not in found and not closed[there] and not zone[there]:
                found[there] = (*found[here], there)
                queue.append(there)
    return found


def free_line(s: EthiopiaState, start: int) -> dict[int, tuple[int, ...]]:
    """The way to every hex that a train can reach now, free of enemy units and enemy zones."""
    return rail_lines(s, start, s.held[ITALIAN], s.zoc(ITALIAN))


@rule("7.7")
def refuse_rail(s: EthiopiaState, at: Movement, a: Rail) -> Refusal | None:
    """One Ethiopian unit a turn, on the railway, twenty-four hexes, free of the enemy and his zones."""
    return refuse_unit(s, at.side, a.unit) or refuse_train(s, a.unit) or refuse_station(s, a.unit, a.to)


def refuse_train(s: EthiopiaState, unit: int) -> Refusal | None:
    """Why this unit cannot go by rail at all."""
    values = {"unit": s.card(unit).title}
    if s.card(unit).side != ETHIOPIAN:
        return Refusal("7.7", "The railway is Ethiopian: {unit} cannot use it.", values)
    if s.tracks[RAIL_USED]:
        return Refusal("7.7", "One unit has gone by rail in this turn; {unit} cannot.", values)
    if s.at[unit] not in s.world.rail:
        return Refusal("7.7", "{unit} is not on the Djibouti railway.", values)
    if s.zoc(ITALIAN)[s.at[unit]]:
        return Refusal("7.7", "{unit} is in an enemy zone: no train leaves from there.", values)
    return None


def refuse_station(s: EthiopiaState, unit: int, to: int) -> Refusal | None:
    """Why no train takes the unit there."""
    start, name, foe, nothing = s.at[unit], s.world.names.places[to], s.held[ITALIAN], bytes(s.world.places)
    values: dict[str, object] = {"unit": s.card(unit).title, "hex": name}
    line = rail_lines(s, start, nothing, nothing)
    if to not in line:
        return Refusal("7.7", "{hex} is not on the Djibouti railway.", values, (), (name,))
    if to == start:
        return Refusal("7.7", "{unit} is already in {hex}.", values, (), (name,))
    far = len(line[to]) - 1
    if far > RAIL_HEXES:
        values |= {"far": far, "limit": RAIL_HEXES}
        return Refusal("7.7", "{hex} is {far} hexes away along the railway; a train goes {limit}.", values, (), (name,))
    if to not in rail_lines(s, start, foe, nothing):
        return Refusal("7.7", "Enemy units cut the railway to {hex}.", values, (), (name,))
    if to not in free_line(s, start):
        return Refusal("7.7", "Enemy zones cut the railway to {hex}.", values, (), (name,))
    found = refuse_end_of_move(s, unit, to)
    return None if found is None else found._replace(rule="7.7")


def passengers(s: EthiopiaState, at: Movement) -> list[int]:
    if at.side != ETHIOPIAN or s.tracks[RAIL_USED]:
        return []
    return [u for u in s.on_map(ETHIOPIAN) if s.at[u] in s.world.rail and not s.marks[u] & (1 << MOVED | 1 << ENGAGED)]


def stations(s: EthiopiaState, at: Movement, unit: int) -> list[Rail]:
    """Every legal journey of one unit."""
    if refuse_train(s, unit) is not None:
        return []
    lines = free_line(s, s.at[unit])
    return [Rail(unit, h) for h, way in sorted(lines.items()) if 1 < len(way) <= RAIL_HEXES + 1 and refuse_end_of_move(s, unit, h) is None]


@rule("7.7", "2.4", "7.9")
def entrain(s: EthiopiaState, at: Movement, a: Rail) -> None:
    """A train passes through every hex of the line: places on it change hands, and who leads nobody there is taken."""
    s.do(Tracked("7.7", RAIL_USED, 0, 1))
    go(s, a.unit, a.to, free_line(s, s.at[a.unit])[a.to], "7.7")
