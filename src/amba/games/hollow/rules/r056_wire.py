"""Wire: who gets into it, and what getting out costs."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import HIDDEN, WORK_KINDS
from amba.games.hollow.frames import WireRoll
from amba.games.hollow.rules.common import ADVANCING
from amba.games.hollow.rules.dice import ONE_DIE, place_value, roll_step
from amba.games.hollow.rules.r191_works import kinds_at
from amba.games.hollow.state import HollowState


@rule("56", "185.22")
def caught_in_wire(s: HollowState, side: int, place: int) -> bool:
    """Whether men who walk into a hex find wire there that they had not seen; it stops them before it."""
    unseen = [w for w in s.works_at(place) if s.side[w] != side and s.has(w, HIDDEN) and WORK_KINDS[s.face[w]] == "wire"]
    for work in unseen:
        s.mark("185.22", work, HIDDEN, False)
    return bool(unseen)


@rule("56")
def is_wire(s: HollowState, place: int, side: int | None = None) -> bool:
    return "wire" in kinds_at(s, place, side)


@rule("56")
def refuse_wire(s: HollowState, units: Sequence[int], here: int, to: int, pace: str) -> Refusal | None:
    """Men get into wire that they know of only by advancing."""
    if pace == ADVANCING or not is_wire(s, to, s.side[units[0]]):
        return None
    return Refusal("56", "Wire is entered in the advance phase only.")


@rule("56")
def wire_rolls(s: HollowState) -> None:
    """At the start of the movement phase a die says how many factors the men in each wire hex lose to it."""
    places = {s.at[unit] for unit in s.counters(s.phasing) if s.is_good(unit) and is_wire(s, s.at[unit])}
    for place in sorted(places, reverse=True):
        push(s, WireRoll(s.phasing, place))


@rule("56")
def read_wire(s: HollowState, at: WireRoll, dice: tuple[int, ...]) -> None:
    """So many factors go into getting out."""
    for unit in s.counters_at(at.place, at.side):
        s.spend("56", unit, s.points[unit] + dice[0])


WIRE_ROLL = roll_step(WireRoll, "wire", "56", "Getting out of the wire at {place}", read_wire, ONE_DIE, place_value)
