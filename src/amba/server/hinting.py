"""A hint for a player who asks: what a planner would do in his place.

It is found by the bots' processes, from a position that the player's side cannot tell from the true one, and the table goes on meanwhile. Not where another person plays:
who sits opposite expects to play against him alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from amba.bots import levels_of
from amba.bots.player import Choice
from amba.core.decision import Refusal, Side
from amba.core.game import judge
from amba.server import schema, talk
from amba.server.answers import Refused, Seat
from amba.server.connection import Connection
from amba.server.hub import OpenTable
from amba.server.table import Table

LEVEL = "planner"
Ask = Callable[[dict[str, Any], str], Awaitable[Choice | None]]
"""A question to the bots' processes, and on whose account."""


def check_fair(table: Table, seat: Seat) -> None:
    """Hints are for games against bots and on one screen, unless whoever opened the table ruled them out."""
    if not table.hints:
        raise Refused("hint", "Hints were ruled out when this table was opened.")
    if any(not table.bot_level(side) for side in range(len(table.game.sides)) if side not in seat.sides):
        raise Refused("hint", "Another person plays here: hints are for games against bots and on one screen.")
    if LEVEL not in levels_of(table.game):
        raise Refused("hint", "Nobody here knows this game well enough to give hints.")


def question(table: Table, side: Side, rng: Random) -> dict[str, Any]:
    """What is asked: a position with everything dealt anew that this side cannot see."""
    header = table.session.log.header
    imagined = table.game.imagine(table.session.state, side, rng)
    return {
        "game": header.game, "scenario": header.scenario, "options": header.options, "side": side, "level": LEVEL,
        "position": imagined.dump(), "seed": rng.getrandbits(32), "table": f"hint {table.id} {table.edition}",
    }  # fmt: skip


class Adviser:
    """Answers those who ask for a hint, one question at a time for each line."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.rng = Random()
        self.asked: dict[Connection, asyncio.Task[None]] = {}

    def hear(self, opened: OpenTable, connection: Connection, message: schema.Hint) -> None:
        """Begin to think; the line stays free for other messages."""
        if connection in self.asked:
            connection.send("refused", Refused("slow", "You have asked already: a hint is on its way.").data(), message.id)
            return
        task = asyncio.create_task(self.answer(opened, connection, message))
        self.asked[connection] = task
        task.add_done_callback(lambda _: self.asked.pop(connection, None))

    async def answer(self, opened: OpenTable, connection: Connection, message: schema.Hint) -> None:
        try:
            connection.send("hint", await self.hint(opened, connection.seat, message.n), message.id)
        except Refused as refused:
            connection.send("refused", refused.data(), message.id)
        except Exception as error:
            connection.send("refused", talk.stumbled(opened, "a hint", error).data(), message.id)

    async def hint(self, opened: OpenTable, seat: Seat, n: int) -> dict[str, Any]:
        """The order a planner would give, in words, and why."""
        async with opened.lock:
            table = opened.table
            table.check_player(seat)
            check_fair(table, seat)
            side, edition = table.check_turn(seat, n), table.edition
            asked = question(table, side, self.rng)
        choice = await self.ask(asked, opened.owner)
        async with opened.lock:
            table = opened.table
            table.check_turn(seat, n, edition)
            order = None if choice is None else judge(table.game, table.session.state, choice.action)
            if choice is None or order is None or isinstance(order, Refusal):
                raise Refused("hint", "No hint came in time. Ask again in a moment.")
            return {"n": n, "a": choice.action, "label": table.game.label(table.session.state, order), "why": choice.why}

    async def close(self) -> None:
        tasks = list(self.asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
