"""S Standing orders for defensive fire: what the side that does not move leaves behind, so that the other need not wait for it. Our own; it changes who is asked,
not what may be done.

Orders are part of the position and secret to their owner. They are given only where the option says so.
"""

from __future__ import annotations

from typing import NamedTuple, get_args

from amba.core.decision import Refusal
from amba.core.event import Said, Tracked
from amba.core.order import Done
from amba.core.steps import AskStep, AutoStep, Takes, leave, pop, push
from amba.games.keren.book import rule
from amba.games.keren.frames import OrderedFire, Reckoning, StandingOrders
from amba.games.keren.orders import FireOrder, Readiness
from amba.games.keren.rules.asking import FACES, asks
from amba.games.keren.rules.r11_fire import DEFENSIVE, Shot, depths, fire_result, firers, weigh
from amba.games.keren.rules.r11_steps import fire_together
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import FIRST_ORDER, SIDES

READINESS: tuple[Readiness, ...] = get_args(Readiness)
ASK, HOLD = range(2)
TOLD = {"hold": "nobody fires", **{word: f"they fire from {word} in 6 on" for word in READINESS[2:]}}


class OrderedShot(NamedTuple):
    """Who fires at whom by order."""

    place: int
    depth: int
    units: tuple[int, ...]
    chances: int
    """Of six falls of the die, those that do something."""


def order_of(s: KerenState, side: int) -> int:
    """What a side has ordered; 0 is to be asked."""
    return s.tracks[FIRST_ORDER + side]


def owner_of(track: int) -> int | None:
    """Whose standing order a track holds."""
    return track - FIRST_ORDER if track >= FIRST_ORDER else None


def order_text(s: KerenState, side: int) -> str:
    return TOLD.get(READINESS[order_of(s, side)], "ask about defensive fire")


def is_ordered(s: KerenState, side: int) -> bool:
    return s.options["orders"] == "on" and order_of(s, side) != ASK


@rule("S")
def refuse_order(s: KerenState, at: StandingOrders, a: FireOrder) -> Refusal | None:
    return Refusal("S", "That is the order already.") if READINESS[order_of(s, at.side)] == a.how else None


@rule("S")
def give_order(s: KerenState, at: StandingOrders, a: FireOrder) -> None:
    s.do(Tracked("S", FIRST_ORDER + at.side, order_of(s, at.side), READINESS.index(a.how)))


def chances_of(s: KerenState, shot: Shot) -> int:
    return sum(fire_result(s.ranged_table, shot.column, die) != "NE" for die in FACES)


def shot_at(s: KerenState, side: int, place: int) -> OrderedShot | None:
    """All who stand next to it, without those who would add nothing or, by standing low, spoil it: they stay free for others."""
    units = sorted(firers(s, side, place, DEFENSIVE, True), key=s.fire)
    found = depths(s, place, DEFENSIVE) if units else []
    if not found:
        return None
    for unit in units[:]:
        rest = [other for other in units if other != unit]
        if rest and weigh(s, place, rest).column >= weigh(s, place, units).column:
            units = rest
    return OrderedShot(place, found[0], tuple(units), chances_of(s, weigh(s, place, units)))


def best_shot(s: KerenState, side: int) -> OrderedShot | None:
    """The likeliest of those that the order is for; the top unit of those that may be fired at."""
    shots = [shot for place in s.places(enemy(side)) if (shot := shot_at(s, side, place)) is not None]
    best = max(shots, key=lambda shot: shot.chances, default=None)
    return best if best is not None and best.chances >= int(READINESS[order_of(s, side)]) else None


@rule("S", "11.1")
def fire_by_order(s: KerenState, at: OrderedFire) -> None:
    """One shot after the other, as the rules of fire have it; when none is left, the phase is over."""
    shot = None if order_of(s, at.side) == HOLD else best_shot(s, at.side)
    if shot is None:
        s.do(Said("S", "by order", (SIDES[at.side], order_text(s, at.side))))
        pop(s)
        pop(s)
        return
    push(s, Reckoning())
    fire_together(s, at.side, DEFENSIVE, shot.place, shot.depth, shot.units)


STANDING_STEPS = (
    AskStep(
        StandingOrders, asks("orders", "S", "{side}: change your standing orders for the enemy's movement, or go on."),
        Takes(Done, leave), Takes(FireOrder, give_order, refuse_order, candidates=lambda s, at: [FireOrder(how) for how in READINESS]),
    ),
    AutoStep(OrderedFire, fire_by_order),
)  # fmt: skip
