"""Smoke shells and white phosphorus of guns and mortars: who has some, the roll to hit, and what comes of it (24.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from amba.core.decision import Refusal
from amba.core.event import Placed, Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    DRIFTING,
    GUN_SMOKE,
    NO_PHOSPHORUS,
    NO_SMOKE,
    PHOSPHORUS,
    THIN_GUN_SMOKE,
    THIN_PHOSPHORUS,
)
from amba.games.hollow.frames import Effects, FirePhase
from amba.games.hollow.frames_armour import GunShot
from amba.games.hollow.frames_artillery import SmokeShot
from amba.games.hollow.orders_artillery import Screen, SmokeShell
from amba.games.hollow.rules.armour.r033_firing import firing_circumstances, in_motion
from amba.games.hollow.rules.armour.r033_to_hit import has_red_numbers, modifier_items, number_items, read_hit, smoke_number
from amba.games.hollow.rules.armour.r034_shelling import wear
from amba.games.hollow.rules.armour.r063_aiming import aim_at, refuse_reach, turned_for
from amba.games.hollow.rules.armour.r063_guns import crew_of, mark_gun, ordnance_of, refuse_gunners, serving, shooters
from amba.games.hollow.rules.armour.r145_aim import lose_aim
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import COLOURED_AND_WHITE, COLOURED_WHITE_AND_DIE, roll_step
from amba.games.hollow.rules.r007_seeing import is_clear, line
from amba.games.hollow.rules.r012_morale import strike
from amba.games.hollow.rules.r024_smoke import is_screened, spare_smoke
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r194_air import dust, has_third_die, refuse_weather
from amba.games.hollow.rules.r194_dust import dust_modifier
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import Result
from amba.games.hollow.titles import title

FILLINGS: tuple[SmokeShell, ...] = ("smoke", "phosphorus")
GONE = {"smoke": NO_SMOKE, "phosphorus": NO_PHOSPHORUS}
"""What a gun is marked with that has no more of it."""
FACES = {"smoke": (GUN_SMOKE, THIN_GUN_SMOKE), "phosphorus": (PHOSPHORUS, THIN_PHOSPHORUS)}
"""The counter of a shell in the prep fire phase, and in any other."""
NAMES = {"smoke": "smoke shells", "phosphorus": "white phosphorus"}
LIGHT = {"br-mortar": 8}
"""Light mortars have no list of ammunition: ours, after the later edition, which gives the British 2-inch mortar smoke."""
UNLIMITED = "smoke unlimited"
"""How the list says that a gun never runs out of smoke."""
SMOKES, MISSES = "smoke", "misses"
_TOKEN = re.compile(r"(?<![A-Za-z0-9])(s|WP)(\d)(?!\d)(?: \((?:(\d+)/)?(\d\d)\+?\))?")


@cache
@rule("24.4")
def listed_smoke(text: str, date: str) -> dict[str, int]:
    """The depletion numbers of smoke and phosphorus that a line of the list has by a day; 0 where there is no end of it."""
    found: dict[str, int] = {"smoke": 0} if UNLIMITED in text else {}
    for code, number, month, year in _TOKEN.findall(text):
        if not year or f"19{year}-{int(month or 1):02d}" <= date:
            found["smoke" if code == "s" else "phosphorus"] = int(number)
    return found


@rule("24.4", "145", "197.21")
def smoke_supplies(s: HollowState, gun: int) -> dict[str, int]:
    """What a gun has to lay smoke with, by the number from which on it has none: one more for an elite crew."""
    if s.is_weapon(gun):
        key = s.weapon(gun).key
        listed = {"smoke": LIGHT[key]} if key in LIGHT else {}
    else:
        listed = listed_smoke(serving(s, gun).ammo, str(s.plan.data.get("date", "")))
    if not listed:
        return {}
    crew = crew_of(s, gun)
    more = int(s.is_man(crew) and s.squad(crew).quality == "elite") if crew >= 0 else 0
    return {what: number + more if number else 0 for what, number in listed.items() if not s.has(gun, GONE[what])}


@rule("24.4")
def refuse_air(s: HollowState) -> Refusal | None:
    """Smoke stands in this weather, and there is a counter for it."""
    found = refuse_weather(s)
    return found or (None if spare_smoke(s) else Refusal("24", "There are no more counters for smoke."))


@rule("24.4", "7", "63")
def refuse_screen(s: HollowState, at: FirePhase, a: Screen) -> Refusal | None:
    """A gun that could fire and has such shells, at any hex that its crew sees and that has no smoke of guns yet."""
    found = refuse_gunners(s, at.side, at.kind, a.gun)
    if found is not None:
        return found
    name = {"gun": s.world.names.pieces[a.gun], "place": s.world.names.places[a.to], "what": NAMES[a.how]}
    if a.how not in smoke_supplies(s, a.gun):
        return Refusal("24.4", "{gun} has no {what}.", name)
    if (found := refuse_air(s)) is not None:
        return found
    if a.to not in s.field.hex_of:
        return Refusal("5", "{place} is not on this map.", name)
    if is_screened(s, a.to):
        return Refusal("24", "There is smoke already.")
    if (found := refuse_reach(s, a.gun, a.to, at.kind)) is not None:
        return found
    clear = is_clear(s, s.viewpoint(crew_of(s, a.gun)), s.field.view_from(a.to))
    return None if clear else Refusal("7", "The crew of {gun} does not see {place}.", name)


def screen_heads(s: HollowState, at: FirePhase) -> list[int]:
    if (not s.has_armour and not s.world.light_faces) or refuse_air(s) is not None:
        return []
    return [gun for gun in shooters(s, at.side) if smoke_supplies(s, gun) and next(_screened(s, at, gun), -1) >= 0]


def screens(s: HollowState, at: FirePhase, gun: int) -> list[Screen]:
    places = list(_screened(s, at, gun))
    return [Screen(gun, place, how) for how in FILLINGS if how in smoke_supplies(s, gun) for place in places]


def _screened(s: HollowState, at: FirePhase, gun: int) -> Iterator[int]:
    """Where a gun can lay smoke, whatever it has for that: as `refuse_screen` has it, but what asks for the gun alone is asked once."""
    if refuse_gunners(s, at.side, at.kind, gun) is not None or refuse_air(s) is not None:
        return
    here = s.viewpoint(crew_of(s, gun))
    for place in s.field.places:
        if not is_screened(s, place) and refuse_reach(s, gun, place, at.kind) is None and is_clear(s, here, s.field.view_from(place)):
            yield place


def smoke_shot_of(s: HollowState, at: FirePhase, a: Screen) -> SmokeShot:
    return SmokeShot(a.gun, at.kind, a.to, a.how, turned_for(s, a.gun, a.to, at.kind))


def _as_shot(at: SmokeShot) -> GunShot:
    return GunShot(at.gun, at.kind, at.place, -1, "area", at.ammunition, at.turned)


@rule("24.4", "33.3", "33.31")
def screen_items(s: HollowState, at: SmokeShot) -> tuple[list[Item], list[Item]]:
    """The number to hit a hex with smoke, and what is added to the dice: no ground, but what lies in between."""
    gun, crew = serving(s, at.gun), crew_of(s, at.gun)
    away = s.field.range(s.at[at.gun], at.place)
    number = number_items("area", away, ordnance_of(s, at.gun), has_red_numbers(gun.nation, gun.gun) and not gun.is_rifle, printed=s.world.printed)
    between = line(s, s.viewpoint(crew), s.field.view_from(at.place)).hindrances
    hindrance = tuple(Item(found.what, found.drm, found.rule) for found in between)
    return [*number, *smoke_number(away, s.world.printed)], modifier_items(
        firing_circumstances(s, _as_shot(at))._replace(hindrance=hindrance), s.world.printed
    )


@rule("24.4", "63", "42")
def lay_screen(s: HollowState, at: FirePhase, a: Screen) -> None:
    """The gun is turned and fires; firing shows its crew."""
    shot = smoke_shot_of(s, at, a)
    reveal(s, crew_of(s, a.gun))
    aim_at(s, a.gun, a.to)
    mark_gun(s, a.gun, at.kind)
    push(s, shot)


@rule("24.4", "145", "194.71")
def read_smoke_shot(s: HollowState, at: SmokeShot, dice: tuple[int, ...]) -> None:
    """More than its number on the dice: there is no such shell, and the gun has not fired; else it hits or not, and wears the gun."""
    coloured, white, *rest = dice
    number, modifiers = (sum_of(items) for items in screen_items(s, at))
    modifiers += dust_modifier(dust(s), rest[0]) if rest else 0
    name, most, roll = title(s, at.gun), smoke_supplies(s, at.gun)[at.ammunition], coloured + white
    if most and roll >= most:
        s.mark("24.4", at.gun, GONE[at.ammunition])
    if most and roll > most:
        mark_gun(s, at.gun, at.kind, False)
        s.do(Said("145", "no ammunition", (name, NAMES[at.ammunition], number, f"{modifiers:+d}")))
        return
    hits = read_hit("area", number, modifiers, coloured, white, in_motion(s, at.gun)).hits
    said = (name, s.world.names.places[at.place], number, f"{modifiers:+d}", roll + modifiers, SMOKES if hits else MISSES)
    s.do(Said("24.4", "gun smoke", said))
    wear(s, _as_shot(at), coloured, white)
    lose_aim(s, at.gun)  # 145: smoke acquires nothing
    if hits:
        put_smoke(s, "24.4", at.place, FACES[at.ammunition][at.kind != "prep"], s.side[at.gun])
        if at.ammunition == "phosphorus":
            burn(s, at.place)


@rule("24.4")
def put_smoke(s: HollowState, number: str, place: int, face: int, side: int) -> None:
    """Smoke of guns lies in a hex; what had drifted there is gone."""
    for piece in [p for p in s.here[place] if s.is_smoke(p) and s.face[p] == DRIFTING]:
        s.remove(number, piece, "spare")
    spare = spare_smoke(s)
    if spare:
        s.turn_face(number, spare[0], face)
        s.spend(number, spare[0], 1 + side)
        s.do(Placed(number, spare[0], s.at[spare[0]], place))


@rule("24.4")
def burn(s: HollowState, place: int) -> None:
    """Phosphorus makes everybody in its hex check his morale, friend and foe."""
    tasks = [task for side in (0, 1) for task in strike(s, Result("NMC", check=0), tuple(s.counters_at(place, side)))]
    if tasks:
        push(s, Effects(tuple(tasks)))


SCREEN_ORDER = Takes(Screen, lay_screen, refuse_screen, heads=screen_heads, tails=screens)
SMOKE_SHOT = roll_step(
    SmokeShot,
    "smoke shot",
    "24.4",
    "{gun} lays smoke on {place}",
    read_smoke_shot,
    lambda s, _: COLOURED_WHITE_AND_DIE if has_third_die(s) else COLOURED_AND_WHITE,
    lambda s, at: {"gun": title(s, at.gun), "place": s.world.names.places[at.place]},
)
