"""How good an action looks, for bots: a soldier's rule of thumb for each kind of order. Ending a phase is worth 0.

The Italians (`advice_italian`) close up on good ground with the guns behind, mass their fire where it pays, and mend what breaks; if a way to
Adua is open they take it. The Abyssinians (`advice_abyssinian`) gather out of the guns' reach, fall on one battalion from all sides, let a few
take the hits, and go into melee with numbers. Nothing in this game is hidden.
"""

from __future__ import annotations

from collections.abc import Callable

from amba.core.decision import Action
from amba.games.adua.bot import advice_abyssinian as abyssinian
from amba.games.adua.bot import advice_italian as italian
from amba.games.adua.bot.distances import piece_of
from amba.games.adua.state import AduaState
from amba.games.adua.world import ITALIAN

Counsel = Callable[[AduaState, Action], float]


def advice(s: AduaState, side: int, a: Action) -> float:
    """How good a single legal action looks to this side."""
    found = (ITALIANS if side == ITALIAN else ABYSSINIANS).get(a[0])
    return found(s, a) if found is not None else 0.0


def lose(s: AduaState, a: Action) -> float:
    """Let the strongest unit lose a step: the others may not have one to spare."""
    unit = piece_of(s, a)
    return 1.0 + s.world.units[unit].steps - s.face[unit]


def always(worth: float) -> Counsel:
    def counsel(s: AduaState, a: Action) -> float:
        return worth

    return counsel


BOTH: dict[str, Counsel] = {
    "suggest": always(9), "place": always(-1), "assign": always(-1), "engage": always(-1), "resolve": always(1), "melee": always(1),
    "follow": always(-1), "command": always(-1), "mass": always(-1), "storm": always(-1), "lose": lose, "stay": always(2), "return": always(1),
}  # fmt: skip
ITALIANS: dict[str, Counsel] = BOTH | {
    "order": italian.order, "move": italian.move, "exit": always(50), "entrench": italian.entrench, "fire": italian.fire, "dice": italian.dice,
    "close": italian.close, "supply": always(5),
}  # fmt: skip
ABYSSINIANS: dict[str, Counsel] = BOTH | {
    "move": abyssinian.move, "enter": abyssinian.move, "follow": abyssinian.follow, "disengage": abyssinian.disengage, "fire": abyssinian.fire, "dice": abyssinian.dice,
    "hit": abyssinian.hit, "close": abyssinian.close, "initiative": always(5), "bring": abyssinian.bring, "retreat": abyssinian.retreat,
}  # fmt: skip
