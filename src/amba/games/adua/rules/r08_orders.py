"""8.0 Italian orders: who may give which order to whom."""

from __future__ import annotations

from typing import get_args

from amba.core.decision import Decision, Refusal
from amba.core.event import Spent
from amba.core.order import Done
from amba.core.state import remembered
from amba.core.steps import AskStep, Takes, leave
from amba.games.adua.book import rule
from amba.games.adua.frames import OrdersPhase
from amba.games.adua.orders import Command, GiveOrder, OrderAll
from amba.games.adua.rules.r03_command import in_command, is_under, subjects_of
from amba.games.adua.state import AduaState
from amba.games.adua.world import (
    ASSAULT,
    ATTACK,
    DIG,
    DISORGANIZED,
    ENTRENCHED,
    HOLD,
    ITALIAN,
    LOW_AMMO,
    MARCH,
    MELEE,
    OFFENSIVE,
    RALLY,
    RESUPPLY,
    Unit,
)

COMMANDS: tuple[Command, ...] = get_args(Command)
MARKS: dict[Command, int] = {
    "offensive": OFFENSIVE, "hold": HOLD, "resupply": RESUPPLY, "rally": RALLY,
    "attack": ATTACK, "melee": ASSAULT, "move": MARCH, "entrench": DIG,
}  # fmt: skip
TITLES: dict[Command, str] = {
    "offensive": "General offensive", "hold": "Hold the position", "resupply": "Take ammunition", "rally": "Rally",
    "attack": "Attack with small arms", "melee": "Attack into melee", "move": "Move", "entrench": "Entrench",
}  # fmt: skip
MEANINGS: dict[Command, str] = {
    "offensive": "move, fire, go into melee; or rally or take ammunition, if it does not fight",
    "hold": "fire at what is next to it, entrench, rally or take ammunition; never enter an enemy zone, no melee",
    "resupply": "mules bring ammunition in the clean-up; no part in combat this turn",
    "rally": "loses its disorder in the clean-up; neither moves, attacks nor entrenches",
    "attack": "go next to the enemy and fire; guns need it to bombard",
    "melee": "go next to the enemy, fire, and then go into melee",
    "move": "move, where the option asks for an order to do so",
    "entrench": "dig in instead of moving: one row better under fire",
}
"""What each order lets a unit do, where it is given."""
ANY_ORDER = sum(1 << mark for mark in MARKS.values())
GENERALS_ONLY = frozenset({"offensive", "hold", "melee"})
BRIGADE_ORDERS = frozenset({"offensive", "hold"})
NOT_IN_MELEE = frozenset({"entrench", "rally", "resupply"})


@rule("3.0.value")
def start_orders(s: AduaState) -> None:
    """Every leader on the map has as many orders as his command value."""
    for leader in s.followers(ITALIAN):
        value = s.world.units[leader].command
        if value != s.points[leader]:
            s.do(Spent("3.0.value", leader, s.points[leader], value))


@rule("8.0.generals", "8.1", "8.2", "fig.2", "fig.5")
def refuse_kind(s: AduaState, leader: int, command: Command, target: int) -> Refusal | None:
    """General offensive, hold and melee come from brigade commanders; the first two go to colonels, who hand them on to their units."""
    world = s.world
    chief, subject = world.units[leader], world.units[target]
    if chief.is_commander_in_chief and command in GENERALS_ONLY and s.options["baratieri"] == "letter":
        return _refuse_kind("{order} is not for {chief} to give: only brigade commanders do.", chief, subject, command)
    if subject.is_colonel:
        if command in BRIGADE_ORDERS:
            return None
        return _refuse_kind("{title} is a colonel: he is given only a general offensive or a position to hold.", chief, subject, command)
    if command not in GENERALS_ONLY:
        return None
    if chief.is_colonel:
        if command in BRIGADE_ORDERS and s.has(leader, MARKS[command]):
            return None
        return _refuse_kind("{order} is not for {chief} to give: it takes a brigade commander's order.", chief, subject, command)
    colonel = world.commander[target]
    if command in BRIGADE_ORDERS and world.units[colonel].is_colonel and s.is_on_map(colonel):
        return _refuse_kind("{order} goes to a colonel, who passes it on; {title} has one.", chief, subject, command)
    return None


