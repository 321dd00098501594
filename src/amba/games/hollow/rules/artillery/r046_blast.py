"""Shells of a battery beyond the map fall on a hex: men, vehicles, guns, works and mines in it (46.5)."""

from __future__ import annotations

from fractions import Fraction

from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import DUG, WORK_KINDS
from amba.games.hollow.frames import Effects, Task
from amba.games.hollow.frames_armour import BurstRoll
from amba.games.hollow.frames_artillery import BlastRoll
from amba.games.hollow.rules.armour.r034_high_explosive import (
    CALIBRES,
    Burst,
    column_of,
    direct_column,
    ends_sangar,
    firepower,
    ground_modifier,
    is_direct_hit,
    near_column,
    near_miss_wrecks,
)
from amba.games.hollow.rules.armour.r034_vehicles import burst_on_vehicle
from amba.games.hollow.rules.armour.r055_vehicle_mines import ANTI_TANK, factors_of
from amba.games.hollow.rules.armour.r063_guns import crew_of, guns_at
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import COLOURED_AND_WHITE, fought_over, place_value, roll_step
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r011_modifiers import posture_items
from amba.games.hollow.rules.r012_morale import eliminate, strike
from amba.games.hollow.rules.r046_shells import BARRAGE, HARASSING, battery_of, mission_of
from amba.games.hollow.rules.r055_mines import DUMMY, OPEN, SECRET, STRENGTHS, mines_at
from amba.games.hollow.rules.r063_gunners import emplacement
from amba.games.hollow.rules.r102_kindling import shells_kindle
from amba.games.hollow.rules.r191_works import SANGAR as STONES
from amba.games.hollow.rules.r191_works import collapsing, fall_in, is_soft, shelter_at, work_protection
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import COLUMNS, Result
from amba.games.hollow.titles import title

DOWN, DOWN_IN_SAND, SANGAR = 4, 2, 3
"""What a foxhole or trench, one in dry sand and a sangar are worth against shells from above."""
HEAVY = 70
"""From this calibre on a kill takes a foxhole in sand with it, or a sangar."""
SHIELD = 1
"""What a gunshield is worth against shells from above."""
ORIGINAL = 2
"""Both dice show one: a critical hit."""


@rule("46.5", "46.6", "190.4")
def salvo_of(s: HollowState, battery: int, place: int, is_critical: bool = False) -> Burst:
    """The column of the calibre; a third of it for harassing fire, one column less in a barrage; half in dry sand, twice for a critical hit, which counts the full shell."""
    return shell_of(s, battery, place, mission_of(s, battery), is_critical)


def shell_of(s: HollowState, battery: int, place: int, mission: int, is_critical: bool = False) -> Burst:
    """What one mission's shells do in a hex."""
    power = firepower(battery_of(s, battery).module.calibre)
    if mission == HARASSING and not is_critical:
        power = column_of(Fraction(power, 3)) or 0
    elif mission == BARRAGE:
        power = COLUMNS[max(0, COLUMNS.index(power) - 1)]
    return Burst(CALIBRES[COLUMNS.index(power)] if power else 0, False, is_critical, is_soft(s, place))


@rule("46.5", "191.4", "190.41", "190.42", "54", "186.16")
def cover_items(s: HollowState, place: int, target: int = -1, is_critical: bool = False, is_bomb: bool = False) -> list[Item]:
    """The ground of the hex or the work a unit is in, whichever is better: no height, crest, lip, hillock or wall. A critical hit turns it round. -1 in hammada; less for riders and men in an awkward place."""
    works = [] if target < 0 else [work_protection(s, target) if is_bomb else work_from_above(s, target), emplacement(s, target)]
    found = [Item("terrain", s.field.protection(place), "11"), *(item for item in works if item is not None)]
    best = max(found, key=lambda item: item.value)
    cover = [best._replace(what="critical hit: cover turned round", value=-best.value) if is_critical else best] if best.value else []
    stones = ground_modifier(s.field.has(place, "hammada"), is_armoured=False)
    posture = posture_items(s, target) if target >= 0 else []
    return [*cover, *([Item("hammada", stones, "186.16")] if stones else []), *posture]


