"""The best single gesture, by a game's own advice. Games are known only through the protocol."""

from __future__ import annotations

from itertools import chain
from random import Random
from time import monotonic

from amba.core.decision import Action, Side
from amba.core.game import Advice, Game
from amba.core.state import State

FEW = 3
"""Pieces that are looked at even when the time is over."""


def best(game: Game, advice: Advice, s: State, side: Side, rng: Random, limit: float | None = None, without: tuple[str, ...] = ()) -> Action:
    """The action that looks best; a tie falls to the first, time over to the best so far. `without` leaves out these verbs.

    However late it is, a few pieces are looked at: what stands in the menu beside them is mostly the end of the phase.
    """
    until = float("inf") if limit is None else monotonic() + limit
    menu = game.legal(s)
    found: Action | None = None
    top = float("-inf")
    heads = [head for head in menu.heads if head.verb not in without]
    if heads and game.abilities.shortlist is not None:
        heads = list(game.abilities.shortlist(s, side, heads))
    rng.shuffle(heads)
    plain = [action for action in menu.plain if action.verb not in without] or menu.plain
    for looked_at, actions in enumerate(chain((plain,), map(menu.tails, heads))):
        for action in actions:
            value = advice(s, side, action)
            if value > top:
                top, found = value, action
        if found is not None and looked_at >= FEW and monotonic() > until:
            break
    return menu.pick(rng) if found is None else found
