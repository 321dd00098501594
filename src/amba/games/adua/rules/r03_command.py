"""3.0 Commanders: who commands whom, and how far."""

from __future__ import annotations

from amba.games.adua.book import rule
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ITALIAN
from amba.kit.trace import shortest


@rule("3.0", "3.0.range")
def in_command(s: AduaState, leader: int, place: int) -> bool:
    """Whether a leader's range reaches a hex along hexes free of enemy units; enemy zones of control do not hinder."""
    world = s.world
    start, span = s.at[leader], world.units[leader].range
    if start >= world.hexes or place >= world.hexes or world.grid.distance(start, place) > span:
        return False
    taken = s.occupied_by(enemy(s.side[leader]))
    # A melee hex holds enemies, and yet its own units can be reached: only the hexes between count.
    return shortest(start, lambda hex: hex == place, world.around, lambda hex: hex == place or not taken[hex], span) is not None


@rule("2.0.brigades", "3.0.own")
def commands(s: AduaState, leader: int, unit: int) -> bool:
    """Whether a unit, or a colonel, takes this leader's orders."""
    world = s.world
    chief, subject = world.units[leader], world.units[unit]
    if chief.side != subject.side or leader == unit:
        return False
    if chief.side != ITALIAN:
        return subject.is_combat and (world.commander[unit] == leader or leader == world.menelik)
    if not (subject.is_combat or subject.is_colonel):
        return False
    if chief.is_commander_in_chief:
        return True
    if chief.is_brigadier:
        return subject.brigade == chief.brigade
    return subject.is_combat and world.commander[unit] == leader
