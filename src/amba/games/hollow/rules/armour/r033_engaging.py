"""A gun fires at a vehicle: why not, its roll to hit, where it hits, what that does, and whether the crew gets out."""

from __future__ import annotations

from collections.abc import Iterator

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import Takes, push
from amba.games.hollow.armoury import Armour
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ABANDONED, IMMOBILE
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.frames_armour import GunShot, KillRoll, ShockCheck, SurvivalRoll
from amba.games.hollow.orders_armour import Ammunition, Engage
from amba.games.hollow.rules.armour import r033_to_kill as to_kill
from amba.games.hollow.rules.armour.r032_arcs import FRONT, REAR, facing_hit, facing_within, tca
from amba.games.hollow.rules.armour.r033_firing import fire_gun, firing_circumstances
from amba.games.hollow.rules.armour.r033_to_hit import Circumstances, Hit, has_red_numbers, modifier_items, number_items, part_shown
from amba.games.hollow.rules.armour.r034_high_explosive import ground_modifier
from amba.games.hollow.rules.armour.r035_printed_notes import awkward_items, printed_rolls, words_of
from amba.games.hollow.rules.armour.r037_light import light_number, throw_away
from amba.games.hollow.rules.armour.r063_aiming import OVER_THE_AREA, refuse_downward, refuse_reach, refuse_target, turned_for
from amba.games.hollow.rules.armour.r063_guns import crew_of, ordnance_of, refuse_gunners, serving, shooters
from amba.games.hollow.rules.armour.r064_crews import bail_out, immobilise, unnerve
from amba.games.hollow.rules.armour.r064_stun import destroy, shock
from amba.games.hollow.rules.armour.r077_hull_down import hindrance_items, hull_down, vehicle_cover
from amba.games.hollow.rules.armour.r145_ammunition import NAMES, supplies
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import fought_at_vehicle, roll_step
from amba.games.hollow.rules.r007_seeing import is_clear
from amba.games.hollow.rules.r011_modifiers import line_modifiers
from amba.games.hollow.rules.r029_vehicles import crew_nerve, is_crewed, is_moving_target
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

AMMUNITION: tuple[Ammunition, ...] = ("", "he", "heat", "apcr", "apds", "tracks")
LOWEST = 2
"""Less than this nobody rolls: who needs less than that cannot destroy."""
TRACKS_RANGE = 6
"""How far off one aims at the tracks."""


def loaded(s: HollowState, gun: int, ammunition: str) -> str:
    """What is fired where nothing is said: shot, or what the weapon has instead."""
    return ammunition or ("heat" if s.is_weapon(gun) and not ordnance_of(s, gun).ap else "ap")


@rule("33.4", "145", "33.31")
def refuse_ammunition(s: HollowState, a: Engage) -> Refusal | None:
    """What the gun has, and no mortar; at the tracks it fires shot, over six hexes at most, and not twice at what stands for good."""
    what, name = loaded(s, a.gun, a.ammunition), {"gun": s.world.names.pieces[a.gun], "vehicle": s.world.names.pieces[a.vehicle]}
    if serving(s, a.gun).is_mortar:
        return Refusal("63", OVER_THE_AREA, name)
    if ("ap" if what == "tracks" else what) not in supplies(s, a.gun):
        return Refusal("33.4", "{gun} has no {what}.", {**name, "what": NAMES[what]})
    if what != "tracks":
        return None
    if s.has(a.vehicle, IMMOBILE):
        return Refusal("33.31", "The tracks of {vehicle} are broken already.", name)
    away = s.field.range(s.at[a.gun], s.at[a.vehicle])
    items = (("range", str(away), "33.31"), ("at most", str(TRACKS_RANGE), "33.31"))
    return Refusal("33.31", "{vehicle} is too far off to aim at its tracks.", name, items) if away > TRACKS_RANGE else None


