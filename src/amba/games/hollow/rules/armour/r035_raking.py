"""A vehicle rakes a hex with its machine guns, or a gun on wheels with bursts: why not, the dice, and what they do; in first fire by standing order (35, 16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import CONCEALED, GUN_GONE, MALFUNCTION, MG_BROKEN, MG_FIRED, ORDER_CHANCE, ORDER_RANGE, SHAKEN, TCA, WRECK
from amba.games.hollow.frames import Effects, FirePhase, Pieces, Shot, Task, Watching
from amba.games.hollow.frames_crews import RakeRoll
from amba.games.hollow.orders_crews import Rake, Weapon
from amba.games.hollow.rules.armour.r032_arcs import SPINES, apart, in_arc
from amba.games.hollow.rules.armour.r033_to_hit import turning
from amba.games.hollow.rules.armour.r035_machine_guns import (
    PLACES,
    MachineGun,
    are_in_turret,
    cannon_of,
    flame_of,
    machine_guns,
    mark_shots,
    ready_guns,
    ready_hows,
    refuse_gunner,
    strength_of,
    turret_turns,
    why_silent,
)
from amba.games.hollow.rules.armour.r035_printed_notes import fixed_bow_items
from amba.games.hollow.rules.armour.r063_aiming import TOO_LOW, aim_at, is_too_low, refuse_reach
from amba.games.hollow.rules.armour.r063_guns import COVER, crew_of, guns_of, mark_gun, refuse_gunners, serving
from amba.games.hollow.rules.armour.r077_hull_down import hull_down
from amba.games.hollow.rules.armour.r145_aim import lose_aim
from amba.games.hollow.rules.captured import STRANGERS, is_captured
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import COLOURED_AND_WHITE, COLOURED_WHITE_AND_DIE, SUMS, Rolls, fought_over, roll_step
from amba.games.hollow.rules.r007_seeing import sees
from amba.games.hollow.rules.r008_fire import is_veiled
from amba.games.hollow.rules.r010_fire_table import column
from amba.games.hollow.rules.r010_odds import cases_of, table_result
from amba.games.hollow.rules.r010_shots import on_the_line
from amba.games.hollow.rules.r011_modifiers import modifiers
from amba.games.hollow.rules.r012_morale import strike
from amba.games.hollow.rules.r016_defensive_fire import is_worth_it, on_their_feet
from amba.games.hollow.rules.r029_targets import targets_in, vehicle_tasks
from amba.games.hollow.rules.r029_vehicles import is_moving_target, is_stuck
from amba.games.hollow.rules.r031_under_fire import hurt_aboard
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r102_kindling import flames_kindle
from amba.games.hollow.rules.r194_air import dust, dust_dice, has_third_die
from amba.games.hollow.rules.r194_dust import breakdown_shift, dust_modifier
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import Result
from amba.games.hollow.titles import title

HOWS: tuple[Weapon, ...] = ("", "bow", "coaxial", "aa", "rear", "cannon", "flame")


def in_sight(s: HollowState, vehicle: int, place: int) -> tuple[int, ...]:
    """The enemies in a hex that its crew sees and machine guns can hurt; kept with the position."""
    return s.remembered(("raked", vehicle, place), lambda: tuple(t for t in targets_in(s, s.side[vehicle], place) if sees(s, crew_of(s, vehicle), t)))


def guns_named(s: HollowState, at: RakeRoll) -> list[MachineGun]:
    special = (cannon_of(s, at.vehicle), flame_of(s, at.vehicle))
    return [gun for gun in (*machine_guns(s, at.vehicle), *special) if gun is not None and gun.place in at.guns]


def within_height(s: HollowState, vehicle: int, targets: Pieces) -> Pieces:
    return tuple(target for target in targets if not is_too_low(s, crew_of(s, vehicle), target))


def on_roof(guns: tuple[MachineGun, ...]) -> bool:
    return all(gun.place == "aa" for gun in guns)


@rule("188.25")
def guns_at_height(s: HollowState, vehicle: int, guns: tuple[MachineGun, ...], targets: Pieces) -> tuple[MachineGun, ...]:
    """At a crest, those that may fire so far down: all of them if somebody there is high enough, otherwise the one on the roof alone."""
    return guns if within_height(s, vehicle, targets) else tuple(gun for gun in guns if gun.place == "aa")


@rule("35", "137.3", "77", "MN E")
def is_masked(s: HollowState, vehicle: int, gun: MachineGun, targets: Pieces) -> bool:
    """The bow of a vehicle that is hull down to its target lies behind what hides it, unless it is its main armament, or note E lets it fire."""
    if gun.place != "bow" or "E" in s.vehicle(vehicle).notes or s.vehicle(vehicle).ma in {"BMG", "MG"}:
        return False
    return any(hull_down(s, target, vehicle) for target in targets)


@rule("35", "188.25", "137.3")
def guns_at(s: HollowState, kind: str, vehicle: int, place: int, how: str, targets: Pieces) -> tuple[MachineGun, ...]:
    """The machine guns that fire at these targets: those that bear, reach so far down, and are not behind what hides the hull."""
    ready = ready_guns(s, vehicle, kind, place, how)
    return unmasked(s, vehicle, guns_at_height(s, vehicle, ready, targets), targets)


def unmasked(s: HollowState, vehicle: int, guns: tuple[MachineGun, ...], targets: Pieces) -> tuple[MachineGun, ...]:
    return tuple(gun for gun in guns if not is_masked(s, vehicle, gun, targets))


@rule("35", "42")
def roll_of(s: HollowState, kind: str, vehicle: int, place: int, how: str, targets: Pieces = ()) -> RakeRoll:
    """The dice as they would be thrown now; half at concealed targets alone."""
    targets = targets or in_sight(s, vehicle, place)
    return roll_with(s, kind, vehicle, place, guns_at(s, kind, vehicle, place, how, targets), targets)


def roll_with(s: HollowState, kind: str, vehicle: int, place: int, guns: tuple[MachineGun, ...], targets: Pieces) -> RakeRoll:
    """The dice as these guns throw them."""
    targets = targets if on_roof(guns) else within_height(s, vehicle, targets)
    power = strength_of(s, vehicle, kind, place, guns).power
    if targets and all(s.has(t, CONCEALED) for t in targets):
        power //= 2
    return RakeRoll(vehicle, kind, place, tuple(gun.place for gun in guns), power, turret_turns(s, vehicle, guns, place, kind), targets)


@rule("35", "63")
def refuse_raker(s: HollowState, side: int, kind: str, piece: int) -> Refusal | None:
    """A vehicle whose crew can fire; or a gun on wheels that fires in bursts, served as for any shot."""
    if not s.is_gun(piece):
        return refuse_gunner(s, side, kind, piece)
    if (found := refuse_gunners(s, side, kind, piece)) is not None:
        return found
    return None if cannon_of(s, piece) is not None else Refusal("35", "{gun} does not fire in bursts.", {"gun": s.world.names.pieces[piece]})


def burst_guns(s: HollowState, side: int) -> list[int]:
    """A side's guns on wheels that can fire in bursts."""
    return [gun for gun in guns_of(s, side) if cannon_of(s, gun) is not None]


