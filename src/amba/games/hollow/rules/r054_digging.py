"""Digging in."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Placed, Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, BUSY, DUG, FIRED, MELEE, PREP, WORK_KINDS, WORKS
from amba.games.hollow.frames import DigRoll, FirePhase
from amba.games.hollow.orders import Dig
from amba.games.hollow.rules.common import Item, refuse_not_own, refuse_state, sum_of
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r014_leaders import helper
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r110_mounts import refuse_astride
from amba.games.hollow.rules.r191_works import SAND, shelter_at
from amba.games.hollow.state import HollowState


@rule("176.21", "190.43", "196.1", "196.2")
def dig_modifiers(s: HollowState, place: int) -> list[Item]:
    """+2 for digging on a desert board, but not in sand, nor in steppe."""
    easy = s.field.has(place, *SAND) or s.field.is_steppe(place) or not s.field.is_desert(place)
    return [] if easy else [Item("desert", 2, "176.21")]


FOXHOLE = WORK_KINDS.index("foxhole")
DIG = 5


def spare_works(s: HollowState, side: int) -> list[int]:
    box = s.world.box["spare"]
    return [p for p in s.world.pool(side, s.world.first_work, WORKS) if s.at[p] == box]


def dig_items(s: HollowState, unit: int) -> list[Item]:
    led = helper(s, unit)
    return [*dig_modifiers(s, s.at[unit]), *([Item("leader", led, "14")] if led else [])]


@rule("54", "176.21", "190.42", "110")
def refuse_dig(s: HollowState, at: FirePhase, a: Dig) -> Refusal | None:
    """In the prep fire phase an unbroken squad that has not fired may dig, where there is no work yet and the ground is not a building or a wadi's bed."""
    if at.kind != "prep":
        return Refusal("54", "Men dig in in the prep fire phase.")
    unit, place = a.unit, s.at[a.unit]
    found = refuse_not_own(s, at.side, unit, "54", "squad") or refuse_state(s, unit, "dig in", (BROKEN, PREP, FIRED, BUSY, MELEE), "54")
    found = found or refuse_astride(s, unit)
    if found is not None:
        return found
    if s.has(unit, DUG) or shelter_at(s, place, at.side):
        return Refusal("54", "There is a fortification in {place} already.", {"place": s.world.names.places[place]})
    if s.field.has(place, "building", "large_building", "rubble", "wadi", "crag", "broken_crag", "marsh"):
        return Refusal("54", "Nobody digs in in such terrain.")
    return None if spare_works(s, at.side) else Refusal("54", "There are no more counters for foxholes.")


def dig(s: HollowState, at: FirePhase, a: Dig) -> None:
    reveal(s, a.unit)
    s.mark("54", a.unit, BUSY)
    push(s, DigRoll(a.unit))


@rule("54", "176.21", "190.43")
def read_dig(s: HollowState, at: DigRoll, dice: tuple[int, ...]) -> None:
    """5 or less on two dice, with the desert's +2 and the leader's modifier."""
    total = dice[0] + sum_of(dig_items(s, at.unit))
    dug = total <= DIG
    s.do(Said("54", "dig", (s.world.names.pieces[at.unit], total, "is dug in" if dug else "has not finished")))
    if dug:
        work = spare_works(s, s.side[at.unit])[0]
        s.turn_face("54", work, FOXHOLE)
        s.do(Placed("54", work, s.at[work], s.at[at.unit]))
        s.mark("54", at.unit, DUG)


DIG_ORDER = Takes(Dig, dig, refuse_dig, candidates=lambda s, at: [Dig(unit) for unit in s.units(at.side)] if at.kind == "prep" else [])
DIG_ROLL = roll_step(DigRoll, "dig", "54", "Digging in", read_dig)
