"""Foxholes, sangars, trenches and wire: what they are worth, and what going in and out of them costs."""

from __future__ import annotations

from collections.abc import Sequence

from amba.games.hollow.book import rule
from amba.games.hollow.counters import DUG, GROUND, HIDDEN, HULL_DOWN, WORK_KINDS
from amba.games.hollow.frames import Task
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState

SHELTERS = ("foxhole", "sangar", "trench")
GUN_WORKS = frozenset({"sangar", "trench"})
"""Works that a gun can be in."""
PRINTED = {"entrenchment": "foxhole", "sangar": "sangar", "trench": "trench"}
"""Works that are drawn on a board."""
SAND = ("sand", "low_dune", "high_dune")


@rule("185.22")
def kinds_at(s: HollowState, place: int, side: int | None = None) -> list[str]:
    """The works of a hex; for a side, those it knows of."""
    works = s.works_at(place)
    return [WORK_KINDS[s.face[work]] for work in works if side is None or s.side[work] == side or not s.has(work, HIDDEN)]


@rule("54", "191.1", "137.1")
def shelter_at(s: HollowState, place: int, side: int | None = None) -> str:
    """The work men can be in, as far as a side knows: a counter, or one drawn on the board; nothing if there is none. Of two the better one counts."""
    found = [kind for kind in kinds_at(s, place, side) if kind in SHELTERS]
    found += [kind for word, kind in PRINTED.items() if s.field.has(place, word)]
    return max(found, key=lambda kind: (kind == "trench", kind == "foxhole"), default="")


def is_soft(s: HollowState, place: int) -> bool:
    """Sand that is neither wet nor mud."""
    return s.field.has(place, *SAND) and GROUNDS[s.tracks[GROUND]] not in {"wet", "mud"}


SANGAR = 1
"""What a sangar is worth against anything but artillery."""


@rule("54", "191.4", "137.1", "137.5", "137.71", "190.42", "191.3")
def work_protection(s: HollowState, unit: int) -> Item | None:
    """+2 in a foxhole or trench, halved in sand; +1 in a sangar; nothing for those who are not in it. A ditch takes up its whole hex."""
    if not s.has(unit, DUG):
        return Item("in an anti-tank ditch", 2, "137.71") if "ditch" in kinds_at(s, s.at[unit]) else None
    kind = shelter_at(s, s.at[unit])
    if kind == "sangar":
        return Item("in a sangar", SANGAR, "191.4")
    if is_soft(s, s.at[unit]):
        return Item("entrenched in sand", 1, "190.42")
    return Item("in a trench", 2, "137.1") if kind == "trench" else Item("entrenched", 2, "54")


@rule("137.7", "137.71")
def ditch_cost(s: HollowState, to: int) -> Item | None:
    """Men pay two factors more to get into the hex of an anti-tank ditch."""
    return Item("anti-tank ditch", 2, "137.71") if "ditch" in kinds_at(s, to) else None


@rule("137.4")
def is_trench_way(s: HollowState, units: Sequence[int], a: int, b: int, side: int | None = None) -> bool:
    """Whether men go from one trench straight into the next, as far as their side, or the phasing one, knows."""
    if side is None:
        side = s.side[units[0]] if units else s.phasing
    both = shelter_at(s, a, side) == "trench" == shelter_at(s, b, side)
    return both and all(s.has(unit, DUG) for unit in units) and s.field.is_passable(a, b)


@rule("137.4")
def trench_cost(s: HollowState, units: Sequence[int], a: int, b: int, side: int | None = None) -> Item | None:
    """From trench to trench: 1 factor whatever else is there, 2 uphill; None where there is no trench that the side knows of."""
    if not is_trench_way(s, units, a, b, side):
        return None
    return Item("along the trench", 2 if s.field.level(b) > s.field.level(a) else 1, "137.4")


@rule("191.3", "191.4", "191.52", "137.3")
def is_apart(s: HollowState, unit: int, gun: int) -> bool:
    """Whether the wall of a sangar or trench stands between men and their gun: either both are in it, or neither is. As far as their side knows."""
    return s.has(unit, DUG) != s.has(gun, DUG) and shelter_at(s, s.at[gun], s.side[gun]) in GUN_WORKS


@rule("54")
def out_of_work(s: HollowState, unit: int) -> None:
    """Men whose work is gone are no longer in it."""
    if not shelter_at(s, s.at[unit]):
        s.mark("54", unit, DUG, False)


@rule("54", "137.3")
def fall_in(s: HollowState, number: str, work: int) -> None:
    """A work is gone, and with it the cover of those who were in it; a vehicle under a trench is hull down there no more, and free to go."""
    place = s.at[work]
    s.remove(number, work, "spare")
    for unit in [u for side in (0, 1) for u in s.units_at(place, side)]:
        out_of_work(s, unit)
    for vehicle in [v for v in s.vehicles_at(place) if s.has(v, DUG) and shelter_at(s, place) != "trench"]:
        for mark in (DUG, HULL_DOWN):
            s.mark("137.3", vehicle, mark, False)


@rule("190.42")
def collapsing(s: HollowState, place: int, units: tuple[int, ...]) -> list[Task]:
    """A foxhole in sand, wet or dry, whose men a kill by high explosive is about to take: whether it falls in is seen when they are gone."""
    if not s.field.has(place, *SAND):
        return []
    inside = tuple(unit for unit in units if s.is_man(unit) and s.has(unit, DUG))
    return [("collapse", work, inside) for work in s.works_at(place) if inside and WORK_KINDS[s.face[work]] == "foxhole"]


@rule("190.42")
def collapse(s: HollowState, work: int, units: tuple[int, ...]) -> None:
    """A squad in it that was eliminated, or two half-squads or crews, take the foxhole with them."""
    lost = sum(2 if s.squad(unit).kind == "squad" else 1 for unit in units if not s.is_on_map(unit))
    if lost >= 2 and s.is_on_map(work):
        fall_in(s, "190.42", work)