@rule("35", "8", "7")
def refuse_rake(s: HollowState, at: FirePhase, a: Rake) -> Refusal | None:
    """Some of its machine guns bear on a hex in sight where enemies are that they can hurt, and no friends."""
    return refuse_raker(s, at.side, at.kind, a.vehicle) or refuse_hex(s, at, a) or refuse_how(s, at, a)


def names_of(s: HollowState, a: Rake) -> dict[str, str]:
    return {"place": s.world.names.places[a.to], "vehicle": s.world.names.pieces[a.vehicle]}


@rule("35", "8", "7")
def refuse_hex(s: HollowState, at: FirePhase, a: Rake) -> Refusal | None:
    """Why it fires at a hex with nothing that it has: nobody is there or in sight, or friends are."""
    name = names_of(s, a)
    if a.to not in s.field.hex_of:
        return Refusal("5", "{place} is not on this map.", name)
    if s.units_at(a.to, at.side):
        return Refusal("8", "Your own men are in {place}.", name)
    if not in_sight(s, a.vehicle, a.to):
        return why_nobody(s, at.side, a, name)
    return refuse_reach(s, a.vehicle, a.to, at.kind) if s.is_gun(a.vehicle) else None


@rule("35", "188.25", "10")
def refuse_how(s: HollowState, at: FirePhase, a: Rake) -> Refusal | None:
    """Why what is named does not fire there: none is ready or bears, it lies too low or behind what hides the hull, or it comes to too little."""
    name = names_of(s, a)
    ready = ready_guns(s, a.vehicle, at.kind, a.to, a.how)
    if not ready:
        return why_none(s, a, name)
    seen = in_sight(s, a.vehicle, a.to)
    high = guns_at_height(s, a.vehicle, ready, seen)
    if not high:
        return Refusal("188.25", TOO_LOW, {"gun": s.world.names.pieces[a.vehicle]})
    guns = unmasked(s, a.vehicle, high, seen)
    if not guns:
        return Refusal("35", "{vehicle} is hull down to {place}, and its bow gun lies behind what hides it.", name)
    if column(roll_with(s, at.kind, a.vehicle, a.to, guns, seen).power) is None:
        return Refusal("10", "{vehicle} would fire with less than one factor.", name)
    return None


