"""The machine guns of vehicles, and small guns that fire in bursts, those on wheels too: which there are, where they bear, what they are worth, and why they may not fire (35, 144, notes B to J)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    AA_MOUNT,
    EXPOSED,
    FINAL,
    FIRED,
    FIRST,
    GUN_GONE,
    MAIN_DONE,
    MALFUNCTION,
    MG_BROKEN,
    MG_FIRED,
    MG_GONE,
    MOTION,
    MOVED,
    PINNED,
    PREP,
    SERVED,
    SHAKEN,
    VCA,
)
from amba.games.hollow.orders_crews import Weapon
from amba.games.hollow.rules.armour.r032_arcs import in_arc, spines_off, tca
from amba.games.hollow.rules.armour.r033_exposure import comes_before_bow
from amba.games.hollow.rules.armour.r035_fired_before import bullets_are_silent, gun_is_silent
from amba.games.hollow.rules.armour.r035_printed_notes import fires_open_only, fires_standing_only, turret_range, words_of
from amba.games.hollow.rules.armour.r063_aiming import refuse_reach, turned_for
from amba.games.hollow.rules.armour.r063_guns import BOUNDING, crew_of, refuse_spent
from amba.games.hollow.rules.common import refuse_not_own
from amba.games.hollow.rules.r010_fire_table import SCALE
from amba.games.hollow.rules.r029_vehicles import has_crew, has_roof_gun, is_manned, is_stuck
from amba.games.hollow.state import HollowState

PLACES = ("bow", "coaxial", "aa", "rear")
"""Where machine guns are, in the order of their marks."""
RANGES = {"bow": 8, "coaxial": 12, "aa": 8, "rear": 8, "cannon": 16, "flame": 1}
MAIN = {"BMG": "bow", "CMG": "coaxial", "AAMG": "aa"}
USUAL_BREAKDOWN = 12
SPECIAL = ("cannon", "flame")
"""What fires only if it is named."""
FIREPOWER = re.compile(r"(?:opt )?(\d+)(?:x(\d))?\*?(?:\+(\d+))?")
BURSTS = re.compile(r"IFE (\d+)")
HAS_FIRED = (PREP, FIRST, FINAL, FIRED)
"""What marks that a gun has fired in a phase of this player turn."""
ON_ROOF = 2
"""What a machine gun is worth that was put onto the roof (note I)."""


class MachineGun(NamedTuple):
    """One of them: where it is, its firepower, what else it fires with from the turret's rear, its range, when it breaks down, and whether it is the main armament with a rate of fire."""

    place: str
    power: int
    behind: int
    range: int
    breakdown: int
    rate: int = 0


def printed_power(text: str) -> tuple[int, int]:
    """`4x2*` is 8; `4+2` is 4 in the hull's rear and 2 in the turret's."""
    found = FIREPOWER.fullmatch(text)
    return (int(found[1]) * int(found[2] or 1), int(found[3] or 0)) if found else (0, 0)


def bursts_of(text: str) -> int:
    """The firepower of a gun that fires in bursts, by its line in the list; 0 if it does not."""
    found = BURSTS.search(text)
    return int(found[1]) if found else 0


@rule("35", "MN F", "MN I", "VN 3.a", "VN 5.a", "VN 7.a", "VN 16.b", "MN K")
def machine_guns(s: HollowState, vehicle: int) -> list[MachineGun]:
    """All that there are; kept with the position. A gun on wheels has none."""
    if s.is_gun(vehicle):
        return []
    return s.remembered(("machine guns", vehicle), lambda: _machine_guns(s, vehicle))


def _machine_guns(s: HollowState, vehicle: int) -> list[MachineGun]:
    """All that are there and not lost. The printed breakdown is the main armament's; note F gives it to all, and the 11 of the M11/39 is its gun's alone (note 7)."""
    v = s.vehicle(vehicle)
    texts = {"bow": v.bmg, "coaxial": v.cmg, "aa": v.aamg if has_roof_gun(s, vehicle) else "", "rear": v.rmg}
    moved = {"11": "coaxial", "21": "rear"}.get(v.note) if s.has(vehicle, AA_MOUNT) and "I" in v.notes else None
    found = []
    for place in PLACES:
        power, behind = printed_power(texts[place])
        if place == moved:
            continue
        if place == "aa" and moved:
            power = ON_ROOF
        is_main = MAIN.get(v.ma) == place or v.ma == "MG"
        breakdown = v.breakdown if ("F" in v.notes or is_main or v.note == "5") and v.note != "7" else USUAL_BREAKDOWN
        power = 0 if s.has(vehicle, MG_GONE + PLACES.index(place)) else power
        if power or behind:
            reach = turret_range(v.remark, RANGES[place]) if place == "coaxial" else RANGES[place]
            found.append(MachineGun(place, power, behind, reach, breakdown, v.rof if is_main else 0))
    return found


