"""How good an action looks, for bots: a soldier's rule of thumb for each kind of order. Ending a phase is worth 0.

The Italians (`advice_italian`) close up on good ground with the guns behind, mass their fire where it pays, and mend what breaks; if a way to
Adua is open they take it. The Abyssinians (`advice_abyssinian`) gather out of the guns' reach, fall on one battalion from all sides, let a few
take the hits, and go into melee with numbers. Nothing in this game is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.games.adua import orders
from amba.games.adua.bot import advice_abyssinian as abyssinian
from amba.games.adua.bot import advice_italian as italian
from amba.games.adua.frames import AskSplit
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


def lose(s: AduaState, at: object, a: orders.Lose) -> float:
    """Let the strongest unit lose a step: the others may not have one to spare."""
    return 1.0 + s.world.units[a.unit].steps - s.face[a.unit]


def split(s: AduaState, at: AskSplit, a: orders.Split) -> float:
    """Split evenly."""
    _, left, targets = at.queue[0]
    return 1.0 - float(abs(a.dice - left / len(targets)))


FIXED: Mapping[type[Any], float] = {
    orders.Suggest: 9, orders.SetDown: -1, orders.Assign: -1, orders.OrderAll: -1, orders.Exit: 50, orders.Engage: -1, orders.SetOut: -1, orders.Go: -1, orders.Mass: -1,
    orders.Resolve: 1, orders.Storm: -1, orders.Supply: 5, orders.TryInitiative: 5, orders.FightMelee: 1, orders.Stay: 2, orders.GoBack: 1,
}  # fmt: skip
ITALIANS: ByOrder = {
    orders.GiveOrder: italian.order, orders.Move: italian.move, orders.Entrench: italian.entrench, orders.Follow: lambda s, at, a: -1.0,
    orders.Fire: italian.fire, orders.Split: split, orders.Close: italian.close, orders.Lose: lose,
}  # fmt: skip
ABYSSINIANS: ByOrder = {
    orders.Move: abyssinian.move, orders.Enter: abyssinian.move, orders.Follow: abyssinian.follow, orders.Disengage: abyssinian.disengage,
    orders.Fire: abyssinian.fire, orders.Split: split, orders.TakeHit: abyssinian.hit, orders.Close: abyssinian.close,
    orders.Bring: abyssinian.bring, orders.Lose: lose, orders.Retreat: abyssinian.retreat,
}  # fmt: skip
