"""The check men pass before they go at an armoured vehicle by hand (36, 197.4, 198.2).

No vehicle kind exists yet (part two), so nothing in play calls this and the paragraphs stay `planned`: the rulebook says so. It is the check itself, over the kinds of units there are.
"""

from __future__ import annotations

from amba.games.hollow.forces import Squad
from amba.games.hollow.rules.r012_morale import limit
from amba.games.hollow.rules.r197_nations import ELITE, squad_of
from amba.games.hollow.state import HollowState

SHAKEN = ("italian", "axis minor")


def check_modifier(squad: Squad | None) -> int:
    """197.4, 198.2: +1 for Italians and Axis minors who are not elite, inexperienced men too; nothing for others, nor for leaders."""
    return 1 if squad is not None and squad.nation in SHAKEN and squad.quality != ELITE else 0


def takes_check(s: HollowState, unit: int) -> bool:
    """36: men on the map in good order; whoever is broken attacks nobody."""
    return s.is_unit(unit) and s.is_on_map(unit) and s.is_good(unit)


def highest_roll(s: HollowState, unit: int) -> int:
    """The highest roll of two dice that passes: morale with the leader's help (12, 14), less the modifier."""
    return limit(s, unit, check_modifier(squad_of(s, unit)))


def may_attack_vehicle(s: HollowState, unit: int, roll: int) -> bool:
    """36: who passes attacks; who fails does not attack in this phase, and nothing else happens to him."""
    return takes_check(s, unit) and roll <= highest_roll(s, unit)