@rule("35", "63")
def cannon_of(s: HollowState, vehicle: int) -> MachineGun | None:
    """A small gun that can fire in bursts, with one less of its rate; of a vehicle, or on wheels."""
    if s.is_gun(vehicle):
        gun = s.gun(vehicle)
        power = bursts_of(gun.ammo)
        return MachineGun("cannon", power, 0, RANGES["cannon"], gun.breakdown, max(0, gun.rof - 1)) if power else None
    v = s.vehicle(vehicle)
    return MachineGun("cannon", v.ife, 0, RANGES["cannon"], v.breakdown, max(0, v.rof - 1)) if v.ife else None


@rule("22", "VN 5.a")
def flame_of(s: HollowState, vehicle: int) -> MachineGun | None:
    """The flamethrower of the L3 Lf: gone on an 11."""
    if s.is_gun(vehicle):
        return None
    v = s.vehicle(vehicle)
    return MachineGun("flame", int(v.gun[1:]), 0, RANGES["flame"], v.breakdown) if v.gun.startswith("F") else None


@rule("35", "32", "176.75", "VN 3.a", "MN C", "MN I", "VN 23.b", "VN 27.b", "VN 16.b")
def bears(s: HollowState, vehicle: int, gun: MachineGun, place: int) -> bool:
    """The bow within the hull's arc, the rear in the opposite one; the turret anywhere, for it is turned (what has none, in the hull's arc); the roof anywhere, but where notes keep it to an arc. In its own hex the bow of a vehicle that is stuck bears only on who drives in before it. A gun on wheels is turned."""
    if s.is_gun(vehicle):
        return refuse_reach(s, vehicle, place, "") is None
    here, hull = s.at[vehicle], s.pointing(vehicle, VCA)
    if here == place:
        return gun.place != "rear" and (gun.place not in {"bow", "flame"} or not is_stuck(s, vehicle) or comes_before_bow(s, vehicle))
    in_hull = gun.place == "coaxial" and (not s.vehicle(vehicle).has_turret or "VCA only" in words_of(s, vehicle))
    if gun.place in {"bow", "flame"} or in_hull:
        return in_arc(s, here, hull, place)
    if gun.place == "rear":
        return rear_power(s, vehicle, gun, place) > 0
    return gun.place != "aa" or roof_covers(s, vehicle, place)


@rule("35", "MN F")
def rear_power(s: HollowState, vehicle: int, gun: MachineGun, place: int, with_main: bool = False) -> int:
    """The gun in the hull's rear bears on the arc behind the hull; the one in the turret's rear on the arc behind the turret, unless the main armament in front of it fires or has fired."""
    here, hull = s.at[vehicle], s.pointing(vehicle, VCA)
    if here == place:
        return 0
    behind = gun.behind if gun.behind and not with_main and not main_has_fired(s, vehicle) else 0
    return gun.power * in_arc(s, here, (hull + 3) % 6, place) + behind * in_arc(s, here, (tca(s, vehicle) + 3) % 6, place)


def main_has_fired(s: HollowState, vehicle: int) -> bool:
    """Whether a turret's main armament, a gun or machine guns, has fired in this player turn, within its rate or not. What has such a gun and one in the rear has no third."""
    coaxial = MG_FIRED + PLACES.index("coaxial")
    return any(s.has(vehicle, mark) for mark in ((coaxial, MAIN_DONE) if s.vehicle(vehicle).ma == "CMG" else (SERVED, *HAS_FIRED)))


