"""Setting up: each side places its units in the areas of the scenario; cover conceals them, and some may be hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from amba.core.decision import Decision, Refusal
from amba.core.event import Placed
from amba.core.order import Done
from amba.core.state import remembered
from amba.core.steps import AskStep, Takes, pop
from amba.games.hollow.book import rule
from amba.games.hollow.counters import CONCEALED, DUG, HIDDEN, WORK_KINDS
from amba.games.hollow.frames import SettingUp
from amba.games.hollow.orders import Give, Hide, SetDown
from amba.games.hollow.rules.armour.r055_vehicle_mines import ANTI_TANK
from amba.games.hollow.rules.common import refuse_not_own
from amba.games.hollow.rules.r006_stacking import refuse_crowd, refuse_weapon
from amba.games.hollow.rules.r029_vehicles import park, refuse_parking
from amba.games.hollow.rules.r042_concealment import conceals, reveal
from amba.games.hollow.rules.r055_laying import MINE_ORDERS, refuse_ground
from amba.games.hollow.rules.r055_mines import is_mine
from amba.games.hollow.rules.r063_gunners import bring_gun, refuse_sangar, refuse_serving
from amba.games.hollow.rules.r064_commanders import commands_left
from amba.games.hollow.rules.r110_mounts import is_mount
from amba.games.hollow.rules.r185_hidden import is_unseen_post, may_be_hidden, spot_works
from amba.games.hollow.rules.r191_works import kinds_at, shelter_at
from amba.games.hollow.scenarios import Group
from amba.games.hollow.state import HollowState


def group_of(s: HollowState, piece: int) -> Group | None:
    return next((group for group in s.plan.groups if piece in group.pieces), None)


@remembered()
def waiting(s: HollowState, side: int) -> list[int]:
    """Counters of the first turn that are not on the map yet."""
    box = s.world.entry[side]
    return [p for group in s.plan.groups if group.side == side and group.turn == 0 for p in group.pieces if s.at[p] == box and not is_mine(s, p)]


@rule("42", "54", "185.22")
def set_down(s: HollowState, at: SettingUp, a: SetDown) -> None:
    """In cover it is concealed from the start; in a shelter, dug in. A work is hidden until somebody sees it."""
    piece, place = a.piece, a.to
    if s.is_vehicle(piece):  # 185.22: neither scrub nor a question mark hides a vehicle here
        park(s, piece, place)
        return
    if may_be_hidden(s, piece):
        s.mark("185.22", piece, HIDDEN)
    if not s.is_work(piece) and (conceals(s, place) or s.is_dummy(piece)):
        s.mark("42", piece, CONCEALED)
    if s.is_counter(piece) and shelter_at(s, place, s.side[piece]):
        s.mark("54", piece, DUG)
    s.do(Placed("4", piece, s.at[piece], place))


def refuse_place(s: HollowState, side: int, piece: int, place: int) -> Refusal | None:
    """Inside its area, apart from the enemy, within the stacking limit; dummies only where they could be men in cover."""
    group = group_of(s, piece)
    name = {"place": s.world.names.places[place]}
    if group is None or place not in group.hexes:
        return Refusal("4", "{place} is not in the area where this unit sets up.", name)
    if s.is_vehicle(piece):
        return refuse_parking(s, piece, place)
    if s.seen_at(place, side):
        return Refusal("4", "The enemy is in {place}.", name)
    if s.is_work(piece):
        return refuse_work(s, piece, place)
    if s.is_dummy(piece) and not conceals(s, place):
        return Refusal("42", "In {place} a dummy would fool nobody.", name)
    if any(s.has(p, HIDDEN) for p in s.counters_at(place, side)):
        return Refusal("42", "A hidden unit is alone in its hex.")
    return refuse_crowd(s, place, side, (piece,)) or refuse_sangar(s, place, side, (piece,))


@rule("191.2", "190.42", "137.2", "55", "86.7")
def refuse_work(s: HollowState, piece: int, place: int) -> Refusal | None:
    """No second sangar in a hex, and no sangar or trench in sand; anti-tank mines alone of their kind, and not where no mines are laid. Other works may share a hex."""
    kind, side = WORK_KINDS[s.face[piece]], s.side[piece]
    if kind == "sangar" and (kind in kinds_at(s, place, side) or s.field.has(place, kind)):
        return Refusal("191.2", "There is a sangar in {place} already.", {"place": s.world.names.places[place]})
    if kind in {"sangar", "trench"} and s.field.has(place, "sand", "low_dune", "high_dune"):
        return Refusal("190.42", "No {kind} stands in sand.", {"kind": kind})
    return refuse_anti_tank(s, place, side) if s.face[piece] == ANTI_TANK else None


@rule("55", "86.7")
def refuse_anti_tank(s: HollowState, place: int, side: int) -> Refusal | None:
    """A hex holds five factors at most, so one counter of three."""
    if (found := refuse_ground(s, place)) is not None:
        return found
    if WORK_KINDS[ANTI_TANK] in kinds_at(s, place, side):
        return Refusal("86.7", "There are anti-tank mines in {place} already.", {"place": s.world.names.places[place]})
    return None


@rule("42")
def refuse_hide(s: HollowState, at: SettingUp, a: Hide) -> Refusal | None:
    """Some units of a group may be hidden altogether, in cover and apart from the others."""
    unit = a.unit
    if (found := refuse_not_own(s, at.side, unit, "42")) is not None:
        return found
    group = group_of(s, unit)
    if group is None or not s.has(unit, CONCEALED):
        return Refusal("42", "Only a concealed unit can be hidden.")
    if s.has(unit, HIDDEN):
        return Refusal("42", "{unit} is hidden already.", {"unit": s.world.names.pieces[unit]})
    if s.has(unit, DUG) and not is_unseen_post(s, unit):
        return Refusal("42", "A unit in a work that everybody sees is not hidden.")
    hidden = sum(1 for p in group.pieces if s.is_unit(p) and s.has(p, HIDDEN))
    if hidden >= group.hidden:
        return Refusal("42", "{hidden} of {most} units of this group are hidden already.", {"hidden": hidden, "most": group.hidden})
    if len(s.counters_at(s.at[unit], at.side)) > 1:
        return Refusal("42", "A hidden unit is alone in its hex.")
    return None


def refuse_waiting(s: HollowState, side: int, piece: int) -> Refusal | None:
    if piece in waiting(s, side):
        return None
    return Refusal("4", "{piece} is not waiting to be set up by you.", {"piece": s.world.names.pieces[piece]})


@rule("4", "42")
def refuse_placing(s: HollowState, at: SettingUp, a: SetDown) -> Refusal | None:
    """Inside its area, apart from the enemy, within the stacking limit; a weapon is given to a unit instead."""
    found = refuse_waiting(s, at.side, a.piece)
    if found is None and is_given(s, a.piece):
        return Refusal("5.7", "A weapon is given to a unit.")
    return found or refuse_place(s, at.side, a.piece, a.to)


def place_heads(s: HollowState, at: SettingUp) -> list[int]:
    return [piece for piece in waiting(s, at.side) if not is_given(s, piece)]


def place_tails(s: HollowState, at: SettingUp, piece: int) -> list[SetDown]:
    return [SetDown(piece, place) for place in _room_for(s, at.side, piece)]


def _room_for(s: HollowState, side: int, piece: int) -> Iterator[int]:
    """Where a counter can be set down: as `refuse_place` has it, but men and dummies find room in every empty hex as soon as in one, if it hides a dummy."""
    group = group_of(s, piece)
    assert group is not None
    is_bluff, is_roomy, here = s.is_dummy(piece), False, s.here
    for place in sorted(group.hexes):
        if here[place] or not s.is_counter(piece):
            if refuse_place(s, side, piece, place) is None:
                yield place
        elif not is_bluff or conceals(s, place):
            is_roomy = is_roomy or refuse_place(s, side, piece, place) is None
            if is_roomy:
                yield place


@rule("5.7")
def refuse_giving(s: HollowState, at: SettingUp, a: Give) -> Refusal | None:
    """Weapons go to units on the map, no more than each can carry; guns to who serves them."""
    found = refuse_waiting(s, at.side, a.weapon)
    if found is None and not is_given(s, a.weapon):
        return Refusal("5.7", "{piece} is no weapon.", {"piece": s.world.names.pieces[a.weapon]})
    return found or refuse_not_own(s, at.side, a.unit, "5.7") or refuse_hands(s, a.unit, a.weapon)


def is_given(s: HollowState, piece: int) -> bool:
    """What is not put down by itself: weapons and guns."""
    return s.is_weapon(piece) or s.is_gun(piece)


@rule("63")
def refuse_hands(s: HollowState, unit: int, piece: int) -> Refusal | None:
    """Who may be given a weapon or a gun: a gun only in the area of its own group."""
    if s.is_weapon(piece):
        return refuse_weapon(s, unit, piece)
    group = group_of(s, piece)
    if group is None or s.at[unit] not in group.hexes:
        return Refusal("4", "{place} is not in the area where this gun sets up.", {"place": s.world.names.places[s.at[unit]]})
    return refuse_serving(s, unit, piece)


def give_heads(s: HollowState, at: SettingUp) -> list[int]:
    units = s.units(at.side)
    return [piece for piece in waiting(s, at.side) if is_given(s, piece) and any(refuse_hands(s, unit, piece) is None for unit in units)]


def give_tails(s: HollowState, at: SettingUp, weapon: int) -> list[Give]:
    return [Give(weapon, unit) for unit in s.units(at.side) if refuse_hands(s, unit, weapon) is None]


def give(s: HollowState, at: SettingUp, a: Give) -> None:
    if s.is_gun(a.weapon):
        bring_gun(s, a.unit, a.weapon)
        return
    s.spend("5.7", a.weapon, a.unit + 1)
    s.do(Placed("5.7", a.weapon, s.at[a.weapon], s.at[a.unit]))
    if is_mount(s, a.weapon):  # 110: nobody lies concealed on a horse
        reveal(s, a.unit)


@rule("4")
def refuse_end(s: HollowState, at: SettingUp, a: Done) -> Refusal | None:
    """Everything that finds room is set up first."""
    left = waiting(s, at.side)
    if not left or not has_room(s, at):
        return None
    if len(left) == 1:
        return Refusal("4", "{piece} is not on the map yet.", {"piece": s.world.names.pieces[left[0]]})
    return Refusal("4", "{count} of your counters are not on the map yet.", {"count": len(left)})


def has_room(s: HollowState, at: SettingUp) -> bool:
    """Whether anything can still be set up: one of the counters that wait, or mines."""
    placed = any(next(_room_for(s, at.side, piece), -1) >= 0 for piece in place_heads(s, at))
    return (
        placed
        or bool(give_heads(s, at))
        or any(take.tails(s, at, head) for take in MINE_ORDERS if take.heads and take.tails for head in take.heads(s, at))
    )


def end_setup(s: HollowState, at: SettingUp, a: Done) -> None:
    commands_left(s, at.side)
    pop(s)
    spot_works(s)


def setup(*added: Takes[HollowState, SettingUp, Any]) -> AskStep[HollowState, SettingUp]:
    """The set-up, with orders that other chapters add."""
    return AskStep(
        SettingUp,
        lambda _, at: Decision(at.side, "setup", "4", "Set up your units in their area, give weapons to them, then end the set-up."),
        Takes(SetDown, set_down, refuse_placing, heads=place_heads, tails=place_tails),
        Takes(Give, give, refuse_giving, heads=give_heads, tails=give_tails),
        Takes(Hide, lambda s, _at, a: s.mark("42", a.unit, HIDDEN), refuse_hide, candidates=lambda s, at: [Hide(unit) for unit in s.units(at.side)]),
        *MINE_ORDERS,
        *added,
        Takes(Done, end_setup, refuse_end),
    )
