"""What men's other orders would do, before they are given."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from amba.core.decision import Chance, Preview
from amba.core.odds import ToldValue, every_fall
from amba.games.hollow import told
from amba.games.hollow.frames import FirePhase, MovePhase
from amba.games.hollow.frames_men import SabreRoll, VolleyRoll
from amba.games.hollow.orders_men import CavalryCharge, Search, Volley
from amba.games.hollow.previews import Rules, rolled, with_number
from amba.games.hollow.previews_shots import ORDER, meaning
from amba.games.hollow.rules.armour.r031_firing import as_rake, volley_roll, volley_strength
from amba.games.hollow.rules.armour.r035_raking import rake_groups, rake_items
from amba.games.hollow.rules.common import modifier_lines, sum_of
from amba.games.hollow.rules.dice import SUMS
from amba.games.hollow.rules.r010_fire_table import SCALE, column, fire_result
from amba.games.hollow.rules.r055_searching import FOUND, search_items
from amba.games.hollow.rules.r110_charge import charged, sabre_items, sabre_modifiers, way_to
from amba.games.hollow.state import HollowState
from amba.table.layout import put


def volley_column(s: Any, events: Any) -> str:
    at = s.frames[-1]
    return str(column(at.power)) if isinstance(at, VolleyRoll) else ""


@dataclass(frozen=True)
class VolleyModifier:
    """31: what is added to the roll against one group of targets."""

    nth: int

    def __call__(self, s: Any, events: Any) -> str:
        at = s.frames[-1]
        return f"{rake_groups(s, as_rake(at))[self.nth][0][0]:+d}" if isinstance(at, VolleyRoll) else ""


def preview_volley(play: Rules, s: HollowState, at: FirePhase, a: Volley) -> Preview:
    """Firepower and modifiers line by line against the first target, and the results: every die falls."""
    roll = volley_roll(s, at.kind, a)
    groups = rake_groups(s, as_rake(roll))
    nth = next(i for i, ((_, veiled, _), _) in enumerate(groups) if not veiled)
    (modifier, _, _), targets = groups[nth]
    result = ToldValue("shot", 4, nth)
    chances = {fall.label: fall.chance for fall in every_fall(play, s, (a,), result)}
    odds = tuple(Chance(text, chances[text], meaning(text)) for text in ORDER if text in chances)
    items = (*volley_strength(s, a.vehicle, at.kind, a.to).steps, *modifier_lines(rake_items(s, as_rake(roll), targets[0])))
    shown = ((str(column(roll.power)), volley_column), (f"{modifier:+d}", VolleyModifier(nth)))
    return Preview("", items=items, column=str(column(roll.power)), odds=odds, orders=(a,), told=result, shown=shown)


@dataclass(frozen=True)
class IfUnhurt:
    """110: the order, where no die falls before the charge's own."""

    order: CavalryCharge
    targets: int

    def __call__(self, game: Any, s: Any) -> tuple[CavalryCharge, ...]:
        after = s.copy()
        game.apply(after, self.order)
        at = after.frames[-1]
        return (self.order,) if isinstance(at, SabreRoll) and len(at.targets) == self.targets else ()


def sabre_column(s: Any, events: Any) -> str:
    at = s.frames[-1]
    return str(column(at.power)) if isinstance(at, SabreRoll) else ""


def preview_sabre(play: Rules, s: HollowState, at: MovePhase, a: CavalryCharge) -> Preview:
    """The way, the firepower and the results against the first of them whom everybody knows, if they get there unhurt."""
    side, names = s.side[a.unit], s.world.names.places
    path = way_to(s, a.unit, a.to) or ()
    targets = charged(s, side, a.to)
    nth = next(i for i, t in enumerate(targets) if not s.is_secret(t))
    beside = s.loose()
    for piece in (a.unit, *s.weapons_of(a.unit)) if path else ():
        put(beside, piece, path[-1][0])
    beside.changed_by_hand()
    power = SCALE * sum_of(sabre_items(s, a.unit))
    lines = sabre_modifiers(beside, a.unit, a.to, targets, targets[nth])
    found: dict[str, int] = {}
    for total, weight in SUMS:
        text = fire_result(column(power) or 1, total + sum_of(lines), s.world.fire).text
        found[text] = found.get(text, 0) + weight
    odds = tuple(Chance(text, Fraction(found[text], 36), meaning(text)) for text in ORDER if text in found)
    items = (*((item.what, str(item.value), item.rule) for item in sabre_items(s, a.unit)), *modifier_lines(lines))
    return Preview(
        "", (names[s.at[a.unit]], *(names[place] for place, _ in path), names[a.to]), "", items, str(column(power)), odds,
        warnings=("The defender fires first, at every step; then they fight hand to hand with those who are left (110).",),
        orders=IfUnhurt(a, len(targets)), told=ToldValue("sabre", 4, nth), shown=((str(column(power)), sabre_column),),
    )  # fmt: skip


SEARCHED = told.Worded(ToldValue("searched", 3), (("finds out nothing", "nothing found out"), ("knows what is there", "found out")))
SEARCH_NUMBER = told.OrLess(ToldValue("searched", 2))


def preview_search(play: Rules, s: HollowState, at: MovePhase, a: Search) -> Preview:
    """The chance to find whatever is there; what that is nobody tells."""
    found = rolled(play, s, (a,), SEARCHED, {"found out": "whatever lies there comes to light", "nothing found out": "nothing found out"})
    return with_number(found, ("to find it, on one die", str(FOUND), "F"), search_items(s, a.unit), SEARCH_NUMBER)


PREVIEWS_MEN: dict[type[Any], Any] = {Search: preview_search, Volley: preview_volley, CavalryCharge: preview_sabre}