@rule("191.4", "190.42", "54")
def work_from_above(s: HollowState, target: int) -> Item | None:
    """What a work is worth against shells of artillery; a bomb is an attack like others (191.4)."""
    if not s.has(target, DUG):
        return work_protection(s, target)
    if shelter_at(s, s.at[target]) == "sangar":
        return Item("in a sangar", SANGAR, "191.4")
    return Item("dug in", DOWN_IN_SAND, "190.42") if is_soft(s, s.at[target]) else Item("dug in", DOWN, "54")


def struck(s: HollowState, at: BlastRoll) -> list[int]:
    """Whom it strikes: those who have just entered, or everybody there, those first who lie open to all."""
    found = [p for p in s.here[at.place] if s.is_counter(p) and (not at.units or p in at.units)]
    return sorted(found, key=s.is_hidden)  # else in the order of the stack: which question mark is which is what nobody knows


def _read(s: HollowState, burst: Burst, roll: int) -> tuple[int, Result]:
    column = near_column(burst)
    return column or 0, fire_result(column, roll, s.world.fire) if column is not None else Result("-")


@rule("46.5", "190.4", "186.16")
def read_blast(s: HollowState, at: BlastRoll, dice: tuple[int, ...]) -> None:
    """The fire table's answer for each who is there, friend or foe; one's own men check with one more. What nobody sees is named only if it is hurt."""
    burst_over(s, at, salvo_of(s, at.battery, at.place, sum(dice) == ORIGINAL), *dice)


def burst_over(s: HollowState, at: BlastRoll, burst: Burst, coloured: int, white: int) -> None:
    """Shells, or bombs, on all who are in a hex."""
    roll, is_critical = coloured + white, burst.is_critical
    tasks: list[Task] = []
    alike: dict[int, list[int]] = {}
    for target in struck(s, at):
        alike.setdefault(sum_of(cover_items(s, at.place, target, is_critical, at.battery < 0)), []).append(target)
    open_hex = sum_of(cover_items(s, at.place, is_critical=is_critical))
    if all(s.is_hidden(target) for target in struck(s, at)):
        tell(s, at, burst, roll, open_hex)
    for modifier, targets in alike.items():
        if any(not s.is_hidden(target) for target in targets) or _read(s, burst, roll + modifier)[1].text != "-":
            tell(s, at, burst, roll, modifier)
        tasks += strike_men(s, at, burst, roll + modifier, coloured, targets)
    if not at.units:
        shells_kindle(s, at.place, near_column(burst), roll)
    strike_vehicles(s, at, burst, coloured, white)
    if not at.units:
        strike_works(s, at, burst, roll)
        strike_mines(s, at.place, _read(s, burst, roll)[1])
    push(s, Effects(tuple(tasks)))


def tell(s: HollowState, at: BlastRoll, burst: Burst, roll: int, modifier: int) -> None:
    column, result = _read(s, burst, roll + modifier)
    s.do(Said("46.5", "blast", (s.world.names.places[at.place], column, f"{modifier:+d}", roll + modifier, result.text)))


@rule("46.5", "145.32", "190.42")
def strike_men(s: HollowState, at: BlastRoll, burst: Burst, roll: int, coloured: int, targets: list[int]) -> list[Task]:
    """Those who serve a gun are hit with it or beside it; a kill takes a foxhole in sand with it."""
    result = _read(s, burst, roll)[1]
    served = [gun for side in (0, 1) for gun in guns_at(s, at.place, side) if crew_of(s, gun) in targets]
    others = tuple(t for t in targets if all(crew_of(s, gun) != t for gun in served))
    own = battery_of(s, at.battery).side if at.battery >= 0 else -1 - at.battery
    tasks: list[Task] = []
    for group in (tuple(t for t in others if s.side[t] == side) for side in (0, 1)):
        more = int(bool(group) and s.side[group[0]] == own)
        tasks += [(kind, number + more if kind == "check" else number, units) for kind, number, units in strike(s, result, group)]
        tasks += collapsing(s, at.place, group) if result.killed and burst.calibre >= HEAVY else []
    for gun in served:
        tasks += strike_gun(s, gun, burst, roll, coloured)
    return tasks


