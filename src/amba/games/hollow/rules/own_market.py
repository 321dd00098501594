"""What each side may buy in a battle of one's own, and for how much: by nation, month and theatre, the rare things dearer."""

from __future__ import annotations

from typing import NamedTuple

from amba.core.decision import Refusal
from amba.games.hollow.availability import THEATRE_OF, is_allied_italian, price, roof_gun_price
from amba.games.hollow.batteries import IN_THE_AIR
from amba.games.hollow.book import rule
from amba.games.hollow.climate import NORTH_AFRICA
from amba.games.hollow.counters import ALLIED, AXIS, CAMPAIGN, GUNS, MONTH, POINTS, SIDES, VEHICLES, WORK_KINDS, track_of
from amba.games.hollow.rules.armour.r055_vehicle_mines import ANTI_TANK, USUAL
from amba.games.hollow.rules.artillery.r150_flights import may_fly, why_grounded
from amba.games.hollow.rules.own_support import refuse_support, set_face, support_prices
from amba.games.hollow.rules.r055_laying import KEPT_BACK
from amba.games.hollow.rules.r055_mines import KNOWN, SECRET
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import World

SHORT = {"british": "br", "italian": "it", "german": "ge", "american": "am", "axis minor": "ax", "partisan": "pa"}
CREWS = {"british": "br-228", "italian": "it-227", "german": "ge-228", "american": "am-227"}
"""Who comes with a gun."""
ROOF_GUN = "+aa"
"""What is written behind a vehicle that is to have its optional machine gun."""
CAPTURED = 16
"""The rarity factor of a vehicle taken from the enemy: 1.6."""
ELITE_FROM = "1942-01"
ARMISTICE = "1943-09"
"""After this month the Italians on the side of the Axis are Fascists."""
FIELDS = {"mines": KNOWN, "hidden-mines": SECRET, "anti-tank-mines": ANTI_TANK}
"""Six factors of known or of hidden mines, for the same price (55.8), or three against tanks (86.7)."""
CALLED = {
    "mines": "six factors of known mines",
    "hidden-mines": "six factors of hidden mines",
    "anti-tank-mines": f"{USUAL} factors of anti-tank mines",
}
MEN_KEPT = 8
"""So many of the men's counters are kept back for half-squads that deploy later."""


class Lot(NamedTuple):
    """What comes for one price: counters with their faces, and whether the optional machine gun on the roof is there."""

    pieces: tuple[tuple[int, int], ...]
    roof_gun: bool = False


def month_of(s: HollowState) -> str:
    """The month in which they fight: 1941-05."""
    return str(s.plan.data.get("date", ""))[:7]


def nations_of(s: HollowState, side: int) -> tuple[str, ...]:
    """Who may be in a side's force."""
    campaign = s.tracks[CAMPAIGN]
    if campaign:
        return s.world.campaigns[campaign - 1].present(side, s.tracks[MONTH])
    return tuple(s.plan.data["buy"][SIDES[side]].get("nations", [s.plan.nations[side]]))


def price_list(s: HollowState, side: int) -> dict[str, int]:
    """What this side may buy and for how much."""
    found: dict[str, int] = s.remembered(("prices", side), lambda: _price_list(s, side))
    return found


def _price_list(s: HollowState, side: int) -> dict[str, int]:
    nations, armour = nations_of(s, side), bool(s.plan.data.get("armour"))
    foreign = tuple(f"{short}-" for nation, short in SHORT.items() if nation not in nations)
    listed = s.world.values if armour else s.world.prices
    light = set() if armour else {"anti-tank-mines", *(key for key, weapon in s.world.forces.weapons.items() if weapon.gun)}
    found = {key: points for key, points in listed.items() if not key.startswith(foreign) and key not in light}
    if not armour:
        return found
    men = {key: points for key, points in found.items() if key in s.world.squad_face or key in s.world.leader_face}
    made = {**_vehicles(s, side, nations), **_guns(s, side, nations)}
    own = {key: points for key, points in made.items() if not is_taken(s, side, key)}
    return {**men, **own, **support_prices(s, nations, month_of(s), str(s.plan.data.get("land", ""))), **found, **made}


@rule("O", "C")
def _guns(s: HollowState, side: int, nations: tuple[str, ...]) -> dict[str, int]:
    """Guns that had come there by then, with their crews, as a scenario file may have them, the enemy's as dear as the rarest; what men carry is among the weapons."""
    month, land, enemies = month_of(s), str(s.plan.data.get("land", "")), nations_of(s, 1 - side)
    there = [gun for gun in s.world.guns if gun.type != "ATR" and gun.manhandling is not None and not gun.service.why_not(month, land)]
    own = {gun.key: gun.bpv for gun in there if gun.nation in nations}
    return {**own, **{gun.key: price(gun.bpv, CAPTURED) for gun in there if gun.nation in enemies and gun.nation not in nations}}


