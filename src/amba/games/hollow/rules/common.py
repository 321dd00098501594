"""Small types that all chapters share, and the refusals they have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from amba.core.decision import Refusal
from amba.games.hollow.counters import ASSAULT, BERSERK, BROKEN, BUSY, CX, FIRED, MELEE, MG_FIRED, MOVED, PINNED, PREP, RAN, SERVED, THORNS
from amba.games.hollow.state import HollowState

NORMAL, ASSAULTING, DOUBLING, CAREFUL = "normal", "assault", "double", "careful"
ADVANCING = "advance"
"""How men go from hex to hex: the modes of the movement phase, and the advance."""


class Item(NamedTuple):
    """One line of arithmetic: what, how much, by which rule."""

    what: str
    value: int
    rule: str


Line = tuple[str, str, str]
"""A line of arithmetic as it is shown: what, how much, by which rule."""


def sum_of(items: Iterable[Item]) -> int:
    """What they make together."""
    return sum(item.value for item in items)


def item_lines(items: Iterable[Item]) -> tuple[Line, ...]:
    """Costs and numbers as they are shown."""
    return tuple((item.what, str(item.value), item.rule) for item in items)


def modifier_lines(items: Iterable[Item]) -> tuple[Line, ...]:
    """Modifiers as they are shown, each with its sign."""
    return tuple((item.what, f"{item.value:+d}", item.rule) for item in items)


KINDS = {
    "unit": HollowState.is_unit, "unit or dummy": HollowState.is_counter, "squad or crew": HollowState.is_man, "squad": HollowState.is_squad,
    "leader": HollowState.is_leader, "weapon": HollowState.is_weapon, "gun": HollowState.is_gun, "vehicle": HollowState.is_vehicle,
}  # fmt: skip


def refuse_not_own(s: HollowState, side: int, piece: int, number: str, kind: str = "unit") -> Refusal | None:
    """Whose it is comes first: of the enemy's counters nothing else is said."""
    if s.side[piece] != side:
        text = "{piece} is not yours."
    elif not KINDS[kind](s, piece):
        text = "{piece} is no {kind}."
    elif s.at[piece] >= s.world.first_hold:
        return refuse_aboard(s, piece)
    elif not s.is_on_map(piece):
        text = "{piece} is not on the map."
    else:
        return None
    return Refusal(number, text, {"piece": s.world.names.pieces[piece], "kind": kind})


def refuse_aboard(s: HollowState, piece: int) -> Refusal:
    """Who or what is in a vehicle, or in its tow."""
    names = s.world.names.pieces
    values = {"piece": names[piece], "vehicle": names[s.world.first_vehicle + s.at[piece] - s.world.first_hold]}
    return Refusal("51", "{piece} is in the tow of {vehicle}.", values) if s.is_gun(piece) else Refusal("31", "{piece} is in {vehicle}.", values)


STATES = {
    PREP: ("8", "has fired in the prep fire phase"), FIRED: ("8", "has fired already"), PINNED: ("142.6", "is pinned"), MELEE: ("20", "is locked in close combat"),
    BUSY: ("54", "is busy"), MOVED: ("5", "has moved already"), ASSAULT: ("142.71", "has moved already"), CX: ("142", "is exhausted"), RAN: ("15", "has run"),
    SERVED: ("8", "has fired already"), BERSERK: ("B", "is berserk"), THORNS: ("196.3", "is in the cactus hedge already"), BROKEN: ("12", "is broken"),
    **dict.fromkeys(range(MG_FIRED, MG_FIRED + 4), ("8", "has fired already")),
}  # fmt: skip
"""What is said of a unit with this mark that may not do something, and by which rule."""
HAS_SHOT = (PREP, FIRED, SERVED, *range(MG_FIRED, MG_FIRED + 4))
"""Marks of a vehicle that has fired before its movement, even where a gun keeps its rate: it spends nothing in the movement phase."""
CHARGES = ("advance", "attack a vehicle")
"""All that berserk men do of their side's free will."""


def refuse_state(s: HollowState, unit: int, what: str, marks: Iterable[int], number: str = "") -> Refusal | None:
    """Why a unit may not do something in the state it is in: the first of these marks that it has. By the rule of the mark, unless another one says so."""
    for mark in marks if what in CHARGES else (BERSERK, *marks):
        if s.has(unit, mark):
            own, why = STATES[mark]
            return Refusal(
                own if mark == BERSERK else number or own,
                "{unit} may not {what}: it {why}.",
                {"unit": s.world.names.pieces[unit], "what": what, "why": why},
            )
    return None
