"""8 Supply, with Gordon's dumps (G4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from amba.core.decision import Action, Decision, Refusal
from amba.core.event import Flipped, Marked, Spent
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.rules.r05_stacking import thirds_text
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import DUMP, ETHIOPIAN, ITALIAN, OUT, SIDES, STACK_LIMIT
from amba.kit.bitboards import Spread
from amba.kit.trace import flood

LINE = 7
LOW_COUNTRY = frozenset(("clear", "desert", "marsh"))
DUMP_AGE = 3
CUT_OFF_TURNS = 2
REMEMBERED = 500
"""Nets of supply roads that are kept."""


@rule("8.3")
def is_free(s: EthiopiaState, side: int) -> Callable[[int], bool]:
    """What a line of this side may go through: no enemy, and no enemy zone without a friendly combat unit."""
    foe, own, zone, open_ground = s.held[1 - side], s.held[side], s.zoc(1 - side), s.world.open

    def free(h: int) -> bool:
        return open_ground[h] and not foe[h] and (not zone[h] or bool(own[h]))

    return free


@rule("8.3")
def free_board(s: EthiopiaState, side: int) -> int:
    """The same for every hex at once."""
    field = s.world.boards.field
    foe, own, zone = field(s.held[1 - side]), field(s.held[side]), field(s.zoc(1 - side))
    return s.world.open_board & ~foe & (~zone | own)


@rule("8.1")
def supply_roads(s: EthiopiaState) -> set[int]:
    """Road hexes in unbroken line to Massawa, or to Mogadishu by the exits."""
    known: set[int] | None = s.remember("roads")
    if known is not None:
        return known
    found: set[int] = s.keep("roads", road_net(s, free_board(s, ITALIAN))[0])
    return found


def road_net(s: EthiopiaState, open_to_supply: int) -> tuple[set[int], int]:
    """The roads in supply, as a set and as a board: the same for every position with these roads and these hexes free."""
    world = s.world
    key = (s.roads, open_to_supply)
    known = world.supplied.get(key)
    if known is None:
        if len(world.supplied) > REMEMBERED:
            world.supplied.clear()
        free = is_free(s, ITALIAN)
        found = flood([h for h in (world.massawa, *world.exits) if free(h)], s.road_neighbours, free)
        known = world.supplied[key] = found, world.boards.of(found)
    return known


@rule("8.1", "8.2")
def covered(s: EthiopiaState, side: int) -> Spread:
    """Hexes within seven of a source: a supply road; or an Ethiopian place or leader. Dumps are not counted here."""
    key = f"covered {side}"
    known: Spread | None = s.remember(key)
    if known is not None:
        return known
    free, boards = free_board(s, side), s.world.boards
    if side == ITALIAN:
        starts = road_net(s, free)[1]
    else:
        towns = [h for h in s.world.home_places if s.controller(h) == ETHIOPIAN]
        leaders = [s.at[u] for u in s.on_map(ETHIOPIAN) if s.card(u).kind == "leader"]
        starts = boards.of(towns) & free | boards.of(leaders)
    found: Spread = s.keep(key, boards.spread(starts, free, LINE))
    return found


@rule("G4.b")
def dumps(s: EthiopiaState) -> list[int]:
    """Entrenchments named supply dumps, while the rule is in use."""
    if not s.is_on("gordon4"):
        return []
    return [p for p in range(s.world.fighting, len(s.at)) if s.has(p, DUMP) and s.at[p] < s.world.hexes]


@rule("8.6", "8.7")
def needs_supply(s: EthiopiaState, unit: int) -> bool:
    """Combat units in hexes that do not live off the land; nomads do, but not in the mountains."""
    at = s.at[unit]
    return s.card(unit).is_combat and at < s.world.hexes and not lives_off(s, unit, at)


@rule("8.6")
def lives_off(s: EthiopiaState, unit: int, place: int) -> bool:
    """Nomads in the low country."""
    return "nomad" in s.card(unit).traits and s.world.map.terrain[place] in LOW_COUNTRY


@rule("G4.b", "G4.c")
def takers(s: EthiopiaState, dump: int, hungry: Iterable[int]) -> list[int]:
    """Units within seven hexes of a dump by a line they may use, the nearest first."""
    boards = s.world.boards
    near = boards.spread(boards.of([s.at[dump]]), free_board(s, ITALIAN), LINE)
    return sorted((u for u in hungry if s.at[u] in near), key=lambda u: (near[s.at[u]], -s.card(u).stack, u))


def rationed(s: EthiopiaState, units: Iterable[int], room: int = STACK_LIMIT) -> list[int]:
    """As many of these, in this order, as three divisions' worth of rations go round."""
    found = []
    for u in units:
        if s.card(u).stack <= room:
            room -= s.card(u).stack
            found.append(u)
    return found


