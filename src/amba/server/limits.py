"""How much one address may ask of the server."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from amba.server.answers import Refused


class Rate(NamedTuple):
    """So many at once, and so many a second after that."""

    size: float
    refill: float
    words: str


RATES = {
    "tables": Rate(60, 0.2, "tables opened"),
    "imports": Rate(12, 0.1, "games imported"),
    "mebibytes": Rate(48, 0.02, "large games imported"),
    "heavy": Rate(20, 0.2, "games checked"),
    "seats": Rate(60, 0.5, "seats taken"),
    "mails": Rate(10, 0.02, "mails"),
    "pages": Rate(3000, 150.0, "pages"),
    "calls": Rate(600, 60.0, "calls"),
    "chats": Rate(30, 1.0, "messages written"),
    "messages": Rate(3000, 400.0, "messages"),
}
CONNECTIONS = 120
"""Lines that one address may hold open at a time."""
SOCKETS = 400
"""Lines of any kind, those of pages and files among them, that one address may have open before it has said what it wants."""
WORK = Rate(15, 0.5, "work")
"""Seconds of work by questions: whoever has used them up waits, so that no address has more than half a core for long."""
LONGEST_WAIT = 3.0
KNOWN = 20_000
"""Addresses remembered; the one not heard of longest is forgotten first."""


class Uploads:
    """Games that are being handed in: each is in memory until it has been judged, and whoever hands it in may take his time."""

    OWN, ALL = 3, 16

    def __init__(self) -> None:
        self.under_way: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        if self.under_way[address] >= self.OWN:
            raise Refused("slow", f"{self.OWN} games are on their way from your address already. Wait for them; nothing was done.")
        if self.under_way.total() >= self.ALL:
            raise Refused("busy", "Many games are being handed in just now. Try again in a moment.")
        self.under_way[address] += 1
        try:
            yield
        finally:
            self.under_way[address] -= 1
            # Nobody is remembered who has nothing on its way.
            self.under_way += Counter()


class Limits:
    """Counts by address. `factor` 0 means no limits: for a server that only its owner can reach, and for measuring."""

    def __init__(self, factor: float = 1.0) -> None:
        self.factor = factor
        self.left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        """By address and kind: how many are left, and when that was."""
        self.lines: dict[str, int] = {}
        self.sockets: Counter[str] = Counter()
        self.uploads = Uploads()

    def take(self, address: str, kind: str, count: float = 1.0) -> bool:
        """Whether this address may do one more of this kind now, or so many."""
        if not self.factor:
            return True
        rate, now = RATES[kind], time.monotonic()
        size = rate.size * self.factor
        left, at = self.left.pop((address, kind), (size, now))
        left = min(size, left + (now - at) * rate.refill * self.factor)
        may = left >= count
        self.left[address, kind] = (left - count if may else left, now)
        if len(self.left) > KNOWN:
            self.left.popitem(last=False)
        return may

    def charge(self, address: str, seconds: float) -> float:
        """So much work was done for this address. How long it must wait before the next."""
        if not self.factor:
            return 0.0
        now = time.monotonic()
        left, at = self.left.pop((address, "work"), (WORK.size, now))
        left = min(WORK.size, left + (now - at) * WORK.refill) - seconds
        self.left[address, "work"] = (left, now)
        return min(LONGEST_WAIT, max(0.0, -left / WORK.refill))

    def owes(self, address: str) -> bool:
        """Whether so much was done for this address that it cannot be made to wait for it: it has to ask again."""
        left, at = self.left.get((address, "work"), (WORK.size, 0.0))
        return bool(self.factor) and left + (time.monotonic() - at) * WORK.refill < -LONGEST_WAIT * WORK.refill

    def check(self, address: str, kind: str, count: float = 1.0) -> None:
        if not self.take(address, kind, count):
            raise Refused("slow", f"Too many {RATES[kind].words} from your address in a short time. Wait a moment; nothing was done.")

    def enter(self, address: str) -> bool:
        """One line more; False when there are too many."""
        if self.factor and self.lines.get(address, 0) >= CONNECTIONS * self.factor:
            return False
        self.lines[address] = self.lines.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        left = self.lines.get(address, 0) - 1
        if left > 0:
            self.lines[address] = left
        else:
            self.lines.pop(address, None)

    def connect(self, address: str) -> bool:
        """One socket more; False when there are too many."""
        if self.factor and self.sockets[address] >= SOCKETS * self.factor:
            return False
        self.sockets[address] += 1
        return True

    def disconnect(self, address: str) -> None:
        self.sockets[address] -= 1
        if self.sockets[address] <= 0:
            del self.sockets[address]
