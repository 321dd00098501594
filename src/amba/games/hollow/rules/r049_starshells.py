"""The starshells that leaders send up by night. Where a starshell bursts and how often it fails are our own figures."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Placed, Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, BUSY, FIRED, MELEE, NIGHT, PREP, STARSHELL
from amba.games.hollow.frames import FirePhase, StarshellRoll
from amba.games.hollow.orders import SendStarshell
from amba.games.hollow.rules.common import refuse_not_own, refuse_state
from amba.games.hollow.rules.dice import ONE_DIE, roll_step
from amba.games.hollow.rules.r024_smoke import smoke_counters, spare_smoke
from amba.games.hollow.rules.r185_hidden import spot_works
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

REACH = 4
"""A starshell bursts so many hexes away, along a hex row."""
WORKS_ON = 4
"""A die of at most so much, and it burns."""


def bursts(s: HollowState, leader: int) -> list[int]:
    """The hexes over which this leader's shell can burst."""
    x, y = s.field.hex_of[s.at[leader]]
    hexes = [(x + REACH * dx, y + REACH * dy) for dx, dy in NEIGHBOURS]
    return [s.field.index[hex] for hex in hexes if hex in s.field.index]


@rule("49")
def refuse_starshell(s: HollowState, at: FirePhase, a: SendStarshell) -> Refusal | None:
    """By night an unbroken leader who has done nothing else may send one up in the prep fire phase; each side has one in the air at a time."""
    if not s.tracks[NIGHT]:
        return Refusal("49", "Starshells are for the night.")
    if at.kind != "prep":
        return Refusal("49", "Starshells are sent up in the prep fire phase.")
    found = refuse_not_own(s, at.side, a.leader, "49", "leader") or refuse_state(s, a.leader, "send one up", (BROKEN, PREP, FIRED, BUSY, MELEE), "49")
    if found is not None:
        return found
    if any(s.at[p] < s.world.hexes and s.face[p] == STARSHELL and s.points[p] == 1 + at.side for p in smoke_counters(s)):
        return Refusal("49", "One of yours is burning already.")
    if a.to not in bursts(s, a.leader):
        return Refusal("49", "It bursts {reach} hexes away along a hex row.", {"reach": REACH})
    return None if spare_smoke(s) else Refusal("49", "There are no more counters.")


def starshell_candidates(s: HollowState, at: FirePhase) -> list[SendStarshell]:
    leaders = [u for u in s.units(at.side) if s.is_leader(u)] if s.tracks[NIGHT] and at.kind == "prep" else []
    return [SendStarshell(leader, place) for leader in leaders for place in bursts(s, leader)]


def send_up(s: HollowState, at: FirePhase, a: SendStarshell) -> None:
    s.mark("49", a.leader, BUSY)
    push(s, StarshellRoll(a.leader, a.to))


@rule("49")
def read_starshell(s: HollowState, at: StarshellRoll, dice: tuple[int, ...]) -> None:
    """It burns, or it fails."""
    burns = dice[0] <= WORKS_ON
    s.do(Said("49", "starshell", (s.world.names.places[at.place], "burns" if burns else "fails")))
    if burns:
        piece = spare_smoke(s)[0]
        s.turn_face("49", piece, STARSHELL)
        s.spend("49", piece, 1 + s.side[at.leader])
        s.do(Placed("49", piece, s.at[piece], at.place))
        spot_works(s)


STARSHELL_ORDER = Takes(SendStarshell, send_up, refuse_starshell, candidates=starshell_candidates)
STARSHELL_ROLL = roll_step(StarshellRoll, "starshell", "49", "A starshell", read_starshell, ONE_DIE)
