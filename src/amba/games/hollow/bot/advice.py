"""How good an action looks to a side: a few named terms that a player would recognise. For bots; the rules never look here.

Ending a phase is worth 0, so that whatever does not improve is left alone. Of the enemy only what the side sees is looked at: open counters by their
kind, question marks as average squads.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from amba.core.decision import Action
from amba.games.hollow.bot.advice_dummies import bluff_value, bluffer
from amba.games.hollow.bot.advice_fire import add_value, everybody_value, fire_value, shoot_value, strike_value
from amba.games.hollow.bot.advice_setup import NEVER, value_buy, value_give, value_mines, value_place
from amba.games.hollow.bot.breakout import value_exit
from amba.games.hollow.bot.places import AWAY, standing
from amba.games.hollow.marks import CX, DUG
from amba.games.hollow.rules.common import NORMAL, sum_of
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.r005_movement import refuse_step
from amba.games.hollow.rules.r012_morale import morale
from amba.games.hollow.rules.r015_flight import must_rout
from amba.games.hollow.rules.r018_rally import rally_items
from amba.games.hollow.rules.r020_close_combat import kill_number, strength
from amba.games.hollow.rules.r177_victory import goal_side
from amba.games.hollow.state import HollowState
from amba.games.hollow.tracks import ORDER_CHANCE, ORDER_HIDDEN, ORDER_OTHERWISE

AVERAGE = Fraction(4)
"""The strength in close combat one reckons with under a question mark."""
ORDERS = {"chance": (ORDER_CHANCE, "20", 20), "otherwise": (ORDER_OTHERWISE, "hold", 0), "hidden": (ORDER_HIDDEN, "fire", 1)}
"""The standing orders of a steady player: fire from one in five, do not ask, hidden units too."""


def advice(s: HollowState, side: int, a: Action) -> float:
    """How good one legal action looks."""
    if (dummy := bluffer(s, a)) >= 0:
        return bluff_value(s, side, dummy, a)
    return VALUES.get(a[0], never)(s, side, a)


def piece_of(s: HollowState, a: Action, index: int = 1) -> int:
    return s.world.names.piece[a[index]]


def place_of(s: HollowState, a: Action, index: int = 1) -> int:
    return s.world.names.place[a[index]]


def value_order(s: HollowState, side: int, a: Action) -> float:
    which, word, number = ORDERS[a[0]]
    return 1.0 if a[1] == word and s.order(side, which) != number else NEVER


def value_rally(s: HollowState, side: int, a: Action) -> float:
    unit = piece_of(s, a)
    good = at_most(min(11, morale(s, unit) - sum_of(rally_items(s, unit))))
    return good / 36 - 1 / 36


def best_step(s: HollowState, side: int, unit: int) -> float:
    """The best place one step away, as `value_step` will see it."""
    found = NEVER
    for to in s.field.around[s.at[unit]]:
        if refuse_step(s, (unit,), NORMAL, 0, to, False, False) is None:
            found = max(found, standing(s, side, to) - 0.12 * max(0, len(s.counters_at(to, side)) - 1))
    return found


def value_move(s: HollowState, side: int, a: Action) -> float:
    """Worth setting out when a neighbouring hex is better; leaders wait for their men, unless they stand alone."""
    unit = piece_of(s, a)
    gain = best_step(s, side, unit) - standing(s, side, s.at[unit]) - 0.03
    men = [u for u in s.units_at(s.at[unit], side) if s.is_man(u)]
    if s.is_leader(unit):
        nearer = max((company(s, side, to) for to in s.field.around[s.at[unit]]), default=0.0) - company(s, side, s.at[unit])
        return nearer if not men else min(gain, -0.01)
    return gain


def company(s: HollowState, side: int, place: int) -> float:
    """How good a place is for a leader by himself: with men, or near them; beside the map nowhere."""
    if place not in s.field.hex_of:
        return AWAY
    nearest = min((s.field.range(place, s.at[u]) for u in s.units(side) if s.is_man(u)), default=9)
    return -0.3 * nearest


def value_join(s: HollowState, side: int, a: Action) -> float:
    """A leader goes along; squads go by themselves, or with him."""
    unit = piece_of(s, a)
    units = s.frames[-1][1]
    led = any(s.is_leader(u) for u in units)
    if s.is_leader(unit):
        return NEVER if led else 3.0
    return 2.0 if led and len(units) < 3 and not s.has(unit, CX) else NEVER


def value_enter(s: HollowState, side: int, a: Action) -> float:
    """Reinforcements come on at once, where it is best."""
    return 5.0 + standing(s, side, place_of(s, a, 2))


def value_step(s: HollowState, side: int, a: Action) -> float:
    if s.frames[-1][0] == "entering":
        return 0.5
    units = s.frames[-1][1]
    to = place_of(s, a)
    gain = standing(s, side, to, a[0] == "rim") - standing(s, side, s.at[units[0]])
    crowd = 0.12 * max(0, len(s.counters_at(to, side)) + len(units) - 2)
    if all(s.is_leader(u) for u in units):
        # A leader alone goes where men are, and no further.
        return 0.5 * min(gain, 0.6) + company(s, side, to) - company(s, side, s.at[units[0]])
    return gain - crowd - (0.6 if a[0] == "minimum" else 0.0)


def value_shelter(s: HollowState, side: int, a: Action) -> float:
    return 0.4 if goal_side(s) != side or s.turn == s.plan.turns else 0.05


def value_take(s: HollowState, side: int, a: Action) -> float:
    unit = piece_of(s, a)
    return 0.4 if s.is_squad(unit) and not s.weapons_of(unit) else NEVER


def value_dig(s: HollowState, side: int, a: Action) -> float:
    """Those who hold ground dig, if they are not in better cover."""
    unit = piece_of(s, a)
    if goal_side(s) == side or s.field.protection(s.at[unit]) >= 2 or s.has(unit, DUG):
        return NEVER
    return 0.05


def value_rout(s: HollowState, side: int, a: Action) -> float:
    return 1.0 if must_rout(s, piece_of(s, a)) else NEVER


def value_run(s: HollowState, side: int, a: Action) -> float:
    unit = s.frames[-1][1][0]
    to = place_of(s, a)
    cover = 1.0 if s.field.is_shelter(to) else 0.3 if not s.field.is_open(to) else 0.0
    nearest = min((s.field.range(s.at[foe], to) for foe in s.known_enemies(side)), default=9)
    urge = 1.0 if must_rout(s, unit) else -0.5
    return urge + cover + 0.05 * nearest


def value_along(s: HollowState, side: int, a: Action) -> float:
    """A broken leader runs with the men; one in good order stays with the others."""
    return 2.0 if s.is_broken(piece_of(s, a)) else NEVER


def duel(s: HollowState, side: int, unit: int, place: int) -> float:
    """What close combat there promises: own chance to kill less the enemy's."""
    mine = sum((strength(s, u, True) for u in {unit, *s.units_at(place, side)}), Fraction(0))
    foes = s.seen_at(place, side)
    theirs = sum((AVERAGE if s.is_secret(f) or s.is_dummy(f) else strength(s, f, True) for f in foes), Fraction(0))
    broken = all(not s.is_secret(f) and s.is_unit(f) and s.is_broken(f) for f in foes)
    if broken:
        return 1.5
    win, lose = at_most(kill_number(mine, theirs)[1]), at_most(kill_number(theirs, mine)[1])
    return (win - lose) / 36


