"""Who joins a shot (a squad with its machine guns or with its rifles alone, a weapon, a leader) and who holds his fire.

The same orders are taken in a fire phase and in answer to a step of the enemy.
"""

from __future__ import annotations

from typing import Any

from amba.core.decision import Refusal
from amba.core.steps import Takes, change
from amba.games.hollow.book import rule
from amba.games.hollow.frames import Shot
from amba.games.hollow.orders import Add, AddEverybody, AddRifles, HoldFire, Shoot
from amba.games.hollow.rules.r008_fire import refuse_firer
from amba.games.hollow.rules.r008_firepower import firing, power_of
from amba.games.hollow.rules.r009_groups import Gathering, chains, firers_for, may_shoot, proposed, shot_of, with_everybody
from amba.games.hollow.rules.r010_fire_table import column
from amba.games.hollow.rules.r017_weapons import joined, own_guns, shooter
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title


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


def refuse_add_rifles(s: HollowState, at: Gathering, a: AddRifles) -> Refusal | None:
    return refuse_add(s, at, a) or refuse_rifles(s, shot_of(s, at), a.firer)


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
    shot = shot_of(s, at)
    return (
        None if may_shoot(s, shot) else Refusal("10", "This is less than one firepower factor: {n} of 64ths.", {"n": power_of(s, proposed(s, shot))})
    )


JOINING: tuple[Takes[HollowState, Any, Any], ...] = (
    Takes(Add, gather, refuse_add, choices=adds),
    Takes(AddRifles, gather, refuse_add_rifles, choices=rifle_adds),
    Takes(HoldFire, gather, refuse_hold, candidates=lambda s, at: [HoldFire(piece) for piece in proposed(s, shot_of(s, at)).firers]),
    Takes(AddEverybody, gather, refuse_everybody),
)
"""Who fires is put together."""