def _refuse_kind(sentence: str, chief: Unit, subject: Unit, command: Command) -> Refusal:
    return Refusal("8.0.generals", sentence, {"chief": chief.title, "title": subject.title, "order": TITLES[command]})


@rule("5.4.rally", "8.2.melee", "8.0.move")
def refuse_state(s: AduaState, command: Command, target: int) -> Refusal | None:
    """Whether the target can use the order: in melee neither entrenching, rally nor ammunition, and only what is needed. 8.0 sets no limit of one order to a unit; an option does."""
    subject = s.world.units[target]
    values = {"title": subject.title}
    if s.marks[target] & (ANY_ORDER if s.options["orders_each"] == "one" else 1 << MARKS[command]):
        return Refusal(
            "8.0", "{title} already has this order." if s.has(target, MARKS[command]) else "{title} already has an order this turn.", values
        )
    if subject.is_colonel:
        return None
    if s.has(target, MELEE) and command in NOT_IN_MELEE:
        return Refusal("8.2.melee", "{title} is in a melee and cannot entrench, rally or take ammunition.", values)
    if command == "rally" and not s.has(target, DISORGANIZED):
        return Refusal("5.4.rally", "{title} is not disorganized.", values)
    if (command == "rally" and s.has(target, DIG)) or (command == "entrench" and s.has(target, RALLY)):
        return Refusal("5.4.rally", "{title} cannot rally and entrench in one turn.", values)
    if command == "resupply" and not s.has(target, LOW_AMMO):
        return Refusal("5.3", "{title} is not low on ammo.", values)
    if command == "entrench" and s.has(target, ENTRENCHED):
        return Refusal("5.5", "{title} is already entrenched.", values)
    if command == "move" and s.options["movement_orders"] == "free":
        return Refusal("8.0.move", "{title} may move without an order.", values)
    return None


def refuse_range(s: AduaState, leader: int, target: int) -> Refusal | None:
    """Why a leader's orders do not reach a unit."""
    if in_command(s, leader, s.at[target]):
        return None
    world = s.world
    chief, distance = world.units[leader], world.grid.distance(s.at[leader], s.at[target])
    items = (("Command range", str(chief.range), "3.0.range"), ("Distance", str(distance), "3.0.range"))
    places = tuple(world.names.places[s.at[piece]] for piece in (leader, target))
    values = {"chief": chief.title, "title": world.title(target), "range": chief.range}
    return Refusal("3.0.range", "{title} is out of {chief}'s command: {range} hexes, free of enemy units.", values, items, places)


def refuse_leader(s: AduaState, leader: int) -> Refusal | None:
    if s.side[leader] == ITALIAN and s.world.units[leader].is_leader and s.is_on_map(leader):
        return None
    return Refusal("3.0", "{title} is no Italian leader on the map.", {"title": s.world.title(leader)})


@rule("8.0", "3.0.own")
def refuse_order(s: AduaState, at: OrdersPhase, a: GiveOrder) -> Refusal | None:
    """A leader has an order left, the unit is his and can use it, and is in his range."""
    found = refuse_leader(s, a.leader)
    if found is not None:
        return found
    chief = s.world.units[a.leader]
    values = {"chief": chief.title, "title": s.world.title(a.unit)}
    if not s.points[a.leader]:
        return Refusal("3.0.value", "{chief} has no orders left.", values, (("Command value", str(chief.command), "3.0.value"),))
    if not s.is_on_map(a.unit):
        return Refusal("8.0", "{title} is not on the map.", values)
    if not is_under(s.world, a.leader, a.unit):
        return Refusal("3.0.own", "{title} is not under {chief}.", values)
    return refuse_kind(s, a.leader, a.command, a.unit) or refuse_state(s, a.command, a.unit) or refuse_range(s, a.leader, a.unit)


