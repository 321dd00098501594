"""The bots' own process: a question per line of JSON comes in, an action and its reason go out.

Question: game, scenario, options, side, level, position (a dumped state, its secrets dealt anew), seed, limit, and table, under which a bot's
plan is kept between questions. Answer: {"a": [...], "why": "..."}.
"""

from __future__ import annotations

import json
import sys
from collections import OrderedDict
from random import Random
from typing import Any

from amba.bots.player import Player
from amba.core.game import Game
from amba.load.registry import open_game, own_data

PLANS = 32
"""At how many tables a process remembers what it means to do; a plan that is forgotten is made anew."""


class Worker:
    """Opens each game once, and keeps the players of the tables asked about last."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.players: OrderedDict[tuple[str, ...], Player] = OrderedDict()

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        key = question["game"]
        if key not in self.games:
            self.games[key] = open_game(key, own_data(key))
        game = self.games[key]
        state = game.blank(question["scenario"], question["options"])
        state.restore(question["position"])
        choice = self.player(game, question).choose(state, Random(question["seed"]), question["limit"])
        return {"a": list(game.spell(choice.action)), "why": choice.why}

    def player(self, game: Game, question: dict[str, Any]) -> Player:
        """The one that plays this side of this table; a new one where no table is named."""
        side, level, table = question["side"], question["level"], question.get("table", "")
        if not table:
            return Player(game, side, level)
        name = (game.key, table, str(side), level)
        found = self.players.pop(name, None) or Player(game, side, level)
        self.players[name] = found
        if len(self.players) > PLANS:
            self.players.popitem(last=False)
        return found


def main() -> None:
    worker = Worker()
    for line in sys.stdin:
        try:
            answer = worker.answer(json.loads(line))
        except Exception as error:  # whatever it is, the table must not wait: the server plays something plain
            answer = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
