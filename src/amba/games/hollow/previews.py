"""What an order would do, before it is given: exact odds of shots, rolls and close combats, costs of steps.

Each function foresees one kind of order (`PREVIEWS`). A preview without a title is called as the order itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from amba.core.decision import Chance, Preview
from amba.core.odds import Told, ToldValue, every_fall
from amba.core.order import Done, Order, Roll
from amba.core.steps import Play
from amba.games.hollow import orders, told
from amba.games.hollow.counters import CX
from amba.games.hollow.frames import AdvancePhase, Attacking, FirePhase, Marching, MovePhase, RallyPhase
from amba.games.hollow.frames_armour import GunAnswer
from amba.games.hollow.previews_shots import ORDER, meaning, shot_preview, signed_sum
from amba.games.hollow.rules.armour.r037_answering import men_shot
from amba.games.hollow.rules.common import DOUBLING, NORMAL, Item, Line, item_lines, modifier_lines, sum_of
from amba.games.hollow.rules.dice import SUMS
from amba.games.hollow.rules.r005_movement import cost, cost_items, left, stance_of
from amba.games.hollow.rules.r005_paths import ways_of
from amba.games.hollow.rules.r005_phase import mode_of
from amba.games.hollow.rules.r008_phases import aim, aimed_by
from amba.games.hollow.rules.r009_groups import Gathering, proposed, shot_of, with_order
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r012_morale import morale
from amba.games.hollow.rules.r017_weapons import RECOVERED, recovery_items
from amba.games.hollow.rules.r018_rally import rally_items
from amba.games.hollow.rules.r020_close_combat import attack_items, declared, number_of
from amba.games.hollow.rules.r023_charges import blast_items, dud_from, is_at_crest
from amba.games.hollow.rules.r024_grenades import GRENADES
from amba.games.hollow.rules.r049_straying import KEPT, LOST, may_stray
from amba.games.hollow.rules.r054_digging import DIG, dig_items
from amba.games.hollow.rules.r055_mines import is_known, mines_at
from amba.games.hollow.rules.r177_exits import exit_items, standing_at
from amba.games.hollow.rules.r177_victory import value
from amba.games.hollow.rules.r179_escape import SHOT, escape_items
from amba.games.hollow.rules.r186_motorcycles import fall_chances
from amba.games.hollow.state import HollowState

Rules = Play[HollowState]


def preview_join(play: Rules, s: HollowState, at: Gathering, a: orders.Add | orders.AddRifles | orders.HoldFire | orders.AddEverybody) -> Preview:
    return shot_preview(s, with_order(s, shot_of(s, at), a), (a, orders.Shoot()))


def preview_shoot(play: Rules, s: HollowState, at: Gathering, a: orders.Shoot) -> Preview:
    return shot_preview(s, proposed(s, shot_of(s, at)), (a,), f"Fire at {s.world.names.places[at.place]}")


def preview_fire(play: Rules, s: HollowState, at: FirePhase | GunAnswer, a: orders.FireAt) -> Preview:
    shot = men_shot(s, at) if isinstance(at, GunAnswer) else aim(s, at.side, at.kind, a.to)
    return shot_preview(s, proposed(s, shot), (a, orders.Shoot()))


def preview_from(play: Rules, s: HollowState, at: FirePhase, a: orders.FireFrom) -> Preview | None:
    shot = aimed_by(s, at.side, at.kind, a.firer, a.to)
    return None if shot is None else shot_preview(s, shot, (a, orders.Shoot()))


def rolled(play: Rules, s: HollowState, given: tuple[Order, ...], result: Told, texts: Mapping[str, str]) -> Preview:
    """The chance of each result of a roll, in the order of its texts."""
    found = {fall.label: fall.chance for fall in every_fall(play, s, given, result)}
    return Preview("", odds=tuple(Chance(label, found[label], text) for label, text in texts.items() if label in found), orders=given, told=result)


def with_number(found: Preview, base: Line, items: Sequence[Item], number_told: Any, most: int = 12) -> Preview:
    """A roll that must not exceed a number, less the modifiers, and at most another."""
    lines = (base, *modifier_lines(items))
    number = f"{min(most, int(base[1]) - signed_sum(lines[1:]))} or less"
    return found._replace(items=lines, column=number, shown=((number, number_told),))


def preview_rally(play: Rules, s: HollowState, at: RallyPhase, a: orders.Rally) -> Preview:
    found = rolled(play, s, (a,), told.RALLIED, {"rallies": "rallies", "stays broken": "stays broken", "lost": "on an original 12"})
    return with_number(found, ("broken morale", str(morale(s, a.unit)), "12"), rally_items(s, a.unit), told.RALLY_NUMBER)


def preview_dig(play: Rules, s: HollowState, at: FirePhase, a: orders.Dig) -> Preview:
    found = rolled(play, s, (a,), told.DUG_IN, {"dug in": "dug in", "not finished": "not finished"})
    return with_number(found, ("to dig in", str(DIG), "54"), dig_items(s, a.unit), told.dig_number)


def preview_repair(play: Rules, s: HollowState, at: RallyPhase, a: orders.Repair) -> Preview:
    return rolled(play, s, (a,), told.RepairTold(a.weapon), {"repaired": "repaired", "no change": "still out of order", "scrapped": "scrapped"})


def preview_take(play: Rules, s: HollowState, at: object, a: orders.Take) -> Preview:
    found = rolled(play, s, (a,), told.TAKEN_UP, {"taken up": "taken up", "not found": "not found"})
    lines = modifier_lines(recovery_items(s, a.unit))
    number = f"{RECOVERED - signed_sum(lines)} or less"
    return found._replace(items=lines, column=number, shown=((number, told.recovery_number),))


def preview_smoke(play: Rules, s: HollowState, at: MovePhase, a: orders.ThrowSmoke) -> Preview:
    """The factors a grenade takes, and the die."""
    found = rolled(play, s, (a,), told.SMOKE, {"smoke": "smoke", "no smoke": "no smoke"})
    price, number = 1 if a.to == s.at[a.unit] else 2, f"{GRENADES[s.squad(a.unit).quality]} or less"
    return found._replace(cost=f"{price} of {left(s, (a.unit,), NORMAL)}", column=number, shown=((number, told.smoke_number),))


def preview_go(play: Rules, s: HollowState, at: object, a: orders.Go | orders.GoToCrest | orders.MinimumMove) -> Preview | None:
    if not isinstance(at, Marching):
        return None
    how = "rim" if isinstance(a, orders.GoToCrest) else "minimum" if isinstance(a, orders.MinimumMove) else ""
    return with_straying(play, s, at, a, way_preview(s, at.units, at.mode, at.steps, a.to, how))


def preview_walk(play: Rules, s: HollowState, at: MovePhase, a: orders.Walk) -> Preview:
    found = way_preview(s, (a.unit,), mode_of(a.how), 0, a.to, a.how)
    return with_straying(play, s, Marching((a.unit,), mode_of(a.how), 0), a, found)


def with_straying(play: Rules, s: HollowState, march: Marching, a: Order, found: Preview) -> Preview:
    """By night, where they may lose their way, the chance of that."""
    first = s.world.names.place[found.path[1]] if len(found.path) > 1 else -1
    if first < 0 or not may_stray(s, march, s.at[march.units[0]], first):
        return found
    shown = rolled(play, s, (a,), told.STRAYED, {KEPT: "", LOST: "they come out a hex beside it, and halt"})
    return found._replace(odds=shown.odds, orders=shown.orders, told=shown.told)


def way_preview(s: HollowState, units: Sequence[int], mode: str, steps: int, to: int, how: str) -> Preview:
    """The way with its cost, and what becomes of those who go it. Only what costs more than a factor is accounted for: the map shows the rest."""
    names = s.world.names.places
    here, have, crest = names[s.at[units[0]]], left(s, units, mode), how == "rim"
    ways = ways_of(s, units, mode, steps)
    path = ((to, crest),) if how == "minimum" else ways.path((to, crest))
    warnings = way_warnings(s, units, mode, how, [place for place, _ in path])
    if len(path) == 1:
        price = cost(s, units, to, crest, mode)
        items = item_lines(cost_items(s, units, to, crest, mode)) if price > 1 else ()
        return Preview("", (here, names[to]), f"{price} of {have}", items, warnings=warnings)
    spent = [ways.cost[one] for one in path]
    legs = zip(path, spent, [0, *spent], strict=False)
    items = tuple((names[place], str(now - before), "5") for (place, _), now, before in legs if now - before > 1)
    return Preview("", (here, *(names[place] for place, _ in path)), f"{spent[-1]} of {have}", items, warnings=warnings)


def way_warnings(s: HollowState, units: Sequence[int], mode: str, how: str, places: Sequence[int]) -> tuple[str, ...]:
    """What is known beforehand; of what is hidden nothing is said."""
    side = s.side[units[0]]
    found = ["Whoever comes through is pinned and exhausted (176.3)."] if how == "minimum" else []
    if mode == DOUBLING and not any(s.has(unit, CX) for unit in units):
        found.append("Double time leaves them exhausted (142).")
    names = s.world.names.places
    found += fall_chances(s, units[0], mode, places)
    found += [f"There is a question mark in {names[place]}: men there would bar the way (42)." for place in places if s.seen_at(place, side)]
    mined = [place for place in (s.at[units[0]], *places) if any(is_known(s, side, work) for work in mines_at(s, place))]
    if mined:
        found.append(f"Mines: {', '.join(names[place] for place in mined)} (55).")
    if any(s.is_dummy(unit) for unit in units):
        found.append("Dummies vanish where an enemy counter sees them move (42).")
    return tuple(found)


def preview_attack(play: Rules, s: HollowState, at: Attacking, a: orders.Kill | orders.Capture) -> Preview:
    """The attack, if nobody declares another one after it. What was declared before is rolled first and does not change it."""
    attack, before = declared(s, at, isinstance(a, orders.Capture)), len(at.earlier) + len(at.attacks)
    odds, number, _ = number_of(s, attack)
    others = sum(isinstance(frame, Attacking) for frame in s.frames)
    given = (a, *(Done() for _ in range(others)), *(Roll((7,)) for _ in range(before)))
    yes = "captured" if isinstance(a, orders.Capture) else "eliminated"
    result = told.Worded(ToldValue("strike", 4, before), (("succeeds", yes), ("fails", "no effect")))
    found = rolled(play, s, given, result, {yes: yes, "no effect": "no effect"})
    most = told.OrLess(ToldValue("strike", 3, before))
    found = with_number(found, (f"odds {odds}", str(number), "20"), attack_items(s, attack), most)
    odds_told = ToldValue("strike", 2, before)
    return found._replace(column=odds, shown=(*found.shown, (odds, odds_told), (found.items[0][0].removeprefix("odds "), odds_told)))


def exit_warning(s: HollowState, units: Sequence[int]) -> tuple[str]:
    worth = sum(value(s, unit) for unit in units if s.is_unit(unit))
    return (f"Counts {worth} for your side; nobody comes back (177).",)


def preview_exit(play: Rules, s: HollowState, at: MovePhase, a: orders.Exit) -> Preview:
    """The way to the edge and over it, with what it costs and what it counts."""
    units = (a.unit,)
    if a.at == s.at[a.unit]:
        return preview_off(play, s, Marching(units, NORMAL, 0), orders.GoOff())
    ways, names = ways_of(s, units, NORMAL, 0), s.world.names.places
    items = exit_items(standing_at(s, a.at))
    price = ways.price((a.at, False)) + sum_of(items)
    path = (names[s.at[a.unit]], *(names[place] for place, _ in ways.path((a.at, False))))
    return Preview("", path, f"{price} of {left(s, units, NORMAL)}", item_lines(items), warnings=exit_warning(s, units))


def preview_off(play: Rules, s: HollowState, at: Marching, a: orders.GoOff) -> Preview:
    """The step over the edge."""
    items = exit_items(stance_of(s, at.units[0]))
    here = s.world.names.places[s.at[at.units[0]]]
    return Preview("", (here,), f"{sum_of(items)} of {left(s, at.units, at.mode)}", item_lines(items), warnings=exit_warning(s, at.units))


def preview_advance_off(play: Rules, s: HollowState, at: AdvancePhase, a: orders.AdvanceOff) -> Preview:
    return Preview("", warnings=exit_warning(s, (a.unit,)))


def preview_escape(play: Rules, s: HollowState, at: RallyPhase, a: orders.Escape) -> Preview:
    """Whether prisoners get away, are brought back or are shot."""
    odds, number, items = escape_items(s, a.guard)
    texts = {"away": "broken, in a hex beside", "brought back": "still prisoners", "shot down": "eliminated"}
    found = rolled(play, s, (a,), told.ESCAPED, texts)
    found = with_number(found, (f"odds {odds}", str(number), "20"), items, told.ESCAPE_NUMBER, SHOT - 1)
    return found._replace(shown=(*found.shown, (found.items[0][0].removeprefix("odds "), ToldValue("escape", 1))))


def preview_charge(play: Rules, s: HollowState, at: Marching, a: orders.LayCharge) -> Preview:
    """What the charge does to the first enemy counter there, if the man with it comes through. Until then much can happen: the chances come from the table."""
    unit, firepower, place = s.owner_of(a.weapon), s.weapon(a.weapon).firepower, s.world.names.places[a.to]
    targets = s.seen_at(a.to, s.side[unit])
    items = blast_items(s, targets[0]) if targets else []
    lines = (("movement factors", str(cost(s, (unit,), a.to, is_at_crest(s, s.side[unit], a.to))), "23"), *modifier_lines(items))
    shown = Preview("", (s.world.names.places[s.at[unit]], place), items=lines, column=str(firepower))
    if not targets:
        return shown
    found: dict[str, int] = {}
    for total, weight in SUMS:
        text = "dud" if total >= dud_from(s, a.weapon) else fire_result(firepower, total + sum_of(items), s.world.fire).text
        found[text] = found.get(text, 0) + weight
    texts = [text for text in (*ORDER, "dud") if text in found]
    odds = tuple(Chance(text, Fraction(found[text], 36), "no effect" if text == "dud" else meaning(text)) for text in texts)
    compared = ((shown.column, told.blast_column), (f"{signed_sum(lines):+d}", told.BlastModifier(s.side[unit])))
    return shown._replace(odds=odds, orders=told.ToExplosion(a), told=told.BlastTold(place, f"{sum_of(items):+d}"), shown=compared)


PREVIEWS: dict[type[Any], Any] = {
    orders.Add: preview_join, orders.AddRifles: preview_join, orders.HoldFire: preview_join, orders.AddEverybody: preview_join, orders.Shoot: preview_shoot, orders.FireAt: preview_fire, orders.FireFrom: preview_from,
    orders.Go: preview_go, orders.GoToCrest: preview_go, orders.MinimumMove: preview_go, orders.Walk: preview_walk, orders.Take: preview_take, orders.ThrowSmoke: preview_smoke,
    orders.Exit: preview_exit, orders.GoOff: preview_off, orders.AdvanceOff: preview_advance_off, orders.Rally: preview_rally, orders.Escape: preview_escape, orders.Dig: preview_dig, orders.Repair: preview_repair,
    orders.Kill: preview_attack, orders.Capture: preview_attack,
}  # fmt: skip
