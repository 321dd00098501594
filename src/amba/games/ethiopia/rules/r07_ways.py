"""7.1 A way of the player's choosing: hex by hex, or from one point of it to the next.

The unit stands where it stood until its march is over; the frame knows how far it has come.
"""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Decision, Refusal
from amba.core.steps import AskStep, Takes, change, pop, push
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import Movement, OnTheWay
from amba.games.ethiopia.orders import Go, Halt, March
from amba.games.ethiopia.rules.r07_movement import allowance, march_along, reach_of, refuse_end_of_move, refuse_ground, unreachable
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import SIDES
from amba.kit.half_points import points_text
from amba.kit.reach import Reach


def set_out(s: EthiopiaState, at: Movement, a: March) -> None:
    push(s, OnTheWay(at.side, a.unit, (s.at[a.unit],), 0))


def way_on(s: EthiopiaState, at: OnTheWay) -> Reach:
    """Where the unit can go from the end of its way, with the points it has left."""
    return reach_of(s, at.unit, start=at.path[-1], spent=at.spent)


def whole_way(s: EthiopiaState, at: OnTheWay, to: int) -> tuple[int, ...]:
    return at.path + way_on(s, at).path(to)[1:]


def ask_way(s: EthiopiaState, at: OnTheWay) -> Decision:
    values = {
        "side": SIDES[at.side].title(), "unit": s.card(at.unit).title, "hex": s.world.place_title(at.path[-1]),
        "left": points_text(allowance(s, at.unit) - at.spent),
    }  # fmt: skip
    return Decision(at.side, "march", "7.1", "{side}: {unit} is at {hex} with {left} left. On to which hex, or halt?", values)


@rule("7.1", "5.2", "6.5")
def refuse_to_end_way(s: EthiopiaState, at: OnTheWay, place: int) -> Refusal | None:
    """Where it set out it may end, but not come back to if that lies in an enemy zone; elsewhere as every move does."""
    if place != at.path[0]:
        return refuse_end_of_move(s, at.unit, place)
    if len(at.path) == 1 or not must_stop(s, at, place):
        return None
    name = s.world.names.places[place]
    values = {"unit": s.card(at.unit).title, "hex": name}
    return Refusal("6.5", "{unit} has left the enemy zone at {hex} and may not come back to the same hex.", values, (), (name,))


@rule("7.1", "6.4", "6.5")
def refuse_go(s: EthiopiaState, at: OnTheWay, a: Go) -> Refusal | None:
    """Within the points that are left, to a hex where it may end or from which it can go on."""
    found = refuse_ground(s, at.unit, a.hex, at.path[-1])
    if found is not None:
        return found
    name = s.world.names.places[a.hex]
    values: dict[str, object] = {"unit": s.card(at.unit).title, "hex": name}
    if a.hex not in way_on(s, at).cost:
        if s.held[1 - at.side][a.hex]:
            return refuse_end_of_move(s, at.unit, a.hex)
        return unreachable(s, at.unit, a.hex, values, at.path[-1], at.spent)
    ending = refuse_to_end_way(s, at, a.hex)
    if ending is None or (not must_stop(s, at, a.hex) and goes_on(s, at, a.hex)):
        return None
    return ending


def must_stop(s: EthiopiaState, at: OnTheWay, place: int) -> bool:
    """6.4: in an enemy zone a march ends."""
    return place < s.world.hexes and bool(s.zoc(1 - at.side)[place])


def goes_on(s: EthiopiaState, at: OnTheWay, place: int) -> bool:
    """Whether there is a hex beyond this one where the unit may end."""
    beyond = after(s, at, place)
    return any(there != place and refuse_to_end_way(s, beyond, there) is None for there in way_on(s, beyond).cost)


def after(s: EthiopiaState, at: OnTheWay, to: int) -> OnTheWay:
    return at._replace(path=whole_way(s, at, to), spent=way_on(s, at).cost[to])


def way_points(s: EthiopiaState, at: OnTheWay) -> Sequence[Go]:
    """Every hex to which the way may go on. An empty one outside enemy zones has room for everybody: only the others need to be looked at."""
    here, zone, hexes = s.here, s.zoc(1 - at.side), s.world.hexes
    found = [Go(there) for there in way_on(s, at).cost if there != at.path[-1]]
    return [a for a in found if (a.hex < hexes and not here[a.hex] and not zone[a.hex]) or refuse_go(s, at, a) is None]


@rule("6.4")
def go_on(s: EthiopiaState, at: OnTheWay, a: Go) -> None:
    """In an enemy zone the march is over."""
    beyond = after(s, at, a.hex)
    if must_stop(s, at, a.hex):
        pop(s)
        march_along(s, at.unit, beyond.path)
    else:
        change(s, beyond)


def refuse_halt(s: EthiopiaState, at: OnTheWay, a: Halt) -> Refusal | None:
    return refuse_to_end_way(s, at, at.path[-1])


@rule("7.1")
def halt(s: EthiopiaState, at: OnTheWay, a: Halt) -> None:
    """The march is over; without a step it has never begun."""
    pop(s)
    if len(at.path) > 1:
        march_along(s, at.unit, at.path)


WAY_STEPS = (AskStep(OnTheWay, ask_way, Takes(Halt, halt, refuse_halt), Takes(Go, go_on, refuse_go, choices=way_points)),)
