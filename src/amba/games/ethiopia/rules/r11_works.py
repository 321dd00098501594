"""11 Works: entrenchments, roads, and Gordon's dumps (G4.a)."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.event import Controlled, Marked, Placed, Restacked, Spent
from amba.core.order import Done
from amba.core.steps import AskStep, AutoStep, Takes, leave, pop
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import Rest, Works
from amba.games.ethiopia.orders import Build, Entrench, NameDump
from amba.games.ethiopia.rules.r08_supply import DUMP_AGE, covered, supply_roads
from amba.games.ethiopia.state import ROAD, EthiopiaState
from amba.games.ethiopia.world import DUMP, FOUGHT, ITALIAN, MOVED, SIDES

DONE_BUILDING = 2


def ask_works(s: EthiopiaState, at: Works) -> Decision:
    text = "{side}: dig in, build roads, name supply dumps, then end the turn." if at.side == ITALIAN else "{side}: dig in, then end the turn."
    return Decision(at.side, "works", "11.1", text, {"side": SIDES[at.side].title()})


@rule("11.1", "3.4")
def refuse_entrench(s: EthiopiaState, at: Works, a: Entrench) -> Refusal | None:
    """Hexes, not marsh, with a combat unit that neither moved nor attacked, while there are counters."""
    values = {"hex": s.world.names.places[a.hex]}
    if not s.here[s.world.stock[at.side]]:
        return Refusal("11.1", "All your entrenchments are on the map.", values)
    units = s.combat_units(a.hex, at.side) if a.hex < s.world.hexes else []
    if not units:
        return Refusal("11.1", "None of your combat units is in {hex} to dig in.", values)
    if s.trench(a.hex, at.side) >= 0:
        return Refusal("11.1", "{hex} is entrenched already.", values)
    if s.world.map.terrain[a.hex] == "marsh":
        return Refusal("11.1", "{hex} is marsh: nobody can dig in there.", values)
    if any(not s.marks[u] & (1 << MOVED | 1 << FOUGHT) for u in units):
        return None
    busy = [f"{s.card(u).title} has {'moved' if s.has(u, MOVED) else 'attacked'}" for u in units]
    return Refusal("11.1", "Nobody in {hex} is free to dig in: {busy}.", {**values, "busy": ", ".join(busy)})


def entrench_candidates(s: EthiopiaState, at: Works) -> list[Entrench]:
    return [Entrench(h) for h in sorted({s.at[u] for u in s.army(at.side) if not s.marks[u] & (1 << MOVED | 1 << FOUGHT)})]


def dig_in(s: EthiopiaState, at: Works, a: Entrench) -> None:
    """The entrenchment lies under the units it shelters."""
    stock = s.world.stock[at.side]
    piece = s.here[stock][0]
    s.do(Placed("11.1", piece, stock, a.hex))
    stack = s.here[a.hex]
    s.do(Restacked("11.1", a.hex, stack, (piece, *stack[:-1])))


@rule("G4.a")
def refuse_dump(s: EthiopiaState, at: Works, a: NameDump) -> Refusal | None:
    """Entrenchments three turns in place and in supply, and in supply now."""
    name = s.world.names.places[a.hex]
    values: dict[str, object] = {"hex": name, "need": DUMP_AGE}
    if not s.is_on("gordon4"):
        return Refusal("G4.a", "Supply dumps are not used in this game.")
    if at.side != ITALIAN:
        return Refusal("G4.a", "Only the Italians have supply dumps.")
    piece = s.trench(a.hex, at.side) if a.hex < s.world.hexes else -1
    if piece < 0:
        return Refusal("G4.a", "There is no entrenchment of yours in {hex}.", values)
    if s.has(piece, DUMP):
        return Refusal("G4.a", "{hex} is a supply dump already.", values, (), (name,))
    if s.face[piece] < DUMP_AGE:
        items = (("turns in supply", str(s.face[piece]), "G4.a"), ("needed", str(DUMP_AGE), "G4.a"))
        values["turns"] = s.face[piece]
        return Refusal("G4.a", "The entrenchment in {hex} has been in supply for {turns} of {need} turns.", values, items, (name,))
    if a.hex not in covered(s, at.side):
        return Refusal("G4.a", "{hex} is out of supply now.", values, (), (name,))
    return None


def dump_candidates(s: EthiopiaState, at: Works) -> list[NameDump]:
    return [NameDump(h) for h in sorted(s.at[p] for p in s.world.trenches[at.side]) if h < s.world.hexes]


@rule("11.4")
def refuse_build(s: EthiopiaState, at: Works, a: Build) -> Refusal | None:
    """Each headquarters on the map that stood still."""
    card = s.card(a.hq)
    if card.kind != "hq" or card.side != at.side:
        return Refusal("11.4", "{hq} is no headquarters of yours.", {"hq": card.title})
    return why_no_road(s, a.hq, a.hex)


def why_no_road(s: EthiopiaState, hq: int, place: int) -> Refusal | None:
    """Why this headquarters cannot make a road in this hex: its own state, and how far the hex is."""
    values = {"hq": s.card(hq).title, "hex": s.world.names.places[place]}
    if s.at[hq] >= s.world.hexes:
        return Refusal("11.4", "{hq} is not on the map.", values)
    if s.has(hq, MOVED):
        return Refusal("11.4", "{hq} has moved in this turn.", values)
    if s.points[hq] >= DONE_BUILDING:
        return Refusal("11.4", "{hq} has built all it may in this turn.", values)
    if place >= s.world.hexes or s.world.grid.distance(s.at[hq], place) > 1:
        return Refusal("11.4", "{hex} is neither the hex of {hq} nor beside it.", values)
    return why_no_site(s, hq, place)


@rule("11.4")
def why_no_site(s: EthiopiaState, hq: int, place: int) -> Refusal | None:
    """Next to a road in supply; two a turn along a track. Not in massif off the track, nor in marsh, nor in an enemy zone without an Italian combat unit."""
    world, ground, net = s.world, s.world.map.terrain[place], supply_roads(s)
    values = {"hq": s.card(hq).title, "hex": world.names.places[place], "ground": ground}
    found = ""
    if s.is_road(place):
        found = "There is a road in {hex} already."
    elif not world.open[place] or ground == "marsh":
        found = "No road can be built in {hex}: it is {ground}."
    elif s.held[1 - ITALIAN][place]:
        found = "{hex} is held by the enemy."
    elif s.zoc(1 - ITALIAN)[place] and not s.combat_units(place, ITALIAN):
        found = "{hex} is in an enemy zone, and no Italian combat unit is there."
    elif not is_along_track(s, place):
        if not any(n in net for n in world.around[place]):
            found = "{hex} is not beside a road in supply."
        elif ground == "massif":
            found = "{hex} is massif, where a road must follow a track."
        elif s.points[hq]:
            found = "{hq} has built in this turn, and its second hex must be along a track."
    return Refusal("11.4", found, values, (), (values["hex"],)) if found else None


def is_along_track(s: EthiopiaState, place: int) -> bool:
    """Whether a track leads here from a road in supply."""
    net = supply_roads(s)
    return any(n in net for n in s.world.tracks[place])


def road_sites(s: EthiopiaState, hq: int) -> list[int]:
    """Where a headquarters could make a road now."""
    here = s.at[hq]
    if here >= s.world.hexes:
        return []
    return [h for h in sorted((here, *s.world.around[here])) if why_no_road(s, hq, h) is None]


def builders(s: EthiopiaState, at: Works) -> list[int]:
    return [u for u in s.world.commanders[at.side] if s.card(u).kind == "hq" and road_sites(s, u)]


def build(s: EthiopiaState, at: Works, a: Build) -> None:
    """The second stretch of a turn must be along a track, as the first was."""
    spent = s.points[a.hq] + 1 if is_along_track(s, a.hex) else DONE_BUILDING
    s.do(Spent("11.4", a.hq, s.points[a.hq], spent))
    s.do(Controlled("11.4", a.hex, s.owner[a.hex], s.owner[a.hex] + ROAD))


def rest(s: EthiopiaState, at: Rest) -> None:
    """Headquarters may build again next turn."""
    pop(s)
    for unit in s.on_map(at.side):
        if s.card(unit).kind == "hq" and s.points[unit]:
            s.do(Spent("11.4", unit, s.points[unit], 0))


def name_dump(s: EthiopiaState, at: Works, a: NameDump) -> None:
    s.do(Marked("G4.a", s.trench(a.hex, at.side), DUMP, 1))


WORKS_STEPS = (
    AskStep(
        Works, ask_works,
        Takes(Done, leave),
        Takes(Entrench, dig_in, refuse_entrench, candidates=entrench_candidates),
        Takes(NameDump, name_dump, refuse_dump, candidates=dump_candidates),
        Takes(Build, build, refuse_build, heads=builders, tails=lambda s, at, hq: [Build(hq, h) for h in road_sites(s, hq)]),
    ),
    AutoStep(Rest, rest),
)  # fmt: skip
