"""The hull-down manoeuvre: a vehicle on a crest line looks for a place where only its turret shows (77)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import Takes, change, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import DOWN_1, DOWN_2, EXPOSED, HULL_DOWN, MOTION, NEW_HEX, REVERSE
from amba.games.hollow.frames_armour import HullDownRoll, Manoeuvre
from amba.games.hollow.orders_armour import HullDown
from amba.games.hollow.rules.armour.r030_driving import STOP, go_through, named, refuse_points, spend
from amba.games.hollow.rules.armour.r077_hull_down import crest_sides
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import ONE_DIE, roll_step
from amba.games.hollow.rules.r029_vehicles import refuse_stuck
from amba.games.hollow.rules.r064_commanders import commander_items
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

SEARCH = 4
"""Half points for looking about; stopping comes on top."""
MOST = 3


@rule("77", "189.20")
def refuse_hull_down(s: HollowState, at: Manoeuvre, a: HullDown) -> Refusal | None:
    """A vehicle that has just come to a hex of a crest line, or turned there, looks for a place and stops; not on a hillock, nor in a wadi."""
    v = at.vehicle
    if not s.vehicle(v).is_armoured:
        return Refusal("77", "{vehicle} has no armour to hide.", named(s, v))
    if (found := refuse_stuck(s, v)) is not None:
        return found
    if not s.has(v, MOTION):
        return Refusal("30", "{vehicle} has not started.", named(s, v))
    if not (s.has(v, NEW_HEX) or at.has_turned):
        return Refusal("77", "{vehicle} has neither come to this hex under way nor turned its hull here.", named(s, v))
    if s.field.ground.rise(s.field.hex_of[s.at[v]]):
        return Refusal("189.20", "On a hillock there is no such place.", named(s, v))
    if s.field.is_wadi(s.at[v]):
        return Refusal("188.18", "In a wadi there is no such place: a vehicle goes up to its crest.", named(s, v))
    if not crest_sides(s, v):
        return Refusal("77", "There is no crest line here.", named(s, v))
    return refuse_points(s, at, SEARCH + STOP, "Looking for a place and stopping")


@rule("77")
def search_items(s: HollowState, vehicle: int) -> list[Item]:
    """Who is buttoned up finds it less easily, an armour leader more easily."""
    return [*([] if s.has(vehicle, EXPOSED) else [Item("buttoned up", 1, "77")]), *commander_items(s, vehicle)]


def search(s: HollowState, at: Manoeuvre, a: HullDown) -> None:
    v = top(s, Manoeuvre).vehicle
    spend(s, "77", v, SEARCH + STOP)
    for mark in (MOTION, REVERSE):
        s.mark("77", v, mark, False)
    change(s, at._replace(heading=0))
    go_through(s, v, s.at[v], SEARCH + STOP, [])
    push(s, HullDownRoll(v))


@rule("77")
def read_search(s: HollowState, at: HullDownRoll, dice: tuple[int, ...]) -> None:
    """One or less hides it over three hexsides of the crest, two over two, three over one; more than that over none."""
    total = dice[0] + sum_of(search_items(s, at.vehicle))
    sides = min(len(crest_sides(s, at.vehicle)), max(0, MOST + 1 - max(1, total)))
    s.do(Said("77", "search", (title(s, at.vehicle), total, sides)))
    s.mark("77", at.vehicle, HULL_DOWN, sides > 0)
    s.mark("77", at.vehicle, DOWN_1, bool(sides & 1))
    s.mark("77", at.vehicle, DOWN_2, bool(sides & 2))


HULL_DOWN_ORDER: Takes[HollowState, Manoeuvre, HullDown] = Takes(HullDown, search, refuse_hull_down, candidates=lambda _s, _at: [HullDown()])
HULL_DOWN_ROLL = roll_step(
    HullDownRoll, "hull down", "77", "Where does {vehicle} stand?", read_search, ONE_DIE, lambda s, at: {"vehicle": title(s, at.vehicle)}
)
