"""Smoke grenades: who throws them and where to."""

from __future__ import annotations

from collections.abc import Mapping

from amba.core.decision import Action, Refusal, unknown_action
from amba.core.event import Placed, Said
from amba.core.flow import push
from amba.core.state import Frame
from amba.games.hollow.book import rule
from amba.games.hollow.marks import ASSAULT, BUSY, CX, MELEE, MOVED, PINNED, PREP
from amba.games.hollow.rules.common import ExtraOrder, unit_and_place
from amba.games.hollow.rules.r024_smoke import FULL, THIN, is_smoky, spare_smoke
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.rolls import Roll
from amba.games.hollow.state import HollowState
from amba.games.hollow.tracks import WIND

GRENADES = {"elite": 3, "first line": 2, "second line": 1}
"""Ours: a die of at most so many, and the smoke is there."""


@rule("24", "189.13")
def refuse_smoke(s: HollowState, side: int, unit: int, place: int) -> Refusal | None:
    """A squad throws into its own hex or the next one, not uphill, but onto a hillock; there is none in a heavy wind."""
    if not s.is_squad(unit) or s.side[unit] != side or not s.is_on_map(unit) or s.is_broken(unit):
        return Refusal("24", "Only your unbroken squads throw smoke.")
    if s.squad(unit).quality not in GRENADES:
        return Refusal("24", "Conscripts and green men have no smoke grenades.")
    if any(s.has(unit, mark) for mark in (PREP, MOVED, ASSAULT, PINNED, BUSY, CX, MELEE)):
        return Refusal("24", "It has fired, moved, is pinned, tired or busy.")
    if s.points[unit]:
        return Refusal("24", "It has spent movement factors already.")
    here = s.at[unit]
    if place != here and place not in s.field.around[here]:
        return Refusal("24", "Smoke grenades reach the next hex, no farther.")
    along_bed = place == here or (s.field.is_wadi(place) and s.field.side(here, place, "wadi", "wadi_join"))
    if s.field.level(place) > s.field.level(here) or (s.position(unit) == "in" and not along_bed):
        return Refusal("189.13", "Grenades are not thrown uphill; onto a hillock they are.")
    if s.tracks[WIND] == 2:
        return Refusal("194.5", "In a heavy wind smoke is gone at once.")
    if is_smoky(s, place):
        return Refusal("24", "There is smoke already.")
    return None if spare_smoke(s) else Refusal("24", "There are no more counters for smoke.")


def smoke_orders(s: HollowState, side: int) -> list[Action]:
    """Who may throw smoke where."""
    names = s.world.names
    found: list[Action] = []
    for unit in s.units(side):
        if s.is_squad(unit) and refuse_smoke(s, side, unit, s.at[unit]) is None:
            found += [
                ("smoke", names.pieces[unit], names.places[p])
                for p in (s.at[unit], *s.field.around[s.at[unit]])
                if refuse_smoke(s, side, unit, p) is None
            ]
    return found


@rule("24", "16")
def throw(s: HollowState, a: Action) -> None:
    unit, place = s.world.names.piece[a[1]], s.world.names.place[a[2]]
    reveal(s, unit)
    s.spend("24", unit, s.points[unit] + (1 if place == s.at[unit] else 2))
    push(s, "watch", s.at[unit], (unit,), False)  # 16: who spends factors may be fired at, through the smoke if there is some
    push(s, "smoke", unit, place)


class Grenade(Roll):
    """The die of a smoke grenade: ("smoke", unit, place)."""

    kind, number, title = "smoke", "24", "Smoke at {place}"
    thrown = 1

    def words(self, s: HollowState) -> Mapping[str, object]:
        return {"place": s.world.names.places[s.frames[-1][2]]}

    @rule("24", "194.5")
    def read(self, s: HollowState, frame: Frame, dice: tuple[int, ...]) -> None:
        """Elite men need 3 or less, first line 2, second line 1; in a breeze the smoke is thin."""
        _, unit, place = frame
        made = dice[0] <= GRENADES[s.squad(unit).quality]
        s.do(Said("24", "smoke", (s.world.names.places[place], "smoke" if made else "no smoke")))
        if made:
            piece = spare_smoke(s)[0]
            s.turn_face("24", piece, FULL if s.tracks[WIND] == 0 else THIN)
            s.spend("24", piece, 1 + s.side[unit])
            s.do(Placed("24", piece, s.at[piece], place))


def refuse_smoke_order(s: HollowState, side: int, a: Action) -> Refusal | None:
    found = unit_and_place(s, a)
    return refuse_smoke(s, side, *found) if found is not None else unknown_action(a, ("smoke",), "24")


SMOKE_ORDER = ExtraOrder("smoke", "24", smoke_orders, refuse_smoke_order, throw)
