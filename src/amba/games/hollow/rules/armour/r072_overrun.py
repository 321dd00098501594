"""Overruns: a vehicle drives over men, guns and soft vehicles of a hex, and those who are left go at it (72, 191.41)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Moved, Said
from amba.core.steps import AutoStep, Takes, change, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    BUSY,
    BYPASS,
    BYPASS_LEFT,
    DUG,
    EXPOSED,
    FINAL,
    FIRED,
    FIRST,
    GUN_GONE,
    MALFUNCTION,
    MG_FIRED,
    MOTION,
    NEW_HEX,
    ORDER_CHANCE,
    PINNED,
    REVERSE,
    SHAKEN,
    WORK_KINDS,
    WRECK,
)
from amba.games.hollow.field import IN
from amba.games.hollow.frames import Effects, Task
from amba.games.hollow.frames_armour import DriveOn, GroundChecks, Manoeuvre, Spotted
from amba.games.hollow.frames_crews import AfterOverrun, OverrunEdge, OverrunFire, OverrunRoll
from amba.games.hollow.orders_crews import Overrun
from amba.games.hollow.rules.armour.r023_escorts import pace_cost, refuse_farther
from amba.games.hollow.rules.armour.r030_costs import barred_by, entry_items, point_lines, points_left, points_text
from amba.games.hollow.rules.armour.r030_driving import count_mud, fall_back, go_through, hold_ground, named, rear_up, refuse_posture, spend
from amba.games.hollow.rules.armour.r032_arcs import ahead, vca
from amba.games.hollow.rules.armour.r033_exposure import leaving
from amba.games.hollow.rules.armour.r035_machine_guns import cannon_of, flame_of, machine_guns, why_silent
from amba.games.hollow.rules.armour.r036_storming import storm, storm_chance
from amba.games.hollow.rules.armour.r055_vehicle_mines import attack, drive_onto_mines, leaves_by_mines
from amba.games.hollow.rules.armour.r063_guns import arms_of, crew_of, guns_at
from amba.games.hollow.rules.armour.r064_crews import immobilise
from amba.games.hollow.rules.armour.r064_recall import refuse_detour
from amba.games.hollow.rules.armour.r135_engines import wake_engines
from amba.games.hollow.rules.armour.r176_checks import checks_of, going
from amba.games.hollow.rules.armour.r191_underbelly import shows_belly
from amba.games.hollow.rules.armour.r194_vehicle_dust import Trail, raise_dust
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import SUM_AND_DIE, SUM_OF_TWO, Rolls, fought_over, roll_step
from amba.games.hollow.rules.r010_fire_table import SCALE, column
from amba.games.hollow.rules.r010_odds import table_result
from amba.games.hollow.rules.r012_morale import strike
from amba.games.hollow.rules.r029_targets import vehicle_tasks
from amba.games.hollow.rules.r029_vehicles import enemies_driving, is_manned, is_mobile, leave_posture, refuse_stuck
from amba.games.hollow.rules.r031_aboard import passengers, riders
from amba.games.hollow.rules.r031_under_fire import hurt_aboard
from amba.games.hollow.rules.r042_concealment import find_enemies
from amba.games.hollow.rules.r046_shells import walk_into_fire
from amba.games.hollow.rules.r063_gunners import emplacement
from amba.games.hollow.rules.r064_commanders import commander_items
from amba.games.hollow.rules.r185_hidden import look_about
from amba.games.hollow.rules.r191_works import SANGAR, fall_in, is_soft, shelter_at, work_protection
from amba.games.hollow.rules.r194_air import dust, has_third_die
from amba.games.hollow.rules.r194_dust import cancels_open_ground, dust_modifier
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

BASE = {True: 2, False: 1}
WITH_GUN = 4
"""What driving over somebody is worth: an armoured vehicle 2, with a gun in order 4, another 1."""
DUG_IN = 4
"""What a foxhole or trench is worth against it; half of that in dry sand (190.42)."""
BREAKS = 12


@rule("72")
def run_down(s: HollowState, side: int, place: int) -> tuple[int, ...]:
    """Whom an overrun attacks: the enemy's counters there, and his vehicles without armour."""
    soft = [v for v in s.vehicles(1 - side) if s.at[v] == place and not s.vehicle(v).is_armoured]
    return (*s.seen_at(place, side), *soft)