def fed_by_dumps(s: EthiopiaState, hungry: list[int]) -> set[int]:
    """Who could be fed as things stand: a look ahead, the nearest first where the owner would have to choose."""
    fed: set[int] = set()
    for dump in dumps(s):
        there = takers(s, dump, [u for u in hungry if u not in fed])
        if s.at[dump] in covered(s, ITALIAN):
            fed.update(there)
        elif s.points[dump] <= CUT_OFF_TURNS:
            fed.update(rationed(s, there))
    return fed


def hungry_units(s: EthiopiaState, side: int) -> list[int]:
    cover = covered(s, side)
    return [u for u in s.army(side) if s.at[u] not in cover and needs_supply(s, u)]


@rule("8.4")
class Check(Step[EthiopiaState]):
    """("supply", side): the dumps first, then everybody's count."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        side = s.frames[-1][1]
        pop(s)
        push(s, "feed", side, tuple(dumps(s)) if side == ITALIAN else (), ())


@rule("G4.b", "G4.c")
class Feed(Step[EthiopiaState]):
    """("feed", side, dumps, fed): a dump on its line feeds all; cut off, three divisions' worth for two turns. Then the counts."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        _, side, left, fed = s.frames[-1]
        hungry = [u for u in hungry_units(s, side) if u not in fed]
        if not left:
            pop(s)
            age(s, side)
            for unit in s.movable(side):
                if s.card(unit).is_combat:
                    record(s, unit, unit in hungry)
            return
        dump = left[0]
        there = tuple(takers(s, dump, hungry))
        on_line = s.at[dump] in covered(s, ITALIAN)
        cut = 0 if on_line else s.points[dump] + 1
        if cut != s.points[dump]:
            s.do(Spent("G4.c", dump, s.points[dump], cut))
        if not on_line and cut <= CUT_OFF_TURNS and len(rationed(s, there)) < len(there):
            change(s, "rations", side, left[1:], fed, there, STACK_LIMIT)
        else:
            change(s, "feed", side, left[1:], (*fed, *there) if cut <= CUT_OFF_TURNS else fed)


@rule("G4.c")
class Rations(Step[EthiopiaState]):
    """("rations", side, dumps, fed, hungry, room in thirds): more want food than a cut-off dump has; its owner says who gets it."""

    def decision(self, s: EthiopiaState) -> Decision:
        _, side, _, _, _, room = s.frames[-1]
        values = {"side": SIDES[side].title(), "room": thirds_text(room)}
        return Decision(side, "rations", "G4.c", "{side}: the dump is cut off and feeds {room} divisions more. Who draws on it?", values)

    def menu(self, s: EthiopiaState) -> Menu:
        _, _, _, _, hungry, room = s.frames[-1]
        return Menu([("done",), *(("feed", s.world.names.pieces[u]) for u in hungry if s.card(u).stack <= room)])

    def refuse(self, s: EthiopiaState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        who = ", ".join(s.card(u).title for u in s.frames[-1][4])
        return Refusal("G4.c", "Name a unit near the dump that it has rations for ({who}), or 'done'.", {"who": who})

    def apply(self, s: EthiopiaState, a: Action) -> None:
        _, side, left, fed, hungry, room = s.frames[-1]
        if a[0] == "feed":
            unit = s.world.names.piece[a[1]]
            fed, hungry, room = (*fed, unit), tuple(u for u in hungry if u != unit), room - s.card(unit).stack
        if a[0] == "done" or not any(s.card(u).stack <= room for u in hungry):
            change(s, "feed", side, left, fed)
        else:
            change(s, "rations", side, left, fed, hungry, room)


@rule("8.4", "8.5")
def record(s: EthiopiaState, unit: int, hungry: bool) -> None:
    """Count a turn out of supply or clear the count; wear down the starving."""
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
