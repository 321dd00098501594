"""Vehicles and wire: what drives over it on tracks tears it away (56, VN 19.a)."""

from __future__ import annotations

from amba.core.event import Said
from amba.games.hollow.book import rule
from amba.games.hollow.counters import HIDDEN, WORK_KINDS
from amba.games.hollow.frames_armour import Spotted
from amba.games.hollow.rules.r029_vehicles import is_mobile
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

WIRE_CUTTER = "19"
"""The vehicle note of the armoured car that clears wire as tracks do."""


@rule("56", "VN 19.a")
def clears_wire(s: HollowState, vehicle: int) -> bool:
    """Fully tracked vehicles, and the Lancia armoured car with its cutter."""
    v = s.vehicle(vehicle)
    return v.is_tracked or v.note == WIRE_CUTTER


@rule("56")
def clear_wire(s: HollowState, at: Spotted) -> None:
    """A vehicle that has got into wire and is not stuck there has torn it away, if it can; wire that nobody had seen is found by it."""
    if at.belly >= 0 or s.at[at.vehicle] != at.place:
        return
    for work in [w for w in s.works_at(at.place) if WORK_KINDS[s.face[w]] == "wire"]:
        s.mark("185.22", work, HIDDEN, False)
        if clears_wire(s, at.vehicle) and is_mobile(s, at.vehicle):
            s.do(Said("56", "torn", (title(s, at.vehicle), s.world.names.places[at.place])))
            s.remove("56", work, "spare")
