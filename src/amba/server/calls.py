"""Calls to the table: your turn, a fight that needs you, a message, a claim; by Web Push or mail, to whoever is not there.

What happened goes into an outbox with the time when it is due. Who comes to the table, or whose turn passes meanwhile, is not called any more.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol

from amba.core.decision import CHANCE, Side
from amba.core.endings import in_words
from amba.server.answers import Seat
from amba.server.hub import Happening, Hub, OpenTable
from amba.server.people import People, wishes

log = logging.getLogger("amba.server")
PATIENCE = {"mail": 120.0, "push": 4.0}
"""Seconds a call waits for the player to come by himself."""
PASSING = ("turn", "fight", "claim")
"""Kinds of calls that are void when somebody has acted."""
LINES = 12
"""Sentences of what happened that go into a call."""
MOST_BROWSERS = 10
"""Browsers called for one seat."""
COURIERS = 4
"""Threads that wait for mail servers and push services: those of the tables do not."""
RETRIES = (60.0, 600.0, 3600.0)
LOOK = 15.0


class Call(NamedTuple):
    """One thing somebody should know."""

    table: str
    token: str
    kind: str
    way: str
    """push or mail"""
    address: str
    """A person's mail address, or the subscription of a browser as JSON."""
    title: str
    text: str
    due: float
    tries: int = 0


class Messenger(Protocol):
    """Delivers calls of one way; raises OSError to be tried again, and Gone where nobody is."""

    def send(self, calls: list[Call]) -> None: ...


class Gone(Exception):
    """There is nobody at this address any more."""


