"""How good an action looks to a side: a few named terms that a player would recognise. For bots; the rules never look here.

Ending a phase is worth 0, so that whatever does not improve is left alone. Of the enemy only what the side sees is looked at: open counters by their
kind, question marks as average squads.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from amba.core.order import Done
from amba.core.steps import top
from amba.games.hollow import orders
from amba.games.hollow.bot.advice_armour import ARMOUR_VALUES
from amba.games.hollow.bot.advice_artillery import ARTILLERY_VALUES, observes
from amba.games.hollow.bot.advice_fire import add_value, cover_value, everybody_value, fire_value, shoot_value, strike_value, target_value
from amba.games.hollow.bot.advice_platoon import PLATOON_VALUES
from amba.games.hollow.bot.advice_setup import NEVER, value_buy, value_give, value_levy, value_mines, value_place
from amba.games.hollow.bot.estimates import has_heavy_gun
from amba.games.hollow.bot.places import AWAY, standing, value_exit
from amba.games.hollow.bot.routes import covers, covers_less, serves_gun, way_to_gun
from amba.games.hollow.counters import CX, DUG
from amba.games.hollow.frames import BandAdvance, Entering, Marching, Pieces, Running
from amba.games.hollow.orders import Advance, DownIntoBed, Go, GoToCrest, Join, MinimumMove, StartOut, TakeShelter, UpToCrest, WorkIntoHedge
from amba.games.hollow.orders_men import Volley
from amba.games.hollow.rules.common import NORMAL, sum_of
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.r005_movement import refuse_step
from amba.games.hollow.rules.r007_seeing import may_be_seen
from amba.games.hollow.rules.r012_morale import morale
from amba.games.hollow.rules.r015_flight import must_rout
from amba.games.hollow.rules.r016_defensive_fire import StandingOrder
from amba.games.hollow.rules.r018_rally import rally_items
from amba.games.hollow.rules.r020_close_combat import kill_number, strength
from amba.games.hollow.rules.r177_victory import goal_side
from amba.games.hollow.state import HollowState

EAGER = 0.5
"""Men come first: a dummy is moved when they have nothing better to do."""


def dummy_in(s: HollowState, a: Any) -> int:
    """The dummy an order is about, be it named in it or on the march by itself; -1 if none."""
    if isinstance(a, StartOut | Join | Advance | WorkIntoHedge):
        return a.unit if s.is_dummy(a.unit) else -1
    at = s.frames[-1]
    if isinstance(at, Marching) and isinstance(a, Go | GoToCrest | MinimumMove | TakeShelter | UpToCrest | DownIntoBed):
        return at.units[0] if all(s.is_dummy(unit) for unit in at.units) else -1
    return -1


def dummy_value(s: HollowState, side: int, dummy: int, a: Any) -> float:
    here = standing(s, side, s.at[dummy])
    if isinstance(a, StartOut):
        near = [to for to in s.field.around[s.at[dummy]] if refuse_step(s, (dummy,), NORMAL, 0, to, False, False) is None]
        return max((dummy_gain(s, side, to) - EAGER * here for to in near), default=NEVER) - 0.03
    if isinstance(a, Go) or (isinstance(a, Advance) and not a.how):
        return dummy_gain(s, side, a.to) - EAGER * here - 0.03
    return NEVER


def dummy_gain(s: HollowState, side: int, place: int) -> float:
    """Nothing is gained by a dummy that is seen, or that meets somebody."""
    if s.seen_at(place, side) or may_be_seen(s, place, s.field.view_from(place), side):
        return NEVER
    return EAGER * standing(s, side, place)


AVERAGE = Fraction(4)
"""The strength in close combat one reckons with under a question mark."""
STEADY: tuple[StandingOrder, ...] = (orders.FireFromChance(20), orders.Otherwise("hold"), orders.HiddenUnits("fire"))


def advice(s: HollowState, side: int, a: Any) -> float:
    """How good one legal order looks."""
    if (dummy := dummy_in(s, a)) >= 0:
        return dummy_value(s, side, dummy, a)
    value = VALUES.get(type(a))
    return NEVER if value is None else value(s, side, a)


def value_standing(s: HollowState, side: int, a: StandingOrder) -> float:
    """The standing orders of a steady player: fire from one in five, do not ask, hidden units too."""
    return 1.0 if a in STEADY else NEVER


def value_rally(s: HollowState, side: int, a: orders.Rally) -> float:
    good = at_most(min(11, morale(s, a.unit) - sum_of(rally_items(s, a.unit))))
    return good / 36 - 1 / 36


def best_step(s: HollowState, side: int, unit: int) -> float:
    """The best place one step away, as `value_step` will see it."""
    found = NEVER
    for to in s.field.around[s.at[unit]]:
        if refuse_step(s, (unit,), NORMAL, 0, to, False, False) is None:
            found = max(found, standing(s, side, to) + way_to_gun(s, side, (unit,), to) - 0.12 * max(0, len(s.counters_at(to, side)) - 1))
    return found


def value_start(s: HollowState, side: int, a: orders.StartOut) -> float:
    """Worth setting out when a neighbouring hex is better; leaders wait for their men, unless they stand alone."""
    unit = a.unit
    if serves_gun(s, unit) or covers(s, side, unit) or observes(s, unit):
        return NEVER
    gain = best_step(s, side, unit) - standing(s, side, s.at[unit]) - way_to_gun(s, side, (unit,), s.at[unit]) - 0.03
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


def value_join(s: HollowState, side: int, a: orders.Join) -> float:
    """A leader goes along; squads go by themselves, or with him."""
    unit, units = a.unit, top_units(s)
    led = any(s.is_leader(u) for u in units)
    if s.is_leader(unit):
        return NEVER if led or observes(s, unit) else 3.0
    return 2.0 if led and len(units) < 3 and not s.has(unit, CX) else NEVER


def value_enter(s: HollowState, side: int, a: orders.Enter) -> float:
    """Reinforcements come on at once, where it is best."""
    return 5.0 + standing(s, side, a.at)


def top_units(s: HollowState) -> Pieces:
    """Those who are on the march, or about to enter."""
    at = s.frames[-1]
    assert isinstance(at, Marching | Entering | BandAdvance)
    return at.units


def value_step(s: HollowState, side: int, a: orders.Go | orders.GoToCrest | orders.MinimumMove) -> float:
    if isinstance(s.frames[-1], Entering):
        return 0.5
    units, to = top_units(s), a.to
    gain = standing(s, side, to, isinstance(a, orders.GoToCrest)) - standing(s, side, s.at[units[0]])
    crowd = 0.12 * max(0, len(s.counters_at(to, side)) + len(units) - 2)
    if all(s.is_leader(u) for u in units):
        # A leader alone goes where men are, and no further.
        return 0.5 * min(gain, 0.6) + company(s, side, to) - company(s, side, s.at[units[0]])
    gain += way_to_gun(s, side, units, to) - way_to_gun(s, side, units, s.at[units[0]])
    return gain - crowd - (0.6 if isinstance(a, orders.MinimumMove) else 0.0)


def value_shelter(s: HollowState, side: int, a: orders.TakeShelter) -> float:
    return 0.4 if goal_side(s) != side or s.turn == s.plan.turns else 0.05


def value_take(s: HollowState, side: int, a: orders.Take) -> float:
    return 0.4 if s.is_squad(a.unit) and not s.weapons_of(a.unit) else NEVER


def value_dig(s: HollowState, side: int, a: orders.Dig) -> float:
    """Those who hold ground dig, if they are not in better cover."""
    if goal_side(s) == side or s.field.protection(s.at[a.unit]) >= 2 or s.has(a.unit, DUG):
        return NEVER
    return 0.05


def value_rout(s: HollowState, side: int, a: orders.Rout) -> float:
    return 1.0 if must_rout(s, a.unit) else NEVER


BESIDE_THEM = -0.7
"""No cover helps broken men beside the enemy: there they are taken."""


def value_run(s: HollowState, side: int, a: orders.Run) -> float:
    unit, to = top(s, Running).units[0], a.to
    cover = 1.0 if s.field.is_shelter(to) else 0.3 if not s.field.is_open(to) else 0.0
    nearest = min((s.field.range(s.at[foe], to) for foe in s.known_enemies(side)), default=9)
    if nearest <= 1:
        cover = BESIDE_THEM
    urge = 1.0 if must_rout(s, unit) else -0.5
    return urge + cover + 0.05 * nearest


def value_along(s: HollowState, side: int, a: orders.RunAlong) -> float:
    """A broken leader runs with the men; one in good order stays with the others."""
    return 2.0 if s.is_broken(a.leader) else NEVER


def duel(s: HollowState, side: int, unit: int, place: int) -> float:
    """What close combat there promises: own chance to kill less the enemy's."""
    mine = sum((strength(s, u, True) for u in {unit, *s.units_at(place, side)}), Fraction(0))
    foes = s.seen_at(place, side)
    theirs = sum((AVERAGE if s.is_secret(f) or s.is_dummy(f) else strength(s, f, True) for f in foes), Fraction(0))
    broken = all(not s.is_secret(f) and s.is_unit(f) and s.is_broken(f) for f in foes)
    if broken:
        return 1.5
    win, lose = (at_most(kill_number(*pair, s.world.printed)[1]) for pair in ((mine, theirs), (theirs, mine)))
    return (win - lose) / 36