@rule("7", "35")
def why_nobody(s: HollowState, side: int, a: Rake, name: dict[str, str]) -> Refusal:
    """Why nobody there can be hurt: whoever is there is out of sight, sits behind armour, or nobody is known to be there."""
    if targets_in(s, side, a.to):
        return Refusal("7", "{vehicle} does not see who is in {place}.", name)
    if any(s.at[v] == a.to and not s.has(v, WRECK) for v in s.vehicles(1 - side)):
        return Refusal("35", "In {place} are only vehicles that machine guns do not hurt: they have armour, and their hatches are shut.", name)
    return Refusal("8", "No enemy is known to be in {place}.", name)


@rule("35", "176.75")
def why_none(s: HollowState, a: Rake, name: dict[str, str]) -> Refusal:
    """Why none of them fires there: what is wrong with the first that is meant, or that none bears."""
    special = (cannon_of(s, a.vehicle), flame_of(s, a.vehicle))
    meant = [gun for gun in (*machine_guns(s, a.vehicle), *special) if gun is not None and a.how in {"", gun.place}]
    for gun in meant:
        number, why = why_silent(s, a.vehicle, gun)
        if number:
            return Refusal(number, "The {gun} gun of {vehicle} does not fire: {why}.", {**name, "gun": gun.place, "why": why})
    if any(gun.place in {"bow", "flame"} for gun in meant) and a.to == s.at[a.vehicle] and is_stuck(s, a.vehicle):
        return Refusal("176.75", "{vehicle} is stuck, and its bow does not bear on its own hex.", name)
    return Refusal("35", "No machine gun of {vehicle} bears on {place}." if meant else "{vehicle} has no such weapon.", name)


def rakers(s: HollowState, at: FirePhase) -> list[int]:
    """Every vehicle, and gun with bursts, that has something to rake; one target is looked for, not all."""
    return s.remembered(
        ("rakers", at.side, at.kind), lambda: [v for v in (*s.vehicles(at.side), *burst_guns(s, at.side)) if next(_rakes(s, at, v), None) is not None]
    )


def rakes(s: HollowState, at: FirePhase, vehicle: int) -> list[Rake]:
    """Everything it could be told to fire at, with all its machine guns or one of them; kept with the position."""
    return s.remembered(("rakes", at.kind, vehicle), lambda: list(_rakes(s, at, vehicle)))


def _rakes(s: HollowState, at: FirePhase, vehicle: int) -> Iterator[Rake]:
    """As `refuse_rake` has it, but only where some gun reaches and bears is looked: sight is dear."""
    if refuse_raker(s, at.side, at.kind, vehicle) is not None:
        return
    guns = [
        gun
        for gun in (*machine_guns(s, vehicle), cannon_of(s, vehicle), flame_of(s, vehicle))
        if gun is not None and not why_silent(s, vehicle, gun)[0]
    ]
    has, reach = {"", *(gun.place for gun in guns)}, max((2 * gun.range for gun in guns), default=-1)
    named = [how for how in HOWS if how in has]
    for place in sorted({*(s.at[p] for p in s.known_counters(1 - at.side)), *(s.at[v] for v in s.vehicles(1 - at.side))}):
        if s.field.range(s.at[vehicle], place) > reach:
            continue
        hows = ready_hows(s, vehicle, at.kind, place, named)
        if hows and refuse_hex(s, at, Rake(vehicle, place)) is None:
            yield from (order for how in hows for order in (Rake(vehicle, place, how),) if refuse_how(s, at, order) is None)


@rule("35", "32")
def rake(s: HollowState, at: FirePhase, a: Rake) -> None:
    open_up(s, roll_of(s, at.kind, a.vehicle, a.to, a.how))


@rule("32")
def turn_turret_to(s: HollowState, vehicle: int, place: int) -> None:
    """By the shorter way, until the hex is in its arc."""
    now = s.pointing(vehicle, TCA)
    spines = [spine for spine in SPINES if in_arc(s, s.at[vehicle], spine, place)]
    s.point("32", vehicle, TCA, min(spines, key=lambda spine: (apart(now, spine), spine)))