@rule("63", "33.3", "7")
def refuse_engage(s: HollowState, at: FirePhase, a: Engage) -> Refusal | None:
    """A gun with something to fire it at fires at an enemy vehicle that its crew sees, in its range."""
    found = refuse_gunners(s, at.side, at.kind, a.gun)
    if found is not None:
        return found
    name = {"gun": s.world.names.pieces[a.gun], "vehicle": s.world.names.pieces[a.vehicle]}
    if (found := refuse_target(s, at.side, a.vehicle)) is not None:
        return found
    found = refuse_ammunition(s, a) or refuse_reach(s, a.gun, s.at[a.vehicle], at.kind) or refuse_downward(s, a.gun, a.vehicle)
    if found is not None:
        return found
    clear = is_clear(s, s.viewpoint(crew_of(s, a.gun)), s.viewpoint(a.vehicle))
    return None if clear else Refusal("7", "The crew of {gun} does not see {vehicle}.", name)


def engage_heads(s: HollowState, at: FirePhase) -> list[int]:
    """Every gun that has a shot; one is looked for, not all."""
    heads = ("engage heads", at.side, at.kind)
    return s.remembered(heads, lambda: [gun for gun in shooters(s, at.side) if next(_engagements(s, at, gun), None) is not None])


def engagements(s: HollowState, at: FirePhase, gun: int) -> list[Engage]:
    """All shots of a gun at vehicles; kept with the position."""
    return s.remembered(("engagements", at.side, at.kind, gun), lambda: list(_engagements(s, at, gun)))


def _engagements(s: HollowState, at: FirePhase, gun: int) -> Iterator[Engage]:
    """As `refuse_engage` has it, but what asks for gun and vehicle alone is asked once for all kinds of ammunition."""
    if refuse_gunners(s, at.side, at.kind, gun) is not None:
        return
    has, here = supplies(s, gun), s.viewpoint(crew_of(s, gun))
    loads = [what for what in AMMUNITION if ("ap" if what == "tracks" else loaded(s, gun, what)) in has]
    for v in s.vehicles(1 - at.side) if loads else ():
        if refuse_reach(s, gun, s.at[v], at.kind) or refuse_downward(s, gun, v) or not is_clear(s, here, s.viewpoint(v)):
            continue
        for what in loads:
            if refuse_ammunition(s, order := Engage(gun, v, what)) is None:
                yield order


@rule("33.31", "176.74")
def vehicle_circumstances(s: HollowState, at: GunShot) -> Circumstances:
    """What changes the dice of a gun's shot at a vehicle: its size, movement and ground, what lies in between, and the gun's own doings."""
    vehicle, crew = at.vehicle, crew_of(s, at.gun)
    between, moving = hindrance_items(s, crew, vehicle), is_moving_target(s, vehicle)
    return firing_circumstances(s, at)._replace(
        moving=moving, seen_for=at.seen_for if at.seen_for >= 0 else None, size=s.vehicle(vehicle).size,
        terrain=vehicle_cover(s, crew, vehicle), hindrance=(*between, *line_modifiers(s, crew, vehicle), *awkward_items(s, at.gun, moving)), at_tracks=at.ammunition == "tracks",
    )  # fmt: skip


@rule("197.1")
def fires_by_red_numbers(s: HollowState, gun: int) -> bool:
    """Italian guns, and those of their make that others have taken; rifles of anybody do not."""
    arms = serving(s, gun)
    return (has_red_numbers(arms.nation, arms.gun) or "red TH" in words_of(s, gun)) and not arms.is_rifle


def vehicle_hit_items(s: HollowState, at: GunShot) -> tuple[list[Item], list[Item]]:
    """The number to hit a vehicle, and what is added to the dice, line by line."""
    is_red = fires_by_red_numbers(s, at.gun)
    away, ordnance = s.field.range(s.at[at.gun], at.place), ordnance_of(s, at.gun)
    number = light_number(s, at.gun, away, at.kind) or number_items("vehicle", away, ordnance, is_red, at.ammunition, s.world.printed)
    return number, modifier_items(vehicle_circumstances(s, at), s.world.printed)


@rule("33.41", "32")
def plates_met(s: HollowState, gun: int, vehicle: int, is_turret: bool, facing: str = "") -> tuple[str, Armour]:
    """The facing that is met, and its armour."""
    v = s.vehicle(vehicle)
    facing = facing or facing_hit(s, vehicle, s.at[gun], tca(s, vehicle) if is_turret else None)
    return facing, {"front": v.front, "side": v.side, "rear": v.rear}[facing]


