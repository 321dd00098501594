"""What mines of known strength do to a vehicle that drives into their hex or out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from amba.core.decision import LineChance, Preview
from amba.core.event import Event, Marked, Said
from amba.core.odds import NO, YES
from amba.core.order import Order
from amba.games.hollow.counters import BOGGED, IMMOBILE
from amba.games.hollow.frames_crews import AntiTankMines, VehicleMines
from amba.games.hollow.rules.armour.r055_vehicle_mines import ANTI_TANK, blast_result, is_driven_onto, is_known_mined, mine_result
from amba.games.hollow.rules.dice import FACES, SUMS
from amba.games.hollow.rules.r055_mines import OPEN, is_known, mines_at
from amba.games.hollow.state import HollowState
from amba.games.hollow.told_lines import NEVER

CASES = 36
RESULTS = ("burns", "is destroyed", "is immobilised")
AGAINST_MEN, AGAINST_TANKS = "55", "86.7"


class MineLine(NamedTuple):
    """One result of one field."""

    work: int
    label: str
    chance: Fraction
    rule: str
    result: str


@dataclass(frozen=True)
class MinesTold:
    """Whether a field has done this to a vehicle that is no worse off than it was before it set out."""

    vehicle: int
    place: str
    rule: str
    result: str

    def __call__(self, s: Any, events: Sequence[Event]) -> str:
        for event in events:
            if isinstance(event, Marked) and event.piece == self.vehicle and event.mark in (BOGGED, IMMOBILE) and event.on:
                return NEVER
            if not isinstance(event, Said) or event.rule != self.rule or event.values[0] != self.place:
                continue
            if event.what == "anti-tank mines" and event.values[2] == "gets through":
                return NO
            if event.what == "vehicle mines":
                return YES if event.values[2] == self.result else NO
        return ""


@dataclass(frozen=True)
class IfOntoMines:
    """The order, if nothing comes before the roll for that field but other rolls: nobody is met there, or fires at the underside; and no other field of its kind lies in the hex."""

    order: Order
    work: int

    def __call__(self, game: Any, s: Any) -> tuple[Order, ...]:
        after = s.copy()
        game.apply(after, self.order)
        coming = [frame for frame in after.frames if isinstance(frame, VehicleMines | AntiTankMines) and s.at[frame.work] == s.at[self.work]]
        mine = [frame for frame in coming if frame.work == self.work]
        return (self.order,) if mine and sum(frame.name == mine[0].name for frame in coming) == 1 else ()


def knows_strength(s: HollowState, side: int, work: int) -> bool:
    """Its own, and those whose number has been found out."""
    return s.side[work] == side or (is_known(s, side, work) and s.face[work] in OPEN.values())


def mined_on_the_way(s: HollowState, vehicle: int, place: int) -> list[int]:
    """The hex it leaves and the one it enters, where its side knows of mines there."""
    return [spot for spot in (s.at[vehicle], place) if spot < s.world.hexes and is_known_mined(s, s.side[vehicle], spot)]


def with_mines(s: HollowState, vehicle: int, places: Sequence[int], order: Order, found: Preview) -> Preview:
    """A preview with a warning of the mines in these hexes; of those whose strength is known every result with its chance, field by field, and how the rules tell it."""
    names, lines = s.world.names.places, list(fields(s, vehicle, places))
    chances = (
        LineChance(str(one.chance), MinesTold(vehicle, names[s.at[one.work]], one.rule, one.result), IfOntoMines(order, one.work)) for one in lines
    )
    return found._replace(
        items=(*found.items, *((one.label, str(one.chance), one.rule) for one in lines)),
        warnings=(*found.warnings, f"Mines: {', '.join(names[spot] for spot in places)} (55)."),
        chances=(*found.chances, *chances),
    )


def fields(s: HollowState, vehicle: int, places: Iterable[int]) -> Iterator[MineLine]:
    """Those that the driver knows the strength of, with what each may do."""
    side = s.side[vehicle]
    for place in dict.fromkeys(places):
        where = s.world.names.places[place]
        for work in [work for work in mines_at(s, place) if s.points[work] and knows_strength(s, side, work)]:
            chances = Counter[str]()
            for dice, ways in SUMS:
                chances[mine_result(s, vehicle, s.points[work], dice)] += ways
            for text in RESULTS:
                if chances[text]:
                    label = f"{s.points[work]} factors of mines in {where}: {text}"
                    yield MineLine(work, label, Fraction(chances[text], CASES), AGAINST_MEN, text)
        for work in [work for work in s.works_at(place) if s.face[work] == ANTI_TANK and s.side[work] == side]:
            chances = Counter[str]()
            for dice, ways in SUMS:
                chances[blast_result(s, vehicle, dice)] += ways
            bad = sum(is_driven_onto(s, work, die) for die in FACES)
            for text in RESULTS:
                if share := Fraction(bad * chances[text], len(FACES) * CASES):
                    yield MineLine(work, f"anti-tank mines in {where}: {text}", share, AGAINST_TANKS, text)
