"""The bots' own process: a question per line of JSON comes in, an action goes out.

Question: game, scenario, options, side, level, position (a dumped state, its secrets dealt anew), seed, limit. Answer: {"a": [...]}.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

from amba.bots import level_named
from amba.bots.think import choose
from amba.core.game import Game
from amba.load.registry import open_game


class Worker:
    """Opens each game once."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        key = question["game"]
        if key not in self.games:
            self.games[key] = open_game(key)
        game = self.games[key]
        state = game.blank(question["scenario"], question["options"])
        state.restore(question["position"])
        action = choose(game, state, question["side"], level_named(question["level"]), Random(question["seed"]), question["limit"])
        return {"a": list(action)}


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