@rule("35", "32", "42", "145")
def open_up(s: HollowState, at: RakeRoll) -> None:
    """The turret is turned, or the gun, whose crew shows itself; and the dice fall. A gun that fires in bursts has no aim any more."""
    if s.is_gun(at.vehicle):
        reveal(s, crew_of(s, at.vehicle))
        aim_at(s, at.vehicle, at.place)
    elif are_in_turret(s, at.vehicle, at.guns):
        turn_turret_to(s, at.vehicle, at.place)
    mark_shots(s, at.vehicle, [gun for gun in at.guns if gun in PLACES])
    if any(gun not in PLACES for gun in at.guns):
        mark_gun(s, at.vehicle, at.kind)
    if "cannon" in at.guns:
        lose_aim(s, at.vehicle)
    push(s, at)


@rule("35", "33.31", "22", "64")
def rake_items(s: HollowState, at: RakeRoll, target: int) -> list[Item]:
    """What changes the roll: as for any fire; a turret that had to be turned, a crew that was stunned before. Nothing helps against flames."""
    if "flame" in at.guns:
        return []
    shot = Shot(s.side[at.vehicle], at.kind, at.place, (crew_of(s, at.vehicle),), at.targets)
    mount = serving(s, at.vehicle).mount if s.is_gun(at.vehicle) else s.vehicle(at.vehicle).turret
    found = [*modifiers(s, shot, target), *turning(mount, at.turned, s.field.has(s.at[at.vehicle], *COVER), s.world.printed)]
    moving = is_moving_target(s, target) if s.is_vehicle(target) else at.kind == "first"
    fixed = fixed_bow_items(s, at.vehicle, moving) if "bow" in at.guns else []
    return [*found, *fixed, *([Item("stunned before", 1, "64")] if s.has(at.vehicle, SHAKEN) else [])]


def rake_groups(s: HollowState, at: RakeRoll) -> list[tuple[tuple[int, bool, int], list[int]]]:
    """The targets for whom the table is read once: men first, each vehicle by itself."""
    shot = Shot(s.side[at.vehicle], at.kind, at.place, (at.vehicle,), at.targets)
    alike: dict[tuple[int, bool, int], list[int]] = {}
    for target in [t for t in at.targets if s.is_on_map(t) and s.at[t] == at.place]:
        key = (sum_of(rake_items(s, at, target)), is_veiled(s, shot, target), target if s.is_vehicle(target) else -1)
        alike.setdefault(key, []).append(target)
    return sorted(alike.items(), key=lambda group: (group[0][2], group[0]))


