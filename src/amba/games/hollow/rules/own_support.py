"""Batteries beyond the map and aircraft in a battle of one's own: for how much, how many, and what comes with them (46, 150)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.games.hollow.batteries import CARRIED, IN_THE_AIR, Battery, Flight
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BATTERIES, BLACK, BOUGHT, BOUGHT_PLANE, CONTACT, DRAWS, TURN, battery_track
from amba.games.hollow.state import HollowState
from amba.games.hollow.support import kind_number

PLAYER_TURN = 8
"""So many phases a player turn has."""


@rule("O", "46", "150")
def support_prices(s: HollowState, nations: tuple[str, ...], date: str, land: str) -> dict[str, int]:
    """The batteries and aircraft of these nations that were there on a day in a land, as a scenario file may have them."""
    found = {
        f"{key}+{link}": module.bpv
        for key, module in s.world.modules.items()
        if module.nation in nations and not module.why_not(date, land)
        for link in CARRIED
    }
    there = {key: one for key, one in s.world.planes.items() if one.nation in nations and not one.why_not(date, land)}
    planes = {f"{key}+{IN_THE_AIR}": one.bpv for key, one in there.items()}
    return found | planes


def bought_track(side: int, number: int) -> int:
    """The track of the kind of a side's battery; its set is on the next one."""
    return BOUGHT + 2 * (BATTERIES * side + number)


def free_battery(s: HollowState, side: int) -> int:
    """The number of the next battery a side may have; -1 where it has both."""
    return next((number for number in range(BATTERIES) if not s.tracks[bought_track(side, number)]), -1)


@rule("46", "150", "45")
def refuse_support(s: HollowState, side: int, key: str) -> Refusal | None:
    """Two batteries for a side at most, each with a leader who will observe; and one kind of aircraft."""
    if key.endswith(IN_THE_AIR):
        return Refusal("150", "You have aircraft already: one kind is all a side may have.") if s.tracks[BOUGHT_PLANE + side] else None
    if free_battery(s, side) < 0:
        return Refusal("46", "You have two batteries already, and more nobody may have.")
    leaders = [p for p in s.here[s.world.entry[side]] if s.is_leader(p)]
    sets = sum(bool(s.tracks[bought_track(side, number)]) for number in range(BATTERIES))
    if len(leaders) > sets:
        return None
    items = (("leaders", str(len(leaders)), "45"), ("batteries", str(sets), "46"))
    return Refusal("45", "First buy a leader who will observe for it.", {}, items)


def set_face(s: HollowState, key: str) -> int:
    """What comes with a battery: a radio or a telephone."""
    return s.world.weapon_face[key.partition("+")[2]]


@rule("46", "150", "107")
def take_support(s: HollowState, side: int, key: str, piece: int) -> None:
    """It is written down; of a battery with its set and the chits of its pile."""
    name, _, link = key.partition("+")
    if link == IN_THE_AIR:
        s.set_track("150", BOUGHT_PLANE + side, 1 + list(s.world.planes).index(name))
        return
    number = free_battery(s, side)
    s.set_track("46", bought_track(side, number) + 1, 1 + piece)
    s.set_track("46", bought_track(side, number), kind_number(s.world, name, link))
    s.set_track("107", battery_track(BATTERIES * side + number, BLACK), s.world.modules[name].black)


def was_bought(s: HollowState, battery: Battery) -> bool:
    return bool(s.tracks[BOUGHT + 2 * battery.number])


@rule("O", "46")
def is_known_battery(s: HollowState, battery: Battery, side: int | None) -> bool:
    """One's own, what the scenario has, what was bought openly; of the enemy's other purchases those that have been called."""
    if side == battery.side or not was_bought(s, battery) or s.options.get("purchases") == "open":
        return True
    return any(s.tracks[battery_track(battery.number, which)] for which in (CONTACT, DRAWS))


@rule("O", "150")
def is_known_flight(s: HollowState, flight: Flight, side: int | None) -> bool:
    """As for a battery; the enemy hears of it when the first die is thrown for its coming, in the rally phase of its side."""
    if side == flight.side or not s.tracks[BOUGHT_PLANE + flight.side] or s.options.get("purchases") == "open":
        return True
    begins = 0 if flight.side == s.plan.first else PLAYER_TURN
    return s.tracks[TURN] > 1 or (s.tracks[TURN] == 1 and s.phase >= begins)


@rule("O", "46", "150")
def forget_support(s: HollowState, owner: int) -> None:
    """For the others a side's purchases of which they have not heard are not there."""
    unknown = [b.number for b in s.plan.batteries if b.side == owner and not is_known_battery(s, b, 1 - owner)]
    grounded = [f for f in s.plan.flights if f.side == owner and not is_known_flight(s, f, 1 - owner)]
    for number in unknown:
        s.tracks[BOUGHT + 2 * number] = s.tracks[BOUGHT + 2 * number + 1] = s.tracks[battery_track(number, BLACK)] = 0
    if grounded:
        s.tracks[BOUGHT_PLANE + owner] = 0
    if unknown or grounded:
        s.look_at_calendar()
