"""Climbing cliffs: a level in each advance phase, by a roll; who hangs on a cliff does nothing else. The figures are ours."""

from __future__ import annotations

from collections.abc import Iterable

from amba.core.decision import Refusal
from amba.core.event import Moved, Said
from amba.core.steps import Takes, change, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, BUSY, CLIMB, CLIMBED, CLIMBING, CX, GROUND, MELEE, MOVED, NIGHT, PINNED, RAN
from amba.games.hollow.frames import AdvancePhase
from amba.games.hollow.frames_ground import ClimbRoll
from amba.games.hollow.orders_ground import Climb
from amba.games.hollow.rules.common import ADVANCING, Item, refuse_not_own, refuse_state, sum_of
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r005_going import after_entry
from amba.games.hollow.rules.r005_movement import BARRIERS, is_slow, posture_after
from amba.games.hollow.rules.r006_stacking import overload, refuse_crowd
from amba.games.hollow.rules.r007_look import elevation
from amba.games.hollow.rules.r012_morale import pin, reduce
from amba.games.hollow.rules.r014_leaders import helper
from amba.games.hollow.rules.r042_concealment import lose_cover, reveal
from amba.games.hollow.rules.r193_walls import claim_walls
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

FALLS = 12
"""From this on a climber falls."""
SLIPPERY = ("wet", "mud")
CLIFFS = ("cliff", "wadi_cliff")


