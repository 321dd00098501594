"""Who joins a shot (a squad with its machine guns or with its rifles alone, a weapon, a leader) and who holds his fire."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Action, Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.rules.common import Shot
from amba.games.hollow.rules.r008_fire import refuse_firer
from amba.games.hollow.rules.r008_firepower import firing, power_of
from amba.games.hollow.rules.r009_groups import chains, firers_for, proposed, with_everybody
from amba.games.hollow.rules.r010_fire_table import column
from amba.games.hollow.rules.r017_weapons import joined, own_guns, shooter
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title


def may_call_all(s: HollowState, shot: Shot, orders: Sequence[Action]) -> bool:
    """Whether two could still join who would not fire anyway: then one word for all of them saves clicks."""
    two = sum(1 for order in orders if order[0] == "add") > 1
    return two and (bool(shot.firers) or set(with_everybody(s, shot).firers) != set(proposed(s, shot).firers))


def without(s: HollowState, shot: Shot, piece: int) -> Shot:
    """The group less one: a squad takes its guns along, and a leader whom nobody is left with stays out of it."""
    rest = [p for p in proposed(s, shot).firers if p != piece and shooter(s, p) != piece]
    places = {s.at[shooter(s, p)] for p in rest if not s.is_leader(p)}
    return shot._replace(firers=tuple(p for p in rest if not s.is_leader(p) or s.at[p] in places))


@rule("9")
def refuse_hold(s: HollowState, shot: Shot, piece: int) -> Refusal | None:
    """One of the group holds his fire, if the others are still a group and fire with a whole factor."""
    name = {"name": title(s, piece)}
    group = proposed(s, shot)
    if piece not in group.firers:
        return Refusal("9", "{name} is not in this fire.", name)
    rest = without(s, group, piece)
    if not firing(s, rest) or column(power_of(s, rest)) is None:
        return Refusal("10", "Without {name} there is less than one factor left.", name)
    return None if is_chain(s, rest) else Refusal("9", "Without {name} the others are not next to each other.", name)


@rule("9")
def is_chain(s: HollowState, shot: Shot) -> bool:
    """Whether the hexes of a group hang together."""
    return len(chains(s, {s.at[shooter(s, piece)] for piece in firing(s, shot)})) == 1


def hold_orders(s: HollowState, shot: Shot) -> list[Action]:
    """Who may be taken out of the group."""
    group = proposed(s, shot)
    return [("hold", s.world.names.pieces[p]) for p in group.firers if refuse_hold(s, group, p) is None]


@rule("9")
def refuse_everybody(s: HollowState, shot: Shot) -> Refusal | None:
    """Everybody who can fire together, and the leader who helps most; nothing that could not be chosen one by one."""
    return None if may_call_all(s, shot, join_orders(s, shot)) else Refusal("9", "There are no two who could still join this fire.")


@rule("9", "17")
def join_orders(s: HollowState, shot: Shot) -> list[Action]:
    """Every way in which somebody may join the shot now."""
    names = s.world.names.pieces
    found: list[Action] = []
    for piece in firers_for(s, shot):
        if shot.firers or not s.is_leader(piece):
            found.append(("add", names[piece]))
            if s.is_man(piece) and refuse_rifles(s, shot, piece) is None:
                found.append(("rifles", names[piece]))
    return found


@rule("17")
def refuse_rifles(s: HollowState, shot: Shot, unit: int) -> Refusal | None:
    """A squad may keep its machine guns back, or for another target."""
    if not s.is_man(unit) or not own_guns(s, shot, unit):
        return Refusal("17", "It has no machine gun that it could keep back.")
    if column(power_of(s, shot._replace(firers=(*shot.firers, unit)))) is None:
        return Refusal("10", "Its rifles alone are less than one factor.")
    return None


def refuse_joining(s: HollowState, shot: Shot, a: Action) -> Refusal | None:
    piece = s.world.names.piece[a[1]]
    if s.is_leader(piece) and not shot.firers:
        return Refusal("14", "First somebody fires, then a leader directs him.")
    found = refuse_firer(s, shot, piece)
    return found if found is not None or a[0] == "add" else refuse_rifles(s, shot, piece)


def with_order(s: HollowState, shot: Shot, a: Action) -> Shot:
    piece = s.world.names.piece[a[1]]
    if a[0] == "hold":
        return without(s, shot, piece)
    return joined(s, shot, piece) if a[0] == "add" else shot._replace(firers=(*shot.firers, piece))
