"""Demolition charges: laid beside a hex in the movement phase, going off in the advancing fire phase."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Moved, Said
from amba.core.steps import AutoStep, Takes, change, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, HIDDEN, MOVED, PINNED, WORK_KINDS
from amba.games.hollow.field import RIM
from amba.games.hollow.frames import AfterStep, Effects, Explosion, LayingCharge, Marching, Task, Watching
from amba.games.hollow.orders import LayCharge
from amba.games.hollow.rules.common import ASSAULTING, Item, sum_of
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r005_movement import cost, left, pay, step_items
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r012_morale import strike
from amba.games.hollow.rules.r017_weapons import CHARGE
from amba.games.hollow.rules.r029_targets import ground_cover, vehicle_result, vehicle_tasks
from amba.games.hollow.rules.r031_under_fire import hurt_aboard, strike_heads
from amba.games.hollow.rules.r042_concealment import lose_cover
from amba.games.hollow.rules.r063_gunners import emplacement
from amba.games.hollow.rules.r191_works import SANGAR, collapsing, fall_in, work_protection
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import breakdown_shift
from amba.games.hollow.rules.r196_thorns import refuse_crossing
from amba.games.hollow.state import NOBODY, HollowState


def is_charge(s: HollowState, piece: int) -> bool:
    return s.is_weapon(piece) and s.weapon(piece).kind == CHARGE


def is_burning(s: HollowState, piece: int) -> bool:
    """Laid, and its fuse lit."""
    return is_charge(s, piece) and s.is_on_map(piece) and s.has(piece, BUSY)


@rule("23")
def light_fuses(s: HollowState) -> None:
    """At the start of the advancing fire phase all charges go off, one after the other."""
    for weapon in reversed(range(s.world.first_weapon, s.world.first_dummy)):
        if is_burning(s, weapon):
            push(s, Explosion(weapon))


@rule("23", "176.2", "186.16")
def blast_items(s: HollowState, target: int) -> list[Item]:
    """The ground of the hex, the work a unit is in or its emplacement, whichever is better; -1 among the stones of hammada."""
    place, works = s.at[target], (work_protection(s, target), emplacement(s, target))
    found = [Item("terrain", s.field.protection(place), "11"), *(work for work in works if work is not None)]
    best = max(found, key=lambda item: item.value)
    stones = [Item("hammada", -1, "186.16")] if s.field.has(place, "hammada") else []
    return [*([best] if best.value else []), *stones]


@rule("23", "194.732")
def dud_from(s: HollowState, weapon: int) -> int:
    """The roll from which on a charge does not go off."""
    return s.weapon(weapon).breakdown + breakdown_shift(dust(s))


@rule("23", "29", "31", "186.16", "188.17")
def vehicles_blown_up(s: HollowState, place: int, firepower: int, roll: int) -> list[Task]:
    """A vehicle without armour by the line for vehicles of the fire table, with its ground and the stones of hammada; against armour the charge has a roll of its own, and strikes who is on it or has open hatches."""
    tasks: list[Task] = []
    stones = -1 if s.field.has(place, "hammada") else 0
    for v in [v for side in (0, 1) for v in s.vehicles(side) if s.at[v] == place]:
        if s.vehicle(v).is_armoured:
            tasks += [*strike_heads(s, "23", v, firepower, roll + stones), ("charge", 0, (v,))]
        else:
            total = roll + stones + ground_cover(s, v)
            result = vehicle_result(s, v, firepower, total)
            tasks += [*vehicle_tasks(s, result, v), *hurt_aboard(s, v, firepower, total, result)]
    return tasks


def _blast(s: HollowState, place: int, firepower: int, roll: int) -> list[Task]:
    alike: dict[int, list[int]] = {}
    for target in [p for side in (0, 1) for p in s.counters_at(place, side)]:
        alike.setdefault(sum_of(blast_items(s, target)), []).append(target)
    tasks = vehicles_blown_up(s, place, firepower, roll)
    for modifier, targets in sorted(alike.items()):
        result = fire_result(firepower, roll + modifier, s.world.fire)
        s.do(Said("23", "explosion", (s.world.names.places[place], f"{modifier:+d}", roll + modifier, result.text)))
        tasks += strike(s, result, tuple(targets))
        tasks += collapsing(s, place, tuple(targets)) if result.killed else []
    return tasks


def _works(s: HollowState, place: int, side: int | None = None) -> list[int]:
    """What a charge can blow up by itself, as far as a side knows: a sangar, a trench, an anti-tank ditch."""
    found = []
    for work in s.works_at(place):
        if side not in {None, s.side[work]} and s.has(work, HIDDEN):
            continue
        if WORK_KINDS[s.face[work]] in {"sangar", "trench", "ditch"}:
            found.append(work)
    return found


@rule("191.41", "186.16", "137.72")
def _wreck(s: HollowState, place: int, firepower: int, roll: int) -> None:
    """A kill ends a sangar, with its own protection and, among the stones of hammada, 1 off; no terrain counts for a trench or ditch."""
    for work in _works(s, place):
        is_sangar = WORK_KINDS[s.face[work]] == "sangar"
        modifier = SANGAR - s.field.has(place, "hammada") if is_sangar else 0
        if fire_result(firepower, roll + modifier, s.world.fire).killed:
            fall_in(s, "191.41" if is_sangar else "137.72", work)


@rule("188.17")
def is_at_crest(s: HollowState, side: int, place: int) -> bool:
    """Whether the charge is for a vehicle at the crest of a wadi, and nobody else is seen there: then it costs what going to that crest costs."""
    return not s.seen_at(place, side) and any(s.at[v] == place and s.position(v) == RIM for v in s.vehicles(1 - side))


@rule("23", "193.7", "196.3")
def refuse_charge(s: HollowState, at: Marching, a: LayCharge) -> Refusal | None:
    """A charge is laid into a neighbouring hex with an enemy or a work in it, by men who have the factors to go there; across a cactus hedge by men in it only."""
    weapon, to = a.weapon, a.to
    unit = s.owner_of(weapon) if is_charge(s, weapon) else -1
    if unit not in at.units:
        return Refusal("23", "None of the moving units has that charge.")
    here, name = s.at[unit], {"place": s.world.names.places[to]}
    if to not in s.field.around[here]:
        return Refusal("23", "A charge is laid in the next hex; {place} is not next to it.", name)
    if not s.field.is_passable(here, to):
        return Refusal("23", "A charge is not laid over a cliff.")
    if (found := refuse_crossing(s, (unit,), here, to, at.mode)) is not None:
        return found
    if not s.seen_at(to, s.side[unit]) and not _works(s, to, s.side[unit]) and not any(s.at[v] == to for v in s.vehicles(1 - s.side[unit])):
        return Refusal("23", "There is nothing in {place} to blow up.", name)
    if at.mode == ASSAULTING:
        return Refusal("23", "Charges are not laid by assault movement.")
    need, have = cost(s, (unit,), to, is_at_crest(s, s.side[unit], to)), max(0, left(s, (unit,), at.mode))
    return Refusal("23", "That costs {need}; {have} are left.", {"need": need, "have": have}) if have < need else None


def charge_candidates(s: HollowState, at: Marching) -> list[LayCharge]:
    charges = [weapon for unit in at.units for weapon in s.weapons_of(unit) if is_charge(s, weapon)]
    return [LayCharge(weapon, to) for weapon in charges for to in s.field.around[s.at[weapon]]]


@rule("23")
def lay_charge(s: HollowState, at: Marching, a: LayCharge) -> None:
    """The man with the charge spends what going there would cost; if the defender's fire leaves him in good order, the charge is laid."""
    unit = s.owner_of(a.weapon)
    pay(s, "23", unit, step_items(s, (unit,), a.to, is_at_crest(s, s.side[unit], a.to)))
    s.mark("5", unit, MOVED)
    lose_cover(s, (unit,))
    change(s, Marching(at.units, at.mode, at.steps + 1))
    push(s, AfterStep(False, False, False))
    push(s, LayingCharge(a.weapon, a.to))
    push(s, Watching(s.at[at.units[0]], at.units))