def leaders(s: AduaState, at: OrdersPhase) -> list[int]:
    """Italian leaders with orders left."""
    return [leader for leader in s.followers(ITALIAN) if s.world.units[leader].is_leader and s.points[leader]]


def orders_of(s: AduaState, at: OrdersPhase, leader: int) -> list[GiveOrder]:
    """Every order that a leader who has one left may give: what `refuse_order` says, target by target."""
    found = []
    for target in subjects_of(s.world, leader):
        if s.is_on_map(target) and in_command(s, leader, s.at[target]):
            found += [
                GiveOrder(leader, command, target)
                for command in COMMANDS
                if refuse_kind(s, leader, command, target) is None and refuse_state(s, command, target) is None
            ]
    return found


@remembered()
def able_to_use(s: AduaState, at: OrdersPhase, leader: int) -> dict[Command, list[int]]:
    """Order -> everybody to whom a leader who has one left may give it; units in melee, to whom it would mean nothing, are left out."""
    found: dict[Command, list[int]] = {}
    for order in orders_of(s, at, leader):
        if not s.has(order.unit, MELEE):
            found.setdefault(order.command, []).append(order.unit)
    return found


@rule("8.0", "3.0.value")
def refuse_order_all(s: AduaState, at: OrdersPhase, a: OrderAll) -> Refusal | None:
    """Two or more can use the order, and the leader has one for each."""
    found = refuse_leader(s, a.leader)
    if found is not None:
        return found
    able = len(able_to_use(s, at, a.leader).get(a.command, ()))
    values = {"chief": s.world.title(a.leader), "order": TITLES[a.command].lower(), "left": s.points[a.leader], "able": able}
    items = (("Orders left", str(s.points[a.leader]), "3.0.value"), ("Units", str(able), "8.0"))
    if s.points[a.leader] < 2:
        return Refusal("3.0.value", "Orders left to {chief}: {left}; for several at once it takes two.", values, items[:1])
    if able < 2:
        return Refusal("8.0", "{chief} has no two units that can use this order ({order}).", values, items)
    if able > s.points[a.leader]:
        return Refusal("3.0.value", "Orders left to {chief}: {left}, too few for {able} units ({order}).", values, items)
    return None


def ask_orders(s: AduaState, at: OrdersPhase) -> Decision:
    left = sum(s.points[leader] for leader in leaders(s, at))
    return Decision(ITALIAN, "orders", "8.0", "Italians: give orders ({left} left), then end the phase.", {"left": left})


@rule("8.0", "7.0", "fig.2")
def give_order(s: AduaState, at: OrdersPhase, a: GiveOrder) -> None:
    """One order of the leader's is spent, and the unit marked with it."""
    s.do(Spent("3.0.value", a.leader, s.points[a.leader], s.points[a.leader] - 1))
    s.mark("8.0", a.unit, MARKS[a.command])
    if a.command == "entrench":
        s.mark("5.5", a.unit, ENTRENCHED)


def order_all(s: AduaState, at: OrdersPhase, a: OrderAll) -> None:
    for unit in able_to_use(s, at, a.leader)[a.command]:
        give_order(s, at, GiveOrder(a.leader, a.command, unit))


def orders_for_all(s: AduaState, at: OrdersPhase) -> list[OrderAll]:
    """What `refuse_order_all` lets pass."""
    able = [leader for leader in leaders(s, at) if s.points[leader] > 1]
    return [OrderAll(leader, word) for leader in able for word, units in able_to_use(s, at, leader).items() if 2 <= len(units) <= s.points[leader]]


ORDER_STEPS = (
    AskStep(
        OrdersPhase, ask_orders,
        Takes(Done, leave),
        Takes(OrderAll, order_all, refuse_order_all, choices=orders_for_all),
        Takes(GiveOrder, give_order, refuse_order, heads=leaders, tails=orders_of),
    ),
)  # fmt: skip