@rule("33.41", "VN 16.a")
def meets_armour(s: HollowState, gun: int, vehicle: int, is_turret: bool, facing: str = "") -> bool:
    """Whether there is armour where it is hit: not behind the open rear of the SMV 90/53."""
    armour = plates_met(s, gun, vehicle, is_turret, facing)[1]
    return (armour.turret if is_turret else armour.hull) is not None


@rule("33.4", "33.41")
def vehicle_kill_items(
    s: HollowState, gun: int, vehicle: int, ammunition: str, is_turret: bool, is_critical: bool = False, facing: str = ""
) -> list[Item]:
    """The number to kill, line by line: a turret that points elsewhere is met on its own facing; within a hex the dice say which."""
    if ammunition == "tracks":
        return []
    origin = s.at[gun]
    facing, armour = plates_met(s, gun, vehicle, is_turret, facing)
    away = s.field.range(origin, s.at[vehicle])
    return to_kill.kill_items(ordnance_of(s, gun), ammunition, away, armour, is_turret, facing == REAR, is_critical, s.world.printed)


def engagement_of(s: HollowState, at: FirePhase, a: Engage) -> GunShot:
    place = s.at[a.vehicle]
    return GunShot(a.gun, at.kind, place, a.vehicle, "vehicle", loaded(s, a.gun, a.ammunition), turned_for(s, a.gun, place, at.kind))


def engage(s: HollowState, at: FirePhase, a: Engage) -> None:
    fire_gun(s, engagement_of(s, at, a))


@rule("32", "72", "191.51")
def facing_met(s: HollowState, at: GunShot, coloured: int) -> str:
    """The facing that the dice name, for a shot within the hex; whoever fires at a vehicle that overruns him has its rear, and its front before that, when he sees its belly. Empty: where it comes from says it."""
    if s.at[at.gun] != s.at[at.vehicle]:
        return ""
    return FRONT if at.belly else "" if at.kind == "first" else facing_within(coloured)


@rule("33.3", "145", "33.31", "191.51")
def strike_vehicle(s: HollowState, at: GunShot, hit: Hit, is_double: bool, coloured: int) -> None:
    """Of a vehicle that is hull down only the turret can be hit. A small gun that hits twice rolls twice, and the better roll counts.

    Who aims at the tracks and hits the hull stops it without another roll; a turret hit by who sees the belly is a critical hit there (191.51).
    """
    number = "" if at.belly else hull_down(s, crew_of(s, at.gun), at.vehicle)
    hit = part_shown(hit, bool(number))
    if not hit.hits:
        s.do(Said(number, "hull down", (title(s, at.vehicle),)))
    elif at.ammunition == "tracks":
        if hit.is_turret:
            s.do(Said("33.31", "kill", (title(s, at.vehicle), "turret", "nothing", 0, to_kill.NOTHING)))
        else:
            s.do(Said("33.31", "kill", (title(s, at.vehicle), "tracks", "nothing", 0, to_kill.IMMOBILISED)))
            immobilise(s, "33.31", at.vehicle, by_attack=True)
    else:
        belly = bool(at.belly) and hit.is_turret
        push(
            s,
            KillRoll(
                at.gun,
                at.vehicle,
                at.ammunition,
                int(hit.is_turret and not belly),
                int(hit.is_critical or belly),
                more_rolls(s, at, is_double),
                facing=facing_met(s, at, coloured),
            ),
        )


@rule("145", "MN A")
def more_rolls(s: HollowState, at: GunShot, is_double: bool) -> int:
    """How many rolls to kill come after the first, of which the best counts: one more for a double hit, and those that a note or the list gives for solid shot."""
    twice = s.is_vehicle(at.gun) and "A" in s.vehicle(at.gun).notes
    printed = printed_rolls(s, at.gun) - 1
    return int(is_double) + (max(int(twice), printed) if at.ammunition == "ap" else 0)


@rule("186.16")
def splinter_items(s: HollowState, vehicle: int, ammunition: str) -> list[Item]:
    """What the stones of hammada add to the dice to kill of a shell at a vehicle without any armour."""
    stones = ground_modifier(s.field.has(s.at[vehicle], "hammada"), s.vehicle(vehicle).is_armoured) if ammunition == "he" else 0
    return [Item("hammada, on the dice", stones, "186.16")] if stones else []


