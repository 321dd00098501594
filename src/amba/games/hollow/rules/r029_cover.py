"""Armoured vehicles and wrecks as cover, as hindrance and, where they burn, as smoke."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import BURNING, BYPASS, CREST, ESCORT, MOTION, WRECK
from amba.games.hollow.field import RIM
from amba.games.hollow.frames import MovePhase
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.r007_look import Hindrance, Look
from amba.games.hollow.rules.r029_vehicles import crest_sides_of, is_moving_target
from amba.games.hollow.rules.r187_deirs import counts_in_deir
from amba.games.hollow.rules.r188_wadis import front_of
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS, Hex, are_neighbours, meets_between, ray

SMOKE = 2
"""What the smoke of a burning wreck adds."""


@rule("29", "176.33")
def is_cover(s: HollowState, vehicle: int) -> bool:
    """An armoured vehicle or a wreck that does not burn and is no moving target. A wagon leaves no wreck."""
    is_solid = (s.has(vehicle, WRECK) and not s.vehicle(vehicle).is_wagon) or s.vehicle(vehicle).is_armoured
    return is_solid and not s.has(vehicle, BURNING) and not is_moving_target(s, vehicle)


@rule("29", "187.15", "189.21", "N 23", "188.2")
def vehicle_protection(s: HollowState, unit: int, target: int) -> Item:
    """+1 for men in the hex of such a vehicle, in a deir and on a hillock too; with nothing else that protects them; not against its own fire. At a crest only beside one that stands there."""
    here = s.vehicles_at(s.at[target]) if s.has_armour else []
    if s.position(target) == RIM:
        shared = any(is_cover(s, v) and s.has(v, CREST) and _shares_crest(s, target, v, unit) for v in here)
        return Item("beside a vehicle at the crest", int(shared), "188.2")
    here = [v for v in here if not s.has(v, CREST)]
    if s.has(target, ESCORT) and any(s.side[v] == s.side[target] and is_beneath(s, v) for v in here):
        return Item("goes along beneath a tank", 1, "N 23")
    beneath = any(is_cover(s, v) and v != unit for v in here)
    return Item("beside a vehicle or wreck", int(beneath), "189.21" if s.field.ground.rise(s.field.hex_of[s.at[target]]) else "29")


@rule("N 23")
def is_beneath(s: HollowState, vehicle: int) -> bool:
    """Whether a tank protects the men who have gone along with it: while it drives, and afterwards if it has stopped."""
    drives = any(isinstance(frame, MovePhase) for frame in s.frames)
    return s.vehicle(vehicle).is_armoured and not s.has(vehicle, BURNING) and (drives or not s.has(vehicle, MOTION))


@rule("188.2")
def _shares_crest(s: HollowState, target: int, vehicle: int, unit: int) -> bool:
    """Whether men at a crest face a hexside of the corner at which a vehicle stands, and the fire comes across it."""
    here, there = s.field.hex_of[s.at[target]], s.field.hex_of[s.at[unit]]
    facing = {(front_of(s, target) + turn) % 6 for turn in (-1, 0, 1)} & set(crest_sides_of(s, vehicle))
    entered = [hex for hex in ray(here, there).passages[1].hexes if are_neighbours(here, hex)] if here != there else []
    return any(NEIGHBOURS.index((hex[0] - here[0], hex[1] - here[1])) in facing for hex in entered)


@rule("29", "187.15", "176.33", "196.7")
def vehicle_hindrances(s: HollowState, look: Look) -> list[Hindrance]:
    """+1 for each hex with one through which the line passes, where both ends are as high as the ground there; along a side only between two. One in bypass does not fill its hex."""
    standing = vehicles_in_the_way(s)
    if not standing or not meets_between(look.a.hex, look.b.hex, standing):
        return []
    ends = {look.a.hex, look.b.hex}
    found = []
    for _, hexes in look.passages:
        if standing.issuperset(hexes) and ends.isdisjoint(hexes) and all(_hinders(look, hex) for hex in hexes):
            found.append(Hindrance("29", "vehicle or wreck", tuple(hexes), 1))
    return found


def vehicles_in_the_way(s: HollowState) -> frozenset[Hex]:
    """Every hex where one of them hinders the lines that pass it."""
    return s.remembered("vehicles as cover", lambda: _standing(s))


def burning_wrecks(s: HollowState) -> frozenset[Hex]:
    """Every hex where one burns."""
    return frozenset((*_burning(s, at_crest=False), *_burning(s, at_crest=True)))


@rule("188.21")
def _standing(s: HollowState) -> frozenset[Hex]:
    """The hexes where a vehicle or wreck stands that is cover; at a crest it hinders nobody."""
    pool = range(s.world.first_vehicle, s.world.first_gun)
    return frozenset(s.field.hex_of[s.at[v]] for v in pool if s.is_on_map(v) and is_cover(s, v) and not s.has(v, BYPASS) and not s.has(v, CREST))


@rule("29", "32.3")
def wreck_screen(s: HollowState, look: Look) -> tuple[Hex, ...]:
    """The hexes before the target, next to it, in which wrecks stand that hide its hull from the firer: at the far end of the line, on its level."""
    wrecks = s.remembered("wrecks as screens", lambda: _wrecks(s))
    if not wrecks or len(look.passages) < 3:
        return ()
    hexes = look.passages[-2].hexes
    before = wrecks.issuperset(hexes) and look.a.hex not in hexes and all(are_neighbours(look.b.hex, hex) and _hinders(look, hex) for hex in hexes)
    return tuple(hexes) if before else ()


def _wrecks(s: HollowState) -> frozenset[Hex]:
    pool = range(s.world.first_vehicle, s.world.first_gun)
    standing = [v for v in pool if s.is_on_map(v) and s.has(v, WRECK) and is_cover(s, v) and not s.has(v, BYPASS) and not s.has(v, CREST)]
    return frozenset(s.field.hex_of[s.at[v]] for v in standing)


def _hinders(look: Look, hex: Hex) -> bool:
    ground = look.ground
    bed = 2 if ground.has(hex, "wadi") else 0
    level = look.ea == look.eb == ground.surface(hex) - bed
    return level and (not ground.has(hex, "deir") or counts_in_deir(look))


@rule("29", "188.21")
def wreck_smoke(s: HollowState, look: Look) -> dict[Hex, int]:
    """Where wrecks burn; at a crest above its level only, not for those who look along the bed."""
    low = s.remembered("burning wrecks", lambda: _burning(s, at_crest=False))
    high = s.remembered("burning wrecks at crests", lambda: _burning(s, at_crest=True))
    return {**low, **high} if high and not ("in" in {look.a.position, look.b.position} and look.is_confined) else low


def _burning(s: HollowState, at_crest: bool) -> dict[Hex, int]:
    pool = range(s.world.first_vehicle, s.world.first_gun)
    return {s.field.hex_of[s.at[v]]: SMOKE for v in pool if s.is_on_map(v) and s.has(v, BURNING) and (s.position(v) == RIM) == at_crest}