class Outbox:
    """The rows of what is to be sent."""

    FIELDS = "table_id, token, kind, way, address, title, body, due, tries"

    def __init__(self, people: People) -> None:
        self.people = people
        self.storage = people.storage

    def subscribe(self, token: str, endpoint: str, subscription: str, wish: str) -> bool:
        """False where the seat calls enough browsers already."""
        others = self.storage.rows("SELECT COUNT(*) FROM pushes WHERE token = ? AND endpoint <> ?", (token, endpoint))[0][0]
        if others >= MOST_BROWSERS:
            return False
        self.storage.write(
            ("INSERT INTO pushes (endpoint, token, subscription, wishes) VALUES (?, ?, ?, ?) ON CONFLICT (endpoint, token) DO UPDATE SET subscription = excluded.subscription, wishes = excluded.wishes",
             [(endpoint, token, subscription, wish)]),
        )  # fmt: skip
        return True

    def unsubscribe(self, endpoint: str, token: str = "") -> None:
        self.storage.write(("DELETE FROM pushes WHERE endpoint = ? AND (token = ? OR ? = '')", [(endpoint, token, token)]))

    def addresses(self, token: str, kind: str, at: float, first: float = 0.0) -> list[tuple[str, str, float]]:
        """By which ways whoever holds this seat wishes to be called: way, address, when; not before `first`."""
        found = []
        for subscription, text in self.storage.rows("SELECT subscription, wishes FROM pushes WHERE token = ?", (token,)):
            wish = wishes.decode(text)
            if kind in wish.kinds:
                found.append(("push", str(subscription), wish.due(max(at, first - PATIENCE["push"]), PATIENCE["push"], daily=False)))
        for person in self.people.holders(token):
            wish = wishes.decode(person.wishes)
            if kind in wish.kinds and wish.mail:
                found.append(("mail", person.mail, wish.due(max(at, first - PATIENCE["mail"]), PATIENCE["mail"], daily=kind != "claim")))
        return found

    def add(self, calls: list[Call], at: float) -> None:
        """Put them in, one for each way the player wishes; an older one of the same kind for the same seat is replaced."""
        for call in calls:
            ways = self.addresses(call.token, call.kind, at, call.due)
            rows = [call._replace(way=way, address=address, due=due) for way, address, due in ways]
            self.put(rows, replacing=True)

    def put(self, rows: list[Call], replacing: bool = False) -> None:
        self.storage.write(
            ("DELETE FROM outbox WHERE token = ? AND kind = ? AND address = ?", [(row.token, row.kind, row.address) for row in rows if replacing]),
            (f"INSERT INTO outbox ({self.FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows),
        )

    def void(self, table: str) -> None:
        """Somebody has acted: whoever was called to do so need not come for it."""
        self.storage.write(("DELETE FROM outbox WHERE table_id = ? AND kind = ?", [(table, kind) for kind in PASSING]))

    def seen(self, token: str) -> None:
        """Whoever holds the seat is at the table. That time runs out is told all the same: he may look and leave."""
        self.storage.write(("DELETE FROM outbox WHERE token = ? AND kind <> 'claim'", [(token,)]))

    def take(self, now: float) -> list[Call]:
        """What is due, taken out: each goes to one server alone. Who has something due for mail gets what waits for him along with it."""
        rows = self.storage.rows(
            f"DELETE FROM outbox WHERE due <= ? OR (way = 'mail' AND kind <> 'claim' AND address IN (SELECT address FROM outbox WHERE way = 'mail' AND due <= ?)) RETURNING {self.FIELDS}",
            (now, now),
        )
        return sorted((Call(*row) for row in rows), key=lambda call: call.due)


class Caller:
    """Listens at the tables and sends what is due."""

    def __init__(self, hub: Hub, messengers: dict[str, Messenger], clock: Callable[[], float] = time.time) -> None:
        self.hub = hub
        self.people = People(hub.storage)
        self.outbox = Outbox(self.people)
        self.messengers = messengers
        self.couriers = ThreadPoolExecutor(COURIERS, "amba-calls")
        self.clock = clock
        self.news = asyncio.Event()

    def hear(self, opened: OpenTable, what: Happening) -> None:
        """Something happened at a table; nobody waits for what comes of it here."""
        table, at = opened.table, self.clock()
        if what.kind == "came":
            self.hub.writer.post(self.outbox.seen, what.token)
            return
        if what.kind == "moved" and not self.changed_hands(opened, what.since):
            return
        calls = list(self.calls(opened, what))
        if what.kind in {"moved", "over"}:
            self.hub.writer.post(self.outbox.void, table.id)
        if calls:
            task = asyncio.get_running_loop().create_task(self.add(opened, calls, at))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def changed_hands(self, opened: OpenTable, since: int) -> bool:
        acted = [done.by for done in opened.table.session.done[since:] if done.by != CHANCE]
        return not acted or acted[-1] != opened.table.decider

    def calls(self, opened: OpenTable, what: Happening) -> list[tuple[Side, str, str, str, float]]:
        """Side, kind, title, text, not before."""
        table, title = opened.table, opened.table.game.title
        people = [side for side in range(len(table.game.sides)) if not table.bot_level(side)]
        others = [side for side in people if side != what.by]
        if what.kind == "said":
            return [(side, "message", f"A message: {title}", what.text, 0.0) for side in others]
        if what.kind == "asked":
            return [(side, "asked", f"You are asked: {title}", what.text, 0.0) for side in others]
        if what.kind == "over":
            return [(side, "over", f"The game is over: {title}", str(table.result()["text"]), 0.0) for side in others]
        decider = table.decider
        if decider is None or decider not in people or table.decision is None:
            return []
        kind = "fight" if self.is_others_phase(opened, decider) else "turn"
        words = "A fight needs you" if kind == "fight" else "Your turn"
        found = [(decider, kind, f"{words}: {title}", f"{self.told(opened, decider)}{table.decision.prompt}", 0.0)]
        if table.clock.pace:
            due, pace = table.clock.due, table.clock.pace
            found.append(
                (decider, "claim", f"Little time is left: {title}", f"In {in_words(pace / 4)} the other side may claim the game.", due - pace / 4)
            )
            found += [(side, "claim", f"You may claim: {title}", f"You have waited {in_words(pace)}.", due) for side in others if side != decider]
        return found

    def is_others_phase(self, opened: OpenTable, side: Side) -> bool:
        """Whether this side is asked in the middle of the other's phase."""
        view = opened.table.view(side)
        now = next((step for step in view.get("sequence", ()) if step.get("now")), None)
        return bool(now and now.get("side") and now["side"] != opened.table.game.sides[side])

    def told(self, opened: OpenTable, side: Side) -> str:
        """What happened since this side last acted, as it may know it."""
        table = opened.table
        last = next((done.n for done in reversed(table.session.done) if done.by == side), -1)
        lines = [line["text"] for entry in table.entries(Seat("", table.id, (side,)), max(0, last + 1)) for line in entry["lines"]]
        more = [f"({len(lines) - LINES} earlier lines)"] if len(lines) > LINES else []
        return "".join(f"{line}\n" for line in [*more, *lines[-LINES:]]) + ("\n" if lines else "")

    async def add(self, opened: OpenTable, wanted: list[tuple[Side, str, str, str, float]], at: float) -> None:
        id, keys = opened.table.id, opened.table.game.sides
        there = {side for connection in opened.connections for side in connection.seat.sides}
        seats = await self.hub.stored(self.hub.storage.seats, id)
        calls = [
            Call(id, row.token, kind, "", "", title, text, due)
            for side, kind, title, text, due in wanted if side not in there or kind == "claim"
            for row in seats if keys[side] in row.sides.split()
        ]  # fmt: skip
        if calls:
            await self.hub.stored(self.outbox.add, calls, at)
            self.news.set()

    async def run(self, hub: Hub) -> None:
        """Send what is due, as long as the server runs."""
        hub.listeners.append(self.hear)
        while True:
            try:
                await self.send_due()
            except Exception:
                log.exception("calls could not be sent")
            try:
                await asyncio.wait_for(self.news.wait(), LOOK)
                await asyncio.sleep(PATIENCE["push"])
            except TimeoutError:
                pass
            self.news.clear()

    async def send_due(self) -> None:
        groups: dict[tuple[str, str], list[Call]] = {}
        for call in await self.hub.stored(self.outbox.take, self.clock()):
            groups.setdefault((call.way, call.address), []).append(call)
        await asyncio.gather(*(self.send(way, calls) for (way, _), calls in groups.items() if way in self.messengers))

    async def delivered(self, send: Callable[..., None], *args: object) -> None:
        """Whoever takes it may be slow, or not there at all."""
        await asyncio.get_running_loop().run_in_executor(self.couriers, send, *args)

    async def send(self, way: str, calls: list[Call]) -> None:
        try:
            await self.delivered(self.messengers[way].send, calls)
        except Gone:
            if way == "push":
                await self.hub.stored(self.outbox.unsubscribe, json.loads(calls[0].address)["endpoint"])
        except Exception as error:
            log.warning("a call by %s was not delivered: %s", way, type(error).__name__)
            again = [call._replace(due=self.clock() + RETRIES[call.tries], tries=call.tries + 1) for call in calls if call.tries < len(RETRIES)]
            await self.hub.stored(self.outbox.put, again)
