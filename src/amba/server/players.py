"""Bots at the tables: one task per table where a bot decides. A bot goes through the same door as a person."""

from __future__ import annotations

import asyncio
import logging
import random
from itertools import chain, repeat
from typing import Any

from amba.bots.player import Choice
from amba.bots.pool import Pool
from amba.core.decision import Side
from amba.core.order import Words
from amba.server import talk
from amba.server.answers import Refused, Seat
from amba.server.hub import Hub, OpenTable
from amba.server.storage import Unavailable

log = logging.getLogger("amba.server")
PATIENCE = 400
"""Actions in a row in one kind of decision before a bot is made to move on."""
PAUSES = (1.0, 5.0, 30.0)
"""Seconds before a bot that stumbled tries again."""
WORDS = 400
"""Characters a bot has for its reason."""


class Players:
    """Wakes the bot of whoever has to decide."""

    def __init__(self, hub: Hub, workers: int | None, limit: float | None, pace: float) -> None:
        self.hub = hub
        self.pool = Pool(workers, limit)
        self.pace = pace
        self.rng = random.Random()

    def wake(self, opened: OpenTable) -> None:
        """A bot sits down to think where it is its choice and it is not thinking already. Two bots alone wait for company."""
        table = opened.table
        if not table.bot_level(table.decider) or (opened.bot is not None and not opened.bot.done()):
            return
        if self.is_lonely(opened):
            return
        opened.bot = asyncio.create_task(self.persist(opened))

    def is_lonely(self, opened: OpenTable) -> bool:
        table = opened.table
        return not opened.connections and all(table.bot_level(side) for side in range(len(table.game.sides)))

    def is_open(self, opened: OpenTable) -> bool:
        """Whether the table is still the one in memory: it may have been deleted, or opened again, while a bot thought."""
        return self.hub.open_tables.get(opened.table.id) is opened

    async def close(self) -> None:
        for opened in list(self.hub.open_tables.values()):
            if opened.bot is not None:
                opened.bot.cancel()
        await self.pool.close()

    async def persist(self, opened: OpenTable) -> None:
        """Whatever goes wrong, try again in a moment: a table never waits for a bot that has given up while somebody looks, or the storage fails.

        Where nobody looks it rests after a while, so that the table can leave the memory; whoever comes wakes it.
        """
        for tries, wait in enumerate(chain(PAUSES, repeat(PAUSES[-1]))):
            try:
                await self.play(opened)
            except Exception as error:
                if opened.table.session.log.header.position is None:
                    log.exception("table %s: a bot stumbled", opened.table.id)
                else:
                    log.warning("table %s began with a position from a file: a bot stumbled over it (%s)", opened.table.id, type(error).__name__)
                is_storage = isinstance(error, Unavailable) or (isinstance(error, Refused) and error.code == "storage")
                if tries >= len(PAUSES) and not opened.connections and not is_storage:
                    return
                await asyncio.sleep(wait)
            else:
                return

    async def play(self, opened: OpenTable) -> None:
        """Decide as long as it is a bot's choice."""
        same, kind = 0, ""
        while not self.is_lonely(opened) and self.is_open(opened):
            async with opened.lock:
                table = opened.table
                side, decision, n, edition = table.decider, table.decision, table.n, table.edition
                if side is None or decision is None or not table.bot_level(side):
                    return
                question = await opened.worked(self.question, opened, side)
            same = same + 1 if decision.kind == kind else 0
            kind = decision.kind
            choice = await self.pool.choose(question, opened.owner) if same < PATIENCE else None
            await self.act(opened, side, n, choice, edition)
            # People want to see what happens; nobody looking, no waiting.
            await asyncio.sleep(self.pace if opened.connections else 0)

    def question(self, opened: OpenTable, side: Side) -> dict[str, Any]:
        """What a bot is given: a position its side cannot tell from the true one. Nothing hidden leaves this process."""
        table = opened.table
        header = table.session.log.header
        imagined = table.game.imagine(table.session.state, side, self.rng)
        return {
            "game": header.game, "scenario": header.scenario, "options": header.options, "side": side, "level": table.bot_level(side),
            "position": imagined.dump(), "seed": self.rng.getrandbits(32), "table": table.id,
        }  # fmt: skip

    async def act(self, opened: OpenTable, side: Side, n: int, choice: Choice | None, edition: int) -> None:
        """Through the same checks as anybody; what is refused is replaced by something plain and legal."""
        seat = Seat("", opened.table.id, (side,))
        async with opened.lock:
            if not self.is_open(opened) or (opened.table.n, opened.table.edition, opened.table.decider) != (n, edition, side):
                return
            try:
                if choice is None:
                    raise Refused("bot", "no answer")
                await talk.perform(self.hub, opened, seat, n, choice.action, choice.why[:WORDS])
            except Refused as refused:
                if refused.code == "storage":
                    raise
                log.warning("table %s: bot fell back (%s)", opened.table.id, refused.text)
                await talk.perform(self.hub, opened, seat, n, self.plain(opened))
            await self.hub.changed(opened, n)

    def plain(self, opened: OpenTable) -> Words:
        """Something legal that ends the matter: the first plain choice, else any."""
        menu = opened.table.session.menu
        return opened.table.game.spell(menu.plain[0] if menu.plain else menu.pick(self.rng))
