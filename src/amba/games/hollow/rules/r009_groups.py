"""Fire groups: who could fire together, and whom a shot proposes."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.frames import Aiming, Answering, Shot
from amba.games.hollow.rules.r008_fire import may_join
from amba.games.hollow.rules.r008_firepower import firing, power_of
from amba.games.hollow.rules.r010_fire_table import column
from amba.games.hollow.rules.r010_odds import hurt
from amba.games.hollow.rules.r017_weapons import joined, shooter
from amba.games.hollow.state import POSITION, HollowState

Gathering = Aiming | Answering
"""A shot is being put together: in a fire phase, or in answer to a step."""


def shot_of(s: HollowState, at: Gathering) -> Shot:
    """The shot that is being put together."""
    if isinstance(at, Aiming):
        return at.shot
    return Shot(1 - s.side[at.units[0]], "first", at.place, at.firers, at.units)


def possible_firers(s: HollowState, side: int) -> list[int]:
    """Every piece of the side that could fire at all: men, leaders, and weapons somebody has."""
    units = [u for u in s.units(side) if s.is_good(u)]
    return [*units, *(w for u in units for w in s.weapons_of(u))]


def firers_for(s: HollowState, shot: Shot) -> list[int]:
    """Everyone who may join the shot now; kept with the position."""
    key = ("firers", shot)
    found: list[int] | None = s.memory[POSITION].get(key)
    if found is None:
        found = s.memory[POSITION][key] = [p for p in possible_firers(s, shot.side) if may_join(s, shot, p)]
    return found


def with_everybody(s: HollowState, shot: Shot, secret: bool = True, place: int | None = None) -> Shot:
    """Everybody who may join, one after the other, leaders last if they help; without those who lie concealed or hidden, or of one hex only.

    Where several groups could fire that do not hang together, it is the likeliest to hurt somebody.
    """
    if shot.firers:
        return filled(s, shot, secret, None if place is None else {place})
    starts = {s.at[shooter(s, p)] for p in firers_for(s, shot) if not s.is_leader(p) and (secret or not s.is_secret(shooter(s, p)))}
    groups = [filled(s, shot, secret, chain) for chain in chains(s, starts)]
    return groups[0] if len(groups) == 1 else max(groups, key=lambda group: (hurt(s, group), power_of(s, group)), default=shot)


def filled(s: HollowState, shot: Shot, secret: bool, places: set[int] | None) -> Shot:
    """The shot with everybody of these hexes who may join."""
    for _ in range(8):
        able = [p for p in firers_for(s, shot) if (secret or not s.is_secret(shooter(s, p))) and (places is None or s.at[shooter(s, p)] in places)]
        more = [p for p in able if not s.is_leader(p) and not s.is_weapon(p)] or [p for p in able if s.is_weapon(p)]
        if not more:
            break
        shot = joined(s, shot, more[0])
    return directed(s, shot)


@rule("9")
def chains(s: HollowState, places: set[int]) -> list[set[int]]:
    """Hexes that hang together."""
    left, found = sorted(places), []
    while left:
        reached = [left.pop(0)]
        for place in reached:
            near = [other for other in left if s.field.range(place, other) <= 1]
            reached += near
            left = [other for other in left if other not in near]
        found.append(set(reached))
    return found


@rule("14")
def directed(s: HollowState, shot: Shot) -> Shot:
    """The shot with the best leader of each hex, if each has one who does no harm: one alone would direct nobody."""
    places = {s.at[shooter(s, piece)] for piece in firing(s, shot)}
    leaders = [p for p in firers_for(s, shot) if s.is_leader(p) and s.leader(p).leadership <= 0] if shot.firers else []
    best = {s.at[p]: p for p in sorted(leaders, key=lambda p: -s.leader(p).leadership)}
    return shot._replace(firers=(*shot.firers, *(best[place] for place in sorted(places)))) if places <= set(best) else shot


def proposed(s: HollowState, shot: Shot) -> Shot:
    """Who fires if nobody is chosen: everybody who can; those who lie concealed or hidden, and would show themselves, only where there is nobody else."""
    if shot.firers:
        return shot
    key = ("proposed", shot)
    found: Shot | None = s.memory[POSITION].get(key)
    if found is None:
        seen = with_everybody(s, shot, secret=False)
        found = s.memory[POSITION][key] = seen if seen.firers else with_everybody(s, shot)
    return found


def may_shoot(s: HollowState, shot: Shot) -> bool:
    """Whether those who were chosen, or else those proposed, reach the first column."""
    group = proposed(s, shot)
    return bool(group.firers) and column(power_of(s, group)) is not None


def of_one_hex(s: HollowState, shot: Shot, piece: int) -> Shot:
    """Whom a firer brings along who is told to fire: a squad all of its hex, a weapon only the leader who directs it."""
    first = joined(s, shot, piece)
    return directed(s, first) if s.is_weapon(piece) else with_everybody(s, first, place=s.at[piece])