def raked(s: HollowState, at: RakeRoll, roll: int, veiled: bool, vehicle: int) -> Result:
    return table_result(s, column(at.power // 2 if veiled else at.power), roll, vehicle)


@rule("35", "10", "194.71")
def read_rake(s: HollowState, at: RakeRoll, dice: tuple[int, ...]) -> None:
    """The fire table's answer for everybody there; then the guns may break down, and the main armament may fire on."""
    coloured, white, *rest = dice
    extra = dust_modifier(dust(s), rest[0]) if rest and "flame" not in at.guns else 0
    dice_sum = coloured + white + extra
    tasks = [task for one in (at, *pierced(s, at)) for task in resolve_rake(s, one, dice_sum, extra)]
    if "flame" in at.guns:
        flames_kindle(s, at.place, column(at.power), dice_sum)
    wear_out(s, at, coloured, white)
    push(s, Effects(tuple(tasks)))


@rule("17", "35", "187.16")
def pierced(s: HollowState, at: RakeRoll) -> list[RakeRoll]:
    """Within the range of all its guns the fire also hits enemies on the way, as many hexes before the target as the weakest has factors; not in first fire, nor a gun in bursts or flames."""
    guns = guns_named(s, at)
    away = s.field.range(s.at[at.vehicle], at.place)
    if at.kind == "first" or away < 2 or any(gun.place not in PLACES or away > gun.range for gun in guns):
        return []
    return [at._replace(place=place, targets=targets) for place, targets in on_the_line(s, at.vehicle, at.place, min(gun.power for gun in guns))]


@rule("35", "10")
def resolve_rake(s: HollowState, at: RakeRoll, dice_sum: int, extra: int) -> list[Task]:
    """The table's answer in one hex."""
    tasks: list[Task] = []
    place = s.world.names.places[at.place]
    for (modifier, veiled, vehicle), targets in rake_groups(s, at):
        roll = dice_sum + modifier
        result = raked(s, at, roll, veiled, vehicle)
        shown = column(at.power // 2 if veiled else at.power) or 0
        s.do(Said("35", "shot", (place, shown, f"{modifier + extra:+d}", roll, result.text, title(s, at.vehicle))))
        tasks += vehicle_tasks(s, result, vehicle) if vehicle >= 0 else strike(s, result, tuple(targets))
        tasks += hurt_aboard(s, vehicle, shown or None, roll, result, rake_items(s, at, vehicle) if vehicle >= 0 else ())
    return tasks


@rule("35", "MN F", "VN 5.a", "194.732", "C")
def wear_out(s: HollowState, at: RakeRoll, coloured: int, white: int) -> None:
    """Each gun breaks down on its own number, two sooner in the hands of strangers, a flamethrower for good; a main armament that fired alone fires on if the coloured die is within its rate."""
    guns = guns_named(s, at)
    for gun in guns:
        strangers = STRANGERS * is_captured(s, at.vehicle)
        is_broken = coloured + white >= gun.breakdown - strangers + breakdown_shift(dust(s))
        if gun.place in PLACES:
            i = PLACES.index(gun.place)
            s.mark("35", at.vehicle, MG_BROKEN + i, is_broken)
            if not is_broken and len(guns) == 1 and coloured <= gun.rate:
                s.mark("35", at.vehicle, MG_FIRED + i, False)
        elif is_broken:
            s.mark("145", at.vehicle, GUN_GONE if gun.place == "flame" else MALFUNCTION)
        elif coloured <= gun.rate:
            mark_gun(s, at.vehicle, at.kind, False)


def rake_dice(s: HollowState, at: RakeRoll) -> Rolls:
    return COLOURED_WHITE_AND_DIE if has_third_die(s) else COLOURED_AND_WHITE


@rule("35", "10", "194.71")
def rake_harm(s: HollowState, at: RakeRoll) -> Fraction:
    """How likely the likeliest target is to break or to be lost, with the third die of the dust; flames do not feel it."""
    best, thirds = Fraction(0), [0] if "flame" in at.guns else dust_dice(s)
    for (modifier, veiled, vehicle), targets in rake_groups(s, at):
        found = 0
        for (dice, weight), extra in product(SUMS, thirds):
            result = raked(s, at, dice + extra + modifier, veiled, vehicle)
            gone, broken, _ = cases_of(s, s.side[at.vehicle], targets[0], result, len(targets))
            found += weight * (gone + broken)
        best = max(best, Fraction(found, 36 * 36 * len(targets) * len(thirds)))
    return best


@rule("16", "S", "35")
def rake_movers(s: HollowState, at: Watching, targets: Pieces) -> tuple[Fraction, Callable[[], None]] | None:
    """In first fire: the likeliest shot of a vehicle's machine guns at movers that the standing orders allow."""
    side = 1 - s.side[targets[0]]
    least, most = s.order(side, ORDER_CHANCE), s.order(side, ORDER_RANGE) or 99
    if not s.has_armour or not least or not on_their_feet(s, targets) or not is_worth_it(s, side, at.place, targets):
        return None
    best = best_rake(s, side, at.place, targets, most)
    return None if best is None or 100 * best[0] < least else (best[0], lambda: open_up(s, best[1]))


def best_rake(s: HollowState, side: int, place: int, targets: Pieces, most: int, barred: Pieces = ()) -> tuple[Fraction, RakeRoll] | None:
    """The likeliest shot of all machine guns of one vehicle at these targets, of those that may fire."""
    found: list[tuple[Fraction, int, RakeRoll]] = []
    for vehicle in [vehicle for vehicle in s.vehicles(side) if vehicle not in barred]:
        if s.field.range(s.at[vehicle], place) > most or refuse_gunner(s, side, "first", vehicle) is not None or s.units_at(place, side):
            continue
        seen = tuple(t for t in targets if sees(s, vehicle, t))
        roll = roll_of(s, "first", vehicle, place, "", seen) if seen else None
        if roll is not None and roll.guns and column(roll.power) is not None:
            found.append((rake_harm(s, roll), -vehicle, roll))
    best = max(found, default=None)
    return None if best is None else (best[0], best[2])


def rake_title(s: HollowState, at: RakeRoll) -> dict[str, str]:
    return {"vehicle": title(s, at.vehicle), "place": s.world.names.places[at.place]}


RAKE_ORDER = Takes(Rake, rake, refuse_rake, heads=rakers, tails=rakes)
RAKE_ROLL = roll_step(RakeRoll, "machine guns", "35", "{vehicle} rakes {place}", read_rake, rake_dice, rake_title, fought_over)
