"""8 Supply, with Gordon's dumps (G4)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from amba.core.decision import Decision, Refusal
from amba.core.event import Flipped, Marked, Spent
from amba.core.order import Done
from amba.core.state import remembered
from amba.core.steps import AskStep, AutoStep, Takes, change, pop, push
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import Feeding, Rations, SupplyCheck
from amba.games.ethiopia.orders import Feed
from amba.games.ethiopia.rules.losses import abandoned, lose_point
from amba.games.ethiopia.rules.r05_stacking import divisions_text, thirds_text
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import DUMP, ETHIOPIAN, ITALIAN, OUT, SIDES, STACK_LIMIT, World
from amba.kit.bitboards import Spread
from amba.kit.trace import flood

LINE = 7
LOW_COUNTRY = frozenset(("clear", "desert", "marsh"))
DUMP_AGE = 3
CUT_OFF_TURNS = 2


@remembered()
@rule("8.3")
def free_board(s: EthiopiaState, side: int) -> int:
    """The hexes a line of this side may go through: no enemy, and no enemy zone without a friendly combat unit."""
    boards = s.world.boards
    foe, own, zone = boards.field(s.held[1 - side]), boards.field(s.held[side]), boards.field(s.zoc(1 - side))
    return s.world.open_board & ~foe & (~zone | own & ~boards.of(s.only_garrisoned(side)))


@rule("8.1")
def supply_roads(s: EthiopiaState) -> frozenset[int]:
    """Road hexes in unbroken line to Massawa, or to Mogadishu by the exits."""
    return road_net(s.world, s.roads, free_board(s, ITALIAN))[0]


@lru_cache(maxsize=500)
def road_net(world: World, built: frozenset[int], free: int) -> tuple[frozenset[int], int]:
    """The roads in supply, as a set and as a board: the same for every position with these roads built and these hexes free."""
    digits = world.boards.digits(free)
    starts = [h for h in (world.massawa, *world.exits) if digits[h] == "1"]
    found = flood(starts, lambda h: world.road_neighbours(h, built), lambda h: digits[h] == "1")
    return frozenset(found), world.boards.of(found)


@remembered()
@rule("8.1", "8.2", "8.3")
def covered(s: EthiopiaState, side: int) -> Spread:
    """Hexes within seven of a source: a supply road; or an Ethiopian place, or a leader in Ethiopia, whose people feed him, where an enemy zone does not cut him off. Dumps are not counted here."""
    free, boards = free_board(s, side), s.world.boards
    if side == ITALIAN:
        return boards.spread(road_net(s.world, s.roads, free)[1], free, LINE)
    towns = [h for h in s.world.home_places if s.controller(h) == ETHIOPIAN]
    leaders = [s.at[u] for u in s.on_map(ETHIOPIAN) if s.card(u).kind == "leader" and (not s.has_fronts or s.world.land[s.at[u]] == "ethiopia")]
    return boards.spread(boards.of([*towns, *leaders]) & free, free, LINE)


@rule("G4.b")
def dumps(s: EthiopiaState) -> list[int]:
    """Entrenchments named supply dumps, while the rule is in use."""
    if not s.is_on("gordon4"):
        return []
    return [p for p in s.world.trenches[ITALIAN] if s.has(p, DUMP) and s.at[p] < s.world.hexes]


@rule("8.6", "8.7")
def needs_supply(s: EthiopiaState, unit: int) -> bool:
    """Combat units in hexes that do not live off the land; nomads do, but not in the mountains."""
    at = s.at[unit]
    return s.card(unit).is_combat and at < s.world.hexes and not lives_off(s, unit, at)


@rule("8.6")
def lives_off(s: EthiopiaState, unit: int, place: int) -> bool:
    """Nomads in the low country."""
    return "nomad" in s.card(unit).traits and s.world.map.terrain[place] in LOW_COUNTRY


@rule("G4.b", "G4.c", "8.3")
def takers(s: EthiopiaState, dump: int, hungry: Iterable[int]) -> list[int]:
    """Units within seven hexes of a dump by a line they may use, the nearest first. Its own hex is part of the line (8.3)."""
    boards, free = s.world.boards, free_board(s, ITALIAN)
    near = boards.spread(boards.of([s.at[dump]]) & free, free, LINE)
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
def check_supply(s: EthiopiaState, at: SupplyCheck) -> None:
    """The dumps first, then everybody's count."""
    pop(s)
    push(s, Feeding(at.side, tuple(dumps(s)) if at.side == ITALIAN else (), ()))


