"""7 Movement and 6 zones of control: where a unit may go, and what it does on the way."""

from __future__ import annotations

import itertools

from amba.core.decision import Action, Refusal
from amba.core.event import Controlled, Marked, Moved, Tracked
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.rules.gordon import command_net, enters_linked, needs_link_to_enter, vacated
from amba.games.ethiopia.rules.losses import eliminate, remove_trench
from amba.games.ethiopia.rules.r05_stacking import fits, stacking, thirds_text
from amba.games.ethiopia.state import ROAD, EthiopiaState
from amba.games.ethiopia.world import ENGAGED, ETHIOPIAN, HALF, ITALIAN, LINKED, MOVED, RAIL_USED, points_text
from amba.kit.reach import Reach, reach

RAIL_HEXES = 24
FAR = 60 * HALF


@rule("7.1", "8.5")
def allowance(s: EthiopiaState, unit: int) -> int:
    """Movement points in halves; half as many for the starving, by the supply table."""
    full = s.card(unit).move * HALF
    if s.card(unit).is_combat and s.at[unit] < s.world.hexes and s.world.hunger[s.points[unit]][0]:
        return full // 2
    return full


def either(a: bytearray, b: bytearray) -> bytes:
    """1 where either is."""
    return (int.from_bytes(a, "little") | int.from_bytes(b, "little")).to_bytes(len(a), "little")


def reach_of(s: EthiopiaState, unit: int, points: int | None = None, linked: bool = True) -> Reach:
    """Where a unit can go, kept until something on the map changes: the menu and the move ask the same question."""
    total = allowance(s, unit) if points is None else points
    # Points and the season change without anything on the map being touched, so they are part of the key.
    key = f"reach {unit} {total} {linked} {s.turn}"
    known: Reach | None = s.remember(key)
    if known is None:
        known = s.keep(key, work_out_reach(s, unit, total, linked))
    return known


@rule("6.4", "6.5", "7.1", "G6.a")
def work_out_reach(s: EthiopiaState, unit: int, total: int, linked: bool) -> Reach:
    """Where a unit can go: through free hexes, then perhaps one step into an enemy zone, where it stops.

    From a zone it may leave only for a free hex. An Italian combat unit steps into a zone only from a hex with a command link.
    """
    card = s.card(unit)
    start = s.at[unit]
    edges = s.edges(card.march)
    foe, zone = s.held[1 - card.side], s.zoc(1 - card.side)
    from_zone = start < s.world.hexes and bool(zone[start])
    bound = linked and needs_link_to_enter(s, unit)
    if not from_zone and not bound:
        return reach(start, total, edges, foe, zone)
    found = reach(start, total, edges, either(foe, zone))
    cost, come_from = found.cost, found.come_from
    gates = command_net(s) if bound else cost
    for here, spent in [(h, cost[h]) for h in gates if h in cost and not (from_zone and h == start)]:
        for there, price in edges[here]:
            if zone[there] and not foe[there] and spent + price <= total and spent + price < cost.get(there, FAR):
                cost[there] = spent + price
                come_from[there] = here
    return found


@rule("7.8", "5.2")
def may_end(s: EthiopiaState, unit: int, place: int) -> bool:
    """Within stacking; leaders and headquarters in an enemy zone only with a combat unit of their own, and never with enemy ones."""
    if place == s.at[unit] or not fits(s, unit, place):
        return False
    card = s.card(unit)
    if card.is_command and place < s.world.hexes:
        if s.zoc(1 - card.side)[place] and not s.held[card.side][place]:
            return False
        return not s.commanders(place, 1 - card.side)
    return True


def destinations(s: EthiopiaState, unit: int) -> list[Action]:
    """Every legal move of one unit."""
    key, names, here = s.world.names.pieces[unit], s.world.names.places, s.here
    combat = s.card(unit).is_combat
    # An empty hex always has room for a combat unit; only the others need to be looked at.
    return [("move", key, names[there]) for there in reach_of(s, unit).cost if (combat and not here[there]) or may_end(s, unit, there)]


@rule("7.7")
def rail_destinations(s: EthiopiaState, unit: int) -> list[int]:
    """Hexes of the Djibouti railway within twenty-four, through hexes free of the enemy and his zones."""
    world = s.world
    start = s.at[unit]
    if start not in world.rail or s.tracks[RAIL_USED] or s.card(unit).side != ETHIOPIAN:
        return []
    foe, zone = s.held[ITALIAN], s.zoc(ITALIAN)
    if zone[start]:
        return []
    seen, edge = {start}, {start}
    for _ in range(RAIL_HEXES):
        edge = {n for h in edge for n in world.rail_links[h] if n not in seen and not foe[n] and not zone[n]}
        seen |= edge
    return sorted(h for h in seen if may_end(s, unit, h))


@rule("2.4")
def take_control(s: EthiopiaState, place: int, side: int) -> None:
    """A place belongs to the side whose combat unit was last in it."""
    if place in s.world.place_at and s.controller(place) != side:
        road = s.owner[place] // ROAD * ROAD
        s.do(Controlled("2.4", place, s.owner[place], road + side + 1))


@rule("7.9")
def overrun(s: EthiopiaState, place: int, side: int) -> None:
    """Enemy leaders and headquarters without combat units are taken."""
    if place < s.world.hexes:
        for piece in s.commanders(place, 1 - side):
            eliminate(s, piece, "7.9")


def pass_through(s: EthiopiaState, place: int, side: int) -> None:
    """What a combat unit does to a hex it enters."""
    take_control(s, place, side)
    overrun(s, place, side)
    trench = s.trench(place, 1 - side) if place < s.world.hexes else -1
    if trench >= 0:
        remove_trench(s, trench, "11.3")


