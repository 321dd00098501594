"""Smoke grenades: who throws them and where to."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Placed, Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ASSAULT, BROKEN, BUSY, CX, MELEE, MOVED, PINNED, PREP, WIND
from amba.games.hollow.frames import MovePhase, SmokeRoll, Watching
from amba.games.hollow.orders import ThrowSmoke
from amba.games.hollow.rules.common import refuse_not_own, refuse_state
from amba.games.hollow.rules.dice import ONE_DIE, place_value, roll_step
from amba.games.hollow.rules.r024_smoke import FULL, THIN, is_screened, spare_smoke
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r194_air import refuse_weather
from amba.games.hollow.state import HollowState

GRENADES = {"elite": 3, "first line": 2, "second line": 1}
"""Ours: a die of at most so many, and the smoke is there."""


@rule("24", "189.13")
def refuse_smoke(s: HollowState, at: MovePhase, a: ThrowSmoke) -> Refusal | None:
    """A squad throws into its own hex or the next one, not uphill, but onto a hillock; there is none in a heavy wind."""
    unit, place, here = a.unit, a.to, s.at[a.unit]
    found = refuse_not_own(s, at.side, unit, "24", "squad") or refuse_state(
        s, unit, "throw smoke", (BROKEN, PREP, MOVED, ASSAULT, PINNED, BUSY, CX, MELEE), "24"
    )
    if found is not None:
        return found
    if s.squad(unit).quality not in GRENADES:
        return Refusal("24", "Conscripts and green men have no smoke grenades.")
    if s.points[unit]:
        return Refusal("24", "It has spent movement factors already.")
    if place != here and place not in s.field.around[here]:
        return Refusal("24", "Smoke grenades reach the next hex, no farther.")
    along_bed = place == here or (s.field.is_wadi(place) and s.field.side(here, place, "wadi", "wadi_join"))
    if s.field.level(place) > s.field.level(here) or (s.position(unit) == "in" and not along_bed):
        return Refusal("189.13", "Grenades are not thrown uphill; onto a hillock they are.")
    if (found := refuse_weather(s)) is not None:
        return found
    if is_screened(s, place):
        return Refusal("24", "There is smoke already.")
    return None if spare_smoke(s) else Refusal("24", "There are no more counters for smoke.")


def smoke_choices(s: HollowState, at: MovePhase) -> list[ThrowSmoke]:
    """Whoever may not throw into his own hex may not throw at all."""
    able = [unit for unit in s.units(at.side) if refuse_smoke(s, at, ThrowSmoke(unit, s.at[unit])) is None]
    found = [ThrowSmoke(unit, place) for unit in able for place in (s.at[unit], *s.field.around[s.at[unit]])]
    return [a for a in found if refuse_smoke(s, at, a) is None]


@rule("24", "16")
def throw_smoke(s: HollowState, at: MovePhase, a: ThrowSmoke) -> None:
    """Who spends factors may be fired at, through the smoke if there is some."""
    here = s.at[a.unit]
    reveal(s, a.unit)
    s.spend("24", a.unit, s.points[a.unit] + (1 if a.to == here else 2))
    push(s, Watching(here, (a.unit,)))
    push(s, SmokeRoll(a.unit, a.to))


@rule("24", "194.5")
def read_smoke(s: HollowState, at: SmokeRoll, dice: tuple[int, ...]) -> None:
    """Elite men need 3 or less, first line 2, second line 1; in a breeze the smoke is thin."""
    made = dice[0] <= GRENADES[s.squad(at.unit).quality]
    s.do(Said("24", "smoke", (s.world.names.places[at.place], "smoke" if made else "no smoke")))
    if made:
        piece = spare_smoke(s)[0]
        s.turn_face("24", piece, FULL if s.tracks[WIND] == 0 else THIN)
        s.spend("24", piece, 1 + s.side[at.unit])
        s.do(Placed("24", piece, s.at[piece], at.place))


SMOKE_ORDER = Takes(ThrowSmoke, throw_smoke, refuse_smoke, choices=smoke_choices)
SMOKE_ROLL = roll_step(SmokeRoll, "smoke", "24", "Smoke at {place}", read_smoke, ONE_DIE, place_value)
