"""A beginner: takes the best single gesture it sees, and makes the mistakes that people make.

It overlooks some of its pieces for a whole turn, misjudges what it sees, and often takes the second best of it. It never looks further than the gesture.
Only when nothing it thinks of is any good (an army that has to enter the map, and was overlooked) does it look again.
"""

from __future__ import annotations

from itertools import chain
from random import Random
from time import monotonic
from zlib import crc32

from amba.bots.greedy import FEW
from amba.core.decision import Action, Side
from amba.core.game import Advice, Game
from amba.core.state import State

OVERLOOKED = 2
"""One piece of so many is overlooked for a turn."""
SLIP = 0.35
"""How often the second best is taken."""
CLOSE = 3.0
"""A second best that is worse by more than this is seen to be bad even by a beginner."""
MISJUDGED = 0.8
"""How far off its judgement of a piece's best move is, in what the advice counts in: about a step won or lost."""


def stumble(game: Game, advice: Advice, s: State, side: Side, rng: Random, kind: str, limit: float | None = None) -> Action:
    """The best or the second best action among the pieces that it thinks of."""
    until = float("inf") if limit is None else monotonic() + limit
    menu = game.legal(s)
    turn = s.tracks[game.names.track["turn"]] if "turn" in game.names.track else 0
    heads = list(menu.heads)
    if heads and game.abilities.shortlist is not None:
        heads = list(game.abilities.shortlist(s, side, heads))
    rng.shuffle(heads)
    overlooked = [head for head in heads if is_overlooked(game, head, side, turn, kind)]
    thought_of = [head for head in heads if head not in overlooked]
    seen: list[tuple[float, int, Action]] = []
    is_any_good = False
    for looked_at, actions in enumerate(chain((menu.plain,), map(menu.tails, chain(thought_of, overlooked)))):
        if looked_at > len(thought_of) and is_any_good:
            break
        # Of one piece only its best move comes to mind: the second best is another piece's.
        found = max(((advice(s, side, action), -len(seen), action) for action in actions), key=lambda item: item[0], default=None)
        if found is not None:
            is_any_good = is_any_good or found[0] >= 0.0
            seen.append((found[0] + rng.gauss(0.0, MISJUDGED), *found[1:]))
        if seen and looked_at >= FEW and monotonic() > until:
            break
    if not seen:
        return menu.pick(rng)
    seen.sort(key=lambda item: (-item[0], -item[1]))
    if len(seen) > 1 and seen[0][0] - seen[1][0] < CLOSE and rng.random() < SLIP:
        return seen[1][2]
    return seen[0][2]


def is_overlooked(game: Game, head: Action, side: Side, turn: int, kind: str) -> bool:
    """The same pieces for the whole of a phase."""
    words = " ".join(game.spell(head))
    return crc32(f"{side} {turn} {kind} {words}".encode()) % OVERLOOKED == 0