LETS_THEM_GO = -0.05
"""What it costs that a leader goes before his men do: little, since a plan may send him after them."""


def value_advance(s: HollowState, side: int, a: orders.Advance) -> float:
    unit, to = a.unit, a.to
    if serves_gun(s, unit) or observes(s, unit):
        return NEVER
    gain = standing(s, side, to, a.how == "rim") - standing(s, side, s.at[unit]) - 0.05
    gain += way_to_gun(s, side, (unit,), to) - way_to_gun(s, side, (unit,), s.at[unit])
    if s.seen_at(to, side):
        if s.is_leader(unit) or (has_heavy_gun(s, unit) and s.turn < s.plan.turns):
            return NEVER  # a leader adds nothing to close combat, a machine gun on its legs is worth more outside it
        bold = 0.15 if goal_side(s) == side else -0.1
        return 1.5 * duel(s, side, unit, to) + bold + 0.5 * max(0.0, gain)
    if s.is_leader(unit):
        return value_following(s, side, unit, to, gain)
    if covers_less(s, side, unit, to, a.how == "rim"):
        return NEVER
    return gain + (0.1 if a.how == "shelter" else 0.0)


def value_following(s: HollowState, side: int, leader: int, to: int, gain: float) -> float:
    """A leader waits until the men of his hex have gone, then goes after them: alone beside the enemy he is taken."""
    if any(s.is_man(u) for u in s.units_at(s.at[leader], side)):
        return min(gain, LETS_THEM_GO)
    return gain + company(s, side, to) - company(s, side, s.at[leader])


