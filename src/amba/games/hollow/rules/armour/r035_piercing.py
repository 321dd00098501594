"""A machine gun that is a vehicle's main armament tries to kill armour: to hit, to kill, and what it does (35, 33.4, note A)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import Takes, push
from amba.games.hollow.armoury import Armour, Ordnance
from amba.games.hollow.book import rule
from amba.games.hollow.counters import EXPOSED, MG_BROKEN, MG_FIRED, SHAKEN
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.frames_crews import PierceKill, PierceShot
from amba.games.hollow.orders_crews import Pierce
from amba.games.hollow.rules.armour import r033_to_kill as to_kill
from amba.games.hollow.rules.armour.r032_arcs import REAR, facing_hit, facing_within, tca
from amba.games.hollow.rules.armour.r033_firing import in_motion
from amba.games.hollow.rules.armour.r033_to_hit import Circumstances, dice_total, modifier_items, number_items, part_shown, read_hit
from amba.games.hollow.rules.armour.r035_machine_guns import (
    MAIN,
    PLACES,
    MachineGun,
    are_in_turret,
    bears,
    machine_guns,
    mark_shots,
    refuse_gunner,
    turret_turns,
    why_silent,
)
from amba.games.hollow.rules.armour.r035_printed_notes import printed_rolls
from amba.games.hollow.rules.armour.r035_raking import turn_turret_to
from amba.games.hollow.rules.armour.r063_aiming import TOO_LOW, is_too_low, refuse_target
from amba.games.hollow.rules.armour.r063_guns import COVER
from amba.games.hollow.rules.armour.r064_stun import destroy, stun
from amba.games.hollow.rules.armour.r077_hull_down import hindrance_items, hull_down, vehicle_cover
from amba.games.hollow.rules.captured import STRANGERS, is_captured
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import COLOURED_AND_WHITE, COLOURED_WHITE_AND_DIE, FACES, SUMS, Rolls, roll_step
from amba.games.hollow.rules.r007_seeing import line_to
from amba.games.hollow.rules.r011_modifiers import line_modifiers
from amba.games.hollow.rules.r029_vehicles import is_moving_target
from amba.games.hollow.rules.r064_commanders import commander_items
from amba.games.hollow.rules.r194_air import dust, dust_dice, has_third_die
from amba.games.hollow.rules.r194_dust import breakdown_shift, dust_modifier
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

BULLETS = Ordnance("MG", "Machine gun", 8, "", 4, 0)
"""A machine gun as a gun: 4 to kill, before range and armour."""


@rule("35", "33.4")
def main_gun(s: HollowState, vehicle: int) -> MachineGun | None:
    """The machine gun that is its main armament; of the two of an L3 aa the one that can fire."""
    v = s.vehicle(vehicle)
    if v.gun or v.ma not in {*MAIN, "MG"}:
        return None
    found = [gun for gun in machine_guns(s, vehicle) if v.ma == "MG" or gun.place == MAIN[v.ma]]
    return next((gun for gun in found if not why_silent(s, vehicle, gun)[0]), found[0] if found else None)


@rule("35", "33.4", "7", "188.25")
def refuse_pierce(s: HollowState, at: FirePhase, a: Pierce) -> Refusal | None:
    """Within its range and arc, at an armoured vehicle of the enemy in sight."""
    found = refuse_gunner(s, at.side, at.kind, a.vehicle)
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[a.vehicle], "target": s.world.names.pieces[a.target]}
    if (found := refuse_target(s, at.side, a.target)) is not None:
        return found
    if not s.vehicle(a.target).is_armoured:
        return Refusal("35", "{target} has no armour: it is raked.", name)
    gun = main_gun(s, a.vehicle)
    if gun is None:
        return Refusal("35", "The main armament of {vehicle} is no machine gun.", name)
    number, why = why_silent(s, a.vehicle, gun)
    if number:
        return Refusal(number, "The {gun} gun of {vehicle} does not fire: {why}.", {**name, "gun": gun.place, "why": why})
    place = s.at[a.target]
    away = s.field.range(s.at[a.vehicle], place)
    if away > gun.range:
        items = (("range", str(away), "35"), ("the gun reaches", str(gun.range), "35"))
        return Refusal("35", "{target} is too far off for the machine gun of {vehicle}.", name, items)
    if not bears(s, a.vehicle, gun, place):
        return Refusal("35", "The {gun} gun of {vehicle} does not bear on {target}.", {**name, "gun": gun.place})
    if not line_to(s, a.vehicle, a.target).is_clear:
        return Refusal("7", "{vehicle} does not see {target}.", name)
    low = gun.place != "aa" and is_too_low(s, a.vehicle, a.target)
    return Refusal("188.25", TOO_LOW, {"gun": name["vehicle"]}) if low else None


def shot_of(s: HollowState, at: FirePhase, a: Pierce) -> PierceShot:
    gun = main_gun(s, a.vehicle)
    assert gun is not None
    return PierceShot(a.vehicle, a.target, at.kind, gun.place, turret_turns(s, a.vehicle, (gun,), s.at[a.target], at.kind))


@rule("33.3", "33.31")
def pierce_items(s: HollowState, at: PierceShot) -> tuple[list[Item], list[Item]]:
    """The number to hit, black for all nations (197.1), and what is added to the dice: for the crew as with a gun."""
    v, target, place = at.vehicle, at.target, s.at[at.target]
    away = s.field.range(s.at[v], place)
    between = hindrance_items(s, v, target)
    carriage = {"coaxial": "turret", "aa": "roof"}.get(at.gun, "NT")
    found = Circumstances(
        bounding=carriage if at.kind == "bounding" else "", seen_for=at.seen_for if at.seen_for >= 0 else None,
        mount=s.vehicle(v).turret if at.gun == "coaxial" else "NT", turned=at.turned, in_cover=s.field.has(s.at[v], *COVER), advancing=at.kind == "advancing",
        same_hex=away == 0, range=away, shaken=s.has(v, SHAKEN), buttoned_up=s.vehicle(v).is_armoured and not s.has(v, EXPOSED), captured=is_captured(s, v), leader=sum_of(commander_items(s, v)), moving=is_moving_target(s, target), size=s.vehicle(target).size,
        terrain=vehicle_cover(s, v, target), hindrance=(*between, *line_modifiers(s, v, target)),
    )  # fmt: skip
    return number_items("vehicle", away, BULLETS, False, printed=s.world.printed), modifier_items(found, s.world.printed)


@rule("32", "72")
def facing_found(s: HollowState, at: PierceShot, coloured: int) -> str:
    """The facing that the dice name within a hex; whoever fires at a vehicle that drives in on him has its rear. Empty: where the shot comes from says it."""
    if s.at[at.vehicle] != s.at[at.target]:
        return ""
    return REAR if at.kind == "first" else facing_within(coloured)


@rule("33.4", "33.41")
def pierce_kill_items(s: HollowState, vehicle: int, target: int, is_turret: bool, is_critical: bool = False, facing: str = "") -> list[Item]:
    """The number to kill: 4, the range, the armour that is met; to bullets what is open behind is as the thinnest."""
    facing = facing or facing_hit(s, target, s.at[vehicle], tca(s, target) if is_turret else None)
    armour = {"front": s.vehicle(target).front, "side": s.vehicle(target).side, "rear": s.vehicle(target).rear}[facing]
    armour = Armour(*(to_kill.THINNEST if value is None else value for value in armour))
    return to_kill.kill_items(
        BULLETS, "ap", s.field.range(s.at[vehicle], s.at[target]), armour, is_turret, facing == REAR, is_critical, s.world.printed
    )


@rule("35", "32")
def pierce(s: HollowState, at: FirePhase, a: Pierce) -> None:
    """The turret is turned, and the dice fall."""
    fire_pierce(s, shot_of(s, at, a))


def fire_pierce(s: HollowState, shot: PierceShot) -> None:
    if are_in_turret(s, shot.vehicle, (shot.gun,)):
        turn_turret_to(s, shot.vehicle, s.at[shot.target])
    mark_shots(s, shot.vehicle, [shot.gun])
    push(s, shot)


@rule("35", "MN A")
def bullet_rolls(s: HollowState, vehicle: int) -> int:
    """How many rolls to kill a hit has: two by note A, or as the list says."""
    return max(1 + ("A" in s.vehicle(vehicle).notes), printed_rolls(s, vehicle))


@rule("35", "33.4", "194.71")
def pierce_harm(s: HollowState, shot: PierceShot) -> Fraction:
    """How likely such a shot is to destroy a vehicle or to stun its crew; of two rolls the better."""
    number, modifier = (sum_of(items) for items in pierce_items(s, shot))
    is_down, found = bool(hull_down(s, shot.vehicle, shot.target)), Fraction(0)
    rolls, thirds = bullet_rolls(s, shot.vehicle), dust_dice(s)
    for coloured, white, extra in product(FACES, FACES, thirds):
        hit = part_shown(read_hit("vehicle", number, modifier + extra, coloured, white, in_motion(s, shot.vehicle)), is_down)
        if hit.hits:
            items = pierce_kill_items(s, shot.vehicle, shot.target, hit.is_turret, hit.is_critical, facing_found(s, shot, coloured))
            need = sum_of(items) if items else None
            fails = sum(weight for dice, weight in SUMS if to_kill.read_machine_gun_kill(need, dice) == to_kill.NOTHING)
            found += 1 - Fraction(fails, 36) ** rolls
    return found / (36 * len(thirds))


@rule("33.3", "35", "MN A", "194.71")
def read_pierce(s: HollowState, at: PierceShot, dice: tuple[int, ...]) -> None:
    """It hits or not; it may break down, or fire on. Note A has two rolls to kill, of which the better counts."""
    coloured, white, *rest = dice
    number, modifier = (sum_of(items) for items in pierce_items(s, at))
    modifier += dust_modifier(dust(s), rest[0]) if rest else 0
    moves = in_motion(s, at.vehicle)
    hit, total = read_hit("vehicle", number, modifier, coloured, white, moves), dice_total(coloured, white, modifier, moves)
    verdict = "critical hit" if hit.is_critical else "hit" if hit.hits else "miss"
    s.do(Said("33.3", "gun shot", (title(s, at.vehicle), title(s, at.target), number, f"{modifier:+d}", total, verdict)))
    gun, i = next(one for one in machine_guns(s, at.vehicle) if one.place == at.gun), PLACES.index(at.gun)
    if coloured + white >= gun.breakdown - STRANGERS * is_captured(s, at.vehicle) + breakdown_shift(dust(s)):
        s.mark("35", at.vehicle, MG_BROKEN + i)
    elif coloured <= gun.rate:
        s.mark("35", at.vehicle, MG_FIRED + i, False)
    if not hit.hits:
        return
    hit = part_shown(hit, bool(hull_down(s, at.vehicle, at.target)))
    if not hit.hits:
        s.do(Said("33.3", "hull down", (title(s, at.target),)))
        return
    more, facing = bullet_rolls(s, at.vehicle) - 1, facing_found(s, at, coloured)
    push(s, PierceKill(at.vehicle, at.target, int(hit.is_turret), int(hit.is_critical), more, facing=facing))


@rule("33.4", "66", "MN A")
def read_pierce_kill(s: HollowState, at: PierceKill, dice: tuple[int, ...]) -> None:
    """Less than the number destroys, exactly it stuns the crew; bullets burn nothing."""
    roll = min(dice[0], at.best)
    if at.more:
        push(s, at._replace(more=at.more - 1, best=roll))
        return
    items = pierce_kill_items(s, at.vehicle, at.target, bool(at.is_turret), bool(at.is_critical), at.facing)
    number = sum_of(items) if items else None
    result = to_kill.read_machine_gun_kill(number, roll)
    s.do(Said("33.4", "kill", (title(s, at.target), "turret" if at.is_turret else "hull", number if number is not None else "nothing", roll, result)))
    if result == to_kill.DESTROYED:
        destroy(s, at.target)
    elif result == to_kill.STUNNED:
        stun(s, at.target)


def piercers(s: HollowState, at: FirePhase) -> list[Pierce]:
    mine = [v for v in s.vehicles(at.side) if main_gun(s, v) is not None]
    return [Pierce(v, other) for v in mine for other in s.vehicles(1 - at.side)]


def names_of(s: HollowState, at: PierceShot | PierceKill) -> dict[str, str]:
    return {"vehicle": title(s, at.vehicle), "target": title(s, at.target)}


def where_target_is(s: HollowState, at: PierceShot | PierceKill) -> int:
    return s.at[at.target]


def hit_dice(s: HollowState, at: PierceShot) -> Rolls:
    return COLOURED_WHITE_AND_DIE if has_third_die(s) else COLOURED_AND_WHITE


PIERCE_ORDER = Takes(Pierce, pierce, refuse_pierce, candidates=piercers)
PIERCE_SHOT = roll_step(PierceShot, "to hit", "33.3", "{vehicle} fires at {target}", read_pierce, hit_dice, names_of, where_target_is)
PIERCE_KILL = roll_step(PierceKill, "to kill", "33.4", "What the bullets do to {target}", read_pierce_kill, values=names_of, over=where_target_is)