@rule("35", "8")
def mark_shots(s: HollowState, vehicle: int, places: Iterable[str]) -> None:
    """These machine guns have fired; that the vehicle has, and the main armament of its turret, stays true if the rate lets them fire again."""
    for place in places:
        s.mark("35", vehicle, MG_FIRED + PLACES.index(place))
        s.mark("35", vehicle, SERVED)
        if place == "coaxial" and s.vehicle(vehicle).ma == "CMG":
            s.mark("35", vehicle, MAIN_DONE)


@rule("MN C", "MN I", "VN 3.a", "VN 16.b", "VN 23.b", "VN 27.b")
def roof_covers(s: HollowState, vehicle: int, place: int) -> bool:
    """Without a turret the roof's gun of notes C, 3, 16, 23 and 27 keeps to the hull's arc; one put there by note I to the turret's."""
    v, here = s.vehicle(vehicle), s.at[vehicle]
    if "I" in v.notes and s.has(vehicle, AA_MOUNT):
        return in_arc(s, here, tca(s, vehicle), place)
    by_note = (
        ("C" in v.notes and not v.has_turret) or v.note in {"3", "16"} or v.key in {"it-autocann-65-17-b", "it-fiat-508-mc", "it-fiat-508-furgone"}
    )
    return not by_note or in_arc(s, here, s.pointing(vehicle, VCA), place)


def are_in_turret(s: HollowState, vehicle: int, places: Iterable[str]) -> bool:
    """Whether some of these weapons of a vehicle point where its turret does."""
    return s.vehicle(vehicle).has_turret and not {"coaxial", "cannon"}.isdisjoint(places)


@rule("33.31", "32")
def turret_turns(s: HollowState, vehicle: int, guns: tuple[MachineGun, ...], place: int, kind: str) -> int:
    """How many hexspines the turret has to be turned for those of the guns that are in it, or the gun on wheels; on its way for nothing."""
    if s.is_gun(vehicle):
        return turned_for(s, vehicle, place, kind)
    counts = kind != BOUNDING and are_in_turret(s, vehicle, [gun.place for gun in guns])
    return spines_off(s, s.at[vehicle], tca(s, vehicle), place) if counts else 0


@rule("35", "64", "MN E", "MN G", "MN J", "VN 3.a", "VN 7.a", "VN 16.a")
def why_silent(s: HollowState, vehicle: int, gun: MachineGun) -> tuple[str, str]:
    """What keeps one of them from firing whatever the target is: a rule and why; empty if nothing does."""
    if s.is_gun(vehicle):
        return "", ""
    v, shut = s.vehicle(vehicle), s.vehicle(vehicle).is_armoured and not s.has(vehicle, EXPOSED)
    if gun.place in PLACES:
        if s.has(vehicle, MG_BROKEN + PLACES.index(gun.place)):
            return "145", "it is out of order"
    elif s.has(vehicle, MALFUNCTION) or s.has(vehicle, GUN_GONE):
        return "145", "it is out of order"
    if shut and (gun.place == "aa" or fires_open_only(s, vehicle)):
        return "35", "the hatches are shut"
    if gun.place == "bow" and v.note == "3" and not shut:
        return "VN 3.a", "the hatches are open"
    if gun.place == "cannon" and "G" in v.notes and s.has(vehicle, MOTION):
        return "MN G", "it is in motion"
    if gun.place in {"coaxial", "cannon"} and v.turret in {"1MT", "RST"} and not shut and not fires_open_only(s, vehicle):
        return "VN 7.a" if v.note == "7" else "64", "the hatches are open"
    fired = s.has(vehicle, MG_FIRED + PLACES.index(gun.place)) if gun.place in PLACES else False
    if fired or (bullets_are_silent(s, vehicle, gun.place) if gun.place in PLACES else gun_is_silent(s, vehicle)):
        return "35", "it has fired already"  # the last that is asked: whoever counts guns that have fired counts none that could not have
    return "", ""


