"""Defensive fire during the enemy's movement (16): the defender's standing orders (S), and his answer where they leave it open.

Orders are part of the position and secret to their owner. They say: fire by yourselves when a shot is likely enough to break or kill a mover, at no
more than some range; otherwise hold fire, or ask. Hidden units have an order of their own. Whether the defender is asked follows only from what the
mover could know, or from the order to ask at every step: a pause never betrays a hidden unit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from amba.core.decision import Decision, Refusal
from amba.core.event import Said
from amba.core.order import Done, shape_of
from amba.core.steps import AskStep, AutoStep, Takes, change, leave, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    HIDDEN,
    LET_GO,
    ORDER_AT,
    ORDER_CHANCE,
    ORDER_HIDDEN,
    ORDER_MOTION,
    ORDER_OTHERWISE,
    ORDER_RANGE,
    PINNED,
    SIDES,
    order_track,
)
from amba.games.hollow.frames import AfterStep, Aiming, Answering, GivingOrders, Pieces, Shot, Watching
from amba.games.hollow.orders import Engines, FireFromChance, FireOnlyAt, FireWithin, HiddenUnits, LetGo, LetPass, Otherwise, Shoot
from amba.games.hollow.rules.r007_seeing import is_clear
from amba.games.hollow.rules.r008_fire import able, may_join, power_of
from amba.games.hollow.rules.r009_groups import JOINING, proposed, refuse_shoot, shot_of
from amba.games.hollow.rules.r010_fire_table import column
from amba.games.hollow.rules.r010_odds import hurt
from amba.games.hollow.rules.r010_shots import open_fire
from amba.games.hollow.rules.r017_weapons import joined, shooter
from amba.games.hollow.state import HollowState

StandingOrder = FireWithin | FireFromChance | Otherwise | HiddenUnits | FireOnlyAt | Engines
CHOICES: dict[type[Any], tuple[int, tuple[StandingOrder, ...]]] = {
    FireWithin: (ORDER_RANGE, tuple(FireWithin(hexes) for hexes in (0, 2, 4, 6, 8, 12))),
    FireFromChance: (ORDER_CHANCE, tuple(FireFromChance(percent) for percent in (0, 10, 20, 30, 40, 50))),
    Otherwise: (ORDER_OTHERWISE, (Otherwise("hold"), Otherwise("ask"))),
    HiddenUnits: (ORDER_HIDDEN, (HiddenUnits("hold"), HiddenUnits("fire"), HiddenUnits("ask"))),
    FireOnlyAt: (ORDER_AT, (FireOnlyAt("all"), FireOnlyAt("open"), FireOnlyAt("stacks"))),
    Engines: (ORDER_MOTION, (Engines("rest"), Engines("start"))),
}
"""Which order of a side each of them changes, and what it may be."""
STANDING_VERBS = frozenset(shape_of(order).verb for order in CHOICES)
HOLD = 0
HIDDEN_FIRE, HIDDEN_ASK = 1, 2
OPEN, STACKS = 1, 2
USUAL_CHANCE = 20
"""The orders nobody has changed: fire from one chance in five, otherwise hold, hidden units hold. Nobody is asked at every step unless he wants to be."""
FAR = 16
"""Beyond so many hexes nobody is asked whether a question mark fires."""


def side_of(s: HollowState, at: GivingOrders | Answering) -> int:
    """Whose orders they are: the defender's."""
    return at.side if isinstance(at, GivingOrders) else 1 - s.side[at.units[0]]


def value_of(a: StandingOrder) -> int:
    """The order as it stands on its track: a number, or which of its words."""
    if isinstance(a, FireWithin):
        return a.hexes
    return a.percent if isinstance(a, FireFromChance) else CHOICES[type(a)][1].index(a)


@rule("S")
def refuse_standing(s: HollowState, at: GivingOrders | Answering, a: StandingOrder) -> Refusal | None:
    """One of the choices, other than what is ordered now; not while somebody is chosen to fire."""
    which, offered = CHOICES[type(a)]
    if isinstance(at, Answering) and at.firers:
        return Refusal("S", "Somebody is chosen to fire: that comes first.")
    if isinstance(a, Engines) and not s.vehicles(side_of(s, at)):
        return Refusal("135", "You have no vehicles on the map.")
    if a not in offered:
        return Refusal("S", "It may be one of {offered}.", {"offered": ", ".join(str(value_of(one)) for one in offered)})
    return Refusal("S", "That is the order already.") if s.order(side_of(s, at), which) == value_of(a) else None


@rule("S")
def give_order(s: HollowState, at: GivingOrders | Answering, a: StandingOrder) -> None:
    """Change one of the orders."""
    s.set_track("S", order_track(side_of(s, at), CHOICES[type(a)][0]), value_of(a))


def standing_orders(do: Callable[[HollowState, Any, Any], None]) -> list[Takes[HollowState, Any, Any]]:
    """The six orders, wherever the defender may change them."""

    def takes(kind: type[Any], offered: tuple[StandingOrder, ...]) -> Takes[HollowState, Any, Any]:
        def candidates(s: HollowState, at: Any) -> tuple[StandingOrder, ...]:
            return offered if kind is not Engines or s.has_armour else ()

        return Takes(kind, do, refuse_standing, candidates=candidates)

    return [takes(kind, offered) for kind, (_, offered) in CHOICES.items()]


