"""A shot: its dice, machine guns that penetrate, breakdown, and what the table says."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Decision
from amba.core.event import Said
from amba.core.steps import AskStep, Takes, change, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import MALFUNCTION, MOVED
from amba.games.hollow.frames import Aiming, Effects, FireRoll, RateRoll, Shot, Task
from amba.games.hollow.orders import Shoot
from amba.games.hollow.rules.dice import THREE_DICE, TWO_DICE, roll_step
from amba.games.hollow.rules.r007_seeing import line_to, sees
from amba.games.hollow.rules.r008_fire import firing, is_veiled, power_of
from amba.games.hollow.rules.r009_groups import JOINING, proposed, refuse_shoot
from amba.games.hollow.rules.r010_fire_table import column, cowers, shifted
from amba.games.hollow.rules.r010_odds import table_result
from amba.games.hollow.rules.r011_modifiers import drm, feels_dust, modifiers
from amba.games.hollow.rules.r012_morale import strike
from amba.games.hollow.rules.r014_sniper_call import call_sniper
from amba.games.hollow.rules.r017_weapons import FLAMETHROWER, is_flame, keeps_rate, mark_fired, shooter
from amba.games.hollow.rules.r029_targets import targets_in, vehicle_tasks
from amba.games.hollow.rules.r031_under_fire import hurt_aboard
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r102_kindling import flames_kindle
from amba.games.hollow.rules.r187_deirs import counts_in_deir
from amba.games.hollow.rules.r194_air import dust, has_third_die
from amba.games.hollow.rules.r194_dust import breakdown_shift, dust_modifier
from amba.games.hollow.state import HollowState
from amba.kit.rays import ray


@rule("42", "16", "8")
def open_fire(s: HollowState, shot: Shot) -> None:
    """Firing shows a unit, marks it, and then the dice roll; the strength is that of the moment before."""
    power, pieces = power_of(s, shot), tuple(firing(s, shot))
    for unit in dict.fromkeys(shooter(s, piece) for piece in shot.firers):
        reveal(s, unit)
    mark_fired(s, shot)
    change(s, FireRoll(*shot, power, pieces))


@rule("17")
def penetrated(s: HollowState, shot: Shot) -> list[Shot]:
    """Machine guns firing alone from one hex, within their range, also hit the enemies in the line up to as many hexes before the target as they have factors."""
    guns = [p for p in shot.firers if not s.is_leader(p)]
    places = {s.at[shooter(s, p)] for p in guns}
    if shot.kind == "first" or len(places) != 1 or not guns or not all(s.is_weapon(p) for p in guns) or is_flame(s, guns):
        return []
    if s.field.range(places.pop(), shot.place) > min(s.weapon(p).range for p in guns):
        return []
    hit = on_the_line(s, shooter(s, guns[0]), shot.place, min(s.weapon(p).firepower for p in guns))
    return [shot._replace(place=place, targets=targets) for place, targets in hit]


@rule("17", "187.16")
def on_the_line(s: HollowState, gunner: int, to: int, depth: int) -> list[tuple[int, tuple[int, ...]]]:
    """Whom a machine gun's fire hits on its way, so many hexes before its target at most: enemies in sight, where no friends are."""
    found, side = [], s.side[gunner]
    for kind, hexes in ray(s.field.hex_of[s.at[gunner]], s.field.hex_of[to]).passages[1:-1]:
        place = s.field.index.get(hexes[0])
        if kind != "in" or place is None or s.field.range(place, to) > depth:
            continue
        targets = tuple(t for t in targets_in(s, side, place) if sees(s, gunner, t) and not is_below_lip(s, gunner, t))
        if targets and not s.units_at(place, side):
            found.append((place, targets))
    return found


@rule("187.16")
def is_below_lip(s: HollowState, gunner: int, target: int) -> bool:
    """Who has moved in a deir is safe from a machine gun's penetration if its line crosses a lip before or as it reaches him; a vehicle if a wreck there would not hinder that line."""
    has_moved = s.has(target, MOVED) or (s.is_vehicle(target) and s.points[target] > 0)
    if not has_moved or not s.field.has(s.at[target], "deir"):
        return False
    if s.is_vehicle(target):
        return not counts_in_deir(line_to(s, gunner, target).look)
    return any(True for _ in line_to(s, gunner, target).look.met("lip"))


