"""Positions that a side cannot tell from the real one: what it may not see is dealt anew (42). Bots think about them, and the law about secrets compares them."""

from __future__ import annotations

from random import Random
from typing import Any

from amba.games.hollow import frames, frames_armour, frames_crews, frames_men, frames_platoon
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    ACCESS,
    BLACK,
    BORE,
    DRAWS,
    DUG,
    GUNS,
    HIDDEN,
    MISSION,
    RED,
    WORKS,
    battery_track,
    order_track,
)
from amba.games.hollow.rules.artillery.r045_contact import marker_of
from amba.games.hollow.rules.own_support import forget_support
from amba.games.hollow.rules.r006_stacking import refuse_crowd
from amba.games.hollow.rules.r016_defensive_fire import CHOICES, value_of
from amba.games.hollow.rules.r042_concealment import conceals
from amba.games.hollow.rules.r185_hidden import hidden_works, is_seen_from, is_unseen_post, lookers, may_be_hidden
from amba.games.hollow.secrets import is_covered
from amba.games.hollow.state import HollowState
from amba.table.layout import put

IN_FRAMES: dict[type[Any], tuple[str, ...]] = {
    frames.Aiming: ("firers", "targets"), frames.FireRoll: ("firers", "targets", "pieces"), frames.Marching: ("units",), frames.Watching: ("units",), frames.Answering: ("units", "firers"),
    frames.RallyPhase: ("done",), frames.AdvancePhase: ("done",), frames.BandAdvance: ("units", "done"), frames.MovePhase: ("stayed",), frames.MineRoll: ("units",), frames.RecoveryRoll: ("units",), frames_armour.BurstRoll: ("targets",), frames_armour.Manoeuvre: ("escort",), frames_platoon.Platoon: ("escort",), frames_crews.RakeRoll: ("targets",), frames_crews.OverrunRoll: ("targets",), frames_men.VolleyRoll: ("targets",), frames_men.SabreRoll: ("targets",),
}  # fmt: skip
"""Where the frames name counters that may be question marks."""


@rule("42")
def imagine(s: HollowState, side: int | None, rng: Random) -> HollowState:
    """Another position this side cannot tell from this one: question marks change places, hidden units lie elsewhere, orders are others."""
    new = s.loose()
    for owner in (0, 1):
        if owner != side:
            _shuffle(s, new, side, owner, rng)
            _hide_elsewhere(s, new, owner, rng)
            _other_orders(new, owner, rng)
            _other_chits(new, owner, rng)
            forget_support(new, owner)
            _other_mines(s, new, owner, rng)
            _bury_elsewhere(s, new, owner, rng)
            new.frames = [_undeclared(frame, owner) for frame in new.frames]
    new.changed_by_hand()
    return new


@rule("20")
def _undeclared(frame: Any, owner: int) -> Any:
    """Whom the enemy attacks in close combat nobody knows before everybody has spoken."""
    if not isinstance(frame, frames.Attacking):
        return frame
    return frame._replace(attacks=()) if frame.side == owner else frame._replace(earlier=())


@rule("55.8", "55.82")
def _other_mines(s: HollowState, new: HollowState, owner: int, rng: Random) -> None:
    """Of the minefields that nobody has walked into any may be the strong one or the dummy."""
    covered = [p for p in s.world.pool(owner, s.world.first_work, WORKS) if s.is_on_map(p) and is_covered(s, p)]
    factors = sorted(s.points[p] for p in covered)
    rng.shuffle(factors)
    for piece, strength in zip(covered, factors, strict=True):
        new.points[piece] = strength


