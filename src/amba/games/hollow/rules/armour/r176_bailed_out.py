"""Crews that have bailed out: when the phase is over they stay beneath their vehicle or get away into the next hex (176.711)."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.steps import AskStep, Takes, leave, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import HAZARD
from amba.games.hollow.frames_crews import BailedOut
from amba.games.hollow.orders_crews import Crouch, SlipTo
from amba.games.hollow.rules.r006_stacking import refuse_crowd
from amba.games.hollow.rules.r029_vehicles import enemies_driving
from amba.games.hollow.state import HollowState


@rule("176.711")
def settle_crews(s: HollowState) -> None:
    """The hazard is over, and each crew that has a choice is asked where it is."""
    if not s.has_armour:
        return
    for side in (1 - s.phasing, s.phasing):
        for crew in [u for u in s.units(side) if s.has(u, HAZARD)]:
            s.mark("176.711", crew, HAZARD, False)
            if s.is_good(crew) and any(refuse_slip(s, BailedOut(crew), SlipTo(to)) is None for to in s.field.around[s.at[crew]]):
                push(s, BailedOut(crew))


@rule("176.711")
def refuse_slip(s: HollowState, at: BailedOut, a: SlipTo) -> Refusal | None:
    """Into a hex beside the vehicle, without enemies, that has room."""
    here, side, name = s.at[at.crew], s.side[at.crew], {"place": s.world.names.places[a.to]}
    if here >= s.world.hexes or a.to not in s.field.around[here] or not s.field.is_passable(here, a.to):
        return Refusal("176.711", "{place} is not beside the vehicle.", name)
    if s.seen_at(a.to, side) or enemies_driving(s, side, a.to):
        return Refusal("176.711", "The enemy is in {place}.", name)
    return refuse_crowd(s, a.to, side, (at.crew,))


@rule("176.711", "42")
def slip(s: HollowState, at: BailedOut, a: SlipTo) -> None:
    """They are there; an enemy nobody saw keeps them where they were."""
    pop(s)
    if not s.counters_at(a.to, 1 - s.side[at.crew]):
        s.march("176.711", at.crew, a.to)


BAILED_OUT = AskStep(
    BailedOut,
    lambda s, at: Decision(s.side[at.crew], "bailed out", "176.711", "A crew has bailed out: beneath its vehicle, or into the next hex?"),
    Takes(SlipTo, slip, refuse_slip, candidates=lambda s, at: [SlipTo(to) for to in s.field.around[s.at[at.crew]]]),
    Takes(Crouch, leave),
)
