"""Smoke on the map: how it hinders, what it costs to enter, and how long it lasts."""

from __future__ import annotations

from collections.abc import Mapping

from amba.games.hollow.book import rule
from amba.games.hollow.counters import SMOKE
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.r007_sight import NO_CLOUDS
from amba.games.hollow.rules.r056_wire import is_wire
from amba.games.hollow.state import HollowState
from amba.kit.rays import Hex

FULL, THIN, STARSHELL = range(3)
"""Faces of the counters; starshells use the same ones (49)."""
HINDRANCE = (2, 1)
"""+2 for grenades in still air, +1 where a breeze thins the smoke."""


def smoke_counters(s: HollowState) -> range:
    return range(s.world.first_smoke, s.world.first_smoke + SMOKE)


@rule("24", "176.33")
def clouds(s: HollowState) -> Mapping[Hex, int]:
    """Where smoke lies, and how it hinders."""
    limit, first = s.world.hexes, s.world.first_smoke
    if min(s.at[first : first + SMOKE]) >= limit:  # asked for every line: most of the time there is none
        return NO_CLOUDS
    return {s.field.hex_of[s.at[p]]: HINDRANCE[s.face[p]] for p in smoke_counters(s) if s.at[p] < limit and s.face[p] != STARSHELL}


def is_smoky(s: HollowState, place: int) -> bool:
    return any(s.is_smoke(piece) and s.face[piece] != STARSHELL for piece in s.here[place])


def spare_smoke(s: HollowState) -> list[int]:
    return [p for p in smoke_counters(s) if s.at[p] == s.world.box["spare"]]


@rule("24")
def clear_smoke(s: HollowState) -> None:
    """A side's smoke is gone when its prep fire phase comes round again."""
    for piece in smoke_counters(s):
        if s.at[piece] < s.world.hexes and s.points[piece] == 1 + s.phasing and s.face[piece] != STARSHELL:
            s.remove("24", piece, "spare")


@rule("194.5", "194.76")
def blow_away(s: HollowState) -> None:
    """Heavy wind and gusts leave no smoke standing."""
    for piece in smoke_counters(s):
        if s.at[piece] < s.world.hexes and s.face[piece] != STARSHELL:
            s.remove("194.5", piece, "spare")


@rule("24")
def smoke_cost(s: HollowState, to: int) -> Item | None:
    """A hex with smoke costs one factor more."""
    return Item("smoke", 1, "24") if is_smoky(s, to) else None


def has_thrown_smoke(s: HollowState, unit: int) -> bool:
    """Whether men have spent factors of their own will without moving: grenades thrown (24); what wire took from them does not count."""
    return bool(s.points[unit]) and not is_wire(s, s.at[unit])
