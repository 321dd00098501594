"""The counters of a fire for effect: the hex it is aimed at and those around it on which shells fall (46.5)."""

from __future__ import annotations

from amba.core.event import Placed
from amba.games.hollow.batteries import Battery
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ACCESS, BLAST, MISSION, SPOTTING_ROUND
from amba.games.hollow.orders_artillery import Row
from amba.games.hollow.rules.artillery.r045_contact import marker_of, set_battery
from amba.games.hollow.rules.r024_smoke import spare_smoke
from amba.games.hollow.rules.r046_shells import CONCENTRATION, HARASSING, SMOKE_MISSION, mission_of, shells_of
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

RADIUS = {CONCENTRATION: 1, SMOKE_MISSION: 1, HARASSING: 2}
ROWS: dict[Row, int] = {"12": 0, "2": 1, "4": 2}
"""Along which of its hex rows a barrage lies."""
ARM = 4
"""How many hexes of a barrage lie on either hand of its middle."""


@rule("46.5")
def around(s: HollowState, place: int, radius: int) -> list[int]:
    """A hex and those near it, itself first."""
    near = [there for there in s.field.places if s.field.range(place, there) <= radius]
    return sorted(near, key=lambda there: (s.field.range(place, there), there))


@rule("46.6")
def row_through(s: HollowState, place: int, direction: Row) -> list[int]:
    """The nine hexes of a barrage, as far as they are on the map; its middle first."""
    (x, y), (dx, dy) = s.field.hex_of[place], NEIGHBOURS[ROWS[direction]]
    hexes = [(x + n * dx, y + n * dy) for n in sorted(range(-ARM, ARM + 1), key=abs)]
    return [s.field.index[hex] for hex in hexes if hex in s.field.index]


@rule("46.5")
def lay_blast(s: HollowState, battery: Battery, places: list[int], face: int) -> None:
    """The battery's marker lies on the first of these hexes, and a counter in each of the others; where the box has no more, the first ones have them."""
    marker = marker_of(s, battery.number)
    if marker >= 0 and s.face[marker] == SPOTTING_ROUND:
        s.turn_face("46.5", marker, face)
    else:
        put_counter(s, battery, places[0], face)
    for place in places[1:]:
        put_counter(s, battery, place, BLAST)


def put_counter(s: HollowState, battery: Battery, place: int, face: int) -> None:
    spare = spare_smoke(s)
    if spare:
        s.turn_face("46.5", spare[0], face)
        s.spend("46.5", spare[0], 1 + battery.number)
        s.do(Placed("46.5", spare[0], s.at[spare[0]], place))


@rule("46.5")
def lift_blast(s: HollowState, battery: Battery) -> None:
    """Its counters are off the map."""
    for piece in shells_of(s, battery.number):
        s.remove("46.5", piece, "spare")


@rule("46.5")
def end_mission(s: HollowState, battery: Battery) -> None:
    """Its counters are off the map; the next mission needs another chit."""
    lift_blast(s, battery)
    marker = marker_of(s, battery.number)
    if marker >= 0:
        s.remove("46", marker, "spare")
    set_battery(s, "46.5", battery.number, MISSION, 0)
    set_battery(s, "46.5", battery.number, ACCESS, 0)


@rule("46")
def move_blast(s: HollowState, battery: Battery, place: int | None) -> None:
    """Fire for effect that was corrected; beyond the map it is lost, and the mission with it."""
    if place is None:
        end_mission(s, battery)
        return
    face, radius = s.face[marker_of(s, battery.number)], RADIUS.get(mission_of(s, battery.number), 0)
    lift_blast(s, battery)
    lay_blast(s, battery, around(s, place, radius), face)
