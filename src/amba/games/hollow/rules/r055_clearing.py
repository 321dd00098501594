"""Clearing wire and mines."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, BUSY, FIRED, MELEE, PREP, WORK_KINDS
from amba.games.hollow.frames import ClearRoll, FirePhase
from amba.games.hollow.orders import Clear
from amba.games.hollow.rules.common import refuse_not_own, refuse_state
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r055_mines import DUMMY, is_known, is_mine
from amba.games.hollow.rules.r110_mounts import refuse_astride
from amba.games.hollow.state import HollowState

RULES = {"wire": "56", "mines": "55"}


@rule("55", "55.8", "56")
def can_be_cleared(s: HollowState, side: int, work: int, what: str) -> bool:
    """Wire, or a minefield that the side knows to lie there, whatever its strength; not what everybody can read to be a dummy."""
    if what == "wire":
        return WORK_KINDS[s.face[work]] == "wire"
    return is_mine(s, work) and s.face[work] != DUMMY and is_known(s, side, work)


@rule("55", "56")
def refuse_clearing(s: HollowState, at: FirePhase, a: Clear) -> Refusal | None:
    """In the prep fire phase a squad in wire, or in a minefield it knows of, may clear it instead of firing and moving."""
    number = RULES[a.what]
    if at.kind != "prep":
        return Refusal(number, "Wire and mines are cleared in the prep fire phase.")
    found = refuse_not_own(s, at.side, a.unit, number, "squad") or refuse_state(
        s, a.unit, "clear anything", (BROKEN, PREP, FIRED, BUSY, MELEE), number
    )
    found = found or refuse_astride(s, a.unit)
    if found is not None or any(can_be_cleared(s, at.side, work, a.what) for work in s.works_at(s.at[a.unit])):
        return found
    return Refusal(number, "{place} has no {what} that it could clear.", {"what": a.what, "place": s.world.names.places[s.at[a.unit]]})


def clear_candidates(s: HollowState, at: FirePhase) -> list[Clear]:
    if at.kind != "prep":
        return []
    units = [unit for unit in s.units(at.side) if s.works_at(s.at[unit])]
    return [order for unit in units for order in (Clear(unit, "wire"), Clear(unit, "mines"))]


@rule("42")
def start_clearing(s: HollowState, at: FirePhase, a: Clear) -> None:
    """Nobody works at wire or mines unseen."""
    reveal(s, a.unit)
    s.mark(RULES[a.what], a.unit, BUSY)
    push(s, ClearRoll(a.unit, a.what))


@rule("55", "56")
def read_clearing(s: HollowState, at: ClearRoll, dice: tuple[int, ...]) -> None:
    """Two dice, at most the squad's firepower: it is gone."""
    number = RULES[at.what]
    done = dice[0] <= s.squad(at.unit).firepower
    s.do(Said(number, "clear", (s.world.names.pieces[at.unit], at.what, "is cleared" if done else "is still there")))
    for work in s.works_at(s.at[at.unit]) if done else ():
        if can_be_cleared(s, s.side[at.unit], work, at.what):
            s.remove(number, work, "spare")


CLEAR_ORDER = Takes(Clear, start_clearing, refuse_clearing, candidates=clear_candidates)
CLEAR_ROLL = roll_step(ClearRoll, "clear", lambda at: RULES[at.what], "Clearing {what}", read_clearing, values=lambda _, at: {"what": at.what})
