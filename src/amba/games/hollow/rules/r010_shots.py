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
from amba.games.hollow.rules.r007_seeing import line_to
from amba.games.hollow.rules.r008_fire import firing, is_veiled, power_of
from amba.games.hollow.rules.r009_groups import JOINING, proposed, refuse_shoot
from amba.games.hollow.rules.r010_fire_table import column, cowers, fire_result, shifted
from amba.games.hollow.rules.r011_modifiers import drm, feels_dust
from amba.games.hollow.rules.r012_morale import strike
from amba.games.hollow.rules.r017_weapons import FLAMETHROWER, is_flame, keeps_rate, mark_fired, shooter
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r194_air import dust, has_third_die
from amba.games.hollow.rules.r194_dust import breakdown_shift, dust_modifier
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import Result
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
    here = places.pop()
    far = s.field.range(here, shot.place)
    if far > min(s.weapon(p).range for p in guns):
        return []
    depth = min(s.weapon(p).firepower for p in guns)
    found = []
    for kind, hexes in ray(s.field.hex_of[here], s.field.hex_of[shot.place]).passages[1:-1]:
        place = s.field.index.get(hexes[0])
        if kind != "in" or place is None or s.field.range(place, shot.place) > depth:
            continue
        gunner = shooter(s, guns[0])
        targets = tuple(t for t in s.seen_at(place, shot.side) if line_to(s, gunner, t).is_clear and not is_below_lip(s, gunner, t))
        if targets and not s.units_at(place, shot.side):
            found.append(shot._replace(place=place, targets=targets))
    return found


@rule("187.16")
def is_below_lip(s: HollowState, gunner: int, target: int) -> bool:
    """Men who have moved in a deir are safe from a machine gun's penetration if its line crosses a lip before or as it reaches them."""
    if not s.has(target, MOVED) or not s.field.has(s.at[target], "deir"):
        return False
    return any(True for _ in line_to(s, gunner, target).look.met("lip"))


def stands(s: HollowState, shot: Shot) -> str:
    """The hexes a shot comes from, for the log: whoever fires is seen."""
    return ", ".join(dict.fromkeys(s.world.names.places[s.at[shooter(s, piece)]] for piece in shot.firers))


@rule("10", "42")
def resolve(s: HollowState, shot: Shot, power: int, cowering: int, dice: tuple[int, ...]) -> tuple[Task, ...]:
    """The table's answer for every target: those with the same modifier share it, the concealed among open ones apart from them."""
    tasks: list[Task] = []
    alike: dict[tuple[int, bool], list[int]] = {}
    for target in shot.targets:
        if s.is_on_map(target):
            alike.setdefault((drm(s, shot, target), is_veiled(s, shot, target)), []).append(target)
    extra = dust_modifier(dust(s), dice[2]) if len(dice) > 2 and feels_dust(s, shot) else 0
    for (modifier, veiled), targets in sorted(alike.items()):
        base = column(power // 2 if veiled else power)
        found = shifted(base, cowering) if base is not None else None
        roll = dice[0] + dice[1] + modifier + extra
        result = fire_result(found, roll, s.world.fire) if found is not None else Result("-")
        s.do(Said("10", "shot", (s.world.names.places[shot.place], found or 0, f"{modifier + extra:+d}", roll, result.text, stands(s, shot))))
        tasks += strike(s, result, tuple(targets))
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
    push(s, Effects(tasks))
    on = keeps_rate(s, at.pieces)
    if on:
        push(s, RateRoll(tuple(on), dice[0], dice[1]))


FIRE_ROLL = roll_step(FireRoll, "fire", "10", "Fire at {place}", read_fire, lambda s, _: THREE_DICE if has_third_die(s) else TWO_DICE, place_twice)