@rule("O", "C", "MN C", "VN 26.a", "VN 27.b", "VN intro")
def _vehicles(s: HollowState, side: int, nations: tuple[str, ...]) -> dict[str, int]:
    """Printed value times rarity factor, with an optional machine gun for more; captured ones for as much as the rarest."""
    month, theatre = month_of(s), THEATRE_OF.get(str(s.plan.data.get("land", "")), "north africa")
    found, enemies = {}, nations_of(s, 1 - side)
    for vehicle in s.world.vehicles:
        tenths = s.world.availability.rarity(vehicle, month, theatre, fascist=side == AXIS and month > ARMISTICE)
        if side == ALLIED and "italian" in nations and is_allied_italian(vehicle, month):
            tenths = 10
        elif tenths is not None and vehicle.nation not in nations:
            tenths = CAPTURED if vehicle.nation in enemies and vehicle.is_armed else None
        if tenths is not None:
            found[vehicle.key] = price(vehicle.bpv, tenths)
            if roof_gun_price(vehicle) and vehicle.nation in nations:
                found[vehicle.key + ROOF_GUN] = found[vehicle.key] + roof_gun_price(vehicle)
    return found


def label_of(s: HollowState, side: int, key: str) -> str:
    """What is for sale, with its price; a vehicle or gun of the enemy's make says that it was captured."""
    taken = "captured " if is_taken(s, side, key) else ""
    return f"{taken}{goods_title(s.world, key)} for {price_list(s, side).get(key, '?')}"


def is_taken(s: HollowState, side: int, key: str) -> bool:
    """Whether a vehicle or gun is of the enemy's make, and not of one's own."""
    found = s.world.armoury.vehicles.get(key.removesuffix(ROOF_GUN)) or s.world.armoury.guns.get(key)
    return found is not None and found.nation in nations_of(s, 1 - side) and found.nation not in nations_of(s, side)


def purse(s: HollowState, side: int) -> int:
    return s.tracks[track_of(side, POINTS)]


def free_counters(s: HollowState, side: int, first: int, last: int) -> list[int]:
    spare = s.world.box["spare"]
    return [p for p in range(first, last) if s.world.home[p] == side and s.at[p] == spare]


def lot(s: HollowState, side: int, key: str) -> Lot | None:
    """The counters that would stand for it, and their faces; None where there are no more of that kind."""
    world = s.world
    name = key.removesuffix(ROOF_GUN)
    if name in world.vehicle_face:
        free = s.world.pool(side, world.first_vehicle, VEHICLES)
        spare = [p for p in free if s.at[p] == world.box["spare"]]
        return Lot(((spare[0], world.vehicle_face[name]),), name != key) if spare else None
    if key in world.gun_face:
        return _gun_lot(s, side, key)
    if key in world.support:
        return _support_lot(s, side, key)
    pools = (
        (world.squad_face, 0, world.first_leader), (world.leader_face, world.first_leader, world.first_weapon),
        (world.weapon_face, world.first_weapon, world.first_dummy),
    )  # fmt: skip
    for faces, first, last in pools:
        if key in faces:
            spare = free_counters(s, side, first, last)
            return Lot(((spare[0], faces[key]),)) if spare and (first or len(spare) > MEN_KEPT) else None
    is_dummy = key == "dummy"
    spare = free_counters(s, side, world.first_dummy if is_dummy else world.first_work, world.first_work if is_dummy else world.first_smoke)
    face = 0 if is_dummy else FIELDS[key] if key in FIELDS else WORK_KINDS.index(key)
    return Lot(((spare[0], face),)) if len(spare) > (0 if is_dummy else KEPT_BACK) else None


@rule("63")
def _gun_lot(s: HollowState, side: int, key: str) -> Lot | None:
    """A gun with the crew that serves it; a captured one with a crew of one's own."""
    world = s.world
    nation = nations_of(s, side)[0] if is_taken(s, side, key) else world.guns[world.gun_face[key]].nation
    guns = [p for p in world.pool(side, world.first_gun, GUNS) if s.at[p] == world.box["spare"]]
    men = free_counters(s, side, 0, world.first_leader)
    crew = world.squad_face[CREWS[nation]]
    return Lot(((guns[0], world.gun_face[key]), (men[0], crew))) if guns and len(men) > MEN_KEPT else None


@rule("46", "150")
def _support_lot(s: HollowState, side: int, key: str) -> Lot | None:
    """The set by which a battery is called; aircraft have no counter before they come."""
    if key.endswith(IN_THE_AIR):
        return Lot(())
    spare = free_counters(s, side, s.world.first_weapon, s.world.first_dummy)
    return Lot(((spare[0], set_face(s, key)),)) if spare else None


