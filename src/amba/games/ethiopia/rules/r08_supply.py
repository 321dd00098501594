"""8 Supply, with Gordon's dumps (G4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from amba.core.event import Flipped, Marked, Spent
from amba.core.flow import Step, pop
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import DUMP, ETHIOPIAN, ITALIAN, OUT, STACK_LIMIT
from amba.kit.trace import flood

LINE = 7
DUMP_AGE = 3
CUT_OFF_TURNS = 2


@rule("8.3")
def is_free(s: EthiopiaState, side: int) -> Callable[[int], bool]:
    """What a line of this side may go through: no enemy, and no enemy zone without a friendly combat unit."""
    foe, own, zone, open_ground = s.held[1 - side], s.held[side], s.zoc(1 - side), s.world.open

    def free(h: int) -> bool:
        return open_ground[h] and not foe[h] and (not zone[h] or bool(own[h]))

    return free


def spread(s: EthiopiaState, starts: Iterable[int], side: int, limit: int = LINE) -> dict[int, int]:
    """Hexes within so many steps of the starts along lines the side may use, with their distance."""
    free = is_free(s, side)
    found = dict.fromkeys(starts, 0)
    edge = list(found)
    for step in range(1, limit + 1):
        longer = []
        for h in edge:
            for n in s.world.around[h]:
                if n not in found and free(n):
                    found[n] = step
                    longer.append(n)
        edge = longer
    return found


@rule("8.1")
def supply_roads(s: EthiopiaState) -> set[int]:
    """Road hexes in unbroken line to Massawa, or to Mogadishu by the exits."""
    known: set[int] | None = s.remember("roads")
    if known is not None:
        return known
    free = is_free(s, ITALIAN)
    starts = [h for h in (s.world.massawa, *s.world.exits) if free(h)]
    found: set[int] = s.keep("roads", flood(starts, s.road_neighbours, free))
    return found


@rule("8.1", "8.2")
def covered(s: EthiopiaState, side: int) -> dict[int, int]:
    """Hexes within seven of a source: a supply road; or an Ethiopian place or leader. Dumps are not counted here."""
    key = f"covered {side}"
    known: dict[int, int] | None = s.remember(key)
    if known is not None:
        return known
    if side == ITALIAN:
        starts: Iterable[int] = supply_roads(s)
    else:
        free = is_free(s, ETHIOPIAN)
        towns = [h for h in s.world.place_at if s.world.land[h] == "ethiopia" and s.controller(h) == ETHIOPIAN and free(h)]
        leaders = [s.at[u] for u in s.on_map(ETHIOPIAN) if s.card(u).kind == "leader"]
        starts = {*towns, *leaders}
    found: dict[int, int] = s.keep(key, spread(s, starts, side))
    return found


@rule("G4.b")
def dumps(s: EthiopiaState) -> list[int]:
    """Entrenchments named supply dumps, while the rule is in use."""
    if not s.is_on("gordon4"):
        return []
    return [p for p in range(s.world.fighting, len(s.at)) if s.has(p, DUMP) and s.at[p] < s.world.hexes]


@rule("8.6", "8.7")
def needs_supply(s: EthiopiaState, unit: int) -> bool:
    """Combat units in hexes that do not live off the land."""
    card = s.card(unit)
    return card.is_combat and "nomad" not in card.traits and s.at[unit] < s.world.hexes


@rule("G4.b", "G4.c")
def fed_by_dumps(s: EthiopiaState, hungry: list[int], rested: bool) -> set[int]:
    """Units a dump feeds: all within seven while its own line holds; cut off, three divisions' worth for two turns, nearest first.

    With `rested` False nothing is counted: it only looks.
    """
    fed: set[int] = set()
    base = covered(s, ITALIAN)
    for dump in dumps(s):
        place = s.at[dump]
        near = spread(s, [place], ITALIAN)
        takers = sorted((near[s.at[u]], -s.card(u).stack, u) for u in hungry if s.at[u] in near and u not in fed)
        cut = 0 if place in base else s.points[dump] + (1 if rested else 0)
        if rested and cut != s.points[dump]:
            s.do(Spent("G4.c", dump, s.points[dump], cut))
        if place in base:
            fed |= {u for _, _, u in takers}
        elif cut <= CUT_OFF_TURNS:
            room = STACK_LIMIT
            for _, size, u in takers:
                if -size <= room:
                    room += size
                    fed.add(u)
    return fed


def hungry_units(s: EthiopiaState, side: int) -> list[int]:
    cover = covered(s, side)
    return [u for u in s.on_map(side) if needs_supply(s, u) and s.at[u] not in cover]


@rule("8.4", "8.5")
class Check(Step[EthiopiaState]):
    """("supply", side): count turns out of supply, wear down the starving, age the entrenchments."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        side = s.frames[-1][1]
        pop(s)
        hungry = hungry_units(s, side)
        if side == ITALIAN:
            fed = fed_by_dumps(s, hungry, True)
            hungry = [u for u in hungry if u not in fed]
        age(s, side)
        for unit in s.movable(side):
            if s.card(unit).is_combat:
                self.record(s, unit, unit in hungry)

    def record(self, s: EthiopiaState, unit: int, hungry: bool) -> None:
        old = s.points[unit]
        new = min(old + 1, len(s.world.hunger) - 1) if hungry else 0
        if new != old:
            s.do(Spent("8.4", unit, old, new))
        if hungry != s.has(unit, OUT):
            s.do(Marked("8.4", unit, OUT, int(hungry)))
        place, side = s.at[unit], s.card(unit).side
        for _ in range(s.world.hunger[new][1]):
            if s.at[unit] == place:
                s.lose_point(unit, "8.5")
                forsaken(s, place, side)


@rule("G4.a")
def age(s: EthiopiaState, side: int) -> None:
    """An entrenchment in supply at its owner's check has stood another turn; out of supply it starts again."""
    if side != ITALIAN or not s.is_on("gordon4"):
        return
    cover = covered(s, side)
    for piece in range(s.world.fighting, len(s.at)):
        if s.card(piece).side == side and s.at[piece] < s.world.hexes and not s.has(piece, DUMP):
            new = min(s.face[piece] + 1, DUMP_AGE) if s.at[piece] in cover else 0
            if new != s.face[piece]:
                s.do(Flipped("G4.a", piece, s.face[piece], new))


def forsaken(s: EthiopiaState, place: int, side: int) -> None:
    """11.3: the last defender starved."""
    piece = s.trench(place, side)
    if piece >= 0 and not s.held[side][place]:
        s.remove_trench(piece, "11.3")
