"""How good set-up and purchases look: works first, then men into them, mines and wire in front, guns to squads. For bots; the rules never look here."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.order import Head
from amba.core.state import remembered
from amba.games.hollow.bot.advice_platoon import platoon_heads
from amba.games.hollow.bot.estimates import is_heavy_gun
from amba.games.hollow.bot.places import standing
from amba.games.hollow.bot.tanks import parking
from amba.games.hollow.counters import WORK_KINDS
from amba.games.hollow.frames import FirePhase, MovePhase, SettingUp
from amba.games.hollow.frames_platoon import Platoon
from amba.games.hollow.orders import BuryField, Buy, FireFrom, Give, LayField, Levy, SetDown, Walk
from amba.games.hollow.rules.r110_mounts import is_mount
from amba.games.hollow.rules.r177_victory import goal_side, goals
from amba.games.hollow.rules.r191_works import shelter_at
from amba.games.hollow.state import HollowState

NEVER = -9.0
IN_FRONT = 3
"""So far before the hexes to be held wire and mines do most."""
A_LEADER_FOR, A_GUN_FOR, A_FOXHOLE_FOR = 3, 2.5, 2
"""Squads to a leader, to a machine gun, to a foxhole."""


def shortlist(s: HollowState, side: int, heads: Sequence[Head]) -> Sequence[Head]:
    """At set-up: first works, then men, then leaders and dummies, then guns, then mines; of counters alike the first.

    In movement a unit is taken up and sent on its way by two gestures, which is quicker looked at than all its whole moves.
    """
    at = s.frames[-1]
    if isinstance(at, MovePhase):
        return platoon_heads(s, side, [head for head in heads if head.order is not Walk])
    if isinstance(at, Platoon):
        return platoon_heads(s, side, heads)
    if isinstance(at, FirePhase):  # the same targets, with everybody, stand in the menu already
        return [head for head in heads if head.order is not FireFrom or (at.kind == "prep" and is_heavy_gun(s, head.args[0]))]
    if not isinstance(at, SettingUp):
        return heads
    found: dict[int, dict[tuple[object, ...], Head]] = {}
    for head in heads:
        found.setdefault(rank(s, head), {}).setdefault(likeness(s, head), head)
    return list(found[min(found)].values()) if found else heads


def rank(s: HollowState, head: Head) -> int:
    """What is set up first."""
    if head.order is Give:
        return 3
    if head.order is not SetDown:
        return 4
    (piece,) = head.args
    if s.is_vehicle(piece) or s.is_gun(piece):
        return 2
    return 0 if s.is_work(piece) else 1 if s.is_man(piece) else 2


def likeness(s: HollowState, head: Head) -> tuple[object, ...]:
    """Counters of one kind come to the same; but two groups may set up in different areas."""
    (first,) = head.args
    if head.order not in {SetDown, Give}:
        return head.order, first
    return head.order, next((i for i, group in enumerate(s.plan.groups) if first in group.pieces), -1), s.face[first]


def value_place(s: HollowState, side: int, a: SetDown) -> float:
    """Near what matters, in cover and works, spread out; works come before the men who are to be in them."""
    piece, place = a.piece, a.to
    if s.is_work(piece):
        kind = WORK_KINDS[s.face[piece]]
        if s.has_armour and kind != "wire" and s.works_at(place):
            return 6.0 + standing(s, side, place) - len(s.works_at(place))
        return 6.0 + (in_front(s, side, place) if kind == "wire" else 2.0 + standing(s, side, place))
    if s.is_vehicle(piece):
        return 4.0 + parking(s, side, piece, place)
    mates = s.counters_at(place, side)
    company = -0.3 * len(mates)
    if s.has_armour and s.is_man(piece) and s.squad(piece).kind == "crew":
        company -= 1.5 * sum(s.is_man(m) and s.squad(m).kind == "crew" for m in mates)
    if s.is_leader(piece):
        company = 0.6 if any(s.is_man(m) for m in mates) else -0.5
    sheltered = 0.5 if s.here[place] and shelter_at(s, place) else 0.0
    return 4.0 + standing(s, side, place) + company + sheltered


def in_front(s: HollowState, side: int, place: int) -> float:
    """Between the enemy's area and the hexes to be held, a few hexes out, where none of one's own is."""
    aims = goals(s)
    if not aims or s.counters_at(place, side) or place in aims:
        return NEVER
    near = min(aims, key=lambda goal: s.field.range(goal, place))
    edge = [min(s.field.range(hex_, spot) for hex_ in fringe(s, 1 - side)) for spot in (near, place)]
    towards = edge[0] - edge[1]
    return 0.5 - 0.15 * abs(s.field.range(near, place) - IN_FRONT) + 0.1 * towards if towards > 0 else NEVER


@remembered()
def fringe(s: HollowState, side: int) -> list[int]:
    """The hexes of a side's first area that lie nearest to the hexes that count: where it will come from."""
    aims = goals(s)
    area = sorted({place for group in s.plan.groups if group.side == side and not group.turn for place in group.hexes})
    return sorted(area, key=lambda place: min(s.field.range(place, goal) for goal in aims))[:6] or aims


