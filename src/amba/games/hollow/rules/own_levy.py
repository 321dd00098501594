"""The program raises a force: what is left of a purse goes on tanks, guns, men, or some of each, the common before the rare."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from amba.games.hollow.batteries import CARRIED, IN_THE_AIR
from amba.games.hollow.book import rule
from amba.games.hollow.orders import Levy
from amba.games.hollow.rules.own_market import ROOF_GUN, SHORT, nations_of, price_list, purse, refuse_goods
from amba.games.hollow.state import HollowState

SHARES = {"tanks": (70, 10), "guns": (10, 55), "foot": (0, 10), "mixed": (40, 20)}
"""Hundredths of the purse that go on vehicles and on guns; the rest is for men."""
BEYOND = {"guns": (*CARRIED[:1],), "mixed": (*CARRIED[:1],), "tanks": (IN_THE_AIR,)}
"""What else is bought beyond the map, where it costs no more than this share of the purse."""
BEYOND_SHARE = 20
PLATOON, BATTERY, SECTION = 5, 3, 3
"""As many tanks of one kind at most, guns of one kind, and squads to a leader."""


class Offer(NamedTuple):
    """Something for sale, how much, and how good it is for that."""

    key: str
    price: int
    merit: float


def offers(s: HollowState, side: int, merit: Callable[[str, int], float]) -> list[Offer]:
    """What is for sale and worth something, the best first."""
    found = [Offer(key, points, merit(key, points)) for key, points in price_list(s, side).items()]
    return sorted((offer for offer in found if offer.merit > 0), key=lambda offer: (-offer.merit, offer.key))


def tank_merit(s: HollowState, side: int) -> Callable[[str, int], float]:
    """Tanks with a gun, by what they are worth for their price: rarity makes them worse."""
    own = nations_of(s, side)

    def merit(key: str, points: int) -> float:
        vehicle = s.world.armoury.vehicles.get(key)
        if vehicle is None or ROOF_GUN in key or not vehicle.is_tracked or not vehicle.is_armoured or vehicle.nation not in own:
            return 0.0
        if vehicle.type not in {"LT", "MT", "HT", "AG", "Tt"}:
            return 0.0
        return float(vehicle.bpv**1.5 / points if vehicle.gun else 0.3 * vehicle.bpv / points)

    return merit


def gun_merit(s: HollowState, side: int) -> Callable[[str, int], float]:
    """Anti-tank guns first, by what their shot goes through; then whatever bursts."""
    own = nations_of(s, side)

    def merit(key: str, points: int) -> float:
        gun = s.world.armoury.guns.get(key)
        if gun is None or gun.nation not in own or (gun.manhandling or 0) < (5 if gun.type == "AT" else 7):
            return 0.0
        ordnance = s.world.armoury.ordnance[gun.gun]
        return (3.0 if gun.type == "AT" else 1.0) * (ordnance.ap + 0.4 * ordnance.he + gun.rof) / points

    return merit


def squad_merit(s: HollowState, side: int) -> Callable[[str, int], float]:
    """Good squads for their price, of the nation that is there already."""
    there = {s.squad(p).nation for p in s.here[s.world.entry[side]] if s.is_man(p) and s.squad(p).kind == "squad"}
    nations = there or set(SHORT)

    def merit(key: str, points: int) -> float:
        squad = s.world.forces.squads.get(key)
        if squad is None or squad.kind != "squad" or squad.quality not in {"elite", "first line"} or squad.nation not in nations:
            return 0.0
        return float((squad.firepower + squad.range / 2) * max(0.0, squad.morale - 4.0) ** 1.2 / points)

    return merit


@rule("O")
def shopping(s: HollowState, side: int, a: Levy) -> Iterable[str]:
    """One thing after the other that can still be had, as the shares of the arm have it; asked again after each is bought."""
    vehicles, guns = SHARES[a.arm]
    whole = purse(s, side)
    spent = {"tank": 0, "gun": 0}
    yield from _one(s, side, squad_merit(s, side), whole)
    yield from _beyond(s, side, BEYOND.get(a.arm, ()), whole * BEYOND_SHARE // 100)
    whole = purse(s, side)
    for kind, share, most, merit in (("tank", vehicles, PLATOON, tank_merit(s, side)), ("gun", guns, BATTERY, gun_merit(s, side))):
        for offer in offers(s, side, merit)[:3]:
            for _ in range(most):
                if offer.price + spent[kind] > whole * share // 100 or refuse_goods(s, side, offer.key) is not None:
                    break
                spent[kind] += offer.price
                yield offer.key
    yield from _men(s, side)


@rule("O", "46", "150")
def _beyond(s: HollowState, side: int, links: tuple[str, ...], most: int) -> Iterable[str]:
    """The best battery with a leader to observe for it, or aircraft, for as much as the purse bears."""
    listed = price_list(s, side)
    best = (
        max(
            (key for key in listed if key in s.world.support and key.endswith(links) and listed[key] <= most),
            key=lambda key: (listed[key], key),
            default="",
        )
        if links
        else ""
    )
    if best and not best.endswith(IN_THE_AIR):
        yield from _named(s, side, ("8-0", "7-0"))
    if best and refuse_goods(s, side, best) is None:
        yield best


def _men(s: HollowState, side: int) -> Iterable[str]:
    """Squads, a leader for every three of them, a machine gun for every two; what is left goes on another leader."""
    number = 1
    while True:
        before = purse(s, side)
        yield from _one(s, side, squad_merit(s, side), before)
        if purse(s, side) == before:
            yield from _named(s, side, ("8-0", "7-0"))
            return
        number += 1
        if number % SECTION == 2:
            yield from _named(s, side, ("8-1", "8-0", "7-0"))
        if number % 2 == 0:
            nation = next(SHORT[s.squad(p).nation] for p in s.here[s.world.entry[side]] if s.is_man(p))
            yield from _named(s, side, (f"{nation}-lmg", f"{nation}-mmg"))


def _one(s: HollowState, side: int, merit: Callable[[str, int], float], most: int) -> Iterable[str]:
    """The best of a kind that can be had."""
    for offer in offers(s, side, merit):
        if offer.price <= most and refuse_goods(s, side, offer.key) is None:
            yield offer.key
            return


def _named(s: HollowState, side: int, keys: Iterable[str]) -> Iterable[str]:
    for key in keys:
        if refuse_goods(s, side, key) is None:
            yield key
            return
