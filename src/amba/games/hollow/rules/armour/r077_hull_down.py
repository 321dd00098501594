"""Hull down: where only the turret of a vehicle shows (77, 187.14, 189.19, 188.2, 137.3)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import BYPASS, DOWN_1, DOWN_2, DUG, HULL_DOWN
from amba.games.hollow.field import IN, RIM
from amba.games.hollow.rules.armour.r032_arcs import vca
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.r007_seeing import line, line_to
from amba.games.hollow.rules.r011_modifiers import deir_protection, height_advantage, hillock_protection, wall_protection
from amba.games.hollow.rules.r029_cover import wreck_screen
from amba.games.hollow.rules.r029_vehicles import is_moving_target
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS, Hex, are_neighbours, ray


@rule("77", "189.20")
def crest_sides(s: HollowState, vehicle: int) -> list[int]:
    """The hexsides of its hex beyond which the ground is lower, those before its bow first; a hillock has no crest line."""
    place = s.at[vehicle]
    here, level, spine = s.field.hex_of[place], s.field.level(place), vca(s, vehicle)
    order = sorted(range(6), key=lambda side: (min((side - spine) % 6, (spine + 1 - side) % 6), side))
    around = {side: s.field.index.get((here[0] + NEIGHBOURS[side][0], here[1] + NEIGHBOURS[side][1])) for side in order}
    return [side for side, there in around.items() if there is not None and s.field.level(there) < level]


def down_count(s: HollowState, vehicle: int) -> int:
    return s.has(vehicle, DOWN_1) + 2 * s.has(vehicle, DOWN_2)


@rule("77")
def is_down_over_crest(s: HollowState, vehicle: int, origin: int) -> bool:
    """Fire from a level or more lower that comes over one of the crest hexsides behind which the vehicle stands."""
    here, there = s.field.hex_of[s.at[vehicle]], s.field.hex_of[origin]
    if here == there or s.field.level(origin) >= s.field.level(s.at[vehicle]):
        return False
    sides = crest_sides(s, vehicle)[: down_count(s, vehicle)]
    entered = [hex for hex in ray(here, there).passages[1].hexes if are_neighbours(here, hex)]
    return any(NEIGHBOURS.index((hex[0] - here[0], hex[1] - here[1])) in sides for hex in entered)


@rule("188.2", "137.3", "187.14", "189.19", "77", "32.3", "29")
def hull_down(s: HollowState, firer: int, vehicle: int) -> str:
    """The rule by which only the turret of a vehicle shows to a firer; empty where all of it does.

    At a crest all round, but for those who see into the wadi; under a trench all round; behind a wall, the lip of a deir, a hillock in front or a wreck in the next hex, if it has armour.
    """
    return s.remembered(("hull down", firer, vehicle), lambda: _hull_down(s, firer, vehicle))


def _hull_down(s: HollowState, firer: int, vehicle: int) -> str:
    if s.at[firer] == s.at[vehicle]:
        return ""
    if s.position(vehicle) == RIM:
        into = s.viewpoint(vehicle)._replace(position=IN)
        return "" if line(s, s.viewpoint(firer), into).is_clear else "188.2"
    if s.has(vehicle, HULL_DOWN):
        if s.has(vehicle, DUG):
            return "137.3"
        return "77" if not down_count(s, vehicle) or is_down_over_crest(s, vehicle, s.at[firer]) else ""
    if not s.vehicle(vehicle).is_armoured:
        return ""
    return next((item.rule for item in screens(s, firer, vehicle)), "") or ("29" if hiding_wrecks(s, firer, vehicle) else "")


@rule("29", "32.3")
def hiding_wrecks(s: HollowState, firer: int, vehicle: int) -> tuple[Hex, ...]:
    """The hexes with wrecks behind which an armoured vehicle is hull down to a firer; they do not hinder his shot besides."""
    if not s.vehicle(vehicle).is_armoured or is_moving_target(s, vehicle):
        return ()
    look = line_to(s, firer, vehicle).look
    return wreck_screen(s, look) if look.b.hex == s.viewpoint(vehicle).hex else ()


def hindrance_items(s: HollowState, firer: int, vehicle: int) -> list[Item]:
    """What lies between a firer and a vehicle."""
    wrecks = hiding_wrecks(s, firer, vehicle) if hull_down(s, firer, vehicle) == "29" else ()
    found = line_to(s, firer, vehicle).hindrances
    return [Item(one.what, one.drm, one.rule) for one in found if not (wrecks and one.rule == "29" and set(one.hexes) == set(wrecks))]


@rule("187.14", "189.19", "32.3")
def screens(s: HollowState, firer: int, vehicle: int) -> list[Item]:
    """What stands in front of a vehicle and hides its hull: a wall, a lip, a hillock. Of a hedge and a dune crest everything shows over the top."""
    look = line_to(s, firer, vehicle).look
    if look.a.hex != s.viewpoint(firer).hex:
        return []
    wall = wall_protection(look)
    found = (
        Item("behind a wall", wall if wall > 1 else 0, "32.3"),
        Item("lip of a deir", deir_protection(look), "187.14"),
        Item("behind a hillock", hillock_protection(look), "189.19"),
    )
    return [item for item in found if item.value]


@rule("189.20", "33.31", "11", "132")
def vehicle_cover(s: HollowState, firer: int, vehicle: int) -> tuple[Item, ...]:
    """What the ground adds to the dice at a vehicle: its hex, or what stands in front of one without armour, or height, whichever is most; nothing more where it is hull down. In bypass it has nothing of the woods or building beside it."""
    ground = 0 if s.has(vehicle, BYPASS) else s.field.protection(s.at[vehicle])
    found = [Item("terrain", ground, "11")] if ground else []
    if hull_down(s, firer, vehicle):
        return tuple(found)
    alone = [
        *([] if s.vehicle(vehicle).is_armoured else screens(s, firer, vehicle)),
        Item("height advantage", height_advantage(s, firer, vehicle), "189.20"),
    ]
    best = max(alone, key=lambda item: item.value)
    return (best,) if best.value > ground else tuple(found)