@rule("55.83", "185.22")
def _bury_elsewhere(s: HollowState, new: HollowState, owner: int, rng: Random) -> None:
    """Mines that nobody has met may lie in any hex of their area that the enemy was not the last to walk through; other works, too, where nobody would see them.

    All are taken up before the first is laid down again: where they really are is a hex like any other.
    """
    for work in hidden_works(s):
        for piece in new.counters_at(s.at[work], owner) if s.side[work] == owner else ():
            if is_unseen_post(new, piece):
                new.marks[piece] &= ~(1 << DUG)
    met = {frame.work for frame in s.frames if isinstance(frame, frames.MineRoll)}
    areas = {work: group.hexes for group in s.plan.groups if group.side == owner for work in group.pieces}
    buried = [work for work in areas if work not in met and s.is_work(work) and s.is_on_map(work) and s.has(work, HIDDEN)]
    for work in buried:
        new.stacks()[s.at[work]] = tuple(p for p in new.here[s.at[work]] if p != work)
    for work in buried:
        free = [
            p for p in sorted(areas[work])
            if not new.works_at(p) and s.owner[p] != 2 - owner and not s.units_at(p, 1 - owner) and not is_openly_dug(new, p, owner)
        ]  # fmt: skip
        rng.shuffle(free)
        put(new, work, next((p for p in free if not may_be_hidden(s, work) or is_out_of_sight(new, work, p)), s.at[work]))


def is_openly_dug(new: HollowState, place: int, owner: int) -> bool:
    """Whether somebody is dug in there, as everybody sees: under cover of the ground itself. A hidden work would hide that he is."""
    return any(new.has(piece, DUG) for piece in new.counters_at(place, owner))


def is_out_of_sight(new: HollowState, work: int, place: int) -> bool:
    """Whether a work could lie there unseen."""
    home = new.at[work]
    put(new, work, place)
    unseen = not new.counters_at(place, 1 - new.side[work]) and not any(is_seen_from(new, work, v) for v in lookers(new, 1 - new.side[work]))
    put(new, work, home)
    return unseen


@rule("107")
def _other_chits(new: HollowState, owner: int, rng: Random) -> None:
    """Whether the last chit drawn was black nobody else knows before a round falls."""
    for battery in new.plan.batteries:
        number, black, red, access = battery.number, *(battery_track(battery.number, which) for which in (BLACK, RED, ACCESS))
        drawn = new.tracks[battery_track(number, DRAWS)]
        if battery.side != owner or not drawn or new.tracks[battery_track(number, MISSION)] or marker_of(new, number) >= 0:
            continue
        was_black, is_black = new.tracks[access], int(rng.random() < battery.module.black / (battery.module.black + battery.module.red))
        change = was_black - is_black
        if 0 <= new.tracks[red] + change <= battery.module.red and 0 <= new.tracks[black] + change <= battery.module.black:
            new.tracks[access], new.tracks[red], new.tracks[black] = is_black, new.tracks[red] + change, new.tracks[black] + change


def _kind(s: HollowState, piece: int) -> str:
    if s.is_leader(piece):
        return "leader"
    return "squad" if s.is_dummy(piece) or s.is_squad(piece) else "half"


def _shuffle(s: HollowState, new: HollowState, side: int | None, owner: int, rng: Random) -> None:
    """Counters of one size change places; their weapons go with them, their postures stay where they are."""
    secret = [p for p in s.known_counters(owner) if s.is_secret(p)]
    for kind in ("squad", "half", "leader"):
        mine = [p for p in secret if _kind(s, p) == kind]
        # In the order of the map, not of the counters: where a counter really is must not steer the deal.
        slots = sorted(mine, key=lambda p: (s.at[p], s.here[s.at[p]].index(p)))
        rng.shuffle(slots)
        _keep_from_left_guns(s, owner, mine, slots)
        _arm(s, mine, slots)
        for piece, slot in zip(mine, slots, strict=True):
            new.at[piece] = s.at[slot]
            new.marks[piece] = s.marks[slot]
            new.points[piece] = s.points[slot]
        takes = dict(zip(slots, mine, strict=True))
        _restack(s, new, takes)
        new.frames = [_in_other_hands(frame, takes) for frame in new.frames]


