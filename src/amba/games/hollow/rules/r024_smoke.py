"""Smoke on the map: how it hinders, what it costs to enter, and how long it lasts."""

from __future__ import annotations

from collections.abc import Mapping

from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    BLAZE,
    BURNING,
    DRIFTING,
    GRENADE_SMOKE,
    GUN_SMOKE,
    PHOSPHORUS,
    SMOKE,
    THIN_GUN_SMOKE,
    THIN_PHOSPHORUS,
    THIN_SMOKE,
    VEHICLE_DUST,
)
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.r007_sight import NO_CLOUDS
from amba.games.hollow.rules.r056_wire import is_wire
from amba.games.hollow.state import HollowState
from amba.kit.rays import Hex

FULL, THIN = GRENADE_SMOKE, THIN_SMOKE
"""Faces of the counters; starshells use the same ones (49)."""
HINDRANCE = {
    GRENADE_SMOKE: 2, THIN_SMOKE: 1, GUN_SMOKE: 3, THIN_GUN_SMOKE: 2, PHOSPHORUS: 2, THIN_PHOSPHORUS: 1, DRIFTING: 1, VEHICLE_DUST: 1,
}  # fmt: skip
"""+2 for grenades in still air, +1 where a breeze thins the smoke; +3 for the shells of guns, +2 where they are dispersed; one less for phosphorus."""
CLOUDS = {**HINDRANCE, BLAZE: 3}
"""Smoke and dust, which pass, and the smoke of a blaze, which does not (102.5)."""
MOST = 3
"""What smoke in one hex hinders at most."""
DISPERSES = {GUN_SMOKE: THIN_GUN_SMOKE, PHOSPHORUS: THIN_PHOSPHORUS}
"""What becomes of full smoke when it thins out."""


SOURCES = (GUN_SMOKE, THIN_GUN_SMOKE, PHOSPHORUS, THIN_PHOSPHORUS)
"""Smoke of guns, which drifts, and out of which one sees badly."""


LOOSE = (DRIFTING, VEHICLE_DUST)
"""What lies in a hex without having been laid there."""


def smoke_counters(s: HollowState) -> range:
    return range(s.world.first_smoke, s.world.first_smoke + SMOKE)


@rule("24", "176.33", "102.5")
def clouds(s: HollowState) -> Mapping[Hex, int]:
    """Where smoke lies, and how it hinders."""
    found: Mapping[Hex, int] = s.remembered("clouds", lambda: _clouds(s))
    return found


def _clouds(s: HollowState) -> Mapping[Hex, int]:
    limit, first = s.world.hexes, s.world.first_smoke
    if min(s.at[first : first + SMOKE]) >= limit:  # asked for every line: most of the time there is none
        return NO_CLOUDS
    found: dict[Hex, int] = {}
    for piece in smoke_counters(s):
        if s.at[piece] < limit and s.face[piece] in CLOUDS:
            hex = s.field.hex_of[s.at[piece]]
            found[hex] = min(MOST, found.get(hex, 0) + CLOUDS[s.face[piece]])
    return found


def is_smoky(s: HollowState, place: int) -> bool:
    """Whether smoke or dust lies there."""
    return any(s.is_smoke(piece) and s.face[piece] in CLOUDS for piece in s.here[place])


@rule("24", "194.74")
def is_screened(s: HollowState, place: int) -> bool:
    """Whether smoke was laid there: then no more is; what has drifted there, and dust, are no hindrance to that."""
    return any(s.is_smoke(piece) and s.face[piece] in CLOUDS and s.face[piece] not in LOOSE for piece in s.here[place])


@rule("24", "29")
def costs_as_smoke(s: HollowState, place: int) -> bool:
    """Smoke, dust or a burning wreck: who enters pays for it."""
    return is_smoky(s, place) or any(s.has(vehicle, BURNING) for vehicle in s.vehicles_at(place))


def spare_smoke(s: HollowState) -> list[int]:
    return [p for p in smoke_counters(s) if s.at[p] == s.world.box["spare"]]


def is_smoke_of(s: HollowState, piece: int, side: int) -> bool:
    """Whether a side has laid it: 1 and the side; more by twos where a cloud of dust says which motorcycle raised it."""
    return s.points[piece] > 0 and (s.points[piece] - 1) % 2 == side


@rule("24", "24.4")
def clear_smoke(s: HollowState) -> None:
    """A side's smoke is gone when its prep fire phase comes round again; what guns have shot thins out first."""
    for piece in smoke_counters(s):
        if s.at[piece] < s.world.hexes and is_smoke_of(s, piece, s.phasing) and s.face[piece] in HINDRANCE:
            thin_out(s, "24", piece)


@rule("24.4")
def thin_out(s: HollowState, number: str, piece: int) -> None:
    """Full smoke of guns is dispersed, all other smoke is gone."""
    if s.face[piece] in DISPERSES:
        s.turn_face("24.4", piece, DISPERSES[s.face[piece]])
    else:
        s.remove(number, piece, "spare")


@rule("194.5", "194.76", "194.77")
def blow_away(s: HollowState, is_gust: bool = False, number: str = "194.5") -> None:
    """A heavy wind and the rain leave no smoke standing; gusts thin out what guns have shot, and take the rest."""
    for piece in smoke_counters(s):
        if s.at[piece] < s.world.hexes and s.face[piece] in HINDRANCE:
            if is_gust:
                thin_out(s, number, piece)
            else:
                s.remove(number, piece, "spare")


@rule("24")
def smoke_cost(s: HollowState, to: int) -> Item | None:
    """A hex with smoke costs one factor more."""
    return Item("smoke", 1, "24") if costs_as_smoke(s, to) else None


def has_thrown_smoke(s: HollowState, unit: int) -> bool:
    """Whether men have spent factors of their own will without moving: grenades thrown (24); what wire took from them does not count."""
    return bool(s.points[unit]) and not is_wire(s, s.at[unit])


@rule("24.4")
def out_of_smoke(s: HollowState, firer: int, target: int) -> list[Item]:
    """Who fires out of the smoke of guns sees less still."""
    own = any(s.is_smoke(piece) and s.face[piece] in SOURCES for piece in s.here[s.at[firer]])
    return [Item("out of smoke", 1, "24.4")] if own and s.at[firer] != s.at[target] else []
