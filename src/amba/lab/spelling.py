"""Orders spelled word by word: a small fixed alphabet in which every legal action of a game can be written.

`("move", "1st", "1209")` is three choices: a verb, a piece, a place. So the choices at any moment are at most the game's verbs, pieces,
places and words, and a mask says which of them begin or continue a legal action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from amba.core.decision import Action
from amba.core.game import Game
from amba.core.order import Words
from amba.core.state import State

END = "."
"""Ends an order where it could also go on."""


class Alphabet:
    """Every word of a game's orders, in a fixed order: the end, verbs and words, pieces, places."""

    def __init__(self, game: Game) -> None:
        verbs = [shape[0] for shape in game.orders]
        said = [word for shape in game.orders for word in shape[1:] if word not in {"piece", "place"}]
        self.words: list[str] = list(dict.fromkeys((END, *verbs, *said, *game.names.pieces, *game.names.places)))
        self.index = {word: number for number, word in enumerate(self.words)}
        self.longest = max(len(shape) for shape in game.orders)

    def __len__(self) -> int:
        return len(self.words)

    def spell(self, action: Words) -> list[int]:
        return [self.index[word] for word in action]


class Next(NamedTuple):
    """What may come after what was said so far."""

    words: list[str]
    is_order: bool
    """Whether what was said so far is a whole legal action."""


class WordChoices:
    """One decision: which words continue which beginning. Completions are worked out, and spelled, only as far as they are asked for."""

    def __init__(self, game: Game, s: State) -> None:
        self.menu, self.spell = game.legal(s), game.spell
        self.plain = [self.spell(order) for order in self.menu.plain]
        self.heads = {self.spell(head): head for head in self.menu.heads}
        self._orders: dict[Words, Sequence[Action]] = {}
        self._tails: dict[Words, list[Words]] = {}

    def orders(self, head: Words) -> Sequence[Action]:
        if head not in self._orders:
            self._orders[head] = self.menu.tails(self.heads[head])
        return self._orders[head]

    def tails(self, head: Words) -> list[Words]:
        if head not in self._tails:
            self._tails[head] = [self.spell(order) for order in self.orders(head)]
        return self._tails[head]

    def after(self, said: Words) -> Next:
        size = len(said)
        words: dict[str, None] = {}
        is_order = False
        for action in self.plain:
            if action[:size] == said:
                is_order |= len(action) == size
                words |= dict.fromkeys(action[size : size + 1])
        for head in self.heads:
            if len(head) > size:
                # A head whose completions are all forbidden leads nowhere.
                if head[:size] == said and head[size] not in words and self.orders(head):
                    words[head[size]] = None
            elif said[: len(head)] == head:
                for action in self.tails(head):
                    if action[:size] == said:
                        is_order |= len(action) == size
                        words |= dict.fromkeys(action[size : size + 1])
        return Next([*([END] if is_order and words else []), *words], is_order)
