"""The check men pass before they go at an armoured vehicle by hand (36, 197.4, 198.2)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.forces import Squad
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.r012_morale import limit, morale
from amba.games.hollow.rules.r014_leaders import helper
from amba.games.hollow.rules.r197_nations import ELITE, squad_of
from amba.games.hollow.state import HollowState

SHAKEN = {"italian": "197.4", "axis minor": "198.2"}


@rule("197.4", "198.2")
def check_modifier(squad: Squad | None) -> int:
    """+1 for Italians and Axis minors who are not elite, inexperienced men too; nothing for others, nor for leaders."""
    return 1 if squad is not None and squad.nation in SHAKEN and squad.quality != ELITE else 0


@rule("36")
def takes_check(s: HollowState, unit: int) -> bool:
    """Men on the map in good order; whoever is broken attacks nobody."""
    return s.is_unit(unit) and s.is_on_map(unit) and s.is_good(unit)


@rule("36", "12", "14")
def highest_roll(s: HollowState, unit: int) -> int:
    """The highest roll of two dice that passes: morale with the leader's help, less the modifier."""
    return limit(s, unit, check_modifier(squad_of(s, unit)))


@rule("36", "197.4", "198.2")
def check_items(s: HollowState, unit: int) -> list[Item]:
    """How the number comes about, for the panel."""
    squad = squad_of(s, unit)
    found = [Item("morale, to dare it", morale(s, unit), "36")]
    found += [Item("leader", -helper(s, unit), "14")] if helper(s, unit) else []
    return [*found, *([Item("not elite", -1, SHAKEN[squad.nation])] if squad is not None and check_modifier(squad) else [])]


def may_attack_vehicle(s: HollowState, unit: int, roll: int) -> bool:
    """Who passes attacks; who fails does not attack in this phase, and nothing else happens to him."""
    return takes_check(s, unit) and roll <= highest_roll(s, unit)
