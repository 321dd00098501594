"""8.0 Italian orders: who may give which order to whom."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Spent
from amba.core.flow import Step, pop
from amba.core.menu import Menu
from amba.games.adua.book import rule
from amba.games.adua.rules.r03_command import commands, in_command, subjects_of
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

ORDERS = {
    "offensive": OFFENSIVE, "hold": HOLD, "resupply": RESUPPLY, "rally": RALLY,
    "attack": ATTACK, "melee": ASSAULT, "move": MARCH, "entrench": DIG,
}  # fmt: skip
TITLES = {
    "offensive": "General offensive", "hold": "Hold the position", "resupply": "Take ammunition", "rally": "Rally",
    "attack": "Attack with small arms", "melee": "Attack into melee", "move": "Move", "entrench": "Entrench",
}  # fmt: skip
ANY = sum(1 << mark for mark in ORDERS.values())
GENERALS_ONLY = frozenset({"offensive", "hold", "melee"})
BRIGADE_ORDERS = frozenset({"offensive", "hold"})


@rule("3.0.value")
def start_orders(s: AduaState) -> None:
    """Every leader on the map has as many orders as his command value."""
    for leader in s.followers(ITALIAN):
        value = s.world.units[leader].command
        if value != s.points[leader]:
            s.do(Spent("3.0.value", leader, s.points[leader], value))


@rule("8.0.generals", "8.1", "8.2", "fig.2", "fig.5")
def refuse_kind(s: AduaState, leader: int, word: str, target: int) -> Refusal | None:
    """General offensive, hold and melee come from generals; the first two go to colonels, who hand them on to their units."""
    world = s.world
    chief, subject = world.units[leader], world.units[target]
    if subject.is_colonel:
        if word in BRIGADE_ORDERS:
            return None
        return _refuse_kind("{title} is a colonel: he is given only a general offensive or a position to hold.", chief, subject, word)
    if word not in GENERALS_ONLY:
        return None
    if chief.is_colonel:
        if word in BRIGADE_ORDERS and s.has(leader, ORDERS[word]):
            return None
        return _refuse_kind("{order} is not for {chief} to give: it takes a brigade commander's order.", chief, subject, word)
    colonel = world.commander[target]
    if word in BRIGADE_ORDERS and world.units[colonel].is_colonel and s.is_on_map(colonel):
        return _refuse_kind("{order} goes to a colonel, who passes it on; {title} has one.", chief, subject, word)
    return None


def _refuse_kind(sentence: str, chief: Unit, subject: Unit, word: str) -> Refusal:
    return Refusal("8.0.generals", sentence, {"chief": chief.title, "title": subject.title, "order": TITLES[word]})


@rule("5.4.rally", "8.2.melee", "8.0.move")
def refuse_state(s: AduaState, word: str, target: int) -> Refusal | None:
    """Whether the target can use the order: not in melee, and only what is needed."""
    subject = s.world.units[target]
    values = {"title": subject.title, "order": TITLES[word]}
    if s.marks[target] & ANY:
        return Refusal("8.0", "{title} already has an order this turn.", values)
    if subject.is_colonel:
        return None
    if s.has(target, MELEE):
        return Refusal("8.2.melee", "{title} is in a melee and can take no orders.", values)
    if word == "rally" and not s.has(target, DISORGANIZED):
        return Refusal("5.4.rally", "{title} is not disorganized.", values)
    if word == "resupply" and not s.has(target, LOW_AMMO):
        return Refusal("5.3", "{title} is not low on ammo.", values)
    if word == "entrench" and s.has(target, ENTRENCHED):
        return Refusal("5.5", "{title} is already entrenched.", values)
    if word == "move" and s.options["movement_orders"] == "free":
        return Refusal("8.0.move", "{title} may move without an order.", values)
    return None


def refuse_order(s: AduaState, leader: int, word: str, target: int) -> Refusal | None:
    world = s.world
    chief, subject = world.units[leader], world.units[target]
    values = {"chief": chief.title, "title": subject.title, "range": chief.range}
    if not s.points[leader]:
        return Refusal("3.0.value", "{chief} has no orders left.", values, (("Command value", str(chief.command), "3.0.value"),))
    if not commands(s, leader, target):
        return Refusal("3.0.own", "{title} is not under {chief}.", values)
    found = refuse_kind(s, leader, word, target) or refuse_state(s, word, target)
    if found is not None:
        return found
    if not in_command(s, leader, s.at[target]):
        distance = world.grid.distance(s.at[leader], s.at[target]) if s.is_on_map(target) else 0
        items = (("Command range", str(chief.range), "3.0.range"), ("Distance", str(distance), "3.0.range"))
        places = tuple(world.names.places[s.at[piece]] for piece in (leader, target))
        return Refusal("3.0.range", "{title} is out of {chief}'s command: {range} hexes, free of enemy units.", values, items, places)
    return None


@rule("8.0", "7.0", "fig.2")
class Orders(Step[AduaState]):
    """("orders",): Italian leaders give orders until the player ends the phase."""

    def decision(self, s: AduaState) -> Decision:
        left = sum(s.points[leader] for leader in s.followers(ITALIAN) if s.world.units[leader].is_leader)
        return Decision(ITALIAN, "orders", "8.0", "Italians: give orders ({left} left), then end the phase.", {"left": left})

    def subjects(self, s: AduaState, leader: int) -> list[int]:
        return [p for p in subjects_of(s.world, leader) if s.is_on_map(p) and not s.marks[p] & ANY]

    def menu(self, s: AduaState) -> Menu:
        pieces = s.world.names.pieces
        heads: list[Action] = [("order", pieces[leader]) for leader in s.followers(ITALIAN) if s.world.units[leader].is_leader and s.points[leader]]
        plain: list[Action] = [("done",)]
        for leader in s.followers(ITALIAN):
            plain += [("command", pieces[leader], word) for word in ORDERS if self.all_of(s, leader, word)]
        return Menu(plain, heads, lambda head: self.tails(s, s.world.names.piece[head[1]]))

    def all_of(self, s: AduaState, leader: int, word: str) -> list[int]:
        """Everybody to whom the leader can give this order, if that is more than one and his orders are enough for all."""
        if s.points[leader] < 2:
            return []
        offered: dict[str, list[int]] = s.known.setdefault(("orders", leader), {})
        if not offered:
            for _, _, key, target in self.tails(s, leader):
                offered.setdefault(key, []).append(s.world.names.piece[target])
        found = offered.get(word, [])
        return found if 2 <= len(found) <= s.points[leader] else []

    def tails(self, s: AduaState, leader: int) -> list[Action]:
        pieces = s.world.names.pieces
        found: list[Action] = []
        for target in self.subjects(s, leader):
            if in_command(s, leader, s.at[target]):
                words = [word for word in ORDERS if refuse_kind(s, leader, word, target) is None and refuse_state(s, word, target) is None]
                found += [("order", pieces[leader], word, pieces[target]) for word in words]
        return found

    def refuse(self, s: AduaState, a: Action) -> Refusal | None:
        names = s.world.names
        if a == ("done",):
            return None
        if len(a) < 3 or (a[0], len(a)) not in {("order", 4), ("command", 3)} or a[2] not in ORDERS:
            return unknown_action(a, ["order LEADER WHAT UNIT", "command LEADER WHAT", "done"], "8.0")
        leader, target = names.piece.get(a[1], -1), names.piece.get(a[-1], -1)
        if leader < 0 or not s.is_on_map(leader) or s.side[leader] != ITALIAN or not s.world.units[leader].is_leader:
            return Refusal("3.0", "{key} is no Italian leader on the map.", {"key": a[1]})
        if a[0] == "command":
            values = {"chief": s.world.units[leader].title, "order": TITLES[a[2]].lower(), "left": s.points[leader]}
            sentence = "{chief} cannot give this order to all of his at once ({order}): it takes two or more who can use it, and orders for each; he has {left}."
            return None if self.all_of(s, leader, a[2]) else Refusal("3.0.value", sentence, values)
        if target < 0 or not s.is_on_map(target):
            return Refusal("8.0", "{key} is not on the map.", {"key": a[3]})
        return refuse_order(s, leader, a[2], target)

    def apply(self, s: AduaState, a: Action) -> None:
        if a[0] == "done":
            pop(s)
            return
        leader = s.world.names.piece[a[1]]
        for target in self.all_of(s, leader, a[2]) if a[0] == "command" else [s.world.names.piece[a[3]]]:
            s.do(Spent("3.0.value", leader, s.points[leader], s.points[leader] - 1))
            s.mark("8.0", target, ORDERS[a[2]])
            if a[2] == "entrench":
                s.mark("5.5", target, ENTRENCHED)
