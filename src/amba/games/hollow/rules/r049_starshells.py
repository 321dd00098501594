"""The starshells that leaders send up by night. Where a starshell bursts and how often it fails are our own figures."""

from __future__ import annotations

from amba.core.decision import Action, Refusal, unknown_action
from amba.core.event import Placed, Said
from amba.core.flow import push
from amba.core.state import Frame
from amba.games.hollow.book import rule
from amba.games.hollow.marks import BUSY, FIRED, MELEE, PREP
from amba.games.hollow.rules.common import ExtraOrder, unit_and_place
from amba.games.hollow.rules.r024_smoke import STARSHELL, smoke_counters, spare_smoke
from amba.games.hollow.rules.r185_hidden import spot_works
from amba.games.hollow.rules.rolls import Roll
from amba.games.hollow.state import HollowState
from amba.games.hollow.tracks import NIGHT
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
def refuse_starshell(s: HollowState, side: int, leader: int, place: int) -> Refusal | None:
    """By night an unbroken leader who has done nothing else may send one up, and each side has one in the air at a time."""
    if not s.tracks[NIGHT]:
        return Refusal("49", "Starshells are for the night.")
    if not s.is_leader(leader) or s.side[leader] != side or not s.is_on_map(leader) or s.is_broken(leader):
        return Refusal("49", "Only your own unbroken leaders on the map send up starshells.")
    if any(s.has(leader, mark) for mark in (PREP, FIRED, BUSY, MELEE)):
        return Refusal("49", "He has done something else already.")
    if any(s.at[p] < s.world.hexes and s.face[p] == STARSHELL and s.points[p] == 1 + side for p in smoke_counters(s)):
        return Refusal("49", "One of yours is burning already.")
    if place not in bursts(s, leader):
        return Refusal("49", "It bursts {reach} hexes away along a hex row.", {"reach": REACH})
    return None if spare_smoke(s) else Refusal("49", "There are no more counters.")


def starshell_orders(s: HollowState, side: int) -> list[Action]:
    if not s.tracks[NIGHT]:
        return []
    names = s.world.names
    leaders = [u for u in s.units(side) if s.is_leader(u)]
    return [("starshell", names.pieces[u], names.places[p]) for u in leaders for p in bursts(s, u) if refuse_starshell(s, side, u, p) is None]


def send_up(s: HollowState, a: Action) -> None:
    leader, place = s.world.names.piece[a[1]], s.world.names.place[a[2]]
    s.mark("49", leader, BUSY)
    push(s, "starshell", leader, place)


class Starshell(Roll):
    """The die of a starshell: ("starshell", leader, place)."""

    kind, number, title = "starshell", "49", "A starshell"
    thrown = 1

    @rule("49")
    def read(self, s: HollowState, frame: Frame, dice: tuple[int, ...]) -> None:
        _, leader, place = frame
        burns = dice[0] <= WORKS_ON
        s.do(Said("49", "starshell", (s.world.names.places[place], "burns" if burns else "fails")))
        if burns:
            piece = spare_smoke(s)[0]
            s.turn_face("49", piece, STARSHELL)
            s.spend("49", piece, 1 + s.side[leader])
            s.do(Placed("49", piece, s.at[piece], place))
            spot_works(s)


def refuse_starshell_order(s: HollowState, side: int, a: Action) -> Refusal | None:
    found = unit_and_place(s, a)
    return refuse_starshell(s, side, *found) if found is not None else unknown_action(a, ("starshell",), "49")


STARSHELL_ORDER = ExtraOrder("starshell", "49", starshell_orders, refuse_starshell_order, send_up)