GIVING_ORDERS = AskStep(
    GivingOrders,
    lambda _, at: Decision(at.side, "orders", "S", "Standing orders for fire at the enemy's movement: change them, or go on."),
    *standing_orders(give_order),
    Takes(Done, leave),
)


@rule("S")
def is_worth_it(s: HollowState, side: int, place: int, targets: tuple[int, ...]) -> bool:
    """At what to fire: at everybody, only at men in open ground, or only at two units and more together."""
    wanted = s.order(side, ORDER_AT)
    if wanted == OPEN:
        return s.field.is_open(place)
    return wanted != STACKS or len(targets) > 1


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


def stack_shots(s: HollowState, side: int, place: int, targets: tuple[int, ...], most: int, hidden: bool, is_open: bool = False) -> list[Shot]:
    """One shot for every hex that has somebody to fire: first those who have not fired yet, then everybody; or only of those whom the enemy knows."""
    found = []
    empty = Shot(side, "first", place, (), targets)
    for here in sorted({s.at[u] for u in s.units(side)}):
        if s.field.range(here, place) > most:
            continue
        units = [u for u in s.units_at(here, side) if s.is_good(u) and (hidden or not s.has(u, HIDDEN)) and not (is_open and s.is_secret(u))]
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
            if s.field.range(s.at[piece], place) <= FAR and is_clear(s, s.viewpoint(piece), view):
                return True
        elif s.is_good(piece):
            shot = Shot(side, "first", place, (), targets)
            if any(may_join(s, shot, p) for p in (piece, *s.weapons_of(piece)) if not s.is_leader(p)):
                return True
    return False


@rule("16")
def targets_left(s: HollowState, at: Watching) -> Pieces:
    """Movers in the hex, those too who have just been pinned or broken there; a dummy that was seen moving is gone."""
    return tuple(u for u in at.units if s.at[u] == at.place and s.is_on_map(u))


Answer = Callable[[HollowState, Watching, Pieces], tuple[Fraction, Callable[[], None]] | None]
"""How others than men on foot fire at movers by standing order: how likely they are to hurt one, and what fires."""


Alert = Callable[[HollowState, Watching], None]
"""What else happens when movers come in sight; it may push frames."""


def watching(*answers: Answer, alert: Alert | None = None) -> AutoStep[HollowState, Watching]:
    """The step with the answers that other chapters add."""
    return AutoStep(Watching, lambda s, at: run_watching(s, at, answers, alert))


@rule("16")
def run_watching(s: HollowState, at: Watching, answers: Sequence[Answer] = (), alert: Alert | None = None) -> None:
    """The defender's men watch a step: the likeliest to hurt somebody fire by order, or he is asked."""
    targets = targets_left(s, at)
    if at.origin >= 0 and alert is not None:
        change(s, at._replace(origin=-1))
        waiting = len(s.frames)
        alert(s, at._replace(units=targets))
        if len(s.frames) != waiting:
            return
        at = at._replace(origin=-1)
    if not targets:
        watched(s, at.fired)
        return
    side = 1 - s.side[targets[0]]
    shot = by_order(s, side, at.place, targets)
    others = [found for answer in answers if (found := answer(s, at, targets)) is not None]
    chance, fire = max(others, key=lambda found: found[0], default=(Fraction(0), None))
    if fire is not None and (shot is None or chance > hurt(s, shot)):
        s.do(Said("S", "by order", (SIDES[side], s.world.names.places[at.place])))
        change(s, at._replace(fired=True))
        fire()
    elif shot is not None:
        s.do(Said("S", "by order", (SIDES[side], s.world.names.places[at.place])))
        fire_at_step(s, at, shot)
    elif is_asked(s, side, at.place, targets):
        change(s, Answering(at.place, targets, (), at.fired))
    else:
        watched(s, at.fired)


def fire_at_step(s: HollowState, at: Watching | Answering, shot: Shot) -> None:
    """The shot is fired; then the step is watched on."""
    change(s, Watching(at.place, at.units, True))
    push(s, Aiming(*shot))
    open_fire(s, shot)


def watched(s: HollowState, fired: bool) -> None:
    """The step is over for the defender; men under fire do not simply walk on."""
    pop(s)
    below = s.frames[-1]
    if fired and isinstance(below, AfterStep):
        change(s, below._replace(interrupted=True))


@rule("16", "S")
def ask_answer(s: HollowState, at: Answering) -> Decision:
    """The defender is asked."""
    place = {"place": s.world.names.places[at.place]}
    return Decision(1 - s.side[at.units[0]], "first fire", "16", "The enemy moves in {place}: fire, or let him pass.", place)


@rule("S")
def let_go(s: HollowState, at: Answering, a: LetGo) -> None:
    """Nobody is asked about these men again."""
    for unit in at.units:
        s.mark("S", unit, LET_GO)
    watched(s, at.fired)


def give_order_now(s: HollowState, at: Answering, a: StandingOrder) -> None:
    """The step is looked at anew, by the new orders."""
    give_order(s, at, a)
    change(s, Watching(at.place, at.units, at.fired))


ANSWERING = AskStep(
    Answering,
    ask_answer,
    *JOINING,
    Takes(Shoot, lambda s, at, _a: fire_at_step(s, at, proposed(s, shot_of(s, at))), refuse_shoot),
    Takes(LetPass, lambda s, at, _a: watched(s, at.fired)),
    Takes(LetGo, let_go),
    *standing_orders(give_order_now),
)