@rule("33.4", "186.16")
def kill_roll(s: HollowState, vehicle: int, dice: int, ammunition: str) -> int:
    """What the dice to kill come to; an original 12 stays the dud that it is."""
    return dice if dice == to_kill.DUD else dice + sum_of(splinter_items(s, vehicle, ammunition))


@rule("33.4", "66")
def kill_result(s: HollowState, vehicle: int, number: int | None, roll: int, ammunition: str, is_turret: bool, is_armoured: bool) -> str:
    """What a roll to kill does to a vehicle, with armour where it is hit or without: nobody is shocked where nobody is left in it."""
    roll = kill_roll(s, vehicle, roll, ammunition)
    result = to_kill.read_kill(number, roll, ammunition, is_turret, is_armoured, s.vehicle(vehicle).brews_up)
    shocks = result in {to_kill.SHOCKED, to_kill.MAYBE_SHOCKED}
    return to_kill.NOTHING if shocks and not is_crewed(s, vehicle) else result


@rule("33.4", "66")
def read_kill_roll(s: HollowState, at: KillRoll, dice: tuple[int, ...]) -> None:
    """What the shot does to the vehicle, and to those in it; of several rolls the lowest, which is the best, counts."""
    roll = min(dice[0], at.best)
    if at.more:
        push(s, at._replace(more=at.more - 1, best=roll))
        return
    items = vehicle_kill_items(s, at.gun, at.vehicle, at.ammunition, bool(at.is_turret), bool(at.is_critical), at.facing)
    number = sum_of(items) if items else None
    armoured = meets_armour(s, at.gun, at.vehicle, bool(at.is_turret), at.facing)
    result = kill_result(s, at.vehicle, number, roll, at.ammunition, bool(at.is_turret), armoured)
    where = "turret" if at.is_turret else "hull"
    throw_away(s, at.gun)
    shown = kill_roll(s, at.vehicle, roll, at.ammunition)
    s.do(Said("33.4", "kill", (title(s, at.vehicle), where, number if number is not None else "nothing", shown, result)))
    if result in {to_kill.BURNS, to_kill.DESTROYED}:
        destroy(s, at.vehicle, burning=result == to_kill.BURNS)
    elif result == to_kill.IMMOBILISED:
        immobilise(s, "66", at.vehicle, by_attack=True)
    elif result == to_kill.SHOCKED:
        shock(s, at.vehicle)
    elif result == to_kill.MAYBE_SHOCKED:
        push(s, ShockCheck(at.vehicle))
    elif number is not None and number > LOWEST:
        unnerve(s, at.vehicle)


@rule("66")
def read_survival(s: HollowState, at: SurvivalRoll, dice: tuple[int, ...]) -> None:
    """At most its number: the crew is a counter of its own beside the wreck."""
    number = s.vehicle(at.vehicle).survival - at.less
    lives = dice[0] <= number
    s.do(Said("66", "survival", (title(s, at.vehicle), number, "the crew gets out" if lives else "nobody gets out")))
    if lives:
        bail_out(s, "66", at.vehicle)
        s.mark("66", at.vehicle, ABANDONED, False)


@rule("66")
def read_shock(s: HollowState, at: ShockCheck, dice: tuple[int, ...]) -> None:
    """A crew that fails its check is shocked."""
    limit = crew_nerve(s, at.vehicle)
    s.do(Said("66", "shock check", (title(s, at.vehicle), limit, "keeps its nerve" if dice[0] <= limit else "is shocked")))
    if dice[0] > limit:
        shock(s, at.vehicle)


def vehicle_value(s: HollowState, at: KillRoll | SurvivalRoll | ShockCheck) -> dict[str, str]:
    return {"vehicle": title(s, at.vehicle)}


ENGAGE_ORDER = Takes(Engage, engage, refuse_engage, heads=engage_heads, tails=engagements)
KILL_ROLL = roll_step(KillRoll, "to kill", "33.4", "What the shot does to {vehicle}", read_kill_roll, values=vehicle_value, over=fought_at_vehicle)
SURVIVAL_ROLL = roll_step(SurvivalRoll, "survival", "66", "Does the crew of {vehicle} get out?", read_survival, values=vehicle_value)
SHOCK_CHECK = roll_step(ShockCheck, "shock check", "66", "Is the crew of {vehicle} shocked?", read_shock, values=vehicle_value)
