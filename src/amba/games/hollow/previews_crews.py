"""What an order to a crew, or to men against a vehicle, would do: the numbers, and every result with its exact chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from amba.core.decision import Chance, Preview
from amba.core.event import Event, Said
from amba.core.odds import ToldValue, every_fall
from amba.core.order import Order
from amba.games.hollow import orders_crews as orders
from amba.games.hollow.frames import FirePhase, Marching, RallyPhase
from amba.games.hollow.frames_armour import GunAnswer, Manoeuvre
from amba.games.hollow.frames_crews import OverrunRoll, PierceShot, RakeRoll, Repelling, Storming
from amba.games.hollow.orders import LayCharge
from amba.games.hollow.previews import Rules, preview_charge, rolled
from amba.games.hollow.previews_armour import chance_lines
from amba.games.hollow.previews_guns import FACINGS, WITHIN_HEX, facings_met, hull_down_lines, kill_lines, kill_means, motion_lines
from amba.games.hollow.previews_mines import mined_on_the_way, with_mines
from amba.games.hollow.previews_shots import ORDER, dust_warning, meaning, roll_warnings
from amba.games.hollow.rules.armour.r023_charge_kill import charge_items
from amba.games.hollow.rules.armour.r030_costs import point_lines, points_left, points_text
from amba.games.hollow.rules.armour.r033_to_kill import read_kill
from amba.games.hollow.rules.armour.r035_bounding import bounding_pierce, driving_fire
from amba.games.hollow.rules.armour.r035_machine_guns import ready_guns, strength_of
from amba.games.hollow.rules.armour.r035_piercing import facing_found, pierce_items, pierce_kill_items
from amba.games.hollow.rules.armour.r035_piercing import shot_of as pierce_shot
from amba.games.hollow.rules.armour.r035_raking import rake_groups, rake_items, roll_of
from amba.games.hollow.rules.armour.r036_close_combat import repel_odds
from amba.games.hollow.rules.armour.r036_storming import BURNS, DESTROYED, IMMOBILISED, NOTHING, storm_items, storm_number
from amba.games.hollow.rules.armour.r037_answering import bullets, rake_answer
from amba.games.hollow.rules.armour.r072_overrun import overrun_items, overrun_power, run_down, run_down_groups, run_down_items
from amba.games.hollow.rules.armour.r176_checks import going, items_of
from amba.games.hollow.rules.common import Line, item_lines, modifier_lines, sum_of
from amba.games.hollow.rules.dice import SUMS
from amba.games.hollow.rules.r010_fire_table import SCALE, column
from amba.games.hollow.rules.r010_odds import table_result
from amba.games.hollow.rules.r023_charges import dud_from
from amba.games.hollow.rules.r194_air import has_third_die
from amba.games.hollow.rules.r197_armour_check import check_items
from amba.games.hollow.state import HollowState
from amba.games.hollow.told import HIT_MODIFIER, HIT_NUMBER, KillTold, ToExplosion, fraction_text

Events = Sequence[Event]


def rake_column(s: Any, events: Events) -> str:
    """35: the column of the machine guns whose dice are about to fall."""
    at = s.frames[-1]
    return str(column(at.power)) if isinstance(at, RakeRoll) else ""


@dataclass(frozen=True)
class RakeModifier:
    """35: what is added to the roll for one group of targets, in the order in which the table is read for them."""

    nth: int

    def __call__(self, s: Any, events: Events) -> str:
        at = s.frames[-1]
        return f"{rake_groups(s, at)[self.nth][0][0]:+d}" if isinstance(at, RakeRoll) else ""


def rake_now(s: HollowState, at: FirePhase | Manoeuvre | GunAnswer, a: orders.Rake) -> RakeRoll:
    """The dice as they would be thrown now: on the way, at a vehicle that moves, or in a fire phase."""
    if isinstance(at, GunAnswer):
        return rake_answer(s, at, a)
    return roll_of(s, (driving_fire(s, at) if isinstance(at, Manoeuvre) else at).kind, a.vehicle, a.to, a.how)


def preview_rake(play: Rules, s: HollowState, at: FirePhase | Manoeuvre | GunAnswer, a: orders.Rake) -> Preview:
    """Firepower and modifiers line by line against the first target, and the results: every die falls."""
    roll = rake_now(s, at, a)
    kind = roll.kind
    groups = rake_groups(s, roll)
    nth = next(i for i, (_, targets) in enumerate(groups) if not groups[i][0][1] and roll.targets)
    (modifier, _, _), targets = groups[nth]
    told = ToldValue("shot", 4, nth)
    chances = {fall.label: fall.chance for fall in every_fall(play, s, (a,), told)}
    odds = tuple(Chance(text, chances[text], meaning(text)) for text in ORDER if text in chances)
    guns = tuple(gun for gun in ready_guns(s, a.vehicle, kind, a.to, a.how) if gun.place in roll.guns)
    steps = strength_of(s, a.vehicle, kind, a.to, guns).steps
    items = (*steps, *modifier_lines(rake_items(s, roll, targets[0])))
    shown = ((str(column(roll.power)), rake_column), (f"{modifier:+d}", RakeModifier(nth)))
    warnings = (*(() if "flame" in roll.guns else dust_warning(s)), *roll_warnings(s, roll.targets))
    return Preview("", items=items, column=str(column(roll.power)), odds=odds, orders=(a,), told=told, shown=shown, warnings=warnings)


@dataclass(frozen=True)
class IfUnwatched:
    """72: the order, where no die falls before the vehicle's own, and nobody unseen is found there."""

    order: Order
    targets: int

    def __call__(self, game: Any, s: Any) -> tuple[Order, ...]:
        after = s.copy()
        game.apply(after, self.order)
        at = after.frames[-1]
        return (self.order,) if isinstance(at, OverrunRoll) and len(at.targets) == self.targets and not has_third_die(after) else ()


