"""Typed orders become actions: names of places, short names of units, and one line for an attack with all who take part."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from amba.core.decision import CHANCE, IllegalAction, Refusal
from amba.core.game import Game, judge, refuse_words
from amba.core.order import Words
from amba.core.state import State


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", text.lower())


class NameFinder:
    """Knows what people call places and pieces."""

    def __init__(self, game: Game, board: Mapping[str, Any]) -> None:
        self.names = game.names
        self.towns: dict[str, str] = {}
        for place in board["places"]:
            self.towns.setdefault(slug(place["key"]), place["hex"])
            self.towns.setdefault(slug(place["title"]), place["hex"])
        self.units: dict[str, str] = {}
        for piece in board["pieces"]:
            for word in (piece["key"], piece["designation"], piece["title"]):
                self.units.setdefault(slug(word), piece["key"])

    def word(self, text: str) -> str:
        """The key of what is meant, or the text itself."""
        if text in self.names.piece or text in self.names.place:
            return text
        short = slug(text)
        for table in (self.units, self.towns):
            if short in table:
                return table[short]
        starts = {key for name, key in {**self.units, **self.towns}.items() if len(short) >= 3 and name.startswith(short)}
        return starts.pop() if len(starts) == 1 else text


def spell(finder: NameFinder, words: Sequence[str]) -> Words:
    return (words[0].lower(), *(finder.word(word) for word in words[1:]))


def expand(game: Game, s: State, finder: NameFinder, words: Sequence[str]) -> list[Words]:
    """The actions an order stands for, all of them legal in a row from here. Raises IllegalAction, with nothing done, otherwise.

    ``attack 1608 11-ind 10-ind air`` is attack, commit, commit, air; ``move 5-ind,11-ind 1209`` moves both; ``move 5-ind 1209 1308`` goes on.
    """
    if any("," in word for word in words[1:]):
        actions: list[Words] = []
        after = s.copy()
        for parts in product(*(word.split(",") for word in words)):
            for action in expand(game, after, finder, parts):
                _step(game, after, action)
                actions.append(action)
        return actions
    for action in (tuple(words), spell(finder, words)):
        if refuse_words(game, s, action) is None:
            return [action]
    return _expand_tail(game, s, spell(finder, words))


def _step(game: Game, s: State, action: Words) -> None:
    """One step of a dry run; chance may come only after the last one."""
    decision = game.decision(s)
    if decision is not None and decision.who == CHANCE:
        raise IllegalAction(action, Refusal(decision.rule, "The dice come first: give this order after them."))
    order = judge(game, s, action)
    if isinstance(order, Refusal):
        raise IllegalAction(action, order)
    game.apply(s, order)


def _expand_tail(game: Game, s: State, order: Words) -> list[Words]:
    for size in range(len(order) - 1, 0, -1):
        if refuse_words(game, s, order[:size]) is None:
            break
    else:
        raise _refused(game, s, order)
    if size == 1 and (order[0],) == order[:size] and len(order) > 1 and not any(len(shape) == 1 and shape[0] == order[0] for shape in game.orders):
        raise _refused(game, s, order)
    actions = [order[:size]]
    after = s.copy()
    _step(game, after, order[:size])
    for word in order[size:]:
        action = _meant(game, after, word, actions[-1])
        _step(game, after, action)
        actions.append(action)
    return actions


def _meant(game: Game, s: State, word: str, last: Words) -> Words:
    """What one more word in an order stands for: the same again with this word, the word itself, or a verb that takes it."""
    tries = [(*last[:-1], word)] if len(last) > 1 else []
    tries.append((word,))
    tries += [(shape[0], word) for shape in game.orders if len(shape) == 2]
    for action in tries:
        if refuse_words(game, s, action) is None:
            return action
    for verb in _likely_verbs(game, s, word, last):
        refusal = refuse_words(game, s, (verb, word))
        if refusal is not None and "is not an order for this moment" not in refusal.template:
            raise IllegalAction((verb, word), refusal)
    action = (word,)
    refusal = refuse_words(game, s, action)
    assert refusal is not None
    raise IllegalAction(action, refusal)


def _likely_verbs(game: Game, s: State, word: str, last: Words) -> list[str]:
    """Verbs that take such a word, the last one used first, then the commonest in the menu."""
    kind = "piece" if word in game.names.piece else "place" if word in game.names.place else ""
    menu = game.legal(s)
    offered = [action.verb for action in (*menu.plain, *menu.heads)]
    verbs = dict.fromkeys(shape[0] for shape in game.orders if len(shape) == 2 and shape[1] == kind)
    return sorted(verbs, key=lambda verb: (verb != last[0], -offered.count(verb)))


def _refused(game: Game, s: State, order: Words) -> IllegalAction:
    """The most telling refusal: of the order cut to a shape the verb has."""
    sizes = sorted({len(shape) for shape in game.orders if shape[0] == order[0]}, reverse=True)
    size = next((size for size in sizes if size <= len(order)), len(order))
    action = order[:size]
    refusal = refuse_words(game, s, action)
    return IllegalAction(order, refusal if refusal is not None else refuse_words(game, s, order) or Refusal("", "That is not an order."))
