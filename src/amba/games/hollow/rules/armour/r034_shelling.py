"""A gun shells a hex: its roll to hit, the burst on the fire table, guns hit directly or nearly, works that fall in."""

from __future__ import annotations

from collections.abc import Iterator

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import DUG, INTENSIVE, TCA, WORK_KINDS
from amba.games.hollow.frames import Effects, FirePhase, Task
from amba.games.hollow.frames_armour import BurstRoll, ChanceHit, GunShot
from amba.games.hollow.orders_armour import Shell
from amba.games.hollow.rules.armour.r032_arcs import in_arc
from amba.games.hollow.rules.armour.r033_engaging import fires_by_red_numbers, strike_vehicle, vehicle_hit_items
from amba.games.hollow.rules.armour.r033_firing import fire_gun, firing_circumstances, in_motion
from amba.games.hollow.rules.armour.r033_to_hit import (
    Circumstances,
    Hit,
    breaks_down,
    dice_total,
    is_multiple_hit,
    keeps_rate,
    may_hit_by_chance,
    modifier_items,
    number_items,
    read_hit,
    slowed,
)
from amba.games.hollow.rules.armour.r034_high_explosive import (
    Burst,
    direct_column,
    ends_sangar,
    ground_modifier,
    is_direct_hit,
    near_column,
    near_miss_wrecks,
)  # fmt: skip
from amba.games.hollow.rules.armour.r034_vehicles import burst_on_vehicle
from amba.games.hollow.rules.armour.r037_light import throw_away
from amba.games.hollow.rules.armour.r063_aiming import OVER_THE_AREA, refuse_downward, refuse_reach, turned_for
from amba.games.hollow.rules.armour.r063_guns import crew_of, guns_at, mark_gun, ordnance_of, refuse_gunners, serving, shooters
from amba.games.hollow.rules.armour.r145_aim import acquire
from amba.games.hollow.rules.armour.r145_ammunition import against_men, has_none
from amba.games.hollow.rules.armour.r145_carriers import breakdown_of, fail
from amba.games.hollow.rules.captured import STRANGERS, is_captured
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import BETTER_OF_TWO, COLOURED_AND_WHITE, COLOURED_WHITE_AND_DIE, ONE_DIE, Rolls, fought_over, roll_step
from amba.games.hollow.rules.r007_seeing import line_to, sees
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r011_modifiers import line_modifiers, terrain_items
from amba.games.hollow.rules.r012_morale import eliminate, strike
from amba.games.hollow.rules.r102_kindling import shells_kindle
from amba.games.hollow.rules.r191_works import SANGAR, collapsing, fall_in, is_soft, shelter_at
from amba.games.hollow.rules.r194_air import dust, has_third_die
from amba.games.hollow.rules.r194_dust import breakdown_shift, dust_modifier
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import Result
from amba.games.hollow.titles import title

GUNSHIELD, COVERED = 2, "cover"
SNAKE_EYES, BY_CHANCE = 2, "perhaps"
CHANCES = (Hit(True, False, True), Hit(True, True), Hit(True))
"""What a die of 1, 2 and 3 makes of an impossible shot."""
COLLAPSE = 70
"""From this calibre on a kill takes a foxhole in sand with it (190.42)."""


def targets_of(s: HollowState, gun: int, place: int, how: str = "") -> tuple[int, ...]:
    """The enemy's counters in a hex that the crew of a gun sees, and not too far below its crest; over the area his vehicles too."""
    return tuple(t for t in seen_by(s, gun, place, how) if refuse_downward(s, gun, t) is None)


def seen_by(s: HollowState, gun: int, place: int, how: str) -> list[int]:
    crew, side = crew_of(s, gun), s.side[gun]
    vehicles = [v for v in s.vehicles(1 - side) if s.at[v] == place] if how == "area" else []
    return [t for t in (*s.seen_at(place, side), *vehicles) if sees(s, crew, t)]


