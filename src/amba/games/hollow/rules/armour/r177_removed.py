"""Guns that come off their vehicles: the anti-tank rifle of note J, and what the vehicle is worth without it (177.2)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Placed
from amba.core.steps import Takes
from amba.games.hollow.book import rule
from amba.games.hollow.counters import GUN_GONE, GUN_OFF, MALFUNCTION, MELEE, WEAPONS
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.orders_armour import Unship
from amba.games.hollow.rules.armour.r035_mounts import refuse_crew
from amba.games.hollow.rules.common import refuse_not_own
from amba.games.hollow.rules.r006_stacking import refuse_weapon
from amba.games.hollow.state import NOBODY, HollowState

RIFLE = "it-solothurn"


def spare_weapons(s: HollowState, side: int) -> list[int]:
    return [w for w in s.world.pool(side, s.world.first_weapon, WEAPONS) if s.at[w] == s.world.box["spare"]]


@rule("MN J")
def refuse_unship(s: HollowState, at: FirePhase, a: Unship) -> Refusal | None:
    """In a fire phase of its side the rifle in order goes to men in good order of its hex, if the vehicle has fired nothing."""
    found = refuse_crew(s, at.side, a.vehicle, "MN J") or refuse_not_own(s, at.side, a.unit, "MN J", "squad or crew")
    if found is not None:
        return found
    names = {"vehicle": s.world.names.pieces[a.vehicle], "unit": s.world.names.pieces[a.unit]}
    if "J" not in s.vehicle(a.vehicle).notes or s.has(a.vehicle, GUN_GONE) or s.has(a.vehicle, MALFUNCTION):
        return Refusal("MN J", "{vehicle} has no rifle that could be taken out.", names)
    if s.at[a.unit] != s.at[a.vehicle] or not s.is_good(a.unit) or s.has(a.unit, MELEE):
        return Refusal("MN J", "{unit} cannot take it.", names)
    return None if spare_weapons(s, at.side) else Refusal("MN J", "There are no more counters for weapons.")


@rule("MN J", "177.2")
def unship(s: HollowState, at: FirePhase, a: Unship) -> None:
    """It is a weapon of its own, in the men's hands, or beside them if that is too much to carry."""
    weapon = spare_weapons(s, at.side)[0]
    for mark in (GUN_GONE, GUN_OFF):
        s.mark("MN J", a.vehicle, mark)
    s.turn_face("MN J", weapon, s.world.weapon_face[RIFLE])
    s.do(Placed("MN J", weapon, s.at[weapon], s.at[a.unit]))
    s.spend("MN J", weapon, NOBODY if refuse_weapon(s, a.unit, weapon) is not None else a.unit + 1)


def unships(s: HollowState, at: FirePhase) -> list[Unship]:
    armed = [v for v in s.vehicles(at.side) if "J" in s.vehicle(v).notes]
    return [Unship(v, unit) for v in armed for unit in s.units_at(s.at[v], at.side)]


UNSHIP_ORDER = Takes(Unship, unship, refuse_unship, candidates=unships)