@rule("180")
def refuse_share(s: HollowState, side: int, key: str) -> Refusal | None:
    """In North Africa in 1942 and 1943 at least half of the German squads are elite, but for one."""
    squad = s.world.forces.squads.get(key)
    if squad is None or squad.nation != "german" or squad.kind != "squad" or squad.quality == "elite":
        return None
    if month_of(s) < ELITE_FROM or s.plan.data.get("land") not in NORTH_AFRICA:
        return None
    bought = [s.squad(p) for p in s.here[s.world.entry[side]] if s.is_man(p) and s.squad(p).nation == "german" and s.squad(p).kind == "squad"]
    elite = sum(one.quality == "elite" for one in bought)
    if len(bought) - elite <= elite:
        return None
    items = (("elite squads", str(elite), "180"), ("other squads", str(len(bought) - elite), "180"))
    return Refusal("180", "Half of the Germans in Africa are elite in 1942 and 1943: buy an elite squad first.", {}, items)


@rule("O", "MN C")
def why_not_sold(s: HollowState, side: int, key: str) -> str:
    """What a buyer is told of something in the lists that he may not have: when and where it was, or that its nation is not there."""
    world, name, month, land = s.world, key.removesuffix(ROOF_GUN), month_of(s), str(s.plan.data.get("land", ""))
    vehicle, gun, beyond = world.armoury.vehicles.get(name), world.armoury.guns.get(name), key.partition("+")[0]
    found = vehicle or gun or world.modules.get(beyond) or world.planes.get(beyond) or world.forces.squads.get(key) or world.forces.weapons.get(key)
    if (vehicle or gun or key == "anti-tank-mines") and not s.plan.data.get("armour"):
        return "here men fight alone"
    why = world.availability.why_not(vehicle, month, land) if vehicle else gun.service.why_not(month, land) if gun else ""
    if found is not None and key in world.support:
        why = (world.modules.get(beyond) or world.planes[beyond]).why_not(month, land)
    nation = str(getattr(found, "nation", "any"))
    if why or nation == "any":
        return why or "nobody sells that"
    if nation in nations_of(s, side):
        return "it has no other machine gun" if name != key else "nobody sells it"
    nation = nation.title() if nation != "axis minor" else "Axis minor"
    return f"it is {nation}" if nation.lower() in nations_of(s, 1 - side) else f"no {nation} troops are there"


def has_men(s: HollowState, side: int) -> bool:
    return any(s.is_man(p) for p in s.here[s.world.entry[side]])


@rule("O", "150")
def refuse_goods(s: HollowState, side: int, key: str) -> Refusal | None:
    """What this side may have, can pay for, and has somebody to carry."""
    prices, left = price_list(s, side), purse(s, side)
    if key not in prices:
        why = why_not_sold(s, side, key)
        return Refusal("O", "{what} is not for sale to this side: {why}.", {"what": goods_title(s.world, key), "why": why})
    if prices[key] > left:
        items = (("price", str(prices[key]), "O"), ("left", str(left), "O"))
        return Refusal("O", "{key} costs {price} points; {left} are left.", {"key": key, "price": prices[key], "left": left}, items)
    if lot(s, side, key) is None:
        return Refusal("O", "There are no more counters of that kind.")
    if key in s.world.squad_face:
        return refuse_share(s, side, key)
    if key.endswith(IN_THE_AIR) and not may_fly(s):
        return why_grounded(s)
    if key in s.world.support and (found := refuse_support(s, side, key)) is not None:
        return found
    if has_men(s, side) or key in s.world.gun_face:
        return None
    if key in s.world.weapon_face:
        return Refusal("O", "First buy men who can carry it.")
    least = min(prices[squad] for squad in s.world.squad_face if squad in prices)
    if left - prices[key] < least:
        lines = (("left", str(left), "O"), ("price", str(prices[key]), "O"), ("the cheapest men", str(least), "O"))
        return Refusal("O", "Keep {least} points for at least one squad.", {"least": least}, lines)
    return None


def goods_title(world: World, key: str) -> str:
    """What a player calls it."""
    name = key.removesuffix(ROOF_GUN)
    if name in world.vehicle_face:
        vehicle = world.vehicles[world.vehicle_face[name]]
        return vehicle.title + (" with a machine gun on the roof" if name != key else "")
    if key in world.support:
        return world.support[key]
    if key in FIELDS:
        return CALLED[key]
    if key in world.gun_face:
        return f"{world.guns[world.gun_face[key]].title} and its crew"
    if key in world.squad_face:
        squad = world.squads[world.squad_face[key]]
        return f"{squad.firepower}-{squad.range}-{squad.morale} {squad.nation.title() if squad.nation != 'axis minor' else 'Axis minor'} {squad.title.lower()}"
    if key in world.leader_face:
        return f"leader {key}"
    return world.weapons[world.weapon_face[key]].title.lower() if key in world.weapon_face else key