@rule("63", "7", "8")
def refuse_shell(s: HollowState, at: FirePhase, a: Shell) -> Refusal | None:
    """A gun fires high explosive at enemies that its crew sees, in its range, where no friend is; solid shot, if it has nothing else, at them, not over the area."""
    found = refuse_gunners(s, at.side, at.kind, a.gun)
    if found is not None:
        return found
    name = {"place": s.world.names.places[a.to], "gun": s.world.names.pieces[a.gun]}
    if not against_men(s, a.gun):
        return Refusal("34.4", "{gun} has nothing to fire at men.", name)
    if a.how == "area" and against_men(s, a.gun) != "he":
        return Refusal("34.4", "{gun} has solid shot alone, which is aimed at men and does not burst over the area.", name)
    if a.to not in s.field.hex_of:
        return Refusal("5", "{place} is not on this map.", name)
    if s.units_at(a.to, at.side):
        return Refusal("8", "Your own men are in {place}.", name)
    if (found := refuse_reach(s, a.gun, a.to, at.kind)) is not None:
        return found
    if serving(s, a.gun).is_mortar and a.how != "area":
        return Refusal("63", OVER_THE_AREA, name)
    seen = seen_by(s, a.gun, a.to, a.how)
    if not seen:
        return Refusal("7", "The crew of {gun} sees no enemy in {place}.", name)
    low = [refuse_downward(s, a.gun, target) for target in seen]
    return low[0] if None not in low else None


def shell_heads(s: HollowState, at: FirePhase) -> list[int]:
    """Every gun that has a target for its shells; one is looked for, not all."""
    heads = ("shell heads", at.side, at.kind)
    return s.remembered(heads, lambda: [gun for gun in shooters(s, at.side) if next(_shells(s, at, gun), None) is not None])


def shells(s: HollowState, at: FirePhase, gun: int) -> list[Shell]:
    """All its shots at hexes; kept with the position."""
    return s.remembered(("shells", at.side, at.kind, gun), lambda: list(_shells(s, at, gun)))


def _shells(s: HollowState, at: FirePhase, gun: int) -> Iterator[Shell]:
    """As `refuse_shell` has it, but what asks for gun and hex alone is asked once for both ways to fire."""
    if refuse_gunners(s, at.side, at.kind, gun) is not None or not against_men(s, gun):
        return
    for place in sorted({s.at[p] for p in (*s.known_counters(1 - at.side), *s.vehicles(1 - at.side))}):
        if not s.units_at(place, at.side) and refuse_reach(s, gun, place, at.kind) is None:
            for order in (Shell(gun, place), Shell(gun, place, "area")):
                if refuse_shell(s, at, order) is None:
                    yield order


@rule("33.31", "194.611", "194.71")
def circumstances(s: HollowState, at: GunShot, target: int) -> Circumstances:
    """What changes the dice of a gun's shot at one counter. Ground protects men from a shot aimed at them; over an area it softens the burst instead."""
    crew = crew_of(s, at.gun)
    ground = () if at.target == "area" else tuple(terrain_items(s, crew, target))
    between = [Item(hindrance.what, hindrance.drm, hindrance.rule) for hindrance in line_to(s, crew, target).hindrances]
    return firing_circumstances(s, at)._replace(concealed=s.is_secret(target), terrain=ground, hindrance=(*between, *line_modifiers(s, crew, target)))


def hit_items(s: HollowState, at: GunShot, target: int) -> tuple[list[Item], list[Item]]:
    """The number to hit one counter, and what is added to the dice, line by line."""
    away = s.field.range(s.at[at.gun], at.place)
    number = number_items(at.target, away, ordnance_of(s, at.gun), fires_by_red_numbers(s, at.gun), at.ammunition, s.world.printed)
    return number, modifier_items(circumstances(s, at, target), s.world.printed)


def shot_of(s: HollowState, at: FirePhase, a: Shell) -> GunShot:
    return GunShot(a.gun, at.kind, a.to, -1, a.how or "infantry", against_men(s, a.gun), turned_for(s, a.gun, a.to, at.kind))


def shell(s: HollowState, at: FirePhase, a: Shell) -> None:
    fire_gun(s, shot_of(s, at, a))


