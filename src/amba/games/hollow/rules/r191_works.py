"""Foxholes, sangars, trenches and wire: what they are worth, and what going in and out of them costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from amba.core.decision import CHANCE, Action, Decision, Refusal
from amba.core.event import Rolled, Said
from amba.core.flow import Step, pop, push
from amba.core.state import Frame
from amba.games.hollow.book import rule
from amba.core.decision import unknown_action
from amba.games.hollow.rules.hooks import ExtraOrder
from amba.games.hollow.rules.hooks import Item
from amba.games.hollow.rules.dice import numbers, sum_of_two
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.rules.rolls import Roll
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import BUSY, DUG, FIRED, GROUND, HIDDEN, MELEE, PREP, WORK_KINDS

SHELTERS = ("foxhole", "sangar", "trench")
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


@rule("54", "191.4", "137.1", "137.5", "137.71", "190.42", "191.3")
def protection(s: HollowState, unit: int) -> Item | None:
    """+2 in a foxhole or trench, halved in sand; +1 in a sangar; nothing for those who are not in it. A ditch takes up its whole hex."""
    if not s.has(unit, DUG):
        return Item("in an anti-tank ditch", 2, "137.71") if "ditch" in kinds_at(s, s.at[unit]) else None
    kind = shelter_at(s, s.at[unit])
    if kind == "sangar":
        return Item("in a sangar", 1, "191.4")
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


@rule("54")
def out_of_work(s: HollowState, unit: int) -> None:
    """Men whose work is gone are no longer in it."""
    if not shelter_at(s, s.at[unit]):
        s.mark("54", unit, DUG, False)


@rule("176.21", "190.43", "196.1", "196.2")
def dig_modifiers(s: HollowState, place: int) -> list[Item]:
    """+2 for digging on a desert board, but not in sand, nor in steppe."""
    steppe = s.plan.data.get("terrain", {}).get("steppe")
    return [] if s.field.has(place, *SAND) or steppe else [Item("desert", 2, "176.21")]


# wire


@rule("56")
def is_wire(s: HollowState, place: int, side: int | None = None) -> bool:
    return "wire" in kinds_at(s, place, side)


@rule("56")
def refuse_wire(s: HollowState, side: int, to: int, advancing: bool) -> tuple[str, str] | None:
    """Men get into wire that they know of only by advancing."""
    return None if advancing or not is_wire(s, to, side) else ("56", "Wire is entered in the advance phase only")


@rule("56")
def wire_rolls(s: HollowState) -> None:
    """At the start of the movement phase a die says how many factors the men in each wire hex lose to it."""
    places = {s.at[unit] for unit in s.counters(s.phasing) if s.is_good(unit) and is_wire(s, s.at[unit])}
    for place in sorted(places, reverse=True):
        push(s, "wire", s.phasing, place)


class Wire(Roll):
    """Factors lost to wire: ("wire", side, place)."""

    kind, number, title = "wire", "56", "Getting out of the wire at {place}"
    thrown = 1

    def words(self, s: HollowState) -> Mapping[str, object]:
        return {"place": s.world.names.places[s.frames[-1][2]]}

    @rule("56")
    def read(self, s: HollowState, frame: Frame, dice: tuple[int, ...]) -> None:
        _, side, place = frame
        for unit in s.counters_at(place, side):
            s.spend("56", unit, s.points[unit] + dice[0])


# clearing


@rule("55", "56")
def refuse_clearing(s: HollowState, side: int, unit: int, what: str) -> Refusal | None:
    """A squad in wire, or in a minefield whose strength is known, may clear it instead of firing and moving."""
    number = "56" if what == "wire" else "55"
    if not s.is_squad(unit) or s.side[unit] != side or not s.is_on_map(unit) or s.is_broken(unit):
        return Refusal(number, "Only your unbroken squads clear wire and mines.")
    if any(s.has(unit, mark) for mark in (PREP, FIRED, BUSY, MELEE)):
        return Refusal(number, "It has fired, is busy or fights hand to hand.")
    kinds = kinds_at(s, s.at[unit])
    if what == "wire" and "wire" in kinds:
        return None
    if what == "mines" and any(kind.startswith("mines ") for kind in kinds):
        return None
    return Refusal(number, "There is nothing of that kind here that it could clear.")


def clear_orders(s: HollowState, side: int) -> list[Action]:
    """Who may clear what."""
    names = s.world.names.pieces
    return [("clear", names[unit], what) for unit in s.units(side) for what in ("wire", "mines") if refuse_clearing(s, side, unit, what) is None]


@rule("42")
def start_clearing(s: HollowState, a: Action) -> None:
    """Nobody works at wire or mines unseen."""
    from amba.games.hollow.rules.r012_morale import reveal

    unit = s.world.names.piece[a[1]]
    reveal(s, unit)
    s.mark("56" if a[2] == "wire" else "55", unit, BUSY)
    push(s, "clearing", unit, a[2])


class Clearing(Step[HollowState]):
    """The roll of a squad that clears: ("clearing", unit, wire or mines)."""

    def decision(self, s: HollowState) -> Decision:
        what = s.frames[-1][2]
        return Decision(CHANCE, "clear", "56" if what == "wire" else "55", "Clearing {what}", {"what": what})

    def outcomes(self, s: HollowState) -> Sequence[tuple[Action, int]]:
        return sum_of_two()

    @rule("55", "56")
    def apply(self, s: HollowState, a: Action) -> None:
        """Two dice, at most the squad's firepower: it is gone."""
        _, unit, what = s.frames[-1]
        number = "56" if what == "wire" else "55"
        dice = numbers(a)
        s.do(Rolled(number, "clear", dice))
        pop(s)
        done = dice[0] <= s.squad(unit).firepower
        s.do(Said(number, "clear", (s.world.names.pieces[unit], what, "is cleared" if done else "is still there")))
        if done:
            for work in s.works_at(s.at[unit]):
                kind = WORK_KINDS[s.face[work]]
                if kind == what or (what == "mines" and kind.startswith("mines ")):
                    s.remove(number, work, "spare")


def refuse_clear_order(s: HollowState, side: int, a: Action) -> Refusal | None:
    piece = s.world.names.piece
    return refuse_clearing(s, side, piece[a[1]], a[2]) if len(a) == 3 and a[1] in piece else unknown_action(a, ("clear",), "55")


CLEAR_ORDER = ExtraOrder("clear", "55", clear_orders, refuse_clear_order, start_clearing)