@rule("7.1")
def march(s: EthiopiaState, unit: int, to: int) -> None:
    """Move along the cheapest way; places on it change hands."""
    path = reach_of(s, unit).path(to)
    linked = enters_linked(s, unit, path)
    go(s, unit, to, path, "7.1")
    if linked:
        s.do(Marked("G6.a", unit, LINKED, 1))


def go(s: EthiopiaState, unit: int, to: int, path: tuple[int, ...], number: str) -> None:
    card = s.card(unit)
    origin = s.at[unit]
    s.do(Moved(number, unit, origin, to, path))
    s.do(Marked(number, unit, MOVED, 1))
    if card.is_combat:
        for place in path[1:]:
            pass_through(s, place, card.side)
        vacated(s, origin, card.side)


@rule("7.7")
def entrain(s: EthiopiaState, unit: int, to: int) -> None:
    """One unit a turn goes by rail."""
    s.do(Tracked("7.7", RAIL_USED, 0, 1))
    go(s, unit, to, (s.at[unit], to), "7.7")


@rule("7.10", "7.1")
def refuse_unit(s: EthiopiaState, side: int, key: str) -> Refusal | None:
    """Why this unit cannot be ordered to move at all."""
    unit = s.world.names.piece.get(key, -1)
    if not 0 <= unit < s.world.fighting or s.card(unit).is_air:
        return Refusal("7.1", "There is no unit '{key}' that could march.", {"key": key})
    card = s.card(unit)
    values = {"unit": card.title}
    if card.side != side:
        return Refusal("7.1", "{unit} is not yours to move.", values)
    if s.at[unit] >= s.world.hexes and s.at[unit] != s.world.box["mogadishu"]:
        return Refusal("7.1", "{unit} is not on the map.", values)
    if s.has(unit, MOVED):
        return Refusal("7.1", "{unit} has moved in this phase.", values)
    if s.has(unit, ENGAGED):
        return Refusal("7.10", "{unit} is engaged and may not move.", values, (), (s.world.names.places[s.at[unit]],))
    return None


def refuse_destination(s: EthiopiaState, unit: int, name: str) -> Refusal | None:
    """Why this unit cannot get there, with the arithmetic of the cheapest way."""
    world, card = s.world, s.card(unit)
    there = world.names.place.get(name, -1)
    values: dict[str, object] = {"unit": card.title, "hex": name}
    if there < 0 or (there >= world.hexes and there != world.box["mogadishu"]):
        return Refusal("7.1", "There is no place '{hex}' to march to.", values)
    if there == s.at[unit]:
        return Refusal("7.1", "{unit} is already in {hex}.", values)
    if there < world.hexes and not world.open[there]:
        return Refusal("2.3", "{hex} is {ground}: closed to everybody.", {**values, "ground": world.map.terrain[there]}, (), (name,))
    if s.held[1 - card.side][there]:
        return Refusal("5.3", "{hex} is held by the enemy.", values, (), (name,))
    found = reach_of(s, unit)
    if there not in found.cost:
        return unreachable(s, unit, there, values)
    if not fits(s, unit, there):
        have = stacking(s, there)
        items = (("in the hex", thirds_text(have), "5.1"), (card.title, thirds_text(card.stack), "5.1"), ("limit", "3", "5.1"))
        return Refusal("5.1", "{hex} has {have} divisions already and holds 3.", {**values, "have": thirds_text(have)}, items, (name,))
    if not may_end(s, unit, there):
        return Refusal("7.8", "{hex} is in an enemy zone or has enemy commanders; {unit} may end there only with a combat unit.", values, (), (name,))
    return None


@rule("7.2", "7.3", "7.4", "7.5", "7.6")
def bill(s: EthiopiaState, found: Reach, to: int) -> tuple[tuple[str, str, str], ...]:
    """The cost of a path step by step: the ground, and the rule that prices it."""
    world = s.world
    rains = s.turn in world.rains
    rows = []
    for here, there in itertools.pairwise(found.path(to)):
        if max(here, there) >= world.hexes:
            ground, number = "Mogadishu", "2.7"
        elif there in s.road_neighbours(here):
            ground, number = ("road in the rains", "7.5") if rains else ("road", "7.3")
        elif there in world.tracks[here] and not rains:
            ground, number = "track", "7.4"
        elif (here, there) in world.river:
            ground, number = f"{world.map.terrain[there]}, river", "7.6"
        else:
            ground, number = world.map.terrain[there], "7.2"
        rows.append((f"{world.names.places[there]} {ground}", points_text(found.cost[there] - found.cost[here]), number))
    return tuple(rows)


def unreachable(s: EthiopiaState, unit: int, there: int, values: dict[str, object]) -> Refusal:
    """No points, no link, or no way."""
    name = str(values["hex"])
    total = allowance(s, unit)
    if there in reach_of(s, unit, None, False).cost:
        return Refusal(
            "G6.a", "{unit} has no command link before it enters the enemy zone at {hex}: no headquarters within five hexes.", values, (), (name,)
        )
    wide = reach_of(s, unit, FAR - 1, False)
    if there not in wide.cost:
        template = "{unit} finds no way to {hex}: enemy units, enemy zones or closed ground lie between."
        return Refusal("6.4", template, values, (), (name,))
    path = wide.path(there)
    places = s.world.names.places
    values = {**values, "needs": points_text(wide.cost[there]), "has": points_text(total)}
    return Refusal(
        "7.1", "{unit} needs {needs} movement points to reach {hex} and has {has}.", values, bill(s, wide, there), tuple(places[p] for p in path)
    )