@rule("G4.b", "G4.c")
def feed_from_dumps(s: EthiopiaState, at: Feeding) -> None:
    """A dump on its line feeds all; cut off, three divisions' worth for two turns. Then the counts."""
    hungry = [u for u in hungry_units(s, at.side) if u not in at.fed]
    if not at.dumps:
        pop(s)
        age(s, at.side)
        for unit in s.movable(at.side):
            if s.card(unit).is_combat:
                record(s, unit, unit in hungry)
        return
    dump, left = at.dumps[0], at.dumps[1:]
    there = tuple(takers(s, dump, hungry))
    on_line = s.at[dump] in covered(s, ITALIAN)
    cut = 0 if on_line else s.points[dump] + 1
    if cut != s.points[dump]:
        s.do(Spent("G4.c", dump, s.points[dump], cut))
    if not on_line and cut <= CUT_OFF_TURNS and len(rationed(s, there)) < len(there):
        change(s, Rations(at.side, left, at.fed, there, STACK_LIMIT))
    else:
        change(s, Feeding(at.side, left, (*at.fed, *there) if cut <= CUT_OFF_TURNS else at.fed))


def ask_rations(s: EthiopiaState, at: Rations) -> Decision:
    values = {"side": SIDES[at.side].title(), "room": divisions_text(at.room)}
    return Decision(at.side, "rations", "G4.c", "{side}: the dump is cut off and feeds {room} more. Who draws on it?", values)


@rule("G4.c")
def refuse_feed(s: EthiopiaState, at: Rations, a: Feed) -> Refusal | None:
    """More want food than a cut-off dump has; its owner says who gets it."""
    card = s.card(a.unit)
    values = {"unit": card.title, "need": divisions_text(card.stack), "room": divisions_text(at.room)}
    if a.unit in at.fed:
        return Refusal("G4.c", "{unit} has been fed.", values)
    if a.unit not in at.hungry:
        return Refusal("G4.c", "{unit} is not among the hungry within seven hexes of the dump.", values)
    if card.stack > at.room:
        items = ((card.title, thirds_text(card.stack), "5.1"), ("left in the dump", thirds_text(at.room), "G4.c"))
        return Refusal("G4.c", "{unit} counts {need}, and the dump feeds {room} more.", values, items)
    return None


def feed(s: EthiopiaState, at: Rations, a: Feed) -> None:
    hungry, room = tuple(u for u in at.hungry if u != a.unit), at.room - s.card(a.unit).stack
    after = at._replace(fed=(*at.fed, a.unit), hungry=hungry, room=room)
    change(s, after if any(s.card(u).stack <= room for u in hungry) else Feeding(at.side, at.dumps, after.fed))


def end_rations(s: EthiopiaState, at: Rations, a: Done) -> None:
    change(s, Feeding(at.side, at.dumps, at.fed))


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
            lose_point(s, unit, "8.5")
            abandoned(s, place, side)


@rule("G4.a")
def age(s: EthiopiaState, side: int) -> None:
    """An entrenchment in supply at its owner's check has stood another turn; out of supply it starts again."""
    if side != ITALIAN or not s.is_on("gordon4"):
        return
    cover = covered(s, side)
    for piece in s.world.trenches[side]:
        if s.at[piece] < s.world.hexes and not s.has(piece, DUMP):
            new = min(s.face[piece] + 1, DUMP_AGE) if s.at[piece] in cover else 0
            if new != s.face[piece]:
                s.do(Flipped("G4.a", piece, s.face[piece], new))


SUPPLY_STEPS = (
    AutoStep(SupplyCheck, check_supply),
    AutoStep(Feeding, feed_from_dumps),
    AskStep(
        Rations, ask_rations,
        Takes(Done, end_rations),
        Takes(Feed, feed, refuse_feed, candidates=lambda s, at: [Feed(unit) for unit in at.hungry]),
    ),
)  # fmt: skip