def constant(value: float) -> Callable[[HollowState, int, Any], float]:
    return lambda *_: value


VALUES: dict[type[Any], Callable[[HollowState, int, Any], float]] = {
    **ARMOUR_VALUES, **PLATOON_VALUES,
    **ARTILLERY_VALUES,
    orders.SetDown: value_place, orders.LayField: value_mines, orders.BuryField: value_mines, orders.Buy: value_buy, orders.ChooseMonth: constant(0.0), orders.ChooseCampaign: constant(0.0), orders.Levy: value_levy, orders.Give: value_give, orders.Hide: constant(0.5),
    orders.FireFromChance: value_standing, orders.Otherwise: value_standing, orders.HiddenUnits: value_standing,
    orders.Rally: value_rally, orders.Repair: constant(0.3), orders.Recombine: constant(0.2), orders.Escape: constant(0.1), orders.Take: value_take,
    orders.FireAt: fire_value, orders.FireFrom: cover_value, orders.Add: add_value, orders.AddEverybody: everybody_value, orders.Shoot: shoot_value, orders.Dig: value_dig,
    Volley: constant(0.3), orders.StartOut: value_start, orders.Enter: value_enter, orders.Exit: value_exit, orders.AdvanceOff: value_exit, orders.GoOff: value_exit, orders.Join: value_join,
    orders.Go: value_step, orders.GoToCrest: value_step, orders.MinimumMove: value_step, orders.TakeShelter: value_shelter, orders.LayCharge: constant(0.6),
    orders.Rout: value_rout, orders.Run: value_run, orders.RunAlong: value_along, orders.Advance: value_advance, orders.Target: target_value, orders.Kill: strike_value, orders.Capture: strike_value,
    **dict.fromkeys((Done, orders.Halt, orders.LetPass, orders.StopRunning), constant(0.0)),
}  # fmt: skip
"""What is not named here is never worth doing by itself."""
