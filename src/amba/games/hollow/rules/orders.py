"""Defensive fire during the enemy's movement: the defender's standing orders, and asking him where they leave it open (16).

Orders are part of the position and secret to their owner. They say: fire by yourselves when a shot is likely enough to break or kill a mover, at no
more than some range; otherwise hold fire, or ask. Hidden units have an order of their own. Whether the defender is asked follows only from what the
mover could know, or from the order to ask at every step: a pause never betrays a hidden unit.
"""

from __future__ import annotations

from fractions import Fraction

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Said
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.rules.hooks import Shot
from amba.games.hollow.rules.odds import hurt
from amba.games.hollow.rules.r008_fire import able, column, may_join, power_of
from amba.games.hollow.rules.r008_seeing import line
from amba.games.hollow.rules.r009_groups import hold_orders, may_call_all, may_shoot, proposed, refuse_hold, with_everybody
from amba.games.hollow.rules.r010_shots import join_orders, open_fire, refuse_everybody, refuse_join, with_order
from amba.games.hollow.rules.r017_weapons import joined, shooter
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import (
    AT_WHAT,
    HIDDEN,
    LET_GO,
    ORDER_AT,
    ORDER_CHANCE,
    ORDER_HIDDEN,
    ORDER_OTHERWISE,
    ORDER_RANGE,
    ORDERS,
    PINNED,
    SIDES,
)

RANGES = (0, 2, 4, 6, 8, 12)
CHANCES = (0, 10, 20, 30, 40, 50)
HOLD, ASK = 0, 1
HIDDEN_HOLD, HIDDEN_FIRE, HIDDEN_ASK = 0, 1, 2
WORDS = {"otherwise": ("hold", "ask"), "hidden": ("hold", "fire", "ask"), "at": ("all", "open", "stacks")}
ALL, OPEN, STACKS = 0, 1, 2
USUAL_CHANCE = 20
"""The orders nobody has changed: fire from one chance in five, otherwise hold, hidden units hold. Nobody is asked at every step unless he wants to be."""
FAR = 16
"""Beyond so many hexes nobody is asked whether a question mark fires."""


def choices(s: HollowState, side: int) -> list[Action]:
    """Every change to the orders."""
    found: list[Action] = [("range", str(n)) for n in RANGES if n != s.order(side, ORDER_RANGE)]
    found += [("chance", str(n)) for n in CHANCES if n != s.order(side, ORDER_CHANCE)]
    for word, which in (("otherwise", ORDER_OTHERWISE), ("hidden", ORDER_HIDDEN), ("at", ORDER_AT)):
        found += [(word, choice) for i, choice in enumerate(WORDS[word]) if i != s.order(side, which)]
    return found


@rule("S")
def give_order(s: HollowState, side: int, a: Action) -> None:
    """Change one of the orders."""
    which = {"range": ORDER_RANGE, "chance": ORDER_CHANCE, "otherwise": ORDER_OTHERWISE, "hidden": ORDER_HIDDEN, "at": ORDER_AT}[a[0]]
    value = WORDS[a[0]].index(a[1]) if a[0] in WORDS else int(a[1])
    s.set_track("S", AT_WHAT + side if which == ORDER_AT else ORDERS + 5 * side + which, value)


@rule("S")
def is_worth_it(s: HollowState, side: int, place: int, targets: tuple[int, ...]) -> bool:
    """At what to fire: at everybody, only at men in open ground, or only at two units and more together."""
    wanted = s.order(side, ORDER_AT)
    if wanted == OPEN:
        return s.field.is_open(place)
    return wanted != STACKS or len(targets) > 1


class GiveOrders(Step[HollowState]):
    """At the start of the enemy's movement: ("orders", side)."""

    def decision(self, s: HollowState) -> Decision:
        return Decision(s.frames[-1][1], "orders", "S", "Standing orders for fire at the enemy's movement: change them, or go on.")

    @rule("S")
    def menu(self, s: HollowState) -> Menu:
        return Menu([*choices(s, s.frames[-1][1]), ("done",)])

    def apply(self, s: HollowState, a: Action) -> None:
        if a[0] == "done":
            pop(s)
        else:
            give_order(s, s.frames[-1][1], a)


