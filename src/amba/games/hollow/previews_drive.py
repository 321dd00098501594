"""What a whole drive would be: its cost leg by leg, every roll on the way with its chance, and who may fire at it where; and what the fire of a gun at it would do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from amba.core.decision import Chance, Preview
from amba.games.hollow.counters import MOTION, ORDER_CHANCE, ORDER_HIDDEN, ORDER_MOTION, ORDER_OTHERWISE
from amba.games.hollow.frames import MovePhase
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.orders_armour import Drive
from amba.games.hollow.previews_answers import fire_lines
from amba.games.hollow.previews_armour import TEXTS, Driven, Rolls, chance_lines, row_chances, unknown_at
from amba.games.hollow.previews_watched import drive_watched, in_its_dust
from amba.games.hollow.rules.armour.r030_costs import entry_cost, points_left, points_text
from amba.games.hollow.rules.armour.r030_driving import START, STOP
from amba.games.hollow.rules.armour.r030_routes import Spot, extra_of, reach_of, way_of
from amba.games.hollow.rules.armour.r176_checks import Passage, came, coming, is_unreliable, items_of
from amba.games.hollow.rules.common import Line
from amba.games.hollow.rules.r055_mines import mines_at
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import CLOCK


def rolls_on(s: HollowState, vehicle: int, way: list[Spot]) -> Iterator[tuple[str, Rolls]]:
    """Every roll of a drive: where, and what it is about."""
    names = s.world.names.places
    if not s.has(vehicle, MOTION) and is_unreliable(s, vehicle):
        yield "at the start", [("reliability", [])]
    entered = came(s, vehicle)
    for (here, _), (to, _spine) in pairwise(way):
        entered = coming(s, here, to) if to != here else entered
        passage = Passage(vehicle, to, here) if to != here else Passage(vehicle, to, came=entered)
        if rolls := items_of(s, passage):
            yield f"{'in' if to != here else 'turning in'} {names[to]}", rolls


def roll_lines(s: HollowState, vehicle: int, way: list[Spot]) -> list[Line]:
    """Each roll with its chance."""
    return [(f"{where}: {what}", chance, rule) for where, rolls in rolls_on(s, vehicle, way) for what, chance, rule in chance_lines(rolls)]


def drive_chances(s: HollowState, vehicle: int, way: list[Spot], muddy: int = 0) -> dict[str, Fraction]:
    """What becomes of it on the way, if nobody fires: the rolls come one after the other until one is failed. `muddy` hexes lie behind it in which mud could have held it."""
    return row_chances((roll for _, rolls in rolls_on(s, vehicle, way) for roll in rolls), muddy)


@dataclass(frozen=True)
class IfQuiet:
    """The order, if nothing on the way can come between: no enemy who would fire or start, nobody and nothing unseen, no mines."""

    order: Drive
    way: tuple[int, ...]

    def __call__(self, game: Any, s: Any) -> tuple[Drive, ...]:
        side = 1 - s.side[self.order.vehicle]
        armed = s.units(side) or s.vehicles(side) or s.guns(side)
        silent = not armed or not any(s.order(side, which) for which in (ORDER_CHANCE, ORDER_OTHERWISE, ORDER_HIDDEN, ORDER_MOTION))
        free = not any(unknown_at(s, place, 1 - side) or mines_at(s, place) for place in self.way)
        return (self.order,) if silent and free else ()


def preview_drive(play: Any, s: HollowState, at: MovePhase | Manoeuvre, a: Drive) -> Preview:
    """The way, its cost with starting and stopping, the rolls, and whose fire it will draw."""
    v, way, names = a.vehicle, way_of(s, at, a), s.world.names.places
    cost, have = reach_of(s, v, extra_of(at)).cost((a.to, CLOCK.index(a.hour))), points_left(s, v, extra_of(at))
    stops = have - cost >= STOP
    path = [names[place] for place, _ in way]
    items: list[Line] = [] if s.has(v, MOTION) else [("start", points_text(START), "30")]
    hexes = [(here, to) for (here, _), (to, _) in pairwise(way) if here != to]
    turned = sum(here == to for (here, _), (to, _) in pairwise(way))
    entered = sum(entry_cost(s, v, here, to) for here, to in hexes)
    items += [(f"{len(hexes)} {'hex' if len(hexes) == 1 else 'hexes'}", points_text(entered), "30")] if hexes else []
    rest = cost - entered - (0 if s.has(v, MOTION) else START)
    items += [(f"turning by {turned} {'hexspine' if turned == 1 else 'hexspines'}", points_text(rest), "32")] if turned else []
    items += [("stop", points_text(STOP), "30")] if stops else [("no point is left to stop: it stays in motion", "", "135")]
    started = at.started if isinstance(at, Manoeuvre) and s.has(v, MOTION) else -1 if s.has(v, MOTION) else s.at[v]
    items += roll_lines(s, v, way) + fire_lines(s, v, in_its_dust(s, v, drive_watched(s, v, way), started))
    short = tuple(name for i, name in enumerate(path) if not i or path[i - 1] != name)
    spent = points_text(cost + (STOP if stops else 0))
    found = Preview("", short, f"{spent} of {points_text(have)}", tuple(items))
    rolls = sum(len(several) for _, several in rolls_on(s, v, way))
    if not rolls:
        return found
    chances = drive_chances(s, v, way, at.mud if isinstance(at, Manoeuvre) else 0)
    odds = tuple(Chance(label, chances[label], text) for label, text in TEXTS.items() if label in chances)
    return found._replace(odds=odds, told=Driven(rolls), orders=IfQuiet(a, tuple(place for place, _ in way)))