def overrun_column(s: Any, events: Events) -> str:
    at = s.frames[-1]
    return str(column(at.power)) if isinstance(at, OverrunRoll) else ""


def preview_overrun(play: Rules, s: HollowState, at: Manoeuvre, a: orders.Overrun) -> Preview:
    """The points, the firepower, the modifiers against the first of them and the results, if it gets there unharmed: the chances come from the table."""
    v, side = at.vehicle, s.side[at.vehicle]
    cost, power, targets = overrun_items(s, v, a.to), overrun_power(s, v), run_down(s, s.side[v], a.to)
    groups = run_down_groups(s, OverrunRoll(v, a.to, sum_of(power), targets))
    (modifier, vehicle), members = groups[0]
    found: dict[str, int] = {}
    for total, weight in SUMS:
        text = table_result(s, column(sum_of(power)), total + modifier, vehicle).text
        found[text] = found.get(text, 0) + weight
    lines = tuple((item.what, fraction_text(Fraction(item.value, SCALE)), item.rule) for item in power)
    odds = tuple(Chance(text, Fraction(found[text], 36), meaning(text)) for text in ORDER if text in found)
    ground = chance_lines(items_of(s, going(s, v, a.to)))
    items = (*point_lines(cost), *ground, *lines, *modifier_lines(run_down_items(s, members[0], v)))
    names = s.world.names.places
    price = f"{points_text(sum_of(cost))} of {points_text(points_left(s, v, at.extra))}"
    warnings = ("The defender fires first; those who are left may go at it (72).",)
    hidden = len([t for t in targets if s.side[t] != side])
    told, shown = ToldValue("overrun", 5), ((str(column(sum_of(power))), overrun_column),)
    result = Preview(
        "", (names[s.at[v]], names[a.to]), price, items, shown[0][0], odds, warnings=warnings, orders=IfUnwatched(a, hidden), told=told, shown=shown
    )
    mined = mined_on_the_way(s, v, a.to)
    return with_mines(s, v, mined, a, result) if mined else result


@dataclass(frozen=True)
class StormTold:
    """36: whether the men dared, and what became of the vehicle."""

    def __call__(self, s: Any, events: Events) -> str:
        if ToldValue("armour check", 2)(s, events) == "does not dare":
            return "does not dare"
        return ToldValue("storm", 3)(s, events)


def preview_storm(play: Rules, s: HollowState, at: Storming, a: orders.Storm) -> Preview:
    """The check against armour, the number and what changes it, and what becomes of the vehicle: every die falls."""
    texts = {
        BURNS: "the vehicle burns", DESTROYED: "the vehicle is destroyed with its crew", IMMOBILISED: "the vehicle is immobilised", NOTHING: "no effect",
        "does not dare": "no attack",
    }  # fmt: skip
    found = rolled(play, s, (a,), StormTold(), texts)
    armoured = s.vehicle(a.vehicle).is_armoured
    lines = (
        *(item_lines(check_items(s, a.unit)) if armoured else ()),
        ("to destroy it, less than", str(storm_number(s, a.unit)), "36"),
        *modifier_lines(storm_items(s, a.unit, a.vehicle)),
    )
    return found._replace(items=lines)


def preview_repel(play: Rules, s: HollowState, at: Repelling, a: orders.Repel) -> Preview:
    odds, number, items = repel_odds(s, a.vehicle, a.unit)
    found = rolled(play, s, (a,), ToldValue("repel", 4), {"succeeds": "the men are gone", "fails": "no effect"})
    lines = ((f"odds {odds}", str(number), "36"), *modifier_lines(items))
    return found._replace(items=lines, column=odds, shown=((odds, ToldValue("repel", 2)),))