def value_mines(s: HollowState, side: int, a: LayField | BuryField) -> float:
    """Fields of six, one by one, in front; dummies among them."""
    return in_front(s, side, a.to) if a.factors in {0, 6} else NEVER


def value_give(s: HollowState, side: int, a: Give) -> float:
    """Machine guns go to squads that have none, first where a leader is; in play nobody passes them on without need."""
    unit = a.unit
    if s.turn > 0:
        return NEVER
    if s.is_gun(a.weapon):
        return 3.0 if s.is_man(unit) and s.squad(unit).kind == "crew" else 0.4
    if s.weapon(a.weapon).kind in {"radio", "phone"}:
        return 3.0 - s.leader(unit).morale / 10 - 2.0 * has_set(s, unit) if s.is_leader(unit) else NEVER + 0.1
    led = 0.3 if any(s.is_leader(u) for u in s.units_at(s.at[unit], side)) else 0.0
    return (2.0 if s.is_squad(unit) else 0.5) + led - 0.8 * len(s.weapons_of(unit)) - 1.5 * is_for_others(s, a)


def is_for_others(s: HollowState, a: Give) -> bool:
    """Mounts are for the men of their own group, and what others brought along is not for those who ride."""
    groups = [group.pieces for group in s.plan.groups if (a.weapon in group.pieces) != (a.unit in group.pieces)]
    return any(is_mount(s, piece) for pieces in groups for piece in pieces)


def has_set(s: HollowState, leader: int) -> bool:
    """Who speaks to a battery already: another one wants another leader, as long as there are some."""
    return any(s.weapon(weapon).kind in {"radio", "phone"} for weapon in s.weapons_of(leader))


def value_levy(s: HollowState, side: int, a: Levy) -> float:
    """Where there are tanks the program's list is as good as any: some of everything."""
    return 9.0 if a.arm == "mixed" else NEVER


def value_buy(s: HollowState, side: int, a: Buy) -> float:
    """Good squads for the price, a leader for three of them, guns, and for a defender some holes to sit in."""
    world, key = s.world, a.goods
    bought = s.here[world.entry[side]]
    squads = sum(s.is_man(p) for p in bought)
    if key in world.squad_face:
        squad = world.squads[world.squad_face[key]]
        return float(0.5 + (squad.firepower + squad.range / 2) * max(0.0, squad.morale - 4.0) ** 1.5 / world.prices[key])
    if key in world.leader_face:
        wanted = sum(s.is_leader(p) for p in bought) < squads // A_LEADER_FOR
        return {"8-1": 3.2, "8-0": 3.1}.get(key, NEVER) if wanted else NEVER
    if key in world.weapon_face:
        kind = world.weapons[world.weapon_face[key]].kind
        wanted = sum(s.is_weapon(p) for p in bought) < squads // A_GUN_FOR
        return {"mmg": 2.9, "lmg": 2.8}.get(kind, NEVER) if wanted else NEVER
    if key.removesuffix("+aa") in world.vehicle_face or key in world.gun_face or key in world.support:
        return NEVER  # the program's own list has them
    holes = sum(s.is_work(p) for p in bought)
    return 2.7 if key == "foxhole" and goal_side(s) != side and holes < squads // A_FOXHOLE_FOR else NEVER
