"""What a gun's shot would do, before it is fired: the numbers to hit and to kill, and every result with its exact chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from amba.core.decision import Chance, Preview
from amba.core.odds import ToldValue, every_fall
from amba.games.hollow import told
from amba.games.hollow.frames import FirePhase, MovePhase
from amba.games.hollow.frames_armour import BurstRoll, GunAnswer, GunShot, Manoeuvre, PushRoll
from amba.games.hollow.orders_armour import Engage, Push, Shell
from amba.games.hollow.previews import Rules
from amba.games.hollow.previews_shots import ORDER, dust_warning, meaning, roll_warnings
from amba.games.hollow.rules.armour.r032_arcs import facing_hit, tca
from amba.games.hollow.rules.armour.r033_engaging import engagement_of, facing_met, more_rolls, splinter_items, vehicle_hit_items, vehicle_kill_items
from amba.games.hollow.rules.armour.r033_firing import in_motion
from amba.games.hollow.rules.armour.r033_to_hit import is_multiple_hit
from amba.games.hollow.rules.armour.r034_high_explosive import direct_column, firepower, near_column, shot_power
from amba.games.hollow.rules.armour.r034_shelling import burst_items, burst_of, hit_items, shield_of, shot_of, targets_of
from amba.games.hollow.rules.armour.r034_vehicles import burst_crew_items, burst_vehicle_items
from amba.games.hollow.rules.armour.r035_bounding import bounding_engagement, bounding_shell
from amba.games.hollow.rules.armour.r037_answering import answer_shot
from amba.games.hollow.rules.armour.r063_guns import crew_of, guns_at, ordnance_of
from amba.games.hollow.rules.armour.r063_pushing import STAYS, STOPS, THERE, push_items, push_modifiers, pushers
from amba.games.hollow.rules.armour.r064_stun import is_dazed, may_survive
from amba.games.hollow.rules.armour.r077_hull_down import hull_down
from amba.games.hollow.rules.armour.r145_ammunition import NAMES, against_men, depletion
from amba.games.hollow.rules.common import NORMAL, Item, Line, item_lines, modifier_lines, sum_of
from amba.games.hollow.rules.r005_movement import left
from amba.games.hollow.rules.r029_targets import has_heads_out
from amba.games.hollow.rules.r029_vehicles import crew_nerve, is_crewed, is_stuck
from amba.games.hollow.rules.r194_air import has_third_die
from amba.games.hollow.state import HollowState


def ammunition_lines(s: HollowState, gun: int, ammunition: str) -> tuple[Line, ...]:
    """The number on the dice from which on there is no such ammunition."""
    number = depletion(s, gun, ammunition)
    return ((f"{NAMES[ammunition]}: none above", str(number), "145"),) if number else ()


def is_at_gun(s: HollowState, a: Shell) -> bool:
    """Whether everybody a shell is meant for is known to serve a gun: then the odds are those of gun and crew (145.32)."""
    served = {crew_of(s, gun) for gun in guns_at(s, a.to, 1 - s.side[a.gun])}
    return all(target in served and not s.is_secret(target) for target in targets_of(s, a.gun, a.to, a.how))


def motion_lines(s: HollowState, gun: int) -> tuple[Line, ...]:
    """What a vehicle in motion does to the dice of its gun."""
    return (("in motion: the lower die counts", "twice", "33.31"),) if in_motion(s, gun) else ()


def burst_lines(s: HollowState, a: Shell, target: int) -> tuple[Line, ...]:
    """How the shell bursts, or solid shot strikes, that hits one of them, if not critically: the column of the fire table, and what changes its dice."""
    is_area, is_shot = a.how == "area", against_men(s, a.gun) == "ap"
    roll = BurstRoll(a.gun, a.to, (target,), int(is_area), 0, int(is_shot))
    burst = burst_of(s, roll)
    is_tank = s.is_vehicle(target) and s.vehicle(target).is_armoured
    column = (direct_column if is_tank else near_column)(burst)
    power, hit = (shot_power, "a hit of solid shot") if is_shot else (firepower, "a hit bursts")
    found = [(f"{hit}: {burst.calibre} mm", str(power(burst.calibre)), "34.4")]
    found += [(f"{hit}: over the area", "x1/2", "34.4")] if is_area else []
    found += [(f"{hit}: in dry sand", "x1/2", "190.4")] if burst.in_dry_sand and not is_tank else []
    found.append((f"{hit}: column", str(column or "none"), "34.4"))
    items = burst_vehicle_items(s, roll, target) if s.is_vehicle(target) else burst_items(s, roll, target)
    guns = [gun for gun in guns_at(s, a.to, 1 - s.side[a.gun]) if crew_of(s, gun) == target and not s.is_secret(gun)]
    items += [Item("gunshield, if it is no direct hit", shield, "145.32") for gun in guns if (shield := shield_of(s, roll, gun, target))]
    return (*found, *modifier_lines([item._replace(what=f"{hit}: {item.what}") for item in items]), *crew_lines(s, roll, target))


def doubled(s: HollowState, gun: int, target: str, rolls: int, best: str) -> tuple[Line, ...]:
    """That a small gun hits twice on doubles, and how often is rolled then (145)."""
    twice = target != "area" and is_multiple_hit(ordnance_of(s, gun), 1, 1)
    return ((f"a hit on doubles: rolls, of which the {best} counts", str(rolls), "145"),) if twice else ()


def kill_rolls(s: HollowState, shot: GunShot) -> tuple[Line, ...]:
    """How often is rolled to kill, where it is oftener than once (MN A, 145)."""
    rolls = 1 + more_rolls(s, shot, False)
    found = (("to kill: rolls, of which the best counts", str(rolls), "33.4"),) if rolls > 1 else ()
    return (*found, *doubled(s, shot.gun, "vehicle", rolls + 1, "best")) if shot.ammunition != "tracks" else ()


def crew_lines(s: HollowState, roll: BurstRoll, vehicle: int) -> tuple[Line, ...]:
    """What the same dice do to a crew with open hatches behind armour: its column, and what changes them."""
    if not s.is_vehicle(vehicle) or not s.vehicle(vehicle).is_armoured or not has_heads_out(s, vehicle):
        return ()
    items = [item._replace(what=f"its crew: {item.what}") for item in burst_crew_items(s, roll, vehicle)]
    return (("its crew with open hatches: column", str(near_column(burst_of(s, roll)) or "none"), "64"), *modifier_lines(items))


SHELL_MEANS = {"misses": "no effect", told.NONE_LEFT: "no effect", told.DIRECT: "gun and crew are gone"}


def preview_shell(play: Rules, s: HollowState, at: FirePhase | Manoeuvre, a: Shell) -> Preview:
    """The number to hit and every modifier against the first target, and the results of both rolls: every die falls."""
    shot = bounding_shell(s, at, a) if isinstance(at, Manoeuvre) else shot_of(s, at, a)
    target = targets_of(s, a.gun, a.to, a.how)[0]
    number, modifiers_ = hit_items(s, shot, target)
    found = told.ShellTold(is_at_gun(s, a))
    chances = {fall.label: fall.chance for fall in every_fall(play, s, (a,), found)}
    texts = [text for text in (told.DIRECT, *ORDER, "misses", told.NONE_LEFT) if text in chances]
    odds = tuple(Chance(text, chances[text], SHELL_MEANS.get(text) or meaning(text)) for text in texts)
    aim = (*item_lines(number), *modifier_lines(modifiers_), *motion_lines(s, a.gun))
    items = (*aim, *burst_lines(s, a, target), *doubled(s, a.gun, shot.target, 2, "better"), *ammunition_lines(s, a.gun, shot.ammunition))
    shown = ((f"{sum_of(number)} or less", told.HIT_NUMBER), *(() if has_third_die(s) else ((f"{sum_of(modifiers_):+d}", told.HIT_MODIFIER),)))
    return Preview(
        "",
        items=items,
        column=shown[0][0],
        odds=odds,
        orders=(a,),
        told=found,
        shown=shown,
        warnings=(*dust_warning(s), *roll_warnings(s, (target,))),
    )


HIDES = {
    "188.2": "at the crest of a wadi", "137.3": "under a trench", "77": "behind the crest of a hill", "32.3": "behind a wall", "187.14": "behind the lip of a deir",
    "189.19": "behind a hillock", "29": "behind a wreck",
}  # fmt: skip
"""By the rule that hides a hull, what hides it."""


def hull_down_lines(s: HollowState, firer: int, vehicle: int) -> tuple[Line, ...]:
    """That only the turret of a vehicle shows, and why: a hit in the hull is a miss."""
    number = hull_down(s, firer, vehicle)
    return ((f"hull down {HIDES[number]}", "only the turret is hit", number),) if number else ()


def aim_lines(s: HollowState, shot: GunShot) -> tuple[Line, ...]:
    """The number to hit a vehicle, what is added to the dice, and whether its hull is hidden, but from who sees its belly."""
    number, modifiers_ = vehicle_hit_items(s, shot)
    hidden = () if shot.belly else hull_down_lines(s, crew_of(s, shot.gun), shot.vehicle)
    return (*item_lines(number), *modifier_lines(modifiers_), *motion_lines(s, shot.gun), *hidden)


def facings_met(s: HollowState, firer: int, vehicle: int, facing: str = "") -> tuple[str, str]:
    """Which facing of hull and turret a shot meets; within a hex the dice say it."""
    origin = s.at[firer]
    if facing or origin == s.at[vehicle]:
        return facing, facing
    return facing_hit(s, vehicle, origin), facing_hit(s, vehicle, origin, tca(s, vehicle))


def kill_lines(kills: Sequence[list[Item]], facings: tuple[str, str]) -> tuple[Line, ...]:
    """The numbers to kill hull and turret, line by line, each with its facing and what it comes to; once where they are the same."""
    same = [item.value for item in kills[0]] == [item.value for item in kills[1]] and facings[0] == facings[1]
    found: list[Line] = []
    for name, items, facing in zip(("hull", "turret"), kills, facings, strict=True):
        if not items or (same and name == "turret"):
            continue
        found += [(f"to kill: {what}", value, rule) for what, value, rule in item_lines(items)]
        where = f"{facing} of the {'hull or turret' if same else name}".removeprefix(" of the ")
        found.append((f"{where}: destroyed below", str(sum_of(items)), "33.4"))
    return tuple(found)


FACINGS = ("rear", "side", "front")
"""What the coloured die finds within a hex, from its lowest faces up."""
WITHIN_HEX: Line = ("within the hex the coloured die finds the facing", "1-2 rear, 3-4 side, 5-6 front", "32")


def facing_lines(s: HollowState, shot: GunShot, facing: str) -> tuple[Line, ...]:
    """The numbers to kill on a facing that is named, or on those that the shot meets from where it comes."""
    kills = [vehicle_kill_items(s, shot.gun, shot.vehicle, shot.ammunition, is_turret, facing=facing) for is_turret in (False, True)]
    return kill_lines(kills, facings_met(s, shot.gun, shot.vehicle, facing))


def kill_means(s: HollowState, vehicle: int) -> dict[str, str]:
    """What each result means for a vehicle and its crew, with what the crew then needs on two dice."""
    out = s.vehicle(vehicle).survival - is_dazed(s, vehicle)
    escape = f"; the crew gets out on {out} or less" if may_survive(s, vehicle) and out > 1 else "; nobody gets out" if is_crewed(s, vehicle) else ""
    nerve = f"{crew_nerve(s, vehicle)} or less"
    return {
        "burns": f"the vehicle burns{'; nobody gets out' if escape else ''}",
        "is destroyed": f"{'it is smashed, and leaves no wreck' if s.vehicle(vehicle).is_wagon else 'a wreck'}{escape}",
        "is immobilised": "it stands for good" + (f"; the crew stays on {nerve}" if is_crewed(s, vehicle) else ""),
        "is shocked": "its crew does nothing until it comes round",
        "may be shocked": f"its crew is shocked, if it does not roll {nerve}",
        "is stunned": "its crew is stunned",
        "is not hurt": f"no effect; its crew stays on {nerve}" if is_stuck(s, vehicle) and is_crewed(s, vehicle) else "no effect",
    }


KILLS = ("burns", "is destroyed", "is immobilised", "is shocked", "may be shocked", "is not hurt", "misses", told.NONE_LEFT)


def engage_now(s: HollowState, at: FirePhase | Manoeuvre | GunAnswer, a: Engage) -> GunShot:
    """The shot as it would be fired now: on the way, at a vehicle that moves, or in a fire phase."""
    if isinstance(at, GunAnswer):
        return answer_shot(s, at, a)
    return bounding_engagement(s, at, a) if isinstance(at, Manoeuvre) else engagement_of(s, at, a)


def preview_engage(play: Rules, s: HollowState, at: FirePhase | Manoeuvre | GunAnswer, a: Engage) -> Preview:
    """The number to hit with every modifier, the numbers to kill hull and turret, and the results of both rolls: every die falls."""
    shot = engage_now(s, at, a)
    number, modifiers_ = vehicle_hit_items(s, shot)
    met = facing_met(s, shot, 1)
    before = met if shot.belly else ""
    means = kill_means(s, a.vehicle)
    falls = every_fall(play, s, (a,), told.KillTold())
    chances = {fall.label: fall.chance for fall in falls}
    odds = tuple(Chance(text, chances[text], means.get(text, "no effect")) for text in KILLS if text in chances)
    items = (
        *aim_lines(s, shot),
        *(line for facing in (FACINGS if met and not shot.belly else (before,)) for line in facing_lines(s, shot, facing)),
        *((f"to kill: {what}", value, rule) for what, value, rule in item_lines(splinter_items(s, a.vehicle, shot.ammunition))),
        *((WITHIN_HEX,) if met and not shot.belly else ()),
        *kill_rolls(s, shot),
        *ammunition_lines(s, a.gun, shot.ammunition),
    )
    shown = ((f"{sum_of(number)} or less", told.HIT_NUMBER), *(() if has_third_die(s) else ((f"{sum_of(modifiers_):+d}", told.HIT_MODIFIER),)))
    return Preview("", items=items, column=shown[0][0], odds=odds, orders=(a,), told=told.KillTold(), shown=shown, warnings=dust_warning(s))


def preview_push(play: Rules, s: HollowState, at: MovePhase, a: Push) -> Preview:
    """What it costs the men, the number of the gun with every modifier, and whether it moves: every die falls."""
    units = pushers(s, a.gun, a.how)
    cost, roll = push_items(s, a.gun, a.to, a.how, units), PushRoll(a.gun, a.to, a.how, units)
    modifiers_ = push_modifiers(s, roll)
    found = ToldValue("push", 3)
    chances = {fall.label: fall.chance for fall in every_fall(play, s, (a,), found)}
    odds = tuple(Chance(text, chances[text], f"the gun {text}") for text in (THERE, STOPS, STAYS) if text in chances)
    column = f"{s.gun(a.gun).manhandling} or less"
    shown = ((column, told.PUSH_NUMBER), (f"{sum_of(modifiers_):+d}", told.PUSH_MODIFIER))
    return Preview(
        "",
        cost=f"{sum_of(cost)} of {left(s, units, NORMAL)}",
        items=(*item_lines(cost), *modifier_lines(modifiers_)),
        column=column,
        odds=odds,
        orders=(a,),
        told=found,
        shown=shown,
    )


PREVIEWS_GUNS: dict[type[Any], Any] = {Push: preview_push}