def preview_mend(play: Rules, s: HollowState, at: RallyPhase, a: orders.Mend) -> Preview:
    texts = {"is mended": "in order again", "is still out of order": "no change", "is lost for good": "lost for good"}
    return rolled(play, s, (a,), ToldValue("mended", 2), texts)


def preview_scrounge(play: Rules, s: HollowState, at: RallyPhase, a: orders.Scrounge) -> Preview:
    return rolled(play, s, (a,), ToldValue("scrounged", 2), {"0": "nothing found", "1": "one machine gun", "2": "two machine guns"})


def pierce_now(s: HollowState, at: FirePhase | Manoeuvre | GunAnswer, a: orders.Pierce) -> PierceShot:
    """The shot as it would be fired now: on the way, at a vehicle that moves, or in a fire phase."""
    if isinstance(at, GunAnswer):
        return bullets(s, at, a)
    return bounding_pierce(s, at, a) if isinstance(at, Manoeuvre) else pierce_shot(s, at, a)


def pierce_facings(s: HollowState, shot: PierceShot) -> tuple[Line, ...]:
    """The numbers to kill on the facing that is met; within a hex on each that the die may find."""
    met = facing_found(s, shot, 1)
    by_die = bool(met) and shot.kind != "first"
    found: list[Line] = []
    for facing in FACINGS if by_die else (met,):
        kills = [pierce_kill_items(s, shot.vehicle, shot.target, is_turret, facing=facing) for is_turret in (False, True)]
        found += kill_lines(kills, facings_met(s, shot.vehicle, shot.target, facing))
    return (*found, *((WITHIN_HEX,) if by_die else ()))


def preview_pierce(play: Rules, s: HollowState, at: FirePhase | Manoeuvre | GunAnswer, a: orders.Pierce) -> Preview:
    """The number to hit with every modifier, the numbers to kill hull and turret, and what becomes of the vehicle: every die falls."""
    shot = pierce_now(s, at, a)
    number, modifiers_ = pierce_items(s, shot)
    means = kill_means(s, a.target)
    texts = {DESTROYED: means[DESTROYED], "is stunned": means["is stunned"], NOTHING: "no effect", "misses": "no effect"}
    found = rolled(play, s, (a,), KillTold(), texts)
    aim = (*item_lines(number), *modifier_lines(modifiers_), *motion_lines(s, a.vehicle), *hull_down_lines(s, a.vehicle, a.target))
    items = (*aim, *pierce_facings(s, shot))
    column_ = f"{min(12, sum_of(number))} or less"
    return found._replace(
        items=items,
        column=column_,
        shown=((column_, HIT_NUMBER), *(() if has_third_die(s) else ((f"{sum_of(modifiers_):+d}", HIT_MODIFIER),))),
        warnings=dust_warning(s),
    )


@dataclass(frozen=True)
class ChargeTold:
    """23: whether a charge went off, and what it did to the armoured vehicle there."""

    def __call__(self, s: Any, events: Events) -> str:
        dud = next((event for event in events if isinstance(event, Said) and event.what == "dud"), None)
        return "dud" if dud is not None else ToldValue("kill", 4)(s, events)


CHARGED = ("burns", "is destroyed", "is immobilised", "may be shocked", "is not hurt")


def preview_any_charge(play: Rules, s: HollowState, at: Marching, a: LayCharge) -> Preview:
    """At a tank that is alone in its hex: the number to kill, and what becomes of it, if the man with the charge comes through."""
    found, side = preview_charge(play, s, at, a), s.side[s.owner_of(a.weapon)]
    tanks = [v for v in s.vehicles(1 - side) if s.at[v] == a.to and s.vehicle(v).is_armoured]
    if found.odds or len(tanks) != 1:
        return found
    v, items = s.vehicle(tanks[0]), charge_items(s, tanks[0])
    lost = Fraction(sum(weight for total, weight in SUMS if total >= dud_from(s, a.weapon)), 36)
    chances = {"dud": lost} if lost else {}
    for dice, weight in SUMS:
        result = read_kill(sum_of(items), dice, "he", False, v.is_armoured, v.brews_up)
        chances[result] = chances.get(result, Fraction(0)) + (1 - lost) * Fraction(weight, 36)
    odds = tuple(Chance(text, chances[text], f"the vehicle {text}") for text in CHARGED if text in chances)
    odds += (Chance("dud", lost, "no effect"),) if lost else ()
    lines = (*found.items, *((f"to kill: {what}", value, rule) for what, value, rule in item_lines(items)))
    return found._replace(items=lines, column="", odds=odds, orders=ToExplosion(a), told=ChargeTold(), shown=())


PREVIEWS_CREWS: dict[type[Any], Any] = {
    LayCharge: preview_any_charge, orders.Storm: preview_storm, orders.Repel: preview_repel, orders.Mend: preview_mend, orders.Scrounge: preview_scrounge,
}  # fmt: skip
