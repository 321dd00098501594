"""Smoke grenades: who throws them, where to, and how long they last."""

from __future__ import annotations

from collections.abc import Mapping

from amba.core.decision import Action, Refusal
from amba.core.event import Placed, Said
from amba.core.flow import Step, push
from amba.core.state import Frame
from amba.games.hollow.book import rule
from amba.core.decision import unknown_action
from amba.games.hollow.rules.hooks import ExtraOrder, unit_and_place
from amba.games.hollow.rules.hooks import Item
from amba.games.hollow.rules.rolls import Roll
from amba.games.hollow.rules.sight import NO_CLOUDS
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import ASSAULT, BUSY, CX, MELEE, MOVED, PINNED, PREP, SMOKE, WIND
from amba.kit.rays import Hex

GRENADES = {"elite": 3, "first line": 2, "second line": 1}
"""Ours: a die of at most so many, and the smoke is there."""
FULL, THIN, STARSHELL = range(3)
"""Faces of the counters; starshells use the same ones (49)."""
HINDRANCE = (2, 1)
"""+2 for grenades in still air, +1 where a breeze thins the smoke."""


def pieces(s: HollowState) -> range:
    return range(s.world.first_smoke, s.world.first_smoke + SMOKE)


@rule("24", "176.33")
def clouds(s: HollowState) -> Mapping[Hex, int]:
    """Where smoke lies, and how it hinders."""
    limit, first = s.world.hexes, s.world.first_smoke
    if min(s.at[first : first + SMOKE]) >= limit:  # asked for every line: most of the time there is none
        return NO_CLOUDS
    return {s.field.hex_of[s.at[p]]: HINDRANCE[s.face[p]] for p in pieces(s) if s.at[p] < limit and s.face[p] != STARSHELL}


def is_smoky(s: HollowState, place: int) -> bool:
    return any(s.is_smoke(piece) and s.face[piece] != STARSHELL for piece in s.here[place])


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
    return None if spare(s) else Refusal("24", "There are no more counters for smoke.")


def spare(s: HollowState) -> list[int]:
    return [p for p in pieces(s) if s.at[p] == s.world.box["spare"]]


def orders(s: HollowState, side: int) -> list[Action]:
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
    from amba.games.hollow.rules.r012_morale import reveal

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
            piece = spare(s)[0]
            s.turn_face("24", piece, FULL if s.tracks[WIND] == 0 else THIN)
            s.spend("24", piece, 1 + s.side[unit])
            s.do(Placed("24", piece, s.at[piece], place))


@rule("24")
def clear_smoke(s: HollowState) -> None:
    """A side's smoke is gone when its prep fire phase comes round again."""
    for piece in pieces(s):
        if s.at[piece] < s.world.hexes and s.points[piece] == 1 + s.phasing and s.face[piece] != STARSHELL:
            s.remove("24", piece, "spare")


@rule("194.5", "194.76")
def blow_away(s: HollowState) -> None:
    """Heavy wind and gusts leave no smoke standing."""
    for piece in pieces(s):
        if s.at[piece] < s.world.hexes and s.face[piece] != STARSHELL:
            s.remove("194.5", piece, "spare")


@rule("24")
def smoke_cost(s: HollowState, to: int) -> Item | None:
    """A hex with smoke costs one factor more."""
    return Item("smoke", 1, "24") if is_smoky(s, to) else None


def refuse_order(s: HollowState, side: int, a: Action) -> Refusal | None:
    found = unit_and_place(s, a)
    return refuse_smoke(s, side, *found) if found is not None else unknown_action(a, ("smoke",), "24")


SMOKE_ORDER = ExtraOrder("smoke", "24", orders, refuse_order, throw)