@rule("33.3", "145", "194.71", "194.732")
def read_gun_shot(s: HollowState, at: GunShot, dice: tuple[int, ...]) -> None:
    """Every counter the crew sees there is hit or not by the same dice; then the gun may break down, or fire on."""
    coloured, white, *rest = dice
    extra = dust_modifier(dust(s), rest[0]) if rest else 0
    if at.vehicle >= 0:
        read_vehicle_shot(s, at, coloured, white, extra)
        return
    hits: dict[bool, list[int]] = {}
    told: list[tuple[int, int, bool]] = []
    moves = in_motion(s, at.gun)
    seen = targets_of(s, at.gun, at.place, at.target)
    first = [sum_of(items) for items in hit_items(s, at, seen[0])] if seen else [0, 0]
    if has_none(s, at.gun, at.ammunition, at.kind, coloured + white, first[0], first[1] + extra):
        return
    for target in seen:
        number, modifiers = (sum_of(items) for items in hit_items(s, at, target))
        found = read_hit(at.target, number, modifiers + extra, coloured, white, moves)
        told.append((number, modifiers + extra, found.hits))
        if found.hits:
            hits.setdefault(found.is_critical, []).append(target)
    number, modifier, _ = told[0] if told else (0, 0, False)
    by_chance = coloured + white == SNAKE_EYES and bool(told) and not hits
    verdict = BY_CHANCE if by_chance else "critical hit" if True in hits else "hit" if hits else "miss"
    total = dice_total(coloured, white, modifier, moves)
    s.do(Said("33.3", "gun shot", (title(s, at.gun), s.world.names.places[at.place], number, f"{modifier:+d}", total, verdict)))
    wear(s, at, coloured, white)
    if by_chance:
        push(s, ChanceHit(at.gun, at.kind, at.place, -1, at.ammunition, at.target))
    for is_critical, targets in hits.items():
        twice = at.target != "area" and is_multiple_hit(ordnance_of(s, at.gun), coloured, white)
        push(s, BurstRoll(at.gun, at.place, tuple(targets), int(at.target == "area"), int(is_critical), int(at.ammunition == "ap"), int(twice)))


@rule("33.3", "145")
def read_vehicle_shot(s: HollowState, at: GunShot, coloured: int, white: int, extra: int) -> None:
    """A vehicle is hit or not; the gun may break down, or fire on."""
    number, modifier = (sum_of(items) for items in vehicle_hit_items(s, at))
    modifier += extra
    if has_none(s, at.gun, at.ammunition, at.kind, coloured + white, number, modifier):
        return
    moves = in_motion(s, at.gun)
    found = read_hit("vehicle", number, modifier, coloured, white, moves)
    by_chance = coloured + white == SNAKE_EYES and may_hit_by_chance(number, modifier, moves)
    verdict = BY_CHANCE if by_chance else "critical hit" if found.is_critical else "hit" if found.hits else "miss"
    total = dice_total(coloured, white, modifier, moves)
    s.do(Said("33.3", "gun shot", (title(s, at.gun), title(s, at.vehicle), number, f"{modifier:+d}", total, verdict)))
    wear(s, at, coloured, white)
    if by_chance:
        push(s, ChanceHit(at.gun, at.kind, at.place, at.vehicle, at.ammunition))
    elif found.hits:
        strike_vehicle(s, at, found, is_multiple_hit(ordnance_of(s, at.gun), coloured, white), coloured)
    else:
        throw_away(s, at.gun)


@rule("33.3", "145", "194.732", "C")
def wear(s: HollowState, at: GunShot, coloured: int, white: int) -> None:
    """A gun breaks down on high dice; with a low coloured die it keeps its rate of fire, one less if it had to be turned without a turret."""
    gun, is_intensive = serving(s, at.gun), s.has(at.gun, INTENSIVE)
    acquire(s, at)
    if breaks_down(
        breakdown_of(s, at.gun, gun.breakdown) - STRANGERS * is_captured(s, at.gun), coloured, white, is_intensive, breakdown_shift(dust(s))
    ):
        fail(s, at.gun, coloured + white)
    elif not is_intensive and keeps_rate(gun.rof - slowed(gun.mount, at.turned), coloured):
        mark_gun(s, at.gun, at.kind, False)