@rule("82.2", "188.15")
def height(s: HollowState, unit: int, to: int) -> int:
    """How many levels a cliff has for a unit beside it: from the bottom of a wadi to the top of the hill above it, where there is one, is one cliff."""
    there = elevation(s.field.ground, s.field.view_from(to))
    return max(1, abs(there - elevation(s.field.ground, s.viewpoint(unit))) // 2)


def climbed(s: HollowState, unit: int) -> int:
    """How many levels it has behind it."""
    return s.marks[unit] >> CLIMBED & 3 if s.has(unit, CLIMBING) else 0


def aim_of(s: HollowState, unit: int) -> int:
    """The hex towards which a unit on a cliff climbs."""
    x, y = s.field.hex_of[s.at[unit]]
    dx, dy = NEIGHBOURS[s.marks[unit] >> CLIMB & 7]
    return s.field.index[x + dx, y + dy]


@rule("82.2", "142.23")
def climb_items(s: HollowState, unit: int) -> list[Item]:
    """What makes a fall likelier: exhausted or inexperienced men, wet ground, night; a leader may steady them."""
    led = helper(s, unit)
    found = [
        Item("exhausted", int(s.has(unit, CX)), "142"),
        Item("inexperienced men", int(s.is_man(unit) and is_slow(s, unit)), "94"),
        Item("slippery ground", int(GROUNDS[s.tracks[GROUND]] in SLIPPERY), "82.2"),
        Item("night", int(bool(s.tracks[NIGHT])), "49"),
        Item("leader", led, "14"),
    ]
    return [item for item in found if item.value]


@rule("82.2", "82.1", "188.15")
def refuse_climb(s: HollowState, at: AdvancePhase, a: Climb) -> Refusal | None:
    """In the advance phase unbroken men on foot, with no more than they carry easily, climb a cliff beside them, to where no enemy is seen; exhausted men too."""
    unit, to = a.unit, a.to
    found = refuse_not_own(s, at.side, unit, "82.2")
    hangs = found is None and s.has(unit, CLIMBING)
    found = found or refuse_state(s, unit, "climb", (BROKEN, PINNED, MELEE, RAN) if hangs else (BROKEN, PINNED, MELEE, BUSY, RAN), "82.2")
    if found is not None:
        return found
    name = {"unit": s.world.names.pieces[unit], "place": s.world.names.places[to]}
    if unit in at.done:
        return Refusal("82.2", "{unit} has advanced already.", name)
    if to not in s.field.around[s.at[unit]] or not s.field.side(s.at[unit], to, *CLIFFS):
        return Refusal("82.2", "There is no cliff between {unit} and {place}.", name)
    if hangs and aim_of(s, unit) != to:
        return Refusal("82.2", "{unit} hangs on another cliff.", name)
    if overload(s, unit):
        return Refusal("82.2", "{unit} carries {more} too much for that.", {**name, "more": overload(s, unit)})
    return refuse_top(s, at.side, unit, to)


@rule("82.2")
def refuse_top(s: HollowState, side: int, unit: int, to: int) -> Refusal | None:
    """What waits at the other end."""
    if s.seen_at(to, side):
        return Refusal("82.2", "The enemy is in {place}.", {"place": s.world.names.places[to]})
    for barrier in BARRIERS:
        if (found := barrier(s, (unit,), s.at[unit], to, ADVANCING)) is not None:
            return found
    return refuse_crowd(s, to, side, (unit,))


def climb(s: HollowState, at: AdvancePhase, a: Climb) -> None:
    change(s, at._replace(done=(*at.done, a.unit), origins=(*at.origins, s.at[a.unit])))
    push(s, ClimbRoll(a.unit, a.to))


@rule("82.2", "142.23")
def read_climb(s: HollowState, at: ClimbRoll, dice: tuple[int, ...]) -> None:
    """Twelve and more, with what is added, and they fall; else they are a level on, and exhausted. When all levels are behind them they are there."""
    unit, to, modifier = at.unit, at.place, sum_of(climb_items(s, at.unit))
    done, whole = climbed(s, unit) + 1, height(s, unit, to)
    falls = dice[0] + modifier >= FALLS
    verdict = "falls" if falls else "gets there" if done >= whole else "climbs on"
    s.do(Said("82.2", "climb", (s.world.names.pieces[unit], s.world.names.places[to], f"{modifier:+d}", verdict)))
    s.mark("82.2", unit, MOVED)
    if falls:
        fall(s, unit, to)
        return
    s.mark("142.23", unit, CX)
    if done >= whole:
        get_there(s, unit, to)
        return
    hold_on(s, unit, to, done)
    lose_cover(s, (unit,))


def hold_on(s: HollowState, unit: int, to: int, levels: int) -> None:
    """It hangs on the cliff, and is busy with that."""
    here, there = s.field.hex_of[s.at[unit]], s.field.hex_of[to]
    way = NEIGHBOURS.index((there[0] - here[0], there[1] - here[1]))
    _note(s, unit, CLIMB, 3, way)
    _note(s, unit, CLIMBED, 2, levels)
    for mark in (CLIMBING, BUSY):
        s.mark("82.2", unit, mark)


def let_go(s: HollowState, unit: int) -> None:
    """It is on the cliff no more."""
    for mark in (CLIMBING, BUSY, *range(CLIMB, CLIMB + 3), *range(CLIMBED, CLIMBED + 2)):
        s.mark("82.2", unit, mark, False)


def _note(s: HollowState, unit: int, first: int, bits: int, value: int) -> None:
    for bit in range(bits):
        s.mark("82.2", unit, first + bit, bool(value >> bit & 1))


@rule("82.2", "42")
def get_there(s: HollowState, unit: int, to: int) -> None:
    """At the other end they are found out, and find out, as in any advance."""
    here, side = s.at[unit], s.side[unit]
    let_go(s, unit)
    s.march("82.2", unit, to)
    posture_after(s, unit, to, False, here)
    claim_walls(s, side)
    enemies = s.counters_at(to, 1 - side)
    for piece in enemies:
        reveal(s, piece)
    if any(s.is_unit(enemy) for enemy in enemies):
        reveal(s, unit)
    lose_cover(s, (unit,))
    if s.is_on_map(unit):
        after_entry(s, (unit,), here, to)


@rule("82.2")
def fall(s: HollowState, unit: int, to: int) -> None:
    """They are cut down to half, which lies pinned at the foot of the cliff; what they carried is lost. A leader, or half a squad, does not survive."""
    here, side = s.at[unit], s.side[unit]
    down = elevation(s.field.ground, s.field.view_from(to)) < elevation(s.field.ground, s.viewpoint(unit))
    let_go(s, unit)
    for weapon in s.weapons_of(unit):
        s.spend("82.2", weapon, 0)
        s.remove("82.2", weapon, "eliminated")
    reduce(s, unit)
    if not s.is_on_map(unit):
        return
    if down and not s.counters_at(to, 1 - side) and refuse_crowd(s, to, side, (unit,)) is None:
        s.do(Moved("82.2", unit, here, to, (here, to)))
        posture_after(s, unit, to, False, here)
    if s.is_good(unit):
        pin(s, unit)


@rule("82.2")
def lose_grip(s: HollowState) -> None:
    """Who breaks on a cliff falls."""
    for unit in hanging(s):
        if s.is_broken(unit):
            s.do(Said("82.2", "lost grip", (s.world.names.pieces[unit],)))
            fall(s, unit, aim_of(s, unit))


def hanging(s: HollowState) -> Iterable[int]:
    """All who hang on a cliff; most boards have none."""
    if not has_cliffs(s):
        return ()
    return [unit for side in (0, 1) for unit in s.units(side) if s.marks[unit] >> CLIMBING & 1]


def has_cliffs(s: HollowState) -> bool:
    return any(s.field.ground.sides.get(kind) for kind in CLIFFS)


def climb_candidates(s: HollowState, at: AdvancePhase) -> list[Climb]:
    if not has_cliffs(s):
        return []
    return [Climb(u, to) for u in s.units(at.side) for to in s.field.around[s.at[u]] if s.field.side(s.at[u], to, *CLIFFS)]


CLIMB_ORDER = Takes(Climb, climb, refuse_climb, candidates=climb_candidates)
CLIMB_ROLL = roll_step(ClimbRoll, "climb", "82.2", "{unit} climbs", read_climb, values=lambda s, at: {"unit": s.world.names.pieces[at.unit]})
