"""Minefields: known ones whose strength nobody else knows, lines of them, dummies, hidden ones; and what they do to men who walk in or out.

A minefield is a work with its factors in `points`, 0 for a dummy; only its owner may see them. Its face says only what everybody may know: "known mines", or "mine line" when it
was laid as part of a line; "mines" is a hidden field that lies nowhere for the enemy. Once its strength is found out it shows "mines 6", "mines 8" or "mines 12".
"""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import HIDDEN, WORK_KINDS
from amba.games.hollow.frames import Effects, MineRoll
from amba.games.hollow.rules.dice import fought_at_work, roll_step
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r012_morale import strike
from amba.games.hollow.state import HollowState

STRENGTHS = (6, 8, 12)
"""What a field of mines against men may hold."""
KNOWN, LINE, SECRET, DUMMY = (WORK_KINDS.index(kind) for kind in ("known mines", "mine line", "mines", "dummy mines"))
OPEN = {factors: WORK_KINDS.index(f"mines {factors}") for factors in STRENGTHS}
COVERED = (KNOWN, LINE)
MINES = frozenset({*COVERED, SECRET, DUMMY, *OPEN.values()})


def is_mine(s: HollowState, work: int) -> bool:
    return s.face[work] in MINES and s.is_work(work)


def mines_at(s: HollowState, place: int) -> list[int]:
    return [work for work in s.works_at(place) if is_mine(s, work)]


@rule("55.83")
def is_known(s: HollowState, side: int, work: int) -> bool:
    """Whether a side knows that mines lie there: its own, and all that are not hidden."""
    return s.side[work] == side or not s.has(work, HIDDEN)


@rule("55", "55.82")
def walked(s: HollowState, units: Sequence[int], here: int, to: int) -> None:
    """Men who leave a mined hex and men who enter one are attacked; a dummy is found out."""
    for place in (to, here):
        for work in mines_at(s, place):
            if s.points[work]:
                push(s, MineRoll(work, tuple(units)))
            elif place == to and s.face[work] != DUMMY:
                find_dummy(s, work)


@rule("55.82")
def find_dummy(s: HollowState, work: int) -> None:
    """A dummy that somebody walks into is taken off the map; in a line it stays as a counter everybody can read."""
    s.do(Said("55.82", "dummy", (s.world.names.places[s.at[work]],)))
    if s.face[work] == LINE:
        s.turn_face("55.82", work, DUMMY)
    else:
        s.remove("55.82", work, "spare")


@rule("55.83")
def show_mines(s: HollowState, work: int, has_effect: bool) -> None:
    """An attack shows that mines lie there, but not their strength; that shows when a result has to be read from its column."""
    s.mark("55.83", work, HIDDEN, False)
    if has_effect:
        s.turn_face("55.83", work, OPEN[s.points[work]])
    elif s.face[work] == SECRET:
        s.turn_face("55.83", work, KNOWN)


@rule("55", "55.83")
def read_mines(s: HollowState, at: MineRoll, dice: tuple[int, ...]) -> None:
    """The column of its factors, no modifiers, those who move only. The field is known from now on; how strong it is, only by what it does."""
    work, roll = at.work, dice[0]
    factors = s.points[work]
    result = fire_result(factors, roll, s.world.fire)
    has_effect = result.text != "-"
    show_mines(s, work, has_effect)
    place = s.world.names.places[s.at[work]]
    s.do(Said("55", "mines", (place, factors, roll, result.text)) if has_effect else Said("55.83", "no mines", (place, roll)))
    push(s, Effects(tuple(strike(s, result, tuple(u for u in at.units if s.is_on_map(u))))))


MINE_ROLL = roll_step(
    MineRoll, "mines", "55", "Mines at {place}", read_mines, values=lambda s, at: {"place": s.world.names.places[s.at[at.work]]}, over=fought_at_work
)