@rule("23")
def run_laying(s: HollowState, at: LayingCharge) -> None:
    """Only men who are neither broken nor pinned lay it."""
    pop(s)
    weapon, unit = at.weapon, s.owner_of(at.weapon)
    if unit >= 0 and s.is_on_map(unit) and s.is_good(unit) and not s.has(unit, PINNED):
        s.spend("23", weapon, NOBODY)
        s.mark("23", weapon, BUSY)
        s.do(Moved("23", weapon, s.at[weapon], at.place, (s.at[weapon], at.place)))


@rule("23", "194.732")
def read_explosion(s: HollowState, at: Explosion, dice: tuple[int, ...]) -> None:
    """Thirty factors against everybody in the hex, friend and foe; an original 12 is a dud, in extremely heavy dust an 11 too."""
    weapon, roll = at.weapon, dice[0]
    place, firepower, dud = s.at[weapon], s.weapon(weapon).firepower, dud_from(s, weapon)
    s.mark("23", weapon, BUSY, False)
    s.remove("23", weapon, "eliminated")
    if roll >= dud:
        s.do(Said("23", "dud", (s.world.names.places[place],)))
        return
    push(s, Effects(tuple(_blast(s, place, firepower, roll))))
    _wreck(s, place, firepower, roll)


CHARGE_ORDER = Takes(LayCharge, lay_charge, refuse_charge, candidates=charge_candidates)
LAYING_CHARGE = AutoStep(LayingCharge, run_laying)
EXPLOSION = roll_step(
    Explosion,
    "explosion",
    "23",
    "The charge in {place}",
    read_explosion,
    values=lambda s, at: {"place": s.world.names.places[s.at[at.weapon]]},
    over=lambda s, at: s.at[at.weapon],
)
