"""What makes nations different: Italians, the Axis minors, partisans."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.forces import Squad
from amba.games.hollow.state import HollowState

ELITE = "elite"


def squad_of(s: HollowState, unit: int) -> Squad | None:
    return s.squad(unit) if s.is_man(unit) else None


@rule("197.21")
def may_deploy(s: HollowState, unit: int) -> bool:
    """Of the Italians only elite squads split into half-squads of their own accord."""
    squad = s.squad(unit)
    return squad.half is not None and (squad.nation != "italian" or squad.quality == ELITE)


@rule("197.25")
def has_no_broken_side(s: HollowState, unit: int) -> bool:
    """Partisans do not break: one that fails is gone."""
    squad = squad_of(s, unit)
    return squad is not None and squad.nation == "partisan"


@rule("198.1")
def morale_change(s: HollowState, unit: int) -> int:
    """Broken men of the Axis minors, unless elite, have a morale one below their usual one."""
    squad = squad_of(s, unit)
    return -1 if squad is not None and s.is_broken(unit) and squad.nation == "axis minor" and squad.quality != ELITE else 0


@rule("197.3")
def capture_penalty(s: HollowState, unit: int) -> int:
    """To take prisoners costs +1 on the roll, but not against Italians who are not elite."""
    squad = squad_of(s, unit)
    return 0 if squad is not None and squad.nation == "italian" and squad.quality != ELITE else 1
