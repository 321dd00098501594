"""Digging in."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Placed, Said
from amba.core.flow import push
from amba.core.state import Frame
from amba.games.hollow.book import rule
from amba.games.hollow.marks import BUSY, DUG, FIRED, MELEE, PREP
from amba.games.hollow.pieces import WORK_KINDS, WORKS
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r014_leaders import helper
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r191_works import SAND, shelter_at
from amba.games.hollow.rules.rolls import Roll
from amba.games.hollow.state import HollowState


@rule("176.21", "190.43", "196.1", "196.2")
def dig_modifiers(s: HollowState, place: int) -> list[Item]:
    """+2 for digging on a desert board, but not in sand, nor in steppe."""
    steppe = s.plan.data.get("terrain", {}).get("steppe")
    return [] if s.field.has(place, *SAND) or steppe else [Item("desert", 2, "176.21")]


FOXHOLE = WORK_KINDS.index("foxhole")
DIG = 5


@rule("54", "176.21", "190.42")
def refuse_dig(s: HollowState, side: int, unit: int) -> Refusal | None:
    """An unbroken squad that has not fired may dig, where there is no work yet and the ground is not a building or a wadi's bed."""
    if not s.is_man(unit) or s.side[unit] != side or not s.is_on_map(unit):
        return Refusal("54", "Only your own squads on the map dig in.")
    if s.is_broken(unit) or any(s.has(unit, mark) for mark in (PREP, FIRED, BUSY, MELEE)):
        return Refusal("54", "A broken unit, one that has fired, is busy or fights hand to hand does not dig in.")
    place = s.at[unit]
    if not s.is_squad(unit):
        return Refusal("54", "It takes a whole squad to dig in.")
    if s.has(unit, DUG) or shelter_at(s, place, side):
        return Refusal("54", "There is a fortification in {place} already.", {"place": s.world.names.places[place]})
    if s.field.has(place, "building", "large_building", "rubble", "wadi", "crag", "broken_crag"):
        return Refusal("54", "Nobody digs in in such terrain.")
    if not spare_works(s, side):
        return Refusal("54", "There are no more counters for foxholes.")
    return None


def spare_works(s: HollowState, side: int) -> list[int]:
    box = s.world.box["spare"]
    return [p for p in s.world.pool(side, s.world.first_work, WORKS) if s.at[p] == box]


def start_digging(s: HollowState, unit: int) -> None:
    reveal(s, unit)
    s.mark("54", unit, BUSY)
    push(s, "digging", unit)


def dig_items(s: HollowState, unit: int) -> list[Item]:
    led = helper(s, unit)
    return [*dig_modifiers(s, s.at[unit]), *([Item("leader", led, "14")] if led else [])]


class Digging(Roll):
    """The roll of a digging squad: ("digging", unit)."""

    kind, number, title = "dig", "54", "Digging in"

    @rule("54", "176.21", "190.43")
    def read(self, s: HollowState, frame: Frame, dice: tuple[int, ...]) -> None:
        """5 or less on two dice, with the desert's +2 and the leader's modifier."""
        unit = frame[1]
        total = dice[0] + sum_of(dig_items(s, unit))
        dug = total <= DIG
        s.do(Said("54", "dig", (s.world.names.pieces[unit], total, "is dug in" if dug else "has not finished")))
        if dug:
            work = spare_works(s, s.side[unit])[0]
            s.turn_face("54", work, FOXHOLE)
            s.do(Placed("54", work, s.at[work], s.at[unit]))
            s.mark("54", unit, DUG)