@rule("72")
def overrun_items(s: HollowState, vehicle: int, to: int) -> list[Item]:
    """The points: the hex, and a quarter of all it has, rounded up."""
    return [*entry_items(s, vehicle, s.at[vehicle], to), Item("overrun, a quarter of its points", 2 * -(-s.vehicle(vehicle).mp // 4), "72")]


@rule("72")
def refuse_overrun(s: HollowState, at: Manoeuvre, a: Overrun) -> Refusal | None:
    """Forward, into a hex ahead where an enemy is known to be who is no tank; it needs the points for both."""
    v, name, side = at.vehicle, named(s, at.vehicle, a.to), s.side[at.vehicle]
    if (found := refuse_stuck(s, v)) is not None:
        return found
    if not s.has(v, MOTION):
        return Refusal("30", "{vehicle} has not started.", name)
    if at.heading < 0:
        return Refusal("181.1", "{vehicle} is going the other way: it must stop and start first.", name)
    if s.has(v, BYPASS):
        return Refusal("132", "{vehicle} is in bypass: it goes on, or along the next hexside.", name)
    if a.to not in ahead(s, v):
        return Refusal("32", "{place} is not in front of {vehicle}: turn first.", name)
    if (found := refuse_detour(s, v, a.to) or refuse_posture(s, v, a.to, False)) is not None:
        return found
    number, what = barred_by(s, v, s.at[v], a.to)
    if number:
        return Refusal(number, "Between here and {place} is {what}.", {**name, "what": what})
    if any(s.vehicle(other).is_armoured for other in enemies_driving(s, side, a.to)):
        return Refusal("72", "A tank of the enemy is in {place}.", name)
    if not [t for t in run_down(s, side, a.to) if not s.is_secret(t)]:
        return Refusal("72", "No enemy is known to be in {place}.", name)
    if (found := refuse_farther(s, at, a.to)) is not None:
        return found
    items, have = overrun_items(s, v, a.to), points_left(s, v, at.extra)
    if sum_of(items) > have:
        lines = (*point_lines(items), ("points left", points_text(have), "30"))
        return Refusal("72", "That costs {need}; {have} are left.", {"need": points_text(sum_of(items)), "have": points_text(have)}, lines)
    return None


@rule("72", "191.51")
def overrun(s: HollowState, at: Manoeuvre, a: Overrun) -> None:
    """Where it shows its belly on the way that is answered first; then it is there, whoever is hidden is found, the ground is checked, the defender fires, it fires, and those who are left go at it."""
    v, here, to = at.vehicle, s.at[at.vehicle], a.to
    edge = OverrunEdge(v, to, sum_of(overrun_items(s, v, to)), int(s.position(v) == IN))
    pace = at.pace - pace_cost(s, at, to) if at.pace >= 0 else -1
    change(s, leaving(s, at)._replace(heading=1, escort=(), pace=pace))
    for mark, on in ((MOTION, True), (REVERSE, False), (NEW_HEX, True), (BYPASS, False), (BYPASS_LEFT, False)):
        s.mark("72", v, mark, on)
    spend(s, "72", v, edge.cost)
    if shows_belly(s, v, here, to):
        rear_up(s, v, edge.from_bed, vca(s, v))
        push(s, edge)
        attack(s, v, here)
        push(s, Spotted(v, here, edge.cost, to))
    elif not leaves_by_mines(s, v, edge):
        fall_upon(s, edge)


@rule("191.51", "72")
def run_edge(s: HollowState, at: OverrunEdge) -> None:
    """Such fire precedes the overrun: who was stopped with its belly in the air, or by the mines of its hex, stays where it was."""
    pop(s)
    if is_mobile(s, at.vehicle):
        fall_upon(s, at)
    else:
        fall_back(s, at.vehicle, at.from_bed)
        go_through(s, at.vehicle, s.at[at.vehicle], at.cost, [])


@rule("72", "176.74", "42", "191.51")
def fall_upon(s: HollowState, at: OverrunEdge) -> None:
    """It comes into the hex and shows its belly over a sangar, in the sangar too."""
    v, here, to, m = at.vehicle, s.at[at.vehicle], at.place, top(s, Manoeuvre)
    entered = sum_of(entry_items(s, v, here, to))
    find_enemies(s, (v,), to)
    passage = going(s, v, to, from_bed=at.from_bed)
    leave_posture(s, "72", v, to)
    s.do(Moved("72", v, here, to, (here, to)))
    raise_dust(s, [Trail(v, here, to, entered, m.started == here, m.pace >= 0)])
    look_about(s, (v,), here, to)
    count_mud(s, passage)
    for frame in (DriveOn(), AfterOverrun(v, to), OverrunFire(v, to), Spotted(v, to, at.cost)):
        push(s, frame)
    if climbs_sangar(s, v, to):
        push(s, Spotted(v, to, at.cost, to))
    wake_engines(s, (v,), s.field.view_from(here), at.cost // 2)
    if checks := checks_of(s, passage):
        push(s, GroundChecks(v, tuple(checks), here))
    drive_onto_mines(s, v, to)
    walk_into_fire(s, (v,), here, to)


@rule("191.51")
def climbs_sangar(s: HollowState, vehicle: int, place: int) -> bool:
    """Whether an overrun of a hex takes fully tracked armour over a sangar."""
    return s.vehicle(vehicle).is_tracked and s.vehicle(vehicle).is_armoured and shelter_at(s, place) == "sangar"


@rule("72", "35")
def overrun_power(s: HollowState, vehicle: int) -> list[Item]:
    """Its weight, and one and a half times its machine guns and bursts; flames in full; men aboard. The rear guns do not count. In 64ths; half if it no longer drives."""
    v = s.vehicle(vehicle)
    gun = arms_of(s, vehicle) is not None and not s.has(vehicle, MALFUNCTION) and not s.has(vehicle, GUN_GONE)
    found = [Item("driving over them", SCALE * (WITH_GUN if v.is_armoured and gun else BASE[v.is_armoured]), "72")]
    listed = [g for g in (*machine_guns(s, vehicle), cannon_of(s, vehicle), flame_of(s, vehicle)) if g is not None and g.place != "rear"]
    for one in listed:
        if why_silent(s, vehicle, one)[1] in {"", "it has fired already"}:
            found.append(Item(f"{one.place} gun", SCALE * one.power * (2 if one.place == "flame" else 3) // 2, "72"))
    found += aboard_items(s, vehicle)
    return [*found, *([Item("no longer driving", -(sum_of(found) // 2), "72")] if not is_mobile(s, vehicle) else [])]


@rule("72", "31")
def over_the_sides(s: HollowState, vehicle: int) -> list[int]:
    """Men in good order aboard who can fire: from a lorry, from the back of a tank, from an open carrier whose crew has its heads out."""
    v = s.vehicle(vehicle)
    if v.is_armoured and not riders(s, vehicle) and not (v.is_open and s.has(vehicle, EXPOSED)):
        return []
    return [unit for unit in passengers(s, vehicle) if s.is_man(unit) and s.is_good(unit) and not s.has(unit, BUSY)]


@rule("72", "31")
def aboard_items(s: HollowState, vehicle: int) -> list[Item]:
    """Men who fire over the sides: three times at half, or at a quarter where no armour is before them. In 64ths."""
    behind_armour = s.vehicle(vehicle).is_armoured and not riders(s, vehicle)
    part = 2 if behind_armour else 4
    return [Item(title(s, unit), SCALE * s.squad(unit).firepower * 3 // part, "31") for unit in over_the_sides(s, vehicle)]


@rule("72", "190.42", "191.4", "11", "176.2", "190.41")
def run_down_items(s: HollowState, target: int, vehicle: int) -> list[Item]:
    """What changes the roll: the ground or the work, or the pit of a gun, whichever is best, a foxhole or trench being worth twice as much as against fire; -1 for men in the open; +2 for a vehicle in motion; the crew that overruns."""
    moves = [Item("in motion", 2, "72")] if s.is_vehicle(target) and s.has(target, MOTION) else []
    return [*_shelter_items(s, target), *moves, *crew_items(s, vehicle)]


@rule("64", "72")
def crew_items(s: HollowState, vehicle: int) -> list[Item]:
    """A crew that was stunned before, and an armour leader."""
    return [*([Item("stunned before", 1, "64")] if s.has(vehicle, SHAKEN) else []), *commander_items(s, vehicle)]


def _shelter_items(s: HollowState, target: int) -> list[Item]:
    place = s.at[target]
    found = [Item("terrain", s.field.protection(place), "11")]
    pit = None if s.is_vehicle(target) else emplacement(s, target)
    found += [pit] if pit is not None else []
    work = work_protection(s, target) if s.is_counter(target) else None
    if work is not None:
        found.append(work if shelter_at(s, place) == "sangar" else Item(work.what, DUG_IN // 2 if is_soft(s, place) else DUG_IN, work.rule))
    best = max(found, key=lambda item: item.value)
    if best.value:
        return [best]
    is_open = s.field.is_open(place) and not cancels_open_ground(dust(s)) and not s.has(target, DUG) and s.is_counter(target)
    return [Item("in the open", -1, "11")] if is_open else []


@rule("72")
def run_overrun_fire(s: HollowState, at: OverrunFire) -> None:
    """If it has come there: with half, if the defender has stopped or destroyed it first."""
    pop(s)
    v = at.vehicle
    targets = run_down(s, s.side[v], at.place)
    if s.at[v] == at.place and targets:
        for mark in (FIRED, *range(MG_FIRED, MG_FIRED + 4)):
            s.mark("72", v, mark)
        for unit in over_the_sides(s, v):
            s.mark("31", unit, FIRED)
        push(s, OverrunRoll(v, at.place, sum_of(overrun_power(s, v)), targets))


@rule("72", "191.41")
def read_overrun(s: HollowState, at: OverrunRoll, dice: tuple[int, ...]) -> None:
    """The fire table's answer for everybody there. A kill at its own protection ends a sangar; what is fully tracked, armoured and still drives crushes it, and the gun in it, in any case. An original 12 immobilises."""
    v, place = at.vehicle, at.place
    extra = dust_modifier(dust(s), dice[1]) if len(dice) > 1 else 0
    tasks: list[Task] = []
    own = dice[0] + extra + sum_of(crew_items(s, v))
    killed = table_result(s, column(at.power), own + SANGAR).killed > 0
    for (modifier, vehicle), targets in run_down_groups(s, at):
        roll = dice[0] + modifier + extra
        result = table_result(s, column(at.power), roll, vehicle)
        s.do(Said("72", "overrun", (title(s, v), s.world.names.places[place], column(at.power) or 0, f"{modifier + extra:+d}", roll, result.text)))
        tasks += vehicle_tasks(s, result, vehicle) if vehicle >= 0 else strike(s, result, tuple(targets))
        tasks += hurt_aboard(s, vehicle, column(at.power), roll, result, run_down_items(s, vehicle, v) if vehicle >= 0 else ())
    tracked = s.vehicle(v).is_tracked and s.vehicle(v).is_armoured and is_mobile(s, v)
    crush_guns(s, at, tracked, own)
    if killed or tracked:
        for work in [w for w in s.works_at(place) if WORK_KINDS[s.face[w]] == "sangar"]:
            fall_in(s, "191.41", work)
    push(s, Effects(tuple(tasks)))
    if dice[0] == BREAKS and not s.has(v, WRECK):
        immobilise(s, "72", v)


@rule("191.41", "72", "145.32", "176.2", "190.41")
def crush_guns(s: HollowState, at: OverrunRoll, tracked: bool, roll: int) -> None:
    """Tracks that still drive crush the gun in a sangar; any other gun is lost by a kill, at what protects those who serve it, or at its pit where nobody does."""
    for gun in guns_at(s, at.place, 1 - s.side[at.vehicle]):
        crew = crew_of(s, gun)
        in_sangar = shelter_at(s, at.place) == "sangar" and s.has(gun, DUG)
        modifier = sum_of(_shelter_items(s, crew if crew >= 0 else gun))
        if (tracked and in_sangar) or table_result(s, column(at.power), roll + modifier).killed:
            s.do(Said("191.41" if tracked and in_sangar else "72", "crushed", (title(s, gun),)))
            s.remove("72", gun, "eliminated")


def run_down_groups(s: HollowState, at: OverrunRoll) -> list[tuple[tuple[int, int], list[int]]]:
    alike: dict[tuple[int, int], list[int]] = {}
    for target in [t for t in at.targets if s.is_on_map(t) and s.at[t] == at.place]:
        alike.setdefault((sum_of(run_down_items(s, target, at.vehicle)), target if s.is_vehicle(target) else -1), []).append(target)
    return sorted(alike.items(), key=lambda group: (group[0][1], group[0]))


@rule("72", "36", "S")
def run_after_overrun(s: HollowState, at: AfterOverrun) -> None:
    """Men who are left in good order and not pinned go at the vehicle by hand, one after the other, where the standing orders find it likely enough; those who have fired before find it harder."""
    v, side = at.vehicle, 1 - s.side[at.vehicle]
    least = s.order(side, ORDER_CHANCE)
    if s.has(v, WRECK) or s.at[v] != at.place:
        pop(s)
        return
    fit = [u for u in s.units_at(at.place, side) if s.is_good(u) and not s.has(u, PINNED) and not s.has(u, FINAL) and u not in at.done]
    ready = [u for u in fit if least and 100 * storm_chance(s, u, v, int(s.has(u, FIRST))) >= least]
    if not ready:
        pop(s)
        if is_manned(s, v):
            hold_ground(s, v)
        return
    unit = ready[0]
    less = int(s.has(unit, FIRST))
    change(s, at._replace(done=(*at.done, unit)))
    s.mark("16", unit, FINAL)
    storm(s, unit, v, less)


def overrun_dice(s: HollowState, at: OverrunRoll) -> Rolls:
    return SUM_AND_DIE if has_third_die(s) else SUM_OF_TWO


def overruns(s: HollowState, at: Manoeuvre) -> list[Overrun]:
    return [Overrun(to) for to in ahead(s, at.vehicle)]


def vehicle_in(s: HollowState, at: OverrunRoll) -> dict[str, str]:
    return {"vehicle": title(s, at.vehicle), "place": s.world.names.places[at.place]}


OVERRUN_ORDER = Takes(Overrun, overrun, refuse_overrun, candidates=overruns)
OVERRUN_EDGE = AutoStep(OverrunEdge, run_edge)
OVERRUN_FIRE = AutoStep(OverrunFire, run_overrun_fire)
OVERRUN_ROLL = roll_step(OverrunRoll, "overrun", "72", "{vehicle} overruns {place}", read_overrun, overrun_dice, vehicle_in, fought_over)
AFTER_OVERRUN = AutoStep(AfterOverrun, run_after_overrun)
