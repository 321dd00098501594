"""How good an action looks, for bots: a soldier's rule of thumb for each kind of order. Ending a phase is worth 0.

The Italians (`advice_italian`) close up on good ground with the guns behind, mass their fire where it pays, and mend what breaks; if a way to
Adua is open they take it. The Abyssinians (`advice_abyssinian`) gather out of the guns' reach, fall on one battalion from all sides, let a few
take the hits, and go into melee with numbers. Nothing in this game is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.games.adua.bot import advice_abyssinian as abyssinian
from amba.games.adua.bot import advice_italian as italian
from amba.games.adua.frames import AskSplit
from amba.games.adua.orders import (
    Assign,
    Bring,
    Close,
    Disengage,
    Engage,
    Enter,
    Entrench,
    Exit,
    FightMelee,
    Fire,
    Follow,
    GiveOrder,
    GoBack,
    Lose,
    Mass,
    Move,
    OrderAll,
    Resolve,
    Retreat,
    SetDown,
    Split,
    Stay,
    Storm,
    Suggest,
    Supply,
    TakeHit,
    TryInitiative,
)
from amba.games.adua.state import AduaState
from amba.games.adua.world import ITALIAN

ByOrder = Mapping[type[Any], Callable[[AduaState, Any, Any], float]]
"""What is thought of an order, by its class: from the position, the frame and the order."""


def advice(s: AduaState, side: int, a: Any) -> float:
    """How good a single legal order looks to this side."""
    kind = type(a)
    if kind in FIXED:
        return FIXED[kind]
    found = (ITALIANS if side == ITALIAN else ABYSSINIANS).get(kind)
    return found(s, s.frames[-1], a) if found is not None else 0.0


def lose(s: AduaState, at: object, a: Lose) -> float:
    """Let the strongest unit lose a step: the others may not have one to spare."""
    return 1.0 + s.world.units[a.unit].steps - s.face[a.unit]


def split(s: AduaState, at: AskSplit, a: Split) -> float:
    """Split evenly."""
    _, left, targets = at.queue[0]
    return 1.0 - float(abs(a.dice - left / len(targets)))


FIXED: Mapping[type[Any], float] = {
    Suggest: 9, SetDown: -1, Assign: -1, Engage: -1, Resolve: 1, FightMelee: 1, OrderAll: -1, Mass: -1, Storm: -1, Stay: 2, GoBack: 1,
    Exit: 50, Supply: 5, TryInitiative: 5,
}  # fmt: skip
ITALIANS: ByOrder = {
    Lose: lose, Split: split, Follow: lambda s, at, a: -1.0, GiveOrder: italian.order, Move: italian.move, Entrench: italian.entrench,
    Fire: italian.fire, Close: italian.close,
}  # fmt: skip
ABYSSINIANS: ByOrder = {
    Lose: lose, Split: split, Follow: abyssinian.follow, Move: abyssinian.move, Enter: abyssinian.move, Disengage: abyssinian.disengage,
    Fire: abyssinian.fire, TakeHit: abyssinian.hit, Close: abyssinian.close, Bring: abyssinian.bring, Retreat: abyssinian.retreat,
}  # fmt: skip
