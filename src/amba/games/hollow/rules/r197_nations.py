"""What makes nations different: Italians, the Axis minors, partisans."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.forces import Squad
from amba.games.hollow.state import HollowState

ELITE = "elite"


@rule("197.21")
def may_deploy(squad: Squad) -> bool:
    """Of the Italians only elite squads split into half-squads of their own accord."""
    return squad.half is not None and (squad.nation != "italian" or squad.quality == ELITE)


@rule("197.25")
def has_no_broken_side(squad: Squad) -> bool:
    """Partisans do not break: one that fails is gone."""
    return squad.nation == "partisan"


@rule("198.1")
def broken_change(squad: Squad) -> int:
    """Broken men of the Axis minors, unless elite, have a morale one below their usual one."""
    return -1 if squad.nation == "axis minor" and squad.quality != ELITE else 0


@rule("197.3")
def capture_penalty(squad: Squad | None) -> int:
    """To take prisoners costs +1 on the roll, but not against Italians who are not elite."""
    return 0 if squad is not None and squad.nation == "italian" and squad.quality != ELITE else 1


def squad_of(s: HollowState, unit: int) -> Squad | None:
    return s.squad(unit) if s.is_man(unit) else None
