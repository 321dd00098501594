"""The defender's standing orders for fire at the enemy's movement (S).

Orders are part of the position and secret to their owner. They say: fire by yourselves when a shot is likely enough to break or kill a mover, at no
more than some range; otherwise hold fire, or ask. Hidden units have an order of their own. Whether the defender is asked follows only from what the
mover could know, or from the order to ask at every step: a pause never betrays a hidden unit.
"""

from __future__ import annotations

from fractions import Fraction

from amba.core.decision import Action, Decision
from amba.core.flow import Step, pop
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.marks import HIDDEN, LET_GO, PINNED
from amba.games.hollow.rules.common import Shot
from amba.games.hollow.rules.r007_seeing import line
from amba.games.hollow.rules.r008_fire import able, may_join
from amba.games.hollow.rules.r008_firepower import power_of
from amba.games.hollow.rules.r010_fire_table import column
from amba.games.hollow.rules.r010_odds import hurt
from amba.games.hollow.rules.r017_weapons import joined, shooter
from amba.games.hollow.state import HollowState
from amba.games.hollow.tracks import AT_WHAT, ORDER_AT, ORDER_CHANCE, ORDER_HIDDEN, ORDER_OTHERWISE, ORDER_RANGE, ORDERS

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