@rule("16")
def targets_left(s: HollowState, place: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """Movers in the hex, those too who have just been pinned or broken there."""
    return tuple(u for u in units if s.at[u] == place)


def on_their_feet(s: HollowState, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Those who could still go on."""
    return tuple(u for u in targets if s.is_good(u) and not s.has(u, PINNED))


@rule("S", "16")
def by_order(s: HollowState, side: int, place: int, targets: tuple[int, ...]) -> Shot | None:
    """The likeliest shot that the orders allow: the units of one hex together, with their leader; nobody fires by himself at men who are down."""
    least = s.order(side, ORDER_CHANCE)
    if not least or not on_their_feet(s, targets) or not is_worth_it(s, side, place, targets):
        return None
    most = s.order(side, ORDER_RANGE) or 99
    best: tuple[Fraction, Shot] | None = None
    for shot in stack_shots(s, side, place, targets, most, s.order(side, ORDER_HIDDEN) == HIDDEN_FIRE):
        chance = hurt(s, shot)
        if 100 * chance >= least and (best is None or chance > best[0]):
            best = (chance, shot)
    return best[1] if best is not None else None


def stack_shots(s: HollowState, side: int, place: int, targets: tuple[int, ...], most: int, hidden: bool) -> list[Shot]:
    """One shot for every hex that has somebody to fire: first those who have not fired yet, then everybody."""
    found = []
    empty = Shot(side, "first", place, (), targets)
    for here in sorted({s.at[u] for u in s.units(side)}):
        if s.field.range(here, place) > most:
            continue
        units = [u for u in s.units_at(here, side) if s.is_good(u) and (hidden or not s.has(u, HIDDEN))]
        firers: tuple[int, ...] = ()
        for unit in units:
            for piece in (unit, *s.weapons_of(unit)):
                shot = empty._replace(firers=firers)
                if not s.is_leader(piece) and may_join(s, shot, piece):
                    firers = joined(s, shot, piece).firers
        leaders = [u for u in units if s.is_leader(u) and not able(s, side, "first", u) and u not in {shooter(s, p) for p in firers}]
        if firers and leaders:
            leader = min(leaders, key=lambda u: s.leader(u).leadership)
            if s.leader(leader).leadership <= 0:
                firers = (*firers, leader)
        shot = empty._replace(firers=firers)
        if firers and column(power_of(s, shot)) is not None:
            found.append(shot)
    return found


@rule("S")
def is_asked(s: HollowState, side: int, place: int, targets: tuple[int, ...]) -> bool:
    """Ask where the orders say so and a counter the mover knows of might fire; or at every step, if the hidden units' order is to ask. Not about men let go."""
    if all(s.has(target, LET_GO) for target in targets):
        return False
    if s.order(side, ORDER_HIDDEN) == HIDDEN_ASK:
        return True
    if s.order(side, ORDER_OTHERWISE) == HOLD:
        return False
    view = s.viewpoint(targets[0])
    for piece in s.known_counters(side):
        if s.is_secret(piece):
            if s.field.range(s.at[piece], place) <= FAR and line(s, s.viewpoint(piece), view).is_clear:
                return True
        elif s.is_good(piece):
            shot = Shot(side, "first", place, (), targets)
            if any(may_join(s, shot, p) for p in (piece, *s.weapons_of(piece)) if not s.is_leader(p)):
                return True
    return False


class Watch(Step[HollowState]):
    """The defender's men watch a step: ("watch", place, units, whether they have fired at it)."""

    auto = True

    @rule("16")
    def run(self, s: HollowState) -> None:
        _, place, units, fired = s.frames[-1]
        targets = targets_left(s, place, units)
        if not targets:
            watched(s, fired)
            return
        side = 1 - s.side[targets[0]]
        shot = by_order(s, side, place, targets)
        if shot is not None:
            s.do(Said("S", "by order", (SIDES[side], s.world.names.places[place])))
            change(s, "watch", place, units, True)
            push(s, "shot", *shot)
            open_fire(s, shot)
        elif is_asked(s, side, place, targets):
            change(s, "answer", place, targets, (), fired)
        else:
            watched(s, fired)


def watched(s: HollowState, fired: bool) -> None:
    """The step is over for the defender; men under fire do not simply walk on."""
    pop(s)
    if fired and s.frames[-1][0] == "tidy":
        change(s, *s.frames[-1][:3], True)


class Answer(Step[HollowState]):
    """The defender is asked: ("answer", place, units, firers, whether somebody has fired at this step already)."""

    def shot(self, s: HollowState) -> Shot:
        _, place, units, firers, _ = s.frames[-1]
        return Shot(1 - s.side[units[0]], "first", place, firers, units)

    def decision(self, s: HollowState) -> Decision:
        shot = self.shot(s)
        return Decision(
            shot.side, "first fire", "16", "The enemy moves in {place}: fire, or let him pass.", {"place": s.world.names.places[shot.place]}
        )

    @rule("16", "S")
    def menu(self, s: HollowState) -> Menu:
        shot = self.shot(s)
        plain = join_orders(s, shot) + hold_orders(s, shot)
        if may_shoot(s, shot):
            plain.append(("shoot",))
        if may_call_all(s, shot, plain):
            plain.append(("everybody",))
        return Menu([*plain, ("pass",), ("ignore",), *([] if shot.firers else choices(s, shot.side))])

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        shot = self.shot(s)
        if a in {("pass",), ("ignore",), ("shoot",)} or (not shot.firers and a in choices(s, shot.side)):
            if a == ("shoot",) and not may_shoot(s, shot):
                return Refusal("10", "Nobody fires with a whole factor yet.")
            return None
        if a == ("everybody",):
            return refuse_everybody(s, shot)
        if len(a) == 2 and a[0] in {"add", "rifles"} and a[1] in s.world.names.piece:
            return refuse_join(s, shot, a)
        if len(a) == 2 and a[0] == "hold" and a[1] in s.world.names.piece:
            return refuse_hold(s, shot, s.world.names.piece[a[1]])
        return unknown_action(
            a, ("add", "rifles", "hold", "everybody", "shoot", "pass", "ignore", "range", "chance", "otherwise", "hidden", "at"), "16"
        )

    def apply(self, s: HollowState, a: Action) -> None:
        shot, fired = self.shot(s), s.frames[-1][4]
        if a[0] in {"pass", "ignore"}:
            for unit in shot.targets if a[0] == "ignore" else ():
                s.mark("S", unit, LET_GO)
            watched(s, fired)
        elif a[0] in {"add", "rifles", "hold"}:
            change(s, "answer", shot.place, shot.targets, with_order(s, shot, a).firers, fired)
        elif a[0] == "everybody":
            change(s, "answer", shot.place, shot.targets, with_everybody(s, shot).firers, fired)
        elif a[0] == "shoot":
            change(s, "watch", shot.place, shot.targets, True)
            group = proposed(s, shot)
            push(s, "shot", *group)
            open_fire(s, group)
        else:
            give_order(s, shot.side, a)
            change(s, "watch", shot.place, shot.targets, fired)