def burst_of(s: HollowState, at: BurstRoll) -> Burst:
    in_sand = not at.is_shot and is_soft(s, at.place)
    return Burst(ordnance_of(s, at.gun).calibre, bool(at.is_area), bool(at.is_critical), in_sand, bool(at.is_shot))


@rule("186.16", "145", "191.4")
def burst_items(s: HollowState, at: BurstRoll, target: int) -> list[Item]:
    """What changes the roll of a burst: over an area the target's cover; in a critical hit the cover counts against it; hammada, where it is no solid shot."""
    cover = sum_of(terrain_items(s, crew_of(s, at.gun), target)) if crew_of(s, at.gun) >= 0 else s.field.protection(at.place)
    found = [Item("critical hit: cover turned round", -cover, "145")] if at.is_critical else [Item(COVERED, cover, "11")] if at.is_area else []
    stones = 0 if at.is_shot else ground_modifier(s.field.has(at.place, "hammada"), is_armoured=False)
    return [*(item for item in found if item.value), *([Item("hammada", stones, "186.16")] if stones else [])]


@rule("34.4", "190.4", "186.16", "145.32")
def read_burst(s: HollowState, at: BurstRoll, dice: tuple[int, ...]) -> None:
    """The fire table's answer for everybody who was hit; a gun among them is hit directly, or its crew suffers a near miss."""
    coloured, white = dice
    burst = burst_of(s, at)
    tasks: list[Task] = []
    alike: dict[int, list[int]] = {}
    there = [t for t in at.targets if s.is_on_map(t) and s.at[t] == at.place]
    for target in [t for t in there if not s.is_vehicle(t)]:
        alike.setdefault(sum_of(burst_items(s, at, target)), []).append(target)
    for modifier, targets in sorted(alike.items()):
        served = [gun for gun in guns_at(s, at.place, 1 - s.side[at.gun]) if crew_of(s, gun) in targets]
        others = [t for t in targets if all(crew_of(s, gun) != t for gun in served)]
        column, roll = near_column(burst), coloured + white + modifier
        result = fire_result(column, roll, s.world.fire) if column is not None else Result("-")
        what = "solid shot" if at.is_shot else "burst"
        s.do(Said("34.4", what, (s.world.names.places[at.place], column or 0, f"{modifier:+d}", roll, result.text)))
        tasks += strike(s, result, tuple(others))
        tasks += collapsing(s, at.place, tuple(others)) if result.killed and burst.calibre >= COLLAPSE and not at.is_shot else []
        for gun in served:
            tasks += _at_gun(s, at, gun, burst, roll, coloured)
    if not at.is_shot:
        shell_sangars(s, at, coloured + white)
        shells_kindle(s, at.place, near_column(burst), coloured + white)
    for vehicle in [t for t in there if s.is_vehicle(t)]:
        burst_on_vehicle(s, at, vehicle, burst, coloured, white)
    push(s, Effects(tuple(tasks)))


@rule("191.41", "186.16")
def shell_sangars(s: HollowState, at: BurstRoll, roll: int) -> None:
    """A sangar falls by a kill at its own protection, over an area and in a critical hit; otherwise it was hit if men in it were."""
    burst, sangars = burst_of(s, at), [work for work in s.works_at(at.place) if WORK_KINDS[s.face[work]] == "sangar"]
    if not sangars or not (at.is_area or any(s.has(target, DUG) for target in at.targets if s.at[target] == at.place)):
        return
    own = SANGAR if at.is_area or at.is_critical else 0
    modifier = own + ground_modifier(s.field.has(at.place, "hammada"), is_armoured=False)
    column = near_column(burst)
    if column is not None and ends_sangar(fire_result(column, roll + modifier, s.world.fire), burst.calibre, burst.is_critical):
        for work in sangars:
            fall_in(s, "191.41", work)


