"""What has fired in prep fire or on its way, and goes on in the advancing fire phase: the main armament that keeps its rate and was fired alone; nothing else (8, 35, 33.31)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import FIRED_BEFORE, MAIN_DONE, MG_FIRED, SERVED
from amba.games.hollow.state import HollowState

BULLETS = 15 << MG_FIRED
"""The marks of machine guns that have fired."""
MAIN = {"BMG": ("bow",), "CMG": ("coaxial",), "AAMG": ("aa",), "MG": ("bow", "aa")}
"""Where the machine gun is that is a vehicle's main armament; in the L3 aa either."""


@rule("8", "33.31")
def remember_fire(s: HollowState, side: int) -> None:
    """The advancing fire phase begins: which vehicles have fired before it."""
    for vehicle in s.vehicles(side):
        if s.has(vehicle, SERVED):
            s.mark("8", vehicle, FIRED_BEFORE)


@rule("8", "35")
def gun_is_silent(s: HollowState, vehicle: int) -> bool:
    """Its machine guns have fired before, so its gun does not."""
    bullets = bool(s.marks[vehicle] & BULLETS) or (s.vehicle(vehicle).ma == "CMG" and s.has(vehicle, MAIN_DONE))
    return s.has(vehicle, FIRED_BEFORE) and bullets


@rule("8", "35")
def bullets_are_silent(s: HollowState, vehicle: int, place: str) -> bool:
    """Something has fired before; a machine gun goes on only if it was that one alone, and it is the main armament."""
    if not s.has(vehicle, FIRED_BEFORE):
        return False
    v = s.vehicle(vehicle)
    alone = not s.marks[vehicle] & BULLETS and (s.has(vehicle, MAIN_DONE) if v.ma == "CMG" else not v.gun)
    return not alone or place not in MAIN.get(v.ma, ())