def stands(s: HollowState, shot: Shot) -> str:
    """The hexes a shot comes from, for the log: whoever fires is seen."""
    return ", ".join(dict.fromkeys(s.world.names.places[s.at[shooter(s, piece)]] for piece in shot.firers))


Group = tuple[int, bool, int]
"""Targets for whom the table is read once: their modifier, whether they are concealed among open ones, and the vehicle, or -1 for men."""


def groups_of(s: HollowState, shot: Shot) -> list[tuple[Group, list[int]]]:
    """The targets of a shot that are still there, in the order in which the table is read for them: men first, each vehicle by itself."""
    alike: dict[Group, list[int]] = {}
    for target in shot.targets:
        if s.is_on_map(target):
            key = (drm(s, shot, target), is_veiled(s, shot, target), target if s.is_vehicle(target) else -1)
            alike.setdefault(key, []).append(target)
    return sorted(alike.items(), key=lambda group: (group[0][2], group[0]))


@rule("10", "42", "29")
def resolve(s: HollowState, shot: Shot, power: int, cowering: int, dice: tuple[int, ...]) -> tuple[Task, ...]:
    """The table's answer for every target: those with the same modifier share it, the concealed among open ones apart from them."""
    tasks: list[Task] = []
    extra = dust_modifier(dust(s), dice[2]) if len(dice) > 2 and feels_dust(s, shot) else 0
    for (modifier, veiled, vehicle), targets in groups_of(s, shot):
        base = column(power // 2 if veiled else power)
        found = shifted(base, cowering) if base is not None else None
        roll = dice[0] + dice[1] + modifier + extra
        result = table_result(s, found, roll, vehicle)
        s.do(Said("10", "shot", (s.world.names.places[shot.place], found or 0, f"{modifier + extra:+d}", roll, result.text, stands(s, shot))))
        if is_flame(s, shot.firers):
            flames_kindle(s, shot.place, found, roll)
        tasks += vehicle_tasks(s, result, vehicle) if vehicle >= 0 else strike(s, result, tuple(targets))
        tasks += hurt_aboard(s, vehicle, found, roll, result, modifiers(s, shot, vehicle) if vehicle >= 0 else ())
    return tuple(tasks)


@rule("17", "22")
def malfunction(s: HollowState, pieces: Sequence[int], dice: tuple[int, ...]) -> None:
    """A weapon breaks down on its number or more; a flamethrower is spent then."""
    for piece in pieces:
        if s.is_weapon(piece) and dice[0] + dice[1] >= s.weapon(piece).breakdown + breakdown_shift(dust(s)):
            if s.weapon(piece).kind == FLAMETHROWER:
                s.spend("22", piece, 0)
                s.remove("22", piece, "eliminated")
            else:
                s.mark("17", piece, MALFUNCTION)


AIMING = AskStep(
    Aiming,
    lambda s, at: Decision(
        at.side, "shot", "9", "Fire at {place} with all who are marked, or choose who fires.", {"place": s.world.names.places[at.place]}
    ),
    *JOINING,
    Takes(Shoot, lambda s, at, _a: open_fire(s, proposed(s, at.shot)), refuse_shoot),
)


def place_twice(s: HollowState, at: FireRoll) -> dict[str, str]:
    place = s.world.names.places[at.place]
    return {"place": place, "hex": place}


@rule("10", "17")
def read_fire(s: HollowState, at: FireRoll, dice: tuple[int, ...]) -> None:
    """The table's answer for everybody who is hit; then weapons break down, and machine guns may keep up their fire."""
    shot = at.shot
    cowering = cowers(s, shot, dice)
    tasks = resolve(s, shot, at.power, cowering, dice)
    for behind in penetrated(s, shot):
        tasks += resolve(s, behind, power_of(s, behind), cowering, dice)
    malfunction(s, at.pieces, dice)
    call_sniper(s, shot.side, dice[0] + dice[1])  # first on the stack: when all else is over
    push(s, Effects(tasks))
    on = keeps_rate(s, at.pieces)
    if on:
        push(s, RateRoll(tuple(on), dice[0], dice[1]))


FIRE_ROLL = roll_step(FireRoll, "fire", "10", "Fire at {place}", read_fire, lambda s, _: THREE_DICE if has_third_die(s) else TWO_DICE, place_twice)
