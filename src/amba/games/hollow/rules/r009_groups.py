"""Fire groups: who could fire together, whom a shot proposes, who joins it (a squad with its machine guns or with its rifles alone, a weapon, a leader) and who holds his fire.

The same orders are taken in a fire phase and in answer to a step of the enemy.
"""

from __future__ import annotations

from typing import Any

from amba.core.decision import Refusal
from amba.core.state import remembered
from amba.core.steps import Takes, change
from amba.games.hollow.book import rule
from amba.games.hollow.frames import Aiming, Answering, Shot
from amba.games.hollow.orders import Add, AddEverybody, AddRifles, HoldFire, Shoot
from amba.games.hollow.rules.r008_fire import able, firing, may_join_now, power_of, refuse_firer
from amba.games.hollow.rules.r010_fire_table import column
from amba.games.hollow.rules.r010_odds import hurt
from amba.games.hollow.rules.r017_weapons import joined, own_guns, shooter
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

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


@remembered()
def ready_firers(s: HollowState, side: int, kind: str) -> list[int]:
    """Those of them that may still fire in this phase."""
    return [p for p in possible_firers(s, side) if not able(s, side, kind, p)]


def firers_for(s: HollowState, shot: Shot) -> list[int]:
    """Everyone who may join the shot now; kept with the position."""
    return s.remembered(("firers", shot), lambda: [p for p in ready_firers(s, shot.side, shot.kind) if may_join_now(s, shot, p)])


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
    seen = s.remembered(("open firers", shot), lambda: with_everybody(s, shot, secret=False))
    return seen if seen.firers else s.remembered(("all firers", shot), lambda: with_everybody(s, shot))


def of_one_hex(s: HollowState, shot: Shot, piece: int) -> Shot:
    """Whom a firer brings along who is told to fire: a squad all of its hex, a weapon only the leader who directs it."""
    first = joined(s, shot, piece)
    return directed(s, first) if s.is_weapon(piece) else with_everybody(s, first, place=s.at[piece])


def with_order(s: HollowState, shot: Shot, a: Add | AddRifles | HoldFire | AddEverybody) -> Shot:
    """The shot as an order changes it."""
    if isinstance(a, AddEverybody):
        return with_everybody(s, shot)
    if isinstance(a, HoldFire):
        return without(s, shot, a.firer)
    return joined(s, shot, a.firer) if isinstance(a, Add) else shot._replace(firers=(*shot.firers, a.firer))


def gather(s: HollowState, at: Gathering, a: Add | AddRifles | HoldFire | AddEverybody) -> None:
    change(s, at._replace(firers=with_order(s, shot_of(s, at), a).firers))


@rule("14")
def refuse_add(s: HollowState, at: Gathering, a: Add | AddRifles) -> Refusal | None:
    """First somebody fires, then a leader directs him."""
    shot = shot_of(s, at)
    if s.is_leader(a.firer) and not shot.firers:
        return Refusal("14", "First somebody fires, then a leader directs him.")
    return refuse_firer(s, shot, a.firer)


@rule("9", "17")
def adds(s: HollowState, at: Gathering) -> list[Add]:
    """Everybody who may join the shot now."""
    shot = shot_of(s, at)
    return [Add(piece) for piece in firers_for(s, shot) if shot.firers or not s.is_leader(piece)]


@rule("17")
def refuse_rifles(s: HollowState, shot: Shot, unit: int) -> Refusal | None:
    """A squad may keep its machine guns back, or for another target."""
    if not s.is_man(unit) or not own_guns(s, shot, unit):
        return Refusal("17", "It has no machine gun that it could keep back.")
    if column(power_of(s, shot._replace(firers=(*shot.firers, unit)))) is None:
        return Refusal("10", "Its rifles alone are less than one factor.")
    return None


def rifle_adds(s: HollowState, at: Gathering) -> list[AddRifles]:
    shot = shot_of(s, at)
    return [AddRifles(piece) for piece in firers_for(s, shot) if s.is_man(piece) and refuse_rifles(s, shot, piece) is None]


@rule("9")
def refuse_everybody(s: HollowState, at: Gathering, a: AddEverybody) -> Refusal | None:
    """Everybody who can fire together, and the leader who helps most; nothing that could not be chosen one by one. One word for two at least, who would not fire anyway."""
    shot = shot_of(s, at)
    if len(adds(s, at)) < 2:
        return Refusal("9", "There are no two who could still join this fire.")
    if not shot.firers and set(with_everybody(s, shot).firers) == set(proposed(s, shot).firers):
        return Refusal("9", "Everybody who can fire is marked already.")
    return None


def without(s: HollowState, shot: Shot, piece: int) -> Shot:
    """The group less one: a squad takes its guns along, and a leader whom nobody is left with stays out of it."""
    rest = [p for p in proposed(s, shot).firers if p != piece and shooter(s, p) != piece]
    places = {s.at[shooter(s, p)] for p in rest if not s.is_leader(p)}
    return shot._replace(firers=tuple(p for p in rest if not s.is_leader(p) or s.at[p] in places))


@rule("9")
def refuse_hold(s: HollowState, at: Gathering, a: HoldFire) -> Refusal | None:
    """One of the group holds his fire, if the others are still a group and fire with a whole factor."""
    name = {"name": title(s, a.firer)}
    group = proposed(s, shot_of(s, at))
    if a.firer not in group.firers:
        return Refusal("9", "{name} is not in this fire.", name)
    rest = without(s, group, a.firer)
    if not firing(s, rest) or column(power_of(s, rest)) is None:
        return Refusal("10", "Without {name} there is less than one factor left.", name)
    return None if is_chain(s, rest) else Refusal("9", "Without {name} the others are not next to each other.", name)


@rule("9")
def is_chain(s: HollowState, shot: Shot) -> bool:
    """Whether the hexes of a group hang together."""
    return len(chains(s, {s.at[shooter(s, piece)] for piece in firing(s, shot)})) == 1


@rule("10")
def refuse_shoot(s: HollowState, at: Gathering, a: Shoot) -> Refusal | None:
    """Those who were chosen, or else those proposed, reach the first column."""
    group = proposed(s, shot_of(s, at))
    if group.firers and column(power_of(s, group)) is not None:
        return None
    return Refusal("10", "This is less than one firepower factor: {n} of 64ths.", {"n": power_of(s, group)})


JOINING: tuple[Takes[HollowState, Any, Any], ...] = (
    Takes(Add, gather, refuse_add, choices=adds),
    Takes(AddRifles, gather, lambda s, at, a: refuse_add(s, at, a) or refuse_rifles(s, shot_of(s, at), a.firer), choices=rifle_adds),
    Takes(HoldFire, gather, refuse_hold, candidates=lambda s, at: [HoldFire(piece) for piece in proposed(s, shot_of(s, at)).firers]),
    Takes(AddEverybody, gather, refuse_everybody),
)
"""Who fires is put together."""