def value_advance(s: HollowState, side: int, a: Action) -> float:
    unit, to = piece_of(s, a), place_of(s, a, 2)
    gain = standing(s, side, to, a[3:] == ("rim",)) - standing(s, side, s.at[unit]) - 0.05
    if s.seen_at(to, side):
        bold = 0.15 if goal_side(s) == side else -0.1
        return 1.5 * duel(s, side, unit, to) + bold + 0.5 * max(0.0, gain)
    if s.is_leader(unit) and any(s.is_man(u) for u in s.units_at(s.at[unit], side)):
        return NEVER
    return gain + (0.1 if a[3:] == ("shelter",) else 0.0)


def never(s: HollowState, side: int, a: Action) -> float:
    return NEVER


def constant(value: float) -> Callable[[HollowState, int, Action], float]:
    return lambda *_: value


VALUES: dict[str, Callable[[HollowState, int, Action], float]] = {
    "place": value_place, "lay": value_mines, "bury": value_mines, "buy": value_buy, "month": constant(0.0), "give": value_give, "hide": constant(0.5), "chance": value_order, "otherwise": value_order, "hidden": value_order,
    "range": never, "ignore": never, "at": never, "rally": value_rally, "repair": constant(0.3), "deploy": never, "recombine": constant(0.2), "escape": constant(0.1), "hand": never, "free": never, "fire": fire_value, "add": add_value, "rifles": never, "hold": never, "from": never, "band": never,
    "shoot": shoot_value, "dig": value_dig, "move": value_move, "enter": value_enter, "exit": value_exit, "off": value_exit, "join": value_join, "go": value_step, "rim": value_step,
    "minimum": value_step, "assault": never, "double": never, "walk": never, "together": never, "everybody": everybody_value, "leave": never, "crest": never, "down": never, "shelter": value_shelter, "take": value_take, "drop": never,
    "rout": value_rout, "charge": constant(0.6), "run": value_run, "along": value_along, "advance": value_advance, "target": strike_value, "spare": never, "kill": strike_value,
    "capture": strike_value, **dict.fromkeys(("done", "halt", "pass", "stop"), constant(0.0)),
}  # fmt: skip