@rule("145.32", "190.4")
def strike_gun(s: HollowState, gun: int, burst: Burst, roll: int, coloured: int) -> list[Task]:
    """A kill is a direct hit, which sand does not soften; a near miss strikes the crew behind its shield and may wreck the gun."""
    direct, crew = direct_column(burst), crew_of(s, gun)
    if direct is not None and is_direct_hit(fire_result(direct, roll, s.world.fire), burst.is_critical):
        s.do(Said("145.32", "direct hit", (title(s, gun),)))
        s.remove("145.32", gun, "eliminated")
        eliminate(s, crew, "145.32")
        return []
    shield = SHIELD if s.gun(gun).has_gunshield else 0
    result = _read(s, burst, roll + shield)[1]
    if not s.is_hidden(gun) or result.text != "-":
        s.do(Said("145.32", "near miss", (title(s, gun), f"{shield:+d}", result.text)))
    if near_miss_wrecks(result, coloured):
        s.remove("145.32", gun, "eliminated")
    return strike(s, result, (crew,))


@rule("46.5", "34.4")
def strike_vehicles(s: HollowState, at: BlastRoll, burst: Burst, coloured: int, white: int) -> None:
    """As shells that burst over an area do."""
    here = [v for side in (0, 1) for v in s.vehicles(side) if s.at[v] == at.place and (not at.units or v in at.units)]
    for vehicle in here:
        burst_on_vehicle(s, BurstRoll(-1, at.place, (vehicle,), 1, int(burst.is_critical)), vehicle, burst, coloured, white)


@rule("191.41", "186.16")
def strike_works(s: HollowState, at: BlastRoll, burst: Burst, roll: int) -> None:
    """A kill at its own protection, which a critical hit does not turn round, ends a sangar."""
    sangars = [work for work in s.works_at(at.place) if WORK_KINDS[s.face[work]] == "sangar"]
    modifier = (SANGAR if at.battery >= 0 else STONES) + ground_modifier(s.field.has(at.place, "hammada"), is_armoured=False)
    if sangars and ends_sangar(_read(s, burst, roll + modifier)[1], burst.calibre, burst.is_critical):
        for work in sangars:
            fall_in(s, "191.41", work)


@rule("55.8", "55.82", "86.7")
def strike_mines(s: HollowState, place: int, result: Result) -> None:
    """A kill, by the roll alone, takes all mines of the hex; where one of several men would be cut down, a field is a step weaker. Of a marked field a dummy is left, face down if nobody knew its strength; a dummy stays one."""
    if not result.killed and not result.is_reduced:
        return
    for work in [work for work in mines_at(s, place) if s.points[work]]:
        lesser = [factors for factors in STRENGTHS if factors < s.points[work] and not result.killed]
        if not lesser and s.face[work] == SECRET:
            s.remove("55.8", work, "spare")
            continue
        if s.face[work] in OPEN.values():
            s.turn_face("55.8", work, OPEN[lesser[-1]] if lesser else DUMMY)
        s.spend("55.8", work, lesser[-1] if lesser else 0)
    for work in [work for work in s.works_at(place) if s.face[work] == ANTI_TANK]:
        left = 0 if result.killed else factors_of(s, work) - 1
        if left:
            s.spend("86.7", work, left)
        else:
            s.remove("86.7", work, "spare")


BLAST_ROLL = roll_step(BlastRoll, "blast", "46.5", "Shells fall on {place}", read_blast, COLOURED_AND_WHITE, place_value, fought_over)
