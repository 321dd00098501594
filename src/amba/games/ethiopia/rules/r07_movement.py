"""7 Movement and 6 zones of control: where a unit may go, and what it does on the way."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.core.event import Controlled, Marked, Moved
from amba.core.menu import Variants
from amba.core.state import remembered
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.orders import Move
from amba.games.ethiopia.rules.gordon import command_net, enters_linked, needs_link_to_enter, vacated
from amba.games.ethiopia.rules.losses import eliminate, remove_trench
from amba.games.ethiopia.rules.r05_stacking import refuse_to_end
from amba.games.ethiopia.state import ROAD, EthiopiaState
from amba.games.ethiopia.world import ENGAGED, ETHIOPIAN, LINKED, MOVED, OBLIGED
from amba.kit.half_points import HALF, points_text
from amba.kit.reach import Reach, reach

FAR = 300 * HALF
"""Farther than anything on the map."""


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


def reach_of(s: EthiopiaState, unit: int, points: int | None = None, linked: bool = True, start: int | None = None, spent: int = 0) -> Reach:
    """Where a unit can go with these points, or with all it has; from where it stands, or from a hex on its way, with so many points spent."""
    return work_out_reach(s, unit, allowance(s, unit) if points is None else points, linked, s.at[unit] if start is None else start, spent)


@remembered()
@rule("6.4", "6.5", "7.1", "G6.a")
def work_out_reach(s: EthiopiaState, unit: int, total: int, linked: bool, start: int, gone: int) -> Reach:
    """Where a unit can go: through free hexes, then perhaps one step into an enemy zone, where it stops.

    From a zone it may leave only for a free hex. An Italian combat unit steps into a zone only from a hex with a command link.
    """
    card = s.card(unit)
    edges = s.edges(card.march)
    foe, zone = s.held[1 - card.side], s.zoc(1 - card.side)
    from_zone = start < s.world.hexes and bool(zone[start])
    bound = linked and needs_link_to_enter(s, unit)
    if not from_zone and not bound:
        return reach(start, total, edges, foe, zone, spent=gone)
    found = reach(start, total, edges, either(foe, zone), spent=gone)
    cost, come_from = found.cost, found.come_from
    gates = command_net(s) if bound else cost
    for here, spent in [(h, cost[h]) for h in gates if h in cost and not (from_zone and h == start)]:
        for there, price in edges[here]:
            if zone[there] and not foe[there] and spent + price <= total and spent + price < cost.get(there, FAR):
                cost[there] = spent + price
                come_from[there] = here
    return found


@rule("7.8", "5.2")
def refuse_end_of_move(s: EthiopiaState, unit: int, place: int) -> Refusal | None:
    """Within stacking; leaders and headquarters in an enemy zone only with a combat unit of their own, and never with enemy ones."""
    card = s.card(unit)
    found = refuse_to_end(s, unit, place)
    if found is not None or not card.is_command or place >= s.world.hexes:
        return found
    name = s.world.names.places[place]
    values = {"unit": card.title, "hex": name}
    if s.zoc(1 - card.side)[place] and not s.combat_units(place, card.side):
        return Refusal("7.8", "{hex} is in an enemy zone: {unit} may end there only with a combat unit of its side.", values, (), (name,))
    if s.commanders(place, 1 - card.side):
        return Refusal("7.8", "Enemy leaders or headquarters are in {hex}: {unit} may not end with them.", values, (), (name,))
    return None


def destinations(s: EthiopiaState, unit: int) -> Sequence[Move]:
    """Every legal move of one unit."""
    card, start, here = s.card(unit), s.at[unit], s.here
    barred = s.zoc(1 - card.side) if card.is_command else bytes(s.world.places)
    # An empty hex has room for everybody, except for a commander in an enemy zone: only the others need to be looked at.
    places = [
        there
        for there in reach_of(s, unit).cost
        if (not here[there] and not barred[there]) or (there != start and refuse_end_of_move(s, unit, there) is None)
    ]
    return Variants(lambda to: Move(unit, to), places)


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
    """Move along the cheapest way."""
    march_along(s, unit, reach_of(s, unit).path(to))


def march_along(s: EthiopiaState, unit: int, path: tuple[int, ...]) -> None:
    """Move along this way; places on it change hands."""
    linked = enters_linked(s, unit, path)
    go(s, unit, path[-1], path, "7.1")
    if linked:
        s.do(Marked("G6.a", unit, LINKED, 1))


@rule("10.1", "G6.b")
def go(s: EthiopiaState, unit: int, to: int, path: tuple[int, ...], number: str) -> None:
    """Along this path, with all that a unit does on its way; who leaves an enemy zone has no mandatory fight any more."""
    card = s.card(unit)
    origin = s.at[unit]
    s.do(Moved(number, unit, origin, to, path))
    s.do(Marked(number, unit, MOVED, 1))
    if s.has(unit, OBLIGED):
        s.do(Marked("10.1", unit, OBLIGED, 0))
    if card.is_combat:
        for place in path[1:]:
            pass_through(s, place, card.side)
        vacated(s, origin, card.side)


@rule("7.10", "7.1")
def refuse_unit(s: EthiopiaState, side: int, unit: int) -> Refusal | None:
    """Why this unit cannot be ordered to move at all."""
    card = s.card(unit)
    values = {"unit": card.title}
    if unit >= s.world.fighting or card.is_air:
        return Refusal("7.1", "{unit} does not march.", values)
    if card.side != side:
        return Refusal("7.1", "{unit} is not yours to move.", values)
    if s.at[unit] >= s.world.hexes and s.at[unit] != s.world.box["mogadishu"]:
        return Refusal("7.1", "{unit} is not on the map.", values)
    if s.has(unit, MOVED):
        return Refusal("7.1", "{unit} has moved in this phase.", values)
    if s.has(unit, ENGAGED):
        return Refusal("7.10", "{unit} is engaged and may not move.", values, (), (s.world.names.places[s.at[unit]],))
    if not card.move:
        return Refusal("7.1", "{unit} has no movement points: it stays where it is.", values)
    return None


def refuse_destination(s: EthiopiaState, unit: int, there: int) -> Refusal | None:
    """Why this unit cannot get there, with the arithmetic of the cheapest way."""
    found = refuse_ground(s, unit, there, s.at[unit])
    if found is not None:
        return found
    if there not in reach_of(s, unit).cost and not s.held[1 - s.card(unit).side][there]:
        return unreachable(s, unit, there, {"unit": s.card(unit).title, "hex": s.world.names.places[there]}, s.at[unit])
    return refuse_end_of_move(s, unit, there)


@rule("2.3", "2.7")
def refuse_ground(s: EthiopiaState, unit: int, there: int, here: int) -> Refusal | None:
    """Why nobody, or no unit of this side, can go from here to there at all."""
    world, card, name = s.world, s.card(unit), s.world.names.places[there]
    values: dict[str, object] = {"unit": card.title, "hex": name}
    if there >= world.hexes and there != world.box["mogadishu"]:
        return Refusal("7.1", "Nobody marches to the box '{hex}'.", values)
    if there == here:
        return Refusal("7.1", "{unit} is already in {hex}.", values)
    if there >= world.hexes and card.side == ETHIOPIAN:
        return Refusal("2.7", "Ethiopian units never enter Mogadishu.", values)
    if there < world.hexes and not world.open[there]:
        return Refusal("2.3", "{hex} is {ground}: closed to everybody.", {**values, "ground": world.map.terrain[there]}, (), (name,))
    return None


@rule("7.2", "7.3", "7.4", "7.5", "7.6")
def bill(s: EthiopiaState, march: str, path: Sequence[int]) -> tuple[tuple[str, str, str], ...]:
    """The cost of a path step by step: the ground, and the rule that prices it."""
    world = s.world
    rains, edges = s.turn in world.rains, s.edges(march)
    rows = []
    for here, there in itertools.pairwise(path):
        if max(here, there) >= world.hexes:
            ground, number = "Mogadishu", "2.7"
        elif there in s.road_neighbours(here):
            ground, number = ("road in the rains", "7.5") if rains else ("road", "7.3")
        elif world.takes_track(march, here, there):
            ground, number = "track", "7.4"
        elif (here, there) in world.river:
            ground, number = f"{world.map.terrain[there]}, river", "7.6"
        else:
            ground, number = world.map.terrain[there], "7.2"
        rows.append((f"{world.names.places[there]} {ground}", points_text(dict(edges[here])[there]), number))
    return tuple(rows)


def unreachable(s: EthiopiaState, unit: int, there: int, values: dict[str, object], here: int, spent: int = 0) -> Refusal:
    """No link, no points, or no way from here."""
    places, name = s.world.names.places, str(values["hex"])
    if there in reach_of(s, unit, None, False, here, spent).cost:
        template = (
            "{unit} has no command link before it enters the enemy zone at {hex}: no headquarters within five hexes, by a line no enemy unit cuts."
        )
        return Refusal("G6.a", template, values, (), (name,))
    wide = reach_of(s, unit, FAR - 1, False, here, spent)
    if there not in wide.cost:
        return no_way(s, unit, there, values, here)
    values = {**values, "needs": points_text(wide.cost[there]), "has": points_text(allowance(s, unit))}
    template = "{unit} needs {needs} movement points to reach {hex} and has {has}."
    return Refusal("7.1", template, values, bill(s, s.card(unit).march, wide.path(there)), tuple(places[p] for p in wide.path(there)))


@rule("6.4", "6.5")
def no_way(s: EthiopiaState, unit: int, there: int, values: dict[str, object], start: int) -> Refusal:
    """What bars every way: the ground, the enemy himself, or his zones."""
    card, name = s.card(unit), str(values["hex"])
    edges, foe = s.edges(card.march), s.held[1 - card.side]
    if there not in reach(start, FAR - 1, edges, bytes(len(foe))).cost:
        return Refusal("7.2", "{unit} finds no way to {hex} over ground that it can cross.", values, (), (name,))
    if there not in reach(start, FAR - 1, edges, foe).cost:
        return Refusal("6.4", "Enemy units bar every way of {unit} to {hex}.", values, (), (name,))
    return Refusal("6.4", "Enemy zones bar every way of {unit} to {hex}.", values, (), (name,))