@rule("42", "63")
def _keep_from_left_guns(s: HollowState, owner: int, mine: list[int], slots: list[int]) -> None:
    """A gun that lies open because its crew has gone on alone stays so: none of those who left one is dealt back into its hex."""
    left = {s.points[gun] - 1: s.at[gun] for gun in s.guns(owner) if not s.is_secret(gun)}
    for i, piece in enumerate(mine):
        if s.at[slots[i]] == left.get(piece):
            own = slots.index(piece)
            slots[i], slots[own] = slots[own], slots[i]


@rule("42")
def _arm(s: HollowState, mine: list[int], slots: list[int]) -> None:
    """A dummy cannot fire: who stands in the place of a declared firer is a man. `slots[i]` is whose place `mine[i]` takes."""
    firers = {piece for frame in s.frames if isinstance(frame, frames.Aiming | frames.FireRoll) for piece in frame.firers}
    men = [i for i, piece in enumerate(mine) if not s.is_dummy(piece) and slots[i] not in firers]
    for i, piece in enumerate(mine):
        if s.is_dummy(piece) and slots[i] in firers:
            man = men.pop()
            slots[i], slots[man] = slots[man], slots[i]


def _in_other_hands(frame: Any, takes: dict[int, int]) -> Any:
    """A frame that names the counters which now stand in the slots."""
    fields = IN_FRAMES.get(type(frame), ())
    return frame._replace(**{field: tuple(takes.get(piece, piece) for piece in getattr(frame, field)) for field in fields}) if fields else frame


def _restack(s: HollowState, new: HollowState, takes: dict[int, int]) -> None:
    """`takes` says who now stands in whose slot; weapons follow."""
    for place in {s.at[slot] for slot in takes}:
        new.stacks()[place] = tuple(takes.get(p, p) for p in new.here[place])
        new.touched(place)
    for slot, piece in takes.items():
        if slot != piece and s.is_unit(piece):
            for weapon in [w for w in s.here[s.at[piece]] if (s.is_weapon(w) or s.is_gun(w)) and s.points[w] == piece + 1]:
                old, to = new.at[weapon], new.at[piece]
                new.stacks()[old] = tuple(p for p in new.here[old] if p != weapon)
                new.stacks()[to] += (weapon,)
                new.at[weapon] = to
    for place in {s.at[slot] for slot in takes}:
        arms = sorted(p for p in new.here[place] if (s.is_weapon(p) or s.is_gun(p)) and new.points[p] - 1 in takes)
        new.stacks()[place] = (*(p for p in new.here[place] if p not in arms), *arms)


def _hide_elsewhere(s: HollowState, new: HollowState, owner: int, rng: Random) -> None:
    """A hidden unit may as well lie in any cover of its area where the enemy has not been last and no counter lies.

    All are taken up before the first is laid down again: where they really are is a hex like any other.
    """
    areas = {unit: group.hexes for group in s.plan.groups for unit in group.pieces}
    hidden = [u for u in s.units(owner) if s.has(u, HIDDEN) and u in areas]
    belongings = {unit: (unit, *new.weapons_of(unit), *(gun for gun in (new.gun_of(unit),) if gun >= 0)) for unit in hidden}
    for unit, moving in belongings.items():
        new.stacks()[new.at[unit]] = tuple(p for p in new.here[new.at[unit]] if p not in moving)
    for unit, moving in belongings.items():
        cover = [p for p in sorted(areas[unit]) if conceals(s, p) and s.owner[p] != 2 - owner and refuse_crowd(new, p, owner, (unit,)) is None]
        free = [p for p in cover if not new.here[p]]
        to = rng.choice(free) if free else new.at[unit]
        new.stacks()[to] += moving
        for piece in moving:
            new.at[piece] = to
        new.touched(to)


def _other_orders(new: HollowState, owner: int, rng: Random) -> None:
    for track in range(BORE + owner * GUNS, BORE + (owner + 1) * GUNS):
        new.tracks[track] = 0  # 33.31: nobody knows on which hexes his guns were laid
    for which, offered in CHOICES.values():
        new.tracks[order_track(owner, which)] = value_of(rng.choice(offered))
