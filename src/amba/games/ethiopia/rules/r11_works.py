"""11 Works: entrenchments, roads, and Gordon's dumps (G4.a)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Controlled, Marked, Placed, Restacked, Spent
from amba.core.flow import Step, pop
from amba.core.menu import Menu
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.rules.r08_supply import DUMP_AGE, covered, is_free, supply_roads
from amba.games.ethiopia.state import ROAD, EthiopiaState
from amba.games.ethiopia.world import DUMP, FOUGHT, ITALIAN, MOVED, SIDES

DONE_BUILDING = 2


@rule("11.1", "3.4")
def may_entrench(s: EthiopiaState, side: int) -> list[int]:
    """Hexes, not marsh, with a combat unit that neither moved nor attacked, while there are counters."""
    if not s.here[s.world.stock[side]]:
        return []
    idle = [u for u in s.on_map(side) if s.card(u).is_combat and not s.marks[u] & (1 << MOVED | 1 << FOUGHT)]
    return sorted({s.at[u] for u in idle if s.world.map.terrain[s.at[u]] != "marsh" and s.trench(s.at[u], side) < 0})


@rule("11.4")
def may_build(s: EthiopiaState, hq: int) -> list[int]:
    """Hexes under or beside a headquarters that stood still, next to a road in supply; two a turn along a track."""
    card = s.card(hq)
    if card.kind != "hq" or s.at[hq] >= s.world.hexes or s.has(hq, MOVED) or s.points[hq] >= DONE_BUILDING:
        return []
    world, free, net = s.world, is_free(s, ITALIAN), supply_roads(s)
    found = []
    for h in (s.at[hq], *world.around[s.at[hq]]):
        if s.is_road(h) or not free(h) or world.map.terrain[h] == "marsh":
            continue
        by_track = any(n in net for n in world.tracks[h])
        ground = world.map.terrain[h] != "massif" and s.points[hq] == 0 and any(n in net for n in world.around[h])
        if by_track or ground:
            found.append(h)
    return sorted(found)


@rule("G4.a")
def may_be_dump(s: EthiopiaState, side: int) -> list[int]:
    """Entrenchments three turns in place and in supply, and in supply now."""
    if side != ITALIAN or not s.is_on("gordon4"):
        return []
    cover = covered(s, side)
    old = [p for p in range(s.world.fighting, len(s.at)) if s.card(p).side == side and s.face[p] >= DUMP_AGE and not s.has(p, DUMP)]
    return sorted(s.at[p] for p in old if s.at[p] in cover)


@rule("11.1", "11.4", "G4.a")
class Works(Step[EthiopiaState]):
    """("works", side): dig in, build, name dumps, then go on."""

    def decision(self, s: EthiopiaState) -> Decision:
        side = s.frames[-1][1]
        text = "{side}: dig in, build roads, name supply dumps, then end the turn." if side == ITALIAN else "{side}: dig in, then end the turn."
        return Decision(side, "works", "11.1", text, {"side": SIDES[side].title()})

    def menu(self, s: EthiopiaState) -> Menu:
        side = s.frames[-1][1]
        names = s.world.names
        plain: list[Action] = [("done",), *(("entrench", names.places[h]) for h in may_entrench(s, side))]
        plain += [("dump", names.places[h]) for h in may_be_dump(s, side)]
        heads: Sequence[Action] = [("build", names.pieces[u]) for u in s.on_map(side) if may_build(s, u)] if side == ITALIAN else ()
        return Menu(plain, heads, lambda head: [(*head, names.places[h]) for h in may_build(s, names.piece[head[1]])])

    def refuse(self, s: EthiopiaState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        if len(a) == 2 and a[0] == "entrench":
            return Refusal(
                "11.1",
                "Nobody can dig in at {hex}: it takes a combat unit that neither moved nor attacked, no marsh, and a counter left.",
                {"hex": a[1]},
            )
        if len(a) == 2 and a[0] == "dump":
            return Refusal("G4.a", "{hex} has no entrenchment of yours that has been in place and in supply for three turns.", {"hex": a[1]})
        if len(a) == 3 and a[0] == "build":
            template = "{hq} cannot build a road in {hex}: a headquarters that stood still, its own hex or one beside it, next to a road in supply, one a turn (two along a track)."
            return Refusal("11.4", template, {"hq": a[1], "hex": a[2]})
        return unknown_action(a, ["entrench HEX", "build HQ HEX", "dump HEX", "done"], "11.1")

    def apply(self, s: EthiopiaState, a: Action) -> None:
        side = s.frames[-1][1]
        names = s.world.names
        if a[0] == "done":
            pop(s)
        elif a[0] == "entrench":
            dig_in(s, side, names.place[a[1]])
        elif a[0] == "dump":
            s.do(Marked("G4.a", s.trench(names.place[a[1]], side), DUMP, 1))
        else:
            build(s, names.piece[a[1]], names.place[a[2]])


def dig_in(s: EthiopiaState, side: int, place: int) -> None:
    """The entrenchment lies under the units it shelters."""
    stock = s.world.stock[side]
    piece = s.here[stock][0]
    s.do(Placed("11.1", piece, stock, place))
    stack = s.here[place]
    s.do(Restacked("11.1", place, stack, (piece, *stack[:-1])))


def build(s: EthiopiaState, hq: int, place: int) -> None:
    """The second stretch of a turn must be along a track, as the first was."""
    by_track = any(n in supply_roads(s) for n in s.world.tracks[place])
    s.do(Spent("11.4", hq, s.points[hq], s.points[hq] + 1 if by_track else DONE_BUILDING))
    s.do(Controlled("11.4", place, s.owner[place], s.owner[place] + ROAD))


class Rest(Step[EthiopiaState]):
    """("rest", side): headquarters may build again next turn."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        side = s.frames[-1][1]
        pop(s)
        for unit in s.on_map(side):
            if s.card(unit).kind == "hq" and s.points[unit]:
                s.do(Spent("11.4", unit, s.points[unit], 0))
