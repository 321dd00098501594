"""S Standing orders: what the side that does not move leaves behind, so that the other need not wait for it. Our own; it changes who is asked, not what may be done.

Orders are part of the position and secret to their owner. They are given only where the option says so.
"""

from __future__ import annotations

from typing import Any

from amba.core.decision import Decision, Refusal
from amba.core.event import Said, Tracked
from amba.core.order import Done
from amba.core.steps import AskStep, Takes, pop
from amba.games.cheren.book import rule
from amba.games.cheren.frames import AskPropaganda, AskRoadblock, StandingOrders
from amba.games.cheren.orders import ChitOrder, ReactionOrder, ResultOrder
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import FIRST_ORDER, SIDES, STANDING

StandingOrder = ReactionOrder | ChitOrder | ResultOrder
REACTION, CHITS, RESULT = range(len(STANDING))
ASK, PASS = range(2)
RETREAT, STAND = 1, 2
CHOICES: dict[type[Any], tuple[int, tuple[StandingOrder, ...]]] = {
    ReactionOrder: (REACTION, (ReactionOrder("ask"), ReactionOrder("pass"))),
    ChitOrder: (CHITS, (ChitOrder("ask"), ChitOrder("pass"))),
    ResultOrder: (RESULT, (ResultOrder("ask"), ResultOrder("retreat"), ResultOrder("stand"))),
}
"""What each of them is about, and what it may be."""
TOLD = {
    (REACTION, PASS): "nobody reacts", (CHITS, PASS): "no chit is played",
    (RESULT, RETREAT): "the defenders retreat", (RESULT, STAND): "the defenders stand",
}  # fmt: skip


def track_of(side: int, about: int) -> int:
    return FIRST_ORDER + len(STANDING) * side + about


def order_of(s: CherenState, side: int, about: int) -> int:
    """What a side has ordered; 0 is to be asked."""
    return s.tracks[track_of(side, about)]


def owner_of(track: int) -> int | None:
    """Whose standing order a track holds."""
    return (track - FIRST_ORDER) // len(STANDING) if track >= FIRST_ORDER else None


@rule("S")
def obeys(s: CherenState, side: int, about: int, what: int) -> bool:
    """Whether this is ordered; if so its owner is told that it was done."""
    if order_of(s, side, about) != what:
        return False
    s.do(Said("S", "by order", (SIDES[side], TOLD[about, what])))
    return True


def ask_orders(s: CherenState, at: StandingOrders) -> Decision:
    values = {"side": SIDES[at.side].title()}
    return Decision(at.side, "orders", "S", "{side}: change your standing orders for the enemy's turn, or go on.", values)


@rule("S")
def refuse_order(s: CherenState, at: StandingOrders, a: StandingOrder) -> Refusal | None:
    about, offered = CHOICES[type(a)]
    return Refusal("S", "That is the order already.") if order_of(s, at.side, about) == offered.index(a) else None


@rule("S")
def give_order(s: CherenState, at: StandingOrders, a: StandingOrder) -> None:
    about, offered = CHOICES[type(a)]
    s.do(Tracked("S", track_of(at.side, about), order_of(s, at.side, about), offered.index(a)))


def go_on(s: CherenState, at: StandingOrders, a: Done) -> None:
    """With the order to pass, the question about a chit that comes now is passed, too."""
    pop(s)
    if isinstance(s.frames[-1], AskRoadblock | AskPropaganda) and obeys(s, at.side, CHITS, PASS):
        pop(s)


def takes(kind: type[Any], offered: tuple[StandingOrder, ...]) -> Takes[CherenState, Any, Any]:
    return Takes(kind, give_order, refuse_order, candidates=lambda s, at: offered)


STANDING_STEPS = (AskStep(StandingOrders, ask_orders, Takes(Done, go_on), *(takes(kind, offered) for kind, (_, offered) in CHOICES.items())),)