@rule("35", "64", "135", "MN E")
def refuse_gunner(s: HollowState, side: int, kind: str, vehicle: int) -> Refusal | None:
    """A crew that can do something; not in motion in its own prep fire; the tankettes of note E no more once they were stunned."""
    found = refuse_not_own(s, side, vehicle, "35", "vehicle")
    if found is not None:
        return found
    v, name = s.vehicle(vehicle), {"vehicle": s.world.names.pieces[vehicle]}
    if not has_crew(s, vehicle):
        return Refusal("35", "{vehicle} is not armed.", name)
    if not is_manned(s, vehicle):
        return Refusal("64", "Nobody in {vehicle} can fire.", name)
    if s.has(vehicle, MOTION) and kind == "prep":
        return Refusal("135", "{vehicle} is in motion, and does not fire in the prep fire phase.", name)
    if s.has(vehicle, SHAKEN) and "E" in v.notes:
        return Refusal("MN E", "{vehicle} was stunned and fires no more.", name)
    return None


@rule("35", "8")
def ready_guns(s: HollowState, vehicle: int, kind: str, place: int, how: str = "") -> tuple[MachineGun, ...]:
    """The machine guns that bear on a hex, within twice their range, and may fire; the one that is named, or all; a gun in bursts and flames only if they are named."""
    if how in SPECIAL:
        special = cannon_of(s, vehicle) if how == "cannon" else flame_of(s, vehicle)
        if fires_standing_only(s, vehicle) and (kind == "bounding" or s.has(vehicle, MOTION)):
            return ()
        listed = [special] if special is not None and refuse_spent(s, kind, vehicle) is None else []
    else:
        listed = [gun for gun in machine_guns(s, vehicle) if how in {"", gun.place}]
    away = s.field.range(s.at[vehicle], place)
    ready = tuple(gun for gun in listed if away <= 2 * gun.range and bears(s, vehicle, gun, place) and not why_silent(s, vehicle, gun)[0])
    with_main = has_main(s, vehicle, ready)
    return tuple(gun for gun in ready if gun.place != "rear" or rear_power(s, vehicle, gun, place, with_main))


def ready_hows(s: HollowState, vehicle: int, kind: str, place: int, hows: Sequence[Weapon]) -> list[Weapon]:
    """Which of these ways to fire have something that is ready, as `ready_guns` has it one by one; what is mounted elsewhere than in the rear is ready by itself where it is ready with the others."""
    together = {gun.place for gun in ready_guns(s, vehicle, kind, place)} if any(how in {"", *PLACES} for how in hows) else set()
    alone = {"rear", *SPECIAL}
    return [how for how in hows if (ready_guns(s, vehicle, kind, place, how) if how in alone else together if how == "" else how in together)]


def has_main(s: HollowState, vehicle: int, guns: tuple[MachineGun, ...]) -> bool:
    """Whether the machine guns that are a turret's main armament are among those that fire."""
    return not s.is_gun(vehicle) and s.vehicle(vehicle).ma == "CMG" and any(gun.place == "coaxial" for gun in guns)


class Strength(NamedTuple):
    """What the guns come to, in 64ths, and how."""

    power: int
    steps: tuple[tuple[str, str, str], ...]


@rule("35", "8", "135", "142.6")
def strength_of(s: HollowState, vehicle: int, kind: str, place: int, guns: tuple[MachineGun, ...]) -> Strength:
    """Three times in its own hex, twice in the next; half beyond the range, after moving, while driving, in motion; of a pinned crew."""
    away, total, steps, crew = s.field.range(s.at[vehicle], place), 0, list[tuple[str, str, str]](), crew_of(s, vehicle)
    moved = kind == "bounding" or (kind == "advancing" and (s.has(crew, MOVED) if s.is_gun(vehicle) else s.points[vehicle] > 0))
    for gun in guns:
        worth = rear_power(s, vehicle, gun, place, has_main(s, vehicle, guns)) if gun.place == "rear" else gun.power
        power = SCALE * worth
        steps.append((f"{gun.place} gun", str(worth), "35"))
        if away <= 1 and gun.place != "flame":
            power *= 3 if away == 0 else 2
            steps.append(("in its own hex" if away == 0 else "point blank", "x3" if away == 0 else "x2", "8"))
        for applies, what, number in (
            (away > gun.range, f"beyond its range of {gun.range}", "8"),
            (moved and gun.place != "flame", "fires after moving", "8"),
            (s.has(vehicle, MOTION), "in motion", "135"),
            (s.is_gun(vehicle) and s.has(crew, PINNED), "pinned", "142.6"),
        ):
            if applies:
                power //= 2
                steps.append((what, "x1/2", number))
        total += power
    return Strength(total, tuple(steps))