@rule("145.32", "63", "137.3", "191.4")
def shield_of(s: HollowState, at: BurstRoll, gun: int, crew: int) -> int:
    """What its shield adds for the crew of a gun in whose arc the firer is: half against a mortar. Over an area it counts instead of other cover, and on top of a trench alone."""
    if not s.gun(gun).has_gunshield or not in_arc(s, at.place, s.pointing(gun, TCA), s.at[at.gun]):
        return 0
    shield = GUNSHIELD // 2 if serving(s, at.gun).is_mortar else GUNSHIELD
    cover = sum(item.value for item in burst_items(s, at, crew) if item.what == COVERED)
    in_trench = s.has(crew, DUG) and shelter_at(s, at.place) == "trench"
    return shield if in_trench else max(0, shield - max(0, cover))


@rule("145.32", "190.4")
def _at_gun(s: HollowState, at: BurstRoll, gun: int, burst: Burst, roll: int, coloured: int) -> list[Task]:
    """A direct hit takes gun and crew; a near miss strikes the crew, behind its gunshield if it has one, and may wreck the gun, if it is no solid shot."""
    direct, crew = direct_column(burst), crew_of(s, gun)
    if direct is not None and is_direct_hit(fire_result(direct, roll, s.world.fire), burst.is_critical):
        s.do(Said("145.32", "direct hit", (title(s, gun),)))
        s.remove("145.32", gun, "eliminated")
        eliminate(s, crew, "145.32")
        return []
    near, shield = near_column(burst), shield_of(s, at, gun, crew)
    result = fire_result(near, roll + shield, s.world.fire) if near is not None else Result("-")
    s.do(Said("145.32", "near miss", (title(s, gun), f"{shield:+d}", result.text)))
    if not at.is_shot and near_miss_wrecks(result, coloured):
        s.remove("145.32", gun, "eliminated")
    return strike(s, result, (crew,))


@rule("145")
def read_chance(s: HollowState, at: ChanceHit, dice: tuple[int, ...]) -> None:
    """An impossible shot: a die of 1 is a critical hit, 2 hits the turret, 3 the hull, and nothing else does; of men and guns 2 and 3 hit everybody whom the crew sees."""
    hits = dice[0] <= len(CHANCES)
    aim = title(s, at.vehicle) if at.vehicle >= 0 else s.world.names.places[at.place]
    s.do(Said("145", "by chance", (title(s, at.gun), aim, "hits after all" if hits else "misses")))
    if hits and at.vehicle < 0:
        seen, is_area = targets_of(s, at.gun, at.place, at.target), at.target == "area"
        push(s, BurstRoll(at.gun, at.place, seen, int(is_area), int(CHANCES[dice[0] - 1].is_critical), int(at.ammunition == "ap")))
    elif hits:
        strike_vehicle(s, GunShot(at.gun, at.kind, at.place, at.vehicle, "vehicle", at.ammunition, 0), CHANCES[dice[0] - 1], False, SNAKE_EYES // 2)


def place_title(s: HollowState, at: GunShot | BurstRoll | ChanceHit) -> dict[str, str]:
    return {"gun": title(s, at.gun), "place": s.world.names.places[at.place]}


def burst_title(s: HollowState, at: BurstRoll) -> dict[str, str]:
    what = "The shot strikes" if at.is_shot else "The shell bursts"
    return {**place_title(s, at), "what": f"Two hits, the better roll: {what[0].lower()}{what[1:]}" if at.is_double else what}


@rule("145")
def burst_dice(s: HollowState, at: BurstRoll) -> Rolls:
    """A small gun that rolled doubles has hit twice: of two rolls the lower one counts, and only that is told."""
    return BETTER_OF_TWO if at.is_double else COLOURED_AND_WHITE


SHELL_ORDER = Takes(Shell, shell, refuse_shell, heads=shell_heads, tails=shells)
GUN_SHOT = roll_step(
    GunShot,
    "to hit",
    "33.3",
    "{gun} fires at {place}",
    read_gun_shot,
    lambda s, _: COLOURED_WHITE_AND_DIE if has_third_die(s) else COLOURED_AND_WHITE,
    place_title,
    fought_over,
)
CHANCE_HIT = roll_step(ChanceHit, "chance hit", "145", "Does {gun} hit after all?", read_chance, ONE_DIE, place_title, fought_over)
BURST_ROLL = roll_step(BurstRoll, "burst", "34.4", "{what} in {place}", read_burst, burst_dice, burst_title, fought_over)
